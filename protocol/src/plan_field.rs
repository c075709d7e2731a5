//! The fields of a tournament's plan that have bounds.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A bounded number of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum PlanField {
    /// Seconds until it begins.
    Begin,
    /// Half-point byes of each entrant.
    Byes,
    /// How many of a gauntlet meet all others.
    Champions,
    /// Kinds of starts.
    Courses,
    /// How often everybody meets everybody.
    Cycles,
    /// Pairs that one entrant plays at the same time.
    Each,
    /// A bound of a sequential test, in Elo.
    Elo,
    /// The most entrants.
    Entrants,
    /// Pairs of each pairing.
    Pairs,
    /// Rounds.
    Rounds,
    /// Pairs played at the same time.
    Running,
    /// Seconds of an arena.
    Seconds,
    /// Milliseconds that the server waits for an absent entrant.
    WaitMs,
}

impl fmt::Display for PlanField {
    /// Writes the field's name as in the plan's JSON.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PlanField::Begin => "begin",
            PlanField::Byes => "byes",
            PlanField::Champions => "champions",
            PlanField::Courses => "courses",
            PlanField::Cycles => "cycles",
            PlanField::Each => "each",
            PlanField::Elo => "elo",
            PlanField::Entrants => "entrants",
            PlanField::Pairs => "pairs",
            PlanField::Rounds => "rounds",
            PlanField::Running => "running",
            PlanField::Seconds => "seconds",
            PlanField::WaitMs => "wait_ms",
        })
    }
}
