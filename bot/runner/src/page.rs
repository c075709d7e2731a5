//! The report of a tournament as one page.

use std::fmt::Write;

use html_escape::encode_quoted_attribute as escape;
use protocol::{DeclaredProgram, Number, SprtView, TournamentStanding};
use report::{Axis, Plot, Report, Series, Tone};

use crate::ReplayFiles;
use crate::errors::UnplayedLoss;
use crate::outcome::{TournamentOutcome, index};

/// The most lines with which a plot is still readable.
const MAX_LINES: usize = 6;

/// The most unplayed games listed one by one; the file next to the report has them all.
const MAX_LOSSES: usize = 100;

/// How far one pair moves a curve.
const STEP: f64 = 24.0;

impl TournamentOutcome {
    /// The page: standings, heat map, curves and, with the files for it, every game.
    pub fn report(&self, lead: &str, replay: Option<&ReplayFiles>) -> String {
        let mut report = Report::new(&self.name, lead);
        let games: u32 = self.endings.values().sum();
        let irregular = games - self.endings.get("played").copied().unwrap_or(0);
        let winner = self.standings.first().map_or("nobody", |line| self.name_of(line.number));
        let mood = if irregular == 0 { Tone::Good } else { Tone::Plain };
        report.tiles(&[
            ("winner", winner.to_owned(), Tone::Good),
            ("entrants", self.names.len().to_string(), Tone::Plain),
            ("pairs", self.pairs.len().to_string(), Tone::Plain),
            ("games", games.to_string(), Tone::Plain),
            ("games not played out", irregular.to_string(), mood),
        ]);
        report.section("Standings");
        report.table(&STANDINGS, &self.standing_rows());
        report.text(
            "A pair is two games from one start with the seats swapped. Elo is against the field, \
             with the bounds that hold it with 95 percent, from the spread of pairs.",
        );
        let programs = self.program_rows();
        if !programs.is_empty() {
            report.section("Programs, as declared");
            report.table(&["name", "version", "seed", "deterministic"], &programs);
        }
        report.section("Crosstable");
        report.html(&self.heat_map());
        report.section("Curves");
        report.plot(
            "Elo gained since the beginning, after each pair of the entrant; one pair moves it by at most 24",
            &self.curves(),
        );
        if !self.course.is_empty() {
            report.plot(
                "The log-likelihood ratio of the sequential test: it passes at the upper bound and fails at the lower",
                &self.sprt_plot(),
            );
        }
        if let Some(files) = replay {
            self.add_replay(&mut report, files);
        }
        if irregular > 0 {
            report.section("Games that were not played out");
            report.table(&["loser", "how", "games"], &self.rows_by_kind());
            report.table(
                &["game", "loser", "against", "how", "what was said", "record"],
                &self.loss_rows(),
            );
            report.text("A game is named by round, board, pair, and which of the pair it is.");
        }
        report.section("Is it true?");
        let key = escape(&self.key);
        report.html(&format!(
            "<p>The signed file beside this page has every game. Check it with \
             <code>nim-server verify export.ndjson --key {key}</code></p>"
        ));
        report.finish()
    }

    fn standing_rows(&self) -> Vec<Vec<String>> {
        let row = |line: &TournamentStanding| {
            let [won, shared, lost] = line.pairs;
            let half = |points: u32| format!("{:.1}", f64::from(points) / 2.0);
            let elo = line.elo.map_or("–".to_owned(), |elo| elo.to_string());
            vec![
                format!("{}. {}", line.rank, self.name_of(line.number)),
                half(line.score),
                won.to_string(),
                shared.to_string(),
                lost.to_string(),
                format!("{}–{}", line.games[0], line.games[1]),
                half(line.direct),
                format!("{:.2}", f64::from(line.sonneborn_berger) / 4.0),
                half(line.buchholz),
                elo,
            ]
        };
        self.standings.iter().map(row).collect()
    }

    /// What the entrants' programs are, the winner's first.
    fn program_rows(&self) -> Vec<Vec<String>> {
        let row = |line: &TournamentStanding| {
            let declared = self.programs.get(index(line.number))?.as_ref()?;
            let DeclaredProgram { version, seed, deterministic } = declared;
            let missing = || "–".to_owned();
            Some(vec![
                self.name_of(line.number).to_owned(),
                version.as_ref().map_or_else(missing, ToString::to_string),
                seed.map_or_else(missing, |seed| seed.to_string()),
                if *deterministic { "yes" } else { "no" }.to_owned(),
            ])
        };
        self.standings.iter().filter_map(row).collect()
    }

    fn rows_by_kind(&self) -> Vec<Vec<String>> {
        let row = |((number, what), games): ((Number, String), u32)| {
            vec![self.name_of(number).to_owned(), what, games.to_string()]
        };
        self.losses_by_kind().into_iter().map(row).collect()
    }

    fn loss_rows(&self) -> Vec<Vec<String>> {
        let row = |loss: UnplayedLoss| {
            let [loser, against] = [loss.loser, loss.against].map(|n| self.name_of(n).to_owned());
            vec![loss.number(), loser, against, loss.what, loss.why, loss.record]
        };
        self.losses().into_iter().take(MAX_LOSSES).map(row).collect()
    }

    /// Each entrant's score against each other: blue above one half, orange below, stronger the
    /// further away.
    fn heat_map(&self) -> String {
        let n = self.standings.len();
        let longest = self.names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let (left, top) = (longest.min(24) as f64 * 7.5 + 40.0, 26.0);
        let (wide, high) = (((880.0 - left) / n as f64).clamp(24.0, 110.0), 30.0);
        let (width, height) = (left + wide * n as f64, top + high * n as f64);
        let mut svg = format!(
            "<div class=\"scroll\"><svg viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\" \
             aria-label=\"crosstable\" style=\"max-width:{width:.0}px\">"
        );
        for (row, line) in self.standings.iter().enumerate() {
            let y = top + high * row as f64;
            let name: String = self.name_of(line.number).chars().take(24).collect();
            let _ = write!(
                svg,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" style=\"fill:var(--ink)\">{}. {}</text>\
                 <text x=\"{:.1}\" y=\"16\" text-anchor=\"middle\">{}</text>",
                left - 10.0,
                y + 20.0,
                line.rank,
                escape(&name),
                left + wide * (row as f64 + 0.5),
                line.rank
            );
            for (column, other) in self.standings.iter().enumerate() {
                let x = left + wide * column as f64;
                svg += &self.cell(line.number, other.number, (x, y), (wide, high));
            }
        }
        svg += "</svg></div><p>Pairs won, shared and lost by the row against the column.</p>";
        svg
    }

    fn cell(&self, one: Number, other: Number, (x, y): (f64, f64), (w, h): (f64, f64)) -> String {
        let counts @ [won, shared, lost] = self.against(one, other);
        let pairs = counts.iter().sum::<u32>();
        let (x, y, w, h) = (x + 1.0, y + 1.0, w - 2.0, h - 2.0);
        if one == other || pairs == 0 {
            return format!(
                "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{w:.1}\" height=\"{h:.1}\" rx=\"4\" \
                 style=\"fill:var(--line);opacity:.45\"/>"
            );
        }
        let share = (f64::from(won) + f64::from(shared) / 2.0) / f64::from(pairs);
        let hue = if share >= 0.5 { "--s0" } else { "--s1" };
        let strength = 0.06 + (share - 0.5).abs() * 1.3;
        // Small cells have room for the share only.
        let text = match w > 62.0 {
            true => format!("+{won} ={shared} −{lost}"),
            false => format!("{:.0}", share * 100.0),
        };
        let (names, of) = (escape(self.name_of(one)), escape(self.name_of(other)));
        format!(
            "<g><title>{names} against {of}: {won} won, {shared} shared, {lost} lost</title>\
             <rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{w:.1}\" height=\"{h:.1}\" rx=\"4\" \
             style=\"fill:var({hue});opacity:{strength:.2}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" class=\"in\">{text}</text></g>",
            x + w / 2.0,
            y + 18.5
        )
    }

    fn sprt_plot(&self) -> Plot {
        let pairs = |view: &SprtView| f64::from(view.pairs.iter().sum::<u32>());
        let line = |name: &str, value: &dyn Fn(&SprtView) -> f64| {
            let points = self.course.iter().map(|view| (pairs(view), value(view))).collect();
            Series { name: name.to_owned(), points }
        };
        let series = vec![
            line("ratio", &|view| view.ratio),
            line("fails", &|view| view.bounds[0]),
            line("passes", &|view| view.bounds[1]),
        ];
        Plot { x: Axis::linear("pairs"), y: Axis::linear("log-likelihood ratio"), series }
    }

    /// Ratings after each pair (Elo 1978), of the best and, if there are many entrants, of the
    /// last.
    fn curves(&self) -> Plot {
        let mut ratings = vec![0.0; self.names.len()];
        let mut points: Vec<Vec<(f64, f64)>> = vec![vec![(0.0, 0.0)]; self.names.len()];
        for &(numbers, [x, y]) in &self.pairs {
            let [a, b] = numbers.map(index);
            let expected = 1.0 / (1.0 + 10f64.powf((ratings[b] - ratings[a]) / 400.0));
            let scored = (1.0 + (f64::from(x) - f64::from(y)) / 2.0) / 2.0;
            let change = STEP * (scored - expected);
            ratings[a] += change;
            ratings[b] -= change;
            for entrant in [a, b] {
                let pairs = points[entrant].len() as f64;
                points[entrant].push((pairs, ratings[entrant]));
            }
        }
        let shown = self.standings.iter().take(MAX_LINES);
        let series = shown.map(|line| Series {
            name: self.name_of(line.number).to_owned(),
            points: std::mem::take(&mut points[index(line.number)]),
        });
        let series = series.collect();
        Plot { x: Axis::linear("pairs played"), y: Axis::linear("Elo"), series }
    }
}

const STANDINGS: [&str; 10] = [
    "name",
    "points",
    "won",
    "shared",
    "lost",
    "games",
    "direct",
    "Sonneborn-Berger",
    "Buchholz",
    "Elo",
];

#[cfg(test)]
mod tests;
