//! Wythoff's game on any number of heaps.
//!
//! Two heaps are Wythoff's own game. An equal move on all heaps, if their number is odd,
//! changes nothing: the lowest bit of the amount flips in every heap, so the nim-sum changes
//! as by a move of Nim, and values, lost positions and their misère counterparts are those of
//! Nim (Blass, Fraenkel and Guelman 1998). All other positions are searched.

mod wythoff;

use rules::{Ending, Heaps, Multiheap, Scope, Takes};

use crate::engine::coupled::{Coupled, OpenGame, Sieved, sorted};
use crate::engine::game::KnownPart;
use crate::engine::sieve::LostPosition;
use crate::heaps::nim_sum::{NimSum, nim_winning};
use crate::theory::{try_all, try_for_one};
use crate::variants::nim::nim_verdict;
use crate::{Budget, Exhausted, Facts, Outcome, Source, Theory, Verdict, Why, WinningMoves};

/// Theorems for one, two and an odd number of heaps, and a search.
#[derive(Debug)]
pub(crate) struct MultiheapTheory {
    rules: Multiheap,
    open: OpenGame<Multiheap>,
}

/// The kind of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MultiheapKind {
    /// Nim, with or without equal moves that change nothing.
    Nim,
    /// Two heaps, at these places.
    Wythoff(usize, usize),
    /// No theorem is known.
    Open,
}

fn kind(rules: &Multiheap, heaps: &[u64]) -> MultiheapKind {
    let held: Vec<usize> = (0..heaps.len()).filter(|&place| heaps[place] > 0).collect();
    match (rules.scope, &held[..]) {
        (Scope::All, _) if held.len() < heaps.len() => MultiheapKind::Nim,
        (_, [] | [_]) => MultiheapKind::Nim,
        (_, &[a, b]) => MultiheapKind::Wythoff(a, b),
        (Scope::All, _) if heaps.len() % 2 == 1 => MultiheapKind::Nim,
        _ => MultiheapKind::Open,
    }
}

impl Coupled for Multiheap {
    fn known(&self, heaps: &[u64]) -> KnownPart {
        let all = NimSum::new(heaps);
        match kind(self, heaps) {
            MultiheapKind::Nim => {
                KnownPart { nimber: Some(all.sum), pair: Some(Some(all.pair())), element: None }
            }
            MultiheapKind::Wythoff(a, b)
                if wythoff::is_lost(Ending::Normal, heaps[a], heaps[b]) =>
            {
                KnownPart { nimber: Some(0), ..KnownPart::default() }
            }
            MultiheapKind::Wythoff(..) | MultiheapKind::Open => KnownPart::default(),
        }
    }

    fn canon(&self, heaps: &mut Vec<u64>) {
        if self.scope == Scope::NonEmpty {
            heaps.retain(|&heap| heap > 0);
        }
        heaps.sort_unstable();
    }
}

impl Sieved for Multiheap {
    fn ordered(&self, heaps: &[u64]) -> Vec<u64> {
        sorted(heaps)
    }

    fn cross_out(&self, lost: &mut LostPosition<'_>) {
        let all: Vec<usize> = (0..lost.heaps.len()).collect();
        lost.cross_some(&all, 1, u64::MAX);
        if self.scope == Scope::All {
            return lost.cross_equal(&all);
        }
        // A heap that is empty now may have held just the amount taken.
        let held = all.iter().copied().filter(|&place| lost.heaps[place] > 0);
        let held: Vec<usize> = held.collect();
        let empty = all.iter().filter(|&&place| lost.heaps[place] == 0 && lost.room(place) > 0);
        let empty: Vec<usize> = empty.copied().collect();
        for emptied in 0u32..1 << empty.len() {
            let emptied = (0..empty.len()).filter(|at| emptied >> at & 1 == 1).map(|at| empty[at]);
            let places: Vec<usize> = held.iter().copied().chain(emptied).collect();
            lost.cross_equal(&places);
        }
    }
}

impl MultiheapTheory {
    pub(crate) fn new(rules: Multiheap) -> MultiheapTheory {
        MultiheapTheory { rules, open: OpenGame::new(rules) }
    }

    /// Returns the winning moves of a position that is Nim: Nim's own, and equal moves.
    fn nim_moves(&self, ending: Ending, position: &Heaps) -> Vec<Takes> {
        let heaps = &position.heaps;
        let winning = nim_winning(ending, heaps);
        let mut moves: Vec<Takes> = winning.map(|change| takes(heaps, &[change])).collect();
        for sum in [0, 1] {
            let Some(amount) = self.equal_to_sum(position, sum) else { continue };
            let mv = self.rules.from_each(position, amount);
            let left = heaps.iter().zip(&mv.0).map(|(heap, take)| heap - take);
            if NimSum::new(&left.collect::<Vec<_>>()).outcome(ending) == Outcome::P {
                moves.push(mv);
            }
        }
        moves
    }

    /// Returns how much to take from every heap, their number being odd, to leave this
    /// nim-sum. It is found digit by digit from the lowest: a digit of the amount flips that
    /// digit of all heaps, so exactly one choice is right.
    fn equal_to_sum(&self, position: &Heaps, sum: u64) -> Option<u64> {
        let most = self.rules.most_from_each(position)?;
        let mut amount = 0u64;
        for digit in 0..u64::BITS {
            let left = position.heaps.iter().fold(0, |left, heap| left ^ heap.wrapping_sub(amount));
            if (left ^ sum) >> digit & 1 == 1 {
                amount |= 1 << digit;
            }
        }
        (1..=most).contains(&amount).then_some(amount)
    }
}

/// Returns the move that changes these heaps to these sizes.
fn takes(heaps: &[u64], changes: &[(usize, u64)]) -> Takes {
    let mut takes = vec![0; heaps.len()];
    for &(place, size) in changes {
        takes[place] = heaps[place] - size;
    }
    Takes(takes)
}

fn wythoff_why(ending: Ending, a: u64, b: u64) -> Why {
    let number = a.abs_diff(b);
    let (low, high) = wythoff::lost_pair(ending, number);
    let sentence = if wythoff::is_lost(ending, a, b) {
        format!(
            "({low}, {high}) is Wythoff's lost pair with difference {number}: no move leads to another \
             of these pairs, so every move loses"
        )
    } else {
        let moves = wythoff::winning(ending, a, b);
        let to = moves.first().map(|(c, d)| format!(": leave ({c}, {d}), which is one"));
        format!(
            "({}, {}) is not one of Wythoff's lost pairs (the one with difference {number} is ({low}, \
             {high})), so the player to move wins{}",
            a.min(b),
            a.max(b),
            to.unwrap_or_default()
        )
    };
    Why { sentence, facts: Facts::GoldenPair { number, pair: [low, high], heaps: [a, b] } }
}

impl Theory for MultiheapTheory {
    type Rules = Multiheap;

    fn rules(&self) -> &Multiheap {
        &self.rules
    }

    fn outcome(
        &mut self,
        ending: Ending,
        position: &Heaps,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome, Exhausted> {
        let heaps = &position.heaps;
        match kind(&self.rules, heaps) {
            MultiheapKind::Nim => Ok(NimSum::new(heaps).outcome(ending)),
            MultiheapKind::Wythoff(a, b) => {
                Ok(Outcome::from_win(!wythoff::is_lost(ending, heaps[a], heaps[b])))
            }
            MultiheapKind::Open => self.open.outcome(ending, position, budget),
        }
    }

    fn verdict(&mut self, ending: Ending, position: &Heaps, budget: &mut Budget<'_>) -> Verdict {
        let heaps = &position.heaps;
        let (a, b) = match kind(&self.rules, heaps) {
            MultiheapKind::Nim => return nim_verdict(ending, heaps),
            MultiheapKind::Wythoff(a, b) => (heaps[a], heaps[b]),
            MultiheapKind::Open => return self.open.verdict(ending, position, budget),
        };
        let outcome = Outcome::from_win(!wythoff::is_lost(ending, a, b));
        let grundy = match (ending, outcome) {
            (Ending::Misere, _) => None,
            (Ending::Normal, Outcome::P) => Some(0),
            (Ending::Normal, Outcome::N) => self.open.value(position, budget),
        };
        Verdict::proven(outcome, Source::Formula, grundy, wythoff_why(ending, a, b))
    }

    fn winning_moves(
        &mut self,
        ending: Ending,
        position: &Heaps,
        budget: &mut Budget<'_>,
        most: usize,
    ) -> WinningMoves<Takes> {
        let heaps = &position.heaps;
        match kind(&self.rules, heaps) {
            MultiheapKind::Nim => WinningMoves::listed(self.nim_moves(ending, position), most),
            MultiheapKind::Wythoff(a, b) => {
                let children = wythoff::winning(ending, heaps[a], heaps[b]).into_iter();
                let moves = children.map(|(c, d)| takes(heaps, &[(a, c), (b, d)]));
                WinningMoves::listed(moves.collect(), most)
            }
            MultiheapKind::Open => {
                // The box of the position contains all positions that its moves lead to.
                let _ = self.open.outcome(ending, position, budget);
                try_all(self, ending, position, budget, most)
            }
        }
    }

    fn winning_move(
        &mut self,
        ending: Ending,
        position: &Heaps,
        budget: &mut Budget<'_>,
    ) -> Option<Takes> {
        match kind(&self.rules, &position.heaps) {
            MultiheapKind::Open => try_for_one(self, ending, position, budget),
            MultiheapKind::Nim | MultiheapKind::Wythoff(..) => {
                self.winning_moves(ending, position, budget, usize::MAX).first()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rules::Rules;

    use super::*;
    use crate::oracle::{agree, heaps};

    fn theory(scope: Scope) -> MultiheapTheory {
        MultiheapTheory::new(Multiheap { scope })
    }

    #[test]
    fn two_heaps_are_wythoffs() {
        agree(&mut theory(Scope::All), heaps(2, 30));
        agree(&mut theory(Scope::NonEmpty), heaps(2, 30));
    }

    #[test]
    fn equal_moves_on_all_of_three_or_five_heaps_change_nothing() {
        agree(&mut theory(Scope::All), heaps(3, 8));
        let five = heaps(5, 3).into_iter().filter(|position| position.heaps.len() == 5);
        agree(&mut theory(Scope::All), five);
    }

    #[test]
    fn everything_else_is_searched() {
        agree(&mut theory(Scope::NonEmpty), heaps(4, 4));
        agree(&mut theory(Scope::All), heaps(4, 4));
    }

    #[test]
    fn huge_heaps_are_answered_without_looking() {
        let none = &mut Budget::positions(0);
        let huge = |heaps: &[u64]| Heaps::from(heaps.to_vec());
        for scope in [Scope::All, Scope::NonEmpty] {
            let position = huge(&[1 << 52, (1 << 53) - 1]);
            let mut theory = theory(scope);
            for &ending in Ending::BOTH {
                let mv = theory.winning_move(ending, &position, none).unwrap();
                let left = theory.rules.apply(&position, &mv).unwrap();
                assert_eq!(theory.outcome(ending, &left, none), Ok(Outcome::P));
            }
        }
        // The same number is added to three heaps with nim-sum 0.
        let (a, b, more) = ((1u64 << 51) + 3, (1u64 << 50) + 5, 1_000_000_000_000_000);
        let three = huge(&[a + more, b + more, (a ^ b) + more]);
        let found = theory(Scope::All).winning_moves(Ending::Normal, &three, none, 9);
        let WinningMoves::All(moves) = found else { panic!("{found:?}") };
        assert!(moves.contains(&Takes(vec![more; 3])), "{moves:?}");
    }
}
