mod bounds;
mod names;
mod walks;
mod walls;
mod words;

use std::fs;
use std::sync::{Mutex, PoisonError};

use super::*;

/// Keep in sync with the table of layers in ARCHITECTURE.md.
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

/// The folders of all crates of the workspace.
fn crates() -> Vec<String> {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("text");
    let manifest: toml::Table = manifest.parse().expect("TOML");
    let members = manifest["workspace"]["members"].as_array().expect("a list").iter();
    members.map(|member| member.as_str().expect("a folder").to_owned()).collect()
}

/// The imports of a crate, parsed once for all tests: parsing takes most of their time.
fn imports_of(folder: &str) -> &'static Imports {
    static READ: Mutex<BTreeMap<String, &'static Imports>> = Mutex::new(BTreeMap::new());
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    let parse =
        || -> &'static Imports { Box::leak(Box::new(of_crate(&root().join(folder).join("src")))) };
    read.entry(folder.to_owned()).or_insert_with(parse)
}

/// All Rust files below a folder except tests, with their text.
fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("readable")) {
        let (path, name) = (entry.path(), entry.file_name());
        if path.is_dir() && name != "tests" {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs")
            && name != "tests.rs"
            && name != "simulation.rs"
        {
            let text = fs::read_to_string(&path).expect("text");
            found.push((path, text));
        }
    }
    found
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    for folder in crates() {
        let imports = imports_of(&folder);
        assert!(!imports.is_empty(), "{folder} was not read");
        assert_eq!(circles(imports), Vec::<BTreeSet<String>>::new(), "{folder}");
    }
}

#[test]
fn the_layers_of_the_server_have_one_direction() {
    let server = imports_of("server");
    assert_eq!(upward(server, LAYERS), []);
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
