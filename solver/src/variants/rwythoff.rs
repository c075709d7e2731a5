//! Fraenkel's generalization of Wythoff's game. The lost pairs of normal play differ by
//! multiples of r, the n-th being (⌊nα⌋, ⌊nα⌋ + rn) with α = (2 - r + √(r² + 4)) / 2; in
//! misère play, for r of 2 and more, it is (⌊nα + 1/α⌋, ⌊nα + 1/α⌋ + rn + 1) (Fraenkel 1982,
//! 1984); for r = 1 it is Wythoff's pair, except for the first two. All arithmetic is in
//! integers.

use rules::{Ending, Heaps, RWythoff, Rules, Takes};

use crate::engine::coupled::{Coupled, CoupledHeaps, small_value};
use crate::engine::game::KnownPart;
use crate::engine::search::Search;
use crate::engine::sums::end;
use crate::{Budget, Exhausted, Facts, Outcome, Source, Theory, Verdict, Why, WinningMoves};

/// Fraenkel's pairs, and a search for Grundy values.
#[derive(Debug)]
pub(crate) struct RWythoffTheory {
    rules: RWythoff,
    search: Search<CoupledHeaps<RWythoff>>,
}

/// Returns the `n`-th lost pair, the smaller heap first.
fn lost_pair(r: u64, ending: Ending, n: u64) -> [u64; 2] {
    // The two endings of Wythoff's game differ only in these two pairs.
    match (ending, r, n) {
        (Ending::Misere, 1, 0) => return [2, 2],
        (Ending::Misere, 1, 1) => return [0, 1],
        _ => {}
    }
    let shifted = ending == Ending::Misere && r > 1;
    let (n, r) = (i128::from(n), i128::from(r));
    let smaller = match shifted {
        false => (n * (2 - r) + times_root(n, r)) / 2,
        // nα + 1/α = ((2 - r)(rn - 1) + (rn + 1)√(r² + 4)) / 2r
        true => ((2 - r) * (r * n - 1) + times_root(r * n + 1, r)) / (2 * r),
    };
    let larger = smaller + r * n + i128::from(shifted);
    // For every n that two admitted heaps can lead to, the larger heap is below 2^53 (r + 2).
    [smaller as u64, larger as u64]
}

/// Returns q√(r² + 4), rounded down, for q up to a thousand times 2^53. The root is a little
/// above r, and the square of the result would not fit: the excess over qr is the largest y
/// with y² + 2qry <= 4q².
fn times_root(q: i128, r: i128) -> i128 {
    let (q, r) = (q.unsigned_abs(), r.unsigned_abs());
    let (mut low, mut high) = (0, 2 * q / r);
    while low < high {
        let y = (low + high).div_ceil(2);
        match y * y + 2 * q * r * y <= 4 * q * q {
            true => low = y,
            false => high = y - 1,
        }
    }
    (q * r + low) as i128
}

/// Returns the number of the pair with this difference, if there is one.
fn number(r: u64, ending: Ending, difference: u64) -> Option<u64> {
    let shift = u64::from(ending == Ending::Misere && r > 1);
    let multiple = difference.checked_sub(shift)?;
    multiple.is_multiple_of(r).then_some(multiple / r)
}

fn is_lost(r: u64, ending: Ending, a: u64, b: u64) -> bool {
    let pair = number(r, ending, a.abs_diff(b)).map(|n| lost_pair(r, ending, n));
    pair == Some([a.min(b), a.max(b)])
}

/// Returns, for each of the two sides, the number of the first pair whose heap on that side is
/// at least `heap`: the only candidate for a lost pair with this heap, since both heaps grow
/// with the number.
fn numbers_with(r: u64, ending: Ending, heap: u64) -> impl Iterator<Item = u64> {
    (0..2).map(move |side| {
        // The first pairs of misère Wythoff are out of order; they are tried in any case.
        let (mut low, mut high) = (0, heap + 1);
        while low < high {
            let middle = low + (high - low) / 2;
            match lost_pair(r, ending, middle.max(2))[side] < heap {
                true => low = middle + 1,
                false => high = middle,
            }
        }
        low
    })
}

/// Returns all winning moves.
fn winning(rules: &RWythoff, ending: Ending, position: &Heaps) -> Vec<Takes> {
    let (r, a, b) = (rules.r(), position.heaps[0], position.heaps[1]);
    let near = a.abs_diff(b) / r;
    let by_difference = near.saturating_sub(2)..near + 3;
    let by_heap = [a, b].into_iter().flat_map(|heap| numbers_with(r, ending, heap));
    let mut numbers: Vec<u64> = (0..3).chain(by_difference).chain(by_heap).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let pairs = numbers.into_iter().map(|n| lost_pair(r, ending, n));
    let targets = pairs.flat_map(|[low, high]| [(low, high), (high, low)]);
    let takes = targets.filter_map(|(c, d)| {
        let mv = Takes(vec![a.checked_sub(c)?, b.checked_sub(d)?]);
        rules.apply(position, &mv).is_ok().then_some(mv)
    });
    let mut moves: Vec<Takes> = takes.collect();
    moves.sort_unstable();
    moves.dedup();
    moves
}

impl Coupled for RWythoff {
    /// A position always has two heaps, which may be empty.
    fn canon(&self, heaps: &mut Vec<u64>) {
        heaps.sort_unstable();
    }

    fn known(&self, heaps: &[u64]) -> KnownPart {
        let nimber = match heaps {
            [a, b] if is_lost(self.r(), Ending::Normal, *a, *b) => Some(0),
            [0, heap] => Some(*heap),
            _ => None,
        };
        KnownPart { nimber, ..KnownPart::default() }
    }
}

impl RWythoffTheory {
    pub(crate) fn new(rules: RWythoff) -> RWythoffTheory {
        RWythoffTheory { rules, search: Search::new(CoupledHeaps(rules)) }
    }

    fn outcome_of(&self, ending: Ending, position: &Heaps) -> Outcome {
        let lost = is_lost(self.rules.r(), ending, position.heaps[0], position.heaps[1]);
        Outcome::from_win(!lost)
    }
}

impl Theory for RWythoffTheory {
    type Rules = RWythoff;

    fn rules(&self) -> &RWythoff {
        &self.rules
    }

    fn verdict(&mut self, ending: Ending, position: &Heaps, budget: &mut Budget<'_>) -> Verdict {
        let outcome = self.outcome_of(ending, position);
        let grundy = match (ending, outcome) {
            (Ending::Misere, _) => None,
            (Ending::Normal, Outcome::P) => Some(0),
            (Ending::Normal, Outcome::N) => small_value(&mut self.search, position, budget),
        };
        let (r, a, b) = (self.rules.r(), position.heaps[0], position.heaps[1]);
        let moves = winning(&self.rules, ending, position);
        let left = moves.first().map(|mv| [a - mv.0[0], b - mv.0[1]]);
        let sentence = match left {
            None if a == 0 && b == 0 => format!("no move is left, {}", end(outcome)),
            None => {
                format!(
                    "({a}, {b}) is one of Fraenkel's lost pairs for r = {r}, so every move loses"
                )
            }
            Some([c, d]) => format!(
                "({a}, {b}) is not one of Fraenkel's lost pairs for r = {r}, but ({c}, {d}) is: the \
                 player to move leaves that and wins"
            ),
        };
        let why = Why { sentence, facts: Facts::FraenkelPair { r, heaps: [a, b], left } };
        Verdict::proven(outcome, Source::Formula, grundy, why)
    }

    fn outcome(
        &mut self,
        ending: Ending,
        position: &Heaps,
        _: &mut Budget<'_>,
    ) -> Result<Outcome, Exhausted> {
        Ok(self.outcome_of(ending, position))
    }

    fn winning_moves(
        &mut self,
        ending: Ending,
        position: &Heaps,
        _: &mut Budget<'_>,
        most: usize,
    ) -> WinningMoves<Takes> {
        match self.outcome_of(ending, position) {
            Outcome::P => WinningMoves::All(Vec::new()),
            Outcome::N => WinningMoves::listed(winning(&self.rules, ending, position), most),
        }
    }

    fn winning_move(
        &mut self,
        ending: Ending,
        position: &Heaps,
        _: &mut Budget<'_>,
    ) -> Option<Takes> {
        let won = self.outcome_of(ending, position) == Outcome::N;
        if won { winning(&self.rules, ending, position).into_iter().next() } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::agree;

    #[test]
    fn fraenkels_pairs_decide_both_endings() {
        for r in 1..=5 {
            let heaps = (0..22).flat_map(|a| (0..=a).map(move |b| vec![b, a]));
            let heaps = heaps.chain([vec![9, 4], vec![20, 3]]);
            agree(&mut RWythoffTheory::new(RWythoff::new(r).unwrap()), heaps.map(Heaps::from));
        }
    }

    #[test]
    fn the_first_pair_with_a_heap_so_large_is_found_on_each_side() {
        for r in 1..=4 {
            for &ending in Ending::BOTH {
                for heap in 0..200 {
                    let from = |side: usize| {
                        let reached = |n: &u64| lost_pair(r, ending, (*n).max(2))[side] >= heap;
                        (0..=heap + 1).find(reached).expect("pairs grow")
                    };
                    let found: Vec<u64> = numbers_with(r, ending, heap).collect();
                    assert_eq!(found, [from(0), from(1)], "{r} {ending:?} {heap}");
                }
            }
        }
    }

    #[test]
    fn from_the_largest_heaps_a_move_leads_to_a_pair() {
        for r in [1, 2, 7, 1_000] {
            let rules = RWythoff::new(r).unwrap();
            let mut theory = RWythoffTheory::new(rules);
            for heaps in [[rules::MAX_NUMBER, 3], [rules::MAX_NUMBER, rules::MAX_NUMBER / 3 * 2]] {
                for &ending in Ending::BOTH {
                    let position = Heaps::from(heaps.to_vec());
                    let budget = &mut Budget::positions(0);
                    let mv = theory.winning_move(ending, &position, budget).unwrap();
                    let left = rules::Rules::apply(&rules, &position, &mv).unwrap();
                    assert_eq!(theory.outcome_of(ending, &left), Outcome::P, "{r} {heaps:?}");
                }
            }
        }
    }
}
