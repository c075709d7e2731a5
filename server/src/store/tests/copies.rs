//! Tests of backups, of restoring them, of their permissions, and of copies elsewhere.

use std::collections::BTreeMap;
use std::fs::File;

use super::*;
use crate::records::audit::AdminAction;
use crate::records::sessions::StoredSession;
use crate::store::archive::KEPT_LOG;
use crate::store::backup::rotate;

#[test]
fn a_backup_is_whole_while_the_server_runs_and_overwrites_nothing() {
    let folder = temporary_folder();
    let store = two_games(&folder);
    let copy = temporary_folder();
    backup(&Storage::folder(folder.path()), &copy.path().join(FILE)).expect("a copy");
    backup(&Storage::folder(folder.path()), &copy.path().join(FILE)).expect_err("it exists");
    let whole = Checked { games: 2, running: 1, facts: 3, ..Checked::default() };
    assert_eq!(check(&Storage::folder(copy.path())).expect("readable"), whole);
    assert_eq!(check(&Storage::folder(folder.path())).expect("readable"), whole);
    drop(store);
}

/// Half a backup would be restored without the keys.
#[test]
fn a_backup_has_its_name_when_it_is_whole() {
    let (folder, copies) = (temporary_folder(), temporary_folder());
    drop(two_games(&folder));
    let (copy, part) = (copies.path().join("copy"), copies.path().join("copy.part"));
    std::fs::create_dir(&part).expect("a folder in the way");
    backup(&Storage::folder(folder.path()), &copy).expect_err("it cannot be written");
    assert!(!copy.exists());
    std::fs::remove_dir(&part).expect("it is empty");
    std::fs::write(&part, "of one that was broken off").expect("written");
    backup(&Storage::folder(folder.path()), &copy).expect("a copy");
    let files: Vec<_> = files_of(&copies).into_iter().map(|(name, _)| name).collect();
    assert_eq!(files, ["copy"]);
}

#[test]
fn data_files_are_readable_by_their_owner_only() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    let (folder, copies) = (temporary_folder(), temporary_folder());
    std::fs::write(folder.path().join(FILE), "").expect("a file that others may read");
    let all = std::fs::Permissions::from_mode(0o644);
    std::fs::set_permissions(folder.path().join(FILE), all).expect("ours");
    let store = two_games(&folder);
    backup(&Storage::folder(folder.path()), &copies.path().join("copy")).expect("a copy");
    for folder in [&folder, &copies] {
        for file in std::fs::read_dir(folder.path()).expect("a folder") {
            let file = file.expect("readable");
            let mode = file.metadata().expect("readable").mode() & 0o777;
            assert_eq!(mode, 0o600, "{:?}", file.path());
        }
    }
    drop(store);
}

#[test]
fn a_backup_holds_the_key_and_is_put_back_where_nothing_is() {
    let (folder, copies, new) = (temporary_folder(), temporary_folder(), temporary_folder());
    let store = two_games(&folder);
    std::fs::write(folder.path().join("signing.key"), "the key").expect("written");
    let copy = copies.path().join("copy");
    backup(&Storage::folder(folder.path()), &copy).expect("a copy");
    restore(&copy, folder.path()).expect_err("there are games");
    let checked = restore(&copy, new.path()).expect("restored");
    assert_eq!((checked.games, checked.wrong), (2, vec![]));
    let key = std::fs::read_to_string(new.path().join("signing.key"));
    assert_eq!(key.expect("it was enclosed"), "the key");
    drop(store);
    let games = |folder| contents(folder).expect("whole");
    assert_eq!(games(&new), games(&folder));
    let stray = copies.path().join("stray");
    std::fs::write(&stray, "no copy at all, but somebody's letter").expect("written");
    restore(&stray, temporary_folder().path()).expect_err("not ours");
}

#[test]
fn what_of_a_damaged_backup_was_restored_is_removed_again() {
    let (folder, copies, new) = (temporary_folder(), temporary_folder(), temporary_folder());
    drop(two_games(&folder));
    std::fs::write(new.path().join("signing.key"), "the key from before").expect("written");
    let copy = copies.path().join("copy");
    backup(&Storage::folder(folder.path()), &copy).expect("a copy");
    let whole = std::fs::read(&copy).expect("readable");
    let mut damaged = whole.clone();
    damaged[whole.len() / 4..].fill(0x5a);
    std::fs::write(&copy, damaged).expect("written");
    restore(&copy, new.path()).expect_err("it cannot be read");
    let files: Vec<_> = files_of(&new).into_iter().map(|(name, _)| name).collect();
    assert_eq!(files, ["signing.key"]);
    // Nor does one that was broken off get in the way.
    std::fs::write(new.path().join("games.restoring"), "half").expect("written");
    std::fs::write(&copy, whole).expect("written");
    assert_eq!(restore(&copy, new.path()).expect("restored").games, 2);
    assert!(!new.path().join("games.restoring").exists());
}

#[test]
fn copies_are_checked_and_the_oldest_make_room() {
    let (folder, copies) = (temporary_folder(), temporary_folder());
    let store = two_games(&folder);
    let names = || {
        let mut names: Vec<_> = files_of(&copies).into_iter().map(|(name, _)| name).collect();
        names.sort_unstable();
        names
    };
    for day in 0..4_i64 {
        let (_, checked) =
            rotate(&Storage::folder(folder.path()), copies.path(), 2, day * 86_400_000)
                .expect("a copy");
        assert_eq!((checked.games, checked.wrong), (2, vec![]));
    }
    let last = ["nim-1970-01-03T000000Z.db", "nim-1970-01-04T000000Z.db"];
    assert_eq!(names(), last);
    drop(store);
    // A copy of damaged data does not replace an intact one.
    alter(&folder, "UPDATE segment SET facts = replace(facts, '0,3', '0,2')");
    let (_, checked) =
        rotate(&Storage::folder(folder.path()), copies.path(), 2, 9 * 86_400_000).expect("a copy");
    assert_eq!((checked.wrong.len(), names().len()), (1, 3));
}

#[test]
fn the_size_of_a_store_is_that_of_its_file_and_of_an_unusually_long_log() {
    let folder = temporary_folder();
    let store = two_games(&folder);
    let (bytes, left) = store.disk().expect("it is on this machine");
    let file = folder.path().join(FILE).metadata().expect("it is there").len();
    assert!(file > 0);
    assert_eq!(bytes, file);
    let log = File::options().write(true).open(folder.path().join(format!("{FILE}-wal")));
    log.expect("it is there").set_len(u64::from(KEPT_LOG) + 5).expect("there is room");
    assert_eq!(store.disk().expect("it is on this machine").0, file + 5);
    assert!(left.is_some_and(|left| left > 0));
    assert_eq!(Store::discarding().disk(), None);
}

/// A store with something in many of its tables, and with a key.
fn a_full_folder() -> TempDir {
    let folder = temporary_folder();
    let store = two_games(&folder);
    let deed = AdminAction::new("ban_player", "somebody", "for a day");
    let account = Account::new(opening().players[0].clone());
    let session = StoredSession { hash: hashes()[0], agent: "a browser".to_owned(), since: 17 };
    let granted = Entry::Granted { player: account.player.id, session: &session };
    let banned = Entry::Banned { player: account.player.id, until: None };
    let [registered, audited] = [Entry::Registered(&account), Entry::Audited(&deed)];
    let rated = Rated { id: table(2).0, opening: opening(), games: vec![(table(2), resigned())] };
    let decided = Entry::Decided(&rated);
    kept(&store, &[registered, granted, banned, audited, decided]).expect("kept");
    std::fs::write(folder.path().join("signing.key"), "the key").expect("written");
    folder
}

/// The rows of all tables, as text.
fn all_rows(folder: &TempDir) -> BTreeMap<String, Vec<String>> {
    let db = rusqlite::Connection::open(folder.path().join(FILE)).expect("a file");
    let names = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";
    let mut names = db.prepare(names).expect("SQL");
    let names = names.query_map([], |row| row.get(0)).expect("rows");
    let names: Vec<String> = names.collect::<Result<_, _>>().expect("names");
    let rows = |name: &String| {
        let mut query = db.prepare(&format!("SELECT * FROM {name}")).expect("SQL");
        let columns = query.column_count();
        let text = |row: &rusqlite::Row<'_>| -> rusqlite::Result<String> {
            let values: Result<Vec<rusqlite::types::Value>, _> =
                (0..columns).map(|column| row.get(column)).collect();
            Ok(format!("{:?}", values?))
        };
        let rows = query.query_map([], text).expect("rows");
        let mut rows: Vec<String> = rows.collect::<Result<_, _>>().expect("values");
        rows.sort_unstable();
        rows
    };
    names.iter().map(|name| (name.clone(), rows(name))).collect()
}

#[test]
fn a_copy_elsewhere_has_every_row_and_the_keys_and_goes_on() {
    let (from, to) = (a_full_folder(), temporary_folder());
    let whole = check(&Storage::folder(from.path())).expect("readable");
    let copy = || copy(&Storage::folder(from.path()), &Storage::folder(to.path()));
    let before = all_rows(&from);
    let copied = copy().expect("nothing is there");
    let rows = before.values().map(Vec::len).sum::<usize>() as u64;
    assert_eq!(copied, Copied { rows, checked: whole });
    assert!(before.values().filter(|rows| !rows.is_empty()).count() > 8, "{before:?}");
    assert_eq!(all_rows(&from), before);
    assert_eq!(all_rows(&to), before);
    let key = std::fs::read_to_string(to.path().join("signing.key"));
    assert_eq!(key.expect("it was copied"), "the key");
    assert!(!to.path().join("push.key").exists());
    copy().expect_err("there is data already");
    assert_eq!(all_rows(&to), before);
    // Its numbers go on.
    let store = open_store(&to);
    let deed = AdminAction::new("pardon_player", "somebody", "");
    kept(&store, &[Entry::Audited(&deed)]).expect("kept");
    assert_eq!(all_rows(&to)["audit"].len(), 2);
}

#[test]
fn nothing_is_copied_of_what_is_damaged() {
    let (from, to) = (temporary_folder(), temporary_folder());
    drop(two_games(&from));
    alter(&from, "UPDATE segment SET facts = replace(facts, '0,3', '0,2')");
    let refused = copy(&Storage::folder(from.path()), &Storage::folder(to.path()));
    assert!(matches!(refused, Err(StoreError::Damaged(_))), "{refused:?}");
    assert_eq!(files_of(&to), []);
}
