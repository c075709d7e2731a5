//! The outcome of a load as one self-contained HTML page.

use report::{Axis, Plot, Report, Series, Tone};

use crate::latency::{Latencies, Measure};
use crate::meter::Second;
use crate::outcome::{LoadOutcome, StageOutcome};
use crate::text::STAGE_COLUMNS;

impl LoadOutcome {
    /// The outcome as one HTML page, with plots.
    pub fn page(&self) -> String {
        let pace = match self.rate {
            Some(rate) => format!("{rate:.0} moves a second on schedule"),
            None => "at saturation: each player moves as soon as they may".to_owned(),
        };
        let what = if self.rated { "rated pairs" } else { "casual games" };
        let way = if self.quick { "quick play" } else { "invitation" };
        let LoadOutcome { players, entrants, seed, .. } = self;
        let events = match entrants {
            0 => String::new(),
            _ => format!("; {entrants} entrants of {} tournaments", self.tournaments),
        };
        let lead = format!("{players} players, {pace}; {what} by {way}{events}; seed {seed}");
        let mut report = Report::new("Load on the Nim server", &lead);
        report.tiles(&self.tiles());
        if let Some(bottleneck) = &self.bottleneck {
            report.section("Read with care").text(bottleneck);
        }
        self.report_latency(&mut report);
        self.report_throughput(&mut report);
        self.report_faults(&mut report);
        report.finish()
    }

    fn report_latency(&self, report: &mut Report) {
        report.section("Latency").text(
            "From the moment a move was due: a server that stalls is not spared the moves that \
             would have come meanwhile.",
        );
        let columns = ["", "count", "p50 ms", "p90 ms", "p99 ms", "p99.9 ms", "max ms"];
        report.table(&columns, &self.rows());
        let is_of_server = |measure: &Measure| *measure != Measure::Lateness;
        let tail = |(measure, latencies): (&Measure, &Latencies)| Series {
            name: measure.title().to_owned(),
            points: latencies.tail(),
        };
        let measured = self.latencies.iter().filter(|(measure, _)| is_of_server(measure));
        let tails = Plot {
            x: Axis::logarithmic("ms"),
            y: Axis::logarithmic("% slower"),
            series: measured.map(tail).collect(),
        };
        report.plot("Share slower than a number of milliseconds", &tails);
        let ms = |us: u64| Some(us as f64 / 1e3);
        let latency = Plot {
            x: Axis::linear("seconds"),
            y: Axis::logarithmic("ms"),
            series: vec![
                self.line("own answer, p50", &|second| ms(second.answer.p50_us)),
                self.line("own answer, p99", &|second| ms(second.answer.p99_us)),
                self.line("opponent's state, p50", &|second| ms(second.opponent.p50_us)),
                self.line("opponent's state, p99", &|second| ms(second.opponent.p99_us)),
            ],
        };
        report.plot("Latency, second by second", &latency);
    }

    fn report_throughput(&self, report: &mut Report) {
        let mut series = vec![
            self.line("moves", &|second| Some(second.moves as f64)),
            self.line("games ended", &|second| Some(second.games as f64)),
            self.line("connections lost", &|second| Some(second.losses as f64)),
        ];
        if self.entrants > 0 {
            let moves = |second: &Second| Some(second.entrant_moves as f64);
            series.push(self.line("moves in tournaments", &moves));
        }
        let moves = Plot { x: Axis::linear("seconds"), y: Axis::linear("a second"), series };
        report.section("Throughput").plot("What happened in each second", &moves);
        if self.stages.len() > 1 {
            report.table(&STAGE_COLUMNS, &self.stage_rows());
        }
        let cores = Plot {
            x: Axis::linear("seconds"),
            y: Axis::linear("cores"),
            series: vec![
                self.line("load", &|second| Some(second.load_cores)),
                self.line("server", &|second| second.server_cores),
            ],
        };
        report.section("Cost").plot("Cores kept busy", &cores);
        if self.server_us_per_move.is_some() {
            let memory = self.line("server", &|second| Some(second.server_bytes? as f64 / 1e6));
            let (x, y) = (Axis::linear("seconds"), Axis::linear("MB"));
            report.plot("Memory", &Plot { x, y, series: vec![memory] });
        }
    }

    /// A figure per second.
    fn line(&self, name: &str, value: &dyn Fn(&Second) -> Option<f64>) -> Series {
        let point = |second: &Second| Some((second.second as f64, value(second)?));
        Series { name: name.to_owned(), points: self.seconds.iter().filter_map(point).collect() }
    }

    fn report_faults(&self, report: &mut Report) {
        report.section("Losses and faults");
        let mut rows = vec![
            vec!["connections made".to_owned(), self.connections.to_string()],
            vec!["server killed".to_owned(), self.kills.to_string()],
            vec!["seats tried with a wrong token".to_owned(), self.wrong_tokens.to_string()],
        ];
        for (what, counts) in self.counts() {
            rows.extend(
                counts.iter().map(|(why, n)| vec![format!("{what}: {why}"), n.to_string()]),
            );
        }
        report.table(&["", "count"], &rows);
        let made = match self.faults.is_empty() {
            true => "No faults were injected.".to_owned(),
            false => format!("Faults injected: {}.", self.faults.join(", ")),
        };
        report.text(&made).section("Referee");
        report.text(&format!("{}.", self.referee()));
        for finding in &self.findings {
            report.text(finding);
        }
    }

    fn tiles(&self) -> Vec<(&'static str, String, Tone)> {
        let referee = if self.found == 0 { Tone::Good } else { Tone::Bad };
        let held = self.stages.iter().all(StageOutcome::is_held);
        let rate = if held { Tone::Plain } else { Tone::Bad };
        let mut tiles = vec![
            ("moves a second", format!("{:.0}", self.reached), rate),
            ("own answer, p99", millis(self.latency(Measure::Answer).p99_us), Tone::Plain),
            ("opponent's state, p99", millis(self.latency(Measure::Opponent).p99_us), Tone::Plain),
            ("games judged", self.judged.to_string(), Tone::Plain),
            ("referee's findings", self.found.to_string(), referee),
        ];
        if self.entrants > 0 {
            tiles.push(("pairs of tournaments", self.pairs.to_string(), Tone::Plain));
        }
        if let Some(cost) = self.server_us_per_move {
            tiles.push(("server CPU a move", format!("{cost:.0} µs"), Tone::Plain));
        }
        if let Some(bytes) = self.server_bytes_per_connection {
            tiles.push((
                "server memory a connection",
                format!("{:.1} kB", bytes / 1e3),
                Tone::Plain,
            ));
        }
        tiles
    }
}

fn millis(us: u64) -> String {
    match us {
        0..1_000_000 => format!("{:.1} ms", us as f64 / 1e3),
        _ => format!("{:.2} s", us as f64 / 1e6),
    }
}

#[cfg(test)]
mod tests;
