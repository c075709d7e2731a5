//! Recent opponents in quick play, and how often each player has begun.

use std::collections::{HashMap, VecDeque};

use ladder::REMEMBERED;
use protocol::PlayerId;

/// The maximum number of players whose last matches are remembered.
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
    /// The number of games they have begun minus those they have not.
    begun: i32,
}

impl Meetings {
    /// Returns the people behind the opponents of a player's last matches, the latest first.
    pub(super) fn past_opponents(&self, player: PlayerId) -> Vec<PlayerId> {
        self.players.get(&player).map_or_else(Vec::new, |past| past.met.iter().copied().collect())
    }

    /// Returns the number of games a player has begun minus those they have not.
    pub(super) fn begun(&self, player: PlayerId) -> i32 {
        self.players.get(&player).map_or(0, |past| past.begun)
    }

    /// Records that two players have met, each with the person behind them. In a pair both begin
    /// once.
    pub(super) fn note(&mut self, [first, second]: [(PlayerId, PlayerId); 2], pair: bool) {
        if self.players.len() >= MAX_PLAYERS {
            self.players.clear();
        }
        let step = i32::from(!pair);
        for ((me, _), (_, person), step) in [(first, second, step), (second, first, -step)] {
            let past = self.players.entry(me).or_default();
            past.met.push_front(person);
            past.met.truncate(REMEMBERED);
            past.begun = past.begun.saturating_add(step);
        }
    }
}
