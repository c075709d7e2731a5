//! Carries out each message of a client, with one match arm and one call for each.

use std::sync::Arc;

use protocol::{Cause, ClientMessage, ServerMessage, TableId};

use super::Session;
use crate::game::table::Command;
use crate::live::room::Room;
use crate::live::tournaments::Proofs;
use crate::records::request_error::RequestError;

impl Session {
    /// Futures that have to wait are boxed: they are rare, and otherwise every connection would
    /// reserve space for the largest of them all its life.
    pub(super) async fn carry_out(
        &self,
        cid: u32,
        message: ClientMessage,
    ) -> Result<(), RequestError> {
        let connection = &self.guard.connection;
        let by = &connection.player;
        let ok = || connection.send(&ServerMessage::Ok { cid });
        match message {
            ClientMessage::Hello { .. } => {
                return Err(Cause::HelloTwice.into());
            }
            ClientMessage::Ping {} => connection.send(&ServerMessage::Pong { cid }),
            ClientMessage::Lobby { on, show } => {
                ok();
                self.hub.look_at_lobby(connection, on.then_some(show));
            }
            ClientMessage::Seek { offer, private, window } => {
                let offer = Box::pin(self.hub.offer(connection, offer, window)).await?;
                let commitment = offer.commitment();
                let answer =
                    |seek| connection.send(&ServerMessage::Seeking { cid, seek, commitment });
                self.hub.seek(offer, private, answer)?;
            }
            ClientMessage::Cancel { offer } => {
                self.hub.cancel(by.id, offer)?;
                ok();
            }
            ClientMessage::Accept { seek } => {
                Box::pin(self.hub.accept(connection, seek, cid)).await?;
            }
            ClientMessage::Fill { seek } => {
                Box::pin(self.hub.fill(connection, seek, cid)).await?;
            }
            ClientMessage::Challenge { player, offer } => {
                let challenging = async {
                    let offer = self.hub.offer(connection, offer, None).await?;
                    let commitment = offer.commitment();
                    let answer = |challenge| {
                        connection.send(&ServerMessage::Challenging { cid, challenge, commitment });
                    };
                    self.hub.challenge(offer, player, answer).await
                };
                Box::pin(challenging).await?;
            }
            ClientMessage::Quick { pool, window } => {
                let answer = |seek, commitment| {
                    connection.send(&ServerMessage::Seeking { cid, seek, commitment });
                };
                Box::pin(self.hub.quick(connection, pool, window, answer)).await?;
            }
            ClientMessage::Reply { challenge, accept: true, .. } => {
                Box::pin(self.hub.take(connection, challenge, cid)).await?;
            }
            ClientMessage::Reply { challenge, reason, .. } => {
                self.hub.decline(connection, challenge, reason, ok)?;
            }
            ClientMessage::Move { table, ply, mv } => {
                self.command(cid, table, Command::Move { ply, mv }).await?;
            }
            ClientMessage::Choose { table, begin } => {
                self.command(cid, table, Command::Choose { begin }).await?;
            }
            ClientMessage::Bid { table, bid } => {
                self.command(cid, table, Command::Bid(bid)).await?;
            }
            ClientMessage::Resign { table } => {
                self.command(cid, table, Command::Resign).await?;
            }
            ClientMessage::Abort { table } => {
                self.command(cid, table, Command::Abort).await?;
            }
            ClientMessage::Claim { table } => {
                self.command(cid, table, Command::Claim).await?;
            }
            ClientMessage::Takeback { table, ply, want } => {
                self.command(cid, table, Command::Takeback { ply, want }).await?;
            }
            ClientMessage::Rematch { table, want } => {
                self.command(cid, table, Command::Rematch { want }).await?;
            }
            ClientMessage::Say { table, phrase } => {
                let room = self.room(table).await?;
                let is_deaf = |to| self.hub.identities.blocks(to, by.id);
                room.say(self.hub.now(), connection, cid, phrase, &is_deaf)?;
            }
            ClientMessage::Attach { table, token, since } => {
                let room = self.room(table).await?;
                let after = room.attach(self.hub.now(), connection, cid, token.as_ref(), since)?;
                self.hub.handle_follow_up(&room, after);
            }
            ClientMessage::Watch { table, since } => {
                self.room(table).await?.watch(self.hub.now(), connection, cid, since)?;
            }
            ClientMessage::Unwatch { table } => {
                if let Some(room) = connection.unwatch(table) {
                    room.unwatch(connection);
                }
                ok();
            }
            ClientMessage::Enter { tournament, invitation, nonce, key, program } => {
                let tournaments = &self.hub.tournaments;
                let proofs = Proofs { invitation, nonce, key, program };
                Box::pin(tournaments.enter(&*self.hub, connection, cid, tournament, proofs))
                    .await?;
            }
            ClientMessage::Leave { tournament } => {
                self.hub.tournaments.leave(self.hub.store(), connection, cid, tournament)?;
            }
            ClientMessage::Attest { tournament, table, signature, resigns } => {
                self.hub.tournaments.attest(by.id, tournament, table, signature, resigns)?;
                ok();
            }
            ClientMessage::Bye { tournament, round } => {
                let tournaments = &self.hub.tournaments;
                tournaments.ask_bye(self.hub.store(), connection, cid, (tournament, round))?;
            }
            ClientMessage::Berserk { tournament, on } => {
                let tournaments = &self.hub.tournaments;
                tournaments.go_berserk(self.hub.store(), connection, cid, (tournament, on))?;
            }
            ClientMessage::Ready { tournament } => {
                self.hub.tournaments.ready(by.id, tournament)?;
                ok();
            }
            ClientMessage::Follow { tournament, on } => {
                if let Ok(ongoing) = self.hub.tournaments.find(tournament) {
                    ongoing.watch(connection, on)?;
                }
                ok();
                if on {
                    let view = Box::pin(self.hub.tournaments.view(
                        self.hub.store(),
                        connection.prefix,
                        tournament,
                    ))
                    .await?;
                    connection.send(&ServerMessage::Tournament(Box::new(view)));
                }
            }
            ClientMessage::Moves { table } => {
                self.room(table).await?.list_moves(connection, cid)?;
            }
        }
        Ok(())
    }

    async fn room(&self, table: TableId) -> Result<Arc<Room>, RequestError> {
        Box::pin(self.hub.room(table)).await
    }

    async fn command(
        &self,
        cid: u32,
        table: TableId,
        command: Command,
    ) -> Result<(), RequestError> {
        let connection = &self.guard.connection;
        let room = match connection.seated_at(table) {
            Some(room) => room,
            // The game may just have ended; then its room still knows who sat where.
            None => self.room(table).await?,
        };
        let after = room.command(self.hub.now(), connection, cid, command)?;
        let rematch = after.rematch;
        self.hub.handle_follow_up(&room, after);
        if rematch {
            Box::pin(self.hub.play_again(&room)).await;
        }
        Ok(())
    }
}
