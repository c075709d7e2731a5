//! Differences in strength, from pairs: the two games of a pair share their start and are not
//! independent, so pairs are counted, and their variance gives the error. It is the trinomial form
//! of what chess engine testers call pentanomial statistics.

use protocol::Elo;

/// Numbers of pairs lost, shared and won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairCounts {
    /// Pairs lost 0-2, or with fewer games won than the opponent.
    pub lost: u32,
    /// Pairs with as many games won as lost.
    pub shared: u32,
    /// Pairs won 2-0, or with more games won than the opponent.
    pub won: u32,
}

impl PairCounts {
    /// Counts one more pair by its half points for and against.
    pub fn add(&mut self, [own, other]: [u32; 2]) {
        match own.cmp(&other) {
            std::cmp::Ordering::Less => self.lost += 1,
            std::cmp::Ordering::Equal => self.shared += 1,
            std::cmp::Ordering::Greater => self.won += 1,
        }
    }

    /// Returns the number of pairs.
    pub fn pairs(&self) -> u32 {
        self.lost + self.shared + self.won
    }

    /// Returns the mean of a pair, from 0 to 1, and the variance of one pair.
    pub(super) fn moments(&self) -> (f64, f64) {
        let n = f64::from(self.pairs()).max(1.0);
        let (shared, won) = (f64::from(self.shared) / n, f64::from(self.won) / n);
        let mean = won + shared / 2.0;
        (mean, won + shared / 4.0 - mean * mean)
    }

    /// Returns the difference in strength, with its 95 percent bounds; `None` without pairs.
    pub fn elo(&self) -> Option<Elo> {
        let n = f64::from(self.pairs());
        if n == 0.0 {
            return None;
        }
        let (mean, variance) = self.moments();
        // If all pairs had the same result, the rule of three (Hanley and Lippman-Hand 1983) gives
        // the 95 percent bound.
        let error = if variance > 1e-12 { 1.959_964 * (variance / n).sqrt() } else { 3.0 / n };
        let [likely, low, high] = [mean, mean - error, mean + error].map(difference);
        Some(Elo { pairs: [self.won, self.shared, self.lost], likely, low, high })
    }
}

/// Returns the difference in Elo, in whole points, at which this score is expected (Elo 1978);
/// `None` if it is infinite.
fn difference(score: f64) -> Option<i32> {
    let within = score > 0.0 && score < 1.0;
    within.then(|| (-400.0 * (1.0 / score - 1.0).log10()).round() as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn elo(won: u32, shared: u32, lost: u32) -> (Option<i32>, Option<i32>, Option<i32>) {
        let counts = PairCounts { lost, shared, won };
        let Elo { pairs, likely, low, high } = counts.elo().unwrap();
        assert_eq!(pairs, [won, shared, lost]);
        (likely, low, high)
    }

    #[test]
    fn elo_and_its_error_follow_from_pairs() {
        assert_eq!(elo(5, 10, 5), (Some(0), Some(-111), Some(111)));
        // Mean 0.75, variance of one pair 0.0625, so 0.75 +- 0.049.
        assert_eq!(elo(50, 50, 0), (Some(191), Some(148), Some(240)));
        assert_eq!(elo(0, 50, 50), (Some(-191), Some(-240), Some(-148)));
        // At least 0.9 of the points.
        assert_eq!(elo(30, 0, 0), (None, Some(382), None));
        assert_eq!(elo(0, 30, 0), (Some(0), Some(-70), Some(70)));
        assert_eq!(elo(0, 0, 2), (None, None, None));
        assert_eq!(PairCounts::default().elo(), None);
    }
}
