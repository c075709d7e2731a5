//! Proofs by the Sprague-Grundy values of single heaps, in normal play: a heap's value is the least
//! that no move leaves, and a sum is lost when the nim-sum of its values is 0 (Sprague 1935,
//! Grundy 1939). A table that repeats serves heaps of any size (Guy and Smith 1956).

use serde::{Deserialize, Serialize};

use super::{Claim, MovesLeft, Unproved};
use crate::{Ending, Heaps, Position, Setup, Variant};

/// The values of the heaps from 0 on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct HeapTable {
    /// One value for each heap; with a period, enough of them to prove it.
    pub values: Vec<u64>,
    /// How they go on, if heaps beyond the table are on the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeats: Option<Repeats>,
}

/// A period of the values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Repeats {
    /// The heap from which on they repeat.
    pub from: u64,
    /// After how many heaps they do.
    pub every: u64,
}

/// Checks each value by the moves of its heap, the period, and the claim by the nim-sum.
pub(super) fn check(
    setup: &Setup,
    claim: Claim,
    table: &HeapTable,
    left: &mut MovesLeft,
) -> Result<(), Unproved> {
    let Position::Heaps(start) = &**setup.start() else { return Err(Unproved::OtherGame) };
    if setup.ending() == Ending::Misere || !is_of_single_heaps(setup.variant()) {
        return Err(Unproved::OtherGame);
    }
    for (heap, &value) in (0..).zip(&table.values) {
        if value_of(setup.variant(), heap, &table.values, left)? != value {
            return Err(Unproved::Value(heap));
        }
    }
    if !table.repeats.is_none_or(|repeats| table.proves(repeats, most_taken(setup.variant()))) {
        return Err(Unproved::Period);
    }
    let values = start.heaps.iter().map(|&heap| table.get(heap).ok_or(Unproved::Value(heap)));
    let sum = values.collect::<Result<Vec<u64>, Unproved>>()?.iter().fold(0, |sum, v| sum ^ v);
    match (sum != 0) == (claim == Claim::MoverWins) {
        true => Ok(()),
        false => Err(Unproved::Start),
    }
}

/// Returns whether a move changes one heap only, whatever the others are.
fn is_of_single_heaps(variant: &Variant) -> bool {
    matches!(
        variant,
        Variant::Nim(_)
            | Variant::Lasker(_)
            | Variant::Grundy(_)
            | Variant::Subtraction(_)
            | Variant::Octal(_)
    )
}

/// Returns how many objects a move may take, where that has a bound.
fn most_taken(variant: &Variant) -> Option<u64> {
    match variant {
        Variant::Octal(octal) => Some(octal.digits().len() as u64 - 1),
        Variant::Subtraction(subtraction) => subtraction.take().last().copied(),
        _ => None,
    }
}

/// Returns the value of a heap, from those of smaller ones.
fn value_of(
    variant: &Variant,
    heap: u64,
    values: &[u64],
    left: &mut MovesLeft,
) -> Result<u64, Unproved> {
    let rules = variant.rules();
    let position = rules.admit(Heaps::from(vec![heap]).into()).map_err(Unproved::Refused)?;
    let mut seen = vec![false; values.len() + 1];
    for mv in rules.moves(&position) {
        left.spend()?;
        let child = rules.apply(&position, &mv).map_err(Unproved::Refused)?;
        let Position::Heaps(parts) = &*child else { return Err(Unproved::OtherGame) };
        let smaller = parts.heaps.iter().filter(|&&part| part < heap);
        let sum = smaller.fold(0, |sum, &part| sum ^ values[part as usize]);
        // A larger sum cannot be the least value that is missing.
        if let Some(seen) = seen.get_mut(sum as usize) {
            *seen = true;
        }
    }
    Ok(seen.iter().position(|seen| !seen).map_or(seen.len() as u64, |least| least as u64))
}

impl HeapTable {
    /// Returns the value of a heap; `None` beyond the table.
    pub fn get(&self, heap: u64) -> Option<u64> {
        let place = match self.repeats {
            Some(Repeats { from, every }) if heap >= from => from + (heap - from) % every,
            _ => heap,
        };
        self.values.get(usize::try_from(place).ok()?).copied()
    }

    /// Returns whether the values repeat from `from` to 2 `from` + 2 `every` + `most_taken`.
    fn proves(&self, Repeats { from, every }: Repeats, most_taken: Option<u64>) -> bool {
        let is_long_enough = |most_taken| {
            let needed = from.saturating_add(every).saturating_mul(2).saturating_add(most_taken);
            needed < self.values.len() as u64
        };
        let do_repeat = || {
            let (from, every) = (from as usize, every as usize);
            self.values[from + every..] == self.values[from..self.values.len() - every]
        };
        every > 0 && most_taken.is_some_and(is_long_enough) && do_repeat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Certificate, Grounds};

    fn check(
        game: &str,
        claim: Claim,
        values: &[u64],
        repeats: Option<Repeats>,
    ) -> Option<Unproved> {
        let grounds = Grounds::Heaps(HeapTable { values: values.to_vec(), repeats });
        Certificate { setup: game.parse().unwrap(), claim, grounds }.check().err()
    }

    #[test]
    fn a_table_decides_sums() {
        use Claim::{MoverLoses, MoverWins};
        let kayles = [0, 1, 2, 3, 1, 4, 3, 2];
        assert_eq!(check("octal(0.77) 3,6", MoverLoses, &kayles, None), None);
        assert_eq!(check("octal(0.77) 3,5", MoverWins, &kayles, None), None);
        assert_eq!(check("octal(0.77) 3,5", MoverLoses, &kayles, None), Some(Unproved::Start));
        assert_eq!(check("octal(0.77) 3,8", MoverWins, &kayles, None), Some(Unproved::Value(8)));
        let wrong = [0, 1, 2, 3, 2];
        assert_eq!(check("octal(0.77) 3", MoverWins, &wrong, None), Some(Unproved::Value(4)));
        assert_eq!(check("lasker 3,4", MoverWins, &[0, 1, 2, 4, 3], None), None);
        assert_eq!(check("grundy 3,6", MoverLoses, &[0, 0, 0, 1, 0, 2, 1], None), None);
        let other = Some(Unproved::OtherGame);
        assert_eq!(check("misere nim 1", MoverLoses, &[0, 1], None), other);
        assert_eq!(check("moore(k=2) 1", MoverWins, &[0, 1], None), other);
    }

    #[test]
    fn a_period_is_proven_by_enough_values() {
        let values: Vec<u64> = (0..20).map(|heap| heap % 4).collect();
        let large = "subtraction(1,2,3) 9007199254740991";
        let repeats = |from, every| Some(Repeats { from, every });
        let check = |values: &[u64], repeats| check(large, Claim::MoverWins, values, repeats);
        assert_eq!(check(&values, repeats(0, 4)), None);
        assert_eq!(check(&values[..12], repeats(0, 4)), None);
        assert_eq!(check(&values[..11], repeats(0, 4)), Some(Unproved::Period));
        assert_eq!(check(&values, repeats(0, 3)), Some(Unproved::Period));
        assert_eq!(check(&values, repeats(0, 0)), Some(Unproved::Period));
        assert_eq!(check(&values, repeats(u64::MAX, 4)), Some(Unproved::Period));
        assert_eq!(check(&values, None), Some(Unproved::Value(9_007_199_254_740_991)));
    }

    /// Taking 2, 4 or 7, the values repeat only from the heap of 8 on.
    #[test]
    fn before_a_period_begins_each_heap_has_its_own_value() {
        let mut values = vec![0, 0, 1, 1, 2, 2, 0, 3];
        values.extend((0..40).map(|at| [1, 0, 2][at % 3]));
        let repeats = Some(Repeats { from: 8, every: 3 });
        let lost = |heaps| check(heaps, Claim::MoverLoses, &values, repeats);
        assert_eq!(lost("subtraction(2,4,7) 5,6,10"), None);
        assert_eq!(lost("subtraction(2,4,7) 7,7,3000000000000"), None);
        assert_eq!(lost("subtraction(2,4,7) 7,3000000000000"), Some(Unproved::Start));
        let begins_earlier = Some(Repeats { from: 7, every: 3 });
        let claimed = check("subtraction(2,4,7) 9", Claim::MoverLoses, &values, begins_earlier);
        assert_eq!(claimed, Some(Unproved::Period));
    }
}
