//! Which browsers are notified: at most one for each session, so that it ends with the session.

use protocol::{Cause, PlayerId, Secret};

use super::{Entry, Identities, PeopleQuery, RequestError};
use crate::records::push::PushSubscription;
use crate::records::secret_hash::SecretHash;

impl Identities {
    /// Sets where the browser of a registered player's session is notified, or that it is not.
    pub(crate) async fn set_push(
        &self,
        secret: Option<&Secret>,
        subscription: Option<PushSubscription>,
    ) -> Result<(), RequestError> {
        self.registered(secret).await?;
        let login = || RequestError::from(Cause::LoginRequired);
        let session = SecretHash::new(secret.ok_or_else(login)?);
        let slot = self.store.reserve()?;
        let kept = {
            let mut accounts = self.accounts_with(PeopleQuery::secret(session)).await?;
            // It may have been revoked in between.
            if !accounts.sessions.set_push(session, subscription.clone()) {
                return Err(login());
            }
            let subscription = subscription.as_ref();
            self.store.commit(slot, &[Entry::PushSet { session: &session, subscription }])
        };
        Ok(kept.await?)
    }

    /// Ends a subscription that its push service no longer knows, unless it has been replaced.
    pub(crate) async fn drop_push(
        &self,
        session: SecretHash,
        subscription: &PushSubscription,
    ) -> Result<(), RequestError> {
        let slot = self.store.reserve()?;
        let kept = {
            let mut accounts = self.accounts_with(PeopleQuery::secret(session)).await?;
            if accounts.sessions.push(&session) != Some(subscription) {
                return Ok(());
            }
            accounts.sessions.set_push(session, None);
            self.store.commit(slot, &[Entry::PushSet { session: &session, subscription: None }])
        };
        Ok(kept.await?)
    }

    /// Whether the browser of this session is notified.
    pub(crate) async fn is_pushed_to(&self, secret: &Secret) -> Result<bool, RequestError> {
        let session = SecretHash::new(secret);
        let accounts = self.accounts_with(PeopleQuery::secret(session)).await?;
        Ok(accounts.sessions.push(&session).is_some())
    }

    /// Whether any browser of a player is notified.
    pub(crate) fn is_notified(&self, player: PlayerId) -> bool {
        !self.accounts().sessions.pushes(player).is_empty()
    }

    /// Returns the browsers of a player that are notified.
    pub(crate) fn pushes_of(&self, player: PlayerId) -> Vec<(SecretHash, PushSubscription)> {
        self.accounts().sessions.pushes(player).to_vec()
    }
}
