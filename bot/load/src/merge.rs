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

    /// Every number of an outcome is a sum, except for those that are named here.
    #[test]
    fn every_count_is_added() {
        let one = |n: u64| {
            let mut fields = serde_json::to_value(LoadOutcome::default()).expect("JSON");
            for (at, (_, value)) in fields.as_object_mut().expect("fields").iter_mut().enumerate() {
                if value.is_u64() {
                    *value = (n * (at as u64 + 1)).into();
                }
            }
            fields["reached"] = (n as f64).into();
            fields["latencies"]["seat"] = serde_json::json!([[n * 1_000, n]]);
            for counts in ["losses", "failed_attempts", "refusals"] {
                fields[counts]["busy"] = n.into();
            }
            serde_json::from_value::<LoadOutcome>(fields).expect("an outcome")
        };
        let fields = |outcome: &LoadOutcome| serde_json::to_value(outcome).expect("JSON");
        let merged = LoadOutcome::merge(vec![one(3), one(5)]).expect("two");
        let [merged_fields, first, sum] = [&merged, &one(3), &one(8)].map(fields);
        for (name, value) in merged_fields.as_object().expect("fields") {
            let is_of_the_plan = ["seed", "seconds_wanted"].contains(&name.as_str());
            let expected = if is_of_the_plan { &first[name] } else { &sum[name] };
            let sums = ["reached", "losses", "failed_attempts", "refusals"];
            if value.is_u64() || sums.contains(&name.as_str()) {
                assert_eq!(value, expected, "{name}");
            }
        }
        let seats = merged.latency(Measure::Seat);
        assert_eq!((seats.count, seats.p50_us / 1_000, seats.max_us / 1_000), (8, 5, 5));
    }

    #[test]
    fn what_went_wrong_in_one_process_is_kept() {
        let outcome = |end, moves, load_us_per_move| LoadOutcome {
            end,
            broken: Some(format!("{end:?}")),
            given_up_reason: Some(format!("given up {end:?}")),
            bottleneck: (end == RunEnd::Stopped).then(|| "busy".to_owned()),
            faults: vec![format!("{end:?}"), "kill".to_owned()],
            rate: (end == RunEnd::Complete).then_some(1.0),
            server_us_per_move: Some(1.0),
            server_bytes_per_connection: Some(1.0),
            findings: vec![format!("found {end:?}")],
            seconds: vec![Default::default()],
            stages: vec![Default::default()],
            moves,
            entrant_moves: 10,
            load_us_per_move,
            ..LoadOutcome::default()
        };
        let both = vec![outcome(RunEnd::Complete, 20, 5.0), outcome(RunEnd::Stopped, 50, 20.0)];
        let merged = LoadOutcome::merge(both).expect("two");
        assert_eq!((merged.end, merged.broken.as_deref()), (RunEnd::Stopped, Some("Stopped")));
        assert_eq!(merged.given_up_reason.as_deref(), Some("given up Complete"));
        assert_eq!(merged.bottleneck.as_deref(), Some("busy"));
        assert_eq!(merged.faults, ["Complete", "Stopped", "kill"]);
        assert_eq!((merged.rate, merged.server_us_per_move), (None, None));
        assert_eq!(merged.server_bytes_per_connection, None);
        assert_eq!(merged.findings, ["found Complete", "found Stopped"]);
        assert_eq!((merged.seconds.len(), merged.stages.len()), (0, 2));
        assert_eq!(merged.load_us_per_move, (30.0 * 5.0 + 60.0 * 20.0) / 90.0);
        let both = vec![outcome(RunEnd::Interrupted, 0, 0.0), outcome(RunEnd::Stopped, 0, 0.0)];
        assert_eq!(LoadOutcome::merge(both).expect("two").end, RunEnd::Interrupted);
    }
}
