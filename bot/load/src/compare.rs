//! Two outcomes side by side, with confidence intervals of their figures. Only the server's figures
//! are judged: a load that was itself late says so beside them.

use std::fmt;

use crate::latency::Measure;
use crate::meter::Second;
use crate::outcome::{LoadOutcome, RunEnd};

/// The quantiles that are compared.
const QUANTILES: [(&str, f64); 4] = [("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("p99.9", 0.999)];

/// Two outcomes, figure by figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    rows: Vec<CompareRow>,
    /// Why the rows may not be comparable.
    notes: Vec<String>,
}

#[derive(Clone, Debug, PartialEq)]
struct CompareRow {
    name: String,
    sides: [Estimate; 2],
    /// Which values are better.
    better: Better,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Better {
    More,
    Less,
    /// The figure is that of the load, not of the server.
    NotJudged,
}

/// A figure and its 95 % confidence interval, whose upper bound may be infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Estimate {
    value: f64,
    low: f64,
    high: f64,
}

/// The comparison of two estimates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trend {
    /// Their intervals overlap, or the figure is not the server's.
    Undecided,
    Better,
    Worse,
}

impl Comparison {
    /// Compares the second outcome with the first.
    pub fn new(before: &LoadOutcome, after: &LoadOutcome) -> Comparison {
        let both = [before, after];
        let rate = both.map(|outcome| mean(&outcome.seconds, |second| Some(second.moves as f64)));
        let mut rows = Vec::new();
        if let [Some(before), Some(after)] = rate {
            let (name, sides) = ("moves a second".to_owned(), [before, after]);
            rows.push(CompareRow { name, sides, better: Better::More });
        }
        for measure in Measure::ALL {
            let better = match measure {
                Measure::Lateness => Better::NotJudged,
                _ => Better::Less,
            };
            for (quantile, share) in QUANTILES {
                let sides = both.map(|outcome| estimate(outcome, measure, share));
                if let [Some(before), Some(after)] = sides {
                    let name = format!("{} {quantile}, ms", measure.title());
                    rows.push(CompareRow { name, sides: [before, after], better });
                }
            }
        }
        let cores = both.map(|outcome| mean(&outcome.seconds, |second| second.server_cores));
        if let [Some(before), Some(after)] = cores {
            let (name, sides) = ("server cores".to_owned(), [before, after]);
            rows.push(CompareRow { name, sides, better: Better::Less });
        }
        Comparison { rows, notes: notes(both) }
    }

    /// Whether any of the server's figures is worse in the second and the intervals do not
    /// overlap.
    pub fn is_worse(&self) -> bool {
        self.rows.iter().any(|row| row.verdict() == Trend::Worse)
    }
}

/// What makes two outcomes hard to compare.
fn notes(both: [&LoadOutcome; 2]) -> Vec<String> {
    let mut notes = Vec::new();
    let load = |outcome: &LoadOutcome| {
        let rate = outcome.rate.map(|rate| format!("{rate:.0} moves a second"));
        let rate = rate.unwrap_or("saturation".to_owned());
        let LoadOutcome { clients, players, entrants, faults, .. } = outcome;
        let faults = match faults.is_empty() {
            true => String::new(),
            false => format!(" with {}", faults.join(", ")),
        };
        format!("{clients} clients ({players} players, {entrants} entrants) at {rate}{faults}")
    };
    let [before, after] = both.map(load);
    if before != after {
        notes.push(format!("the loads differ: {before}; {after}"));
    }
    for (which, outcome) in ["first", "second"].into_iter().zip(both) {
        if outcome.end != RunEnd::Complete {
            notes.push(format!("the {which} load ended early"));
        }
        let bottleneck = outcome.bottleneck.as_ref();
        notes.extend(bottleneck.map(|why| format!("the {which} load: {why}")));
    }
    notes
}

/// A quantile in milliseconds.
fn estimate(outcome: &LoadOutcome, measure: Measure, share: f64) -> Option<Estimate> {
    let latencies = outcome.latencies.get(&measure).filter(|latencies| latencies.count() > 0)?;
    let (low, high) = latencies.interval(share);
    let ms = |us: u64| us as f64 / 1e3;
    let high = high.map_or(f64::INFINITY, ms);
    Some(Estimate { value: ms(latencies.quantile(share)), low: ms(low), high })
}

/// The mean of a figure over the seconds, plus and minus 1.96 standard errors.
fn mean(seconds: &[Second], figure: impl Fn(&Second) -> Option<f64>) -> Option<Estimate> {
    let values: Vec<f64> = seconds.iter().map(figure).collect::<Option<_>>()?;
    if values.len() < 2 {
        return None;
    }
    let count = values.len() as f64;
    let value = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|v| (v - value).powi(2)).sum::<f64>() / (count - 1.0);
    let margin = 1.96 * (variance / count).sqrt();
    Some(Estimate { value, low: value - margin, high: value + margin })
}

impl CompareRow {
    fn verdict(&self) -> Trend {
        let [before, after] = self.sides;
        if after.low <= before.high && before.low <= after.high {
            return Trend::Undecided;
        }
        match (self.better, after.value > before.value) {
            (Better::NotJudged, _) => Trend::Undecided,
            (Better::More, true) | (Better::Less, false) => Trend::Better,
            (Better::More, false) | (Better::Less, true) => Trend::Worse,
        }
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:34} {:>26} {:>26} {:>8}", "95 % intervals", "first", "second", "change")?;
        for row in &self.rows {
            let [before, after] = row.sides;
            let shown = [before, after]
                .map(|Estimate { value, low, high }| format!("{value:.2} [{low:.2}, {high:.2}]"));
            let change = 100.0 * (after.value / before.value - 1.0);
            let verdict = match row.verdict() {
                Trend::Undecided => "",
                Trend::Better => "  better",
                Trend::Worse => "  WORSE",
            };
            let [before, after] = shown;
            writeln!(f, "{:34} {before:>26} {after:>26} {change:>+7.1}%{verdict}", row.name)?;
        }
        self.notes.iter().try_for_each(|note| writeln!(f, "note: {note}"))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn outcome(ms: u64, rate: u64) -> LoadOutcome {
        let mut outcome = LoadOutcome::default();
        let answers = outcome.latencies.entry(Measure::Answer).or_default();
        (0..10_000).for_each(|n| answers.record(Duration::from_micros(ms * 1_000 + n % 1_000)));
        outcome.seconds = (1..=10)
            .map(|second| Second { second, moves: rate + second % 3, ..Second::default() })
            .collect();
        outcome
    }

    #[test]
    fn values_outside_both_intervals_count_as_different() {
        let (slow, fast) = (outcome(9, 100), outcome(5, 140));
        let same = Comparison::new(&slow, &slow);
        assert!(!same.is_worse() && !same.to_string().contains("better"), "{same}");
        let better = Comparison::new(&slow, &fast);
        assert!(
            !better.is_worse() && better.to_string().matches("better").count() == 5,
            "{better}"
        );
        let worse = Comparison::new(&fast, &slow);
        assert!(worse.is_worse() && worse.to_string().matches("WORSE").count() == 5, "{worse}");
        assert!(better.to_string().contains(" +39.6%"), "{better}");
        assert!(worse.to_string().contains(" -28.4%"), "{worse}");
    }

    #[test]
    fn a_mean_has_an_interval_of_its_standard_error() {
        let second = |moves| Second { moves, ..Second::default() };
        let rates = |rates: &[u64]| {
            let seconds: Vec<Second> = rates.iter().map(|&moves| second(moves)).collect();
            mean(&seconds, |second| Some(second.moves as f64))
        };
        // The squared differences from the mean add up to 16.
        let found = rates(&[8, 10, 10, 12, 8, 12, 10, 10, 10]).expect("enough");
        let margin = 1.96 * (16.0_f64 / 8.0 / 9.0).sqrt();
        assert!((found.value - 10.0).abs() < 1e-9);
        assert!((found.high - found.value - margin).abs() < 1e-9, "{}", found.high);
        assert!((found.value - found.low - margin).abs() < 1e-9, "{}", found.low);
        assert!(rates(&[7]).is_none());
        assert!(mean(&[second(1), second(2)], |_| None).is_none());
    }

    #[test]
    fn what_was_not_measured_is_not_estimated() {
        let mut none = LoadOutcome::default();
        assert!(estimate(&none, Measure::Answer, 0.5).is_none());
        none.latencies.entry(Measure::Answer).or_default();
        assert!(estimate(&none, Measure::Answer, 0.5).is_none());
        let some = estimate(&outcome(9, 100), Measure::Answer, 0.5).expect("measured");
        assert!((9.0..10.0).contains(&some.value) && some.low <= some.value, "{}", some.value);
    }

    #[test]
    fn a_tail_of_few_samples_decides_nothing() {
        let few = |ms: u64| {
            let mut outcome = LoadOutcome::default();
            let answers = outcome.latencies.entry(Measure::Answer).or_default();
            (0..30).for_each(|n| answers.record(Duration::from_millis(5 + n / 29 * ms)));
            outcome
        };
        let compared = Comparison::new(&few(10), &few(300));
        assert!(!compared.is_worse(), "{compared}");
        assert!(compared.to_string().contains("[305.15, inf]"), "{compared}");
    }

    #[test]
    fn a_load_that_was_late_itself_is_no_fault_of_the_server() {
        let (on_time, mut late) = (outcome(5, 100), outcome(5, 100));
        let mut punctual = on_time.clone();
        for (outcome, ms) in [(&mut punctual, 1), (&mut late, 90)] {
            let lateness = outcome.latencies.entry(Measure::Lateness).or_default();
            (0..100).for_each(|_| lateness.record(Duration::from_millis(ms)));
        }
        (late.bottleneck, late.clients) = (Some("It was late.".to_owned()), 7);
        let compared = Comparison::new(&punctual, &late);
        let said = compared.to_string();
        assert!(!compared.is_worse() && !said.contains("WORSE"), "{said}");
        assert!(said.contains("note: the second load: It was late."), "{said}");
        assert!(said.contains("note: the loads differ: 0 clients"), "{said}");
        assert!(!Comparison::new(&punctual, &punctual).to_string().contains("note"));
    }
}
