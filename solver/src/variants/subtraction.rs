//! Subtraction games: sums of single heaps whose values repeat.
//!
//! In misère play too the values of the heaps decide, as in misère Nim: in every subtraction
//! game a heap of value 1 can reach 0 only, and its misère value is the other of the two
//! (Ferguson 1974).

use std::collections::HashMap;

use rules::{Ending, Heaps, Rules, Subtraction, Take};

use crate::heaps::nim_sum::NimSum;
use crate::heaps::periodic::{Periodic, Recurrence};
use crate::variants::nim::LAST_OF_MISERE;
use crate::verdict::in_notation;
use crate::{Budget, Exhausted, Facts, Outcome, Source, Theory, Verdict, Why, WinningMoves};

/// Tables of heap values, as far as they have been needed.
#[derive(Debug)]
pub(crate) struct SubtractionTheory {
    rules: Subtraction,
    /// Keyed by how many of the numbers can be taken from the largest heap of the table: the
    /// period is found sooner when the numbers that are too large are left out.
    tables: HashMap<usize, SubtractionValues>,
}

/// The values of single heaps for a set of numbers.
#[derive(Debug)]
struct SubtractionValues {
    /// The common divisor of all numbers: taking never changes the remainder, so a heap is
    /// worth as much as its quotient is with the divided numbers.
    divisor: u64,
    values: Periodic<Mex>,
}

/// The value of a heap is the least that no heap reached by one move has.
#[derive(Debug)]
struct Mex {
    take: Vec<u64>,
}

impl Recurrence for Mex {
    /// A value is at most the number of moves, which is at most a hundred.
    type Value = u8;

    fn window(&self) -> usize {
        self.take.last().map_or(0, |&largest| usize::try_from(largest).unwrap_or(usize::MAX))
    }

    fn next(&self, before: &[u8]) -> u8 {
        let left = |&take: &u64| (before.len() as u64).checked_sub(take);
        let seen = self
            .take
            .iter()
            .filter_map(left)
            .fold(0u128, |seen, left| seen | 1 << before[left as usize]);
        seen.trailing_ones() as u8
    }
}

impl SubtractionTheory {
    /// Creates the theory with empty tables.
    pub(crate) fn new(rules: Subtraction) -> SubtractionTheory {
        SubtractionTheory { rules, tables: HashMap::new() }
    }

    /// Returns the value of each of these heaps.
    fn values(&mut self, heaps: &[u64], budget: &mut Budget<'_>) -> Result<Vec<u64>, Exhausted> {
        heaps.iter().map(|&heap| self.value(heap, budget)).collect()
    }

    fn value(&mut self, heap: u64, budget: &mut Budget<'_>) -> Result<u64, Exhausted> {
        let numbers = self.rules.take().partition_point(|&take| take <= heap);
        if numbers == 0 {
            return Ok(0);
        }
        let take = &self.rules.take()[..numbers];
        let table = self.tables.entry(numbers).or_insert_with(|| SubtractionValues::new(take));
        table.values.value(heap / table.divisor, budget).map(u64::from)
    }

    /// Returns the modulus k + 1 when the numbers are 1 to k: a heap is then worth its
    /// remainder.
    fn modulus(&self) -> Option<u64> {
        let take = self.rules.take();
        (take[take.len() - 1] == take.len() as u64).then_some(take.len() as u64 + 1)
    }

    fn why(&self, ending: Ending, heaps: &[u64], values: Vec<u64>, outcome: Outcome) -> Why {
        let all = NimSum::new(&values);
        let counted = self.modulus().map(|modulus| format!("counted modulo {modulus}, "));
        let counted = counted.unwrap_or_default();
        let reason = match (&values[..], heaps) {
            ([value], [heap]) => {
                let rule = match (ending, value) {
                    (Ending::Normal, 0) => "",
                    (Ending::Normal, _) => ", not 0",
                    (Ending::Misere, 0) => "; as the last move loses, a heap worth 0 wins",
                    (Ending::Misere, 1) => "; as the last move loses, a heap worth 1 loses",
                    (Ending::Misere, _) => "; as the last move loses, the winner leaves 1",
                };
                format!("{counted}a heap of {heap} is worth {value}{rule}")
            }
            _ => {
                let rule = match (ending, all.larger) {
                    (Ending::Misere, 0) => {
                        "with no value above 1, whoever leaves an odd number of ones wins"
                            .to_owned()
                    }
                    (Ending::Misere, _) => {
                        format!("{LAST_OF_MISERE}; the nim-sum of the values is {}", all.sum)
                    }
                    (Ending::Normal, _) => format!("the nim-sum of these values is {}", all.sum),
                };
                let (heaps, worth) = (in_notation(heaps), in_notation(&values));
                format!("{counted}the heaps {heaps} are worth {worth}; {rule}")
            }
        };
        let sentence = format!("{reason}, so the player to move {}", outcome.verb());
        Why { sentence, facts: Facts::NimSum { values, sum: all.sum } }
    }
}

impl SubtractionValues {
    fn new(take: &[u64]) -> SubtractionValues {
        let divisor = take.iter().copied().fold(0, gcd);
        let take = take.iter().map(|take| take / divisor).collect();
        SubtractionValues { divisor, values: Periodic::new(Mex { take }) }
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    let (mut a, mut b) = (a, b);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Theory for SubtractionTheory {
    type Rules = Subtraction;

    fn rules(&self) -> &Subtraction {
        &self.rules
    }

    fn verdict(&mut self, ending: Ending, position: &Heaps, budget: &mut Budget<'_>) -> Verdict {
        let Ok(values) = self.values(&position.heaps, budget) else {
            return Verdict::unknown(budget.spent());
        };
        let all = NimSum::new(&values);
        let outcome = all.outcome(ending);
        let source = if self.modulus().is_some() { Source::Formula } else { Source::Table };
        let grundy = (ending == Ending::Normal).then_some(all.sum);
        Verdict::proven(outcome, source, grundy, self.why(ending, &position.heaps, values, outcome))
    }

    fn outcome(
        &mut self,
        ending: Ending,
        position: &Heaps,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome, Exhausted> {
        let values = self.values(&position.heaps, budget)?;
        Ok(NimSum::new(&values).outcome(ending))
    }

    /// Tries each number, of which there are at most a hundred, on each heap.
    fn winning_moves(
        &mut self,
        ending: Ending,
        position: &Heaps,
        budget: &mut Budget<'_>,
        most: usize,
    ) -> WinningMoves<Take> {
        let winning = self.values(&position.heaps, budget).and_then(|values| {
            let all = NimSum::new(&values);
            let rules = self.rules.clone();
            let mut winning = Vec::new();
            for mv in rules.moves(position) {
                let heap = mv.heap as usize;
                let left = self.value(position.heaps[heap] - mv.take, budget)?;
                if all.outcome_with(values[heap], left, ending) == Outcome::P {
                    winning.push(mv);
                }
            }
            Ok(winning)
        });
        winning.map_or(WinningMoves::Unknown, |winning| WinningMoves::listed(winning, most))
    }

    fn winning_move(
        &mut self,
        ending: Ending,
        position: &Heaps,
        budget: &mut Budget<'_>,
    ) -> Option<Take> {
        self.winning_moves(ending, position, budget, usize::MAX).first()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::{agree, heaps};

    fn theory(take: &[u64]) -> SubtractionTheory {
        SubtractionTheory::new(Subtraction::new(take.to_vec()).unwrap())
    }

    #[test]
    fn values_decide_both_endings_for_every_small_set() {
        for set in 1u64..64 {
            let take: Vec<u64> = (1..=6).filter(|take| set >> (take - 1) & 1 == 1).collect();
            agree(&mut theory(&take), heaps(3, 5).into_iter().chain(heaps(1, 60)));
        }
    }

    #[test]
    fn the_period_serves_heaps_of_any_size() {
        let budget = &mut Budget::positions(100_000);
        for (take, period) in [(&[1, 2, 3][..], 4), (&[2, 5], 7), (&[1, 3, 4], 7), (&[1], 2)] {
            let mut theory = theory(take);
            let huge = 1_000_000_000_000_000 / period * period;
            for heap in 100..200 {
                let value = theory.value(heap, budget);
                assert_eq!(theory.value(huge + heap, budget), value, "{take:?} {heap}");
            }
        }
    }

    #[test]
    fn numbers_beyond_the_heaps_and_common_divisors_cost_nothing() {
        let budget = &mut Budget::positions(1_000);
        let million = 1_000_000_000;
        let mut one = theory(&[million]);
        assert_eq!(one.value(5 * million + 7, budget), Ok(1));
        let mut far = theory(&[1, 2, 1_000_000 * million]);
        assert_eq!(far.value(999_999 * million, budget), Ok(0));
        let beyond = Heaps::from(vec![1_000_001 * million]);
        let verdict = far.verdict(Ending::Normal, &beyond, budget);
        assert_eq!(verdict.outcome, None, "no proof, no verdict");
        assert_eq!(far.winning_moves(Ending::Normal, &beyond, budget, 9), WinningMoves::Unknown);
    }
}
