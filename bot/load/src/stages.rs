//! The rate over time, in stages: ramp, step, spike, soak and down.

use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The longest stage, in seconds: a week.
const MAX_SECONDS: u64 = 7 * 86_400;

/// The most stages of one run.
const MAX_STAGES: usize = 100;

/// A period in which the rate is constant or changes linearly.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LoadStage {
    /// Its name in reports.
    pub name: String,
    /// Moves per second at its beginning.
    pub from: f64,
    /// Moves per second at its end.
    pub to: f64,
    /// Its length in whole seconds, at least one.
    pub seconds: u64,
}

/// The stages of a run, one after the other; time zero is when the first begins.
#[derive(Clone, Debug, PartialEq)]
pub struct Stages(Vec<LoadStage>);

impl LoadStage {
    /// The moves due in its first `passed` seconds.
    fn due_after(&self, passed: f64) -> f64 {
        let slope = (self.to - self.from) / self.seconds as f64;
        passed * (self.from + slope * passed / 2.0)
    }

    /// The moves that are due within it.
    pub fn moves(&self) -> f64 {
        self.due_after(self.seconds as f64)
    }

    /// Seconds from `passed` on until `moves` more are due, all within this stage.
    fn seconds_until(&self, passed: f64, moves: f64) -> f64 {
        let slope = (self.to - self.from) / self.seconds as f64;
        let rate = self.from + slope * passed;
        if slope.abs() < 1e-9 {
            return moves / rate;
        }
        // The root of `rate t + slope t^2 / 2 = moves`, in the form that is numerically stable for
        // small slopes.
        let root = (rate * rate + 2.0 * slope * moves).max(0.0).sqrt();
        2.0 * moves / (rate + root)
    }
}

impl Stages {
    /// One stage at this rate for this many seconds.
    pub fn constant(rate: f64, seconds: u64) -> Stages {
        let name = "hold".to_owned();
        Stages(vec![LoadStage { name, from: rate, to: rate, seconds: seconds.max(1) }])
    }

    /// The stages, in order.
    pub fn all(&self) -> &[LoadStage] {
        &self.0
    }

    /// The total length, in seconds.
    pub fn seconds(&self) -> u64 {
        self.0.iter().map(|stage| stage.seconds).sum()
    }

    /// Whether the rate ever changes.
    pub fn varies(&self) -> bool {
        let first = self.first_rate();
        self.0.iter().any(|stage| stage.from != first || stage.to != first)
    }

    /// The rate at the beginning.
    pub fn first_rate(&self) -> f64 {
        self.0.first().map_or(0.0, |stage| stage.from)
    }

    /// The index of the stage in which this second lies; the first second is 1.
    pub fn at_second(&self, second: u64) -> usize {
        let mut end = 0;
        let ended = |stage: &&LoadStage| {
            end += stage.seconds;
            end < second
        };
        self.0.iter().take_while(ended).count().min(self.0.len().saturating_sub(1))
    }

    /// When `moves` further moves are due after `begin`; `None` if the rate falls to zero before
    /// that. After the last stage its final rate continues.
    pub fn time_of(&self, begin: Duration, mut moves: f64) -> Option<Duration> {
        let mut at = begin.as_secs_f64();
        let mut stage_begin = 0.0;
        for stage in &self.0 {
            let length = stage.seconds as f64;
            let passed = at - stage_begin;
            if passed < length {
                let left = stage.moves() - stage.due_after(passed);
                if moves <= left && left > 0.0 {
                    return Some(seconds(at + stage.seconds_until(passed, moves).min(length)));
                }
                moves -= left;
                at = stage_begin + length;
            }
            stage_begin += length;
        }
        let last = self.0.last().map_or(0.0, |stage| stage.to);
        (last > 0.0).then(|| seconds(at + moves / last))
    }
}

fn seconds(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX / 64)
}

/// `ramp:1000:30s, soak:1000:10m, spike:5000:5s, step:2000:1m, down:10s`.
impl FromStr for Stages {
    type Err = String;

    fn from_str(text: &str) -> Result<Stages, String> {
        let mut stages = Vec::new();
        let mut rate = 0.0;
        for part in text.split(',').map(str::trim) {
            let stage = read_stage(part, rate)?;
            // After a spike the rate returns to its earlier value.
            if stage.name != "spike" {
                rate = stage.to;
            }
            stages.push(stage);
        }
        match stages.len() {
            1..=MAX_STAGES if stages.iter().any(|stage| stage.moves() > 0.0) => Ok(Stages(stages)),
            1..=MAX_STAGES => Err("the stages have no load: name a rate above zero".to_owned()),
            _ => Err(format!("at most {MAX_STAGES} stages")),
        }
    }
}

fn read_stage(text: &str, before: f64) -> Result<LoadStage, String> {
    let fields: Vec<&str> = text.split(':').map(str::trim).collect();
    let (name, to, length) = match fields[..] {
        ["down", length] => ("down", 0.0, length),
        [name @ ("ramp" | "step" | "soak" | "hold" | "spike" | "down"), rate, length] => {
            (name, read_rate(rate)?, length)
        }
        _ => {
            return Err(format!(
                "{text:?} is no stage: ramp, step, soak, hold, spike or down, then :RATE:TIME, as in \
                 ramp:1000:30s"
            ));
        }
    };
    let from = if matches!(name, "ramp" | "down") { before } else { to };
    Ok(LoadStage { name: name.to_owned(), from, to, seconds: read_seconds(length)? })
}

fn read_rate(text: &str) -> Result<f64, String> {
    let rate = text.parse::<f64>().ok().filter(|rate| (0.0..=1e7).contains(rate));
    rate.ok_or_else(|| format!("{text:?} is not a rate in moves a second"))
}

fn read_seconds(text: &str) -> Result<u64, String> {
    let (number, unit) = match text.strip_suffix(['s', 'm', 'h']) {
        Some(number) => (number, text.chars().next_back()),
        None => (text, None),
    };
    let factor = match unit {
        Some('m') => 60,
        Some('h') => 3_600,
        _ => 1,
    };
    let seconds = number.parse::<u64>().ok().and_then(|number| number.checked_mul(factor));
    let seconds = seconds.filter(|seconds| (1..=MAX_SECONDS).contains(seconds));
    seconds.ok_or_else(|| format!("{text:?} is not a time, such as 30s, 10m or 2h"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_are_read() {
        let stages: Stages =
            "ramp:100:10s, soak:100:1m, spike:500:5s, ramp:200:5, down:10s".parse().unwrap();
        let rates: Vec<(f64, f64, u64)> =
            stages.all().iter().map(|stage| (stage.from, stage.to, stage.seconds)).collect();
        let expected = [
            (0.0, 100.0, 10),
            (100.0, 100.0, 60),
            (500.0, 500.0, 5),
            (100.0, 200.0, 5),
            (200.0, 0.0, 10),
        ];
        assert_eq!(rates, expected);
        assert_eq!(stages.seconds(), 90);
        assert!(stages.varies() && !Stages::constant(5.0, 3).varies());
        let places = [1, 10, 11, 70, 71, 75, 76, 90, 95].map(|second| stages.at_second(second));
        assert_eq!(places, [0, 0, 1, 1, 2, 2, 3, 4, 4]);
    }

    #[test]
    fn nonsense_is_refused() {
        for text in [
            "",
            "ramp",
            "ramp:1",
            "jump:1:1s",
            "ramp:x:1s",
            "ramp:1:0s",
            "ramp:1:1.5s",
            "ramp:-1:1s",
            "ramp:NaN:1s",
            "down:5s",
            "soak:1:9999h",
        ] {
            assert!(text.parse::<Stages>().is_err(), "{text:?}");
        }
        let so_many = |stages: usize| vec!["hold:1:1s"; stages].join(",").parse::<Stages>();
        assert!(so_many(MAX_STAGES).is_ok());
        assert_eq!(so_many(MAX_STAGES + 1).err().as_deref(), Some("at most 100 stages"));
        let idle = "hold:0:1s".parse::<Stages>().expect_err("no load");
        assert!(idle.contains("above zero"), "{idle}");
    }

    /// The time of the n-th move is the inverse of the moves due by then.
    #[test]
    fn moves_are_due_when_the_rates_add_up_to_them() {
        let stages: Stages = "ramp:100:10s,spike:400:2s,ramp:50:4s,down:3s".parse().unwrap();
        let total: f64 = stages.all().iter().map(LoadStage::moves).sum();
        let mut before = Duration::ZERO;
        for n in 1..total as u64 {
            let at = stages.time_of(Duration::ZERO, n as f64).expect("within the stages");
            let step = stages.time_of(before, 1.0).expect("within the stages");
            assert!(at > before, "{n}");
            assert!(at.abs_diff(step) < Duration::from_millis(1), "{n}: {at:?} {step:?}");
            before = at;
        }
        assert_eq!(stages.time_of(Duration::ZERO, total + 1.0), None);
        let half = stages.time_of(Duration::ZERO, 125.0).expect("in the ramp");
        assert!(half.abs_diff(Duration::from_secs(5)) < Duration::from_millis(1), "{half:?}");
    }
}
