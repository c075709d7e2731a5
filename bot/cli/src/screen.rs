//! The terminal display of a running tournament: progress, the leaders and, above them, errors.
//! Also the progress bar of a load.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use protocol::{Number, TournamentView};
use runner::EntrantError;

/// Lines at the bottom of a terminal that are rewritten; output to a file gets an occasional line.
pub(crate) struct Screen {
    began: Instant,
    /// The number of pairs already played at the first look.
    before: Option<u32>,
    said: Option<Instant>,
    lines: usize,
    live: bool,
}

/// The number of leaders shown.
const BEST: usize = 10;

/// The width of a bar, in characters.
const WIDTH: usize = 24;

/// The interval between lines in a file.
const PAUSE: Duration = Duration::from_secs(5);

impl Screen {
    pub(crate) fn new() -> Screen {
        let live = std::io::stderr().is_terminal();
        Screen { began: Instant::now(), before: None, said: None, lines: 0, live }
    }

    /// Shows the state of the tournament.
    pub(crate) fn show(&mut self, view: &TournamentView) {
        let before = *self.before.get_or_insert(view.played);
        let passed = self.began.elapsed();
        let pause = if self.live { Duration::ZERO } else { PAUSE };
        // Before the first pause there is no rate to show yet.
        if self.said.map_or(passed, |said| said.elapsed()) < pause {
            return;
        }
        self.said = Some(Instant::now());
        self.clear();
        eprintln!("{}", progress(view, f64::from(view.played - before) / passed.as_secs_f64()));
        if self.live {
            let shown = view.standings.iter().take(BEST);
            self.lines = 1 + shown.len();
            for line in shown {
                let [won, shared, lost] = line.pairs;
                let points = f64::from(line.score) / 2.0;
                let name = name(view, line.number);
                let elo = line.elo.map_or(String::new(), |elo| format!("  Elo {elo}"));
                eprintln!("{:>3}. {points:>6.1}  +{won} ={shared} -{lost}  {name}{elo}", line.rank);
            }
        }
    }

    /// Reports an error in a game.
    pub(crate) fn report_failure(&mut self, name: &str, EntrantError { error, .. }: &EntrantError) {
        self.clear();
        eprintln!("{name}: {}, {} ({})", error.kind, error.why, error.record);
    }

    /// Erases the lines of a live screen.
    pub(crate) fn clear(&mut self) {
        for _ in 0..self.lines {
            eprint!("\x1b[A\x1b[2K");
        }
        self.lines = 0;
    }
}

/// A progress bar.
pub(crate) fn bar(done: u64, of: u64) -> String {
    let filled = (done.min(of) * WIDTH as u64).checked_div(of).unwrap_or(0) as usize;
    format!("[{}{}]", "#".repeat(filled), "-".repeat(WIDTH - filled))
}

fn progress(view: &TournamentView, pairs_a_second: f64) -> String {
    let TournamentView { played, pairs, .. } = view;
    let left = f64::from(pairs.saturating_sub(*played));
    let done = format!("{} {played} of {pairs} pairs", bar((*played).into(), (*pairs).into()));
    let done = match &view.sprt {
        Some(test) => {
            let ([low, high], [won, shared, lost]) = (test.bounds, test.pairs);
            format!(
                "{done}, +{won} ={shared} -{lost}, ratio {:.2} ({low:.2} to {high:.2})",
                test.ratio
            )
        }
        None => done,
    };
    match pairs_a_second > 0.0 {
        true => format!(
            "{done}, {:.1} games a second, {:.0} s left",
            2.0 * pairs_a_second,
            left / pairs_a_second
        ),
        false => done,
    }
}

fn name(view: &TournamentView, number: Number) -> &str {
    let entrant = view.entrants.iter().find(|entrant| entrant.number == number);
    entrant.map_or("?", |entrant| entrant.name.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_fills_and_never_overflows() {
        assert_eq!(bar(0, 10), format!("[{}]", "-".repeat(24)));
        assert_eq!(bar(5, 10), format!("[{}{}]", "#".repeat(12), "-".repeat(12)));
        assert_eq!(bar(11, 10), format!("[{}]", "#".repeat(24)));
        assert_eq!(bar(0, 0), bar(0, 10));
    }
}
