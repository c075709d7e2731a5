//! The edges of what is admitted: the verifier states limits and formulas on its own, and must
//! draw each line where the server draws it.

use protocol::Plan;
use serde_json::{Value, json};
use verify::{Known, verify};

use super::choices::Choices;
use super::forge::Lines;
use super::played::{Unrest, key, plan, play};
use super::{FORMATS, base, holds};

/// Fields of a plan, with values on both sides of each limit.
fn fields() -> Vec<(&'static str, Vec<Value>)> {
    let course =
        |size: u32| json!({"variant": "nim", "params": {}, "ending": "misere", "size": size});
    let format = |kind: &str, field: &str, value: u32| json!({"kind": kind, field: value});
    let clocks = |places: &[u32], clock: Value| -> Value {
        places.iter().map(|place| json!({"entered": place, "clock": clock})).collect()
    };
    let stock = |kind: &str, base: u32, step: &str, more: u32| json!({"kind": kind, "base_ms": base, step: more});
    let by_move = |ms: u32| json!({"kind": "move", "ms": ms});
    let periods = |base: u32, periods: u32, ms: u32| json!({"kind": "byoyomi", "base_ms": base, "periods": periods, "period_ms": ms});
    let by_days = |days: u32| json!({"kind": "days", "days": days});
    let test = |elo0: i32, elo1: i32, alpha: f64, beta: f64| json!({"elo0": elo0, "elo1": elo1, "alpha": alpha, "beta": beta, "model": "logistic"});
    let starts = |start: &str, times: usize| json!({"list": vec![start; times], "drawn": true});
    let long = format!("nim {}111", "11,".repeat(19));
    vec![
        ("name", vec![json!("x".repeat(32)), json!("x".repeat(33))]),
        ("pairs", [0, 1, 9, 1_000, 1_001].map(Value::from).to_vec()),
        ("entrants", [1, 2, 7, 125, 256, 257].map(Value::from).to_vec()),
        ("running", [0, 1, 64, 65].map(Value::from).to_vec()),
        ("each", [0, 1, 64, 65].map(Value::from).to_vec()),
        ("wait_ms", [0, 600_000, 600_001].map(Value::from).to_vec()),
        ("ready", [true, false].map(Value::from).to_vec()),
        ("byes", [0, 1, 30, 31].map(Value::from).to_vec()),
        ("courses", [0, 1, 20, 21].map(|n| vec![course(15); n].into()).to_vec()),
        ("courses", [1, 1_000].map(|size| vec![course(size)].into()).to_vec()),
        ("starts", vec![starts("nim 3,4", 1_000), starts(&long, 512), starts(&long, 513)]),
        ("starts", vec![starts("nim 3,4", 1), starts("nim 3,4", 1_001), json!(null)]),
        ("format", [0, 1, 8, 9].map(|n| format("round_robin", "cycles", n)).to_vec()),
        ("format", [0, 1, 4, 16, 17].map(|n| format("gauntlet", "champions", n)).to_vec()),
        ("format", [0, 1, 30, 31].map(|n| format("swiss", "rounds", n)).to_vec()),
        ("format", [9, 10, 86_400, 86_401].map(|n| format("arena", "seconds", n)).to_vec()),
        ("format", vec![json!({"kind": "knockout"})]),
        ("clock", [99, 100, 3_600_000, 3_600_001].map(by_move).to_vec()),
        ("clock", [0, 1, 14, 15].map(by_days).to_vec()),
        (
            "clock",
            [99, 100, 10_800_000, 10_800_001].map(|n| stock("delay", n, "delay_ms", 0)).to_vec(),
        ),
        ("clock", [180_000, 180_001].map(|n| stock("fischer", 500, "increment_ms", n)).to_vec()),
        ("clock", [180_000, 180_001].map(|n| stock("bronstein", 500, "delay_ms", n)).to_vec()),
        ("clock", [10_800_000, 10_800_001].map(|base| periods(base, 3, 500)).to_vec()),
        ("clock", [0, 1, 30, 31].map(|many| periods(0, many, 500)).to_vec()),
        ("clock", [99, 100, 180_000, 180_001].map(|ms| periods(0, 3, ms)).to_vec()),
        ("clocks", [0, 1, 40, 41].map(|place| clocks(&[place], by_move(500))).to_vec()),
        ("clocks", vec![clocks(&[1, 2], by_move(500)), clocks(&[2, 2], by_move(500))]),
        ("clocks", vec![clocks(&[1], by_move(1)), clocks(&[1], by_days(2)), json!([])]),
        ("sprt", vec![test(-1_000, 1_000, 0.05, 0.05), test(-1_001, 0, 0.05, 0.05)]),
        ("sprt", vec![test(0, 1_001, 0.05, 0.05), test(5, 5, 0.05, 0.05), json!(null)]),
        ("sprt", vec![test(0, 5, 0.000_1, 0.4), test(0, 5, 0.000_09, 0.4), test(0, 5, 0.1, 0.41)]),
    ]
}

/// Plans with up to four fields at their edges.
#[test]
fn a_plan_is_beyond_its_limits_for_the_verifier_as_for_the_server() {
    let lines = Lines::read(&play(plan(FORMATS[0], ""), 2, 1, Unrest::default()));
    let whole: Value = serde_json::from_str(&lines.0[0]).expect("a line");
    let fields = fields();
    let edges = fields.iter().flat_map(|(field, values)| values.iter().map(move |v| (*field, v)));
    let mut choices = Choices(5);
    let mut some = || {
        let (field, values) = &fields[choices.below(fields.len() as u64) as usize];
        (*field, &values[choices.below(values.len() as u64) as usize])
    };
    let mixed: Vec<_> = (0..1_500).map(|_| [some(), some(), some(), some()]).collect();
    let mut admitted = 0;
    for changes in edges.map(|edge| vec![edge]).chain(mixed.iter().map(|four| four.to_vec())) {
        let mut head = whole.clone();
        for (field, value) in changes {
            head["plan"][field] = value.clone();
        }
        admitted += u32::from(agreed(&lines, &head));
    }
    assert!(admitted > 100, "{admitted}");
}

/// The number of pairs of a plan follows from its format, its entrants and their pairs.
#[test]
fn the_most_pairs_of_each_format_are_the_same_for_both() {
    let lines = Lines::read(&play(plan(FORMATS[0], ""), 2, 1, Unrest::default()));
    let whole: Value = serde_json::from_str(&lines.0[0]).expect("a line");
    for format in [
        json!({"kind": "round_robin", "cycles": 3}),
        json!({"kind": "gauntlet", "champions": 4}),
        json!({"kind": "swiss", "rounds": 7}),
        json!({"kind": "knockout"}),
    ] {
        for entrants in [17, 40, 121, 256] {
            let with = |pairs: u32| {
                let mut head = whole.clone();
                head["plan"]["format"] = format.clone();
                head["plan"]["entrants"] = json!(entrants);
                head["plan"]["pairs"] = json!(pairs);
                head
            };
            let admitted: Vec<u32> = (1..=300).filter(|pairs| checked(&with(*pairs))).collect();
            for last in [admitted.last().copied().unwrap_or(0), 300] {
                for pairs in [last, last + 1] {
                    agreed(&lines, &with(pairs));
                }
            }
        }
    }
}

/// Whether the server admits the plan of this head.
fn checked(head: &Value) -> bool {
    let plan = serde_json::from_value::<Plan>(head["plan"].clone());
    plan.is_ok_and(|plan| plan.checked().is_ok())
}

/// Whether both admit the plan of this head, in a file that has other lines of another.
fn agreed(lines: &Lines, head: &Value) -> bool {
    let mut forged = lines.clone();
    forged.0[0] = head.to_string();
    let why = verify(&forged.seal(&key()), Known::default()).expect_err("other lots").why;
    let good = checked(head);
    assert_eq!(!why.contains("beyond its limits"), good, "{why}: {}", head["plan"]);
    good
}

/// A course whose starts leave the first player no choice is drawn from so often and no oftener.
#[test]
fn starts_without_a_choice_are_drawn_by_both_alike() {
    for course in [
        json!({"variant": "nim", "size": 1}),
        json!({"variant": "grundy", "size": 3}),
        json!({"variant": "octal", "params": {"code": "0.77"}, "size": 2}),
        json!({"variant": "subtraction", "params": {"take": [2, 3]}, "size": 3}),
    ] {
        let mut few = plan(FORMATS[0], "");
        few.courses = serde_json::from_value(json!([course])).expect("a course");
        let few = few.checked().expect("within limits");
        for seed in 0..5 {
            holds(&play(few.clone(), 4, seed, Unrest::default()));
        }
    }
}

/// The line is that of the first entrant with another number.
#[test]
fn a_lot_that_was_not_drawn_is_refused_at_its_entrant() {
    for seed in 0..8 {
        let mut lines = Lines::read(&play(plan(FORMATS[0], ""), 5, seed, Unrest::default()));
        let entrants = lines.all("entrant", |_| true);
        let [first, last] = [entrants[0], entrants[4]];
        let [a, b] = [first, last].map(|place| lines.get(place)["entered"].clone());
        for (place, entered) in [(first, b), (last, a)] {
            lines.edit(place, |line| line["entered"] = entered.clone());
        }
        let refused = verify(&lines.seal(&key()), Known::default()).expect_err("other lots");
        assert!(refused.why.contains("seed, list and lots"), "{refused}");
        assert!((2..7).contains(&refused.line), "{refused}");
    }
}

#[test]
fn differences_in_strength_are_right_to_the_point() {
    for name in ["round robin", "gauntlet", "knockout"] {
        let lines = Lines::read(&base(name, 0));
        for place in lines.all("standing", |line| !line["elo"].is_null()) {
            for (field, by) in [("likely", 2), ("low", 2), ("high", 2), ("high", -2), ("low", -2)] {
                let mut forged = lines.clone();
                forged.edit(place, |line| {
                    let claimed = line["elo"][field].as_i64();
                    line["elo"][field] = claimed.map_or(json!(800), |points| json!(points + by));
                });
                assert_refused(&forged, "another difference in Elo");
                forged.edit(place, |line| line["elo"][field] = json!(null));
                let infinite = lines.0[place].contains(&format!("\"{field}\":null"));
                assert!(infinite || verify(&forged.seal(&key()), Known::default()).is_err());
            }
        }
    }
}

#[test]
fn entrants_have_the_keys_that_they_have_published() {
    let text = base("signed", 0);
    let known = holds(&text).attested.keys;
    assert!(known.len() > 2);
    let check =
        |entrants: &[(String, String)]| verify(&text, Known { entrants, ..Known::default() });
    assert!(check(&known).is_ok());
    let [(one, own), (_, other), ..] = &known[..] else { panic!("two keys") };
    let wrong = |entrants: &[(String, String)]| check(entrants).expect_err("forged").why;
    assert!(wrong(&[(one.clone(), other.clone())]).contains("has another key"));
    assert!(wrong(&[("nobody".to_owned(), own.clone())]).contains("has not entered"));
    assert!(check(&[(one.clone(), own.to_uppercase())]).is_ok());
}

pub(crate) fn assert_refused(forged: &Lines, why: &str) {
    let refused = verify(&forged.seal(&key()), Known::default()).expect_err(why);
    assert!(refused.why.contains(why), "{refused}, and not {why:?}");
}
