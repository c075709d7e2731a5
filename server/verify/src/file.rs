//! The lines of a file in their order, as docs/tournaments.md describes them.

mod reading;

use rules::Ending;
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
enum Line {
    Tournament(Head),
    Entrant(Entrant),
    Left(Left),
    Bye(Bye),
    Returned(Left),
    Correction(Correction),
    Wave(Wave),
    Pairing(Pairing),
    Ruling(Ruling),
    Game(Game),
    Result(PairingResult),
    Standing(Standing),
    Seed(SeedLine),
    End(End),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Head {
    version: u32,
    pub(super) chosen: bool,
    pub(super) plan: Plan,
    pub(super) id: String,
    pub(super) key: String,
    pub(super) commitment: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Plan {
    pub(super) name: String,
    pub(super) format: Format,
    pub(super) pairs: u32,
    pub(super) courses: Vec<Course>,
    pub(super) starts: Option<StartList>,
    pub(super) clock: Option<Clock>,
    #[serde(rename = "entry")]
    _entry: Option<Value>,
    pub(super) kinds: Option<String>,
    pub(super) entrants: u32,
    #[serde(rename = "begin")]
    _begin: Option<Value>,
    pub(super) running: u32,
    pub(super) each: u32,
    pub(super) wait_ms: u32,
    #[serde(default)]
    pub(super) ready: bool,
    #[serde(default)]
    pub(super) byes: u32,
    #[serde(default)]
    pub(super) clocks: Vec<EntrantClock>,
    #[serde(rename = "close")]
    _close: Option<Value>,
    pub(super) sprt: Option<Sprt>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EntrantClock {
    pub(super) entered: u32,
    pub(super) clock: Clock,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StartList {
    pub(super) list: Vec<String>,
    pub(super) drawn: bool,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Format {
    RoundRobin { cycles: u32 },
    Gauntlet { champions: u32 },
    Swiss { rounds: u32 },
    Knockout,
    Arena { seconds: u32 },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Course {
    pub(super) variant: String,
    #[serde(default)]
    pub(super) params: Value,
    pub(super) ending: Ending,
    pub(super) size: u64,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Clock {
    Fischer { base_ms: u64, increment_ms: u64 },
    Bronstein { base_ms: u64, delay_ms: u64 },
    Delay { base_ms: u64, delay_ms: u64 },
    Byoyomi { base_ms: u64, periods: u64, period_ms: u64 },
    Move { ms: u64 },
    Days { days: u64 },
}

#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Sprt {
    pub(super) elo0: i32,
    pub(super) elo1: i32,
    pub(super) alpha: f64,
    pub(super) beta: f64,
    pub(super) model: Model,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Model {
    Logistic,
    Normalized,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Entrant {
    pub(super) number: u32,
    pub(super) player: String,
    pub(super) name: String,
    pub(super) former_name: Option<String>,
    pub(super) kind: String,
    pub(super) rating: Option<u32>,
    pub(super) nonce: Option<String>,
    pub(super) key: Option<String>,
    pub(super) program: Option<Program>,
    pub(super) entered: u32,
    #[serde(default)]
    pub(super) late: bool,
}

/// What a bot has said of its program.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Program {
    pub(super) version: Option<String>,
    pub(super) seed: Option<u64>,
    #[serde(default)]
    pub(super) deterministic: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Left {
    pub(super) number: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Bye {
    pub(super) number: u32,
    pub(super) round: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Correction {
    pub(super) round: u32,
    pub(super) board: u32,
    pub(super) pair: u32,
    pub(super) game: u32,
    pub(super) winner: Option<u32>,
    pub(super) why: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wave {
    pub(super) at_ms: u64,
    pub(super) absent: Vec<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Pairing {
    pub(super) round: u32,
    pub(super) board: u32,
    pub(super) first: u32,
    pub(super) second: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Ruling {
    pub(super) round: u32,
    pub(super) board: u32,
    pub(super) pair: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Game {
    pub(super) round: u32,
    pub(super) board: u32,
    pub(super) pair: u32,
    pub(super) game: u32,
    pub(super) seats: [u32; 2],
    pub(super) winner: Option<u32>,
    pub(super) how: String,
    pub(super) record: String,
    #[serde(default)]
    pub(super) spent_ms: Vec<u64>,
    #[serde(default)]
    pub(super) berserk: [bool; 2],
    #[serde(default)]
    pub(super) signatures: Vec<Option<String>>,
    pub(super) resignation: Option<Resignation>,
    pub(super) at_ms: Option<u64>,
}

impl Game {
    /// Whether somebody sat down to it: it was not lost for a player's absence.
    pub(super) fn was_played(&self) -> bool {
        !matches!(self.how.as_str(), "no_show" | "left")
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Resignation {
    pub(super) why: String,
    pub(super) signature: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PairingResult {
    pub(super) round: u32,
    pub(super) board: u32,
    pub(super) games: [u32; 2],
    pub(super) points: [u32; 2],
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Standing {
    pub(super) rank: u32,
    pub(super) number: u32,
    pub(super) score: u32,
    pub(super) pairs: [u32; 3],
    pub(super) games: [u32; 2],
    pub(super) direct: u32,
    pub(super) sonneborn_berger: u32,
    pub(super) buchholz: u32,
    pub(super) wins: u32,
    #[serde(default)]
    pub(super) elo: Option<Elo>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Elo {
    pub(super) pairs: [u32; 3],
    pub(super) likely: Option<i32>,
    pub(super) low: Option<i32>,
    pub(super) high: Option<i32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SeedLine {
    seed: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct End {
    lines: usize,
    pub(super) sprt: Option<String>,
    pub(super) at_ms: Option<u64>,
    #[serde(default)]
    pub(super) cancelled: bool,
}

/// Something that has happened since the beginning.
pub(super) enum Step {
    Entered(Entrant),
    Left(Left),
    Bye(Bye),
    Returned(Left),
    Correction(Correction),
    Wave(Wave),
    Pairing(Pairing),
    Ruling(Ruling),
    /// Both games of a pair: the index of the first among all games.
    Pair(usize),
}

/// A complete file. Lines are counted from 1.
pub(super) struct File {
    pub(super) head: Head,
    /// The entrants at the time when the lots were drawn, by number.
    pub(super) there: Vec<Entrant>,
    /// With the numbers of their lines.
    pub(super) steps: Vec<(usize, Step)>,
    pub(super) games: Vec<Game>,
    /// The winners of all games after the corrections.
    pub(super) winners: Vec<Option<u32>>,
    pub(super) results: Vec<(usize, PairingResult)>,
    pub(super) standings: Vec<(usize, Standing)>,
    pub(super) seed: String,
    pub(super) end: End,
    /// The number of lines without the seal.
    pub(super) lines: usize,
    /// The first line, up to the commitment and up to the id.
    pub(super) words: [String; 2],
}
