//! The notation, over every variant: each golden row is a setup, and games from it are written
//! and read again; texts that are not games are refused.

use proptest::prelude::*;
use rules::{BadNotation, Game, GameRecord, MAX_NOTATION, Move, Refusal, Setup, Variant};
use serde_json::Value;

#[test]
fn every_golden_start_is_written_and_read() {
    let mut seen = std::collections::BTreeSet::new();
    for setup in golden_setups() {
        let text = setup.to_string();
        assert_eq!(text.parse(), Ok(setup.clone()), "{text}");
        assert!(!text.contains('\n'));
        seen.insert(setup.variant().name());
    }
    assert!(Variant::NAMES.iter().filter(|name| !seen.contains(*name)).all(|&name| {
        // It has no golden file.
        name == "circular_stacks"
    }));
}

/// Plays a game from every golden start, each time along another path.
#[test]
fn games_are_written_and_read() {
    for (nth, setup) in golden_setups().into_iter().enumerate() {
        let mut game = Game::new(setup);
        let mut drawn = nth as u64;
        let mut below = |n: u64| {
            drawn = drawn.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (drawn >> 33) % n
        };
        while !game.is_over() && game.moves().len() < 12 {
            let rules = game.setup().variant().rules();
            let mv = rules.draw(game.position(), &mut below).unwrap();
            let text = rules.write_move(&mv);
            assert_eq!(rules.read_move(&text), Ok(mv.clone()), "{text}");
            assert_eq!(rules.read_move(&serde_json::to_string(&mv).unwrap()), Ok(mv.clone()));
            assert!(!text.contains(char::is_whitespace), "{text}");
            game.play(mv).unwrap();
        }
        let text = game.to_string();
        assert_eq!(text.parse(), Ok(game.clone()), "{text}");
        let record = GameRecord::new(game);
        let text = record.to_string();
        assert_eq!(text.parse(), Ok(record), "{text}");
    }
}

#[test]
fn the_short_forms_are_what_the_document_says() {
    let document = include_str!("../../../docs/notation.md");
    let lines = document.lines().filter_map(|line| line.strip_prefix("    "));
    let mut games = 0;
    for line in lines.filter(|line| line.contains(": ") && !line.contains('[')) {
        let name = line.split(['(', ' ']).find(|&word| !["normal", "misere"].contains(&word));
        if !Variant::NAMES.contains(&name.unwrap()) {
            continue;
        }
        let game: Game = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(game.to_string(), line);
        games += 1;
    }
    assert!(games > 0);
}

#[test]
fn people_write_in_their_own_way() {
    for text in [
        "misere nim 3,4,5: A-2 C-1",
        "misère nim 3,4,5:A-2 C-1",
        "  misere  nim  heaps=3, 4, 5 :  a-2   c-1  ",
        "misere nim() 3,4,5: [0,2] [2,1]",
    ] {
        let game: Game = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(game.to_string(), "misere nim 3,4,5: A-2 C-1");
    }
    let spaced: Setup = "subtraction(1, 2, 3) 7".parse().unwrap();
    assert_eq!(spaced.to_string(), "subtraction(1,2,3) 7");
}

#[test]
fn errors_name_the_place() {
    let error = |text: &str| text.parse::<Game>().unwrap_err();
    assert_eq!(error(&"x".repeat(MAX_NOTATION + 1)), BadNotation::TooLong);
    let longest = format!("nim 3{}", " ".repeat(MAX_NOTATION - 5));
    assert!(longest.parse::<Setup>().is_ok() && longest.parse::<Game>().is_ok());
    let longer = format!("{longest} ");
    assert_eq!(
        (error(&longer), longer.parse::<Setup>()),
        (BadNotation::TooLong, Err(BadNotation::TooLong))
    );
    assert!(matches!(error(""), BadNotation::Form(_)));
    assert!(matches!(error("nim"), BadNotation::Form(_)));
    assert!(matches!(error("chess 1"), BadNotation::Setup(Refusal::UnknownVariant(_))));
    assert!(matches!(error("nim(3) 3,4,5"), BadNotation::Setup(Refusal::BadParams(_))));
    assert!(matches!(error("nim 3,4,x"), BadNotation::Setup(Refusal::BadPosition(_))));
    let (number, refusal) = (2, Refusal::GameOver);
    assert_eq!(error("nim 3: A-3 A-1"), BadNotation::Move { number, refusal });
    assert_eq!(
        error("nim 3: A-1 A-3").to_string(),
        "move 2: illegal move: the heap has fewer objects"
    );
}

proptest! {
    #[test]
    fn no_text_does_harm(text in ".{0,60}", at in 0usize..60) {
        let _ = text.parse::<Game>();
        let _ = text.parse::<GameRecord>();
        // A good text with a bad part tests more than noise does.
        let mut good = "misere nim 3,4,5: A-2 C-1 B-2".to_owned();
        let at = at.min(good.len());
        good.insert_str(at, &text);
        if let Ok(game) = good.parse::<Game>() {
            prop_assert_eq!(game.to_string().parse(), Ok(game));
        }
    }

    #[test]
    fn any_move_of_nim_is_written_and_read(heap: u64, take: u64) {
        prop_assume!(heap < u64::MAX);
        let variant: Variant = "nim".parse().unwrap();
        let mv = Move::List(vec![heap, take].into());
        let text = variant.rules().write_move(&mv);
        prop_assert_eq!(variant.rules().read_move(&text), Ok(mv));
    }
}

fn golden_setups() -> Vec<Setup> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/golden");
    let files = Variant::NAMES.iter().map(|name| format!("{folder}/{name}.jsonl"));
    let texts: Vec<String> = files.filter_map(|file| std::fs::read_to_string(file).ok()).collect();
    texts.iter().flat_map(|text| text.lines()).map(setup).collect()
}

fn setup(row: &str) -> Setup {
    let row: Value = serde_json::from_str(row).expect("golden rows are JSON");
    let draft = serde_json::json!({
        "variant": row["variant"], "params": row["params"],
        "ending": row["convention"], "start": row["position"],
    });
    serde_json::from_value(draft).unwrap_or_else(|error| panic!("{row}: {error}"))
}
