//! What the operator does, and what the server knows of who is here.

use std::time::Duration;

use protocol::{CloseCode, PlayerId, Secret, TableId};
use serde_json::json;
use uuid::Uuid;

use super::house::{Client, House, begin, kinds, offer, resigned};
use crate::config::Config;
use crate::records::secret_hash::SecretHash;
use crate::system;

fn gauges(house: &House, names: &[&str]) -> Vec<u64> {
    let gauges = house.hub.gauges();
    let value = |name: &&str| gauges.iter().find(|(known, ..)| known == name).expect("known").2;
    names.iter().map(value).collect()
}

fn table(id: &serde_json::Value) -> TableId {
    serde_json::from_value(id.clone()).expect("an id")
}

#[tokio::test]
async fn the_server_counts_who_is_here_and_what_is_played() {
    let house = House::open();
    let names = ["players", "house_bots", "seeks", "challenges", "games", "finished_tables"];
    assert_eq!(gauges(&house, &names), [0; 6]);
    let [mut ada, mut bob, eve] = house.guests([1, 2, 3]).await;
    let _bot = house.house_bot("House bot");
    for _ in 0..3 {
        begin(&mut ada, &mut bob, json!({})).await;
    }
    resigned(&mut ada, &mut bob).await;
    ada.ask(offer(json!({}))).await;
    for _ in 0..2 {
        ada.ask(offer(json!({"t": "challenge", "player": eve.id()}))).await;
    }
    assert_eq!(gauges(&house, &names), [4, 1, 1, 2, 3, 1]);
    assert_eq!(house.hub.attendance(), (4, 3));
    let others = ["timers", "draining", "store_failed", "overdue_tables", "lease_age_seconds"];
    assert_eq!(gauges(&house, &others), [4, 0, 0, 0, 0]);
    house.hub.drain();
    assert_eq!(gauges(&house, &["draining", "linked", "waiting"]), [1, 1, 0]);
}

#[tokio::test]
async fn everybody_hears_what_is_announced_and_is_sent_away_at_the_end() {
    let house = House::open();
    let [mut ada, mut bob] = house.guests([1, 2]).await;
    house.hub.announce("tea".to_owned());
    for client in [&mut ada, &mut bob] {
        let heard = client.heard().await;
        assert_eq!(kinds(&heard), ["welcome", "notice"]);
        assert_eq!(heard[1]["message"], "tea");
    }
    house.hub.close();
    let mut late = house.guest(3).await;
    for client in [&mut ada, &mut bob, &mut late] {
        let (code, heard) = client.closed().expect("closed");
        assert_eq!((code, kinds(&heard).last()), (CloseCode::Restart, Some(&"closing")));
    }
    assert!(!house.hub.is_ready());
}

#[tokio::test]
async fn players_are_found_by_their_addresses_and_these_by_them() {
    let house = House::open();
    let secret = |n| Secret::new([n; 32]);
    let here = [([60, 1, 1, 1], 1), ([60, 1, 1, 1], 1), ([60, 1, 1, 2], 1), ([60, 1, 1, 2], 2)];
    let [ada, again, away, bob] = house.guests_from(here).await;
    let bot = house.house_bot("House bot");
    let prefix = |client: &Client| client.connection().prefix;
    let ids =
        |at: &Client| house.hub.players_at(prefix(at)).iter().map(|one| one.id).collect::<Vec<_>>();
    assert_eq!(ids(&ada), [ada.id()]);
    let mut both = [ada.id(), bob.id()];
    both.sort();
    assert_eq!(ids(&bob), both);
    let hub = &house.hub;
    assert_eq!(hub.addresses_of(ada.id()), [prefix(&ada).to_string(), prefix(&bob).to_string()]);
    assert_eq!(hub.prefix_of(ada.id()).ok(), Some(prefix(&away)), "the newest");
    assert!(hub.prefix_of(bot.id()).is_err(), "they connect from nowhere");
    assert!(hub.prefix_of(PlayerId(Uuid::nil())).is_err());
    assert_eq!([&ada, &bot].map(|one| hub.is_house_bot(one.id())), [false, true]);
    let opened = |player: &Client, n| hub.has_opened(player.id(), SecretHash::new(&secret(n)));
    assert!(opened(&ada, 1) && !opened(&ada, 2) && !opened(&bob, 1));
    drop(again);
}

#[tokio::test]
async fn only_the_connections_that_are_meant_are_closed() {
    let house = House::open();
    let secret = |n| Secret::new([n; 32]);
    let codes = |clients: &mut [Client; 3]| clients.each_mut().map(|one| one.close_code());
    let enter = || house.guests_from([([60, 1, 1, 1], 1), ([60, 1, 1, 2], 1), ([60, 2, 1, 1], 2)]);
    let (hub, hour) = (&house.hub, Duration::from_secs(3_600));
    let mut clients = enter().await;
    hub.close_revoked(clients[0].id(), &[SecretHash::new(&secret(2))]);
    assert_eq!(codes(&mut clients), [None; 3]);
    hub.close_revoked(clients[0].id(), &[SecretHash::new(&secret(1))]);
    let revoked = Some(CloseCode::Revoked);
    assert_eq!(codes(&mut clients), [revoked, revoked, None]);
    let mut clients = enter().await;
    hub.restart_connections(clients[2].id());
    assert_eq!(codes(&mut clients), [None, None, Some(CloseCode::Restart)]);
    let mut clients = enter().await;
    let range = clients[1].connection().prefix.into();
    hub.ban(range, system::now(), hour).await.expect("there is room");
    let banned = Some(CloseCode::Banned);
    assert_eq!(codes(&mut clients), [None, banned, None]);
    assert!(hub.admission.is_banned(clients[1].connection().prefix, system::now()));
    assert!(hub.pardon(range).await.expect("stored"), "it was banned");
    assert!(!hub.pardon(range).await.expect("stored"), "it was not any more");
    let mut clients = enter().await;
    hub.ban_player(clients[2].id(), Some(hour)).await.expect("banned");
    assert_eq!(codes(&mut clients), [None, None, banned]);
}

#[tokio::test]
async fn bans_of_addresses_outlast_a_restart_until_they_end() {
    let house = House::open();
    let address = |n| std::net::IpAddr::from([60, n, 1, 1]).into();
    for (n, seconds) in [(1, 3_600), (2, 0), (3, 3_600)] {
        let (range, time) =
            (crate::admission::ip_prefix::IpPrefix::into(address(n)), Duration::from_secs(seconds));
        house.hub.ban(range, system::now(), time).await.expect("there is room");
    }
    house.hub.pardon(address(3).into()).await.expect("stored");
    let house = house.restarted();
    let banned = [1, 2, 3].map(|n| house.hub.admission.is_banned(address(n), system::now()));
    assert_eq!(banned, [true, false, false]);
}

#[tokio::test]
async fn the_newest_games_of_a_player_are_named_and_all_are_listed() {
    let house = House::open();
    let [mut ada, mut bob] = house.guests([1, 2]).await;
    let mut tables = Vec::new();
    for _ in 0..9 {
        tables.push(table(&begin(&mut ada, &mut bob, json!({})).await));
    }
    let nobody = PlayerId(Uuid::nil());
    let places = house.hub.whereabouts(&[ada.id(), nobody]);
    let newest: Vec<TableId> = tables.iter().rev().take(8).copied().collect();
    assert_eq!(places[0].tables, newest);
    assert_eq!(places[0].here.as_ref().map(|player| player.id), Some(ada.id()));
    assert!(places[1].here.is_none() && places[1].tables.is_empty());
    let listed = |after: Option<usize>, most| {
        let lines = house.hub.running_tables(after.map(|n| tables[n]), most);
        lines.iter().map(|line| line.table).collect::<Vec<_>>()
    };
    assert_eq!(listed(None, 99), tables);
    assert_eq!(listed(Some(3), 2), tables[4..6]);
}

#[tokio::test]
async fn the_operator_ends_a_game_once_and_the_server_knows_when_none_is_left() {
    let house = House::open();
    let [mut ada, mut bob] = house.guests([1, 2]).await;
    let id = table(&begin(&mut ada, &mut bob, json!({})).await);
    let ended = tokio::spawn({
        let hub = std::sync::Arc::clone(&house.hub);
        async move { hub.all_ended().await }
    });
    tokio::task::yield_now().await;
    assert!(!ended.is_finished());
    house.hub.adjudicate(id, vec![rules::Seat(1)]).await.expect("it runs");
    ended.await.expect("it has heard of it");
    for client in [&mut ada, &mut bob] {
        let over = client.heard().await.last().expect("the end")["over"].clone();
        assert_eq!(over, json!({"winners": [1], "reason": "adjudicated"}));
    }
    assert!(house.hub.adjudicate(id, vec![rules::Seat(0)]).await.is_err());
    let unknown = TableId(Uuid::nil());
    assert!(house.hub.adjudicate(unknown, vec![]).await.is_err());
}

#[tokio::test]
async fn running_games_are_there_again_after_a_restart_and_ended_ones_can_be_seen() {
    let house = House::open();
    let [mut ada, mut bob] = house.guests([1, 2]).await;
    let running = begin(&mut ada, &mut bob, json!({})).await;
    let ended = resigned(&mut ada, &mut bob).await;
    drop((ada, bob));
    let house = house.restarted();
    assert_eq!(house.hub.attendance(), (0, 1));
    let mut ada = house.guest(1).await;
    assert_eq!(ada.heard().await[0]["games"], json!([running]));
    let attach = json!({"t": "attach", "table": running, "since": 0});
    assert_eq!(kinds(&ada.ask(attach).await), ["table"]);
    let watch = json!({"t": "watch", "table": ended, "since": 0});
    let heard = ada.ask(watch).await;
    assert_eq!(heard[0]["over"]["winners"], json!([1]));
    assert_eq!(gauges(&house, &["games", "finished_tables", "timers"]), [1, 1, 2]);
    let unknown = json!({"t": "watch", "table": Uuid::nil(), "since": 0});
    assert_eq!(kinds(&ada.ask(unknown).await), ["not_found"]);
}

#[tokio::test]
async fn games_from_one_address_are_bounded_as_its_connections_are() {
    let config = Config { max_connections_per_address: 1, ..Config::default() };
    let house = House::with(config);
    let [mut ada, mut bob, mut eve] = house.guests([1, 2, 3]).await;
    for other in [&mut bob, &mut eve] {
        begin(&mut ada, other, json!({})).await;
    }
    let seek = bob.ask_for(offer(json!({})), "seeking", "seek").await;
    let accept = json!({"t": "accept", "seek": seek});
    assert_eq!(kinds(&ada.ask(accept.clone()).await).last(), Some(&"too_many_games_from_address"));
    assert_eq!(kinds(&eve.ask(accept).await).last(), Some(&"seated"));
}
