//! Nim, solved by Bouton (1901) in both endings.

use rules::{Ending, Heaps, MAX_HEAPS, Nim, Take};

use crate::heaps::nim_sum::{NimSum, nim_outcome, nim_winning};
use crate::verdict::counted;
use crate::{Budget, Exhausted, Facts, Outcome, Source, Theory, Verdict, Why, WinningMoves};

/// Bouton's theorem, which needs no tables.
#[derive(Debug)]
pub(crate) struct NimTheory(pub(crate) Nim);

impl Theory for NimTheory {
    type Rules = Nim;

    fn rules(&self) -> &Nim {
        &self.0
    }

    fn verdict(&mut self, ending: Ending, position: &Heaps, _: &mut Budget<'_>) -> Verdict {
        nim_verdict(ending, &position.heaps)
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
        listed_takes(ending, &position.heaps, most)
    }

    fn winning_move(
        &mut self,
        ending: Ending,
        position: &Heaps,
        _: &mut Budget<'_>,
    ) -> Option<Take> {
        winning_takes(ending, &position.heaps).next()
    }
}

/// Returns the winning moves of Nim, ascending.
pub(crate) fn winning_takes(ending: Ending, heaps: &[u64]) -> impl Iterator<Item = Take> {
    let take = |(place, target)| Take { heap: place as u64, take: heaps[place] - target };
    nim_winning(ending, heaps).map(take)
}

/// Returns the winning moves as a list; stops at the first that exceeds `most`.
pub(crate) fn listed_takes(ending: Ending, heaps: &[u64], most: usize) -> WinningMoves<Take> {
    let enough = winning_takes(ending, heaps).take(most.saturating_add(1));
    WinningMoves::listed(enough.collect(), most)
}

/// Returns the verdict on these heaps, for every game that comes down to Nim.
pub(crate) fn nim_verdict(ending: Ending, heaps: &[u64]) -> Verdict {
    let all = NimSum::new(heaps);
    let grundy = (ending == Ending::Normal).then_some(all.sum);
    Verdict::proven(all.outcome(ending), Source::Formula, grundy, why(ending, heaps, all))
}

/// Says when the rule of misère Nim changes.
pub(crate) const LAST_OF_MISERE: &str = "the winner plays as in normal play until a move would \
     leave only ones, and then leaves an odd number of them";

fn why(ending: Ending, heaps: &[u64], all: NimSum) -> Why {
    let NimSum { sum, larger } = all;
    let end = match all.outcome(ending) {
        Outcome::N => "so the player to move wins",
        Outcome::P => "so the player to move loses",
    };
    if ending == Ending::Misere && larger <= 1 {
        let ones = heaps.iter().filter(|&&heap| heap == 1).count() as u64;
        let sentence = match larger {
            0 => format!(
                "only {} of one {} left, and whoever leaves an odd number wins, {end}",
                counted(ones, "heap", "heaps"),
                if ones == 1 { "is" } else { "are" }
            ),
            _ => format!(
                "one heap above one is left beside {ones} of one: cut it to 0 or 1 and leave an odd \
                 number of ones, {end}"
            ),
        };
        return Why { sentence, facts: Facts::Ones { ones, larger: larger as u64 } };
    }
    let rule = match sum {
        0 => format!("every binary column has an even number of ones (nim-sum 0), {end}"),
        _ => format!("the nim-sum of the heaps is {sum}, not 0, {end}"),
    };
    let sentence = match ending {
        Ending::Normal => rule,
        Ending::Misere => format!("{rule}; {LAST_OF_MISERE}"),
    };
    let values = heaps[..heaps.len().min(MAX_HEAPS)].to_vec();
    Why { sentence, facts: Facts::NimSum { values, sum } }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::{agree, heaps};

    #[test]
    fn bouton_agrees_with_exhaustive_search() {
        agree(&mut NimTheory(Nim {}), heaps(4, 7));
    }

    /// A million heaps, all alike except the last ones.
    fn million(each: u64, last: &[u64]) -> Heaps {
        let mut heaps = vec![each; 1_000_000 - last.len()];
        heaps.extend(last);
        heaps.into()
    }

    fn verdict(ending: Ending, position: &Heaps) -> Verdict {
        NimTheory(Nim {}).verdict(ending, position, &mut Budget::positions(0))
    }

    fn winning(ending: Ending, position: &Heaps, most: usize) -> WinningMoves<Take> {
        let none = &mut Budget::positions(0);
        NimTheory(Nim {}).winning_moves(ending, position, none, most)
    }

    #[test]
    fn a_million_heaps_are_decided_by_the_last_too() {
        for (position, normal, misere) in [
            (million(1, &[]), Outcome::P, Outcome::N),
            (million(1, &[0]), Outcome::N, Outcome::P),
            (million(1, &[2]), Outcome::N, Outcome::N),
            (million(1, &[2, 2]), Outcome::P, Outcome::P),
            (million(7, &[]), Outcome::P, Outcome::P),
            (million(7, &[6]), Outcome::N, Outcome::N),
        ] {
            assert_eq!(verdict(Ending::Normal, &position).outcome, Some(normal));
            assert_eq!(verdict(Ending::Misere, &position).outcome, Some(misere));
        }
    }

    #[test]
    fn all_winning_moves_of_a_million_heaps_are_found() {
        let take = |heap, take| Take { heap, take };
        let only = |mv| WinningMoves::All(vec![mv]);
        let last = million(1, &[9]);
        assert_eq!(winning(Ending::Normal, &last, 1), only(take(999_999, 8)));
        assert_eq!(winning(Ending::Misere, &last, 1), only(take(999_999, 9)));
        let low = million(7, &[6]);
        for &ending in Ending::BOTH {
            let each = (0..999_999).map(|heap| take(heap, 1));
            assert_eq!(winning(ending, &low, 999_999), WinningMoves::All(each.collect()));
            assert_eq!(winning(ending, &low, 999_998), WinningMoves::TooMany);
        }
    }

    #[test]
    fn a_reason_lists_all_heaps_of_a_start_and_no_more_than_that() {
        for (count, listed) in [(0, 0), (3, 3), (MAX_HEAPS, MAX_HEAPS), (MAX_HEAPS + 1, MAX_HEAPS)]
        {
            let heaps: Vec<u64> = (1..=count as u64).collect();
            let facts = verdict(Ending::Normal, &heaps.clone().into()).why.facts;
            let (values, sum) = (heaps[..listed].to_vec(), NimSum::new(&heaps).sum);
            assert_eq!(facts, Facts::NimSum { values, sum });
        }
    }
}
