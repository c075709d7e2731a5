//! What is tidied, and what is kept.

use std::future::Future;

use protocol::TableId;
use serde_json::json;

use super::*;
use crate::config::{Backups, Durability};
use crate::live::tournaments::Order;
use crate::session::tests::house::{Client, House, begin, resigned};
use crate::session::tests::tournaments::created;
use crate::store::folder::folder_in_memory;
use crate::store::{CompletionThread, Storage};

const HOUR: Duration = Duration::from_secs(3_600);

fn nothing_kept() -> Upkeep {
    Upkeep { scrub_every: None, keep_guest_games: None, ..Upkeep::default() }
}

/// Polls something that goes on for ever until a condition holds.
async fn until(forever: impl Future<Output = ()>, mut holds: impl AsyncFnMut() -> bool) {
    let waiting = async {
        while !holds().await {
            sleep(Duration::from_millis(1)).await;
        }
    };
    tokio::select! {
        () = forever => unreachable!("it goes on for ever"),
        () = waiting => {}
    }
}

async fn end_a_game(one: &mut Client, other: &mut Client) -> TableId {
    serde_json::from_value(resigned(one, other).await).expect("an id")
}

#[tokio::test]
async fn casual_games_of_guests_are_deleted_when_they_are_old_and_no_others() {
    let house = House::open();
    let ([mut ada, mut bob], mut eve) = (house.guests([1, 2]).await, house.registered(3).await);
    let mut old = Vec::new();
    for _ in 0..SLICE + 2 {
        old.push(end_a_game(&mut ada, &mut bob).await);
    }
    let kept = end_a_game(&mut ada, &mut eve).await;
    let running = begin(&mut ada, &mut bob, json!({})).await;
    let running = serde_json::from_value(running).expect("an id");
    tokio::time::pause();
    tokio::time::advance(HOUR).await;
    let store = house.hub.store();
    let left = async || {
        let mut left = 0;
        for table in &old {
            left += usize::from(store.find(*table).await.expect("readable").is_some());
        }
        left
    };
    for (keep, expected) in [(None, SLICE + 2), (Some(2 * HOUR), SLICE + 2), (Some(HOUR / 2), 0)] {
        let upkeep = Upkeep { keep_guest_games: keep, ..nothing_kept() };
        Housekeeping::new(upkeep).forget(store).await.expect("readable");
        assert_eq!(left().await, expected, "{keep:?}");
    }
    for table in [kept, running] {
        assert!(store.find(table).await.expect("readable").is_some());
    }
}

#[tokio::test]
async fn tournaments_are_deleted_when_they_have_been_over_for_long_and_no_others() {
    let house = House::open();
    let tournaments = &house.hub.tournaments;
    let (over, organizer) = created(&house, json!({})).await;
    tournaments.order(&*house.hub, over, &organizer, Order::Cancel).await.expect("cancelled");
    let (open, _) = created(&house, json!({})).await;
    tokio::time::pause();
    tokio::time::advance(HOUR).await;
    let store = house.hub.store();
    let is_kept = async |id| store.tournament(id).await.expect("readable").is_some();
    for (keep, expected) in [(None, true), (Some(2 * HOUR), true), (Some(HOUR / 2), false)] {
        let upkeep = Upkeep { keep_tournaments: keep, ..nothing_kept() };
        Housekeeping::new(upkeep).forget(store).await.expect("readable");
        assert_eq!((is_kept(over).await, is_kept(open).await), (expected, true), "{keep:?}");
    }
}

/// Also from a game that was still being played when the account was deleted.
#[tokio::test]
async fn the_name_of_a_deleted_account_goes_from_all_records() {
    let house = House::open();
    let (mut ada, mut bob) = (house.registered(1).await, house.guest(2).await);
    let (id, name) = (ada.id(), ada.connection().player.name.clone());
    let ended = end_a_game(&mut ada, &mut bob).await;
    let running = begin(&mut ada, &mut bob, json!({})).await;
    let (store, identities) = (house.hub.store(), &house.hub.identities);
    let named = async |table| {
        let record = store.find(table).await.expect("readable").expect("kept");
        record.players().iter().any(|player| player.name == name)
    };
    let mut clean = HashSet::new();
    erase_names(store, &mut clean).await;
    assert!(named(ended).await && clean.is_empty(), "the account is there");
    identities.delete(id).await.expect("deleted");
    erase_names(store, &mut clean).await;
    assert!(!named(ended).await && clean.is_empty(), "a game is still being played");
    bob.ask(json!({"t": "resign", "table": running})).await;
    erase_names(store, &mut clean).await;
    let running = serde_json::from_value(running).expect("an id");
    assert!(!named(running).await);
    assert_eq!(clean, HashSet::from([id]));
}

#[tokio::test]
async fn whoever_deletes_their_account_is_forgotten_at_once() {
    let house = House::open();
    let (mut ada, mut bob) = (house.registered(1).await, house.guest(2).await);
    let (id, name) = (ada.id(), ada.connection().player.name.clone());
    let ended = end_a_game(&mut ada, &mut bob).await;
    let (store, identities) = (house.hub.store(), &house.hub.identities);
    let housekeeping = Housekeeping::new(nothing_kept());
    let is_gone = async || {
        let record = store.find(ended).await.expect("readable").expect("kept");
        record.players().iter().all(|player| player.name != name)
    };
    let mut looks = 0;
    let deleted = async || {
        looks += 1;
        if looks == 9 {
            identities.delete(id).await.expect("deleted");
            housekeeping.wake();
        }
        is_gone().await
    };
    let tidy = until(housekeeping.tidy(store), deleted);
    tokio::time::timeout(HOUR / 60, tidy).await.expect("it is woken");
}

#[tokio::test]
async fn a_jump_of_the_wall_clock_is_noticed() {
    let store = Store::discarding();
    tokio::time::pause();
    tokio::time::advance(HOUR).await;
    assert_eq!(store.calendar.ahead_ms(), 0);
    until(watch_the_clock(&store), async || store.calendar.ahead_ms() < -3_000_000).await;
}

#[tokio::test]
async fn what_is_new_is_refused_while_the_disk_is_full() {
    let folder = folder_in_memory();
    let store = in_folder(&folder);
    let watch = async |disk_quota, is_full| {
        let housekeeping = Housekeeping::new(Upkeep { disk_quota, ..nothing_kept() });
        let refused = async || store.space.ensure_capacity(true).is_err() == is_full;
        until(housekeeping.watch_the_disk(&store), refused).await;
    };
    assert!(store.space.ensure_capacity(true).is_ok());
    watch(1, true).await;
    watch(1 << 40, false).await;
}

#[tokio::test]
async fn backups_are_made_after_a_while_and_counted_if_they_are_whole() {
    let (folder, copies) = (folder_in_memory(), folder_in_memory());
    let store = in_folder(&folder);
    tokio::time::pause();
    let began = tokio::time::Instant::now();
    let back_up = async |folder: std::path::PathBuf, counted: &dyn Fn() -> bool| {
        let backups = Some(Backups { folder, every: HOUR, keep: 2 });
        let housekeeping = Housekeeping::new(Upkeep { backups, ..nothing_kept() });
        until(housekeeping.back_up(&store), async || counted()).await;
    };
    let (made, failed) = (&store.metrics.backups, &store.metrics.backups_failed);
    back_up(copies.path().to_owned(), &|| made.get() == 1).await;
    assert!(began.elapsed() >= SETTLED_AFTER && failed.get() == 0);
    assert_eq!(std::fs::read_dir(copies.path()).expect("a folder").count(), 1);
    let file = copies.path().join("file");
    std::fs::write(&file, "").expect("there is room");
    back_up(file, &|| failed.get() == 1).await;
    assert_eq!(made.get(), 1);
    let off = Housekeeping::new(nothing_kept());
    tokio::join!(off.back_up(&store), off.scrub(&store));
}

#[tokio::test]
async fn damaged_games_are_counted_and_set_aside() {
    let house = House::open();
    let [mut ada, mut bob] = house.guests([1, 2]).await;
    let (table, store) = (end_a_game(&mut ada, &mut bob).await, house.hub.store());
    set_aside(store, &[(table, "torn".to_owned())]).await;
    let aside = store.set_aside().await.expect("readable");
    let said: Vec<_> = aside.iter().map(|one| (one.table, &one.why[..])).collect();
    assert_eq!(said, [(table, "torn")]);
    assert_eq!(store.metrics.damaged.get(), 1);
}

fn in_folder(folder: &tempfile::TempDir) -> Store {
    let storage = Storage::folder(folder.path());
    let here = CompletionThread::Committing;
    Store::open(&storage, Durability::Full, here, || false).expect("it opens")
}
