//! Strengths and weaknesses: where a player keeps clearly more wins, or clearly fewer, than they do
//! on average in positions of the same difficulty. Numbers only; pages put them into words.

use super::decision::Item;

/// Decisions of one kind that a player has made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecisionTally {
    /// How rare winning moves were; see [`Item`].
    pub rarity: u8,
    /// The number of decisions.
    pub decisions: u32,
    /// Those that kept the win.
    pub kept: u32,
}

/// A group of decisions in which a player stands out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trait {
    /// The number of decisions.
    pub decisions: u32,
    /// Those that kept the win.
    pub kept: u32,
    /// The number that they keep on average in positions of the same difficulty.
    pub expected: f64,
}

/// A group with fewer decisions says nothing.
const FEWEST: u32 = 20;

/// The number of standard deviations that separates a trait from chance: one group in twenty is
/// beyond it by chance.
const BEYOND: f64 = 2.0;

/// Iterations of Newton's method; the skill converges after about five.
const ROUNDS: usize = 12;

/// The variance of skills, as the ladder assumes it, and the largest skill, in logits, that is told
/// apart.
const SKILLS: f64 = 2.25;
const FARTHEST: f64 = 8.0;

/// The skill, in logits, that explains all of a player's decisions best.
pub fn average_skill(all: &[DecisionTally]) -> f64 {
    let mut skill: f64 = 0.0;
    for _ in 0..ROUNDS {
        let (mut slope, mut curvature) = (-skill / SKILLS, 1.0 / SKILLS);
        for tally in all {
            let chance = keeps(skill, tally.rarity);
            slope += f64::from(tally.kept) - f64::from(tally.decisions) * chance;
            curvature += f64::from(tally.decisions) * chance * (1.0 - chance);
        }
        skill = (skill + (slope / curvature).clamp(-1.0, 1.0)).clamp(-FARTHEST, FARTHEST);
    }
    skill
}

/// Returns how a player of this average skill stands out in a group of their decisions, if they do.
pub fn stands_out(skill: f64, group: &[DecisionTally]) -> Option<Trait> {
    let (mut found, mut variance) = (Trait { decisions: 0, kept: 0, expected: 0.0 }, 0.0);
    for tally in group {
        let chance = keeps(skill, tally.rarity);
        found.decisions += tally.decisions;
        found.kept += tally.kept;
        found.expected += f64::from(tally.decisions) * chance;
        variance += f64::from(tally.decisions) * chance * (1.0 - chance);
    }
    let beyond = (f64::from(found.kept) - found.expected).abs() > BEYOND * variance.sqrt();
    (found.decisions >= FEWEST && beyond).then_some(found)
}

impl Trait {
    /// Whether it is a strength; otherwise it is a weakness.
    pub fn is_strength(self) -> bool {
        f64::from(self.kept) > self.expected
    }
}

fn keeps(skill: f64, rarity: u8) -> f64 {
    let difficulty = Item { rarity, parts: 1 }.difficulty() as f64 / 1e6;
    1.0 / (1.0 + (difficulty - skill).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(rarity: u8, decisions: u32, kept: u32) -> DecisionTally {
        DecisionTally { rarity, decisions, kept }
    }

    #[test]
    fn an_error_in_every_fourth_decision_is_skill_0_without_traits() {
        let all: Vec<_> = (1..6)
            .map(|rarity| {
                let chance = keeps(0.0, rarity);
                tally(rarity, 1_000, (1_000.0 * chance).round() as u32)
            })
            .collect();
        let skill = average_skill(&all);
        assert!(skill.abs() < 0.01, "{skill}");
        assert!(all.iter().all(|one| stands_out(skill, &[*one]).is_none()));
    }

    /// The likelihood, with the ladder's assumption, is flat where it is highest.
    #[test]
    fn the_skill_is_the_likeliest() {
        for true_skill in [-2.5, -0.5, 1.0, 3.0] {
            let all: Vec<_> = [(0, 40), (2, 700), (5, 250)]
                .map(|(rarity, decisions)| {
                    let kept = keeps(true_skill, rarity) * f64::from(decisions);
                    tally(rarity, decisions, kept.round() as u32)
                })
                .to_vec();
            let skill = average_skill(&all);
            let pulls = all.iter().map(|tally| {
                f64::from(tally.kept) - f64::from(tally.decisions) * keeps(skill, tally.rarity)
            });
            let pull = pulls.sum::<f64>() - skill / SKILLS;
            assert!(pull.abs() < 1e-6, "{true_skill}: {skill}, {pull}");
        }
    }

    #[test]
    fn a_trait_far_from_average_stands_out_given_enough_decisions() {
        let (weak, rest) = (tally(3, 60, 30), tally(3, 300, 270));
        let skill = average_skill(&[weak, rest]);
        let found = stands_out(skill, &[weak]).expect("clearly fewer");
        assert!(!found.is_strength() && found.expected > 40.0, "{found:?}");
        assert_eq!(stands_out(skill, &[tally(3, 10, 0)]), None, "too few");
        // Within two standard deviations it is chance.
        let chance = keeps(0.0, 3);
        let deviation = (400.0 * chance * (1.0 - chance)).sqrt();
        let stands_out_by = |deviations: f64| {
            let kept = 400.0 * chance + deviations * deviation;
            stands_out(0.0, &[tally(3, 400, kept.round() as u32)]).is_some()
        };
        assert_eq!([-2.2, -1.7, 1.7, 2.2].map(stands_out_by), [true, false, false, true]);
        let strong = stands_out(-1.0, &[rest]).expect("clearly more");
        assert!(strong.is_strength());
        let even = Trait { decisions: 40, kept: 20, expected: 20.0 };
        assert!(!even.is_strength());
    }

    #[test]
    fn extremes_stay_finite() {
        for all in [vec![], vec![tally(6, 1_000_000, 1_000_000)], vec![tally(0, 1_000_000, 0)]] {
            assert!(average_skill(&all).abs() <= FARTHEST);
        }
    }
}
