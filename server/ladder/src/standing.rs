//! A player's standing on one leaderboard: the skill shown by decisions, the evidence of results,
//! and the rating that follows from both. All in integers, so that two ladders compare exactly.

use protocol::Rating;

use super::fixed::{ONE, over, root, times};
use super::skill::{Belief, Evidence, UNKNOWN};
use super::strength::{POINTS_PER_LOGIT, combine, from_decisions};

/// The centre of the rating scale, in thousandths of a point.
const MIDDLE: i64 = 1_500_000;

/// The share of a skill in other variants that holds in a variant new to a player, and the variance
/// between skills in two variants, both in millionths.
const CARRIED: i64 = 800_000;
const BETWEEN_VARIANTS: i64 = 360_000;

/// How much a skill may have changed after a match and after a day of rest, as variances in
/// millionths: a year away adds an uncertainty of 0.5 logits.
const DRIFT_A_MATCH: i64 = 400;
const DRIFT_A_DAY: i64 = 700;

/// The same for results, which are in other units: about 30 points a year.
const RESULTS_DRIFT_A_MATCH: i64 = 100;
const RESULTS_DRIFT_A_DAY: i64 = 80;

pub(crate) const DAY_MS: i64 = 86_400_000;

/// Above this deviation, in thousandths of a point, a rating is provisional and has no rank. About
/// ten pairs bring it below.
const PROVISIONAL: i64 = 70_000;

/// A player has no rank before they have shown this many decisions in the pool itself; where little
/// can be proven, results must be as sure by themselves as a rating with a rank.
const FEWEST_DECISIONS: u32 = 20;

/// A player's standing on a leaderboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The skill that their decisions show.
    pub skill: Belief,
    /// The precision of their results, in millionths.
    pub precision: i64,
    /// The mean of their results, in logits above 1500, times their precision.
    pub pull: i64,
    /// Rated matches so far.
    pub rated_matches: u32,
    /// Decisions that counted.
    pub decisions: u32,
    /// Of the `decisions`, those that kept the win.
    pub kept: u32,
    /// The highest rating since the rating was first not provisional, in thousandths of a point.
    pub peak: Option<i64>,
    /// When it last changed, in milliseconds since 1970.
    pub at: i64,
}

impl Standing {
    /// The standing of an unknown player at a time.
    pub fn new(at: i64) -> Standing {
        let (precision, pull, rated_matches, decisions, kept) = (0, 0, 0, 0, 0);
        Standing { skill: UNKNOWN, precision, pull, rated_matches, decisions, kept, peak: None, at }
    }

    /// Returns the standing in a pool that is new to a player who has this standing over all pools:
    /// a strong player of one variant is not a beginner in another.
    pub fn carried_over(self, at: i64) -> Standing {
        let skill = self.aged(at).skill;
        let mean = times(skill.mean, CARRIED);
        let variance = skill.variance.saturating_add(BETWEEN_VARIANTS).min(UNKNOWN.variance);
        Standing { skill: Belief { mean, variance }, ..Standing::new(at) }
    }

    /// The rating, in thousandths of a point.
    pub fn rating(self) -> i64 {
        MIDDLE + times(self.strength().mean, POINTS_PER_LOGIT) / 1_000
    }

    /// The rating that decisions alone give, in thousandths of a point.
    pub fn by_decisions(self) -> i64 {
        MIDDLE + times(from_decisions(self.skill).strength.mean, POINTS_PER_LOGIT) / 1_000
    }

    /// The rating in points.
    pub fn points(self) -> f64 {
        self.rating() as f64 / 1e3
    }

    /// The deviation at a time, in thousandths of a point; it grows while the player does not play.
    pub fn deviation(self, at: i64) -> i64 {
        times(root(self.aged(at).strength().variance), POINTS_PER_LOGIT) / 1_000
    }

    /// Whether too little is known for a rank.
    pub fn is_provisional(self, at: i64) -> bool {
        let results = times(root(over(ONE, self.precision)), POINTS_PER_LOGIT) / 1_000;
        let little = self.decisions < FEWEST_DECISIONS && results > PROVISIONAL;
        little || self.deviation(at) > PROVISIONAL
    }

    /// The rating for display at a time, in whole points.
    pub fn as_rating(self, at: i64) -> Rating {
        let points = |thousandths: i64| u32::try_from((thousandths + 500) / 1_000).unwrap_or(0);
        Rating {
            rating: points(self.rating()),
            deviation: points(self.deviation(at)),
            provisional: self.is_provisional(at),
        }
    }

    /// Strength in logits above 1500, by decisions and results.
    pub(crate) fn strength(self) -> Belief {
        combine(from_decisions(self.skill), self.precision, self.pull)
    }

    /// Returns the standing at a later time: rest adds uncertainty and does not move a rating by
    /// itself.
    pub(crate) fn aged(self, at: i64) -> Standing {
        let days = at.saturating_sub(self.at).clamp(0, 100 * 365 * DAY_MS) / DAY_MS;
        self.drifted(days * DRIFT_A_DAY, days * RESULTS_DRIFT_A_DAY)
    }

    fn drifted(self, skill: i64, results: i64) -> Standing {
        let skill = self.skill.drifted(skill, UNKNOWN.variance);
        // 1 / (1 / precision + drift), and the pull in proportion.
        let shrunk = over(ONE, ONE.saturating_add(times(self.precision, results)));
        let (precision, pull) = (times(self.precision, shrunk), times(self.pull, shrunk));
        Standing { skill, precision, pull, ..self }
    }

    /// Returns the standing after another match at a time, before its games are counted.
    pub(crate) fn next_match(self, at: i64) -> Standing {
        let aged = self.aged(at).drifted(DRIFT_A_MATCH, RESULTS_DRIFT_A_MATCH);
        Standing {
            rated_matches: self.rated_matches.saturating_add(1),
            at: at.max(self.at),
            ..aged
        }
    }

    /// Returns the standing after a game against an opponent; `before` is the player's strength
    /// before it.
    pub(crate) fn seeing_result(self, before: Belief, evidence: Evidence) -> Standing {
        let precision = self.precision.saturating_add(evidence.curvature);
        let pull = times(evidence.curvature, before.mean).saturating_add(evidence.slope);
        Standing { precision, pull: self.pull.saturating_add(pull), ..self }
    }

    /// Returns the standing after a decision.
    pub(crate) fn seeing_decision(self, evidence: Evidence, kept: bool) -> Standing {
        Standing {
            skill: self.skill.seeing(evidence, 1),
            decisions: self.decisions.saturating_add(1),
            kept: self.kept.saturating_add(kept.into()),
            ..self
        }
    }

    /// Returns the standing with its peak brought up to date.
    pub(crate) fn peaked(self) -> Standing {
        let now = Some(self.rating()).filter(|_| !self.is_provisional(self.at));
        Standing { peak: self.peak.max(now), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const YEAR: i64 = 365 * DAY_MS;

    /// A standing that is well known except for the number of decisions.
    fn known() -> Standing {
        let skill = Belief { mean: 1_000_000, variance: 20_000 };
        Standing { skill, precision: 20_000_000, pull: 14_000_000, ..Standing::new(0) }
    }

    #[test]
    fn a_newcomers_rating_is_provisional() {
        let new = Standing::new(7);
        assert_eq!(new.rating(), MIDDLE);
        assert!((150_000..250_000).contains(&new.deviation(7)), "{}", new.deviation(7));
        assert!(new.is_provisional(7));
        assert_eq!(new.as_rating(7).rating, 1500);
    }

    #[test]
    fn rest_makes_a_rating_less_certain_and_no_other() {
        let (before, after) = (known(), known().aged(YEAR));
        assert!(known().deviation(YEAR) > known().deviation(0));
        assert!(!before.is_provisional(0), "results are sure enough");
        let few = Standing { precision: 5_000_000, pull: 3_500_000, ..known() };
        assert!(few.is_provisional(0) && few.deviation(0) < PROVISIONAL, "no decisions");
        let many = Standing { decisions: FEWEST_DECISIONS, ..few };
        assert!(!many.is_provisional(0) && many.is_provisional(100 * YEAR), "long ago");
        assert!(before.deviation(100 * YEAR) < 250_000);
        assert!((after.rating() - before.rating()).abs() < 12_000, "{}", after.rating());
        // 1 / (1 / 20 + 3,650 * 0.000080), in millionths.
        let (results, decades) = (known().aged(10 * YEAR).precision, 2_923_976);
        assert!((results - decades).abs() < 200, "{results}");
        assert_eq!(known().deviation(-DAY_MS), known().deviation(0), "a clock set back");
        assert_eq!(known().deviation(i64::MAX), known().deviation(200 * YEAR));
    }

    #[test]
    fn a_strong_player_is_no_beginner_elsewhere() {
        let carried = known().carried_over(0);
        assert!(carried.rating() > MIDDLE + 80_000, "{}", carried.rating());
        assert_eq!(carried.by_decisions(), carried.rating(), "it has no results");
        assert!(carried.is_provisional(0));
        assert!(carried.deviation(0) < Standing::new(0).deviation(0));
        let after = known().carried_over(5);
        assert_eq!(after, Standing { skill: after.skill, ..Standing::new(5) });
    }

    #[test]
    fn the_peak_is_the_highest_rating_that_had_a_rank() {
        let (low, high) = (known(), Standing { pull: 20_000_000, ..known() });
        let [below, above] = [low, high].map(Standing::rating);
        assert!(below < above);
        assert_eq!(low.peaked(), Standing { peak: Some(below), ..low });
        let risen = Standing { peak: Some(below), ..high };
        assert_eq!(risen.peaked(), Standing { peak: Some(above), ..high });
        let fallen = Standing { peak: Some(above), ..low };
        assert_eq!(fallen.peaked(), fallen);
        let unsure = Standing { precision: 0, pull: 0, ..known() };
        assert!(unsure.is_provisional(unsure.at));
        assert_eq!(unsure.peaked(), unsure);
    }
}
