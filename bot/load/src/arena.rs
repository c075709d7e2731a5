//! A tournament made for a load, as its entrants see it: an arena, whose free players are paired
//! again until its time is up.

use std::collections::{HashMap, HashSet};
use std::sync::Mutex;
use std::time::Duration;

use protocol::limits::MAX_RUNNING;
use protocol::{PairId, PlayerId, Secret, TournamentId};
use tokio::time::Instant;

use crate::meter::lock;

/// The most entrants of one tournament: all of them can play at the same time.
pub(crate) const MAX_ENTRANTS: usize = 2 * MAX_RUNNING;

/// A tournament of the load.
#[derive(Debug)]
pub(crate) struct LoadArena {
    pub(crate) id: TournamentId,
    /// The secret for the orders of its organizer.
    pub(crate) organizer: Secret,
    pairs: Mutex<ArenaPairs>,
}

#[derive(Debug, Default)]
struct ArenaPairs {
    /// Every pair that has begun.
    begun: HashSet<PairId>,
    running: HashSet<PairId>,
    /// Since when nobody plays, as the first entrants to know have seen it. It remains until
    /// the next pair is over, because all pairs of a wave have been waited for.
    idle_since: Option<Instant>,
    /// Games won and lost by each entrant, as they have seen it.
    games: HashMap<PlayerId, [u32; 2]>,
}

impl LoadArena {
    pub(crate) fn new(id: TournamentId, organizer: Secret) -> LoadArena {
        LoadArena { id, organizer, pairs: Mutex::default() }
    }

    /// Records that the tournament begins: everybody waits for the first wave.
    pub(crate) fn begin(&self, now: Instant) {
        lock(&self.pairs).idle_since = Some(now);
    }

    /// Records that an entrant is seated for the first game of a pair. Returns how long everybody
    /// had waited for this wave; `None` if it did not wait for the last pair of the one before.
    pub(crate) fn began(&self, pair: PairId, now: Instant) -> Option<Duration> {
        let mut pairs = lock(&self.pairs);
        if pairs.begun.insert(pair) {
            pairs.running.insert(pair);
        }
        pairs.idle_since.map(|since| now - since)
    }

    /// Records that an entrant has seen the end of a pair; returns whether they are the first.
    pub(crate) fn ended(&self, pair: PairId, now: Instant) -> bool {
        let mut pairs = lock(&self.pairs);
        let is_first = pairs.running.remove(&pair);
        if is_first {
            pairs.idle_since = pairs.running.is_empty().then_some(now);
        }
        is_first
    }

    /// Records a game that an entrant has won or lost.
    pub(crate) fn note_game(&self, entrant: PlayerId, has_won: bool) {
        let mut pairs = lock(&self.pairs);
        let [won, lost] = pairs.games.entry(entrant).or_default();
        *(if has_won { won } else { lost }) += 1;
    }

    /// Games won and lost by an entrant.
    pub(crate) fn games(&self, entrant: PlayerId) -> [u32; 2] {
        lock(&self.pairs).games.get(&entrant).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn a_wave_is_waited_for_since_the_last_pair_was_over() {
        let arena = LoadArena::new(TournamentId(Uuid::nil()), Secret::new([1; 32]));
        let begin = Instant::now();
        let ms = Duration::from_millis;
        let began = |n, after| arena.began(PairId(Uuid::from_u128(n)), begin + ms(after));
        let ended = |n, after| arena.ended(PairId(Uuid::from_u128(n)), begin + ms(after));
        assert_eq!(began(1, 0), None, "it has not begun");
        arena.begin(begin);
        assert_eq!([1, 2, 2].map(|n| began(n, 5)), [Some(ms(5)); 3]);
        assert!(ended(1, 10));
        assert!(!ended(1, 11), "the other entrant of the pair");
        assert_eq!(began(3, 30), None, "a wave that does not wait for the second pair");
        assert!(ended(2, 40) && ended(3, 50));
        assert_eq!(began(3, 50), Some(ms(0)), "an entrant who learns late");
        assert_eq!([4, 4, 5, 5].map(|n| began(n, 70)), [Some(ms(20)); 4]);
        assert!(ended(4, 80), "the pair of the late entrant does not run");
        assert_eq!(began(6, 90), None);
    }

    #[test]
    fn games_are_counted_by_entrant() {
        let arena = LoadArena::new(TournamentId(Uuid::nil()), Secret::new([1; 32]));
        let [ada, bob] = [1, 2].map(|n| PlayerId(Uuid::from_u128(n)));
        for has_won in [true, false, true] {
            arena.note_game(ada, has_won);
        }
        assert_eq!((arena.games(ada), arena.games(bob)), ([2, 1], [0, 0]));
    }
}
