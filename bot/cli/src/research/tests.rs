use clap::Parser;

use super::*;

#[derive(Debug, Parser)]
struct Arguments {
    #[command(flatten)]
    question: ResearchArguments,
}

fn question(flags: &[&str]) -> ResearchArguments {
    let arguments = [&["nim-bot"], flags].concat();
    Arguments::try_parse_from(arguments).expect("they are known").question
}

#[test]
fn a_cell_is_quoted_where_it_must_be() {
    for (value, text) in [
        (json!(null), ""),
        (json!(7), "7"),
        (json!(true), "true"),
        (json!("nim"), "nim"),
        (json!("a,b"), "\"a,b\""),
        (json!("a\"b"), "\"a\"\"b\""),
        (json!([1, "x", null]), "1 x "),
        (json!([]), ""),
    ] {
        assert_eq!(cell(&value), text, "{value}");
    }
}

#[test]
fn a_single_heap_is_a_position_of_each_game_that_has_one() {
    for (variant, size, position) in [
        ("nim", 3, json!({"heaps": [3]})),
        ("fibonacci", 0, json!({"heap": 0, "limit": 0})),
        ("fibonacci", 5, json!({"heap": 5, "limit": 4})),
        ("game21", 5, json!({"total": 16})),
        ("game21", 21, json!({"total": 0})),
        ("game21", 22, json!({"total": 0})),
        ("game100", 5, json!({"total": 95})),
    ] {
        let position = |found: Admitted| (serde_json::to_value(&found).ok(), Some(position));
        let variant = question(&[variant]).variant().expect("a variant");
        let (found, wanted) = position(single(&variant, size).expect("a position"));
        assert_eq!(found, wanted, "{size}");
    }
}

#[test]
fn octal_games_are_known_by_name_and_by_code() {
    for (game, octal) in [
        ("octal(0.77)", true),
        ("0.77", true),
        ("kayles", true),
        ("4.007", true),
        ("0.8", false),
        ("0.3F", false),
        ("grundy", false),
        ("nim", false),
    ] {
        assert_eq!(question(&[game]).is_octal(), octal, "{game}");
    }
    let why = question(&["chess"]).variant().expect_err("none").to_string();
    assert_eq!(why, "\"chess\" is no variant in the notation");
    let why = question(&["nim"]).sequence().err().map(|why| why.to_string());
    let known = "only octal games, Grundy's game and hexadecimal codes are sequences of heaps here";
    assert_eq!(why.as_deref(), Some(known));
}

#[test]
fn many_values_are_those_of_few_and_more() {
    let keeping = Keeping { resume: None };
    let values = |to: &str| question(&["0.77", "--to", to]).values(&keeping).expect("values").1;
    let many = values("9000");
    assert_eq!(many.len(), 9_001);
    for to in [0_usize, 1, 4_094, 4_095, 4_096, 8_191, 8_192] {
        assert_eq!(values(&to.to_string()), many[..=to], "{to}");
    }
    assert!(question(&["0.77", "--to", "9000", "--nodes", "10"]).values(&keeping).is_err());
}
