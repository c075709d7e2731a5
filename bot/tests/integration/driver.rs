//! The driver's handling of faulty bots.

use bot::{Bot, BotError, Driver, DriverOptions, GameSource, OnStop, Tally, View};
use protocol::Cause;
use rules::{Move, Seat, Setup};
use serde_json::{Value, json};

use fake::{FakePeer, FakeServer, person};

use crate::driving::{played, played_until};
use crate::nim::{OFFER, TABLE, attach, client_of, seated, state, welcome};

/// A bot controlled by a test.
struct Puppet(fn(&View) -> Result<Move, BotError>);

impl Bot for Puppet {
    fn choose(&mut self, view: &View) -> Result<Move, BotError> {
        (self.0)(view)
    }
}

fn first(view: &View) -> Result<Move, BotError> {
    view.moves().next().ok_or(BotError::Stuck)
}

fn plan(games: u64) -> DriverOptions {
    DriverOptions {
        source: GameSource::Wait,
        concurrency: 4,
        thinkers: usize::MAX,
        games: Some(games),
        on_stop: OnStop::Resign,
    }
}

/// Plays `games` games of the puppet while `serving` runs.
async fn play<T>(
    server: &FakeServer,
    games: u64,
    choose: fn(&View) -> Result<Move, BotError>,
    serving: impl Future<Output = T>,
) -> Tally {
    let make = move |_: &Setup, _: Seat| Puppet(choose);
    let driver = Driver::new(client_of(server), plan(games), make);
    played(driver, async { drop(serving.await) }).await.0
}

fn over(ply: u64, winners: Value) -> Value {
    let mut state = state(ply, Value::Null, json!([3, 4, 5]));
    state["to_move"] = Value::Null;
    state["over"] = json!({"winners": winners, "reason": "resigned"});
    state
}

async fn challenge(peer: &mut FakePeer) {
    challenge_to(peer, seated()).await;
}

async fn challenge_to(peer: &mut FakePeer, seated: Value) {
    let game = json!({"variant": "nim", "ending": "normal", "start": {"heaps": [3, 4, 5]}});
    let by = json!({"id": OFFER, "name": "Bob", "kind": "person"});
    peer.say(json!({
        "t": "challenged", "challenge": OFFER, "by": by, "game": game, "seat": "second",
    }))
    .await;
    let reply = peer.hear("reply").await;
    assert_eq!(reply["accept"], true);
    peer.ok(&reply).await;
    peer.say(seated).await;
}

#[tokio::test]
async fn a_bot_sees_all_moves_and_a_game_is_counted() {
    let server = FakeServer::start().await;
    let serving = async {
        let mut peer = welcome(&server).await;
        challenge(&mut peer).await;
        let mv = peer.hear("move").await;
        assert_eq!((&mv["ply"], &mv["move"]), (&json!(0), &json!([0, 1])));
        peer.ok(&mv).await;
        peer.say(state(1, json!([0, 1]), json!([2, 4, 5]))).await;
        peer.say(state(2, json!([1, 4]), json!([2, 0, 5]))).await;
        assert_eq!(peer.hear("move").await["move"], json!([0, 1]));
        // The connection breaks, and the game continues in the meantime.
        drop(peer);
        let mut peer = welcome(&server).await;
        attach(&mut peer, 2, json!([[0, 1], [0, 1]]), json!([0, 0, 5])).await;
        let again = peer.hear("move").await;
        assert_eq!(again["ply"], 2, "the unanswered move, which was accepted");
        peer.ok(&again).await;
        let mv = peer.hear("move").await;
        assert_eq!((&mv["ply"], &mv["move"]), (&json!(4), &json!([2, 1])));
        peer.ok(&mv).await;
        peer.say(over(5, json!([0]))).await;
        peer
    };
    let choose = |view: &View| {
        let mut game = rules::Game::new(view.setup.clone());
        view.history.iter().for_each(|mv| game.play(mv.clone()).unwrap());
        assert_eq!(*game.position(), view.position);
        first(view)
    };
    let tally = play(&server, 1, choose, serving).await;
    assert_eq!(tally, Tally { won: 1, disconnections: 1, ..Tally::default() });
}

#[tokio::test]
async fn a_bot_moves_from_the_seat_that_the_opponent_chose_for_it() {
    let server = FakeServer::start().await;
    let serving = async {
        let mut peer = welcome(&server).await;
        let mut choosing = seated();
        choosing["state"]["to_move"] = Value::Null;
        choosing["state"]["choosing"] = json!(1);
        challenge_to(&mut peer, choosing).await;
        let players = [person(8), person(9)];
        peer.say(json!({"t": "chosen", "table": TABLE, "players": players})).await;
        peer.say(state(0, Value::Null, json!([3, 4, 5]))).await;
        peer.say(state(1, json!([0, 1]), json!([2, 4, 5]))).await;
        let mv = peer.hear("move").await;
        assert_eq!(mv["ply"], 1, "the opponent began");
        peer.ok(&mv).await;
        peer.say(over(2, json!([1]))).await;
        peer
    };
    let tally = play(&server, 1, first, serving).await;
    assert_eq!(tally, Tally { won: 1, ..Tally::default() });
}

/// Seats a bot, and expects it to end its game by `request`.
async fn expect_end(server: &FakeServer, request: &str) -> FakePeer {
    let mut peer = welcome(server).await;
    challenge(&mut peer).await;
    let end = peer.hear(request).await;
    assert_eq!(end["table"], TABLE);
    peer.ok(&end).await;
    peer.say(over(0, json!([1]))).await;
    peer
}

#[tokio::test]
async fn a_panic_costs_the_game_and_nothing_else() {
    let server = FakeServer::start().await;
    let tally = play(&server, 1, |_| panic!("a bad bot"), expect_end(&server, "resign")).await;
    assert_eq!(tally, Tally { lost: 1, panics: 1, ..Tally::default() });
}

#[tokio::test]
async fn what_ends_a_game_is_said_again_if_the_connection_breaks_before_its_answer() {
    for (ply, ends_by) in [(0, "abort"), (2, "resign")] {
        let server = FakeServer::start().await;
        let serving = async {
            let mut peer = welcome(&server).await;
            challenge(&mut peer).await;
            if ply == 2 {
                peer.grant("move").await;
                peer.say(state(1, json!([0, 1]), json!([2, 4, 5]))).await;
                peer.say(state(2, json!([1, 4]), json!([2, 0, 5]))).await;
            }
            let mv = peer.hear("move").await;
            peer.refuse(&mv, Cause::IllegalMove).await;
            peer.hear(ends_by).await;
            drop(peer);
            let mut peer = welcome(&server).await;
            attach(&mut peer, ply, json!([]), json!([2, 0, 5])).await;
            peer.grant(ends_by).await;
            peer.say(over(ply, json!([1]))).await;
            peer
        };
        let tally = play(&server, 1, first, serving).await;
        let expected = Tally { lost: 1, illegal: 1, disconnections: 1, ..Tally::default() };
        assert_eq!(tally, expected, "{ends_by}");
    }
}

#[tokio::test]
async fn a_bot_that_fails_or_resigns_loses() {
    let lost = Tally { lost: 1, ..Tally::default() };
    for (choose, expected) in [
        (
            (|_| Err(BotError::TimedOut)) as fn(&View) -> Result<Move, BotError>,
            Tally { timeouts: 1, ..lost.clone() },
        ),
        (|_| Err(BotError::Exited(String::new())), Tally { crashes: 1, ..lost.clone() }),
        (|_| Err(BotError::Stuck), Tally { nonsense: 1, ..lost.clone() }),
        (|_| Err(BotError::Resigned), lost),
    ] {
        let server = FakeServer::start().await;
        let tally = play(&server, 1, choose, expect_end(&server, "resign")).await;
        assert_eq!(tally, expected);
    }
}

#[tokio::test]
async fn an_illegal_move_is_counted_as_such() {
    let server = FakeServer::start().await;
    let serving = async {
        let mut peer = welcome(&server).await;
        challenge(&mut peer).await;
        let mv = peer.hear("move").await;
        let cid = &mv["cid"];
        peer.say(json!({"t": "error", "cid": cid, "code": "illegal_move", "cause": {"kind": "other"}, "message": "no"})).await;
        let abort = peer.hear("abort").await;
        peer.ok(&abort).await;
        peer.say(over(0, json!([]))).await;
        peer
    };
    let tally = play(&server, 1, |_| Ok(Move::List(vec![9, 9].into())), serving).await;
    assert_eq!(tally, Tally { no_result: 1, illegal: 1, ..Tally::default() });
}

#[tokio::test]
async fn a_refused_move_is_looked_into_and_not_repeated_for_ever() {
    let server = FakeServer::start().await;
    let serving = async {
        let mut peer = welcome(&server).await;
        challenge(&mut peer).await;
        for _ in 0..3 {
            let cid = peer.hear("move").await["cid"].clone();
            peer.say(json!({"t": "error", "cid": cid, "code": "future_ply", "cause": {"kind": "other"}, "message": ""})).await;
            attach(&mut peer, 0, json!([]), json!([3, 4, 5])).await;
        }
        let cid = peer.hear("move").await["cid"].clone();
        peer.say(json!({"t": "error", "cid": cid, "code": "future_ply", "cause": {"kind": "other"}, "message": ""})).await;
        let abort = peer.hear("abort").await;
        peer.ok(&abort).await;
        peer.say(over(0, json!([]))).await;
        peer
    };
    let tally = play(&server, 1, first, serving).await;
    assert_eq!(tally, Tally { no_result: 1, refused: 4, ..Tally::default() });
}

#[tokio::test]
async fn a_seat_lost_during_a_reconnect_is_reported() {
    let server = FakeServer::start().await;
    let serving = async {
        let mut peer = welcome(&server).await;
        challenge(&mut peer).await;
        peer.hear("move").await;
        drop(peer);
        let mut peer = welcome(&server).await;
        let cid = peer.hear("attach").await["cid"].clone();
        peer.say(json!({"t": "error", "cid": cid, "code": "not_found", "cause": {"kind": "other"}, "message": ""})).await;
        peer
    };
    let tally = play(&server, 1, first, serving).await;
    let expected = Tally { no_result: 1, seats_lost: 1, disconnections: 1, ..Tally::default() };
    assert_eq!(tally, expected);
}

#[tokio::test]
async fn on_a_stop_request_the_driver_resigns_and_closes() {
    let server = FakeServer::start().await;
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let driver = Driver::new(client_of(&server), plan(7), |_: &Setup, _| Puppet(first));
    let serving = async {
        let mut peer = welcome(&server).await;
        challenge(&mut peer).await;
        let mv = peer.hear("move").await;
        peer.ok(&mv).await;
        peer.say(state(1, json!([0, 1]), json!([2, 4, 5]))).await;
        stop.send(()).unwrap();
        let abort = peer.hear("abort").await;
        let cid = &abort["cid"];
        peer.say(json!({"t": "error", "cid": cid, "code": "too_late", "cause": {"kind": "other"}, "message": ""})).await;
        let resign = peer.hear("resign").await;
        peer.ok(&resign).await;
        peer.say(over(2, json!([1]))).await;
        peer
    };
    let stop = async { stopped.await.unwrap() };
    let (tally, _peer) = played_until(driver, stop, serving).await;
    assert_eq!(tally, Tally { lost: 1, ..Tally::default() });
}

#[tokio::test]
async fn a_busy_server_is_asked_again() {
    let server = FakeServer::start().await;
    let serving = async {
        let mut peer = welcome(&server).await;
        challenge(&mut peer).await;
        peer.grant("move").await;
        peer.say(state(1, json!([0, 1]), json!([2, 4, 5]))).await;
        peer.say(state(2, json!([1, 4]), json!([2, 0, 5]))).await;
        let mv = peer.hear("move").await;
        let cid = &mv["cid"];
        peer.say(json!({"t": "error", "cid": cid, "code": "busy", "cause": {"kind": "other"}, "message": ""})).await;
        // What it has seen is not sent again.
        attach(&mut peer, 2, json!([]), json!([2, 0, 5])).await;
        let again = peer.hear("move").await;
        assert_eq!((&again["ply"], &again["move"]), (&json!(2), &mv["move"]));
        peer.ok(&again).await;
        peer.say(over(3, json!([0]))).await;
        peer
    };
    let tally = play(&server, 1, first, serving).await;
    assert_eq!(tally, Tally { won: 1, ..Tally::default() });
}

#[tokio::test]
async fn a_takeback_is_agreed_to_and_its_refusal_is_counted() {
    let server = FakeServer::start().await;
    let serving = async {
        let mut peer = welcome(&server).await;
        challenge(&mut peer).await;
        peer.grant("move").await;
        let mut asked = state(1, json!([0, 1]), json!([2, 4, 5]));
        asked["takeback"] = json!({"ply": 0, "agreed": [1]});
        peer.say(asked).await;
        let agreed = peer.hear("takeback").await;
        assert_eq!((&agreed["ply"], &agreed["want"]), (&json!(0), &json!(true)));
        peer.refuse(&agreed, Cause::AllowanceExceeded).await;
        peer.say(over(1, json!([0]))).await;
        peer
    };
    let tally = play(&server, 1, first, serving).await;
    assert_eq!(tally, Tally { won: 1, refused: 1, ..Tally::default() });
}

#[tokio::test]
async fn a_game_is_claimed_from_an_absent_player() {
    let server = FakeServer::start().await;
    let serving = async {
        let mut peer = welcome(&server).await;
        challenge(&mut peer).await;
        let mv = peer.hear("move").await;
        peer.ok(&mv).await;
        let mut gone = state(1, json!([0, 1]), json!([2, 4, 5]));
        gone["claim_ms"] = json!([null, 60_000]);
        peer.say(gone.clone()).await;
        // The latest state counts.
        gone["claim_ms"] = json!([null, 30]);
        peer.say(gone).await;
        let claim = peer.hear("claim").await;
        assert_eq!(claim["table"], TABLE);
        peer.ok(&claim).await;
        peer.say(over(1, json!([0]))).await;
        peer
    };
    let tally = play(&server, 1, first, serving).await;
    assert_eq!(tally, Tally { won: 1, ..Tally::default() });
}

#[tokio::test]
async fn moves_that_are_taken_back_are_forgotten() {
    let server = FakeServer::start().await;
    let serving = async {
        let mut peer = welcome(&server).await;
        challenge(&mut peer).await;
        let mv = peer.hear("move").await;
        peer.ok(&mv).await;
        peer.say(state(1, json!([0, 1]), json!([2, 4, 5]))).await;
        peer.say(state(2, json!([1, 4]), json!([2, 0, 5]))).await;
        let mv = peer.hear("move").await;
        peer.ok(&mv).await;
        peer.say(state(3, json!([0, 1]), json!([1, 0, 5]))).await;
        peer.say(state(1, json!([0, 1]), json!([2, 4, 5]))).await;
        peer.say(state(2, json!([2, 5]), json!([2, 4, 0]))).await;
        let mv = peer.hear("move").await;
        assert_eq!((&mv["ply"], &mv["move"]), (&json!(2), &json!([0, 1])));
        peer.ok(&mv).await;
        peer.say(over(3, json!([0]))).await;
        peer
    };
    let choose = |view: &View| {
        let mut game = rules::Game::new(view.setup.clone());
        view.history.iter().for_each(|mv| game.play(mv.clone()).unwrap());
        assert_eq!(*game.position(), view.position);
        first(view)
    };
    let tally = play(&server, 1, choose, serving).await;
    assert_eq!(tally, Tally { won: 1, ..Tally::default() });
}
