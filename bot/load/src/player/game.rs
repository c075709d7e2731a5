//! A player's game: from sitting down, move by move, to the report to the referee.

use protocol::{ClientMessage, TableId, TableState, TableView};
use rand::RngExt;
use rules::{Move, Seat};
use solver::Budget;
use tokio::time::Instant;

use super::{LoadPlayer, REMEMBERED};
use crate::latency::Measure;
use crate::ongoing::{NextMove, Notes, OngoingGame};
use crate::referee::Transcript;

/// Positions searched for one move: this tests the server, not the solver.
const EFFORT: u64 = 5_000;

impl LoadPlayer {
    pub(super) fn sit_down(&mut self, seat: Seat, view: TableView) {
        let now = Instant::now();
        let table = view.state.table;
        if self.done.contains(&table) {
            return;
        }
        if let Some(game) = &self.game {
            if game.table != table && !self.others.contains(&table) {
                self.others.push(table);
            }
            return;
        }
        if view.since > 0 {
            return self.client.refresh(table, 0);
        }
        self.search.rest_until(now);
        let seed = self.chance.random();
        let strategy =
            solver::LevelPlayer::new(view.game.variant(), view.game.ending(), self.level, seed);
        let shared = self.coordinator.match_at(table);
        let state = view.state.clone();
        // The first move's time counts from now: the table has not been waiting for it.
        shared.set_due(
            state.ply.wrapping_add(1),
            self.last_due.max(self.coordinator.begin.elapsed()),
        );
        let moves = view.moves.clone();
        let notes = Notes { seat, view, moves, acknowledged: Vec::new(), clocks: Vec::new() };
        self.game = Some(OngoingGame {
            table,
            shared,
            strategy,
            notes,
            next: None,
            sent: None,
            present: true,
            began: now,
            again_at: None,
        });
        self.on_state(&state, state.ply == 0);
    }

    pub(super) fn on_moved(&mut self, table: TableId, ply: u32, mv: Move) {
        let Some(game) = self.game.as_mut().filter(|game| game.table == table) else { return };
        game.notes.acknowledged.push((ply, mv));
        if let Some((_, since)) = game.sent.filter(|&(sent, _)| sent == ply) {
            let mut part = self.coordinator.meter.part(self.number);
            match self.arena {
                Some(_) => part.moved_in_tournament(since.elapsed()),
                None => part.moved(since.elapsed()),
            }
        }
    }

    /// Takes in a table after a lost connection: the known one, or one that began in the meantime.
    pub(super) fn on_view(&mut self, view: TableView) {
        let Some(game) = self.game.as_mut().filter(|game| game.table == view.state.table) else {
            let mine = view.players.iter().position(|player| Some(player.id) == self.me);
            if let Some(seat) = mine.and_then(|seat| u8::try_from(seat).ok()) {
                self.sit_down(Seat(seat), view);
            }
            return;
        };
        let known = game.notes.moves.len().checked_sub(view.since as usize);
        if let Some(new) = known.and_then(|known| view.moves.get(known..)) {
            game.notes.moves.extend_from_slice(new);
        }
        // The client resends a move that was in flight.
        self.on_state(&view.state, false);
    }

    pub(super) fn on_state(&mut self, state: &TableState, live: bool) {
        let finishing = self.is_finishing();
        let Some(game) = self.game.as_mut().filter(|game| game.table == state.table) else {
            return;
        };
        let news = game.learn(state, live);
        let opponents = news && live && !game.notes.has_moved(state.ply);
        if opponents {
            let due = self.coordinator.begin + game.shared.due(state.ply - 1);
            self.coordinator.meter.part(self.number).record(Measure::Opponent, due.elapsed());
        }
        if state.over.is_some() {
            if state.ply as usize == game.notes.moves.len() {
                self.end(state, live);
            }
            return;
        }
        if !game.is_to_move(state) {
            return;
        }
        let mut budget = Budget::positions(EFFORT);
        let rules = game.notes.view.game.variant().rules();
        let Ok(position) = rules.admit(state.position.clone()) else { return };
        let Some(mv) = game.strategy.choose(&position, &mut budget) else { return };
        let before = game.shared.due(state.ply.wrapping_add(1));
        let due = match finishing {
            true => Instant::now(),
            false => self.coordinator.moment(self.coordinator.next_due(before, &mut self.chance)),
        };
        self.last_due = due - self.coordinator.begin;
        game.shared.set_due(state.ply, self.last_due);
        game.next = Some(NextMove { mv, due, ready: Instant::now() });
    }

    /// Ends a game: reports to the referee and looks for the next game.
    fn end(&mut self, state: &TableState, live: bool) {
        let (Some(game), Some(over)) = (self.game.take(), state.over.clone()) else { return };
        self.last_due = game.shared.due(0).max(game.shared.due(1));
        if self.done.len() == REMEMBERED {
            self.done.pop_front();
        }
        self.done.push_back(game.table);
        let OngoingGame { notes: Notes { seat, view, moves, acknowledged, clocks }, .. } = game;
        if seat == Seat(0) {
            self.coordinator.meter.part(self.number).games += 1;
        }
        let lasted = game.began.elapsed();
        // The second game of a pair comes by itself.
        let second = view.pair.filter(|pair| pair.game == 1 && !over.winners.is_empty());
        if let (Some(arena), Some(me)) = (&self.arena, self.me) {
            if !over.winners.is_empty() {
                arena.note_game(me, over.winners.contains(&seat));
            }
            if let Some(pair) = view.pair.filter(|_| second.is_none())
                && arena.ended(pair.id, Instant::now())
            {
                self.coordinator.meter.part(self.number).pairs += 1;
            }
        }
        let notes = Transcript {
            seat,
            players: view.players.iter().map(|player| player.id).collect(),
            rated: view.pair.filter(|_| view.rated),
            setup: view.game,
            clock: view.clock,
            moves,
            acknowledged,
            clocks,
            over,
            lasted,
        };
        self.coordinator.over(game.table, notes);
        self.search.rest_until(Instant::now());
        if let Some(next) = self.others.pop() {
            self.ask_for(next);
        } else if let Some(pair) = second {
            match live {
                true => self.search.await_seat(),
                // The other game has begun and may even be over.
                false => self.ask_for(pair.other),
            }
        }
    }

    /// Requests a table of this player that is not known yet.
    fn ask_for(&mut self, table: TableId) {
        let attach = ClientMessage::Attach { table, token: None, since: 0 };
        // Without a connection the welcome will name it.
        if self.client.request(attach).is_ok() {
            self.awaited.insert(table);
        }
    }
}
