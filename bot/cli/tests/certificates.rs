//! `nim-bot certify` and `nim-bot check`: certificates pass the check, and altered ones fail.
#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::process::Command;

use rules::{Certificate, Claim};

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
fn what_was_tampered_with_is_refused() {
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
