//! Pairs the players waiting in one pool. Players are compared in ticks, so that there is a choice;
//! a newcomer is paired at once only with a good opponent whom they have not met lately. Recent
//! opponents meet again only after both have waited, and windows are mutual and bounded, so nobody
//! starves.

use protocol::{PlayerId, Window};

/// The interval between comparisons of waiting players, in milliseconds.
pub const TICK_MS: u64 = 3_000;

/// How long both players must have waited, in milliseconds, before they meet their last opponent
/// again. They may meet the opponent of k matches ago after a k-th of it.
pub const REMATCH_AFTER_MS: u64 = 10_000;

/// The number of opponents remembered for each player: those met longer ago count as new.
pub const REMEMBERED: usize = 4;

/// After this wait, in milliseconds, a player accepts everybody whose own window they fit. They are
/// paired at the next tick if anybody else waits, and the strongest and weakest players wait no
/// longer than this, one tick and [`REMATCH_AFTER_MS`].
pub const LONGEST_WAIT_MS: u64 = 30_000;

/// The maximum distance in points between two newcomers, in addition to their uncertainty.
const WINDOW: f64 = 100.0;

/// Points per second by which the window widens.
const WIDENS: f64 = 25.0;

/// The neighbours on either side that are considered for one player, so that a crowd costs little
/// more than sorting it.
const NEIGHBOURS: usize = 16;

/// A player who waits for an opponent.
#[derive(Clone, Debug, PartialEq)]
pub struct WaitingPlayer {
    /// The player.
    pub player: PlayerId,
    /// The person behind them: all of one person's bots are one opponent.
    pub person: PlayerId,
    /// Their rating, in points.
    pub rating: f64,
    /// Its deviation.
    pub deviation: f64,
    /// How long they have waited, in milliseconds.
    pub waited_ms: u64,
    /// The people behind the opponents of their last matches, the latest first.
    pub met: Vec<PlayerId>,
    /// The number of first games they have begun minus those they have not.
    pub begun: i32,
    /// The window of opponents they asked for; `None` means anybody near them.
    pub wants: Option<Window>,
    /// Players they do not want to meet at all.
    pub apart: Vec<PlayerId>,
}

/// A pair of players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The player who begins the first game.
    pub first: PlayerId,
    /// The other player.
    pub second: PlayerId,
}

impl WaitingPlayer {
    /// Whether two players suit each other. A window that a player asked for is theirs alone; of
    /// the usual windows the wider one counts for both, since otherwise newcomers would exclude the
    /// far ends of the scale for ever.
    fn suits(&self, other: &WaitingPlayer) -> bool {
        let apart = self.apart.contains(&other.player) || other.apart.contains(&self.player);
        !apart && self.lets_in(other) && other.lets_in(self)
    }

    fn lets_in(&self, other: &WaitingPlayer) -> bool {
        let apart = other.rating - self.rating;
        let Some(Window { below, above, widens }) = self.wants else {
            let waited = self.waited_ms.max(other.waited_ms);
            return waited >= LONGEST_WAIT_MS || apart.abs() <= self.usual_window(other, waited);
        };
        let wider = f64::from(widens) * seconds(self.waited_ms);
        (-f64::from(below) - wider..=f64::from(above) + wider).contains(&apart)
    }

    fn usual_window(&self, other: &WaitingPlayer, waited_ms: u64) -> f64 {
        WINDOW + 2.0 * self.deviation.max(other.deviation) + WIDENS * seconds(waited_ms)
    }

    /// How many matches ago these two met; if their counts differ, the more recent one.
    fn met_ago(&self, other: &WaitingPlayer) -> Option<u64> {
        let ago = |one: &WaitingPlayer, other: &WaitingPlayer| {
            let met = one.met.iter().take(REMEMBERED);
            (1..).zip(met).find(|(_, met)| **met == other.person).map(|(ago, _)| ago)
        };
        ago(self, other).into_iter().chain(ago(other, self)).min()
    }

    /// Whether these two have waited long enough to meet now.
    pub fn may_meet(&self, other: &WaitingPlayer) -> bool {
        let waited = self.waited_ms.min(other.waited_ms);
        self.met_ago(other).is_none_or(|ago| waited >= REMATCH_AFTER_MS / ago)
    }

    /// A plausible rating of theirs: drawn uniformly within their deviation.
    fn place(&self, below: &mut dyn FnMut(u64) -> u64) -> f64 {
        const STEPS: u64 = 1 << 20;
        let unit = below(STEPS) as f64 / STEPS as f64 * 2.0 - 1.0;
        self.rating + unit * 3f64.sqrt() * self.deviation
    }
}

/// Returns the pairs possible at a tick, the longest wait first. `below(n)` draws a number from 0
/// to n - 1: a player's place in the order is drawn within their deviation, so uncertain players
/// meet many opponents.
pub fn find_opponents(waiting: &[WaitingPlayer], below: &mut dyn FnMut(u64) -> u64) -> Vec<Found> {
    let mut order: Vec<(f64, &WaitingPlayer)> =
        waiting.iter().map(|one| (one.place(below), one)).collect();
    order.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut longest: Vec<usize> = (0..order.len()).collect();
    longest.sort_by_key(|&index| std::cmp::Reverse(order[index].1.waited_ms));
    let mut free: Vec<bool> = vec![true; order.len()];
    let mut found = Vec::with_capacity(waiting.len() / 2);
    for me in longest {
        if !free[me] {
            continue;
        }
        let one = order[me].1;
        // After the longest wait a player is compared with everybody: their opponent may be far
        // away.
        let looked_at = if one.waited_ms >= LONGEST_WAIT_MS { order.len() } else { NEIGHBOURS };
        let nearer = (0..me).rev().filter(|&index| free[index]).take(looked_at);
        let farther = (me + 1..order.len()).filter(|&index| free[index]).take(looked_at);
        let suiting = nearer.chain(farther).filter(|&index| {
            let other = order[index].1;
            one.suits(other) && one.may_meet(other)
        });
        let distance = |index: &usize| (order[*index].0 - order[me].0).abs();
        let Some(other) = suiting.min_by(|a, b| distance(a).total_cmp(&distance(b))) else {
            continue;
        };
        (free[me], free[other]) = (false, false);
        found.push(seat(one, order[other].1));
    }
    found
}

/// Returns the opponent whom a newcomer can meet without waiting for the tick: one whom they have
/// not met lately and who suits them now.
pub fn find_at_once(newcomer: &WaitingPlayer, waiting: &[WaitingPlayer]) -> Option<Found> {
    let good = waiting.iter().filter(|other| {
        other.player != newcomer.player
            && newcomer.suits(other)
            && newcomer.met_ago(other).is_none()
    });
    let distance = |other: &&WaitingPlayer| (other.rating - newcomer.rating).abs();
    let best = good.min_by(|a, b| distance(a).total_cmp(&distance(b)))?;
    Some(seat(newcomer, best))
}

/// The player who has begun less often begins.
fn seat(one: &WaitingPlayer, other: &WaitingPlayer) -> Found {
    let (first, second) = if one.begun <= other.begun { (one, other) } else { (other, one) };
    Found { first: first.player, second: second.player }
}

fn seconds(ms: u64) -> f64 {
    ms as f64 / 1_000.0
}

#[cfg(test)]
mod tests;
