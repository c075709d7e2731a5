//! A game that a driver plays: its bot, the bot's view, and what is in flight to the server.

use std::time::Duration;

use protocol::{ClockView, MoveChain, PlayerId, TableState, TableView, TimeControl};
use rules::Seat;
use tokio::time::Instant;
use tracing::warn;

use super::game_error::GameErrorKind;
use crate::bots::View;

/// Refusals in one game after which it is given up: our idea of the game must be wrong.
const MAX_REFUSALS: u8 = 3;

/// A game of ours.
pub(crate) struct Playing<B> {
    /// Our seat.
    pub(crate) seat: Seat,
    /// The other player, or one of them.
    pub(crate) opponent: Option<PlayerId>,
    /// Whether the game is rated.
    pub(crate) rated: bool,
    /// `None` while the bot thinks on another thread.
    pub(crate) player: Option<BotInGame<B>>,
    /// The ply for which we have sent a move.
    pub(crate) sent: Option<u32>,
    /// The latest ply from the server.
    pub(crate) ply: u32,
    /// Whether we have given up the game.
    pub(crate) given_up: bool,
    /// Whether we must choose who moves first and have not answered yet.
    pub(crate) choosing: bool,
    /// The highest bid, in milliseconds, if the players bid for the seats; and whether we must bid
    /// and have not done so yet.
    pub(crate) max_bid: Option<u32>,
    pub(crate) bidding: bool,
    /// When the game can be claimed from an absent player.
    pub(crate) claim_at: Option<Instant>,
    /// Whether it is the first game of a pair.
    pub(crate) more_follows: bool,
    /// What went wrong on our side, if anything.
    pub(crate) failed: Option<GameErrorKind>,
    /// The chain of the moves that have been signed.
    pub(crate) chain: Option<MoveChain>,
    refusals: u8,
}

/// A bot with its view of the game.
pub(crate) struct BotInGame<B> {
    pub(crate) bot: B,
    pub(crate) view: View,
    clock: Option<TimeControl>,
    to_move: Option<Seat>,
}

impl<B> Playing<B> {
    /// A game in which nobody has moved; [`Playing::add_moves`] adds the rest.
    pub(crate) fn new(bot: B, seat: Seat, table: &TableView) -> Playing<B> {
        let others = table.players.iter().zip(0..).filter(|(_, at)| *at != seat.0);
        let opponent = others.map(|(player, _)| player.id).next();
        let (setup, position) = (table.game.clone(), table.game.start().clone());
        let free = Duration::ZERO;
        let view = View { setup, position, seat, history: Vec::new(), due: None, free };
        let clock = table.clock_of(seat);
        if table.drawn.is_some_and(|drawn| drawn.keeps_commitment() == Some(false)) {
            warn!("the start is not the one that the server had committed to");
        }
        Playing {
            seat,
            opponent,
            rated: table.rated,
            player: Some(BotInGame { bot, view, clock, to_move: None }),
            sent: None,
            ply: 0,
            given_up: false,
            choosing: false,
            max_bid: table.bid.as_ref().map(|bid| bid.max_ms),
            bidding: false,
            claim_at: None,
            more_follows: table.pair.as_ref().is_some_and(|pair| pair.game == 1),
            failed: None,
            chain: None,
            refusals: 0,
        }
    }

    /// Adds the moves that are new to us.
    pub(crate) fn add_moves(&mut self, table: &TableView) {
        let Some(player) = &mut self.player else { return };
        let known = player.view.history.len().checked_sub(table.since as usize);
        if let Some(new) = known.and_then(|known| table.moves.get(known..)) {
            player.view.history.extend_from_slice(new);
        }
    }

    /// Takes in a state of a game that is not over.
    pub(crate) fn learn(&mut self, state: &TableState, now: Instant) {
        if state.ply < self.ply {
            // Moves were taken back; those before them still stand.
            self.sent = None;
        }
        self.ply = state.ply;
        self.choosing = state.choosing == Some(self.seat);
        self.bidding = state.bidding.get(usize::from(self.seat.0)) == Some(&false);
        self.claim_at = self.claim_at(state, now);
        if let Some(player) = &mut self.player {
            player.learn(state);
        }
    }

    /// When the game can be claimed: on the turn of an absent player.
    fn claim_at(&self, state: &TableState, now: Instant) -> Option<Instant> {
        let gone = state.to_move.filter(|&seat| seat != self.seat)?;
        let wait = state.claim_ms.get(usize::from(gone.0)).copied().flatten()?;
        Some(now + Duration::from_millis(wait.into()))
    }

    /// Takes out the bot if it is its turn, it has seen all earlier moves, and its move is not in
    /// flight.
    pub(crate) fn take_bot(&mut self) -> Option<BotInGame<B>> {
        let (ply, sent, given_up) = (self.ply, self.sent, self.given_up);
        self.player.take_if(|player| !given_up && sent != Some(ply) && player.is_to_move(ply))
    }

    /// Whether we must choose who moves first, or bid for it.
    pub(crate) fn must_choose(&self) -> bool {
        (self.choosing || self.bidding) && !self.given_up
    }

    /// Takes out the bot if it must choose who moves first, or bid for it.
    pub(crate) fn take_chooser(&mut self) -> Option<BotInGame<B>> {
        let open = std::mem::take(&mut self.choosing) | std::mem::take(&mut self.bidding);
        let choosing = open && !self.given_up;
        self.player.take_if(|_| choosing)
    }

    /// Records our seat once the seats have been chosen.
    pub(crate) fn sit(&mut self, seat: Seat) {
        self.seat = seat;
        if let Some(player) = &mut self.player {
            player.view.seat = seat;
        }
    }

    /// The number of moves of the game that we have seen.
    pub(crate) fn known(&self) -> u32 {
        self.player.as_ref().map_or(0, |player| player.view.ply())
    }

    /// Counts a refused move; false when there have been too many.
    pub(crate) fn may_try_again(&mut self) -> bool {
        self.sent = None;
        self.refusals = self.refusals.saturating_add(1);
        self.refusals <= MAX_REFUSALS
    }
}

impl<B> BotInGame<B> {
    /// Takes in a state; a state that skips moves is ignored until they arrive.
    fn learn(&mut self, state: &TableState) {
        self.view.history.truncate(state.ply as usize);
        if state.ply == self.view.ply() + 1 {
            self.view.history.extend(state.last_move.clone());
        }
        if state.ply == self.view.ply() {
            match self.view.rules().admit(state.position.clone()) {
                Ok(position) => self.view.position = position,
                Err(why) => return warn!(%why, "the server sent an invalid position"),
            }
            self.to_move = state.to_move;
            let due = state.clock.as_ref().and_then(|clock| clock.due_ms);
            self.view.due = due.map(|ms| Duration::from_millis(ms.into()));
            self.view.free = self.free(state.clock.as_ref());
        }
    }

    /// How much of this turn costs nothing: the rest of the current period in byo-yomi.
    fn free(&self, clock: Option<&ClockView>) -> Duration {
        let left = clock.and_then(|clock| clock.left_ms.get(usize::from(self.view.seat.0)));
        let byoyomi = left.zip(self.clock).and_then(|(&left, clock)| clock.byoyomi_left(left));
        let free = byoyomi.filter(|left| left.in_period).map_or(0, |left| left.ms);
        Duration::from_millis(free.into())
    }

    fn is_to_move(&self, ply: u32) -> bool {
        self.view.ply() == ply && self.to_move == Some(self.view.seat)
    }
}

#[cfg(test)]
mod tests;
