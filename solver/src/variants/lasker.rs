//! Lasker's Nim. A heap is worth its size, except that the values of sizes 4k + 3 and 4k + 4
//! are swapped (Lasker 1931; Berlekamp, Conway and Guy 1982, chapter 4).
//!
//! Misère play is decided by the values of the heaps, as in misère Nim: a heap of one or none
//! is the same as in Nim, and every larger heap can be taken down to both, so that the least
//! value that its options lack is the same in both endings; it behaves like a Nim heap of two
//! or more (Conway 1976, chapter 12).

use rules::{Ending, Heaps, Lasker, LaskerMove, MAX_HEAPS, TakeOrSplit};

use crate::heaps::nim_sum::NimSum;
use crate::variants::nim::LAST_OF_MISERE;
use crate::{Budget, Exhausted, Facts, Outcome, Source, Theory, Verdict, Why, WinningMoves};

/// The largest size for which all splits are tried: one of them may leave ones only.
const SMALL: u64 = 8;

/// The values in closed form, which need no tables.
#[derive(Debug)]
pub(crate) struct LaskerTheory(pub(crate) Lasker);

/// Returns the value of a heap of this size; also the size of a heap of this value, since no
/// two sizes are worth the same.
fn value(size: u64) -> u64 {
    match size % 4 {
        3 => size + 1,
        0 if size > 0 => size - 1,
        _ => size,
    }
}

impl Theory for LaskerTheory {
    type Rules = Lasker;

    fn rules(&self) -> &Lasker {
        &self.0
    }

    fn verdict(&mut self, ending: Ending, position: &Heaps, _: &mut Budget<'_>) -> Verdict {
        let mut values = values(position);
        let all = NimSum::new(&values);
        let outcome = all.outcome(ending);
        let rule = match (ending, all.larger) {
            (Ending::Misere, 0) => "with ones only, whoever leaves an odd number wins".to_owned(),
            (Ending::Misere, _) => {
                format!("{LAST_OF_MISERE}; the nim-sum of the values is {}", all.sum)
            }
            (Ending::Normal, _) => format!("the nim-sum of the values is {}", all.sum),
        };
        let sentence = format!(
            "a heap is worth its size, but 3 and 4, 7 and 8, and so on are worth each other's; \
             {rule}, so the player to move {}",
            outcome.verb()
        );
        values.truncate(MAX_HEAPS);
        let grundy = (ending == Ending::Normal).then_some(all.sum);
        let facts = Facts::NimSum { values, sum: all.sum };
        Verdict::proven(outcome, Source::Formula, grundy, Why { sentence, facts })
    }

    fn outcome(
        &mut self,
        ending: Ending,
        position: &Heaps,
        _: &mut Budget<'_>,
    ) -> Result<Outcome, Exhausted> {
        Ok(NimSum::new(&values(position)).outcome(ending))
    }

    fn winning_moves(
        &mut self,
        ending: Ending,
        position: &Heaps,
        _: &mut Budget<'_>,
        most: usize,
    ) -> WinningMoves<LaskerMove> {
        let enough = winning(ending, position).take(most.saturating_add(1));
        WinningMoves::listed(enough.collect(), most)
    }

    fn winning_move(
        &mut self,
        ending: Ending,
        position: &Heaps,
        _: &mut Budget<'_>,
    ) -> Option<LaskerMove> {
        winning(ending, position).next()
    }
}

fn values(position: &Heaps) -> Vec<u64> {
    position.heaps.iter().map(|&size| value(size)).collect()
}

/// Returns all winning moves, heap by heap.
fn winning(ending: Ending, position: &Heaps) -> impl Iterator<Item = LaskerMove> + '_ {
    let all = NimSum::new(&values(position));
    position.places().flat_map(move |(heap, size)| {
        let lost = move |left| all.outcome_with(value(size), left, ending) == Outcome::P;
        let takes = [all.sum ^ value(size), all.sum ^ value(size) ^ 1].into_iter();
        let takes =
            takes.filter(move |&left| lost(left)).map(value).filter(move |&left| left < size);
        let takes = takes.map(move |left| TakeOrSplit::Take(size - left));
        let acts = winning_splits(ending, all, size).chain(takes);
        acts.map(move |act| LaskerMove { heap, act })
    })
}

fn winning_splits(ending: Ending, all: NimSum, size: u64) -> Box<dyn Iterator<Item = TakeOrSplit>> {
    let split = |(small, large)| TakeOrSplit::Split { small, large };
    if size > SMALL {
        // At least one part is larger than one, so the values must cancel.
        return Box::new(splits_worth(all.sum ^ value(size), size).map(split));
    }
    let lost = move |&(small, large): &(u64, u64)| {
        let larger = all.larger - usize::from(size > 1) + usize::from(large > 1);
        let sum = all.sum ^ value(size) ^ value(small) ^ value(large);
        NimSum { sum, larger }.outcome(ending) == Outcome::P
    };
    Box::new((1..=size / 2).map(move |small| (small, size - small)).filter(lost).map(split))
}

/// Returns the pairs of parts, the smaller first, into which a heap of this size can be split
/// so that together they are worth `sum`.
///
/// A part of size 4x + r is worth 4h + l, where h is x, except x - 1 for r = 0 and x + 1 for
/// r = 3, and l depends on r alone. So for each pair of remainders the sum of both h and their
/// XOR are known, and these give their binary digits, except which part has which of those in
/// which they differ.
fn splits_worth(sum: u64, size: u64) -> impl Iterator<Item = (u64, u64)> {
    let remainders = (0..4).flat_map(|r| (0..4).map(move |s| (r, s)));
    let fitting =
        remainders.filter(move |&(r, s)| (r + s) % 4 == size % 4 && low(r) ^ low(s) == sum % 4);
    fitting.flat_map(move |(r, s)| {
        let differ = sum / 4;
        let total = ((size + 8 - r - s) / 4 + shift(r) + shift(s)).checked_sub(4);
        let common = total
            .and_then(|total| total.checked_sub(differ))
            .filter(|twice| twice % 2 == 0)
            .map(|twice| twice / 2);
        let common = common.filter(|common| common & differ == 0);
        // The second part gets the highest digit in which they differ.
        let highest = differ.checked_ilog2().map_or(0, |digit| 1 << digit);
        common.into_iter().flat_map(move |common| {
            digits_of(differ & !highest).filter_map(move |own| {
                let part = |high: u64, r: u64| (4 * high + 4 + r).checked_sub(4 * shift(r));
                let (a, b) = (part(common | own, r)?, part(common | (differ ^ own), s)?);
                // If they do not differ, each pair occurs in both orders.
                let once = differ > 0 || a <= b;
                (once && a.min(b) >= 1).then_some((a.min(b), a.max(b)))
            })
        })
    })
}

/// Returns what the remainder of a size contributes to the last two digits of its value.
fn low(remainder: u64) -> u64 {
    [3, 1, 2, 0][remainder as usize]
}

/// Returns one more than what the remainder adds to the quotient.
fn shift(remainder: u64) -> u64 {
    [0, 1, 1, 2][remainder as usize]
}

/// Returns all numbers whose binary digits are among these, ascending.
fn digits_of(digits: u64) -> impl Iterator<Item = u64> {
    let after = move |&own: &u64| (own != digits).then(|| (own | !digits).wrapping_add(1) & digits);
    std::iter::successors(Some(0), after)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::oracle::{agree, few_heaps, heaps};

    #[test]
    fn values_decide_both_endings() {
        agree(&mut LaskerTheory(Lasker {}), few_heaps(7).into_iter().chain(heaps(4, 1)));
    }

    #[test]
    fn splits_are_those_that_trying_finds() {
        for size in 1..130 {
            for sum in 0..140 {
                let found: Vec<_> = splits_worth(sum, size).collect();
                let tried = (1..=size / 2).map(|small| (small, size - small));
                let tried: BTreeSet<_> =
                    tried.filter(|&(a, b)| value(a) ^ value(b) == sum).collect();
                assert_eq!(found.len(), tried.len(), "{size} worth {sum}: {found:?}");
                assert_eq!(BTreeSet::from_iter(found), tried, "{size} worth {sum}");
            }
        }
    }

    #[test]
    fn the_largest_heaps_are_split_at_once() {
        let huge = Heaps::from(vec![rules::MAX_NUMBER, 12_345]);
        let mut theory = LaskerTheory(Lasker {});
        for &ending in Ending::BOTH {
            let budget = &mut Budget::positions(0);
            assert!(theory.winning_move(ending, &huge, budget).is_some());
            let WinningMoves::All(moves) = theory.winning_moves(ending, &huge, budget, 1_000_000)
            else {
                continue;
            };
            assert!(!moves.is_empty());
        }
    }
}
