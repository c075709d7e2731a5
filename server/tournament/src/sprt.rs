//! Whether one entrant is stronger than another: a sequential test over pairs.

use protocol::{Decision, Sprt};

use super::strength::PairCounts;

/// Errors of either kind that a sequential test puts up with.
const ERRORS: f64 = 0.05;

/// Pairs before the test may speak: the normal approximation that it rests on is
/// nothing for fewer.
const FEWEST: u32 = 10;

impl PairCounts {
    /// The logarithm of how much likelier `elo1` makes these pairs than `elo0`,
    /// in the normal approximation (Van den Bergh 2017, "A practical introduction
    /// to the GSPRT"). A shared pair more of each kind keeps the variance from
    /// vanishing.
    pub fn log_likelihood_ratio(&self, sprt: Sprt) -> f64 {
        let smoothed =
            PairCounts { lost: self.lost + 1, shared: self.shared + 1, won: self.won + 1 };
        let (_, variance) = smoothed.moments();
        let (mean, _) = self.moments();
        let (s0, s1) = (expected(sprt.elo0.into()), expected(sprt.elo1.into()));
        f64::from(self.pairs()) * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance)
    }

    /// What the test says, once it says anything (Wald 1945).
    pub fn decision(&self, sprt: Sprt) -> Option<Decision> {
        let bound = bound();
        let ratio = self.log_likelihood_ratio(sprt);
        match ratio {
            _ if self.pairs() < FEWEST => None,
            _ if ratio >= bound => Some(Decision::Passed),
            _ if ratio <= -bound => Some(Decision::Failed),
            _ => None,
        }
    }
}

/// The ratio at which the test has made up its mind.
pub(super) fn bound() -> f64 {
    ((1.0 - ERRORS) / ERRORS).ln()
}

/// The score that this difference in Elo makes expected (Elo 1978).
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(lost: u32, shared: u32, won: u32) -> PairCounts {
        PairCounts { lost, shared, won }
    }

    #[test]
    fn the_test_ends_a_clear_match_and_not_an_open_one() {
        let sprt = Sprt { elo0: 0, elo1: 50 };
        assert_eq!(counts(0, 0, 9).decision(sprt), None);
        assert_eq!(counts(5, 60, 60).decision(sprt), Some(Decision::Passed));
        assert_eq!(counts(60, 60, 5).decision(sprt), Some(Decision::Failed));
        assert_eq!(counts(4, 10, 5).decision(sprt), None);
    }

    /// The share of wrong decisions is what it is said to be.
    #[test]
    fn the_test_errs_as_seldom_as_it_says() {
        let sprt = Sprt { elo0: 0, elo1: 100 };
        let mut chance = super::super::seed::Seed::new([5; 32]).chance("sprt");
        let (mut wrong, mut undecided) = (0, 0);
        for _ in 0..500 {
            let mut pairs = PairCounts::default();
            let decision = loop {
                // Equal players: a quarter each way, half shared.
                match chance.below(4) {
                    0 => pairs.lost += 1,
                    1 => pairs.won += 1,
                    _ => pairs.shared += 1,
                }
                if let Some(decision) = pairs.decision(sprt) {
                    break Some(decision);
                }
                if pairs.pairs() > 2_000 {
                    break None;
                }
            };
            wrong += u32::from(decision == Some(Decision::Passed));
            undecided += u32::from(decision.is_none());
        }
        assert!(wrong <= 40 && undecided == 0, "{wrong} wrong, {undecided} undecided");
    }
}
