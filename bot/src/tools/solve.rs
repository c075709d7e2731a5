//! Verdicts for rows: reads lines of JSON in the format of the golden files, or of the notation, and
//! writes one line of JSON for each. A bad row gives an error line; no row stops the run.

use std::time::{Duration, Instant};

use rules::Move;
use serde::Serialize;
use serde_json::Value;
use solver::{Budget, Certainty, Extra, Outcome, Source, WinningMoves};

use super::question::{BadRow, Question};
use super::solvers::Solvers;

/// The cost limits of an answer, and what to include. To stay open to further limits,
/// start from [`SolveOptions::default`]: `SolveOptions { nodes: 1_000, ..Default::default() }`.
#[derive(Clone, Copy, Debug)]
pub struct SolveOptions {
    /// The longest list of winning moves that is printed.
    pub max_moves: usize,
    /// The most positions searched for one answer.
    pub nodes: u64,
    /// How long one answer may take; the check may overrun it slightly.
    pub time: Option<Duration>,
    /// The most bytes of tables that one answer may fill.
    pub memory: u64,
}

impl Default for SolveOptions {
    /// The defaults of `nim-bot solve`.
    fn default() -> SolveOptions {
        SolveOptions { max_moves: 40, nodes: 5_000_000, time: None, memory: 1 << 30 }
    }
}

impl SolveOptions {
    /// Runs `answer` within these limits, for a question that came in at `began`.
    pub(super) fn spend<T>(&self, began: Instant, answer: impl FnOnce(&mut Budget<'_>) -> T) -> T {
        let looking = self.time.map(search_time);
        let too_late = || looking.is_some_and(|time| began.elapsed() >= time);
        let mut budget = Budget::positions(self.nodes).bytes(self.memory).until(&too_late);
        answer(&mut budget)
    }
}

/// The search ends a fifth early: it still finishes some positions then, and the answer's tables must
/// be freed.
fn search_time(time: Duration) -> Duration {
    time * 4 / 5
}

/// Answers rows one after the other, and reuses earlier results.
///
/// ```
/// use bot::{RowSolver, SolveOptions, Solved};
///
/// let row = br#"{"variant":"nim","params":{},"convention":"normal","position":{"heaps":[1,2]}}"#;
/// let mut solver = RowSolver::new(SolveOptions { nodes: 1_000, ..SolveOptions::default() });
/// assert!(matches!(solver.answer(row), Solved::Row(_)));
/// ```
#[derive(Debug)]
pub struct RowSolver {
    options: SolveOptions,
    solvers: Solvers,
}

/// A line of the output.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Solved {
    /// The row was answered.
    Row(Box<SolvedRow>),
    /// The row could not be read.
    Bad(BadRow),
}

/// The results for a row's position, with the field names of the golden files.
#[derive(Debug, Serialize)]
pub struct SolvedRow {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Value>,
    outcome: Option<Outcome>,
    grundy: Option<u64>,
    winning_moves: Option<Vec<Move>>,
    legal_moves: Option<u64>,
    certainty: &'static str,
    source: Option<Source>,
    why: String,
    /// Also with the golden files' names: candies, survivors.
    #[serde(flatten)]
    extra: Option<Extra>,
}

impl RowSolver {
    /// Creates a solver with empty tables.
    pub fn new(options: SolveOptions) -> RowSolver {
        RowSolver { options, solvers: Solvers::new() }
    }

    /// The answer to one line.
    pub fn answer(&mut self, line: &[u8]) -> Solved {
        match self.solve(line) {
            Ok(row) => Solved::Row(Box::new(row)),
            Err(bad) => Solved::Bad(bad),
        }
    }

    fn solve(&mut self, line: &[u8]) -> Result<SolvedRow, BadRow> {
        // Reading a large graph takes its time too.
        let began = Instant::now();
        let Question { id, setup } = Question::read(line)?;
        let (ending, position) = (setup.ending(), setup.start());
        let mut known = self.solvers.take(setup.variant());
        let most = self.options.max_moves;
        let (legal_moves, verdict, winning, spent) = self.options.spend(began, |budget| {
            // Count first: counting does not check the time, so the answer gets less of it.
            let legal_moves = setup.variant().rules().count(position);
            let verdict = known.solver.verdict(ending, position, budget);
            let winning = known.solver.winning_moves(ending, position, budget, most);
            (legal_moves, verdict, winning, budget.spent())
        });
        self.solvers.give_back(known, spent);
        let (certainty, source) = certainty(verdict.certainty);
        Ok(SolvedRow {
            id,
            outcome: verdict.outcome,
            grundy: verdict.grundy,
            winning_moves: match winning {
                WinningMoves::All(moves) => Some(moves),
                WinningMoves::TooMany | WinningMoves::Unknown => None,
            },
            legal_moves,
            certainty,
            source,
            why: verdict.why.sentence,
            extra: verdict.extra,
        })
    }
}

/// The word for a certainty, and the source of a proof.
fn certainty(certainty: Certainty) -> (&'static str, Option<Source>) {
    match certainty {
        Certainty::Proven(source) => ("proven", Some(source)),
        Certainty::Nonconstructive => ("nonconstructive", None),
        Certainty::Convention => ("convention", None),
        Certainty::Heuristic => ("heuristic", None),
        Certainty::Unknown => ("unknown", None),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::tools::question::GoldenRow;

    fn answer(line: &str) -> Value {
        let options = SolveOptions { max_moves: 2, ..SolveOptions::default() };
        serde_json::to_value(RowSolver::new(options).answer(line.as_bytes())).unwrap()
    }

    #[test]
    fn a_row_is_answered_under_the_golden_names() {
        let row = r#"{"id":"x","variant":"nim","params":{},"convention":"normal","position":
            {"heaps":[3,4,5]},"outcome":"P","legal_moves":-1,"something":[]}"#;
        let mut found = answer(row);
        assert!(found["why"].take().as_str().is_some_and(|why| !why.is_empty()));
        assert_eq!(
            found,
            json!({
                "id": "x", "outcome": "N", "grundy": 2, "winning_moves": [[0, 2]],
                "legal_moves": 12, "certainty": "proven", "source": "formula", "why": null,
            })
        );
    }

    #[test]
    fn a_long_list_of_winning_moves_is_null() {
        let row = |heaps: Value| {
            let row =
                json!({"variant": "nim", "convention": "misere", "position": {"heaps": heaps}});
            answer(&row.to_string())
        };
        let found = row(json!([7, 7, 7]));
        assert_eq!((&found["winning_moves"], &found["outcome"]), (&Value::Null, &json!("N")));
        assert_eq!(found["grundy"], Value::Null, "misère play has no Grundy values");
        assert!(found.get("id").is_none());
        assert_eq!(row(json!([]))["outcome"], "N");
        assert_eq!(row(json!([2, 2]))["winning_moves"], json!([]));
    }

    /// Unusual, but allowed by the rules, and however large: unknown at worst.
    #[test]
    fn no_position_that_the_rules_allow_is_refused() {
        let all: Vec<u64> = (0..100).collect();
        let path: Vec<_> = (1..100).map(|v| (v - 1, v)).collect();
        let graph =
            json!({"vertices": 100, "edges": path, "rule": "connected", "min": 1, "max": 9});
        for (variant, params, convention, position) in [
            ("game21", json!({"step": 3, "target": 0}), "misere", json!({"total": 0})),
            ("game100", json!({"step": 3, "target": 0}), "normal", json!({"total": 0})),
            (
                "game21_nplayer",
                json!({"players": 10, "step": 3, "target": 21}),
                "saying_target_loses",
                json!({"total": 0}),
            ),
            ("graph", graph, "misere", json!({"present": all})),
            ("chomp", json!({}), "misere", json!({"rows": vec![20; 20]})),
            ("ndim", json!({"dims": [20, 20]}), "misere", json!({"board": "1".repeat(400)})),
        ] {
            let row = json!({
                "variant": variant, "params": params, "convention": convention, "position": position,
            });
            let options = SolveOptions { nodes: 10_000, ..SolveOptions::default() };
            let found = RowSolver::new(options).answer(row.to_string().as_bytes());
            assert!(matches!(found, Solved::Row(_)), "{row}: {found:?}");
        }
    }

    #[test]
    fn a_bad_row_says_what_is_wrong_and_keeps_its_id() {
        let bad = |line: &str| {
            let found = answer(line);
            let error = found["error"].as_str().expect("an error").to_owned();
            assert!(found.get("outcome").is_none(), "{line}");
            (found.get("id").cloned(), error)
        };
        for line in ["{", "null", "[]", "1.7", "\"nim\"", "{}", "{\"id\":", &"[".repeat(100_000)] {
            let (id, error) = bad(line);
            assert!(id.is_none() && !error.is_empty(), "{line}: {id:?} {error}");
        }
        for (rest, part) in [
            ("", "missing field `variant`"),
            (r#","variant":"chess","convention":"normal","position":{"heaps":[]}"#, "chess"),
            (r#","variant":7,"convention":"normal","position":{"heaps":[]}"#, "invalid type"),
            (r#","variant":"nim","convention":"draw","position":{"heaps":[]}"#, "draw"),
            (r#","variant":"nim","convention":"normal","position":{"heaps":[-1]}"#, "a position"),
            (r#","variant":"nim","convention":"normal","position":{"heaps":[1e99]}"#, "a position"),
            (
                r#","variant":"nim","convention":"normal","position":{"heaps":[9007199254740992]}"#,
                "9007199254740991",
            ),
            (
                r#","variant":"nim","params":[],"convention":"normal","position":{"heaps":[]}"#,
                "params",
            ),
        ] {
            let (id, error) = bad(&format!(r#"{{"id":5{rest}}}"#));
            assert_eq!(id, Some(json!(5)), "{rest}");
            assert!(error.contains(part), "{rest}: {error}");
        }
        assert!(matches!(GoldenRow::read(b"\xff\xfe"), Err(BadRow { id: None, .. })));
    }

    #[test]
    fn each_limit_ends_a_search_and_none_does_so_before_it_is_reached() {
        let row = json!({"text": "misere cram(4,4) 1111111111111111"}).to_string();
        let decided = |options| {
            let found = RowSolver::new(options).answer(row.as_bytes());
            !serde_json::to_value(found).unwrap()["outcome"].is_null()
        };
        let most = SolveOptions { nodes: 5_000_000, ..SolveOptions::default() };
        assert!(decided(most));
        assert!(decided(SolveOptions { time: Some(Duration::from_secs(3_600)), ..most }));
        assert!(!decided(SolveOptions { time: Some(Duration::ZERO), ..most }));
        assert!(!decided(SolveOptions { nodes: 10, ..most }));
        assert!(!decided(SolveOptions { memory: 1_000, ..most }));
        let ms = Duration::from_millis;
        assert_eq!([0, 10, 1_000].map(|time| search_time(ms(time))), [ms(0), ms(8), ms(800)]);
    }

    #[test]
    fn the_budget_has_each_limit() {
        let options = SolveOptions { nodes: 77, memory: 99, ..SolveOptions::default() };
        let left = options.spend(Instant::now(), |budget| budget.bytes_left());
        assert_eq!(left, 99);
    }

    #[test]
    fn as_many_winning_moves_are_listed_as_were_asked_for() {
        let listed = |max_moves| {
            let options = SolveOptions { max_moves, ..SolveOptions::default() };
            let row = json!({"text": "nim 7,7,7"}).to_string();
            let found = serde_json::to_value(RowSolver::new(options).answer(row.as_bytes()));
            found.unwrap()["winning_moves"].as_array().map(Vec::len)
        };
        assert_eq!([2, 3, 4].map(listed), [None, Some(3), Some(3)]);
    }

    #[test]
    fn each_certainty_has_its_word() {
        for (known, word, source) in [
            (Certainty::Proven(Source::Search), "proven", Some(Source::Search)),
            (Certainty::Proven(Source::Table), "proven", Some(Source::Table)),
            (Certainty::Nonconstructive, "nonconstructive", None),
            (Certainty::Convention, "convention", None),
            (Certainty::Heuristic, "heuristic", None),
            (Certainty::Unknown, "unknown", None),
        ] {
            assert_eq!(certainty(known), (word, source));
        }
    }
}
