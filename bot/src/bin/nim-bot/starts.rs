//! What a bot that seeks games wants to play.

use anyhow::Context;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use rules::{Draft, Ending, Heaps, Position, Setup};
use serde_json::Value;

/// The largest random heap, and how many there are: small enough for a person
/// to follow, large enough to be hard.
const LARGEST_HEAP: u64 = 9;
const HEAPS: std::ops::RangeInclusive<usize> = 3..=4;

/// Drawn starts are refused by few variants, and by none always.
const MAX_DRAWS: usize = 100;

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Starts {
    /// What to offer games of
    #[arg(long, default_value = "nim")]
    variant: String,
    /// Its parameters: {"k": 2}
    #[arg(long, default_value = "{}", value_parser = json)]
    params: Value,
    /// normal or misere
    #[arg(long, default_value = "normal", value_parser = ending)]
    ending: Ending,
    /// The start: {"heaps": [3, 4, 5]}; without it, random heaps
    #[arg(long, value_parser = position)]
    start: Option<Position>,
}

fn ending(text: &str) -> Result<Ending, serde_json::Error> {
    serde_json::from_value(Value::from(text))
}

fn json(text: &str) -> Result<Value, serde_json::Error> {
    serde_json::from_str(text)
}

fn position(text: &str) -> Result<Position, serde_json::Error> {
    serde_json::from_str(text)
}

impl Starts {
    /// A source of starts, which has been tried once.
    pub(crate) fn source(&self, seed: u64) -> anyhow::Result<Box<dyn FnMut() -> Setup + Send>> {
        let starts = self.clone();
        let mut chance = StdRng::seed_from_u64(seed);
        let first = starts.draw(&mut chance).context("such a game cannot be offered")?;
        Ok(Box::new(move || starts.draw(&mut chance).unwrap_or_else(|_| first.clone())))
    }

    fn draw(&self, chance: &mut StdRng) -> Result<Setup, rules::Refusal> {
        let mut setup = self.setup(self.start.clone(), chance);
        for _ in 0..MAX_DRAWS {
            if setup.is_ok() || self.start.is_some() {
                break;
            }
            setup = self.setup(None, chance);
        }
        setup
    }

    fn setup(&self, start: Option<Position>, chance: &mut StdRng) -> Result<Setup, rules::Refusal> {
        let start = start.unwrap_or_else(|| random_heaps(chance));
        let (variant, params) = (self.variant.clone(), self.params.clone());
        Setup::try_from(Draft { variant, params, ending: self.ending, start })
    }
}

fn random_heaps(chance: &mut StdRng) -> Position {
    let heaps = chance.random_range(HEAPS);
    let heaps = (0..heaps).map(|_| chance.random_range(1..=LARGEST_HEAP));
    Position::Heaps(Heaps { heaps: heaps.collect() })
}
