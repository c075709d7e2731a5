//! A seeded bracket: the best two meet in the final if they get there, and the best get the byes of
//! the first round.

use protocol::Number;

use super::pairing::{Pairing, PairingState};

/// Returns the first round of a bracket for the numbers 1 to `n`.
pub(crate) fn first_round(n: u32) -> Vec<Pairing> {
    let places = n.max(2).next_power_of_two();
    let mut bracket = vec![1];
    while (bracket.len() as u32) < places {
        let size = bracket.len() as u32 * 2;
        bracket = bracket.into_iter().flat_map(|seed| [seed, size + 1 - seed]).collect();
    }
    let boards = bracket.chunks_exact(2).map(|two| {
        let second = Some(Number(two[1])).filter(|second| second.0 <= n);
        (Number(two[0]), second)
    });
    pairings(1, boards)
}

/// Returns the round after these pairings, with the winners of neighbouring boards against each
/// other; empty if they were the final.
pub(crate) fn next_round(states: &[&PairingState]) -> Vec<Pairing> {
    let round = states.first().map_or(1, |state| state.pairing.round + 1);
    let winners: Vec<Number> = states.iter().map(|state| winner(state)).collect();
    let boards = winners.chunks_exact(2).map(|two| (two[0], Some(two[1])));
    pairings(round, boards)
}

/// Returns the entrant who advances: the one with more games won; if overtime has not decided
/// either, or nobody appeared, the better number.
pub(crate) fn winner(state: &PairingState) -> Number {
    let Pairing { first, second: Some(second), .. } = state.pairing else {
        return state.pairing.first;
    };
    match state.points() {
        [2, _] => first,
        [_, 2] => second,
        _ => first.min(second),
    }
}

fn pairings(round: u32, boards: impl Iterator<Item = (Number, Option<Number>)>) -> Vec<Pairing> {
    let pairing = |(board, (first, second))| Pairing { round, board, first, second };
    (1..).zip(boards).map(pairing).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(pairings: &[Pairing]) -> Vec<(u32, u32)> {
        pairings.iter().map(|p| (p.first.0, p.second.map_or(0, |second| second.0))).collect()
    }

    #[test]
    fn the_bracket_is_seeded_and_the_best_have_the_byes() {
        assert_eq!(written(&first_round(8)), [(1, 8), (4, 5), (2, 7), (3, 6)]);
        assert_eq!(written(&first_round(5)), [(1, 0), (4, 5), (2, 0), (3, 0)]);
        assert_eq!(written(&first_round(2)), [(1, 2)]);
        for n in 2..=256 {
            let round = first_round(n);
            let byes: Vec<u32> =
                round.iter().filter(|p| p.second.is_none()).map(|p| p.first.0).collect();
            assert_eq!(byes.len() as u32, n.next_power_of_two() - n);
            assert!(byes.iter().all(|&seed| seed as usize <= byes.len()), "{n}");
        }
    }

    #[test]
    fn the_better_number_wins_to_the_end() {
        let mut pairings = first_round(11);
        let mut rounds = 0;
        while !pairings.is_empty() {
            let states: Vec<PairingState> =
                pairings.iter().map(|&p| PairingState::new(p, 1)).collect();
            rounds += 1;
            if let [last] = &states[..] {
                assert_eq!(written(&[last.pairing]), [(1, 2)]);
            }
            pairings = next_round(&states.iter().collect::<Vec<_>>());
        }
        assert_eq!(rounds, 4);
    }
}
