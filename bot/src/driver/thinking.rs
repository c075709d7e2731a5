//! Seats, and the threads on which their bots choose moves.

use std::ops::RangeInclusive;
use std::panic::{AssertUnwindSafe, catch_unwind};

use protocol::{Bid, ClientMessage, Player, Resignation, TableId, TableState, TableView};
use rand::RngExt;
use rules::{Move, Seat, Setup};
use tokio::time::Instant;

use super::attesting::Attested;
use super::game_error::{GameError, GameErrorKind};
use super::playing::{BotInGame, Playing};
use super::thinking_order::WaitingGame;
use super::{Choice, Driver, SECOND_GAME_TIMEOUT, Thought};
use crate::bots::{Bot, BotError};

impl<M, B> Driver<M, B>
where
    M: FnMut(&Setup, Seat) -> B,
    B: Bot,
{
    pub(super) fn sit_down(&mut self, offer: uuid::Uuid, seat: Seat, view: TableView) {
        self.offers.led_to_a_table(&self.plan.source, offer);
        self.take_seat(seat, &view);
        self.on_view(view);
    }

    pub(super) fn take_seat(&mut self, seat: Seat, view: &TableView) {
        self.begun += 1;
        if view.pair.as_ref().is_some_and(|pair| pair.game == 2) {
            self.quiet_until = Instant::now();
        }
        let bot = (self.make)(&view.game, seat);
        self.tables.insert(view.state.table, Playing::new(bot, seat, view));
    }

    /// Handles a whole table: after sitting down, after a reconnect, and when moves were missed. A
    /// game begun by an earlier process continues.
    pub(super) fn on_view(&mut self, view: TableView) {
        let table = view.state.table;
        if !self.tables.contains_key(&table) && view.state.over.is_none() && !self.stopping {
            let mine = view.players.iter().position(|player| Some(player.id) == self.me);
            let Some(seat) = mine.and_then(|seat| u8::try_from(seat).ok()).map(Seat) else {
                return;
            };
            self.take_seat(seat, &view);
        }
        self.on_seats(table, &view.players);
        let Some(table) = self.tables.get_mut(&view.state.table) else { return };
        table.add_moves(&view);
        let given_up = table.given_up;
        self.on_state(&view.state);
        if given_up && self.tables.contains_key(&view.state.table) {
            // That may have been lost with the connection on which it was said.
            self.give_up(view.state.table);
        }
    }

    /// Handles the players by seat: the pie rule or bids may settle the seats after we sat down.
    pub(super) fn on_seats(&mut self, id: TableId, players: &[Player]) {
        let mine = players.iter().position(|player| Some(player.id) == self.me);
        let seat = mine.and_then(|seat| u8::try_from(seat).ok()).map(Seat);
        if let (Some(table), Some(seat)) = (self.tables.get_mut(&id), seat) {
            table.sit(seat);
        }
    }

    pub(super) fn on_state(&mut self, state: &TableState) {
        let Some(table) = self.tables.get_mut(&state.table) else { return };
        if let Some(over) = &state.over {
            self.tally.ended(over, table.seat);
            tracing::debug!(table = %state.table, ?over, "over");
            let ended = self.tables.remove(&state.table);
            if ended.is_some_and(|table| table.more_follows) {
                self.quiet_until = Instant::now() + SECOND_GAME_TIMEOUT;
            }
            return;
        }
        table.learn(state, Instant::now());
        self.wakes.extend(table.claim_at.map(|due| (due, state.table)));
        self.take_back(state);
        self.think(state.table);
    }

    /// Agrees to every takeback: games that allow it are not rated, and people who play a bot want
    /// to learn.
    pub(super) fn take_back(&mut self, state: &TableState) {
        let Some(seat) = self.tables.get(&state.table).map(|table| table.seat) else { return };
        let Some(asked) = state.takeback.as_ref().filter(|asked| !asked.agreed.contains(&seat))
        else {
            return;
        };
        let (table, ply) = (state.table, asked.ply);
        // If it cannot be sent, the next state asks again.
        let _ = self.client.request(ClientMessage::Takeback { table, ply, want: true });
    }

    /// Lets the bot choose, if it is its turn and it has seen all earlier moves: at once, or when a
    /// thread is free.
    pub(super) fn think(&mut self, id: TableId) {
        let Some(table) = self.tables.get_mut(&id) else { return };
        if !table.must_choose() {
            let Some(mut player) = table.take_bot() else { return };
            let quick = catch_unwind(AssertUnwindSafe(|| player.bot.at_once(&player.view)));
            table.player = Some(player);
            match quick {
                Ok(None) => {}
                Ok(Some(mv)) => return self.chosen(id, Ok(mv)),
                Err(_) => return self.chosen(id, Err(BotError::Panicked)),
            }
        }
        let Some(table) = self.tables.get(&id) else { return };
        let due = table.player.as_ref().and_then(|player| player.view.due);
        let due = due.map(|due| Instant::now() + due);
        let (rated, opponent) = (table.rated, table.opponent);
        self.order.add(WaitingGame { table: id, rated, opponent, due });
        self.give_threads();
    }

    /// Gives the free threads to those who wait for one and still need it.
    fn give_threads(&mut self) {
        while self.thinking.len() < self.plan.thinkers {
            let Some(id) = self.order.next() else { return };
            let Some(table) = self.tables.get_mut(&id) else { continue };
            if let Some(mut player) = table.take_chooser() {
                self.start(id, move || {
                    let begins = catch_unwind(AssertUnwindSafe(|| player.bot.begins(&player.view)));
                    (player, Choice::Begin(begins.unwrap_or(true)))
                });
            } else if let Some(mut player) = table.take_bot() {
                self.start(id, move || {
                    let choice = catch_unwind(AssertUnwindSafe(|| player.bot.choose(&player.view)));
                    (player, Choice::Move(choice.unwrap_or(Err(BotError::Panicked))))
                });
            }
        }
    }

    fn start(
        &mut self,
        table: TableId,
        think: impl FnOnce() -> (BotInGame<B>, Choice) + Send + 'static,
    ) {
        self.thinking.spawn_blocking(move || {
            let began = Instant::now();
            let (player, choice) = think();
            Thought { table, player, choice, time: began.elapsed() }
        });
    }

    pub(super) fn on_thought(&mut self, thought: Option<Thought<B>>) {
        // No result means that the thread was shut down, together with this process.
        let Some(Thought { table: id, player, choice, time }) = thought else { return };
        let opponent = self.tables.get(&id).and_then(|table| table.opponent);
        self.order.thought(opponent, time);
        self.give_threads();
        let Some(table) = self.tables.get_mut(&id) else { return };
        let (ply, seat) = (player.view.ply(), table.seat);
        table.player = Some(player);
        // The seats may have been chosen in the meantime.
        table.sit(seat);
        let choice = match choice {
            Choice::Move(choice) => choice,
            Choice::Begin(begin) => {
                let message = match table.max_bid {
                    Some(max) => {
                        let bid = Bid { begin, ms: rand::rng().random_range(bids(max)) };
                        ClientMessage::Bid { table: id, bid }
                    }
                    None => ClientMessage::Choose { table: id, begin },
                };
                let _ = self.client.request(message);
                return;
            }
        };
        if table.ply != ply {
            // Another process plays this seat too: request the whole table.
            return self.client.refresh(id, ply);
        }
        self.chosen(id, choice);
    }

    pub(super) fn chosen(&mut self, id: TableId, choice: Result<Move, BotError>) {
        let Some(table) = self.tables.get_mut(&id) else { return };
        let error = match choice {
            Ok(mv) => {
                let ply = table.ply;
                table.sent = Some(ply);
                // The attestation precedes the move, because the last move ends the game.
                self.attest(id, Attested::Move(&mv));
                // At most two requests per game are waiting, so there is room.
                let _ = self.client.make_move(id, ply, mv);
                return;
            }
            Err(error) => error,
        };
        if error != BotError::Resigned {
            tracing::warn!(table = %id, %error, "the bot made no move");
        }
        self.failed(id, GameErrorKind::new(&error), error.to_string());
        self.resign(id);
    }

    /// Counts an error and reports it.
    pub(super) fn failed(&mut self, id: TableId, kind: GameErrorKind, why: String) {
        self.tally.failed(kind);
        let Some(table) = self.tables.get_mut(&id) else { return };
        table.failed = Some(kind);
        if let Some(BotInGame { view, .. }) = &table.player {
            let game = (&view.setup, &view.history[..]);
            (self.on_game_error)(GameError::new(id, table.seat, game, kind, why));
        }
    }

    /// Ends a game: without a result if it has only just begun.
    pub(super) fn give_up(&mut self, id: TableId) {
        let Some(table) = self.tables.get_mut(&id) else { return };
        table.given_up = true;
        if table.ply < 2 {
            let _ = self.client.request(ClientMessage::Abort { table: id });
        } else {
            self.resign(id);
        }
    }

    pub(super) fn resign(&mut self, id: TableId) {
        let Some(table) = self.tables.get_mut(&id) else { return };
        table.given_up = true;
        let why = table.failed.map_or(Resignation::Voluntary, GameErrorKind::resignation);
        self.attest(id, Attested::Resignation(why));
        let _ = self.client.request(ClientMessage::Resign { table: id });
    }
}

/// The bids from which one is drawn, so that it cannot be foreseen; at least half of the time is left.
fn bids(max: u32) -> RangeInclusive<u32> {
    0..=max / 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bid_leaves_half_of_the_time() {
        assert_eq!([0, 1, 1_001].map(bids), [0..=0, 0..=0, 0..=500]);
    }
}
