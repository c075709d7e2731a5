mod bounds;
mod names;
mod walks;
mod walls;
mod words;

use std::fs;
use std::sync::{Mutex, PoisonError};

use super::*;

/// Keep both in sync with the tables of layers in ARCHITECTURE.md.
const LAYERS: &[&str] = &[
    "system",
    "records",
    "config",
    "game",
    "admission",
    "matchmaking",
    "ops",
    "net",
    "store",
    "identity",
    "push",
    "live",
    "session",
    "cluster",
    "simulation",
    "api",
    "testing",
];

const BOT_LAYERS: &[&str] = &[
    "lines",
    "signing",
    "mix",
    "server_command",
    "client",
    "own_server",
    "bots",
    "driver",
    "programs",
    "tools",
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
    let parse = || -> &'static Imports {
        Box::leak(Box::new(crate_imports(&root().join(folder).join("src"))))
    };
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
        assert_eq!(circles(imports), [], "{folder}");
    }
}

#[test]
fn the_layers_of_server_and_bot_have_one_direction() {
    for (folder, layers) in [("server", LAYERS), ("bot", BOT_LAYERS)] {
        let imports = imports_of(folder);
        assert_eq!(upward(imports, layers), [], "{folder}");
        for module in imports.keys().filter(|name| !name.is_empty()) {
            let top = module.split("::").next().expect("it is not empty");
            assert!(layers.contains(&top), "{module} is in no layer");
        }
    }
}

#[test]
fn the_map_shows_the_layers_in_their_order() {
    let map = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("the map");
    for (folder, layers) in [("server", LAYERS), ("bot", BOT_LAYERS)] {
        let heading = format!("### Inside `{folder}/src`");
        let (_, table) = map.split_once(&heading).expect("the layers");
        let (table, _) = table.split_once("\n### ").expect("what comes after them");
        let rows = table.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`'));
        let names = rows.map(|(name, _)| name.trim_end_matches('/').trim_end_matches(".rs"));
        let names: Vec<&str> = names.filter(|name| *name != "bin").collect();
        assert_eq!(names, layers);
    }
}

#[test]
fn an_import_is_found_however_it_is_written() {
    let texts = [
        ("", "pub use live::{Room, room::Next as Following}; mod game; mod live; mod store;"),
        ("game::table", ""),
        ("live", "mod room; pub use room::Room; pub(crate) use self::room::open;"),
        ("live::room", "pub struct Hall;"),
        ("store", "pub use crate::live::room::*;"),
    ];
    let texts = texts.map(|(name, text)| (name.to_owned(), text.to_owned()));
    let modules = Modules::new(&texts.into());
    let cases = [
        "use crate::Room;",
        "use crate::Following;",
        "use crate::live::Room;",
        "use crate::store::Hall;",
        "fn f() { crate::live::open(); }",
        "#[cfg(test)] mod early { } use crate::live::room::Room;",
        "use crate::live::room as other;",
        "use crate::live::{room::{Room, Next}};",
        "fn f() { use super::super::live::room::*; }",
        "fn f() { crate::live::room::open(); }",
        "struct S(Vec<crate::live::room::Room>);",
        "impl From<crate::live::room::Room> for u8 { }",
    ];
    for text in cases {
        let found = source_imports("game::table", text, &modules);
        assert_eq!(found, BTreeSet::from(["live::room".to_owned()]), "{text}");
    }
    let none = "#[cfg(test)] mod tests { use crate::live::room::Room; } // crate::live::room";
    assert_eq!(source_imports("game::table", none, &modules), BTreeSet::new());
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
