//! How long a game lasts when the winner hurries and the loser resists, called remoteness in
//! the theory. It is found directly by the rules, so it serves every variant, as long as all
//! positions below can be looked at.

use std::collections::HashMap;

use rules::{Admitted, Ending, Variant};

use crate::{Budget, Exhausted, Outcome};

/// The most moves made to find one length: some ten milliseconds.
const WORK: u64 = 20_000;
/// The most bytes of positions that this may take, by the length of their JSON.
const BYTES: u64 = 4_000_000;
/// The most lengths kept from one move of a game to the next.
const REMEMBERED: u64 = 10 * WORK;

/// The known lengths of one variant in one ending.
#[derive(Debug, Default)]
pub(crate) struct Lengths {
    known: HashMap<Admitted, Length>,
}

/// Who wins a position, and in how many moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Length {
    outcome: Outcome,
    moves: u32,
}

impl Lengths {
    /// Returns how many moves the game lasts from here. Afterwards the length of every
    /// position below is [`known`](Lengths::known).
    pub(crate) fn measure(
        &mut self,
        variant: &Variant,
        ending: Ending,
        position: &Admitted,
        budget: &mut Budget<'_>,
    ) -> Result<u32, Exhausted> {
        if self.known.len() as u64 > REMEMBERED {
            self.known.clear();
        }
        let work = work_for(position, WORK);
        budget.within(work, |budget| self.measure_below(variant, ending, position, budget))?;
        self.known(position).ok_or(Exhausted)
    }

    /// Returns a length that has been found already.
    pub(crate) fn known(&self, position: &Admitted) -> Option<u32> {
        self.known.get(position).map(|length| length.moves)
    }

    /// Measures from the ends of the game upwards, on a stack of its own: a game may be longer
    /// than the thread's stack is deep.
    fn measure_below(
        &mut self,
        variant: &Variant,
        ending: Ending,
        position: &Admitted,
        budget: &mut Budget<'_>,
    ) -> Result<(), Exhausted> {
        let mut open = vec![(position.clone(), Vec::new())];
        while let Some((position, children)) = open.last_mut() {
            if self.known.contains_key(position) {
                open.pop();
            } else if children.is_empty() && has_moves(variant, position) {
                *children = below(variant, position, budget)?;
                let unknown = children.iter().filter(|child| !self.known.contains_key(child));
                let unknown: Vec<_> = unknown.map(|child| (child.clone(), Vec::new())).collect();
                open.extend(unknown);
            } else {
                let length = self.length(ending, children);
                self.known.insert(position.clone(), length);
                open.pop();
            }
        }
        Ok(())
    }

    /// Returns the length: the winner takes the shortest way to a lost child, the loser the
    /// longest to a won one.
    fn length(&self, ending: Ending, children: &[Admitted]) -> Length {
        let known = || children.iter().filter_map(|child| self.known.get(child));
        let lost = known().filter(|child| child.outcome == Outcome::P);
        if let Some(shortest) = lost.map(|child| child.moves).min() {
            return Length { outcome: Outcome::N, moves: shortest + 1 };
        }
        match known().map(|child| child.moves).max() {
            Some(longest) => Length { outcome: Outcome::P, moves: longest + 1 },
            None => Length { outcome: Outcome::from_win(ending == Ending::Misere), moves: 0 },
        }
    }
}

/// Returns how many moves to make below a position, at most `most`: large positions are not
/// worth remembering by the thousand.
pub(crate) fn work_for(position: &Admitted, most: u64) -> u64 {
    let bytes = serde_json::to_string(position).map_or(BYTES, |json| json.len() as u64);
    most.min(BYTES / bytes.max(1))
}

fn has_moves(variant: &Variant, position: &Admitted) -> bool {
    variant.rules().moves(position).next().is_some()
}

/// Returns the different positions after one move.
fn below(
    variant: &Variant,
    position: &Admitted,
    budget: &mut Budget<'_>,
) -> Result<Vec<Admitted>, Exhausted> {
    let rules = variant.rules();
    let mut children = Vec::new();
    for mv in rules.moves(position) {
        budget.spend()?;
        children.extend(rules.apply(position, &mv));
    }
    children.sort_unstable();
    children.dedup();
    Ok(children)
}

#[cfg(test)]
mod tests {
    use rules::Setup;

    use super::*;

    fn length(line: &str) -> Option<u32> {
        let setup: Setup = line.parse().unwrap();
        let mut budget = Budget::positions(1_000_000);
        Lengths::default().measure(setup.variant(), setup.ending(), setup.start(), &mut budget).ok()
    }

    #[test]
    fn the_winner_hurries_and_the_loser_resists() {
        assert_eq!(length("nim []"), Some(0));
        assert_eq!(length("nim 9"), Some(1));
        assert_eq!(length("nim 2,2"), Some(4));
        assert_eq!(length("nim 1,2,3"), Some(6));
        assert_eq!(length("misere nim 1,1"), Some(2));
        assert_eq!(length("misere game21(step=3;target=21) 0"), Some(11));
    }

    #[test]
    fn the_larger_a_position_the_fewer_are_remembered() {
        let work = |line: &str, most| work_for(line.parse::<Setup>().unwrap().start(), most);
        assert_eq!(work("nim 1,2,3", 20_000), 20_000);
        // {"heaps":[1]} has 13 bytes.
        assert_eq!(work("nim 1", u64::MAX), 307_692);
        assert_eq!(work("nim 100000000000", u64::MAX), 166_666);
    }

    #[test]
    fn positions_too_large_to_measure_are_given_up() {
        assert_eq!(length("nim 1000,1000,1000"), None);
        assert_eq!(length("nim 9007199254740991"), None);
    }
}
