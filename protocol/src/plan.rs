//! The plan of a tournament, as its organizer requests it, and the bounds of every number.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::entry::{Begin, Close, EntrantKinds, EntryRule};
use crate::format::Format;
use crate::limits::{
    MAX_COURSES, MAX_ENTRANTS, MAX_EXTRA_PAIRS, MAX_PAIRS_PER_PAIRING, MAX_ROUNDS, MAX_RUNNING,
    MAX_TOURNAMENT_PAIRS, MAX_WAIT,
};
use crate::{Cause, Course, Name, PlanField, Sprt, StartList, TimeControl, default_one, is_false};

/// The plan of a tournament, as its organizer requests it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Its name.
    pub name: Name,
    /// Who meets whom.
    pub format: Format,
    /// Pairs of games that each pairing plays.
    #[serde(default = "default_one")]
    pub pairs: u32,
    /// What is played; pairs take the courses in turn.
    pub courses: Vec<Course>,
    /// The starts, if the organizer lists them; then the courses only say to which games they
    /// belong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts: Option<StartList>,
    /// How long players may think; left out, there is no clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
    /// Who may enter.
    #[serde(default)]
    pub entry: EntryRule,
    /// People, bots, or both.
    #[serde(default, skip_serializing_if = "EntrantKinds::is_default")]
    pub kinds: EntrantKinds,
    /// The most entrants.
    #[serde(default = "most_entrants")]
    pub entrants: u32,
    /// When it begins.
    #[serde(default)]
    pub begin: Begin,
    /// Pairs played at the same time.
    #[serde(default = "most_running")]
    pub running: u32,
    /// Pairs that one entrant plays at the same time. More than one suits bots.
    #[serde(default = "default_one")]
    pub each: u32,
    /// How long the server waits for an absent entrant, in milliseconds; then they lose the
    /// pair.
    #[serde(default = "a_minute")]
    pub wait_ms: u32,
    /// Whether entrants must confirm before each pair that they are ready; otherwise
    /// being connected is enough.
    #[serde(default, skip_serializing_if = "is_false")]
    pub ready: bool,
    /// In a Swiss tournament: how many half-point byes each entrant may ask for.
    #[serde(default, skip_serializing_if = "is_none")]
    pub byes: u32,
    /// Clocks of single entrants instead of `clock`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clocks: Vec<EntrantClock>,
    /// When it ends after everything has been played.
    #[serde(default, skip_serializing_if = "Close::is_default")]
    pub close: Close,
    /// With two entrants: stop as soon as it is clear whether the first to enter is
    /// stronger.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
}

/// The clock of one entrant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct EntrantClock {
    /// Their place in the order of entering, from 1.
    pub entered: u32,
    /// How long they may think.
    pub clock: TimeControl,
}

impl Plan {
    /// Returns the plan if it is within the limits.
    ///
    /// # Errors
    /// The first limit that it breaks.
    ///
    /// ```
    /// use protocol::{Cause, Plan};
    ///
    /// let plan = r#"{"name":"Cup","format":{"kind":"swiss","rounds":5},"courses":[{"variant":"nim"}]}"#;
    /// let plan: Plan = serde_json::from_str::<Plan>(plan)?.checked().expect("within the limits");
    /// assert_eq!(plan.pairs, 1);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn checked(self) -> Result<Plan, Cause> {
        PlanField::Pairs.expect(self.pairs, 1, MAX_PAIRS_PER_PAIRING)?;
        PlanField::Courses.expect(self.courses.len() as u32, 1, MAX_COURSES)?;
        PlanField::Entrants.expect(self.entrants, 2, MAX_ENTRANTS)?;
        PlanField::Running.expect(self.running, 1, MAX_RUNNING)?;
        PlanField::Each.expect(self.each, 1, MAX_RUNNING)?;
        PlanField::WaitMs.expect(self.wait_ms, 0, MAX_WAIT.as_millis())?;
        PlanField::Byes.expect(self.byes, 0, MAX_ROUNDS)?;
        self.begin.check()?;
        self.format.check()?;
        self.sprt.map_or(Ok(()), Sprt::check)?;
        if let Some(clock) = self.clock {
            clock.checked().map_err(|_| Cause::BadClock)?;
        }
        let for_two = |course: &Course| course.variant.rules().seats() == 2;
        let rules = [
            (self.ready && self.format.is_arena(), Cause::NoReadyCheckInArena),
            (self.byes > 0 && !matches!(self.format, Format::Swiss { .. }), Cause::ByesInSwissOnly),
            (!self.has_good_clocks(), Cause::BadEntrantClocks),
            (self.sprt.is_some() && self.close == Close::OnRequest, Cause::SprtEndsByItself),
            (!self.courses.iter().all(for_two), Cause::CourseNeedsTwoPlayers),
            (self.sprt.is_some() && self.entrants != 2, Cause::SprtNeedsTwoEntrants),
            (
                self.most_pairs() > MAX_TOURNAMENT_PAIRS,
                Cause::TooManyPairs { max: MAX_TOURNAMENT_PAIRS },
            ),
        ];
        match rules.into_iter().find(|(broken, _)| *broken) {
            Some((_, why)) => Err(why),
            None => Ok(self),
        }
    }

    /// Whether each clock of a single entrant is within its limits and stands beside a clock of all
    /// others; none is by days, and nobody has two.
    fn has_good_clocks(&self) -> bool {
        let by_days = |clock: TimeControl| matches!(clock, TimeControl::Days { .. });
        let beside = self.clock.is_some_and(|clock| !by_days(clock));
        let entered: BTreeSet<u32> = self.clocks.iter().map(|one| one.entered).collect();
        let good = |one: &EntrantClock| {
            (1..=self.entrants).contains(&one.entered)
                && one.clock.checked().is_ok()
                && !by_days(one.clock)
        };
        self.clocks.is_empty()
            || beside && entered.len() == self.clocks.len() && self.clocks.iter().all(good)
    }

    /// Returns the clock of the entrant with this place in the order of entering.
    pub fn clock_of(&self, entered: u32) -> Option<TimeControl> {
        let own = self.clocks.iter().find(|one| one.entered == entered);
        own.map(|one| one.clock).or(self.clock)
    }

    /// Whether people may go berserk: in an arena for people, with a clock that is not by days.
    pub fn admits_berserk(&self) -> bool {
        let clock = self.clock.is_some_and(|clock| !matches!(clock, TimeControl::Days { .. }));
        self.format.is_arena() && self.kinds == EntrantKinds::People && clock
    }

    /// Returns the most pairs that can be played when all places are taken.
    fn most_pairs(&self) -> u64 {
        let (n, pairs) = (u64::from(self.entrants), u64::from(self.pairs));
        let pairings = match self.format {
            Format::RoundRobin { cycles } => n * (n - 1) / 2 * u64::from(cycles),
            Format::Gauntlet { champions } => n * u64::from(champions),
            Format::Swiss { rounds } => n * u64::from(rounds) / 2,
            Format::Knockout => n * (1 + u64::from(MAX_EXTRA_PAIRS)) / pairs.max(1) + n,
            // It ends by time.
            Format::Arena { .. } => 0,
        };
        pairings * pairs
    }
}

fn is_none(number: &u32) -> bool {
    *number == 0
}

fn most_entrants() -> u32 {
    MAX_ENTRANTS as u32
}

fn most_running() -> u32 {
    16
}

fn a_minute() -> u32 {
    60_000
}

#[cfg(test)]
mod tests {
    use rules::Ending;
    use serde_json::Value;

    use super::*;

    const PLAN: &str = r#"{"name": "Cup", "format": {"kind": "round_robin"}, "entrants": 8,
        "courses": [{"variant": "nim"}, {"variant": "moore", "params": {"k": 2}, "size": 20}]}"#;

    #[test]
    fn a_plan_is_read_with_its_defaults() {
        let plan: Plan = serde_json::from_str(PLAN).unwrap();
        assert_eq!(plan.format, Format::RoundRobin { cycles: 1 });
        assert_eq!((plan.pairs, plan.each, plan.entry), (1, 1, EntryRule::Open));
        assert_eq!((plan.courses[0].ending, plan.courses[0].size), (Ending::Normal, 15));
        assert_eq!((plan.running, plan.wait_ms, plan.byes), (16, 60_000, 0));
        let mut unbounded: Value = serde_json::from_str(PLAN).unwrap();
        unbounded.as_object_mut().unwrap().remove("entrants");
        let unbounded: Plan = serde_json::from_value(unbounded).unwrap();
        assert_eq!(unbounded.entrants, 256);
        let again = serde_json::from_str(&serde_json::to_string(&plan).unwrap()).unwrap();
        assert_eq!(plan, again);
        assert!(plan.checked().is_ok());
    }

    /// Checks the example plan with one field changed.
    fn judged(field: &str, value: &str) -> Result<Plan, Cause> {
        let mut plan: Value = serde_json::from_str(PLAN).unwrap();
        plan[field] = serde_json::from_str(value).unwrap();
        serde_json::from_value::<Plan>(plan).unwrap().checked()
    }

    #[test]
    fn each_number_is_admitted_within_its_bounds_and_refused_beyond_them() {
        let arena = |seconds: i64| format!(r#"{{"kind": "arena", "seconds": {seconds}}}"#);
        let format = |kind: &str, field: &str, value: i64| {
            format!(r#"{{"kind": "{kind}", "{field}": {value}}}"#)
        };
        let sprt = |elo0: i64| format!(r#"{{"elo0": {elo0}, "elo1": 1000}}"#);
        for (field, name, min, max, write) in [
            (PlanField::Pairs, "pairs", 1, 1000, &i64::to_string as &dyn Fn(&i64) -> String),
            (PlanField::Entrants, "entrants", 2, 256, &i64::to_string),
            (PlanField::Running, "running", 1, 64, &i64::to_string),
            (PlanField::Each, "each", 1, 64, &i64::to_string),
            (PlanField::WaitMs, "wait_ms", 0, 600_000, &i64::to_string),
            (PlanField::Byes, "byes", 0, 30, &i64::to_string),
            (PlanField::Begin, "begin", 0, 2_419_200, &|&at| {
                format!(r#"{{"when": "in", "seconds": {at}}}"#)
            }),
            (PlanField::Cycles, "format", 1, 8, &|&at| format("round_robin", "cycles", at)),
            (PlanField::Champions, "format", 1, 16, &|&at| format("gauntlet", "champions", at)),
            (PlanField::Rounds, "format", 1, 30, &|&at| format("swiss", "rounds", at)),
            (PlanField::Seconds, "format", 10, 86_400, &|&at| arena(at)),
            (PlanField::Courses, "courses", 1, 20, &|&at| {
                format!("[{}]", vec![r#"{"variant": "nim"}"#; at as usize].join(","))
            }),
        ] {
            let refused = Cause::PlanOutOfRange { field, min, max };
            for bad in [min - 1, max + 1].into_iter().filter(|&bad| bad >= 0) {
                assert_eq!(judged(name, &write(&bad)), Err(refused.clone()), "{name} {bad}");
            }
            for good in [min, max] {
                // The total may still be too large.
                assert_ne!(judged(name, &write(&good)).err(), Some(refused.clone()), "{name}");
            }
            assert_eq!(serde_json::to_value(field).unwrap(), field.to_string());
        }
        let elo = Cause::PlanOutOfRange { field: PlanField::Elo, min: -1000, max: 1000 };
        assert_eq!(judged("sprt", &sprt(-1001)), Err(elo));
        assert_eq!(judged("sprt", &sprt(-1000)), Err(Cause::SprtNeedsTwoEntrants));
    }

    #[test]
    fn each_broken_rule_of_a_plan_has_its_own_cause() {
        let three =
            r#"[{"variant": "game21_nplayer", "params": {"players": 3, "step": 3, "target": 21}}]"#;
        let rates = r#"{"elo0": 0, "elo1": 10, "alpha": 0.5}"#;
        for (field, value, why) in [
            ("courses", three, Cause::CourseNeedsTwoPlayers),
            ("sprt", r#"{"elo0": 10, "elo1": 10}"#, Cause::EloOutOfOrder),
            ("sprt", rates, Cause::BadErrorRates),
            ("clock", r#"{"kind": "move", "ms": 0}"#, Cause::BadClock),
            ("byes", "1", Cause::ByesInSwissOnly),
            (
                "clocks",
                r#"[{"entered": 1, "clock": {"kind": "move", "ms": 500}}]"#,
                Cause::BadEntrantClocks,
            ),
        ] {
            assert_eq!(judged(field, value), Err(why), "{field} {value}");
        }
        let mut plan: Plan = serde_json::from_str(PLAN).unwrap();
        plan.ready = true;
        assert!(plan.clone().checked().is_ok());
        let arena = Plan { format: Format::Arena { seconds: 60 }, ..plan.clone() };
        assert_eq!(arena.clone().checked(), Err(Cause::NoReadyCheckInArena));
        assert!(Plan { ready: false, ..arena }.checked().is_ok());
        let swiss = Plan { format: Format::Swiss { rounds: 5 }, byes: 2, ..plan };
        assert!(swiss.checked().is_ok());
    }

    #[test]
    fn two_entrants_may_play_until_it_is_clear_who_is_stronger() {
        let mut plan: Plan = serde_json::from_str(PLAN).unwrap();
        plan.entrants = 2;
        plan.sprt = Some(serde_json::from_str(r#"{"elo0": 0, "elo1": 10}"#).unwrap());
        assert!(plan.clone().checked().is_ok());
        let three = Plan { entrants: 3, ..plan.clone() };
        assert_eq!(three.checked(), Err(Cause::SprtNeedsTwoEntrants));
        let kept_open = Plan { close: Close::OnRequest, ..plan };
        assert_eq!(kept_open.clone().checked(), Err(Cause::SprtEndsByItself));
        assert!(Plan { sprt: None, ..kept_open }.checked().is_ok());
    }

    #[test]
    fn entrants_have_clocks_of_their_own_beside_that_of_all() {
        let mut plan: Plan = serde_json::from_str(PLAN).unwrap();
        let [all, own] = [60_000, 30_000].map(|ms| TimeControl::Move { ms });
        plan.clock = Some(all);
        plan.clocks = vec![EntrantClock { entered: 2, clock: own }];
        let plan = plan.checked().unwrap();
        assert_eq!([1, 2].map(|entered| plan.clock_of(entered)), [Some(all), Some(own)]);
        for wrong in [
            vec![EntrantClock { entered: 9, clock: own }],
            vec![EntrantClock { entered: 0, clock: own }],
            vec![EntrantClock { entered: 1, clock: own }; 2],
            vec![EntrantClock { entered: 1, clock: TimeControl::Move { ms: 1 } }],
            vec![EntrantClock { entered: 1, clock: TimeControl::Days { days: 2 } }],
        ] {
            let plan = Plan { clocks: wrong, ..plan.clone() };
            assert_eq!(plan.checked(), Err(Cause::BadEntrantClocks));
        }
        assert!(!plan.admits_berserk());
        let arena = Format::Arena { seconds: 60 };
        let plan = Plan { format: arena, kinds: EntrantKinds::People, ..plan };
        assert!(plan.admits_berserk());
        for changed in [
            Plan { format: Format::Knockout, ..plan.clone() },
            Plan { kinds: EntrantKinds::Everybody, ..plan.clone() },
            Plan { clock: None, ..plan.clone() },
            Plan { clock: Some(TimeControl::Days { days: 1 }), ..plan.clone() },
        ] {
            assert!(!changed.admits_berserk(), "{changed:?}");
        }
    }

    /// With an odd number of entrants and of pairs, so that nothing is divided by chance.
    #[test]
    fn the_most_pairs_follow_from_the_format() {
        let plan: Plan = serde_json::from_str(PLAN).unwrap();
        for (format, most) in [
            (Format::RoundRobin { cycles: 2 }, 21 * 2 * 3),
            (Format::Gauntlet { champions: 2 }, 14 * 3),
            (Format::Swiss { rounds: 5 }, 17 * 3),
            (Format::Knockout, (39 + 7) * 3),
            (Format::Arena { seconds: 60 }, 0),
        ] {
            let plan = Plan { format, entrants: 7, pairs: 3, ..plan.clone() };
            assert_eq!(plan.most_pairs(), most, "{format:?}");
        }
    }

    #[test]
    fn the_whole_is_bounded() {
        let mut plan: Plan = serde_json::from_str(PLAN).unwrap();
        plan.entrants = 256;
        assert!(plan.clone().checked().is_ok());
        plan.pairs = 2;
        assert_eq!(plan.clone().checked(), Err(Cause::TooManyPairs { max: 50_000 }));
        // 125 entrants, 4 champions and 100 pairs: exactly the most.
        (plan.entrants, plan.pairs, plan.format) = (125, 100, Format::Gauntlet { champions: 4 });
        assert!(plan.clone().checked().is_ok());
        plan.entrants = 126;
        assert_eq!(plan.checked(), Err(Cause::TooManyPairs { max: 50_000 }));
    }
}
