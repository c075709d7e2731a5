//! Staircase Nim: in normal play it is Nim on the odd steps. When coins come down from an even
//! step, the opponent moves them on, which undoes the effect on the odd steps. (Sprague 1937.)
//! With the same answers misère play is misère Nim on the odd steps; when no coins are left on
//! them, a player who brings a single coin down from an even step wins.

use rules::{Staircase, Steps, Take};

use crate::engine::normal_play::{NormalPlay, NormalTheory};

/// Returns the theory of Staircase Nim.
pub(super) fn theory(rules: Staircase) -> NormalTheory<Staircase> {
    NormalTheory::new(rules)
}

impl NormalPlay for Staircase {
    fn values(&self, position: &Steps) -> Vec<u64> {
        position.steps.iter().copied().skip(1).step_by(2).collect()
    }

    /// A move from an even step need not cancel with its answer, so only a nim-sum of 0 is
    /// certain to be the value.
    const VALUES: bool = false;

    /// The winner either lowers an odd step to the size that makes the nim-sum 0, or raises it
    /// to that size with coins from the step above.
    fn winning(&self, position: &Steps, sum: u64) -> impl Iterator<Item = Take> {
        let steps = &position.steps;
        (1..steps.len()).filter_map(move |step| {
            let odd = step - (step + 1) % 2;
            let target = steps[odd] ^ sum;
            let take = match step == odd {
                true => steps[odd].checked_sub(target),
                false => target.checked_sub(steps[odd]).filter(|&take| take <= steps[step]),
            };
            let take = take.filter(|&take| take > 0)?;
            Some(Take { heap: step as u64, take })
        })
    }

    fn meaning(&self) -> String {
        "only the odd steps count, as heaps of Nim: what comes down from an even step is moved \
         on at once"
            .to_owned()
    }

    fn canon(&self, position: &Steps) -> Option<Steps> {
        let mut steps = position.steps.clone();
        *steps.first_mut()? = 0;
        let above = steps.iter().rposition(|&coins| coins > 0)?;
        steps.truncate(above + 1);
        Some(Steps { steps })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::{agree, vectors};

    #[test]
    fn the_odd_steps_decide_both_endings() {
        let steps = (0..4).flat_map(|n| vectors(n, 4)).chain(vectors(5, 1));
        agree(&mut theory(Staircase {}), steps.map(|steps| Steps { steps }));
    }
}
