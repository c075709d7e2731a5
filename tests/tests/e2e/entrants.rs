//! `nim-bot tournament` as its user starts it: its reports of programs that fail, and that an
//! interrupted tournament resumes as if it had never stopped.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use tests::process::{Folder, Program, binaries};

fn tournament(flags: &[&str]) -> Command {
    let mut command = Command::new(binaries().join("nim-bot"));
    command.arg("tournament").args(flags).env("NIM_LOG", "off").stderr(Stdio::null());
    command
}

fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).expect("it was written")
}

/// The lines of a kind, without parts that depend on the server or on the players' keys.
fn lines(file: &str, kind: &str) -> BTreeSet<String> {
    let of_the_kind = file.lines().filter(|line| line.contains(&format!("\"t\":\"{kind}\"")));
    let plain = |line: &'_ str| {
        let marks = [",\"resignation\"", ",\"signatures\"", ",\"hash\""];
        let end = marks.iter().filter_map(|mark| line.find(mark)).min();
        line[..end.unwrap_or(line.len())].to_owned()
    };
    of_the_kind.map(plain).collect()
}

#[test]
#[cfg_attr(not(feature = "tools"), ignore = "needs Python; see .ci/test")]
fn a_program_that_fails_loses_its_games_and_the_records_say_how() {
    let folder = Folder::new();
    let out = folder.path().join("out");
    let bad = concat!(env!("CARGO_MANIFEST_DIR"), "/../bot/examples/bad_bot.py");
    let entrants = format!("perfect,random,program:python3 {bad}");
    // With this seed it meets the first with starts in which it fails in each way.
    let rest = ["--pairs", "20", "--seed", "4", "--move-ms", "1500", "--each", "8"];
    let mut command = tournament(&["--entrants", &entrants]);
    let said = command.args(rest).arg("--out").arg(&out).output().expect("it runs");
    let said = String::from_utf8(said.stdout).expect("text");
    let file = read(&out, "export.ndjson");
    let verified = verify::verify(&file, verify::Known::default()).expect("it holds");
    assert_eq!((verified.entrants, verified.games), (3, 120));
    // Each move is signed by the player who made it.
    let unmoved = file.lines().filter(|line| line.contains("\"game\"") && !line.contains(": "));
    assert_eq!(verified.attested.by_one, [] as [String; 0]);
    assert_eq!(verified.attested.by_nobody.len(), unmoved.count());
    let losses = read(&out, "not-played-out.csv");
    let page = read(&out, "report.html");
    for what in ["hang", "crash", "illegal move", "nonsense", "resigned"] {
        assert!(losses.contains(&format!("\"bad_bot.py\",\"perfect\",\"{what}\"")), "{losses}");
        assert!(said.contains(&format!("not played out: {what}")), "{said}");
        assert!(page.contains(what), "{what}");
    }
    // The file contains the same games and no other failures.
    let games = lines(&file, "game");
    let broken = games.iter().filter(|game| !game.contains("\"how\":\"played\"")).count();
    assert_eq!(losses.lines().count() - 1, broken, "{losses}");
    assert!(losses.lines().skip(1).all(|line| line.contains("\"bad_bot.py\",")), "{losses}");
}

/// What programs say of themselves is in the report, and in what the checker says of the file.
#[test]
fn the_report_and_the_checker_name_the_versions_of_programs() {
    let folder = Folder::new();
    let ada = folder.path().join("ada.sh");
    let hello = r#"hello {"version":"1.2-rc","seed":77,"deterministic":true}"#;
    // One that ends before it is greeted could not be started.
    std::fs::write(&ada, format!("read greeting\necho '{hello}'\n")).expect("writable");
    let entrants = format!("name=Ada;program:sh {},perfect", ada.display());
    let out = folder.path().join("out");
    let mut command = tournament(&["--entrants", &entrants, "--pairs", "1", "--seed", "4"]);
    assert!(command.arg("--out").arg(&out).stdout(Stdio::null()).status().expect("runs").success());
    let page = read(&out, "report.html");
    let row = ["Ada", "1.2-rc", "77", "yes"];
    let cells = page.split("<tr>").map(|row| {
        let cells = row.split("<td").skip(1).filter_map(|cell| cell.split(['>', '<']).nth(1));
        cells.collect::<Vec<_>>()
    });
    assert_eq!(cells.filter(|cells| *cells == row).count(), 1, "{page}");
    let mut verify = Command::new(binaries().join("nim-server"));
    let said = verify.arg("verify").arg(out.join("export.ndjson")).output().expect("it runs");
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    assert!(said.contains("  Ada: version 1.2-rc, seed 77, deterministic\n"), "{said}");
    let level = format!("  perfect: version {}, seed ", env!("CARGO_PKG_VERSION"));
    assert!(said.contains(&level), "{said}");
}

/// One line tells whether a new version is better: its exit status says so, and the folder has the
/// signed file.
#[test]
fn one_line_tells_whether_a_new_version_is_better() {
    let folder = Folder::new();
    for (new, old, pairs, status) in [
        ("perfect", "random", "300", 0),
        ("random", "perfect", "300", 2),
        ("random", "random", "1", 3),
    ] {
        let out = folder.path().join(status.to_string());
        let mut command = Command::new(binaries().join("nim-bot"));
        command.args(["match", new, old, "--sprt", "0,200", "--pairs", pairs, "--seed", "4"]);
        command.arg("--out").arg(&out).env("NIM_LOG", "off").stderr(Stdio::null());
        let output = command.output().expect("it runs");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(status), "{new} against {old}: {said}");
        verify::verify(&read(&out, "export.ndjson"), verify::Known::default()).expect("it holds");
        let word = ["passed", "", "failed", ""][status as usize];
        assert!(
            said.contains(word) && (said.contains("the test has") != word.is_empty()),
            "{said}"
        );
    }
}

/// A program is tried before it can lose anything: it has to play what is played and, where games
/// may be rated, to finish a validation game.
#[test]
fn a_program_is_tried_before_it_plays() {
    let folder = Folder::new();
    let crash = folder.path().join("crash.sh");
    std::fs::write(&crash, "echo 'hello {\"variants\":[\"nim\"]}'\n").expect("writable");
    let program = format!("sh {}", crash.display());
    let entrants = format!("perfect,program:{program}");
    let token = folder.path().join("token");
    let out = folder.path().join("out");
    for (arguments, why) in [
        (
            vec!["tournament", "--variants", "nim,grundy", "--entrants", &entrants],
            "does not play grundy",
        ),
        (
            // Nobody listens there: it fails before it connects.
            vec!["play", "--url", "ws://127.0.0.1:9/ws", "--name", "Crash", "--program", &program],
            "nim-bot conform",
        ),
    ] {
        let mut command = Command::new(binaries().join("nim-bot"));
        command.args(&arguments).env("NIM_LOG", "off");
        match arguments[0] {
            "play" => command.arg("--token-file").arg(&token),
            _ => command.arg("--out").arg(&out),
        };
        let output = command.output().expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && said.contains(why), "{said}");
    }
    assert!(!out.exists());
}

/// Runs the command until some games have been lost by a crash, then kills it.
fn kill_half_way(mut command: Command) {
    let running = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it runs");
    let mut running = Program(running);
    let output = BufReader::new(running.0.stderr.take().expect("it is piped"));
    let crashes = output.lines().map_while(Result::ok).filter(|line| line.contains(": crash, "));
    assert_eq!(crashes.take(4).count(), 4, "it has ended");
}

#[test]
fn a_killed_tournament_resumes_with_the_same_games() {
    let folder = Folder::new();
    let crash = folder.path().join("crash.sh");
    let write_program = |hello: &str| {
        std::fs::write(&crash, format!("echo 'hello {hello}'\n")).expect("writable");
    };
    write_program("{}");
    let entrants = format!("perfect,epsilon:0.3,random,program:sh {}", crash.display());
    let plan =
        ["--entrants", &entrants, "--pairs", "15", "--seed", "5", "--variants", "nim,kayles"];
    let [whole, broken] = ["whole", "broken"].map(|name| folder.path().join(name));
    let start = |out: &Path| {
        let mut command = tournament(&plan);
        command.arg("--out").arg(out);
        command
    };
    let resume = || {
        let mut command = tournament(&["--resume"]);
        command.arg(&broken);
        command
    };
    let end = |mut command: Command| command.stdout(Stdio::null()).status().expect("it runs");
    assert!(end(start(&whole)).success());
    kill_half_way(start(&broken));
    kill_half_way(resume());
    write_program(r#"{"version": "2"}"#);
    let refused = resume().stderr(Stdio::piped()).output().expect("it runs");
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(
        !refused.status.success() && said.contains("no version and now says version 2"),
        "{said}"
    );
    write_program("{}");
    assert!(end(resume()).success());
    let [whole, broken] = [whole, broken].map(|out| read(&out, "export.ndjson"));
    for kind in ["pairing", "game", "result", "standing"] {
        assert!(!lines(&whole, kind).is_empty(), "{kind}");
        assert_eq!(lines(&whole, kind), lines(&broken, kind), "{kind}");
    }
}
