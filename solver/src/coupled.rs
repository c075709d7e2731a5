//! Heaps that one move may change together: greedy Nim, Moore's, Wythoff's. The
//! search sees them as one part, in which the order of the heaps means nothing.

use std::fmt::Debug;

use rules::{Heaps, Rules};

use crate::search::{Game, Known, Search};
use crate::{Budget, Exhausted};

/// How large a position may be for its value to be searched when a theorem has
/// already decided who wins: some tens of milliseconds.
const MOST_STEPS: u64 = 2_000_000;

/// Rules whose heaps are coupled.
pub(crate) trait Coupled: Rules<Position = Heaps> + Clone + Debug {
    /// What a theorem says of these heaps, sorted and without empty ones.
    fn known(&self, _: &[u64]) -> Known {
        Known::default()
    }

    /// The heaps in the form that stands for all positions alike: most games
    /// know neither their order nor empty ones.
    fn canon(&self, heaps: &mut Vec<u64>) {
        heaps.retain(|&heap| heap > 0);
        heaps.sort_unstable();
    }
}

/// The rules as a game of one part.
#[derive(Debug)]
pub(crate) struct CoupledHeaps<R>(pub(crate) R);

impl<R: Coupled> Game for CoupledHeaps<R> {
    type Part = Heaps;
    type Step = R::Move;

    const SUMS: bool = false;

    fn steps<'a>(&'a self, part: &'a Heaps) -> impl Iterator<Item = R::Move> + 'a {
        self.0.moves(part)
    }

    fn play(&self, part: &Heaps, step: &R::Move, parts: &mut Vec<Heaps>) {
        // `moves` gives only what `apply` accepts.
        let left = self.0.apply(part, step).map(|left| self.part(&left));
        parts.extend(left.into_iter().filter(|left| !left.heaps.is_empty()));
    }

    fn known(&self, part: &Heaps) -> Known {
        self.0.known(&part.heaps)
    }
}

impl<R: Coupled> CoupledHeaps<R> {
    /// The part that stands for this position.
    pub(crate) fn part(&self, position: &Heaps) -> Heaps {
        let mut heaps = position.heaps.clone();
        self.0.canon(&mut heaps);
        Heaps { heaps }
    }
}

/// The Grundy value, where the position is small enough to search although
/// the winner is known already.
pub(crate) fn small_value<R: Coupled>(
    search: &mut Search<CoupledHeaps<R>>,
    position: &Heaps,
    budget: &mut Budget<'_>,
) -> Option<u64> {
    let part = search.game().part(position);
    let below = part.heaps.iter().fold(1u64, |below, heap| below.saturating_mul(heap + 1));
    let moves = search.game().0.count(&part)?;
    if below.saturating_mul(moves) > MOST_STEPS {
        return None;
    }
    let value: Result<u64, Exhausted> = search.nimber(&[part], budget);
    value.ok()
}
