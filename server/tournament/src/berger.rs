//! Round-robin by the tables of Johann Berger (Schach-Jahrbuch 1892/93), as FIDE
//! prints them (Handbook C.05, annex 1).

use protocol::Number;

use super::pairing::Pairing;

/// Returns all pairings of `cycles` cycles among the numbers 1 to `n`. With an odd `n` one entrant
/// rests in each round. Every second cycle swaps the first moves.
pub(crate) fn schedule(n: u32, cycles: u32) -> Vec<Pairing> {
    let even = n + n % 2;
    let rounds = even.saturating_sub(1);
    let all = (0..cycles).flat_map(|cycle| (0..rounds).map(move |round| (cycle, round)));
    let pairings = all.flat_map(|(cycle, round)| {
        // The entrant who meets the dummy rests.
        let boards = boards(even, round).into_iter().filter(move |(a, b)| *a.max(b) <= n);
        (1..).zip(boards).map(move |(board, (a, b))| {
            let (first, second) = if cycle % 2 == 0 { (a, b) } else { (b, a) };
            let round = cycle * rounds + round + 1;
            Pairing { round, board, first: Number(first), second: Some(Number(second)) }
        })
    });
    pairings.collect()
}

/// Returns one round, counted from 0, for an even number `n`. The last number stays, and the
/// numbers of every other board have the same sum modulo n - 1.
fn boards(n: u32, round: u32) -> Vec<(u32, u32)> {
    let modulus = u64::from(n - 1);
    let name = |i: u64| (i % modulus) as u32 + 1;
    let middle = u64::from(round) * u64::from(n / 2);
    let fixed = if round.is_multiple_of(2) { (name(middle), n) } else { (n, name(middle)) };
    let others = (1..u64::from(n / 2)).map(|k| (name(middle + k), name(middle + modulus - k)));
    std::iter::once(fixed).chain(others).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    fn written(n: u32, cycles: u32) -> Vec<String> {
        let mut rounds: Vec<String> = Vec::new();
        for pairing in schedule(n, cycles) {
            rounds.resize(pairing.round as usize, String::new());
            let line = &mut rounds[pairing.round as usize - 1];
            let space = if line.is_empty() { "" } else { " " };
            *line += &format!("{space}{}-{}", pairing.first, pairing.second.unwrap());
        }
        rounds
    }

    /// FIDE Handbook C.05, annex 1.
    #[test]
    fn the_tables_are_berger_s() {
        assert_eq!(written(4, 1), ["1-4 2-3", "4-3 1-2", "2-4 3-1"]);
        let six = ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"];
        assert_eq!(written(6, 1), six);
        assert_eq!(written(8, 1)[1], "8-5 6-4 7-3 1-2");
        assert_eq!(written(3, 2), ["2-3", "1-2", "3-1", "3-2", "2-1", "1-3"]);
        assert_eq!(written(2, 2), ["1-2", "2-1"]);
    }

    #[test]
    fn everybody_meets_everybody_and_nobody_plays_twice_a_round() {
        for n in 2..=64 {
            let mut met = HashMap::new();
            let mut busy = std::collections::HashSet::new();
            let mut begun: HashMap<Number, i32> = HashMap::new();
            for Pairing { round, first, second, .. } in schedule(n, 2) {
                let second = second.unwrap();
                *met.entry((first.min(second), first.max(second))).or_insert(0) += 1;
                assert!(busy.insert((round, first)) && busy.insert((round, second)), "{n}");
                *begun.entry(first).or_default() += 1;
                *begun.entry(second).or_default() -= 1;
            }
            assert_eq!(met.len() as u32, n * (n - 1) / 2);
            assert!(met.values().all(|&times| times == 2));
            assert!(begun.values().all(|&balance| balance == 0), "{n}");
        }
    }
}
