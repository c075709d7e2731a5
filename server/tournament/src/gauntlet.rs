//! A gauntlet: the champions against all others, to measure a newcomer or a new version.

use protocol::Number;

use super::pairing::Pairing;

/// Pairs each of the first `champions` of `n` with each of the rest: one challenger per round for
/// each champion, so that nobody plays twice in a round.
pub(crate) fn schedule(n: u32, champions: u32) -> Vec<Pairing> {
    let champions = champions.min(n.saturating_sub(1)).max(1);
    let rest = n.saturating_sub(champions);
    // With more champions than challengers, some rest.
    let rounds = rest.max(champions);
    let pairings = (0..rounds).flat_map(|round| {
        let places = (0..champions).map(move |i| (i, (i + round) % rounds));
        let boards = places.filter(move |&(_, challenger)| challenger < rest);
        (1..).zip(boards).map(move |(board, (i, j))| {
            let pair = [Number(i + 1), Number(champions + j + 1)];
            let [first, second] = if round % 2 == 0 { pair } else { [pair[1], pair[0]] };
            Pairing { round: round + 1, board, first, second: Some(second) }
        })
    });
    pairings.collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn each_champion_meets_each_challenger_once() {
        for n in 2..20 {
            for champions in 1..n {
                let mut met = HashSet::new();
                let mut busy = HashSet::new();
                for Pairing { round, first, second, .. } in schedule(n, champions) {
                    let second = second.unwrap();
                    let pair = (first.min(second), first.max(second));
                    assert!(pair.0.0 <= champions && champions < pair.1.0 && pair.1.0 <= n);
                    assert!(met.insert(pair));
                    assert!(busy.insert((round, first)) && busy.insert((round, second)));
                }
                assert_eq!(met.len() as u32, champions * (n - champions), "{n} {champions}");
            }
        }
    }
}
