//! A game as it was played: headers, and one line for each move with its times. Made for
//! archives and for reading years later; see docs/notation.md.

use std::fmt;
use std::str::FromStr;

use crate::notation::play;
use crate::{BadNotation, Game, MAX_NOTATION, Seat, Setup};

/// The most headers in one record, the game's included.
const MAX_HEADERS: usize = 64;
/// The first header of every record.
const GAME: &str = "Game";

/// A game with its headers (players, result and the like) and the times of its moves.
///
/// ```
/// use rules::{GameRecord, Seat};
///
/// let mut record = GameRecord::new("nim 3,4,5: A-2".parse()?);
/// record.set_player(Seat(0), "Ann");
/// assert_eq!(record.to_string(), "[Game \"nim 3,4,5\"]\n[Seat0 \"Ann\"]\n\n1. A-2\n");
/// assert_eq!(record.to_string().parse(), Ok(record));
/// # Ok::<(), rules::BadNotation>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    headers: Vec<(String, String)>,
    game: Game,
    times: Vec<Times>,
}

/// The time of one move, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// Time spent on the move.
    pub spent: Option<u64>,
    /// Time left on the clock after it.
    pub left: Option<u64>,
}

impl GameRecord {
    /// Creates a record without headers and times.
    pub fn new(game: Game) -> GameRecord {
        let times = vec![Times::default(); game.moves().len()];
        GameRecord { headers: Vec::new(), game, times }
    }

    /// Sets a header; a new one comes last. Names are letters and digits with an initial
    /// capital: `Seat0`, `Result`, `Clock`.
    ///
    /// # Errors
    /// When the name is not of that form or is `Game`, or when there are too many headers.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), BadNotation> {
        if !is_header_name(name) || name == GAME {
            return Err(BadNotation::Form(
                "a header's name is letters and digits with an initial capital",
            ));
        }
        if let Some((_, old)) = self.headers.iter_mut().find(|(known, _)| known == name) {
            value.clone_into(old);
            return Ok(());
        }
        if self.headers.len() + 1 >= MAX_HEADERS {
            return Err(BadNotation::Form("too many headers"));
        }
        self.headers.push((name.to_owned(), value.to_owned()));
        Ok(())
    }

    /// Sets the name of the player in this seat.
    pub fn set_player(&mut self, Seat(seat): Seat, name: &str) {
        // The name is a valid header and seats are few, so nothing is refused.
        let _ = self.set(&format!("Seat{seat}"), name);
    }

    /// Returns a header's value.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Returns all headers except the game's, in their order.
    pub fn headers(&self) -> impl Iterator<Item = (&str, &str)> {
        self.headers.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Returns the game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the times of each move, in the order of the moves.
    pub fn times(&self) -> &[Times] {
        &self.times
    }

    /// Sets the times of the move at this ply; has no effect if there is no such move.
    pub fn set_times(&mut self, ply: usize, times: Times) {
        if let Some(old) = self.times.get_mut(ply) {
            *old = times;
        }
    }
}

impl fmt::Display for GameRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let setup = self.game.setup().to_string();
        let game = (GAME, setup.as_str());
        for (name, value) in std::iter::once(game).chain(self.headers()) {
            writeln!(f, "[{name} {}]", serde_json::Value::from(value))?;
        }
        writeln!(f)?;
        let rules = self.game.setup().variant().rules();
        for (number, (mv, times)) in (1..).zip(self.game.moves().iter().zip(&self.times)) {
            writeln!(f, "{number}. {}{times}", rules.write_move(mv))?;
        }
        Ok(())
    }
}

/// ` {spent 1.250 left 58.750}`; empty without times.
impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = [("spent", self.spent), ("left", self.left)];
        let known = named.into_iter().filter_map(|(name, time)| Some((name, time?)));
        let known: Vec<_> =
            known.map(|(name, ms)| format!("{name} {}.{:03}", ms / 1_000, ms % 1_000)).collect();
        if known.is_empty() { Ok(()) } else { write!(f, " {{{}}}", known.join(" ")) }
    }
}

/// Reads a game in either form: on one line, or as a record, whose headers and times are left out.
///
/// ```
/// let game = rules::read_game("[Game \"nim 1,2\"]\n\n1. B-1 {spent 0.500}\n")?;
/// assert_eq!(game, rules::read_game("nim 1,2: B-1")?);
/// # Ok::<(), rules::BadNotation>(())
/// ```
///
/// # Errors
/// When it is neither, or a move is illegal.
pub fn read_game(text: &str) -> Result<Game, BadNotation> {
    match text.trim_start().starts_with('[') {
        true => text.parse().map(|record: GameRecord| record.game),
        false => text.parse(),
    }
}

impl FromStr for GameRecord {
    type Err = BadNotation;

    fn from_str(text: &str) -> Result<GameRecord, BadNotation> {
        if text.len() > MAX_NOTATION {
            return Err(BadNotation::TooLong);
        }
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty()).peekable();
        let mut headers = Vec::new();
        while let Some(line) = lines.next_if(|line| line.starts_with('[')) {
            headers
                .push(read_header(line).ok_or(BadNotation::Form("a header is [Name \"value\"]"))?);
        }
        let mut headers = headers.into_iter();
        let setup: Setup = match headers.next() {
            Some((name, setup)) if name == GAME => setup.parse()?,
            _ => return Err(BadNotation::Form("a record begins with [Game \"..\"]")),
        };
        let mut record = GameRecord::new(Game::new(setup));
        for (name, value) in headers {
            if record.get(&name).is_some() {
                return Err(BadNotation::Form("a header is repeated"));
            }
            record.set(&name, &value)?;
        }
        for (number, line) in (1..).zip(lines) {
            record.read_move(number, line)?;
        }
        Ok(record)
    }
}

impl GameRecord {
    /// Reads `3. A-2 {spent 1.250}`.
    fn read_move(&mut self, number: usize, line: &str) -> Result<(), BadNotation> {
        let form = BadNotation::Form("a line of a record is its number, a move and its times");
        let (read_number, rest) = line.split_once('.').ok_or(form.clone())?;
        if read_number.parse() != Ok(number) {
            return Err(BadNotation::Form("the moves are not numbered 1, 2, 3"));
        }
        let (mv, times) = rest.split_once('{').unwrap_or((rest, "}"));
        let times = times.strip_suffix('}').and_then(read_times).ok_or(form)?;
        play(&mut self.game, mv.trim()).map_err(|refusal| BadNotation::Move { number, refusal })?;
        self.times.push(times);
        Ok(())
    }
}

fn is_header_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.len() <= 40
        && name.chars().all(|c| c.is_ascii_alphanumeric())
}

fn read_header(line: &str) -> Option<(String, String)> {
    let (name, value) = line.strip_prefix('[')?.strip_suffix(']')?.split_once(' ')?;
    Some((name.to_owned(), serde_json::from_str(value.trim()).ok()?))
}

fn read_times(text: &str) -> Option<Times> {
    let mut times = Times::default();
    let mut words = text.split_whitespace();
    while let Some(name) = words.next() {
        let time = match name {
            "spent" => &mut times.spent,
            "left" => &mut times.left,
            _ => return None,
        };
        if time.replace(read_seconds(words.next()?)?).is_some() {
            return None;
        }
    }
    Some(times)
}

/// Reads milliseconds from seconds with three decimals.
fn read_seconds(text: &str) -> Option<u64> {
    let (seconds, thousandths) = text.split_once('.')?;
    if thousandths.len() != 3 {
        return None;
    }
    let seconds: u64 = seconds.parse().ok()?;
    seconds.checked_mul(1_000)?.checked_add(thousandths.parse().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECORD: &str = r#"[Game "misere nim 3,4,5"]
[Seat0 "Ann \"the rook\""]
[Seat1 "nim-bot"]
[Result "0"]
[Clock "60+1"]

1. A-2 {spent 1.250 left 58.750}
2. C-2 {left 59.001}
3. B-2
"#;

    #[test]
    fn a_record_is_written_as_it_was_read() {
        let record: GameRecord = RECORD.parse().unwrap();
        assert_eq!(record.to_string(), RECORD);
        assert_eq!(record.get("Seat0"), Some("Ann \"the rook\""));
        assert_eq!(record.game().moves().len(), 3);
        assert_eq!(record.times()[0], Times { spent: Some(1_250), left: Some(58_750) });
    }

    #[test]
    fn a_record_can_be_made() {
        let read: GameRecord = RECORD.parse().unwrap();
        let mut made = GameRecord::new(read.game().clone());
        made.set_player(Seat(0), "Ann \"the rook\"");
        made.set_player(Seat(1), "?");
        made.set_player(Seat(1), "nim-bot");
        made.set("Result", "0").unwrap();
        made.set("Clock", "60+1").unwrap();
        made.set_times(0, Times { spent: Some(1_250), left: Some(58_750) });
        made.set_times(1, Times { spent: None, left: Some(59_001) });
        made.set_times(3, Times::default());
        assert_eq!(made, read);
    }

    #[test]
    fn bad_records_are_refused() {
        for (from, to) in [
            ("[Game", "[Name"),
            ("[Result", "[Seat1"),
            ("[Result", "[result"),
            ("[Result", "[Game"),
            ("[Result \"0\"]", "[Result 0]"),
            ("3,4,5", "3,4,x"),
            ("1. A", "2. A"),
            ("1. A", "A"),
            ("A-2", "A-4"),
            ("A-2", "A-2 A-1"),
            ("1.250", "1.25"),
            ("1.250", "1.2500"),
            ("1.250", "-1.250"),
            ("1.250", "99999999999999999999.000"),
            ("left 58.750", "spent 58.750"),
            ("58.750}", "58.750"),
            ("left 58.750", "left"),
        ] {
            assert!(RECORD.contains(from));
            let text = RECORD.replacen(from, to, 1);
            assert!(text.parse::<GameRecord>().is_err(), "{from} {to}");
        }
        assert_eq!(" ".repeat(MAX_NOTATION + 1).parse::<GameRecord>(), Err(BadNotation::TooLong));
        let short = "[Game \"nim 1,2\"]";
        let longest = format!("{short}{}", " ".repeat(MAX_NOTATION - short.len()));
        assert!(longest.parse::<GameRecord>().is_ok());
    }

    #[test]
    fn headers_are_few_and_named() {
        let mut record: GameRecord = RECORD.parse().unwrap();
        for name in ["", "game", "Game", "A b", "Ä", "1A", &"A".repeat(41)] {
            assert!(record.set(name, "x").is_err(), "{name}");
        }
        let set = (0..100).filter(|n| record.set(&format!("X{n}"), "x").is_ok()).count();
        assert_eq!(set + 4 + 1, MAX_HEADERS);
        assert_eq!(record.to_string().parse::<GameRecord>(), Ok(record));
    }
}
