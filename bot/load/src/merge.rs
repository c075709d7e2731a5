//! One report of several processes that loaded one server at the same time.

use crate::meter::add_counts;
use crate::outcome::{LoadOutcome, RunEnd};

impl LoadOutcome {
    /// Merges the outcomes of several processes that loaded one server at the same time.
    pub fn merge(outcomes: Vec<LoadOutcome>) -> Option<LoadOutcome> {
        outcomes.into_iter().reduce(|mut one, other| {
            one.add(other);
            one
        })
    }

    fn add(&mut self, other: LoadOutcome) {
        if self.end == RunEnd::Complete {
            (self.end, self.broken) = (other.end, other.broken.clone());
        }
        let all_moves = |outcome: &LoadOutcome| (outcome.moves + outcome.entrant_moves) as f64;
        let cpu = |outcome: &LoadOutcome| outcome.load_us_per_move * all_moves(outcome);
        let load_cpu = cpu(self) + cpu(&other);
        self.clients += other.clients;
        self.players += other.players;
        self.entrants += other.entrants;
        self.entered += other.entered;
        self.tournaments += other.tournaments;
        self.connections_wanted += other.connections_wanted;
        self.online += other.online;
        self.rate = self.rate.zip(other.rate).map(|(one, more)| one + more);
        self.reached += other.reached;
        self.moves += other.moves;
        self.entrant_moves += other.entrant_moves;
        self.games += other.games;
        self.pairs += other.pairs;
        self.connections += other.connections;
        self.given_up += other.given_up;
        self.given_up_reason = self.given_up_reason.take().or(other.given_up_reason);
        self.kills += other.kills;
        self.faults.extend(other.faults);
        self.faults.sort();
        self.faults.dedup();
        self.wrong_tokens += other.wrong_tokens;
        self.judged += other.judged;
        self.seen_by_one += other.seen_by_one;
        self.found += other.found;
        self.findings.extend(other.findings);
        self.load_us_per_move = load_cpu / all_moves(self).max(1.0);
        // Both measured the same server, so its figures cannot be divided between them.
        (self.server_us_per_move, self.server_bytes_per_connection) = (None, None);
        self.bottleneck = self.bottleneck.take().or(other.bottleneck);
        add_counts(&mut self.losses, &other.losses);
        add_counts(&mut self.failed_attempts, &other.failed_attempts);
        add_counts(&mut self.refusals, &other.refusals);
        for (measure, latencies) in &other.latencies {
            self.latencies.entry(*measure).or_default().merge(latencies);
        }
        // Seconds and stages of several processes do not begin at the same moment, and percentiles
        // cannot be added.
        self.seconds.clear();
        self.stages.extend(other.stages);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::latency::Measure;

    #[test]
    fn merged_outcomes_are_sums() {
        let one = |ms, online| {
            let mut outcome = LoadOutcome {
                connections_wanted: 10,
                online,
                rate: Some(5.0),
                reached: 5.0,
                moves: 50,
                load_us_per_move: ms as f64,
                ..LoadOutcome::default()
            };
            let answers = outcome.latencies.entry(Measure::Answer).or_default();
            (0..50).for_each(|_| answers.record(Duration::from_millis(ms)));
            outcome.refusals.insert("busy".to_owned(), 1);
            outcome
        };
        let merged = LoadOutcome::merge(vec![one(1, 10), one(3, 9)]).unwrap();
        assert_eq!((merged.moves, merged.online, merged.rate), (100, 19, Some(10.0)));
        assert_eq!((merged.refusals["busy"], merged.load_us_per_move), (2, 2.0));
        let answer = merged.latency(Measure::Answer);
        assert_eq!((answer.count, answer.p50_us / 1000, answer.p99_us / 1000), (100, 1, 3));
        let mut cut = one(1, 10);
        cut.faults = vec!["storm".to_owned()];
        cut.losses.insert("cut on purpose".to_owned(), 3);
        let with_faults = LoadOutcome::merge(vec![one(1, 10), cut]).unwrap();
        assert_eq!(with_faults.failures(&["errors=2".parse().unwrap()]), Vec::<String>::new());
        // One connection is missing in one outcome.
        assert!(merged.failures(&[]).iter().any(|failure| failure.contains("19 of 20")));
        assert!(LoadOutcome::merge(Vec::new()).is_none());
    }
}
