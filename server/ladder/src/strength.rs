//! Combines decisions and results into a rating. Decisions give a prior: the rating of a player who
//! errs as often as their decisions say, by the curve on which the anchors stand. Results give a
//! likelihood. With few results decisions dominate; with many, results do, within the bounds of
//! style.

use super::fixed::{ONE, logistic, over, root, times};
use super::skill::Belief;

/// Millionths of a point in one logit: 400 points are odds of ten to one.
pub(crate) const POINTS_PER_LOGIT: i64 = 173_717_793;

/// How far results may lead away from decisions, as a variance in millionths: style, and what the
/// curve does not model. Chosen with `nim-bench ladder` (docs/ladder.md).
const STYLE: i64 = 20_000;

/// Results lead no farther away from decisions than this, in millionths of a logit: three
/// deviations of style, 74 points. So nobody can buy a rating, up or down, with results that their
/// own decisions do not bear out.
const BAND: i64 = 424_264;

/// ln 3: a player of skill 0 errs blindly in every fourth decision.
const LN_3: i64 = 1_098_612;

/// The anchors' curve: share of blind moves, and points above 1500, in millionths of each. The last
/// entry is random play, extrapolated at the slope of the anchors.
const CURVE: [(i64, i64); 5] =
    [(0, TOP), (100_000, 123_000_000), (250_000, 0), (500_000, -135_000_000), (ONE, -335_000_000)];

/// The anchor that never errs, in millionths of a point above 1500: the end of the scale.
const TOP: i64 = 242_000_000;

impl Belief {
    /// A strength in points, and its deviation.
    pub fn points(self) -> (f64, f64) {
        let points = |logits: i64| times(logits, POINTS_PER_LOGIT) as f64 / 1e6;
        (points(self.mean), points(root(self.variance)))
    }
}

/// A player's strength by decisions alone, in logits above 1500.
pub(crate) fn from_decisions(skill: Belief) -> Belief {
    let at = |skill: i64| over(curve(logistic(-skill - LN_3)), POINTS_PER_LOGIT);
    // The slope over a deviation either way, because the curve bends.
    let reach = root(skill.variance).max(1);
    let slope = over(at(skill.mean + reach) - at(skill.mean - reach), 2 * reach);
    let variance = times(times(slope, slope), skill.variance);
    Belief { mean: at(skill.mean), variance: variance.saturating_add(STYLE) }
}

/// Points above 1500 of a player who errs blindly in this share of all moves.
fn curve(errs: i64) -> i64 {
    let beyond = CURVE.iter().position(|(share, _)| *share >= errs);
    let end = beyond.unwrap_or(CURVE.len() - 1).max(1);
    let [(low, above), (high, below)] = [CURVE[end - 1], CURVE[end]];
    above - times(above - below, over(errs - low, high - low))
}

/// Combines decisions and results; `pull` is the results' mean times their precision. Upwards,
/// results lead at most half of the way to the top: nobody is stronger than a player who never
/// errs.
pub(crate) fn combine(decisions: Belief, precision: i64, pull: i64) -> Belief {
    let own = over(ONE, decisions.variance);
    let both = own.saturating_add(precision);
    let mean = over(times(own, decisions.mean).saturating_add(pull), both);
    let room = (over(TOP, POINTS_PER_LOGIT) - decisions.mean).max(0) / 2;
    let mean = mean.clamp(decisions.mean - BAND, decisions.mean + room.min(BAND));
    Belief { mean, variance: over(ONE, both) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ANCHORS, Anchor};

    fn points(strength: Belief) -> f64 {
        1500.0 + times(strength.mean, POINTS_PER_LOGIT) as f64 / 1e6
    }

    fn sure(skill: f64) -> Belief {
        Belief { mean: (skill * 1e6) as i64, variance: 2_500 }
    }

    /// The skill of a player who errs blindly in this share of all moves, in decisions with a
    /// single winning move among very many.
    fn skill(errs: f64) -> f64 {
        ((1.0 - errs) / errs).ln() - 3f64.ln()
    }

    #[test]
    fn decisions_like_an_anchor_s_give_its_rating() {
        for (anchor, errs) in ANCHORS.iter().zip([1e-9, 0.1, 0.25, 0.5]) {
            let found = points(from_decisions(sure(skill(errs))));
            let Anchor { name, rating, .. } = anchor;
            assert!((found - f64::from(*rating)).abs() < 1.0, "{name}: {found}");
        }
    }

    #[test]
    fn results_lead_within_the_band_and_never_above_the_top() {
        let decisions = from_decisions(sure(skill(0.25)));
        let won_all = combine(decisions, 50_000_000, 50 * 3_000_000);
        assert_eq!(won_all.mean, decisions.mean + BAND);
        let lost_all = combine(decisions, 50_000_000, -50 * 3_000_000);
        assert_eq!(lost_all.mean, decisions.mean - BAND);
        let best = from_decisions(sure(9.0));
        let strongest = combine(best, 900_000_000, 9_000_000_000);
        assert!(points(strongest) <= 1742.0 && points(strongest) > 1741.0);
        // A few results move the rating a little, many move it a lot.
        let some = |n: i64| combine(decisions, n * 300_000, n * 300_000 * 3 / 10).mean;
        assert!(decisions.mean < some(2) && some(2) < some(20) && some(20) < some(200));
    }
}
