//! Quick play: who waits for the same kind of game is brought together. Pure,
//! time and chance passed in; who suits whom is the ladder's matchmaking.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use protocol::limits::MAX_LISTED;
use protocol::{
    Cause, Draw, Lane, Missing, Player, PlayerId, Proposal, QuickPool, Rating, SeekId, SeekView,
    Window,
};
use rules::Setup;

use crate::matchmaking::offer::{Drawn, Match, Offer, Reach, expect_known};
use crate::records::game::{Outcome, Terms};
use crate::records::refusal::Refused;
use ladder::{Found, Waiting, find_opponents};

/// Rating and deviation of who has not been rated (Glickman 2013).
const UNRATED: (f64, f64) = (1500.0, 350.0);

/// Players whose last game is remembered.
const MAX_REMEMBERED: usize = 10_000;

/// Everybody who waits: each for one game.
#[derive(Debug, Default)]
pub(crate) struct Quick {
    waiting: HashMap<PlayerId, Waiter>,
    /// Of those who have played: whom they met last, and how many more games they
    /// have begun than not.
    before: HashMap<PlayerId, Before>,
}

/// Somebody who waits.
#[derive(Clone, Debug)]
pub(crate) struct Waiter {
    pub(crate) seek: SeekId,
    pub(crate) player: Player,
    pub(crate) pool: QuickPool,
    /// The start drawn for them: it is played if they were first of the two to come.
    pub(crate) game: Setup,
    pub(crate) draw: Draw,
    /// Who wins it, if that is known and matters.
    pub(crate) start: Option<Outcome>,
    /// What the ladder knows of them where the game would count.
    pub(crate) rating: Option<Rating>,
    /// The same, or what it knows of them elsewhere.
    pub(crate) strength: Option<Rating>,
    pub(crate) window: Option<Window>,
    pub(crate) since: Instant,
    /// Whether they have been told that there is nobody.
    pub(crate) told: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct Before {
    last: Option<PlayerId>,
    begun: i32,
}

impl Waiter {
    /// What waiting offers to whoever takes it.
    fn offer(&self) -> Offer {
        let QuickPool { clock, rated, pair, open, .. } = self.pool;
        let said = Proposal { clock, rated, pair, open, ..Proposal::new(self.game.clone()) };
        let drawn = Some(Drawn { draw: self.draw, hidden: true });
        let reach = self.window.map(|window| Reach { window, since: self.since });
        let (by, start, rating) = (self.player.clone(), self.start, self.rating);
        Offer { by, said, drawn, start, rating, reach }
    }

    fn shown(&self, now: Instant) -> SeekView {
        let offer = self.offer();
        SeekView {
            seek: self.seek,
            offer: offer.shown(),
            missing: 1,
            rating: offer.rating,
            window: offer.window(now),
            by: offer.by,
        }
    }

    /// Who waits for the same. Persons do not meet bots for the ladder, unless
    /// they allow all help.
    fn pool(&self) -> (&QuickPool, Option<Lane>) {
        let lane = Lane::of([self.player.kind, self.player.kind], self.pool.open);
        (&self.pool, Some(lane).filter(|_| self.pool.rated))
    }
}

impl Quick {
    /// Somebody begins to wait, or waits for something else.
    pub(crate) fn join(&mut self, waiter: Waiter) {
        self.waiting.insert(waiter.player.id, waiter);
    }

    /// How many wait.
    pub(crate) fn len(&self) -> usize {
        self.waiting.len()
    }

    /// The newest of those who wait, as the lobby lists them.
    pub(crate) fn seeks(&self, now: Instant) -> impl Iterator<Item = SeekView> {
        let mut newest: Vec<&Waiter> = self.waiting.values().collect();
        newest.sort_unstable_by_key(|waiter| std::cmp::Reverse(waiter.seek));
        newest.into_iter().take(MAX_LISTED).map(move |waiter| waiter.shown(now))
    }

    /// What the wait of this id offers.
    pub(crate) fn offer(&self, seek: SeekId) -> Option<Offer> {
        self.waiting.values().find(|waiter| waiter.seek == seek).map(Waiter::offer)
    }

    /// Takes what a wait offers, which ends it, and the taker's own if they wait too. The
    /// ratings are the two players'; time and chance are those of [`Offer`]s.
    pub(crate) fn accept(
        &mut self,
        by: &Player,
        offer: Offer,
        ratings: [Option<Rating>; 2],
        (now, draw): (Instant, u64),
    ) -> Result<Match, Refused> {
        let seek = self.waiting.get(&offer.by.id).map(|waiter| waiter.seek);
        let seek = seek.ok_or(Cause::NotFound { what: Missing::Seek })?;
        if offer.by.id == by.id {
            return Err(Cause::OwnOffer.into());
        }
        expect_known(by, offer.said.rated)?;
        let of_a_kind = Lane::of([by.kind, offer.by.kind], false) != Lane::Open;
        if offer.said.rated && !offer.said.open && !of_a_kind {
            return Err(Cause::NotForYourKind.into());
        }
        offer.reach.map_or(Ok(()), |reach| reach.expect_in(ratings, now))?;
        self.leave(offer.by.id);
        self.leave(by.id);
        Ok(offer.seat(seek.0, vec![by.clone()], draw))
    }

    /// A player has gone.
    pub(crate) fn leave(&mut self, player: PlayerId) {
        self.waiting.remove(&player);
    }

    /// A player no longer wants to wait; returns whether they did.
    pub(crate) fn cancel(&mut self, player: PlayerId, seek: SeekId) -> bool {
        let waits = self.waiting.get(&player).is_some_and(|waiter| waiter.seek == seek);
        if waits {
            self.leave(player);
        }
        waits
    }

    /// Brings together whom it can. `below(n)` draws a number from 0 to n - 1.
    pub(crate) fn pair_up(
        &mut self,
        now: Instant,
        below: &mut dyn FnMut(u64) -> u64,
    ) -> Vec<Match> {
        let mut pools: HashMap<_, Vec<Waiting>> = HashMap::new();
        for waiter in self.waiting.values() {
            pools.entry(waiter.pool()).or_default().push(self.as_waiting(waiter, now));
        }
        let found: Vec<Found> =
            pools.values().flat_map(|waiting| find_opponents(waiting, below)).collect();
        found.into_iter().filter_map(|two| self.seat(two, below)).collect()
    }

    fn as_waiting(&self, waiter: &Waiter, now: Instant) -> Waiting {
        let waited = now.saturating_duration_since(waiter.since);
        let Before { last, begun } = self.before(waiter.player.id);
        let (rating, deviation) = waiter
            .strength
            .map_or(UNRATED, |known| (f64::from(known.rating), f64::from(known.deviation)));
        Waiting {
            player: waiter.player.id,
            rating,
            deviation,
            waited_ms: u64::try_from(waited.as_millis()).unwrap_or(u64::MAX),
            last,
            begun,
            wants: waiter.window,
        }
    }

    fn before(&self, player: PlayerId) -> Before {
        self.before.get(&player).copied().unwrap_or_default()
    }

    fn seat(&mut self, two: Found, below: &mut dyn FnMut(u64) -> u64) -> Option<Match> {
        let Found { mut first, mut second } = two;
        if self.before(first).begun == self.before(second).begun && below(2) == 1 {
            std::mem::swap(&mut first, &mut second);
        }
        let (one, two) = (self.waiting.remove(&first)?, self.waiting.remove(&second)?);
        if self.before.len() >= MAX_REMEMBERED {
            self.before.clear();
        }
        // In a pair both begin once.
        let step = i32::from(!one.pool.pair);
        for (me, other, step) in [(first, second, step), (second, first, -step)] {
            let before = self.before.entry(me).or_default();
            *before = Before { last: Some(other), begun: before.begun.saturating_add(step) };
        }
        let known = [(first, one.rating), (second, two.rating)];
        let QuickPool { clock, rated, pair, open, .. } = one.pool;
        let drawn = Some(one.draw);
        let terms = Terms { rated, start: one.start, open, drawn, ..Terms::default() };
        let players = vec![one.player, two.player];
        let mut found = Match { offer: one.seek.0, game: one.game, clock, pair, terms, players };
        found.rate(&known);
        Some(found)
    }

    /// Players who have waited this long in vain; each once.
    pub(crate) fn in_vain(&mut self, now: Instant, after: Duration) -> Vec<(PlayerId, SeekId)> {
        let long = |waiter: &&mut Waiter| {
            !waiter.told && now.saturating_duration_since(waiter.since) >= after
        };
        let tell = |waiter: &mut Waiter| {
            waiter.told = true;
            (waiter.player.id, waiter.seek)
        };
        self.waiting.values_mut().filter(long).map(tell).collect()
    }
}

#[cfg(test)]
mod tests {
    use protocol::limits::NOBODY_AFTER;
    use protocol::{ErrorCode, Kind, Name, Offered};
    use rules::Ending;
    use uuid::Uuid;

    use super::*;

    fn id(n: u128) -> PlayerId {
        PlayerId(Uuid::from_u128(n))
    }

    fn waiter(n: u128, pool: QuickPool, rating: u32, now: Instant) -> Waiter {
        let name = Name::try_from(format!("player {n}")).expect("plain");
        let rating = Some(Rating { rating, deviation: 50, provisional: false });
        let ending = if pool.ending == Ending::Misere { "misere " } else { "" };
        Waiter {
            seek: SeekId(Uuid::from_u128(n)),
            player: Player { id: id(n), name, kind: Kind::Bot, house: false },
            pool,
            game: format!("{ending}nim 1,2,{n}").parse().expect("a game"),
            draw: Draw { seed: u64::try_from(n).ok(), ..Draw::default() },
            start: None,
            rating,
            strength: rating,
            window: None,
            since: now,
            told: false,
        }
    }

    fn join(quick: &mut Quick, n: u128, pool: QuickPool, rating: u32, now: Instant) {
        quick.join(waiter(n, pool, rating, now));
    }

    fn pairs(quick: &mut Quick, now: Instant) -> Vec<[PlayerId; 2]> {
        let found = quick.pair_up(now, &mut |_| 0);
        let mut pairs: Vec<_> = found
            .iter()
            .map(|found| {
                let mut pair = [found.players[0].id, found.players[1].id];
                pair.sort_unstable();
                pair
            })
            .collect();
        pairs.sort_unstable();
        pairs
    }

    #[test]
    fn who_waits_for_the_same_is_brought_together() {
        let now = Instant::now();
        let mut quick = Quick::default();
        let misere = QuickPool { ending: Ending::Misere, pair: true, ..QuickPool::default() };
        join(&mut quick, 1, QuickPool::default(), 1500, now);
        join(&mut quick, 2, misere.clone(), 1500, now);
        assert_eq!(pairs(&mut quick, now), [] as [[PlayerId; 2]; 0]);
        join(&mut quick, 3, QuickPool::default(), 1500, now);
        assert_eq!(pairs(&mut quick, now), [[id(1), id(3)]]);
        assert_eq!(pairs(&mut quick, now), [] as [[PlayerId; 2]; 0], "once");
        join(&mut quick, 4, misere, 1500, now);
        let found = quick.pair_up(now, &mut |_| 0);
        assert_eq!((found[0].game.ending(), found[0].pair), (Ending::Misere, true));
    }

    #[test]
    fn the_window_of_ratings_widens_with_time() {
        let now = Instant::now();
        let mut quick = Quick::default();
        join(&mut quick, 1, QuickPool::default(), 1000, now);
        join(&mut quick, 2, QuickPool::default(), 2000, now);
        assert_eq!(pairs(&mut quick, now).len(), 0);
        assert_eq!(pairs(&mut quick, now + Duration::from_secs(60)).len(), 1);
    }

    #[test]
    fn nobody_meets_the_same_twice_in_a_row_where_another_waits() {
        let now = Instant::now();
        let mut quick = Quick::default();
        let pool = QuickPool::default;
        (1..=2).for_each(|n| join(&mut quick, n, pool(), 1500, now));
        assert_eq!(pairs(&mut quick, now), [[id(1), id(2)]]);
        (1..=3).for_each(|n| join(&mut quick, n, pool(), 1500, now));
        let [pair] = pairs(&mut quick, now)[..] else { panic!("one pair") };
        assert!(pair.contains(&id(3)), "{pair:?}");
        let mut quick = Quick { before: quick.before, ..Quick::default() };
        for PlayerId(n) in pair {
            join(&mut quick, n.as_u128(), pool(), 1500, now);
        }
        assert_eq!(pairs(&mut quick, now), [pair], "there is nobody else");
    }

    #[test]
    fn who_waits_in_vain_is_told_once_and_who_goes_is_forgotten() {
        let now = Instant::now();
        let mut quick = Quick::default();
        join(&mut quick, 1, QuickPool::default(), 1500, now);
        assert_eq!(quick.in_vain(now, NOBODY_AFTER), []);
        let late = now + NOBODY_AFTER;
        assert_eq!(quick.in_vain(late, NOBODY_AFTER), [(id(1), SeekId(Uuid::from_u128(1)))]);
        assert_eq!(quick.in_vain(late, NOBODY_AFTER), []);
        assert!(!quick.cancel(id(2), SeekId(Uuid::from_u128(1))), "it is another's");
        assert!(quick.cancel(id(1), SeekId(Uuid::from_u128(1))));
        join(&mut quick, 1, QuickPool::default(), 1500, now);
        quick.leave(id(1));
        assert!(quick.waiting.is_empty());
    }

    #[test]
    fn who_waits_is_listed_and_can_be_taken_by_whoever_suits() {
        let now = Instant::now();
        let mut quick = Quick::default();
        let rated = QuickPool { rated: true, pair: true, ..QuickPool::default() };
        join(&mut quick, 1, rated, 1500, now);
        join(&mut quick, 2, QuickPool::default(), 1500, now);
        let listed: Vec<_> = quick.seeks(now).map(|seek| seek.by.id).collect();
        assert_eq!((listed, quick.len()), (vec![id(2), id(1)], 2), "the newest first");
        let shown = quick.seeks(now).next().expect("two");
        let Offered::Drawn(draw) = shown.offer.game else { panic!("nobody is told the start") };
        assert_eq!(draw.draw.seed, None);
        let offer = |quick: &Quick, n| quick.offer(SeekId(Uuid::from_u128(n))).expect("waits");
        let taker = |n, kind| Player { kind, ..waiter(n, QuickPool::default(), 1500, now).player };
        let take = |quick: &mut Quick, n, by: Player| {
            quick.accept(&by, offer(quick, n), [None; 2], (now, 0)).map_err(|why| why.code())
        };
        for (n, by) in [(2, taker(2, Kind::Bot)), (1, taker(3, Kind::Person))] {
            assert_eq!(take(&mut quick, n, by), Err(ErrorCode::Forbidden));
        }
        assert_eq!(take(&mut quick, 1, taker(3, Kind::Guest)), Err(ErrorCode::Forbidden));
        // Who takes another's wait no longer waits.
        join(&mut quick, 3, QuickPool::default(), 1500, now);
        let found = take(&mut quick, 2, taker(3, Kind::Person)).expect("they suit each other");
        assert_eq!((found.offer, quick.len()), (Uuid::from_u128(2), 1));
        assert_eq!(found.game.to_string(), "nim 1,2,2");
        let found = take(&mut quick, 1, taker(4, Kind::Bot)).expect("both are bots");
        assert!(
            found.terms.rated && found.pair && quick.offer(SeekId(Uuid::from_u128(1))).is_none()
        );
    }

    #[test]
    fn what_was_drawn_for_who_begins_is_played_and_told() {
        let now = Instant::now();
        let mut quick = Quick::default();
        let rated = QuickPool { rated: true, pair: true, open: true, ..QuickPool::default() };
        (1..=2).for_each(|n| join(&mut quick, n, rated.clone(), 1400 + 10 * n as u32, now));
        let [found] = &quick.pair_up(now, &mut |_| 0)[..] else { panic!("one pair") };
        let first = found.players[0].id.0.as_u128();
        assert_eq!(found.game.to_string(), format!("nim 1,2,{first}"));
        assert_eq!(found.terms.drawn.and_then(|drawn| drawn.seed), u64::try_from(first).ok());
        let ratings = found.terms.ratings.iter().flatten().map(|rating| rating.rating);
        assert!(ratings.eq([1400 + 10 * first as u32, 1430 - 10 * first as u32]));
        assert!(found.terms.open && found.terms.rated && found.pair);
    }

    #[test]
    fn persons_meet_bots_for_the_ladder_only_where_help_is_allowed() {
        let now = Instant::now();
        for (rated, open, meet) in [(true, false, 0), (true, true, 1), (false, false, 1)] {
            let mut quick = Quick::default();
            let pool = QuickPool { rated, open, ..QuickPool::default() };
            join(&mut quick, 1, pool.clone(), 1500, now);
            let mut person = waiter(2, pool, 1500, now);
            person.player.kind = Kind::Person;
            quick.join(person);
            assert_eq!(pairs(&mut quick, now).len(), meet, "{rated} {open}");
        }
    }

    #[test]
    fn who_has_begun_more_often_does_not_begin() {
        let now = Instant::now();
        let mut quick = Quick::default();
        let mut first = Vec::new();
        for round in 0..6 {
            (1..=2).for_each(|n| join(&mut quick, n, QuickPool::default(), 1500, now));
            let found = quick.pair_up(now, &mut |n| round % n);
            first.push(found[0].players[0].id);
        }
        for two in first.chunks(2) {
            assert_ne!(two[0], two[1], "{first:?}");
        }
    }
}
