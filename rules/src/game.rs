//! A game: one play from a start to a result. A [`Setup`] or [`Game`] that exists is
//! legal; both are made only by checking.

use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use crate::{Admitted, Ending, Move, Position, Refusal, Seat, Variant};

/// What is played: variant, ending and start, checked against each other. In JSON
/// `{"variant": .., "params": .., "ending": .., "start": ..}`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "Draft"))]
#[serde(try_from = "Draft")]
pub struct Setup {
    variant: Variant,
    ending: Ending,
    start: Admitted,
}

impl Setup {
    /// # Errors
    /// When the ending is not played in this variant, or the start is not an
    /// admitted position of it.
    ///
    /// ```
    /// use rules::{Ending, Heaps, Position, Refusal, Setup, Variant};
    ///
    /// let nim: Variant = "nim".parse()?;
    /// let setup = Setup::new(nim, Ending::Misere, Heaps::from(vec![3, 4, 5]).into())?;
    /// assert_eq!(setup.to_string(), "misere nim 3,4,5");
    /// assert_eq!(
    ///     serde_json::to_string(&setup)?,
    ///     r#"{"variant":"nim","params":{},"ending":"misere","start":{"heaps":[3,4,5]}}"#
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(variant: Variant, ending: Ending, start: Position) -> Result<Setup, Refusal> {
        if !variant.rules().endings().contains(&ending) {
            return Err(Refusal::BadEnding);
        }
        let start = variant.rules().admit(start)?;
        Ok(Setup { variant, ending, start })
    }

    /// Returns the variant with its parameters.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// Returns whether the last move wins or loses.
    pub fn ending(&self) -> Ending {
        self.ending
    }

    /// Returns the start: the position before the first move.
    pub fn start(&self) -> &Admitted {
        &self.start
    }
}

impl Serialize for Setup {
    /// Serialised like a [`Draft`], without copying.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Plain<'a> {
            variant: &'static str,
            params: Value,
            ending: Ending,
            start: &'a Position,
        }
        let Setup { variant, ending, start } = self;
        let (params, variant, ending) = (variant.params(), variant.name(), *ending);
        Plain { variant, params, ending, start }.serialize(serializer)
    }
}

/// A setup as it arrives from outside, not yet checked; `Setup::try_from` checks it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Draft {
    /// The variant's name.
    pub variant: String,
    /// Its parameters; may be left out where there are none.
    #[serde(default)]
    pub params: Value,
    /// Whether the last move wins or loses.
    pub ending: Ending,
    /// The start: the position before the first move.
    pub start: Position,
}

impl TryFrom<Draft> for Setup {
    type Error = Refusal;

    fn try_from(setup: Draft) -> Result<Setup, Refusal> {
        let variant = Variant::parse(&setup.variant, setup.params)?;
        Setup::new(variant, setup.ending, setup.start)
    }
}

impl From<Setup> for Draft {
    fn from(Setup { variant, ending, start }: Setup) -> Draft {
        let params = variant.params();
        Draft { variant: variant.name().to_owned(), params, ending, start: start.into() }
    }
}

/// A game under way or finished: the setup, the moves so far, and the position
/// that they lead to.
///
/// ```
/// use rules::{Game, Refusal, Seat};
///
/// let mut game: Game = "nim 1,2: B-1".parse()?;
/// game.play(serde_json::from_str("[0, 1]")?)?;
/// assert_eq!(game.play(serde_json::from_str("[1, 5]")?), Err(Refusal::IllegalMove("the heap has fewer objects")));
/// game.play(serde_json::from_str("[1, 1]")?)?;
/// assert_eq!(game.winners(), Some(vec![Seat(0)]));
/// assert_eq!(game.to_string(), "nim 1,2: B-1 A-1 B-1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    setup: Setup,
    moves: Vec<Move>,
    position: Admitted,
    over: bool,
}

impl Game {
    /// Starts a game in which nobody has moved. It may already be over: a start without moves
    /// is legal.
    pub fn new(setup: Setup) -> Game {
        let position = setup.start.clone();
        let over = setup.variant.rules().is_over(&position);
        Game { setup, moves: Vec::new(), position, over }
    }

    /// Makes a move for the seat whose turn it is.
    ///
    /// # Errors
    /// [`Refusal::GameOver`], or why the variant refuses the move; the game is
    /// then unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), Refusal> {
        if self.over {
            return Err(Refusal::GameOver);
        }
        self.position = self.setup.variant.rules().apply(&self.position, &mv)?;
        self.moves.push(mv);
        self.over = self.setup.variant.rules().is_over(&self.position);
        Ok(())
    }

    /// Returns the setup.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Returns the current position.
    pub fn position(&self) -> &Admitted {
        &self.position
    }

    /// Returns the moves so far, in order.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns how many moves have been made: the ply of the next one.
    pub fn ply(&self) -> u32 {
        self.moves.len() as u32
    }

    /// Returns how many seats the game has.
    pub fn seats(&self) -> u8 {
        self.setup.variant.rules().seats()
    }

    /// Returns the seat whose turn it is; in a finished game, the seat whose turn it would be.
    pub fn to_move(&self) -> Seat {
        Seat((self.ply() % u32::from(self.seats())) as u8)
    }

    /// Returns whether no move is left.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Returns the winners, once no move is left: the last mover in normal play, everybody
    /// else in misère play. When the start had no move, the last mover is taken to be the seat
    /// before the first.
    pub fn winners(&self) -> Option<Vec<Seat>> {
        if !self.over {
            return None;
        }
        let seats = self.seats();
        let last = Seat((self.to_move().0 + seats - 1) % seats);
        Some(match self.setup.ending {
            Ending::Normal => vec![last],
            Ending::Misere => (0..seats).map(Seat).filter(|&seat| seat != last).collect(),
        })
    }
}
