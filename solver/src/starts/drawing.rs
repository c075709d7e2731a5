//! Starts of three degrees of difficulty, for players who want a start without choosing
//! numbers: drawn from a seed, so that anybody can draw them again.
//!
//! Difficulty is relative to the variant: of several dealt starts, a hard one is the one with
//! the fewest winning moves. In starts that are lost for the first player all moves lose; they
//! differ only in size. Who knows better what they want says how many moves win, and how long
//! the game lasts: then starts are dealt until one is exactly so.

use rules::{Admitted, Ending, Setup, Variant};

use crate::play::chance::SeededChoices;
use crate::play::lengths::Lengths;
use crate::starts::request::{DifficultyBounds, NoStart, StartRequest, is_trivial, share_of_moves};
use crate::{Budget, Outcome, Solver, WinningMoves};

/// The number of starts among which the easiest or the hardest is chosen.
const CANDIDATES: usize = 8;

/// The most moves counted of one candidate; below, the work spent on that.
const MOST_COUNTED: usize = 1_000;
const WORK_FOR_ONE: u64 = 20_000;

/// The most starts that are dealt for one that is exactly as wanted: of those of the larger
/// sizes, one in some hundred has both a given number of winning moves and a given length.
const MOST_DEALT: usize = 1_000;

/// A request to draw a start.
///
/// ```
/// use rules::Ending;
/// use solver::{Budget, StartDifficulty, Drawing, Outcome};
///
/// let variant = "nim".parse()?;
/// let outcome = Some(Outcome::N); // the first player can win
/// let drawing = Drawing::new(variant, Ending::Normal, StartDifficulty::Medium);
/// let drawing = Drawing { outcome, winning_moves: Some(1), ..drawing };
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
    /// How hard it is; of a start with an exact number of winning moves or length, only its size.
    pub degree: StartDifficulty,
    /// How many of the first player's moves win; `None` for any number.
    pub winning_moves: Option<u32>,
    /// How many moves the game lasts when the winner hurries and the loser resists; `None` for
    /// any number.
    pub length: Option<u32>,
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

    /// Any start of this degree.
    pub fn new(variant: Variant, ending: Ending, degree: StartDifficulty) -> Drawing {
        Drawing { variant, ending, outcome: None, degree, winning_moves: None, length: None }
    }

    /// Finds the start of this seed; it is the same one for the same budget. If the budget's
    /// deadline has passed, the result must not be used.
    ///
    /// # Errors
    /// See [`NoStart`].
    pub fn find(&self, seed: u64, budget: &mut Budget<'_>) -> Result<Setup, NoStart> {
        let mut solver = Solver::new(&self.variant);
        let mut chance = SeededChoices::new(seed);
        if self.winning_moves.is_some() || self.length.is_some() {
            return self.find_exactly(&mut chance, &mut solver, budget);
        }
        let request = self.request(self.size(&mut chance));
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

    /// A size that the degree allows.
    fn size(&self, chance: &mut SeededChoices) -> u64 {
        let sizes = self.degree.sizes();
        sizes.start() + chance.below(sizes.end() - sizes.start() + 1)
    }

    /// A start of this size.
    fn request(&self, size: u64) -> StartRequest {
        let having_moves = |moves| if moves == 0 { Outcome::P } else { Outcome::N };
        StartRequest {
            variant: self.variant.clone(),
            ending: self.ending,
            size,
            outcome: self.outcome.or(self.winning_moves.map(having_moves)),
            difficulty: DifficultyBounds::ANY,
        }
    }

    /// Finds a start with exactly the wanted number of winning moves and length.
    fn find_exactly(
        &self,
        chance: &mut SeededChoices,
        solver: &mut Solver,
        budget: &mut Budget<'_>,
    ) -> Result<Setup, NoStart> {
        let mut request = self.request(0);
        request.ensure_possible(true)?;
        let mut lengths = Lengths::default();
        for _ in 0..MOST_DEALT {
            request.size = self.size(chance);
            let found = budget.within(WORK_FOR_ONE, |budget| {
                request
                    .deal(chance, solver, budget)
                    .filter(|start| self.is_met_by(start, solver, &mut lengths, budget))
            });
            if let Some(start) = found {
                return Setup::new(self.variant.clone(), self.ending, start.into())
                    .map_err(NoStart::Refused);
            }
        }
        Err(NoStart::NotFound { tried: MOST_DEALT })
    }

    /// Whether this start is proven to be exactly as wanted.
    fn is_met_by(
        &self,
        start: &Admitted,
        solver: &mut Solver,
        lengths: &mut Lengths,
        budget: &mut Budget<'_>,
    ) -> bool {
        let mut wins = |outcome| solver.outcome(self.ending, start, budget) == Ok(outcome);
        if is_trivial(&self.variant, start) || !self.outcome.is_none_or(&mut wins) {
            return false;
        }
        let mut winning = |wanted| {
            let winning = solver.winning_moves(self.ending, start, budget, MOST_COUNTED);
            matches!(winning, WinningMoves::All(all) if all.len() as u64 == u64::from(wanted))
        };
        if !self.winning_moves.is_none_or(&mut winning) {
            return false;
        }
        // Last, for it takes the most work.
        let mut lasts =
            |wanted| lengths.measure(&self.variant, self.ending, start, budget) == Ok(wanted);
        self.length.is_none_or(&mut lasts)
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
        let drawing = Drawing { outcome, ..Drawing::new(variant, ending, degree) };
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

    /// Counted and measured by trying every move, without any theory.
    #[test]
    fn a_start_has_exactly_the_wanted_winning_moves_and_length() {
        let mut found = 0;
        let wanted = [(Some(1), Some(7)), (Some(3), None), (None, Some(5)), (Some(0), Some(6))];
        for line in ["nim 1", "misere nim 1", "subtraction(1,2,3) 1", "octal(0.77) 1"] {
            let setup: Setup = line.parse().unwrap();
            for (winning_moves, length) in wanted {
                let drawing = Drawing {
                    winning_moves,
                    length,
                    ..Drawing::new(setup.variant().clone(), setup.ending(), StartDifficulty::Easy)
                };
                let find = |seed| drawing.find(seed, &mut Budget::positions(Drawing::WORK));
                let Ok(start) = find(3) else { continue };
                found += 1;
                let (moves, lasts) = by_trying(start.variant(), start.ending(), start.start());
                assert!(winning_moves.is_none_or(|wanted| wanted == moves), "{start}: {moves}");
                assert!(length.is_none_or(|wanted| wanted == lasts), "{start}: {lasts}");
                assert_eq!(find(3), Ok(start), "a seed fixes it");
            }
        }
        assert_eq!(found, 13);
    }

    #[test]
    fn exact_wishes_are_met_where_the_game_has_such_starts() {
        let met = |line, winning_moves, length, degree| {
            let setup: Setup = str::parse(line).unwrap();
            let drawing = Drawing {
                winning_moves,
                length,
                ..Drawing::new(setup.variant().clone(), setup.ending(), degree)
            };
            let met =
                |seed: &u64| drawing.find(*seed, &mut Budget::positions(Drawing::WORK)).is_ok();
            (0..12).filter(met).count()
        };
        use StartDifficulty::{Easy, Hard, Medium};
        for degree in [Easy, Medium, Hard] {
            assert_eq!(met("nim 1", Some(1), None, degree), 12, "{degree:?}");
            assert_eq!(met("nim 1", Some(3), None, degree), 12, "{degree:?}");
            assert_eq!(met("nim 1", Some(0), None, degree), 12, "{degree:?}");
        }
        // Whoever wins makes the last move, so the length is odd.
        for length in [7, 11, 13, 15, 17, 19, 21] {
            assert_eq!(met("nim 1", Some(1), Some(length), Medium), 12, "{length}");
        }
        assert_eq!(met("nim 1", Some(1), Some(8), Medium), 0);
        assert_eq!(met("nim 1", Some(0), Some(1), Easy), 0);
    }

    /// How many moves win, and how many the game lasts when the winner hurries and the loser
    /// resists.
    fn by_trying(variant: &Variant, ending: Ending, position: &Admitted) -> (u32, u32) {
        let mut known = std::collections::HashMap::new();
        let rules = variant.rules();
        let (mut winning, mut fastest, mut slowest) = (0, u32::MAX, 0);
        for mv in rules.moves(position) {
            let below = rules.apply(position, &mv).unwrap();
            let (loses, lasts) = tried(variant, ending, &below, &mut known);
            if loses {
                (winning, fastest) = (winning + 1, fastest.min(lasts + 1));
            } else {
                slowest = slowest.max(lasts + 1);
            }
        }
        (winning, if winning > 0 { fastest } else { slowest })
    }

    /// Whether whoever is to move loses, and after how many moves.
    fn tried(
        variant: &Variant,
        ending: Ending,
        position: &Admitted,
        known: &mut std::collections::HashMap<Admitted, (bool, u32)>,
    ) -> (bool, u32) {
        if let Some(&found) = known.get(position) {
            return found;
        }
        let rules = variant.rules();
        let below: Vec<(bool, u32)> = rules
            .moves(position)
            .map(|mv| tried(variant, ending, &rules.apply(position, &mv).unwrap(), known))
            .collect();
        let wins = below.iter().filter(|(loses, _)| *loses).map(|(_, lasts)| lasts + 1).min();
        let found = match wins {
            Some(lasts) => (false, lasts),
            None if below.is_empty() => (ending == Ending::Normal, 0),
            None => (true, below.iter().map(|(_, lasts)| lasts + 1).max().unwrap_or(0)),
        };
        known.insert(position.clone(), found);
        found
    }

    /// Every variant has, in every ending, a start of each degree, and it is the same for ever.
    #[test]
    fn every_variant_is_drawn() {
        const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/integration/drawn.txt");
        let mut all = String::new();
        for preset in rules::Preset::all() {
            let setup = preset.setup();
            for &ending in setup.variant().rules().endings() {
                for degree in
                    [StartDifficulty::Easy, StartDifficulty::Medium, StartDifficulty::Hard]
                {
                    let variant = setup.variant().clone();
                    let drawing = Drawing::new(variant, ending, degree);
                    let drawn = drawing.find(1, &mut Budget::positions(Drawing::WORK));
                    assert!(drawn.is_ok(), "{} {ending:?} {degree:?} {drawn:?}", preset.name);
                    let line = format!("{degree:?}: {}\n", drawn.unwrap());
                    // Many presets are of one variant.
                    if !all.contains(&line) {
                        all += &line;
                    }
                }
            }
        }
        pinned::assert_pinned(FILE, &all);
    }
}
