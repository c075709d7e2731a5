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
    db.execute_batch("PRAGMA foreign_keys = OFF").expect("SQLite");
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
