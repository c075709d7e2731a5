//! A player as everybody sees them.

use serde::{Deserialize, Serialize};

use crate::{Name, PlayerId, Version};

/// The kind of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A person without an account.
    Guest,
    /// A registered person.
    Person,
    /// A program.
    Bot,
}

/// A connected player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Player {
    /// The id, for challenges.
    pub id: PlayerId,
    /// The name, for people.
    pub name: Name,
    /// Guest, person or program.
    pub kind: Kind,
    /// Whether it is one of the server's own bots.
    #[serde(default)]
    pub house: bool,
    /// For a bot with an owner: the version of its program that plays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<Version>,
}

impl Player {
    /// Returns whether the player has an account or is the server's own. Players who can be
    /// somebody else the next day play casual games only.
    pub fn is_known(&self) -> bool {
        match self.kind {
            Kind::Guest => false,
            Kind::Person => true,
            Kind::Bot => self.house || self.version.is_some(),
        }
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn guests_and_bots_of_nobody_are_not_known() {
        let known = |kind, house, version: Option<&str>| {
            let name = Name::try_from("Ada".to_owned()).expect("plain");
            let version = version.map(|text| Version::try_from(text.to_owned()).expect("short"));
            Player { id: PlayerId(Uuid::nil()), name, kind, house, version }.is_known()
        };
        assert!(known(Kind::Person, false, None));
        assert!(known(Kind::Bot, true, None));
        assert!(known(Kind::Bot, false, Some("1")));
        assert!(!known(Kind::Bot, false, None));
        assert!(!known(Kind::Guest, false, None));
    }
}
