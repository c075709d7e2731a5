//! Quick play: who waits for the same kind of game is brought together. Pure,
//! time and chance passed in; who suits whom is the ladder's matchmaking.

use std::collections::HashMap;
use std::time::Instant;

use protocol::limits::NOBODY_AFTER;
use protocol::{ErrorCode, Player, PlayerId, QuickPool, SeekId};
use rules::Setup;
use solver::PRESETS;

use crate::ladder::{Found, Waiting, find_opponents};
use crate::lobby::Match;
use crate::record::Origin;
use crate::refused::Refused;

/// Players whose last opponent is remembered.
const MAX_REMEMBERED: usize = 10_000;

/// Everybody who waits: each for one game.
#[derive(Debug, Default)]
pub(crate) struct Quick {
    waiting: HashMap<PlayerId, Waiter>,
    last: HashMap<PlayerId, PlayerId>,
}

#[derive(Clone, Debug)]
struct Waiter {
    seek: SeekId,
    player: Player,
    pool: QuickPool,
    /// Rating and deviation.
    rating: (f64, f64),
    since: Instant,
    /// Whether he has been told that there is nobody.
    told: bool,
}

impl Quick {
    /// Somebody begins to wait, or waits for something else.
    pub(crate) fn join(
        &mut self,
        seek: SeekId,
        player: Player,
        pool: QuickPool,
        rating: (f64, f64),
        now: Instant,
    ) -> Result<(), Refused> {
        starts(&pool).next().ok_or_else(|| {
            let why = "no start of that variant and ending is offered to two players";
            Refused::new(ErrorCode::BadGame, why)
        })?;
        let waiter = Waiter { seek, player, pool, rating, since: now, told: false };
        self.waiting.insert(waiter.player.id, waiter);
        Ok(())
    }

    /// A player has gone.
    pub(crate) fn leave(&mut self, player: PlayerId) {
        self.waiting.remove(&player);
    }

    /// A player no longer wants to wait; whether he did.
    pub(crate) fn cancel(&mut self, player: PlayerId, seek: SeekId) -> bool {
        let his = self.waiting.get(&player).is_some_and(|waiter| waiter.seek == seek);
        if his {
            self.leave(player);
        }
        his
    }

    /// Brings together whom it can. `below(n)` draws a number from 0 to n - 1.
    pub(crate) fn pair_up(
        &mut self,
        now: Instant,
        below: &mut dyn FnMut(u64) -> u64,
    ) -> Vec<Match> {
        let mut pools: HashMap<&QuickPool, Vec<Waiting>> = HashMap::new();
        for waiter in self.waiting.values() {
            pools.entry(&waiter.pool).or_default().push(self.as_waiting(waiter, now));
        }
        let found: Vec<Found> =
            pools.values().flat_map(|waiting| find_opponents(waiting, below)).collect();
        found.into_iter().filter_map(|two| self.seat(two, below)).collect()
    }

    fn as_waiting(&self, waiter: &Waiter, now: Instant) -> Waiting {
        let waited = now.saturating_duration_since(waiter.since);
        Waiting {
            player: waiter.player.id,
            rating: waiter.rating.0,
            deviation: waiter.rating.1,
            waited_ms: u64::try_from(waited.as_millis()).unwrap_or(u64::MAX),
            last: self.last.get(&waiter.player.id).copied(),
            begun: 0,
        }
    }

    fn seat(&mut self, two: Found, below: &mut dyn FnMut(u64) -> u64) -> Option<Match> {
        let Found { mut first, mut second } = two;
        if below(2) == 1 {
            std::mem::swap(&mut first, &mut second);
        }
        let (one, two) = (self.waiting.remove(&first)?, self.waiting.remove(&second)?);
        if self.last.len() >= MAX_REMEMBERED {
            self.last.clear();
        }
        self.last.insert(first, second);
        self.last.insert(second, first);
        let games: Vec<Setup> = starts(&one.pool).collect();
        let chosen = usize::try_from(below(games.len() as u64)).ok()?;
        let QuickPool { clock, rated, pair, .. } = one.pool;
        Some(Match {
            offer: one.seek.0,
            game: games.get(chosen)?.clone(),
            clock,
            rated,
            // Rated in pairs, so nobody need know who wins the start.
            start: None,
            pair: pair || rated,
            origin: Origin::Offer,
            players: vec![one.player, two.player],
        })
    }

    /// Who has waited for long in vain; each once.
    pub(crate) fn in_vain(&mut self, now: Instant) -> Vec<(PlayerId, SeekId)> {
        let long = |waiter: &&mut Waiter| {
            !waiter.told && now.saturating_duration_since(waiter.since) >= NOBODY_AFTER
        };
        let tell = |waiter: &mut Waiter| {
            waiter.told = true;
            (waiter.player.id, waiter.seek)
        };
        self.waiting.values_mut().filter(long).map(tell).collect()
    }
}

/// The starts with a name that fit a pool.
fn starts(pool: &QuickPool) -> impl Iterator<Item = Setup> + '_ {
    let fits = |setup: &Setup| {
        let variant = setup.variant();
        let two = variant.rules().seats() == 2;
        two && variant.name() == pool.variant && setup.ending() == pool.ending
    };
    PRESETS.iter().map(|preset| preset.setup()).filter(fits)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use protocol::{Kind, Name};
    use rules::Ending;
    use uuid::Uuid;

    use super::*;

    fn id(n: u128) -> PlayerId {
        PlayerId(Uuid::from_u128(n))
    }

    fn join(quick: &mut Quick, n: u128, pool: QuickPool, rating: f64, now: Instant) {
        let name = Name::try_from(format!("player {n}")).expect("plain");
        let player = Player { id: id(n), name, kind: Kind::Bot, house: false };
        quick.join(SeekId(Uuid::from_u128(n)), player, pool, (rating, 50.0), now).expect("offered");
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
        join(&mut quick, 1, QuickPool::default(), 1500.0, now);
        join(&mut quick, 2, misere.clone(), 1500.0, now);
        assert_eq!(pairs(&mut quick, now), [] as [[PlayerId; 2]; 0]);
        join(&mut quick, 3, QuickPool::default(), 1500.0, now);
        assert_eq!(pairs(&mut quick, now), [[id(1), id(3)]]);
        assert_eq!(pairs(&mut quick, now), [] as [[PlayerId; 2]; 0], "once");
        join(&mut quick, 4, misere, 1500.0, now);
        let found = quick.pair_up(now, &mut |_| 0);
        assert_eq!((found[0].game.ending(), found[0].pair), (Ending::Misere, true));
        let rated = QuickPool { rated: true, ..QuickPool::default() };
        (1..=2).for_each(|n| join(&mut quick, n, rated.clone(), 1500.0, now));
        assert!(quick.pair_up(now, &mut |_| 0)[0].pair, "what is rated is a pair");
    }

    #[test]
    fn the_window_of_ratings_widens_with_time() {
        let now = Instant::now();
        let mut quick = Quick::default();
        join(&mut quick, 1, QuickPool::default(), 1000.0, now);
        join(&mut quick, 2, QuickPool::default(), 2000.0, now);
        assert_eq!(pairs(&mut quick, now).len(), 0);
        assert_eq!(pairs(&mut quick, now + Duration::from_secs(60)).len(), 1);
    }

    #[test]
    fn nobody_meets_the_same_twice_in_a_row_where_another_waits() {
        let now = Instant::now();
        let mut quick = Quick::default();
        let pool = QuickPool::default;
        (1..=2).for_each(|n| join(&mut quick, n, pool(), 1500.0, now));
        assert_eq!(pairs(&mut quick, now), [[id(1), id(2)]]);
        (1..=3).for_each(|n| join(&mut quick, n, pool(), 1500.0, now));
        let [pair] = pairs(&mut quick, now)[..] else { panic!("one pair") };
        assert!(pair.contains(&id(3)), "{pair:?}");
        let mut quick = Quick { last: quick.last, ..Quick::default() };
        for PlayerId(n) in pair {
            join(&mut quick, n.as_u128(), pool(), 1500.0, now);
        }
        assert_eq!(pairs(&mut quick, now), [pair], "there is nobody else");
    }

    #[test]
    fn who_waits_in_vain_is_told_once_and_who_goes_is_forgotten() {
        let now = Instant::now();
        let mut quick = Quick::default();
        join(&mut quick, 1, QuickPool::default(), 1500.0, now);
        assert_eq!(quick.in_vain(now), []);
        let late = now + NOBODY_AFTER;
        assert_eq!(quick.in_vain(late), [(id(1), SeekId(Uuid::from_u128(1)))]);
        assert_eq!(quick.in_vain(late), []);
        assert!(!quick.cancel(id(2), SeekId(Uuid::from_u128(1))), "it is another's");
        assert!(quick.cancel(id(1), SeekId(Uuid::from_u128(1))));
        join(&mut quick, 1, QuickPool::default(), 1500.0, now);
        quick.leave(id(1));
        assert!(quick.waiting.is_empty());
    }

    #[test]
    fn a_pool_without_a_start_is_refused() {
        let mut quick = Quick::default();
        let name = Name::try_from("x".to_owned()).expect("plain");
        let player = Player { id: id(1), name, kind: Kind::Bot, house: false };
        let pool = QuickPool { variant: "chess".to_owned(), ..QuickPool::default() };
        let seek = SeekId(Uuid::from_u128(1));
        let refused = quick.join(seek, player, pool, (1500.0, 350.0), Instant::now());
        assert_eq!(refused.expect_err("unknown").code, ErrorCode::BadGame);
    }
}
