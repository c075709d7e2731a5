//! Whether one entrant is stronger than another, from pairs. The two games of a
//! pair share their start and are not independent, so it is pairs that are
//! counted, and their spread that gives the error: the trinomial form of what
//! chess engine testers call pentanomial statistics. How much stronger is for who
//! reads the export to say.

use protocol::Sprt;
use serde::{Deserialize, Serialize};

/// Pairs lost, shared and won by one entrant against another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairCounts {
    /// 0-2, or less than the opponent.
    pub lost: u32,
    /// As many games won as lost.
    pub shared: u32,
    /// 2-0, or more than the opponent.
    pub won: u32,
}

/// What a sequential test has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// The first entrant is stronger by `elo1` or more.
    Passed,
    /// Stronger by `elo0` at most.
    Failed,
}

/// Errors of either kind that a sequential test puts up with.
const ERRORS: f64 = 0.05;

/// Pairs before the test may speak: the normal approximation that it rests on is
/// nothing for fewer.
const FEWEST: u32 = 10;

impl PairCounts {
    /// Counts one more pair by its half points for and against.
    pub fn add(&mut self, [own, other]: [u32; 2]) {
        match own.cmp(&other) {
            std::cmp::Ordering::Less => self.lost += 1,
            std::cmp::Ordering::Equal => self.shared += 1,
            std::cmp::Ordering::Greater => self.won += 1,
        }
    }

    /// All pairs.
    pub fn pairs(&self) -> u32 {
        self.lost + self.shared + self.won
    }

    /// The mean of a pair, from 0 to 1, and the variance of one pair.
    fn moments(&self) -> (f64, f64) {
        let n = f64::from(self.pairs()).max(1.0);
        let (shared, won) = (f64::from(self.shared) / n, f64::from(self.won) / n);
        let mean = won + shared / 2.0;
        (mean, won + shared / 4.0 - mean * mean)
    }

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
        let bound = ((1.0 - ERRORS) / ERRORS).ln();
        let ratio = self.log_likelihood_ratio(sprt);
        match ratio {
            _ if self.pairs() < FEWEST => None,
            _ if ratio >= bound => Some(Decision::Passed),
            _ if ratio <= -bound => Some(Decision::Failed),
            _ => None,
        }
    }
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
