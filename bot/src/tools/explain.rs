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
mod tests {
    use super::*;

    fn explained(game: &str) -> String {
        explain(&game.parse().unwrap(), SolveOptions { nodes: 100_000, ..SolveOptions::default() })
    }

    /// For three starts of every variant and ending, and how games from them end: headline, table,
    /// moves and strategy agree, and every move is in the notation.
    #[test]
    fn explanations_are_consistent() {
        let mut state = 7u64;
        let mut below = |n: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % n
        };
        for preset in rules::Preset::all().map(rules::Preset::setup) {
            let variant = preset.variant();
            for &ending in variant.rules().endings() {
                let dealt = [6, 12].map(|size| variant.rules().deal(size, &mut below));
                for position in dealt.into_iter().chain([preset.start().clone().into()]) {
                    if let Ok(setup) = Setup::new(variant.clone(), ending, position) {
                        assert_agrees(&setup);
                        last_positions(&setup, &mut below).iter().for_each(assert_agrees);
                    }
                }
            }
        }
    }

    /// The last three positions of a game of random moves.
    fn last_positions(setup: &Setup, below: &mut dyn FnMut(u64) -> u64) -> Vec<Setup> {
        let rules = setup.variant().rules();
        let mut positions = vec![setup.start().clone()];
        while let Some(mv) = rules.draw(&positions[positions.len() - 1], below) {
            positions.push(rules.apply(&positions[positions.len() - 1], &mv).unwrap());
        }
        let last = positions.into_iter().rev().take(3);
        let setup = |position: rules::Admitted| {
            Setup::new(setup.variant().clone(), setup.ending(), (*position).clone()).unwrap()
        };
        last.map(setup).collect()
    }

    fn assert_agrees(setup: &Setup) {
        let options = SolveOptions { nodes: 20_000, ..SolveOptions::default() };
        let text = explain(setup, options);
        let line = |start: &str| text.lines().find_map(|line| line.strip_prefix(start));
        let why = line("Why: ").unwrap_or_else(|| panic!("no reason: {text}"));
        for json in ['[', ']', '{', '}', '"'] {
            assert!(!why.contains(json), "{json} in {text}");
        }
        let (wins, loses) =
            (text.contains("move wins (proven"), text.contains("move loses (proven"));
        let moves = line("Winning moves: ");
        if let Some(moves) = moves {
            let over = setup.variant().rules().moves(setup.start()).next().is_none();
            let some = ["not all known", "too many", "perhaps others"];
            let unlisted = some.iter().any(|some| moves.contains(some));
            assert!(unlisted || over || loses == moves.starts_with("none"), "{text}");
            // Notations of the first listed move and of the strategy's move.
            let how = line("How: play ").and_then(|how| how.split(", and ").next());
            let listed =
                || moves.split(" (of").next().unwrap_or("").split("  ").any(|m| Some(m) == how);
            assert!(unlisted || how.is_none() || listed(), "{text}");
        }
        // The reason says how it ends.
        let is_said = |phrases: &[&str]| phrases.iter().any(|phrase| why.contains(phrase));
        let won = ["move wins", "and wins", "and so wins", "the opponent loses"];
        let lost = ["move loses", "and so loses", "every move loses", "lets the opponent win"];
        assert!(!wins || is_said(&won), "{text}");
        assert!(!loses || is_said(&lost), "{text}");
        // What the moves leave adds up to the value.
        if let (Some(value), Some(origin)) = (line("Grundy value: "), line("Where the value ")) {
            assert!(origin.contains(&format!("no move leaves {value}")), "{text}");
            assert_eq!(origin.contains(" leaves 0;"), wins, "{text}");
        }
        assert!(!wins || !why.contains("player to move loses"), "{text}");
        assert!(!loses || !why.contains("player to move wins"), "{text}");
        // The nim-sum that is named, and the one that is said to lose, decide.
        let number = |phrase| {
            let rest = why.split(phrase).nth(1)?;
            rest.split(|c: char| !c.is_ascii_digit()).next()?.parse::<u64>().ok()
        };
        let said = number("nim-sum is ").or_else(|| number("nim-sum of these values is "));
        let said = said.or_else(|| number("nim-sum of the parts is "));
        if let Some(sum) = said.or_else(|| number("nim-sum of the values is ")) {
            assert_eq!(sum == 0, loses, "{text}");
        }
        if let (Some(lost), Some(sum)) = (number(" a nim-sum of "), number("and theirs is ")) {
            assert_eq!(sum == lost, loses, "{text}");
        }
        let left = number("the winner leaves a nim-sum of ");
        if let (Some(left), Some(sum)) = (left, number("; it is ")) {
            assert_eq!(sum == left, loses, "{text}");
        }
        // The columns show the heaps only, not the available pass.
        let columns = setup.ending() == Ending::Normal && setup.variant().name() != "nim_pass";
        if columns && (text.contains("every column is even") || text.contains("every column has")) {
            assert!(loses, "{text}");
        }
        if columns && (text.contains("   odd") || text.contains("   no multiple of")) {
            assert!(wins, "{text}");
        }
    }

    #[test]
    fn an_explanation_names_the_winner_and_the_reason() {
        let text = explained("nim 3,4,5");
        for part in ["wins (proven by a theorem)", "^   odd", "A-2 (of 12", "Grundy value: 2"] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(explained("nim 1,1,1").contains("^   odd"));
        let text = explained("misere nim 1,2,3");
        assert!(text.contains("loses") && text.contains("Winning moves: none"), "{text}");
        let text = explained("candy 5,6,7");
        assert!(text.contains("ends 2 candies behind") && text.contains("Best moves"), "{text}");
        let text = explained("game21_nplayer(players=3;step=3;target=21) 0");
        assert!(text.contains("Seats that") && !text.contains("wins"), "{text}");
    }

    /// Among ones alone the columns say the opposite of who wins misère play.
    #[test]
    fn columns_are_shown_where_they_are_the_reason() {
        for (game, shown) in [
            ("nim 1,1,1", true),
            ("misere nim 1,1,1", false),
            ("misere nim 1,2,3", true),
            ("moore(2) 1,1,1", true),
            ("misere moore(2) 1,1,1", false),
            ("misere moore(2) 1,2,3", true),
        ] {
            assert_eq!(explained(game).contains("-----"), shown, "{game}");
        }
    }
}
