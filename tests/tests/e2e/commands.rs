//! The examples of the documents work verbatim: programs and commands are extracted from their
//! blocks and run, and all other options exist.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tests::process::{Folder, Program, ServerProcess, binaries};

const README: &str = include_str!("../../../README.md");
const FIRST_BOT: &str = include_str!("../../../docs/first-bot.md");
const FIRST_TOURNAMENT: &str = include_str!("../../../docs/first-tournament.md");

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").to_owned()
}

/// The blocks of code in this language.
fn blocks<'a>(document: &'a str, language: &str) -> Vec<&'a str> {
    let fence = format!("\n```{language}\n");
    let rests = document.split(&fence).skip(1);
    rests.map(|rest| rest.split("\n```").next().expect("its end")).collect()
}

/// A shell in a folder that finds our programs, with the documents' server address replaced by this
/// server's.
fn shell(folder: &Path, server: Option<&ServerProcess>, script: &str) -> Command {
    let ours = binaries();
    let mut script = script.replace("./target/release/", "");
    if let Some(server) = server {
        script = script.replace("127.0.0.1:7070", &server.at.to_string());
    }
    let path = std::env::var("PATH").expect("a path");
    let mut command = Command::new("sh");
    command.args(["-ec", &script]).current_dir(folder);
    command.env("PATH", format!("{}:{path}", ours.display())).env("NIM_LOG", "off");
    command
}

/// Its standard output; the command must succeed.
fn output(command: &mut Command) -> String {
    let Output { status, stdout, stderr } = command.output().expect("it runs");
    let said = String::from_utf8_lossy(&stdout).into_owned();
    assert!(status.success(), "{said}\n{}", String::from_utf8_lossy(&stderr));
    said
}

#[test]
#[cfg_attr(not(feature = "tools"), ignore = "needs Python with websockets; see .ci/test")]
fn the_bot_in_python_plays_the_house_bot() {
    let data = Folder::new();
    let server = ServerProcess::start(data.path(), &[]);
    assert_eq!(the_bot_in_python(&server, data.path()).trim(), "I won");
}

/// What the bot without `nim-bot` prints, from a file in this folder.
fn the_bot_in_python(server: &ServerProcess, folder: &Path) -> String {
    let python = std::env::var("NIM_TEST_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let program = folder.join("bot.py");
    fs::write(&program, blocks(FIRST_BOT, "python")[1]).expect("the folder is there");
    output(Command::new(python).arg(&program).arg(server.url()))
}

#[test]
fn the_examples_of_the_readme_run() {
    let folder = Folder::new();
    let examples = blocks(README, "sh")[1];
    let quick = |line: &&str| !line.contains("nim-bot swarm");
    let said: Vec<String> = examples
        .lines()
        .filter(quick)
        .map(|line| output(&mut shell(folder.path(), None, line)))
        .collect();
    assert_eq!(said.len(), 3);
    assert!(said[0].contains("\"outcome\":\"N\""), "{said:?}");
    assert!(said[1].contains("win"), "{said:?}");
    assert!(said[2].contains("perfect"), "{said:?}");
}

#[test]
#[cfg_attr(not(feature = "tools"), ignore = "needs Python; see .ci/test")]
fn the_first_bot_can_be_followed() {
    let folder = Folder::new();
    let at = folder.path();
    let server = ServerProcess::start(&at.join("data"), &[]);
    let examples = at.join("bot/examples");
    fs::create_dir_all(&examples).expect("the folder is there");
    let example = "bot/examples/line_bot.py";
    fs::copy(root().join(example), at.join(example)).expect("the example is there");
    fs::write(at.join("my_bot.py"), blocks(FIRST_BOT, "python")[0]).expect("writable");

    let [_, conform, accept, seek, compare, account] = blocks(FIRST_BOT, "sh")[..] else {
        panic!("the steps have changed")
    };
    let run = |script| output(&mut shell(at, Some(&server), script));
    let checks = run(conform);
    assert!(checks.lines().all(|line| line.starts_with("ok")), "{checks}");

    let mut accepting = shell(at, Some(&server), accept);
    let mut accepting = Program(accepting.stdout(Stdio::null()).spawn().expect("it runs"));
    let score = run(seek);
    assert!(FIRST_BOT.contains("games=5 won="), "the score is shown");
    assert!(score.starts_with("games=5 ") && score.contains("errors=0"), "{score}");
    assert!(accepting.0.wait().expect("it ends").success());

    assert!(run(compare).contains("line_bot.py"));
    let bot = run(account);
    assert!(bot.contains("\"name\":\"Bouton\"") && bot.contains("\"token\":"), "{bot}");
    // The page's last bot plays on the same server, where the others have taken their names.
    assert_eq!(the_bot_in_python(&server, at).trim(), "I won");
}

#[test]
#[cfg_attr(not(feature = "tools"), ignore = "needs Python and Node; see .ci/test")]
fn the_examples_in_python_and_javascript_conform() {
    let commands = blocks(include_str!("../../../docs/bots.md"), "sh")[0];
    let conform = commands.lines().next().expect("the first one checks");
    let in_javascript =
        conform.replace("python3 bot/examples/line_bot.py", "node bot/examples/line_bot.js");
    assert_ne!(conform, in_javascript);
    for conform in [conform, &in_javascript] {
        // On a busy machine its second may be over before a program has ended.
        let check = || shell(&root(), None, conform).output().expect("it runs");
        let is_late = |run: &Output| String::from_utf8_lossy(&run.stdout).contains("took too long");
        let mut runs = std::iter::repeat_with(check).take(10);
        let checked = runs.find(|run| !is_late(run)).expect("it is not as busy");
        let checks = String::from_utf8(checked.stdout).expect("text");
        assert!(checked.status.success(), "{checks}");
        assert!(checks.lines().all(|line| line.starts_with("ok")), "{checks}");
        assert!(checks.lines().count() > 8, "{checks}");
    }
}

/// The table is the one that the document shows: equal seeds give equal games.
#[test]
fn the_first_tournament_can_be_followed() {
    let folder = Folder::new();
    let [play, verify] = blocks(FIRST_TOURNAMENT, "sh")[..] else {
        panic!("the steps have changed")
    };
    let said = output(&mut shell(folder.path(), None, play));
    assert_eq!(said.trim(), blocks(FIRST_TOURNAMENT, "text")[0].trim());
    let verified = output(&mut shell(folder.path(), None, verify));
    assert!(verified.contains("all holds"), "{verified}");
}

/// A reader that leaves, as `head` does, is no error: the exit code is that of the work.
#[test]
fn output_that_nobody_reads_is_dropped() {
    let data = Folder::new();
    let at = data.path().display().to_string();
    drop(ServerProcess::start(data.path(), &[]));
    for (program, arguments, code) in [
        ("nim-bot", vec!["explain", "nim 3,4,5"], 0),
        ("nim-bot", vec!["certify", "nim 3,4,5"], 0),
        ("nim-bot", vec!["completions", "bash"], 0),
        ("nim-bot", vec!["conform", "true"], 1),
        ("nim-server", vec!["--print-config"], 0),
        ("nim-server", vec!["completions", "bash"], 0),
        ("nim-server", vec!["--data", &at, "stats"], 0),
    ] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let mut command = Command::new(binaries().join(program));
        let output = command.args(&arguments).stdout(writer).output().expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{program} {arguments:?}: {said}");
        assert!(!said.contains("panicked"), "{program} {arguments:?}: {said}");
    }
}

/// All our commands in a document: lines of blocks, and code in the text.
fn commands(document: &str) -> Vec<String> {
    let joined = document.replace("\\\n", " ");
    let lines = ["sh", "text"].into_iter().flat_map(|language| blocks(&joined, language));
    let lines = lines.flat_map(str::lines).flat_map(|line| line.split(['|', '&'])).map(str::trim);
    let inline = joined.split('`').map(str::trim);
    let ours = lines.chain(inline).map(|line| line.trim_start_matches("./target/release/"));
    let ours = ours.filter(|line| line.starts_with("nim-bot ") || line.starts_with("nim-server "));
    ours.map(|line| line.split(" # ").next().unwrap_or(line).to_owned()).collect()
}

#[test]
fn every_option_that_a_document_shows_is_there() {
    let mut help = BTreeMap::new();
    let documents = fs::read_dir(root().join("docs")).expect("the manuals");
    let documents = documents.map(|entry| entry.expect("readable").path());
    let documents = documents.filter(|path| path.extension().is_some_and(|e| e == "md"));
    let mut seen = 0;
    for path in documents.chain(["README.md", "CONTRIBUTING.md"].map(|name| root().join(name))) {
        for line in commands(&fs::read_to_string(&path).expect("text")) {
            let mut words = line.split_whitespace();
            let program = words.next().expect("a program");
            let rest: Vec<&str> = words.collect();
            let is_word = |word: &&&str| word.chars().all(|c| c.is_ascii_lowercase());
            let sub = rest.iter().find(is_word).filter(|_| line.starts_with("nim-bot "));
            let known = help.entry((program.to_owned(), sub.copied().map(str::to_owned)));
            let known = known.or_insert_with(|| {
                let mut asked = Command::new(binaries().join(program));
                output(asked.args(sub).arg("--help"))
                    + &[
                        "check",
                        "backup",
                        "restore",
                        "repair",
                        "stats",
                        "recompute",
                        "verify",
                        "void",
                        "record",
                        "admin",
                    ]
                    .iter()
                    .filter(|_| program == "nim-server")
                    .map(|task| {
                        output(Command::new(binaries().join(program)).args([*task, "--help"]))
                    })
                    .collect::<String>()
            });
            for option in rest.iter().filter(|word| word.starts_with("--")) {
                let option = option.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
                assert!(known.contains(option), "{}: {line}: {option}", path.display());
                seen += 1;
            }
        }
    }
    assert!(seen > 30, "only {seen} options");
}

#[test]
#[cfg_attr(not(feature = "tools"), ignore = "needs Python; see .ci/test")]
fn certificates_are_checked_by_the_program_in_python() {
    let folder = Folder::new();
    let checker = root().join("bot/examples/check_certificate.py");
    for start in ["misere nim 3,4,5", "Mock Turtles", "ring of nine", "house", "Cram 3 x 4"] {
        let file = folder.path().join("certificate.json");
        let certify = format!("nim-bot certify '{start}' > certificate.json");
        output(&mut shell(folder.path(), None, &certify));
        let check = |text: &str| {
            fs::write(&file, text).expect("writable");
            Command::new("python3").arg(&checker).arg(&file).output().expect("it runs")
        };
        let text = fs::read_to_string(&file).expect("it was written");
        assert!(check(&text).status.success(), "{start}");
        let (wins, loses) = ("\"mover_wins\"", "\"mover_loses\"");
        let other = match text.contains(wins) {
            true => text.replace(wins, loses),
            false => text.replace(loses, wins),
        };
        assert_eq!(check(&other).status.code(), Some(1), "{start}: the other claim");
    }
}

/// `head` may leave when it has seen enough; a full disk is an error.
#[test]
fn what_cannot_be_written_is_an_error_unless_nobody_reads_it() {
    for program in ["nim-server", "nim-bot"] {
        let mut command = Command::new(binaries().join(program));
        command.args(["completions", "bash"]).stderr(Stdio::null());
        let full = fs::File::options().write(true).open("/dev/full").expect("a device");
        assert_eq!(command.stdout(full).status().expect("it runs").code(), Some(1), "{program}");
        let mut unread = command.stdout(Stdio::piped()).spawn().expect("it runs");
        drop(unread.stdout.take());
        assert!(unread.wait().expect("it ends").success(), "{program}");
    }
}
