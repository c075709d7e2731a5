//! Quick play: players who wait for the same kind of game are paired, in ticks, or at once with a
//! good new opponent. Pure, time and chance passed in; the ladder's matchmaking decides who suits
//! whom.

mod meetings;
mod waiter;

use std::collections::HashMap;
use std::time::{Duration, Instant};

use ladder::{Found, TICK_MS, WaitingPlayer, find_at_once, find_opponents};
use protocol::limits::MAX_LISTED;
use protocol::{Cause, Division, Missing, Player, PlayerId, QuickPool, Rating, SeekId, SeekView};
use rules::Setup;

use crate::matchmaking::offer::{Match, Offer, ensure_may_play_rated};
use crate::records::game::Terms;
use crate::records::request_error::RequestError;
use meetings::Meetings;
pub(crate) use waiter::Waiter;

/// The interval between comparisons of waiting players.
const TICK: Duration = Duration::from_millis(TICK_MS);

/// All waiting players; each waits for one game.
#[derive(Debug, Default)]
pub(crate) struct Quick {
    waiting: HashMap<PlayerId, Waiter>,
    meetings: Meetings,
    /// When waiting players are next compared.
    next_tick: Option<Instant>,
}

impl Quick {
    /// Adds a player who begins to wait, or replaces what they wait for.
    pub(crate) fn join(&mut self, waiter: Waiter) {
        self.waiting.insert(waiter.player.id, waiter);
    }

    /// Returns the number of waiting players.
    pub(crate) fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Returns the newest waiting players, as the lobby lists them.
    pub(crate) fn seeks(&self, now: Instant) -> impl Iterator<Item = SeekView> {
        let mut newest: Vec<&Waiter> = self.waiting.values().collect();
        newest.sort_unstable_by_key(|waiter| std::cmp::Reverse(waiter.seek));
        newest.into_iter().take(MAX_LISTED).map(move |waiter| waiter.shown(now))
    }

    /// Returns the offer of the waiting player with this id.
    pub(crate) fn offer(&self, seek: SeekId) -> Option<Offer> {
        self.waiting.values().find(|waiter| waiter.seek == seek).map(Waiter::offer)
    }

    /// Accepts the offer of a waiting player, which ends their wait, and the taker's own if they
    /// wait too. Nobody picks an opponent whom the queue would not give them yet. The ratings are
    /// those of the two players; time and chance are used as for [`Offer`]s.
    pub(crate) fn accept(
        &mut self,
        (by, person): (&Player, PlayerId),
        offer: Offer,
        ratings: [Option<Rating>; 2],
        (now, draw): (Instant, u64),
    ) -> Result<Match, RequestError> {
        let waiter = self.waiting.get(&offer.by.id);
        let waiter = waiter.ok_or(Cause::NotFound { what: Missing::Seek })?;
        let (seek, other) = (waiter.seek, waiter.person);
        if offer.by.id == by.id {
            return Err(Cause::OwnOffer.into());
        }
        ensure_may_play_rated(by, offer.said.rated)?;
        let of_a_kind = Division::new([by.kind, offer.by.kind], false) != Division::Open;
        if offer.said.rated && !offer.said.open && !of_a_kind {
            return Err(Cause::KindNotAdmitted.into());
        }
        offer.reach.map_or(Ok(()), |reach| reach.ensure_in(ratings, now))?;
        let taker = self.taker((by.id, person), now);
        if offer.said.rated && !taker.may_meet(&waiter.waiting(now, &self.meetings)) {
            return Err(Cause::MetTooSoon.into());
        }
        let (offering, pair) = ((offer.by.id, other), offer.said.pair);
        self.leave(offer.by.id);
        self.leave(by.id);
        let found = offer.seat(seek.0, vec![by.clone()], draw);
        let mut two = [offering, (by.id, person)];
        two.sort_by_key(|(id, _)| found.players.first().map(|first| first.id) != Some(*id));
        self.meetings.note(two, pair);
        Ok(found)
    }

    /// A player who takes another's place in the queue, as if they had just come or as they wait.
    fn taker(&self, (player, person): (PlayerId, PlayerId), now: Instant) -> WaitingPlayer {
        let comes = || WaitingPlayer {
            player,
            person,
            rating: 0.0,
            deviation: 0.0,
            waited_ms: 0,
            met: self.meetings.past_opponents(player),
            begun: self.meetings.begun(player),
            wants: None,
            apart: Vec::new(),
        };
        let waits = self.waiting.get(&player);
        waits.map_or_else(comes, |waiter| waiter.waiting(now, &self.meetings))
    }

    /// Removes a player who has gone.
    pub(crate) fn leave(&mut self, player: PlayerId) {
        self.waiting.remove(&player);
    }

    /// Removes a player who no longer wants to wait; returns whether they did.
    pub(crate) fn cancel(&mut self, player: PlayerId, seek: SeekId) -> bool {
        let own = self.waiting.get(&player).is_some_and(|waiter| waiter.seek == seek);
        if own {
            self.leave(player);
        }
        own
    }

    /// Pairs players when a tick is due, and nobody between ticks. `below(n)` draws a
    /// number from 0 to n - 1; `reserve` returns a place for one match, and where there is none
    /// the two keep waiting.
    pub(crate) fn tick<S>(
        &mut self,
        now: Instant,
        below: &mut dyn FnMut(u64) -> u64,
        reserve: impl Fn() -> Option<S>,
    ) -> Vec<(S, Match)> {
        if self.next_tick.is_some_and(|due| now < due) {
            return Vec::new();
        }
        self.next_tick = Some(now + TICK);
        let mut pools: HashMap<_, Vec<WaitingPlayer>> = HashMap::new();
        for waiter in self.waiting.values() {
            let waiting = waiter.waiting(now, &self.meetings);
            pools.entry(waiter.pool()).or_default().push(waiting);
        }
        let found: Vec<Found> =
            pools.values().flat_map(|waiting| find_opponents(waiting, below)).collect();
        let seat = |two| Some((reserve()?, self.seat(two, below)?));
        found.into_iter().filter_map(seat).collect()
    }

    /// Pairs a newcomer with a good opponent whom they have not met lately, if one waits; otherwise
    /// they wait for the tick. `below` and `reserve` are used as there.
    pub(crate) fn pair_at_once<S>(
        &mut self,
        newcomer: PlayerId,
        now: Instant,
        below: &mut dyn FnMut(u64) -> u64,
        reserve: impl Fn() -> Option<S>,
    ) -> Option<(S, Match)> {
        let one = self.waiting.get(&newcomer)?;
        let same_pool = self.waiting.values().filter(|other| other.pool() == one.pool());
        let others: Vec<WaitingPlayer> =
            same_pool.map(|other| other.waiting(now, &self.meetings)).collect();
        let found = find_at_once(&one.waiting(now, &self.meetings), &others)?;
        Some((reserve()?, self.seat(found, below)?))
    }

    fn seat(&mut self, two: Found, below: &mut dyn FnMut(u64) -> u64) -> Option<Match> {
        let Found { mut first, mut second } = two;
        if self.meetings.begun(first) == self.meetings.begun(second) && below(2) == 1 {
            std::mem::swap(&mut first, &mut second);
        }
        let (one, two) = (self.waiting.remove(&first)?, self.waiting.remove(&second)?);
        self.meetings.note([(first, one.person), (second, two.person)], one.pool.pair);
        let known = [(first, one.rating), (second, two.rating)];
        let QuickPool { clock, rated, pair, open, .. } = one.pool;
        let drawn = Some(one.draw);
        let terms = Terms { rated, start: one.start, open, drawn, ..Terms::default() };
        let players = vec![one.player, two.player];
        let mut found = Match { offer: one.seek.0, game: one.game, clock, pair, terms, players };
        found.rate(&known);
        Some(found)
    }

    /// Returns the players who have waited this long without success, each of them once, with the
    /// start drawn for them.
    pub(crate) fn unmatched_for(
        &mut self,
        now: Instant,
        after: Duration,
    ) -> Vec<(PlayerId, SeekId, Setup)> {
        let long = |waiter: &&mut Waiter| {
            !waiter.unmatched_sent && now.saturating_duration_since(waiter.since) >= after
        };
        let tell = |waiter: &mut Waiter| {
            waiter.unmatched_sent = true;
            (waiter.player.id, waiter.seek, waiter.game.clone())
        };
        self.waiting.values_mut().filter(long).map(tell).collect()
    }
}

#[cfg(test)]
mod tests;
