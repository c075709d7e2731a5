//! `nim-bot certify` and `nim-bot check`: proofs of who wins that can be checked without trusting
//! the solver.

use std::fs::File;
use std::io::Read;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, ensure};
use rules::{Certificate, Claim, Grounds, MAX_LOST};
use solver::{Budget, Solver, certify};

use crate::drawn::DrawnRecord;
use crate::what;

/// The largest file that is read: larger than any certificate that `certify` writes.
const MAX_FILE: u64 = 256 << 20;

/// Write a certificate of who wins: the lost positions that the winner plays to, or, where these
/// are too many, a symmetry or the values of heaps
#[derive(Debug, clap::Args)]
pub(crate) struct CertifyArguments {
    /// A game in the notation ("misere nim 3,4,5", or with moves, "nim 3,4,5: A-2"), the name of a
    /// known start ("Marienbad"), a record, or a row as `solve` reads it; read from stdin if omitted
    what: Option<String>,
    /// The most positions to search
    #[arg(long, default_value_t = 50_000_000)]
    nodes: u64,
}

/// Check a certificate directly against the rules (every move must have an answer that leads to a
/// lost position), or in a game's record that its start follows from the seed that was drawn
#[derive(Debug, clap::Args)]
pub(crate) struct CheckArguments {
    /// The file that `certify` wrote, or a game as `GET /api/games/ID` answers it
    file: PathBuf,
}

pub(crate) fn run_certify(args: CertifyArguments) -> anyhow::Result<()> {
    let setup = what::setup(args.what)?;
    let mut solver = Solver::new(setup.variant());
    let certificate = certify(&setup, &mut solver, &mut Budget::positions(args.nodes), MAX_LOST)?;
    say!("{}", serde_json::to_string(&certificate)?);
    Ok(())
}

pub(crate) fn run_check(args: CheckArguments) -> anyhow::Result<ExitCode> {
    let file = File::open(&args.file).with_context(|| args.file.display().to_string())?;
    let mut text = String::new();
    file.take(MAX_FILE + 1).read_to_string(&mut text)?;
    ensure!(text.len() as u64 <= MAX_FILE, "a certificate has at most {MAX_FILE} bytes");
    if let Ok(record) = serde_json::from_str::<DrawnRecord>(&text) {
        return Ok(match record.check() {
            Ok(proven) => {
                say!("proved: {proven}");
                ExitCode::SUCCESS
            }
            Err(flaw) => {
                say!("not proved: {flaw}");
                ExitCode::FAILURE
            }
        });
    }
    let certificate: Certificate = serde_json::from_str(&text)?;
    Ok(match certificate.check() {
        Ok(()) => {
            let verb = match certificate.claim {
                Claim::MoverWins => "wins",
                Claim::MoverLoses => "loses",
            };
            let (setup, items) = (&certificate.setup, certificate.listed());
            let what = match certificate.grounds {
                Grounds::Lost(_) => "lost positions",
                Grounds::Mirror(_) => "pairs of opposite places",
                Grounds::Heaps(_) => "values of heaps",
            };
            say!("proved: the player to move {verb} {setup}, by {items} {what}");
            ExitCode::SUCCESS
        }
        Err(flaw) => {
            say!("not proved: {flaw}");
            ExitCode::FAILURE
        }
    })
}
