//! The verdict on a load: the requested goals that were not reached, in words.

use std::collections::BTreeMap;

use crate::outcome::{LoadOutcome, RunEnd};
use crate::run::{CONNECT_TIMEOUT, SECONDS_WITHOUT_SERVER};
use crate::threshold::Threshold;

impl LoadOutcome {
    /// The requested goals that were not reached, in words; empty if the load passed.
    ///
    /// Besides the thresholds, these must hold: every client connected and stayed connected, every
    /// stage reached its rate, something was measured, and the referee found nothing. Nothing may
    /// be lost or refused unless a threshold on `losses` or `errors` allows it, faults are
    /// injected, or (for refusals) the load is at saturation. With faults, or a threshold on
    /// `rate`, stages may miss their rate. The rate is that of players; entrants of tournaments wait
    /// for each other.
    pub fn failures(&self, thresholds: &[Threshold]) -> Vec<String> {
        let mut failures = self.early_end();
        if self.end != RunEnd::Complete {
            return failures;
        }
        let names = |on: fn(&Threshold) -> bool| thresholds.iter().any(on);
        let calm = self.faults.is_empty();
        if calm && self.online < self.connections_wanted {
            failures.push(format!(
                "{} of {} clients were connected at the end: {}",
                self.online,
                self.connections_wanted,
                self.reasons("they were not back yet")
            ));
        }
        // A fault may have cut off a player a moment ago, who returns unless they gave up.
        if let Some(why) = self.given_up_reason.as_ref().filter(|_| !calm) {
            failures.push(format!("{} clients gave up, the first because {why}", self.given_up));
        }
        if calm && !names(Threshold::is_on_losses) && !self.losses.is_empty() {
            failures.push(format!("connections were lost: {}", counted([&self.losses])));
        }
        let tolerant = !calm || self.rate.is_none() || names(Threshold::is_on_errors);
        if !tolerant && !self.refusals.is_empty() {
            failures.push(format!("requests were refused: {}", counted([&self.refusals])));
        }
        if calm && !names(Threshold::is_on_rate) {
            for stage in self.stages.iter().filter(|stage| self.players > 0 && !stage.is_held()) {
                let (seconds, due) = (stage.stage.seconds, stage.stage.moves());
                failures.push(format!(
                    "the rate was not reached: {:.0} moves a second of {:.0} in {} ({seconds} s)",
                    stage.moves as f64 / seconds as f64,
                    due / seconds as f64,
                    stage.stage.name
                ));
            }
        }
        if self.players > 0 && self.moves == 0 {
            failures.push("not a single move was made".to_owned());
        }
        if self.entrants > 0 && self.pairs == 0 {
            failures.push("not a single pair of a tournament was played".to_owned());
        }
        if self.found > 0 {
            failures.push(format!("the referee has {} findings", self.found));
        }
        let figures = self.figures();
        failures.extend(thresholds.iter().filter_map(|threshold| threshold.missed(&figures)));
        failures
    }

    /// Why the run ended early.
    fn early_end(&self) -> Vec<String> {
        let (wanted, online) = (self.connections_wanted, self.online);
        let (done, seconds) = (self.seconds.len(), self.seconds_wanted);
        match self.end {
            RunEnd::Complete => Vec::new(),
            RunEnd::Interrupted => vec![format!("interrupted after {done} of {seconds} seconds")],
            RunEnd::Stopped => {
                let broken = self.broken.as_deref().unwrap_or("a condition did not hold");
                vec![format!("stopped after {done} of {seconds} seconds: {broken}")]
            }
            RunEnd::NotConnected => {
                let late = format!(
                    "the others were still waiting for an answer {} s after the last had begun",
                    CONNECT_TIMEOUT.as_secs()
                );
                let (came, all, what) = match online < wanted {
                    true => (online, wanted, "clients could connect"),
                    false => (self.entered, self.entrants, "entrants could enter a tournament"),
                };
                vec![format!("only {came} of {all} {what}: {}", self.reasons(&late))]
            }
            RunEnd::ServerGone => {
                let silent = format!("nobody was connected for {SECONDS_WITHOUT_SERVER} s");
                vec![format!("the server is gone: {}", self.reasons(&silent))]
            }
        }
    }

    /// Why connections are missing; without any error they are `late`.
    fn reasons(&self, late: &str) -> String {
        let all = counted([&self.losses, &self.failed_attempts]);
        if all.is_empty() { late.to_owned() } else { all }
    }
}

/// Counts by reason, the most frequent first.
fn counted<const N: usize>(counts: [&BTreeMap<String, u64>; N]) -> String {
    let mut all: Vec<(&String, &u64)> = counts.into_iter().flatten().collect();
    all.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    let named: Vec<String> =
        all.into_iter().map(|(reason, count)| format!("{reason} ({count})")).collect();
    named.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::StageOutcome;
    use crate::stages::Stages;

    fn passed() -> LoadOutcome {
        let stage = Stages::constant(100.0, 10).all()[0].clone();
        let stage = StageOutcome { stage, moves: 990, ..StageOutcome::default() };
        LoadOutcome {
            clients: 100,
            players: 100,
            connections_wanted: 100,
            online: 100,
            rate: Some(100.0),
            reached: 99.0,
            moves: 990,
            stages: vec![stage],
            ..LoadOutcome::default()
        }
    }

    #[test]
    fn a_load_that_was_reached_passes() {
        assert_eq!(passed().failures(&[]), Vec::<String>::new());
    }

    #[test]
    fn whatever_is_missing_fails() {
        type Tamper = fn(&mut LoadOutcome);
        let kinds: [(&str, Tamper); 14] = [
            ("97 of 100 clients were connected at the end: they were not back yet", |outcome| {
                outcome.online = 97;
            }),
            ("3 clients gave up, the first because the hello was refused", |outcome| {
                (outcome.faults, outcome.given_up) = (vec!["storm".to_owned()], 3);
                outcome.given_up_reason = Some("the hello was refused".to_owned());
            }),
            ("connections were lost: close 1013 (2)", |outcome| {
                outcome.losses.insert("close 1013".to_owned(), 2);
            }),
            ("requests were refused: busy (1)", |outcome| {
                outcome.refusals.insert("busy".to_owned(), 1);
            }),
            ("85 moves a second of 100 in hold", |outcome| outcome.stages[0].moves = 850),
            ("not a single move", |outcome| outcome.moves = 0),
            ("the referee has 1 findings", |outcome| outcome.add_finding("lost".to_owned())),
            ("interrupted after 0 of 0", |outcome| outcome.end = RunEnd::Interrupted),
            ("only 60 of 100 clients could connect: HTTP 429 (40)", |outcome| {
                (outcome.end, outcome.online) = (RunEnd::NotConnected, 60);
                outcome.failed_attempts.insert("HTTP 429".to_owned(), 40);
            }),
            ("only 60 of 100 clients could connect: the others were still", |outcome| {
                (outcome.end, outcome.online) = (RunEnd::NotConnected, 60);
            }),
            ("only 6 of 8 entrants could enter a tournament: entering", |outcome| {
                (outcome.end, outcome.entrants, outcome.entered) = (RunEnd::NotConnected, 8, 6);
                outcome.failed_attempts.insert("entering a tournament: forbidden".to_owned(), 2);
            }),
            ("the server is gone: nobody", |outcome| outcome.end = RunEnd::ServerGone),
            ("stopped after 0 of 0 seconds: errors=0: it is 3", |outcome| {
                outcome.end = RunEnd::Stopped;
                outcome.broken = Some("errors=0: it is 3".to_owned());
            }),
            ("not a single pair", |outcome| outcome.entrants = 8),
        ];
        for (what, spoil) in kinds {
            let mut outcome = passed();
            spoil(&mut outcome);
            let failures = outcome.failures(&[]);
            assert!(failures.iter().any(|failure| failure.contains(what)), "{what}: {failures:?}");
        }
    }

    #[test]
    fn a_threshold_says_what_may_be_missing() {
        let mut outcome = passed();
        outcome.losses.insert("close 1013".to_owned(), 2);
        outcome.refusals.insert("busy".to_owned(), 1);
        outcome.stages[0].moves = 800;
        let thresholds = ["losses<3", "errors<2", "rate>=70"].map(|text| text.parse().unwrap());
        assert_eq!(outcome.failures(&thresholds), Vec::<String>::new());
        let stricter = ["losses<2", "errors<1", "rate>=100"].map(|text| text.parse().unwrap());
        assert_eq!(outcome.failures(&stricter).len(), 3);
    }
}
