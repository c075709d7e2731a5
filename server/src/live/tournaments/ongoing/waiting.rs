//! Deadlines of a tournament: its beginning, entrants who do not come or do not confirm that they
//! are ready, and the next step.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use protocol::{Number, PlayerId, ServerMessage, Stage};
use rules::Seat;
use tournament::{DuePair, Event, ResultReason};

use super::super::host::Host;
use super::super::ready_check::ReadyCheckOutcome;
use super::super::view;
use super::{BUSY_RETRY, LOOK_AT_LEAST_EVERY, Ongoing, State, TELL_EVERY, TRUST_WALL_CLOCK_FOR};

impl State {
    /// Returns the next deadline.
    pub(super) fn next_moment(&self, now: Instant, wall_ms: u64, ongoing: &Ongoing) -> Instant {
        let wait = ongoing.wait();
        let begins = ongoing.config.begins_at.filter(|_| self.contest.stage() == Stage::Open);
        let begins = begins.map(|at| {
            now + Duration::from_millis(at.saturating_sub(wall_ms)).min(TRUST_WALL_CLOCK_FOR)
        });
        let lost = self.away.values().map(|since| *since + wait);
        let unready = self.ready_check.since().map(|since| since + wait);
        let news = self.view_sent.filter(|_| self.news).map(|sent| sent + TELL_EVERY);
        let elapsed = self.elapsed(now);
        let arena = [self.contest.ends_at_ms(), self.contest.next_wave_ms()];
        let arena = arena.into_iter().flatten().filter(|at| *at > elapsed);
        let end = arena.map(|at| now + Duration::from_millis(at - elapsed));
        let some = begins.into_iter().chain(lost).chain(unready).chain(news).chain(end).min();
        // In any case, a tournament that never begins is eventually forgotten.
        let latest = now + LOOK_AT_LEAST_EVERY;
        some.map_or(latest, |at| at.clamp(now + BUSY_RETRY, latest))
    }

    /// The running pairs in which one player has left, with the seat of the other in the first
    /// game.
    pub(super) fn deserted(&self) -> Vec<(DuePair, Seat)> {
        let left = |number: &Number| self.contest.has_left(*number);
        let pair = |&due: &DuePair| {
            let seats = self.contest.seats(due)?;
            let other = seats.iter().position(|number| !left(number))?;
            seats.iter().any(left).then_some((due, Seat(other as u8)))
        };
        self.running.iter().filter_map(pair).collect()
    }

    /// Stores the events that follow automatically; returns the pairs that can begin, or `None` if
    /// the store has no slot. `house_entries` are the entries of house bots before the beginning.
    pub(super) fn advance(
        &mut self,
        host: &impl Host,
        ongoing: &Ongoing,
        (wall_ms, house_entries): (u64, Vec<Event>),
    ) -> Option<Vec<DuePair>> {
        let now = host.now();
        let players: Vec<PlayerId> = self.contest.entrants().iter().map(|e| e.player).collect();
        let present = host.connected(&players);
        let here = |number: Number| {
            (number.0 as usize).checked_sub(1).and_then(|i| present.get(i)).is_some_and(|p| *p)
        };
        let on_time = ongoing.config.begins_at.is_some_and(|at| wall_ms >= at);
        if self.contest.stage() == Stage::Open && on_time {
            for entry in house_entries {
                // A bot that cannot enter is not needed.
                let _ = self.happen(host.store(), ongoing.id, entry, |_| {});
            }
            let enough = self.contest.entrants().len() >= 2;
            let event = if enough { Event::Began } else { Event::Cancelled };
            if self.happen(host.store(), ongoing.id, event, |_| {}).is_err() {
                return None;
            }
        }
        let before = self.contest.stage();
        while let Some(event) = self.contest.next(self.elapsed(now), &here) {
            // A pair that is being played ends at its table.
            if matches!(&event, Event::Played { pairing, pair, .. }
                if self.running.contains(&DuePair { pairing: *pairing, pair: *pair }))
            {
                break;
            }
            if self.happen(host.store(), ongoing.id, event, |_| {}).is_err() {
                return None;
            }
        }
        if before == Stage::Open && self.contest.stage() == Stage::Running {
            self.since = (now, 0);
        }
        if host.is_draining() {
            return Some(Vec::new());
        }
        self.give_up_waiting(host, ongoing, &here);
        match ongoing.config.opening.plan.ready {
            true => Some(self.ask(host, ongoing, &here)),
            false => Some(self.contest.due(&self.running, &here)),
        }
    }

    /// Returns the pairs that could begin and whose players are both ready. Other players are
    /// asked, and lose if they do not answer in time.
    fn ask(
        &mut self,
        host: &impl Host,
        ongoing: &Ongoing,
        here: &dyn Fn(Number) -> bool,
    ) -> Vec<DuePair> {
        self.ready_check.retain(here);
        let due = self.contest.due(&self.running, here);
        let seated = |due: DuePair| Some((due, self.contest.seats(due)?));
        let pairs: Vec<(DuePair, [Number; 2])> = due.into_iter().filter_map(seated).collect();
        let (now, wait) = (host.now(), ongoing.wait());
        let ReadyCheckOutcome { begin, lost } = self.ready_check.sort(&pairs, now, wait);
        for (due, seats) in pairs.into_iter().filter(|(due, _)| lost.contains(due)) {
            let ready = |number: &Number| self.ready_check.is_ready(*number);
            let forfeit =
                self.contest.forfeit(due, &ready, ResultReason::NoShow, self.elapsed(now));
            let kept = |event| self.happen(host.store(), ongoing.id, event, |_| {}).is_ok();
            if forfeit.is_some_and(kept) {
                self.ready_check.done(seats);
            }
        }
        self.call(host, ongoing, now);
        begin
    }

    /// Sends the ready checks, after everything that led to them has been sent.
    fn call(&mut self, host: &impl Host, ongoing: &Ongoing, now: Instant) {
        let entrant = |number: Number| self.contest.entrant(number);
        let find = |number: Number| {
            entrant(number).map(|entrant| host.connections(entrant.player)).unwrap_or_default()
        };
        for (connection, number, due, since) in self.ready_check.unasked_connections(&find) {
            let Ok(slot) = host.store().reserve() else { return };
            self.ready_check.asked(number, &connection);
            let pairing =
                self.contest.pairings().get(due.pairing as usize).map(|state| state.pairing);
            let Some(pairing) = pairing else { continue };
            let opponent = pairing.opponent(number).and_then(entrant).map(view::player);
            let Some(opponent) = opponent else { continue };
            let left = ongoing.wait().saturating_sub(now.saturating_duration_since(since));
            let called = ServerMessage::ReadyCheck {
                tournament: ongoing.id,
                round: pairing.round,
                board: pairing.board,
                pair: due.pair,
                opponent,
                wait_ms: u32::try_from(left.as_millis()).unwrap_or(u32::MAX),
            };
            host.store().on_committed(slot, move |kept| {
                if kept.is_ok() {
                    connection.send(&called);
                }
            });
        }
    }

    /// Makes an entrant who has been absent too long lose the pair that is due; the wait for their
    /// next pair starts anew.
    fn give_up_waiting(
        &mut self,
        host: &impl Host,
        ongoing: &Ongoing,
        here: &dyn Fn(Number) -> bool,
    ) {
        let now = host.now();
        let wait = ongoing.wait();
        let missing: BTreeMap<Number, DuePair> = self.contest.awaited(&self.running, here);
        self.away.retain(|number, _| missing.contains_key(number));
        for (number, due) in missing {
            let since = *self.away.entry(number).or_insert(now);
            if now.saturating_duration_since(since) < wait {
                continue;
            }
            let at_ms = self.elapsed(now);
            let there = |number: &Number| here(*number);
            if let Some(event) = self.contest.forfeit(due, &there, ResultReason::NoShow, at_ms)
                && self.happen(host.store(), ongoing.id, event, |_| {}).is_err()
            {
                return;
            }
            // Both may have been absent: then the pair is gone when the other's turn comes.
            self.away.remove(&number);
        }
    }
}
