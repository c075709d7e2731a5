//! Tests whether one entrant is stronger than another: a sequential test over pairs, by the exact
//! likelihood of their results.

use protocol::{Sprt, SprtDecision, SprtModel};

use super::strength::PairCounts;

/// The pseudo-count of a result that has not occurred, so that no result is impossible.
const NEVER: f64 = 1e-3;

/// Steps of the bisection: more than the bits of a double.
const STEPS: usize = 80;

/// Iterations of the fixed point, after which nothing changes any more.
const ROUNDS: usize = 50;

/// Score of a pair: lost, shared, won.
const VALUES: [f64; 3] = [0.0, 0.5, 1.0];

impl PairCounts {
    /// Returns the log-likelihood ratio of these pairs under `elo1` against `elo0`: the generalised
    /// ratio, with the likeliest distribution of lost, shared and won pairs under each (Van den
    /// Bergh 2017, "A practical introduction to the GSPRT"; 2020 for normalised Elo).
    pub fn log_likelihood_ratio(&self, sprt: Sprt) -> f64 {
        if self.pairs() == 0 {
            return 0.0;
        }
        let counts = self.smoothed();
        let total: f64 = counts.iter().sum();
        let shares = counts.map(|count| count / total);
        let [under0, under1] = [sprt.elo0, sprt.elo1].map(|elo| match sprt.model {
            SprtModel::Logistic => with_mean(shares, expected(elo.into())),
            SprtModel::Normalized => with_strength(shares, normalized(elo.into())),
        });
        let terms = counts.iter().zip(under0.iter().zip(under1));
        terms.map(|(count, (p0, p1))| count * (p1 / p0).ln()).sum()
    }

    /// Returns the decision, once there is one (Wald 1945).
    pub fn decision(&self, sprt: Sprt) -> Option<SprtDecision> {
        let [low, high] = bounds(sprt);
        match self.log_likelihood_ratio(sprt) {
            ratio if ratio >= high => Some(SprtDecision::Passed),
            ratio if ratio <= low => Some(SprtDecision::Failed),
            _ => None,
        }
    }

    fn smoothed(&self) -> [f64; 3] {
        [self.lost, self.shared, self.won].map(|count| f64::from(count).max(NEVER))
    }
}

/// The log ratios at which the test decides: failed, and passed.
pub(super) fn bounds(Sprt { alpha, beta, .. }: Sprt) -> [f64; 2] {
    [(beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln()]
}

/// The expected score at this difference in Elo (Elo 1978).
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// How far the mean of a pair is from one half, in standard deviations of a pair, at this
/// difference in normalised Elo. For one game it is `ln 10 / 800` per point; the standard deviation
/// of the mean of two is smaller by the square root of two.
fn normalized(elo: f64) -> f64 {
    elo * std::f64::consts::LN_10 / 800.0 * std::f64::consts::SQRT_2
}

/// The likeliest distribution among those with this mean.
fn with_mean(shares: [f64; 3], mean: f64) -> [f64; 3] {
    tilted(shares, VALUES.map(|value| value - mean))
}

/// The likeliest distribution among those whose mean is this many of their own standard deviations
/// above one half: the condition is linearised at the last distribution, again and again.
fn with_strength(shares: [f64; 3], strength: f64) -> [f64; 3] {
    let mut found = [1.0 / 3.0; 3];
    for _ in 0..ROUNDS {
        let (mean, spread) = mean_and_spread(found);
        let slope = |value: f64| {
            let square = ((mean - value) / spread).powi(2);
            value - 0.5 - strength * spread * (1.0 + square) / 2.0
        };
        found = tilted(shares, VALUES.map(slope));
    }
    found
}

fn mean_and_spread(shares: [f64; 3]) -> (f64, f64) {
    let mean: f64 = shares.iter().zip(VALUES).map(|(p, value)| p * value).sum();
    let square: f64 = shares.iter().zip(VALUES).map(|(p, value)| p * (value - mean).powi(2)).sum();
    (mean, square.sqrt())
}

/// The shares `p / (1 + t x)` with the `t` that makes the mean of `x` under them zero (Owen 1988);
/// the mean falls as `t` grows between the poles.
fn tilted(shares: [f64; 3], x: [f64; 3]) -> [f64; 3] {
    let low = x.iter().copied().fold(0.0, f64::min);
    let high = x.iter().copied().fold(0.0, f64::max);
    if low >= 0.0 || high <= 0.0 {
        // No distribution has that mean.
        return shares;
    }
    let (mut from, mut to) = (-1.0 / high, -1.0 / low);
    for _ in 0..STEPS {
        let t = f64::midpoint(from, to);
        let mean: f64 = shares.iter().zip(x).map(|(p, x)| p * x / (1.0 + t * x)).sum();
        if mean > 0.0 { from = t } else { to = t }
    }
    let t = f64::midpoint(from, to);
    let mut tilted = [0.0; 3];
    for (tilted, (p, x)) in tilted.iter_mut().zip(shares.iter().zip(x)) {
        *tilted = p / (1.0 + t * x);
    }
    tilted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(lost: u32, shared: u32, won: u32) -> PairCounts {
        PairCounts { lost, shared, won }
    }

    fn test(elo0: i32, elo1: i32, model: SprtModel) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model }
    }

    #[test]
    fn the_test_ends_a_clear_match_and_not_an_open_one() {
        for model in [SprtModel::Logistic, SprtModel::Normalized] {
            let sprt = test(0, 50, model);
            assert_eq!(counts(0, 0, 3).decision(sprt), None);
            assert_eq!(counts(5, 60, 60).decision(sprt), Some(SprtDecision::Passed));
            assert_eq!(counts(60, 60, 5).decision(sprt), Some(SprtDecision::Failed));
            assert_eq!(counts(4, 10, 5).decision(sprt), None);
            assert_eq!(counts(0, 0, 0).log_likelihood_ratio(sprt), 0.0);
        }
        let strict = Sprt { alpha: 0.001, ..test(0, 50, SprtModel::Logistic) };
        assert_eq!(counts(20, 60, 48).decision(strict), None);
        assert_eq!(bounds(strict).map(|b| (b * 100.0).round()), [-299.0, 686.0]);
    }

    /// If only two outcomes occur, the likeliest distribution is known: won and lost pairs only are
    /// a coin, and the ratio is that of its two biases.
    #[test]
    fn the_ratio_is_that_of_a_coin_where_nothing_is_shared() {
        let (s0, s1) = (expected(0.0), expected(100.0));
        let coin = 30.0 * (s1 / s0).ln() + 20.0 * ((1.0 - s1) / (1.0 - s0)).ln();
        let ratio = counts(20, 0, 30).log_likelihood_ratio(test(0, 100, SprtModel::Logistic));
        assert!((ratio - coin).abs() < 0.02, "{ratio} {coin}");
    }

    /// Computed apart from this program: by bisection for the mean, and by a search over the shares
    /// of shared pairs for the strength.
    #[test]
    fn known_results_have_known_ratios() {
        for (results, [near, far]) in [
            ([3, 10, 9], [[1.195_617, 1.210_233], [1.611_934, 1.671_429]]),
            ([7, 0, 2], [[-0.812_532, -1.193_425], [-0.822_294, -1.177_296]]),
            ([20, 60, 48], [[5.196_037, 5.222_492], [7.545_16, 7.738_058]]),
            ([0, 1, 0], [[-0.149_112, -0.037_304], [-0.046_076, -0.012_496]]),
            ([1, 0, 0], [[-0.154_252, -0.222_371], [-0.161_719, -0.229_951]]),
            ([100, 300, 150], [[3.358_354, 3.815_796], [13.239_849, 12.867_847]]),
        ] {
            let [lost, shared, won] = results;
            for ((elo0, elo1), known) in [((0, 50), near), ((-20, 35), far)] {
                let ratio =
                    |model| counts(lost, shared, won).log_likelihood_ratio(test(elo0, elo1, model));
                let [logistic, normalized] =
                    [SprtModel::Logistic, SprtModel::Normalized].map(ratio);
                assert!((logistic - known[0]).abs() < 1e-5, "{results:?} {logistic} {known:?}");
                assert!((normalized - known[1]).abs() < 1e-5, "{results:?} {normalized} {known:?}");
            }
        }
        let even = bounds(test(0, 50, SprtModel::Logistic));
        assert_eq!(even.map(|bound| (bound * 1e6).round()), [-2_944_439.0, 2_944_439.0]);
    }

    #[test]
    fn a_fitted_distribution_keeps_its_constraint() {
        let shares = [0.2, 0.5, 0.3];
        for mean in [0.3, 0.5, 0.55, 0.9] {
            let found = with_mean(shares, mean);
            let (is, _) = mean_and_spread(found);
            assert!((is - mean).abs() < 1e-9 && (found.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        }
        for impossible in [[0.0, 1.0, 2.0], [-2.0, -1.0, 0.0], [0.0; 3]] {
            assert_eq!(tilted(shares, impossible), shares, "{impossible:?}");
        }
        for strength in [-0.3, 0.0, 0.05, 0.4] {
            let (mean, spread) = mean_and_spread(with_strength(shares, strength));
            assert!(((mean - 0.5) / spread - strength).abs() < 1e-6, "{strength}");
        }
    }

    /// The rate of wrong decisions is as promised.
    #[test]
    fn the_test_errs_as_seldom_as_it_says() {
        for model in [SprtModel::Logistic, SprtModel::Normalized] {
            let sprt = test(0, 100, model);
            let mut chance = super::super::seed::Seed::new([5; 32]).chance("sprt");
            let (mut wrong, mut undecided) = (0, 0);
            for _ in 0..300 {
                let mut pairs = PairCounts::default();
                let decision = loop {
                    // Equal players: a quarter of the pairs each way, half shared.
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
                wrong += u32::from(decision == Some(SprtDecision::Passed));
                undecided += u32::from(decision.is_none());
            }
            assert!(wrong <= 24 && undecided == 0, "{wrong} wrong, {undecided} undecided");
        }
    }
}
