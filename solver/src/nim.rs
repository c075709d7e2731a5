//! Nim, solved by Bouton (1901) in both endings.

use rules::{Ending, Heaps, Nim, Take};

use crate::nim_sum::{nim_outcome, nim_sum};
use crate::{Budget, Facts, Outcome, Source, Theory, Verdict, Why, WinningMoves};

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
        let outcome = nim_outcome(ending, heaps);
        let grundy = (ending == Ending::Normal).then(|| nim_sum(heaps));
        Verdict::proven(outcome, Source::Formula, grundy, why(ending, heaps, outcome))
    }

    /// At most two moves a heap: to the XOR of the others and, in misère play,
    /// to 0 or 1.
    fn winning_moves(
        &mut self,
        ending: Ending,
        position: &Heaps,
        _: &mut Budget<'_>,
        most: usize,
    ) -> WinningMoves<Take> {
        let sum = nim_sum(&position.heaps);
        let mut winning = Vec::new();
        let mut heaps = position.heaps.clone();
        for (heap, size) in position.places() {
            let mut targets = [sum ^ size, sum ^ size ^ 1];
            // Taking more comes later in the order of moves.
            targets.sort_unstable_by(|a, b| b.cmp(a));
            for target in targets.into_iter().filter(|&target| target < size) {
                heaps[heap as usize] = target;
                if nim_outcome(ending, &heaps) == Outcome::P {
                    winning.push(Take { heap, take: size - target });
                }
            }
            heaps[heap as usize] = size;
            if winning.len() > most {
                return WinningMoves::TooMany;
            }
        }
        WinningMoves::All(winning)
    }
}

fn why(ending: Ending, heaps: &[u64], outcome: Outcome) -> Why {
    let larger = heaps.iter().filter(|&&heap| heap > 1).count() as u64;
    let ones = heaps.iter().filter(|&&heap| heap == 1).count() as u64;
    let end = match outcome {
        Outcome::N => "so the player to move wins",
        Outcome::P => "so the player to move loses",
    };
    if ending == Ending::Misere && larger <= 1 {
        let sentence = match larger {
            0 => format!(
                "only {ones} heaps of one are left, and who leaves an odd number wins, {end}"
            ),
            _ => format!(
                "one heap above one is left beside {ones} of one: cut it to 0 or 1 and leave an odd \
                 number of ones, {end}"
            ),
        };
        return Why { sentence, facts: Facts::Ones { ones, larger } };
    }
    let sum = nim_sum(heaps);
    let sentence = match sum {
        0 => format!("every binary column has an even number of ones (nim-sum 0), {end}"),
        _ => format!("the nim-sum of the heaps is {sum}, not 0, {end}"),
    };
    Why { sentence, facts: Facts::NimSum { values: heaps.to_vec(), sum } }
}
