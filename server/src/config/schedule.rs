//! Recurring tournaments: a file lists them, and each begins at the same minute of every hour, day
//! or week.

use protocol::Plan;
use serde::Deserialize;

const MINUTE_MS: u64 = 60_000;
const HOUR_MS: u64 = 60 * MINUTE_MS;
const DAY_MS: u64 = 24 * HOUR_MS;

/// The first Monday after the beginning of 1970, which was a Thursday.
const FIRST_MONDAY_MS: u64 = 4 * DAY_MS;

/// The most recurring tournaments.
const MAX_RECURRING: usize = 20;

/// What recurs unless a file says otherwise: something for everybody, at one time of the day.
const DAILY: &str = r#"
    [[tournament]]
    every = "day"
    at-minute = 1080
    fill-to = 4

    [tournament.plan]
    name = "Daily arena"
    format = { kind = "arena", seconds = 1200 }
    clock = { kind = "fischer", base_ms = 60000, increment_ms = 2000 }
    courses = [
        { variant = "nim" }, { variant = "fibonacci" },
        { variant = "chomp", ending = "misere" }, { variant = "notakto", ending = "misere" },
    ]
"#;

/// A tournament that recurs.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Recurring {
    /// How often.
    pub every: Every,
    /// Minutes after the beginning of the hour, of the day or of Monday (UTC).
    #[serde(default)]
    pub at_minute: u32,
    /// House bots enter until there are this many entrants, if anybody else has entered.
    #[serde(default)]
    pub fill_to: u32,
    /// The plan. When it begins is decided by the schedule.
    pub plan: Plan,
}

/// How often a tournament recurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Every {
    /// Every hour.
    Hour,
    /// Every day.
    Day,
    /// Every week.
    Week,
}

/// The file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RecurringList {
    #[serde(default)]
    tournament: Vec<Recurring>,
}

impl Recurring {
    /// Reads a schedule: TOML with an entry `[[tournament]]` for each.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn read(text: &str) -> Result<Vec<Recurring>, String> {
        let RecurringList { tournament } = toml::from_str(text).map_err(|why| why.to_string())?;
        if tournament.len() > MAX_RECURRING {
            return Err(format!("at most {MAX_RECURRING} tournaments recur"));
        }
        tournament.into_iter().map(Recurring::checked).collect()
    }

    /// Returns the tournament of the day: an arena at 18:00 (UTC).
    ///
    /// # Panics
    /// Never: a test reads it.
    pub fn daily() -> Vec<Recurring> {
        Recurring::read(DAILY).expect("a test reads it")
    }

    fn checked(self) -> Result<Recurring, String> {
        let name = self.plan.name.as_str().to_owned();
        if u64::from(self.at_minute) * MINUTE_MS >= self.every.ms() {
            return Err(format!("{name}: at-minute is beyond the period"));
        }
        let plan = self.plan.checked().map_err(|why| format!("{name}: {why}"))?;
        Ok(Recurring { plan, ..self })
    }

    /// Returns when it begins for the first time after `now_ms`, in milliseconds since 1970.
    pub(crate) fn next_after(&self, now_ms: u64) -> u64 {
        let (period, at) = (self.every.ms(), u64::from(self.at_minute) * MINUTE_MS);
        let first = at + if self.every == Every::Week { FIRST_MONDAY_MS } else { 0 };
        match now_ms.checked_sub(first) {
            Some(since) => first + (since / period + 1) * period,
            None => first,
        }
    }
}

impl Every {
    fn ms(self) -> u64 {
        match self {
            Every::Hour => HOUR_MS,
            Every::Day => DAY_MS,
            Every::Week => 7 * DAY_MS,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOURLY: &str = r#"
        [[tournament]]
        every = "hour"
        at-minute = 30
        fill-to = 4
        plan = { name = "Hourly", format = { kind = "arena", seconds = 1200 }, courses = [{ variant = "nim" }] }
    "#;

    #[test]
    fn there_is_a_tournament_of_the_day() {
        let daily = Recurring::daily();
        let at: Vec<u64> = daily.iter().map(|one| one.next_after(0)).collect();
        assert_eq!(at, [18 * HOUR_MS]);
        assert_eq!(daily[0].next_after(at[0]), at[0] + DAY_MS);
    }

    #[test]
    fn a_schedule_is_read_and_what_is_wrong_is_told() {
        let read = Recurring::read(HOURLY).expect("a schedule");
        assert_eq!((read.len(), read[0].every, read[0].fill_to), (1, Every::Hour, 4));
        let longest = HOURLY.repeat(MAX_RECURRING);
        assert_eq!(Recurring::read(&longest).map(|read| read.len()), Ok(MAX_RECURRING));
        let refused = Recurring::read(&(longest + HOURLY)).expect_err("one more");
        assert!(refused.contains("at most 20"), "{refused}");
        for (from, to, why) in [
            ("at-minute = 30", "at-minute = 60", "beyond the period"),
            ("seconds = 1200", "seconds = 1", "seconds: from"),
            ("every = \"hour\"", "every = \"year\"", "year"),
            ("fill-to", "fill-up", "fill-up"),
        ] {
            let refused = Recurring::read(&HOURLY.replace(from, to)).expect_err(to);
            assert!(refused.contains(why), "{refused}");
        }
    }

    #[test]
    fn each_period_has_one_beginning() {
        let mut one = Recurring::read(HOURLY).expect("a schedule").remove(0);
        let half = 30 * MINUTE_MS;
        assert_eq!(one.next_after(0), half);
        assert_eq!(one.next_after(half - 1), half);
        assert_eq!(one.next_after(half), half + HOUR_MS);
        one.every = Every::Day;
        assert_eq!(one.next_after(3 * DAY_MS), 3 * DAY_MS + half);
        // 1 January 2024 was a Monday.
        one.every = Every::Week;
        let monday = 1_704_067_200_000;
        assert_eq!(one.next_after(monday), monday + half);
        assert_eq!(one.next_after(monday + half), monday + half + 7 * DAY_MS);
    }
}
