//! Games as text: one line for each game, short enough to say aloud and exact enough to
//! replay. `nim 3,4,5: A-2 C-3 B-1`. See docs/notation.md.

pub(crate) mod compact;
pub(crate) mod letters;
pub(crate) mod record;

use std::fmt;
use std::str::FromStr;

use crate::notation::compact::Quotes;
use crate::{Ending, Game, Refusal, Setup, Variant};

/// The longest text of a game that is read, in bytes: some fifty thousand moves.
pub const MAX_NOTATION: usize = 1 << 19;

/// The reason why a text is not a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BadNotation {
    /// Longer than [`MAX_NOTATION`].
    TooLong,
    /// A part is missing or in the wrong place: the phrase says which.
    Form(&'static str),
    /// The setup is refused.
    Setup(Refusal),
    /// A move cannot be read, or is refused by the rules.
    Move {
        /// The move's number, counted from 1.
        number: usize,
        /// Why.
        refusal: Refusal,
    },
}

impl fmt::Display for BadNotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadNotation::TooLong => write!(f, "longer than {MAX_NOTATION} bytes"),
            BadNotation::Form(why) => f.write_str(why),
            BadNotation::Setup(refusal) => refusal.fmt(f),
            BadNotation::Move { number, refusal } => write!(f, "move {number}: {refusal}"),
        }
    }
}

impl std::error::Error for BadNotation {}

/// `misere nim 3,4,5`; the variant's first ending is left out.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let variant = self.variant();
        if variant.rules().endings().first() != Some(&self.ending()) {
            write!(f, "{} ", ending_word(self.ending()))?;
        }
        write!(f, "{variant} {}", variant.rules().write_position(self.start()))
    }
}

impl FromStr for Setup {
    type Err = BadNotation;

    fn from_str(text: &str) -> Result<Setup, BadNotation> {
        if text.len() > MAX_NOTATION {
            return Err(BadNotation::TooLong);
        }
        let (ending, text) = split_ending(text.trim());
        let (variant, start) = split_outside(text, |c, depth| c.is_whitespace() && depth == 0)
            .ok_or(BadNotation::Form("a variant and a start, such as nim 3,4,5"))?;
        let variant: Variant = variant.parse().map_err(BadNotation::Setup)?;
        let rules = variant.rules();
        let ending = ending.or(rules.endings().first().copied()).unwrap_or(Ending::Normal);
        let start = rules.read_position(start.trim()).map_err(BadNotation::Setup)?;
        Setup::new(variant, ending, start).map_err(BadNotation::Setup)
    }
}

/// `nim`, `subtraction(1,2,3)`, `game21(step=3;target=21)`.
impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        let params = self.write_params();
        if params.is_empty() { Ok(()) } else { write!(f, "({params})") }
    }
}

impl FromStr for Variant {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Variant, Refusal> {
        let text = text.trim();
        let Some((name, params)) = text.split_once('(') else { return Variant::read(text, "") };
        let params = params.strip_suffix(')');
        let params = params.ok_or_else(|| Refusal::BadParams("a ) is missing".to_owned()))?;
        Variant::read(name.trim(), params)
    }
}

/// `nim 3,4,5: A-2 C-3 B-1`; without moves, its setup.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.setup().fmt(f)?;
        for (nth, mv) in self.moves().iter().enumerate() {
            let before = if nth == 0 { ": " } else { " " };
            write!(f, "{before}{}", self.setup().variant().rules().write_move(mv))?;
        }
        Ok(())
    }
}

impl FromStr for Game {
    type Err = BadNotation;

    fn from_str(text: &str) -> Result<Game, BadNotation> {
        if text.len() > MAX_NOTATION {
            return Err(BadNotation::TooLong);
        }
        let (setup, moves) = split_outside(text, |c, _| c == ':').unwrap_or((text, ""));
        let mut game = Game::new(setup.parse()?);
        for (nth, text) in moves.split_whitespace().enumerate() {
            play(&mut game, text)
                .map_err(|refusal| BadNotation::Move { number: nth + 1, refusal })?;
        }
        Ok(game)
    }
}

/// Plays a move written as text.
pub(crate) fn play(game: &mut Game, text: &str) -> Result<(), Refusal> {
    let mv = game.setup().variant().rules().read_move(text)?;
    game.play(mv)
}

fn ending_word(ending: Ending) -> &'static str {
    match ending {
        Ending::Normal => "normal",
        Ending::Misere => "misere",
    }
}

fn split_ending(text: &str) -> (Option<Ending>, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    match Ending::BOTH.iter().find(|&&ending| ending_word(ending) == word) {
        Some(&ending) => (Some(ending), rest.trim_start()),
        None if word == "misère" => (Some(Ending::Misere), rest.trim_start()),
        None => (None, text),
    }
}

/// Splits at the first character outside quotes for which `ends` holds, given the
/// character and how many brackets are open.
fn split_outside(text: &str, ends: impl Fn(char, u32) -> bool) -> Option<(&str, &str)> {
    let (mut quotes, mut depth) = (Quotes::default(), 0u32);
    for (at, c) in text.char_indices() {
        if quotes.hide(c) {
            continue;
        }
        if ends(c, depth) {
            return Some((&text[..at], &text[at + c.len_utf8()..]));
        }
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}
