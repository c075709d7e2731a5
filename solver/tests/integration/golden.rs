//! Checks every golden row against rules and solver, every field. The rows were found by
//! exhaustive search directly by the rules, without any theory.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use rules::{Ending, Setup, Variant};
use serde_json::{Map, Value, json};
use solver::{Budget, Certainty, Solver, Source, Verdict, WinningMoves};

use crate::reasons;

/// The rows do not contain longer lists of winning moves.
const MOST_LISTED: usize = 40;

/// The most that a row may cost, in positions; the largest rows are small.
const MOST_POSITIONS: u64 = 1_000_000;

#[test]
fn every_row_agrees_in_every_field() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/golden");
    let mut failures = Vec::new();
    let (mut variants, mut rows) = (BTreeSet::new(), 0);
    for file in fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()) {
        let name = file.file_stem().unwrap().to_str().unwrap().to_owned();
        if file.extension().is_none_or(|kind| kind != "jsonl") {
            continue;
        }
        let started = std::time::Instant::now();
        let before = (rows, failures.len());
        let mut solver: Option<(Variant, Solver)> = None;
        for line in fs::read_to_string(&file).unwrap().lines() {
            let row: Map<String, Value> = serde_json::from_str(line).unwrap();
            rows += 1;
            if let Err(what) = check(&row, &mut solver) {
                failures.push(format!("{}: {what}\n  {line}", row["id"]));
            }
        }
        let (rows, failed) = (rows - before.0, failures.len() - before.1);
        assert!(rows > 100, "{name}: rows are missing");
        println!("{name}: {rows} rows, {failed} wrong, {:?}", started.elapsed());
        variants.insert(name);
    }
    let shown = failures.iter().take(20).map(String::as_str).collect::<Vec<_>>().join("\n");
    assert!(failures.is_empty(), "{} of {rows} rows disagree, such as\n{shown}", failures.len());
    let without = |name: &&str| !variants.contains(*name);
    let without: Vec<&str> = Variant::NAMES.iter().copied().filter(without).collect();
    assert_eq!(without, ["circular_stacks"], "golden files are missing");
    assert!(rows >= 8_437, "only {rows} rows");
}

fn check(row: &Map<String, Value>, kept: &mut Option<(Variant, Solver)>) -> Result<(), String> {
    let setup = setup(row).map_err(|refusal| format!("refused: {refusal}"))?;
    let (variant, ending, position) = (setup.variant(), setup.ending(), setup.start());
    if kept.as_ref().is_none_or(|(of, _)| of != variant) {
        *kept = Some((variant.clone(), Solver::new(variant)));
    }
    let (_, solver) = kept.as_mut().expect("it has just been set");

    let mut budget = Budget::positions(MOST_POSITIONS);
    let verdict = solver.verdict(ending, position, &mut budget);
    let convention = variant.rules().seats() > 2;
    let sure = matches!(verdict.certainty, Certainty::Proven(_));
    if sure == convention {
        return Err(format!("certainty {:?}", verdict.certainty));
    }
    if !variant.rules().is_over(position) {
        reasons::check(&verdict, ending, &row["position"])?;
    }
    let winning = solver.winning_moves(ending, position, &mut budget, MOST_LISTED);
    let winning = match winning {
        WinningMoves::All(moves) => json!(moves),
        WinningMoves::TooMany => Value::Null,
        WinningMoves::Unknown => json!("unknown"),
    };
    if let Value::Array(all) = &winning
        && let Some(fewer) = all.len().checked_sub(1)
    {
        let listed = |solver: &mut Solver, most| {
            solver.winning_moves(ending, position, &mut Budget::positions(MOST_POSITIONS), most)
        };
        if !matches!(listed(solver, all.len()), WinningMoves::All(_))
            || !matches!(listed(solver, fewer), WinningMoves::TooMany)
        {
            return Err(format!("{} winning moves are not told from one less", all.len()));
        }
    }
    empty_heaps(row, &setup, &verdict, solver)?;
    let verdict = serde_json::to_value(&verdict).map_err(|error| error.to_string())?;
    for (field, wanted) in row {
        let found = match field.as_str() {
            "id" | "variant" | "params" | "convention" | "position" => continue,
            "legal_moves" => json!(variant.rules().count(position)),
            "winning_moves" => winning.clone(),
            field => verdict.get(field).cloned().unwrap_or_else(|| json!("missing")),
        };
        if found != *wanted {
            return Err(format!("{field} is {wanted}, found {found}"));
        }
    }
    winning_move(&setup, solver, row)
}

/// Where each heap stands for itself, empty ones beside them change nothing.
fn empty_heaps(
    row: &Map<String, Value>,
    setup: &Setup,
    verdict: &Verdict,
    solver: &mut Solver,
) -> Result<(), String> {
    const APART: [&str; 8] =
        ["nim", "subtraction", "grundy", "greedy", "lasker", "candy", "moore", "octal"];
    if !APART.contains(&setup.variant().name()) {
        return Ok(());
    }
    let mut position = row["position"].clone();
    let heaps = position["heaps"].as_array_mut().ok_or("no heaps")?;
    heaps.splice(0..0, [json!(0), json!(0)]);
    let position = serde_json::from_value(position).map_err(|error| error.to_string())?;
    let position = setup.variant().rules().admit(position).map_err(|error| error.to_string())?;
    let mut budget = Budget::positions(MOST_POSITIONS);
    let beside = solver.verdict(setup.ending(), &position, &mut budget);
    // A theorem stays one; what is searched may be found in a table the next time.
    let by_formula = |verdict: &Verdict| verdict.certainty == Certainty::Proven(Source::Formula);
    let of = |verdict: &Verdict| (verdict.outcome, verdict.grundy, by_formula(verdict));
    match of(&beside) == of(verdict) {
        true => Ok(()),
        false => Err(format!("with empty heaps {beside:?}")),
    }
}

/// Checks the one winning move that a bot asks for: it must be one of those listed or, where
/// the list is too long, lead to a lost position.
fn winning_move(
    setup: &Setup,
    solver: &mut Solver,
    row: &Map<String, Value>,
) -> Result<(), String> {
    let Some(outcome) = row.get("outcome") else { return Ok(()) };
    let (ending, position) = (setup.ending(), setup.start());
    let mut budget = Budget::positions(MOST_POSITIONS);
    let Some(mv) = solver.winning_move(ending, position, &mut budget) else {
        let over = setup.variant().rules().is_over(position);
        let excused = outcome == "P" || over;
        return if excused { Ok(()) } else { Err("no winning move found".to_owned()) };
    };
    let child = setup.variant().rules().apply(position, &mv).map_err(|error| error.to_string())?;
    let verdict = solver.verdict(ending, &child, &mut budget);
    let listed = row["winning_moves"].as_array().is_none_or(|moves| moves.contains(&json!(mv)));
    let lost = verdict.outcome == Some(solver::Outcome::P);
    if listed && lost { Ok(()) } else { Err(format!("{mv:?} is not a winning move")) }
}

fn setup(row: &Map<String, Value>) -> Result<Setup, String> {
    let read = |field: &str| row[field].clone();
    let variant = row["variant"].as_str().ok_or("no variant")?;
    let variant = Variant::parse(variant, read("params")).map_err(|error| error.to_string())?;
    let ending: Ending =
        serde_json::from_value(read("convention")).map_err(|error| error.to_string())?;
    let start = serde_json::from_value(read("position")).map_err(|error| error.to_string())?;
    Setup::new(variant, ending, start).map_err(|error| error.to_string())
}
