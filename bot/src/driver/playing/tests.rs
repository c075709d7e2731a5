use serde_json::{Value, json};
use uuid::Uuid;

use super::*;

/// Nim with heaps 3, 4 and 5 between the players 8 and 9, after no moves.
fn table(fields: Value) -> TableView {
    let player = |n: u128| json!({"id": Uuid::from_u128(n), "name": "Ada", "kind": "bot"});
    let mut view = json!({
        "game": {"variant": "nim", "ending": "normal", "start": {"heaps": [3, 4, 5]}},
        "players": [player(8), player(9)], "since": 0, "moves": [], "state": plain_state(0, json!({})),
    });
    merge(&mut view, fields);
    serde_json::from_value(view).expect("a table")
}

fn plain_state(ply: u32, fields: Value) -> Value {
    let mut state = json!({
        "table": Uuid::nil(), "ply": ply, "position": {"heaps": [3, 4, 5 - ply]},
        "to_move": ply % 2, "last_move": [2, 1], "present": [true, true], "over": null,
    });
    merge(&mut state, fields);
    state
}

fn merge(into: &mut Value, fields: Value) {
    for (name, value) in fields.as_object().expect("fields") {
        into[name] = value.clone();
    }
}

fn state(ply: u32, fields: Value) -> TableState {
    serde_json::from_value(plain_state(ply, fields)).expect("a state")
}

/// On this seat, without a bot of any use.
fn playing(seat: u8, fields: Value) -> Playing<()> {
    Playing::new((), Seat(seat), &table(fields))
}

fn seen(game: &Playing<()>) -> usize {
    game.player.as_ref().expect("it does not think").view.history.len()
}

#[test]
fn a_game_is_what_its_table_says() {
    for (seat, opponent) in [(0, 9), (1, 8)] {
        let game = playing(seat, json!({"rated": true}));
        assert_eq!(game.opponent, Some(PlayerId(Uuid::from_u128(opponent))));
        assert_eq!((game.seat, game.rated, game.max_bid), (Seat(seat), true, None));
        assert!(!game.more_follows);
    }
    for (number, more_follows) in [(1, true), (2, false)] {
        let pair = json!({"id": Uuid::nil(), "game": number, "other": Uuid::nil()});
        assert_eq!(playing(0, json!({ "pair": pair })).more_follows, more_follows);
    }
    let bid = json!({"max_ms": 60_000, "commitment": "00".repeat(32)});
    assert_eq!(playing(0, json!({ "bid": bid })).max_bid, Some(60_000));
}

#[test]
fn only_moves_that_follow_those_seen_are_added() {
    let mut game = playing(0, json!({}));
    let mut add = |since: u32, moves: u32| {
        game.add_moves(&table(json!({"since": since, "moves": vec![[2, 1]; moves as usize]})));
        (seen(&game), game.known())
    };
    assert_eq!(add(0, 2), (2, 2));
    assert_eq!(add(0, 1), (2, 2), "known already");
    assert_eq!(add(3, 1), (2, 2), "one between is missing");
    assert_eq!(add(1, 2), (3, 3), "one is known");
    assert_eq!(add(3, 1), (4, 4));
    assert!(game.player.take().is_some());
    assert_eq!(game.known(), 0, "the bot has them, and thinks");
}

#[test]
fn a_bot_moves_on_its_turn_once_it_has_seen_all_and_once_for_each_ply() {
    let now = Instant::now();
    let mut game = playing(1, json!({}));
    let ask = |game: &mut Playing<()>| {
        let taken = game.take_bot();
        let is_asked = taken.is_some();
        game.player = game.player.take().or(taken);
        is_asked
    };
    assert!(!ask(&mut game), "nothing is known yet");
    game.learn(&state(0, json!({})), now);
    assert!(!ask(&mut game), "it is the other's turn");
    game.learn(&state(3, json!({})), now);
    assert!(!ask(&mut game), "it has not seen the moves between");
    assert_eq!((game.ply, seen(&game)), (3, 0));
    game.learn(&state(1, json!({})), now);
    assert!(ask(&mut game) && ask(&mut game));
    game.sent = Some(1);
    assert!(!ask(&mut game), "its move is in flight");
    // The same state again says nothing new.
    game.learn(&state(1, json!({})), now);
    assert_eq!(game.sent, Some(1));
    assert!(!ask(&mut game));
    // Moves were taken back, and made again.
    game.learn(&state(0, json!({})), now);
    assert_eq!((game.sent, seen(&game)), (None, 0));
    game.learn(&state(1, json!({})), now);
    assert!(ask(&mut game));
    game.given_up = true;
    assert!(!ask(&mut game));
}

#[test]
fn a_bot_chooses_or_bids_while_it_must_and_has_not_yet() {
    let now = Instant::now();
    for (fields, must) in [
        (json!({}), false),
        (json!({"choosing": 0}), false),
        (json!({"choosing": 1}), true),
        (json!({"bidding": [false, true]}), false),
        (json!({"bidding": [true, false]}), true),
        (json!({"choosing": 1, "bidding": [true, false]}), true),
    ] {
        let mut game = playing(1, json!({}));
        game.learn(&state(0, fields.clone()), now);
        assert_eq!(game.must_choose(), must, "{fields}");
        let chooser = game.take_chooser();
        assert_eq!(chooser.is_some(), must, "{fields}");
        game.player = game.player.take().or(chooser);
        assert!(!game.must_choose() && game.take_chooser().is_none(), "once");
        game.learn(&state(0, fields), now);
        game.given_up = true;
        assert!(!game.must_choose() && game.take_chooser().is_none());
    }
}

#[test]
fn a_game_can_be_claimed_on_the_turn_of_a_player_who_is_gone() {
    let now = Instant::now();
    let at = |seconds: u64| Some(now + Duration::from_secs(seconds));
    for (ply, claim_ms, expected) in [
        (0, json!([]), None),
        (0, json!([5_000, null]), at(5)),
        (0, json!([null, 5_000]), None),
        (1, json!([5_000, 7_000]), None),
    ] {
        let mut game = playing(1, json!({}));
        game.learn(&state(ply, json!({ "claim_ms": claim_ms })), now);
        assert_eq!(game.claim_at, expected, "{ply} {claim_ms}");
        game.learn(&state(ply, json!({})), now);
        assert_eq!(game.claim_at, None, "they are back");
    }
}

#[test]
fn the_view_follows_the_state_and_the_clock() {
    let byoyomi = json!({"kind": "byoyomi", "base_ms": 60_000, "periods": 3, "period_ms": 10_000});
    let mut game = playing(1, json!({ "clock": byoyomi }));
    let mut learn = |ply: u32, left: [u32; 2], due: Option<u32>| {
        let clock = json!({"left_ms": left, "running": true, "due_ms": due});
        game.learn(&state(ply, json!({ "clock": clock })), Instant::now());
        let view = &game.player.as_ref().expect("it does not think").view;
        (view.ply(), view.due, view.free)
    };
    let ms = |ms| Duration::from_millis(ms);
    assert_eq!(learn(0, [60_000, 60_000], None), (0, None, ms(0)));
    // Of two periods that are left one has begun.
    assert_eq!(learn(1, [60_000, 17_000], Some(17_000)), (1, Some(ms(17_000)), ms(7_000)));
    // Before byo-yomi nothing is free.
    assert_eq!(learn(2, [17_000, 45_000], Some(45_000)), (2, Some(ms(45_000)), ms(0)));
    // What skips moves tells nothing.
    assert_eq!(learn(4, [17_000, 5_000], Some(5_000)), (2, Some(ms(45_000)), ms(0)));
    assert_eq!(learn(1, [17_000, 5_000], Some(5_000)), (1, Some(ms(5_000)), ms(5_000)));
    let view = &game.player.as_ref().expect("it does not think").view;
    let position = serde_json::to_value(&view.position).expect("JSON");
    assert_eq!(position, json!({"heaps": [3, 4, 4]}));
    game.sit(Seat(0));
    let player = game.player.as_ref().expect("it does not think");
    assert_eq!((game.seat, player.view.seat), (Seat(0), Seat(0)));
}

#[test]
fn a_position_against_the_rules_is_passed_over() {
    let mut game = playing(1, json!({}));
    game.learn(&state(1, json!({"position": {"rows": [3]}})), Instant::now());
    let player = game.player.as_ref().expect("it does not think");
    assert_eq!(player.view.position, *table(json!({})).game.start());
    assert!(game.take_bot().is_none());
}

#[test]
fn three_refusals_are_borne() {
    let mut game = playing(0, json!({}));
    game.sent = Some(0);
    let borne: Vec<bool> = (0..5).map(|_| game.may_try_again()).collect();
    assert_eq!(borne, [true, true, true, false, false]);
    assert_eq!(game.sent, None);
}
