//! Conditions that a load must meet to pass: `p99<50ms`, `errors=0`, `rate>=950`.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use crate::latency::{Latencies, Measure};

/// The first second after which latencies and the rate can end a load: before it they are those of
/// a few moves.
const SETTLED: u64 = 5;

/// The figures of a load, or of its beginning, that conditions are about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Figures<'a> {
    pub(crate) latencies: &'a BTreeMap<Measure, Latencies>,
    pub(crate) errors: u64,
    pub(crate) losses: u64,
    pub(crate) findings: u64,
    /// Moves a second.
    pub(crate) rate: f64,
    pub(crate) moves: u64,
    pub(crate) games: u64,
    pub(crate) pairs: u64,
}

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
    Pairs,
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

    /// Whether the condition can end a load early: what does not hold now would not hold later. A
    /// count that has to be reached may still be reached.
    pub fn can_stop(&self) -> bool {
        let is_upper = matches!(self.relation, Relation::Less | Relation::AtMost);
        match self.figure {
            Figure::Quantile(..) => is_upper,
            Figure::Errors | Figure::Losses | Figure::Findings => {
                is_upper || self.relation == Relation::Equal
            }
            Figure::Rate => matches!(self.relation, Relation::AtLeast | Relation::More),
            Figure::Moves | Figure::Games | Figure::Pairs => false,
        }
    }

    /// Why the condition ends a load after this second; `None` if it does not.
    pub(crate) fn broken(&self, figures: &Figures<'_>, second: u64) -> Option<String> {
        let value = self.value(figures)?;
        let is_broken = match (self.figure, self.relation) {
            (Figure::Quantile(..) | Figure::Rate, _) if second < SETTLED => false,
            // The count may still grow to this number.
            (_, Relation::Equal) => value > self.bound,
            _ => !self.is_met(value),
        };
        is_broken.then(|| self.with(value))
    }

    /// Why the figures do not meet the condition; `None` if they do. A latency without samples
    /// meets no condition.
    pub(crate) fn missed(&self, figures: &Figures<'_>) -> Option<String> {
        match self.value(figures) {
            None => Some(format!("{self}: nothing was measured")),
            Some(value) => (!self.is_met(value)).then(|| self.with(value)),
        }
    }

    fn is_met(&self, value: f64) -> bool {
        match self.relation {
            Relation::Less => value < self.bound,
            Relation::AtMost => value <= self.bound,
            Relation::Equal => value == self.bound,
            Relation::AtLeast => value >= self.bound,
            Relation::More => value > self.bound,
        }
    }

    /// The condition and the value of its figure.
    fn with(&self, value: f64) -> String {
        match self.figure {
            Figure::Quantile(..) => format!("{self}: it is {:.2} ms", value / 1e3),
            Figure::Rate => format!("{self}: it is {value:.1}"),
            _ => format!("{self}: it is {value}"),
        }
    }

    /// The figure itself: microseconds, a count, or moves a second.
    fn value(&self, figures: &Figures<'_>) -> Option<f64> {
        Some(match self.figure {
            Figure::Quantile(measure, share) => {
                let latencies = figures.latencies.get(&measure)?;
                (latencies.count() > 0).then(|| latencies.quantile(share) as f64)?
            }
            Figure::Errors => figures.errors as f64,
            Figure::Losses => figures.losses as f64,
            Figure::Findings => figures.findings as f64,
            Figure::Rate => figures.rate,
            Figure::Moves => figures.moves as f64,
            Figure::Games => figures.games as f64,
            Figure::Pairs => figures.pairs as f64,
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
        "pairs" => Figure::Pairs,
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
            // Shifted in the text, for 99.9 / 100 is not the number nearest to 0.999.
            let part: f64 = format!("{}e-2", text.strip_prefix('p')?).parse().ok()?;
            (part > 0.0 && part < 1.0).then_some(part)
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
mod tests;
