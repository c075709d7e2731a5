//! The outcome of a swarm as a page that can be passed on.

use crate::outcome::{Outcome, Second};
use bot::report::{Axis, Mood, Plot, Report, Series};

impl Outcome {
    /// The page.
    pub fn page(&self) -> String {
        let pace = match self.rate {
            Some(rate) => format!("{rate} moves a second on schedule"),
            None => "at saturation: each moves as soon as it may".to_owned(),
        };
        let what = if self.rated { "rated pairs" } else { "casual games" };
        let way = if self.quick { "quick play" } else { "invitations" };
        let Outcome { players, seed, .. } = self;
        let lead = format!("{players} players, {pace}; {what} by {way}; seed {seed}");
        let mut report = Report::new("A swarm on the Nim server", &lead);
        report.tiles(&self.tiles());
        if let Some(bottleneck) = &self.bottleneck {
            report.section("Read with care").text(bottleneck);
        }
        report.section("Latency").text(
            "From the moment a move was due: a server that stalls is not spared the moves that \
             would have come meanwhile.",
        );
        report.table(
            &["", "count", "p50 ms", "p90 ms", "p99 ms", "p99.9 ms", "max ms"],
            &self.rows(),
        );
        let names = ["own answer", "opponent's state", self.search()];
        let tails = names.into_iter().zip(&self.tails);
        let series =
            tails.map(|(name, tail)| Series { name: name.to_owned(), points: tail.clone() });
        let tails = Plot {
            x: Axis::logarithmic("ms"),
            y: Axis::logarithmic("% slower"),
            series: series.collect(),
        };
        report.plot("How many were slower than so many milliseconds", &tails);
        let line = |name: &str, value: &dyn Fn(&Second) -> Option<f64>| Series {
            name: name.to_owned(),
            points: self
                .seconds
                .iter()
                .filter_map(|second| Some((second.second as f64, value(second)?)))
                .collect(),
        };
        let ms = |us: u64| Some(us as f64 / 1e3);
        let seconds = || Axis::linear("seconds");
        let latency = Plot {
            x: seconds(),
            y: Axis::logarithmic("ms"),
            series: vec![
                line("own answer, p50", &|second| ms(second.own.p50_us)),
                line("own answer, p99", &|second| ms(second.own.p99_us)),
                line("opponent's state, p50", &|second| ms(second.other.p50_us)),
                line("opponent's state, p99", &|second| ms(second.other.p99_us)),
            ],
        };
        report.plot("Latency, second by second", &latency);
        let moves = Plot {
            x: seconds(),
            y: Axis::linear("a second"),
            series: vec![
                line("moves", &|second| Some(second.moves as f64)),
                line("games ended", &|second| Some(second.games as f64)),
                line("connections lost", &|second| Some(second.losses as f64)),
            ],
        };
        report.section("Throughput").plot("What happened in each second", &moves);
        let cores = Plot {
            x: seconds(),
            y: Axis::linear("cores"),
            series: vec![
                line("swarm", &|second| Some(second.own_cores)),
                line("server", &|second| second.server_cores),
            ],
        };
        report.section("Cost").plot("Cores kept busy", &cores);
        if self.server_us_per_move.is_some() {
            let memory = line("server", &|second| Some(second.server_bytes? as f64 / 1e6));
            let y = Axis::linear("MB");
            report.plot("Memory", &Plot { x: seconds(), y, series: vec![memory] });
        }
        self.page_of_mishaps(&mut report);
        report.finish()
    }

    fn page_of_mishaps(&self, report: &mut Report) {
        report.section("Mishaps");
        let mut rows = vec![
            vec!["connections made".to_owned(), self.connections.to_string()],
            vec!["connections lost".to_owned(), self.losses.to_string()],
            vec!["server killed".to_owned(), self.kills.to_string()],
            vec!["seats tried with a wrong token".to_owned(), self.intruders.to_string()],
        ];
        let refusals = self.refusals.iter();
        rows.extend(
            refusals.map(|(code, count)| vec![format!("refused: {code}"), count.to_string()]),
        );
        report.table(&["", "count"], &rows);
        let made = match self.faults.is_empty() {
            true => "Nothing was done on purpose.".to_owned(),
            false => format!("Done on purpose: {}.", self.faults.join(", ")),
        };
        report.text(&made).section("Referee");
        report.text(&format!("{}.", self.verdict()));
        for finding in &self.findings {
            report.text(finding);
        }
    }

    fn tiles(&self) -> Vec<(&'static str, String, Mood)> {
        let referee = if self.found == 0 { Mood::Good } else { Mood::Bad };
        let rate = if self.held() { Mood::Plain } else { Mood::Bad };
        let mut tiles = vec![
            ("moves a second", format!("{:.0}", self.reached), rate),
            ("own answer, p99", millis(self.own.p99_us), Mood::Plain),
            ("opponent's state, p99", millis(self.other.p99_us), Mood::Plain),
            ("games judged", self.judged.to_string(), Mood::Plain),
            ("referee's findings", self.found.to_string(), referee),
        ];
        if let Some(cost) = self.server_us_per_move {
            tiles.push(("server CPU a move", format!("{cost:.0} µs"), Mood::Plain));
        }
        if let Some(bytes) = self.server_bytes_per_connection {
            tiles.push((
                "server memory a connection",
                format!("{:.1} kB", bytes / 1e3),
                Mood::Plain,
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
