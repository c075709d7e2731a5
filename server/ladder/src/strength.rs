//! Combines decisions and results into a rating. Decisions give a prior: the rating of a player who
//! errs as often as their decisions say, by the curve on which the anchors stand. Results give a
//! likelihood. A game is mostly lost by the decisions in it, so a result says little that they have
//! not said: the better decisions are known, the more results tell of style alone. Results that stay
//! far below what decisions promise take over, because decisions can be chosen: a player who avoids
//! hard ones, or knows a few by heart, loses all the same.

use super::fixed::{ONE, logistic, over, root, times};
use super::skill::{Belief, UNKNOWN};

/// Millionths of a point in one logit: 400 points are odds of ten to one.
pub(crate) const POINTS_PER_LOGIT: i64 = 173_717_793;

/// How far style, and what the curve does not model, may lead away from decisions, as a deviation:
/// a tenth of the distance to the top, because a player who never errs cannot lose by style, and no more than
/// this, in millionths of a logit. Chosen with `nim-bench ladder` (docs/ladder.md).
const STYLE: i64 = 200_000;
const STYLE_OF_DISTANCE: i64 = 10;

/// Results lead no farther away from decisions than this many deviations of style, so nobody can buy
/// a rating with results that their own decisions do not bear out: opponents can lose on purpose.
const BAND: i64 = 2;

/// Results contradict decisions if they are this many deviations below them. What is beyond is then
/// part of what decisions have left open, so the more results there are, the less decisions count,
/// down to random play.
const CONTRADICTION: i64 = 2;

/// ln 3: a player of skill 0 errs blindly in every fourth decision.
const LN_3: i64 = 1_098_612;

/// The anchors' curve: share of blind moves, and points above 1500, in millionths of each. The last
/// entry is random play, extrapolated at the slope of the anchors.
const CURVE: [(i64, i64); 5] =
    [(0, TOP), (100_000, 123_000_000), (250_000, 0), (500_000, -135_000_000), (ONE, BOTTOM)];

/// The anchor that never errs, in millionths of a point above 1500: the end of the scale.
const TOP: i64 = 242_000_000;

/// Random play, as far below 1500.
const BOTTOM: i64 = -335_000_000;

impl Belief {
    /// A strength in points, and its deviation.
    pub fn points(self) -> (f64, f64) {
        let points = |logits: i64| times(logits, POINTS_PER_LOGIT) as f64 / 1e6;
        (points(self.mean), points(root(self.variance)))
    }
}

/// A player's strength by decisions alone, in logits above 1500.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ByDecisions {
    /// The belief, with style as part of its variance.
    pub(crate) strength: Belief,
    /// The part of the variance about which results say anything new.
    open: i64,
    /// The deviation of style.
    style: i64,
}

/// Returns the strength of a player whose decisions show this skill.
pub(crate) fn from_decisions(skill: Belief) -> ByDecisions {
    let at = |skill: i64| over(curve(logistic(-skill - LN_3)), POINTS_PER_LOGIT);
    let mean = at(skill.mean);
    // The slope over a deviation either way, because the curve bends.
    let reach = root(skill.variance).max(1);
    let slope = over(at(skill.mean + reach) - at(skill.mean - reach), 2 * reach);
    let unsure = times(times(slope, slope), skill.variance);
    let undecided = over(skill.variance, UNKNOWN.variance).min(ONE);
    let style = (distance_to_top(mean) / STYLE_OF_DISTANCE).min(STYLE);
    let style_variance = times(style, style);
    ByDecisions {
        strength: Belief { mean, variance: unsure.saturating_add(style_variance).max(1) },
        open: times(unsure, undecided).saturating_add(style_variance).max(1),
        style,
    }
}

fn distance_to_top(mean: i64) -> i64 {
    (over(TOP, POINTS_PER_LOGIT) - mean).max(0)
}

/// Returns the share of blind moves of a player with this rating, from 0 to 1: the curve, read the
/// other way round.
pub(crate) fn share_of_blind_moves(rating: u32) -> f64 {
    let points = (f64::from(rating) - 1500.0) * 1e6;
    let beyond = CURVE.iter().position(|(_, above)| *above as f64 <= points);
    let end = match beyond {
        Some(0) => return 0.0,
        Some(end) => end,
        None => return 1.0,
    };
    let [(low, above), (high, below)] =
        [CURVE[end - 1], CURVE[end]].map(|(share, points)| (share as f64 / 1e6, points as f64));
    low + (high - low) * (above - points) / (above - below)
}

/// Points above 1500 of a player who errs blindly in this share of all moves.
fn curve(errs: i64) -> i64 {
    let beyond = CURVE.iter().position(|(share, _)| *share >= errs);
    let end = beyond.unwrap_or(CURVE.len() - 1).max(1);
    let [(low, above), (high, below)] = [CURVE[end - 1], CURVE[end]];
    above - times(above - below, over(errs - low, high - low))
}

/// Combines decisions and results; `pull` is the results' mean times their precision. Upwards,
/// results lead less than half of the way to the top: nobody is stronger than a player who never
/// errs.
pub(crate) fn combine(decided: ByDecisions, precision: i64, pull: i64) -> Belief {
    let ByDecisions { strength: Belief { mean: decisions, variance }, open, style } = decided;
    let beyond = contradiction(decided, precision, pull);
    let doubted = open.saturating_add(times(beyond, beyond));
    let own = over(ONE, doubted);
    let both = own.saturating_add(precision);
    let mean = over(times(own, decisions).saturating_add(pull), both);
    let (low, high) = (decisions - BAND * style, decisions + BAND * style);
    let bottom = over(BOTTOM, POINTS_PER_LOGIT).min(low);
    let mean = mean.clamp((low - CONTRADICTION * beyond).max(bottom), high);
    Belief { mean, variance: (variance - open).max(0).saturating_add(over(ONE, both)).max(1) }
}

/// How far results are below decisions, in logits, beyond what chance explains.
fn contradiction(decided: ByDecisions, precision: i64, pull: i64) -> i64 {
    let results = over(pull, precision);
    let chance = decided.strength.variance.saturating_add(over(ONE, precision));
    let below = decided.strength.mean.saturating_sub(results);
    match precision > 0 {
        true => below.saturating_sub(CONTRADICTION * root(chance)).max(0),
        false => 0,
    }
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
            let found = points(from_decisions(sure(skill(errs))).strength);
            let Anchor { name, rating, .. } = anchor;
            assert!((found - f64::from(*rating)).abs() < 1.0, "{name}: {found}");
        }
    }

    #[test]
    fn results_lead_within_the_band_and_never_above_the_top() {
        let decided = from_decisions(sure(skill(0.25)));
        let decisions = decided.strength.mean;
        let won_all = combine(decided, 50_000_000, 50 * 3_000_000);
        assert_eq!(won_all.mean, decisions + BAND * decided.style);
        assert!((points(won_all) - 1548.0).abs() < 2.0, "{won_all:?}");
        let best = from_decisions(sure(9.0));
        let strongest = combine(best, 900_000_000, 9_000_000_000);
        assert!(points(strongest) <= 1742.0 && points(strongest) > 1741.0);
        // A few results move the rating a little, many move it a lot.
        let some = |n: i64| combine(decided, n * 300_000, n * 300_000 * 3 / 10).mean;
        assert!(decisions < some(2) && some(2) < some(20) && some(20) < some(200));
    }

    /// A few losses, or many that are no worse than style explains, move a rating little; many that
    /// contradict decisions become the rating, down to that of random play.
    #[test]
    fn results_take_over_where_they_contradict_decisions() {
        let decided = from_decisions(sure(skill(0.01)));
        let promised = points(decided.strength);
        let after = |games: i64, results: f64| {
            let precision = games * 150_000;
            let mean = ((results - 1500.0) / 173.717_793 * 1e6) as i64;
            points(combine(decided, precision, times(precision, mean)))
        };
        assert!(promised > 1720.0 && after(200, promised - 20.0) > promised - 20.0);
        assert!(after(4, 1400.0) > promised - 25.0, "{}", after(4, 1400.0));
        let course = [20, 40, 80, 200].map(|games| after(games, 1400.0));
        assert!(course.is_sorted_by(|a, b| a > b), "{course:?}");
        assert!((1400.0..1440.0).contains(&course[3]), "{course:?}");
        assert!((after(400, 300.0) - 1165.0).abs() < 1.0, "{}", after(400, 300.0));
    }

    /// The same results move a player more the less is known of their decisions and the more they
    /// err; a player who never errs is not moved by them.
    #[test]
    fn results_say_what_decisions_have_left_open() {
        let moved = |errs: f64, variance: i64| {
            let decided = from_decisions(Belief { variance, ..sure(skill(errs)) });
            let lost = decided.strength.mean - 300_000;
            let both = combine(decided, 3_000_000, 3 * lost);
            (decided.strength.mean - both.mean, decided.strength.variance - both.variance)
        };
        let (known, stated) = moved(0.25, 20_000);
        let (unknown, stated_more) = moved(0.25, 2_000_000);
        assert!(0 < known && known < unknown, "{known} {unknown}");
        assert!(0 < stated && stated < stated_more, "{stated} {stated_more}");
        let (seldom, _) = moved(0.02, 20_000);
        assert!(0 < seldom && seldom < known / 10, "{seldom}");
        assert!(moved(1e-9, 20_000).0 < 1_000);
    }
}
