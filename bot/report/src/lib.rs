//! Reports as one self-contained HTML file: no external requests, readable in dark mode and in
//! print. Plots are SVG.

mod plot;

use std::fmt::{Display, Write};

use html_escape::encode_quoted_attribute as escape;

pub use plot::{Axis, Plot, Series};

/// Colours as variables, shared by both colour schemes and the plots. The hues are distinguishable
/// with any colour vision (Okabe and Ito, 2008).
const STYLE: &str = "\
:root{color-scheme:light dark;--paper:#fdfcf9;--ink:#22262b;--faint:#6b7280;--line:#dcd8cf;\
--s0:#0072b2;--s1:#d55e00;--s2:#009e73;--s3:#cc79a7;--s4:#b8860b;--s5:#56b4e9;--good:#15803d;--bad:#b91c1c}\
@media(prefers-color-scheme:dark){:root{--paper:#16181c;--ink:#e6e4df;--faint:#9aa1ab;--line:#343a42;\
--s0:#56a8e0;--s1:#f08a4b;--s2:#3fc79d;--s3:#e3a3c6;--s4:#e0b84c;--s5:#8fd0f5;--good:#4ade80;--bad:#f87171}}\
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);\
font:16px/1.5 system-ui,sans-serif;font-variant-numeric:tabular-nums}\
main{max-width:64rem;margin:0 auto;padding:2rem 1.25rem 4rem}h1{font-size:1.7rem;margin:0}\
h2{font-size:1.15rem;margin:2.5rem 0 .75rem}p.lead{color:var(--faint);margin:.25rem 0 1.5rem}\
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr));gap:.75rem}\
.tile{border:1px solid var(--line);border-radius:.6rem;padding:.7rem .9rem}\
.tile b{display:block;font-size:1.35rem;font-weight:600}.tile span{color:var(--faint);font-size:.85rem}\
.good b{color:var(--good)}.bad b{color:var(--bad)}\
.scroll{overflow-x:auto;margin-bottom:1.25rem}table{border-collapse:collapse;width:100%}\
th,td{padding:.35rem .7rem;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap}\
th{color:var(--faint);font-weight:500;font-size:.85rem}.t{text-align:left}\
svg{width:100%;height:auto;display:block}svg text{fill:var(--faint);font-size:12px;\
paint-order:stroke;stroke:var(--paper);stroke-width:4px}\
svg text.in{fill:var(--ink);stroke:none}@media(max-width:40rem){.scroll>svg{min-width:40rem}}\
figure{margin:0 0 1.5rem}figure .scroll{margin:0}figcaption{color:var(--faint);font-size:.9rem;margin-bottom:.4rem}\
.key{display:flex;flex-wrap:wrap;gap:.25rem 1rem;font-size:.85rem;color:var(--faint)}\
.key i{display:inline-block;width:1rem;height:.2rem;vertical-align:middle;margin-right:.4rem}\
code{font-size:.9em;overflow-wrap:anywhere}";

/// A report being built. Texts are escaped, because they may come from anywhere.
#[derive(Debug)]
pub struct Report {
    title: String,
    head: String,
    body: String,
}

/// How to judge a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Neutral.
    Plain,
    /// As expected.
    Good,
    /// Something is wrong.
    Bad,
}

impl Report {
    /// Begins a report with a title and a lead line.
    pub fn new(title: &str, lead: &str) -> Report {
        let (title, lead) = (escape(title).into_owned(), escape(lead));
        let body = format!("<h1>{title}</h1>\n<p class=\"lead\">{lead}</p>\n");
        Report { title, head: String::new(), body }
    }

    /// Begins a section.
    pub fn section(&mut self, heading: &str) -> &mut Report {
        self.put(format_args!("<h2>{}</h2>\n", escape(heading)))
    }

    /// Adds a paragraph.
    pub fn text(&mut self, text: &str) -> &mut Report {
        self.put(format_args!("<p>{}</p>\n", escape(text)))
    }

    /// Adds headline figures: name, value and mood.
    pub fn tiles(&mut self, tiles: &[(&str, String, Tone)]) -> &mut Report {
        self.put(format_args!("<div class=\"tiles\">\n"));
        for (name, value, mood) in tiles {
            let class = match mood {
                Tone::Plain => "tile",
                Tone::Good => "tile good",
                Tone::Bad => "tile bad",
            };
            let (name, value) = (escape(name), escape(value));
            self.put(format_args!(
                "<div class=\"{class}\"><b>{value}</b><span>{name}</span></div>\n"
            ));
        }
        self.put(format_args!("</div>\n"))
    }

    /// Adds a table; columns of figures are right-aligned.
    pub fn table(&mut self, head: &[&str], rows: &[Vec<String>]) -> &mut Report {
        let is_text = |column: usize| {
            let cells = rows.iter().filter_map(|row| row.get(column));
            column == 0 || !cells.map(String::as_str).all(is_figure)
        };
        let line = |tag: &str, cells: &mut dyn Iterator<Item = &str>| -> String {
            let cell = |(column, text)| {
                let class = if is_text(column) { " class=\"t\"" } else { "" };
                format!("<{tag}{class}>{}</{tag}>", escape(text))
            };
            cells.enumerate().map(cell).collect()
        };
        let head = line("th", &mut head.iter().copied());
        let mut table = format!("<div class=\"scroll\"><table><tr>{head}</tr>\n");
        for row in rows {
            let row = line("td", &mut row.iter().map(String::as_str));
            table.push_str(&format!("<tr>{row}</tr>\n"));
        }
        self.put(format_args!("{table}</table></div>\n"))
    }

    /// Adds a plot with its caption.
    pub fn plot(&mut self, caption: &str, plot: &Plot) -> &mut Report {
        let (caption, key, svg) = (escape(caption), plot.key(), plot.svg());
        self.put(format_args!("<figure><figcaption>{caption}</figcaption>\n<div class=\"scroll\">{svg}</div>{key}</figure>\n"))
    }

    /// Adds raw HTML, which the caller has escaped.
    pub fn html(&mut self, html: &str) -> &mut Report {
        self.put(format_args!("{html}\n"))
    }

    /// Adds raw HTML to the head, which the caller has escaped.
    pub fn head(&mut self, html: &str) -> &mut Report {
        self.head += html;
        self
    }

    /// Returns the whole file.
    pub fn finish(&self) -> String {
        let Report { title, head, body } = self;
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">{head}\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n\
             <title>{title}</title>\n<style>{STYLE}</style>\n<main>\n{body}</main>\n</html>\n"
        )
    }

    fn put(&mut self, html: impl Display) -> &mut Report {
        // Writing to a string cannot fail.
        let _ = write!(self.body, "{html}");
        self
    }
}

/// Whether a cell contains a number or is empty.
fn is_figure(cell: &str) -> bool {
    let first = cell.chars().next();
    first.is_none_or(|first| first.is_ascii_digit() || "+-−–∞".contains(first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_from_outside_becomes_markup() {
        let evil = "<script>alert(\"x\")</script>&'";
        let mut report = Report::new(evil, evil);
        let points = vec![(0.0, 1.0), (1.0, 2.0)];
        let plot = Plot {
            x: Axis::linear(evil),
            y: Axis::linear(evil),
            series: vec![Series { name: evil.to_owned(), points }],
        };
        report.section(evil).text(evil).tiles(&[(evil, evil.to_owned(), Tone::Bad)]);
        report.table(&[evil], &[vec![evil.to_owned()]]).plot(evil, &plot);
        let page = report.finish();
        assert!(!page.contains("<script"), "{page}");
        assert!(page.contains("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&amp;&#x27;"));
    }

    #[test]
    fn each_part_is_written_where_it_belongs() {
        let mut report = Report::new("Load & rest", "first line");
        report.head("<meta name=\"a\">").head("<meta name=\"b\">").section("Figures").text("One.");
        let tiles = [("good", Tone::Good), ("plain", Tone::Plain), ("bad", Tone::Bad)];
        report.tiles(&tiles.map(|(name, mood)| (name, format!("{name}!"), mood)));
        report.html("<hr>");
        let page = report.finish();
        let head = page.split("<style>").next().unwrap_or_default();
        assert_eq!(
            head,
            "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\"><meta name=\"a\">\
             <meta name=\"b\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
             <title>Load &amp; rest</title>\n"
        );
        let body = page.split("</style>\n").nth(1).unwrap_or_default();
        assert_eq!(
            body,
            "<main>\n<h1>Load &amp; rest</h1>\n<p class=\"lead\">first line</p>\n\
             <h2>Figures</h2>\n<p>One.</p>\n<div class=\"tiles\">\n\
             <div class=\"tile good\"><b>good!</b><span>good</span></div>\n\
             <div class=\"tile\"><b>plain!</b><span>plain</span></div>\n\
             <div class=\"tile bad\"><b>bad!</b><span>bad</span></div>\n</div>\n<hr>\n</main>\n</html>\n"
        );
    }

    #[test]
    fn a_column_is_text_if_it_is_the_first_or_any_cell_is_no_figure() {
        let row = |cells: [&str; 4]| cells.map(str::to_owned).to_vec();
        let mut report = Report::new("", "");
        report.table(&["a", "b", "c", "d"], &[row(["1", "2", "x", "–"]), row(["3", "", "4", "∞"])]);
        assert!(report.finish().contains(
            "<div class=\"scroll\"><table>\
             <tr><th class=\"t\">a</th><th>b</th><th class=\"t\">c</th><th>d</th></tr>\n\
             <tr><td class=\"t\">1</td><td>2</td><td class=\"t\">x</td><td>–</td></tr>\n\
             <tr><td class=\"t\">3</td><td></td><td class=\"t\">4</td><td>∞</td></tr>\n\
             </table></div>\n"
        ));
        for (cell, figure) in
            [("", true), ("7 ms", true), ("+3", true), ("-3", true), ("−3", true), ("ms 7", false)]
        {
            assert_eq!(is_figure(cell), figure, "{cell:?}");
        }
    }

    #[test]
    fn a_plot_has_its_caption_its_picture_and_its_legend() {
        let series = |name: &str| Series { name: name.to_owned(), points: vec![(0.0, 1.0)] };
        let series = vec![series("one"), series("two")];
        let plot = Plot { x: Axis::linear("x"), y: Axis::linear("y"), series };
        let mut report = Report::new("", "");
        report.plot("both", &plot);
        let page = report.finish();
        let begin = "<figure><figcaption>both</figcaption>\n<div class=\"scroll\"><svg viewBox";
        let end = "</svg>\n</div><div class=\"key\">\
                   <span><i style=\"background:var(--s0)\"></i>one</span>\
                   <span><i style=\"background:var(--s1)\"></i>two</span></div></figure>\n";
        assert!(page.contains(begin) && page.contains(end), "{page}");
    }
}
