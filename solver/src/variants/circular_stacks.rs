//! Circular Nim CN(n, k): theorems for the small circles in normal play, plain Nim for k = 1
//! and one heap for k = n, and a search in between and for misère play.

mod circle;

use rules::{CircularStacks, Ending, Heaps, Takes};

use crate::engine::coupled::{Coupled, OpenGame, Sieved};
use crate::engine::game::KnownPart;
use crate::engine::sieve::LostPosition;
use crate::heaps::nim_sum::{NimSum, nim_winning};
use crate::theory::{try_all, try_for_one};
use crate::variants::circular_stacks::circle::SolvedCircle;
use crate::variants::nim::nim_verdict;
use crate::verdict::in_notation;
use crate::{Budget, Exhausted, Facts, Outcome, Pair, Source, Theory, Verdict, Why, WinningMoves};

/// Theorems where they hold, and a search.
#[derive(Debug)]
pub(crate) struct CircularStacksTheory {
    rules: CircularStacks,
    open: OpenGame<CircularStacks>,
}

/// How a position is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CircularKind {
    /// Moves on one stack: Nim.
    Nim,
    /// Moves on all stacks: one heap, the total.
    OneHeap,
    /// A theorem for this circle, in normal play.
    SolvedCircle(SolvedCircle),
    /// No theorem is known.
    Open,
}

fn kind(rules: &CircularStacks, ending: Ending, stacks: usize) -> CircularKind {
    let k = rules.k() as usize;
    match SolvedCircle::new(stacks, k) {
        _ if stacks <= k => CircularKind::OneHeap,
        _ if k == 1 => CircularKind::Nim,
        Some(circle) if ending == Ending::Normal => CircularKind::SolvedCircle(circle),
        Some(_) | None => CircularKind::Open,
    }
}

fn theorem(rules: &CircularStacks, ending: Ending, stacks: &[u64]) -> Option<Outcome> {
    match kind(rules, ending, stacks.len()) {
        CircularKind::Nim => Some(NimSum::new(stacks).outcome(ending)),
        CircularKind::OneHeap => Some(NimSum::new(&[stacks.iter().sum()]).outcome(ending)),
        CircularKind::SolvedCircle(circle) => Some(Outcome::from_win(!circle.is_lost(stacks))),
        CircularKind::Open => None,
    }
}

/// Returns the Grundy value, where a theorem gives it.
fn value(rules: &CircularStacks, stacks: &[u64]) -> Option<u64> {
    match kind(rules, Ending::Normal, stacks.len()) {
        CircularKind::Nim => Some(NimSum::new(stacks).sum),
        CircularKind::OneHeap => Some(stacks.iter().sum()),
        CircularKind::SolvedCircle(circle) => circle.is_lost(stacks).then_some(0),
        CircularKind::Open => None,
    }
}

impl Coupled for CircularStacks {
    fn known(&self, stacks: &[u64]) -> KnownPart {
        let pair = match kind(self, Ending::Misere, stacks.len()) {
            CircularKind::Nim => Some(Some(NimSum::new(stacks).pair())),
            CircularKind::OneHeap => {
                let value = stacks.iter().sum();
                Some(Some(Pair { value, firm: value > 1 }))
            }
            CircularKind::SolvedCircle(_) | CircularKind::Open => None,
        };
        KnownPart { nimber: value(self, stacks), pair, element: None }
    }

    /// Brings the circle, which may be turned and mirrored, into canonical form: the least of
    /// all its views.
    fn canon(&self, stacks: &mut Vec<u64>) {
        let count = stacks.len();
        let view = |first: usize, step: usize| {
            (0..count).map(|at| stacks[(first + at * step) % count]).collect::<Vec<u64>>()
        };
        let views = (0..count).flat_map(|first| [view(first, 1), view(first, count - 1)]);
        if let Some(least) = views.min() {
            *stacks = least;
        }
    }
}

impl Sieved for CircularStacks {
    fn ordered(&self, stacks: &[u64]) -> Vec<u64> {
        stacks.to_vec()
    }

    fn cross_out(&self, lost: &mut LostPosition<'_>) {
        let (stacks, k) = (lost.heaps.len(), self.k() as usize);
        for first in 0..stacks {
            let window: Vec<usize> = (0..k.min(stacks)).map(|at| (first + at) % stacks).collect();
            lost.cross_some(&window, self.k(), u64::MAX);
        }
    }
}

impl CircularStacksTheory {
    pub(crate) fn new(rules: CircularStacks) -> CircularStacksTheory {
        CircularStacksTheory { rules, open: OpenGame::new(rules) }
    }

    /// Returns a winning move by theorem; `None` if there is no such move or no theorem.
    fn by_theorem(&self, ending: Ending, stacks: &[u64]) -> Option<Takes> {
        let left = match kind(&self.rules, ending, stacks.len()) {
            CircularKind::Nim => {
                let (place, target) = nim_winning(ending, stacks).next()?;
                let mut left = stacks.to_vec();
                left[place] = target;
                left
            }
            CircularKind::OneHeap => leave(stacks, u64::from(ending == Ending::Misere))?,
            CircularKind::SolvedCircle(circle) => circle.win(stacks, self.rules.k() as usize)?,
            CircularKind::Open => return None,
        };
        Some(Takes(stacks.iter().zip(&left).map(|(stack, left)| stack - left).collect()))
    }
}

/// Empties all stacks except for this many objects, 0 or 1; `None` when there are no more
/// objects than that.
fn leave(stacks: &[u64], objects: u64) -> Option<Vec<u64>> {
    if stacks.iter().sum::<u64>() <= objects {
        return None;
    }
    let mut left = vec![0; stacks.len()];
    let first = stacks.iter().position(|&stack| stack > 0)?;
    left[first] = objects;
    Some(left)
}

/// Returns the theorem in a few words; `None` where there is none, and for Nim.
fn rule(kind: CircularKind) -> Option<&'static str> {
    Some(match kind {
        CircularKind::Nim | CircularKind::Open => return None,
        CircularKind::OneHeap => "one move reaches all stacks, so they are a single heap",
        CircularKind::SolvedCircle(SolvedCircle::AllButOne) => "the winner leaves all stacks equal",
        CircularKind::SolvedCircle(SolvedCircle::Four) => "the winner leaves opposite stacks equal",
        CircularKind::SolvedCircle(SolvedCircle::FiveTwo) => {
            "the winner leaves a highest stack M, followed around the circle by b, c, d, b, with M + b = c + d"
        }
        CircularKind::SolvedCircle(SolvedCircle::FiveThree) => {
            "the winner leaves an empty stack, followed around the circle by x, a, b, x, with x = a + b"
        }
        CircularKind::SolvedCircle(SolvedCircle::SixThree) => {
            "the winner leaves every two neighbours with as many together as the two opposite them"
        }
        CircularKind::SolvedCircle(SolvedCircle::SixFour) => {
            "the winner leaves every two neighbours with as many together as the two opposite them, and a lowest \
             stack with nim-sum 0 with every other stack"
        }
    })
}

impl Theory for CircularStacksTheory {
    type Rules = CircularStacks;

    fn rules(&self) -> &CircularStacks {
        &self.rules
    }

    fn outcome(
        &mut self,
        ending: Ending,
        position: &Heaps,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome, Exhausted> {
        match theorem(&self.rules, ending, &position.heaps) {
            Some(outcome) => Ok(outcome),
            None => self.open.outcome(ending, position, budget),
        }
    }

    fn verdict(&mut self, ending: Ending, position: &Heaps, budget: &mut Budget<'_>) -> Verdict {
        let stacks = &position.heaps;
        let kind = kind(&self.rules, ending, stacks.len());
        if kind == CircularKind::Nim {
            return nim_verdict(ending, stacks);
        }
        let theorem = theorem(&self.rules, ending, stacks).zip(rule(kind));
        let Some((outcome, rule)) = theorem else {
            return self.open.verdict(ending, position, budget);
        };
        let grundy = match ending {
            Ending::Misere => None,
            Ending::Normal => {
                value(&self.rules, stacks).or_else(|| self.open.value(position, budget))
            }
        };
        let mv = self.by_theorem(ending, stacks);
        let advice = mv.map(|mv| format!(": play {}", in_notation(&mv.0))).unwrap_or_default();
        let (n, k, verb) = (stacks.len(), self.rules.k(), outcome.verb());
        let sentence =
            format!("with {n} stacks, in CN({n},{k}), {rule}; the player to move {verb}{advice}");
        let facts = Facts::Circle { stacks: stacks.clone(), neighbours: k };
        Verdict::proven(outcome, Source::Formula, grundy, Why { sentence, facts })
    }

    /// The winning moves can be listed without trying all moves only for moves on one stack or
    /// on all.
    fn winning_moves(
        &mut self,
        ending: Ending,
        position: &Heaps,
        budget: &mut Budget<'_>,
        most: usize,
    ) -> WinningMoves<Takes> {
        let stacks = &position.heaps;
        let takes = |left: Vec<u64>| Takes(stacks.iter().zip(&left).map(|(s, l)| s - l).collect());
        let with = |(place, target): (usize, u64)| {
            let mut left = stacks.clone();
            left[place] = target;
            takes(left)
        };
        let kind = kind(&self.rules, ending, stacks.len());
        match (kind, ending) {
            (CircularKind::Nim, _) => {
                WinningMoves::listed(nim_winning(ending, stacks).map(with).collect(), most)
            }
            (CircularKind::OneHeap, Ending::Normal) => {
                WinningMoves::listed(leave(stacks, 0).map(takes).into_iter().collect(), most)
            }
            (CircularKind::OneHeap, Ending::Misere) => {
                let last = |place: usize| {
                    let mut left = vec![0; stacks.len()];
                    left[place] = 1;
                    takes(left)
                };
                let held = (0..stacks.len()).filter(|&place| stacks[place] > 0);
                let many = stacks.iter().sum::<u64>() > 1;
                WinningMoves::listed(held.filter(|_| many).map(last).collect(), most)
            }
            (CircularKind::SolvedCircle(_) | CircularKind::Open, _) => {
                if kind == CircularKind::Open {
                    // The box of the position contains all positions that its moves lead to.
                    let _ = self.open.outcome(ending, position, budget);
                }
                try_all(self, ending, position, budget, most)
            }
        }
    }

    fn winning_move(
        &mut self,
        ending: Ending,
        position: &Heaps,
        budget: &mut Budget<'_>,
    ) -> Option<Takes> {
        match theorem(&self.rules, ending, &position.heaps) {
            Some(_) => self.by_theorem(ending, &position.heaps),
            None => try_for_one(self, ending, position, budget),
        }
    }
}

#[cfg(test)]
mod tests {
    use rules::Rules;

    use super::*;
    use crate::oracle::{agree, vectors};

    fn theory(k: u64) -> CircularStacksTheory {
        CircularStacksTheory::new(CircularStacks::new(k).unwrap())
    }

    #[test]
    fn a_circle_stands_for_itself_turned_and_mirrored_and_for_no_other() {
        let canonical = |stacks: &[u64]| {
            let mut stacks = stacks.to_vec();
            CircularStacks::new(2).unwrap().canon(&mut stacks);
            stacks
        };
        for same in [[1, 3, 2, 5], [3, 2, 5, 1], [5, 1, 3, 2], [5, 2, 3, 1], [3, 1, 5, 2]] {
            assert_eq!(canonical(&same), [1, 3, 2, 5]);
        }
        assert_eq!(canonical(&[1, 2, 3, 5]), [1, 2, 3, 5]);
        assert_eq!(canonical(&[]), [0; 0]);
    }

    fn circles(stacks: usize, most: u64) -> impl Iterator<Item = Heaps> {
        vectors(stacks, most).into_iter().map(Heaps::from)
    }

    #[test]
    fn small_circles_agree_with_plain_search() {
        for k in 1..=6 {
            let mut theory = theory(k);
            agree(&mut theory, circles(0, 1).chain(circles(1, 9)).chain(circles(2, 6)));
            agree(&mut theory, circles(3, 4).chain(circles(4, 3)).chain(circles(5, 2)));
            agree(&mut theory, circles(6, 1));
        }
    }

    /// What the search is told about a circle without looking.
    #[test]
    fn what_is_known_of_a_circle_is_what_the_definition_says() {
        for k in 1..=5 {
            let rules = CircularStacks::new(k).unwrap();
            let mut oracle = crate::oracle::Oracle::new(rules);
            for position in (1..=4).flat_map(|stacks| circles(stacks, 3)) {
                let stacks = &position.heaps;
                let known = rules.known(stacks);
                let value = oracle.grundy(&position);
                assert!(known.nimber.is_none_or(|nimber| nimber == value), "{k} {stacks:?}");
                // One heap of Nim, or some.
                let heaps = match (k, stacks.len() as u64 <= k) {
                    (_, true) => Some(vec![stacks.iter().sum()]),
                    (1, false) => Some(stacks.clone()),
                    _ => None,
                };
                assert_eq!(known.pair, heaps.map(|heaps| Some(NimSum::new(&heaps).pair())));
                let is_lost = oracle.outcome(Ending::Misere, &position) == Outcome::P;
                let told = known.pair.flatten().map(|pair| pair.value == u64::from(!pair.firm));
                assert!(told.is_none_or(|told| told == is_lost), "{k} {stacks:?}");
                assert!(known.pair.is_none() || known.nimber == Some(value));
            }
        }
    }

    #[test]
    fn the_named_circles_are_lost_as_the_theorems_say() {
        for (stacks, k, most) in [(4, 2, 6), (5, 2, 4), (5, 3, 4), (6, 3, 2), (6, 4, 2), (6, 5, 2)]
        {
            let mut oracle = crate::oracle::Oracle::new(CircularStacks::new(k).unwrap());
            let mut theory = theory(k);
            for position in circles(stacks, most) {
                let found = theory.outcome(Ending::Normal, &position, &mut Budget::positions(0));
                let truth = oracle.outcome(Ending::Normal, &position);
                assert_eq!(found, Ok(truth), "CN({stacks},{k}) {position:?}");
            }
        }
    }

    #[test]
    fn a_winning_move_is_found_for_stacks_of_any_size() {
        let mut seed = 7u64;
        let mut random = |below: u64| {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (seed >> 11) % below
        };
        let none = &mut Budget::positions(0);
        for (stacks, k) in [(4, 2), (5, 2), (5, 3), (5, 4), (6, 3), (6, 4), (9, 8), (7, 1), (7, 9)]
        {
            let mut theory = theory(k);
            let small = circles(stacks.min(4), 9).filter(|small| small.heaps.len() == stacks);
            let large = (0..400).map(|at| {
                let below = [3, 9, 40, 1_000, 1 << 53][at % 5];
                Heaps::from((0..stacks).map(|_| random(below)).collect::<Vec<_>>())
            });
            for position in small.chain(large) {
                let outcome = theory.outcome(Ending::Normal, &position, none);
                assert!(outcome.is_ok(), "CN({stacks},{k}) {position:?}");
                let mv = theory.winning_move(Ending::Normal, &position, none);
                assert_eq!(
                    mv.is_some(),
                    outcome == Ok(Outcome::N),
                    "CN({stacks},{k}) {position:?}"
                );
                let Some(mv) = mv else { continue };
                let left = theory.rules.apply(&position, &mv).unwrap();
                assert_eq!(theory.outcome(Ending::Normal, &left, none), Ok(Outcome::P));
            }
        }
    }
}
