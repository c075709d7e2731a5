//! The walls: names that a crate, a folder or a file must not use. A new file is subject to all of
//! them until it is listed here with a reason.

use super::*;
use crate::mentions::{is_in, mentions};

/// Crates that read no clock and draw no random numbers: both are passed in.
const PURE_CRATES: &[&str] = &[
    "rules",
    "solver",
    "protocol",
    "server/ladder",
    "server/tournament",
    "server/verify",
    "server/bundle",
];

/// The impure parts of the server.
const NOT_PURE: &[(&str, &str)] = &[
    ("lib.rs", "serves"),
    ("bin/", "the program"),
    ("api/", "HTTP"),
    ("session/", "connections"),
    ("cluster/", "links to other servers"),
    ("live/", "what is running"),
    ("identity/", "draws secrets, and hashes passwords on threads"),
    ("store/", "the disk"),
    ("push/", "requests to push services, and a key on the disk"),
    ("net/", "sockets"),
    ("ops/", "counters, and a process"),
    ("testing/", "benchmarks"),
    ("admission/play_first.rs", "shared by all connections; measures and waits"),
    ("admission/slots.rs", "shared by all connections"),
    ("admission/request_budgets.rs", "shared by all requests"),
    ("simulation/", "a test"),
    ("system/", "the clock, and randomness"),
    ("admission/work_queue.rs", "waits"),
    ("admission/solver_memory.rs", "waits"),
    ("admission/background_thread.rs", "a thread of its own"),
    ("admission/computing_time.rs", "measures the work of a thread"),
    ("config/mail_relay.rs", "a socket to whoever takes the mail"),
    ("config/memory_limit.rs", "reads what this process may have"),
    ("matchmaking/drawn_start.rs", "draws starts on a thread of its own"),
    ("matchmaking/drawn_puzzle.rs", "draws puzzles on a thread of its own"),
    ("matchmaking/start_value.rs", "solves on a thread of its own"),
];

/// Names that pure code must not use.
const IMPURE: &[&str] = &[
    "std::time::Instant::now",
    "std::time::SystemTime",
    "std::time::UNIX_EPOCH",
    ".elapsed",
    "std::net::TcpListener",
    "std::net::TcpStream",
    "std::net::UdpSocket",
    "std::net::ToSocketAddrs",
    "std::fs",
    "std::env",
    "std::process",
    "std::thread::spawn",
    "std::thread::scope",
    "std::thread::sleep",
    "std::thread::Builder",
    "std::thread::JoinHandle",
    "std::io::stdin",
    "std::sync::Mutex",
    "std::sync::RwLock",
    "std::sync::Condvar",
    "std::sync::mpsc",
    "std::collections::hash_map::RandomState",
    "std::hash::RandomState",
    "tokio",
    "async",
    "rand::rng",
    "rand::random",
    "rand::random_range",
    "rand::random_bool",
    "rand::fill",
    "rand::thread_rng",
    "rand::rngs::ThreadRng",
    "rand::rngs::SysRng",
    "rand::rngs::OsRng",
    "getrandom",
    "uuid::Uuid::now_v7",
    "uuid::Uuid::new_v4",
    "rusqlite",
    "axum",
    "hyper",
];

/// Names that no file of the project may use.
const NOWHERE: &[&str] = &[
    "std::sync::mpsc::channel",
    "tokio::sync::mpsc::unbounded_channel",
    "tokio::sync::mpsc::UnboundedSender",
    "futures::channel::mpsc::unbounded",
    "crossbeam_channel::unbounded",
    "crossbeam::channel::unbounded",
    "flume::unbounded",
    "async_channel::unbounded",
    "unsafe",
    "include!",
    "#[path]",
];

/// Where the server reads the time of day: it may jump, so nothing that decides a game may use it.
const TIME_OF_DAY: &[(&str, &str)] =
    &[("ops/calendar.rs", "read once at the start, and compared with")];

/// Where the server calls the solver; never on the path of a move.
const ASKS_THE_SOLVER: &[(&str, &str)] = &[
    ("records/game.rs", "stores what was found about a start"),
    ("api/analysis.rs", "answers an analysis"),
    ("matchmaking/start_value.rs", "judges offered starts"),
    ("matchmaking/drawn_start.rs", "draws starts"),
    ("matchmaking/handicap.rs", "compares starts by the players' chances"),
    ("matchmaking/drawn_puzzle.rs", "draws puzzles for a rush"),
    ("live/reviews.rs", "reviews finished games"),
];

/// The names used by the Rust files of a crate, by path within it, except tests.
type Files = BTreeMap<String, BTreeSet<String>>;

fn files(folder: &str) -> &'static Files {
    static READ: Mutex<BTreeMap<String, &'static Files>> = Mutex::new(BTreeMap::new());
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    read.entry(folder.to_owned()).or_insert_with(|| Box::leak(Box::new(parse(folder))))
}

fn parse(folder: &str) -> Files {
    let src = root().join(folder).join("src");
    let found = sources(&src).into_iter().map(|(path, text)| {
        let name = path.strip_prefix(&src).expect("below").display().to_string();
        (name, mentions(&text))
    });
    let found: Files = found.collect();
    assert!(found.len() > 1, "{folder} was not read");
    found
}

/// The forbidden names among `mentions`.
fn broken(mentions: &BTreeSet<String>, walls: &[&str]) -> Vec<String> {
    let forbidden = |name: &&String| walls.iter().any(|wall| is_in(name, wall));
    mentions.iter().filter(forbidden).cloned().collect()
}

fn is_named(file: &str, list: &[(&str, &str)]) -> bool {
    list.iter().any(|(name, _)| file == *name || (name.ends_with('/') && file.starts_with(name)))
}

/// Every file respects the walls or is listed as an exception; every exception is needed.
fn expect(files: &Files, walls: &[&str], but: &[(&str, &str)]) {
    let unnamed = files.iter().filter(|(file, _)| !is_named(file, but));
    let broken_by = unnamed.map(|(file, mentions)| (file, broken(mentions, walls)));
    assert_eq!(broken_by.filter(|(_, broken)| !broken.is_empty()).collect::<Vec<_>>(), []);
    for (name, reason) in but {
        let mut named = files.iter().filter(|(file, _)| is_named(file, &[(name, reason)]));
        assert!(
            named.any(|(_, mentions)| !broken(mentions, walls).is_empty()),
            "{name} is named for nothing"
        );
    }
}

#[test]
fn pure_crates_are_pure() {
    for folder in PURE_CRATES {
        expect(files(folder), IMPURE, &[]);
    }
}

#[test]
fn a_file_of_the_server_is_pure_or_named() {
    expect(files("server"), IMPURE, NOT_PURE);
}

/// Ensures that nothing impure comes in by another name.
#[test]
fn pure_files_import_pure_files() {
    let mut broken = Vec::new();
    for (from, to) in imports_of("server") {
        let file = |module: &str| {
            let path = module.replace("::", "/");
            let folder = root().join("server/src").join(&path).join("mod.rs");
            if folder.exists() { format!("{path}/mod.rs") } else { format!("{path}.rs") }
        };
        // A setting's default is a share of the available memory.
        let is_free = from.is_empty() || from == "config";
        if is_free || is_named(&file(from), NOT_PURE) {
            continue;
        }
        let impure = to.iter().filter(|to| is_named(&file(to), NOT_PURE));
        broken.extend(impure.map(|to| (from.clone(), to.clone())));
    }
    assert_eq!(broken, []);
}

#[test]
fn no_queue_is_unbounded_and_nothing_is_unsafe() {
    for folder in crates() {
        expect(files(&folder), NOWHERE, &[]);
    }
}

#[test]
fn the_time_of_day_is_only_written_beside_facts() {
    expect(files("server"), &["std::time::SystemTime::now", "std::time::UNIX_EPOCH"], TIME_OF_DAY);
}

#[test]
fn only_the_store_knows_the_database() {
    expect(files("server"), &["rusqlite"], &[("store/", "")]);
}

#[test]
fn no_move_waits_for_the_solver() {
    expect(files("server"), &["solver"], ASKS_THE_SOLVER);
}

#[test]
fn the_checker_of_tournaments_shares_nothing_with_their_organizer() {
    expect(files("server/verify"), &["tournament", "protocol", "solver", "server"], &[]);
}

#[test]
fn no_crate_depends_on_one_that_it_must_not_know() {
    let forbidden: &[(&str, &[&str])] = &[
        ("rules", &["solver", "protocol", "server", "bot", "tokio", "rand", "uuid", "tracing"]),
        ("solver", &["protocol", "server", "bot", "tokio", "uuid", "tracing"]),
        ("protocol", &["solver", "server", "bot", "tokio", "tokio-tungstenite"]),
        ("server/ladder", &["server", "bot", "tokio", "rusqlite"]),
        ("server/tournament", &["server", "bot", "tokio", "rusqlite"]),
        ("server/verify", &["server", "bot", "tokio", "tournament", "protocol", "solver"]),
        ("server", &["bot", "load", "runner", "siege"]),
        ("bot", &["server", "ladder", "tournament", "runner", "report"]),
    ];
    for (folder, unwanted) in forbidden {
        let manifest = fs::read_to_string(root().join(folder).join("Cargo.toml")).expect("text");
        let known = dependencies(&manifest);
        assert!(!known.is_empty(), "{folder}");
        for other in *unwanted {
            assert!(!known.contains(*other), "{folder} must not depend on {other}");
        }
    }
}

/// All packages that a manifest depends on, except for tests.
fn dependencies(manifest: &str) -> BTreeSet<String> {
    let manifest: toml::Table = manifest.parse().expect("TOML");
    let targets = manifest.get("target").and_then(toml::Value::as_table).into_iter().flatten();
    let tables = targets.filter_map(|(_, target)| target.as_table()).chain([&manifest]);
    let tables = tables.filter_map(|table| table.get("dependencies")?.as_table());
    let package = |(name, what): (&String, &toml::Value)| {
        what.get("package").and_then(toml::Value::as_str).unwrap_or(name).to_owned()
    };
    tables.flatten().map(package).collect()
}

#[test]
fn a_dependency_is_found_however_it_is_written() {
    let manifest = "[dependencies]\nx = { package = \"tokio\", version = \"1\" }\n\
        [target.'cfg(unix)'.dependencies]\nrand.workspace = true\n\
        [dev-dependencies]\nuuid = \"1\"";
    assert_eq!(dependencies(manifest), BTreeSet::from(["tokio", "rand"].map(String::from)));
}

#[test]
fn planted_violations_are_found() {
    let impure = [
        "use std::time::Instant; fn f() { Instant::now(); }",
        "use std::time as t; fn f() { t::Instant::now(); }",
        "use std::time::Instant as Clock; fn f() { Clock::now(); }",
        "use std::time::*; fn f() { Instant::now(); }",
        "use std::{time::{self as t}}; fn f() { t::Instant::now(); }",
        "use std as s; use s::time as t; fn f() { t::Instant::now(); }",
        "type Clock = std::time::Instant; fn f() { Clock::now(); }",
        "use std::time::Instant; fn f() { <Instant>::now(); }",
        "use std::time::Instant; fn f() { let now = Instant::now; now(); }",
        "fn f() { use std::time::Instant; println!(\"{:?}\", Instant::now()); }",
        "macro_rules! now { () => { std::time::Instant::now() } }",
        "fn f(since: std::time::Instant) { since.elapsed(); }",
        "#[cfg(test)] mod early { } fn f() { std::time::Instant::now(); }",
        "fn f() { core::time::Instant::now(); }",
        "extern crate tokio as t; use t::spawn;",
        "extern crate std as base; fn f() { base::time::Instant::now(); }",
        "fn f() -> u8 { rand::random() }",
        "use rand::random as chance; fn f() -> u8 { chance() }",
        "async fn f() { }",
        "fn f() { let _ = async { }; }",
        "use std::sync::Mutex;",
        "mod inner { use std::fs::*; }",
    ];
    for text in impure {
        assert!(!broken(&mentions(text), IMPURE).is_empty(), "{text}");
    }
    let nowhere = [
        "use std::sync::mpsc as q; fn f() { q::channel::<u8>(); }",
        "use std::sync::mpsc::channel as line; fn f() { line::<u8>(); }",
        "use std::sync::mpsc::*; fn f() { channel::<u8>(); }",
        "use std::sync::*; fn f() { mpsc::channel::<u8>(); }",
        "fn f() { make!(std::sync::mpsc::channel()); }",
        "use tokio::sync::mpsc::unbounded_channel as q;",
        "include!(\"other.rs\");",
        "fn f() { include!(\"other.rs\"); }",
        "#[path = \"../net/outbox.rs\"] mod outbox;",
        "fn f() { unsafe { } }",
        "unsafe fn f() { }",
        "unsafe impl Send for X { }",
        "fn f() { make!(unsafe { }); }",
    ];
    for text in nowhere {
        assert!(!broken(&mentions(text), NOWHERE).is_empty(), "{text}");
    }
    let solver = "fn f() { use ::solver as s; s::Solver::new(); }";
    assert!(!broken(&mentions(solver), &["solver"]).is_empty());
}

#[test]
fn allowed_code_is_not_reported() {
    let allowed = [
        "use std::time::{Duration, Instant}; fn f(now: Instant) -> Instant { now }",
        "use tokio::sync::mpsc; fn f() { mpsc::channel::<u8>(4); }",
        "use std::sync::mpsc::sync_channel; fn f() { sync_channel::<u8>(4); }",
        "// std::sync::mpsc::channel() and unsafe { }\nconst TEXT: &str = \"unsafe { }\";",
        "#[cfg(test)] mod tests { fn f() { unsafe { } std::sync::mpsc::channel::<u8>(); } }",
        "#[cfg(all(test, unix))] fn f() { unsafe { } }",
        "const TEXT: &str = include_str!(\"text\");",
    ];
    for text in allowed {
        assert_eq!(broken(&mentions(text), NOWHERE), [""; 0], "{text}");
    }
    assert_eq!(broken(&mentions(allowed[0]), IMPURE), [""; 0]);
}

#[test]
fn a_new_file_that_breaks_a_wall_and_a_name_without_need_fail() {
    let new = |text| BTreeMap::from([("game/new.rs".to_owned(), mentions(text))]);
    let fails = |files: &BTreeMap<_, _>, but| {
        std::panic::catch_unwind(|| expect(files, IMPURE, but)).is_err()
    };
    assert!(fails(&new("use tokio::spawn;"), &[]));
    assert!(!fails(&new("use tokio::spawn;"), &[("game/", "")]));
    assert!(fails(&new("use rules::Game;"), &[("game/new.rs", "")]));
}
