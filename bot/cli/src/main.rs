//! `nim-bot`: plays on a Nim server, and answers questions about positions.

mod conform;
mod effort;
mod explain;
mod play;
mod program;
mod screen;
mod server;
mod siege;
mod solve;
mod starts;
mod swarm;
mod token;
mod tournament;

use std::io::IsTerminal;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use tracing_subscriber::EnvFilter;

/// Plays the Nim family perfectly, and says what is known of its positions.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100)]
struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Play(Box<play::Args>),
    Solve(solve::Args),
    Explain(explain::Args),
    Conform(conform::Args),
    Swarm(Box<swarm::Args>),
    Siege(Box<siege::Args>),
    Tournament(Box<tournament::Args>),
}

fn main() -> ExitCode {
    let args = Args::parse();
    let told = match args.command {
        // It says itself what becomes of its players.
        Command::Tournament(_) => "info,bot::driver=error",
        _ => "info",
    };
    let filter = EnvFilter::try_from_env("NIM_LOG").unwrap_or_else(|_| EnvFilter::new(told));
    let ansi = std::io::stderr().is_terminal();
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(ansi)
        .with_writer(std::io::stderr)
        .init();
    let done = |()| ExitCode::SUCCESS;
    let result = match args.command {
        Command::Play(args) => play::run(*args).map(done),
        Command::Solve(args) => solve::run(args).map(done),
        Command::Explain(args) => explain::run(args).map(done),
        Command::Conform(args) => conform::run(args).map(done),
        Command::Swarm(args) => swarm::run(*args),
        Command::Siege(args) => siege::run(*args).map(done),
        Command::Tournament(args) => tournament::run(*args).map(done),
    };
    match result {
        Ok(code) => code,
        Err(error) => {
            eprintln!("nim-bot: {error:#}");
            ExitCode::FAILURE
        }
    }
}
