//! Who is registered, under which name, and what proves it: pure. Secrets and
//! passwords are known by their hashes only.

use std::collections::{BTreeSet, HashMap, VecDeque};

use protocol::limits::{MAX_BOTS, MAX_LOGINS};
use protocol::{Cause, Kind, Name, Player, PlayerId, Secret};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use uuid::Builder;

use crate::records::names;
use crate::records::refusal::Refused;
use crate::records::secret_hash::SecretHash;
use ladder::Anchor;

/// Players who are shut out at once.
const MAX_BANS: usize = 10_000;

/// A registered person or bot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Account {
    pub(crate) player: Player,
    /// Whose bot it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) owner: Option<PlayerId>,
    /// The password's hash, with its salt and parameters; bots have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) password: Option<String>,
}

/// What a secret opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    Open(PlayerId),
    /// It did once. It is remembered, so that nobody takes it for a guest's.
    Revoked,
}

/// All that are registered.
#[derive(Debug, Default)]
pub(crate) struct Accounts {
    known: HashMap<PlayerId, Account>,
    /// Whose each look of a registered name is.
    names: HashMap<String, PlayerId>,
    bots: HashMap<PlayerId, Vec<PlayerId>>,
    hashes: HashMap<SecretHash, Access>,
    /// Keys that are open, by player, the oldest first.
    open: HashMap<PlayerId, VecDeque<SecretHash>>,
    /// Who is shut out: registered or not.
    banned: BTreeSet<PlayerId>,
}

impl Accounts {
    /// Who says a secret.
    pub(crate) fn who(&self, key: &SecretHash) -> Option<Access> {
        self.hashes.get(key).copied()
    }

    pub(crate) fn get(&self, id: PlayerId) -> Option<&Account> {
        self.known.get(&id)
    }

    pub(crate) fn named(&self, name: &Name) -> Option<&Account> {
        self.names.get(&names::skeleton(name)).and_then(|id| self.known.get(id))
    }

    /// The bots of a player, in the order in which they were made.
    pub(crate) fn bots_of(&self, owner: PlayerId) -> impl Iterator<Item = &Account> {
        let bots = self.bots.get(&owner).into_iter().flatten();
        bots.filter_map(|bot| self.known.get(bot))
    }

    /// Whether one person is behind all of them: themselves, or as the owner of bots.
    pub(crate) fn are_same_owner(&self, players: impl IntoIterator<Item = PlayerId>) -> bool {
        let owner = |id| self.get(id).and_then(|account| account.owner);
        let mut behind = players.into_iter().map(|id| owner(id).unwrap_or(id));
        let first = behind.next();
        first.is_some() && behind.all(|other| Some(other) == first)
    }

    /// Whether `player` may bear a name: it is fit for one, and nobody else's is
    /// like it or looks like it.
    pub(crate) fn expect_free(&self, name: &Name, player: PlayerId) -> Result<(), Refused> {
        names::check(name)?;
        let others = |look: &String| self.names.get(look).is_some_and(|owner| *owner != player);
        match names::looks(name).iter().any(others) {
            true => Err(Cause::NameTaken.into()),
            false => Ok(()),
        }
    }

    /// Whether an account can be added.
    pub(crate) fn expect_new(&self, account: &Account) -> Result<(), Refused> {
        let Account { player, owner, .. } = account;
        if self.known.contains_key(&player.id) {
            return Err(Cause::AlreadyRegistered.into());
        }
        self.expect_free(&player.name, player.id)?;
        if owner.is_some_and(|owner| self.bots_of(owner).count() >= MAX_BOTS) {
            return Err(Cause::TooManyBots { max: MAX_BOTS }.into());
        }
        Ok(())
    }

    /// Adds an account, which [`Accounts::expect_new`] has found good.
    pub(crate) fn add(&mut self, account: Account) {
        let id = account.player.id;
        self.names.extend(names::looks(&account.player.name).map(|look| (look, id)));
        if let Some(owner) = account.owner {
            self.bots.entry(owner).or_default().push(id);
        }
        self.known.insert(id, account);
    }

    /// Opens an account to one more key; gives those that are revoked for it: the
    /// oldest when there are too many, and for a bot the one that it had.
    pub(crate) fn grant(&mut self, id: PlayerId, key: SecretHash) -> Vec<SecretHash> {
        let bot = self.known.get(&id).is_some_and(|account| account.player.kind == Kind::Bot);
        let most = if bot { 1 } else { MAX_LOGINS };
        self.hashes.insert(key, Access::Open(id));
        let open = self.open.entry(id).or_default();
        open.push_back(key);
        let old: Vec<SecretHash> = open.drain(..open.len().saturating_sub(most)).collect();
        old.iter().for_each(|key| self.forbid(*key));
        old
    }

    /// Closes an account to a key; gives whose it was.
    pub(crate) fn revoke(&mut self, key: SecretHash) -> Option<PlayerId> {
        let Some(Access::Open(id)) = self.who(&key) else { return None };
        if let Some(open) = self.open.get_mut(&id) {
            open.retain(|other| *other != key);
        }
        self.forbid(key);
        Some(id)
    }

    /// Notes a key that was revoked.
    pub(crate) fn forbid(&mut self, key: SecretHash) {
        self.hashes.insert(key, Access::Revoked);
    }

    /// Bans a player, and so their bots; false when too many are banned.
    pub(crate) fn ban(&mut self, id: PlayerId) -> bool {
        if self.banned.len() < MAX_BANS {
            self.banned.insert(id);
        }
        self.banned.contains(&id)
    }

    /// Lets a player in again; returns whether they were banned.
    pub(crate) fn pardon(&mut self, id: PlayerId) -> bool {
        self.banned.remove(&id)
    }

    /// Whether a player is banned, or their owner if they are a bot.
    pub(crate) fn is_banned(&self, id: PlayerId) -> bool {
        let owner = self.known.get(&id).and_then(|account| account.owner);
        self.banned.contains(&id) || owner.is_some_and(|owner| self.banned.contains(&owner))
    }

    /// Who is shut out, by id.
    pub(crate) fn banned(&self) -> impl Iterator<Item = PlayerId> {
        self.banned.iter().copied()
    }

    /// The hashes of secrets that open an account.
    pub(crate) fn keys_of(&self, id: PlayerId) -> Vec<SecretHash> {
        self.open.get(&id).into_iter().flatten().copied().collect()
    }
}

/// The guest whom an unregistered secret makes: the same player each time,
/// so that nothing need be stored.
pub(crate) fn guest(secret: &Secret) -> PlayerId {
    named_by(b"guest", secret.bytes())
}

/// One of the server's own bots: the same player after a restart, and an anchor of
/// the ladder if it bears an anchor's name.
pub(crate) fn house_bot(name: &Name) -> PlayerId {
    match Anchor::named(name.as_str()) {
        Some(anchor) => anchor.id(),
        None => named_by(b"house bot", names::skeleton(name).as_bytes()),
    }
}

/// What a guest is called who has not said.
pub(crate) fn guest_name(id: PlayerId) -> Name {
    let digits = id.0.simple().to_string();
    let name = format!("Guest {}", digits.get(..6).unwrap_or_default());
    Name::try_from(name).expect("a short name of messages and digits")
}

fn named_by(what: &[u8], by: &[u8]) -> PlayerId {
    let hash: [u8; 32] = Sha256::new().chain_update(what).chain_update(by).finalize().into();
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hash[..16]);
    PlayerId(Builder::from_random_bytes(bytes).into_uuid())
}

#[cfg(test)]
mod tests {
    use protocol::ErrorCode;

    use super::*;

    fn key(n: u8) -> SecretHash {
        SecretHash::of(&Secret::new([n; 32]))
    }

    fn account(n: u8, name: &str, owner: Option<PlayerId>) -> Account {
        let kind = if owner.is_some() { Kind::Bot } else { Kind::Person };
        let name = Name::try_from(name.to_owned()).expect("plain");
        let player = Player { id: guest(&Secret::new([n; 32])), name, kind, house: false };
        Account { player, owner, password: None }
    }

    fn add(accounts: &mut Accounts, account: Account) -> Result<(), ErrorCode> {
        accounts.expect_new(&account).map_err(|refused| refused.code())?;
        accounts.add(account);
        Ok(())
    }

    #[test]
    fn a_secret_makes_the_same_guest_each_time() {
        let [one, two] = [1, 2].map(|n| Secret::new([n; 32]));
        assert_eq!(guest(&one), guest(&one));
        assert_ne!(guest(&one), guest(&two));
        assert_ne!(
            guest(&one).0.as_bytes()[..],
            key(1).bytes()[..16],
            "it tells nothing of the key"
        );
        assert!(guest_name(guest(&one)).as_str().starts_with("Guest "));
    }

    #[test]
    fn who_is_behind_bots_is_known() {
        let mut accounts = Accounts::default();
        let [ada, eve] = [(1, "Ada"), (2, "Eve")].map(|(n, name)| account(n, name, None));
        let bot = |n, name, owner: &Account| account(n, name, Some(owner.player.id));
        let all = [bot(3, "Turing", &ada), bot(4, "Church", &ada), bot(5, "Post", &eve), ada, eve];
        all.clone().into_iter().for_each(|one| add(&mut accounts, one).expect("free"));
        let [turing, church, post, ada, eve] = all.map(|account| account.player.id);
        let stranger = guest(&Secret::new([9; 32]));
        assert!(
            accounts.are_same_owner([turing, church]) && accounts.are_same_owner([ada, turing])
        );
        for others in [[turing, post], [ada, eve], [ada, post], [stranger, ada]] {
            assert!(!accounts.are_same_owner(others));
        }
    }

    #[test]
    fn a_name_belongs_to_one_player() {
        let mut accounts = Accounts::default();
        let ada = account(1, "Ada L", None);
        add(&mut accounts, ada.clone()).expect("free");
        assert_eq!(add(&mut accounts, account(2, "aDA l", None)), Err(ErrorCode::NameTaken));
        assert_eq!(add(&mut accounts, account(2, "Ada I", None)), Err(ErrorCode::NameTaken));
        assert_eq!(add(&mut accounts, account(3, "Ada 1", None)), Err(ErrorCode::NameTaken));
        assert_eq!(add(&mut accounts, account(3, "Nimrod", None)), Err(ErrorCode::NameTaken));
        assert_eq!(add(&mut accounts, account(1, "Other", None)), Err(ErrorCode::Forbidden));
        let name = &ada.player.name;
        accounts.expect_free(name, ada.player.id).expect("it is their own");
        accounts.expect_free(name, guest(&Secret::new([2; 32]))).expect_err("it is not theirs");
        assert_eq!(accounts.named(name), Some(&ada));
    }

    #[test]
    fn a_revoked_key_opens_nothing_and_stays_known() {
        let mut accounts = Accounts::default();
        let ada = account(1, "Ada", None);
        let id = ada.player.id;
        accounts.add(ada);
        accounts.grant(id, key(1));
        accounts.grant(id, key(2));
        assert_eq!(accounts.who(&key(1)), Some(Access::Open(id)));
        assert_eq!(accounts.revoke(key(1)), Some(id));
        assert_eq!(accounts.revoke(key(1)), None);
        assert_eq!(accounts.who(&key(1)), Some(Access::Revoked));
        assert_eq!((accounts.keys_of(id), accounts.who(&key(3))), (vec![key(2)], None));
    }

    #[test]
    fn logins_and_bots_are_bounded_and_a_bot_has_one_key() {
        let mut accounts = Accounts::default();
        let ada = account(0, "Ada", None);
        let id = ada.player.id;
        accounts.add(ada);
        let most = MAX_LOGINS as u8;
        (0..most).for_each(|n| assert_eq!(accounts.grant(id, key(n)), []));
        assert_eq!(accounts.grant(id, key(most)), [key(0)]);
        let bot = account(200, "Bot", Some(id));
        let bot_id = bot.player.id;
        accounts.add(bot);
        assert_eq!(accounts.grant(bot_id, key(201)), []);
        assert_eq!(accounts.grant(bot_id, key(202)), [key(201)]);
        for n in 1..MAX_BOTS {
            let mut bot = account(0, &format!("bot {n}"), Some(id));
            bot.player.id = PlayerId(uuid::Uuid::from_u128(n as u128));
            add(&mut accounts, bot).expect("within the limit");
        }
        assert_eq!(add(&mut accounts, account(201, "one more", Some(id))), Err(ErrorCode::TooMany));
    }
}
