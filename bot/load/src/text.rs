//! The outcome of a load as text for a terminal, and as the rows of its tables.

use std::collections::BTreeMap;
use std::fmt;

use crate::latency::{Latency, Measure};
use crate::outcome::LoadOutcome;
use crate::ratings::Ratings;

/// The columns of [`LoadOutcome::stage_rows`].
pub(crate) const STAGE_COLUMNS: [&str; 8] =
    ["stage", "seconds", "asked /s", "reached /s", "p50 ms", "p99 ms", "losses", "errors"];

impl LoadOutcome {
    /// Latencies in rows: name, count, and percentiles in milliseconds.
    pub(crate) fn rows(&self) -> Vec<Vec<String>> {
        let row = |(measure, latency): (Measure, Latency)| {
            let Latency { count, p50_us, p90_us, p99_us, p999_us, max_us } = latency;
            let times = [p50_us, p90_us, p99_us, p999_us, max_us].map(millis);
            let name = match measure {
                Measure::Seat if self.quick => "quick play to seat",
                measure => measure.title(),
            };
            [name.to_owned(), count.to_string()].into_iter().chain(times).collect()
        };
        self.latencies
            .iter()
            .map(|(&measure, latencies)| row((measure, latencies.summary())))
            .collect()
    }

    /// Stages in rows: see [`STAGE_COLUMNS`].
    pub(crate) fn stage_rows(&self) -> Vec<Vec<String>> {
        let rows = self.stages.iter().map(|outcome| {
            let (stage, seconds) = (&outcome.stage, outcome.stage.seconds);
            let asked = match stage.from == stage.to {
                true => format!("{:.0}", stage.to),
                false => format!("{:.0}-{:.0}", stage.from, stage.to),
            };
            vec![
                stage.name.clone(),
                seconds.to_string(),
                asked,
                format!("{:.0}", outcome.moves as f64 / seconds as f64),
                millis(outcome.answer.p50_us),
                millis(outcome.answer.p99_us),
                outcome.losses.to_string(),
                outcome.errors.to_string(),
            ]
        });
        rows.collect()
    }

    /// All counts by reason, with their titles.
    pub(crate) fn counts(&self) -> [(&'static str, &BTreeMap<String, u64>); 3] {
        [
            ("connection lost", &self.losses),
            ("attempt to connect failed", &self.failed_attempts),
            ("refused", &self.refusals),
        ]
    }

    /// The referee's report.
    pub(crate) fn referee(&self) -> String {
        let LoadOutcome { judged, seen_by_one, found, .. } = self;
        let compared = match seen_by_one {
            0 => String::new(),
            _ => format!(" ({seen_by_one} of them, whose end one player missed, as stored)"),
        };
        let ratings = match &self.ratings {
            None => String::new(),
            Some(Ratings { note: Some(note), .. }) => format!(", ratings not compared ({note})"),
            Some(Ratings { pairs, ratings, .. }) => {
                format!(", {pairs} rated pairs compared with {ratings} ratings")
            }
        };
        format!("{judged} games replayed{compared}{ratings}, {found} findings")
    }

    fn table(
        f: &mut fmt::Formatter<'_>,
        columns: &[&str],
        rows: &[Vec<String>],
        first: usize,
    ) -> fmt::Result {
        let header = columns.iter().map(|&column| column.to_owned()).collect();
        for row in std::iter::once(&header).chain(rows) {
            let [name, figures @ ..] = row.as_slice() else { continue };
            write!(f, "{name:first$}")?;
            figures.iter().try_for_each(|figure| write!(f, " {figure:>10}"))?;
            writeln!(f)?;
        }
        Ok(())
    }
}

pub(crate) fn millis(us: u64) -> String {
    format!("{:.2}", us as f64 / 1e3)
}

impl fmt::Display for LoadOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.players > 0 {
            let asked = self.rate.map(|rate| format!("of {rate:.0} asked for"));
            let asked = asked.unwrap_or("at saturation".to_owned());
            write!(f, "{:.0} moves a second {asked}; ", self.reached)?;
        }
        writeln!(f, "{} of {} clients connected", self.online, self.connections_wanted)?;
        if self.entrants > 0 {
            let LoadOutcome { entrants, tournaments, pairs, entrant_moves, .. } = self;
            writeln!(
                f,
                "tournaments: {tournaments} with {entrants} entrants, {pairs} pairs, \
                 {entrant_moves} moves"
            )?;
        }
        let columns = ["", "count", "p50 ms", "p90", "p99", "p99.9", "max"];
        LoadOutcome::table(f, &columns, &self.rows(), 26)?;
        if self.stages.len() > 1 {
            LoadOutcome::table(f, &STAGE_COLUMNS, &self.stage_rows(), 8)?;
        }
        let lost: u64 = self.losses.values().sum();
        writeln!(
            f,
            "connections: {} made, {lost} lost; server killed {} times",
            self.connections, self.kills
        )?;
        for (what, counts) in self.counts() {
            counts.iter().try_for_each(|(why, count)| writeln!(f, "{what}: {why}: {count}"))?;
        }
        if let Some(cost) = self.server_us_per_move {
            writeln!(f, "CPU a move: server {cost:.1} µs, load {:.1} µs", self.load_us_per_move)?;
        }
        if let Some(bytes) = self.server_bytes_per_connection {
            writeln!(f, "server memory a connection: {:.1} kB", bytes / 1e3)?;
        }
        writeln!(f, "referee: {}", self.referee())?;
        self.findings.iter().try_for_each(|finding| writeln!(f, "  {finding}"))?;
        self.bottleneck.iter().try_for_each(|bottleneck| writeln!(f, "{bottleneck}"))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::outcome::StageOutcome;
    use crate::stages::Stages;

    #[test]
    fn an_outcome_is_printed_with_all_its_figures_and_findings() {
        let mut outcome = LoadOutcome {
            players: 8,
            entrants: 4,
            tournaments: 1,
            pairs: 3,
            entrant_moves: 70,
            rate: Some(60.0),
            reached: 59.4,
            online: 11,
            connections_wanted: 12,
            connections: 15,
            kills: 2,
            quick: true,
            server_us_per_move: Some(21.26),
            load_us_per_move: 30.04,
            server_bytes_per_connection: Some(12_340.0),
            judged: 9,
            seen_by_one: 2,
            found: 1,
            findings: vec!["table 7: both players have one seat".to_owned()],
            bottleneck: Some("The load was late.".to_owned()),
            ratings: Some(Ratings { pairs: 3, ratings: 16, note: None }),
            ..LoadOutcome::default()
        };
        outcome.latencies.entry(Measure::Seat).or_default().record(Duration::from_millis(1));
        outcome.losses.insert("close 1013".to_owned(), 3);
        outcome.refusals.insert("busy".to_owned(), 4);
        let stages: Stages = "ramp:100:10s,step:50:4s".parse().expect("stages");
        let stage = |stage: &crate::LoadStage| StageOutcome {
            stage: stage.clone(),
            moves: 400,
            losses: 5,
            errors: 6,
            ..StageOutcome::default()
        };
        outcome.stages = stages.all().iter().map(stage).collect();
        let expected = "\
59 moves a second of 60 asked for; 11 of 12 clients connected
tournaments: 1 with 4 entrants, 3 pairs, 70 moves
                                count     p50 ms        p90        p99      p99.9        max
quick play to seat                  1       1.00       1.00       1.00       1.00       1.00
stage       seconds   asked /s reached /s     p50 ms     p99 ms     losses     errors
ramp             10      0-100         40       0.00       0.00          5          6
step              4         50        100       0.00       0.00          5          6
connections: 15 made, 3 lost; server killed 2 times
connection lost: close 1013: 3
refused: busy: 4
CPU a move: server 21.3 µs, load 30.0 µs
server memory a connection: 12.3 kB
referee: 9 games replayed (2 of them, whose end one player missed, as stored), 3 rated pairs \
                        compared with 16 ratings, 1 findings
  table 7: both players have one seat
The load was late.
";
        assert_eq!(outcome.to_string(), expected);
        let page = outcome.page();
        for figure in [
            "12.3 kB",
            "8 players, 60 moves a second on schedule",
            "Read with care",
            "4 entrants of 1 tournaments",
            "by quick play",
            "close 1013",
            "No faults were injected",
            "both players have one seat",
            "0-100",
            "moves in tournaments",
            "pairs of tournaments",
        ] {
            assert!(page.contains(figure), "{figure}");
        }
    }

    #[test]
    fn what_was_not_measured_is_not_printed() {
        let note = Some("the ratings went on changing".to_owned());
        let ratings = Some(Ratings { note, ..Ratings::default() });
        let outcome = LoadOutcome { players: 2, ratings, ..LoadOutcome::default() };
        let said = outcome.to_string();
        assert!(said.starts_with("0 moves a second at saturation; 0 of 0 clients"), "{said}");
        assert!(said.contains("ratings not compared (the ratings went on changing)"), "{said}");
        let said = LoadOutcome::default().to_string();
        assert!(said.starts_with("0 of 0 clients connected"), "{said}");
        for absent in ["tournaments", "stage", "CPU", "memory", "as stored", "ratings"] {
            assert!(!said.contains(absent), "{absent}: {said}");
        }
    }

    #[test]
    fn a_seat_is_waited_for_under_the_name_of_the_search() {
        let mut outcome = LoadOutcome::default();
        for measure in [Measure::Answer, Measure::Seat] {
            outcome.latencies.entry(measure).or_default().record(Duration::from_micros(1_250));
        }
        let row = |name: &str| {
            let [time, count] = ["1.25", "1"].map(str::to_owned);
            let times = std::iter::repeat_n(time, 5);
            [name.to_owned(), count].into_iter().chain(times).collect::<Vec<_>>()
        };
        assert_eq!(outcome.rows(), [row("due to own answer"), row("request to seat")]);
        outcome.quick = true;
        assert_eq!(outcome.rows(), [row("due to own answer"), row("quick play to seat")]);
    }

    #[test]
    fn one_stage_is_a_row_of_its_own_and_not_worth_a_table() {
        let stage = |text: &str| {
            let stage = text.parse::<Stages>().expect("a stage").all()[0].clone();
            let mut outcome = StageOutcome { stage, moves: 96, ..StageOutcome::default() };
            (outcome.answer.p50_us, outcome.answer.p99_us) = (1_500, 30_250);
            (outcome.losses, outcome.errors) = (2, 3);
            outcome
        };
        let mut outcome = LoadOutcome { stages: vec![stage("hold:9:12s")], ..Default::default() };
        assert_eq!(outcome.stage_rows(), [["hold", "12", "9", "8", "1.50", "30.25", "2", "3"]]);
        assert!(!outcome.to_string().contains("stage"), "{outcome}");
        outcome.stages.push(stage("ramp:40:32s"));
        let ramp = ["ramp", "32", "0-40", "3", "1.50", "30.25", "2", "3"];
        assert_eq!(outcome.stage_rows()[1], ramp);
        assert!(outcome.to_string().contains("\nstage "), "{outcome}");
    }

    #[test]
    fn counts_are_named_by_what_happened() {
        let count = |reason: &str, count| [(reason.to_owned(), count)].into();
        let outcome = LoadOutcome {
            losses: [("close 1001".to_owned(), 2), ("close 1013".to_owned(), 1)].into(),
            failed_attempts: count("HTTP 429", 4),
            refusals: count("busy", 8),
            ..LoadOutcome::default()
        };
        let expected = "\
connections: 0 made, 3 lost; server killed 0 times
connection lost: close 1001: 2
connection lost: close 1013: 1
attempt to connect failed: HTTP 429: 4
refused: busy: 8
referee: 0 games replayed, 0 findings
";
        let said = outcome.to_string();
        assert!(said.ends_with(expected), "{said}");
        let referee = |seen_by_one, ratings| {
            LoadOutcome { judged: 7, seen_by_one, ratings, found: 1, ..LoadOutcome::default() }
                .referee()
        };
        let ratings = Some(Ratings { pairs: 2, ratings: 4, note: None });
        assert_eq!(
            [referee(0, ratings), referee(3, None)],
            [
                "7 games replayed, 2 rated pairs compared with 4 ratings, 1 findings",
                "7 games replayed (3 of them, whose end one player missed, as stored), 1 findings",
            ]
        );
    }
}
