//! Conditions that a load must meet to pass: `p99<50ms`, `errors=0`, `rate>=950`.

use std::fmt;
use std::str::FromStr;

use crate::latency::Measure;
use crate::outcome::LoadOutcome;

/// A condition on one figure of an outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct Threshold {
    text: String,
    figure: Figure,
    relation: Relation,
    /// The bound; in microseconds for latencies.
    bound: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Figure {
    /// A quantile; 1 is the maximum.
    Quantile(Measure, f64),
    Errors,
    Losses,
    Findings,
    Rate,
    Moves,
    Games,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Relation {
    Less,
    AtMost,
    Equal,
    AtLeast,
    More,
}

impl Threshold {
    /// Whether the condition is on refused requests.
    pub(crate) fn is_on_errors(&self) -> bool {
        self.figure == Figure::Errors
    }

    /// Whether the condition is on lost connections.
    pub(crate) fn is_on_losses(&self) -> bool {
        self.figure == Figure::Losses
    }

    /// Whether the condition is on the rate.
    pub(crate) fn is_on_rate(&self) -> bool {
        self.figure == Figure::Rate
    }

    /// Why the outcome does not meet the condition; `None` if it does. A latency without samples
    /// meets no condition.
    pub fn missed(&self, outcome: &LoadOutcome) -> Option<String> {
        let Some(value) = self.value(outcome) else {
            return Some(format!("{self}: nothing was measured"));
        };
        let met = match self.relation {
            Relation::Less => value < self.bound,
            Relation::AtMost => value <= self.bound,
            Relation::Equal => value == self.bound,
            Relation::AtLeast => value >= self.bound,
            Relation::More => value > self.bound,
        };
        let shown = match self.figure {
            Figure::Quantile(..) => format!("{:.2} ms", value / 1e3),
            Figure::Rate => format!("{value:.1}"),
            _ => format!("{value}"),
        };
        (!met).then(|| format!("{self}: it is {shown}"))
    }

    /// The figure itself: microseconds, a count, or moves a second.
    pub(crate) fn value(&self, outcome: &LoadOutcome) -> Option<f64> {
        Some(match self.figure {
            Figure::Quantile(measure, share) => {
                let latencies = outcome.latencies.get(&measure)?;
                (latencies.count() > 0).then(|| latencies.quantile(share) as f64)?
            }
            Figure::Errors => outcome.errors() as f64,
            Figure::Losses => outcome.losses.values().sum::<u64>() as f64,
            Figure::Findings => outcome.found as f64,
            Figure::Rate => outcome.reached,
            Figure::Moves => outcome.moves as f64,
            Figure::Games => outcome.games as f64,
        })
    }
}

impl fmt::Display for Threshold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for Threshold {
    type Err = String;

    fn from_str(text: &str) -> Result<Threshold, String> {
        let wrong =
            || format!("{text:?} is not a condition, such as p99<50ms, page.p90<1s or errors=0");
        let compact: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let at = compact.find(['<', '>', '=']).ok_or_else(wrong)?;
        let (name, rest) = compact.split_at(at);
        let relations = [
            ("<=", Relation::AtMost),
            (">=", Relation::AtLeast),
            ("==", Relation::Equal),
            ("<", Relation::Less),
            (">", Relation::More),
            ("=", Relation::Equal),
        ];
        let read = |&(sign, relation)| Some((relation, rest.strip_prefix(sign)?));
        let (relation, bound) = relations.iter().find_map(read).ok_or_else(wrong)?;
        let figure = read_figure(name).ok_or_else(wrong)?;
        let bound = match figure {
            Figure::Quantile(..) => read_micros(bound),
            _ => bound.parse().ok(),
        };
        let bound = bound.filter(|bound: &f64| bound.is_finite()).ok_or_else(wrong)?;
        Ok(Threshold { text: text.trim().to_owned(), figure, relation, bound })
    }
}

fn read_figure(name: &str) -> Option<Figure> {
    Some(match name {
        "errors" => Figure::Errors,
        "losses" => Figure::Losses,
        "findings" => Figure::Findings,
        "rate" => Figure::Rate,
        "moves" => Figure::Moves,
        "games" => Figure::Games,
        _ => {
            let (measure, quantile) = name.split_once('.').unwrap_or(("answer", name));
            // A plain "p99.9" also contains a dot.
            let (measure, quantile) = match measure.strip_prefix('p') {
                Some(digits) if digits.parse::<u32>().is_ok() => ("answer", name),
                _ => (measure, quantile),
            };
            let measure = Measure::ALL.into_iter().find(|known| known.name() == measure)?;
            Figure::Quantile(measure, read_quantile(quantile)?)
        }
    })
}

fn read_quantile(text: &str) -> Option<f64> {
    match text {
        "max" => Some(1.0),
        "p999" => Some(0.999),
        _ => {
            let percent: f64 = text.strip_prefix('p')?.parse().ok()?;
            (percent > 0.0 && percent < 100.0).then_some(percent / 100.0)
        }
    }
}

/// Parses a duration in microseconds; the default unit is milliseconds.
fn read_micros(text: &str) -> Option<f64> {
    let units = [("us", 1.0), ("µs", 1.0), ("ms", 1e3), ("s", 1e6)];
    let read = |(unit, factor)| Some((text.strip_suffix(unit)?, factor));
    let (number, factor) = units.into_iter().find_map(read).unwrap_or((text, 1e3));
    number.parse::<f64>().ok().map(|number| number * factor)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn outcome() -> LoadOutcome {
        let mut outcome = LoadOutcome { reached: 99.0, ..LoadOutcome::default() };
        let answers = outcome.latencies.entry(Measure::Answer).or_default();
        (1..=100).for_each(|ms| answers.record(Duration::from_millis(ms)));
        outcome.refusals.insert("busy".to_owned(), 3);
        outcome.losses.insert("close 1013".to_owned(), 2);
        outcome
    }

    #[test]
    fn figures_are_compared_with_their_bounds() {
        let outcome = outcome();
        for (text, met) in [
            ("p99<100ms", true),
            ("p99 < 98", false),
            ("answer.p50<=51ms", true),
            ("p99.9>99ms", true),
            ("p999>99ms", true),
            ("max<0.2s", true),
            ("p50<1000us", false),
            ("errors=3", true),
            ("errors==0", false),
            ("losses<3", true),
            ("losses=0", false),
            ("rate>=99", true),
            ("rate>99", false),
            ("findings=0", true),
            ("moves>=0", true),
            ("games>0", false),
            // Nobody has loaded a page.
            ("page.p99<1h", false),
            ("page.p99<1s", false),
        ] {
            let Ok(threshold) = text.parse::<Threshold>() else {
                assert_eq!(text, "page.p99<1h");
                continue;
            };
            assert_eq!(threshold.missed(&outcome).is_none(), met, "{text}");
        }
        let missed = "errors=0".parse::<Threshold>().unwrap().missed(&outcome);
        assert_eq!(missed.as_deref(), Some("errors=0: it is 3"));
    }

    #[test]
    fn nonsense_is_refused() {
        for text in
            ["", "p99", "p99<", "p99<x", "<5", "p0<5", "p100<5", "q<5", "page<5", "errors<NaN"]
        {
            assert!(text.parse::<Threshold>().is_err(), "{text:?}");
        }
    }
}
