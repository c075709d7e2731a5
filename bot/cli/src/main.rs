//! `nim-bot`: plays on a Nim server, and answers questions about positions.

// Everything is printed by `output`.
#![warn(clippy::print_stdout)]

#[macro_use]
mod output;

mod certificate;
mod conform;
mod drawn;
mod effort;
mod explain;
mod match_of_two;
mod play;
mod priority;
mod program;
mod research;
mod screen;
mod series;
mod server;
mod siege;
mod solve;
mod starts;
mod swarm;
mod token;
mod tournament;
mod what;

use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use tracing_subscriber::EnvFilter;

/// Plays the Nim family perfectly, and answers questions about its positions.
#[derive(Debug, Parser)]
#[command(name = "nim-bot", version, max_term_width = 100)]
struct BotCommandLine {
    #[command(subcommand)]
    command: Tool,
}

#[derive(Debug, Subcommand)]
enum Tool {
    Play(Box<play::PlayArguments>),
    Solve(solve::SolveArguments),
    Explain(explain::ExplainArguments),
    Certify(certificate::CertifyArguments),
    Check(certificate::CheckArguments),
    Table(research::TableArguments),
    Period(research::PeriodArguments),
    #[command(name = "ppositions")]
    PPositions(research::PPositionsArguments),
    Genus(research::GenusArguments),
    Quotient(research::QuotientArguments),
    Sequence(research::SequenceArguments),
    Conform(conform::ConformArguments),
    Swarm(Box<swarm::SwarmArguments>),
    Siege(Box<siege::SiegeArguments>),
    Tournament(Box<tournament::TournamentArguments>),
    Match(Box<match_of_two::MatchArguments>),
    Series(series::SeriesArguments),
    /// Print a shell completion script.
    Completions {
        /// The shell.
        shell: Shell,
    },
    /// Write the manual pages, one per subcommand.
    Man {
        /// The folder, which must exist.
        folder: PathBuf,
    },
}

fn main() -> ExitCode {
    let args = BotCommandLine::parse();
    let default_filter = match args.command {
        // The tournament reports on its players itself.
        Tool::Tournament(_) | Tool::Match(_) => "info,bot::driver=error",
        _ => "info",
    };
    let filter =
        EnvFilter::try_from_env("NIM_LOG").unwrap_or_else(|_| EnvFilter::new(default_filter));
    let ansi = std::io::stderr().is_terminal();
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(ansi)
        .with_writer(std::io::stderr)
        // It would print them to standard error, and panic where that is what failed.
        .log_internal_errors(false)
        .init();
    let done = |()| ExitCode::SUCCESS;
    let result = match args.command {
        Tool::Play(args) => play::run(*args).map(done),
        Tool::Solve(args) => solve::run(args).map(done),
        Tool::Explain(args) => explain::run(args).map(done),
        Tool::Certify(args) => certificate::run_certify(args).map(done),
        Tool::Check(args) => certificate::run_check(args),
        Tool::Table(args) => research::run_table(args).map(done),
        Tool::Period(args) => research::run_period(args).map(done),
        Tool::PPositions(args) => research::run_ppositions(args).map(done),
        Tool::Genus(args) => research::run_genus(args).map(done),
        Tool::Quotient(args) => research::run_quotient(args).map(done),
        Tool::Sequence(args) => research::run_sequence(args).map(done),
        Tool::Conform(args) => conform::run(args).map(done),
        Tool::Swarm(args) => swarm::run(*args),
        Tool::Siege(args) => siege::run(*args).map(done),
        Tool::Tournament(args) => tournament::run(*args).map(|_| ExitCode::SUCCESS),
        Tool::Match(args) => match_of_two::run(*args),
        Tool::Series(args) => series::run(args).map(done),
        Tool::Completions { shell } => {
            let mut command = BotCommandLine::command();
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut command, "nim-bot", &mut script);
            output::print(String::from_utf8_lossy(&script));
            Ok(ExitCode::SUCCESS)
        }
        Tool::Man { folder } => clap_mangen::generate_to(BotCommandLine::command(), folder)
            .map(done)
            .map_err(Into::into),
    };
    match result {
        Ok(code) => code,
        Err(error) => {
            eprintln!("nim-bot: {error:#}");
            ExitCode::FAILURE
        }
    }
}
