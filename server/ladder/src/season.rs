//! Seasons: quarters of a year (UTC). A season is a view of the ladder, never a reset: ratings
//! continue, and a season's table shows the standings at its end.

use std::fmt;
use std::str::FromStr;

use super::standing::DAY_MS;

/// A quarter of a year.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Season {
    year: i64,
    /// From 0 to 3.
    quarter: i64,
}

/// The text names no season.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownSeason;

impl Season {
    /// Returns the season that contains a time, in milliseconds since 1970.
    pub fn at(ms: i64) -> Season {
        let day = ms.div_euclid(DAY_MS);
        // A year has 365.2425 days on average, so this may be too early; the loop advances it.
        let mut year = 1970 + day.div_euclid(366);
        while first_day(year + 1, 1) <= day {
            year += 1;
        }
        let quarter = (0..4).rev().find(|quarter| first_day(year, 3 * quarter + 1) <= day);
        Season { year, quarter: quarter.unwrap_or(0) }
    }

    /// The time when it begins, in milliseconds since 1970.
    pub fn begins(self) -> i64 {
        first_day(self.year, 3 * self.quarter + 1) * DAY_MS
    }

    /// The time when it is over, in milliseconds since 1970.
    pub fn ends(self) -> i64 {
        let next = match self.quarter {
            3 => Season { year: self.year + 1, quarter: 0 },
            quarter => Season { quarter: quarter + 1, ..self },
        };
        next.begins()
    }
}

/// The first day of a month, counted from 1970 (Hinnant, "chrono-compatible low-level date
/// algorithms", days_from_civil).
fn first_day(year: i64, month: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year - 400 * era;
    let of_year = (153 * (month + if month > 2 { -3 } else { 9 }) + 2) / 5;
    era * 146_097 + 365 * of_era + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// For example `2026-Q4`.
impl fmt::Display for Season {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-Q{}", self.year, self.quarter + 1)
    }
}

impl FromStr for Season {
    type Err = UnknownSeason;

    fn from_str(text: &str) -> Result<Season, UnknownSeason> {
        let (year, quarter) = text.split_once("-Q").ok_or(UnknownSeason)?;
        let number = |text: &str| text.parse::<u16>().map(i64::from).map_err(|_| UnknownSeason);
        let (year, quarter) = (number(year)?, number(quarter)? - 1);
        let known = (1970..=9999).contains(&year) && (0..4).contains(&quarter);
        if known { Ok(Season { year, quarter }) } else { Err(UnknownSeason) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_season_is_a_quarter_of_a_year() {
        assert_eq!(Season::at(0).to_string(), "1970-Q1");
        // Sun Nov 22 2026.
        let autumn = Season::at(1_795_305_600_000);
        assert_eq!(autumn.to_string(), "2026-Q4");
        assert_eq!((autumn.begins(), autumn.ends()), (1_790_812_800_000, 1_798_761_600_000));
        assert_eq!("2026-Q4".parse(), Ok(autumn));
        for text in ["", "2026", "2026-Q5", "2026-Q0", "x-Q1", "99999-Q1"] {
            assert_eq!(text.parse::<Season>(), Err(UnknownSeason), "{text}");
        }
    }

    #[test]
    fn a_time_before_1970_has_its_season_too() {
        assert_eq!(Season::at(-1).to_string(), "1969-Q4");
        assert_eq!(Season::at(-400 * DAY_MS).to_string(), "1968-Q4");
        assert_eq!(Season::at(-4_000 * DAY_MS).to_string(), "1959-Q1");
    }

    #[test]
    fn seasons_follow_one_another_without_a_gap() {
        let mut season = Season::at(0);
        for _ in 0..600 {
            let next = Season::at(season.ends());
            assert_eq!(Season::at(season.ends() - 1), season);
            assert_eq!(next.begins(), season.ends());
            assert!((90..=92).contains(&((season.ends() - season.begins()) / DAY_MS)));
            season = next;
        }
        assert_eq!(season.to_string(), "2120-Q1");
    }
}
