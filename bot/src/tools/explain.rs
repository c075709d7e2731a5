//! A verdict in words: who wins, by which moves, and why, with a binary table in text if that is
//! the reason.

use std::fmt::{self, Write};
use std::time::Instant;

use rules::{Ending, Move, Setup};
use solver::{
    Candies, Certainty, Extra, Facts, Outcome, Solver, Source, Survival, Verdict, WinningMoves,
    explained,
};

use super::binary_table::{binary_table, columns_table};
use super::solve::SolveOptions;
use super::strategy::{Strategy, StrategyAnswer};
use super::values::origin;

/// Explains what is known of a setup's start, in several lines of text.
///
/// ```
/// use bot::{SolveOptions, explain};
///
/// let text = explain(&"nim 3,4,5".parse()?, SolveOptions::default());
/// assert!(text.contains("wins"), "{text}");
/// # Ok::<(), rules::BadNotation>(())
/// ```
pub fn explain(setup: &Setup, options: SolveOptions) -> String {
    let began = Instant::now();
    let mut solver = Solver::new(setup.variant());
    let (ending, position) = (setup.ending(), setup.start());
    let (verdict, winning, strategy, origin) = options.spend(began, |budget| {
        let verdict = explained(setup.variant(), ending, position, &mut solver, budget);
        let winning = solver.winning_moves(ending, position, budget, options.max_moves);
        let proven = verdict.outcome.filter(|_| matches!(verdict.certainty, Certainty::Proven(_)));
        let strategy = proven.and_then(|won| Strategy::find(setup, won, &mut solver, budget));
        let origin = origin(setup, &verdict, &mut solver, budget);
        (verdict, winning, strategy, origin)
    });
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_all(&mut text, setup, &verdict, &winning, strategy.as_ref(), &origin);
    text
}

fn write_all(
    text: &mut String,
    setup: &Setup,
    verdict: &Verdict,
    winning: &WinningMoves<Move>,
    strategy: Option<&Strategy>,
    origin: &[String],
) -> fmt::Result {
    let ending = match setup.ending() {
        Ending::Normal => "whoever makes the last move wins",
        Ending::Misere => "whoever makes the last move loses",
    };
    writeln!(text, "{setup}   ({ending})\n")?;
    writeln!(text, "{}", headline(verdict))?;
    writeln!(text, "Why: {}.", verdict.why.sentence.trim_end_matches('.'))?;
    if let Some(table) = table(&verdict.why.facts, setup.ending()) {
        writeln!(text, "\n{table}")?;
    }
    if let Some(value) = verdict.grundy {
        writeln!(text, "Grundy value: {value}")?;
    }
    for line in origin {
        writeln!(text, "{line}")?;
    }
    if verdict.outcome.is_some() {
        let count = setup.variant().rules().count(setup.start());
        let first = strategy.and_then(|strategy| strategy.first.as_ref());
        writeln!(text, "Winning moves: {}", moves_line(setup, winning, first, count))?;
    }
    if let Some(strategy) = strategy.filter(|_| setup.variant().rules().seats() == 2) {
        write_strategy(text, setup, strategy)?;
    }
    match &verdict.extra {
        Some(Extra::Candies(candies)) => write_candies(text, setup, candies),
        Some(Extra::Survival(survival)) => write_survival(text, setup, survival),
        None => Ok(()),
    }
}

/// The table behind the reason, where there are several numbers to add.
fn table(facts: &Facts, ending: Ending) -> Option<String> {
    // Among ones alone the nim-sum says the opposite of who wins misère play.
    let is_of_ones = |values: &[u64]| values.iter().all(|&value| value <= 1);
    match facts {
        Facts::NimSum { values, sum } if values.len() > 1 => {
            let fits = ending == Ending::Normal || !is_of_ones(values);
            fits.then(|| binary_table(values, *sum))
        }
        Facts::Columns { modulus, values, counts } => {
            let fits = ending == Ending::Normal || !is_of_ones(values);
            fits.then(|| columns_table(values, *modulus, counts))
        }
        _ => None,
    }
}

/// The headline. It says "wins" and "loses" only of proven results.
fn headline(verdict: &Verdict) -> String {
    let source = match verdict.certainty {
        Certainty::Proven(Source::Formula) => "proven by a theorem",
        Certainty::Proven(Source::Table) => "proven by a certified table",
        Certainty::Proven(Source::Search) => "proven by search",
        Certainty::Nonconstructive => {
            return "The player to move wins, by an argument that names no move.".into();
        }
        Certainty::Convention => {
            return "What follows holds by a convention on how all play.".into();
        }
        Certainty::Heuristic => return "What follows is a judgement, not proven.".into(),
        Certainty::Unknown => return "It is not known who wins.".into(),
    };
    match verdict.outcome {
        Some(Outcome::N) => format!("The player to move wins ({source})."),
        Some(Outcome::P) => format!("The player to move loses ({source})."),
        None => format!("This is {source}."),
    }
}

fn moves_line(
    setup: &Setup,
    winning: &WinningMoves<Move>,
    known: Option<&Move>,
    count: Option<u64>,
) -> String {
    let of = count.map_or(String::new(), |count| {
        format!(" (of {count} legal {})", if count == 1 { "move" } else { "moves" })
    });
    match winning {
        WinningMoves::All(moves) if moves.is_empty() => format!("none{of}"),
        WinningMoves::All(moves) => format!("{}{of}", list(setup, moves)),
        WinningMoves::TooMany | WinningMoves::Unknown => {
            let named = known.map(|mv| list(setup, std::slice::from_ref(mv)));
            match (named, winning) {
                (Some(mv), WinningMoves::TooMany) => {
                    format!("{mv}, and too many others to list{of}")
                }
                (Some(mv), _) => format!("{mv}, and perhaps others{of}"),
                (None, WinningMoves::TooMany) => format!("too many to list{of}"),
                (None, _) => format!("not all known{of}"),
            }
        }
    }
}

/// The moves in the notation.
fn list(setup: &Setup, moves: &[Move]) -> String {
    let rules = setup.variant().rules();
    moves.iter().map(|mv| rules.write_move(mv)).collect::<Vec<_>>().join("  ")
}

/// Writes the winning move and the answers to some replies.
fn write_strategy(text: &mut String, setup: &Setup, strategy: &Strategy) -> fmt::Result {
    let name = |mv: &Move| setup.variant().rules().write_move(mv);
    let answered = |(reply, answer): &(Move, StrategyAnswer)| match answer {
        StrategyAnswer::Move(mv) => format!("{} by {}", name(reply), name(mv)),
        StrategyAnswer::Over => format!("{}, the last move, loses by itself", name(reply)),
    };
    let answers = strategy.answers.iter().map(answered).collect::<Vec<_>>().join("; ");
    match (&strategy.first, answers.is_empty()) {
        (None, true) => Ok(()),
        (None, false) => writeln!(text, "Every move is answered, for example {answers}"),
        (Some(first), true) => writeln!(text, "How: play {}, and the game is over", name(first)),
        (Some(first), false) => {
            writeln!(text, "How: play {}, and answer for example {answers}", name(first))
        }
    }
}

fn write_candies(text: &mut String, setup: &Setup, candies: &Candies) -> fmt::Result {
    match candies.margin {
        Some(margin) => {
            let side = if margin < 0 { "behind" } else { "ahead" };
            let number = margin.unsigned_abs();
            let candies = if number == 1 { "candy" } else { "candies" };
            match number {
                0 => writeln!(text, "With best play both get equally many candies.")?,
                _ => writeln!(text, "With best play the mover ends {number} {candies} {side}.")?,
            }
        }
        None => writeln!(text, "How many candies that is worth was not found out.")?,
    }
    match &candies.best_moves {
        Some(moves) => writeln!(text, "Best moves: {}", list(setup, moves)),
        None => Ok(()),
    }
}

fn write_survival(text: &mut String, setup: &Setup, survival: &Survival) -> fmt::Result {
    let Survival { forceable, mover_survives, safe_moves, advice, .. } = survival;
    let seats = forceable.iter().map(u8::to_string).collect::<Vec<_>>().join(", ");
    writeln!(text, "Seats that all others together can make lose (0 is to move): {seats}")?;
    match mover_survives {
        true => writeln!(text, "The mover survives with: {}", list(setup, safe_moves)),
        false => writeln!(
            text,
            "No move is safe for the mover. By convention: {}, and seat {} loses.",
            list(setup, &advice.moves),
            advice.loser
        ),
    }
}

#[cfg(test)]
mod tests;
