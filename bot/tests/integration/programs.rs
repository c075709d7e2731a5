//! Programs in other languages, good and bad, over the line protocol.

use std::time::{Duration, Instant};

use bot::{Bot, BotError, ProgramSpec, Programs, View, conform, validate};
use rules::{Seat, Setup};

fn spec(command: &str) -> ProgramSpec {
    let move_time = Duration::from_secs(10);
    ProgramSpec {
        command: command.to_owned(),
        move_time,
        memory_mb: None,
        show_errors: false,
        dir: None,
        env: Vec::new(),
        log: None,
    }
}

/// A program that sends `hello` and answers `go` with the shell command `go`.
fn shell(go: &str) -> ProgramSpec {
    spec(&format!(
        "sh -c 'while read word rest; do case $word in hello) echo hello {{}};; \
         go) {go};; quit) exit;; esac; done'"
    ))
}

fn view() -> View {
    let setup: Setup = "nim 3,4,5".parse().unwrap();
    View {
        position: setup.start().clone(),
        setup,
        seat: Seat(0),
        history: Vec::new(),
        due: None,
        free: Duration::ZERO,
    }
}

#[test]
fn a_program_that_moves_is_a_bot() {
    let mut bot = Programs::new(shell("echo info thinking; echo \"bestmove [0, 2]\"")).bot();
    assert_eq!(bot.choose(&view()).unwrap(), rules::Move::List(vec![0, 2].into()));
}

#[test]
fn each_way_to_fail_has_its_name() {
    for (program, expected) in [
        (spec("false"), "ended: exit status: 1"),
        (spec("no-such-program-anywhere"), "ended: exit status: 127, there is no such program"),
        (spec("echo goodbye"), "not a move"),
        (shell("exit 3"), "ended: exit status: 3"),
        (shell("kill -9 $$"), "ended: signal: 9"),
        (shell("echo bestmove [0,"), "not a move"),
        (shell("echo bestmove"), "not a move"),
        (shell("echo resign"), "resigned"),
        (shell("head -c 2000000 /dev/zero; echo"), "an overlong line"),
    ] {
        let fault = Programs::new(program.clone()).bot().choose(&view()).unwrap_err();
        assert!(fault.to_string().contains(expected), "{}: {fault}", program.command);
    }
}

/// Another version is another player: it does not go on in the name of the first.
#[test]
fn a_process_that_says_another_version_does_not_play() {
    // Its version is the number of its process.
    let program = spec(r#"sh -c 'read hello; echo "hello {\"version\":\"$$\"}"'"#);
    let programs = Programs::new(program);
    let first = programs.bot().choose(&view()).unwrap_err().to_string();
    assert!(first.starts_with("ended"), "{first}");
    let second = programs.bot().choose(&view()).unwrap_err().to_string();
    assert!(second.contains("another version than before"), "{second}");
    let bad = spec(r#"sh -c 'read hello; echo "hello {\"version\":\"1 2\"}"'"#);
    let bad = Programs::new(bad).bot().choose(&view()).unwrap_err().to_string();
    assert!(bad.contains("a version has 1 to 32 visible characters"), "{bad}");
}

#[test]
fn a_program_that_hangs_is_killed_with_all_that_it_started() {
    // A unique duration, by which the process can be found.
    let naptime = format!("86{:06}", std::process::id());
    let mut program = shell(&format!("sleep {naptime}"));
    program.move_time = Duration::from_millis(300);
    let began = Instant::now();
    let fault = Programs::new(program).bot().choose(&view()).unwrap_err();
    assert_eq!(fault, BotError::TimedOut);
    assert!(began.elapsed() < Duration::from_secs(10));
    let processes = std::process::Command::new("ps").args(["-eo", "args"]).output().unwrap();
    let processes = String::from_utf8_lossy(&processes.stdout).into_owned();
    assert!(!processes.contains(&format!("sleep {naptime}\n")), "{processes}");
}

/// `tail` keeps an unterminated line, here of a gigabyte, in memory.
#[test]
fn memory_is_limited() {
    let mut program = shell(
        "head -c 1073741824 /dev/zero | tail -n 1 >/dev/null && echo \"bestmove [0, 2]\" || exit 7",
    );
    program.memory_mb = Some(256);
    let fault = Programs::new(program).bot().choose(&view()).unwrap_err();
    assert!(fault.to_string().contains("ended: exit status: 7"), "{fault}");
}

#[test]
fn failures_are_reported() {
    let mut checks = Vec::new();
    let program = shell("echo \"bestmove [0, 99]\"");
    assert!(!conform(&program, 1, &mut |check| checks.push(check.to_string())));
    let said = checks.join("\n");
    assert!(
        said.contains("FAIL  plays nim 3,4,5: it made the move [0,99] at {\"heaps\":[3,4,5]}"),
        "{said}"
    );
    assert!(said.contains("the heap has fewer objects"), "{said}");
    assert!(said.contains("ok    ends within a second of quit"), "{said}");
}

/// A program that promises the same moves every time, but makes the last legal move instead of the
/// first from its third game on.
#[test]
fn a_broken_promise_of_determinism_is_reported() {
    const FICKLE: &str = r#"
        while read -r word rest; do
            case $word in
                hello) echo 'hello {"name":"Fickle","version":"2","variants":["nim"],"deterministic":true}' ;;
                newgame) games=$((games + 1)) ;;
                position)
                    rest=${rest#*'"legal_moves":['}
                    first=${rest%%']'*}']'
                    last=${rest%%']],'*}
                    last='['${last##*'['}']' ;;
                go) if [ $games -le 2 ]; then echo "bestmove $first"; else echo "bestmove $last"; fi ;;
                quit) exit ;;
            esac
        done"#;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("fickle.sh");
    std::fs::write(&file, FICKLE).unwrap();
    let fickle = spec(&format!("sh {}", file.display()));
    let introduction = validate(&fickle, 1).unwrap();
    assert_eq!(introduction.to_string(), "Fickle 2, deterministic");
    let plays = |game: &str| introduction.plays(game.parse::<Setup>().unwrap().variant());
    assert_eq!(["nim 1", "grundy 7"].map(plays), [true, false]);
    let mut told = Vec::new();
    assert!(!conform(&fickle, 1, &mut |check| told.push(check.to_string())));
    let said = told.join("\n");
    assert!(said.contains("it says that it is deterministic, but moved differently"), "{said}");
}

#[test]
fn a_validation_game_is_lost_by_each_fault() {
    for (program, expected) in [
        (spec("false"), "ended: exit status: 1"),
        (shell("echo \"bestmove [0, 99]\""), "made the move [0,99]"),
        (shell("exit 3"), "ended: exit status: 3"),
    ] {
        let fault = validate(&program, 1).unwrap_err();
        assert!(fault.contains(expected), "{fault}");
    }
}

/// The Python and JavaScript bots are tested only where these languages are installed: see
/// `.ci/test`.
#[test]
fn the_examples_in_c_and_rust_conform() {
    let folder = tempfile::tempdir().unwrap();
    let compiled = folder.path().join("line_bot");
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/line_bot.c");
    let compiler = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-o"];
    let cc = std::process::Command::new("cc").args(compiler).arg(&compiled).arg(source).status();
    assert!(cc.unwrap().success());
    // Cargo builds examples with the tests, in a sibling folder.
    let tests = std::env::current_exe().unwrap();
    let built = tests.parent().unwrap().parent().unwrap().join("examples/line_bot");
    for program in [compiled, built] {
        let mut checks = Vec::new();
        let well = conform(&spec(&program.display().to_string()), 1, &mut |check| {
            checks.push(check.to_string());
        });
        assert!(well && checks.len() > 60, "{}", checks.join("\n"));
    }
}
