//! A driver's reaction to each event of its client: games that begin, states, refusals.

use protocol::{
    ClientMessage, Decline, ErrorBody, ErrorCode, ServerMessage, Stage, TableId, TournamentView,
};
use rules::{Move, Seat, Setup};
use tokio::time::Instant;

use super::game_error::GameErrorKind;
use super::offers::GameSource;
use super::{AFTER_DECLINE, AFTER_REFUSAL, Driver, is_passing};
use crate::bots::Bot;
use crate::client::ClientEvent;

impl<M, B> Driver<M, B>
where
    M: FnMut(&Setup, Seat) -> B,
    B: Bot,
{
    pub(super) fn on_event(&mut self, event: ClientEvent) {
        match event {
            ClientEvent::Connected { you, limits, .. } => {
                tracing::debug!(name = %you.name, id = %you.id, "connected");
                self.me = Some(you.id);
                self.offers.connected(&self.plan.source, &mut self.client, you.id, &limits);
                self.attest_again();
            }
            ClientEvent::Lost { loss, .. } => {
                tracing::warn!(%loss, "connection lost, coming back");
                self.tally.disconnections += 1;
                self.offers.forget();
            }
            ClientEvent::Answer { request, answer } => self.on_answer(&request, answer),
            ClientEvent::Message(message) => self.on_message(message),
        }
    }

    pub(super) fn on_message(&mut self, message: ServerMessage) {
        match message {
            ServerMessage::Seated { offer, seat, view, .. } => self.sit_down(offer, seat, view),
            ServerMessage::State(state) => self.on_state(&state),
            ServerMessage::Chosen { table, players, .. } => self.on_seats(table, &players),
            ServerMessage::Lobby(_) | ServerMessage::LobbyDelta(_) => {
                if let Some(lobby) = self.client.lobby() {
                    self.offers.saw(&self.plan.source, lobby);
                }
            }
            ServerMessage::Challenged(challenge) => {
                let free = if self.stopping { 0 } else { self.free_places() };
                self.offers.challenged(&self.plan.source, &mut self.client, &challenge, free);
            }
            ServerMessage::Declined { challenge, reason } => {
                tracing::info!(?reason, "a challenge was declined");
                self.offers.declined(challenge);
                self.quiet_until = Instant::now() + AFTER_DECLINE;
            }
            ServerMessage::Closing { message } => {
                tracing::info!(message, "the server is about to stop");
                self.quiet_until = Instant::now() + AFTER_REFUSAL;
            }
            ServerMessage::Tournament(view) => self.on_tournament(&view),
            ServerMessage::ReadyCheck { tournament, .. } => {
                // If there is no room for this request, the pair is lost.
                let _ = self.client.request(ClientMessage::Ready { tournament });
            }
            // Answers that nobody waits for any more.
            _ => {}
        }
    }

    /// When our tournament is over, no further games are played.
    pub(super) fn on_tournament(&mut self, view: &TournamentView) {
        let over = matches!(view.stage, Stage::Finished | Stage::Cancelled);
        let mine = matches!(self.plan.source, GameSource::Enter { tournament, .. } if tournament == view.tournament);
        if over && mine {
            self.plan.games = Some(self.begun);
        }
    }

    pub(super) fn on_answer(&mut self, request: &ClientMessage, answer: ServerMessage) {
        self.offers.answered(request, &answer);
        match (request, answer) {
            (ClientMessage::Attach { .. }, ServerMessage::Table { view, .. }) => self.on_view(view),
            (ClientMessage::Attach { table, .. }, _) => self.seat_lost(*table),
            (_, ServerMessage::Error { error: ErrorBody { code, message, .. }, .. }) => {
                self.on_refusal(request, code, &message);
            }
            _ => {}
        }
    }

    pub(super) fn seat_lost(&mut self, table: TableId) {
        if self.tables.contains_key(&table) {
            tracing::warn!(%table, "the seat is lost");
            self.failed(table, GameErrorKind::SeatLost, String::new());
            self.tables.remove(&table);
            self.tally.no_result += 1;
        }
    }

    pub(super) fn on_refusal(&mut self, request: &ClientMessage, code: ErrorCode, why: &str) {
        tracing::debug!(?request, ?code, why, "refused");
        match request {
            // Somebody else was faster, or the owner left; both are normal in a lobby.
            ClientMessage::Accept { .. } | ClientMessage::Reply { .. } => {
                if code != ErrorCode::NotFound {
                    self.refused_offer(code, why);
                    self.turn_down(request);
                }
            }
            // The player has just left.
            ClientMessage::Challenge { .. } if code == ErrorCode::NotFound => {}
            ClientMessage::Seek { .. }
            | ClientMessage::Challenge { .. }
            | ClientMessage::Quick { .. } => self.refused_offer(code, why),
            // It is resent after each reconnect, even if we have already entered.
            ClientMessage::Enter { .. } => {
                if matches!(self.plan.source, GameSource::Enter { to_the_end: true, .. }) {
                    tracing::warn!("the tournament: {why}");
                }
            }
            // The game ended while our request was in flight.
            _ if code == ErrorCode::GameOver => {}
            // It was repeated, and its pair is over.
            ClientMessage::Attest { .. } => {}
            ClientMessage::Move { table, .. }
            | ClientMessage::Resign { table, .. }
            | ClientMessage::Abort { table, .. }
            | ClientMessage::Claim { table, .. }
                if is_passing(code) =>
            {
                self.later(*table);
            }
            // The opponent is back; the next state says so.
            ClientMessage::Claim { .. } if code == ErrorCode::TooSoon => {}
            ClientMessage::Move { table, mv, .. } => self.refused_move(*table, mv, code, why),
            ClientMessage::Abort { table, .. } if code == ErrorCode::TooLate => {
                self.resign(*table);
            }
            _ => self.tally.refused += 1,
        }
    }

    pub(super) fn refused_offer(&mut self, code: ErrorCode, why: &str) {
        self.quiet_until = Instant::now() + AFTER_REFUSAL;
        if !is_passing(code) {
            tracing::warn!(?code, why, "an offer was refused");
            self.tally.refused += 1;
        }
    }

    /// Declines a challenge that we cannot take: its owner would wait for ever.
    fn turn_down(&mut self, request: &ClientMessage) {
        if let ClientMessage::Reply { challenge, accept: true, .. } = *request {
            let (accept, reason) = (false, Some(Decline::Later));
            // If there is no room for this request, the challenge stays open until its owner
            // withdraws it.
            let _ = self.client.request(ClientMessage::Reply { challenge, accept, reason });
        }
    }

    pub(super) fn refused_move(&mut self, id: TableId, mv: &Move, code: ErrorCode, why: &str) {
        tracing::warn!(table = %id, ?mv, ?code, why, "a move was refused");
        if code == ErrorCode::IllegalMove {
            let said = serde_json::to_string(mv).unwrap_or_default();
            self.failed(id, GameErrorKind::Illegal, format!("{said}: {why}"));
            return self.give_up(id);
        }
        self.failed(id, GameErrorKind::Refused, why.to_owned());
        let Some(table) = self.tables.get_mut(&id) else { return };
        let since = table.known();
        match table.may_try_again() {
            true => self.client.refresh(id, since),
            false => self.give_up(id),
        }
    }

    /// Looks at the table again soon, because the server has no room for a request now.
    pub(super) fn later(&mut self, id: TableId) {
        if let Some(table) = self.tables.get_mut(&id) {
            table.sent = None;
            self.wakes.insert((Instant::now() + AFTER_REFUSAL, id));
        }
    }

    pub(super) fn on_wakes(&mut self, now: Instant) {
        while let Some(&wake) = self.wakes.first().filter(|(due, _)| *due <= now) {
            self.wakes.remove(&wake);
            let (_, id) = wake;
            let Some(table) = self.tables.get_mut(&id) else { continue };
            if table.given_up {
                self.give_up(id);
            } else if table.claim_at.take_if(|due| *due <= now).is_some() {
                let _ = self.client.request(ClientMessage::Claim { table: id });
            } else {
                let since = table.known();
                self.client.refresh(id, since);
            }
        }
    }
}
