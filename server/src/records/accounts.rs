//! Registered players, their names, and their credentials. Pure. Secrets and passwords are stored
//! only as hashes.
//!
//! In memory are all bots, because it is asked at any moment whose they are; what players have
//! asked for that concerns others (blocks, notifications); and of everything else only what has been
//! needed lately. The rest is loaded before it is needed: see [`Accounts::missing`].

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};

use protocol::limits::{MAX_BLOCKS, MAX_BOTS, MAX_LOGINS};
use protocol::{Cause, Kind, Name, Player, PlayerId, Secret};

use crate::records::account::{Account, named_by};
use crate::records::follows::Follows;
use crate::records::names::{self, Look};
use crate::records::people::{PeopleQuery, StoredPeople, StoredPerson};
use crate::records::request_error::RequestError;
use crate::records::secret_hash::SecretHash;
use crate::records::sessions::{Access, StoredSession, StoredSessions};

/// The maximum number of players banned at once.
const MAX_BANS: usize = 10_000;

/// The maximum number of guests whose blocks are remembered.
const MAX_GUESTS_WHO_BLOCK: usize = 1_000;

/// What the end of an account changes.
#[derive(Debug)]
pub(crate) struct AccountEnd {
    /// What remains of it.
    pub(crate) account: Account,
    pub(crate) revoked: Vec<SecretHash>,
    pub(crate) unblocked: Vec<PlayerId>,
}

/// The registered players.
#[derive(Debug, Default)]
pub(crate) struct Accounts {
    /// All bots, and of people those in memory.
    known: HashMap<PlayerId, Account>,
    /// The players of whom everything is in memory, and the round in which each was last needed.
    recent: HashMap<PlayerId, u64>,
    /// The number of the current round: of each, what was not needed in it or in the one before is
    /// dropped.
    round: u64,
    /// The players in memory whose names have or had these looks, which nobody else may take.
    looks: HashMap<Look, PlayerId>,
    /// The bots of each owner that have not been deleted.
    bots: HashMap<PlayerId, Vec<PlayerId>>,
    pub(crate) sessions: StoredSessions,
    /// The players who are told by mail that it is their turn.
    mailed: HashSet<PlayerId>,
    /// Banned players, registered or not, and when the ban ends, in milliseconds since 1970; `None`
    /// for ever.
    banned: BTreeMap<PlayerId, Option<i64>>,
    /// The players whom each player blocks.
    blocks: HashMap<PlayerId, BTreeSet<PlayerId>>,
    /// The guests among them, in the order in which they began to.
    guests_who_block: VecDeque<PlayerId>,
    pub(crate) follows: Follows,
}

impl Accounts {
    /// Returns the part of a query whose answer is not in memory; the rest stays there for now. What
    /// of it is not stored either does not exist, as long as nothing has been dropped in between
    /// ([`Accounts::round`]).
    pub(crate) fn missing(&mut self, query: &PeopleQuery) -> PeopleQuery {
        let mut missing = query.clone();
        let mut is_here = |id: PlayerId| match self.recent.get_mut(&id) {
            Some(round) => {
                *round = self.round;
                true
            }
            None => false,
        };
        missing.players.retain(|&id| !is_here(id));
        missing.secrets.retain(|hash| {
            !self.sessions.access(hash).map(Access::owner).is_some_and(&mut is_here)
        });
        missing.looks.retain(|look| !self.looks.get(look).is_some_and(|&id| is_here(id)));
        missing
    }

    /// Takes over what was stored when it was read. What is in memory is newer.
    pub(crate) fn load(&mut self, found: StoredPeople) {
        for StoredPerson { account, sessions, followed } in found.people {
            let id = account.player.id;
            if self.recent.insert(id, self.round).is_none() {
                self.known.entry(id).or_insert(account);
                self.sessions.load(id, sessions);
                self.follows.load(id, followed);
            }
        }
        for (look, id) in found.looks {
            self.looks.entry(look).or_insert(id);
        }
        for (hash, id) in found.secrets {
            if self.access(&hash).is_none() {
                self.sessions.forbid(id, hash);
            }
        }
    }

    /// The number of the current round.
    pub(crate) fn round(&self) -> u64 {
        self.round
    }

    /// Begins the next round; returns its number.
    pub(crate) fn begin_round(&mut self) -> u64 {
        self.round += 1;
        self.round
    }

    /// Drops the players who were needed neither in the round before this one nor since. All their
    /// changes must have been stored since it began.
    pub(crate) fn drop_idle(&mut self, round: u64) {
        self.recent.retain(|_, last| *last + 1 >= round);
        let stays = |id: &PlayerId| self.recent.contains_key(id);
        self.known.retain(|id, account| account.owner.is_some() || stays(id));
        self.looks.retain(|_, id| stays(id));
        self.sessions.retain(stays);
        self.follows.retain(stays);
        // Whoever reads at this moment must read again.
        self.round += 1;
    }

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

    /// Returns the account whose name is, or looks like, this one.
    pub(crate) fn named(&self, name: &Name) -> Option<&Account> {
        let [look, _] = names::hashed_looks(name);
        let account = self.looks.get(&look).and_then(|id| self.open(*id));
        account.filter(|account| names::hashed_looks(&account.player.name).contains(&look))
    }

    /// Returns the bots of a player, in the order in which they were created.
    pub(crate) fn bots_of(&self, owner: PlayerId) -> impl Iterator<Item = &Account> {
        let bots = self.bots.get(&owner).into_iter().flatten();
        bots.filter_map(|bot| self.known.get(bot))
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
        let is_others = |look| self.looks.get(look).is_some_and(|owner| *owner != player);
        match names::hashed_looks(name).iter().any(is_others) {
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
        // Their blocks are stored from now on.
        self.guests_who_block.retain(|guest| *guest != id);
        self.recent.insert(id, self.round);
        self.change(account);
    }

    /// Adds a bot, or a player who is told of their turns by mail, as it was stored.
    pub(crate) fn restore(&mut self, account: Account) {
        self.note(&account);
        if account.owner.is_some() {
            self.known.insert(account.player.id, account);
        }
    }

    /// Replaces a player's account, which is in memory. The looks of its names stay its own.
    pub(crate) fn change(&mut self, account: Account) {
        let id = account.player.id;
        if !account.deleted {
            self.looks.extend(names::hashed_looks(&account.player.name).map(|look| (look, id)));
        }
        self.note(&account);
        self.known.insert(id, account);
    }

    /// Keeps up what must be known of players who are not in memory.
    fn note(&mut self, account: &Account) {
        let Account { player: Player { id, .. }, owner, deleted, .. } = account;
        if let Some(owner) = owner {
            let bots = self.bots.entry(*owner).or_default();
            match (deleted, bots.contains(id)) {
                (false, false) => bots.push(*id),
                (true, true) => bots.retain(|bot| bot != id),
                _ => {}
            }
        }
        match account.is_mailed_turns() {
            true => self.mailed.insert(*id),
            false => self.mailed.remove(id),
        };
    }

    /// Whether a player is told by mail that it is their turn.
    pub(crate) fn is_mailed_turns(&self, id: PlayerId) -> bool {
        self.mailed.contains(&id)
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
        self.change(account.clone());
        Some(AccountEnd { account, revoked, unblocked })
    }

    /// Returns, of accounts as they were `stored` and those in memory, which are newer, those whose
    /// names, in lower case, begin with this text, in alphabetical order.
    pub(crate) fn search(&self, beginning: &str, stored: &[Account], most: usize) -> Vec<Account> {
        let name = |account: &Account| account.player.name.as_str().to_lowercase();
        let stored = stored.iter().filter(|account| self.get(account.player.id).is_none());
        let open = self.known.values().chain(stored).filter(|account| !account.deleted);
        let mut found: Vec<_> = open.filter(|one| name(one).starts_with(beginning)).collect();
        found.sort_unstable_by_key(|account| name(account));
        found.into_iter().take(most).cloned().collect()
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

    /// Refuses if one of the two blocks the other.
    pub(crate) fn ensure_not_blocked(
        &self,
        one: PlayerId,
        other: PlayerId,
    ) -> Result<(), RequestError> {
        match self.blocks(one, other) || self.blocks(other, one) {
            true => Err(Cause::Blocked.into()),
            false => Ok(()),
        }
    }

    /// Returns the players banned at this time, by id, and when each ban ends.
    pub(crate) fn banned(&self, now: i64) -> impl Iterator<Item = (PlayerId, Option<i64>)> {
        let banned = self.banned.iter().map(|(id, until)| (*id, *until));
        banned.filter(move |(_, until)| until.is_none_or(|at| at > now))
    }
}

#[cfg(test)]
mod tests;
