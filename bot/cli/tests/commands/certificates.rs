//! `nim-bot certify` and `nim-bot check`: certificates pass the check, and altered ones fail.

use std::path::Path;
use std::process::Command;

use rules::{Certificate, Claim, Grounds, HeapTable, MAX_LOST, Position, Preset, Setup};
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

/// The lost positions that a certificate lists; none where it names a symmetry or values.
fn lost(certificate: &Certificate) -> &[Position] {
    match &certificate.grounds {
        Grounds::Lost(lost) => lost,
        Grounds::Mirror(_) | Grounds::Heaps(_) => &[],
    }
}

/// The certificate with one more position that is said to be lost.
fn with(certificate: &Certificate, position: Position) -> Certificate {
    let grounds = Grounds::Lost([&[position], lost(certificate)].concat());
    Certificate { grounds, ..certificate.clone() }
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
        for lost in lost(&certificate).iter().take(20) {
            let position = rules.admit(lost.clone()).unwrap();
            let Some(mv) = rules.moves(&position).next() else { continue };
            let more = with(&certificate, rules.apply(&position, &mv).unwrap().into());
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
                certify(&start, &mut solver, &mut Budget::positions(20_000), MAX_LOST).ok()
            });
            certificates.extend(made.filter(|made| (1..=MOST_LOST).contains(&made.listed())));
        }
    }
    for line in SHORT {
        let start: Setup = line.parse().unwrap();
        let mut solver = Solver::new(start.variant());
        let made = certify(&start, &mut solver, &mut Budget::positions(20_000), MAX_LOST).unwrap();
        assert!(lost(&made).is_empty(), "{line}");
        certificates.push(made);
    }
    certificates
}

/// Starts whose certificates name a symmetry or values of heaps.
const SHORT: [&str; 12] = [
    "ndim(5,7) 11111111111111111111111111111111111",
    "ndim(6,6) 111111111111111111111111111111111111",
    "cram(4,6) 111111111111111111111111",
    "cram(5,6) 111111111111111111111111111111",
    "graph(edges=0-1,1-2,2-3,3-4,4-5,5-6,6-7,7-8,8-9,9-10,10-11,11-12,12-13,13-14,14-15,15-16,16-17,\
     0-17;max=2;min=1;rule=connected;vertices=18) 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17",
    "octal(0.77) 9007199254740991,1000,999",
    "octal(0.07) 9007199254740991,60",
    "octal(0.6) 120,77",
    "grundy 100,90,80",
    "lasker 70,69,40",
    "nim 31,63,32,20",
    "subtraction(2,5) 9007199254740991,1000",
];

/// Certificates that claim more than is true: the other claim, and won positions among the
/// lost ones.
fn tampered(certificate: &Certificate) -> Vec<Certificate> {
    let mut other = certificate.clone();
    other.claim = match certificate.claim {
        Claim::MoverWins => Claim::MoverLoses,
        Claim::MoverLoses => Claim::MoverWins,
    };
    let rules = certificate.setup.variant().rules();
    let admitted = lost(certificate).iter().map(|lost| rules.admit(lost.clone()).unwrap());
    let won = admitted.flat_map(|lost| {
        rules.moves(&lost).map(|mv| rules.apply(&lost, &mv).unwrap()).take(8).collect::<Vec<_>>()
    });
    let more = won.take(60).map(|won| with(certificate, won.into()));
    let short: Vec<Grounds> = match &certificate.grounds {
        Grounds::Lost(_) => Vec::new(),
        // Two pairs that exchange a place, far from where a first move could take both.
        Grounds::Mirror(pairs) => (1..pairs.len() / 2)
            .map(|at| {
                let mut pairs = pairs.clone();
                (pairs[at][1], pairs[at - 1][1]) = (pairs[at - 1][1], pairs[at][1]);
                Grounds::Mirror(pairs)
            })
            .collect(),
        Grounds::Heaps(table) => {
            let wrong = (0..table.values.len()).map(|heap| {
                let mut table = table.clone();
                table.values[heap] += 1;
                table
            });
            let late = table.repeats.map(|mut repeats| {
                repeats.every += 1;
                HeapTable { repeats: Some(repeats), ..table.clone() }
            });
            wrong.chain(late).map(Grounds::Heaps).collect()
        }
    };
    let short = short.into_iter().map(|grounds| Certificate { grounds, ..certificate.clone() });
    std::iter::once(other).chain(more).chain(short).collect()
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
