//! The journal in memory and in the database.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::*;
use crate::store::folder::file_in_memory;

/// What is known of the open games, in their order.
fn open(journal: &Journal) -> Vec<(Uuid, i64, u32, u32, &str)> {
    let open = journal.open.iter();
    let mut open: Vec<_> =
        open.map(|(game, it)| (*game, it.page, it.first, it.next, &*it.text)).collect();
    open.sort();
    open
}

/// Through pages of all sizes, and games that end.
#[test]
fn what_is_read_is_what_the_writer_knows() {
    let db = file_in_memory();
    for game in 0..5 {
        let insert = "INSERT INTO game VALUES (NULL, ?1, '', x'', 0, NULL, NULL, 0)";
        db.execute(insert, params![Uuid::from_u128(game)]).expect("a row");
    }
    let mut journal = Journal::read(&db).expect("empty");
    let mut chance = StdRng::seed_from_u64(3);
    let mut below = |most| chance.random_range(0..most);
    let mut next = HashMap::new();
    for page in 1..=60 {
        assert_eq!(journal.next_page(), page);
        let facts = if below(9) == 0 { 100 } else { below(4) };
        for _ in 0..facts {
            let game = Uuid::from_u128(below(5));
            let seq = next.entry(game).or_insert(0);
            journal.add(&db, &NewLine::new(game, *seq, page, &"so")).expect("in order");
            *seq += 1;
            if below(40) == 0 {
                journal.put_together(&db, game).expect("writable");
            }
        }
        assert_eq!(journal.is_blank(), facts == 0);
        journal.write(&db).expect("writable");
        let read = Journal::read(&db).expect("whole");
        assert_eq!((read.lines, read.next_page()), (journal.lines, page + 1));
        assert_eq!(read.pages.len(), journal.pages.len());
        assert_eq!(open(&read), open(&journal), "after page {page}");
    }
    journal.put_away(&db).expect("writable");
    let read = Journal::read(&db).expect("whole");
    assert_eq!((read.lines, open(&read).len(), open(&journal).len()), (1, 0, 0));
    for (game, next) in next {
        assert_eq!(kept_in_segments(&db, game).expect("readable"), next, "all are in segments");
    }
}

/// The oldest pages go once there are so many more facts than the journal holds, until it holds no
/// more; what they had of games that go on is in segments then.
#[test]
fn the_journal_forgets_its_oldest_pages_and_no_more_of_them_than_it_must() {
    let db = file_in_memory();
    db.execute_batch("PRAGMA foreign_keys = OFF").expect("SQLite");
    let mut journal = Journal::read(&db).expect("empty");
    let [old, long] = [1, 2].map(Uuid::from_u128);
    let mut seq = 0;
    let mut write = |journal: &mut Journal, facts: usize| {
        if journal.next_page() == 1 {
            journal.add(&db, &NewLine::new(old, 0, 0, &"so")).expect("in order");
        }
        while journal.page.lines < facts {
            journal.add(&db, &NewLine::new(long, seq, 0, &"so")).expect("in order");
            seq += 1;
        }
        journal.write(&db).expect("writable");
        let pages = "SELECT min(number), max(number), count(*) FROM journal";
        let read = |row: &database::DatabaseRow<'_>| Ok([row.get(0)?, row.get(1)?, row.get(2)?]);
        db.query_row(pages, [], read).expect("pages")
    };
    let full = (REACH / AT_ONCE) as i64;
    let mut pages = [0; 3];
    for _ in 0..=full {
        pages = write(&mut journal, AT_ONCE);
    }
    assert_eq!((pages, journal.lines), ([1, full + 1, full + 1], REACH + AT_ONCE));
    let in_segments = |game| kept_in_segments(&db, game).expect("readable");
    assert_eq!((in_segments(old), in_segments(long)), (0, 0));
    // A blank page counts as a fact.
    pages = write(&mut journal, 0);
    assert_eq!((pages, journal.lines), ([3, full + 2, full], REACH - AT_ONCE + 1));
    let so_far = REACH + AT_ONCE - 1;
    assert_eq!((in_segments(old), in_segments(long) as usize), (1, so_far));
    for facts in [AT_ONCE - 1, AT_ONCE] {
        pages = write(&mut journal, facts);
    }
    assert_eq!((pages, journal.lines), ([3, full + 4, full + 2], REACH + AT_ONCE));
    pages = write(&mut journal, AT_ONCE);
    assert_eq!((pages, journal.lines), ([5, full + 5, full + 1], REACH), "it is full");
    let read = Journal::read(&db).expect("whole");
    assert_eq!((read.lines, open(&read)), (journal.lines, open(&journal)));
}
