//! What players and spectators of a game are answered and told.

use protocol::limits::{MAX_PLAYER_CONNECTIONS, MAX_WATCHED};
use serde_json::{Value, json};

use super::house::{Client, House, begin, kinds, offer};
use crate::game::table::Command;

/// A move that takes `count` of the heap with this number.
fn take(table: &Value, ply: u32, heap: u32, count: u32) -> Value {
    json!({"t": "move", "table": table, "ply": ply, "move": [heap, count]})
}

fn about(kind: &str, table: &Value) -> Value {
    json!({"t": kind, "table": table})
}

fn since_the_start(kind: &str, table: &Value) -> Value {
    json!({"t": kind, "table": table, "since": 0})
}

async fn three() -> (House, [Client; 3]) {
    let house = House::open();
    let clients = house.guests([1, 2, 3]).await;
    (house, clients)
}

#[tokio::test]
async fn a_move_is_answered_and_shown_to_all_and_a_repeated_one_only_answered() {
    let (_house, [mut ada, mut bob, mut eve]) = three().await;
    let table = begin(&mut ada, &mut bob, json!({})).await;
    assert_eq!(kinds(&eve.ask(since_the_start("watch", &table)).await), ["welcome", "table"]);
    ada.heard().await;
    bob.heard().await;
    let first = take(&table, 0, 2, 4);
    assert_eq!(kinds(&eve.ask(first.clone()).await), ["not_your_seat"]);
    assert_eq!(kinds(&ada.ask(first.clone()).await), ["ok", "state"]);
    for other in [&mut bob, &mut eve] {
        let heard = other.heard().await;
        assert_eq!(kinds(&heard), ["state"]);
        assert_eq!((&heard[0]["ply"], &heard[0]["watching"]), (&json!(1), &json!(1)));
    }
    assert_eq!(kinds(&ada.ask(first.clone()).await), ["ok", "state"]);
    assert_eq!(kinds(&bob.heard().await), [""; 0], "it is the same move");
    let wrong = take(&table, 1, 0, 9);
    assert_ne!(kinds(&bob.ask(wrong).await), ["ok", "state"]);
    assert_eq!(kinds(&ada.heard().await), [""; 0]);
}

#[tokio::test]
async fn spectators_come_and_go_and_are_counted() {
    let (house, [mut ada, mut bob, mut eve]) = three().await;
    let table = begin(&mut ada, &mut bob, json!({})).await;
    let mut fred = house.guest(4).await;
    for (n, watcher) in [(1, &mut eve), (2, &mut fred)] {
        for _ in 0..2 {
            let heard = watcher.ask(since_the_start("watch", &table)).await;
            assert_eq!(heard.last().expect("a table")["watching"], n, "once each");
        }
    }
    let own = ada.ask(since_the_start("watch", &table)).await;
    assert_eq!(own.last().expect("a table")["watching"], 2, "players do not watch");
    assert_eq!(kinds(&eve.ask(about("unwatch", &table)).await), ["ok"]);
    ada.ask(take(&table, 0, 2, 4)).await;
    assert_eq!(fred.heard().await.last().expect("a state")["watching"], 1);
    assert_eq!(kinds(&eve.heard().await), [""; 0]);
    drop(fred);
    let heard = bob.ask(take(&table, 1, 1, 2)).await;
    assert_eq!(heard.last().expect("a state").get("watching"), None);
}

#[tokio::test]
async fn so_many_games_are_watched_at_a_time() {
    let (_house, [mut ada, mut bob, mut eve]) = three().await;
    let mut tables = Vec::new();
    for _ in 0..=MAX_WATCHED {
        tables.push(begin(&mut ada, &mut bob, json!({})).await);
    }
    let (last, first) = tables.split_last().expect("some");
    for table in first {
        let heard = eve.ask(since_the_start("watch", table)).await;
        assert_eq!(kinds(&heard).last(), Some(&"table"));
    }
    assert_eq!(kinds(&eve.ask(since_the_start("watch", last)).await), ["too_many_watched"]);
    assert_eq!(kinds(&eve.ask(since_the_start("watch", &first[0])).await), ["table"], "again");
    eve.ask(about("unwatch", &first[0])).await;
    assert_eq!(kinds(&eve.ask(since_the_start("watch", last)).await), ["table"]);
}

#[tokio::test]
async fn a_seat_is_found_again_by_its_token_or_its_player_and_by_nobody_else() {
    let (house, [mut ada, mut bob, mut eve]) = three().await;
    let seek = ada.ask_for(offer(json!({})), "seeking", "seek").await;
    let seated = bob.ask(json!({"t": "accept", "seek": seek})).await.pop().expect("seated");
    let (table, token) = (seated["table"].clone(), seated["token"].clone());
    let attach = since_the_start("attach", &table);
    assert_eq!(kinds(&eve.ask(attach.clone()).await).last(), Some(&"not_your_seat"));
    let wrong = json!({"t": "attach", "table": table, "since": 0, "token": "00".repeat(32)});
    assert_eq!(kinds(&bob.ask(wrong).await), ["not_your_seat"]);
    ada.heard().await;
    drop(bob);
    let left = ada.heard().await;
    assert_eq!((kinds(&left), &left[0]["present"]), (vec!["state"], &json!([true, false])));
    eve.ask(since_the_start("watch", &table)).await;
    let with = json!({"t": "attach", "table": table, "since": 0, "token": token});
    let heard = eve.ask(with).await;
    assert_eq!((kinds(&heard), heard[0].get("watching")), (vec!["table"], None));
    assert_eq!(ada.heard().await[0]["present"], json!([true, true]));
    let mut bob = house.guest(2).await;
    assert_eq!(kinds(&bob.ask(attach).await), ["welcome", "table"]);
    ada.heard().await;
    drop(eve);
    assert_eq!(kinds(&ada.heard().await), [""; 0], "another window holds the seat");
    ada.ask(take(&table, 0, 2, 4)).await;
    assert_eq!(kinds(&bob.heard().await).last(), Some(&"state"));
}

#[tokio::test]
async fn the_oldest_of_too_many_windows_watches_from_then_on() {
    let (house, [mut ada, mut bob, mut eve]) = three().await;
    let seek = ada.ask_for(offer(json!({})), "seeking", "seek").await;
    let seated = bob.ask(json!({"t": "accept", "seek": seek})).await.pop().expect("seated");
    let table = seated["table"].clone();
    let attach = json!({"t": "attach", "table": table, "since": 0, "token": seated["token"]});
    let mut windows = Vec::new();
    for n in 0..MAX_PLAYER_CONNECTIONS as u8 - 1 {
        let mut window = house.guest(10 + n).await;
        let heard = window.ask(attach.clone()).await;
        assert_eq!(heard.last().expect("a table").get("watching"), None, "{n}");
        windows.push(window);
    }
    ada.ask(take(&table, 0, 0, 1)).await;
    bob.heard().await;
    let heard = eve.ask(attach).await;
    assert_eq!(heard.last().expect("a table")["watching"], 1);
    let second = take(&table, 1, 1, 2);
    assert_eq!(kinds(&bob.ask(second.clone()).await).last(), Some(&"not_your_seat"));
    assert_eq!(kinds(&eve.ask(second).await), ["ok", "state"]);
    assert_eq!(kinds(&bob.heard().await), ["state"]);
}

#[tokio::test]
async fn phrases_are_heard_by_all_but_whoever_does_not_want_to_and_not_too_often() {
    let (house, [mut ada, mut bob, mut eve]) = three().await;
    let table = begin(&mut ada, &mut bob, json!({})).await;
    eve.ask(since_the_start("watch", &table)).await;
    bob.heard().await;
    ada.heard().await;
    tokio::time::pause();
    let say = json!({"t": "say", "table": table, "phrase": "hello"});
    assert_eq!(kinds(&eve.ask(say.clone()).await), ["not_your_seat"]);
    assert_eq!(kinds(&ada.ask(say.clone()).await), ["ok"]);
    for other in [&mut bob, &mut eve] {
        let heard = other.heard().await;
        assert_eq!((kinds(&heard), &heard[0]["seat"]), (vec!["said"], &json!(0)));
    }
    let early = ada.ask(say.clone()).await;
    assert!(early[0]["retry_after_ms"].as_u64().expect("a time") <= 2_000, "{early:?}");
    assert_eq!(kinds(&bob.ask(say.clone()).await), ["ok"], "each for themselves");
    ada.heard().await;
    for _ in 0..4 {
        // Game time stands still in a longer pause.
        tokio::time::advance(protocol::Phrase::EVERY / 4).await;
        house.hub.now();
    }
    house.hub.identities.set_block(bob.id(), ada.id(), true).await.expect("blocked");
    assert_eq!(kinds(&ada.ask(say).await), ["ok"]);
    assert_eq!(kinds(&bob.heard().await), [""; 0]);
    assert_eq!(kinds(&eve.heard().await), ["said", "said"]);
}

#[tokio::test]
async fn the_second_game_of_a_pair_follows_with_the_seats_swapped_also_for_who_is_away() {
    let (house, [mut ada, bob, _]) = three().await;
    let mut bob = bob;
    let table = begin(&mut ada, &mut bob, json!({"pair": true, "seat": "random"})).await;
    let (first, second) = (ada.heard().await, bob.heard().await);
    drop((first, second));
    drop(bob);
    ada.heard().await;
    let heard = ada.ask(about("resign", &table)).await;
    assert_eq!(kinds(&heard), ["ok", "state", "seated"]);
    let (seated, over) = (&heard[2], &heard[1]["over"]["winners"][0]);
    assert_eq!(&seated["seat"], over, "the winner sat where the other sits now");
    assert_eq!(seated["offer"], table);
    assert_eq!(
        seated["present"].as_array().expect("both").iter().filter(|it| **it == true).count(),
        1
    );
    let mut bob = house.guest(2).await;
    assert_eq!(bob.heard().await[0]["games"], json!([seated["table"]]));
    assert_eq!(kinds(&bob.ask(since_the_start("attach", &seated["table"])).await), ["table"]);
    assert_eq!(house.hub.attendance(), (2, 1));
    let resigned = ada.ask(about("resign", &seated["table"])).await;
    assert_eq!(kinds(&resigned).last(), Some(&"state"), "there is no third");
    assert_eq!(house.hub.attendance(), (2, 0));
}

#[tokio::test]
async fn a_game_that_was_damaged_while_the_server_was_away_is_set_aside_and_the_others_go_on() {
    let house = House::open();
    let [mut ada, mut bob, mut eve] = house.guests([1, 2, 3]).await;
    let damaged = begin(&mut ada, &mut bob, json!({})).await;
    let whole = begin(&mut ada, &mut eve, json!({})).await;
    drop([ada, bob, eve]);
    house.alter("UPDATE game SET checksum = checksum + 1 WHERE number = 1");
    let house = house.restarted();
    let store = house.hub.store();
    store.flush().await.expect("it works");
    let aside = store.set_aside().await.expect("readable");
    let games: Vec<_> = aside.iter().map(|one| json!(one.table)).collect();
    assert_eq!(games, std::slice::from_ref(&damaged));
    let mut ada = house.guest(1).await;
    assert_eq!(ada.heard().await[0]["games"], json!([whole]));
    let told = ada.ask(since_the_start("attach", &damaged)).await;
    assert_eq!(kinds(&told), ["damaged_record"]);
}

#[tokio::test]
async fn whoever_takes_a_pie_offer_chooses_and_may_swap_the_seats() {
    for begins in [true, false] {
        let (house, [mut ada, mut bob, mut eve]) = three().await;
        let table = begin(&mut ada, &mut bob, json!({"pie": true, "seat": "random"})).await;
        eve.ask(since_the_start("watch", &table)).await;
        ada.heard().await;
        let choose = json!({"t": "choose", "table": table, "begin": begins});
        assert_ne!(kinds(&ada.ask(choose.clone()).await)[0], "ok", "they have proposed");
        let heard = bob.ask(choose).await;
        assert_eq!(kinds(&heard), ["ok", "chosen", "state"]);
        let first = if begins { bob.id() } else { ada.id() };
        assert_eq!(heard[1]["players"][0]["id"], json!(first));
        for other in [&mut ada, &mut eve] {
            assert_eq!(kinds(&other.heard().await), ["chosen", "state"]);
        }
        let listed = &house.hub.running_tables(None, 9)[0];
        assert_eq!(listed.players[0].id, first);
        let mover = if begins { &mut bob } else { &mut ada };
        assert_eq!(kinds(&mover.ask(take(&table, 0, 2, 4)).await), ["ok", "state"]);
    }
}

#[tokio::test]
async fn spectators_of_a_delayed_game_are_behind_and_hear_no_phrases() {
    let house = House::open();
    let (mut ada, mut bob) = (house.registered(1).await, house.registered(2).await);
    let mut eve = house.guest(3).await;
    let terms = json!({"rated": true, "pair": true, "delay": 1, "seat": "random"});
    let table = begin(&mut ada, &mut bob, terms).await;
    eve.ask(since_the_start("watch", &table)).await;
    let seat = ada.heard().await.pop().expect("seated")["seat"].clone();
    let (first, second) = if seat == 0 { (&mut ada, &mut bob) } else { (&mut bob, &mut ada) };
    first.ask(take(&table, 0, 2, 4)).await;
    assert_eq!(eve.heard().await.last().expect("a state")["ply"], 0);
    assert_eq!(second.heard().await.last().expect("a state")["ply"], 1);
    second.ask(json!({"t": "say", "table": table, "phrase": "hello"})).await;
    assert_eq!(kinds(&first.heard().await), ["said"]);
    assert_eq!(kinds(&eve.heard().await), [""; 0]);
    let listed = |heard: Vec<Value>| heard.last().expect("moves")["count"].clone();
    assert_eq!(listed(eve.ask(about("moves", &table)).await), 7, "of the start");
    assert_eq!(listed(second.ask(about("moves", &table)).await), 3, "of what follows");
    second.ask(take(&table, 1, 1, 2)).await;
    assert_eq!(eve.heard().await.last().expect("a state")["ply"], 1);
}

#[tokio::test]
async fn moves_are_listed_unless_they_are_too_many() {
    let (_house, [mut ada, mut bob, _]) = three().await;
    for (heap, expected) in [(1_000, json!(1_000)), (1_001, Value::Null)] {
        let game = json!({"variant": "nim", "ending": "normal", "start": {"heaps": [heap]}});
        let table = begin(&mut ada, &mut bob, json!({"game": game})).await;
        let heard = bob.ask(about("moves", &table)).await;
        let moves = heard.last().expect("moves");
        assert_eq!(moves["count"], expected);
        assert_eq!(moves["moves"].is_array(), !expected.is_null());
    }
}

#[tokio::test]
async fn a_room_is_as_large_as_its_start_and_its_moves() {
    let (house, [mut ada, mut bob, _]) = three().await;
    let table = begin(&mut ada, &mut bob, json!({})).await;
    let room = house.hub.room(serde_json::from_value(table.clone()).expect("an id")).await;
    let room = room.expect("it runs");
    let start = "nim 1,2,4".parse::<rules::Setup>().expect("a game");
    let empty = 4_096 + 4 * serde_json::to_string(&start).expect("JSON").len();
    assert_eq!(room.bytes(), empty);
    ada.ask(take(&table, 0, 2, 4)).await;
    bob.ask(take(&table, 1, 1, 1)).await;
    assert_eq!(room.bytes(), empty + 2 * 64);
}

#[tokio::test]
async fn in_a_game_of_days_whoever_is_to_move_is_told_by_whom_and_of_which_game() {
    let house = House::open();
    let (mut ada, mut bob) = (house.registered(1).await, house.registered(2).await);
    let table = begin(&mut ada, &mut bob, json!({"clock": {"kind": "days", "days": 2}})).await;
    let id: protocol::TableId = serde_json::from_value(table).expect("an id");
    let room = house.hub.room(id).await.expect("it runs");
    let told = |client: &Client, command| {
        let after = room.command(house.hub.now(), client.connection(), 1, command);
        let json = |notice| serde_json::to_value(notice).expect("JSON");
        after.expect("there is room").notice.map(|(to, notice)| (to, json(notice)))
    };
    let mv =
        |ply, heap, count| Command::Move { ply, mv: rules::Move::List(vec![heap, count].into()) };
    let turn = json!({"kind": "turn", "table": id, "by": ada.connection().player.name});
    assert_eq!(told(&ada, mv(0, 2, 4)), Some((bob.id(), turn)));
    assert_eq!(told(&ada, mv(0, 2, 4)), None, "it is the same move");
    assert_eq!(told(&ada, mv(1, 1, 1)), None, "it is not their turn");
    assert_eq!(told(&bob, Command::Takeback { ply: 0, want: true }), None);
    assert_eq!(told(&bob, mv(1, 1, 2)).map(|(to, _)| to), Some(ada.id()));
    assert_eq!(told(&ada, mv(2, 0, 1)), None, "the game is over");
}
