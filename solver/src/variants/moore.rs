//! Moore's Nim, with and without a cap on what is taken from each heap.
//!
//! Without a cap, or with one that no heap exceeds, Moore's columns decide. With a cap the
//! heaps count modulo cap + 1, but only where that is proven: for moves on one heap, and in
//! normal play for at most k + 1 heaps. For more heaps it is false, whatever encyclopedias
//! say: a remainder can also grow, and two changes can cancel. (1, 1, 1, 2) with k = 2 and cap
//! 1 is a win. Such positions are searched.

mod columns;

use rules::{Ending, Heaps, Moore, Takes};

use crate::engine::coupled::{Coupled, OpenGame, Sieved, sorted};
use crate::engine::game::KnownPart;
use crate::engine::sieve::LostPosition;
use crate::heaps::nim_sum::{NimSum, nim_sum};
use crate::theory::{try_all, try_for_one};
use crate::variants::moore::columns::Columns;
use crate::verdict::in_notation;
use crate::{Budget, Exhausted, Facts, Outcome, Pair, Source, Theory, Verdict, Why, WinningMoves};

/// Theorems where they hold, and a search.
#[derive(Debug)]
pub(crate) struct MooreTheory {
    rules: Moore,
    open: OpenGame<Moore>,
}

/// How a position is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MooreKind {
    /// Moves on one heap: Nim, on the remainders modulo this number if there is one.
    Single(Option<u64>),
    /// No cap, or one without effect: Moore's columns.
    Columns,
    /// At most k + 1 heaps: their remainders modulo this.
    Remainders(u64),
    /// No theorem is known.
    Open,
}

fn kind(rules: &Moore, ending: Ending, heaps: &[u64]) -> MooreKind {
    let largest = heaps.iter().copied().max().unwrap_or(0);
    let held = heaps.iter().filter(|&&heap| heap > 0).count() as u64;
    let cap = rules.cap().filter(|&cap| cap < largest);
    match cap {
        _ if rules.k() == 1 => MooreKind::Single(cap.map(|cap| cap + 1)),
        None => MooreKind::Columns,
        Some(cap) if ending == Ending::Normal && held <= rules.k() + 1 => {
            MooreKind::Remainders(cap + 1)
        }
        Some(_) => MooreKind::Open,
    }
}

/// Returns the heaps reduced by the modulus, if there is one.
fn counted(heaps: &[u64], modulus: Option<u64>) -> Vec<u64> {
    heaps.iter().map(|heap| modulus.map_or(*heap, |modulus| heap % modulus)).collect()
}

fn columns(rules: &Moore, ending: Ending) -> Columns {
    Columns { ending, k: rules.k() as usize }
}

/// Returns a theorem's verdict.
fn theorem(rules: &Moore, ending: Ending, heaps: &[u64]) -> Option<Outcome> {
    let lost = match kind(rules, ending, heaps) {
        MooreKind::Single(modulus) => {
            return Some(NimSum::new(&counted(heaps, modulus)).outcome(ending));
        }
        MooreKind::Columns => columns(rules, ending).is_lost(heaps),
        MooreKind::Remainders(modulus) => {
            columns(rules, ending).is_lost(&counted(heaps, Some(modulus)))
        }
        MooreKind::Open => return None,
    };
    Some(Outcome::from_win(!lost))
}

/// Returns the Grundy value, where a theorem gives it.
fn value(rules: &Moore, heaps: &[u64]) -> Option<u64> {
    let held = heaps.iter().filter(|&&heap| heap > 0).count() as u64;
    match kind(rules, Ending::Normal, heaps) {
        MooreKind::Single(modulus) => Some(nim_sum(&counted(heaps, modulus))),
        // All heaps may be cut at once, so any smaller total can be left.
        MooreKind::Columns if held <= rules.k() => Some(heaps.iter().sum()),
        _ => None,
    }
}

impl Coupled for Moore {
    fn known(&self, heaps: &[u64]) -> KnownPart {
        let lost = theorem(self, Ending::Normal, heaps) == Some(Outcome::P);
        let value = value(self, heaps);
        let pair = match kind(self, Ending::Misere, heaps) {
            MooreKind::Single(modulus) => Some(NimSum::new(&counted(heaps, modulus)).pair()),
            _ => value.map(|value| Pair { value, firm: value > 1 }),
        };
        KnownPart { nimber: value.or(lost.then_some(0)), pair: pair.map(Some), element: None }
    }
}

impl Sieved for Moore {
    fn ordered(&self, heaps: &[u64]) -> Vec<u64> {
        sorted(heaps)
    }

    fn cross_out(&self, lost: &mut LostPosition<'_>) {
        let places = (0..lost.heaps.len()).filter(|&place| lost.room(place) > 0);
        let places: Vec<usize> = places.collect();
        lost.cross_some(&places, self.k(), self.cap().unwrap_or(u64::MAX));
    }
}

impl MooreTheory {
    pub(crate) fn new(rules: Moore) -> MooreTheory {
        MooreTheory { rules, open: OpenGame::new(rules) }
    }

    /// Returns winning moves by theorem, at most `most`.
    fn by_theorem(&self, ending: Ending, heaps: &[u64], most: usize) -> Option<Vec<Takes>> {
        if theorem(&self.rules, ending, heaps)? == Outcome::P {
            return Some(Vec::new());
        }
        Some(match kind(&self.rules, ending, heaps) {
            MooreKind::Single(modulus) => single(ending, heaps, modulus),
            MooreKind::Columns => {
                let children = columns(&self.rules, ending).winning(heaps, most);
                children.into_iter().map(|left| takes_to(heaps, &left)).collect()
            }
            MooreKind::Remainders(modulus) => level(heaps, modulus, self.rules.k()),
            MooreKind::Open => return None,
        })
    }
}

fn takes_to(heaps: &[u64], left: &[u64]) -> Takes {
    Takes(heaps.iter().zip(left).map(|(heap, left)| heap - left).collect())
}

/// Plays Nim on the remainders: a remainder falls by as much as is taken, or grows by wrapping
/// around.
fn single(ending: Ending, heaps: &[u64], modulus: Option<u64>) -> Vec<Takes> {
    let counted = counted(heaps, modulus);
    let all = NimSum::new(&counted);
    let mut moves = Vec::new();
    for (place, (&heap, &now)) in heaps.iter().zip(&counted).enumerate() {
        let mut targets = vec![all.sum ^ now, all.sum ^ now ^ 1];
        targets.retain(|&then| all.outcome_with(now, then, ending) == Outcome::P);
        for then in targets {
            let take = match modulus {
                Some(modulus) if then >= modulus => continue,
                Some(modulus) => (now + modulus - then) % modulus,
                None => now.saturating_sub(then),
            };
            if (1..=heap).contains(&take) {
                let mut takes = vec![0; heaps.len()];
                takes[place] = take;
                moves.push(Takes(takes));
            }
        }
    }
    moves
}

/// Makes all remainders equal with k + 1 heaps, and 0 with at most k, where a further heap may
/// be thought of as empty.
fn level(heaps: &[u64], modulus: u64, k: u64) -> Vec<Takes> {
    let held: Vec<u64> = heaps.iter().copied().filter(|&heap| heap > 0).collect();
    let mut levels: Vec<u64> = match held.len() as u64 > k {
        true => held.iter().map(|heap| heap % modulus).collect(),
        false => vec![0],
    };
    levels.sort_unstable();
    levels.dedup();
    let takes = |level: u64| {
        let take = |&heap: &u64| if heap == 0 { 0 } else { (heap + modulus - level) % modulus };
        let takes: Vec<u64> = heaps.iter().map(take).collect();
        let legal = takes.iter().zip(heaps).all(|(take, heap)| take <= heap);
        (legal && takes.iter().any(|&take| take > 0)).then_some(Takes(takes))
    };
    levels.into_iter().filter_map(takes).collect()
}

fn why(rules: &Moore, ending: Ending, heaps: &[u64], outcome: Outcome, mv: Option<&Takes>) -> Why {
    let modulus = match kind(rules, ending, heaps) {
        MooreKind::Single(modulus) => modulus,
        MooreKind::Remainders(modulus) => Some(modulus),
        MooreKind::Columns | MooreKind::Open => None,
    };
    let values = counted(heaps, modulus);
    let counts = Columns::counts(&values);
    let columns = rules.k() + 1;
    let what = modulus.map(|modulus| format!("counted modulo {modulus}, ")).unwrap_or_default();
    let only_ones = ending == Ending::Misere && values.iter().all(|&value| value <= 1);
    let rule = match (only_ones, outcome) {
        (true, _) => {
            format!(
                "only ones are left, and whoever leaves one more than a multiple of {columns} wins"
            )
        }
        (false, Outcome::P) => {
            format!("the number of ones in every binary column is a multiple of {columns}")
        }
        (false, Outcome::N) => {
            format!("in some binary column the number of ones is not a multiple of {columns}")
        }
    };
    let advice = mv.map(|mv| format!(": play {}", in_notation(&mv.0))).unwrap_or_default();
    let sentence = format!("{what}{rule}, so the player to move {}{advice}", outcome.verb());
    Why { sentence, facts: Facts::Columns { modulus: columns, values, counts } }
}

impl Theory for MooreTheory {
    type Rules = Moore;

    fn rules(&self) -> &Moore {
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
        let heaps = &position.heaps;
        let Some(outcome) = theorem(&self.rules, ending, heaps) else {
            return self.open.verdict(ending, position, budget);
        };
        let grundy = match (ending, outcome) {
            (Ending::Misere, _) => None,
            (Ending::Normal, Outcome::P) => Some(0),
            (Ending::Normal, Outcome::N) => {
                value(&self.rules, heaps).or_else(|| self.open.value(position, budget))
            }
        };
        let mv = self.by_theorem(ending, heaps, 1).and_then(|moves| moves.into_iter().next());
        let why = why(&self.rules, ending, heaps, outcome, mv.as_ref());
        Verdict::proven(outcome, Source::Formula, grundy, why)
    }

    fn winning_moves(
        &mut self,
        ending: Ending,
        position: &Heaps,
        budget: &mut Budget<'_>,
        most: usize,
    ) -> WinningMoves<Takes> {
        match self.by_theorem(ending, &position.heaps, most.saturating_add(1)) {
            Some(moves) => WinningMoves::listed(moves, most),
            None => {
                // The box of the position contains all positions that its moves lead to.
                let _ = self.open.outcome(ending, position, budget);
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
        match self.by_theorem(ending, &position.heaps, 1) {
            Some(moves) => moves.into_iter().next(),
            None => try_for_one(self, ending, position, budget),
        }
    }
}

#[cfg(test)]
mod tests {
    use rules::{MAX_HEAPS, MAX_NUMBER, Rules};

    use super::*;
    use crate::oracle::{agree, heaps};

    fn theory(k: u64, cap: Option<u64>) -> MooreTheory {
        MooreTheory::new(Moore::new(k, cap).unwrap())
    }

    fn normal(theory: &mut MooreTheory, heaps: &[u64]) -> Option<Outcome> {
        let position = Heaps::from(heaps.to_vec());
        theory.outcome(Ending::Normal, &position, &mut Budget::positions(100_000)).ok()
    }

    #[test]
    fn columns_decide_both_endings() {
        for k in 1..=4 {
            agree(&mut theory(k, None), heaps(3, 6).into_iter().chain(heaps(5, 2)));
        }
    }

    #[test]
    fn caps_are_searched_where_no_theorem_holds() {
        for (k, cap) in (1..=3).flat_map(|k| (1..=4).map(move |cap| (k, cap))) {
            agree(&mut theory(k, Some(cap)), heaps(3, 6).into_iter().chain(heaps(5, 2)));
        }
    }

    #[test]
    fn the_sieve_agrees_with_the_search_beyond_small_positions() {
        let mut theory = theory(2, Some(2));
        let budget = &mut Budget::positions(10_000_000);
        for heaps in [[7, 8, 9, 10, 11], [3, 3, 9, 9, 10], [1, 6, 6, 11, 11], [2, 5, 7, 7, 11]] {
            let position = Heaps::from(heaps.to_vec());
            for &ending in Ending::BOTH {
                let part = theory.open.search.game().part(&position);
                let searched = theory.open.search.outcome(ending, &[part], budget);
                assert!(searched.is_ok());
                assert_eq!(theory.open.outcome(ending, &position, budget), searched, "{heaps:?}");
            }
        }
    }

    #[test]
    fn more_heaps_than_a_sieve_holds_are_searched() {
        let mut theory = theory(2, Some(1));
        let budget = &mut Budget::positions(1_000_000);
        let ones = |count| Heaps::from([vec![1; count], vec![2]].concat());
        // Ones and a two: the two counts as two ones that cannot be taken together.
        let few = theory.outcome(Ending::Normal, &ones(11), budget);
        let many = theory.outcome(Ending::Normal, &ones(14), budget);
        assert!(few.is_ok() && few == many, "the period is k + 1 = 3: {few:?} {many:?}");
    }

    #[test]
    fn reducing_modulo_cap_plus_one_is_false_for_more_than_k_plus_one_heaps() {
        // Three ones and a heap of cap + 1 look like three ones, and three is a multiple of k
        // + 1; yet the mover wins by leaving three ones.
        for cap in 1..=3 {
            let mut theory = theory(2, Some(cap));
            assert_eq!(normal(&mut theory, &[1, 1, 1, cap + 1]), Some(Outcome::N), "cap {cap}");
            let position = Heaps::from(vec![1, 1, 1, cap + 1]);
            let winning =
                theory.winning_moves(Ending::Normal, &position, &mut Budget::positions(10_000), 99);
            let WinningMoves::All(moves) = winning else { panic!("{winning:?}") };
            assert!(moves.contains(&Takes(vec![1, 0, 0, cap])), "cap {cap}: {moves:?}");
        }
        // In misère play it fails already for two heaps.
        let position = Heaps::from(vec![1, 2]);
        let outcome =
            theory(2, Some(1)).outcome(Ending::Misere, &position, &mut Budget::positions(99));
        let formula = columns(&Moore::new(2, None).unwrap(), Ending::Misere);
        assert_ne!(outcome, Ok(Outcome::from_win(!formula.is_lost(&[1, 0]))));
    }

    #[test]
    fn a_winning_move_among_a_thousand_huge_heaps_is_found_at_once() {
        let mut seed = 1u64;
        let mut random = || {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            seed >> 11 & MAX_NUMBER
        };
        let none = &mut Budget::positions(0);
        for (k, count) in
            [(1, 7), (2, 7), (6, 7), (3, MAX_HEAPS), (500, MAX_HEAPS), (1_000, MAX_HEAPS)]
        {
            let mut theory = theory(k, None);
            for &ending in Ending::BOTH {
                let position = Heaps::from((0..count).map(|_| random()).collect::<Vec<_>>());
                let mv = theory.winning_move(ending, &position, none).unwrap();
                let left = theory.rules.apply(&position, &mv).unwrap();
                assert_eq!(theory.outcome(ending, &left, none), Ok(Outcome::P), "{k} {count}");
                let listed = theory.winning_moves(ending, &position, none, 200);
                assert_ne!(listed, WinningMoves::Unknown);
            }
        }
    }
}
