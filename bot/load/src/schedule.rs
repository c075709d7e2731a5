//! When moves are due.

use std::sync::OnceLock;
use std::time::Duration;

use rand::{Rng, RngExt};

use crate::stages::Stages;

/// The distribution of thinking times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Think {
    /// All equal to the mean.
    Constant,
    /// Uniform from zero to twice the mean.
    Uniform,
    /// Exponential, as for independent arrivals: many short times, a few long ones.
    Exponential,
}

impl Think {
    /// Draws a thinking time, as a multiple of the mean.
    fn draw(self, chance: &mut impl Rng) -> f64 {
        let share: f64 = chance.random();
        match self {
            Think::Constant => 1.0,
            Think::Uniform => 2.0 * share,
            // At most twenty times the mean: otherwise a game could stall for ever.
            Think::Exponential => (-(1.0 - share).ln()).min(20.0),
        }
    }

    /// Its name in reports.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Think::Constant => "constant",
            Think::Uniform => "uniform",
            Think::Exponential => "exponential",
        }
    }
}

/// Schedules the moves of all tables. Times count from the beginning of the run.
#[derive(Debug)]
pub(crate) struct Schedule {
    /// `None` if moves are due as soon as they can be made.
    stages: Option<Stages>,
    think: Think,
    tables: f64,
    /// When the stages begin. Until then the first rate applies.
    stages_begin: OnceLock<Duration>,
}

impl Schedule {
    pub(crate) fn new(stages: Option<Stages>, think: Think, players: usize) -> Schedule {
        let tables = (players as f64 / 2.0).max(1.0);
        Schedule { stages, think, tables, stages_begin: OnceLock::new() }
    }

    /// Begins the first stage.
    pub(crate) fn begin_stages(&self, now: Duration) {
        // Set once only: a second call would change moves that are already due.
        let _ = self.stages_begin.set(now);
    }

    /// Whether waiting moves need new times when the stages begin, because the rate
    /// changes then.
    pub(crate) fn varies(&self) -> bool {
        self.stages.as_ref().is_some_and(Stages::varies)
    }

    /// Whether moves are scheduled, rather than made as soon as possible.
    pub(crate) fn is_fixed(&self) -> bool {
        self.stages.is_some()
    }

    /// When the next move is due at a table whose last move was due at `before`.
    pub(crate) fn next(&self, before: Duration, chance: &mut impl Rng) -> Duration {
        let Some(stages) = &self.stages else { return before };
        let moves = self.think.draw(chance) * self.tables;
        match self.stages_begin.get() {
            Some(&begin) if before >= begin => {
                let due = stages.time_of(before - begin, moves);
                due.map_or(Duration::MAX / 64, |due| begin + due)
            }
            _ => {
                // Before the stages, moves only keep the tables going.
                let rate = stages.first_rate().max(1e-3);
                let due = Duration::try_from_secs_f64(moves / rate);
                before + due.unwrap_or(Duration::MAX / 64)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    use super::*;

    #[test]
    fn thinking_takes_the_mean_on_average() {
        for think in [Think::Constant, Think::Uniform, Think::Exponential] {
            let schedule = Schedule::new(Some(Stages::constant(20.0, 10)), think, 4);
            schedule.begin_stages(Duration::ZERO);
            let mut chance = StdRng::seed_from_u64(7);
            let (mut at, times) = (Duration::ZERO, 20_000);
            for _ in 0..times {
                at = schedule.next(at, &mut chance);
            }
            let average = at.as_secs_f64() / f64::from(times);
            assert!((average - 0.1).abs() < 0.003, "{think:?}: {average}");
        }
    }

    #[test]
    fn without_a_rate_moves_are_due_at_once() {
        let schedule = Schedule::new(None, Think::Constant, 4);
        let now = Duration::from_secs(3);
        assert_eq!(schedule.next(now, &mut StdRng::seed_from_u64(1)), now);
        assert!(!schedule.is_fixed() && !schedule.varies());
    }

    #[test]
    fn each_distribution_has_its_shape() {
        let mut chance = StdRng::seed_from_u64(5);
        let mut draws =
            |think: Think| -> Vec<f64> { (0..10_000).map(|_| think.draw(&mut chance)).collect() };
        let below = |draws: &[f64], bound| draws.iter().filter(|&&draw| draw < bound).count();
        assert!(draws(Think::Constant).iter().all(|&draw| draw == 1.0));
        let uniform = draws(Think::Uniform);
        assert_eq!(below(&uniform, 2.0), 10_000);
        assert!(below(&uniform, 0.5).abs_diff(2_500) < 150);
        // 1 - 1/e and 1 - 1/e^3.
        let exponential = draws(Think::Exponential);
        assert!(below(&exponential, 1.0).abs_diff(6_321) < 150);
        assert!(below(&exponential, 3.0).abs_diff(9_502) < 150);
        let names = [Think::Constant, Think::Uniform, Think::Exponential].map(Think::name);
        assert_eq!(names, ["constant", "uniform", "exponential"]);
    }

    #[test]
    fn before_the_stages_the_first_rate_applies_and_then_theirs() {
        let stages: Stages = "step:4:10s,step:8:10s".parse().expect("stages");
        let schedule = Schedule::new(Some(stages), Think::Constant, 4);
        assert!(schedule.is_fixed() && schedule.varies());
        let mut chance = StdRng::seed_from_u64(1);
        let seconds = Duration::from_secs_f64;
        // Two tables at four moves a second.
        assert_eq!(schedule.next(seconds(3.0), &mut chance), seconds(3.5));
        schedule.begin_stages(seconds(5.0));
        schedule.begin_stages(seconds(50.0));
        for (before, due) in [(4.0, 4.5), (5.0, 5.5), (14.75, 15.125), (16.0, 16.25)] {
            let next = schedule.next(seconds(before), &mut chance);
            assert!(next.abs_diff(seconds(due)) < Duration::from_micros(1), "{before}: {next:?}");
        }
        let none = Schedule::new(Some("ramp:1:1s".parse().expect("one")), Think::Constant, 2);
        assert_eq!(none.next(Duration::ZERO, &mut chance), Duration::from_secs(1_000));
    }
}
