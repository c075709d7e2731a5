//! Decides all subsets of some pieces at once, where a move takes away certain sets of pieces,
//! whatever else is there: lines of a board, stars of a graph.
//!
//! A subset is a number, and a move leads to a smaller one, so one pass from the empty set
//! upwards decides them all. Sixty-four subsets share a word, and taking a set away moves
//! their bits together.

use crate::{Budget, Exhausted, Outcome};

/// How many pieces distinguish the subsets within one word.
const LOW: u32 = 6;

/// How many words can be looked up for one move at the cost of one position of a search.
const LOOKS_A_POSITION: usize = 512;

/// The most that finding all values may cost, in positions of a budget: some milliseconds.
const MOST_FOR_VALUES: usize = 20_000;

/// A bit for each subset.
#[derive(Debug)]
pub(crate) struct Subsets {
    won: Vec<u64>,
}

/// The pieces that one move takes away: the two parts of their number.
#[derive(Clone, Copy, Debug)]
struct Taken {
    high: usize,
    low: u32,
}

/// For each set of low pieces, the subsets of a word that contain none of them.
const WITHOUT: [u64; 64] = {
    let mut without = [0; 64];
    let mut number = 0;
    while number < 64 * 64 {
        if (number / 64) & (number % 64) == 0 {
            without[number / 64] |= 1 << (number % 64);
        }
        number += 1;
    }
    without
};

impl Subsets {
    /// The most pieces: 2^28 subsets are 32 MB, and take about a second.
    pub(crate) const MOST_PIECES: usize = 28;

    /// The most sets of pieces that moves take away.
    pub(crate) const MOST_MOVES: usize = 2_000;

    /// Returns the cost of deciding all subsets of this many pieces, in positions of a budget;
    /// `None` if there are too many.
    pub(crate) fn cost(pieces: usize, moves: usize) -> Option<u64> {
        let fits = pieces <= Subsets::MOST_PIECES && moves <= Subsets::MOST_MOVES;
        fits.then(|| (words(pieces) * moves / LOOKS_A_POSITION) as u64)
    }

    /// Decides all subsets of this many pieces, which must [fit](Subsets::cost). A move takes
    /// away the pieces of one of these numbers. With `end_wins` a mover without a move has
    /// won, as in misère play.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget was used up first.
    pub(crate) fn new(
        pieces: usize,
        moves: &[u32],
        end_wins: bool,
        budget: &mut Budget<'_>,
    ) -> Result<Subsets, Exhausted> {
        let parts = |set: &u32| Taken { high: (set >> LOW) as usize, low: set & 63 };
        let (low, high): (Vec<Taken>, Vec<Taken>) =
            moves.iter().map(parts).partition(|taken| taken.high == 0);
        let larger = larger_in_word(&low);
        let movable_by_low = low.iter().fold(0, |movable, taken| movable | with(taken.low));
        budget.hold((words(pieces) * size_of::<u64>()) as u64)?;
        let mut won = vec![0; words(pieces)];
        let mut looks = 0;
        for word in 0..won.len() {
            looks += moves.len();
            while looks >= LOOKS_A_POSITION {
                looks -= LOOKS_A_POSITION;
                budget.spend()?;
            }
            let (mut wins, mut movable) = (0, movable_by_low);
            for taken in high.iter().filter(|taken| word & taken.high == taken.high) {
                wins |= (!won[word ^ taken.high] & WITHOUT[taken.low as usize]) << taken.low;
                movable |= with(taken.low);
            }
            if end_wins {
                wins |= !movable;
            }
            won[word] = within_word(wins, &larger);
        }
        Ok(Subsets { won })
    }

    /// Returns who wins with these pieces.
    pub(crate) fn outcome(&self, pieces: u32) -> Outcome {
        let word = self.won[(pieces >> LOW) as usize];
        Outcome::from_win(word >> (pieces & 63) & 1 == 1)
    }

    /// Returns how many positions have been decided.
    pub(crate) fn positions(&self) -> u64 {
        64 * self.won.len() as u64
    }
}

/// The Sprague-Grundy value of each subset.
#[derive(Debug)]
pub(crate) struct SubsetValues(Vec<u8>);

impl SubsetValues {
    /// Returns the cost of finding the values of all subsets of this many pieces; `None` if it
    /// is more than some milliseconds.
    pub(crate) fn cost(pieces: usize, moves: usize) -> Option<u64> {
        let looks = (pieces < 20).then(|| moves << pieces);
        let cost = looks? / LOOKS_A_POSITION;
        (cost <= MOST_FOR_VALUES).then_some(cost as u64)
    }

    /// Finds the values of all subsets of this many pieces, which must
    /// [fit](SubsetValues::cost), when a move takes away the pieces of one of these numbers.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget was used up first.
    pub(crate) fn new(
        pieces: usize,
        moves: &[u32],
        budget: &mut Budget<'_>,
    ) -> Result<SubsetValues, Exhausted> {
        budget.hold(1 << pieces)?;
        let mut values = Vec::with_capacity(1 << pieces);
        let mut looks = 0;
        for set in 0..1u32 << pieces {
            looks += moves.len();
            while looks >= LOOKS_A_POSITION {
                looks -= LOOKS_A_POSITION;
                budget.spend()?;
            }
            // No value is above the number of pieces.
            let below = moves.iter().filter(|&&taken| set & taken == taken);
            let seen =
                below.fold(0u32, |seen, taken| seen | 1u32 << values[(set ^ taken) as usize]);
            values.push(seen.trailing_ones() as u8);
        }
        Ok(SubsetValues(values))
    }

    /// Returns the value with these pieces.
    pub(crate) fn value(&self, pieces: u32) -> u64 {
        self.0[pieces as usize].into()
    }

    /// Returns how many positions have been decided.
    pub(crate) fn positions(&self) -> u64 {
        self.0.len() as u64
    }
}

fn words(pieces: usize) -> usize {
    1 << pieces.saturating_sub(LOW as usize)
}

/// Returns the subsets of a word that have all these low pieces.
fn with(low: u32) -> u64 {
    WITHOUT[low as usize] << low
}

/// Returns, for each subset of a word, those that a move of low pieces turns into it.
fn larger_in_word(moves: &[Taken]) -> [u64; 64] {
    std::array::from_fn(|set| {
        let disjoint = moves.iter().filter(|taken| set & taken.low as usize == 0);
        disjoint.fold(0, |larger, taken| larger | 1 << (set | taken.low as usize))
    })
}

/// Adds, to the subsets won by moves to other words, those won by moves within the word.
fn within_word(mut won: u64, larger: &[u64; 64]) -> u64 {
    let mut open = !won;
    while open != 0 {
        won |= larger[open.trailing_zeros() as usize];
        open &= open - 1;
        open &= !won;
    }
    won
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Decides by the definition, one subset after the other.
    fn plain(pieces: usize, moves: &[u32], end_wins: bool) -> Vec<bool> {
        let mut won: Vec<bool> = Vec::new();
        for set in 0..1u32 << pieces {
            let mut legal = moves.iter().filter(|&&taken| set & taken == taken).peekable();
            let over = legal.peek().is_none();
            won.push(over && end_wins || legal.any(|taken| !won[(set ^ taken) as usize]));
        }
        won
    }

    #[test]
    fn all_subsets_are_decided_as_by_the_definition() {
        // Pseudo-random sets of one to four pieces.
        let mut seed = 5u64;
        let mut random = |below: u64| {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % below
        };
        for round in 0..60u64 {
            let pieces = (round % 13) as usize;
            let one = |random: &mut dyn FnMut(u64) -> u64| 1u32 << random(pieces.max(1) as u64);
            let mut moves: Vec<u32> = (0..if pieces == 0 { 0 } else { random(20) })
                .map(|_| (0..=random(4)).fold(0, |set, _| set | one(&mut random)))
                .collect();
            moves.sort_unstable();
            moves.dedup();
            for end_wins in [false, true] {
                let budget = &mut Budget::positions(1_000_000);
                let subsets = Subsets::new(pieces, &moves, end_wins, budget).unwrap();
                // Up to six pieces are one word.
                assert_eq!(subsets.positions(), 1 << pieces.max(6));
                for (set, &won) in plain(pieces, &moves, end_wins).iter().enumerate() {
                    let outcome = subsets.outcome(set as u32);
                    assert_eq!(outcome, Outcome::from_win(won), "{set:b} {moves:?} {end_wins}");
                }
            }
            let budget = &mut Budget::positions(1_000_000);
            let values = SubsetValues::new(pieces, &moves, budget).unwrap();
            for set in 0..1u32 << pieces {
                let legal = moves.iter().filter(|&&taken| set & taken == taken);
                let value = crate::engine::pair::mex(legal.map(|taken| values.value(set ^ taken)));
                assert_eq!(values.value(set), value, "{set:b} {moves:?}");
            }
        }
    }

    #[test]
    fn the_search_costs_its_estimate_or_stops_earlier() {
        let moves: Vec<u32> = (0..20).map(|piece| 1 << piece).collect();
        let cost = Subsets::cost(20, moves.len()).unwrap();
        let mut budget = Budget::positions(cost + 1);
        Subsets::new(20, &moves, false, &mut budget).unwrap();
        assert_eq!(budget.spent(), cost);
        let poor = &mut Budget::positions(cost - 1);
        assert_eq!(Subsets::new(20, &moves, false, poor).err(), Some(Exhausted));
        assert_eq!(Subsets::cost(29, 10), None);
        assert_eq!(Subsets::cost(10, 2_001), None);
    }

    #[test]
    fn values_cost_a_look_for_each_subset_and_move() {
        assert_eq!(SubsetValues::cost(10, 1_024), Some(2_048));
        assert_eq!(SubsetValues::cost(19, 19), Some(19_456));
        assert_eq!(SubsetValues::cost(19, 20), None);
        assert_eq!(SubsetValues::cost(20, 1), None);
    }
}
