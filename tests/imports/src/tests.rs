use super::*;

/// Keep in step with the table of layers in ARCHITECTURE.md.
const LAYERS: &[&str] = &[
    "records",
    "config",
    "game",
    "admission",
    "matchmaking",
    "ops",
    "net",
    "store",
    "identity",
    "live",
    "session",
    "api",
    "testing",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the workspace").to_owned()
}

#[test]
fn the_layers_of_the_server_have_one_direction_and_no_circle() {
    for folder in ["server", "server/ladder", "server/tournament", "server/verify"] {
        let imports = of_crate(&root().join(folder).join("src"));
        assert!(imports.len() > 5, "{folder} was not read");
        assert_eq!(circles(&imports), Vec::<BTreeSet<String>>::new(), "{folder}");
    }
    let server = of_crate(&root().join("server/src"));
    assert_eq!(upward(&server, LAYERS), []);
    let folders = server.keys().filter_map(|name| name.split_once("::")).map(|(top, _)| top);
    for folder in folders {
        assert!(LAYERS.contains(&folder), "{folder} is in no layer");
    }
}

#[test]
fn an_import_is_found_however_it_is_written() {
    let names: BTreeSet<String> = ["game::table", "live::room", "store"].map(String::from).into();
    let cases = [
        "#[cfg(test)] mod early { } use crate::live::room::Room;",
        "use crate::live::room as other;",
        "use crate::live::{room::{Room, Next}};",
        "fn f() { use super::super::live::room::*; }",
        "fn f() { crate::live::room::open(); }",
        "struct S(Vec<crate::live::room::Room>);",
        "impl From<crate::live::room::Room> for u8 { }",
    ];
    for text in cases {
        let found = of_source("game::table", text, &names);
        assert_eq!(found, BTreeSet::from(["live::room".to_owned()]), "{text}");
    }
    let none = "#[cfg(test)] mod tests { use crate::live::room::Room; } // crate::live::room";
    assert_eq!(of_source("game::table", none, &names), BTreeSet::new());
}

#[test]
fn a_circle_and_an_arrow_upward_are_found() {
    let to = |list: &[&str]| list.iter().map(|name| (*name).to_owned()).collect();
    let imports: Imports = [
        ("game::a", to(&["live::b"])),
        ("live::b", to(&["live::c"])),
        ("live::c", to(&["game::a"])),
    ]
    .map(|(name, to): (&str, BTreeSet<String>)| (name.to_owned(), to))
    .into();
    assert_eq!(circles(&imports), [imports.keys().cloned().collect()]);
    assert_eq!(upward(&imports, LAYERS), [("game::a".to_owned(), "live::b".to_owned())]);
}
