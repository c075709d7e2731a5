//! Counting games: 21, where the player who says the target loses, and 100, where that player
//! wins, with any step and target. The two names share their rules, since only the ending
//! tells the games apart.

use serde::{Deserialize, Serialize};

use crate::presets::{Catalogue, Preset};
use crate::{Amount, MAX_NUMBER, Refusal, Rules};

/// Raise the total by 1 to `step`, never past `target`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "UncheckedRaceTo")]
pub struct RaceTo {
    step: u64,
    target: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UncheckedRaceTo {
    step: u64,
    target: u64,
}

impl RaceTo {
    /// Creates the counting game with this step and target.
    ///
    /// # Errors
    /// When the step is 0, or one of them is above [`MAX_NUMBER`]. A game with target 0 is
    /// over before it begins.
    pub fn new(step: u64, target: u64) -> Result<RaceTo, Refusal> {
        Refusal::below("step", step, 1)?;
        Refusal::above("step", step, MAX_NUMBER)?;
        Refusal::above("target", target, MAX_NUMBER)?;
        Ok(RaceTo { step, target })
    }

    /// Returns the most that one move adds.
    pub fn step(&self) -> u64 {
        self.step
    }

    /// Returns the total at which the game ends.
    pub fn target(&self) -> u64 {
        self.target
    }

    /// Returns what is missing to the target; the game is one heap of this many objects.
    pub fn left(&self, position: &Total) -> u64 {
        self.target.saturating_sub(position.total)
    }
}

impl TryFrom<UncheckedRaceTo> for RaceTo {
    type Error = Refusal;

    fn try_from(UncheckedRaceTo { step, target }: UncheckedRaceTo) -> Result<RaceTo, Refusal> {
        RaceTo::new(step, target)
    }
}

/// `{"total": 17}`: the number said last, 0 before the first.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Total {
    /// The number said last.
    pub total: u64,
}

impl Rules for RaceTo {
    type Position = Total;
    type Move = Amount;

    fn admit(&self, position: &Total) -> Result<(), Refusal> {
        if position.total > self.target {
            return Err(Refusal::BadPosition("the total is past the target"));
        }
        Ok(())
    }

    fn apply(&self, position: &Total, &Amount(amount): &Amount) -> Result<Total, Refusal> {
        if amount == 0 || amount > self.step {
            return Err(Refusal::IllegalMove("add at least 1 and at most the step"));
        }
        if amount > self.left(position) {
            return Err(Refusal::IllegalMove("that is past the target"));
        }
        Ok(Total { total: position.total + amount })
    }

    fn moves<'a>(&'a self, position: &'a Total) -> impl Iterator<Item = Amount> + 'a {
        (1..=self.step.min(self.left(position))).map(Amount)
    }

    fn count(&self, position: &Total) -> Option<u64> {
        Some(self.step.min(self.left(position)))
    }

    fn deal(&self, _: u64, below: &mut dyn FnMut(u64) -> u64) -> Total {
        // A game should not start half over.
        Total { total: below(1 + self.target / 3) }
    }

    fn draw(&self, position: &Total, below: &mut dyn FnMut(u64) -> u64) -> Option<Amount> {
        let most = self.count(position)?;
        (most > 0).then(|| Amount(1 + below(most)))
    }
}

/// The variant's presets and other names.
pub(super) const CATALOGUE: Catalogue = Catalogue {
    presets: &[
        Preset::new(
            "21",
            "misere game21(step=3;target=21) 0",
            "Count on by 1 to 3, and do not say 21.",
        ),
        Preset::new(
            "17",
            "misere game21(step=4;target=17) 0",
            "Count on by 1 to 4, and do not say 17.",
        ),
        Preset::new(
            "34",
            "misere game21(step=5;target=34) 0",
            "Count on by 1 to 5, and do not say 34.",
        ),
        Preset::new(
            "100",
            "game100(step=10;target=100) 0",
            "Count on by 1 to 10, and be the one who says 100.",
        ),
        Preset::new(
            "30",
            "game100(step=5;target=30) 0",
            "Count on by 1 to 5, and be the one who says 30.",
        ),
    ],
    families: &[],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agree::{assert_agree, numbers};

    #[test]
    fn apply_and_moves_agree() {
        let candidates = numbers(9);
        for (step, target) in (1..=7).flat_map(|step| (0..=9).map(move |target| (step, target))) {
            let rules = RaceTo::new(step, target).unwrap();
            for total in 0..=target {
                assert_agree(&rules, &Total { total }, &candidates);
            }
            assert!(rules.admit(&Total { total: target + 1 }).is_err());
        }
    }

    #[test]
    fn refuses_games_without_steps_or_beyond_exact_numbers() {
        for (step, target) in [(0, 21), (0, 0), (u64::MAX, 21), (3, MAX_NUMBER + 1)] {
            assert!(RaceTo::new(step, target).is_err());
        }
        assert!(serde_json::from_str::<RaceTo>(r#"{"step": 0, "target": 21}"#).is_err());
    }
}
