//! The games that a bot offers: one start, or many of one kind, and on which terms.

use anyhow::{Context, anyhow};
use clap::ValueEnum;
use protocol::{Draw, DrawnGame, GameRequest, Proposal, QuickPool, SeatChoice, TimeControl};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use rules::{Draft, Ending, Position, Preset, Setup, Variant};
use serde_json::Value;
use solver::{Budget, DifficultyBounds, Outcome, Solver, StartRequest};

/// Work limit for finding one start: a few milliseconds for most games.
const WORK: u64 = 200_000;

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Starts {
    /// The game to offer: in the notation ("misere nim 3,4,5") or by name ("Marienbad")
    #[arg(long, value_parser = game, conflicts_with_all = ["variant", "params", "ending", "start"])]
    game: Option<Setup>,
    /// The variant to offer
    #[arg(long, default_value = "nim")]
    variant: String,
    /// Its parameters: {"k": 2}; default: those of a known start
    #[arg(long, value_parser = json)]
    params: Option<Value>,
    /// normal or misere; default: the variant's usual ending
    #[arg(long, value_parser = ending)]
    ending: Option<Ending>,
    /// The start: {"heaps": [3, 4, 5]}; default: random starts
    #[arg(long, value_parser = position)]
    start: Option<Position>,
    /// The approximate number of objects in a random start
    #[arg(long, default_value_t = 15)]
    size: u64,
    /// Which player wins the random starts with best play; default: either
    #[arg(long, value_enum)]
    won_by: Option<WantedWinner>,
    /// The clock: 300+2, move:5, days:2; default: none
    #[arg(long, value_parser = runner::read_clock)]
    clock: Option<TimeControl>,
    /// Play for the ladder, in pairs, from starts that the server draws; needs the token of a
    /// registered bot
    #[arg(long, conflicts_with_all = ["game", "start", "won_by"])]
    rated: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum WantedWinner {
    /// Play the first move
    First,
    /// Play second
    Second,
}

fn game(text: &str) -> Result<Setup, String> {
    match Preset::named(text) {
        Some(preset) => Ok(preset.setup()),
        None => text.parse().map_err(|error: rules::BadNotation| error.to_string()),
    }
}

fn json(text: &str) -> Result<Value, serde_json::Error> {
    serde_json::from_str(text)
}

fn ending(text: &str) -> Result<Ending, serde_json::Error> {
    serde_json::from_value(Value::from(text))
}

fn position(text: &str) -> Result<Position, serde_json::Error> {
    serde_json::from_str(text)
}

impl Starts {
    /// Returns a source of offers; equal seeds give equal starts.
    ///
    /// # Errors
    /// When there is no such game.
    pub(crate) fn offers(
        &self,
        seat: SeatChoice,
        seed: u64,
    ) -> anyhow::Result<Box<dyn FnMut() -> Proposal<GameRequest> + Send>> {
        let (clock, rated) = (self.clock, self.rated);
        let mut game = self.games(seed)?;
        Ok(Box::new(move || Proposal { seat, clock, rated, pair: rated, ..Proposal::new(game()) }))
    }

    fn games(&self, seed: u64) -> anyhow::Result<Box<dyn FnMut() -> GameRequest + Send>> {
        if !self.rated {
            let mut start = self.source(seed)?;
            return Ok(Box::new(move || start().into()));
        }
        let known = self.variant()?;
        let (variant, params, draw) = (self.variant.clone(), known.params(), Draw::default());
        let drawn = DrawnGame { variant, params, ending: self.ending(&known)?, draw };
        Ok(Box::new(move || GameRequest::Drawn(Box::new(drawn.clone()))))
    }

    /// Returns the kind of game to wait for in quick play.
    ///
    /// # Errors
    /// When there is no such game.
    pub(crate) fn pool(&self) -> anyhow::Result<QuickPool> {
        let (variant, ending) = (self.variant.clone(), self.ending(&self.variant()?)?);
        let (clock, rated) = (self.clock, self.rated);
        Ok(QuickPool { variant, ending, clock, rated, pair: rated, ..QuickPool::default() })
    }

    /// Returns a source of starts; equal seeds give equal starts.
    ///
    /// # Errors
    /// When there is no such game. Once the first start is found, the source does not fail: it
    /// repeats the first if no other can be found.
    fn source(&self, seed: u64) -> anyhow::Result<Box<dyn FnMut() -> Setup + Send>> {
        if let Some(setup) = self.game.clone() {
            return Ok(Box::new(move || setup.clone()));
        }
        let variant = self.variant()?;
        let ending = self.ending(&variant)?;
        if let Some(start) = self.start.clone() {
            let draft =
                Draft { variant: self.variant.clone(), params: variant.params(), ending, start };
            let setup = Setup::try_from(draft).context("such a game cannot be offered")?;
            return Ok(Box::new(move || setup.clone()));
        }
        let mut solver = Solver::new(&variant);
        let outcome = self.won_by.map(|winner| match winner {
            WantedWinner::First => Outcome::N,
            WantedWinner::Second => Outcome::P,
        });
        let (size, difficulty) = (self.size, DifficultyBounds::ANY);
        let request = StartRequest { variant, ending, size, outcome, difficulty };
        let mut chance = StdRng::seed_from_u64(seed);
        let mut draw =
            move || request.find(chance.random(), &mut solver, &mut Budget::positions(WORK));
        let first = draw().context("no start was found; try --start")?;
        Ok(Box::new(move || draw().unwrap_or_else(|_| first.clone())))
    }

    fn variant(&self) -> anyhow::Result<Variant> {
        let known = || Variant::usual(&self.variant).map(|known| known.params());
        let params = self.params.clone().or_else(known).unwrap_or_default();
        Ok(Variant::parse(&self.variant, params)?)
    }

    fn ending(&self, variant: &Variant) -> anyhow::Result<Ending> {
        let first = variant.rules().endings().first().copied();
        self.ending.or(first).ok_or_else(|| anyhow!("{} has no ending", self.variant))
    }
}
