//! Tests that this server opens a file of each released schema, and finds it intact.

use rusqlite::Connection;
use tempfile::TempDir;

use super::*;
use crate::store::folder::temporary_folder;
use crate::store::tests::{contents, two_games};
use crate::store::{Storage, check};

/// By schema number: rows as that release wrote them, of the same two games that `two_games`
/// creates. A new schema adds an entry; none is ever changed.
const RELEASED: &[&str] = &[include_str!("rows_1.sql")];

#[test]
fn a_file_of_each_released_schema_is_read_by_this_server() {
    assert_eq!(RELEASED.len(), MIGRATIONS.len(), "each schema has its rows");
    let new = temporary_folder();
    drop(two_games(&new));
    let games = |folder: &TempDir| -> Vec<_> {
        let records = contents(folder).expect("whole");
        records.into_iter().map(|record| (record.opening, record.facts, record.over)).collect()
    };
    let expected = games(&new);
    for (number, rows) in (1..).zip(RELEASED) {
        let folder = temporary_folder();
        let db = Connection::open(folder.path().join(crate::store::FILE)).expect("a new file");
        let schemas = &MIGRATIONS[..number];
        schemas.iter().try_for_each(|step| db.execute_batch(step)).expect("as it was made");
        db.execute_batch(rows).expect("as it was written");
        db.pragma_update(None, "application_id", APPLICATION).expect("as it was marked");
        db.pragma_update(None, "user_version", number as i64).expect("as it was numbered");
        drop(db);
        assert_eq!(games(&folder), expected, "schema {number}");
        assert_eq!(
            check(&Storage::folder(folder.path())).expect("readable").wrong,
            Vec::<String>::new()
        );
    }
}

#[test]
fn of_another_schema_it_is_said_whether_it_is_older_or_newer() {
    let ours = MIGRATIONS.len();
    ensure_version(ours).expect("it is ours");
    let said = |version| ensure_version(version).expect_err("not ours").to_string();
    for older in 0..ours {
        assert!(said(older).contains("start the server once"), "{}", said(older));
    }
    for newer in [ours + 1, 99] {
        assert!(said(newer).contains("a newer server"), "{}", said(newer));
    }
}
