//! Registered players, their names, and their credentials. Pure. Secrets and passwords are stored
//! only as hashes.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use ladder::Anchor;
use protocol::limits::{MAX_BLOCKS, MAX_BOTS, MAX_LOGINS};
use protocol::{Cause, Kind, Name, Player, PlayerId, Secret};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use uuid::Builder;

use crate::records::follows::Follows;
use crate::records::names;
use crate::records::request_error::RequestError;
use crate::records::secret_hash::SecretHash;
use crate::records::sessions::{Access, StoredSession, StoredSessions};

/// The maximum number of players banned at once.
const MAX_BANS: usize = 10_000;

/// The maximum number of guests whose blocks are remembered.
const MAX_GUESTS_WHO_BLOCK: usize = 1_000;

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

    /// Returns what remains of a deleted account.
    pub(crate) fn erased(&self) -> Account {
        let Player { id, kind, house, .. } = self.player;
        let player = Player { id, name: erased_name(id), kind, house, version: None };
        Account { owner: self.owner, deleted: true, ..Account::new(player) }
    }
}

/// The hash of a name's former look: nobody else may take that look, and the hash does not reveal
/// who had it.
pub(crate) type FormerLook = [u8; 32];

/// What the end of an account changes.
#[derive(Debug)]
pub(crate) struct AccountEnd {
    /// What remains of it.
    pub(crate) account: Account,
    pub(crate) former: Vec<FormerLook>,
    pub(crate) revoked: Vec<SecretHash>,
    pub(crate) unblocked: Vec<PlayerId>,
}

/// All registered players.
#[derive(Debug, Default)]
pub(crate) struct Accounts {
    known: HashMap<PlayerId, Account>,
    /// The owner of each look of a registered name.
    names: HashMap<String, PlayerId>,
    /// The former owner of each look, from before a new name or the end of the account.
    former: HashMap<FormerLook, PlayerId>,
    bots: HashMap<PlayerId, Vec<PlayerId>>,
    pub(crate) sessions: StoredSessions,
    /// Banned players, registered or not, and when the ban ends, in milliseconds since 1970; `None`
    /// for ever.
    banned: BTreeMap<PlayerId, Option<i64>>,
    /// The players whom each player blocks.
    blocks: HashMap<PlayerId, BTreeSet<PlayerId>>,
    /// The guests among them, in the order in which they began to.
    guests_who_block: VecDeque<PlayerId>,
    /// The players whom each player follows.
    pub(crate) follows: Follows,
}

impl Accounts {
    /// Returns what this secret opens, or did once.
    pub(crate) fn access(&self, key: &SecretHash) -> Option<Access> {
        self.sessions.access(key)
    }

    pub(crate) fn get(&self, id: PlayerId) -> Option<&Account> {
        self.known.get(&id)
    }

    /// Returns an account that has not been deleted.
    pub(crate) fn open(&self, id: PlayerId) -> Option<&Account> {
        self.get(id).filter(|account| !account.deleted)
    }

    /// Returns the account that was `seen` before as it is now.
    ///
    /// # Errors
    /// When what opened it no longer does, or its player is banned at this time.
    pub(crate) fn still_opened(&self, seen: &Account, now: i64) -> Result<&Account, RequestError> {
        let id = seen.player.id;
        let account = self.get(id).filter(|later| seen.is_still_opened(later));
        match account {
            Some(_) if self.is_banned(id, now) => Err(Cause::Banned.into()),
            Some(account) => Ok(account),
            None => Err(Cause::WrongCredentials.into()),
        }
    }

    pub(crate) fn named(&self, name: &Name) -> Option<&Account> {
        self.names.get(&names::skeleton(name)).and_then(|id| self.known.get(id))
    }

    /// Returns the bots of a player, in the order in which they were created.
    pub(crate) fn bots_of(&self, owner: PlayerId) -> impl Iterator<Item = &Account> {
        let bots = self.bots.get(&owner).into_iter().flatten();
        bots.filter_map(|bot| self.known.get(bot)).filter(|bot| !bot.deleted)
    }

    /// A pseudonym of the person behind a player, which they share with their bots. Without the
    /// key, it does not tell whose bots they are.
    pub(crate) fn person_behind(&self, player: PlayerId, key: &Secret) -> PlayerId {
        let owner = self.get(player).and_then(|account| account.owner);
        let keyed = [key.bytes(), &owner.unwrap_or(player).0.as_bytes()[..]].concat();
        named_by(b"person", &keyed)
    }

    /// Whether all of them belong to one person, as themselves or as the owner of bots.
    pub(crate) fn are_same_owner(&self, players: impl IntoIterator<Item = PlayerId>) -> bool {
        let owner = |id| self.get(id).and_then(|account| account.owner);
        let mut behind = players.into_iter().map(|id| owner(id).unwrap_or(id));
        let first = behind.next();
        first.is_some() && behind.all(|other| Some(other) == first)
    }

    /// Refuses unless `player` may take a name: it must be valid, and neither be nor look like
    /// anybody else's.
    pub(crate) fn ensure_free(&self, name: &Name, player: PlayerId) -> Result<(), RequestError> {
        names::check(name)?;
        let others = |look: &String| {
            let owners = [self.names.get(look), self.former.get(&former_look(look))];
            owners.into_iter().flatten().any(|owner| *owner != player)
        };
        match names::looks(name).iter().any(others) {
            true => Err(Cause::NameTaken.into()),
            false => Ok(()),
        }
    }

    /// Refuses unless an account can be added.
    pub(crate) fn ensure_new(&self, account: &Account) -> Result<(), RequestError> {
        let Account { player, owner, .. } = account;
        if self.known.contains_key(&player.id) {
            return Err(Cause::AlreadyRegistered.into());
        }
        if owner.is_some_and(|owner| self.get(owner).is_some_and(|owner| owner.deleted)) {
            return Err(Cause::LoginRequired.into());
        }
        self.ensure_free(&player.name, player.id)?;
        if owner.is_some_and(|owner| self.bots_of(owner).count() >= MAX_BOTS) {
            return Err(Cause::TooManyBots { max: MAX_BOTS }.into());
        }
        Ok(())
    }

    /// Adds an account that [`Accounts::ensure_new`] has accepted.
    pub(crate) fn add(&mut self, account: Account) {
        let id = account.player.id;
        if !account.deleted {
            self.names.extend(names::looks(&account.player.name).map(|look| (look, id)));
        }
        if let Some(owner) = account.owner {
            self.bots.entry(owner).or_default().push(id);
        }
        self.known.insert(id, account);
    }

    /// Replaces a player's account. The looks that its name no longer has stay reserved for the
    /// player; returns them, to be stored.
    pub(crate) fn change(&mut self, account: Account) -> Vec<FormerLook> {
        let id = account.player.id;
        let looks = match account.deleted {
            true => Vec::new(),
            false => names::looks(&account.player.name).to_vec(),
        };
        let old = self.known.insert(id, account).filter(|old| !old.deleted);
        let lost = old.into_iter().flat_map(|old| names::looks(&old.player.name));
        let lost: Vec<String> = lost.filter(|look| !looks.contains(look)).collect();
        for look in &lost {
            self.names.remove(look);
        }
        self.names.extend(looks.into_iter().map(|look| (look, id)));
        let mut lost: Vec<FormerLook> = lost.iter().map(|look| former_look(look)).collect();
        lost.dedup();
        lost.iter().for_each(|&look| self.keep_former(look, id));
        lost
    }

    /// Erases an account: nothing opens it any more, it blocks nobody, and nobody follows
    /// it or is followed by it. `None` if there is none.
    pub(crate) fn erase(&mut self, id: PlayerId) -> Option<AccountEnd> {
        let account = self.open(id)?.erased();
        let revoked: Vec<_> = self.sessions.by_account(id).map(|session| session.hash).collect();
        for hash in &revoked {
            self.sessions.revoke(*hash);
        }
        let unblocked = self.blocks.remove(&id).unwrap_or_default().into_iter().collect();
        self.follows.end_all(id);
        let former = self.change(account.clone());
        Some(AccountEnd { account, former, revoked, unblocked })
    }

    /// Records a look that a player's name once had.
    pub(crate) fn keep_former(&mut self, look: FormerLook, id: PlayerId) {
        self.former.insert(look, id);
    }

    /// Returns accounts whose names, in lower case, begin with this text, in alphabetical order.
    pub(crate) fn search(&self, beginning: &str, most: usize) -> Vec<Account> {
        let name = |account: &Account| account.player.name.as_str().to_lowercase();
        let known = self.known.values().filter(|account| !account.deleted);
        let mut found: Vec<&Account> =
            known.filter(|account| name(account).starts_with(beginning)).collect();
        found.sort_unstable_by_key(|account| name(account));
        found.into_iter().take(most).cloned().collect()
    }

    /// Returns the players whose accounts have been deleted.
    pub(crate) fn deleted(&self) -> Vec<PlayerId> {
        let deleted = self.known.values().filter(|account| account.deleted);
        deleted.map(|account| account.player.id).collect()
    }

    /// Adds a secret to an account; returns the secrets revoked in return: the oldest if there are
    /// too many, and for a bot the one it had.
    pub(crate) fn grant(&mut self, id: PlayerId, session: StoredSession) -> Vec<SecretHash> {
        let bot = self.known.get(&id).is_some_and(|account| account.player.kind == Kind::Bot);
        self.sessions.grant(id, session, if bot { 1 } else { MAX_LOGINS })
    }

    /// Bans a player, and with them their bots; returns false if too many players are banned.
    pub(crate) fn ban(&mut self, id: PlayerId, until: Option<i64>) -> bool {
        let room = self.banned.len() < MAX_BANS || self.banned.contains_key(&id);
        if room {
            self.banned.insert(id, until);
        }
        room
    }

    /// Lifts a player's ban; returns whether they were banned.
    pub(crate) fn pardon(&mut self, id: PlayerId) -> bool {
        self.banned.remove(&id).is_some()
    }

    /// Whether a player is banned at this time, or their owner if they are a bot.
    pub(crate) fn is_banned(&self, id: PlayerId, now: i64) -> bool {
        let banned = |id| self.banned.get(&id).is_some_and(|until| until.is_none_or(|at| at > now));
        let owner = self.known.get(&id).and_then(|account| account.owner);
        banned(id) || owner.is_some_and(banned)
    }

    /// Makes a player block `other`; returns false if they block too many.
    pub(crate) fn block(&mut self, player: PlayerId, other: PlayerId) -> bool {
        let blocked = self.blocks.entry(player).or_default();
        let room = blocked.len() < MAX_BLOCKS || blocked.contains(&other);
        if room {
            blocked.insert(other);
        }
        room
    }

    /// As [`Accounts::block`], of a guest: nothing of it is stored, and of too many guests the one
    /// who began first blocks nobody any more.
    pub(crate) fn block_as_guest(&mut self, guest: PlayerId, other: PlayerId) -> bool {
        if !self.guests_who_block.contains(&guest) {
            self.guests_who_block.push_back(guest);
        }
        if self.guests_who_block.len() > MAX_GUESTS_WHO_BLOCK
            && let Some(first) = self.guests_who_block.pop_front()
            && self.get(first).is_none()
        {
            self.blocks.remove(&first);
        }
        self.block(guest, other)
    }

    /// Removes a block; returns whether there was one.
    pub(crate) fn unblock(&mut self, player: PlayerId, other: PlayerId) -> bool {
        let Some(blocked) = self.blocks.get_mut(&player) else { return false };
        let removed = blocked.remove(&other);
        if blocked.is_empty() {
            self.blocks.remove(&player);
        }
        removed
    }

    /// Returns the players that a player blocks.
    pub(crate) fn blocked_by(&self, player: PlayerId) -> impl Iterator<Item = PlayerId> {
        self.blocks.get(&player).into_iter().flatten().copied()
    }

    /// Returns the players that a player blocks, and the bots of these.
    pub(crate) fn kept_off(&self, player: PlayerId) -> impl Iterator<Item = PlayerId> {
        let with_bots = |blocked| {
            let bots = self.bots_of(blocked).map(|bot| bot.player.id);
            std::iter::once(blocked).chain(bots)
        };
        self.blocked_by(player).flat_map(with_bots)
    }

    /// Whether a player blocks another, or the owner of this bot.
    pub(crate) fn blocks(&self, player: PlayerId, other: PlayerId) -> bool {
        let owner = self.get(other).and_then(|account| account.owner);
        let is_blocked = |blocked: &BTreeSet<_>| {
            [Some(other), owner].iter().flatten().any(|id| blocked.contains(id))
        };
        self.blocks.get(&player).is_some_and(is_blocked)
    }

    /// Returns the players banned at this time, by id, and when each ban ends.
    pub(crate) fn banned(&self, now: i64) -> impl Iterator<Item = (PlayerId, Option<i64>)> {
        let banned = self.banned.iter().map(|(id, until)| (*id, *until));
        banned.filter(move |(_, until)| until.is_none_or(|at| at > now))
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

fn former_look(look: &str) -> FormerLook {
    Sha256::new().chain_update(b"former name").chain_update(look.as_bytes()).finalize().into()
}

fn named_by(what: &[u8], by: &[u8]) -> PlayerId {
    let hash: [u8; 32] = Sha256::new().chain_update(what).chain_update(by).finalize().into();
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hash[..16]);
    PlayerId(Builder::from_random_bytes(bytes).into_uuid())
}

#[cfg(test)]
mod tests;
