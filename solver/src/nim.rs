//! Nim, solved by Bouton (1901) in both endings.

use rules::{Ending, Heaps, Nim, Take};

use crate::nim_sum::{NimSum, nim_outcome, nim_winning};
use crate::{Budget, Exhausted, Facts, Outcome, Source, Theory, Verdict, Why, WinningMoves};

/// Bouton's theorem; there is nothing to remember.
#[derive(Debug)]
pub(crate) struct NimTheory(pub(crate) Nim);

impl Theory for NimTheory {
    type Rules = Nim;

    fn rules(&self) -> &Nim {
        &self.0
    }

    fn verdict(&mut self, ending: Ending, position: &Heaps, _: &mut Budget<'_>) -> Verdict {
        let heaps = &position.heaps;
        let all = NimSum::of(heaps);
        let outcome = all.outcome(ending);
        let grundy = (ending == Ending::Normal).then_some(all.sum);
        Verdict::proven(outcome, Source::Formula, grundy, nim_why(ending, heaps, outcome))
    }

    fn outcome(
        &mut self,
        ending: Ending,
        position: &Heaps,
        _: &mut Budget<'_>,
    ) -> Result<Outcome, Exhausted> {
        Ok(nim_outcome(ending, &position.heaps))
    }

    fn winning_moves(
        &mut self,
        ending: Ending,
        position: &Heaps,
        _: &mut Budget<'_>,
        most: usize,
    ) -> WinningMoves<Take> {
        WinningMoves::listed(winning_takes(ending, &position.heaps), most)
    }

    fn winning_move(
        &mut self,
        ending: Ending,
        position: &Heaps,
        budget: &mut Budget<'_>,
    ) -> Option<Take> {
        self.winning_moves(ending, position, budget, usize::MAX).first()
    }
}

/// The winning moves of Nim.
pub(crate) fn winning_takes(ending: Ending, heaps: &[u64]) -> Vec<Take> {
    let take = |(place, target)| Take { heap: place as u64, take: heaps[place] - target };
    nim_winning(ending, heaps).map(take).collect()
}

/// The reason for who wins Nim on these heaps.
pub(crate) fn nim_why(ending: Ending, heaps: &[u64], outcome: Outcome) -> Why {
    let NimSum { sum, larger } = NimSum::of(heaps);
    let end = match outcome {
        Outcome::N => "so the player to move wins",
        Outcome::P => "so the player to move loses",
    };
    if ending == Ending::Misere && larger <= 1 {
        let ones = heaps.iter().filter(|&&heap| heap == 1).count() as u64;
        let sentence = match larger {
            0 => format!(
                "only {ones} heaps of one are left, and who leaves an odd number wins, {end}"
            ),
            _ => format!(
                "one heap above one is left beside {ones} of one: cut it to 0 or 1 and leave an odd \
                 number of ones, {end}"
            ),
        };
        return Why { sentence, facts: Facts::Ones { ones, larger: larger as u64 } };
    }
    let sentence = match sum {
        0 => format!("every binary column has an even number of ones (nim-sum 0), {end}"),
        _ => format!("the nim-sum of the heaps is {sum}, not 0, {end}"),
    };
    Why { sentence, facts: Facts::NimSum { values: heaps.to_vec(), sum } }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::{agree, heaps};

    #[test]
    fn bouton_agrees_with_exhaustive_search() {
        agree(&mut NimTheory(Nim {}), heaps(4, 7));
    }
}
