//! The operator's functions: sending a message to everybody, stopping the server, deciding a game,
//! banning an address or a player.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use protocol::{Cause, CloseCode, Missing, Player, PlayerId, ServerMessage, TableId};
use rules::Seat;
use tracing::info;

use super::Hub;
use crate::admission::address_range::AddressRange;
use crate::admission::ip_prefix::IpPrefix;
use crate::live::connection::Connection;
use crate::live::room::Room;
use crate::net::frame::Frame;
use crate::records::audit::AdminAction;
use crate::records::request_error::RequestError;
use crate::records::secret_hash::SecretHash;
use crate::store::{Entry, StoreError};
use crate::system;

impl Hub {
    /// Stops new games from beginning, and tells everybody.
    pub(crate) fn drain(&self) {
        self.draining.cancel();
        let message = "the server is about to stop; running games will be there again".to_owned();
        self.tell_everybody(&ServerMessage::Closing { message });
    }

    /// Sends the operator's notice to everybody.
    pub(crate) fn announce(&self, message: String) {
        self.tell_everybody(&ServerMessage::Notice { message });
    }

    fn tell_everybody(&self, message: &ServerMessage) {
        let frame = Frame::text(message);
        self.everybody().iter().for_each(|connection| connection.outbox.send(&frame));
    }

    fn everybody(&self) -> Vec<Arc<Connection<Room>>> {
        self.presence().all().cloned().collect()
    }

    /// Ends everything: every connection is told the reason and closed.
    pub(crate) fn close(&self) {
        // Done first, so that connections that arrive from now on find the server closed.
        self.closing.cancel();
        let closing_message = closing_message();
        self.everybody().iter().for_each(|connection| send_away(connection, &closing_message));
    }

    /// Ends a running game as the operator has decided.
    pub(crate) async fn adjudicate(
        &self,
        table: TableId,
        winners: Vec<Seat>,
    ) -> Result<(), RequestError> {
        let room = self.room(table).await?;
        let after = room.adjudicate(self.now(), winners)?;
        self.handle_follow_up(&room, after);
        Ok(())
    }

    /// Returns the address a player is connected from.
    pub(crate) fn prefix_of(&self, player: PlayerId) -> Result<IpPrefix, RequestError> {
        let presence = self.presence();
        // House bots connect from nowhere.
        let theirs = presence.connections(player).last().filter(|newest| !newest.player.house);
        let nobody = || RequestError::from(Cause::NotFound { what: Missing::Player });
        theirs.map(|newest| newest.prefix).ok_or_else(nobody)
    }

    /// Bans addresses for a while, and closes their connections.
    pub(crate) async fn ban(
        &self,
        range: AddressRange,
        now: Instant,
        time: Duration,
    ) -> Result<(), RequestError> {
        let slot = self.store.reserve()?;
        if !self.admission.ban(range, now, time) {
            return Err(Cause::TooManyBans.into());
        }
        let until = self.store.calendar.now_ms().saturating_add(time.as_millis() as i64);
        let banned = Entry::AddressBanned { range, until: Some(until) };
        self.store.commit(slot, &[banned]).await?;
        let presence = self.presence();
        let from = presence.all().filter(|connection| range.contains(connection.prefix));
        from.for_each(|connection| connection.outbox.end(CloseCode::Banned));
        Ok(())
    }

    /// Whether a player is one of the server's own bots, and connected.
    pub(crate) fn is_house_bot(&self, player: PlayerId) -> bool {
        self.presence().connections(player).iter().any(|one| one.player.house)
    }

    /// Bans a player and their bots until the player is pardoned, and closes their connections.
    pub(crate) async fn ban_player(
        &self,
        player: PlayerId,
        time: Option<Duration>,
    ) -> Result<(), RequestError> {
        let out = self.identities.ban(player, time).await?;
        out.iter().for_each(|&id| self.withdraw_offers(id));
        let presence = self.presence();
        let connections = out.iter().flat_map(|&id| presence.connections(id));
        connections.for_each(|connection| connection.outbox.end(CloseCode::Banned));
        Ok(())
    }

    /// Closes what deleted accounts have opened, and has their names erased.
    pub(crate) fn accounts_deleted(&self, closed: &[(PlayerId, Vec<SecretHash>)]) {
        for (player, hashes) in closed {
            self.close_revoked(*player, hashes);
            self.withdraw_offers(*player);
            self.tournaments.forget(*player);
        }
        self.housekeeping.wake();
    }

    /// Lifts a ban; returns whether there was one.
    pub(crate) async fn pardon(&self, range: AddressRange) -> Result<bool, RequestError> {
        let pardoned = Entry::AddressBanned { range, until: None };
        self.store.commit_now(&[pardoned]).await?;
        Ok(self.admission.pardon(range))
    }

    /// Records what the operator has done.
    pub(crate) async fn audit(&self, deed: AdminAction) -> Result<(), RequestError> {
        self.audit_with(deed, &[]).await
    }

    /// Commits entries and their audit record together.
    pub(crate) async fn audit_with(
        &self,
        deed: AdminAction,
        entries: &[Entry<'_>],
    ) -> Result<(), RequestError> {
        info!(what = deed.what, whom = deed.whom, "the admin");
        Ok(self.store.commit_now(&[entries, &[Entry::Audited(&deed)]].concat()).await?)
    }

    /// Restores the bans of addresses from before the start.
    pub(super) fn restore_bans(&self) -> Result<(), StoreError> {
        let now = self.store.calendar.now_ms();
        for (range, until) in self.store.address_bans()? {
            if let Some(left) = u64::try_from(until - now).ok().filter(|left| *left > 0) {
                let left = Duration::from_millis(left);
                self.admission.ban(range, system::now(), left);
            }
        }
        Ok(())
    }

    /// Returns the addresses a player is connected from, each listed once.
    pub(crate) fn addresses_of(&self, player: PlayerId) -> Vec<String> {
        let presence = self.presence();
        let from: BTreeSet<_> = presence.connections(player).iter().map(|one| one.prefix).collect();
        from.iter().map(ToString::to_string).collect()
    }

    /// Returns the players connected from an address, each listed once.
    pub(crate) fn players_at(&self, prefix: IpPrefix) -> Vec<Player> {
        let presence = self.presence();
        let there = presence.all().filter(|one| one.prefix == prefix);
        let players: BTreeMap<_, _> =
            there.map(|one| (one.player.id, one.player.clone())).collect();
        players.into_values().collect()
    }

    /// Whether this player has a connection that was opened with this secret.
    pub(crate) fn has_opened(&self, player: PlayerId, hash: SecretHash) -> bool {
        self.presence().connections(player).iter().any(|one| one.secret_hash == hash)
    }

    /// Makes a player's connections reconnect, so that they carry the player's current identity.
    pub(crate) fn restart_connections(&self, player: PlayerId) {
        let presence = self.presence();
        presence.connections(player).iter().for_each(|one| one.outbox.end(CloseCode::Restart));
    }

    /// Closes the player's connections that were opened with one of these secrets.
    pub(crate) fn close_revoked(&self, player: PlayerId, hashes: &[SecretHash]) {
        let presence = self.presence();
        let opened =
            presence.connections(player).iter().filter(|one| hashes.contains(&one.secret_hash));
        opened.for_each(|connection| connection.outbox.end(CloseCode::Revoked));
    }
}

pub(super) fn closing_message() -> Frame {
    let message = "the server stops; come back in a moment".to_owned();
    Frame::text(&ServerMessage::Closing { message })
}

pub(super) fn send_away(connection: &Connection<Room>, closing_message: &Frame) {
    connection.outbox.send(closing_message);
    connection.outbox.end(CloseCode::Restart);
}
