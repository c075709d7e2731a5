//! Greedy Nim: a player who faces an even number of tallest heaps loses (Albert and Nowakowski
//! 2004). In misère play the same holds until only ones are left, whose number then decides.

use rules::{Ending, Greedy, Heaps, Take};

use crate::engine::coupled::{Coupled, CoupledHeaps, small_value};
use crate::engine::search::Search;
use crate::verdict::counted;
use crate::{Budget, Facts, Outcome, Source, Theory, Verdict, Why, WinningMoves};

/// The parity of the tallest heaps, and a search for Grundy values.
#[derive(Debug)]
pub(crate) struct GreedyTheory {
    search: Search<CoupledHeaps<Greedy>>,
}

impl Coupled for Greedy {}

/// The tallest heaps and those below.
#[derive(Clone, Copy, Debug)]
struct Skyline {
    tallest: u64,
    count: u64,
    /// The second largest size; 0 if there is none. Below, the number of heaps of that size.
    second: u64,
    second_count: u64,
}

impl Skyline {
    fn new(heaps: &[u64]) -> Skyline {
        let tallest = heaps.iter().copied().max().unwrap_or(0);
        let lower = heaps.iter().copied().filter(|&heap| heap < tallest);
        let second = lower.max().unwrap_or(0);
        let count = |size| heaps.iter().filter(|&&heap| heap == size).count() as u64;
        let second_count = if second == 0 { 0 } else { count(second) };
        let count = if tallest == 0 { 0 } else { count(tallest) };
        Skyline { tallest, count, second, second_count }
    }

    fn outcome(self, ending: Ending) -> Outcome {
        let only_ones = self.tallest <= 1;
        let lost_parity = u64::from(ending == Ending::Misere && only_ones);
        Outcome::from_win(self.count % 2 != lost_parity)
    }

    /// Returns the range of sizes, least and most, to which a winning move may reduce a
    /// tallest heap.
    fn targets(self, ending: Ending) -> Option<(u64, u64)> {
        if self.tallest == 0 || self.outcome(ending) == Outcome::P {
            return None;
        }
        let below_tallest = self.tallest - 1;
        if self.count > 1 {
            return Some((0, below_tallest));
        }
        let only_ones_below = self.second <= 1;
        match (ending, self.second_count % 2) {
            // The winner leaves an odd number of ones.
            (Ending::Misere, odd) if only_ones_below => Some((1 - odd, 1 - odd)),
            (_, 1) => Some((self.second, self.second)),
            // With nothing below, the winner takes all.
            (_, _) if self.second == 0 => Some((0, 0)),
            (_, _) => Some((0, self.second - 1)),
        }
    }
}

impl GreedyTheory {
    pub(crate) fn new(rules: Greedy) -> GreedyTheory {
        GreedyTheory { search: Search::new(CoupledHeaps(rules)) }
    }

    /// Returns the tallest heaps and the range of winning takes from each, least and most.
    fn takes(ending: Ending, heaps: &[u64]) -> Option<(Skyline, u64, u64)> {
        let skyline = Skyline::new(heaps);
        let (least, most) = skyline.targets(ending)?;
        Some((skyline, skyline.tallest - most, skyline.tallest - least))
    }
}

fn why(ending: Ending, heaps: &[u64]) -> Why {
    let skyline = Skyline::new(heaps);
    let Skyline { tallest, count, .. } = skyline;
    let verb = skyline.outcome(ending).verb();
    let parity = if count % 2 == 0 { "even" } else { "odd" };
    let sentence = match (tallest, ending) {
        (0, _) => format!("no object is left, so the player to move {verb}"),
        (1, Ending::Misere) => format!(
            "only {} left, an {parity} number, and in misère play the player to move {verb} with that",
            counted(count, "heap of one is", "heaps of one are")
        ),
        _ => format!(
            "{} of {tallest} {} the tallest, an {parity} number, so the player to move {verb}",
            counted(count, "heap", "heaps"),
            if count == 1 { "is" } else { "are" }
        ),
    };
    let advice = skyline.targets(ending).map(|(least, most)| {
        let to = if least == most {
            format!("{least}")
        } else {
            format!("anything from {least} to {most}")
        };
        let which = if count == 1 { "that heap" } else { "one of them" };
        format!("; cutting {which} to {to} wins")
    });
    let sentence = sentence + &advice.unwrap_or_default();
    Why { sentence, facts: Facts::Tallest { size: tallest, count } }
}

impl Theory for GreedyTheory {
    type Rules = Greedy;

    fn rules(&self) -> &Greedy {
        &self.search.game().0
    }

    fn outcome(
        &mut self,
        ending: Ending,
        position: &Heaps,
        _: &mut Budget<'_>,
    ) -> Result<Outcome, crate::Exhausted> {
        Ok(Skyline::new(&position.heaps).outcome(ending))
    }

    fn verdict(&mut self, ending: Ending, position: &Heaps, budget: &mut Budget<'_>) -> Verdict {
        let outcome = Skyline::new(&position.heaps).outcome(ending);
        let grundy = match (ending, outcome) {
            (Ending::Misere, _) => None,
            (Ending::Normal, Outcome::P) => Some(0),
            (Ending::Normal, Outcome::N) => small_value(&mut self.search, position, budget),
        };
        Verdict::proven(outcome, Source::Formula, grundy, why(ending, &position.heaps))
    }

    fn winning_moves(
        &mut self,
        ending: Ending,
        position: &Heaps,
        _: &mut Budget<'_>,
        most: usize,
    ) -> WinningMoves<Take> {
        let Some((skyline, least, largest)) = GreedyTheory::takes(ending, &position.heaps) else {
            return WinningMoves::All(Vec::new());
        };
        if (largest - least + 1).saturating_mul(skyline.count) > most as u64 {
            return WinningMoves::TooMany;
        }
        let tallest = position.places().filter(|&(_, size)| size == skyline.tallest);
        let moves =
            tallest.flat_map(|(heap, _)| (least..=largest).map(move |take| Take { heap, take }));
        WinningMoves::All(moves.collect())
    }

    fn winning_move(
        &mut self,
        ending: Ending,
        position: &Heaps,
        _: &mut Budget<'_>,
    ) -> Option<Take> {
        let (skyline, least, _) = GreedyTheory::takes(ending, &position.heaps)?;
        let (heap, _) = position.places().find(|&(_, size)| size == skyline.tallest)?;
        Some(Take { heap, take: least })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::{agree, heaps};

    #[test]
    fn the_parity_of_the_tallest_decides_both_endings() {
        let mut theory = GreedyTheory::new(Greedy {});
        agree(&mut theory, heaps(4, 6));
    }

    #[test]
    fn the_theorem_is_for_normal_play() {
        // Two ones are an even number of tallest heaps, yet the mover wins misère play.
        let ones = Heaps::from(vec![1, 1]);
        let mut theory = GreedyTheory::new(Greedy {});
        let mut outcome = |ending| theory.outcome(ending, &ones, &mut Budget::positions(0));
        assert_eq!(outcome(Ending::Normal), Ok(Outcome::P));
        assert_eq!(outcome(Ending::Misere), Ok(Outcome::N));
    }
}
