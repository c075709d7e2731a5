//! How a driver finds its games: what it offers, whom it challenges and what it accepts.

use bot::{Driver, DriverOptions, GameSource, MoveKey, OfferFilter, OnStop, SolverBot, Tally};
use protocol::{Cause, Missing, Name, Nonce, QuickPool, Secret};
use rules::{Seat, Setup};
use serde_json::{Value, json};
use solver::Level;

use crate::driving::{challenged, declines, game, lasker, lobby, look, nim_only, offer, played};
use crate::nim::{OFFER, client_of, seated, state, welcome, welcome_with};
use fake::{FakeServer, id, person};

#[tokio::test]
async fn as_many_games_are_offered_as_there_are_places_and_the_server_keeps() {
    let server = FakeServer::start().await;
    let serving = async {
        let mut peer = welcome_with(&server, json!({"offers": 2})).await;
        let seeking =
            |seek: &Value, id: Value| json!({"t": "seeking", "cid": seek["cid"], "seek": id});
        let (one, two) = (peer.hear("seek").await, peer.hear("seek").await);
        assert_eq!((&one["game"]["start"], &one["seat"]), (&game()["start"], &json!("random")));
        peer.say(seeking(&one, json!(OFFER))).await;
        peer.say(seeking(&two, id(2))).await;
        declines(&mut peer, person(8), game(), "busy").await;
        // The first becomes a game: there is room for another, and it is still only two.
        peer.say(seated()).await;
        let (mut heard, mut three) = (Vec::new(), Value::Null);
        for _ in 0..2 {
            let message = peer.next().await.unwrap();
            heard.push(message["t"].as_str().unwrap().to_owned());
            if message["t"] == "seek" {
                three = message;
            }
        }
        heard.sort();
        assert_eq!(heard, ["move", "seek"]);
        peer.say(seeking(&three, id(3))).await;
        declines(&mut peer, person(8), game(), "busy").await;
        peer
    };
    let source = GameSource::Seek { offer: Box::new(offer) };
    let tally = look(&server, source, OfferFilter::default(), serving).await;
    assert_eq!(tally, Tally::default());
}

#[tokio::test]
async fn a_refused_offer_is_counted_and_made_again() {
    let server = FakeServer::start().await;
    let serving = async {
        let mut peer = welcome_with(&server, json!({"offers": 1})).await;
        let seek = peer.hear("seek").await;
        peer.refuse(&seek, Cause::StartQueueFull).await;
        let seek = peer.hear("seek").await;
        peer.refuse(&seek, Cause::NotFound { what: Missing::Path }).await;
        peer.hear("seek").await;
        peer
    };
    let source = GameSource::Seek { offer: Box::new(offer) };
    let tally = look(&server, source, OfferFilter::default(), serving).await;
    assert_eq!(tally, Tally { refused: 1, ..Tally::default() }, "busy is no refusal");
}

#[tokio::test]
async fn quick_play_is_asked_for_one_game_at_a_time() {
    let server = FakeServer::start().await;
    let serving = async {
        let mut peer = welcome(&server).await;
        let quick = peer.hear("quick").await;
        assert_eq!(quick["pool"]["ending"], "misere");
        declines(&mut peer, person(8), game(), "busy").await;
        peer.say(json!({"t": "seeking", "cid": quick["cid"], "seek": id(2)})).await;
        declines(&mut peer, person(8), game(), "busy").await;
        // The offer of the other led to the game.
        peer.say(seated()).await;
        let mut heard = [peer.next().await.unwrap(), peer.next().await.unwrap()]
            .map(|message| message["t"].as_str().unwrap().to_owned());
        heard.sort();
        assert_eq!(heard, ["move", "quick"]);
        peer
    };
    let pool = json!({"variant": "nim", "ending": "misere"});
    let pool: QuickPool = serde_json::from_value(pool).unwrap();
    let source = GameSource::Quick(Box::new(pool));
    look(&server, source, OfferFilter::default(), serving).await;
}

#[tokio::test]
async fn one_player_is_challenged_while_they_are_in_the_lobby() {
    let server = FakeServer::start().await;
    let serving = async {
        let mut peer = welcome_with(&server, json!({"offers": 1})).await;
        let asked = peer.grant("lobby").await;
        assert_eq!(asked["show"], json!(["players"]));
        declines(&mut peer, person(8), game(), "busy").await;
        // The client has the number 9, and that name too.
        let me = json!({"id": id(9), "name": "player 8", "kind": "bot"});
        lobby(&mut peer, 1, json!([me, person(7)]), json!([])).await;
        declines(&mut peer, person(7), game(), "busy").await;
        lobby(&mut peer, 2, json!([me, person(7), person(8)]), json!([])).await;
        let challenge = peer.hear("challenge").await;
        assert_eq!((&challenge["player"], &challenge["game"]["start"]), (&id(8), &game()["start"]));
        declines(&mut peer, person(7), game(), "busy").await;
        lobby(&mut peer, 3, json!([me]), json!([])).await;
        peer.refuse(&challenge, Cause::NotFound { what: Missing::Player }).await;
        declines(&mut peer, person(7), game(), "busy").await;
        lobby(&mut peer, 4, json!([person(8)]), json!([])).await;
        let challenge = peer.hear("challenge").await;
        peer.say(json!({"t": "challenging", "cid": challenge["cid"], "challenge": OFFER})).await;
        declines(&mut peer, person(7), game(), "busy").await;
        peer.say(seated()).await;
        let mut heard = [peer.next().await.unwrap(), peer.next().await.unwrap()];
        heard.sort_by_key(|message| message["t"].to_string());
        assert_eq!((&heard[0]["t"], &heard[1]["t"]), (&json!("challenge"), &json!("move")));
        peer.refuse(&heard[0], Cause::TooManyOffers { max: 1 }).await;
        let again = peer.hear("challenge").await;
        peer.refuse(&again, Cause::TooManyOffers { max: 1 }).await;
        peer.hear("challenge").await;
        peer
    };
    let name = Name::try_from("player 8".to_owned()).unwrap();
    let source = GameSource::Challenge { name, offer: Box::new(offer) };
    let tally = look(&server, source, OfferFilter::default(), serving).await;
    assert_eq!(tally, Tally { refused: 2, ..Tally::default() }, "they had left before");
}

#[tokio::test]
async fn nothing_new_is_begun_on_a_server_that_is_about_to_stop() {
    let server = FakeServer::start().await;
    let serving = async {
        let mut peer = welcome(&server).await;
        peer.grant("lobby").await;
        peer.say(json!({"t": "closing", "message": "soon"})).await;
        let seek =
            json!({"seek": id(1), "by": person(8), "game": game(), "seat": "random", "missing": 1});
        lobby(&mut peer, 1, json!([]), json!([seek])).await;
        declines(&mut peer, person(8), lasker(), "game").await;
        // Unless it is still there later.
        assert_eq!(peer.grant("accept").await["seek"], id(1));
        peer
    };
    look(&server, GameSource::Accept, nim_only(), serving).await;
}

#[tokio::test]
async fn each_offer_that_is_wanted_is_accepted_once_the_oldest_first() {
    let server = FakeServer::start().await;
    let seek = |number, by: Value, variant: &str| {
        let mut game = game();
        game["variant"] = json!(variant);
        json!({"seek": id(number), "by": by, "game": game, "seat": "random", "missing": 1})
    };
    let serving = async {
        let mut peer = welcome(&server).await;
        assert_eq!(peer.grant("lobby").await["show"], json!(["seeks"]));
        let seeks = [
            seek(14, person(9), "nim"),
            seek(13, person(7), "lasker"),
            seek(12, person(7), "nim"),
            seek(11, person(8), "nim"),
        ];
        lobby(&mut peer, 1, json!([]), json!(seeks)).await;
        let oldest = peer.grant("accept").await;
        assert_eq!(oldest["seek"], id(11));
        let other = peer.hear("accept").await;
        assert_eq!(other["seek"], id(12));
        peer.refuse(&other, Cause::NotFound { what: Missing::Offer }).await;
        lobby(&mut peer, 2, json!([]), json!(seeks)).await;
        // Two of four places are taken. A challenge is accepted, but for another game.
        declines(&mut peer, person(8), seek(1, person(8), "lasker")["game"].clone(), "game").await;
        for challenge in [21, 22, 23] {
            peer.say(challenged(challenge, person(7), game())).await;
            let reply = peer.grant("reply").await;
            assert_eq!((&reply["accept"], &reply["challenge"]), (&json!(true), &id(challenge)));
        }
        declines(&mut peer, person(7), game(), "busy").await;
        // One that has gone may come back, when there is a place.
        lobby(&mut peer, 3, json!([]), json!([])).await;
        lobby(&mut peer, 4, json!([]), json!([seeks[2]])).await;
        declines(&mut peer, person(7), game(), "busy").await;
        peer
    };
    let tally = look(&server, GameSource::Accept, nim_only(), serving).await;
    assert_eq!(tally, Tally::default());
}

/// A tournament's view in this stage.
fn tournament(stage: &str) -> Value {
    json!({
        "t": "tournament", "tournament": id(5), "stage": stage, "commitment": "", "key": "",
        "plan": {
            "name": "Test", "format": {"kind": "round_robin"}, "entrants": 2,
            "begin": {"when": "full"},
            "courses": [{"variant": "nim", "ending": "normal", "size": 6}],
        },
        "entrants": [], "standings": [], "rounds": 1, "played": 0, "pairs": 1, "elapsed_ms": 0,
    })
}

#[tokio::test]
async fn in_a_tournament_moves_are_signed_until_it_is_over() {
    let server = FakeServer::start().await;
    let key = MoveKey::new(Secret::new([7; 32]));
    let public = key.public();
    let serving = async {
        let mut peer = welcome(&server).await;
        let enter = peer.hear("enter").await;
        assert_eq!((&enter["tournament"], &enter["key"]), (&id(5), &json!(public)));
        // It has entered before.
        peer.refuse(&enter, Cause::GameOver).await;
        assert_eq!(peer.grant("follow").await["tournament"], id(5));
        declines(&mut peer, person(8), game(), "busy").await;
        let check = json!({
            "t": "ready_check", "tournament": id(5), "round": 1, "board": 1, "pair": 1,
            "opponent": person(8), "wait_ms": 1_000,
        });
        peer.say(check).await;
        assert_eq!(peer.grant("ready").await["tournament"], id(5));
        peer.say(seated()).await;
        let attest = peer.hear("attest").await;
        assert_eq!(attest["tournament"], id(5));
        let mv = peer.grant("move").await;
        assert_eq!(mv["ply"], 0);
        // Its pair is over.
        peer.refuse(&attest, Cause::GameOver).await;
        // Another tournament's end is none of its own.
        let mut other = tournament("finished");
        other["tournament"] = id(6);
        peer.say(other).await;
        peer.say(tournament("running")).await;
        let mut over = state(1, json!([0, 1]), json!([2, 4, 5]));
        over["to_move"] = Value::Null;
        over["over"] = json!({"winners": [0], "reason": "resigned"});
        peer.say(over).await;
        declines(&mut peer, person(8), game(), "busy").await;
        peer.say(tournament("finished")).await;
        peer.gone().await;
    };
    let source = GameSource::Enter {
        tournament: serde_json::from_value(id(5)).unwrap(),
        invitation: None,
        nonce: Nonce::new([1; 32]),
        key: Some(key),
        program: None,
        to_the_end: true,
    };
    let on_stop = OnStop::Leave;
    let plan = DriverOptions { source, concurrency: 1, thinkers: 1, games: None, on_stop };
    let make =
        |setup: &Setup, _: Seat| SolverBot::new(setup, Level::Perfect, 1, bot::Effort::default());
    let driver = Driver::new(client_of(&server), plan, make);
    let (tally, ()) = played(driver, serving).await;
    assert_eq!(tally, Tally { won: 1, ..Tally::default() });
}
