//! The lobby as it is shown, and what happens there by itself.

use std::time::Duration;

use protocol::costs::ExpensiveRequest;
use serde_json::{Value, json};

use super::house::{House, begin, kinds, offer};
use crate::admission::request_budgets::Requester;
use crate::config::{Config, Timeouts};

/// The ids of the listed seeks.
fn seeks(view: &Value) -> Vec<&Value> {
    view["seeks"].as_array().expect("a list").iter().map(|seek| &seek["seek"]).collect()
}

#[tokio::test]
async fn the_lobby_is_shown_whole_and_then_its_changes_until_nobody_looks() {
    let house = House::open();
    let [mut ada, mut bob] = house.guests([1, 2]).await;
    let old = ada.ask_for(offer(json!({})), "seeking", "seek").await;
    let _running = house.run();
    let look = |on: bool| json!({"t": "lobby", "on": on, "show": ["seeks"]});
    let heard = bob.ask(look(true)).await;
    assert_eq!(kinds(&heard), ["welcome", "ok", "lobby"]);
    assert_eq!(seeks(&heard[2]), [&old]);
    let new = ada.ask_for(offer(json!({})), "seeking", "seek").await;
    let delta = bob.hear("lobby_delta").await;
    assert_eq!(delta["seeks"]["set"][0]["seek"], new);
    assert_eq!(delta.get("players"), None, "they have not asked for those");
    ada.ask(json!({"t": "cancel", "offer": old})).await;
    assert_eq!(bob.hear("lobby_delta").await["seeks"]["gone"], json!([old]));
    assert_eq!(kinds(&bob.ask(look(false)).await), ["ok"]);
    assert_eq!(bob.connection().looks_at(), None);
}

#[tokio::test]
async fn the_offers_of_whoever_is_blocked_are_seen_by_nobody_who_blocks_them() {
    let house = House::open();
    let [mut ada, mut bob, mut eve] = house.guests([1, 2, 3]).await;
    let first = ada.ask_for(offer(json!({})), "seeking", "seek").await;
    let look = json!({"t": "lobby", "on": true});
    let (bobs, eves) = (bob.ask(look.clone()).await, eve.ask(look.clone()).await);
    for heard in [bobs, eves] {
        assert_eq!(seeks(&heard[2]), [&first]);
    }
    house.hub.identities.set_block(bob.id(), ada.id(), true).await.expect("blocked");
    house.hub.show_lobby_again([ada.id(), bob.id()]);
    assert!(seeks(&bob.heard().await[0]).is_empty());
    assert_eq!(kinds(&eve.heard().await), [""; 0]);
    let _running = house.run();
    let second = ada.ask_for(offer(json!({})), "seeking", "seek").await;
    let lists = |delta: Value| delta["seeks"]["set"].as_array().map_or(0, Vec::len);
    let mut own = eve.hear("lobby_delta").await;
    while own["seeks"].is_null() {
        own = eve.hear("lobby_delta").await;
    }
    assert_eq!(own["seeks"]["set"][0]["seek"], second);
    assert_eq!(lists(bob.hear("lobby_delta").await), 0);
    let heard = bob.ask(look).await;
    assert!(seeks(&heard[heard.len() - 1]).is_empty());
}

#[tokio::test]
async fn whoever_waits_in_vain_is_told_of_a_house_bot_once() {
    let timeouts = Timeouts { no_match_notice_after: Duration::ZERO, ..Timeouts::default() };
    let house = House::with(Config { timeouts, ..Config::default() });
    let (mut ada, bot) = (house.guest(1).await, house.house_bot("House bot"));
    let seek = ada.ask_for(json!({"t": "quick"}), "seeking", "seek").await;
    let _running = house.run();
    let told = ada.hear("unmatched").await;
    assert_eq!((&told["seek"], &told["house_bot"]["id"]), (&seek, &json!(bot.id())));
    house.hub.identities.set_block(ada.id(), bot.id(), true).await.expect("blocked");
    let other = ada.ask_for(json!({"t": "quick"}), "seeking", "seek").await;
    let told = ada.hear("unmatched").await;
    assert_eq!((&told["seek"], told.get("house_bot")), (&other, None));
}

#[tokio::test]
async fn a_challenge_waits_in_line_for_a_house_bot_that_plays_as_much_as_it_can() {
    let house = House::with(Config { house_games: 1, ..Config::default() });
    let [mut ada, mut bob] = house.guests([1, 2]).await;
    let mut bot = house.house_bot("House bot");
    let challenge = offer(json!({"t": "challenge", "player": bot.id()}));
    let first = ada.ask_for(challenge.clone(), "challenging", "challenge").await;
    let take = json!({"t": "reply", "challenge": first, "accept": true});
    let table = bot.ask_for(take, "seated", "table").await;
    let heard = bob.ask(challenge).await;
    assert_eq!(kinds(&heard), ["welcome", "challenging", "queued"]);
    assert_eq!(heard[2]["place"], 1);
    let _running = house.run();
    ada.ask(json!({"t": "resign", "table": table})).await;
    assert_eq!(bot.hear("challenged").await["by"]["id"], json!(bob.id()));
}

#[tokio::test]
async fn a_player_who_is_away_keeps_their_challenges_for_a_while() {
    for (lifetime, is_kept) in [(Duration::ZERO, false), (Duration::from_secs(3_600), true)] {
        let timeouts = Timeouts { invitation_lifetime: lifetime, ..Timeouts::default() };
        let house = House::with(Config { timeouts, ..Config::default() });
        let [mut ada, mut bob] = house.guests([1, 2]).await;
        let challenge = offer(json!({"t": "challenge", "player": bob.id()}));
        let id = ada.ask_for(challenge, "challenging", "challenge").await;
        assert_eq!(kinds(&bob.heard().await), ["welcome", "challenged"]);
        drop(ada);
        if is_kept {
            assert_eq!(kinds(&bob.heard().await), [""; 0]);
            let _ada = house.guest(1).await;
            let take = json!({"t": "reply", "challenge": id, "accept": true});
            assert_eq!(kinds(&bob.ask(take).await), ["ok", "seated"]);
        } else {
            let _running = house.run();
            bob.hear("declined").await;
        }
    }
}

#[tokio::test]
async fn each_game_that_is_offered_is_charged_and_a_pair_twice() {
    let house = House::open();
    let (ada, at_once) = (house.guest(1).await, ExpensiveRequest::Game.allowance().at_once);
    tokio::time::pause();
    let proposal = |terms| {
        let offer = offer(terms);
        let fields = ["game", "seat", "pair"].map(|name| (name.to_owned(), offer[name].clone()));
        let fields = fields.into_iter().filter(|(_, value)| !value.is_null());
        serde_json::from_value(Value::Object(fields.collect())).expect("a proposal")
    };
    let spend = |weight| {
        let requester =
            Requester { player: Some((ada.id(), false)), from: ada.connection().prefix };
        house.hub.budgets.charge(ExpensiveRequest::Game, weight, requester, house.hub.now())
    };
    spend(at_once - 3).expect("it is allowed");
    let offered = async |terms| house.hub.offer(ada.connection(), proposal(terms), None).await;
    assert!(offered(json!({"pair": true, "seat": "random"})).await.is_ok(), "one is left");
    assert!(offered(json!({"pair": true, "seat": "random"})).await.is_err());
    assert!(offered(json!({})).await.is_ok());
    assert!(offered(json!({})).await.is_err());
    let bot = house.house_bot("House bot");
    for _ in 0..2 {
        let weight = at_once;
        let requester =
            Requester { player: Some((bot.id(), false)), from: bot.connection().prefix };
        let now = house.hub.now();
        let _ = house.hub.budgets.charge(ExpensiveRequest::Game, weight, requester, now);
        assert!(house.hub.offer(bot.connection(), proposal(json!({})), None).await.is_ok());
    }
}

#[tokio::test]
async fn a_house_bot_does_not_help_in_a_rated_game_that_is_running() {
    let house = House::open();
    let (mut ada, mut bob) = (house.registered(1).await, house.registered(2).await);
    let (mut eve, bot) = (house.guest(3).await, house.house_bot("House bot"));
    let challenge = offer(json!({"t": "challenge", "player": bot.id()}));
    assert_eq!(kinds(&eve.ask(challenge.clone()).await), ["welcome", "challenging"]);
    let terms = json!({"rated": true, "pair": true, "seat": "random"});
    let table = begin(&mut ada, &mut bob, terms).await;
    assert_eq!(kinds(&eve.ask(challenge.clone()).await), ["rated_game_running"]);
    ada.heard().await;
    let person = offer(json!({"t": "challenge", "player": ada.id()}));
    assert_eq!(kinds(&eve.ask(person).await), ["challenging"], "they know no better");
    let id = serde_json::from_value(table.clone()).expect("an id");
    assert!(!house.hub.is_half_played(id));
    let second = ada.ask_for(json!({"t": "resign", "table": table}), "seated", "table").await;
    assert!(house.hub.is_half_played(id), "the other game has the same start");
    assert_eq!(kinds(&eve.ask(challenge.clone()).await), ["rated_game_running"]);
    ada.ask(json!({"t": "resign", "table": second})).await;
    assert!(!house.hub.is_half_played(id));
    assert_eq!(kinds(&eve.ask(challenge).await), ["challenging"]);
}
