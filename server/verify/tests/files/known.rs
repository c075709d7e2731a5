//! Files of known tournaments: the same entrants, seed and results give the same file, byte by
//! byte, and files that were signed long ago still hold. `NIM_WRITE_PINNED=1` writes them anew; then
//! files that people have kept no longer hold either.

use pinned::assert_pinned;
use tournament::report;

use super::played::{Unrest, finished, plan};
use super::{FORMATS, base, holds};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/files/known");

const NAMES: [&str; 8] =
    ["round robin", "gauntlet", "byes", "corrected", "late", "starts", "knockout", "signed"];

/// The last line of the file of an arena. Its hash depends on all lines before it.
const ARENA_END: &str = r#"{"t":"end","lines":1108,"at_ms":10105,"hash":"a3c43a6c6dbe0a6ba2be96dd1a7bbb0ba1c90bc7e848607ee21302c7658c9013"}"#;

#[test]
fn known_tournaments_are_what_they_were() {
    for name in NAMES {
        let path = format!("{FOLDER}/{}.jsonl", name.replace(' ', "_"));
        let text = base(name, 0);
        assert_pinned(&path, &text);
        holds(&text);
    }
}

/// Its file is long, and only its end is kept.
#[test]
fn a_known_arena_is_what_it_was() {
    let text = base("berserk absent", 0);
    holds(&text);
    let last = text.lines().rev().nth(1).expect("a last line");
    assert_eq!(last, ARENA_END);
}

/// The report has ranks, results, byes that were asked for, and rounds that somebody missed.
#[test]
fn a_report_is_what_it_was() {
    let unrest = Unrest { bye: 3, no_show: 5, ..Unrest::default() };
    let swiss = plan(r#"{"kind": "swiss", "rounds": 5}"#, r#", "byes": 1"#);
    let text = report(&finished(swiss, 9, 21, unrest)).expect("it has rounds");
    assert_pinned(&format!("{FOLDER}/byes.trf"), &text);
    assert_eq!(report(&finished(plan(FORMATS[5], ""), 3, 1, Unrest::default())), None);
}
