//! Fibonacci Nim: a player who can take the smallest Zeckendorf part wins (Whinihan 1963; each
//! number is in exactly one way a sum of Fibonacci numbers of which no two are neighbours,
//! Lekkerkerker 1952). In misère play the last object is poisoned: the game is normal play on
//! the heap without it.

use rules::{Amount, Ending, Fibonacci, Pile};

use crate::engine::search::Search;
use crate::engine::whole::Whole;
use crate::{Budget, Exhausted, Facts, Outcome, Source, Theory, Verdict, Why, WinningMoves};

/// The largest heap whose Grundy value is searched: some tens of milliseconds.
/// Only the values up to 3 are characterised (Larsson and Rubinstein-Salzedo
/// 2016).
const MOST_SEARCHED: u64 = 150;

/// Zeckendorf sums, and a search for Grundy values.
#[derive(Debug)]
pub(crate) struct FibonacciTheory {
    search: Search<Whole<Fibonacci>>,
}

impl FibonacciTheory {
    pub(crate) fn new(rules: Fibonacci) -> FibonacciTheory {
        FibonacciTheory { search: Search::new(Whole(rules)) }
    }
}

/// Returns the Fibonacci numbers, no two of them neighbours, that add up to this number, the
/// smallest first.
fn zeckendorf(number: u64) -> Vec<u64> {
    let (mut a, mut b) = (1u64, 2u64);
    while b <= number {
        (a, b) = (b, a + b);
    }
    let (mut left, mut parts) = (number, Vec::new());
    while left > 0 {
        if a <= left {
            left -= a;
            parts.push(a);
        }
        (a, b) = (b - a, a);
    }
    parts.reverse();
    parts
}

/// Returns the heap on which normal play decides; `None` where no move can be made.
fn safe_heap(ending: Ending, &Pile { heap, limit }: &Pile) -> Option<u64> {
    match ending {
        _ if heap == 0 || limit == 0 => None,
        Ending::Normal => Some(heap),
        Ending::Misere => Some(heap - 1),
    }
}

/// Returns the winning takes: the sums of some of the smallest parts that are within the limit
/// and so small that twice the sum does not reach the next part.
fn tails(ending: Ending, position: &Pile) -> Vec<u64> {
    let parts = zeckendorf(safe_heap(ending, position).unwrap_or(0));
    let mut taken = 0;
    let mut tails = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        taken += part;
        let out_of_reach = parts.get(index + 1).is_none_or(|&next| 2 * taken < next);
        if taken <= position.limit && out_of_reach {
            tails.push(taken);
        }
    }
    tails
}

fn wins(ending: Ending, position: &Pile) -> bool {
    match safe_heap(ending, position) {
        // A mover without a move has won in misère play.
        None => ending == Ending::Misere,
        Some(heap) => zeckendorf(heap).first().is_some_and(|&part| part <= position.limit),
    }
}

fn why(ending: Ending, position: &Pile) -> Why {
    let limit = position.limit;
    let heap = safe_heap(ending, position);
    let parts = zeckendorf(heap.unwrap_or(0));
    let row = parts.iter().rev().map(u64::to_string).collect::<Vec<_>>().join(" + ");
    let whole = match parts.len() {
        0 | 1 => format!("{row} is a Fibonacci number"),
        _ => format!("{} = {row}, a sum of Fibonacci numbers", heap.unwrap_or(0)),
    };
    let poisoned = match ending {
        Ending::Normal => "",
        Ending::Misere => "without the last object, which loses, ",
    };
    let tails = tails(ending, position);
    let sentence = match (heap, parts.first(), tails.first()) {
        (None, ..) => {
            let verb = Outcome::from_win(wins(ending, position)).verb();
            format!("no move is left, so the player to move {verb}")
        }
        (Some(heap), _, Some(take)) if heap == *take && ending == Ending::Normal => {
            format!("the limit of {limit} allows taking all {heap}, so the player to move wins")
        }
        (_, Some(_), Some(take)) => {
            let then = parts.get(1).map(|next| {
                let most = 2 * take;
                format!("the opponent may take at most {most}, less than the next part, {next}")
            });
            let then = then.unwrap_or_else(|| "only the last object is left".to_owned());
            format!("{poisoned}{whole}: take {take}, and {then}, so the player to move wins")
        }
        (_, Some(part), None) => format!(
            "{poisoned}{whole}: the smallest part, {part}, is beyond the limit of {limit}, so every \
             move loses"
        ),
        (Some(_), None, _) => {
            "only the last object is left, and it must be taken, so the player to move loses"
                .to_owned()
        }
    };
    Why { sentence, facts: Facts::Zeckendorf { parts, limit, take: tails.first().copied() } }
}

impl Theory for FibonacciTheory {
    type Rules = Fibonacci;

    fn rules(&self) -> &Fibonacci {
        &self.search.game().0
    }

    fn outcome(
        &mut self,
        ending: Ending,
        position: &Pile,
        _: &mut Budget<'_>,
    ) -> Result<Outcome, Exhausted> {
        Ok(Outcome::from_win(wins(ending, position)))
    }

    fn verdict(&mut self, ending: Ending, position: &Pile, budget: &mut Budget<'_>) -> Verdict {
        let outcome = Outcome::from_win(wins(ending, position));
        let &Pile { heap, limit } = position;
        let grundy = match (ending, outcome) {
            (Ending::Misere, _) => None,
            (Ending::Normal, Outcome::P) => Some(0),
            (Ending::Normal, Outcome::N) if heap > MOST_SEARCHED => None,
            // A limit above the heap has no effect.
            (Ending::Normal, Outcome::N) => {
                self.search.nimber(&[Pile { heap, limit: limit.min(heap) }], budget).ok()
            }
        };
        Verdict::proven(outcome, Source::Formula, grundy, why(ending, position))
    }

    fn winning_moves(
        &mut self,
        ending: Ending,
        position: &Pile,
        _: &mut Budget<'_>,
        most: usize,
    ) -> WinningMoves<Amount> {
        WinningMoves::listed(tails(ending, position).into_iter().map(Amount).collect(), most)
    }

    fn winning_move(
        &mut self,
        ending: Ending,
        position: &Pile,
        _: &mut Budget<'_>,
    ) -> Option<Amount> {
        tails(ending, position).first().copied().map(Amount)
    }
}

#[cfg(test)]
mod tests {
    use rules::Rules;

    use super::*;
    use crate::oracle::agree;

    #[test]
    fn zeckendorfs_row_decides_both_endings() {
        let positions = (0..=45).flat_map(|heap| (0..=46).map(move |limit| Pile { heap, limit }));
        agree(&mut FibonacciTheory::new(Fibonacci {}), positions);
    }

    #[test]
    fn values_are_searched_up_to_a_size_that_takes_no_time() {
        let mut theory = FibonacciTheory::new(Fibonacci {});
        let mut value = |heap| {
            let budget = &mut Budget::positions(1_000_000);
            theory.verdict(Ending::Normal, &Pile { heap, limit: 5 }, budget).grundy
        };
        assert!(value(MOST_SEARCHED).is_some());
        assert_eq!(value(MOST_SEARCHED + 1), None);
    }

    #[test]
    fn a_fibonacci_heap_is_lost_at_the_start_and_a_huge_heap_answered_at_once() {
        let none = &mut Budget::positions(0);
        let mut theory = FibonacciTheory::new(Fibonacci {});
        let mut outcome =
            |heap| theory.outcome(Ending::Normal, &Pile { heap, limit: heap - 1 }, none);
        let lost: Vec<u64> = (1..100).filter(|&heap| outcome(heap) == Ok(Outcome::P)).collect();
        assert_eq!(lost, [1, 2, 3, 5, 8, 13, 21, 34, 55, 89]);
        assert_eq!(outcome(1_779_979_416_004_714), Ok(Outcome::N));
        assert_eq!(outcome(1_304_969_544_928_657), Ok(Outcome::P), "the 73rd Fibonacci number");
        for &ending in Ending::BOTH {
            let huge = Pile { heap: 1_000_000_000_000_000, limit: 999_999_999_999_999 };
            let mv = theory.winning_move(ending, &huge, none).unwrap();
            let left = Fibonacci {}.apply(&huge, &mv).unwrap();
            assert_eq!(theory.outcome(ending, &left, none), Ok(Outcome::P));
        }
    }
}
