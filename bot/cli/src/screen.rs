//! The terminal display of a running tournament: progress, the leaders and, above them, errors.
//! Also the progress bar of a load.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use protocol::{Number, TournamentStanding, TournamentView};
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
        // Before the first pause there is no rate to show yet.
        if !self.is_due(self.said.map_or(passed, |said| said.elapsed())) {
            return;
        }
        self.said = Some(Instant::now());
        let rate = f64::from(view.played - before) / passed.as_secs_f64();
        eprint!("{}", self.drawn(view, rate));
    }

    /// Whether to show something, so long after the last time or after the beginning.
    fn is_due(&self, since: Duration) -> bool {
        since >= if self.live { Duration::ZERO } else { PAUSE }
    }

    /// Returns what is written: what erases the last lines, and the new ones.
    fn drawn(&mut self, view: &TournamentView, pairs_a_second: f64) -> String {
        let mut lines = vec![progress(view, pairs_a_second)];
        if self.live {
            lines.extend(view.standings.iter().take(BEST).map(|line| standing(view, line)));
        }
        let text = self.erased() + &lines.join("\n") + "\n";
        self.lines = if self.live { lines.len() } else { 0 };
        text
    }

    /// Reports an error in a game.
    pub(crate) fn report_failure(&mut self, name: &str, EntrantError { error, .. }: &EntrantError) {
        self.clear();
        eprintln!("{name}: {}, {} ({})", error.kind, error.why, error.record);
    }

    /// Erases the lines of a live screen.
    pub(crate) fn clear(&mut self) {
        eprint!("{}", self.erased());
    }

    fn erased(&mut self) -> String {
        "\x1b[A\x1b[2K".repeat(std::mem::take(&mut self.lines))
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

fn standing(view: &TournamentView, line: &TournamentStanding) -> String {
    let [won, shared, lost] = line.pairs;
    let points = f64::from(line.score) / 2.0;
    let name = name(view, line.number);
    let elo = line.elo.map_or(String::new(), |elo| format!("  Elo {elo}"));
    format!("{:>3}. {points:>6.1}  +{won} ={shared} -{lost}  {name}{elo}", line.rank)
}

fn name(view: &TournamentView, number: Number) -> &str {
    let entrant = view.entrants.iter().find(|entrant| entrant.number == number);
    entrant.map_or("?", |entrant| entrant.name.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two entrants, of whom the first has won more.
    fn view(sprt: serde_json::Value) -> TournamentView {
        let entrant = |number, name: &str| {
            serde_json::json!({
                "number": number, "name": name, "player": uuid::Uuid::nil(), "kind": "bot", "entered": number,
            })
        };
        let standing = |number: u32, score, pairs, elo: serde_json::Value| {
            serde_json::json!({
                "rank": number, "number": number, "score": score, "pairs": pairs, "games": [0, 0],
                "direct": 0, "sonneborn_berger": 0, "buchholz": 0, "wins": 0, "elo": elo,
            })
        };
        let elo = serde_json::json!({"pairs": [3, 2, 1], "likely": 52, "low": -8, "high": null});
        let view = serde_json::json!({
            "tournament": uuid::Uuid::nil(),
            "plan": {
                "name": "Test", "format": {"kind": "round_robin"}, "entrants": 2,
                "begin": {"when": "full"},
                "courses": [{"variant": "nim", "ending": "normal", "size": 6}],
            },
            "stage": "running", "commitment": "", "key": "",
            "entrants": [entrant(1, "Ada"), entrant(2, "Bob")],
            "standings": [
                standing(1, 9, [3, 2, 1], elo),
                standing(2, 3, [1, 2, 3], serde_json::Value::Null),
            ],
            "sprt": sprt, "rounds": 1, "played": 6, "pairs": 12, "elapsed_ms": 0,
        });
        serde_json::from_value(view).expect("a view")
    }

    const PROGRESS: &str = "[############------------] 6 of 12 pairs";

    #[test]
    fn a_file_gets_the_progress_and_a_terminal_the_leaders_in_place_of_the_last_ones() {
        let view = view(serde_json::Value::Null);
        let of = |live| Screen { live, ..Screen::new() };
        let mut file = of(false);
        assert_eq!(file.drawn(&view, 0.0), format!("{PROGRESS}\n"));
        let rate = format!("{PROGRESS}, 3.0 games a second, 4 s left\n");
        assert_eq!(file.drawn(&view, 1.5), rate);
        let mut terminal = of(true);
        let lines = format!(
            "{rate}  1.    4.5  +3 =2 -1  Ada  Elo {}\n  2.    1.5  +1 =2 -3  Bob\n",
            view.standings[0].elo.expect("it is known")
        );
        assert_eq!(terminal.drawn(&view, 1.5), lines);
        assert_eq!(terminal.drawn(&view, 1.5), "\x1b[A\x1b[2K".repeat(3) + &lines);
        assert_eq!(terminal.erased(), "\x1b[A\x1b[2K".repeat(3));
        assert_eq!(terminal.erased(), "", "once");
    }

    #[test]
    fn a_test_shows_its_ratio_between_its_bounds() {
        let test = serde_json::json!({
            "number": 1, "ratio": 1.25, "bounds": [-2.94, 2.94], "pairs": [3, 2, 1], "decision": null,
        });
        let shown = progress(&view(test), 0.0);
        assert_eq!(shown, format!("{PROGRESS}, +3 =2 -1, ratio 1.25 (-2.94 to 2.94)"));
    }

    #[test]
    fn a_bar_fills_and_never_overflows() {
        assert_eq!(bar(0, 10), format!("[{}]", "-".repeat(24)));
        assert_eq!(bar(5, 10), format!("[{}{}]", "#".repeat(12), "-".repeat(12)));
        assert_eq!(bar(11, 10), format!("[{}]", "#".repeat(24)));
        assert_eq!(bar(0, 0), bar(0, 10));
    }

    #[test]
    fn a_terminal_shows_everything_and_a_file_something_every_five_seconds() {
        let due = |live, ms| Screen { live, ..Screen::new() }.is_due(Duration::from_millis(ms));
        assert_eq!([0, 1].map(|ms| due(true, ms)), [true, true]);
        assert_eq!([0, 4_999, 5_000].map(|ms| due(false, ms)), [false, false, true]);
    }

    #[test]
    fn the_time_left_is_that_of_the_pairs_left() {
        let view = view(serde_json::Value::Null);
        let of = |rate| progress(&view, rate);
        assert_eq!(of(2.0), format!("{PROGRESS}, 4.0 games a second, 3 s left"));
        assert_eq!(of(0.5), format!("{PROGRESS}, 1.0 games a second, 12 s left"));
        assert_eq!(of(0.0), PROGRESS);
    }

    #[test]
    fn an_entrant_without_a_name_is_not_known() {
        let view = view(serde_json::Value::Null);
        assert_eq!([1, 2, 3].map(|number| name(&view, Number(number))), ["Ada", "Bob", "?"]);
    }
}
