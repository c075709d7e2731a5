//! The server's counters, in the format that Prometheus reads. Counting adds to a known number
//! without a lookup, so it costs a move nanoseconds. Labels are words of the protocol, so there are
//! few.

use std::fmt::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use protocol::{CloseCode, EndReason, ErrorCode};
use serde::Serialize;

/// Upper bounds of the time histograms, in microseconds.
const TIMES: [u64; 12] =
    [50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 50_000, 250_000, 1_000_000, 5_000_000];

/// Upper bounds of the histogram of batch sizes.
const SIZES: [u64; 10] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];

/// A number that only grows.
#[derive(Debug, Default)]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    /// Adds one.
    pub(crate) fn count(&self) {
        self.add(1);
    }

    pub(crate) fn add(&self, more: u64) {
        self.0.fetch_add(more, Ordering::Relaxed);
    }

    pub(crate) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// A histogram: how many values were at most each bound.
#[derive(Debug)]
pub(crate) struct Histogram<const N: usize> {
    bounds: &'static [u64; N],
    buckets: [Counter; N],
    beyond: Counter,
    sum: Counter,
}

impl<const N: usize> Histogram<N> {
    fn new(bounds: &'static [u64; N]) -> Histogram<N> {
        let buckets = std::array::from_fn(|_| Counter::default());
        Histogram { bounds, buckets, beyond: Counter::default(), sum: Counter::default() }
    }

    /// Records one value.
    pub(crate) fn record(&self, value: u64) {
        let place = self.bounds.partition_point(|&bound| bound < value);
        self.buckets.get(place).unwrap_or(&self.beyond).count();
        self.sum.add(value);
    }

    /// Records one duration.
    pub(crate) fn took(&self, time: Duration) {
        self.record(u64::try_from(time.as_micros()).unwrap_or(u64::MAX));
    }
}

/// All counters and histograms.
#[derive(Debug)]
pub(crate) struct Metrics {
    /// Connections that became WebSockets.
    pub(crate) connections: Counter,
    /// Connections that were turned away.
    pub(crate) turned_away: Counter,
    /// Times that no connection could be accepted.
    pub(crate) not_accepted: Counter,
    /// Text messages read.
    pub(crate) messages: Counter,
    pub(crate) games: Counter,
    pub(crate) moves: Counter,
    /// Backups that were made and checked, and those that failed.
    pub(crate) backups: Counter,
    pub(crate) backups_failed: Counter,
    /// Games that were found damaged.
    pub(crate) damaged: Counter,
    ended: [Counter; EndReason::ALL.len()],
    refused: [Counter; ErrorCode::ALL.len()],
    closed: [Counter; CloseCode::ALL.len()],
    /// From a command's arrival at its table until its answer is in the socket.
    pub(crate) commands: Histogram<{ TIMES.len() }>,
    pub(crate) commits: Histogram<{ TIMES.len() }>,
    /// The number of events per commit.
    pub(crate) batches: Histogram<{ SIZES.len() }>,
}

impl Default for Metrics {
    fn default() -> Metrics {
        let none = |_| Counter::default();
        Metrics {
            connections: Counter::default(),
            turned_away: Counter::default(),
            not_accepted: Counter::default(),
            messages: Counter::default(),
            games: Counter::default(),
            moves: Counter::default(),
            backups: Counter::default(),
            backups_failed: Counter::default(),
            damaged: Counter::default(),
            ended: std::array::from_fn(none),
            refused: std::array::from_fn(none),
            closed: std::array::from_fn(none),
            commands: Histogram::new(&TIMES),
            commits: Histogram::new(&TIMES),
            batches: Histogram::new(&SIZES),
        }
    }
}

impl Metrics {
    /// Counts a game that has ended.
    pub(crate) fn game_ended(&self, why: EndReason) {
        count_at(EndReason::ALL, &self.ended, why);
    }

    /// Counts a refused request.
    pub(crate) fn refused(&self, why: ErrorCode) {
        count_at(ErrorCode::ALL, &self.refused, why);
    }

    /// Counts a closed WebSocket.
    pub(crate) fn closed(&self, why: CloseCode) {
        count_at(CloseCode::ALL, &self.closed, why);
    }
}

fn count_at<T: PartialEq>(all: &[T], counters: &[Counter], one: T) {
    let place = all.iter().position(|other| *other == one);
    if let Some(counter) = place.and_then(|place| counters.get(place)) {
        counter.count();
    }
}

/// A current value: its name, its description, its value.
pub(crate) type Gauge = (&'static str, &'static str, u64);

/// Returns the text that Prometheus reads (its exposition format, version 0.0.4).
pub(crate) fn text(metrics: &Metrics, gauges: &[Gauge]) -> String {
    let mut page = MetricsPage(String::with_capacity(8_192));
    // Writing to a string cannot fail.
    let _ = page.all(metrics, gauges);
    page.0
}

struct MetricsPage(String);

impl MetricsPage {
    fn all(&mut self, metrics: &Metrics, gauges: &[Gauge]) -> fmt::Result {
        for (name, help, value) in gauges {
            self.head(name, help, "gauge")?;
            writeln!(self.0, "nim_{name} {value}")?;
        }
        let m = metrics;
        for (name, help, counter) in [
            ("connections_total", "Connections that became WebSockets.", &m.connections),
            ("turned_away_total", "Connections that were turned away.", &m.turned_away),
            ("not_accepted_total", "Times that nothing could be accepted.", &m.not_accepted),
            ("messages_total", "Text messages read.", &m.messages),
            ("games_total", "Games begun.", &m.games),
            ("moves_total", "Moves accepted.", &m.moves),
            ("backups_total", "Backups made and found whole.", &m.backups),
            ("backups_failed_total", "Backups not made, or damaged.", &m.backups_failed),
            ("damaged_games_total", "Games found damaged.", &m.damaged),
        ] {
            self.head(name, help, "counter")?;
            writeln!(self.0, "nim_{name} {}", counter.get())?;
        }
        let ended = EndReason::ALL.iter().map(word).zip(&m.ended);
        self.labelled("games_ended_total", "Games ended.", "reason", ended)?;
        let refused = ErrorCode::ALL.iter().map(word).zip(&m.refused);
        self.labelled("refusals_total", "Requests refused.", "code", refused)?;
        let closed = CloseCode::ALL.iter().map(|code| code.word().to_owned()).zip(&m.closed);
        self.labelled("closed_total", "WebSockets closed.", "code", closed)?;
        let help = "From a command's arrival at its table to its answer in the socket.";
        self.histogram("command_seconds", help, &m.commands, 1e6)?;
        self.histogram("commit_seconds", "Commits, as long as they took.", &m.commits, 1e6)?;
        self.histogram("commit_events", "Events in a commit.", &m.batches, 1.0)
    }

    fn head(&mut self, name: &str, help: &str, kind: &str) -> fmt::Result {
        writeln!(self.0, "# HELP nim_{name} {help}\n# TYPE nim_{name} {kind}")
    }

    fn labelled<'a>(
        &mut self,
        name: &str,
        help: &str,
        label: &str,
        counters: impl Iterator<Item = (String, &'a Counter)>,
    ) -> fmt::Result {
        self.head(name, help, "counter")?;
        for (word, counter) in counters {
            writeln!(self.0, "nim_{name}{{{label}=\"{word}\"}} {}", counter.get())?;
        }
        Ok(())
    }

    /// Writes a histogram; one reported unit is `unit` recorded ones.
    fn histogram<const N: usize>(
        &mut self,
        name: &str,
        help: &str,
        histogram: &Histogram<N>,
        unit: f64,
    ) -> fmt::Result {
        self.head(name, help, "histogram")?;
        let mut count = 0;
        for (bound, bucket) in histogram.bounds.iter().zip(&histogram.buckets) {
            count += bucket.get();
            writeln!(self.0, "nim_{name}_bucket{{le=\"{}\"}} {count}", *bound as f64 / unit)?;
        }
        count += histogram.beyond.get();
        writeln!(self.0, "nim_{name}_bucket{{le=\"+Inf\"}} {count}")?;
        writeln!(self.0, "nim_{name}_sum {}", histogram.sum.get() as f64 / unit)?;
        writeln!(self.0, "nim_{name}_count {count}")
    }
}

/// A code as it is spelled on the wire.
fn word(code: &impl Serialize) -> String {
    let word = serde_json::to_value(code).unwrap_or_default();
    word.as_str().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(page: &str, name: &str) -> f64 {
        let line = page.lines().find_map(|line| line.strip_prefix(name)).expect(name);
        line.trim().parse().expect("a number")
    }

    #[test]
    fn a_value_is_counted_in_every_bucket_that_is_large_enough() {
        let metrics = Metrics::default();
        for us in [0, 50, 51, 1_000, 60_000_000] {
            metrics.commands.record(us);
        }
        let page = text(&metrics, &[]);
        let bucket = |le| value(&page, &format!("nim_command_seconds_bucket{{le=\"{le}\"}}"));
        assert_eq!((bucket("0.00005"), bucket("0.0001"), bucket("0.001")), (2.0, 3.0, 4.0));
        assert_eq!((bucket("5"), bucket("+Inf")), (4.0, 5.0));
        assert_eq!(value(&page, "nim_command_seconds_count"), 5.0);
        assert_eq!(value(&page, "nim_command_seconds_sum"), 60.001_101);
    }

    #[test]
    fn codes_are_counted_by_their_words() {
        let metrics = Metrics::default();
        ErrorCode::ALL.iter().for_each(|&code| metrics.refused(code));
        EndReason::ALL.iter().for_each(|&why| metrics.game_ended(why));
        CloseCode::ALL.iter().for_each(|&code| metrics.closed(code));
        metrics.refused(ErrorCode::Busy);
        let page = text(&metrics, &[("players", "Players connected.", 7)]);
        assert_eq!(value(&page, "nim_refusals_total{code=\"busy\"}"), 2.0);
        assert_eq!(value(&page, "nim_refusals_total{code=\"not_your_turn\"}"), 1.0);
        assert_eq!(value(&page, "nim_games_ended_total{reason=\"too_long\"}"), 1.0);
        assert_eq!(value(&page, "nim_closed_total{code=\"restart\"}"), 1.0);
        assert_eq!(value(&page, "nim_players"), 7.0);
        assert!(!page.contains("=\"\""), "a code without a word: {page}");
    }

    #[test]
    fn of_each_metric_it_is_said_what_it_is() {
        let page = text(&Metrics::default(), &[("players", "Players connected.", 7)]);
        let said = |what: &str| -> Vec<&str> {
            let lines = page.lines().filter_map(|line| line.strip_prefix(what));
            lines.filter_map(|line| line.split_once(' ')).map(|(name, _)| name).collect()
        };
        let names = said("# TYPE ");
        assert_eq!(names, said("# HELP "));
        for line in page.lines().filter(|line| !line.starts_with('#')) {
            let end = line.find(['{', ' ']).expect("a value");
            let whole = &line[..end];
            let parts = ["_bucket", "_sum", "_count"];
            let part = parts.iter().find_map(|part| whole.strip_suffix(part));
            let is_said = |name| names.contains(&name);
            assert!(is_said(whole) || part.is_some_and(is_said), "{line}");
        }
        assert!(page.contains("# HELP nim_players Players connected.\n# TYPE nim_players gauge\n"));
    }
}
