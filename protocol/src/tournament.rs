//! Tournaments as their organizers, entrants and audience see them: what is
//! asked for (a [`Plan`]) and how it stands.

use rules::{Ending, Variant};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::limits::{
    MAX_AHEAD, MAX_ARENA, MAX_COURSES, MAX_CYCLES, MAX_ENTRANTS, MAX_EXTRA_PAIRS,
    MAX_PAIRINGS_PAIRS, MAX_ROUNDS, MAX_RUNNING, MAX_START_SIZE, MAX_TOURNAMENT_PAIRS, MAX_WAIT,
};
use crate::{Kind, Name, Nonce, PlayerId, TimeControl, TournamentId, is_false};

/// What a tournament is, as its organizer asks for it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// What it is called.
    pub name: Name,
    /// Who meets whom.
    pub format: Format,
    /// Pairs of games that each pairing plays.
    #[serde(default = "one")]
    pub pairs: u32,
    /// What is played; the pairs take them in turn.
    pub courses: Vec<Course>,
    /// How long players may think; left out, nobody is hurried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
    /// Who may enter.
    #[serde(default)]
    pub entry: Entry,
    /// Persons, bots, or both.
    #[serde(default, skip_serializing_if = "Who::is_everybody")]
    pub who: Who,
    /// The most entrants.
    #[serde(default = "most_entrants")]
    pub entrants: u32,
    /// When it begins.
    #[serde(default)]
    pub begin: Begin,
    /// Pairs played at the same time.
    #[serde(default = "most_running")]
    pub running: u32,
    /// Pairs that one entrant plays at the same time. More than one is for bots.
    #[serde(default = "one")]
    pub each: u32,
    /// How long an entrant whose pair is due is waited for, in milliseconds;
    /// then they lose the pair.
    #[serde(default = "a_minute")]
    pub wait_ms: u32,
    /// Whether entrants are asked before each pair if they are ready; else who is
    /// connected is.
    #[serde(default, skip_serializing_if = "is_false")]
    pub ready: bool,
    /// With two entrants: stop as soon as it is clear whether the one who entered
    /// first is stronger.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Format {
    /// Everybody meets everybody, by Berger's tables.
    RoundRobin {
        /// How many times.
        #[serde(default = "one")]
        cycles: u32,
    },
    /// The first entrants meet everybody else, and nobody else meets.
    Gauntlet {
        /// How many are the first.
        #[serde(default = "one")]
        champions: u32,
    },
    /// In each round those of like score meet, and nobody twice while that can
    /// be avoided.
    Swiss {
        /// How many rounds.
        rounds: u32,
    },
    /// Who loses a pairing is out.
    Knockout,
    /// Whoever is free is paired again until the time is up.
    Arena {
        /// How long, in seconds of the running server.
        seconds: u32,
    },
}

/// A kind of start: the starts themselves follow from the tournament's seed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "DraftCourse", into = "DraftCourse")]
pub struct Course {
    /// The variant with its parameters.
    pub variant: Variant,
    /// Whether the last move wins or loses.
    pub ending: Ending,
    /// About how many objects, as far as the parameters leave that open.
    pub size: u64,
}

/// A course as it comes from outside.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DraftCourse {
    variant: String,
    #[serde(default)]
    params: Value,
    #[serde(default)]
    ending: Option<Ending>,
    #[serde(default = "fifteen")]
    size: u64,
}

/// Who may enter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Entry {
    /// Everybody.
    #[default]
    Open,
    /// Whoever the organizer has given the invitation to.
    Invited,
}

/// What kind of players may enter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Who {
    /// Persons and bots.
    #[default]
    Everybody,
    /// Persons only.
    People,
    /// Bots only.
    Bots,
}

/// When a tournament begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "when", rename_all = "snake_case", deny_unknown_fields)]
pub enum Begin {
    /// When the organizer says so.
    #[default]
    Told,
    /// When the last place is taken.
    Full,
    /// So many seconds after it was made.
    In {
        /// The seconds.
        seconds: u32,
    },
}

/// A sequential probability ratio test (Wald 1945) between two strengths, in
/// Elo: it ends the match as soon as one of them is likely enough.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Sprt {
    /// Who entered first is stronger by so much, or less: the test fails.
    pub elo0: i32,
    /// By so much, or more: it passes.
    pub elo1: i32,
    /// The chance that it passes although `elo0` is true.
    #[serde(default = "one_in_twenty")]
    pub alpha: f64,
    /// The chance that it fails although `elo1` is true.
    #[serde(default = "one_in_twenty")]
    pub beta: f64,
    /// What `elo0` and `elo1` are differences of.
    #[serde(default)]
    pub model: SprtModel,
}

/// What the two strengths of a sequential test are measured in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SprtModel {
    /// Elo: 400 points are odds of ten to one.
    #[default]
    Logistic,
    /// Normalised Elo (Van den Bergh 2020): the mean of a pair in units of its
    /// spread, so that a test takes as many pairs wherever most are shared.
    Normalized,
}

fn one_in_twenty() -> f64 {
    0.05
}

/// An entrant's number in the tables of a tournament.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Number(pub u32);

/// How far a tournament has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Entrants may enter; nobody plays.
    Open,
    /// It is being played.
    Running,
    /// It has been played.
    Finished,
    /// It was called off.
    Cancelled,
}

/// One who plays in a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EntrantView {
    /// Their number. Lots and ratings decide it when the tournament begins; until
    /// then it is the order of entering.
    pub number: Number,
    /// Their id.
    pub player: PlayerId,
    /// Their name.
    pub name: Name,
    /// A person or a program.
    pub kind: Kind,
    /// Their rating when they entered, if they had one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<u32>,
    /// What they have added to the lots, if anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nonce: Option<Nonce>,
    /// Their place in the order of entering, from 1.
    pub entered: u32,
    /// Whether they entered after the lots were drawn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub late: bool,
    /// Whether they have left.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub withdrawn: bool,
}

/// One line of the table. Points are counted in halves: a win is two.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Standing {
    /// The place, from 1.
    pub rank: u32,
    /// Who.
    pub number: Number,
    /// Half points.
    pub score: u32,
    /// Pairs won, shared and lost.
    pub pairs: [u32; 3],
    /// Games won and lost.
    pub games: [u32; 2],
    /// First tie-break: half points against those of the same score, where all of
    /// them have met.
    pub direct: u32,
    /// Second: what each opponent has scored times what was scored against them
    /// (Sonneborn and Berger 1886), in quarters.
    pub sonneborn_berger: u32,
    /// Third: what the opponents have scored (Buchholz 1932), in halves; a bye
    /// counts as an opponent with the own score.
    pub buchholz: u32,
    /// Fourth: how many pairings, or pairs, were won. Then the number decides.
    pub wins: u32,
    /// How much stronger they are than those they have met; left out while nothing is
    /// known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elo: Option<Elo>,
}

/// A difference in strength, in whole points of Elo, with the bounds that hold it
/// with 95 percent. What is beyond all numbers is null: the likeliest when all
/// pairs went alike, and then a bound too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Elo {
    /// Pairs won, shared and lost that it follows from: those that were played.
    pub pairs: [u32; 3],
    /// The likeliest difference.
    pub likely: Option<i32>,
    /// The lower bound.
    pub low: Option<i32>,
    /// The upper bound.
    pub high: Option<i32>,
}

/// How a sequential test stands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SprtView {
    /// The entrant it asks about (is this one stronger?): the first to enter.
    pub number: Number,
    /// Pairs that this entrant has won, shared and lost; only those that were played.
    pub pairs: [u32; 3],
    /// The logarithm of how much likelier `elo1` makes them than `elo0`.
    pub ratio: f64,
    /// At the first or below it fails, at the second or above it passes.
    pub bounds: [f64; 2],
    /// What it has said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<Decision>,
}

/// What a sequential test has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// The entrant is stronger by `elo1` or more.
    Passed,
    /// Stronger by `elo0` at most.
    Failed,
}

/// How a tournament stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TournamentView {
    /// Which.
    pub tournament: TournamentId,
    /// What is played.
    pub plan: Plan,
    /// How far it has come.
    pub stage: Stage,
    /// The SHA-256 that binds the plan, the id and the seed.
    pub commitment: String,
    /// The seed, once it is over, also when it was called off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// Whether the organizer has chosen the seed, and knows it beforehand.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub seed_chosen: bool,
    /// The public key that will sign its file.
    pub key: String,
    /// When it is to begin, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub begins_at_ms: Option<u64>,
    /// Who plays, by number.
    pub entrants: Vec<EntrantView>,
    /// The table, the first first.
    pub standings: Vec<Standing>,
    /// How the sequential test stands, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtView>,
    /// Rounds that have been paired.
    pub rounds: u32,
    /// Pairs that have been played.
    pub played: u32,
    /// Pairs of all pairings so far.
    pub pairs: u32,
    /// When the last pair ended, in milliseconds of the running server.
    pub elapsed_ms: u64,
}

/// A tournament in the list of all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TournamentLine {
    /// Which.
    pub tournament: TournamentId,
    /// What it is called.
    pub name: Name,
    /// Who meets whom.
    pub format: Format,
    /// How far it has come.
    pub stage: Stage,
    /// How many have entered.
    pub entrants: u32,
}

impl std::fmt::Display for Elo {
    /// `+191 (+148 to +240)`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let number = |elo: Option<i32>, beyond: &str| match elo {
            Some(elo) => format!("{elo:+}"),
            None => beyond.to_owned(),
        };
        let [won, ..] = self.pairs;
        let likely = number(self.likely, if won > 0 { "∞" } else { "−∞" });
        let (low, high) = (number(self.low, "−∞"), number(self.high, "∞"));
        write!(f, "{likely} ({low} to {high})")
    }
}

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl Plan {
    /// The plan, if it is within the limits.
    ///
    /// # Errors
    /// Which limit it breaks.
    pub fn checked(self) -> Result<Plan, &'static str> {
        let within = |value: u32, most: usize| value >= 1 && value as usize <= most;
        let bounds = [
            (within(self.pairs, MAX_PAIRINGS_PAIRS), "pairs: from 1 to 1000"),
            (within(self.courses.len() as u32, MAX_COURSES), "courses: from 1 to 20"),
            (self.entrants >= 2 && within(self.entrants, MAX_ENTRANTS), "entrants: from 2 to 256"),
            (within(self.running, MAX_RUNNING), "running: from 1 to 64"),
            (within(self.each, MAX_RUNNING), "each: from 1 to 64"),
            (self.wait_ms <= MAX_WAIT.as_millis() as u32, "wait_ms: at most ten minutes"),
            (!self.ready || !self.format.is_arena(), "ready: not in an arena"),
            (self.begin.is_within(), "begin: at most four weeks ahead"),
            (self.courses.iter().all(|c| c.variant.rules().seats() == 2), "games for two only"),
            (
                self.format.is_within(),
                "format: cycles from 1 to 8, rounds from 1 to 30, champions from 1 to 16, seconds from 10 to 86400",
            ),
            (self.sprt.is_none_or(|sprt| sprt.elo0 < sprt.elo1), "sprt: elo0 below elo1"),
            (
                self.sprt.is_none_or(Sprt::is_within),
                "sprt: elo from -1000 to 1000, alpha and beta from 0.0001 to 0.4",
            ),
            (self.sprt.is_none_or(|_| self.entrants == 2), "sprt: for two entrants"),
            (self.most_pairs() <= MAX_TOURNAMENT_PAIRS, "too many pairs: at most 50000"),
        ];
        match bounds.iter().find(|(fits, _)| !fits) {
            Some((_, why)) => Err(why),
            None if self.clock.is_some_and(|clock| clock.checked().is_err()) => {
                Err("the clock's times are out of range")
            }
            None => Ok(self),
        }
    }

    /// The most pairs that can be played with all places taken.
    fn most_pairs(&self) -> u64 {
        let (n, pairs) = (u64::from(self.entrants), u64::from(self.pairs));
        let pairings = match self.format {
            Format::RoundRobin { cycles } => n * (n - 1) / 2 * u64::from(cycles),
            Format::Gauntlet { champions } => n * u64::from(champions),
            Format::Swiss { rounds } => n * u64::from(rounds) / 2,
            Format::Knockout => n * (1 + u64::from(MAX_EXTRA_PAIRS)) / pairs.max(1) + n,
            // It is the time that ends it.
            Format::Arena { .. } => 0,
        };
        pairings * pairs
    }
}

impl Who {
    /// Whether players of this kind may enter. Guests may not: the games are
    /// rated.
    pub fn admits(self, kind: Kind) -> bool {
        match (self, kind) {
            (_, Kind::Guest) | (Who::People, Kind::Bot) | (Who::Bots, Kind::Person) => false,
            (Who::Everybody | Who::People, Kind::Person)
            | (Who::Everybody | Who::Bots, Kind::Bot) => true,
        }
    }

    fn is_everybody(&self) -> bool {
        *self == Who::Everybody
    }
}

impl Begin {
    fn is_within(self) -> bool {
        match self {
            Begin::Told | Begin::Full => true,
            Begin::In { seconds } => u64::from(seconds) <= MAX_AHEAD.as_secs(),
        }
    }
}

impl Sprt {
    fn is_within(self) -> bool {
        let elo = [self.elo0, self.elo1].iter().all(|elo| elo.abs() <= 1_000);
        let errors = [self.alpha, self.beta].iter().all(|rate| (0.000_1..=0.4).contains(rate));
        elo && errors
    }
}

impl Format {
    fn is_within(self) -> bool {
        let (value, most) = match self {
            Format::RoundRobin { cycles } => (cycles, MAX_CYCLES),
            Format::Gauntlet { champions } => (champions, 16),
            Format::Swiss { rounds } => (rounds, MAX_ROUNDS),
            Format::Knockout => return true,
            Format::Arena { seconds } => {
                return seconds >= 10 && u64::from(seconds) <= MAX_ARENA.as_secs();
            }
        };
        value >= 1 && value <= most
    }

    /// Whether whoever is free is paired again until the time is up.
    pub fn is_arena(self) -> bool {
        matches!(self, Format::Arena { .. })
    }

    /// Whether an entrant may come after the beginning.
    pub fn admits_late(self) -> bool {
        matches!(self, Format::Swiss { .. } | Format::Arena { .. })
    }

    /// Whether points are given for pairings instead of pairs.
    pub fn counts_pairings(self) -> bool {
        matches!(self, Format::Swiss { .. } | Format::Knockout)
    }
}

impl TryFrom<DraftCourse> for Course {
    type Error = String;

    fn try_from(draft: DraftCourse) -> Result<Course, String> {
        let variant = Variant::parse(&draft.variant, draft.params).map_err(|e| e.to_string())?;
        let endings = variant.rules().endings();
        let ending = draft.ending.or(endings.first().copied()).unwrap_or(Ending::Normal);
        if !endings.contains(&ending) {
            return Err(rules::Refusal::BadEnding.to_string());
        }
        if !(1..=MAX_START_SIZE).contains(&draft.size) {
            return Err(format!("size: from 1 to {MAX_START_SIZE}"));
        }
        Ok(Course { variant, ending, size: draft.size })
    }
}

impl From<Course> for DraftCourse {
    fn from(course: Course) -> DraftCourse {
        DraftCourse {
            variant: course.variant.name().to_owned(),
            params: course.variant.params(),
            ending: Some(course.ending),
            size: course.size,
        }
    }
}

fn one() -> u32 {
    1
}

fn fifteen() -> u64 {
    15
}

fn most_entrants() -> u32 {
    MAX_ENTRANTS as u32
}

fn most_running() -> u32 {
    16
}

fn a_minute() -> u32 {
    60_000
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAN: &str = r#"{"name": "Cup", "format": {"kind": "round_robin"}, "entrants": 8,
        "courses": [{"variant": "nim"}, {"variant": "moore", "params": {"k": 2}, "size": 20}]}"#;

    #[test]
    fn a_difference_is_written_with_its_bounds() {
        let elo = |pairs, likely, low, high| Elo { pairs, likely, low, high }.to_string();
        assert_eq!(elo([50, 50, 0], Some(191), Some(148), Some(240)), "+191 (+148 to +240)");
        assert_eq!(elo([5, 10, 5], Some(0), Some(-111), Some(111)), "+0 (-111 to +111)");
        assert_eq!(elo([30, 0, 0], None, Some(382), None), "∞ (+382 to ∞)");
        assert_eq!(elo([0, 0, 1], None, None, None), "−∞ (−∞ to ∞)");
    }

    #[test]
    fn a_plan_is_read_with_what_goes_without_saying() {
        let plan: Plan = serde_json::from_str(PLAN).unwrap();
        assert_eq!(plan.format, Format::RoundRobin { cycles: 1 });
        assert_eq!((plan.pairs, plan.each, plan.entry), (1, 1, Entry::Open));
        assert_eq!((plan.courses[0].ending, plan.courses[0].size), (Ending::Normal, 15));
        let again = serde_json::from_str(&serde_json::to_string(&plan).unwrap()).unwrap();
        assert_eq!(plan, again);
        assert!(plan.checked().is_ok());
    }

    #[test]
    fn what_is_out_of_bounds_is_refused() {
        for (field, value) in [
            ("pairs", "0"),
            ("pairs", "1001"),
            ("entrants", "1"),
            ("entrants", "257"),
            ("running", "0"),
            ("each", "65"),
            ("wait_ms", "600001"),
            ("courses", "[]"),
            (
                "courses",
                r#"[{"variant": "game21_nplayer", "params": {"players": 3, "step": 3, "target": 21}}]"#,
            ),
            ("format", r#"{"kind": "swiss", "rounds": 31}"#),
            ("format", r#"{"kind": "arena", "seconds": 9}"#),
            ("format", r#"{"kind": "round_robin", "cycles": 0}"#),
            ("sprt", r#"{"elo0": 0, "elo1": 10}"#),
            ("clock", r#"{"kind": "move", "ms": 0}"#),
        ] {
            let mut plan: Value = serde_json::from_str(PLAN).unwrap();
            plan[field] = serde_json::from_str(value).unwrap();
            let plan: Plan = serde_json::from_value(plan).unwrap();
            assert!(plan.checked().is_err(), "{field} {value}");
        }
        for course in [
            r#"{"variant": "chess"}"#,
            r#"{"variant": "nim", "size": 0}"#,
            r#"{"variant": "candy", "ending": "misere"}"#,
            r#"{"variant": "nim", "x": 1}"#,
        ] {
            assert!(serde_json::from_str::<Course>(course).is_err(), "{course}");
        }
    }

    #[test]
    fn the_whole_is_bounded() {
        let mut plan: Plan = serde_json::from_str(PLAN).unwrap();
        plan.entrants = 256;
        assert!(plan.clone().checked().is_ok());
        plan.pairs = 2;
        assert!(plan.checked().is_err());
    }
}
