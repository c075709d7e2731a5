//! Checks that everything written can be read back: every message of both directions with all
//! its fields, and every limit at its edge.

mod lobby;
mod messages;
mod minimal;
mod source;

use std::collections::BTreeSet;

use proptest::prelude::*;
use protocol::limits::{
    MAX_BASE_MS, MAX_DAYS, MAX_MOVE_MS, MAX_NAME_CHARS, MAX_STEP_MS, MIN_TIME_MS,
};
use protocol::{Missing, Name, Request, ServerMessage, TimeControl};

use messages::{CLIENT_MESSAGES, SERVER_MESSAGES};
use source::{Source, known_words};

/// Chooses a message and the random numbers to fill it with.
fn numbers() -> impl Strategy<Value = (usize, Vec<u64>)> {
    (any::<usize>(), proptest::collection::vec(any::<u64>(), 0..200))
}

fn request(which: usize, numbers: Vec<u64>) -> Request {
    let mut source = Source(numbers.into_iter());
    let cid = source.u32();
    Request { cid, message: source.client_message(which % CLIENT_MESSAGES) }
}

fn server_message(which: usize, numbers: Vec<u64>) -> ServerMessage {
    Source(numbers.into_iter()).server_message(which % SERVER_MESSAGES)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn a_request_is_read_as_it_was_written((which, numbers) in numbers()) {
        let request = request(which, numbers);
        let text = request.to_json();
        prop_assert_eq!(Request::read(&text).expect("just written"), request, "{}", text);
    }

    #[test]
    fn an_answer_is_read_as_it_was_written((which, numbers) in numbers()) {
        let message = server_message(which, numbers);
        let text = serde_json::to_string(&message).expect("plain");
        let read: ServerMessage = serde_json::from_str(&text).expect("just written");
        prop_assert_eq!(read, message, "{}", text);
    }

    #[test]
    fn an_answer_names_its_request((which, numbers) in numbers()) {
        let message = server_message(which, numbers);
        let written = serde_json::to_value(&message).expect("plain");
        let cid = written.get("cid").and_then(serde_json::Value::as_u64).map(|cid| cid as u32);
        prop_assert_eq!(message.cid(), cid, "{}", written);
    }

    #[test]
    fn a_seat_has_its_own_clock_or_that_of_all(
        numbers in proptest::collection::vec(any::<u64>(), 200),
    ) {
        let view = Source(numbers.into_iter()).view();
        for seat in 0..4_u8 {
            let own = view.clocks.get(usize::from(seat)).copied().or(view.clock);
            prop_assert_eq!(view.clock_of(rules::Seat(seat)), own);
        }
    }

    /// Checks that a truncated message is refused, and never causes a panic.
    #[test]
    fn a_request_that_was_cut_is_refused((which, numbers) in numbers(), at in any::<usize>()) {
        let text = request(which, numbers).to_json();
        let at = (0..=at % text.len()).rev().find(|&at| text.is_char_boundary(at));
        prop_assert!(Request::read(&text[..at.expect("0 is one")]).is_err());
    }
}

fn known_types(complaint: &str) -> BTreeSet<String> {
    known_words(complaint).into_iter().collect()
}

fn name_of(text: &str) -> String {
    let message: serde_json::Value = serde_json::from_str(text).expect("JSON");
    message["t"].as_str().expect("a name").to_owned()
}

#[test]
fn every_message_is_generated() {
    let asked = (0..CLIENT_MESSAGES).map(|which| name_of(&request(which, Vec::new()).to_json()));
    let unknown = Request::read(r#"{"t":"no such type","cid":1}"#).expect_err("unknown");
    assert_eq!(asked.collect::<BTreeSet<_>>(), known_types(&unknown.to_string()));
    let kinds = (0..SERVER_MESSAGES).map(|which| {
        name_of(&serde_json::to_string(&server_message(which, Vec::new())).expect("plain"))
    });
    let unknown = serde_json::from_str::<ServerMessage>(r#"{"t":"no such type"}"#);
    let unknown = unknown.expect_err("unknown").to_string();
    assert_eq!(kinds.collect::<BTreeSet<_>>(), known_types(&unknown));
}

#[test]
fn everything_that_can_be_missing_has_its_own_name() {
    let unknown = serde_json::from_str::<Missing>("\"?\"").expect_err("unknown").to_string();
    let words = known_words(&unknown);
    let missing =
        |word: &String| -> Missing { serde_json::from_value(word.as_str().into()).unwrap() };
    let names: BTreeSet<String> = words.iter().map(|word| missing(word).to_string()).collect();
    assert!(names.len() == words.len() && !names.contains(""), "{names:?}");
}

#[test]
fn times_are_admitted_up_to_their_limits_and_not_beyond() {
    let good = |control: TimeControl| control.checked().is_ok();
    for (base_ms, fits) in [
        (MIN_TIME_MS - 1, false),
        (MIN_TIME_MS, true),
        (MAX_BASE_MS, true),
        (MAX_BASE_MS + 1, false),
        (u32::MAX, false),
    ] {
        assert_eq!(good(TimeControl::Fischer { base_ms, increment_ms: 0 }), fits, "{base_ms}");
        assert_eq!(good(TimeControl::Bronstein { base_ms, delay_ms: 0 }), fits, "{base_ms}");
        assert_eq!(good(TimeControl::Delay { base_ms, delay_ms: 0 }), fits, "{base_ms}");
    }
    for (step, fits) in [(MAX_STEP_MS, true), (MAX_STEP_MS + 1, false)] {
        let base_ms = MAX_BASE_MS;
        assert_eq!(good(TimeControl::Fischer { base_ms, increment_ms: step }), fits);
        assert_eq!(good(TimeControl::Bronstein { base_ms, delay_ms: step }), fits);
        assert_eq!(good(TimeControl::Delay { base_ms, delay_ms: step }), fits);
    }
    for (ms, fits) in [
        (MIN_TIME_MS - 1, false),
        (MIN_TIME_MS, true),
        (MAX_MOVE_MS, true),
        (MAX_MOVE_MS + 1, false),
    ] {
        assert_eq!(good(TimeControl::Move { ms }), fits, "{ms}");
    }
    for (days, fits) in [(0, false), (1, true), (MAX_DAYS, true), (MAX_DAYS + 1, false)] {
        assert_eq!(good(TimeControl::Days { days }), fits, "{days}");
    }
}

#[test]
fn names_are_admitted_up_to_their_limits_and_not_beyond() {
    for letter in ["a", "é", "\u{1f600}"] {
        for (chars, fits) in
            [(0, false), (1, true), (MAX_NAME_CHARS, true), (MAX_NAME_CHARS + 1, false)]
        {
            assert_eq!(Name::try_from(letter.repeat(chars)).is_ok(), fits, "{letter} {chars}");
        }
    }
}
