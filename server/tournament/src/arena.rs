//! An arena: free players wait for a wave, in which all of them are paired at once. A wave comes
//! when nobody is playing any more, or after a bounded wait, so that fast players cannot gather
//! points while slow ones think.

use integer_blossom::min_weight_perfect_matching;
use protocol::Number;

use super::seed::Seed;

/// An entrant who waits for an opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WaitingEntrant {
    pub(crate) number: Number,
    pub(crate) score: u32,
    /// All opponents so far, in order.
    pub(crate) met: Vec<Number>,
    /// The number of waves in which they were free and had no opponent.
    pub(crate) rests: u32,
    /// How often they began, minus how often their opponents did.
    pub(crate) balance: i32,
}

/// The minimum wait for a wave while somebody plays, in milliseconds, and the minimum number of
/// waves that fit into an arena, which gives the maximum wait.
const LEAST_WAIT_MS: u64 = 1_000;
const WAVES_AT_LEAST: u64 = 20;

/// Returns how long to wait for a wave, in milliseconds: twice the longest of the last pairs, as
/// many as there are entrants.
pub(crate) fn longest_wait(seconds: u32, entrants: usize, lengths_ms: &[u64]) -> u64 {
    let most = u64::from(seconds) * 1_000 / WAVES_AT_LEAST;
    let last = lengths_ms.len().saturating_sub(entrants);
    let longest = lengths_ms[last..].iter().max();
    longest.map_or(most, |longest| (2 * longest).clamp(LEAST_WAIT_MS.min(most), most))
}

/// Pairs a wave, best ranked first, as a minimum-cost perfect matching. The rules, in this order:
/// with an odd number the player who has rested least rests; nobody meets one of their last
/// opponents (half of all others; the opponent met longest ago is the first to be met again);
/// neighbours in rank meet; the first move alternates; random lots of `wave` decide ties.
pub(crate) fn pair(
    seed: &Seed,
    wave: u32,
    mut waiting: Vec<WaitingEntrant>,
) -> Vec<(Number, Number)> {
    waiting.sort_by_key(|one| (std::cmp::Reverse(one.score), one.number));
    let n = waiting.len() + waiting.len() % 2;
    if waiting.len() < 2 {
        return Vec::new();
    }
    let weights = weights(&waiting);
    let mut lots = seed.chance(&format!("wave {wave}"));
    let mut costs = vec![0; n * n];
    for i in 0..n {
        for j in i + 1..n {
            let rules = rules(&waiting, i, j);
            let cost: i128 = rules.iter().zip(weights).map(|(cost, weight)| cost * weight).sum();
            costs[i * n + j] = (cost << LOT_BITS) + i128::from(lots.below(1 << 32));
        }
    }
    let mate = min_weight_perfect_matching(&costs, n);
    let boards = (0..waiting.len()).map(|i| (i, mate[i]));
    let boards = boards.filter(|&(i, j)| i < j && j < waiting.len());
    boards.map(|(i, j)| seats(&waiting[i], &waiting[j])).collect()
}

/// Lots are numbers below 2^32, and a wave has at most 2^7 pairs.
const LOT_BITS: u32 = 40;

/// The cost of pairing two places, by rule; the place beyond the last means a rest.
fn rules(waiting: &[WaitingEntrant], i: usize, j: usize) -> [i128; 4] {
    let one = &waiting[i];
    let Some(other) = waiting.get(j) else { return [i128::from(one.rests), 0, 0, 0] };
    let horizon = horizon(waiting.len());
    let recent = |a: &WaitingEntrant, b: &WaitingEntrant| {
        let ago = a.met.iter().rev().take(horizon).position(|met| *met == b.number);
        ago.map_or(0, |ago| horizon - ago)
    };
    let again = recent(one, other).max(recent(other, one)) as i128;
    let apart = (j - i) as i128;
    let same = one.balance.signum() * other.balance.signum() > 0;
    let clash = if same { one.balance.abs().min(other.balance.abs()).min(9) } else { 0 };
    [0, again * again, apart * apart, i128::from(clash)]
}

/// The number of their last opponents that a player must not meet again.
fn horizon(waiting: usize) -> usize {
    (waiting / 2).max(1)
}

/// Each rule weighs more than the sum of all later ones.
fn weights(waiting: &[WaitingEntrant]) -> [i128; 4] {
    let n = waiting.len() as i128;
    let horizon = horizon(waiting.len()) as i128;
    let boards = n / 2 + 1;
    let apart = boards * 9 + 1;
    let again = apart * (boards * n * n + 1);
    let rest = again * (boards * horizon * horizon + 1);
    [rest, again, apart, 1]
}

/// The player who has begun less often begins; between equals, the better ranked.
fn seats(better: &WaitingEntrant, other: &WaitingEntrant) -> (Number, Number) {
    match better.balance <= other.balance {
        true => (better.number, other.number),
        false => (other.number, better.number),
    }
}

/// Half-points of a pair after `streak` wins in a row: from the third consecutive win on, a win
/// counts twice; a win in which both games were played berserk counts one more.
pub(crate) fn points(points: u32, streak: u32, berserk: bool) -> u32 {
    let won = points == 2;
    let twice = if won && streak >= 2 { 2 } else { 0 };
    points + twice + u32::from(won && berserk)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waiting(number: u32, score: u32, met: &[u32]) -> WaitingEntrant {
        let met = met.iter().map(|&met| Number(met)).collect();
        WaitingEntrant { number: Number(number), score, met, rests: 0, balance: 0 }
    }

    fn written(waiting: Vec<WaitingEntrant>) -> Vec<(u32, u32)> {
        pair(&Seed::new([1; 32]), 1, waiting).into_iter().map(|(a, b)| (a.0, b.0)).collect()
    }

    #[test]
    fn neighbours_meet_and_not_the_same_twice_in_a_row() {
        let all =
            || vec![waiting(1, 0, &[]), waiting(2, 4, &[]), waiting(3, 3, &[]), waiting(4, 0, &[])];
        assert_eq!(written(all()), [(2, 3), (1, 4)]);
        let mut met = all();
        met[1].met = vec![Number(3)];
        met[2].met = vec![Number(2)];
        assert_eq!(written(met), [(2, 1), (3, 4)]);
        assert_eq!(written(vec![waiting(1, 4, &[2]), waiting(2, 4, &[1])]), [(1, 2)]);
        assert_eq!(written(vec![waiting(1, 4, &[2])]), []);
    }

    /// What costs most: not to rest in turn, to meet again at once, to stand far apart, and a clash
    /// of sides, of at most 9.
    #[test]
    fn each_rule_weighs_more_than_all_later_ones_together() {
        let all = |n: u32| (0..n).map(|number| waiting(number, 0, &[])).collect::<Vec<_>>();
        assert_eq!(weights(&all(4)), [17_836, 1_372, 28, 1]);
        for n in 2..40 {
            let [rest, again, apart, clash] = weights(&all(n));
            let boards = i128::from(n / 2);
            let (met, far) = (i128::from(n / 2), i128::from(n - 1));
            assert!(apart > boards * 9 * clash);
            assert!(again > boards * (far * far * apart + 9 * clash));
            assert!(rest > boards * (met * met * again + far * far * apart + 9 * clash));
        }
    }

    #[test]
    fn the_entrant_with_the_fewest_rests_rests() {
        let mut three = vec![waiting(1, 4, &[]), waiting(2, 2, &[]), waiting(3, 0, &[])];
        three[1].rests = 1;
        three[2].rests = 1;
        assert_eq!(written(three), [(2, 3)]);
    }

    #[test]
    fn the_entrant_who_began_less_often_moves_first() {
        let mut two = vec![waiting(1, 0, &[]), waiting(2, 0, &[])];
        two[0].balance = 1;
        assert_eq!(written(two), [(2, 1)]);
    }

    #[test]
    fn a_streak_begins_with_the_third_win() {
        assert_eq!([0, 1, 2, 3].map(|streak| points(2, streak, false)), [2, 2, 4, 4]);
        assert_eq!([0, 1, 2, 3].map(|streak| points(1, streak, false)), [1, 1, 1, 1]);
    }

    #[test]
    fn a_win_counts_more_if_both_games_were_played_berserk() {
        assert_eq!([0, 1, 2].map(|half| points(half, 0, true)), [0, 1, 3]);
        assert_eq!(points(2, 2, true), 5);
    }

    #[test]
    fn a_wave_is_waited_for_as_pairs_last() {
        assert_eq!(longest_wait(600, 4, &[]), 30_000);
        assert_eq!(longest_wait(600, 4, &[9_000, 1_500, 2_000, 1_000, 1_000]), 4_000);
        assert_eq!(longest_wait(600, 4, &[10]), 1_000);
        assert_eq!(longest_wait(600, 4, &[60_000]), 30_000);
        assert_eq!(longest_wait(10, 4, &[10]), 500);
    }
}
