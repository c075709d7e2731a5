//! Who meets whom in a tournament.

use serde::{Deserialize, Serialize};

use crate::limits::{MAX_ARENA, MAX_CHAMPIONS, MAX_CYCLES, MAX_ROUNDS, MIN_ARENA};
use crate::{Cause, PlanField, default_one};

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Format {
    /// Everybody meets everybody, by Berger's tables.
    RoundRobin {
        /// How many times.
        #[serde(default = "default_one")]
        cycles: u32,
    },
    /// The first entrants meet all others, who do not meet each other.
    Gauntlet {
        /// The number of these entrants.
        #[serde(default = "default_one")]
        champions: u32,
    },
    /// In each round players with similar scores meet, and nobody twice if that can be
    /// avoided.
    Swiss {
        /// How many rounds.
        rounds: u32,
    },
    /// The loser of a pairing is out.
    Knockout,
    /// Free players are paired again until the time is up.
    Arena {
        /// The length in seconds of the server's running time.
        seconds: u32,
    },
}

impl Format {
    pub(crate) fn check(self) -> Result<(), Cause> {
        match self {
            Format::RoundRobin { cycles } => PlanField::Cycles.expect(cycles, 1, MAX_CYCLES),
            Format::Gauntlet { champions } => {
                PlanField::Champions.expect(champions, 1, MAX_CHAMPIONS)
            }
            Format::Swiss { rounds } => PlanField::Rounds.expect(rounds, 1, MAX_ROUNDS),
            Format::Knockout => Ok(()),
            Format::Arena { seconds } => {
                let min = MIN_ARENA.as_secs() as i64;
                PlanField::Seconds.expect(seconds, min, MAX_ARENA.as_secs())
            }
        }
    }

    /// Returns whether free players are paired again until the time is up.
    pub fn is_arena(self) -> bool {
        matches!(self, Format::Arena { .. })
    }

    /// Returns whether entrants may enter after the beginning.
    pub fn admits_late(self) -> bool {
        matches!(self, Format::Swiss { .. } | Format::Arena { .. })
    }

    /// Returns whether points are given for pairings instead of pairs.
    pub fn counts_pairings(self) -> bool {
        matches!(self, Format::Swiss { .. } | Format::Knockout)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_format_has_its_rules() {
        for (format, arena, late, pairings) in [
            (Format::RoundRobin { cycles: 1 }, false, false, false),
            (Format::Gauntlet { champions: 1 }, false, false, false),
            (Format::Swiss { rounds: 1 }, false, true, true),
            (Format::Knockout, false, false, true),
            (Format::Arena { seconds: 60 }, true, true, false),
        ] {
            assert_eq!(format.is_arena(), arena, "{format:?}");
            assert_eq!(format.admits_late(), late, "{format:?}");
            assert_eq!(format.counts_pairings(), pairings, "{format:?}");
        }
    }
}
