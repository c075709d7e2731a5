//! How players find each other.

use protocol::limits::MAX_DELAY;
use serde_json::json;

use super::house::{House, kinds, offer, resigned};
use crate::records::push::tests::subscription;
use protocol::Kind;

const THREE: &str = "game21_nplayer";

#[tokio::test]
async fn a_seek_is_taken_once_and_by_somebody_else() {
    let house = House::open();
    let [mut ada, mut bob, mut eve] = house.guests([1, 2, 3]).await;
    assert_eq!(kinds(&ada.heard().await), ["welcome"]);
    let seek = ada.ask_for(offer(json!({})), "seeking", "seek").await;
    let accept = json!({"t": "accept", "seek": seek});
    assert_eq!(kinds(&ada.ask(accept.clone()).await), ["own_offer"]);
    let heard = bob.ask(accept.clone()).await;
    assert_eq!(kinds(&heard), ["welcome", "ok", "seated"]);
    assert_eq!((&heard[2]["seat"], &heard[2]["offer"]), (&json!(1), &seek));
    let seated = ada.heard().await;
    assert_eq!(kinds(&seated), ["seated"]);
    assert_eq!(seated[0]["seat"], 0);
    assert_ne!(seated[0]["token"], heard[2]["token"]);
    assert_eq!(kinds(&eve.ask(accept).await), ["welcome", "not_found"]);
    assert_eq!(house.hub.attendance(), (3, 1));
}

#[tokio::test]
async fn offers_are_withdrawn_by_their_owners() {
    let house = House::open();
    let [mut ada, mut bob] = house.guests([1, 2]).await;
    let seek = ada.ask_for(offer(json!({})), "seeking", "seek").await;
    let challenge = json!({"t": "challenge", "player": bob.id()});
    let challenge = ada.ask_for(offer(challenge), "challenging", "challenge").await;
    assert_eq!(kinds(&bob.heard().await), ["welcome", "challenged"]);
    for id in [&seek, &challenge] {
        let cancel = json!({"t": "cancel", "offer": id});
        assert_eq!(kinds(&bob.ask(cancel.clone()).await), ["not_your_offer"]);
        assert_eq!(kinds(&ada.ask(cancel.clone()).await), ["ok"]);
        assert_eq!(kinds(&ada.ask(cancel).await), ["not_found"]);
    }
    let heard = bob.heard().await;
    assert_eq!(kinds(&heard), ["declined"]);
    assert_eq!(heard[0]["challenge"], challenge);
}

#[tokio::test]
async fn a_challenge_reaches_all_windows_and_is_declined_in_all() {
    let house = House::open();
    let [mut ada, mut bob, mut again] = house.guests([1, 2, 2]).await;
    let challenge = json!({"t": "challenge", "player": bob.id()});
    let id = ada.ask_for(offer(challenge.clone()), "challenging", "challenge").await;
    for window in [&mut bob, &mut again] {
        assert_eq!(kinds(&window.heard().await), ["welcome", "challenged"]);
    }
    let reply = json!({"t": "reply", "challenge": id, "accept": false, "reason": "later"});
    assert_eq!(kinds(&bob.ask(reply.clone()).await), ["ok"]);
    for window in [&mut ada, &mut again] {
        let heard = window.heard().await;
        assert_eq!(kinds(&heard), ["declined"]);
        assert_eq!(heard[0]["reason"], "later");
    }
    assert_eq!(kinds(&bob.ask(reply).await), ["not_found"]);
    let id = ada.ask_for(offer(challenge), "challenging", "challenge").await;
    let reply = json!({"t": "reply", "challenge": id, "accept": true});
    assert_eq!(kinds(&again.ask(reply).await), ["challenged", "ok", "seated"]);
    assert_eq!(kinds(&bob.heard().await), ["challenged", "seated"]);
    assert_eq!(kinds(&ada.heard().await), ["seated"]);
}

#[tokio::test]
async fn whoever_is_blocked_or_away_is_neither_challenged_nor_accepted() {
    let house = House::open();
    let [mut ada, mut bob] = house.guests([1, 2]).await;
    let (challenge, away) =
        (json!({"t": "challenge", "player": bob.id()}), house.guest(3).await.id());
    let to_nobody = offer(json!({"t": "challenge", "player": away}));
    assert_eq!(kinds(&ada.ask(to_nobody).await), ["welcome", "not_found"]);
    let seek = ada.ask_for(offer(json!({})), "seeking", "seek").await;
    house.hub.identities.set_block(ada.id(), bob.id(), true).await.expect("blocked");
    assert_eq!(kinds(&ada.ask(offer(challenge)).await), ["blocked"]);
    let accepted = bob.ask(json!({"t": "accept", "seek": seek})).await;
    assert_eq!(kinds(&accepted), ["welcome", "blocked"]);
}

/// Also after it was offered.
#[tokio::test]
async fn nothing_begins_with_a_player_who_has_blocked_the_other_or_may_no_longer_play() {
    let house = House::open();
    let identities = &house.hub.identities;
    let (mut ada, mut bob) = (house.registered(1).await, house.registered(2).await);
    let bobs = bob.connection().player.id;
    let seek = offer(json!({"private": true}));
    let seek = json!({"t": "accept", "seek": ada.ask_for(seek, "seeking", "seek").await});
    let challenge = offer(json!({"t": "challenge", "player": bobs}));
    let challenge = ada.ask_for(challenge, "challenging", "challenge").await;
    let reply = json!({"t": "reply", "challenge": challenge, "accept": true});
    bob.heard().await;
    let mut refused = async |why: &str| {
        for request in [&seek, &reply] {
            assert_eq!(kinds(&bob.ask(request.clone()).await), [why], "{request}");
        }
    };
    for (blocker, other) in [(ada.id(), bobs), (bobs, ada.id())] {
        identities.set_block(blocker, other, true).await.expect("blocked");
        refused("blocked").await;
        identities.set_block(blocker, other, false).await.expect("unblocked");
    }
    identities.ban(ada.id(), None).await.expect("banned");
    refused("not_found").await;
    identities.pardon(ada.id()).await.expect("pardoned");
    identities.delete(ada.id()).await.expect("deleted");
    refused("not_found").await;
}

#[tokio::test]
async fn what_a_banned_or_deleted_player_has_offered_is_withdrawn() {
    let house = House::open();
    let (hub, mut ada) = (&house.hub, house.registered(1).await);
    for is_banned in [true, false] {
        let mut gone = house.registered(if is_banned { 2 } else { 3 }).await;
        let seek = offer(json!({"private": true}));
        let seek = json!({"t": "accept", "seek": gone.ask_for(seek, "seeking", "seek").await});
        let challenge = offer(json!({"t": "challenge", "player": ada.id()}));
        gone.ask_for(challenge, "challenging", "challenge").await;
        match is_banned {
            true => hub.ban_player(gone.id(), None).await.expect("banned"),
            false => {
                let closed = hub.identities.delete(gone.id()).await.expect("deleted");
                hub.accounts_deleted(&closed);
            }
        }
        assert_eq!(ada.hear("declined").await["reason"], "left");
        assert_eq!(kinds(&ada.ask(seek).await), ["not_found"]);
    }
}

#[tokio::test]
async fn a_seek_for_several_begins_when_its_last_seat_is_taken_or_filled() {
    let house = House::open();
    let [mut ada, mut bob] = house.guests([1, 2]).await;
    let mut bot = house.house_bot("House bot");
    let params = json!({"players": 3, "step": 3, "target": 21});
    let game =
        json!({"variant": THREE, "params": params, "ending": "misere", "start": {"total": 0}});
    let seek = ada.ask_for(offer(json!({"game": game})), "seeking", "seek").await;
    let accept = json!({"t": "accept", "seek": seek});
    assert_eq!(kinds(&bob.ask(accept).await), ["welcome", "ok"], "one more is missing");
    let fill = json!({"t": "fill", "seek": seek});
    assert_eq!(kinds(&bob.ask(fill.clone()).await), ["not_your_offer"]);
    assert_eq!(kinds(&ada.ask(fill.clone()).await), ["ok", "seated"]);
    assert_eq!(kinds(&bob.heard().await), ["seated"]);
    assert_eq!(kinds(&bot.heard().await), ["welcome", "seated"]);
    assert_eq!(kinds(&ada.ask(fill).await), ["not_found"]);
}

#[tokio::test]
async fn nothing_new_begins_when_the_server_stops() {
    let house = House::open();
    let [mut ada, mut bob] = house.guests([1, 2]).await;
    let seek = ada.ask_for(offer(json!({})), "seeking", "seek").await;
    let challenge = offer(json!({"t": "challenge", "player": ada.id()}));
    let id = bob.ask_for(challenge.clone(), "challenging", "challenge").await;
    assert!(house.hub.is_ready());
    house.hub.drain();
    assert!(!house.hub.is_ready());
    assert_eq!(kinds(&bob.heard().await), ["closing"]);
    let accept = json!({"t": "accept", "seek": seek});
    for request in [accept, offer(json!({})), challenge, json!({"t": "quick"})] {
        assert_eq!(kinds(&bob.ask(request.clone()).await), ["server_stopping"], "{request}");
    }
    for request in
        [json!({"t": "reply", "challenge": id, "accept": true}), json!({"t": "fill", "seek": seek})]
    {
        let heard = ada.ask(request.clone()).await;
        assert_eq!(kinds(&heard).last(), Some(&"server_stopping"), "{request}");
    }
}

#[tokio::test]
async fn terms_that_do_not_go_together_are_refused_and_others_not() {
    let house = House::open();
    let (mut guest, mut person) = (house.guest(1).await, house.registered(2).await);
    let (days, now) = (json!({"kind": "days", "days": 3}), json!({"kind": "move", "ms": 9_000}));
    let over = json!({"variant": "nim", "ending": "normal", "start": {"heaps": [0]}});
    let rated = |delay: u8| json!({"rated": true, "pair": true, "delay": delay, "seat": "random"});
    let with = |mut terms: serde_json::Value, clock: &serde_json::Value| {
        terms["clock"] = clock.clone();
        offer(terms)
    };
    for (request, expected) in [
        (with(json!({}), &days), "seeking"),
        (with(json!({}), &now), "seeking"),
        (with(rated(MAX_DELAY), &now), "seeking"),
        (with(rated(MAX_DELAY + 1), &now), "bad_delay"),
        (with(rated(1), &days), "bad_delay"),
        (with(rated(0), &days), "seeking"),
        (with(json!({"delay": 1}), &now), "bad_delay"),
        (with(json!({"pair": true, "game": over}), &now), "needs_two_players"),
        (with(json!({"pie": true, "pair": true}), &now), "pie_rule_not_allowed"),
        (with(json!({"bid": true, "seat": "random"}), &now), "bids_not_allowed"),
        (with(json!({"handicap": true}), &now), "handicap_not_allowed"),
        (with(json!({"handicap": true, "seat": "random"}), &now), "seeking"),
    ] {
        let heard = person.ask(request.clone()).await;
        assert_eq!(kinds(&heard).last(), Some(&expected), "{request}: {heard:?}");
    }
    for (request, expected) in [
        (with(json!({}), &days), "account_required"),
        (with(rated(0), &now), "registration_required"),
        (offer(json!({"rated": false, "pair": true, "game": over})), "needs_two_players"),
        (offer(json!({})), "seeking"),
    ] {
        let heard = guest.ask(request.clone()).await;
        assert_eq!(kinds(&heard).last(), Some(&expected), "{request}: {heard:?}");
    }
}

#[tokio::test]
async fn two_who_want_a_quick_game_of_one_kind_get_it() {
    let house = House::open();
    let [mut ada, mut bob, mut eve] = house.guests([1, 2, 3]).await;
    assert_eq!(kinds(&ada.ask(json!({"t": "quick"})).await), ["welcome", "seeking"]);
    let other = json!({"t": "quick", "pool": {"ending": "misere"}});
    assert_eq!(kinds(&eve.ask(other).await), ["welcome", "seeking"]);
    let heard = bob.ask(json!({"t": "quick"})).await;
    assert_eq!(kinds(&heard), ["welcome", "seeking", "seated"]);
    assert_eq!(kinds(&ada.heard().await), ["seated"]);
    assert_eq!(kinds(&eve.heard().await), [""; 0]);
    for pool in [json!({"single": true}), json!({"single": true, "rated": true, "pair": true})] {
        let heard = eve.ask(json!({"t": "quick", "pool": pool})).await;
        assert_ne!(kinds(&heard), ["seeking"], "{pool}");
    }
}

#[tokio::test]
async fn whoever_waits_for_a_quick_game_is_taken_like_any_offer() {
    let house = House::open();
    let [mut ada, mut bob] = house.guests([1, 2]).await;
    let seek = ada.ask_for(json!({"t": "quick"}), "seeking", "seek").await;
    let heard = bob.ask(json!({"t": "accept", "seek": seek})).await;
    assert_eq!(kinds(&heard), ["welcome", "ok", "seated"]);
    let seek = ada.ask_for(json!({"t": "quick"}), "seeking", "seek").await;
    assert_eq!(kinds(&ada.ask(json!({"t": "cancel", "offer": seek})).await), ["ok"]);
    assert_eq!(kinds(&ada.ask(json!({"t": "cancel", "offer": seek})).await), ["not_found"]);
}

#[tokio::test]
async fn all_who_want_to_play_again_do_with_the_seats_swapped() {
    let house = House::open();
    let [mut ada, mut bob] = house.guests([1, 2]).await;
    let table = resigned(&mut ada, &mut bob).await;
    bob.heard().await;
    let again = json!({"t": "rematch", "table": table, "want": true});
    assert_eq!(kinds(&ada.ask(again.clone()).await), ["ok", "state"]);
    let heard = bob.ask(again).await;
    assert_eq!(kinds(&heard).last(), Some(&"seated"));
    let seated = heard.last().expect("seated");
    assert_eq!((&seated["seat"], &seated["offer"]), (&json!(0), &table));
    assert_eq!(kinds(&ada.heard().await).last(), Some(&"seated"));
}

#[tokio::test]
async fn a_rematch_that_cannot_be_is_wanted_by_nobody_any_more() {
    let house = House::open();
    let [mut ada, mut bob] = house.guests([1, 2]).await;
    let table = resigned(&mut ada, &mut bob).await;
    let again = json!({"t": "rematch", "table": table, "want": true});
    ada.ask(again.clone()).await;
    house.hub.drain();
    let heard = bob.ask(again).await;
    let last = heard.last().expect("something");
    assert_eq!((&last["t"], last.get("rematch")), (&json!("state"), None), "{heard:?}");
    assert_eq!(house.hub.attendance(), (2, 0));
}

#[tokio::test]
async fn a_bot_may_not_be_two() {
    let house = House::open();
    let (mut first, mut second) =
        (house.client(1, Kind::Bot).await, house.client(1, Kind::Bot).await);
    assert_eq!(first.close_code(), Some(protocol::CloseCode::TooManyConnections));
    assert_eq!(second.close_code(), None);
}

#[tokio::test]
async fn a_person_has_so_many_windows_and_the_oldest_makes_room() {
    let house = House::open();
    let mut windows = house.guests([1; protocol::limits::MAX_PLAYER_CONNECTIONS + 1]).await;
    let codes: Vec<_> = windows.iter_mut().map(|window| window.close_code()).collect();
    assert_eq!(codes[0], Some(protocol::CloseCode::TooManyConnections));
    assert!(codes[1..].iter().all(Option::is_none));
    assert_eq!(house.hub.attendance(), (1, 0));
}

#[tokio::test]
async fn what_somebody_offers_goes_with_their_last_window() {
    let house = House::open();
    let [mut ada, again, mut bob] = house.guests([1, 1, 2]).await;
    ada.ask(offer(json!({}))).await;
    ada.ask(json!({"t": "quick"})).await;
    assert_eq!(kinds(&bob.heard().await), ["welcome"]);
    let seeks = || house.hub.gauges().iter().find(|(name, ..)| *name == "seeks").expect("known").2;
    assert_eq!(seeks(), 1);
    drop(again);
    assert_eq!(seeks(), 1, "they are still here");
    drop(ada);
    assert_eq!(seeks(), 0);
    assert_eq!(kinds(&bob.ask(json!({"t": "quick"})).await), ["seeking"], "nobody waits");
}

#[tokio::test]
async fn offers_and_players_who_wait_are_listed_together_the_newest_first() {
    let house = House::open();
    let [mut ada, mut bob] = house.guests([1, 2]).await;
    let first = ada.ask_for(offer(json!({})), "seeking", "seek").await;
    let second = ada.ask_for(json!({"t": "quick"}), "seeking", "seek").await;
    let third = ada.ask_for(offer(json!({})), "seeking", "seek").await;
    ada.ask(offer(json!({"private": true}))).await;
    let heard = bob.ask(json!({"t": "lobby", "on": true})).await;
    let lobby = heard.last().expect("the lobby");
    let listed: Vec<_> = lobby["seeks"].as_array().expect("a list").iter().collect();
    let ids: Vec<_> = listed.iter().map(|seek| &seek["seek"]).collect();
    assert_eq!((ids, &lobby["seek_count"]), (vec![&third, &second, &first], &json!(3)));
}

#[tokio::test]
async fn a_game_of_days_is_offered_to_somebody_away_who_is_notified() {
    let house = House::open();
    let mut ada = house.registered(1).await;
    let bob = house.admitted("Bob").await;
    let challenge = |days: u64| {
        let clock = json!({"kind": "days", "days": days});
        offer(json!({"t": "challenge", "player": bob.player.id, "clock": clock}))
    };
    assert_eq!(kinds(&ada.ask(challenge(2)).await), ["welcome", "not_found"], "nobody tells them");
    let identities = &house.hub.identities;
    identities.set_push(Some(&bob.secret), Some(subscription())).await.expect("it is open");
    let fast = offer(json!({"t": "challenge", "player": bob.player.id}));
    assert_eq!(kinds(&ada.ask(fast).await), ["not_found"], "they are not here");
    let id = ada.ask_for(challenge(2), "challenging", "challenge").await;
    let mut here = house.client_from([60, 2, 1, 1], bob.secret, Kind::Person).await;
    let heard = here.heard().await;
    assert_eq!(kinds(&heard), ["welcome", "challenged"]);
    assert_eq!(heard[1]["challenge"], id);
    let reply = json!({"t": "reply", "challenge": id, "accept": true});
    assert_eq!(kinds(&here.ask(reply).await).last(), Some(&"seated"));
    assert_eq!(kinds(&ada.heard().await).last(), Some(&"seated"));
}
