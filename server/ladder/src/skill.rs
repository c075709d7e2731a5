//! A belief about a quantity in logits, and its update by one result: a step of assumed-density
//! filtering for the logistic model, in integers.

use super::fixed::{ONE, logistic, over, root, times};

/// Pi / 8, in millionths: how uncertainty flattens a logistic curve (MacKay 1992).
const PI_OVER_8: i64 = 392_699;

/// A variance does not fall below this: integers would round it away, and nothing stays the same
/// for ever.
const LEAST_VARIANCE: i64 = 2_500;

/// The skill of an unknown player: 95 % lie within three logits.
pub(crate) const UNKNOWN: Belief = Belief { mean: 0, variance: 2_250_000 };

/// A normal distribution, in millionths of a logit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Belief {
    /// Its mean.
    pub mean: i64,
    /// Its variance; positive.
    pub variance: i64,
}

/// The information in a result: how far it was from expectation, and how much it weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Evidence {
    /// The expected probability minus the outcome (1 or 0), flattened by uncertainty: the slope of
    /// the likelihood.
    pub(crate) slope: i64,
    /// Its curvature: the precision that the result adds.
    pub(crate) curvature: i64,
}

impl Belief {
    /// Returns the expected win probability, in millionths, of a side that is `ahead` by this much.
    pub(crate) fn chance(ahead: Belief) -> i64 {
        logistic(times(flattening(ahead.variance), ahead.mean))
    }

    /// Returns the belief after this evidence, applied with the sign `sign`.
    pub(crate) fn seeing(self, evidence: Evidence, sign: i64) -> Belief {
        let Belief { mean, variance } = self;
        let precision = over(ONE, variance).saturating_add(evidence.curvature);
        let variance = over(ONE, precision).max(LEAST_VARIANCE.min(variance));
        Belief { mean: mean + sign * times(variance, evidence.slope), variance }
    }

    /// Returns the belief with its variance increased by `by`, up to `widest`.
    pub(crate) fn drifted(self, by: i64, widest: i64) -> Belief {
        let variance = self.variance.saturating_add(by).min(widest.max(self.variance));
        Belief { variance, ..self }
    }

    /// The difference of two independent beliefs.
    pub(crate) fn minus(self, other: Belief) -> Belief {
        Belief {
            mean: self.mean - other.mean,
            variance: self.variance.saturating_add(other.variance),
        }
    }
}

impl Evidence {
    /// The evidence of a win or a loss of the side that was ahead by this much.
    pub(crate) fn new(ahead: Belief, won: bool) -> Evidence {
        let flat = flattening(ahead.variance);
        let expected = logistic(times(flat, ahead.mean));
        let result = if won { ONE } else { 0 };
        let doubt = times(expected, ONE - expected);
        Evidence {
            slope: times(flat, result - expected),
            curvature: times(times(flat, flat), doubt),
        }
    }

    /// The evidence of a result, with the curvature of the parabola that nowhere exceeds the logarithm
    /// of the likelihood and touches it here (Jaakkola and Jordan 2000). The curvature at one point
    /// is next to none in a lopsided game, and a few surprises there would outweigh everything.
    pub(crate) fn of_result(ahead: Belief, won: bool) -> Evidence {
        let flat = flattening(ahead.variance);
        let distance = times(flat, ahead.mean).abs();
        let curvature = match distance < ONE / 100 {
            true => ONE / 4,
            false => over(2 * logistic(distance) - ONE, 2 * distance),
        };
        let curvature = times(times(flat, flat), curvature);
        Evidence { curvature, ..Evidence::new(ahead, won) }
    }

    /// The same evidence, weighted by this many millionths.
    pub(crate) fn weighted(self, weight: i64) -> Evidence {
        Evidence { slope: times(self.slope, weight), curvature: times(self.curvature, weight) }
    }
}

/// 1 / sqrt(1 + pi variance / 8).
fn flattening(variance: i64) -> i64 {
    over(ONE, root(ONE.saturating_add(times(PI_OVER_8, variance))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn belief(mean: f64, variance: f64) -> Belief {
        Belief { mean: (mean * 1e6) as i64, variance: (variance * 1e6) as i64 }
    }

    #[test]
    fn a_step_is_that_of_the_formula() {
        let (player, item) = (belief(0.5, 1.0), belief(-1.0, 0.25));
        let ahead = player.minus(item);
        let flat = 1.0 / (1.0 + std::f64::consts::PI / 8.0 * 1.25f64).sqrt();
        let expected = 1.0 / (1.0 + (-flat * 1.5f64).exp());
        let precision = 1.0 + flat * flat * expected * (1.0 - expected);
        let mean = 0.5 + flat * (0.0 - expected) / precision;
        let after = player.seeing(Evidence::new(ahead, false), 1);
        assert!((after.mean as f64 / 1e6 - mean).abs() < 1e-5, "{after:?} {mean}");
        assert!((after.variance as f64 / 1e6 - 1.0 / precision).abs() < 1e-5, "{after:?}");
        assert!((Belief::chance(ahead) as f64 / 1e6 - expected).abs() < 1e-5);
    }

    /// A player who wins half of their games although nearly all were expected is, by them, even.
    #[test]
    fn surprising_results_do_not_lead_beyond_what_they_say() {
        for ahead in [-4.0, -3.0, -1.0, 0.001, 0.5, 2.0, 3.0, 4.0] {
            let both = [true, false].map(|won| Evidence::of_result(belief(ahead, 0.0), won));
            let slope = both[0].slope + both[1].slope;
            let moved = slope as f64 / (both[0].curvature + both[1].curvature) as f64;
            assert!((ahead + moved).abs() < 0.01, "{ahead}: {moved}");
            assert!((1..=250_000).contains(&both[0].curvature));
        }
    }

    #[test]
    fn even_games_tell_most() {
        let curvature = |mean| Evidence::of_result(belief(mean, 0.0), true).curvature;
        assert_eq!([0.0, 0.009, -0.009].map(curvature), [250_000; 3]);
        assert!((249_000..250_000).contains(&curvature(0.1)) && curvature(2.0) < curvature(1.0));
    }

    #[test]
    fn wins_raise_losses_lower_and_both_make_surer() {
        let (player, item) = (belief(0.0, 2.0), belief(0.0, 0.25));
        for won in [false, true] {
            let evidence = Evidence::new(player.minus(item), won);
            let (player_after, item_after) =
                (player.seeing(evidence, 1), item.seeing(evidence, -1));
            assert_eq!(player_after.mean > 0, won);
            assert_eq!(item_after.mean < 0, won);
            assert!(player_after.variance < player.variance && item_after.variance < item.variance);
        }
    }
}
