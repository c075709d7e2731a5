//! `nim-bot certify` and `nim-bot check`: certificates pass the check, and altered ones fail.
#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::process::Command;

use rules::{Certificate, Claim, Preset, Setup};
use solver::{Budget, Solver, certify};

fn nim_bot(arguments: &[&str]) -> (bool, String) {
    let run = Command::new(env!("CARGO_BIN_EXE_nim-bot")).args(arguments).output().unwrap();
    (run.status.success(), String::from_utf8(run.stdout).unwrap())
}

fn check(folder: &Path, certificate: &Certificate) -> (bool, String) {
    let file = folder.join("certificate.json");
    std::fs::write(&file, serde_json::to_string(certificate).unwrap()).unwrap();
    nim_bot(&["check", file.to_str().unwrap()])
}

#[test]
fn tampered_certificates_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut refused = 0;
    for start in ["misere nim 3,4,5", "misere chomp 3,3", "welter 1,3,5", "cram(2,3) 111111"] {
        let (done, text) = nim_bot(&["certify", start]);
        assert!(done, "{start}");
        let certificate: Certificate = serde_json::from_str(&text).unwrap();
        let (holds, said) = check(folder.path(), &certificate);
        assert!(holds && said.starts_with("proved: the player to move"), "{start}: {said}");
        let mut other = certificate.clone();
        other.claim = match certificate.claim {
            Claim::MoverWins => Claim::MoverLoses,
            Claim::MoverLoses => Claim::MoverWins,
        };
        assert!(!check(folder.path(), &other).0, "{start}: the other claim");
        // A position reached from a lost one is won; a certificate that claims it is lost must
        // fail.
        let rules = certificate.setup.variant().rules();
        for lost in certificate.lost.iter().take(20) {
            let lost = rules.admit(lost.clone()).unwrap();
            let Some(mv) = rules.moves(&lost).next() else { continue };
            let mut more = certificate.clone();
            more.lost.push(rules.apply(&lost, &mv).unwrap().into());
            let (holds, said) = check(folder.path(), &more);
            assert!(!holds && said.starts_with("not proved"), "{start}: {said}");
            refused += 1;
        }
    }
    assert!(refused > 10, "{refused}");
}

/// The longest certificate that Python is asked to check here.
const MOST_LOST: usize = 80;

/// Small starts of every variant and ending with their certificates.
fn certificates() -> Vec<Certificate> {
    let mut state = 1u64;
    let mut below = |n: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) % n
    };
    let mut certificates = Vec::new();
    for (preset, size) in Preset::all().flat_map(|preset| [5, 7, 9].map(|size| (preset, size))) {
        let setup = preset.setup();
        for &ending in setup.variant().rules().endings() {
            let dealt = setup.variant().rules().deal(size, &mut below);
            let start = Setup::new(setup.variant().clone(), ending, dealt);
            let made = start.ok().and_then(|start| {
                let mut solver = Solver::new(start.variant());
                certify(&start, &mut solver, &mut Budget::positions(20_000)).ok()
            });
            certificates.extend(made.filter(|made| (1..=MOST_LOST).contains(&made.lost.len())));
        }
    }
    certificates
}

/// Certificates that claim more than is true: the other claim, and won positions among the
/// lost ones.
fn tampered(certificate: &Certificate) -> Vec<Certificate> {
    let mut other = certificate.clone();
    other.claim = match certificate.claim {
        Claim::MoverWins => Claim::MoverLoses,
        Claim::MoverLoses => Claim::MoverWins,
    };
    let rules = certificate.setup.variant().rules();
    let lost = certificate.lost.iter().map(|lost| rules.admit(lost.clone()).unwrap());
    let won = lost.flat_map(|lost| {
        rules.moves(&lost).map(|mv| rules.apply(&lost, &mv).unwrap()).take(8).collect::<Vec<_>>()
    });
    let more = won.take(60).map(|won| {
        let mut more = certificate.clone();
        more.lost.insert(0, won.into());
        more
    });
    std::iter::once(other).chain(more).collect()
}

#[test]
fn a_checker_in_python_agrees() {
    let folder = tempfile::tempdir().unwrap();
    let certificates = certificates();
    let tampered: Vec<Certificate> = certificates.iter().flat_map(tampered).collect();
    for certificate in &certificates {
        assert_eq!(certificate.check(), Ok(()), "{}", certificate.setup);
    }
    for certificate in &tampered {
        assert!(certificate.check().is_err(), "{}", certificate.setup);
    }
    for (name, rows) in [("true", &certificates), ("false", &tampered)] {
        let lines = rows.iter().map(|row| serde_json::to_string(row).unwrap() + "\n");
        std::fs::write(folder.path().join(name), lines.collect::<String>()).unwrap();
    }
    let count = "import json, sys\n\
        from check_certificate import check\n\
        for name in ('true', 'false'):\n\
        \x20   print(sum(not check(json.loads(line)) for line in open(name)))";
    let python = std::env::var("NIM_TEST_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let checker = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples");
    let run = Command::new(python)
        .args(["-c", count])
        .env("PYTHONPATH", checker)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .current_dir(folder.path())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&run.stdout).into_owned();
    let numbers: Vec<usize> = said.lines().map(|line| line.parse().unwrap()).collect();
    println!("{} certificates, {} tamperings", certificates.len(), tampered.len());
    assert_eq!(numbers, [certificates.len(), 0], "{}", String::from_utf8_lossy(&run.stderr));
    assert!(certificates.len() >= 103 && tampered.len() >= 4_000, "{}", tampered.len());
}

#[test]
fn a_file_that_is_no_certificate_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("none.json");
    for text in ["", "{}", "[]", r#"{"claim":"mover_wins","lost":[]}"#] {
        std::fs::write(&file, text).unwrap();
        assert!(!nim_bot(&["check", file.to_str().unwrap()]).0, "{text}");
    }
    assert!(!nim_bot(&["certify", "game21_nplayer(players=3;step=3;target=21) 0"]).0);
}
