//! The walls between the crates, read from their manifests and sources. What a
//! crate may not know stands in ARCHITECTURE.md; here it is enforced.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").to_owned()
}

/// The names under `[dependencies]` of a crate.
fn dependencies(name: &str) -> Vec<String> {
    let manifest = fs::read_to_string(root().join(name).join("Cargo.toml")).expect("a manifest");
    let table = manifest.split("[dependencies]").nth(1).expect("dependencies");
    let table = table.split("\n[").next().expect("not empty");
    let name = |line: &str| line.split(['.', ' ', '=']).next().unwrap_or_default().to_owned();
    table.lines().map(name).filter(|name| !name.is_empty()).collect()
}

/// All Rust files below a folder, with their text.
fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("readable")) {
        let path = entry.path();
        if path.is_dir() && path.file_name().is_none_or(|name| name != "target") {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("text");
            found.push((path, text));
        }
    }
    found
}

#[test]
fn no_crate_depends_on_what_it_must_not_know() {
    let forbidden: &[(&str, &[&str])] = &[
        ("rules", &["solver", "protocol", "server", "bot", "tokio", "rand", "uuid", "tracing"]),
        ("solver", &["protocol", "server", "bot", "tokio", "uuid", "tracing"]),
        ("protocol", &["solver", "server", "bot", "tokio", "tokio-tungstenite"]),
        ("server", &["bot"]),
        ("bot", &["server"]),
    ];
    for (name, unwanted) in forbidden {
        let known = dependencies(name);
        assert!(!known.is_empty(), "the manifest of {name} was not understood");
        for other in *unwanted {
            assert!(!known.iter().any(|k| k == other), "{name} must not depend on {other}");
        }
    }
}

#[test]
fn the_pure_crates_read_no_clock_and_draw_no_chance() {
    for name in ["rules", "solver", "protocol", "server/ladder"] {
        for (path, text) in sources(&root().join(name).join("src")) {
            for unwanted in ["Instant::now", "SystemTime", "thread_rng", "rand::rng", "std::net"] {
                assert!(!text.contains(unwanted), "{} has {unwanted}", path.display());
            }
        }
    }
}

#[test]
fn what_decides_in_the_server_is_pure() {
    let files = [
        "game/table.rs",
        "game/table/record.rs",
        "game/table/view.rs",
        "game/table/waiting.rs",
        "game/turn.rs",
        "game/clock.rs",
        "game/agreement.rs",
        "matchmaking/lobby.rs",
        "admission/rate_limiter.rs",
        "records/game.rs",
        "records/secret_hash.rs",
    ];
    for file in files {
        let text = fs::read_to_string(root().join("server/src").join(file)).expect("a source");
        let code = text.split("#[cfg(test)]").next().expect("not empty");
        for unwanted in ["Instant::now", "tokio", "rand::", "Mutex", "async "] {
            assert!(!code.contains(unwanted), "{file} has {unwanted}");
        }
    }
}

#[test]
fn what_decides_in_a_tournament_is_pure() {
    for (path, text) in sources(&root().join("server/tournament/src")) {
        for unwanted in ["Instant::", "SystemTime", "tokio", "rand::", "Mutex", "async ", "std::fs"]
        {
            assert!(!text.contains(unwanted), "{} has {unwanted}", path.display());
        }
    }
}

/// Only the tests of the checker may make a tournament to be checked.
#[test]
fn who_checks_a_tournament_shares_nothing_with_who_runs_it() {
    for (path, text) in sources(&root().join("server/verify/src")) {
        if path.ends_with("tests.rs") {
            continue;
        }
        for unwanted in ["tournament::", "protocol::", "solver::", "std::fs", "Instant::"] {
            assert!(!text.contains(unwanted), "{} has {unwanted}", path.display());
        }
    }
}

#[test]
fn no_queue_is_unbounded_and_nothing_is_unsafe() {
    for folder in ["rules", "solver", "protocol", "server", "bot"] {
        for (path, text) in sources(&root().join(folder)) {
            for unwanted in ["unbounded_channel", "unsafe {", "mpsc::channel()"] {
                assert!(!text.contains(unwanted), "{} has {unwanted}", path.display());
            }
        }
    }
}

/// The wall clock may jump: so nothing that decides a game knows what it says. The
/// store writes it beside facts, and a tournament may begin at a time of day.
#[test]
fn the_wall_clock_is_only_written_beside_facts() {
    for (path, text) in sources(&root().join("server/src")) {
        let code = text.split("#[cfg(test)]").next().expect("not empty");
        let uses = code.matches("SystemTime::now").count();
        let allowed = usize::from(
            ["store/encoding.rs", "live/tournaments/mod.rs"].iter().any(|p| path.ends_with(p)),
        );
        assert!(uses <= allowed, "{} asks what time it is", path.display());
    }
}

#[test]
fn only_the_store_knows_the_database() {
    for (path, text) in sources(&root().join("server/src")) {
        let inside = path.components().any(|part| part.as_os_str() == "store");
        assert!(inside || !text.contains("rusqlite"), "{} knows it", path.display());
    }
}

#[test]
fn no_table_asks_the_solver_on_the_way_of_a_move() {
    for file in
        ["game/table.rs", "live/room.rs", "session/mod.rs", "live/hub.rs", "matchmaking/lobby.rs"]
    {
        let text = fs::read_to_string(root().join("server/src").join(file)).expect("a source");
        assert!(!text.contains("solver::"), "{file} asks the solver");
    }
}
