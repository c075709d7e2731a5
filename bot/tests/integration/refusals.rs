//! What a driver makes of refusals, and what it signs.

use std::sync::{Arc, Mutex};

use bot::{
    Bot, BotError, Driver, DriverOptions, GameError, GameErrorKind, GameSource, MoveKey,
    OfferFilter, OnStop, Tally, View,
};
use protocol::{Cause, Missing, MoveChain, Nonce, Resignation, Secret};
use rules::{Move, Seat, Setup};
use serde_json::{Value, json};

use crate::driving::{challenged, declines, game, lasker, lobby, look, nim_only, offer, played};
use crate::nim::{client_of, welcome, welcome_with};
use fake::{FakePeer, FakeServer, FakeTable, id, person};

/// Makes the first legal move until there are this many, and then fails.
struct Tiring(u32);

impl Bot for Tiring {
    fn choose(&mut self, view: &View) -> Result<Move, BotError> {
        match view.ply() < self.0 {
            true => view.moves().next().ok_or(BotError::Stuck),
            false => Err(BotError::TimedOut),
        }
    }
}

fn seek(number: u128) -> Value {
    json!({"seek": id(number), "by": person(8), "game": game(), "seat": "random", "missing": 1})
}

/// Plays one game that the driver waits for.
async fn play(server: &FakeServer, moves: u32, serving: impl Future<Output = FakePeer>) -> Tally {
    let (source, on_stop) = (GameSource::Wait, OnStop::Resign);
    let plan = DriverOptions { source, concurrency: 1, thinkers: 1, games: Some(1), on_stop };
    let driver = Driver::new(client_of(server), plan, |_: &Setup, _: Seat| Tiring(moves));
    played(driver, async { serving.await.gone().await }).await.0
}

/// A game in which the player moves first.
async fn challenge(peer: &mut FakePeer) -> FakeTable {
    peer.say(challenged(9, person(8), game())).await;
    assert_eq!(peer.grant("reply").await["accept"], true);
    let table = FakeTable::new(1, "nim 3,4,5", [9, 8]);
    peer.say(table.seated(0)).await;
    table
}

#[tokio::test]
async fn after_a_refusal_nothing_is_offered_for_a_while() {
    for (cause, refused) in [(Cause::StartQueueFull, 0), (Cause::TooManyOffers { max: 1 }, 1)] {
        let server = FakeServer::start().await;
        let serving = async {
            let mut peer = welcome_with(&server, json!({"offers": 1})).await;
            let seek = peer.hear("seek").await;
            peer.refuse(&seek, cause).await;
            declines(&mut peer, person(8), game(), "busy").await;
            peer
        };
        let source = GameSource::Seek { offer: Box::new(offer) };
        let tally = look(&server, source, OfferFilter::default(), serving).await;
        assert_eq!(tally, Tally { refused, ..Tally::default() });
    }
}

#[tokio::test]
async fn who_was_declined_begins_nothing_for_a_while() {
    let server = FakeServer::start().await;
    let serving = async {
        let mut peer = welcome(&server).await;
        peer.grant("lobby").await;
        peer.say(json!({"t": "declined", "challenge": id(3), "reason": "busy"})).await;
        lobby(&mut peer, 1, json!([]), json!([seek(1)])).await;
        declines(&mut peer, person(8), lasker(), "game").await;
        peer
    };
    look(&server, GameSource::Accept, nim_only(), serving).await;
}

#[tokio::test]
async fn a_challenge_whose_acceptance_is_refused_is_declined() {
    let server = FakeServer::start().await;
    let serving = async {
        let mut peer = welcome(&server).await;
        peer.say(challenged(3, person(8), game())).await;
        let reply = peer.hear("reply").await;
        peer.refuse(&reply, Cause::TooManyGames { max: 1 }).await;
        let declined = peer.grant("reply").await;
        assert_eq!(declined["challenge"], id(3));
        assert_eq!((&declined["accept"], &declined["reason"]), (&json!(false), &json!("later")));
        // A challenge that was withdrawn needs no answer.
        peer.say(challenged(4, person(8), game())).await;
        let reply = peer.hear("reply").await;
        peer.refuse(&reply, Cause::NotFound { what: Missing::Challenge }).await;
        declines(&mut peer, person(8), lasker(), "game").await;
        // Nor does the refusal to decline one.
        peer.say(challenged(5, person(8), lasker())).await;
        let reply = peer.hear("reply").await;
        peer.refuse(&reply, Cause::TooManyGames { max: 1 }).await;
        declines(&mut peer, person(8), lasker(), "game").await;
        peer
    };
    let tally = look(&server, GameSource::Wait, nim_only(), serving).await;
    assert_eq!(tally, Tally { refused: 2, ..Tally::default() });
}

#[tokio::test]
async fn an_offer_that_is_gone_makes_way_for_the_next_at_once_and_a_refused_one_does_not() {
    for (cause, waits) in
        [(Cause::NotFound { what: Missing::Offer }, false), (Cause::TooManyGames { max: 1 }, true)]
    {
        let server = FakeServer::start().await;
        let serving = async {
            let mut peer = welcome(&server).await;
            peer.grant("lobby").await;
            lobby(&mut peer, 1, json!([]), json!([seek(1)])).await;
            let accept = peer.hear("accept").await;
            peer.refuse(&accept, cause).await;
            lobby(&mut peer, 2, json!([]), json!([seek(2)])).await;
            if !waits {
                assert_eq!(peer.grant("accept").await["seek"], id(2));
            }
            declines(&mut peer, person(8), lasker(), "game").await;
            peer
        };
        let tally = look(&server, GameSource::Accept, nim_only(), serving).await;
        assert_eq!(tally, Tally { refused: waits.into(), ..Tally::default() });
    }
}

#[tokio::test]
async fn what_crosses_the_end_or_the_return_of_the_other_is_no_error_and_other_refusals_are() {
    let crossing = [Cause::ClaimTooSoon, Cause::GameOver];
    let others = [Cause::AllowanceExceeded, Cause::AllowanceExceeded];
    for (causes, winner, expected) in [
        (crossing, 0, Tally { won: 1, timeouts: 1, ..Tally::default() }),
        (others, 1, Tally { lost: 1, timeouts: 1, refused: 2, ..Tally::default() }),
    ] {
        let [of_claim, of_resignation] = causes;
        let server = FakeServer::start().await;
        let serving = async {
            let mut peer = welcome(&server).await;
            let mut table = challenge(&mut peer).await;
            table.play(&peer.grant("move").await);
            let mut gone = table.state();
            gone["claim_ms"] = json!([null, 0]);
            peer.say(gone).await;
            let claim = peer.hear("claim").await;
            peer.refuse(&claim, of_claim).await;
            table.play_any();
            peer.say(table.state()).await;
            // It fails at its second move.
            let resign = peer.hear("resign").await;
            peer.refuse(&resign, of_resignation).await;
            table.end("resigned", &[winner]);
            peer.say(table.state()).await;
            peer
        };
        assert_eq!(play(&server, 2, serving).await, expected);
    }
}

/// Also after a reconnect, because the server may not have stored the last one.
#[tokio::test]
async fn each_move_and_the_resignation_are_signed_in_the_chain_of_the_game() {
    let server = FakeServer::start().await;
    let key = MoveKey::new(Secret::new([7; 32]));
    let signer = key.clone();
    let serving = async {
        let mut peer = welcome(&server).await;
        let enter = peer.hear("enter").await;
        assert_eq!(enter["invitation"], json!(Secret::new([3; 32])));
        assert_eq!(enter["nonce"], json!(Nonce::new([1; 32])));
        peer.refuse(&enter, Cause::TooManyOffers { max: 1 }).await;
        let mut table = FakeTable::new(1, "nim 3,4,5", [9, 8]);
        peer.say(table.seated(0)).await;
        let here = serde_json::from_value(id(1)).unwrap();
        let mut chain = MoveChain::new(here, table.game.setup());
        let first = peer.hear("attest").await;
        let mv = peer.grant("move").await;
        table.play(&mv);
        let signed = signer.sign(&chain.text(&table.game.moves()[0]));
        assert_eq!((&first["signature"], &first["resigns"]), (&json!(signed), &Value::Null));
        peer.refuse(&first, Cause::TooManyOffers { max: 1 }).await;
        peer.say(table.state()).await;
        table.play_any();
        peer.say(table.state()).await;
        table.game.moves().iter().for_each(|mv| chain.play(mv));
        let second = peer.hear("attest").await;
        table.play(&peer.grant("move").await);
        assert_eq!(second["signature"], json!(signer.sign(&chain.text(&table.game.moves()[2]))));
        peer.say(table.state()).await;
        table.play_any();
        table.game.moves()[2..].iter().for_each(|mv| chain.play(mv));
        peer.say(table.state()).await;
        let third = peer.hear("attest").await;
        let why = Resignation::TimedOut;
        assert_eq!(third["signature"], json!(signer.sign(&chain.resignation(why))));
        assert_eq!(third["resigns"], json!(why));
        peer.hear("resign").await;
        drop(peer);
        let mut peer = welcome(&server).await;
        let request = peer.hear("attach").await;
        peer.grant("enter").await;
        let again = peer.grant("attest").await;
        assert_eq!((&again["table"], &again["signature"]), (&id(1), &third["signature"]));
        table.end("resigned", &[1]);
        peer.say(table.table(&request)).await;
        peer
    };
    let source = GameSource::Enter {
        tournament: serde_json::from_value(id(5)).unwrap(),
        invitation: Some(Secret::new([3; 32])),
        nonce: Nonce::new([1; 32]),
        key: Some(key),
        program: None,
        to_the_end: false,
    };
    let on_stop = OnStop::Leave;
    let plan = DriverOptions { source, concurrency: 1, thinkers: 1, games: Some(1), on_stop };
    let driver = Driver::new(client_of(&server), plan, |_: &Setup, _: Seat| Tiring(4));
    let (tally, ()) = played(driver, async { serving.await.gone().await }).await;
    assert_eq!(tally, Tally { lost: 1, timeouts: 1, disconnections: 1, ..Tally::default() });
}

#[tokio::test]
async fn an_error_is_told_with_the_game_so_far() {
    let server = FakeServer::start().await;
    let heard = Arc::new(Mutex::new(Vec::new()));
    let serving = async {
        let mut peer = welcome(&server).await;
        let mut table = FakeTable::new(1, "nim 3,4,5", [8, 9]);
        table.play_any();
        peer.say(challenged(9, person(8), game())).await;
        peer.grant("reply").await;
        peer.say(table.seated(1)).await;
        let mv = peer.hear("move").await;
        peer.refuse(&mv, Cause::IllegalMove).await;
        peer.grant("abort").await;
        table.end("aborted", &[]);
        peer.say(table.state()).await;
        peer.gone().await;
        table.game.to_string()
    };
    let (source, on_stop) = (GameSource::Wait, OnStop::Resign);
    let options = DriverOptions { source, concurrency: 1, thinkers: 1, games: Some(1), on_stop };
    let mut driver = Driver::new(client_of(&server), options, |_: &Setup, _| Tiring(9));
    let hearing = Arc::clone(&heard);
    driver.on_game_error(move |error| hearing.lock().unwrap().push(error));
    let (tally, record) = played(driver, serving).await;
    assert_eq!(tally, Tally { no_result: 1, illegal: 1, ..Tally::default() });
    let table = serde_json::from_value(id(1)).unwrap();
    let (seat, kind) = (Seat(1), GameErrorKind::Illegal);
    let why = format!("[0,1]: {}", protocol::ErrorBody::from(Cause::IllegalMove).message);
    assert_eq!(*heard.lock().unwrap(), [GameError { table, seat, record, kind, why }]);
}
