//! The reference for incremental learning: a fit of all decisions at once, with skills and
//! difficulties in turn by Newton's method and the ladder's priors.

use std::collections::HashMap;

use ladder::{Decision, Item};

/// Rounds of both steps: from the tenth on, three digits no longer change.
const ROUNDS: usize = 20;
/// The variances of the priors.
const SKILLS: f64 = 2.25;
const DIFFICULTIES: f64 = 0.03;

/// Fits the skill of each bot.
pub(super) fn skills<'a>(
    played: impl Iterator<Item = (usize, &'a Decision)>,
    bots: usize,
) -> Vec<f64> {
    let mut counts: HashMap<(usize, Item), (f64, f64)> = HashMap::new();
    let mut items: HashMap<Item, f64> = HashMap::new();
    for (bot, decision) in played {
        let (all, kept) = counts.entry((bot, decision.item)).or_default();
        *all += 1.0;
        *kept += f64::from(u8::from(decision.kept));
        items.insert(decision.item, prior(decision.item));
    }
    let mut skills = vec![0.0; bots];
    for _ in 0..ROUNDS {
        let mut steps = vec![(0.0, 0.0); bots];
        for (&(bot, item), &counted) in &counts {
            add(&mut steps[bot], counted, skills[bot] - items[&item]);
        }
        for (skill, (slope, curvature)) in skills.iter_mut().zip(steps) {
            *skill += step(slope - *skill / SKILLS, curvature + 1.0 / SKILLS);
        }
        let mut steps: HashMap<Item, (f64, f64)> = HashMap::new();
        for (&(bot, item), &counted) in &counts {
            add(steps.entry(item).or_default(), counted, skills[bot] - items[&item]);
        }
        for (item, difficulty) in &mut items {
            let (slope, curvature) = steps[item];
            let pull = (*difficulty - prior(*item)) / DIFFICULTIES;
            *difficulty -= step(slope + pull, curvature + 1.0 / DIFFICULTIES);
        }
    }
    skills
}

fn prior(item: Item) -> f64 {
    item.difficulty() as f64 / 1e6
}

/// Adds the gradient and curvature of this many decisions at this distance.
fn add(step: &mut (f64, f64), (all, kept): (f64, f64), ahead: f64) {
    let chance = 1.0 / (1.0 + (-ahead).exp());
    step.0 += kept - all * chance;
    step.1 += all * chance * (1.0 - chance);
}

fn step(slope: f64, curvature: f64) -> f64 {
    (slope / curvature).clamp(-1.0, 1.0)
}
