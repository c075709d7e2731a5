//! `nim-bot match`: whether a new version is better than the old one, with one command.

use std::process::ExitCode;

use protocol::{Sprt, SprtDecision};

use crate::tournament::{self, MatchPlayArguments, sprt};

/// Play a new version against the old one until a sequential test says whether it is stronger
///
/// Ends with 0 if it is, with 2 if it is not, and with 3 if the pairs were too few to tell.
#[derive(Debug, clap::Args)]
pub(crate) struct MatchArguments {
    /// The new version, as --entrants of `nim-bot tournament` has it: "program:./new"
    new: String,
    /// The old one: "program:./old", or a level: epsilon:0.1
    old: String,
    /// Elo by which it should be stronger and by which at least not, the errors of both kinds
    /// and what is measured: 0,50,0.05,0.05,logistic
    #[arg(long, value_parser = sprt, default_value = "0,50")]
    sprt: Sprt,
    /// The most pairs of games
    #[arg(long, default_value_t = 1_000)]
    pairs: u32,
    #[command(flatten)]
    play: MatchPlayArguments,
}

pub(crate) fn run(args: MatchArguments) -> anyhow::Result<ExitCode> {
    let MatchArguments { new, old, sprt, pairs, play } = args;
    let entrants = format!("{},{}", named(new, "new"), named(old, "old"));
    let decision =
        tournament::run(tournament::TournamentArguments::for_match(entrants, pairs, sprt, play))?;
    Ok(ExitCode::from(code(decision)))
}

fn named(entrant: String, name: &str) -> String {
    match entrant.starts_with("name=") {
        true => entrant,
        false => format!("name={name};{entrant}"),
    }
}

fn code(decision: Option<SprtDecision>) -> u8 {
    match decision {
        Some(SprtDecision::Passed) => 0,
        Some(SprtDecision::Failed) => 2,
        None => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_end_of_the_test_has_its_code() {
        let ends = [Some(SprtDecision::Passed), Some(SprtDecision::Failed), None];
        assert_eq!(ends.map(code), [0, 2, 3]);
    }

    #[test]
    fn an_entrant_is_named_unless_it_has_a_name() {
        assert_eq!(named("program:./a".to_owned(), "new"), "name=new;program:./a");
        assert_eq!(named("name=Ada;perfect".to_owned(), "old"), "name=Ada;perfect");
    }
}
