//! `nim-bot swarm compare` and `merge`: reports of loads, judged again.

use std::path::Path;

use load::{LoadOutcome, RunEnd, Second};

use crate::run::run;

/// Writes the report of a load with so many moves in each of thirty seconds.
fn report(folder: &Path, name: &str, moves: u64, end: RunEnd) -> String {
    let seconds = (1..=30).map(|second| Second { second, moves, ..Second::default() });
    let outcome = LoadOutcome { end, seconds: seconds.collect(), ..LoadOutcome::default() };
    let file = folder.join(name);
    std::fs::write(&file, serde_json::to_string(&outcome).unwrap()).unwrap();
    file.to_str().unwrap().to_owned()
}

#[test]
fn a_worse_report_fails_and_a_better_one_does_not() {
    let folder = tempfile::tempdir().unwrap();
    let slow = report(folder.path(), "slow", 100, RunEnd::Complete);
    let fast = report(folder.path(), "fast", 900, RunEnd::Complete);
    for (before, after, code) in [(&slow, &fast, 0), (&fast, &fast, 0), (&fast, &slow, 1)] {
        let compared = run(&["swarm", "compare", before, after]);
        assert_eq!((compared.code, compared.err.as_str()), (Some(code), ""));
        assert!(compared.out.contains("moves a second"), "{}", compared.out);
    }
    let none = folder.path().join("none");
    let missing = run(&["swarm", "compare", &fast, none.to_str().unwrap()]);
    let line = format!(
        "nim-bot: cannot read {}: No such file or directory (os error 2)\n",
        none.display()
    );
    assert_eq!((missing.code, missing.err), (Some(1), line));
    std::fs::write(&none, "[").unwrap();
    let broken = run(&["swarm", "compare", none.to_str().unwrap(), &fast]);
    let line = format!("nim-bot: {} is not a report: ", none.display());
    assert!(broken.code == Some(1) && broken.err.starts_with(&line), "{}", broken.err);
}

#[test]
fn a_merged_report_is_judged_as_a_whole() {
    let folder = tempfile::tempdir().unwrap();
    let report = |name, end| report(folder.path(), name, 10, end);
    let (whole, cut) = (report("a", RunEnd::Complete), report("b", RunEnd::Interrupted));
    let gone = report("c", RunEnd::ServerGone);
    for (reports, code, failure) in [
        (&[&whole, &whole][..], 0, ""),
        (&[&cut], 130, "FAILED: interrupted after "),
        (&[&gone], 1, "FAILED: the server is gone: "),
    ] {
        let paths: Vec<&str> = reports.iter().map(|path| path.as_str()).collect();
        let merged = run(&[&["swarm", "merge"], &paths[..]].concat());
        assert_eq!(merged.code, Some(code), "{}", merged.err);
        assert!(merged.out.contains("0 of 0 clients connected\n"), "{}", merged.out);
        assert!(merged.err.starts_with(failure), "{}", merged.err);
        assert_eq!(merged.err.lines().count(), usize::from(code > 0), "{}", merged.err);
    }
    let unmet = run(&["swarm", "merge", &whole, "--assert", "moves>=1000"]);
    assert_eq!(unmet.code, Some(1));
    assert!(unmet.err.starts_with("FAILED: ") && unmet.err.contains("moves"), "{}", unmet.err);
}

#[test]
fn each_file_that_was_asked_for_is_written_and_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let whole = report(folder.path(), "report", 10, RunEnd::Complete);
    for (flag, begins) in [
        ("--json", "{\"end\":\"complete\""),
        ("--html", "<!"),
        ("--csv", "second,moves,games,"),
        ("--prometheus", "# HELP nim_load_clients "),
    ] {
        let file = folder.path().join(flag);
        let path = file.to_str().unwrap();
        let merged = run(&["swarm", "merge", &whole, flag, path]);
        assert_eq!(merged.code, Some(0), "{}", merged.err);
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.to_lowercase().starts_with(&begins.to_lowercase()), "{flag}: {text}");
        let said = merged.out.contains(&format!("report: {path}\n"));
        assert_eq!(said, flag == "--html", "{}", merged.out);
        std::fs::remove_file(file).unwrap();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "{flag}");
    }
    let nowhere = run(&["swarm", "merge", &whole, "--csv", "/none/file"]);
    let line = "nim-bot: cannot write /none/file: No such file or directory (os error 2)\n";
    assert_eq!((nowhere.code, nowhere.err.as_str()), (Some(1), line));
}
