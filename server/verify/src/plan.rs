//! The bounds of a plan: the limits of docs/tournaments.md, stated independently.

use std::collections::HashSet;

use super::Refuted;
use super::file::{Clock, EntrantClock, Format, Plan, StartList};

pub(super) fn check(plan: &Plan) -> Result<(), Refuted> {
    let within = |value: u32, low: u32, high: u32| (low..=high).contains(&value);
    let format = match plan.format {
        Format::RoundRobin { cycles } => within(cycles, 1, 8),
        Format::Gauntlet { champions } => within(champions, 1, 16),
        Format::Swiss { rounds } => within(rounds, 1, 30),
        Format::Knockout => true,
        Format::Arena { seconds } => within(seconds, 10, 86_400),
    };
    let arena = matches!(plan.format, Format::Arena { .. });
    let checks = [
        (!plan.name.is_empty() && plan.name.chars().count() <= 32, "the name"),
        (format, "the format"),
        (within(plan.pairs, 1, 1_000), "the number of pairs"),
        (within(plan.courses.len() as u32, 1, 20), "the number of courses"),
        (plan.courses.iter().all(|c| (1..=1_000).contains(&c.size)), "the size of a course"),
        (plan.starts.as_ref().is_none_or(is_start_list), "the listed starts"),
        (within(plan.entrants, 2, 256), "the number of entrants"),
        (within(plan.running, 1, 64) && within(plan.each, 1, 64), "what is played at once"),
        (plan.wait_ms <= 600_000, "how long is waited"),
        (!(plan.ready && arena), "the ready check"),
        (plan.clock.is_none_or(is_clock), "the clock"),
        (are_clocks(plan), "the clocks of single entrants"),
        (
            plan.byes == 0 || plan.byes <= 30 && matches!(plan.format, Format::Swiss { .. }),
            "the number of byes",
        ),
        (plan.sprt.is_none() || plan.entrants == 2, "a test of more than two"),
        (
            plan.sprt.is_none_or(|test| is_test(test.elo0, test.elo1, [test.alpha, test.beta])),
            "the test",
        ),
        (most_pairs(plan) <= 50_000, "the number of all pairs"),
    ];
    match checks.iter().find(|(holds, _)| !holds) {
        Some((_, what)) => Err(Refuted::new(1, format!("the plan is beyond its limits: {what}"))),
        None => Ok(()),
    }
}

fn is_start_list(starts: &StartList) -> bool {
    let bytes: usize = starts.list.iter().map(String::len).sum();
    (1..=1_000).contains(&starts.list.len()) && bytes <= 32 * 1024
}

fn is_test(elo0: i32, elo1: i32, errors: [f64; 2]) -> bool {
    let elo = elo0 < elo1 && [elo0, elo1].iter().all(|elo| (-1_000..=1_000).contains(elo));
    elo && errors.iter().all(|rate| (0.000_1..=0.4).contains(rate))
}

fn is_clock(clock: Clock) -> bool {
    let stock = |base: u64, step: u64| (100..=10_800_000).contains(&base) && step <= 180_000;
    match clock {
        Clock::Fischer { base_ms, increment_ms: step }
        | Clock::Bronstein { base_ms, delay_ms: step }
        | Clock::Delay { base_ms, delay_ms: step } => stock(base_ms, step),
        Clock::Byoyomi { base_ms, periods, period_ms } => {
            base_ms <= 10_800_000
                && (1..=30).contains(&periods)
                && (100..=180_000).contains(&period_ms)
        }
        Clock::Move { ms } => (100..=3_600_000).contains(&ms),
        Clock::Days { days } => (1..=14).contains(&days),
    }
}

fn are_clocks(plan: &Plan) -> bool {
    let timed = |clock: Clock| is_clock(clock) && !matches!(clock, Clock::Days { .. });
    let places: HashSet<u32> = plan.clocks.iter().map(|one| one.entered).collect();
    let own =
        |one: &EntrantClock| one.entered >= 1 && one.entered <= plan.entrants && timed(one.clock);
    plan.clocks.is_empty()
        || plan.clock.is_some_and(timed)
            && places.len() == plan.clocks.len()
            && plan.clocks.iter().all(own)
}

fn most_pairs(plan: &Plan) -> u64 {
    let (n, pairs) = (u64::from(plan.entrants), u64::from(plan.pairs));
    match plan.format {
        Format::RoundRobin { cycles } => pairs * (n * n.saturating_sub(1) / 2) * u64::from(cycles),
        Format::Gauntlet { champions } => pairs * n * u64::from(champions),
        Format::Swiss { rounds } => pairs * (n * u64::from(rounds) / 2),
        // Overtime and byes are included.
        Format::Knockout => pairs * (n * 17 / pairs.max(1) + n),
        Format::Arena { .. } => 0,
    }
}
