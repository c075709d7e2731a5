//! What is known of a player's strength: Glicko-2 (Glickman 2013), by the crate
//! `skillratings`. Kept in whole numbers, so that two ladders are the same or
//! they are not, whatever the last bit of a logarithm was.

use protocol::Rating;
use skillratings::glicko2::Glicko2Rating;

/// Ratings and deviations are kept in thousandths of a point.
const POINT: f64 = 1_000.0;
/// Volatilities are kept in billionths.
const VOLATILITY: f64 = 1_000_000_000.0;

/// Ratings outside are never reached by play; the bound keeps every expectation
/// away from 0 and 1, where the arithmetic of Glicko-2 ends.
const RATINGS: std::ops::RangeInclusive<f64> = 0.0..=4_000.0;

/// The deviation of a player of whom nothing is known.
const WIDEST: f64 = 350.0;

/// In this time a player's strength changes by about their volatility: five days.
/// A player who rested for a year comes back with a deviation of 110 instead of 60, the
/// pace that lichess has found good.
const PERIOD_MS: f64 = 5.0 * 24.0 * 3_600_000.0;

/// Above this deviation a rating is provisional and not ranked: about ten pairs.
const PROVISIONAL: f64 = 110.0;

/// A rating, how sure it is, and since when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The rating, in thousandths of a point.
    pub rating: i64,
    /// Its deviation when it last changed, in thousandths of a point.
    pub deviation: i64,
    /// Its volatility, in billionths.
    pub volatility: i64,
    /// Rated matches so far.
    pub rated_matches: u32,
    /// When it last changed, in milliseconds since 1970.
    pub at: i64,
}

impl Standing {
    /// Of whom nothing is known at a time.
    pub fn new(at: i64) -> Standing {
        Standing::of(Glicko2Rating::new(), 0, at)
    }

    /// The rating in points.
    pub fn points(self) -> f64 {
        self.rating as f64 / POINT
    }

    /// The deviation at a time, in points: it grows while nothing is heard.
    pub fn deviation_at(self, at: i64) -> f64 {
        self.glicko(at).deviation
    }

    /// Whether too little is known for a place in the ranking.
    pub fn is_provisional(self, at: i64) -> bool {
        self.deviation_at(at) > PROVISIONAL
    }

    /// As it is told, at a time, in whole points.
    pub fn told(self, at: i64) -> Rating {
        Rating {
            rating: self.points().round() as u32,
            deviation: self.deviation_at(at).round() as u32,
            provisional: self.is_provisional(at),
        }
    }

    /// As Glicko-2 takes it into a new period at a time.
    pub(super) fn glicko(self, at: i64) -> Glicko2Rating {
        let volatility = self.volatility as f64 / VOLATILITY;
        let periods = at.saturating_sub(self.at).max(0) as f64 / PERIOD_MS;
        let grown = volatility * SCALE * periods.sqrt();
        let deviation = (self.deviation as f64 / POINT).hypot(grown).min(WIDEST);
        Glicko2Rating { rating: self.points(), deviation, volatility }
    }

    /// What came out of a period that ended at a time.
    pub(super) fn of(glicko: Glicko2Rating, rated_matches: u32, at: i64) -> Standing {
        let rating = glicko.rating.clamp(*RATINGS.start(), *RATINGS.end());
        let deviation = glicko.deviation.min(WIDEST);
        let whole = |value: f64, unit: f64| (value * unit).round() as i64;
        Standing {
            rating: whole(rating, POINT),
            deviation: whole(deviation, POINT),
            volatility: whole(glicko.volatility, VOLATILITY),
            rated_matches,
            at,
        }
    }
}

/// Points to one unit of Glicko-2's own scale.
const SCALE: f64 = 173.7178;

#[cfg(test)]
mod tests {
    use skillratings::Outcomes;
    use skillratings::glicko2::{Glicko2Config, glicko2_rating_period};

    use super::*;

    const DAY: i64 = 24 * 3_600_000;

    /// The example of Glickman's paper, "Example of the Glicko-2 system" (2013):
    /// 1464.06, 151.52 and 0.05999 with its rounded steps.
    #[test]
    fn the_crate_agrees_with_the_paper() {
        let known = |rating, deviation| Glicko2Rating { rating, deviation, volatility: 0.06 };
        let games = [
            (known(1400.0, 30.0), Outcomes::WIN),
            (known(1550.0, 100.0), Outcomes::LOSS),
            (known(1700.0, 300.0), Outcomes::LOSS),
        ];
        let after = glicko2_rating_period(&known(1500.0, 200.0), &games, &Glicko2Config::new());
        assert!((after.rating - 1464.06).abs() < 0.02, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.02, "{after:?}");
        assert!((after.volatility - 0.05999).abs() < 0.00001, "{after:?}");
    }

    #[test]
    fn whole_numbers_keep_what_matters() {
        let glicko = Glicko2Rating { rating: 1464.0507, deviation: 151.5165, volatility: 0.059996 };
        let standing = Standing::of(glicko, 3, 7);
        let expected = Standing {
            rating: 1_464_051,
            deviation: 151_517,
            volatility: 59_996_000,
            rated_matches: 3,
            at: 7,
        };
        assert_eq!(standing, expected);
        assert_eq!(Standing::of(standing.glicko(7), 3, 7), standing);
    }

    #[test]
    fn who_rests_is_less_well_known() {
        let glicko = Glicko2Rating { rating: 1700.0, deviation: 60.0, volatility: 0.06 };
        let standing = Standing::of(glicko, 50, 0);
        assert_eq!(standing.deviation_at(0), 60.0);
        assert!((standing.deviation_at(5 * DAY) - 60.0f64.hypot(0.06 * SCALE)).abs() < 1e-9);
        assert!((105.0..115.0).contains(&standing.deviation_at(365 * DAY)));
        assert_eq!(standing.deviation_at(i64::MAX), WIDEST);
        // A clock that was set back makes nobody better known.
        assert_eq!(standing.deviation_at(-DAY), 60.0);
        assert!(!standing.is_provisional(DAY) && standing.is_provisional(400 * DAY));
        assert!(Standing::new(0).is_provisional(0));
    }
}
