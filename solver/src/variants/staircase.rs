//! Staircase Nim: in normal play Nim on the odd steps. Coins that come down from an even
//! step are moved on by the opponent, who so undoes what the move did to the odd steps.
//! (Sprague 1937.) The same
//! answers make misère play that of Nim on the odd steps; with none of them left, whoever
//! brings a single coin down from an even step wins.

use rules::{Staircase, Steps, Take};

use crate::engine::normal_play::{NormalPlay, NormalTheory};

/// The theory of Staircase Nim.
pub(super) fn theory(rules: Staircase) -> NormalTheory<Staircase> {
    NormalTheory::new(rules)
}

impl NormalPlay for Staircase {
    fn values(&self, position: &Steps) -> Vec<u64> {
        position.steps.iter().copied().skip(1).step_by(2).collect()
    }

    /// Coins from an even step do not cancel with all that their answer leaves.
    const VALUES: bool = false;

    /// An odd step is lowered to what makes the nim-sum 0, or raised to it by coins from
    /// the step above.
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
