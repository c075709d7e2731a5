//! A slow reference for tests: outcome, Grundy value and winning moves by plain recursion over
//! the rules, sharing nothing with the search that it checks.

use std::collections::HashMap;

use rules::{Ending, Heaps, Rules};

use crate::{Budget, Outcome, Theory, WinningMoves};

/// Remembers, for each position, its Grundy value and whether the mover wins in misère play.
pub(crate) struct Oracle<R: Rules> {
    rules: R,
    known: HashMap<R::Position, (u64, bool)>,
}

impl<R: Rules> Oracle<R> {
    pub(crate) fn new(rules: R) -> Oracle<R> {
        Oracle { rules, known: HashMap::new() }
    }

    pub(crate) fn grundy(&mut self, position: &R::Position) -> u64 {
        self.both(position).0
    }

    pub(crate) fn outcome(&mut self, ending: Ending, position: &R::Position) -> Outcome {
        let (grundy, misere_win) = self.both(position);
        Outcome::from_win(match ending {
            Ending::Normal => grundy != 0,
            Ending::Misere => misere_win,
        })
    }

    pub(crate) fn winning_moves(&mut self, ending: Ending, position: &R::Position) -> Vec<R::Move> {
        let children = self.children(position);
        let mut lost = |child: &R::Position| self.outcome(ending, child) == Outcome::P;
        children.into_iter().filter(|(_, child)| lost(child)).map(|(mv, _)| mv).collect()
    }

    fn children(&self, position: &R::Position) -> Vec<(R::Move, R::Position)> {
        let child = |mv: R::Move| {
            let child = self.rules.apply(position, &mv).unwrap();
            (mv, child)
        };
        self.rules.moves(position).map(child).collect()
    }

    fn both(&mut self, position: &R::Position) -> (u64, bool) {
        if let Some(&known) = self.known.get(position) {
            return known;
        }
        let children = self.children(position);
        let children: Vec<_> = children.iter().map(|(_, child)| self.both(child)).collect();
        let grundy = (0..).find(|value| children.iter().all(|child| child.0 != *value)).unwrap();
        let misere_win = children.is_empty() || children.iter().any(|child| !child.1);
        self.known.insert(position.clone(), (grundy, misere_win));
        (grundy, misere_win)
    }
}

/// Asserts that the theory agrees with the oracle on each of these positions, in both endings:
/// outcome, Grundy value, all winning moves and the one that is named.
pub(crate) fn agree<T: Theory>(
    theory: &mut T,
    positions: impl IntoIterator<Item = <T::Rules as Rules>::Position>,
) {
    let mut oracle = Oracle::new(theory.rules().clone());
    for position in positions {
        theory.rules().admit(&position).unwrap();
        for &ending in theory.rules().endings() {
            let mut budget = Budget::positions(100_000_000);
            let verdict = theory.verdict(ending, &position, &mut budget);
            let place = || format!("{ending:?} {position:?}");
            assert_eq!(verdict.outcome, Some(oracle.outcome(ending, &position)), "{}", place());
            if ending == Ending::Normal {
                assert_eq!(verdict.grundy, Some(oracle.grundy(&position)), "{}", place());
            } else {
                assert_eq!(verdict.grundy, None, "{}", place());
            }
            let winning = theory.winning_moves(ending, &position, &mut budget, usize::MAX);
            let truth = oracle.winning_moves(ending, &position);
            let one = theory.winning_move(ending, &position, &mut budget);
            assert_eq!(one.is_some(), !truth.is_empty(), "{}", place());
            assert!(one.is_none_or(|one| truth.contains(&one)), "{}", place());
            assert_eq!(winning, WinningMoves::All(truth), "{}", place());
        }
    }
}

/// Returns all positions of at most `longest` heaps, each of at most `most` objects.
pub(crate) fn heaps(longest: usize, most: u64) -> Vec<Heaps> {
    (0..=longest).flat_map(|length| vectors(length, most)).map(Heaps::from).collect()
}

/// Returns all vectors of this length of numbers up to `most`.
pub(crate) fn vectors(length: usize, most: u64) -> Vec<Vec<u64>> {
    let longer = |vector: Vec<u64>| (0..=most).map(move |last| [&vector[..], &[last]].concat());
    (0..length).fold(vec![Vec::new()], |all, _| all.into_iter().flat_map(longer).collect())
}

/// Returns positions of up to three heaps with this total; more would be too much for a
/// recursion that counts every order of the heaps as another position.
pub(crate) fn few_heaps(total: u64) -> Vec<Heaps> {
    let mut all = vec![Heaps::from(vec![])];
    for a in 0..=total {
        for b in 0..=a.min(total - a) {
            all.extend((0..=b.min(total - a - b)).map(|c| Heaps::from(vec![b, c, a])));
        }
    }
    all
}

/// Returns which single heaps, below this size, the mover loses in misère play.
pub(crate) fn misere_lost<T: Theory<Rules: Rules<Position = Heaps>>>(
    theory: &mut T,
    heaps: u64,
) -> Vec<u64> {
    let mut lost = |&heap: &u64| {
        let mut budget = Budget::positions(50_000_000);
        theory.outcome(Ending::Misere, &vec![heap].into(), &mut budget) == Ok(Outcome::P)
    };
    (0..heaps).filter(|heap| lost(heap)).collect()
}
