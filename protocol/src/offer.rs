//! Offers: which game to play, from which start, against whom, and on which conditions.

use std::collections::BTreeSet;

use rules::{Draft, Ending, Position, Setup};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::{Commitment, ExcludedAction, Kind, Salt, SeatChoice, TimeControl, is_false, is_zero};

/// An offer. In requests the game is described, and its start may still have to be drawn;
/// other players see it as it is offered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Proposal<G> {
    /// What is played.
    pub game: G,
    /// Where the offering player wants to sit.
    pub seat: SeatChoice,
    /// How long players may think; left out, there is no clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
    /// Whether it counts for the ladder. Only games for two can.
    #[serde(default, skip_serializing_if = "is_false")]
    pub rated: bool,
    /// Whether it is a pair: two games from one start, with the seats swapped for the
    /// second.
    #[serde(default, skip_serializing_if = "is_false")]
    pub pair: bool,
    /// Whether all help is allowed; then a rated game counts in the division `open`.
    #[serde(default, skip_serializing_if = "is_false")]
    pub open: bool,
    /// The pie rule: the player who takes the offer chooses who begins. Only in casual single
    /// games for two.
    #[serde(default, skip_serializing_if = "is_false")]
    pub pie: bool,
    /// Whether both players bid for the seats with their time. Only in casual single games for
    /// two, with a base time and `seat` `random`.
    #[serde(default, skip_serializing_if = "is_false")]
    pub bid: bool,
    /// Whether the server makes the chances nearly even when the offer is taken: by the start and
    /// who begins, or by time. Only in casual single games for two with `seat` `random`.
    #[serde(default, skip_serializing_if = "is_false")]
    pub handicap: bool,
    /// How many moves spectators are behind until the game is over, at most 50. Only in
    /// rated games.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub delay: u8,
    /// Actions that are not allowed in this game.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub excluded: BTreeSet<ExcludedAction>,
}

/// The game that a player would like, in one of three forms.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum GameRequest {
    /// From a start they give.
    Start(Draft),
    /// From a start that the server draws.
    Drawn(Box<DrawnGame>),
    /// By name.
    Preset(PresetName),
}

/// A named game: one of the presets of `GET /api/variants`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PresetName {
    /// The name.
    pub preset: String,
}

/// A game whose start is yet to be drawn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DrawnGame {
    /// The variant's name.
    pub variant: String,
    /// Its parameters; left out, those of its first preset.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub params: Value,
    /// Whether the last move wins or loses.
    pub ending: Ending,
    /// How the start is drawn.
    pub draw: Draw,
}

/// How a start is drawn. With a seed, the same draw of the same variant and ending
/// always gives the same start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Draw {
    /// The seed, at most 2^53 - 1; left out, the server chooses one, commits to it, and reveals
    /// it when the game begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Who wins it with best play; left out, either player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub won_by: Option<Side>,
    /// How hard it is to find the winning moves; with the fields below, only its size.
    #[serde(default)]
    pub difficulty: Difficulty,
    /// How many first moves win; left out, any number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winning_moves: Option<u32>,
    /// How many moves the game lasts when the winner hurries and the loser resists; left out,
    /// any number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<u32>,
    /// The server's commitment to the seed that it chose; ignored in requests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commitment: Option<Commitment>,
    /// What the server hashed with the seed, revealed with it; ignored in requests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub salt: Option<Salt>,
}

impl Draw {
    /// Whether the revealed seed is the one that the server committed to; `None` without a
    /// commitment.
    pub fn keeps_commitment(&self) -> Option<bool> {
        let revealed = self.salt.zip(self.seed);
        let kept = |commitment| {
            revealed.is_some_and(|(salt, seed)| Commitment::to(salt, seed) == commitment)
        };
        self.commitment.map(kept)
    }
}

/// One of the two players of a game for two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The player who makes the first move.
    First,
    /// The player who makes the second.
    Second,
}

/// How hard a drawn start is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Difficulty {
    /// About six to twenty objects, and among some starts the one with the most winning
    /// moves.
    Easy,
    /// About ten to twenty-six objects, taken as drawn.
    #[default]
    Medium,
    /// About eighteen to forty-eight objects, and among some starts the one with the fewest
    /// winning moves.
    Hard,
}

/// The game of an offer as others see it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum GameView {
    /// Its start is known.
    Start(Setup),
    /// Its start becomes known when the game begins.
    Drawn(DrawnGame),
}

/// How strong the opponent for a seek must be, relative to the offering player; no rating
/// counts as 1500. Both bounds widen with time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Window {
    /// Points below the offering player.
    pub below: u16,
    /// Points above them.
    pub above: u16,
    /// Points by which both bounds widen each second; 0 keeps them.
    #[serde(default = "five")]
    pub widens: u16,
}

/// A seek's window as others see it, at the time of the message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WindowView {
    /// The lowest rating admitted.
    pub min: u32,
    /// The highest.
    pub max: u32,
    /// Points by which both bounds widen each second.
    pub widens: u16,
}

/// A player's rating in one pool, in whole points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rating {
    /// The rating.
    pub rating: u32,
    /// Its deviation: how uncertain it is.
    pub deviation: u32,
    /// Whether it is too uncertain for a place in the ranking.
    #[serde(default, skip_serializing_if = "is_false")]
    pub provisional: bool,
}

/// A group of players who are rated together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Division {
    /// People among themselves, without help.
    People,
    /// Anybody, with any help: people against bots, and players who choose it.
    Open,
    /// Bots among themselves.
    Bots,
}

impl Division {
    /// All of them.
    pub const ALL: [Division; 3] = [Division::People, Division::Open, Division::Bots];

    /// Returns the division in which a game of these players counts; `open` means that they
    /// have agreed to allow help.
    pub fn new(kinds: [Kind; 2], open: bool) -> Division {
        match kinds.map(|kind| kind == Kind::Bot) {
            _ if open => Division::Open,
            [false, false] => Division::People,
            [true, true] => Division::Bots,
            [true, false] | [false, true] => Division::Open,
        }
    }

    /// Returns its name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Division::People => "people",
            Division::Open => "open",
            Division::Bots => "bots",
        }
    }
}

impl<G> Proposal<G> {
    /// Creates a casual offer without a clock and with random seats.
    ///
    /// ```
    /// use protocol::{ClientMessage, Proposal, Request};
    ///
    /// let game: rules::Setup = "nim 3,4,5".parse()?;
    /// let offer = Proposal { rated: true, pair: true, ..Proposal::new(game.into()) };
    /// let message = ClientMessage::Seek { offer, private: false, window: None };
    /// println!("{}", Request { cid: 1, message }.to_json());
    /// # Ok::<(), rules::BadNotation>(())
    /// ```
    pub fn new(game: G) -> Proposal<G> {
        let seat = SeatChoice::Random;
        Proposal {
            game,
            seat,
            clock: None,
            rated: false,
            pair: false,
            open: false,
            pie: false,
            bid: false,
            handicap: false,
            delay: 0,
            excluded: BTreeSet::new(),
        }
    }

    /// Returns the same terms for another game.
    pub fn with_game<H>(self, game: H) -> Proposal<H> {
        let Proposal {
            seat, clock, rated, pair, open, pie, bid, handicap, delay, excluded, ..
        } = self;
        Proposal { game, seat, clock, rated, pair, open, pie, bid, handicap, delay, excluded }
    }
}

impl From<Setup> for GameRequest {
    fn from(game: Setup) -> GameRequest {
        GameRequest::Start(game.into())
    }
}

impl<'de> Deserialize<'de> for GameRequest {
    /// Reads all forms at once, so that an error names the field that is wrong.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<GameRequest, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Said {
            preset: Option<String>,
            variant: Option<String>,
            #[serde(default)]
            params: Value,
            ending: Option<Ending>,
            start: Option<Position>,
            draw: Option<Draw>,
        }
        let Said { preset, variant, params, ending, start, draw } =
            Said::deserialize(deserializer)?;
        if let Some(preset) = preset {
            let alone = variant.is_none() && params.is_null() && ending.is_none();
            return match alone && start.is_none() && draw.is_none() {
                true => Ok(GameRequest::Preset(PresetName { preset })),
                false => Err(D::Error::custom("a preset allows no other field")),
            };
        }
        let variant = variant.ok_or_else(|| D::Error::missing_field("variant"))?;
        let ending = ending.ok_or_else(|| D::Error::missing_field("ending"))?;
        match (start, draw) {
            (Some(start), None) => Ok(GameRequest::Start(Draft { variant, params, ending, start })),
            (None, Some(draw)) => {
                Ok(GameRequest::Drawn(Box::new(DrawnGame { variant, params, ending, draw })))
            }
            (None, None) => Err(D::Error::missing_field("start")),
            (Some(_), Some(_)) => Err(D::Error::custom("a game has a start or a draw, not both")),
        }
    }
}

/// The default widening per second: 300 points in either direction after a minute.
fn five() -> u16 {
    5
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_game_is_wanted_in_one_of_three_forms() {
        let good = [
            json!({"variant": "nim", "params": {}, "ending": "normal", "start": {"heaps": [1]}}),
            json!({"variant": "nim", "params": {}, "ending": "normal", "draw": {"difficulty": "hard"}}),
            json!({"variant": "nim", "ending": "misere", "draw": {"seed": 7, "won_by": "second", "difficulty": "easy"}}),
            json!({"preset": "Marienbad"}),
        ];
        for form in good {
            let read: GameRequest = serde_json::from_value(form.clone()).expect("good");
            assert_eq!(serde_json::to_value(read).expect("plain"), form);
        }
        for bad in [
            json!({}),
            json!({"variant": "nim", "ending": "normal"}),
            json!({"variant": "nim", "start": {"heaps": [1]}}),
            json!({"ending": "normal", "draw": {}}),
            json!({"variant": "nim", "ending": "normal", "start": {"heaps": [1]}, "draw": {}}),
            json!({"variant": "nim", "ending": "normal", "draw": {"size": 3}}),
            json!({"preset": "Marienbad", "ending": "normal"}),
            json!({"preset": "Marienbad", "variant": "nim"}),
            json!({"preset": "Marienbad", "params": {}}),
            json!({"preset": "Marienbad", "start": {"heaps": [1]}}),
            json!({"preset": "Marienbad", "draw": {}}),
            json!({"preset": "Marienbad", "extra": 1}),
        ] {
            assert!(serde_json::from_value::<GameRequest>(bad.clone()).is_err(), "{bad}");
        }
    }

    #[test]
    fn missing_fields_of_a_draw_or_a_window_have_defaults() {
        let draw: Draw = serde_json::from_value(json!({})).expect("good");
        assert_eq!(draw, Draw::default());
        assert_eq!(draw.difficulty, Difficulty::Medium);
        let window: Window = serde_json::from_value(json!({"below": 1, "above": 2})).expect("good");
        assert_eq!(window, Window { below: 1, above: 2, widens: 5 });
    }

    #[test]
    fn bots_never_play_among_people() {
        use Kind::{Bot, Person};
        assert_eq!(Division::new([Person, Person], false), Division::People);
        assert_eq!(Division::new([Bot, Bot], false), Division::Bots);
        for kinds in [[Person, Bot], [Bot, Person], [Bot, Bot]] {
            for open in [false, true] {
                assert_ne!(Division::new(kinds, open), Division::People);
            }
        }
        assert_eq!(Division::new([Person, Person], true), Division::Open);
        for division in Division::ALL {
            assert_eq!(serde_json::to_value(division).expect("plain"), division.name());
        }
    }
}
