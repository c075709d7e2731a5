//! Reviews a finished or running game: which moves kept the win, which threw it away, and
//! which would have kept it. Only real decisions count: positions with both a winning and a
//! losing move. Whatever is not proven is left out and marked as unknown.

use rules::{Admitted, Game, Move, Refusal, Setup};
use serde::Serialize;

use crate::engine::owned::Owned;
use crate::play::line::{best_line, explained};
use crate::play::stubborn::traps;
use crate::{Budget, Certainty, Extra, Outcome, Solver, Verdict, WinningMoves};

/// The most winning moves listed for one position.
const MOST_WINNING: usize = 100;

/// The number of moves that show what was wrong with a move: the answer, the longest
/// resistance, and the answer to that.
const REFUTATION: usize = 3;

/// The most legal moves of the last position that are valued one by one, and the most that are
/// tried to find one that loses.
const MOST_VALUED: usize = 1_000;

/// The most moves of a lost position whose traps are counted.
const MOST_TRAPS: usize = 64;

/// The bytes that a move takes in an answer for each byte of its own: as itself and as text.
const WRITTEN: usize = 4;

/// The review of a game, ply by ply.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Review {
    /// The start and the position after each move.
    pub plies: Vec<ReviewedPly>,
    /// Each seat's decisions.
    pub seats: Vec<Accuracy>,
    /// The value of each legal move in the last position, if they are few enough to
    /// list.
    pub values: Option<Vec<Valued>>,
}

/// A position of the game and what was made of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReviewedPly {
    /// The position.
    #[cfg_attr(feature = "schema", schemars(with = "rules::Position"))]
    pub position: Admitted,
    /// Who wins it, how surely, and why.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// The moves that win or, with more than two seats, those that certainly survive; `None`
    /// when there are too many or they are not known.
    pub winning_moves: Option<Vec<Move>>,
    /// The move that was made here; none in the last position.
    #[serde(rename = "move")]
    pub mv: Option<Move>,
    /// The effect of the move.
    pub mark: Option<MoveMark>,
    /// After a move that threw the win, how the opponent exploits it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub refutation: Vec<Move>,
}

/// The effect of a move on its player's chances. Proven, except for `Unknown`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum MoveMark {
    /// A winning move where a losing one could have been made.
    Kept,
    /// A losing move where a winning one could have been made.
    Threw,
    /// Every move wins.
    Safe,
    /// Every move loses.
    Lost,
    /// Not decided.
    Unknown,
}

/// The quality of one seat's decisions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Accuracy {
    /// Positions with both a winning and a losing move.
    pub decisions: u32,
    /// Those in which a winning move was made.
    pub kept: u32,
    /// Lost positions in which some moves set more traps than others.
    pub resisted: u32,
    /// The sum, over those positions, of the quality of the moves made, each from 0 to 1: the
    /// share of the replies that throw the win, relative to that of the best move.
    pub resistance: f64,
    /// Positions whose winner is not proven.
    pub unknown: u32,
}

/// A legal move and the outcome of the position it leads to: `P` wins for its player.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Valued {
    /// The move.
    #[serde(rename = "move")]
    pub mv: Move,
    /// Who wins afterwards, from the point of view of the player to move then; `None` where
    /// that is not known or does not apply.
    pub outcome: Option<Outcome>,
    /// The Sprague-Grundy value afterwards, where it is known.
    pub grundy: Option<u64>,
}

/// Reviews a game of these moves, finished or not.
///
/// # Errors
/// When a move is not legal in its position.
///
/// ```
/// use rules::Game;
/// use solver::{Budget, MoveMark, review};
///
/// let game: Game = "nim 3,4,5: C-1 A-3".parse()?;
/// let review = review(game.setup(), game.moves(), &mut Budget::positions(100_000))?;
/// assert_eq!(review.plies[0].mark, Some(MoveMark::Threw));
/// assert_eq!(review.seats[1].kept, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn review(setup: &Setup, moves: &[Move], budget: &mut Budget<'_>) -> Result<Review, Refusal> {
    let mut reviewer = Reviewer { solver: Solver::new(setup.variant()), setup };
    let mut game = Game::new(setup.clone());
    let mut seats = vec![Accuracy::default(); usize::from(game.seats())];
    let mut plies = Vec::with_capacity(moves.len() + 1);
    for mv in moves {
        let (position, seat) = (game.position().clone(), game.to_move());
        game.play(mv.clone())?;
        let reviewed = reviewer.made(position, mv, game.position(), budget);
        let accuracy = &mut seats[usize::from(seat.0)];
        accuracy.count(reviewed.mark);
        if reviewed.mark == Some(MoveMark::Lost) && reviewed.verdict.extra.is_none() {
            accuracy.resist(reviewer.resistance(&reviewed.position, mv, budget));
        }
        plies.push(reviewed);
    }
    let values = reviewer.values(game.position(), budget);
    plies.push(reviewer.ends(game.position(), budget));
    Ok(Review { plies, seats, values })
}

struct Reviewer<'a> {
    solver: Solver,
    setup: &'a Setup,
}

impl Reviewer<'_> {
    /// Returns a position without a move.
    fn value_position(&mut self, position: Admitted, budget: &mut Budget<'_>) -> ReviewedPly {
        let ending = self.setup.ending();
        let verdict = self.solver.verdict(ending, &position, budget);
        let winning_moves = match &verdict.extra {
            Some(Extra::Survival(survival)) => Some(survival.safe_moves.clone()),
            _ => match self.solver.winning_moves(ending, &position, budget, MOST_WINNING) {
                WinningMoves::All(moves) => afford(moves, budget),
                WinningMoves::TooMany | WinningMoves::Unknown => None,
            },
        };
        ReviewedPly {
            position,
            verdict,
            winning_moves,
            mv: None,
            mark: None,
            refutation: Vec::new(),
        }
    }

    /// Returns the last position, with everything that can be said about it.
    fn ends(&mut self, position: &Admitted, budget: &mut Budget<'_>) -> ReviewedPly {
        let (variant, ending) = (self.setup.variant(), self.setup.ending());
        let mut reviewed = self.value_position(position.clone(), budget);
        reviewed.verdict = explained(variant, ending, position, &mut self.solver, budget);
        reviewed
    }

    /// Returns a position and the move that was made in it.
    fn made(
        &mut self,
        position: Admitted,
        mv: &Move,
        after: &Admitted,
        budget: &mut Budget<'_>,
    ) -> ReviewedPly {
        let mut reviewed = self.value_position(position, budget);
        reviewed.mv = Some(mv.clone());
        let mark = self.mark(&reviewed, mv, after, budget);
        reviewed.mark = Some(mark);
        if mark == MoveMark::Threw {
            let (variant, ending) = (self.setup.variant(), self.setup.ending());
            reviewed.refutation =
                best_line(variant, ending, after, REFUTATION, &mut self.solver, budget);
        }
        reviewed
    }

    fn mark(
        &mut self,
        before: &ReviewedPly,
        mv: &Move,
        after: &Admitted,
        budget: &mut Budget<'_>,
    ) -> MoveMark {
        let (could_win, won) = match &before.verdict.extra {
            Some(Extra::Survival(survival)) => {
                (survival.mover_survives, survival.safe_moves.contains(mv))
            }
            _ => match (proven(&before.verdict), self.outcome(after, budget)) {
                (Some(Outcome::P), _) => (false, false),
                (Some(Outcome::N), Some(outcome)) => (true, outcome == Outcome::P),
                _ => return MoveMark::Unknown,
            },
        };
        match (could_win, won) {
            (false, _) => MoveMark::Lost,
            (true, false) => MoveMark::Threw,
            (true, true) if self.could_lose(before, budget) => MoveMark::Kept,
            (true, true) => MoveMark::Safe,
        }
    }

    /// Returns whether a move that does not win could have been made.
    fn could_lose(&mut self, before: &ReviewedPly, budget: &mut Budget<'_>) -> bool {
        let rules = self.setup.variant().rules();
        match &before.winning_moves {
            Some(winning) => rules.moves(&before.position).nth(winning.len()).is_some(),
            None => {
                let tried = rules.moves(&before.position).take(MOST_VALUED);
                let children = tried.filter_map(|mv| rules.apply(&before.position, &mv).ok());
                let children: Vec<Admitted> = children.collect();
                children.iter().any(|child| self.outcome(child, budget) == Some(Outcome::N))
            }
        }
    }

    /// Returns the share of replies to a move in a lost position that throw the win, relative
    /// to the best of the moves considered; `None` if no move sets a trap, or all set equally
    /// many.
    fn resistance(&mut self, lost: &Admitted, made: &Move, budget: &mut Budget<'_>) -> Option<f64> {
        let (variant, ending) = (self.setup.variant(), self.setup.ending());
        let mut set = |mv: &Move| traps(variant, ending, lost, mv, &mut self.solver, budget);
        let mine = set(made);
        let moves = variant.rules().moves(lost).take(MOST_TRAPS);
        let (least, most) =
            moves.map(|mv| set(&mv)).fold((mine, mine), |(a, b), set| (a.min(set), b.max(set)));
        (least < most).then(|| mine as f64 / most as f64)
    }

    fn outcome(&mut self, position: &Admitted, budget: &mut Budget<'_>) -> Option<Outcome> {
        proven(&self.solver.verdict(self.setup.ending(), position, budget))
    }

    fn values(&mut self, position: &Admitted, budget: &mut Budget<'_>) -> Option<Vec<Valued>> {
        let rules = self.setup.variant().rules();
        let moves: Vec<Move> = rules.moves(position).take(MOST_VALUED + 1).collect();
        if moves.len() > MOST_VALUED {
            return None;
        }
        let moves = afford(moves, budget)?;
        let value = |mv: Move| {
            let child = rules.apply(position, &mv).ok()?;
            let verdict = self.solver.verdict(self.setup.ending(), &child, budget);
            Some(Valued { mv, outcome: proven(&verdict), grundy: verdict.grundy })
        };
        moves.into_iter().map(value).collect()
    }
}

/// Returns the moves, if there is room for them in the answer: a hundred moves of a thousand
/// numbers each, for each of a thousand positions, would be gigabytes.
fn afford(moves: Vec<Move>, budget: &mut Budget<'_>) -> Option<Vec<Move>> {
    let bytes: usize = moves.iter().map(|mv| size_of::<Move>() + mv.owned()).sum();
    budget.hold((WRITTEN * bytes) as u64).ok().map(|()| moves)
}

fn proven(verdict: &Verdict) -> Option<Outcome> {
    match verdict.certainty {
        Certainty::Proven(_) | Certainty::Nonconstructive => verdict.outcome,
        Certainty::Convention | Certainty::Heuristic | Certainty::Unknown => None,
    }
}

impl Accuracy {
    fn count(&mut self, mark: Option<MoveMark>) {
        let (decided, kept) = match mark {
            Some(MoveMark::Kept) => (1, 1),
            Some(MoveMark::Threw) => (1, 0),
            Some(MoveMark::Safe | MoveMark::Lost | MoveMark::Unknown) | None => (0, 0),
        };
        self.decisions += decided;
        self.kept += kept;
        self.unknown += u32::from(mark == Some(MoveMark::Unknown));
    }

    fn resist(&mut self, resistance: Option<f64>) {
        self.resisted += u32::from(resistance.is_some());
        self.resistance += resistance.unwrap_or(0.0);
    }
}

#[cfg(test)]
mod tests;
