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

    /// The rate to try next; `None` when the search is done, or has taken too many probes.
    fn next(&self) -> Option<f64> {
        let last = self.probes.last().filter(|_| self.probes.len() < MAX_PROBES)?.rate;
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
    while let Some(asked) = rate {
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
            assert!(capacity.probes.len() < MAX_PROBES, "it does not end by itself");
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

    fn probe(rate: f64, holds: bool) -> CapacityProbe {
        let failures = if holds { Vec::new() } else { vec!["too slow".to_owned()] };
        CapacityProbe { rate, outcome: LoadOutcome::default(), failures }
    }

    #[test]
    fn the_next_rate_lies_between_what_held_and_what_did_not() {
        type Case = (&'static [(f64, bool)], Option<f64>, Option<f64>);
        let cases: [Case; 10] = [
            (&[], None, None),
            (&[(100.0, true)], Some(100.0), Some(200.0)),
            (&[(100.0, true), (200.0, true)], Some(200.0), Some(400.0)),
            (&[(100.0, true), (225.0, false)], Some(100.0), Some(150.0)),
            (&[(64.0, true), (256.0, false), (144.0, true)], Some(144.0), Some(192.0)),
            (&[(100.0, true), (110.0, false)], Some(100.0), None),
            (&[(100.0, true), (121.0, false)], Some(100.0), Some(110.0)),
            (&[(100.0, false)], None, Some(25.0)),
            (&[(2.0, false)], None, Some(1.0)),
            (&[(1.0, false)], None, None),
        ];
        for (probes, highest, next) in cases {
            let made = probes.iter().map(|&(rate, holds)| probe(rate, holds)).collect();
            let capacity = Capacity { probes: made, is_interrupted: false };
            assert_eq!((capacity.highest(), capacity.next()), (highest, next), "{probes:?}");
        }
    }

    #[test]
    fn a_search_has_so_many_probes_at_most() {
        for (probes, next) in [(MAX_PROBES - 1, Some(200.0)), (MAX_PROBES, None)] {
            let probes = (0..probes).map(|_| probe(100.0, true)).collect();
            assert_eq!(Capacity { probes, is_interrupted: false }.next(), next);
        }
    }

    #[test]
    fn a_probe_is_one_line() {
        let mut held = probe(1_200.0, true);
        held.outcome.reached = 1_188.4;
        let answers = held.outcome.latencies.entry(crate::Measure::Answer).or_default();
        (1..=2).for_each(|ms| answers.record(std::time::Duration::from_millis(ms)));
        let line = "     1200/s: reached 1188, p50 1.00 ms, p99 2.00 ms: holds";
        assert_eq!(held.to_string(), line);
        let line = "        9/s: reached 0, p50 0.00 ms, p99 0.00 ms: too slow";
        assert_eq!(probe(9.0, false).to_string(), line);
    }

    #[tokio::test]
    async fn a_search_that_is_interrupted_keeps_no_half_of_a_probe() {
        let server = fake::FakeServer::start().await;
        let mut target = Target::Remote(server.url.clone(), None);
        let plan = crate::testing::swarm("nim 1");
        let mut told = 0;
        let now = std::future::ready(());
        let search = find_capacity(&plan, 5.0, &[], &mut target, now, |_| told += 1);
        let (found, _peer) = tokio::join!(fake::soon(search), server.accept());
        let found = found.expect("a server answers");
        assert_eq!((found.is_interrupted, found.probes.len(), told), (true, 0, 0));
    }

    #[tokio::test]
    async fn without_a_server_nothing_is_searched() {
        let mut target = Target::Remote(crate::testing::nowhere(), None);
        let plan = crate::testing::swarm("nim 1");
        let never = std::future::pending();
        let found = fake::soon(find_capacity(&plan, 5.0, &[], &mut target, never, |_| {})).await;
        assert!(matches!(found, Err(LoadError::Unreachable(..))));
    }
}
