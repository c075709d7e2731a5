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

#[cfg(test)]
mod tests {
    use clap::Parser;
    use serde_json::json;

    use super::*;

    #[derive(Debug, Parser)]
    struct Arguments {
        #[command(flatten)]
        starts: Starts,
    }

    fn starts(flags: &[&str]) -> Starts {
        let arguments = [&["nim-bot"], flags].concat();
        Arguments::try_parse_from(arguments).expect("they are known").starts
    }

    /// The first offer.
    fn offer(flags: &[&str]) -> anyhow::Result<Value> {
        let mut offers = starts(flags).offers(SeatChoice::Second, 7)?;
        Ok(serde_json::to_value(offers()).expect("JSON"))
    }

    #[test]
    fn an_offer_is_what_was_asked_for() {
        let nim = offer(&["--game", "misere nim 3,4,5", "--clock", "300+2"]).expect("a game");
        let game = json!({"variant": "nim", "params": {}, "ending": "misere", "start": {"heaps": [3, 4, 5]}});
        let clock = json!({"kind": "fischer", "base_ms": 300_000, "increment_ms": 2_000});
        assert_eq!(nim["game"], game);
        assert_eq!((&nim["seat"], &nim["clock"]), (&json!("second"), &clock));
        assert_eq!((&nim["rated"], &nim["pair"]), (&Value::Null, &Value::Null));
        let known = offer(&["--game", "Marienbad"]).expect("a game");
        assert_eq!(known["game"]["start"], json!({"heaps": [1, 3, 5, 7]}));
        let start =
            ["--variant", "moore", "--params", r#"{"k": 2}"#, "--start", r#"{"heaps": [1, 2]}"#];
        let moore = offer(&start).expect("a game")["game"].clone();
        assert_eq!((&moore["params"]["k"], &moore["ending"]), (&json!(2), &json!("normal")));
        let rated =
            offer(&["--rated", "--variant", "lasker", "--ending", "normal"]).expect("a game");
        assert_eq!((&rated["rated"], &rated["pair"]), (&json!(true), &json!(true)));
        assert!(rated["game"]["draw"].is_object() || rated["game"]["start"].is_null(), "{rated}");
        for wrong in [&["--variant", "chess"][..], &["--start", r#"{"heaps": [-1]}"#]] {
            let refused = Arguments::try_parse_from([&["nim-bot"], wrong].concat());
            assert!(refused.is_err() || offer(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn random_starts_are_equal_for_equal_seeds_and_won_by_whom_was_wanted() {
        for (won_by, outcome) in [("first", Outcome::N), ("second", Outcome::P)] {
            let flags = ["--variant", "lasker", "--won-by", won_by, "--size", "20"];
            let mut found = [7, 7, 8].map(|seed| starts(&flags).source(seed).expect("found"));
            let three = found.each_mut().map(|source| [source(), source(), source()]);
            assert!(three[0] == three[1] && three[0] != three[2]);
            for setup in three.into_iter().flatten() {
                let verdict = Solver::new(setup.variant()).verdict(
                    setup.ending(),
                    setup.start(),
                    &mut Budget::positions(WORK),
                );
                assert_eq!(verdict.outcome, Some(outcome), "{setup}");
            }
        }
    }

    #[test]
    fn quick_play_waits_for_the_kind_of_game() {
        let pool = |flags: &[&str]| starts(flags).pool().expect("a game");
        let misere = pool(&["--variant", "lasker", "--ending", "misere", "--rated"]);
        assert_eq!((&*misere.variant, misere.ending), ("lasker", Ending::Misere));
        assert!(misere.rated && misere.pair);
        let usual = pool(&["--variant", "lasker", "--clock", "move:5"]);
        assert_eq!(usual.ending, Ending::Normal);
        assert!(!usual.rated && !usual.pair && usual.clock.is_some());
        assert!(starts(&["--variant", "chess"]).pool().is_err());
    }
}
