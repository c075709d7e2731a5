//! Moves that may take from several heaps at once: one number for each heap.

use crate::{Heaps, Move, MoveForm, Refusal};

/// `[0, 2, 1]`: how many objects are taken from each heap.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Takes(pub Vec<u64>);

impl Takes {
    /// Returns the heaps that are taken from.
    pub fn places(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.0.len()).filter(|&place| self.0[place] > 0)
    }

    /// Returns what is left of the heaps; refuses to take nothing, or more than a heap holds.
    pub fn apply(&self, position: &Heaps) -> Result<Heaps, Refusal> {
        if self.0.len() != position.heaps.len() {
            return Err(Refusal::IllegalMove("give one number for each heap"));
        }
        if self.0.iter().all(|&take| take == 0) {
            return Err(Refusal::IllegalMove("take at least one object"));
        }
        let left = position.heaps.iter().zip(&self.0).map(|(&heap, &take)| heap.checked_sub(take));
        let left: Option<Vec<u64>> = left.collect();
        left.map(Heaps::from).ok_or(Refusal::IllegalMove("a heap has fewer objects"))
    }
}

impl MoveForm for Takes {
    const FORM: &'static str = "a move is a list of takes, one for each heap";

    fn read(mv: &Move) -> Option<Takes> {
        match mv {
            Move::List(takes) => Some(Takes(takes.to_vec())),
            _ => None,
        }
    }
}

impl From<Takes> for Move {
    fn from(Takes(takes): Takes) -> Move {
        Move::List(takes.into())
    }
}

/// Returns all vectors of takes up to `limits` whose set of heaps is allowed, in ascending
/// order. They are made one at a time, each in one pass: there may be too many for memory.
///
/// `join(set, place)` returns the set with one more place, which lies beyond all its others,
/// or `None` where that is not allowed. Every subset of an allowed set must be allowed: then
/// the next vector raises the last entry that can be raised and takes nothing beyond it.
pub(crate) fn take_vectors<Set: Copy + Default>(
    limits: Vec<u64>,
    join: impl Fn(Set, usize) -> Option<Set>,
) -> impl Iterator<Item = Takes> {
    let mut takes = vec![0; limits.len()];
    std::iter::from_fn(move || {
        let mut set = Some(Set::default());
        let mut raised = None;
        for (place, (&take, &limit)) in takes.iter().zip(&limits).enumerate() {
            let joined = set.and_then(|set| join(set, place));
            if take < limit && joined.is_some() {
                raised = Some(place);
            }
            if take > 0 {
                set = joined;
            }
        }
        let raised = raised?;
        takes[raised] += 1;
        takes[raised + 1..].fill(0);
        Some(Takes(takes.to_vec()))
    })
}
