//! How to play a proven win: the winning move, and the answers to some replies. The solver is asked
//! move by move, so this works for every variant.

use rules::{Admitted, Ending, Move, Setup};
use solver::{Budget, Outcome, Solver};

/// The number of replies whose answers are shown.
const SHOWN: usize = 3;

/// The most moves from which they are chosen.
const MOST_REPLIES: usize = 2_000;

/// How the winner plays from a position: the first move, if it is their turn, and answers.
#[derive(Debug)]
pub(super) struct Strategy {
    /// The winner's move; `None` if the loser is to move.
    pub(super) first: Option<Move>,
    /// Replies of the loser, with the answers.
    pub(super) answers: Vec<(Move, StrategyAnswer)>,
}

/// What follows the loser's reply.
#[derive(Debug)]
pub(super) enum StrategyAnswer {
    /// A move that keeps the win.
    Move(Move),
    /// Nothing: in misère play the reply was the last move and has lost.
    Over,
}

impl Strategy {
    /// Finds how to play `outcome`; `None` if no move or no answer is known.
    pub(super) fn find(
        setup: &Setup,
        outcome: Outcome,
        solver: &mut Solver,
        budget: &mut Budget<'_>,
    ) -> Option<Strategy> {
        let rules = setup.variant().rules();
        let (first, lost) = match outcome {
            Outcome::P => (None, setup.start().clone()),
            Outcome::N => {
                let mv = solver.winning_move(setup.ending(), setup.start(), budget)?;
                let child = rules.apply(setup.start(), &mv).ok()?;
                (Some(mv), child)
            }
        };
        let replies: Vec<Move> = rules.moves(&lost).take(MOST_REPLIES).collect();
        let mut answers = Vec::new();
        for mv in some_of(replies) {
            let won = rules.apply(&lost, &mv).ok()?;
            answers.push((mv, answer(setup, &won, solver, budget)?));
        }
        Some(Strategy { first, answers })
    }
}

/// The first, one in the middle and the last.
fn some_of(mut moves: Vec<Move>) -> Vec<Move> {
    if moves.len() > SHOWN {
        moves = vec![moves.remove(0), moves.remove(moves.len() / 2), moves.remove(moves.len() - 1)];
    }
    moves
}

fn answer(
    setup: &Setup,
    won: &Admitted,
    solver: &mut Solver,
    budget: &mut Budget<'_>,
) -> Option<StrategyAnswer> {
    let over = setup.variant().rules().moves(won).next().is_none();
    match (over, setup.ending()) {
        (true, Ending::Misere) => Some(StrategyAnswer::Over),
        _ => solver.winning_move(setup.ending(), won, budget).map(StrategyAnswer::Move),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_one_in_the_middle_and_the_last_are_shown() {
        for (moves, shown) in [
            (0, &[][..]),
            (1, &[0]),
            (3, &[0, 1, 2]),
            (4, &[0, 2, 3]),
            (5, &[0, 3, 4]),
            (8, &[0, 4, 7]),
        ] {
            let number = |number: &u64| Move::Number(*number);
            let all: Vec<Move> = (0..moves).map(Move::Number).collect();
            assert_eq!(some_of(all), shown.iter().map(number).collect::<Vec<_>>(), "{moves}");
        }
    }
}
