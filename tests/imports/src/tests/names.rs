//! Each type name means one thing in the whole workspace.

use super::*;
use crate::names::types;

/// Names that several files declare, with their meanings. This list should shrink.
const SHARED: &[(&str, &str)] = &[
    ("After", "a number to go on from; what the hub has to do"),
    ("Arguments", "of a command: each file of a command line has its own"),
    ("Cause", "of a refusal; of a rating's change"),
    ("Certificate", "of who wins; of a server's name, in TLS"),
    ("Chance", "seeded choices: of a bot; of a tournament, whose stream is published"),
    ("Change", "of a table; of a rating"),
    ("Circle", "a position; the circles that have a theorem"),
    ("Components", "the sum of a graph's parts, of two theories"),
    ("Course", "of a tournament; of a benchmark"),
    ("Decision", "of a sequential test; of a player"),
    ("Degree", "how hard a start is; of a benchmark"),
    ("Due", "what a table does; which pair can be played"),
    ("Family", "of starts; of decisions"),
    ("Game", "that is played; as the search sees it"),
    ("Item", "of a move's text; of a decision"),
    ("Judged", "a start; a match; a decision"),
    ("Known", "of a part, in the search; in answers of moderation"),
    ("Lost", "a position; work that came to no end"),
    ("Mark", "of a review; a move of notakto"),
    ("NewName", "a body of two requests"),
    ("NotSent", "a letter; a message of a client"),
    ("Opening", "what never changes: of a game; of a tournament"),
    ("Origin", "of a game; of a connection"),
    ("Pairs", "of heap values; of a benchmark"),
    ("Pen", "that writes letters; that writes rows"),
    ("Permit", "for what is open; for work"),
    ("Picture", "of a position; of a page's preview"),
    ("Place", "in the store's queue; of a commit"),
    ("Player", "on the wire; who plays a level; whom the Swiss system pairs"),
    ("Preset", "a start with a name; its name on the wire"),
    ("Question", "to the analysis; of the command that researches"),
    ("Rated", "tables that are to be rated; what came of them"),
    ("Reason", "of a search; of a game's end"),
    ("Record", "of a game: as text; as stored"),
    ("Reset", "of a password: what is kept, and two bodies of requests"),
    ("Reviewed", "a ply; a game"),
    ("Row", "of a table of values; of the database"),
    ("Rows", "of a position; of tables; of a batch"),
    ("Session", "of an account: kept, over HTTP; of a connection"),
    ("Sessions", "of an account: kept, over HTTP; of a connection"),
    ("Side", "of a game; of a rated match"),
    ("Standing", "in a tournament's table; on the ladder"),
    ("Step", "of a house bot's challenge; of a tournament's task and log"),
    ("Tables", "over HTTP; of a connection"),
    ("Text", "of a request; on a card"),
    ("Unchecked", "a variant's parameters before they are admitted"),
    ("Waiting", "for an opponent: on the ladder; in an arena"),
    ("Wanted", "a game; what is asked for over HTTP"),
    ("Which", "leaderboard; benchmark"),
    ("Why", "a position is won; a rating changed"),
];

/// Excluded crates: the verifier of tournaments shares nothing with the server, not even types, but
/// uses the same terms; and tests have their own clients and folders.
const APART: &[&str] = &["server/verify", "tests", "tests/imports"];

/// Where each type is declared.
fn declared() -> BTreeMap<String, Vec<String>> {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for folder in crates().into_iter().filter(|folder| !APART.contains(&folder.as_str())) {
        let src = root().join(&folder).join("src");
        for (path, text) in sources(&src) {
            let file =
                format!("{folder}/src/{}", path.strip_prefix(&src).expect("below").display());
            for name in types(&text) {
                places.entry(name).or_default().push(file.clone());
            }
        }
    }
    places
}

#[test]
fn a_type_name_means_one_thing() {
    let places = declared();
    assert!(places.len() > 500, "only {} names were read", places.len());
    let twice = |name: &str| places.get(name).is_some_and(|places| places.len() > 1);
    let shared = |name: &str| SHARED.iter().any(|(shared, _)| *shared == name);
    let broken: Vec<String> = (places.iter())
        .filter(|(name, _)| twice(name) && !shared(name))
        .map(|(name, places)| format!("{name}: {}", places.join(" ")))
        .collect();
    assert_eq!(broken, [""; 0]);
    for (name, _) in SHARED {
        assert!(twice(name), "{name} is named for nothing");
    }
}

#[test]
fn types_are_found_in_modules_and_not_in_tests_or_functions() {
    let text = "pub struct A; mod m { enum B {} trait C {} } #[cfg(test)] mod tests { struct D; }
        type E = A; union F { a: u8 } fn f() { struct G; } #[cfg(test)] struct H;";
    assert_eq!(types(text), ["A", "B", "C", "E", "F"]);
}
