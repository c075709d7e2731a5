//! Staircase Nim: coins on the steps of a staircase; a move takes any number of coins from
//! one step to the step just below. Coins on the ground, step 0, stay there. (Sprague
//! 1937.)

use serde::{Deserialize, Serialize};

use crate::presets::{Catalogue, Preset};
use crate::{Heaps, MAX_HEAPS, MAX_NUMBER, Refusal, Rules, Take};

/// Staircase Nim has no parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Staircase {}

/// `{"steps": [2, 0, 3]}`: how many coins lie on each step, the ground first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Steps {
    /// Coins on each step.
    pub steps: Vec<u64>,
}

impl Steps {
    /// Returns the steps from which coins can be moved, with their coins.
    fn above(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        (0u64..).zip(self.steps.iter().copied()).skip(1)
    }
}

/// A move is `[step, number]`: this many coins move down from there.
impl Rules for Staircase {
    type Position = Steps;
    type Move = Take;

    /// Bounds the total, since all coins may end up on one step.
    fn admit(&self, position: &Steps) -> Result<(), Refusal> {
        Refusal::above("steps", position.steps.len() as u64, MAX_HEAPS as u64)?;
        let coins = position.steps.iter().try_fold(0u64, |sum, &coins| sum.checked_add(coins));
        Refusal::above("coins", coins.unwrap_or(u64::MAX), MAX_NUMBER)
    }

    fn apply(&self, position: &Steps, mv: &Take) -> Result<Steps, Refusal> {
        let step = usize::try_from(mv.heap).ok().filter(|&step| step < position.steps.len());
        let step = step.ok_or(Refusal::IllegalMove("there is no such step"))?;
        if step == 0 {
            return Err(Refusal::IllegalMove("coins on the ground stay there"));
        }
        if mv.take == 0 {
            return Err(Refusal::IllegalMove("move at least one coin"));
        }
        let mut steps = position.steps.clone();
        let left = steps[step].checked_sub(mv.take);
        steps[step] = left.ok_or(Refusal::IllegalMove("the step has fewer coins"))?;
        steps[step - 1] += mv.take;
        Ok(Steps { steps })
    }

    fn moves<'a>(&'a self, position: &'a Steps) -> impl Iterator<Item = Take> + 'a {
        position.above().flat_map(|(heap, coins)| (1..=coins).map(move |take| Take { heap, take }))
    }

    /// Counts one move for each coin above the ground.
    fn count(&self, position: &Steps) -> Option<u64> {
        Some(position.above().map(|(_, coins)| coins).sum())
    }

    fn deal(&self, size: u64, below: &mut dyn FnMut(u64) -> u64) -> Steps {
        // In all there are no more coins than one step can hold.
        let Heaps { heaps } = Heaps::deal(size.min(MAX_NUMBER / 4), below);
        Steps { steps: std::iter::once(0).chain(heaps).collect() }
    }

    fn draw(&self, position: &Steps, below: &mut dyn FnMut(u64) -> u64) -> Option<Take> {
        let above = Heaps::from(position.above().map(|(_, coins)| coins).collect::<Vec<_>>());
        let Take { heap, take } = above.draw_take(below)?;
        Some(Take { heap: heap + 1, take })
    }
}

/// The variant's presets and other names.
pub(super) const CATALOGUE: Catalogue = Catalogue {
    presets: &[
        Preset::new("stairs 0-2-3-4", "staircase 0,2,3,4", "Coins on three steps."),
        Preset::new("stairs 0-3-1-5-2", "staircase 0,3,1,5,2", "Coins on four steps."),
        Preset::new(
            "stairs 0-4-7-4-7",
            "staircase 0,4,7,4,7",
            "Coins on four steps, with an answer to every move.",
        ),
    ],
    families: &[],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agree::{assert_agree, lists, vectors};

    #[test]
    fn apply_and_moves_agree() {
        let candidates = lists(3, 4);
        for steps in (0..5).flat_map(|n| vectors(n, &[0, 1, 3])) {
            assert_agree(&Staircase {}, &Steps { steps }, &candidates);
        }
    }

    #[test]
    fn all_coins_can_come_to_one_step() {
        let steps = Steps { steps: vec![0, MAX_NUMBER - 1, 1] };
        assert_eq!(Staircase {}.admit(&steps), Ok(()));
        assert!(Staircase {}.admit(&Steps { steps: vec![0, MAX_NUMBER, 1] }).is_err());
        assert!(Staircase {}.admit(&Steps { steps: vec![u64::MAX; 3] }).is_err());
    }
}
