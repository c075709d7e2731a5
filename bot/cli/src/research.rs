//! `nim-bot table`, `period`, `ppositions`, `genus`, `quotient` and `sequence`: results for
//! researchers, as CSV or JSON.

mod saved;

use std::fmt::Write;
use std::fs;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::thread;

use anyhow::{Context, bail, ensure};
use rules::{Admitted, Ending, Heaps, Variant};
use serde_json::{Map, Value, json};
use solver::{Budget, HeapSequence, Outcome, SeenSaltus, Solver, derive_quotient, genera, grade};

use crate::output::print;
use saved::SavedLines;

/// How many values are found at once at least, and how many rows by each core.
const VALUES_AT_ONCE: u64 = 4_096;
const ROWS_AT_ONCE: u64 = 16;

/// The largest b-file that is read.
const MAX_FILE: u64 = 64 << 20;

/// The game and its bounds.
#[derive(Debug, clap::Args)]
pub(crate) struct ResearchArguments {
    /// The variant in the notation: "octal(0.77)", "grundy", "subtraction(1,2,3)"; for `period` and
    /// `sequence` also a code with hexadecimal digits: "0.8F"
    variant: String,
    /// The largest heap
    #[arg(long, default_value_t = 30)]
    to: u64,
    /// The most positions searched for one answer
    #[arg(long, default_value_t = 5_000_000)]
    nodes: u64,
    /// Print JSON instead of CSV
    #[arg(long)]
    json: bool,
}

/// Where results are kept
#[derive(Debug, clap::Args)]
struct Keeping {
    /// Keep what is found in this file, and go on from there if the run was stopped
    #[arg(long)]
    resume: Option<PathBuf>,
}

/// Values, outcomes and lengths of single heaps, on all cores
#[derive(Debug, clap::Args)]
pub(crate) struct TableArguments {
    #[command(flatten)]
    question: ResearchArguments,
    #[command(flatten)]
    keeping: Keeping,
}

/// The period of the values, proven by Guy and Smith's theorem, or how they grow
#[derive(Debug, clap::Args)]
pub(crate) struct PeriodArguments {
    #[command(flatten)]
    question: ResearchArguments,
    #[command(flatten)]
    keeping: Keeping,
}

/// The lost positions of this many heaps
#[derive(Debug, clap::Args)]
pub(crate) struct PPositionsArguments {
    #[command(flatten)]
    question: ResearchArguments,
    /// The number of heaps
    #[arg(long, default_value_t = 2)]
    heaps: usize,
    /// Misère play: the player who makes the last move loses
    #[arg(long)]
    misere: bool,
}

/// Genera of single heaps: the value, and the misère values next to heaps of two
#[derive(Debug, clap::Args)]
pub(crate) struct GenusArguments {
    #[command(flatten)]
    question: ResearchArguments,
}

/// The misère quotient of heaps up to a size, derived and proven
#[derive(Debug, clap::Args)]
pub(crate) struct QuotientArguments {
    #[command(flatten)]
    question: ResearchArguments,
}

/// The values of a game of heaps as a sequence, or their comparison with a b-file
#[derive(Debug, clap::Args)]
pub(crate) struct SequenceArguments {
    #[command(flatten)]
    question: ResearchArguments,
    #[command(flatten)]
    keeping: Keeping,
    /// A b-file in the format of the OEIS: lines of an index and a value
    #[arg(long)]
    b_file: Option<PathBuf>,
}

impl ResearchArguments {
    fn variant(&self) -> anyhow::Result<Variant> {
        Variant::called(&self.variant)
            .with_context(|| format!("{:?} is no variant in the notation", self.variant))
    }

    /// Values of octal games with finitely many digits do not grow for ever by a saltus, however
    /// the first of them look (see Horrocks and Nowakowski 2003).
    fn is_octal(&self) -> bool {
        match self.variant() {
            Ok(variant) => matches!(variant, Variant::Octal(_)),
            Err(_) => self.variant.chars().all(|c| c == '.' || c.is_digit(8)),
        }
    }

    fn budget(&self) -> Budget<'static> {
        Budget::positions(self.nodes)
    }

    fn sequence(&self) -> anyhow::Result<HeapSequence> {
        if let Some(sequence) = HeapSequence::from_code(&self.variant) {
            return Ok(sequence);
        }
        HeapSequence::new(&self.variant()?).context(
            "only octal games, Grundy's game and hexadecimal codes are sequences of heaps here",
        )
    }

    /// Finds the values one after the other, each from those before it; keeps them as a b-file.
    fn values(&self, keeping: &Keeping) -> anyhow::Result<(HeapSequence, Vec<u64>)> {
        let mut sequence = self.sequence()?;
        let heading = format!("nim-bot sequence {}", self.variant);
        let mut saved = SavedLines::open(keeping.resume.as_deref(), &heading, self.to + 1)?;
        let kept = saved.lines().iter().map(|line| {
            let value = line.split_whitespace().nth(1).and_then(|value| value.parse().ok());
            value.with_context(|| format!("{line:?} is no line of a b-file"))
        });
        sequence.go_on_from(&kept.collect::<anyhow::Result<Vec<u64>>>()?);
        let budget = &mut self.budget();
        loop {
            let known = saved.lines().len() as u64;
            let next = (known + (known / 16).max(VALUES_AT_ONCE)).min(self.to + 1);
            let values = sequence.values(next, budget)?;
            let new = (known..).zip(values.iter().skip(known as usize));
            saved.extend(new.map(|(n, value)| format!("{n} {value}")).collect())?;
            if values.len() as u64 == self.to + 1 {
                return Ok((sequence, values));
            }
        }
    }

    /// Prints rows, each an object with the same fields.
    fn print(&self, rows: &[Map<String, Value>]) -> anyhow::Result<()> {
        if self.json {
            say!("{}", serde_json::to_string(rows)?);
            return Ok(());
        }
        let mut text = String::new();
        if let Some(first) = rows.first() {
            let names: Vec<&str> = first.keys().map(String::as_str).collect();
            writeln!(text, "{}", names.join(","))?;
        }
        for row in rows {
            let cells: Vec<String> = row.values().map(cell).collect();
            writeln!(text, "{}", cells.join(","))?;
        }
        print(text);
        Ok(())
    }
}

/// A CSV cell: lists are separated by spaces, unknown values are empty.
fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(word) if word.contains([',', '"']) => {
            format!("\"{}\"", word.replace('"', "\"\""))
        }
        Value::String(word) => word.clone(),
        Value::Array(items) => items.iter().map(cell).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}

fn row<const N: usize>(fields: [(&str, Value); N]) -> Map<String, Value> {
    fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// A position of the variant with a single heap of this size.
fn single(variant: &Variant, size: u64) -> anyhow::Result<Admitted> {
    let position = match variant {
        Variant::Fibonacci(_) => format!("heap={size};limit={}", size.saturating_sub(1)),
        Variant::Game21(race) | Variant::Game100(race) => {
            race.target().saturating_sub(size).to_string()
        }
        _ => size.to_string(),
    };
    let position = variant.rules().read_position(&position)?;
    Ok(variant.rules().admit(position)?)
}

pub(crate) fn run_table(args: TableArguments) -> anyhow::Result<()> {
    let TableArguments { question, keeping } = args;
    let variant = question.variant()?;
    let heading = format!("nim-bot table {}", question.variant);
    let mut saved = SavedLines::open(keeping.resume.as_deref(), &heading, question.to + 1)?;
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let mut solvers: Vec<Solver> = (0..cores).map(|_| Solver::new(&variant)).collect();
    let at_once = ROWS_AT_ONCE * cores as u64;
    let known = saved.lines().len() as u64;
    for from in (known..=question.to).step_by(at_once as usize) {
        let to = question.to.min(from + at_once - 1);
        let rows = table_rows(&question, &variant, from..=to, &mut solvers)?;
        saved.extend(rows.iter().map(serde_json::to_string).collect::<Result<_, _>>()?)?;
    }
    let lines = saved.lines().iter().take(question.to as usize + 1);
    let rows = lines.map(|line| serde_json::from_str(line));
    question.print(&rows.collect::<Result<Vec<_>, _>>()?)
}

/// Returns the rows of these heaps; each solver works on every so many of them.
fn table_rows(
    question: &ResearchArguments,
    variant: &Variant,
    heaps: RangeInclusive<u64>,
    solvers: &mut [Solver],
) -> anyhow::Result<Vec<Map<String, Value>>> {
    let cores = solvers.len();
    let mut shares = thread::scope(|scope| {
        let mut workers = Vec::with_capacity(cores);
        for (first, solver) in solvers.iter_mut().enumerate() {
            let heaps = heaps.clone().skip(first).step_by(cores);
            workers.push(scope.spawn(move || {
                let rows = heaps.map(|heap| table_row(question, variant, heap, solver));
                rows.collect::<anyhow::Result<Vec<_>>>()
            }));
        }
        let join = |worker: thread::ScopedJoinHandle<'_, _>| {
            worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        let shares = workers.into_iter().map(join).map(|rows| Ok(rows?.into_iter()));
        shares.collect::<anyhow::Result<Vec<_>>>()
    })?;
    let in_turn = (0..cores).cycle().map_while(|share| shares[share].next());
    Ok(in_turn.collect())
}

fn table_row(
    question: &ResearchArguments,
    variant: &Variant,
    heap: u64,
    solver: &mut Solver,
) -> anyhow::Result<Map<String, Value>> {
    let position = single(variant, heap)?;
    let mut row = row([("heap", json!(heap))]);
    for &ending in variant.rules().endings() {
        let budget = &mut question.budget();
        let verdict = solver.verdict(ending, &position, budget);
        let length =
            grade(variant, ending, &position, solver, budget).and_then(|grade| grade.length);
        if ending == Ending::Normal {
            row.insert("value".to_owned(), json!(verdict.grundy));
        }
        let name = if ending == Ending::Normal { "normal" } else { "misere" };
        row.insert(name.to_owned(), json!(verdict.outcome));
        row.insert(format!("{name}_moves"), json!(length));
    }
    Ok(row)
}

pub(crate) fn run_period(args: PeriodArguments) -> anyhow::Result<()> {
    let PeriodArguments { question, keeping } = args;
    let (sequence, values) = question.values(&keeping)?;
    let period = sequence.period();
    let largest = values.iter().max();
    let may_grow = period.is_none() && !question.is_octal();
    let saltus = may_grow.then(|| SeenSaltus::new(&values)).flatten();
    let proof = match (period, saltus) {
        (Some(_), _) => Some("Guy and Smith 1956"),
        (None, Some(seen)) if sequence.proves(seen) => Some("bounds of nim-sums"),
        (None, Some(_)) => Some("observed, unproved"),
        (None, None) => None,
    };
    question.print(&[row([
        ("game", json!(question.variant)),
        ("heaps", json!(question.to)),
        (
            "preperiod",
            json!(period.map(|period| period.preperiod).or(saltus.map(|seen| seen.preperiod))),
        ),
        ("period", json!(period.map(|period| period.period).or(saltus.map(|seen| seen.period)))),
        ("saltus", json!(period.map(|_| 0).or(saltus.map(|seen| seen.saltus)))),
        ("largest_value", json!(largest)),
        ("proof", json!(proof)),
    ])])
}

pub(crate) fn run_ppositions(args: PPositionsArguments) -> anyhow::Result<()> {
    let PPositionsArguments { question, heaps, misere } = args;
    let variant = question.variant()?;
    ensure!((1..=8).contains(&heaps), "from 1 to 8 heaps");
    let ending = if misere { Ending::Misere } else { Ending::Normal };
    ensure!(variant.rules().endings().contains(&ending), "it is not played with this ending");
    // Around a circle the order of the stacks matters.
    let is_ordered = matches!(variant, Variant::CircularStacks(_));
    let mut solver = Solver::new(&variant);
    let mut rows = Vec::new();
    let mut sizes = vec![0; heaps];
    loop {
        if is_ordered || sizes.is_sorted() {
            let position = variant.rules().admit(Heaps::from(sizes.clone()).into())?;
            match solver.verdict(ending, &position, &mut question.budget()).outcome {
                Some(Outcome::P) => rows.push(row([("heaps", json!(sizes))])),
                Some(Outcome::N) => {}
                None => bail!("{sizes:?} is not decided; allow more --nodes"),
            }
        }
        let Some(place) = sizes.iter().rposition(|&size| size < question.to) else { break };
        sizes[place] += 1;
        sizes[place + 1..].fill(0);
    }
    question.print(&rows)
}

pub(crate) fn run_genus(args: GenusArguments) -> anyhow::Result<()> {
    let question = args.question;
    let genera = genera(&question.variant()?, question.to + 1, &mut question.budget());
    let genera = genera.context("only octal games and Grundy's game have genera here")??;
    let rows = genera.iter().zip(0..).map(|(genus, heap)| {
        let digits: String = genus.misere.iter().map(u64::to_string).collect();
        row([
            ("heap", json!(heap)),
            ("value", json!(genus.normal)),
            ("misere", json!(genus.misere)),
            ("genus", json!(format!("{}^{digits}", genus.normal))),
        ])
    });
    question.print(&rows.collect::<Vec<_>>())
}

pub(crate) fn run_quotient(args: QuotientArguments) -> anyhow::Result<()> {
    let question = args.question;
    let derived = derive_quotient(&question.variant()?, question.to, &mut question.budget())?;
    let quotient = derived.presentation();
    question.print(&[row([
        ("game", json!(question.variant)),
        ("heaps", json!(question.to)),
        ("order", json!(derived.order)),
        ("letters", json!(quotient.letters)),
        ("generators", json!(derived.generators)),
        ("relations", json!(quotient.relations)),
        ("lost", json!(quotient.lost)),
        ("pretending", json!(quotient.parts)),
        ("sums_proved", json!(derived.sums)),
    ])])
}

pub(crate) fn run_sequence(args: SequenceArguments) -> anyhow::Result<()> {
    let SequenceArguments { question, keeping, b_file } = args;
    let (_, values) = question.values(&keeping)?;
    let Some(file) = b_file else {
        let rows = values.iter().zip(0..);
        let rows = rows.map(|(value, heap)| row([("n", json!(heap)), ("value", json!(value))]));
        return question.print(&rows.collect::<Vec<_>>());
    };
    ensure!(fs::metadata(&file)?.len() <= MAX_FILE, "a b-file has at most {MAX_FILE} bytes");
    let text = fs::read_to_string(&file)?;
    let mut compared = 0;
    for line in
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        let mut numbers = line.split_whitespace().map(str::parse::<u64>);
        let (Some(Ok(n)), Some(Ok(value))) = (numbers.next(), numbers.next()) else {
            bail!("{line:?} is no line of a b-file");
        };
        let Some(&found) = usize::try_from(n).ok().and_then(|n| values.get(n)) else { continue };
        ensure!(found == value, "at {n} the file has {value}, the game {found}");
        compared += 1;
    }
    question.print(&[row([("compared", json!(compared)), ("differences", json!(0))])])
}

#[cfg(test)]
mod tests;
