//! A Swiss round and a wave of an arena: both are the cheapest pairing of all who are free, by
//! costs that docs/tournaments.md lists in the order of their weight. The lots among these costs
//! make the cheapest pairing unique.

use integer_blossom::min_weight_perfect_matching;

use super::draw::Stream;

/// A player to be paired.
#[derive(Clone, Default)]
pub(super) struct Free {
    pub(super) number: u32,
    pub(super) score: u32,
    /// Their opponents, the latest last.
    pub(super) met: Vec<u32>,
    pub(super) byes: u32,
    /// Waves without an opponent.
    pub(super) rests: u32,
    /// The number of pairings that they began, minus those that their opponents began.
    pub(super) balance: i64,
    pub(super) began_last: Option<bool>,
}

/// First and second of each board; a missing second is a bye.
pub(super) type Boards = Vec<(u32, Option<u32>)>;

fn by_rank(mut free: Vec<Free>) -> Vec<Free> {
    free.sort_by(|a, b| b.score.cmp(&a.score).then(a.number.cmp(&b.number)));
    free
}

/// Returns the cheapest pairing, as places in rank; the place after the last is the bye.
fn cheapest(
    n: usize,
    mut lots: Stream,
    most: &[i128],
    cost: impl Fn(usize, usize) -> Vec<i128>,
) -> Vec<(usize, usize)> {
    let even = n.next_multiple_of(2);
    let mut costs = vec![0i128; even * even];
    for i in 0..even {
        for j in i + 1..even {
            // Each cost weighs more than the sum of all after it.
            let each = cost(i, j);
            debug_assert!(each.iter().zip(most).all(|(one, most)| one <= most));
            let whole = each
                .iter()
                .zip(most)
                .fold(0, |sum, (one, most)| sum * (most * (n as i128 / 2 + 1) + 1) + one);
            costs[i * even + j] = (whole << 40) + i128::from(lots.below(1 << 32));
        }
    }
    let mate = min_weight_perfect_matching(&costs, even);
    (0..n).map(|i| (i, mate[i])).filter(|(i, j)| i < j).collect()
}

/// Pairs a Swiss round.
pub(super) fn round(seed: &[u8; 32], round: u32, free: Vec<Free>) -> Boards {
    let ranked = by_rank(free);
    let n = ranked.len();
    let top = ranked.first().map_or(0, |best| i128::from(best.score));
    let met = ranked.iter().map(|one| one.met.len() as i128).max().unwrap_or(0);
    let group = |i: usize| {
        let same = |other: &Free| other.score == ranked[i].score;
        let first = ranked.iter().position(same).unwrap_or(i);
        (first, first + ranked[first..].iter().take_while(|other| same(other)).count() - 1)
    };
    let cost = |i: usize, j: usize| {
        let one = &ranked[i];
        let Some(other) = ranked.get(j) else {
            return vec![i128::from(one.byes), i128::from(one.score), 0, 0, 0];
        };
        let again = one.met.iter().filter(|met| **met == other.number).count() as i128;
        let apart = i128::from(one.score) - i128::from(other.score);
        let (a, b) = (preference(one), preference(other));
        let clash = if a * b > 0 { a.abs().min(b.abs()) } else { 0 };
        let (first, last) = group(i);
        let ideal = if j <= last { (last - first).div_ceil(2) } else { 1 };
        let fold = (j - i).abs_diff(ideal) as i128;
        vec![again, 0, apart * apart, i128::from(clash * clash), fold]
    };
    let lots = Stream::new(seed, &format!("swiss {round}"));
    let mut boards = cheapest(n, lots, &[met + 1, top, top * top, 25, n as i128], cost);
    // The bye is the last board.
    boards.sort_by_key(|&(i, j)| (j == n, i));
    let better_begins = Stream::new(seed, "first seat").below(2) == 1;
    let seat = |(board, (i, j)): (usize, (usize, usize))| {
        let one = &ranked[i];
        let Some(other) = ranked.get(j) else { return (one.number, None) };
        let (a, b) = (preference(one), preference(other));
        let begins = match (a.cmp(&b), a.signum()) {
            (std::cmp::Ordering::Greater, _) | (std::cmp::Ordering::Equal, 1) => true,
            (std::cmp::Ordering::Less, _) | (std::cmp::Ordering::Equal, -1) => false,
            (std::cmp::Ordering::Equal, _) => better_begins == (board % 2 == 0),
        };
        match begins {
            true => (one.number, Some(other.number)),
            false => (other.number, Some(one.number)),
        }
    };
    boards.into_iter().enumerate().map(seat).collect()
}

/// How strongly a player should begin (positive) or not (negative).
fn preference(one: &Free) -> i64 {
    let last = match one.began_last {
        Some(true) => -1,
        Some(false) => 1,
        None => 0,
    };
    (last - 2 * one.balance).clamp(-5, 5)
}

/// Pairs a wave of an arena.
pub(super) fn wave(seed: &[u8; 32], wave: u32, free: Vec<Free>) -> Boards {
    let ranked = by_rank(free);
    let n = ranked.len();
    let horizon = (n / 2).max(1);
    let recent = |one: &Free, other: &Free| {
        let last = one.met.iter().rev().take(horizon);
        last.zip(0..).find(|(met, _)| **met == other.number).map_or(0, |(_, ago)| horizon - ago)
    };
    let cost = |i: usize, j: usize| {
        let one = &ranked[i];
        let Some(other) = ranked.get(j) else { return vec![i128::from(one.rests), 0, 0, 0] };
        let again = recent(one, other).max(recent(other, one)) as i128;
        let apart = (j - i) as i128;
        let clash = match one.balance.signum() * other.balance.signum() {
            1 => one.balance.abs().min(other.balance.abs()).min(9),
            _ => 0,
        };
        vec![0, again * again, apart * apart, i128::from(clash)]
    };
    let most = [1 << 20, (horizon * horizon) as i128, (n * n) as i128, 9];
    let lots = Stream::new(seed, &format!("wave {wave}"));
    let boards = cheapest(n, lots, &most, cost);
    let played = boards.into_iter().filter(|&(_, j)| j < n);
    let seat = |(i, j): (usize, usize)| {
        let (one, other) = (&ranked[i], &ranked[j]);
        match one.balance <= other.balance {
            true => (one.number, Some(other.number)),
            false => (other.number, Some(one.number)),
        }
    };
    played.map(seat).collect()
}
