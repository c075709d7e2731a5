//! The secrets that open accounts, each belonging to one login or one bot. They are stored only as
//! hashes.

use std::collections::HashMap;

use protocol::PlayerId;

use crate::records::push::PushSubscription;
use crate::records::secret_hash::SecretHash;

/// What a secret opens, and whose it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    Open(PlayerId),
    /// It opened an account once. It is remembered so that it does not become a guest's.
    Revoked(PlayerId),
}

impl Access {
    pub(crate) fn owner(self) -> PlayerId {
        match self {
            Access::Open(id) | Access::Revoked(id) => id,
        }
    }
}

/// A valid secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoredSession {
    pub(crate) hash: SecretHash,
    /// When it was issued, in milliseconds since 1970, for display.
    pub(crate) since: i64,
    /// The program that asked for it, by its own description.
    pub(crate) agent: String,
}

impl StoredSession {
    /// Returns the id by which its owner ends it; it reveals nothing of the secret.
    pub(crate) fn name(&self) -> String {
        protocol::hex(&self.hash.bytes()[..8])
    }
}

/// The secrets of players in memory, and where the browsers of all players are notified.
#[derive(Debug, Default)]
pub(crate) struct StoredSessions {
    /// Whose secrets are, by their hashes, and whether they still open anything.
    secrets: HashMap<SecretHash, Access>,
    /// The valid secrets, by player, oldest first.
    open: HashMap<PlayerId, Vec<StoredSession>>,
    /// Where the browsers of valid secrets are notified, by player, also of those who are not in
    /// memory: it is asked when they are away.
    pushes: HashMap<PlayerId, Vec<(SecretHash, PushSubscription)>>,
}

impl StoredSessions {
    /// Returns what a secret opens, if it is known.
    pub(crate) fn access(&self, hash: &SecretHash) -> Option<Access> {
        self.secrets.get(hash).copied()
    }

    /// Records the open sessions of a player, oldest first.
    pub(crate) fn load(&mut self, id: PlayerId, sessions: Vec<StoredSession>) {
        self.secrets.extend(sessions.iter().map(|one| (one.hash, Access::Open(id))));
        self.open.insert(id, sessions);
    }

    /// Drops the sessions of all players but those whom `stays` selects.
    pub(crate) fn retain(&mut self, stays: impl Fn(&PlayerId) -> bool) {
        self.secrets.retain(|_, access| stays(&access.owner()));
        self.open.retain(|player, _| stays(player));
    }

    /// Adds a secret to an account, which may have at most this many; returns the oldest ones,
    /// which are revoked in return.
    pub(crate) fn grant(
        &mut self,
        id: PlayerId,
        session: StoredSession,
        most: usize,
    ) -> Vec<SecretHash> {
        self.secrets.insert(session.hash, Access::Open(id));
        let open = self.open.entry(id).or_default();
        open.push(session);
        let too_many = open.len().saturating_sub(most);
        let old: Vec<SecretHash> = open.drain(..too_many).map(|session| session.hash).collect();
        old.iter().for_each(|hash| self.forbid(id, *hash));
        old
    }

    /// Revokes a secret; returns whether it opened anything.
    pub(crate) fn revoke(&mut self, hash: SecretHash) -> bool {
        let Some(Access::Open(id)) = self.access(&hash) else { return false };
        if let Some(open) = self.open.get_mut(&id) {
            open.retain(|other| other.hash != hash);
        }
        self.forbid(id, hash);
        true
    }

    /// Records a secret of a player that opens nothing any more.
    pub(crate) fn forbid(&mut self, id: PlayerId, hash: SecretHash) {
        self.put_push(id, hash, None);
        self.secrets.insert(hash, Access::Revoked(id));
    }

    /// Sets where the browser of a session is notified; returns false if there is no such session.
    pub(crate) fn set_push(
        &mut self,
        hash: SecretHash,
        subscription: Option<PushSubscription>,
    ) -> bool {
        let Some(Access::Open(id)) = self.access(&hash) else { return false };
        self.put_push(id, hash, subscription);
        true
    }

    /// Records where the browser of a player's session is notified.
    pub(crate) fn put_push(
        &mut self,
        id: PlayerId,
        hash: SecretHash,
        subscription: Option<PushSubscription>,
    ) {
        let pushes = self.pushes.entry(id).or_default();
        pushes.retain(|(session, _)| *session != hash);
        pushes.extend(subscription.map(|subscription| (hash, subscription)));
        if pushes.is_empty() {
            self.pushes.remove(&id);
        }
    }

    /// Returns where the browser of a session is notified.
    pub(crate) fn push(&self, hash: &SecretHash) -> Option<&PushSubscription> {
        let Access::Open(id) = self.access(hash)? else { return None };
        let push = self.pushes(id).iter().find(|(session, _)| session == hash);
        push.map(|(_, subscription)| subscription)
    }

    /// Returns where the browsers of a player are notified.
    pub(crate) fn pushes(&self, id: PlayerId) -> &[(SecretHash, PushSubscription)] {
        self.pushes.get(&id).map_or(&[], Vec::as_slice)
    }

    /// Returns the sessions of an account, oldest first.
    pub(crate) fn by_account(&self, id: PlayerId) -> impl Iterator<Item = &StoredSession> {
        self.open.get(&id).into_iter().flatten()
    }
}

#[cfg(test)]
mod tests {
    use protocol::Secret;
    use uuid::Uuid;

    use super::*;

    fn session(n: u8) -> StoredSession {
        let hash = SecretHash::new(&Secret::new([n; 32]));
        StoredSession { hash, since: 0, agent: String::new() }
    }

    #[test]
    fn a_revoked_secret_opens_nothing_and_stays_known() {
        let (mut sessions, id) = (StoredSessions::default(), PlayerId(Uuid::from_u128(1)));
        let [one, two, three] = [1, 2, 3].map(session);
        assert_eq!(sessions.grant(id, one.clone(), 2), []);
        assert_eq!(sessions.grant(id, two.clone(), 2), []);
        assert_eq!(sessions.access(&one.hash), Some(Access::Open(id)));
        assert!(sessions.revoke(one.hash) && !sessions.revoke(one.hash));
        assert_eq!(sessions.access(&one.hash), Some(Access::Revoked(id)));
        assert_eq!(sessions.by_account(id).collect::<Vec<_>>(), [&two]);
        assert_eq!(sessions.access(&three.hash), None);
    }

    #[test]
    fn beyond_the_limit_the_oldest_secret_is_revoked() {
        let (mut sessions, id) = (StoredSessions::default(), PlayerId(Uuid::from_u128(1)));
        (0..3).for_each(|n| assert_eq!(sessions.grant(id, session(n), 3), []));
        assert_eq!(sessions.grant(id, session(3), 3), [session(0).hash]);
        assert_eq!(sessions.grant(id, session(4), 1), [1, 2, 3].map(|n| session(n).hash));
        assert_eq!(sessions.access(&session(3).hash), Some(Access::Revoked(id)));
    }

    #[test]
    fn a_session_is_called_by_nothing_of_its_secret() {
        let secret = Secret::new([7; 32]);
        let name = StoredSession { hash: SecretHash::new(&secret), ..session(0) }.name();
        assert_eq!(name.len(), 16);
        assert!(!secret.reveal().contains(&name));
    }
}
