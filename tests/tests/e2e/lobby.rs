//! Finding an opponent.

use std::time::Duration;

use protocol::limits::MAX_OFFERS;
use serde_json::{Value, json};
use server::Timeouts;
use tests::{TestServer, nim};

fn seek(cid: u32) -> Value {
    json!({"t": "seek", "cid": cid, "game": nim(&[3, 5, 7]), "seat": "second"})
}

#[tokio::test]
async fn the_lobby_shows_what_is_offered_until_its_owner_has_gone() {
    let server = TestServer::open().await;
    let (mut ada, mut eve) = (server.guest("Ada").await, server.guest("Eve").await);
    eve.ask(json!({"t": "lobby", "cid": 1, "on": true})).await;
    let seeking = ada.ask(seek(1)).await;
    let shown = loop {
        let lobby = eve.lobby().await;
        if lobby["seek_count"] == 1 {
            break lobby["seeks"][0].clone();
        }
    };
    assert_eq!((&shown["seek"], &shown["by"]["name"]), (&seeking["seek"], &json!("Ada")));
    drop(ada);
    while eve.lobby().await["seek_count"] != 0 {}
}

#[tokio::test]
async fn a_drawn_start_is_committed_to_before_the_game_and_revealed_with_it() {
    let server = TestServer::open().await;
    let (mut ada, mut bob) = (server.guest("Ada").await, server.guest("Bob").await);
    bob.ask(json!({"t": "lobby", "cid": 1, "on": true})).await;
    let game = json!({"variant": "nim", "ending": "normal", "draw": {"difficulty": "easy"}});
    let seeking = ada.ask(json!({"t": "seek", "cid": 2, "game": game, "seat": "random"})).await;
    let shown = loop {
        let lobby = bob.lobby().await;
        if lobby["seek_count"] == 1 {
            break lobby["seeks"][0]["game"]["draw"].clone();
        }
    };
    assert!(seeking["commitment"].is_string(), "{seeking}");
    assert_eq!(shown, json!({"difficulty": "easy", "commitment": seeking["commitment"]}));
    bob.ask(json!({"t": "accept", "cid": 3, "seek": seeking["seek"]})).await;
    let drawn = ada.hear_a("seated").await["drawn"].clone();
    assert_eq!(drawn["commitment"], seeking["commitment"]);
    let drawn: protocol::Draw = serde_json::from_value(drawn).expect("a draw");
    assert_eq!(drawn.keeps_commitment(), Some(true));
    // Quick play commits to the start of the player who waits; a seed of one's own needs nothing.
    let pool = json!({"variant": "nim", "ending": "normal"});
    let quick = ada.ask(json!({"t": "quick", "cid": 4, "pool": pool})).await;
    assert!(quick["commitment"].is_string(), "{quick}");
    let own = json!({"variant": "nim", "ending": "normal", "draw": {"seed": 7}});
    let ask = json!({"t": "challenge", "cid": 5, "player": bob.id, "game": own, "seat": "first"});
    assert!(ada.ask(ask).await["commitment"].is_null());
}

#[tokio::test]
async fn a_handicap_is_computed_when_the_offer_is_taken_and_is_said() {
    let server = TestServer::open().await;
    let (mut ada, mut bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let game = json!({"variant": "nim", "ending": "normal", "draw": {"difficulty": "easy"}});
    let seek = json!({"t": "seek", "cid": 1, "game": game, "seat": "random", "handicap": true});
    let seeking = ada.ask(seek.clone()).await;
    bob.ask(json!({"t": "lobby", "cid": 1, "on": true})).await;
    let shown = bob.lobby().await["seeks"][0].clone();
    assert_eq!((&shown["handicap"], &shown["seek"]), (&json!(true), &seeking["seek"]));
    assert_eq!(bob.ask(json!({"t": "accept", "cid": 2, "seek": seeking["seek"]})).await["t"], "ok");
    let seated = ada.hear_a("seated").await;
    let handicap = &seated["handicap"];
    assert_eq!((&handicap["ratings"], &handicap["by"]), (&json!([null, null]), &json!("start")));
    let chance = handicap["chance"].as_u64().expect("a chance");
    assert!((35..=65).contains(&chance), "{seated}");
    let drawn: protocol::Draw = serde_json::from_value(seated["drawn"].clone()).expect("a draw");
    assert_eq!(drawn.keeps_commitment(), Some(true));
    for (field, value) in [("rated", json!(true)), ("pair", json!(true)), ("seat", json!("first"))]
    {
        let mut other = seek.clone();
        other[field] = value;
        let refused = ada.refused(other).await;
        assert!(["bad_game", "forbidden"].contains(&refused.as_str()), "{field}: {refused}");
    }
}

#[tokio::test]
async fn a_challenge_is_taken_declined_or_withdrawn() {
    let server = TestServer::open().await;
    let (mut ada, mut bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let challenge = |cid| json!({"t": "challenge", "cid": cid, "player": bob.id, "game": nim(&[1]), "seat": "first"});
    let requests = [challenge(1), challenge(2), challenge(3)];
    let reply = |cid, challenge: &Value, accept| json!({"t": "reply", "cid": cid, "challenge": challenge, "accept": accept});

    let sent = ada.ask(requests[0].clone()).await;
    let heard = bob.hear_a("challenged").await;
    assert_eq!(heard["challenge"], sent["challenge"]);
    assert_eq!(ada.refused(reply(9, &sent["challenge"], true)).await, "not_found");
    assert_eq!(bob.ask(reply(1, &sent["challenge"], true)).await["t"], "ok");
    assert_eq!(bob.hear_a("seated").await["seat"], 1);
    assert_eq!(ada.hear_a("seated").await["offer"], sent["challenge"]);

    let sent = ada.ask(requests[1].clone()).await;
    let mut later = reply(2, &sent["challenge"], false);
    later["reason"] = json!("later");
    assert_eq!(bob.ask(later).await["t"], "ok");
    let declined = ada.hear_a("declined").await;
    assert_eq!(
        (&declined["challenge"], &declined["reason"]),
        (&sent["challenge"], &json!("later"))
    );

    let sent = ada.ask(requests[2].clone()).await;
    ada.ask(json!({"t": "cancel", "cid": 8, "offer": sent["challenge"]})).await;
    assert_eq!(bob.hear_a("declined").await["challenge"], sent["challenge"]);
    assert_eq!(bob.refused(reply(3, &sent["challenge"], true)).await, "not_found");
}

#[tokio::test]
async fn a_challenge_waits_for_an_owner_who_has_lost_the_connection() {
    let server = TestServer::open().await;
    let mut bob = server.guest("Bob").await;
    let hello = json!({"t": "hello", "cid": 0, "name": "Ada", "kind": "bot", "client": "test", "token": "5".repeat(64)});
    let mut ada = server.stranger().await;
    ada.ask(hello.clone()).await;
    let challenge =
        json!({"t": "challenge", "cid": 1, "player": bob.id, "game": nim(&[1]), "seat": "first"});
    let sent = ada.ask(challenge).await["challenge"].clone();
    drop(ada);
    let reply = json!({"t": "reply", "cid": 2, "challenge": sent, "accept": true});
    assert_eq!(bob.ask(reply).await["t"], "ok");
    let table = bob.hear_a("seated").await["state"]["table"].clone();
    let mut ada = server.stranger().await;
    assert_eq!(ada.ask(hello).await["games"], json!([table]));
}

#[tokio::test]
async fn each_wrong_request_in_the_lobby_has_its_own_code() {
    let server = TestServer::open().await;
    let (mut ada, mut bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let bad = |game: Value| json!({"t": "seek", "cid": 1, "game": game, "seat": "first"});
    let heaps =
        |heaps: Value| json!({"variant": "nim", "ending": "normal", "start": {"heaps": heaps}});
    assert_eq!(ada.refused(bad(heaps(json!([1u64 << 53])))).await, "bad_game");
    assert_eq!(ada.refused(bad(heaps(json!(vec![1; 1001])))).await, "bad_game");
    assert_eq!(ada.refused(bad(heaps(json!([-1])))).await, "bad_message");
    let unknown = json!({"variant": "chess", "ending": "normal", "start": {"heaps": []}});
    assert_eq!(ada.refused(bad(unknown)).await, "bad_game");
    let params =
        json!({"variant": "nim", "params": {"k": 1}, "ending": "normal", "start": {"heaps": []}});
    assert_eq!(ada.refused(bad(params)).await, "bad_game");

    let own = ada.ask(seek(2)).await["seek"].clone();
    assert_eq!(ada.refused(json!({"t": "accept", "cid": 3, "seek": own})).await, "forbidden");
    assert_eq!(bob.refused(json!({"t": "cancel", "cid": 3, "offer": own})).await, "forbidden");
    assert_eq!(bob.refused(json!({"t": "accept", "cid": 4, "seek": ada.id})).await, "not_found");
    let nobody =
        json!({"t": "challenge", "cid": 5, "player": own, "game": nim(&[1]), "seat": "first"});
    assert_eq!(bob.refused(nobody).await, "not_found");
    for cid in 1..MAX_OFFERS as u32 {
        assert_eq!(ada.ask(seek(100 + cid)).await["t"], "seeking");
    }
    assert_eq!(ada.refused(seek(99)).await, "too_many");
    let again = json!({"t": "hello", "cid": 7, "name": "Ada", "kind": "bot", "client": "test"});
    assert_eq!(ada.refused(again).await, "bad_hello");
}

#[tokio::test]
async fn an_invitation_is_not_listed() {
    let server = TestServer::open().await;
    let (mut ada, mut bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let mut private = seek(1);
    private["private"] = json!(true);
    let invitation = ada.ask(private).await["seek"].clone();
    bob.ask(json!({"t": "lobby", "cid": 1, "on": true})).await;
    assert_eq!(bob.lobby().await["seek_count"], 0);
    assert_eq!(bob.ask(json!({"t": "accept", "cid": 2, "seek": invitation})).await["t"], "ok");
    assert_eq!(bob.hear_a("seated").await["seat"], 0);
}

#[tokio::test]
async fn quick_play_pairs_players_who_want_the_same() {
    let server = TestServer::open().await;
    let (mut ada, mut bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let quick = |cid| json!({"t": "quick", "cid": cid, "pool": {"ending": "misere"}});
    let other = ada.ask(json!({"t": "quick", "cid": 1})).await;
    assert_eq!(other["t"], "seeking");
    ada.ask(json!({"t": "cancel", "cid": 2, "offer": other["seek"]})).await;
    let waits = [ada.ask(quick(3)).await, bob.ask(quick(3)).await];
    let (one, two) = (ada.hear_a("seated").await, bob.hear_a("seated").await);
    assert_eq!(one["state"]["table"], two["state"]["table"]);
    assert_eq!(
        (&one["game"]["variant"], &one["game"]["ending"]),
        (&json!("nim"), &json!("misere"))
    );
    assert!(waits.iter().any(|wait| wait["seek"] == one["offer"]));
    let chess = json!({"t": "quick", "cid": 4, "pool": {"variant": "chess"}});
    assert_eq!(ada.refused(chess).await, "bad_game");
}

#[tokio::test]
async fn an_unmatched_player_is_notified_and_may_keep_waiting() {
    let no_match_notice_after = Duration::from_millis(50);
    let server =
        TestServer::waiting(Timeouts { no_match_notice_after, ..Timeouts::default() }).await;
    let mut ada = server.guest("Ada").await;
    let wait = ada.ask(json!({"t": "quick", "cid": 1})).await;
    let unmatched = ada.hear_a("unmatched").await;
    assert_eq!((&unmatched["seek"], &unmatched["house_bot"]), (&wait["seek"], &Value::Null));
    let mut bob = server.guest("Bob").await;
    bob.ask(json!({"t": "quick", "cid": 1})).await;
    assert_eq!(ada.hear_a("seated").await["offer"], bob.hear_a("seated").await["offer"]);
}

#[tokio::test]
async fn an_invitation_outlives_a_short_absence() {
    let server = TestServer::open().await;
    let mut ada = tests::Client::connect(&server.url()).await.expect("accepted");
    let hello = json!({"t": "hello", "cid": 0, "name": "Ada", "kind": "bot", "client": "test"});
    let token = ada.ask(hello.clone()).await["token"].clone();
    let mut private = seek(1);
    private["private"] = json!(true);
    let invitation = ada.ask(private).await["seek"].clone();
    drop(ada);
    let mut bob = server.guest("Bob").await;
    assert_eq!(bob.ask(json!({"t": "accept", "cid": 2, "seek": invitation})).await["t"], "ok");
    let table = bob.hear_a("seated").await["state"]["table"].clone();
    let mut ada = tests::Client::connect(&server.url()).await.expect("accepted");
    let mut again = hello;
    again["token"] = token;
    assert_eq!(ada.ask(again).await["games"], json!([table]));
    let view = ada.ask(json!({"t": "attach", "cid": 3, "table": table})).await;
    assert_eq!(view["state"]["present"], json!([true, true]));
}

/// A player's own page on the server says whether they are here and what they play; one whom nobody
/// knows has none.
#[tokio::test]
async fn a_player_can_be_looked_up_while_they_are_here() {
    let server = TestServer::open().await;
    let http = tests::raw::Http(server.at);
    let (mut ada, mut bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let (table, _, _) = tests::seat(&mut ada, &mut bob, tests::nim(&[3, 4])).await;
    let path = format!("/api/players/{}", ada.id.as_str().expect("an id"));
    let look = async || http.ask("GET", &path, None, "").await;
    let (status, found) = look().await;
    assert_eq!(status, 200, "{found}");
    assert_eq!((&found["online"], &found["blocked"]), (&json!(true), &json!(false)));
    assert_eq!((&found["player"]["name"], &found["tables"]), (&json!("Ada"), &json!([table])));
    drop(ada);
    while look().await.0 != 404 {}
}
