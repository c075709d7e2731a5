//! Recent opponents in quick play, and who has begun more often.

use std::collections::{HashMap, VecDeque};

use ladder::REMEMBERED;
use protocol::PlayerId;

/// Players whose last matches are remembered.
const MAX_PLAYERS: usize = 10_000;

/// The last matches of each player.
#[derive(Debug, Default)]
pub(super) struct Meetings {
    players: HashMap<PlayerId, Past>,
}

#[derive(Debug, Default)]
struct Past {
    /// The latest first.
    met: VecDeque<PlayerId>,
    /// How many more games they have begun than not.
    begun: i32,
}

impl Meetings {
    /// Whom a player has met in their last matches, the latest first.
    pub(super) fn met(&self, player: PlayerId) -> Vec<PlayerId> {
        self.players.get(&player).map_or_else(Vec::new, |past| past.met.iter().copied().collect())
    }

    /// How many more games a player has begun than not.
    pub(super) fn begun(&self, player: PlayerId) -> i32 {
        self.players.get(&player).map_or(0, |past| past.begun)
    }

    /// Notes that two have met. In a pair both begin once.
    pub(super) fn note(&mut self, first: PlayerId, second: PlayerId, pair: bool) {
        if self.players.len() >= MAX_PLAYERS {
            self.players.clear();
        }
        let step = i32::from(!pair);
        for (me, other, step) in [(first, second, step), (second, first, -step)] {
            let past = self.players.entry(me).or_default();
            past.met.push_front(other);
            past.met.truncate(REMEMBERED);
            past.begun = past.begun.saturating_add(step);
        }
    }
}
