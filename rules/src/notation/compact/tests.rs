//! What is written without a structure of its own is read back.

use serde::Serialize;

use super::*;

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sample {
    list: Vec<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cap: Option<u64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pairs: Vec<(u64, u64)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    words: Vec<String>,
    #[serde(default)]
    kind: Option<Kind>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    StarShaped,
}

fn sample(list: &[u64]) -> Sample {
    let (pairs, words) = (Vec::new(), Vec::new());
    Sample { list: list.to_vec(), cap: None, pairs, words, kind: None }
}

fn assert_text(sample: Sample, text: &str) {
    let value = serde_json::to_value(&sample).unwrap();
    let first = first_field::<Sample>();
    assert_eq!(first, Some("list"));
    assert_eq!(write(&value, first, Digits::Quoted), text);
    assert_eq!(read::<Sample>(text), Ok(sample), "{text}");
}

#[test]
fn written_text_is_read_back() {
    assert_text(sample(&[]), "[]");
    assert_text(sample(&[5]), "5");
    assert_text(sample(&[1, 2, u64::MAX]), "1,2,18446744073709551615");
    assert_text(Sample { cap: Some(0), ..sample(&[7]) }, "cap=0;list=7");
    assert_text(Sample { pairs: vec![(0, 1)], ..sample(&[7]) }, "list=7;pairs=0-1");
    let pairs = vec![(0, 1), (1, 2)];
    assert_text(Sample { pairs, ..sample(&[]) }, "list=[];pairs=0-1,1-2");
    assert_text(Sample { kind: Some(Kind::StarShaped), ..sample(&[]) }, "kind=star_shaped;list=[]");
    let words = ["0.77", "X..", "5", "", "a;b=c,d-e\"\\\"", "[]", "K3,3"];
    let words = words.map(str::to_owned).to_vec();
    assert_text(
        Sample { words, ..sample(&[]) },
        r#"list=[];words=0.77,X..,"5","","a;b=c,d-e\"\\\"","[]","K3,3""#,
    );
}

#[test]
fn where_no_type_is_asked_for_a_word_is_what_it_looks_like() {
    for (text, expected) in [
        ("7", serde_json::json!(7)),
        ("true", serde_json::json!(true)),
        ("false", serde_json::json!(false)),
        ("falser", serde_json::json!("falser")),
        ("\"7\"", serde_json::json!("7")),
    ] {
        for depth in 0..=SEPARATORS.len() {
            let found = Value::deserialize(Scalar { text, depth });
            assert_eq!(found, Ok(expected.clone()), "{text} {depth}");
        }
    }
}

/// There are two separators.
#[test]
fn a_list_inside_two_others_is_json() {
    let deep = serde_json::json!([[[1, 2], 3], [4]]);
    assert_eq!(write_value(&deep, 0, Digits::Quoted), "[1,2]-3,4");
}

/// Were it written without its name, it would be read as the first field.
#[test]
fn a_single_field_that_is_not_the_first_keeps_its_name() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Pair {
        first: Option<u64>,
        second: Option<u64>,
    }
    for (pair, text) in [
        (Pair { first: None, second: Some(3) }, "second=3"),
        (Pair { first: Some(3), second: None }, "3"),
        (Pair { first: Some(3), second: Some(4) }, "first=3;second=4"),
    ] {
        let value = serde_json::to_value(&pair).unwrap();
        assert_eq!(write(&value, first_field::<Pair>(), Digits::Quoted), text);
        assert_eq!(read::<Pair>(text), Ok(pair), "{text}");
    }
}

#[test]
fn spaces_and_names_are_free() {
    for text in ["list=1,2", " list = 1 , 2 ", "1,2;", "1,2"] {
        assert_eq!(read::<Sample>(text), Ok(sample(&[1, 2])), "{text}");
    }
}

#[test]
fn nonsense_is_refused() {
    for text in [
        "",
        "1,,2",
        "1,x",
        "list=1;list=2",
        "list=1=2",
        "1;2",
        "cap=1",
        "other=1;list=1",
        "list=1;pairs=0",
        "list=1;pairs=0-1-2",
        "list=1;pairs=0-1,",
        "list=-1",
        "list=01",
        "list=18446744073709551616",
        "list=1;words=\"",
        "list=1;kind=round",
        "list=1;kind=",
        "list=1;kind=[]",
        "list=1;cap=[]",
    ] {
        assert!(read::<Sample>(text).is_err(), "{text}");
    }
}

#[test]
fn a_string_ends_at_a_quote_that_is_not_escaped() {
    let outside = |text: &str| {
        let mut quotes = Quotes::default();
        text.chars().filter(|&c| !quotes.hide(c)).collect::<String>()
    };
    assert_eq!(outside(r#"a "b" c"#), "a  c");
    assert_eq!(outside(r#"a "b\" c" d"#), "a  d");
    assert_eq!(outside(r#"a "b\\" c"#), "a  c");
    assert_eq!(outside(r#"a "b\\\" c" d"#), "a  d");
}
