//! A registered player, and the ids of those who are not: guests and the server's own bots. Pure.

use ladder::Anchor;
use protocol::{Name, Player, PlayerId, Secret};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use uuid::Builder;

use crate::records::names;

/// A registered person or bot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Account {
    pub(crate) player: Player,
    /// The owner, if it is a bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) owner: Option<PlayerId>,
    /// The password's hash, with its salt and parameters; bots have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) password: Option<String>,
    /// The address to which password resets are mailed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) email: Option<String>,
    /// Whether turns in games of days are told to that address, which has confirmed it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) turn_mail: bool,
    /// How often that was ended: a link made before no longer turns it on.
    #[serde(default)]
    pub(crate) turn_mail_ends: u32,
    /// When the player was last renamed, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) renamed_at: Option<i64>,
    /// Whether it was deleted: nothing opens it, and nobody else gets its name.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) deleted: bool,
}

impl Account {
    /// Creates the account of a player with nothing else yet.
    pub(crate) fn new(player: Player) -> Account {
        Account {
            player,
            owner: None,
            password: None,
            email: None,
            turn_mail: false,
            turn_mail_ends: 0,
            renamed_at: None,
            deleted: false,
        }
    }

    /// Whether what opened this account still does, if it is now `later`: nobody has changed its
    /// password or deleted it.
    pub(crate) fn is_still_opened(&self, later: &Account) -> bool {
        !later.deleted && later.password == self.password
    }

    /// Whether its player is told by mail that it is their turn.
    pub(crate) fn is_mailed_turns(&self) -> bool {
        self.turn_mail && self.email.is_some()
    }

    /// Returns what remains of a deleted account.
    pub(crate) fn erased(&self) -> Account {
        let Player { id, kind, house, .. } = self.player;
        let player = Player { id, name: erased_name(id), kind, house, version: None };
        Account { owner: self.owner, deleted: true, ..Account::new(player) }
    }
}

/// Returns the guest that an unregistered secret stands for: always the same player, so that
/// nothing need be stored.
pub(crate) fn guest(secret: &Secret) -> PlayerId {
    named_by(b"guest", secret.bytes())
}

/// Returns the id of one of the server's own bots: the same after a restart, and that of an anchor
/// of the ladder if the bot has an anchor's name.
pub(crate) fn house_bot(name: &Name) -> PlayerId {
    match Anchor::named(name.as_str()) {
        Some(anchor) => anchor.id(),
        None => named_by(b"house bot", names::skeleton(name).as_bytes()),
    }
}

/// Returns the name of a guest who has not given one.
pub(crate) fn guest_name(id: PlayerId) -> Name {
    let digits = id.0.simple().to_string();
    let name = format!("Guest {}", digits.get(..6).unwrap_or_default());
    Name::try_from(name).expect("a short name of letters and digits")
}

/// Returns the name that replaces that of a player whose account was deleted.
pub(crate) fn erased_name(id: PlayerId) -> Name {
    let digits = id.0.simple().to_string();
    let name = format!("{} {}", names::DELETED, digits.get(..6).unwrap_or_default());
    Name::try_from(name).expect("a short name of letters and digits")
}

pub(super) fn named_by(what: &[u8], by: &[u8]) -> PlayerId {
    let hash: [u8; 32] = Sha256::new().chain_update(what).chain_update(by).finalize().into();
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hash[..16]);
    PlayerId(Builder::from_random_bytes(bytes).into_uuid())
}
