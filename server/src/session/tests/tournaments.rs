//! Tournaments as their entrants see them.

use std::net::IpAddr;

use protocol::{Kind, Plan, TournamentId};
use serde_json::{Value, json};

use super::house::{House, kinds};
use crate::live::tournaments::Order;
use crate::records::account::erased_name;
use crate::store::{Checked, Entry};
use protocol::Secret;

/// Creates a tournament of two with these other fields of its plan.
pub(crate) async fn created(house: &House, fields: Value) -> (TournamentId, Secret) {
    let mut plan = json!({
        "name": "Test", "format": {"kind": "round_robin"}, "entrants": 2,
        "begin": {"when": "full"},
        "courses": [{"variant": "nim", "ending": "normal", "size": 6}],
    });
    for (name, value) in fields.as_object().expect("fields") {
        plan[name] = value.clone();
    }
    let plan: Plan = serde_json::from_value(plan).expect("a plan");
    let founder = (house.guest(9).await.id(), IpAddr::from([60, 9, 1, 1]).into());
    let tournaments = &house.hub.tournaments;
    let made = tournaments.create(&*house.hub, founder, plan, None).await.expect("created");
    let made = serde_json::to_value(made).expect("JSON");
    let field = |name: &str| made[name].clone();
    let (id, organizer) = (field("tournament"), field("organizer"));
    (serde_json::from_value(id).expect("an id"), serde_json::from_value(organizer).expect("one"))
}

fn asks(kind: &str, id: TournamentId) -> Value {
    json!({"t": kind, "tournament": id})
}

#[tokio::test]
async fn a_pair_that_is_asked_whether_it_is_ready_begins_when_both_are() {
    let house = House::open();
    let [mut ada, mut bob] = house.clients([1, 2], Kind::Bot).await;
    let mut eve = house.guest(3).await;
    let (id, _) = created(&house, json!({"ready": true})).await;
    let followed = eve.ask(json!({"t": "follow", "tournament": id, "on": true})).await;
    assert_eq!(kinds(&followed).last(), Some(&"tournament"));
    let early = ada.ask(asks("ready", id)).await;
    assert_eq!(kinds(&early).last(), Some(&"no_ready_check"), "it has not begun");
    for client in [&mut ada, &mut bob] {
        let heard = client.ask(asks("enter", id)).await;
        assert_eq!(kinds(&heard).last(), Some(&"ok"));
    }
    assert_eq!(kinds(&eve.ask(asks("enter", id)).await).last(), Some(&"registration_required"));
    let _running = house.run();
    let names = [ada.id(), bob.id()];
    for (client, other) in [(&mut ada, names[1]), (&mut bob, names[0])] {
        let asked = client.hear("ready_check").await;
        assert_eq!((&asked["opponent"]["id"], &asked["pair"]), (&json!(other), &json!(1)));
        let left = asked["wait_ms"].as_u64().expect("a time");
        assert!(left > 0 && left <= 600_000, "{left}");
        client.say(asks("ready", id)).await;
    }
    let table = ada.hear("seated").await["table"].clone();
    bob.hear("seated").await;
    assert_eq!(eve.hear("tournament").await["tournament"], json!(id));
    ada.say(json!({"t": "resign", "table": table})).await;
    let second = bob.hear("seated").await["table"].clone();
    bob.say(json!({"t": "resign", "table": second})).await;
    let mut stage = Value::Null;
    while stage != "finished" {
        stage = eve.hear("tournament").await["stage"].clone();
    }
}

#[tokio::test]
async fn entrants_leave_and_organizers_begin_and_cancel() {
    let house = House::open();
    let [mut ada, mut bob] = house.clients([1, 2], Kind::Bot).await;
    let (id, organizer) =
        created(&house, json!({"entrants": 3, "begin": {"when": "on_request"}})).await;
    let order = async |secret: &Secret, order| {
        house.hub.tournaments.order(&*house.hub, id, secret, order).await
    };
    assert!(order(&organizer, Order::Begin).await.is_err(), "nobody has entered");
    for client in [&mut ada, &mut bob] {
        client.ask(asks("enter", id)).await;
    }
    assert!(house.hub.tournaments.has_entrant(ada.id()));
    assert_eq!(kinds(&ada.ask(asks("leave", id)).await), ["ok"]);
    assert!(!house.hub.tournaments.has_entrant(ada.id()));
    assert_eq!(kinds(&ada.ask(asks("leave", id)).await), ["not_entered"]);
    assert!(order(&organizer, Order::Begin).await.is_err(), "one alone");
    assert_eq!(kinds(&ada.ask(asks("enter", id)).await), ["ok"]);
    assert!(order(&Secret::new([9; 32]), Order::Begin).await.is_err(), "they do not organize it");
    order(&organizer, Order::Begin).await.expect("it begins");
    assert!(order(&organizer, Order::Begin).await.is_err(), "once");
    order(&organizer, Order::Cancel).await.expect("it is cancelled");
    assert!(!house.hub.tournaments.has_entrant(ada.id()));
    let unknown = TournamentId(uuid::Uuid::nil());
    for kind in ["enter", "leave", "ready"] {
        assert_eq!(kinds(&ada.ask(asks(kind, unknown)).await), ["not_found"], "{kind}");
    }
}

#[tokio::test]
async fn a_game_is_corrected_while_others_play_but_not_while_its_pairing_does() {
    let house = House::open();
    let mut clients = house.clients([1, 2, 3, 4], Kind::Bot).await;
    let (id, organizer) = created(&house, json!({"entrants": 4})).await;
    for client in &mut clients {
        client.ask(asks("enter", id)).await;
    }
    let _running = house.run();
    let mut tables = Vec::new();
    for client in &mut clients {
        tables.push(client.hear("seated").await["table"].clone());
    }
    let opponent = (1..4).find(|&other| tables[other] == tables[0]).expect("somebody");
    let correct = async |board| {
        let place = [1, board, 1];
        let order = Order::Correct { place, game: 0, winner: None, why: "a fault".to_owned() };
        house.hub.tournaments.order(&*house.hub, id, &organizer, order).await.is_ok()
    };
    assert!(!correct(1).await && !correct(2).await, "both are being played");
    clients[0].say(json!({"t": "resign", "table": tables[0]})).await;
    let second = clients[opponent].hear("seated").await["table"].clone();
    assert!(!correct(1).await && !correct(2).await, "one game has been played");
    clients[opponent].say(json!({"t": "resign", "table": second})).await;
    let contest = || house.hub.tournaments.find(id).expect("it runs").contest();
    while contest().order().is_empty() {
        tokio::task::yield_now().await;
    }
    assert!(correct(1).await != correct(2).await, "one of them is over");
}

#[tokio::test]
async fn a_stored_tournament_is_checked_against_its_games_and_its_line() {
    let house = House::open();
    let [mut ada, mut bob] = house.clients([1, 2], Kind::Bot).await;
    let (id, _) = created(&house, json!({})).await;
    for client in [&mut ada, &mut bob] {
        client.ask(asks("enter", id)).await;
    }
    let _running = house.run();
    bob.hear("seated").await;
    for client in [&mut ada, &mut bob] {
        let table = client.hear("seated").await["table"].clone();
        client.say(json!({"t": "resign", "table": table})).await;
    }
    while house.hub.tournaments.find(id).is_ok_and(|found| !found.contest().is_over()) {
        tokio::task::yield_now().await;
    }
    // What is committed later finds all before it on the disk.
    let barrier = house.hub.store().commit_now(&[Entry::Swept { pages: 1 }]);
    barrier.await.expect("it is stored");
    let checked = house.checked();
    assert_eq!((checked.games, checked.running, checked.tournaments), (2, 0, 1));
    assert_eq!(checked.wrong, Vec::<String>::new());
    for (alteration, why) in [
        (
            "UPDATE tournament_event SET what = replace(what, 'resigned', 'aborted')",
            "played otherwise",
        ),
        ("UPDATE tournament SET summary = NULL", "listed otherwise"),
    ] {
        house.alter(alteration);
        let Checked { wrong, .. } = house.checked();
        assert!(wrong.len() == 1 && wrong[0].contains(why), "{wrong:?}");
    }
}

#[tokio::test]
async fn a_tournament_goes_on_after_a_restart_with_all_who_have_entered() {
    let house = House::open();
    let [mut ada, mut bob] = house.clients([1, 2], Kind::Bot).await;
    let (id, _) = created(&house, json!({})).await;
    ada.ask(asks("enter", id)).await;
    drop((ada, bob));
    let house = house.restarted();
    [ada, bob] = house.clients([1, 2], Kind::Bot).await;
    assert!(house.hub.tournaments.has_entrant(ada.id()));
    assert_eq!(kinds(&ada.ask(asks("enter", id)).await).last(), Some(&"already_entered"));
    let running = house.run();
    bob.say(asks("enter", id)).await;
    ada.hear("seated").await;
    drop((running, ada));
    let stage = house.hub.tournaments.find(id).expect("it runs").summary().stage;
    assert_eq!(stage, protocol::Stage::Running);
}

#[tokio::test]
async fn the_list_has_pages_and_what_is_over_comes_last() {
    let house = House::open();
    let [mut ada, _bob] = house.clients([1, 2], Kind::Bot).await;
    let (tournaments, store) = (&house.hub.tournaments, house.hub.store());
    let mut ids = Vec::new();
    for _ in 0..4 {
        ids.push(created(&house, json!({})).await.0);
    }
    let list = async |after, most| {
        let (lines, next) = tournaments.list(store, after, most).await.expect("readable");
        (lines.iter().map(|line| line.tournament).collect::<Vec<_>>(), next)
    };
    let (page, next) = list(None, 3).await;
    assert_eq!(page, [ids[3], ids[2], ids[1]]);
    assert_eq!(list(next, 3).await.0, [ids[0]]);
    let _running = house.run();
    ada.ask(asks("enter", ids[2])).await;
    for id in [ids[2], ids[3]] {
        tournaments.call_off(store, id).await.expect("it is open");
        while tournaments.find(id).is_ok() {
            tokio::task::yield_now().await;
        }
    }
    let (all, next) = list(None, 9).await;
    assert_eq!((all, next), (vec![ids[1], ids[0], ids[2]], None), "without one that was empty");
    let (page, next) = list(None, 2).await;
    assert_eq!(page, [ids[1], ids[0]]);
    assert_eq!(list(next, 2).await.0, [ids[2]]);
}

#[tokio::test]
async fn the_name_of_an_entrant_whose_account_was_deleted_is_forgotten_at_once() {
    let house = House::open();
    let mut ada = house.registered(1).await;
    let (id, _) = created(&house, json!({})).await;
    assert_eq!(kinds(&ada.ask(asks("enter", id)).await), ["welcome", "ok"]);
    let closed = house.hub.identities.delete(ada.id()).await.expect("it is there");
    house.hub.accounts_deleted(&closed);
    assert_eq!(ada.close_code(), Some(protocol::CloseCode::Revoked));
    let view = house.hub.tournaments.find(id).expect("it is open").view();
    assert_eq!(view.entrants[0].name, erased_name(ada.id()));
}
