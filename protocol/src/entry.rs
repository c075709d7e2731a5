//! Who may enter a tournament, when it begins, and when it ends.

use serde::{Deserialize, Serialize};

use crate::limits::MAX_AHEAD;
use crate::{Cause, Kind, PlanField};

/// Who may enter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum EntryRule {
    /// Everybody.
    #[default]
    Open,
    /// Players who have the organizer's invitation.
    Invited,
}

/// Which kinds of players may enter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum EntrantKinds {
    /// People and bots.
    #[default]
    Everybody,
    /// People only.
    People,
    /// Bots only.
    Bots,
}

/// When a tournament begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "when", rename_all = "snake_case", deny_unknown_fields)]
pub enum Begin {
    /// When the organizer begins it.
    #[default]
    OnRequest,
    /// When the last place is taken.
    Full,
    /// This many seconds after it was made.
    In {
        /// The seconds.
        seconds: u32,
    },
}

/// When a tournament ends after everything has been played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Close {
    /// At once.
    #[default]
    Played,
    /// When the organizer closes it, who may correct results before; a day later it ends by itself.
    OnRequest,
}

impl EntrantKinds {
    /// Returns whether players of this kind may enter. Guests may not, since the games are
    /// rated.
    pub fn admits(self, kind: Kind) -> bool {
        match (self, kind) {
            (_, Kind::Guest)
            | (EntrantKinds::People, Kind::Bot)
            | (EntrantKinds::Bots, Kind::Person) => false,
            (EntrantKinds::Everybody | EntrantKinds::People, Kind::Person)
            | (EntrantKinds::Everybody | EntrantKinds::Bots, Kind::Bot) => true,
        }
    }

    pub(crate) fn is_default(&self) -> bool {
        *self == EntrantKinds::Everybody
    }
}

impl Close {
    pub(crate) fn is_default(&self) -> bool {
        *self == Close::Played
    }
}

impl Begin {
    pub(crate) fn check(self) -> Result<(), Cause> {
        match self {
            Begin::OnRequest | Begin::Full => Ok(()),
            Begin::In { seconds } => PlanField::Begin.expect(seconds, 0, MAX_AHEAD.as_secs()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entrants_are_of_the_kinds_that_are_wanted_and_never_guests() {
        let admitted = |kinds: EntrantKinds| {
            [Kind::Guest, Kind::Person, Kind::Bot].map(|kind| kinds.admits(kind))
        };
        assert_eq!(admitted(EntrantKinds::Everybody), [false, true, true]);
        assert_eq!(admitted(EntrantKinds::People), [false, true, false]);
        assert_eq!(admitted(EntrantKinds::Bots), [false, false, true]);
    }

    #[test]
    fn only_what_differs_from_the_default_is_written() {
        assert_eq!(
            [EntrantKinds::Everybody, EntrantKinds::People, EntrantKinds::Bots]
                .map(|kinds| kinds.is_default()),
            [true, false, false]
        );
        assert_eq!(
            [Close::Played, Close::OnRequest].map(|close| close.is_default()),
            [true, false]
        );
    }
}
