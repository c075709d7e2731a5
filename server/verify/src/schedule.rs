//! Pairings that are known beforehand or follow from a single round.

use super::swiss::Boards;

/// Berger's tables for `n` numbers, made even (N) by a dummy. Two entrants who meet in round r
/// (from 0) have numbers with the sum r + 2 modulo N - 1; the entrant who meets N has half that,
/// and N begins in odd rounds. On the other boards the entrant begins who comes less than half a
/// turn after the one who meets N; boards are in the order of that distance. Every second cycle
/// swaps who begins.
pub(super) fn round_robin(n: u32, cycles: u32) -> Vec<Boards> {
    let even = n + n % 2;
    let turn = even - 1;
    let mut rounds = Vec::new();
    for cycle in 0..cycles {
        for r in 0..turn {
            let half = (1..=turn).find(|k| 2 * k % turn == (r + 2) % turn).unwrap_or(1);
            let with_last = if r % 2 == 0 { (half, even) } else { (even, half) };
            let others = (1..even / 2).map(|distance| {
                let begins = (half + distance - 1) % turn + 1;
                let rest = (2 * turn + r + 2 - begins) % turn;
                (begins, if rest == 0 { turn } else { rest })
            });
            let swap = |(a, b): (u32, u32)| if cycle % 2 == 0 { (a, b) } else { (b, a) };
            let boards = std::iter::once(with_last).chain(others).filter(|(a, b)| *a.max(b) <= n);
            rounds.push(boards.map(swap).map(|(a, b)| (a, Some(b))).collect());
        }
    }
    rounds
}

/// Champion i meets challenger i + r in round r, counted from 0 and modulo the greater of the two
/// counts; champions begin in the even rounds.
pub(super) fn gauntlet(n: u32, champions: u32) -> Vec<Boards> {
    let champions = champions.clamp(1, n - 1);
    let challengers = n - champions;
    let turn = challengers.max(champions);
    let round = |r: u32| {
        let meets = (1..=champions).map(|i| (i, (i - 1 + r) % turn + 1));
        let boards = meets.filter(|(_, challenger)| *challenger <= challengers);
        let seats = boards.map(|(i, challenger)| (i, champions + challenger));
        seats.map(|(a, b)| if r.is_multiple_of(2) { (a, Some(b)) } else { (b, Some(a)) }).collect()
    };
    (0..turn).map(round).collect()
}

/// Returns the first round of a knockout: numbers whose sum is one more than the number of places
/// meet, and the winners of the upper and the lower half meet last.
pub(super) fn bracket(n: u32) -> Boards {
    let places = n.next_power_of_two();
    let board = |mut index: u32| {
        // The better number of a board, derived from the last round back to the first.
        let (mut number, mut size) = (1, 1);
        let mut width = places / 2;
        while size < places / 2 {
            (size, width) = (size * 2, width / 2);
            if index >= width {
                number = size + 1 - number;
                index -= width;
            }
        }
        number
    };
    let boards = (0..places / 2).map(board);
    boards.map(|a| (a, Some(places + 1 - a).filter(|b| *b <= n))).collect()
}
