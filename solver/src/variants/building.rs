//! Building Nim. The number of stones settles who places the last one, so the builders fight
//! over the nim-sum of what they build: the player who starts the Nim wants it to be non-zero,
//! the other wants 0. (Duchêne, Dufour, Heubach and Larsson 2016.)
//!
//! Some positions settle it at once: an odd total, stacks equal in pairs, a stack that no
//! other can match. The rest is searched. Once some stack is sure to hold two stones, misère
//! play has the same winner.

use rules::{Building, BuildingMove, Ending, Stacks};

use crate::engine::game::{KnownPart, SearchGame};
use crate::engine::owned::Owned;
use crate::engine::search::Search;
use crate::engine::whole::searched;
use crate::heaps::nim_sum::{NimSum, nim_outcome};
use crate::theory::{try_all, try_for_one};
use crate::variants::nim::{listed_takes, nim_verdict, winning_takes};
use crate::{Budget, Exhausted, Facts, Outcome, Source, Theory, Verdict, Why, WinningMoves};

/// The most positions that may lie below for a Grundy value to be searched although a theorem
/// has decided who wins.
const MOST_SEARCHED: u64 = 100_000;

/// The settled cases, and a search for the others.
#[derive(Debug)]
pub(crate) struct BuildingTheory {
    rules: Building,
    search: Search<Site>,
}

/// The reason why a position is settled before the last stone is placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SettledBy {
    /// The total is odd, and no odd total has nim-sum 0.
    OddTotal,
    /// All stacks are equal in pairs and stay so: the answer to each stone is a stone on the
    /// stack's partner.
    Mirror,
    /// A stone on a stack of this size makes all stacks equal in pairs.
    Pair(u64),
    /// The highest stack has a binary digit that no other can ever reach.
    Unmatched,
}

/// The game as the search sees it.
#[derive(Debug)]
struct Site;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Part {
    /// Stones remain; the stacks are sorted.
    Open { remaining: u64, stacks: Vec<u64> },
    /// Nim on the stacks that were built.
    Built(NimSum),
}

impl Owned for Part {
    fn owned(&self) -> usize {
        match self {
            Part::Open { stacks, .. } => stacks.owned(),
            Part::Built(_) => 0,
        }
    }
}

impl Part {
    fn new(position: &Stacks) -> Part {
        let &Stacks { remaining, ref stacks } = position;
        if remaining == 0 {
            return Part::Built(NimSum::new(stacks));
        }
        let mut stacks = stacks.clone();
        stacks.sort_unstable();
        Part::Open { remaining, stacks }
    }
}

impl SearchGame for Site {
    type Part = Part;
    /// The stack that gets a stone.
    type Step = usize;

    const SUMS: bool = false;

    fn steps<'a>(&'a self, part: &'a Part) -> impl Iterator<Item = usize> + 'a {
        let stacks: &[u64] = match part {
            Part::Open { stacks, .. } => stacks,
            Part::Built(_) => &[],
        };
        // One of several equal stacks stands for all.
        (0..stacks.len()).filter(|&place| place == 0 || stacks[place - 1] < stacks[place])
    }

    fn play(&self, part: &Part, &place: &usize, parts: &mut Vec<Part>) {
        let Part::Open { remaining, stacks } = part else { return };
        let mut stacks = stacks.clone();
        stacks[place] += 1;
        parts.push(Part::new(&Stacks { remaining: remaining - 1, stacks }));
    }

    fn known(&self, part: &Part) -> KnownPart {
        match part {
            Part::Built(all) => {
                KnownPart { nimber: Some(all.sum), pair: Some(Some(all.pair())), element: None }
            }
            Part::Open { remaining, stacks } => {
                let lost = settled(*remaining, stacks)
                    .is_some_and(|settled| wins(settled, *remaining) == Outcome::P);
                KnownPart { nimber: lost.then_some(0), ..KnownPart::default() }
            }
        }
    }
}

/// Returns what settles normal play while stones remain, if anything does.
fn settled(remaining: u64, stacks: &[u64]) -> Option<SettledBy> {
    let total = remaining + stacks.iter().sum::<u64>();
    if total % 2 == 1 {
        return Some(SettledBy::OddTotal);
    }
    let mut sorted = stacks.to_vec();
    sorted.sort_unstable();
    let equal = sorted.chunk_by(|a, b| a == b);
    let single: Vec<u64> = equal.filter(|same| same.len() % 2 == 1).map(|same| same[0]).collect();
    match single[..] {
        [] if remaining.is_multiple_of(2) => return Some(SettledBy::Mirror),
        [low, high] if remaining % 2 == 1 && low + 1 == high => return Some(SettledBy::Pair(low)),
        _ => {}
    }
    let highest = sorted.pop()?;
    let reached = sorted.last().map_or(0, |second| second + remaining);
    (highest.checked_ilog2() > reached.checked_ilog2()).then_some(SettledBy::Unmatched)
}

fn wins(settled: SettledBy, remaining: u64) -> Outcome {
    match settled {
        // The player who starts the Nim finds a non-zero nim-sum, and wins.
        SettledBy::OddTotal | SettledBy::Unmatched => {
            Outcome::from_win(remaining.is_multiple_of(2))
        }
        SettledBy::Mirror => Outcome::P,
        SettledBy::Pair(_) => Outcome::N,
    }
}

/// Returns whether some stack will hold two stones at the end, so that misère play has the
/// same winner as normal play.
fn is_firm(position: &Stacks) -> bool {
    let total = position.remaining + position.stacks.iter().sum::<u64>();
    total > position.stacks.len() as u64 || position.stacks.iter().any(|&stack| stack > 1)
}

/// Returns the ending to search instead of this one: normal play, where both have the same
/// winner.
fn decisive(ending: Ending, position: &Stacks) -> Ending {
    if is_firm(position) { Ending::Normal } else { ending }
}

impl BuildingTheory {
    pub(crate) fn new(rules: Building) -> BuildingTheory {
        BuildingTheory { rules, search: Search::new(Site) }
    }

    /// Returns a theorem's verdict while stones remain.
    fn theorem(&self, ending: Ending, position: &Stacks) -> Option<(SettledBy, Outcome)> {
        let &Stacks { remaining, ref stacks } = position;
        if decisive(ending, position) == Ending::Misere {
            return None;
        }
        let settled = settled(remaining, stacks)?;
        Some((settled, wins(settled, remaining)))
    }

    fn small_value(&mut self, position: &Stacks, budget: &mut Budget<'_>) -> Option<u64> {
        let stacks = position.stacks.len() as u64;
        let mut below = 1u64;
        for stone in 1..=position.remaining.min(MOST_SEARCHED) {
            below = below.checked_mul(stacks + stone)? / stone;
            if below > MOST_SEARCHED {
                return None;
            }
        }
        self.search.nimber(&[Part::new(position)], budget).ok()
    }
}

fn why(settled: SettledBy, position: &Stacks, outcome: Outcome) -> Why {
    let &Stacks { remaining, ref stacks } = position;
    let total = remaining + stacks.iter().sum::<u64>();
    let starter = if remaining.is_multiple_of(2) { "the player to move" } else { "the opponent" };
    let reason = match settled {
        SettledBy::OddTotal => format!(
            "{total} stones in all are an odd total, which never has nim-sum 0, and {starter} starts the \
             Nim"
        ),
        SettledBy::Mirror => {
            "the stacks are equal in pairs: the answer to each stone is one on the stack's partner"
                .to_owned()
        }
        SettledBy::Pair(size) => {
            format!("a stone on a stack of {size} makes all stacks equal in pairs")
        }
        SettledBy::Unmatched => format!(
            "the highest stack has a binary digit that no other can reach, and {starter} starts the Nim"
        ),
    };
    let sentence = format!("{reason}, so the player to move {}", outcome.verb());
    Why { sentence, facts: Facts::Building { total, remaining, stacks: stacks.clone() } }
}

impl Theory for BuildingTheory {
    type Rules = Building;

    fn rules(&self) -> &Building {
        &self.rules
    }

    fn outcome(
        &mut self,
        ending: Ending,
        position: &Stacks,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome, Exhausted> {
        if position.remaining == 0 {
            return Ok(nim_outcome(ending, &position.stacks));
        }
        match self.theorem(ending, position) {
            Some((_, outcome)) => Ok(outcome),
            None => self.search.outcome(decisive(ending, position), &[Part::new(position)], budget),
        }
    }

    fn verdict(&mut self, ending: Ending, position: &Stacks, budget: &mut Budget<'_>) -> Verdict {
        if position.remaining == 0 {
            return nim_verdict(ending, &position.stacks);
        }
        let Some((settled, outcome)) = self.theorem(ending, position) else {
            let part = [Part::new(position)];
            let verdict = searched(&mut self.search, decisive(ending, position), &part, budget);
            let grundy = verdict.grundy.filter(|_| ending == Ending::Normal);
            return Verdict { grundy, ..verdict };
        };
        let grundy = match (ending, outcome) {
            (Ending::Misere, _) => None,
            (Ending::Normal, Outcome::P) => Some(0),
            (Ending::Normal, Outcome::N) => self.small_value(position, budget),
        };
        Verdict::proven(outcome, Source::Formula, grundy, why(settled, position, outcome))
    }

    fn winning_moves(
        &mut self,
        ending: Ending,
        position: &Stacks,
        budget: &mut Budget<'_>,
        most: usize,
    ) -> WinningMoves<BuildingMove> {
        if position.remaining > 0 {
            return try_all(self, ending, position, budget, most);
        }
        listed_takes(ending, &position.stacks, most).map(BuildingMove::Take)
    }

    fn winning_move(
        &mut self,
        ending: Ending,
        position: &Stacks,
        budget: &mut Budget<'_>,
    ) -> Option<BuildingMove> {
        if position.remaining > 0 {
            return try_for_one(self, ending, position, budget);
        }
        winning_takes(ending, &position.stacks).next().map(BuildingMove::Take)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::{agree, heaps};

    #[test]
    fn building_agrees_with_plain_search() {
        let mut theory = BuildingTheory::new(Building {});
        let built = heaps(4, 3).into_iter().filter(|stacks| !stacks.heaps.is_empty());
        let positions = built.flat_map(|stacks| {
            (0..=5).map(move |remaining| Stacks { remaining, stacks: stacks.heaps.clone() })
        });
        agree(&mut theory, positions);
        // Stacks that others cannot match.
        let high = (0..=20).flat_map(|high| (0..=4).map(move |low| vec![high, low, 1]));
        let positions = high.flat_map(|stacks| {
            (0..=4).map(move |remaining| Stacks { remaining, stacks: stacks.clone() })
        });
        agree(&mut theory, positions);
    }

    /// Returns whether the first player wins with this many stones on empty stacks.
    fn first_wins(theory: &mut BuildingTheory, remaining: u64, stacks: usize) -> bool {
        let start = Stacks { remaining, stacks: vec![0; stacks] };
        let outcome = theory.outcome(Ending::Normal, &start, &mut Budget::positions(10_000_000));
        outcome.unwrap() == Outcome::N
    }

    #[test]
    fn starts_have_the_winners_that_are_known() {
        let mut theory = BuildingTheory::new(Building {});
        for stones in 1..=40 {
            assert!(stones % 2 == 0 || !first_wins(&mut theory, stones, 3), "odd {stones}");
            assert_eq!(first_wins(&mut theory, stones, 1), stones % 2 == 0, "one stack {stones}");
            assert!(!first_wins(&mut theory, stones, 4), "mirror {stones}");
            let three = stones % 2 == 0 && !(stones + 2).is_power_of_two();
            assert_eq!(first_wins(&mut theory, stones, 3), three, "three stacks {stones}");
            if stones % 2 == 0 && stones <= 30 {
                assert_eq!(
                    first_wins(&mut theory, stones, 5),
                    stones >= 10,
                    "five stacks {stones}"
                );
            }
        }
    }

    /// Whatever is left is said of what is left, without a search.
    #[test]
    fn what_settles_the_stones_that_remain_is_named() {
        let most = 1_000_000;
        for (remaining, stacks, settles) in [
            (most, &[5, 6][..], Some(SettledBy::OddTotal)),
            (most, &[7, 4, 7, 4], Some(SettledBy::Mirror)),
            (most + 1, &[7, 4, 7, 5], Some(SettledBy::Pair(4))),
            (most + 1, &[7, 4, 7, 6, 0, 1], None),
            (most, &[5, 7], None),
            (3, &[5, 7, 1], None),
            (3, &[5, 16, 0], Some(SettledBy::Unmatched)),
            (4, &[4, 8, 0], None),
        ] {
            assert_eq!(settled(remaining, stacks), settles, "{remaining} {stacks:?}");
        }
    }

    #[test]
    fn a_million_stones_are_mirrored_without_looking() {
        let none = &mut Budget::positions(0);
        let start = Stacks { remaining: 1_000_000, stacks: vec![0; 4] };
        let verdict = BuildingTheory::new(Building {}).verdict(Ending::Misere, &start, none);
        assert_eq!(verdict.outcome, Some(Outcome::P));
    }
}
