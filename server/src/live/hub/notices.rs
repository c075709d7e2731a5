//! Notifications to players who are away, and challenges that wait for them.

use protocol::{Cause, ChallengeId, Missing, PlayerId};

use super::Hub;
use crate::matchmaking::lobby::Offer;
use crate::push::Notice;
use crate::records::request_error::RequestError;
use crate::system;

impl Hub {
    /// Notifies a player, if none of their windows is open to show what has happened.
    pub(super) fn notify_absent(&self, player: PlayerId, notice: &Notice) {
        if self.presence().connections(player).is_empty() {
            let browsers = self.identities.pushes_of(player);
            self.push.notify(player, browsers, notice);
            if self.identities.is_mailed_turns(player) {
                self.push.mail(player, notice, self.store.calendar.now_ms());
            }
        }
    }

    /// Whether a challenge to a game of days would reach this player while they are away.
    pub(crate) fn is_notified(&self, player: PlayerId) -> bool {
        self.identities.is_notified(player)
    }

    /// Challenges a player who is away, and notifies them. `answer` is sent before.
    pub(super) fn challenge_absent(
        &self,
        offer: Offer,
        to: PlayerId,
        answer: impl FnOnce(ChallengeId),
    ) -> Result<(), RequestError> {
        if !self.is_notified(to) || !offer.is_of_days() {
            return Err(Cause::NotFound { what: Missing::Player }.into());
        }
        let id = ChallengeId(system::new_id());
        let notice = Notice::Challenge { from: offer.by.id, by: offer.by.name.clone() };
        let mut presence = self.presence();
        let view = presence.lobby.challenge_absent(id, offer, to)?;
        answer(id);
        // They may have come in between.
        presence.send_queue_progress(view);
        drop(presence);
        self.notify_absent(to, &notice);
        Ok(())
    }
}
