//! Ids on the wire. They are public and prove nothing, unlike a [`Secret`](crate::Secret).

use std::fmt;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

macro_rules! ids {
    ($($(#[$doc:meta])* $id:ident,)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(transparent)]
        pub struct $id(pub Uuid);

        impl fmt::Display for $id {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    )*};
}

ids! {
    /// A player: the same secret always gives the same id.
    PlayerId,
    /// An open offer in the lobby. For a private one it is the invitation.
    SeekId,
    /// An offer addressed to one player.
    ChallengeId,
    /// A table.
    TableId,
    /// A tournament.
    TournamentId,
    /// Two games from one start with the seats swapped.
    PairId,
}

/// An entrant's number in the tables of a tournament.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Number(pub u32);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_shown_as_they_are_written() {
        assert_eq!(Number(17).to_string(), "17");
        let table = TableId(Uuid::from_u128(7));
        assert_eq!(table.to_string(), "00000000-0000-0000-0000-000000000007");
        assert_eq!(serde_json::to_string(&table).unwrap(), format!("\"{table}\""));
    }
}
