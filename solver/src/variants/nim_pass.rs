//! Nim with a pass. After the pass it is Nim (Bouton 1901), and one heap is solved at once;
//! from three heaps on the game is chaotic (Morrison, Friedman and Landsberg 2012) and is
//! searched.

use rules::{Ending, HeapsAndPass, NimPass, Rules, TakeOrPass};

use crate::engine::game::{KnownPart, SearchGame};
use crate::engine::search::Search;
use crate::engine::whole::{EXTRA_FOR_VALUE, searched};
use crate::heaps::nim_sum::{NimSum, nim_outcome};
use crate::theory::{try_all, try_for_one};
use crate::variants::nim::{nim_verdict, winning_takes};
use crate::{Budget, Exhausted, Outcome, Source, Theory, Verdict, Why, WinningMoves};

/// Nim after the pass, and a search before.
#[derive(Debug)]
pub(crate) struct NimPassTheory {
    rules: NimPass,
    search: Search<WithPass>,
}

/// Sorted heaps, none of them empty, with the pass still available.
#[derive(Debug)]
struct WithPass;

/// Returns the position in the form that stands for all equivalent ones; `None` when the game
/// is over.
fn canon(position: &HeapsAndPass) -> Option<HeapsAndPass> {
    let mut heaps: Vec<u64> = position.heaps.iter().copied().filter(|&heap| heap > 0).collect();
    heaps.sort_unstable();
    (!heaps.is_empty()).then_some(HeapsAndPass { heaps, pass: position.pass })
}

impl SearchGame for WithPass {
    type Part = HeapsAndPass;
    type Step = TakeOrPass;

    const SUMS: bool = false;

    /// The pass comes first: it leads to a known position. The takes are made one at a time,
    /// as there may be more than fit in memory.
    fn steps<'a>(&'a self, part: &'a HeapsAndPass) -> impl Iterator<Item = TakeOrPass> + 'a {
        let pass = part.may_pass().then_some(TakeOrPass::Pass);
        let takes = NimPass {}.moves(part).filter(|step| *step != TakeOrPass::Pass);
        pass.into_iter().chain(takes)
    }

    fn play(&self, part: &HeapsAndPass, step: &TakeOrPass, parts: &mut Vec<HeapsAndPass>) {
        // `moves` gives only what `apply` accepts.
        parts.extend(NimPass {}.apply(part, step).ok().and_then(|left| canon(&left)));
    }

    /// After the pass it is Nim.
    fn known(&self, part: &HeapsAndPass) -> KnownPart {
        if part.pass {
            return KnownPart::default();
        }
        let all = NimSum::new(&part.heaps);
        KnownPart { nimber: Some(all.sum), pair: Some(Some(all.pair())), element: None }
    }
}

impl NimPassTheory {
    pub(crate) fn new(rules: NimPass) -> NimPassTheory {
        NimPassTheory { rules, search: Search::new(WithPass) }
    }
}

impl Theory for NimPassTheory {
    type Rules = NimPass;

    fn rules(&self) -> &NimPass {
        &self.rules
    }

    fn verdict(
        &mut self,
        ending: Ending,
        position: &HeapsAndPass,
        budget: &mut Budget<'_>,
    ) -> Verdict {
        if !position.may_pass() {
            let mut verdict = nim_verdict(ending, &position.heaps);
            let sentence = &verdict.why.sentence;
            verdict.why.sentence = format!("without a pass it is Nim; {sentence}");
            return verdict;
        }
        let parts: Vec<HeapsAndPass> = canon(position).into_iter().collect();
        if nim_outcome(ending, &position.heaps) == Outcome::N {
            return searched(&mut self.search, ending, &parts, budget);
        }
        let grundy = match ending {
            Ending::Normal => {
                budget.within(EXTRA_FOR_VALUE, |budget| self.search.nimber(&parts, budget)).ok()
            }
            Ending::Misere => None,
        };
        let nim = nim_verdict(ending, &position.heaps).why;
        let sentence = "the heaps alone are lost in Nim, so the player to move passes and wins";
        let why = Why { sentence: sentence.to_owned(), ..nim };
        Verdict::proven(Outcome::N, Source::Formula, grundy, why)
    }

    /// Where the heaps alone are lost, passing wins.
    fn outcome(
        &mut self,
        ending: Ending,
        position: &HeapsAndPass,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome, Exhausted> {
        let nim = nim_outcome(ending, &position.heaps);
        match (position.may_pass(), nim) {
            (false, outcome) => Ok(outcome),
            (true, Outcome::P) => Ok(Outcome::N),
            (true, Outcome::N) => {
                let parts: Vec<HeapsAndPass> = canon(position).into_iter().collect();
                self.search.outcome(ending, &parts, budget)
            }
        }
    }

    fn winning_moves(
        &mut self,
        ending: Ending,
        position: &HeapsAndPass,
        budget: &mut Budget<'_>,
        most: usize,
    ) -> WinningMoves<TakeOrPass> {
        if !position.may_pass() {
            let takes = winning_takes(ending, &position.heaps).map(TakeOrPass::Take);
            return WinningMoves::listed(takes.take(most.saturating_add(1)).collect(), most);
        }
        match self.outcome(ending, position, budget) {
            Ok(Outcome::P) => WinningMoves::All(Vec::new()),
            _ => try_all(self, ending, position, budget, most),
        }
    }

    fn winning_move(
        &mut self,
        ending: Ending,
        position: &HeapsAndPass,
        budget: &mut Budget<'_>,
    ) -> Option<TakeOrPass> {
        if !position.may_pass() {
            return winning_takes(ending, &position.heaps).next().map(TakeOrPass::Take);
        }
        match nim_outcome(ending, &position.heaps) {
            Outcome::P => Some(TakeOrPass::Pass),
            Outcome::N => try_for_one(self, ending, position, budget),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::{agree, few_heaps};

    #[test]
    fn heaps_with_a_pass_agree_with_plain_recursion() {
        let positions = few_heaps(9).into_iter().flat_map(|heaps| {
            [false, true].map(|pass| HeapsAndPass { heaps: heaps.heaps.clone(), pass })
        });
        agree(&mut NimPassTheory::new(NimPass {}), positions);
    }

    #[test]
    fn where_the_heaps_are_lost_passing_wins_at_once() {
        let position = HeapsAndPass { heaps: vec![rules::MAX_NUMBER; 2], pass: true };
        let mut theory = NimPassTheory::new(NimPass {});
        for &ending in Ending::BOTH {
            let budget = &mut Budget::positions(0);
            assert_eq!(theory.outcome(ending, &position, budget), Ok(Outcome::N));
            assert_eq!(theory.winning_move(ending, &position, budget), Some(TakeOrPass::Pass));
        }
    }
}
