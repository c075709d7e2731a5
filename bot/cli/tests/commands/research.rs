//! Runs each command of docs/research.md: its output must be what the document shows.

use std::process::Command;

const DOCUMENT: &str = include_str!("../../../../docs/research.md");

/// Each command of the document with its output: blocks of lines that begin with `$`, each followed
/// by its output.
fn examples() -> Vec<(String, String)> {
    let blocks = DOCUMENT.split("\n```console\n").skip(1);
    let blocks = blocks.map(|rest| rest.split("\n```").next().unwrap());
    let commands = blocks.flat_map(|block| block.split("$ nim-bot ").skip(1));
    let example = |text: &str| {
        let (command, output) = text.split_once('\n').unwrap();
        (command.to_owned(), output.trim_end().to_owned())
    };
    commands.map(example).collect()
}

/// Splits a command into words, with regard to quotes.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (place, part) in command.split('"').enumerate() {
        match place % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    words
}

#[test]
fn the_results_of_the_document_are_reproduced() {
    let examples = examples();
    assert!(examples.len() >= 10, "{}", examples.len());
    for (command, wanted) in examples {
        let run = Command::new(env!("CARGO_BIN_EXE_nim-bot")).args(words(&command)).output();
        let run = run.unwrap();
        let said = String::from_utf8(run.stdout).unwrap();
        assert!(run.status.success(), "{command}: {}", String::from_utf8_lossy(&run.stderr));
        assert_eq!(said.trim_end(), wanted, "nim-bot {command}");
    }
}

#[test]
fn a_b_file_is_compared_value_by_value() {
    let folder = tempfile::tempdir().unwrap();
    let compared = |values: &str| {
        let file = folder.path().join("b.txt");
        std::fs::write(&file, values).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_nim-bot"));
        command.args(["sequence", "octal(0.77)", "--to", "9", "--b-file"]).arg(file);
        command.output().unwrap()
    };
    let right = compared("# Kayles\n0 0\n1 1\n2 2\n3 3\n4 1\n5 4\n100 7\n");
    assert!(right.status.success());
    let said = String::from_utf8(right.stdout).unwrap();
    assert!(said.lines().any(|line| line == "6,0"), "{said}");
    let wrong = compared("0 0\n1 1\n2 3\n");
    let error = String::from_utf8(wrong.stderr).unwrap();
    assert!(!wrong.status.success() && error.contains("at 2 the file has 3"), "{error}");
    assert!(!compared("0 zero\n").status.success());
}

/// Heaps of up to 32 of which anything may be taken look like a sequence that grows for ever; no
/// octal game does, but 0.3F, whose digits are hexadecimal, does.
#[test]
fn no_octal_game_is_said_to_grow() {
    let said = |game: &str, to: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_nim-bot"));
        let run = command.args(["period", game, "--to", to]).output().unwrap();
        String::from_utf8(run.stdout).unwrap()
    };
    let threes = format!("0.{}", "3".repeat(32));
    for game in [format!("octal({threes})"), threes] {
        let said = said(&game, "32");
        assert!(said.ends_with(&format!("{game},32,32,,,,\n")), "{said}");
    }
    assert!(said("0.3F", "160").ends_with("80,6,0,bounds of nim-sums,3\n"));
    assert!(said("0.1F", "400").contains("\"observed, unproved\""));
}

/// A run that was stopped, even in the middle of a line, goes on from its file.
#[test]
fn a_long_run_is_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("kept");
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_nim-bot"));
        let run = command.args(arguments).arg("--resume").arg(&file).output().unwrap();
        (run.status.success(), String::from_utf8(run.stdout).unwrap())
    };
    for command in ["table", "sequence", "period"] {
        let _ = std::fs::remove_file(&file);
        let (done, whole) = run(&[command, "octal(0.77)", "--to", "300"]);
        assert!(done);
        let kept = std::fs::read_to_string(&file).unwrap();
        for cut in [kept.len() / 2, kept.len() / 3, 0] {
            std::fs::write(&file, &kept[..cut]).unwrap();
            assert_eq!(run(&[command, "octal(0.77)", "--to", "300"]), (true, whole.clone()));
            assert_eq!(std::fs::read_to_string(&file).unwrap(), kept, "{command} {cut}");
        }
        assert!(!run(&[command, "octal(0.07)", "--to", "300"]).0, "another game's file");
        let fewer = [command, "octal(0.77)", "--to", "9"];
        let mut anew = Command::new(env!("CARGO_BIN_EXE_nim-bot"));
        let anew = String::from_utf8(anew.args(fewer).output().unwrap().stdout).unwrap();
        let of_more = run(&fewer);
        assert!(command == "period" || of_more == (true, anew), "{command}: {of_more:?}");
    }
}

/// Around a circle the order matters, so that turned positions are listed too.
#[test]
fn lost_positions_are_listed_once_for_each_order_that_matters() {
    let listed = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_nim-bot"));
        let run = command.arg("ppositions").args(arguments).output().unwrap();
        String::from_utf8(run.stdout).unwrap()
    };
    assert_eq!(listed(&["nim", "--to", "2"]), "heaps\n0 0\n1 1\n2 2\n");
    assert_eq!(listed(&["nim", "--to", "1", "--heaps", "1"]), "heaps\n0\n");
    let three = listed(&["nim", "--to", "3", "--heaps", "3"]);
    assert_eq!(three, "heaps\n0 0 0\n0 1 1\n0 2 2\n0 3 3\n1 2 3\n");
    let misere = ["nim", "--to", "1", "--heaps", "3", "--misere"];
    assert_eq!(listed(&misere), "heaps\n0 0 1\n1 1 1\n");
    assert!(listed(&["nim", "--heaps", "8", "--to", "1"]).ends_with("1 1 1 1 1 1 1 1\n"));
    assert_eq!(listed(&["nim", "--to", "1", "--json"]), "[{\"heaps\":[0,0]},{\"heaps\":[1,1]}]\n");
}

#[test]
fn each_table_has_its_columns() {
    let said = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_nim-bot"));
        let run = command.args(arguments).output().unwrap();
        String::from_utf8(run.stdout).unwrap()
    };
    assert_eq!(
        said(&["table", "nim", "--to", "2"]),
        "heap,misere,misere_moves,normal,normal_moves,value\n\
         0,N,0,P,0,0\n1,P,1,N,1,1\n2,N,2,N,1,2\n"
    );
    assert_eq!(
        said(&["table", "candy", "--to", "1"]),
        "heap,normal,normal_moves,value\n0,P,0,0\n1,N,1,1\n"
    );
    assert_eq!(
        said(&["genus", "octal(0.77)", "--to", "3"]),
        "genus,heap,misere,value\n0^120,0,1 2 0,0\n1^031,1,0 3 1,1\n2^20,2,2 0,2\n3^31,3,3 1,3\n"
    );
    assert_eq!(
        said(&["period", "octal(0.77)", "--to", "300"]),
        "game,heaps,largest_value,period,preperiod,proof,saltus\n\
         octal(0.77),300,8,12,71,Guy and Smith 1956,0\n"
    );
    assert_eq!(
        said(&["sequence", "0.77", "--to", "2", "--json"]),
        "[{\"n\":0,\"value\":0},{\"n\":1,\"value\":1},{\"n\":2,\"value\":2}]\n"
    );
    let rows = said(&["table", "nim", "--to", "99"]);
    let heaps = rows.lines().skip(1).map(|row| row.split(',').next().unwrap().parse().unwrap());
    assert_eq!(heaps.collect::<Vec<u64>>(), (0..=99).collect::<Vec<u64>>());
}

#[test]
fn a_b_file_larger_than_any_is_not_read() {
    let file = tempfile::NamedTempFile::new().unwrap();
    file.as_file().set_len((64 << 20) + 1).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_nim-bot"));
    command.args(["sequence", "octal(0.77)", "--to", "9", "--b-file"]).arg(file.path());
    let error = String::from_utf8(command.output().unwrap().stderr).unwrap();
    assert_eq!(error, "nim-bot: a b-file has at most 67108864 bytes\n");
}
