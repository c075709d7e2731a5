//! One step of a tournament: results are taken, their consequences are stored, and the pairs that
//! are due are seated.

use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use protocol::{EndReason, ErrorCode, ServerMessage, TableId};
use rules::Seat;
use tournament::{Attestation, DuePair, Event, GameResult, ResultReason};
use tracing::error;

use super::super::host::Host;
use super::super::view;
use super::{BUSY_RETRY, Ongoing, TELL_EVERY};
use crate::live::connection::Connection;
use crate::live::room::{EndedGame, Room};
use crate::net::frame::Frame;
use crate::records::request_error::RequestError;

/// When the next step is due.
#[derive(Debug)]
pub(crate) enum StepTime {
    /// When the tournament is notified, or at this time.
    Wait(Instant),
    /// Never: the tournament is over.
    Over,
}

/// A game of a pair that has ended, with its table.
pub(super) type Ended = (TableId, EndedGame);

impl Ongoing {
    /// Does everything that is due, as far as the store accepts it.
    pub(crate) async fn step(&self, host: &impl Host, wall_ms: u64, most: Duration) -> StepTime {
        let retry = StepTime::Wait(host.now() + BUSY_RETRY);
        self.end_for_those_who_left(host).await;
        let mut results = self.ended_games(host).await.into_iter();
        while let Some((due, ended, over)) = results.next() {
            if self.awaits_signatures(due, &ended, host) {
                self.lock().ended.insert(due);
                continue;
            }
            let at_ms = self.lock().elapsed(host.now());
            let signed = self.signed(due, &ended).await;
            let event = match over {
                true => self.played(due, ended, &signed, at_ms),
                false => self.attested(due, &signed),
            };
            let Some(event) = event else { continue };
            let mut state = self.lock();
            let Ok(slot) = host.store().reserve() else {
                state.ended.insert(due);
                state.ended.extend(results.map(|(due, ..)| due));
                return retry;
            };
            match state.record(host.store(), slot, self.id, event, |_| {}) {
                Ok(()) if over => self.finish(&mut state, due),
                Ok(()) => {}
                // A defect. It would be refused again, and must not hold up the other pairs.
                Err(why) => error!(tournament = %self.id, ?due, %why, "a result is refused"),
            }
        }
        if self.is_forgotten(wall_ms, most) {
            // If the store does not accept it, the next step tries again.
            let _ = self.lock().happen(host.store(), self.id, Event::Cancelled, |_| {});
        }
        let before = self.lock().seq;
        let house_entries = self.house_entries(host);
        let advanced = self.lock().advance(host, self, (wall_ms, house_entries));
        let Some(starts) = advanced else { return retry };
        let all_started = self.start_all(host, starts).await;
        let all_told = self.send_view(host, host.now());
        match (all_started && all_told, self.is_over()) {
            (false, _) => retry,
            _ if !self.lock().ended.is_empty() => retry,
            (true, true) => StepTime::Over,
            // What has happened may have further consequences.
            (true, false) if self.lock().seq != before => StepTime::Wait(host.now()),
            (true, false) => StepTime::Wait(self.lock().next_moment(host.now(), wall_ms, self)),
        }
    }

    /// Decides the games of entrants who have left in favour of their opponents.
    async fn end_for_those_who_left(&self, host: &impl Host) {
        let deserted = self.lock().deserted();
        for (due, winner) in deserted {
            let [first, second, _] = self.ids(due).map(TableId);
            for (table, seat) in [(first, winner), (second, Seat(1 - winner.0))] {
                // The game may be over, or may not exist yet.
                let _ = host.adjudicate(table, vec![seat]).await;
            }
        }
    }

    /// Returns the pairs of which a game has ended, with their ended games, and whether the pair is
    /// over.
    async fn ended_games(&self, host: &impl Host) -> Vec<(DuePair, Vec<Ended>, bool)> {
        let due_pairs = std::mem::take(&mut self.lock().ended);
        let mut ended = Vec::new();
        for due in due_pairs {
            match self.games_of(host, due).await {
                Ok((games, _)) if games.is_empty() => {}
                Ok((games, over)) => ended.push((due, games, over)),
                // The store could not be read, so try again.
                Err(_) => drop(self.lock().ended.insert(due)),
            }
        }
        ended
    }

    /// Returns the ended games of a pair, and whether it is over.
    async fn games_of(
        &self,
        host: &impl Host,
        due: DuePair,
    ) -> Result<(Vec<Ended>, bool), RequestError> {
        let [first, second, _] = self.ids(due).map(TableId);
        let Some(one) = ended(host, first).await? else { return Ok((Vec::new(), false)) };
        // After a game without a winner there is no second one.
        if one.1.over.winners.is_empty() {
            return Ok((vec![one], true));
        }
        Ok(match ended(host, second).await? {
            Some(two) => (vec![one, two], true),
            None => (vec![one], false),
        })
    }

    /// Returns what the players of ended games have signed: what is stored, or what has come.
    async fn signed(&self, due: DuePair, ended: &[Ended]) -> Vec<Attestation> {
        let mut signed = Vec::new();
        for (number, (table, EndedGame { over, game, .. })) in (0..).zip(ended) {
            let stored = self.lock().contest.attested(due, number);
            let resigned = (over.reason == EndReason::Resigned)
                .then(|| over.winners.first().map(|seat| usize::from(1 - (seat.0 & 1))))
                .flatten();
            signed.push(match stored {
                Some(attestation) => attestation,
                None => self.attestations.checked(*table, game, resigned).await,
            });
        }
        signed
    }

    /// What the players of the first game have signed is stored while they play the second one.
    fn attested(&self, due: DuePair, signed: &[Attestation]) -> Option<Event> {
        let attestation = signed.first().copied().filter(|signed| !signed.is_empty())?;
        let stored = self.lock().contest.attested(due, 0).is_some();
        let DuePair { pairing, pair } = due;
        (!stored).then_some(Event::Attested { pairing, pair, game: 0, attestation })
    }

    fn played(
        &self,
        due: DuePair,
        ended: Vec<Ended>,
        signed: &[Attestation],
        at_ms: u64,
    ) -> Option<Event> {
        let contest = &self.lock().contest;
        let [a, b] = contest.seats(due)?;
        let mut games = ended.into_iter().zip(signed).zip([[a, b], [b, a]]).map(
            |(((table, ended), attestation), seats)| {
                let EndedGame { over, game, spent_ms, berserk } = ended;
                let winner = over.winners.first().map(|seat| seats[usize::from(seat.0 & 1)]);
                GameResult {
                    table: Some(table),
                    spent_ms,
                    berserk,
                    attestation: *attestation,
                    ..GameResult::new(winner, over.reason.into(), game.to_string())
                }
            },
        );
        let one = games.next()?;
        let two = games.next().or_else(|| {
            let game = contest.start(due).ok()?.to_string();
            Some(GameResult::new(None, ResultReason::Aborted, game))
        })?;
        let DuePair { pairing, pair } = due;
        Some(Event::Played { pairing, pair, games: Box::new([one, two]), at_ms })
    }

    /// Sends followers the news, if there is any and it is time; returns false if the store has no
    /// slot.
    fn send_view(&self, host: &impl Host, now: Instant) -> bool {
        let mut state = self.lock();
        let early = state.view_sent.is_some_and(|sent| now < sent + TELL_EVERY);
        if !state.news || early && !state.contest.is_over() {
            return true;
        }
        let Ok(slot) = host.store().reserve() else { return false };
        (state.news, state.view_sent) = (false, Some(now));
        state.watchers.retain(|watcher| watcher.strong_count() > 0);
        let watchers: Vec<Arc<Connection<Room>>> =
            state.watchers.iter().filter_map(Weak::upgrade).collect();
        if watchers.is_empty() {
            return true;
        }
        let view = view::tournament(self.id, &state.contest, self.config.begins_at, &self.key);
        drop(state);
        let frame = Frame::text(&ServerMessage::Tournament(Box::new(view)));
        // Sent after everything that it reports is on disk.
        host.store().on_committed(slot, move |kept| {
            if kept.is_ok() {
                watchers.iter().for_each(|watcher| watcher.outbox.send(&frame));
            }
        });
        true
    }
}

/// Returns a table's game, once it is over.
async fn ended(host: &impl Host, table: TableId) -> Result<Option<Ended>, RequestError> {
    match host.room(table).await {
        Ok(room) => Ok(room.ended().map(|ended| (table, ended))),
        Err(refused) if refused.code() == ErrorCode::NotFound => Ok(None),
        Err(refused) => Err(refused),
    }
}

#[cfg(test)]
mod tests;
