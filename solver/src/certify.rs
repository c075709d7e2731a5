//! Makes certificates: the lost positions that a winner needs from one start, or a symmetry or a
//! table of values where these are many. The `rules` crate checks the proof.

use std::collections::HashSet;
use std::fmt;

use rules::{
    Admitted, Certificate, Claim, Ending, Grounds, HeapTable, MAX_LOST, Position, Repeats, Setup,
    Unproved, Variant,
};

use crate::heaps::heap_moves::HeapMoves;
use crate::heaps::heap_values::HeapValues;
use crate::research::moves_of;
use crate::{Budget, Exhausted, Facts, Outcome, Solver};

/// A list of so few positions is written even where a symmetry or values would do; below, the share
/// of the budget, as a divisor, that looking for it may cost.
const FEW: usize = 200;
const SHARE_OF_FEW: u64 = 4;

/// How often a lost position is in memory: in the list, among those that are known, when the
/// certificate is checked, and as text.
const HELD: usize = 4;

/// The largest table of values that is written: its check takes seconds.
const MOST_VALUES: u64 = 2_000;

/// The reason why there is no certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoCertificate {
    /// The game has more than two players.
    ManyPlayers,
    /// The winner is not decided within the budget, here or after some move.
    Undecided,
    /// It would have more positions than are allowed, [`MAX_LOST`] at most, or it takes more moves
    /// than the budget or its check allows.
    TooLarge,
}

/// Returns the certificate of who wins from the start, with at most `most` lost positions. The
/// solver must be one for the setup's variant; a closed form works as well as a search, because the
/// checker sees only its moves.
///
/// # Errors
/// See [`NoCertificate`].
///
/// ```
/// use rules::Setup;
/// use solver::{Budget, Solver, certify};
///
/// let setup: Setup = "misere nim 3,4,5".parse()?;
/// let proof = certify(&setup, &mut Solver::new(setup.variant()), &mut Budget::positions(100_000), 1_000)?;
/// proof.check()?; // by the rules alone
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn certify(
    setup: &Setup,
    solver: &mut Solver,
    budget: &mut Budget<'_>,
    most: usize,
) -> Result<Certificate, NoCertificate> {
    if setup.variant().rules().seats() > 2 {
        return Err(NoCertificate::ManyPlayers);
    }
    let few = budget.within(budget.left() / SHARE_OF_FEW, |budget| {
        listed(setup, solver, budget, most.min(FEW))
    });
    match few {
        Err(NoCertificate::TooLarge | NoCertificate::Undecided) => {}
        few => return few,
    }
    let short = by_symmetry(setup, solver, budget).or_else(|| by_values(setup, budget));
    match short.filter(|short| short.check().is_ok()) {
        Some(short) => Ok(short),
        None => listed(setup, solver, budget, most.min(MAX_LOST)),
    }
}

/// Returns the certificate that lists lost positions, `most` at most.
fn listed(
    setup: &Setup,
    solver: &mut Solver,
    budget: &mut Budget<'_>,
    most: usize,
) -> Result<Certificate, NoCertificate> {
    let mut winner = Winner { setup, solver, budget };
    let (claim, first) = match winner.outcome(setup.start())? {
        Outcome::N => (Claim::MoverWins, winner.reply(setup.start())?),
        Outcome::P => (Claim::MoverLoses, Some(setup.start().clone())),
    };
    let rules = setup.variant().rules();
    let mut lost: Vec<Admitted> = first.into_iter().collect();
    let mut known: HashSet<Admitted> = lost.iter().cloned().collect();
    let mut next = 0;
    while next < lost.len() {
        let position = lost[next].clone();
        // One reply at a time: there may be more moves than memory for their replies.
        for mv in rules.moves(&position) {
            winner.budget.spend().map_err(|_| NoCertificate::TooLarge)?;
            let Ok(child) = rules.apply(&position, &mv) else { continue };
            let Some(reply) = winner.reply(&child)?.filter(|reply| !known.contains(reply)) else {
                continue;
            };
            let bytes =
                serde_json::to_string(&reply).map_or(0, |json| json.len()) + size_of::<Admitted>();
            winner.budget.hold((HELD * bytes) as u64).map_err(|_| NoCertificate::TooLarge)?;
            known.insert(reply.clone());
            lost.push(reply);
            if lost.len() > most {
                return Err(NoCertificate::TooLarge);
            }
        }
        next += 1;
    }
    let lost = lost.into_iter().map(Position::from).collect();
    let certificate = Certificate { setup: setup.clone(), claim, grounds: Grounds::Lost(lost) };
    // A certificate that takes longer to check than its readers allow is refused. A
    // flawed one is returned: finding flaws is the checker's task.
    match certificate.check() {
        Err(Unproved::TooLarge) => Err(NoCertificate::TooLarge),
        _ => Ok(certificate),
    }
}

/// Returns the certificate that names opposite places, where a theorem has found them.
fn by_symmetry(setup: &Setup, solver: &mut Solver, budget: &mut Budget<'_>) -> Option<Certificate> {
    let verdict = solver.verdict(setup.ending(), setup.start(), budget);
    let Facts::Mirror { partners, .. } = verdict.why.facts else { return None };
    let pair = |[one, other]: [Vec<u64>; 2]| match (&one[..], &other[..]) {
        (&[one], &[other]) => Some([one, other]),
        _ => None,
    };
    let pairs = partners.into_iter().map(pair).collect::<Option<Vec<_>>>()?;
    let claim = match verdict.outcome? {
        Outcome::N => Claim::MoverWins,
        Outcome::P => Claim::MoverLoses,
    };
    Some(Certificate { setup: setup.clone(), claim, grounds: Grounds::Mirror(pairs) })
}

/// Returns the certificate that gives the values of heaps, where a table reaches them or repeats.
fn by_values(setup: &Setup, budget: &mut Budget<'_>) -> Option<Certificate> {
    let Position::Heaps(start) = &**setup.start() else { return None };
    let largest = *start.heaps.iter().max()?;
    let reached = largest.min(MOST_VALUES);
    let mut values = HeapValues::new(moves_up_to(setup.variant(), reached)?);
    values.reach(reached, budget).ok()?;
    let repeats = if largest > reached { values.period() } else { None };
    let last = repeats.map_or(reached, |period| {
        (2 * (period.start + period.length) + values.moves().most_taken()) as u64
    });
    let table = HeapTable {
        values: (0..=last).map(|heap| values.get(heap)).collect::<Option<_>>()?,
        repeats: repeats
            .map(|period| Repeats { from: period.start as u64, every: period.length as u64 }),
    };
    let sum = start.heaps.iter().try_fold(0, |sum, &heap| Some(sum ^ table.get(heap)?))?;
    let claim = if sum == 0 { Claim::MoverLoses } else { Claim::MoverWins };
    Some(Certificate { setup: setup.clone(), claim, grounds: Grounds::Heaps(table) })
}

/// Returns the moves of heaps of at most this size, where no move changes two of them.
fn moves_up_to(variant: &Variant, largest: u64) -> Option<HeapMoves> {
    // Taking may leave no heap or one.
    let taking = |may_take: &dyn Fn(u64) -> bool| -> Vec<u8> {
        let digits = (1..=largest).map(|take| if may_take(take) { 3 } else { 0 });
        std::iter::once(0).chain(digits).collect()
    };
    match variant {
        Variant::Nim(_) => Some(HeapMoves::octal(taking(&|_| true))),
        Variant::Lasker(_) => {
            let mut digits = taking(&|_| true);
            digits[0] = 4;
            Some(HeapMoves::octal(digits))
        }
        Variant::Subtraction(rules) => {
            let mut digits = taking(&|take| rules.take().contains(&take));
            // A period is proven by what a move takes at most.
            digits.truncate(1 + digits.iter().rposition(|&digit| digit > 0).unwrap_or(0));
            Some(HeapMoves::octal(digits))
        }
        _ => moves_of(variant),
    }
}

/// The winning side, and what it needs to choose moves.
struct Winner<'w, 'b> {
    setup: &'w Setup,
    solver: &'w mut Solver,
    budget: &'w mut Budget<'b>,
}

impl Winner<'_, '_> {
    fn outcome(&mut self, position: &Admitted) -> Result<Outcome, NoCertificate> {
        let outcome = self.solver.outcome(self.setup.ending(), position, self.budget);
        outcome.map_err(|Exhausted| NoCertificate::Undecided)
    }

    /// Returns the lost position to which the winner moves; `None` when misère play has been
    /// won without another move.
    fn reply(&mut self, won: &Admitted) -> Result<Option<Admitted>, NoCertificate> {
        let rules = self.setup.variant().rules();
        if self.setup.ending() == Ending::Misere && rules.moves(won).next().is_none() {
            return Ok(None);
        }
        let mv = self.solver.winning_move(self.setup.ending(), won, self.budget);
        let child = mv.and_then(|mv| rules.apply(won, &mv).ok());
        child.map(Some).ok_or(NoCertificate::Undecided)
    }
}

impl fmt::Display for NoCertificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoCertificate::ManyPlayers => "a certificate is for two players",
            NoCertificate::Undecided => "the winner is not decided",
            NoCertificate::TooLarge => {
                "the certificate would be too large, or take too long to find"
            }
        })
    }
}

impl std::error::Error for NoCertificate {}

#[cfg(test)]
mod tests {
    use super::*;

    fn certificate(line: &str) -> Result<Certificate, NoCertificate> {
        let setup: Setup = line.parse().unwrap();
        let mut solver = Solver::new(setup.variant());
        certify(&setup, &mut solver, &mut Budget::positions(200_000), 10_000)
    }

    #[test]
    fn verdicts_are_proved_by_certificates() {
        let mut proved = 0;
        for preset in rules::Preset::all() {
            match certificate(preset.game) {
                Ok(certificate) => {
                    assert_eq!(certificate.check(), Ok(()), "{}", preset.name);
                    proved += 1;
                }
                Err(NoCertificate::ManyPlayers) => {
                    assert!(preset.setup().variant().rules().seats() > 2);
                }
                // Some are too large for a test.
                Err(NoCertificate::Undecided | NoCertificate::TooLarge) => {}
            }
        }
        assert!(proved > rules::Preset::all().count() / 2, "{proved}");
    }

    #[test]
    fn both_endings_and_their_ends() {
        for (line, lost) in [
            ("nim []", 1),
            ("misere nim []", 0),
            ("nim 1", 1),
            ("misere nim 1", 1),
            ("nim 2,2", 3),
            ("misere nim 1,1,1", 3),
        ] {
            let certificate = certificate(line).unwrap();
            assert_eq!(certificate.check(), Ok(()), "{line}");
            assert!(certificate.listed() >= lost, "{line} {certificate:?}");
        }
    }

    /// Where lost positions would be too many, a few pairs or values prove the same.
    #[test]
    fn symmetry_and_periods_make_short_certificates() {
        for (line, items) in [
            (format!("ndim(12,12) {}", "1".repeat(144)), 72),
            (format!("ndim(9,11) {}", "1".repeat(99)), 49),
            (format!("cram(10,10) {}", "1".repeat(100)), 50),
            ("octal(0.77) 9007199254740991,1000,999".to_owned(), 169),
            ("octal(0.137) 9007199254740991,70".to_owned(), 176),
            ("subtraction(2,5) 9007199254740991,1000".to_owned(), 20),
            ("grundy 100,90,80".to_owned(), 101),
            ("lasker 100,98,40".to_owned(), 101),
            ("nim 31,63,32,20".to_owned(), 64),
        ] {
            let certificate = certificate(&line).unwrap();
            assert_eq!(certificate.check(), Ok(()), "{line}");
            assert_eq!(certificate.listed(), items, "{line}");
        }
    }

    /// Up to the largest table that is written, every value is there, and nothing need repeat.
    #[test]
    fn a_table_reaches_the_largest_heap_or_repeats() {
        for (code, heap, values, repeats) in [
            ("0.77", 300, 301, None),
            ("0.77", MOST_VALUES, MOST_VALUES + 1, None),
            ("0.77", MOST_VALUES + 1, 2 * (71 + 12) + 2 + 1, Some((71, 12))),
            ("0.07", MOST_VALUES + 1, 2 * (53 + 34) + 2 + 1, Some((53, 34))),
        ] {
            let setup: Setup = format!("octal({code}) {heap}").parse().unwrap();
            let found = by_values(&setup, &mut Budget::positions(1_000_000)).unwrap();
            let Grounds::Heaps(table) = &found.grounds else { panic!("{found:?}") };
            assert_eq!(table.values.len() as u64, values, "{setup}");
            let found = table.repeats.as_ref().map(|repeats| (repeats.from, repeats.every));
            assert_eq!(found, repeats, "{setup}");
        }
        // Without a period a table ends.
        let setup: Setup = format!("octal(0.777) {}", MOST_VALUES + 1).parse().unwrap();
        assert_eq!(by_values(&setup, &mut Budget::positions(1_000_000)), None);
    }

    /// A list of the wanted length is written; with one position fewer there is no such list.
    #[test]
    fn a_list_is_as_long_as_is_allowed() {
        let setup: Setup = "nim 2,3".parse().unwrap();
        let listed = |most| {
            let mut solver = Solver::new(setup.variant());
            listed(&setup, &mut solver, &mut Budget::positions(10_000), most)
        };
        // 2,2 and 1,1 and nothing left are lost, whichever of the two heaps was the larger.
        let certificate = listed(3).unwrap();
        assert_eq!((certificate.listed(), certificate.check()), (3, Ok(())));
        assert_eq!(listed(2), Err(NoCertificate::TooLarge));
    }

    /// The moves that are written for a table are those of the rules.
    #[test]
    fn the_moves_of_heaps_are_those_of_the_rules() {
        for line in ["nim 9", "lasker 9", "subtraction(2,5) 9", "octal(0.137) 9", "grundy 9"] {
            let setup: Setup = line.parse().unwrap();
            let moves = moves_up_to(setup.variant(), 9).unwrap();
            let rules = setup.variant().rules();
            let heaps = |position: &Admitted| match &**position {
                Position::Heaps(heaps) => {
                    let mut heaps = heaps.heaps.clone();
                    heaps.retain(|&heap| heap > 0);
                    heaps.sort_unstable();
                    heaps
                }
                other => panic!("{other:?}"),
            };
            for heap in 0..=9 {
                let start = rules.admit(Position::Heaps(vec![heap].into()));
                let Ok(start) = start else { continue };
                let mut wanted: Vec<Vec<u64>> = rules
                    .moves(&start)
                    .map(|mv| heaps(&rules.apply(&start, &mv).unwrap()))
                    .collect();
                let both = |(a, b): (u64, u64)| [a, b].into_iter().filter(|&heap| heap > 0);
                let mut found: Vec<Vec<u64>> =
                    moves.options(heap).map(|two| both(two).collect()).collect();
                for all in [&mut wanted, &mut found] {
                    all.sort_unstable();
                    all.dedup();
                }
                assert_eq!(found, wanted, "{line} {heap}");
            }
        }
        let none: Setup = "moore(2) 3,4".parse().unwrap();
        assert!(moves_up_to(none.variant(), 9).is_none());
    }

    #[test]
    fn the_reason_for_no_certificate_is_told() {
        let words = [NoCertificate::ManyPlayers, NoCertificate::Undecided, NoCertificate::TooLarge]
            .map(|reason| reason.to_string());
        for (words, wanted) in words.iter().zip(["two players", "not decided", "too large"]) {
            assert!(words.contains(wanted), "{words}");
        }
    }

    #[test]
    fn positions_too_large_to_certify_are_refused() {
        assert_eq!(
            certificate("nim 9007199254740990,9007199254740991"),
            Err(NoCertificate::TooLarge)
        );
    }
}
