//! Latency histograms that can be merged, stored and compared. This is the only file that uses the
//! histogram library.

use std::time::Duration;

use hdrhistogram::Histogram;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The largest recorded value: two minutes, in microseconds.
const MAX_MICROS: u64 = 120_000_000;

/// Points of the tail per factor of ten.
const TAIL_STEPS: i32 = 8;

/// The kinds of latency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// From when a move was due until its acknowledgement.
    Answer,
    /// From when a move was due until the opponent has the new state.
    Opponent,
    /// From a request for a game until the seat.
    Seat,
    /// From when a move was due until a spectator has the new state.
    Watch,
    /// From a subscription to the lobby until its first view.
    Lobby,
    /// From a page request until the last byte of the page and the files it names.
    Page,
    /// From when a move in a tournament was due until its acknowledgement.
    Tournament,
    /// From the end of a tournament's last running pair, or its beginning, until an entrant's next
    /// seat.
    Pairing,
    /// How late the load itself sent moves that were ready.
    Lateness,
}

impl Measure {
    /// All measures, in the order of reports.
    pub const ALL: [Measure; 9] = [
        Measure::Answer,
        Measure::Opponent,
        Measure::Seat,
        Measure::Watch,
        Measure::Lobby,
        Measure::Page,
        Measure::Tournament,
        Measure::Pairing,
        Measure::Lateness,
    ];

    /// Its name in thresholds and files.
    pub fn name(self) -> &'static str {
        match self {
            Measure::Answer => "answer",
            Measure::Opponent => "opponent",
            Measure::Seat => "seat",
            Measure::Watch => "watch",
            Measure::Lobby => "lobby",
            Measure::Page => "page",
            Measure::Tournament => "tournament",
            Measure::Pairing => "pairing",
            Measure::Lateness => "lateness",
        }
    }

    /// Its name in reports.
    pub fn title(self) -> &'static str {
        match self {
            Measure::Answer => "due to own answer",
            Measure::Opponent => "due to opponent's state",
            Measure::Seat => "request to seat",
            Measure::Watch => "due to spectator's state",
            Measure::Lobby => "lobby request to view",
            Measure::Page => "page load",
            Measure::Tournament => "due to entrant's answer",
            Measure::Pairing => "last pair over to next seat",
            Measure::Lateness => "the load's own lateness",
        }
    }
}

/// Percentiles of a latency, in microseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Latency {
    /// The number of samples.
    pub count: u64,
    /// The median.
    pub p50_us: u64,
    /// The 90th percentile.
    pub p90_us: u64,
    /// The 99th percentile.
    pub p99_us: u64,
    /// The 99.9th percentile.
    pub p999_us: u64,
    /// The maximum.
    pub max_us: u64,
}

/// Measured latencies in microseconds, to three significant digits.
#[derive(Clone, Debug)]
pub struct Latencies(Histogram<u64>);

impl Default for Latencies {
    fn default() -> Latencies {
        Latencies(Histogram::new_with_bounds(1, MAX_MICROS, 3).expect("the bounds are in order"))
    }
}

impl Latencies {
    /// Adds a sample; anything above two minutes counts as two minutes.
    pub fn record(&mut self, took: Duration) {
        self.record_micros(u64::try_from(took.as_micros()).unwrap_or(MAX_MICROS), 1);
    }

    fn record_micros(&mut self, micros: u64, count: u64) {
        self.0.saturating_record_n(micros, count);
    }

    /// The number of samples.
    pub fn count(&self) -> u64 {
        self.0.len()
    }

    /// The latency that this share of the samples did not exceed, in microseconds.
    pub fn quantile(&self, share: f64) -> u64 {
        self.0.value_at_quantile(share)
    }

    /// Adds the samples of another histogram.
    pub fn merge(&mut self, other: &Latencies) {
        // All histograms have the same bounds, so no sample is lost.
        self.0 += &other.0;
    }

    /// Removes all samples.
    pub fn clear(&mut self) {
        self.0.reset();
    }

    /// The percentiles.
    pub fn summary(&self) -> Latency {
        Latency {
            count: self.count(),
            p50_us: self.quantile(0.5),
            p90_us: self.quantile(0.9),
            p99_us: self.quantile(0.99),
            p999_us: self.quantile(0.999),
            max_us: self.0.max(),
        }
    }

    /// The share of samples above this.
    pub fn share_above(&self, micros: u64) -> f64 {
        let above = self.count().saturating_sub(self.0.count_between(0, micros));
        above as f64 / self.count().max(1) as f64
    }

    /// The tail: latencies in milliseconds, each with the percentage of samples above it, down to
    /// the slowest few.
    pub fn tail(&self) -> Vec<(f64, f64)> {
        let least = 1.0 / self.count().max(1) as f64;
        let share = |step: i32| 10f64.powf(f64::from(-step) / f64::from(TAIL_STEPS));
        let point = |share: f64| (self.quantile(1.0 - share) as f64 / 1e3, share * 100.0);
        let shares = (0..=6 * TAIL_STEPS).map(share);
        shares.take_while(|&share| share >= least && self.count() > 0).map(point).collect()
    }

    /// A 95 % interval of a quantile, in microseconds, from the order statistics around it (normal
    /// approximation of the binomial). It assumes independent samples, but those of one stall are
    /// not. Too few samples have no upper bound: all of them may lie below the quantile.
    pub fn interval(&self, share: f64) -> (u64, Option<u64>) {
        let count = self.count().max(1) as f64;
        let margin = 1.96 * (share * (1.0 - share) / count).sqrt();
        let (low, high) = ((share - margin).max(0.0), share + margin);
        (self.quantile(low), (high < 1.0).then(|| self.quantile(high)))
    }
}

/// Serialises as pairs of a latency in microseconds and its count.
impl Serialize for Latencies {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let recorded = self.0.iter_recorded();
        serializer.collect_seq(recorded.map(|at| (at.value_iterated_to(), at.count_at_value())))
    }
}

impl<'de> Deserialize<'de> for Latencies {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Latencies, D::Error> {
        let mut latencies = Latencies::default();
        for (micros, count) in Vec::<(u64, u64)>::deserialize(deserializer)? {
            latencies.record_micros(micros, count);
        }
        Ok(latencies)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Latencies {
        let mut latencies = Latencies::default();
        (1..=1_000).for_each(|ms| latencies.record(Duration::from_millis(ms)));
        latencies
    }

    #[test]
    fn stored_latencies_are_read_back() {
        let latencies = sample();
        let json = serde_json::to_string(&latencies).unwrap();
        let read: Latencies = serde_json::from_str(&json).unwrap();
        assert_eq!(read.summary(), latencies.summary());
        assert_eq!(serde_json::to_string(&read).unwrap(), json);
    }

    #[test]
    fn an_interval_holds_its_quantile_and_narrows_with_the_count() {
        let mut latencies = sample();
        let median = |latencies: &Latencies| match latencies.interval(0.5) {
            (low, Some(high)) => (low, high),
            unbounded => panic!("{unbounded:?}"),
        };
        let (low, high) = median(&latencies);
        assert!(low < 500_000 && high > 500_000 && high - low < 100_000, "{low} {high}");
        let wide = high - low;
        (0..20).for_each(|_| latencies.merge(&sample()));
        let (low, high) = median(&latencies);
        assert!(high - low < wide / 2, "{low} {high}");
    }

    #[test]
    fn a_tail_falls_to_the_slowest() {
        let tail = sample().tail();
        assert!(tail.windows(2).all(|two| two[0].0 <= two[1].0 && two[0].1 > two[1].1));
        assert!(tail.len() > 3 * TAIL_STEPS as usize);
        assert_eq!(sample().share_above(900_500), 0.1);
    }

    #[test]
    fn names_in_thresholds_are_those_of_files_and_titles_differ() {
        for measure in Measure::ALL {
            assert_eq!(serde_json::to_value(measure).expect("JSON"), measure.name());
        }
        let titles: std::collections::BTreeSet<_> = Measure::ALL.map(Measure::title).into();
        assert_eq!(titles.len(), Measure::ALL.len());
        assert!(titles.iter().all(|title| title.contains(' ')), "{titles:?}");
        assert_eq!(Measure::Answer.title(), "due to own answer");
    }

    #[test]
    fn percentiles_of_a_uniform_sample_are_known() {
        let Latency { count, p50_us, p90_us, p99_us, p999_us, max_us } = sample().summary();
        let ms = [p50_us, p90_us, p99_us, p999_us, max_us].map(|us| us / 1_000);
        assert_eq!((count, ms), (1_000, [500, 900, 990, 999, 1_000]));
        let mut extreme = Latencies::default();
        [Duration::MAX, Duration::from_secs(3_600)]
            .into_iter()
            .for_each(|took| extreme.record(took));
        assert_eq!(extreme.summary().p50_us / 1_000_000, 120);
        extreme.clear();
        assert_eq!((extreme.count(), extreme.share_above(0)), (0, 0.0));
    }

    #[test]
    fn a_tail_has_eight_points_per_factor_of_ten() {
        let tail = sample().tail();
        assert_eq!(tail.len(), 25, "down to the slowest of a thousand");
        for (index, share) in [(0, 100.0), (8, 10.0), (16, 1.0), (24, 0.1)] {
            let (ms, percent) = tail[index];
            assert!((percent - share).abs() < 1e-6, "{tail:?}");
            assert!((ms - (1_000.0 - 10.0 * share)).abs() < 2.0, "{tail:?}");
        }
        assert!(Latencies::default().tail().is_empty());
    }

    #[test]
    fn intervals_are_those_of_the_binomial() {
        // 1.96 standard deviations: sqrt(0.25 / 1000) = 1.58 % and sqrt(0.09 / 1000) = 0.95 %.
        let ms = |(low, high): (u64, Option<u64>)| (low / 1_000, high.map(|us| us / 1_000));
        assert_eq!(ms(sample().interval(0.5)), (470, Some(531)));
        assert_eq!(ms(sample().interval(0.9)), (882, Some(919)));
        assert_eq!(ms(sample().interval(0.999)), (998, None));
        assert_eq!(sample().interval(0.001).0 / 1_000, 1, "the smallest");
    }
}
