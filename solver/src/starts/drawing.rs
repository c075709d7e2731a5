//! Starts of three degrees of difficulty, for players who want a start without choosing
//! numbers: drawn from a seed, so that anybody can draw them again.
//!
//! Difficulty is relative to the variant: of several dealt starts, a hard one is the one with
//! the fewest winning moves. In starts that are lost for the first player all moves lose; they
//! differ only in size.

use rules::{Ending, Setup, Variant};

use crate::play::chance::SeededChoices;
use crate::starts::request::{DifficultyBounds, NoStart, StartRequest, share_of_moves};
use crate::{Budget, Outcome, Solver};

/// The number of starts among which the easiest or the hardest is chosen.
const CANDIDATES: usize = 8;

/// The most moves counted of one candidate; below, the work spent on that.
const MOST_COUNTED: usize = 1_000;
const WORK_FOR_ONE: u64 = 20_000;

/// A request to draw a start.
///
/// ```
/// use rules::Ending;
/// use solver::{Budget, StartDifficulty, Drawing, Outcome};
///
/// let variant = "nim".parse()?;
/// let outcome = Some(Outcome::N); // the first player can win
/// let drawing = Drawing { variant, ending: Ending::Normal, outcome, degree: StartDifficulty::Medium };
/// let find = |seed| drawing.find(seed, &mut Budget::positions(1_000_000));
/// assert_eq!(find(7)?, find(7)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// The variant with its parameters.
    pub variant: Variant,
    /// Whether the last move wins or loses.
    pub ending: Ending,
    /// The side that should win it; `None` for either.
    pub outcome: Option<Outcome>,
    /// How hard it is.
    pub degree: StartDifficulty,
}

/// How hard a start is, compared with others of its variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StartDifficulty {
    /// About six to twenty objects; of several starts, the one with the most winning moves.
    Easy,
    /// About ten to twenty-six objects, taken as dealt.
    Medium,
    /// About eighteen to forty-eight objects; of several starts, the one with the fewest
    /// winning moves.
    Hard,
}

impl StartDifficulty {
    /// Returns roughly how many objects. It is a range because otherwise there would be few
    /// starts: Nim has only 71 of three heaps with about twelve objects.
    fn sizes(self) -> std::ops::RangeInclusive<u64> {
        match self {
            StartDifficulty::Easy => 6..=20,
            StartDifficulty::Medium => 10..=26,
            StartDifficulty::Hard => 18..=48,
        }
    }
}

impl Drawing {
    /// The work, in positions, within which a start is found wherever there is one: drawing
    /// with less may find none, or another one.
    pub const WORK: u64 = 400_000;

    /// Finds the start of this seed; it is the same one for the same budget. If the budget's
    /// deadline has passed, the result must not be used.
    ///
    /// # Errors
    /// See [`NoStart`].
    pub fn find(&self, seed: u64, budget: &mut Budget<'_>) -> Result<Setup, NoStart> {
        let mut solver = Solver::new(&self.variant);
        let mut chance = SeededChoices::new(seed);
        let sizes = self.degree.sizes();
        let request = StartRequest {
            variant: self.variant.clone(),
            ending: self.ending,
            size: sizes.start() + chance.below(sizes.end() - sizes.start() + 1),
            outcome: self.outcome,
            difficulty: DifficultyBounds::ANY,
        };
        let first = request.find(chance.below(u64::MAX), &mut solver, budget)?;
        let seats = self.variant.rules().seats();
        if self.degree == StartDifficulty::Medium || seats > 2 {
            return Ok(first);
        }
        let Some(share) = winning_share(&first, &mut solver, budget).filter(|&share| share > 0.0)
        else {
            return Ok(first);
        };
        let mut chosen = (share, first);
        for _ in 1..CANDIDATES {
            let Ok(other) = request.find(chance.below(u64::MAX), &mut solver, budget) else {
                break;
            };
            let share = winning_share(&other, &mut solver, budget).filter(|&share| share > 0.0);
            let Some(share) = share else { continue };
            let better = match self.degree {
                StartDifficulty::Easy => share > chosen.0,
                StartDifficulty::Medium | StartDifficulty::Hard => share < chosen.0,
            };
            if better {
                chosen = (share, other);
            }
        }
        Ok(chosen.1)
    }
}

/// Returns the share of the first player's moves that win; `None` when that is not known.
fn winning_share(start: &Setup, solver: &mut Solver, budget: &mut Budget<'_>) -> Option<f64> {
    let (ending, position) = (start.ending(), start.start());
    let winning = budget.within(WORK_FOR_ONE, |budget| {
        solver.winning_moves(ending, position, budget, MOST_COUNTED)
    });
    share_of_moves(start.variant(), position, winning)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draw(line: &str, degree: StartDifficulty, outcome: Option<Outcome>, seed: u64) -> Setup {
        let setup: Setup = line.parse().unwrap();
        let (variant, ending) = (setup.variant().clone(), setup.ending());
        let drawing = Drawing { variant, ending, outcome, degree };
        drawing.find(seed, &mut Budget::positions(Drawing::WORK)).unwrap()
    }

    fn share(setup: &Setup) -> f64 {
        let mut solver = Solver::new(setup.variant());
        winning_share(setup, &mut solver, &mut Budget::positions(100_000)).unwrap()
    }

    #[test]
    fn a_seed_fixes_the_start_for_ever() {
        let drawn = [StartDifficulty::Easy, StartDifficulty::Medium, StartDifficulty::Hard]
            .map(|degree| draw("nim 1", degree, None, 7).to_string());
        assert_eq!(drawn, ["nim 2,4,1", "nim 6,1,9", "nim 11,4,17"]);
    }

    /// There are too many for anybody to learn the answers by heart.
    #[test]
    fn there_are_thousands_of_starts_of_each_degree() {
        for degree in [StartDifficulty::Easy, StartDifficulty::Medium, StartDifficulty::Hard] {
            let starts: std::collections::HashSet<String> =
                (0..4_000).map(|seed| draw("nim 1", degree, None, seed).to_string()).collect();
            assert!(starts.len() > 1_000, "{degree:?}: {}", starts.len());
        }
    }

    #[test]
    fn hard_starts_have_fewer_winning_moves_than_easy_ones() {
        for line in ["nim 1", "misere nim 1", "octal(0.77) 1", "moore(2) 1"] {
            let mean = |degree| {
                let starts = (0..12).map(|seed| draw(line, degree, Some(Outcome::N), seed));
                starts.map(|start| share(&start)).sum::<f64>() / 12.0
            };
            let (easy, medium, hard) = (
                mean(StartDifficulty::Easy),
                mean(StartDifficulty::Medium),
                mean(StartDifficulty::Hard),
            );
            assert!(easy > medium && medium > hard && hard > 0.0, "{line} {easy} {medium} {hard}");
        }
    }

    #[test]
    fn the_outcome_is_as_wanted() {
        for degree in [StartDifficulty::Easy, StartDifficulty::Medium, StartDifficulty::Hard] {
            for seed in 0..20 {
                assert!(share(&draw("nim 1", degree, Some(Outcome::N), seed)) > 0.0);
                assert_eq!(share(&draw("nim 1", degree, Some(Outcome::P), seed)), 0.0);
            }
        }
    }

    /// Every variant has, in every ending, a start of each degree.
    #[test]
    fn every_variant_is_drawn() {
        for preset in rules::Preset::all() {
            let setup = preset.setup();
            for &ending in setup.variant().rules().endings() {
                for degree in
                    [StartDifficulty::Easy, StartDifficulty::Medium, StartDifficulty::Hard]
                {
                    let variant = setup.variant().clone();
                    let drawing = Drawing { variant, ending, outcome: None, degree };
                    let drawn = drawing.find(1, &mut Budget::positions(Drawing::WORK));
                    assert!(drawn.is_ok(), "{} {ending:?} {degree:?} {drawn:?}", preset.name);
                }
            }
        }
    }
}
