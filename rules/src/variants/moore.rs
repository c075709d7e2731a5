//! Moore's Nim: a move takes from one to `k` heaps, from each of them any
//! positive number, or at most `cap` where a cap is set. (Moore 1910.)

use serde::{Deserialize, Serialize};

use crate::moves::takes::take_vectors;
use crate::presets::{Catalogue, Preset};
use crate::{Heaps, MAX_HEAPS, MAX_NUMBER, Refusal, Rules, Takes};

/// Take from at most `k` heaps, at most `cap` from each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "UncheckedMoore")]
pub struct Moore {
    k: u64,
    cap: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UncheckedMoore {
    k: u64,
    #[serde(default)]
    cap: Option<u64>,
}

impl Moore {
    /// Creates the game in which a move takes from at most `k` heaps.
    ///
    /// # Errors
    /// When `k` is 0 or above [`MAX_HEAPS`], or a cap is 0 or above [`MAX_NUMBER`].
    pub fn new(k: u64, cap: Option<u64>) -> Result<Moore, Refusal> {
        Refusal::below("k", k, 1)?;
        Refusal::above("k", k, MAX_HEAPS as u64)?;
        Refusal::below("cap", cap.unwrap_or(1), 1)?;
        Refusal::above("cap", cap.unwrap_or(1), MAX_NUMBER)?;
        Ok(Moore { k, cap })
    }

    /// Returns from how many heaps one move may take.
    pub fn k(&self) -> u64 {
        self.k
    }

    /// Returns how much one move may take from each heap; `None` is any number.
    pub fn cap(&self) -> Option<u64> {
        self.cap
    }

    /// Returns the most that may be taken from a heap of this size.
    pub fn most_from(&self, heap: u64) -> u64 {
        heap.min(self.cap.unwrap_or(heap))
    }
}

impl TryFrom<UncheckedMoore> for Moore {
    type Error = Refusal;

    fn try_from(UncheckedMoore { k, cap }: UncheckedMoore) -> Result<Moore, Refusal> {
        Moore::new(k, cap)
    }
}

impl Rules for Moore {
    type Position = Heaps;
    type Move = Takes;

    fn admit(&self, position: &Heaps) -> Result<(), Refusal> {
        position.check_size()
    }

    fn apply(&self, position: &Heaps, mv: &Takes) -> Result<Heaps, Refusal> {
        let left = mv.apply(position)?;
        if mv.places().count() as u64 > self.k {
            return Err(Refusal::IllegalMove("that takes from too many heaps"));
        }
        if self.cap.is_some_and(|cap| mv.0.iter().any(|&take| take > cap)) {
            return Err(Refusal::IllegalMove("that takes too many from one heap"));
        }
        Ok(left)
    }

    fn moves<'a>(&'a self, position: &'a Heaps) -> impl Iterator<Item = Takes> + 'a {
        let limits = position.heaps.iter().map(|&heap| self.most_from(heap)).collect();
        take_vectors(limits, |heaps: u64, _| (heaps < self.k).then_some(heaps + 1))
    }

    /// The sum, over all choices of at most `k` heaps, of the product of what each heap
    /// allows; computed heap by heap.
    fn count(&self, position: &Heaps) -> Option<u64> {
        let mut ways = vec![1u64];
        for &heap in &position.heaps {
            if ways.len() as u64 <= self.k {
                ways.push(0);
            }
            for chosen in (1..ways.len()).rev() {
                let more = ways[chosen - 1].checked_mul(self.most_from(heap))?;
                ways[chosen] = ways[chosen].checked_add(more)?;
            }
        }
        ways[1..].iter().try_fold(0u64, |sum, &ways| sum.checked_add(ways))
    }

    fn deal(&self, size: u64, below: &mut dyn FnMut(u64) -> u64) -> Heaps {
        Heaps::deal(size, below)
    }

    /// Draws how many heaps first, then which ones, then how much from each.
    fn draw(&self, position: &Heaps, below: &mut dyn FnMut(u64) -> u64) -> Option<Takes> {
        let heaps = &position.heaps;
        let mut open: Vec<usize> = (0..heaps.len()).filter(|&place| heaps[place] > 0).collect();
        let mut takes = vec![0; heaps.len()];
        let most = self.k.min(open.len() as u64);
        let chosen = if most == 0 { return None } else { 1 + below(most) };
        for _ in 0..chosen {
            let place = open.swap_remove(below(open.len() as u64) as usize);
            takes[place] = 1 + below(self.most_from(heaps[place]));
        }
        Some(Takes(takes))
    }
}

/// The variant's presets and other names.
pub(super) const CATALOGUE: Catalogue = Catalogue {
    presets: &[
        Preset::new(
            "Moore 3-4-5-6",
            "moore(2) 3,4,5,6",
            "Moore's Nim on four small heaps, two at a time.",
        ),
        Preset::new(
            "Moore",
            "moore(2) 3,5,7,9",
            "Take from one heap or from two at a time (Moore 1910).",
        ),
        Preset::new(
            "Moore by three",
            "moore(3) 2,3,4,5,6",
            "Take from up to three heaps at a time.",
        ),
        Preset::new(
            "Moore capped",
            "moore(cap=2;k=2) 3,4,5",
            "Take from up to two heaps, at most 2 from each.",
        ),
    ],
    families: &[],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agree::{assert_agree, heaps, lists};

    #[test]
    fn apply_and_moves_agree() {
        let candidates = lists(3, 3);
        for k in 1..=4 {
            for cap in [None, Some(1), Some(2), Some(9)] {
                let rules = Moore::new(k, cap).unwrap();
                for position in heaps(3, 3) {
                    assert_agree(&rules, &position, &candidates);
                }
            }
        }
    }

    #[test]
    fn more_moves_than_memory_come_one_at_a_time() {
        let rules = Moore::new(1_000, None).unwrap();
        let position = Heaps::from(vec![MAX_NUMBER; MAX_HEAPS]);
        assert_eq!(rules.count(&position), None);
        assert_eq!(rules.moves(&position).take(100).count(), 100);
    }

    #[test]
    fn refuses_games_without_moves() {
        assert!(Moore::new(0, None).is_err());
        assert!(Moore::new(2, Some(0)).is_err());
        assert!(Moore::new(1_001, None).is_err());
    }
}
