//! The search for the highest rate at which a condition holds.

use std::fmt;

use crate::outcome::{LoadOutcome, RunEnd};
use crate::run::LoadError;
use crate::stages::Stages;
use crate::swarm::{Swarm, Target};
use crate::threshold::Threshold;

/// The search ends when the ratio of the lowest rate that failed to the highest that held is at
/// most this.
const CLOSE: f64 = 1.1;

/// The most runs of one search: enough to double from 1 to ten million and then bisect.
const MAX_PROBES: usize = 32;

/// The lowest rate that is tried, in moves per second.
const LEAST_RATE: f64 = 1.0;

/// One run of a search.
#[derive(Clone, Debug)]
pub struct CapacityProbe {
    /// The requested moves per second.
    pub rate: f64,
    /// The outcome of the run.
    pub outcome: LoadOutcome,
    /// Why the rate did not hold; empty if it did.
    pub failures: Vec<String>,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Capacity {
    /// All runs, in order.
    pub probes: Vec<CapacityProbe>,
    /// Whether the search was stopped early.
    pub is_interrupted: bool,
}

impl Capacity {
    /// The highest rate that held, in moves per second.
    pub fn highest(&self) -> Option<f64> {
        let held = self.probes.iter().filter(|probe| probe.failures.is_empty());
        held.map(|probe| probe.rate).max_by(f64::total_cmp)
    }

    /// The rate to try next; `None` when the search is done.
    fn next(&self) -> Option<f64> {
        let last = self.probes.last()?.rate;
        let low = self.highest();
        let failed = self.probes.iter().filter(|probe| !probe.failures.is_empty());
        let high = failed.map(|probe| probe.rate).min_by(f64::total_cmp);
        match (low, high) {
            (Some(low), Some(high)) if high / low <= CLOSE => None,
            (Some(low), Some(high)) => Some((low * high).sqrt()),
            (Some(_), None) => Some(2.0 * last),
            (None, _) => (last > LEAST_RATE).then(|| (last / 4.0).max(LEAST_RATE)),
        }
    }
}

/// Finds the highest rate at which all thresholds hold and nothing else
/// [fails](LoadOutcome::failures): doubles from `first` on, then bisects to within a tenth. Each
/// probe lasts for the swarm's `duration`; `on_probe` is called for each.
///
/// # Errors
/// When no server answers, or our own server does not restart.
pub async fn find_capacity(
    swarm: &Swarm,
    first: f64,
    thresholds: &[Threshold],
    target: &mut Target,
    interrupt: impl Future<Output = ()>,
    mut on_probe: impl FnMut(&CapacityProbe),
) -> Result<Capacity, LoadError> {
    let mut interrupt = std::pin::pin!(interrupt);
    let mut capacity = Capacity { probes: Vec::new(), is_interrupted: false };
    let mut rate = Some(first);
    while let Some(asked) = rate.filter(|_| capacity.probes.len() < MAX_PROBES) {
        let stages = Some(Stages::constant(asked, swarm.duration.as_secs()));
        let probe = Swarm { stages, ..swarm.clone() };
        let outcome = probe.run(target, &mut interrupt, |_| {}).await?;
        if outcome.end == RunEnd::Interrupted {
            capacity.is_interrupted = true;
            break;
        }
        let probe = CapacityProbe { rate: asked, failures: outcome.failures(thresholds), outcome };
        on_probe(&probe);
        capacity.probes.push(probe);
        rate = capacity.next();
    }
    Ok(capacity)
}

impl fmt::Display for CapacityProbe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let answer = self.outcome.latency(crate::latency::Measure::Answer);
        let [p50, p99] = [answer.p50_us, answer.p99_us].map(|us| us as f64 / 1e3);
        let held = self.failures.first().map_or("holds", String::as_str);
        let reached = self.outcome.reached;
        write!(
            f,
            "{:>9.0}/s: reached {reached:.0}, p50 {p50:.2} ms, p99 {p99:.2} ms: {held}",
            self.rate
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A server that holds up to this rate.
    fn search(limit: f64, first: f64) -> Capacity {
        let mut capacity = Capacity { probes: Vec::new(), is_interrupted: false };
        let mut rate = Some(first);
        while let Some(asked) = rate {
            let failures = if asked > limit { vec!["too slow".to_owned()] } else { Vec::new() };
            capacity.probes.push(CapacityProbe {
                rate: asked,
                outcome: LoadOutcome::default(),
                failures,
            });
            assert!(capacity.probes.len() <= MAX_PROBES);
            rate = capacity.next();
        }
        capacity
    }

    #[test]
    fn the_highest_rate_is_found_from_below_and_from_above() {
        for (limit, first) in [(1_234.0, 10.0), (1_234.0, 1e6), (1.0, 500.0), (7e6, 1.0)] {
            let highest = search(limit, first).highest().expect("some rate holds");
            assert!(highest <= limit && highest >= limit / CLOSE, "{limit} {first}: {highest}");
        }
        assert_eq!(search(0.5, 100.0).highest(), None);
    }
}
