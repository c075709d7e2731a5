//! Research on heaps: their values, how these repeat, and a heap's misère play next to
//! heaps of two.

use std::collections::HashMap;

use rules::Variant;

use crate::engine::pair::mex;
use crate::heaps::heap_moves::HeapMoves;
use crate::heaps::heap_values::HeapValues;
use crate::heaps::hexadecimal::HexadecimalValues;
use crate::{Budget, Exhausted};

/// The Sprague-Grundy values of the heaps of an octal game, Grundy's game, or a
/// taking-and-breaking game with a hexadecimal code.
///
/// ```
/// use solver::{Budget, HeapSequence};
///
/// let mut kayles = HeapSequence::new(&"octal(0.77)".parse()?).ok_or("not of heaps that split")?;
/// assert_eq!(kayles.values(8, &mut Budget::positions(1_000))?, [0, 1, 2, 3, 1, 4, 3, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct HeapSequence(Sequence);

#[derive(Debug)]
enum Sequence {
    /// Boxed, because its table of seen values is large.
    Splitting(Box<HeapValues>),
    Hexadecimal(HexadecimalValues),
}

/// An observed saltus: from some heap on, each value is the value one period earlier plus a
/// constant, as far as the values were found. [`HeapSequence::proves`] may prove it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeenSaltus {
    /// The number of heaps before.
    pub preperiod: u64,
    /// The period, in heaps.
    pub period: u64,
    /// How much the values grow in each period.
    pub saltus: u64,
}

/// A proven period: from some heap on, the values repeat for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProvenPeriod {
    /// The number of heaps before.
    pub preperiod: u64,
    /// The period, in heaps.
    pub period: u64,
}

/// Returns the moves of a heap, for a variant whose heaps only split.
pub(crate) fn moves_of(variant: &Variant) -> Option<HeapMoves> {
    match variant {
        Variant::Octal(octal) => Some(HeapMoves::octal(octal.digits().to_vec())),
        Variant::Grundy(_) => Some(HeapMoves::grundy()),
        _ => None,
    }
}

impl HeapSequence {
    /// Returns `None` for a variant whose heaps do not only split.
    pub fn new(variant: &Variant) -> Option<HeapSequence> {
        let values = moves_of(variant).map(HeapValues::new)?;
        Some(HeapSequence(Sequence::Splitting(Box::new(values))))
    }

    /// Reads a code with hexadecimal digits such as `0.8F`: for each number taken, the digit
    /// says whether no (1), one (2), two (4) or three heaps (8) may be left. `None` for any
    /// other text.
    pub fn from_code(code: &str) -> Option<HeapSequence> {
        HexadecimalValues::read(code).map(|values| HeapSequence(Sequence::Hexadecimal(values)))
    }

    /// Takes over values that were found before, from heap 0 on, so that
    /// [`values`](HeapSequence::values) goes on after them; they are not checked. Those of a
    /// hexadecimal code are found anew, because they depend on more than the values.
    pub fn go_on_from(&mut self, values: &[u64]) {
        if let Sequence::Splitting(table) = &mut self.0 {
            table.take_over(values);
        }
    }

    /// Returns the values of the heaps below this one.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget runs out first; what was found stays.
    pub fn values(&mut self, heaps: u64, budget: &mut Budget<'_>) -> Result<Vec<u64>, Exhausted> {
        let last = heaps.checked_sub(1);
        match &mut self.0 {
            Sequence::Splitting(values) => {
                last.map_or(Ok(()), |last| values.reach(last, budget))?;
                (0..heaps).map(|heap| values.get(heap).ok_or(Exhausted)).collect()
            }
            Sequence::Hexadecimal(values) => {
                last.map_or(Ok(()), |last| values.reach(last, budget))?;
                Ok(values.values().iter().take(heaps as usize).map(|&v| v.into()).collect())
            }
        }
    }

    /// Returns the period, as soon as the values that were asked for prove it by the theorem
    /// of Guy and Smith (1956).
    pub fn period(&self) -> Option<ProvenPeriod> {
        let period = match &self.0 {
            Sequence::Splitting(values) => values.period(),
            Sequence::Hexadecimal(values) => values.period(),
        }?;
        Some(ProvenPeriod { preperiod: period.start as u64, period: period.length as u64 })
    }

    /// Returns whether the values that were asked for prove that they grow like this for ever:
    /// smaller values remain within reach, and nim-sums are too small or differ in their lowest
    /// digits. Not every saltus can be proved this way, and none of an octal game.
    pub fn proves(&self, seen: SeenSaltus) -> bool {
        let SeenSaltus { preperiod, period, saltus } = seen;
        match &self.0 {
            Sequence::Splitting(_) => false,
            Sequence::Hexadecimal(values) => {
                values.proves(preperiod as usize, period as usize, saltus as usize)
            }
        }
    }
}

impl SeenSaltus {
    /// Returns the shortest period after which these values have grown by the same number, at
    /// least three times in a row.
    pub fn new(values: &[u64]) -> Option<SeenSaltus> {
        (1..=values.len() / 4).find_map(|period| {
            let grown = values.iter().zip(&values[period..]).map(|(a, b)| b.checked_sub(*a));
            let grown: Vec<Option<u64>> = grown.collect();
            let saltus = grown.last().copied().flatten().filter(|&saltus| saltus > 0)?;
            let start = grown.iter().rposition(|&g| g != Some(saltus)).map_or(0, |last| last + 1);
            let enough = values.len() - start > 4 * period;
            let (preperiod, period) = (start as u64, period as u64);
            enough.then_some(SeenSaltus { preperiod, period, saltus })
        })
    }
}

/// The genus of a heap (Conway 1976, chapter 12): its value in normal play, and its misère
/// value with no, one, two, .. heaps of two added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Genus {
    /// The value in normal play.
    pub normal: u64,
    /// The misère values, up to the point from which the last two repeat.
    pub misere: Vec<u64>,
}

/// Returns the genera of the heaps below this one, for an octal game or Grundy's game; `None`
/// for another variant.
///
/// # Errors
/// [`Exhausted`] when the budget runs out first: the misère values are found by search over
/// all sums that the heap falls into.
pub fn genera(
    variant: &Variant,
    heaps: u64,
    budget: &mut Budget<'_>,
) -> Option<Result<Vec<Genus>, Exhausted>> {
    let moves = moves_of(variant)?;
    let mut values = HeapValues::new(moves.clone());
    let mut search = MisereValues { moves, known: HashMap::new() };
    let mut genus = |heap: u64| {
        values.reach(heap, budget)?;
        let normal = values.get(heap).ok_or(Exhausted)?;
        let mut misere: Vec<u64> = Vec::new();
        for twos in 0..MOST_TWOS {
            misere.push(search.value(&[heap], twos, budget)?);
        }
        shorten(&mut misere);
        Ok(Genus { normal, misere })
    };
    Some((0..heaps).map(&mut genus).collect())
}

/// With more heaps of two than this, the misère values have always been seen to alternate.
const MOST_TWOS: u64 = 6;

/// Drops what follows from the rest: when the last two values differ by 2, the value of one
/// more heap of two, they continue to alternate (Conway's convention).
fn shorten(misere: &mut Vec<u64>) {
    while let [.., a, b, c] = misere[..]
        && a == c
        && a ^ b == 2
    {
        misere.pop();
    }
}

/// Misère Grundy values of sums of heaps, with Nim heaps of two added.
struct MisereValues {
    moves: HeapMoves,
    known: HashMap<(Vec<u64>, u64), u64>,
}

impl MisereValues {
    /// Returns which heap of Nim has to be added for the sum to be lost.
    fn value(
        &mut self,
        heaps: &[u64],
        twos: u64,
        budget: &mut Budget<'_>,
    ) -> Result<u64, Exhausted> {
        let mut heaps: Vec<u64> =
            heaps.iter().copied().filter(|&heap| self.moves.has_move(heap)).collect();
        heaps.sort_unstable();
        if let Some(&known) = self.known.get(&(heaps.clone(), twos)) {
            return Ok(known);
        }
        budget.spend()?;
        budget.hold(128 + 8 * heaps.len() as u64)?;
        let mut options = Vec::new();
        for place in 0..heaps.len() {
            let rest = [&heaps[..place], &heaps[place + 1..]].concat();
            let parts: Vec<(u64, u64)> = self.moves.options(heaps[place]).collect();
            for (a, b) in parts {
                options.push(self.value(&[&rest[..], &[a, b]].concat(), twos, budget)?);
            }
        }
        if twos > 0 {
            // A heap of two becomes an empty heap or one of one; adding one swaps the outcome.
            let without = self.value(&heaps, twos - 1, budget)?;
            options.extend([without, without ^ 1]);
        }
        // The empty position is worth 1: the player to move there has won.
        let value = if options.is_empty() { 1 } else { mex(options.into_iter()) };
        self.known.insert((heaps, twos), value);
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kayles_has_the_genera_that_are_printed() {
        let kayles: Variant = "octal(0.77)".parse().unwrap();
        let genera = genera(&kayles, 13, &mut Budget::positions(1_000_000)).unwrap().unwrap();
        let misere = |heap: usize| genera[heap].misere.clone();
        // Conway 1976, chapter 12; Berlekamp, Conway and Guy 1982, chapter 13, table 4.
        assert_eq!((genera[5].normal, misere(5)), (4, vec![1, 4, 6]));
        assert_eq!((genera[9].normal, misere(9)), (4, vec![0, 4, 6]));
        assert_eq!((genera[12].normal, misere(12)), (4, vec![0, 4, 6]));
    }

    #[test]
    fn periods_are_proven() {
        for (code, preperiod, period) in [("0.77", 71, 12), ("0.07", 53, 34), ("0.137", 52, 34)] {
            let variant = format!("octal({code})").parse().unwrap();
            let mut sequence = HeapSequence::new(&variant).unwrap();
            sequence.values(600, &mut Budget::positions(1_000_000)).unwrap();
            assert_eq!(sequence.period(), Some(ProvenPeriod { preperiod, period }), "{code}");
        }
        assert!(HeapSequence::new(&"nim".parse().unwrap()).is_none());
    }

    #[test]
    fn values_go_on_from_those_that_were_kept() {
        let budget = &mut Budget::positions(1_000_000);
        for game in ["octal(0.77)", "octal(0.007)", "grundy"] {
            let mut whole = HeapSequence::new(&game.parse().unwrap()).unwrap();
            let whole = whole.values(1_500, budget).unwrap();
            for kept in [0, 1, 2, 127, 128, 700] {
                let mut sequence = HeapSequence::new(&game.parse().unwrap()).unwrap();
                sequence.go_on_from(&whole[..kept]);
                assert_eq!(sequence.values(1_500, budget).unwrap(), whole, "{game} {kept}");
            }
        }
    }
}
