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
    let (wins, loses) = (text.contains("move wins (proven"), text.contains("move loses (proven"));
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

/// What is said apart from the reason, which is the solver's.
fn said(game: &str) -> String {
    let text = explained(game);
    let lines = text.lines().filter(|line| !line.starts_with("Why: "));
    lines.map(|line| format!("{line}\n")).collect()
}

#[test]
fn all_is_said_in_its_order() {
    assert_eq!(
        said("nim 3,4,5"),
        "nim 3,4,5   (whoever makes the last move wins)\n\n\
         The player to move wins (proven by a theorem).\n\n      \
         3  . 1 1\n      4  1 . .\n      5  1 . 1\n  ----- ------\n      2  . 1 .\n           ^   odd\n\n\
         Grundy value: 2\n\
         Winning moves: A-2 (of 12 legal moves)\n\
         How: play A-2, and answer for example A-1 by C-1; C-1 by A-1; C-5 by B-3\n"
    );
    assert_eq!(
        said("grundy 8"),
        "grundy 8   (whoever makes the last move wins)\n\n\
         The player to move wins (proven by search).\n\
         Grundy value: 2\n\
         Where the value comes from: A=1+7 leaves 0; A=2+6 leaves 1; no move leaves 2\n\
         Winning moves: A=1+7 (of 3 legal moves)\n\
         How: play A=1+7, and answer for example B=1+6 by C=2+4; B=2+5 by C=1+4; B=3+4 by B=1+2\n"
    );
    assert_eq!(
        said("misere nim 1"),
        "misere nim 1   (whoever makes the last move loses)\n\n\
         The player to move loses (proven by a theorem).\n\
         Winning moves: none (of 1 legal move)\n\
         Every move is answered, for example A-1, the last move, loses by itself\n"
    );
    assert_eq!(
        said("nim 1"),
        "nim 1   (whoever makes the last move wins)\n\n\
         The player to move wins (proven by a theorem).\n\
         Grundy value: 1\n\
         Where the value comes from: A-1 leaves 0; no move leaves 1\n\
         Winning moves: A-1 (of 1 legal move)\n\
         How: play A-1, and the game is over\n"
    );
    assert_eq!(
        said("nim 0"),
        "nim 0   (whoever makes the last move wins)\n\n\
         The player to move loses (proven by a theorem).\n\
         Grundy value: 0\n\
         Winning moves: none (of 0 legal moves)\n"
    );
}

#[test]
fn candies_and_survival_have_lines_of_their_own() {
    let last = |game: &str, lines: usize| {
        let text = explained(game);
        let all: Vec<&str> = text.lines().collect();
        all[all.len() - lines..].join("\n")
    };
    for (game, words) in [
        ("candy 5,6,7", "ends 2 candies behind.\nBest moves: A-4  B-4  C-4"),
        ("candy 1", "ends 1 candy ahead.\nBest moves: A-1"),
        ("candy 3", "ends 3 candies ahead.\nBest moves: A-3"),
    ] {
        assert_eq!(last(game, 2), format!("With best play the mover {words}"), "{game}");
    }
    let equal = "With best play both get equally many candies.\nBest moves: A-1  B-1";
    assert_eq!(last("candy 1,1", 2), equal);
    let race = |said: u64| last(&format!("game21_nplayer(players=3;step=3;target=21) {said}"), 2);
    let seats = "Seats that all others together can make lose (0 is to move)";
    assert_eq!(race(17), format!("{seats}: 1, 2\nThe mover survives with: 2  3"));
    assert_eq!(
        race(0),
        format!(
            "{seats}: 0, 1, 2\nNo move is safe for the mover. By convention: 3, and seat 2 loses."
        )
    );
    assert_eq!(headline_of("game21_nplayer(players=3;step=3;target=21) 0"), CONVENTION);
    let setup: Setup = "candy 5,6,7".parse().unwrap();
    let mut text = String::new();
    let unknown = Candies { margin: None, best_moves: None };
    write_candies(&mut text, &setup, &unknown).unwrap();
    assert_eq!(text, "How many candies that is worth was not found out.\n");
}

const CONVENTION: &str = "What follows holds by a convention on how all play.";

fn headline_of(game: &str) -> String {
    let text = explained(game);
    let line = text.lines().nth(2).unwrap();
    line.to_owned()
}

#[test]
fn a_headline_says_only_what_is_proven() {
    let setup: Setup = "nim 3,4,5".parse().unwrap();
    let mut verdict = Solver::new(setup.variant()).verdict(
        setup.ending(),
        setup.start(),
        &mut solver::Budget::positions(1_000),
    );
    let by = [
        (Source::Formula, "proven by a theorem"),
        (Source::Table, "proven by a certified table"),
        (Source::Search, "proven by search"),
    ];
    for (source, how) in by {
        verdict.certainty = Certainty::Proven(source);
        for (outcome, words) in [
            (Some(Outcome::N), format!("The player to move wins ({how}).")),
            (Some(Outcome::P), format!("The player to move loses ({how}).")),
            (None, format!("This is {how}.")),
        ] {
            verdict.outcome = outcome;
            assert_eq!(headline(&verdict), words);
        }
    }
    for (certainty, words) in [
        (Certainty::Nonconstructive, "The player to move wins, by an argument that names no move."),
        (Certainty::Convention, CONVENTION),
        (Certainty::Heuristic, "What follows is a judgement, not proven."),
        (Certainty::Unknown, "It is not known who wins."),
    ] {
        verdict.certainty = certainty;
        assert_eq!(headline(&verdict), words);
    }
}

#[test]
fn winning_moves_are_listed_as_far_as_they_are_known() {
    let setup: Setup = "nim 3,4,5".parse().unwrap();
    let mv = |heap: u64, number: u64| Move::List(vec![heap, number].into());
    let all = WinningMoves::All(vec![mv(0, 2), mv(1, 1)]);
    let (first, none) = (mv(2, 5), WinningMoves::All(Vec::new()));
    for (winning, known, count, words) in [
        (&all, None, None, "A-2  B-1"),
        (&all, Some(&first), Some(12), "A-2  B-1 (of 12 legal moves)"),
        (&none, None, Some(1), "none (of 1 legal move)"),
        (&none, Some(&first), Some(0), "none (of 0 legal moves)"),
        (&WinningMoves::TooMany, None, Some(12), "too many to list (of 12 legal moves)"),
        (&WinningMoves::TooMany, Some(&first), None, "C-5, and too many others to list"),
        (&WinningMoves::Unknown, None, None, "not all known"),
        (
            &WinningMoves::Unknown,
            Some(&first),
            Some(2),
            "C-5, and perhaps others (of 2 legal moves)",
        ),
    ] {
        assert_eq!(moves_line(&setup, winning, known, count), words);
    }
}

#[test]
fn a_table_is_of_several_numbers() {
    let facts = |values: &[u64]| Facts::NimSum { values: values.to_vec(), sum: 0 };
    assert!(table(&facts(&[5]), Ending::Normal).is_none());
    assert!(table(&facts(&[5, 5]), Ending::Normal).is_some());
    assert!(table(&facts(&[1, 2]), Ending::Misere).is_some());
    assert!(table(&facts(&[1, 0]), Ending::Misere).is_none());
}
