//! Latencies and counts, second by second and in all. Players write to one of
//! several parts, so that they do not wait for each other.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use hdrhistogram::Histogram;
use protocol::ErrorCode;

use crate::open;
use crate::outcome::{Latency, Second};
use crate::usage::Used;

const PARTS: usize = 8;

/// A latency is shown to three digits, up to two minutes.
const MAX_MICROS: u64 = 120_000_000;

/// Where everything is counted.
#[derive(Debug, Default)]
pub(crate) struct Meter {
    parts: [Mutex<Part>; PARTS],
    total: Mutex<Part>,
}

/// Counts of some players, or of all.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// From when a move was due to its acknowledgement.
    pub(crate) own: Histogram<u64>,
    /// From when a move was due to the opponent's new state.
    pub(crate) other: Histogram<u64>,
    /// From a seek to the seat.
    pub(crate) paired: Histogram<u64>,
    /// How late the swarm itself was with a move that could have gone.
    pub(crate) late: Histogram<u64>,
    pub(crate) moves: u64,
    pub(crate) games: u64,
    pub(crate) connections: u64,
    pub(crate) losses: u64,
    pub(crate) kills: u64,
    pub(crate) intruders: u64,
    pub(crate) refusals: BTreeMap<String, u64>,
}

impl Default for Part {
    fn default() -> Part {
        let empty =
            || Histogram::new_with_bounds(1, MAX_MICROS, 3).expect("the bounds are in order");
        Part {
            own: empty(),
            other: empty(),
            paired: empty(),
            late: empty(),
            moves: 0,
            games: 0,
            connections: 0,
            losses: 0,
            kills: 0,
            intruders: 0,
            refusals: BTreeMap::new(),
        }
    }
}

impl Part {
    /// The player's move was acknowledged so long after it was due.
    pub(crate) fn own(&mut self, took: Duration) {
        self.moves += 1;
        record(&mut self.own, took);
    }

    /// The opponent's move came so long after it was due.
    pub(crate) fn other(&mut self, took: Duration) {
        record(&mut self.other, took);
    }

    /// A seek led to a seat.
    pub(crate) fn paired(&mut self, took: Duration) {
        record(&mut self.paired, took);
    }

    /// A move went out so long after it was due, with nothing to wait for.
    pub(crate) fn late(&mut self, by: Duration) {
        record(&mut self.late, by);
    }

    /// The server refused something.
    pub(crate) fn refused(&mut self, code: ErrorCode) {
        *self.refusals.entry(word(code)).or_default() += 1;
    }

    fn take_from(&mut self, part: &mut Part) {
        // All have the same bounds, so nothing is left out.
        self.own += &part.own;
        self.other += &part.other;
        self.paired += &part.paired;
        self.late += &part.late;
        self.moves += part.moves;
        self.games += part.games;
        self.connections += part.connections;
        self.losses += part.losses;
        self.kills += part.kills;
        self.intruders += part.intruders;
        for (code, count) in &part.refusals {
            *self.refusals.entry(code.clone()).or_default() += count;
        }
        part.clear();
    }

    fn clear(&mut self) {
        for histogram in [&mut self.own, &mut self.other, &mut self.paired, &mut self.late] {
            histogram.reset();
        }
        (self.moves, self.games, self.connections, self.losses) = (0, 0, 0, 0);
        (self.kills, self.intruders) = (0, 0);
        self.refusals.clear();
    }
}

/// The code's name on the wire.
fn word(code: ErrorCode) -> String {
    let json = serde_json::to_value(code).unwrap_or_default();
    json.as_str().unwrap_or_default().to_owned()
}

fn record(histogram: &mut Histogram<u64>, took: Duration) {
    histogram.saturating_record(u64::try_from(took.as_micros()).unwrap_or(MAX_MICROS));
}

impl Meter {
    /// Where this player writes.
    pub(crate) fn part(&self, player: usize) -> MutexGuard<'_, Part> {
        open(&self.parts[player % PARTS])
    }

    /// The server was killed.
    pub(crate) fn killed(&self) {
        self.part(0).kills += 1;
    }

    /// From now on it counts. What has led here is connections only.
    pub(crate) fn reset(&self) {
        let mut total = open(&self.total);
        self.parts.iter().for_each(|part| total.take_from(&mut open(part)));
        let connections = total.connections;
        total.clear();
        total.connections = connections;
    }

    /// Takes together what came since the last second.
    pub(crate) fn second(&self, second: u64, used: Used) -> Second {
        let mut now = Part::default();
        self.parts.iter().for_each(|part| now.take_from(&mut open(part)));
        let seen = Second {
            second,
            moves: now.moves,
            games: now.games,
            losses: now.losses,
            own: Latency::of(&now.own),
            other: Latency::of(&now.other),
            own_cores: used.own_cores,
            server_cores: used.server_cores,
            server_bytes: used.server_bytes,
        };
        open(&self.total).take_from(&mut now);
        seen
    }

    /// All seconds together.
    pub(crate) fn total(&self) -> Part {
        open(&self.total).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_add_up_to_the_whole() {
        let meter = Meter::default();
        meter.part(3).connections += 1;
        meter.part(3).own(Duration::from_millis(9));
        meter.reset();
        for player in 0..100 {
            meter.part(player).own(Duration::from_micros(100 + player as u64));
        }
        let first = meter.second(1, Used::default());
        meter.part(1).own(Duration::from_millis(50));
        meter.part(1).refused(ErrorCode::Busy);
        let second = meter.second(2, Used::default());
        let total = meter.total();
        assert_eq!((first.moves, second.moves, total.moves), (100, 1, 101));
        assert_eq!(first.own.max_us, 199);
        assert!(second.own.p50_us >= 50_000 && total.own.max() >= 50_000);
        assert_eq!((total.connections, total.refusals["busy"]), (1, 1));
    }
}
