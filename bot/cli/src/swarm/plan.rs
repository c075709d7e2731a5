//! The plan that the options of `nim-bot swarm` describe.

use std::time::Duration;

use anyhow::{Context, bail, ensure};
use load::{Fault, Stages, Swarm, Think, Threshold};
use protocol::TimeControl;
use rules::{Preset, Setup};

use crate::token;

use super::{FaultKind, LoadArgs, Spread};

/// Builds the load that the options describe.
///
/// # Errors
/// When they contradict each other or name something that does not exist.
pub(super) fn swarm(args: &LoadArgs) -> anyhow::Result<Swarm> {
    ensure!(args.players >= 1, "a load takes at least one client");
    ensure!(args.rate.is_finite() && args.rate > 0.0, "the rate must be more than nothing");
    ensure!((0.0..=3600.0).contains(&args.ramp), "the ramp is at most an hour");
    let games = args.games.starts(args.seed)?;
    if args.quick {
        let unknown = games.iter().find(|game| !is_in_quick_play(game));
        ensure!(
            unknown.is_none(),
            "quick play has known starts only, and none of {}: leave it out of --games",
            unknown.map(Setup::to_string).unwrap_or_default()
        );
    }
    let milliseconds = |seconds: u32| seconds.checked_mul(1000).context("the clock is too long");
    let (base_ms, increment_ms) = (milliseconds(args.base)?, milliseconds(args.increment)?);
    let clock = (args.base > 0).then_some(TimeControl::Fischer { base_ms, increment_ms });
    let constant = || Stages::constant(args.rate, args.seconds);
    Ok(Swarm {
        players: args.players,
        scenarios: args.scenarios,
        stages: (!args.max).then(|| args.stages.clone().unwrap_or_else(constant)),
        think: match args.think {
            Spread::Constant => Think::Constant,
            Spread::Uniform => Think::Uniform,
            Spread::Exponential => Think::Exponential,
        },
        ramp: Duration::from_secs_f64(args.ramp),
        duration: Duration::from_secs(args.seconds.max(1)),
        games,
        levels: args.levels.clone(),
        rated: args.rated,
        admin: token::admin_in_environment()?,
        quick: args.quick,
        clock,
        addresses: args.addresses,
        stop_unless: args.stop_unless.clone(),
        faults: faults(args)?,
        seed: args.seed,
    })
}

/// Parses a condition that can end a load early.
///
/// # Errors
/// When it is none, or can be met later.
pub(super) fn condition_that_stops(text: &str) -> Result<Threshold, String> {
    let threshold: Threshold = text.parse()?;
    match threshold.can_stop() {
        true => Ok(threshold),
        false => Err("a load that does not meet this yet may still meet it: use --assert".into()),
    }
}

fn faults(args: &LoadArgs) -> anyhow::Result<Vec<Fault>> {
    let mut faults: Vec<Fault> = args.fault.iter().flat_map(|kind| kind.faults()).collect();
    if args.url.is_some() {
        if args.fault.contains(&FaultKind::Kill) {
            bail!("only a server of our own may be killed: leave --url out");
        }
        faults.retain(|&fault| fault != Fault::Kill);
    }
    Ok(faults)
}

/// Whether there is a named start of the same variant and ending.
fn is_in_quick_play(game: &Setup) -> bool {
    let alike = |known: Setup| {
        let two = known.variant().rules().seats() == 2;
        two && known.variant().name() == game.variant().name() && known.ending() == game.ending()
    };
    Preset::all().map(Preset::setup).any(alike)
}

impl FaultKind {
    fn faults(self) -> Vec<Fault> {
        match self {
            FaultKind::All => Fault::ALL.to_vec(),
            FaultKind::Storm => vec![Fault::Storm],
            FaultKind::Answers => vec![Fault::Answers],
            FaultKind::Slow => vec![Fault::Slow],
            FaultKind::Silent => vec![Fault::Silent],
            FaultKind::Tokens => vec![Fault::Tokens],
            FaultKind::Kill => vec![Fault::Kill],
        }
    }
}

#[cfg(test)]
mod tests;
