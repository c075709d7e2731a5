//! How a game continues with best play: the winner makes a winning move, the loser resists as
//! long as possible. This is what a proof by search can show somebody who asks what is wrong
//! with a move.

use rules::{Admitted, Ending, Move, Variant};

use crate::play::chance::SeededChoices;
use crate::play::stubborn::Stubborn;
use crate::{Budget, Exhausted, Facts, Outcome, Solver, Verdict};

/// How many moves an explanation shows: three of the winner's and the answers.
const SHOWN: usize = 5;

/// The most that a line may cost beyond the verdict, in positions: some ten milliseconds.
const WORK: u64 = 50_000;

/// Returns the verdict on a position, for people: if it comes from a search, the reason shows how
/// the game continues, and where no move is left, it says no more.
///
/// # Panics
/// It may, on a position that another variant has admitted.
pub fn explained(
    variant: &Variant,
    ending: Ending,
    position: &Admitted,
    solver: &mut Solver,
    budget: &mut Budget<'_>,
) -> Verdict {
    let mut verdict = solver.verdict(ending, position, budget);
    if let Some(outcome) = verdict.outcome
        && variant.rules().moves(position).next().is_none()
    {
        verdict.why.sentence = format!("no move is left, so the player to move {}", outcome.verb());
        return verdict;
    }
    if let Facts::Searched { line, .. } = &mut verdict.why.facts {
        *line = best_line(variant, ending, position, SHOWN, solver, budget);
        if !line.is_empty() {
            let moves: Vec<String> = line.iter().map(|mv| variant.rules().write_move(mv)).collect();
            verdict.why.sentence += &format!("; best play continues {}", moves.join(" "));
        }
    }
    verdict
}

/// Returns at most this many moves of best play from a position between two players; fewer if
/// the game ends or the winner becomes unknown.
///
/// # Panics
/// It may, on a position that another variant has admitted.
pub fn best_line(
    variant: &Variant,
    ending: Ending,
    position: &Admitted,
    most: usize,
    solver: &mut Solver,
    budget: &mut Budget<'_>,
) -> Vec<Move> {
    if variant.rules().seats() != 2 {
        return Vec::new();
    }
    budget.within(WORK, |budget| {
        let (mut stubborn, mut chance) = (Stubborn::default(), SeededChoices::new(0));
        let (mut line, mut position) = (Vec::new(), position.clone());
        while line.len() < most {
            let mv = match solver.outcome(ending, &position, budget) {
                Ok(Outcome::N) => solver.winning_move(ending, &position, budget),
                Ok(Outcome::P) => {
                    let chance = &mut chance;
                    stubborn.choose(variant, ending, &position, solver, chance, budget)
                }
                Err(Exhausted) => None,
            };
            let Some(mv) = mv else { break };
            let Ok(child) = variant.rules().apply(&position, &mv) else { break };
            line.push(mv);
            position = child;
        }
        line
    })
}

#[cfg(test)]
mod tests {
    use rules::Setup;

    use super::*;

    /// Returns a line of best play, and who wins after each of its moves.
    fn line(game: &str, most: usize) -> (Vec<Move>, Vec<Option<Outcome>>) {
        let setup: Setup = game.parse().unwrap();
        let (variant, ending) = (setup.variant(), setup.ending());
        let mut solver = Solver::new(variant);
        let budget = &mut Budget::positions(1_000_000);
        let line = best_line(variant, ending, setup.start(), most, &mut solver, budget);
        let mut position = setup.start().clone();
        let after = |mv: &Move| {
            position = variant.rules().apply(&position, mv).unwrap();
            solver.verdict(ending, &position, budget).outcome
        };
        let outcomes = line.iter().map(after).collect();
        (line, outcomes)
    }

    #[test]
    fn the_winner_wins_and_the_loser_resists_to_the_end() {
        let (moves, outcomes) = line("nim 1,2,3", 20);
        // From 1-2-3 the loser can hold out for six moves, and no longer.
        assert_eq!(moves.len(), 6);
        let turns = [Some(Outcome::N), Some(Outcome::P)];
        assert_eq!(outcomes, turns.repeat(3));
        let (moves, outcomes) = line("misere chomp 4,4,3", 5);
        assert_eq!(moves.len(), 5);
        assert_eq!(outcomes[..2], [Some(Outcome::P), Some(Outcome::N)]);
    }

    #[test]
    fn there_is_none_where_nothing_is_known_or_can_be_moved() {
        assert_eq!(line("nim []", 5).0, []);
        assert_eq!(line("game21_nplayer(players=3;step=3;target=21) 0", 5).0, []);
        assert_eq!(line("grundy 9007199254740991", 5).0, []);
    }

    #[test]
    fn a_search_shows_its_line() {
        let setup: Setup = "misere chomp 6,5,5,3".parse().unwrap();
        let mut solver = Solver::new(setup.variant());
        let budget = &mut Budget::positions(1_000_000);
        let (variant, ending) = (setup.variant(), setup.ending());
        let verdict = explained(variant, ending, setup.start(), &mut solver, budget);
        let Facts::Searched { line, .. } = &verdict.why.facts else { panic!("{verdict:?}") };
        assert_eq!(line.len(), SHOWN);
        let first = variant.rules().write_move(&line[0]);
        assert!(verdict.why.sentence.contains(&format!("continues {first} ")), "{verdict:?}");
    }
}
