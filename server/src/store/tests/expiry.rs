//! Tests of what is not kept for ever, and of what the operator does, which is.

use std::collections::BTreeMap;

use super::*;
use crate::records::audit::AdminAction;
use crate::records::game::GameOrigin;
use crate::store::folder::file_in_memory;
use crate::store::journal::Journal;
use crate::store::seats::NewSeats;

const DAY: i64 = 24 * 3_600 * 1_000;

/// Stores a game that has ended at this time or, without one, is running.
fn keep_game(db: &Database, n: u128, terms: &Terms, ended_at: Option<i64>) {
    let (opening, hashes, over) = (opening(), hashes(), resigned());
    let opening = Opening { terms: terms.clone(), ..opening };
    let over = ended_at.is_some().then_some(&over);
    let opened = Entry::Opened { table: table(n), opening: &opening, hashes: &hashes, over };
    let mut journal = Journal::read(db).expect("it is empty");
    let row = Row::new(&opened, ended_at.unwrap_or(0));
    row.write(db, (&mut journal, &mut NewSeats::default())).expect("a new game");
}

/// How many games are old before this time, in each part, and all of them.
fn old_games(db: &Database, before: i64) -> (Vec<usize>, Vec<u128>) {
    let (mut after, mut parts, mut all) = (Some(0), Vec::new(), Vec::new());
    while let Some(number) = after {
        let old = retention::old_games(db, number, before).expect("readable");
        parts.push(old.games.len());
        all.extend(old.games.into_iter().map(|game| game.0.as_u128()));
        after = old.next;
    }
    (parts, all)
}

#[test]
fn old_games_are_found_part_by_part_and_none_twice() {
    let db = file_in_memory();
    let rated = Terms { rated: true, ..Terms::default() };
    let origin = GameOrigin::Event { event: Uuid::from_u128(1), round: 1 };
    let in_an_event = Terms { origin, ..Terms::default() };
    let mut expected = Vec::new();
    for n in 1..=700 {
        match n % 10 {
            3 => keep_game(&db, n, &rated, Some(99)),
            5 => keep_game(&db, n, &in_an_event, Some(99)),
            7 => keep_game(&db, n, &Terms::default(), None),
            9 => keep_game(&db, n, &Terms::default(), Some(100)),
            _ => {
                keep_game(&db, n, &Terms::default(), Some(99));
                expected.push(n);
            }
        }
    }
    let (parts, all) = old_games(&db, 100);
    assert_eq!(all, expected);
    assert!(parts.len() > 1 && parts.iter().all(|found| *found <= 256), "{parts:?}");
    assert_eq!(old_games(&db, 99).1, [0; 0], "they ended at that very moment");
}

#[test]
fn an_expired_game_leaves_nothing_and_takes_nothing_of_others() {
    let db = file_in_memory();
    (1..3).for_each(|n| keep_game(&db, n, &Terms::default(), Some(0)));
    db.execute_batch(
        "INSERT INTO review (game) SELECT id FROM game;
         INSERT INTO seat SELECT player, game, name FROM new_seat;
         INSERT INTO accuracy SELECT id, id, 0, 0, 0, 0, 0, 0 FROM game;
         INSERT INTO segment (game, seq, facts, checksum) SELECT id, 0, '', 0 FROM game;
         INSERT INTO quarantine SELECT id, 'torn', '', 0 FROM game",
    )
    .expect("rows");
    let left = |n| {
        let tables = ["accuracy", "review", "segment", "seat", "new_seat", "quarantine", "game"];
        tables.map(|name| {
            let column = if name == "game" { "id" } else { "game" };
            let count = format!("SELECT count(*) FROM {name} WHERE {column} = ?1");
            db.query_row(&count, [table(n).0], |row| row.get::<u32>(0)).expect("a count")
        })
    };
    let whole = [1, 1, 1, 2, 2, 1, 1];
    assert_eq!([left(1), left(2)], [whole; 2]);
    retention::forget_game(&db, table(1).0).expect("it is there");
    assert_eq!([left(1), left(2)], [[0; 7], whole]);
}

/// A secret that no browser has any more is deleted; a valid one never is.
#[test]
fn secrets_are_deleted_when_they_have_been_revoked_for_400_days() {
    let db = file_in_memory();
    let (player, now) = (Uuid::from_u128(1), 1_000 * DAY);
    people::register(&db, player, (&[], "{}"), 0).expect("a new player");
    let revocations =
        [None, Some(now), Some(now - 400 * DAY), Some(now - 400 * DAY - 1), Some(0), None];
    for (n, revoked) in (0..).zip(revocations) {
        people::grant(&db, &[n; 32], player, "a browser", 0).expect("a new secret");
        if let Some(at) = revoked {
            people::revoke(&db, &[n; 32], at).expect("it is there");
        }
    }
    let left = || -> Vec<u8> {
        let mut query = db.prepare("SELECT secret_hash FROM access ORDER BY number").expect("SQL");
        let hashes = query.query_map([], |row| row.get::<[u8; 32]>(0)).expect("rows");
        hashes.map(|hash| hash.expect("32 bytes")[0]).collect()
    };
    retention::sweep(&db, now, 1).expect("writable");
    assert_eq!(left(), [0, 1, 2, 5]);
    retention::sweep(&db, now + 1, 1).expect("writable");
    assert_eq!(left(), [0, 1, 5]);
}

/// Neither takes long.
#[test]
fn a_sweep_deletes_some_secrets_and_frees_some_pages() {
    let folder = folder_in_memory();
    let mut archive = Archive::create(&folder.path().join(FILE)).expect("a new file");
    let player = Uuid::from_u128(1);
    people::register(&archive.db, player, (&[], "{}"), 0).expect("a new player");
    let grow = |db: &Database| {
        for n in 0..=u8::MAX {
            people::grant(db, &[n; 32], player, "a browser", 0)?;
            people::grant(
                db,
                &[[n; 16], [!n; 16]].concat().try_into().expect("32"),
                player,
                "",
                0,
            )?;
        }
        Ok(db.execute_batch(
            "UPDATE access SET revoked_at = 0;
             INSERT INTO report (at, by, report) SELECT 0, player, hex(zeroblob(4000)) FROM access;
             DELETE FROM report",
        )?)
    };
    archive.change(grow).expect("writable");
    let count = |archive: &Archive, what: &str| -> i64 {
        archive.db.query_row(what, [], |row| row.get(0)).expect("a number")
    };
    let secrets = |archive: &Archive| count(archive, "SELECT count(*) FROM access");
    let free = |archive: &Archive| count(archive, "PRAGMA freelist_count");
    let before = (secrets(&archive), free(&archive));
    assert!(before.0 == 512 && before.1 > 100, "{before:?}");
    archive.change(|db| retention::sweep(db, 0, 7)).expect("writable");
    assert_eq!((secrets(&archive), free(&archive)), (512, before.1 - 7), "none is old enough");
    archive.change(|db| retention::sweep(db, 500 * DAY, 7)).expect("writable");
    assert_eq!(secrets(&archive), 256);
    archive.change(|db| retention::sweep(db, 500 * DAY, 10_000)).expect("writable");
    assert_eq!((secrets(&archive), free(&archive)), (0, 0));
}

#[tokio::test]
async fn what_the_operator_has_done_is_kept_and_listed_page_by_page() {
    let folder = temporary_folder();
    let store = open_store(&folder);
    let how = |n| if n % 2 == 0 { "" } else { "for a day" };
    let deeds: Vec<_> = (0..7).map(|n| AdminAction::new("ban_player", n, how(n))).collect();
    let began = store.calendar.now_ms();
    kept(&store, &deeds.iter().map(Entry::Audited).collect::<Vec<_>>()).expect("kept");
    drop(store);
    let store = open_store(&folder);
    let (mut before, mut pages) = (i64::MAX, Vec::new());
    loop {
        let page = store.audited(before, 3).await.expect("readable");
        let Some(last) = page.last() else { break };
        before = last.number;
        pages.push(page);
    }
    assert_eq!(pages.iter().map(Vec::len).collect::<Vec<_>>(), [3, 3, 1]);
    let listed = pages.concat();
    assert!(listed.iter().map(|entry| &entry.deed).eq(deeds.iter().rev()), "the latest first");
    let by_number: BTreeMap<_, _> = listed.iter().map(|entry| (entry.number, entry.at)).collect();
    assert_eq!(by_number.len(), deeds.len());
    let ended = store.calendar.now_ms();
    assert!(by_number.into_values().all(|at| (began..=ended).contains(&at)), "{listed:?}");
    alter(&folder, "UPDATE audit SET deed = '{\"what\":\"ban_player\"}'");
    let damaged = store.audited(i64::MAX, 1).await;
    assert!(matches!(damaged, Err(StoreError::Damaged(_))), "{damaged:?}");
}
