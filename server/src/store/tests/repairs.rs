//! Tests of what is left of damaged games: it is set aside, and a repair keeps what can be kept.

use tempfile::TempDir;

use super::*;
use crate::store::folder::{DiskFiles, files, put};

/// A game whose id differs from that of game 1 in many characters.
const OTHER: u128 = u128::MAX / 3;

/// Legal moves of one game, no two alike.
fn moves() -> [Fact; 4] {
    [moved(0, 1), moved(1, 1), moved(1, 2), moved(0, 2)]
}

fn repaired(folder: &TempDir) -> Repaired {
    repair(&Storage::folder(folder.path())).expect("it can be read")
}

fn checked(folder: &TempDir) -> Vec<String> {
    check(&Storage::folder(folder.path())).expect("readable").wrong
}

/// Stores one game with four moves, the first two in a segment, and opens it once more.
fn a_long_game(folder: &TempDir, end: Option<&Over>) {
    let store = open_store(folder);
    begin(&store, 1);
    let keep = |store: &Store, seq: u32| {
        kept(store, &[happened(1, seq, &moves()[seq as usize], None)]).expect("kept");
    };
    (0..2).for_each(|seq| keep(&store, seq));
    drop(store);
    Archive::write(&storage(folder))
        .and_then(|mut data| data.put_journal_away())
        .expect("writable");
    let store = open_store(folder);
    (2..4).for_each(|seq| keep(&store, seq));
    if let Some(over) = end {
        let fact = Fact::Ended(over.clone());
        kept(&store, &[happened(1, 4, &fact, Some(over))]).expect("kept");
    }
}

#[test]
fn a_repair_keeps_all_facts_before_the_damage_wherever_they_are_stored() {
    let adjudicated = Over { winners: Vec::new(), reason: EndReason::Adjudicated };
    for end in [None, Some(resigned())] {
        let over = end.clone().unwrap_or(adjudicated.clone());
        for (whole, damaged) in ["[0,1]", "[1,1]", "[1,2]", "[0,2]"].iter().enumerate() {
            // A move that is not legal, and a text that is none.
            for text in ["[9,9]", "[9"] {
                let folder = folder_in_memory();
                a_long_game(&folder, end.as_ref());
                for place in ["segment", "journal"] {
                    let change = format!("SET facts = replace(facts, '{damaged}', '{text}')");
                    alter(&folder, &format!("UPDATE {place} {change}"));
                }
                let Repaired { salvaged, lost, rebuilt, torn } = repaired(&folder);
                let told = format!("game {}: {whole} facts, {:?} (", table(1), over.reason);
                assert!(salvaged.len() == 1 && salvaged[0].starts_with(&told), "{salvaged:?}");
                assert!(lost.is_empty() && !rebuilt && torn.is_empty(), "{lost:?} {torn:?}");
                assert_eq!(checked(&folder), Vec::<String>::new());
                let mut expected = moves()[..whole].to_vec();
                expected.push(Fact::Ended(over.clone()));
                let found = contents(&folder).expect("whole").remove(0);
                assert_eq!((found.facts, found.over), (expected, Some(over.clone())), "{damaged}");
            }
        }
    }
}

/// The journal forgets them, so what was left of a game is set aside with it.
#[test]
fn a_repair_keeps_facts_beside_those_of_another_game_that_are_damaged() {
    let folder = folder_in_memory();
    let store = open_store(&folder);
    [1, OTHER].iter().for_each(|n| begin(&store, *n));
    let pages = [[moved(0, 1), moved(0, 3)], [moved(1, 1), moved(1, 2)]];
    for (seq, [one, other]) in (0..).zip(&pages) {
        kept(&store, &[happened(1, seq, one, None), happened(OTHER, seq, other, None)])
            .expect("kept");
    }
    drop(store);
    alter(&folder, "UPDATE journal SET facts = replace(facts, '[1,2]', '[1,9]')");
    let mut told = repaired(&folder).salvaged;
    told.sort_unstable();
    let lines = [(1, 2), (OTHER, 1)]
        .map(|(n, facts)| format!("game {}: {facts} facts, Adjudicated (", table(n)));
    assert!(told.iter().zip(&lines).all(|(told, line)| told.starts_with(line)), "{told:?}");
    assert_eq!((told.len(), checked(&folder)), (2, vec![]));
    let facts: Vec<_> =
        contents(&folder).expect("whole").into_iter().map(|one| one.facts).collect();
    assert_eq!([&facts[0][..2], &facts[1][..1]], [&[moved(0, 1), moved(1, 1)][..], &[moved(0, 3)]]);
    let none = repaired(&folder);
    assert_eq!(none, Repaired::default(), "nothing is left to do");
}

/// A page that names a game may have held facts of that one; a page that names nobody, of all games
/// that are running.
#[test]
fn a_damaged_page_sets_aside_the_games_that_it_may_have_held() {
    const ENDED: u128 = u128::MAX / 7;
    let page = |text: &str| format!("WHERE facts LIKE '%{text}%'");
    for (damage, expected) in [
        (format!("checksum = checksum + 1 {}", page("[0,1]")), &[1][..]),
        (format!("checksum = checksum + 1 {}", page("[1,1]")), &[OTHER]),
        (format!("checksum = checksum + 1 {}", page("[1,2]")), &[]),
        (format!("facts = 'gone' {}", page("[0,1]")), &[1, OTHER]),
        (format!("checksum = checksum + 1 {} OR facts LIKE '%[1,1]%'", page("[0,1]")), &[1, OTHER]),
    ] {
        let folder = folder_in_memory();
        let store = open_store(&folder);
        [1, OTHER, ENDED].iter().for_each(|n| begin(&store, *n));
        for (n, fact) in [(1, moved(0, 1)), (OTHER, moved(1, 1)), (ENDED, moved(1, 2))] {
            kept(&store, &[happened(n, 0, &fact, None)]).expect("kept");
        }
        let (over, end) = (resigned(), Fact::Ended(resigned()));
        kept(&store, &[happened(ENDED, 1, &end, Some(&over))]).expect("kept");
        drop(store);
        alter(&folder, &format!("UPDATE journal SET {damage}"));
        let store = open_store(&folder);
        let archive = Archive::read_only(&storage(&folder)).expect("readable");
        let aside = archive.read(quarantine::all).expect("readable");
        let games: Vec<u128> = aside.iter().map(|one| one.table.0.as_u128()).collect();
        assert_eq!(games, expected, "{damage}");
        assert!(aside.iter().all(|one| one.why.contains("of the journal is damaged")), "{aside:?}");
        let running = store.unfinished().expect("readable");
        assert_eq!((running.whole.len(), running.damaged.len()), (2 - expected.len(), 0));
    }
}

/// The files of a store that has lost its last commit, which is damaged in the log.
fn files_without_end() -> DiskFiles {
    let folder = folder_in_memory();
    drop(two_games(&folder));
    let mut archive = Archive::create(&folder.path().join(FILE)).expect("ours");
    let row = Row::new(&happened(1, 1, &moved(1, 1), None), 0);
    archive.commit([row].iter()).expect("written");
    let mut files = files(folder.path());
    let log = files.get_mut(&format!("{FILE}-wal")).expect("a log");
    *log.last_mut().expect("it is not empty") ^= 1;
    files
}

/// Somebody may know how to read more of them.
#[test]
fn a_repair_leaves_the_damaged_files_beside_the_new_ones() {
    let (folder, before) = (folder_in_memory(), files_without_end());
    put(folder.path(), &before);
    let repaired = repaired(&folder);
    assert!(repaired.rebuilt && repaired.torn.is_empty(), "{repaired:?}");
    assert_eq!(repaired.salvaged.len(), 1, "the game may have lost moves: {repaired:?}");
    assert_eq!(checked(&folder), Vec::<String>::new());
    let after = files(folder.path());
    for name in [FILE.to_owned(), format!("{FILE}-wal"), "games.mark".to_owned()] {
        assert!(after[&format!("{name}.damaged")] == before[&name], "{name}");
        assert!(after.get(&name) != before.get(&name), "{name} is new");
    }
    assert!(!after.contains_key(&format!("{FILE}.rebuilt")));
}

#[test]
fn a_repair_that_cannot_set_the_damaged_file_aside_changes_nothing() {
    let before = files_without_end();
    let aside = format!("{FILE}.damaged");
    for linked in [true, false] {
        let folder = folder_in_memory();
        put(folder.path(), &before);
        let path = folder.path().join(&aside);
        match linked {
            // A link to itself is no place for a copy.
            true => std::os::unix::fs::symlink(&path, &path).expect("a new link"),
            false => std::fs::write(&path, "from before").expect("a new file"),
        }
        repair(&Storage::folder(folder.path())).expect_err("it is in the way");
        assert!(path.is_symlink() || std::fs::read(&path).is_ok_and(|text| text == b"from before"));
        std::fs::remove_file(path).expect("it is there");
        let after = files(folder.path());
        assert!(before.iter().all(|(name, bytes)| after.get(name) == Some(bytes)), "as they were");
        assert!(repaired(&folder).rebuilt);
    }
}

/// The names in the list of games are an index; who lost a page of it has lost no move.
#[test]
fn a_repair_of_a_damaged_list_lists_games_again_and_ends_none() {
    let folder = temporary_folder();
    drop(two_games(&folder));
    let damage = "DELETE FROM new_seat WHERE name = 'a';
        UPDATE new_seat SET name = 'c' WHERE name = 'b'";
    alter(&folder, damage);
    assert_eq!(checked(&folder).len(), 2);
    let before = contents(&folder).expect("readable");
    assert_eq!(repaired(&folder), Repaired::default());
    assert_eq!(checked(&folder), Vec::<String>::new());
    assert_eq!(contents(&folder).expect("readable"), before);
}

/// Zeroes the first page of a table or an index.
fn zero_page(folder: &TempDir, of: &str) {
    alter(folder, "PRAGMA wal_checkpoint(TRUNCATE)");
    let root = format!("SELECT rootpage FROM sqlite_schema WHERE name = '{of}'");
    let root: u32 =
        connection(folder).query_row(&root, [], |row| row.get(0)).expect("it has a page");
    let file = folder.path().join(FILE);
    let mut bytes = std::fs::read(&file).expect("readable");
    let page = (root as usize - 1) * 4_096;
    bytes[page..page + 4_096].fill(0);
    std::fs::write(&file, bytes).expect("writable");
}

/// A game whose row is lost is named, and what is left of it does not keep others from being
/// repaired.
#[test]
fn a_repair_with_a_damaged_page_of_games_names_those_that_are_gone() {
    let folder = temporary_folder();
    drop(two_games(&folder));
    zero_page(&folder, "game");
    let gone =
        [1, 2].map(|n| format!("game {}: its opening is lost, and with it the game", table(n)));
    let Repaired { salvaged, lost, rebuilt: true, torn } = repaired(&folder) else {
        panic!("the file has lost pages")
    };
    assert_eq!((lost, torn), (gone.to_vec(), vec!["game".to_owned()]));
    assert_eq!((salvaged, checked(&folder)), (vec![], vec![]));
    assert_eq!(repaired(&folder), Repaired::default());
}

/// A page of the journal is gone: the running game may have lost a move.
#[test]
fn a_repair_bridges_a_damaged_journal_that_lost_pages() {
    let folder = temporary_folder();
    let store = two_games(&folder);
    (3..6).for_each(|n| begin(&store, n));
    (3..6).for_each(|n| kept(&store, &[happened(n, 0, &moved(0, 1), None)]).expect("kept"));
    drop(store);
    let before = files(folder.path());
    // A page is gone, or has another number.
    for (damage, number) in [
        ("DELETE FROM journal", "max(number) - 1"),
        ("UPDATE journal SET number = number + 5", "max(number) - 1"),
        ("UPDATE journal SET number = 1 << 62", "max(number) - 1"),
        ("UPDATE journal SET number = -1 << 62", "max(number)"),
    ] {
        let folder = temporary_folder();
        put(folder.path(), &before);
        alter(&folder, &format!("{damage} WHERE number = (SELECT {number} FROM journal)"));
        let Repaired { salvaged, lost, .. } = repaired(&folder);
        assert_eq!((salvaged.len(), lost), (4, vec![]), "{damage}: {salvaged:?}");
        assert_eq!((checked(&folder), repaired(&folder)), (vec![], Repaired::default()));
    }
}

/// The mark of what was lost is in the new file from the beginning.
#[test]
fn a_repair_of_a_damaged_file_that_is_interrupted_forgets_nothing() {
    let folder = temporary_folder();
    drop(two_games(&folder));
    zero_page(&folder, "journal");
    // The damaged file has been copied, and nothing else done.
    let file = folder.path().join(FILE);
    std::fs::copy(&file, file.with_extension("db.damaged")).expect("a copy");
    rebuild::rebuild(folder.path()).expect("it can be read in part");
    assert_eq!(open_store(&folder).unfinished().expect("readable").whole.len(), 0);
    assert_eq!(repaired(&folder).salvaged.len(), 1, "it has ended");
    assert_eq!(checked(&folder), Vec::<String>::new());
}

/// The log alone still has what was written last, and somebody may know how to read it.
#[test]
fn the_log_of_a_damaged_store_that_lost_its_file_is_left_alone() {
    for empty in [true, false] {
        let folder = folder_in_memory();
        let (mut before, name) = (files_without_end(), FILE.to_owned());
        before.remove(&name);
        before.extend(empty.then(|| (name, Vec::new())));
        put(folder.path(), &before);
        let storage = Storage::folder(folder.path());
        let tried = [
            check(&storage).map(drop),
            Archive::write(&storage).map(drop),
            repair(&storage).map(drop),
        ];
        for refused in tried {
            assert!(refused.is_err_and(|why| why.to_string().contains("but not its log")));
        }
        assert!(before.iter().all(|(name, bytes)| files(folder.path()).get(name) == Some(bytes)));
    }
}

/// A row that is not accepted by the new file's tables is not left out in silence.
#[test]
fn a_repair_of_a_damaged_account_says_that_not_all_are_there() {
    let folder = temporary_folder();
    drop(two_games(&folder));
    alter(
        &folder,
        "INSERT INTO account (id, about, made_at) VALUES (zeroblob(16), '{\"player\":7}', 0)",
    );
    zero_page(&folder, "mailed");
    let file = folder.path().join(FILE);
    let bytes = std::fs::read(&file).expect("readable");
    let at = bytes.windows(11).position(|text| text == br#"{"player":7"#).expect("it is there");
    let mut damaged = bytes.clone();
    damaged[at] = b'z';
    std::fs::write(&file, damaged).expect("writable");
    let Repaired { rebuilt, torn, .. } = repaired(&folder);
    assert_eq!((rebuilt, torn), (true, vec!["account".to_owned()]));
}

/// The moves have a checksum; the result has none.
#[test]
fn a_damaged_result_does_not_change_who_won() {
    let folder = temporary_folder();
    drop(two_games(&folder));
    let before = contents(&folder).expect("whole");
    for damage in [r#"'"winners":[0]', '"winners":[1]'"#, "'resigned', 'played'", "'resigned', '\'"]
    {
        alter(&folder, &format!("UPDATE game SET over = replace(over, {damage})"));
        assert_eq!(checked(&folder).len(), 1, "{damage}");
        assert_eq!(repaired(&folder).salvaged.len(), 1, "{damage}");
        assert_eq!(contents(&folder).expect("whole"), before, "{damage}");
        assert_eq!(checked(&folder), Vec::<String>::new());
    }
}

/// A text that is not UTF-8 is damaged as any other.
#[test]
fn a_damaged_text_that_is_none_keeps_nobody_else_from_being_read() {
    const BYTES: &str = "CAST(CAST(opening AS BLOB) || x'ff' AS TEXT)";
    let folder = temporary_folder();
    drop(two_games(&folder));
    alter(&folder, &format!("UPDATE game SET opening = {BYTES} WHERE over IS NOT NULL"));
    assert_eq!(open_store(&folder).unfinished().expect("readable").whole.len(), 1);
    let Repaired { salvaged, lost, rebuilt, .. } = repaired(&folder);
    assert_eq!((salvaged.len(), lost.len(), rebuilt), (0, 1, false));
}

/// The page of an index is damaged, or of a table that play does not need: all moves are there, and
/// the games that run go on. None does without a mark, or if what they consist of is damaged.
#[test]
fn a_damage_beside_the_games_ends_none() {
    for (of, with_mark, torn, ended) in [
        ("new_seat", true, &["new_seat"][..], 0),
        ("new_seat", false, &["new_seat"], 1),
        ("named", true, &[], 0),
        ("sqlite_autoindex_game_1", true, &[], 0),
        ("running", true, &[], 0),
        ("sqlite_autoindex_segment_1", true, &[], 0),
        ("journal", true, &["journal"], 1),
        ("segment", true, &["segment"], 2),
    ] {
        let folder = folder_in_memory();
        drop(two_games(&folder));
        let file = folder.path().join(FILE);
        zero_page(&folder, of);
        if !with_mark {
            std::fs::remove_file(file.with_extension("mark")).expect("it is there");
        }
        let refused = Archive::create(&file).err();
        assert!(refused.is_none_or(|why| why.is_damage()), "{of}: it may be repaired");
        let repaired = repaired(&folder);
        assert!(repaired.rebuilt && repaired.torn == torn, "{of}: {repaired:?}");
        let done = (repaired.salvaged.len(), repaired.lost.len());
        assert_eq!(done, (ended, 0), "{of}: {repaired:?}");
        assert_eq!(checked(&folder), Vec::<String>::new(), "{of}");
    }
}
