//! Line plots as SVG. Ticks are round numbers; either axis may be logarithmic.

use std::fmt::Write;

use html_escape::encode_quoted_attribute as escape;

const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 280.0;
/// The margin for tick labels.
const LEFT: f64 = 64.0;
const BOTTOM: f64 = 40.0;
const TOP: f64 = 12.0;
const RIGHT: f64 = 16.0;

/// The number of hues in the style.
const HUES: usize = 6;

/// The style of a standalone picture, with the hues of reports.
const FILE_STYLE: &str = "\
svg{--line:#9aa1ab55;--s0:#0072b2;--s1:#d55e00;--s2:#009e73;--s3:#cc79a7;--s4:#b8860b;--s5:#56b4e9}\
text{fill:#7c838d;font:12px system-ui,sans-serif}";

/// Several lines in one picture.
#[derive(Clone, Debug)]
pub struct Plot {
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The lines.
    pub series: Vec<Series>,
}

/// A line.
#[derive(Clone, Debug)]
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// Its points, from left to right. Those that are not finite, and those not
    /// above zero on a logarithmic axis, are left out.
    pub points: Vec<(f64, f64)>,
}

/// An axis.
#[derive(Clone, Debug)]
pub struct Axis {
    /// The quantity and its unit.
    pub name: String,
    logarithmic: bool,
}

impl Axis {
    /// A linear axis that begins at zero.
    pub fn linear(name: &str) -> Axis {
        Axis { name: name.to_owned(), logarithmic: false }
    }

    /// A logarithmic axis.
    pub fn logarithmic(name: &str) -> Axis {
        Axis { name: name.to_owned(), logarithmic: true }
    }

    fn shows(&self, value: f64) -> bool {
        value.is_finite() && (!self.logarithmic || value > 0.0)
    }

    /// The scale that contains all these values.
    fn scale(&self, values: impl Iterator<Item = f64>) -> Scale {
        let values: Vec<f64> = values.filter(|&value| self.shows(value)).collect();
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        match (self.logarithmic, values.is_empty()) {
            (_, true) => Scale { from: 0.0, to: 1.0, most: 1.0, ticks: vec![], logarithmic: false },
            (true, _) => decades(least, most),
            (false, _) => round_steps(least.min(0.0), most),
        }
    }
}

/// Maps values to places on an axis.
struct Scale {
    from: f64,
    to: f64,
    /// The largest value.
    most: f64,
    ticks: Vec<f64>,
    logarithmic: bool,
}

impl Scale {
    /// Ends the scale at the last value: a time axis needs no room after it.
    fn up_to_the_last(mut self) -> Scale {
        if !self.logarithmic && self.most > self.from {
            self.to = self.most;
            self.ticks.retain(|&tick| tick <= self.most);
        }
        self
    }

    /// The place of a value, from 0 at one end to 1 at the other.
    fn place(&self, value: f64) -> f64 {
        match self.logarithmic {
            true => (value / self.from).ln() / (self.to / self.from).ln(),
            false => (value - self.from) / (self.to - self.from),
        }
    }
}

fn decades(least: f64, most: f64) -> Scale {
    let from = least.log10().floor();
    let to = most.log10().ceil().max(from + 1.0);
    let count = (to - from) as i32;
    let ticks = (0..=count).map(|decade| 10f64.powf(from + f64::from(decade))).collect();
    Scale { from: 10f64.powf(from), to: 10f64.powf(to), most, ticks, logarithmic: true }
}

/// About five steps of 1, 2 or 5 times a power of ten.
fn round_steps(least: f64, most: f64) -> Scale {
    let span = if most > least { most - least } else { 1.0 };
    let power = 10f64.powf((span / 5.0).log10().floor());
    let fits = |step: &f64| span / (step * power) <= 5.0;
    let step = [1.0, 2.0, 5.0].into_iter().find(fits).unwrap_or(10.0) * power;
    let from = (least / step).floor();
    let to = ((least + span) / step).ceil();
    let ticks = (0..=(to - from) as i32).map(|tick| (from + f64::from(tick)) * step).collect();
    Scale { from: from * step, to: to * step, most, ticks, logarithmic: false }
}

impl Plot {
    /// The picture as inline SVG.
    pub(super) fn svg(&self) -> String {
        let points = || self.series.iter().flat_map(|series| &series.points);
        let x = self.x.scale(points().map(|&(x, _)| x)).up_to_the_last();
        let y = self.y.scale(points().map(|&(_, y)| y));
        let across = |value: f64| LEFT + x.place(value) * (WIDTH - LEFT - RIGHT);
        let up = |value: f64| HEIGHT - BOTTOM - y.place(value) * (HEIGHT - BOTTOM - TOP);
        let names = self.series.iter().map(|series| series.name.as_str()).collect::<Vec<_>>();
        let label = format!("{} over {}: {}", self.y.name, self.x.name, names.join(", "));
        let label = escape(&label);
        let mut svg =
            format!("<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{label}\">\n");
        for &tick in &y.ticks {
            let (at, name) = (up(tick), number(tick));
            let end = WIDTH - RIGHT;
            put(
                &mut svg,
                format_args!("<path d=\"M{LEFT} {at:.1}H{end}\" stroke=\"var(--line)\"/>"),
            );
            let (to, at) = (LEFT - 8.0, at + 4.0);
            put(
                &mut svg,
                format_args!("<text x=\"{to}\" y=\"{at:.1}\" text-anchor=\"end\">{name}</text>\n"),
            );
        }
        let foot = HEIGHT - BOTTOM + 18.0;
        for &tick in &x.ticks {
            let (at, name) = (across(tick), number(tick));
            put(
                &mut svg,
                format_args!(
                    "<text x=\"{at:.1}\" y=\"{foot}\" text-anchor=\"middle\">{name}</text>"
                ),
            );
        }
        let (x_name, y_name) = (escape(&self.x.name), escape(&self.y.name));
        let (end, last, first) = (WIDTH - RIGHT, HEIGHT - 4.0, TOP + 2.0);
        put(
            &mut svg,
            format_args!("\n<text x=\"{end}\" y=\"{last}\" text-anchor=\"end\">{x_name}</text>"),
        );
        put(&mut svg, format_args!("<text x=\"{}\" y=\"{first}\">{y_name}</text>\n", LEFT + 6.0));
        for (place, series) in self.series.iter().enumerate() {
            let shown = |&&(a, b): &&(f64, f64)| self.x.shows(a) && self.y.shows(b);
            let line: Vec<String> = series
                .points
                .iter()
                .filter(shown)
                .map(|&(a, b)| format!("{:.1} {:.1}", across(a), up(b)))
                .collect();
            if !line.is_empty() {
                let (hue, line) = (place % HUES, line.join("L"));
                put(
                    &mut svg,
                    format_args!(
                        "<path d=\"M{line}\" fill=\"none\" stroke=\"var(--s{hue})\" stroke-width=\"2\" \
                     stroke-linejoin=\"round\" stroke-linecap=\"round\"/>\n"
                    ),
                );
            }
        }
        svg.push_str("</svg>\n");
        svg
    }

    /// The picture as a standalone file, with its legend and its colours.
    pub fn file(&self) -> String {
        let (head, body) = (self.svg(), "</svg>\n");
        let mut svg = head.strip_suffix(body).unwrap_or(&head).replacen(
            "<svg ",
            "<svg xmlns=\"http://www.w3.org/2000/svg\" ",
            1,
        );
        put(&mut svg, format_args!("<style>{FILE_STYLE}</style>\n"));
        for (place, series) in self.series.iter().enumerate() {
            let (hue, name) = (place % HUES, escape(&series.name));
            let (x, y) = (WIDTH - RIGHT - 8.0, HEIGHT - BOTTOM - 12.0 - 16.0 * place as f64);
            let style = format_args!("text-anchor=\"end\" style=\"fill:var(--s{hue})\"");
            put(&mut svg, format_args!("<text x=\"{x}\" y=\"{y}\" {style}>{name}</text>\n"));
        }
        svg + body
    }

    /// The legend.
    pub(super) fn key(&self) -> String {
        let mut key = String::from("<div class=\"key\">");
        for (place, series) in self.series.iter().enumerate() {
            let (hue, name) = (place % HUES, escape(&series.name));
            let mark = format!("<span><i style=\"background:var(--s{hue})\"></i>{name}</span>");
            key.push_str(&mark);
        }
        key.push_str("</div>");
        key
    }
}

fn put(text: &mut String, more: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = text.write_fmt(more);
}

/// A round number in few characters: 0.5, 20, 3k, 1.5M.
fn number(value: f64) -> String {
    let (value, unit) = match value.abs() {
        size if size >= 1e6 => (value / 1e6, "M"),
        size if size >= 1e4 => (value / 1e3, "k"),
        _ => (value, ""),
    };
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    // Values that round to 0 are rare and are written exactly.
    if text == "0" && value != 0.0 { format!("{value:e}") } else { format!("{text}{unit}") }
}

#[cfg(test)]
mod tests;
