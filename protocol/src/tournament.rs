//! Tournaments as their organizers, entrants and spectators see them: who plays, the
//! standings, and the stage.

use serde::{Deserialize, Serialize};

use crate::{
    DeclaredProgram, Format, Kind, Name, NameHash, Nonce, Number, Plan, PlayerId, PublicKey,
    SprtView, TournamentId,
};

/// The stage of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Entrants may enter; nothing is played yet.
    Open,
    /// It is being played.
    Running,
    /// It has been played.
    Finished,
    /// It was called off.
    Cancelled,
}

/// A player in a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EntrantView {
    /// Their number, decided by lots and ratings when the tournament begins; until then
    /// the order of entering.
    pub number: Number,
    /// Their id.
    pub player: PlayerId,
    /// Their name.
    pub name: Name,
    /// If their account has been deleted: the SHA-256 of the name that they entered under.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub former_name: Option<NameHash>,
    /// A person or a program.
    pub kind: Kind,
    /// Their rating when they entered, if they had one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<u32>,
    /// Their contribution to the lots, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nonce: Option<Nonce>,
    /// The key with which they sign their moves, if they do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<PublicKey>,
    /// What a bot has said of its program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<DeclaredProgram>,
    /// Their place in the order of entering, from 1.
    pub entered: u32,
    /// The rounds for which they have asked for a half-point bye.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub byes: Vec<u32>,
    /// In an arena for people: whether they go berserk in their next pairs.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub berserk: bool,
    /// Whether they entered after the lots were drawn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub late: bool,
    /// Whether they have left.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub withdrawn: bool,
}

/// One line of the standings. Points are counted in halves: a win is two.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TournamentStanding {
    /// The place, from 1.
    pub rank: u32,
    /// The entrant.
    pub number: Number,
    /// Half points.
    pub score: u32,
    /// Pairs won, shared and lost.
    pub pairs: [u32; 3],
    /// Games won and lost.
    pub games: [u32; 2],
    /// First tie-break: half points against those with the same score, if all of them
    /// have met.
    pub direct: u32,
    /// Second: each opponent's score times the points scored against them (Sonneborn
    /// and Berger 1886), in quarters.
    pub sonneborn_berger: u32,
    /// Third: the opponents' scores (Buchholz 1932), in halves; a bye counts as an opponent
    /// with the entrant's own score.
    pub buchholz: u32,
    /// Fourth: how many pairings, or pairs, were won. Then the number decides.
    pub wins: u32,
    /// How much stronger they are than the opponents they met; left out while nothing is
    /// known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elo: Option<Elo>,
}

/// A difference in strength, in whole Elo points, with its 95 percent bounds. Infinite values
/// are null: if all pairs went alike, the likeliest difference and one of the bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Elo {
    /// The pairs won, shared and lost from which it is computed: those that were played.
    pub pairs: [u32; 3],
    /// The likeliest difference.
    pub likely: Option<i32>,
    /// The lower bound.
    pub low: Option<i32>,
    /// The upper bound.
    pub high: Option<i32>,
}

/// The state of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TournamentView {
    /// The tournament.
    pub tournament: TournamentId,
    /// Its plan.
    pub plan: Plan,
    /// Its stage.
    pub stage: Stage,
    /// The SHA-256 that binds the plan, the id and the seed.
    pub commitment: String,
    /// The seed, once it is over or called off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// Whether the organizer chose the seed, and so knew it beforehand.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub seed_chosen: bool,
    /// The public key that will sign its file.
    pub key: String,
    /// When it is to begin, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub begins_at_ms: Option<u64>,
    /// The entrants, by number.
    pub entrants: Vec<EntrantView>,
    /// The standings, the leader first.
    pub standings: Vec<TournamentStanding>,
    /// The sequential test, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtView>,
    /// Rounds that have been paired.
    pub rounds: u32,
    /// Pairs that have been played.
    pub played: u32,
    /// Pairs in all pairings so far.
    pub pairs: u32,
    /// When the last pair ended, in milliseconds of the server's running time.
    pub elapsed_ms: u64,
}

/// A tournament in the list of all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TournamentLine {
    /// The tournament.
    pub tournament: TournamentId,
    /// Its name.
    pub name: Name,
    /// Its format.
    pub format: Format,
    /// Its stage.
    pub stage: Stage,
    /// How many have entered.
    pub entrants: u32,
    /// Until it begins: when it begins by itself, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub begins_at_ms: Option<u64>,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_written_with_its_bounds() {
        let elo = |pairs, likely, low, high| Elo { pairs, likely, low, high }.to_string();
        assert_eq!(elo([50, 50, 0], Some(191), Some(148), Some(240)), "+191 (+148 to +240)");
        assert_eq!(elo([5, 10, 5], Some(0), Some(-111), Some(111)), "+0 (-111 to +111)");
        assert_eq!(elo([30, 0, 0], None, Some(382), None), "∞ (+382 to ∞)");
        assert_eq!(elo([0, 0, 1], None, None, None), "−∞ (−∞ to ∞)");
    }
}
