//! What a driver does at its tables: which it takes, which it looks for, and how it leaves them.

use bot::{Bot, BotError, Driver, DriverOptions, GameSource, OnStop, Tally, View};
use rules::{Move, Seat, Setup};
use serde_json::{Value, json};

use crate::driving::{challenged, declines, game, lasker, nim_only, offer, played, played_until};
use crate::nim::{client_of, welcome, welcome_with};
use fake::{FakePeer, FakeServer, FakeTable, id, person};

/// Makes the first legal move, and answers otherwise as it is told.
#[derive(Clone, Copy)]
struct Puppet {
    begins: fn() -> bool,
    at_once: fn(&View) -> Option<Move>,
}

const PUPPET: Puppet = Puppet { begins: || true, at_once: |_| None };

impl Bot for Puppet {
    fn choose(&mut self, view: &View) -> Result<Move, BotError> {
        view.moves().next().ok_or(BotError::Stuck)
    }

    fn begins(&mut self, _: &View) -> bool {
        (self.begins)()
    }

    fn at_once(&mut self, view: &View) -> Option<Move> {
        (self.at_once)(view)
    }
}

fn plan(source: GameSource, concurrency: usize, games: Option<u64>) -> DriverOptions {
    DriverOptions { source, concurrency, thinkers: 1, games, on_stop: OnStop::Resign }
}

fn seeks() -> GameSource {
    GameSource::Seek { offer: Box::new(offer) }
}

/// Plays until the games of the plan are over; the server has heard the end.
async fn play(
    server: &FakeServer,
    plan: DriverOptions,
    puppet: Puppet,
    serving: impl Future<Output = FakePeer>,
) -> Tally {
    let driver = Driver::new(client_of(server), plan, move |_: &Setup, _: Seat| puppet);
    played(driver, async { serving.await.gone().await }).await.0
}

/// The player has the second seat, so that the other begins.
fn second(number: u128) -> FakeTable {
    FakeTable::new(number, "nim 3,4,5", [8, 9])
}

/// A challenge that is taken and becomes this game.
async fn challenge(peer: &mut FakePeer, seated: Value) {
    peer.say(challenged(9, person(8), game())).await;
    let reply = peer.grant("reply").await;
    assert_eq!((&reply["accept"], &reply["reason"]), (&json!(true), &Value::Null));
    peer.say(seated).await;
}

async fn seeking(peer: &mut FakePeer, number: u128) {
    let seek = peer.hear("seek").await;
    peer.say(json!({"t": "seeking", "cid": seek["cid"], "seek": id(number)})).await;
}

async fn ends(peer: &mut FakePeer, mut table: FakeTable) {
    table.end("resigned", &[1]);
    peer.say(table.state()).await;
}

#[tokio::test]
async fn the_second_game_of_a_pair_is_waited_for_and_nothing_else() {
    let server = FakeServer::start().await;
    let serving = async {
        let mut peer = welcome(&server).await;
        // After a game that is alone the next is looked for before anything else.
        seeking(&mut peer, 9).await;
        peer.say(second(1).seated(1)).await;
        ends(&mut peer, second(1)).await;
        peer.say(challenged(77, person(8), game())).await;
        seeking(&mut peer, 9).await;
        peer.grant("reply").await;
        let of_pair =
            |number, game, other| FakeTable { pair: Some((game, other)), ..second(number) };
        peer.say(of_pair(2, 1, 3).seated(1)).await;
        ends(&mut peer, of_pair(2, 1, 3)).await;
        declines(&mut peer, person(8), game(), "busy").await;
        // Once it is there, no more is waited for.
        peer.say(of_pair(3, 2, 2).seated(1)).await;
        ends(&mut peer, of_pair(3, 2, 2)).await;
        peer.say(challenged(77, person(8), game())).await;
        seeking(&mut peer, 9).await;
        peer.grant("reply").await;
        peer.say(second(4).seated(1)).await;
        declines(&mut peer, person(8), game(), "busy").await;
        ends(&mut peer, second(4)).await;
        peer
    };
    let tally = play(&server, plan(seeks(), 1, Some(4)), PUPPET, serving).await;
    assert_eq!(tally, Tally { won: 4, ..Tally::default() });
}

#[tokio::test]
async fn so_many_games_are_offered_as_are_wanted_in_all() {
    let server = FakeServer::start().await;
    let serving = async {
        let mut peer = welcome(&server).await;
        seeking(&mut peer, 8).await;
        seeking(&mut peer, 9).await;
        declines(&mut peer, person(8), game(), "busy").await;
        peer.say(second(1).seated(1)).await;
        declines(&mut peer, person(8), game(), "busy").await;
        ends(&mut peer, second(1)).await;
        declines(&mut peer, person(8), game(), "busy").await;
        let mut last = second(2).seated(1);
        last["offer"] = id(8);
        peer.say(last).await;
        declines(&mut peer, person(8), game(), "busy").await;
        ends(&mut peer, second(2)).await;
        peer
    };
    let tally = play(&server, plan(seeks(), 4, Some(2)), PUPPET, serving).await;
    assert_eq!(tally, Tally { won: 2, ..Tally::default() });
}

#[tokio::test]
async fn so_many_games_are_offered_as_there_are_places() {
    let server = FakeServer::start().await;
    let serving = async {
        let mut peer = welcome_with(&server, json!({"offers": 9})).await;
        seeking(&mut peer, 8).await;
        seeking(&mut peer, 9).await;
        declines(&mut peer, person(8), game(), "busy").await;
        peer.say(second(1).seated(1)).await;
        declines(&mut peer, person(8), game(), "busy").await;
        ends(&mut peer, second(1)).await;
        peer.say(challenged(77, person(8), game())).await;
        seeking(&mut peer, 9).await;
        peer.grant("reply").await;
        for number in [2, 3] {
            let mut seated = second(number).seated(1);
            seated["offer"] = id(6 + number);
            peer.say(seated).await;
        }
        for number in [2, 3] {
            declines(&mut peer, person(8), game(), "busy").await;
            ends(&mut peer, second(number)).await;
        }
        peer
    };
    let tally = play(&server, plan(seeks(), 2, Some(3)), PUPPET, serving).await;
    assert_eq!(tally, Tally { won: 3, ..Tally::default() });
}

#[tokio::test]
async fn a_game_of_an_earlier_process_is_taken_up_if_it_goes_on_and_is_ours() {
    let server = FakeServer::start().await;
    let serving = async {
        let (mut peer, _) = server.welcome(9, &[1]).await;
        let request = peer.hear("attach").await;
        let mut over = second(1);
        over.end("resigned", &[1]);
        peer.say(over.table(&request)).await;
        // It was none of this driver's games, which goes on.
        declines(&mut peer, person(8), lasker(), "game").await;
        drop(peer);
        let (mut peer, _) = server.welcome(9, &[2, 3]).await;
        let mut ours = second(3);
        (0..3).for_each(|_| ours.play_any());
        for _ in 0..2 {
            let request = peer.hear("attach").await;
            let others = FakeTable::new(2, "nim 3,4,5", [7, 8]);
            let asked = if request["table"] == id(2) { &others } else { &ours };
            peer.say(asked.table(&request)).await;
        }
        let mv = peer.grant("move").await;
        ours.play(&mv);
        ends(&mut peer, ours).await;
        peer
    };
    let mut driver =
        Driver::new(client_of(&server), plan(GameSource::Wait, 4, Some(1)), |_: &Setup, _| PUPPET);
    driver.accept_only(nim_only());
    let (tally, ()) = played(driver, async { serving.await.gone().await }).await;
    assert_eq!(tally, Tally { won: 1, disconnections: 1, ..Tally::default() });
}

#[tokio::test]
async fn who_stops_resigns_at_once_what_has_begun_and_takes_nothing_new() {
    for (plies, ends_by) in [(0, "abort"), (1, "abort"), (2, "resign"), (4, "resign")] {
        let server = FakeServer::start().await;
        let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
        let options = plan(GameSource::Wait, 4, Some(7));
        let driver = Driver::new(client_of(&server), options, |_: &Setup, _| PUPPET);
        let serving = async {
            let mut peer = welcome(&server).await;
            // The other is to move.
            let players = if plies % 2 == 0 { [8, 9] } else { [9, 8] };
            let mut table = FakeTable::new(1, "nim 3,4,5", players);
            (0..plies).for_each(|_| table.play_any());
            challenge(&mut peer, table.seated((plies % 2 == 0).into())).await;
            // It has sat down.
            let mut other = table.state();
            other["table"] = id(5);
            peer.say(other).await;
            peer.say(json!({"t": "closing", "message": "soon"})).await;
            peer.say(challenged(78, person(8), game())).await;
            peer.grant("reply").await;
            stop.send(()).unwrap();
            assert_eq!(peer.grant(ends_by).await["table"], id(1), "{plies}");
            declines(&mut peer, person(8), game(), "busy").await;
            table.end("resigned", &[]);
            peer.say(table.state()).await;
            peer.gone().await;
        };
        let stop = async { stopped.await.unwrap() };
        let (tally, ()) = played_until(driver, stop, serving).await;
        assert_eq!(tally, Tally { no_result: 1, ..Tally::default() });
    }
}

#[tokio::test]
async fn who_leaves_says_nothing_at_the_tables() {
    let server = FakeServer::start().await;
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let options = DriverOptions { on_stop: OnStop::Leave, ..plan(GameSource::Wait, 4, None) };
    let driver = Driver::new(client_of(&server), options, |_: &Setup, _| PUPPET);
    let serving = async {
        let mut peer = welcome(&server).await;
        challenge(&mut peer, second(1).seated(1)).await;
        peer.say(challenged(78, person(8), game())).await;
        peer.grant("reply").await;
        stop.send(()).unwrap();
        peer.gone().await;
    };
    let stop = async { stopped.await.unwrap() };
    let (tally, ()) = played_until(driver, stop, serving).await;
    assert_eq!(tally, Tally::default());
}

#[tokio::test]
async fn what_is_agreed_already_is_not_said_again() {
    let server = FakeServer::start().await;
    let serving = async {
        let mut peer = welcome(&server).await;
        let mut table = second(1);
        table.play_any();
        table.play_any();
        challenge(&mut peer, table.seated(1)).await;
        let asked = |agreed: &[u8]| {
            let mut state = table.state();
            state["takeback"] = json!({"ply": 0, "agreed": agreed});
            state
        };
        peer.say(asked(&[1])).await;
        declines(&mut peer, person(8), game(), "busy").await;
        peer.say(asked(&[0])).await;
        let agreed = peer.grant("takeback").await;
        assert_eq!((&agreed["table"], &agreed["ply"]), (&id(1), &json!(0)));
        ends(&mut peer, table).await;
        peer
    };
    let tally = play(&server, plan(GameSource::Wait, 1, Some(1)), PUPPET, serving).await;
    assert_eq!(tally, Tally { won: 1, ..Tally::default() });
}

/// One that cannot decide begins.
#[tokio::test]
async fn a_bot_is_asked_whether_to_begin_and_bids_at_most_half_of_what_it_may() {
    let answers =
        [((|| true) as fn() -> bool, true), (|| false, false), (|| panic!("a bad bot"), true)];
    for (begins, expected) in answers {
        for bids in [false, true] {
            let server = FakeServer::start().await;
            let serving = async {
                let mut peer = welcome(&server).await;
                let mut open = second(1).seated(1);
                open["state"]["to_move"] = Value::Null;
                if bids {
                    open["bid"] = json!({"max_ms": 60_000, "commitment": "00".repeat(32)});
                    open["state"]["bidding"] = json!([true, false]);
                } else {
                    open["state"]["choosing"] = json!(1);
                }
                challenge(&mut peer, open).await;
                if bids {
                    let bid = peer.grant("bid").await;
                    assert_eq!((&bid["table"], &bid["begin"]), (&id(1), &json!(expected)));
                    assert!(bid["ms"].as_u64().unwrap() <= 30_000, "{bid}");
                } else {
                    let choice = peer.grant("choose").await;
                    assert_eq!((&choice["table"], &choice["begin"]), (&id(1), &json!(expected)));
                }
                // The seats were settled the other way.
                let players = [person(9), person(8)];
                peer.say(json!({"t": "chosen", "table": id(1), "players": players})).await;
                let mut table = FakeTable::new(1, "nim 3,4,5", [9, 8]);
                peer.say(table.state()).await;
                table.play(&peer.grant("move").await);
                table.end("resigned", &[0]);
                peer.say(table.state()).await;
                peer
            };
            let puppet = Puppet { begins, ..PUPPET };
            let tally = play(&server, plan(GameSource::Wait, 1, Some(1)), puppet, serving).await;
            assert_eq!(tally, Tally { won: 1, ..Tally::default() });
        }
    }
}

#[tokio::test]
async fn a_move_found_at_once_is_made_and_a_panic_there_costs_only_the_game() {
    let found = |view: &View| (view.ply() == 0).then(|| Move::List(vec![2, 5].into()));
    for (at_once, expected) in [
        (found as fn(&View) -> Option<Move>, Tally { lost: 1, ..Tally::default() }),
        (|_| panic!("a bad bot"), Tally { lost: 1, panics: 1, ..Tally::default() }),
    ] {
        let server = FakeServer::start().await;
        let serving = async {
            let mut peer = welcome(&server).await;
            let mut table = FakeTable::new(1, "nim 3,4,5", [9, 8]);
            challenge(&mut peer, table.seated(0)).await;
            if expected.panics == 0 {
                let mv = peer.grant("move").await;
                assert_eq!(mv["move"], json!([2, 5]));
            } else {
                peer.grant("resign").await;
            }
            table.end("resigned", &[1]);
            peer.say(table.state()).await;
            peer
        };
        let puppet = Puppet { at_once, ..PUPPET };
        let tally = play(&server, plan(GameSource::Wait, 1, Some(1)), puppet, serving).await;
        assert_eq!(tally, expected);
    }
}
