//! Fraenkel's generalization of Wythoff's game: take from one of two heaps, or take from both
//! amounts that differ by less than r. With r = 1 it is Wythoff's game. (Fraenkel 1982.)

use serde::{Deserialize, Serialize};

use crate::presets::{Catalogue, Preset};
use crate::{Heaps, Refusal, Rules, Take, Takes};

/// The largest r. Exact arithmetic on numbers up to 2^53 has room for it, and a larger r makes
/// no practical difference on two heaps.
const MAX_R: u64 = 1_000;

/// How much two amounts may differ: by less than `r`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "UncheckedRWythoff")]
pub struct RWythoff {
    r: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UncheckedRWythoff {
    r: u64,
}

impl RWythoff {
    /// Creates the game with this bound.
    ///
    /// # Errors
    /// Unless r is from 1 to 1,000.
    pub fn new(r: u64) -> Result<RWythoff, Refusal> {
        Refusal::below("r", r, 1)?;
        Refusal::above("r", r, MAX_R)?;
        Ok(RWythoff { r })
    }

    /// Returns the bound: the two amounts differ by less.
    pub fn r(&self) -> u64 {
        self.r
    }
}

impl TryFrom<UncheckedRWythoff> for RWythoff {
    type Error = Refusal;

    fn try_from(UncheckedRWythoff { r }: UncheckedRWythoff) -> Result<RWythoff, Refusal> {
        RWythoff::new(r)
    }
}

/// Returns the two heaps of an admitted position.
fn pair(position: &Heaps) -> [u64; 2] {
    [position.heaps[0], position.heaps[1]]
}

impl RWythoff {
    /// Returns the amounts that may be taken from the second heap together with an amount from
    /// the first.
    fn second(self, first: u64, available: u64) -> std::ops::RangeInclusive<u64> {
        match first {
            0 => 1..=available,
            _ => (first + 1).saturating_sub(self.r).max(1)..=available.min(first + self.r - 1),
        }
    }
}

impl Rules for RWythoff {
    type Position = Heaps;
    type Move = Takes;

    fn admit(&self, position: &Heaps) -> Result<(), Refusal> {
        if position.heaps.len() != 2 {
            return Err(Refusal::BadPosition("there are two heaps"));
        }
        position.check_size()
    }

    fn apply(&self, position: &Heaps, mv: &Takes) -> Result<Heaps, Refusal> {
        let left = mv.apply(position)?;
        let (a, b) = (mv.0[0], mv.0[1]);
        if a > 0 && b > 0 && a.abs_diff(b) >= self.r {
            return Err(Refusal::IllegalMove("the two amounts differ too much"));
        }
        Ok(left)
    }

    fn moves<'a>(&'a self, position: &'a Heaps) -> impl Iterator<Item = Takes> + 'a {
        let [a, b] = pair(position);
        (0..=a).flat_map(move |first| {
            let alone = (first > 0).then_some(0);
            let seconds = alone.into_iter().chain(self.second(first, b));
            seconds.map(move |second| Takes(vec![first, second]))
        })
    }

    /// Sums the takes from one heap, and those from both: for each difference below r and each
    /// sign, the amounts that both heaps have.
    fn count(&self, position: &Heaps) -> Option<u64> {
        let [a, b] = pair(position);
        let apart = |large: u64, small: u64, d: u64| small.min(large.saturating_sub(d));
        let both = (1..self.r).map(|d| apart(a, b, d) + apart(b, a, d)).sum::<u64>();
        Some(a + b + a.min(b) + both)
    }

    fn deal(&self, size: u64, below: &mut dyn FnMut(u64) -> u64) -> Heaps {
        Heaps::deal_some(2, size, below)
    }

    fn draw(&self, position: &Heaps, below: &mut dyn FnMut(u64) -> u64) -> Option<Takes> {
        let [a, b] = pair(position);
        let both = a > 0 && b > 0 && below(2) == 1;
        if !both {
            let Take { heap, take } = position.draw_take(below)?;
            return Some(Takes((0..2).map(|at| if at == heap { take } else { 0 }).collect()));
        }
        // Draws the first amount among those with a matching second amount.
        let first = 1 + below(a.min(b + self.r - 1));
        let seconds = self.second(first, b);
        let second = seconds.start() + below(seconds.end() - seconds.start() + 1);
        Some(Takes(vec![first, second]))
    }
}

/// The variant's presets and other names.
pub(super) const CATALOGUE: Catalogue = Catalogue {
    presets: &[
        Preset::new("2-Wythoff 7-10", "rwythoff(2) 7,10", "Amounts that differ by one at most."),
        Preset::new("3-Wythoff 9-14", "rwythoff(3) 9,14", "Amounts that differ by two at most."),
        Preset::new("2-Wythoff 5-17", "rwythoff(2) 5,17", "A small heap beside a large one."),
    ],
    families: &[],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agree::{assert_agree, lists};

    #[test]
    fn apply_and_moves_agree() {
        let candidates = lists(3, 7);
        for r in 1..=4 {
            for a in 0..7 {
                for b in 0..7 {
                    let rules = RWythoff::new(r).unwrap();
                    assert_agree(&rules, &Heaps::from(vec![a, b]), &candidates);
                }
            }
        }
    }

    #[test]
    fn there_are_two_heaps_and_r_has_bounds() {
        let rules = RWythoff::new(2).unwrap();
        for heaps in [vec![], vec![1], vec![1, 2, 3]] {
            assert!(rules.admit(&Heaps::from(heaps)).is_err());
        }
        assert!(RWythoff::new(0).is_err() && RWythoff::new(1_001).is_err());
    }
}
