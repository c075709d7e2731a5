//! Finds misère quotients of splitting games from scratch (after Plambeck and
//! Siegel 2008), and proves what it finds.
//!
//! Heaps are processed from the smallest. If no sum of generators distinguishes a heap from an
//! element of the quotient so far, the heap is that element; otherwise it becomes a generator,
//! and the quotient is rebuilt: all sums of few heaps of each generator are decided, and those
//! that no further generator distinguishes are one element. That "few" is enough is a guess,
//! and so is every other step here; the printed result has been read back as printed and
//! proved by [`Proof`](crate::misere::proof::Proof).

use std::collections::{BTreeSet, HashMap};
use std::fmt;

use rules::{Variant, ones};

use crate::heaps::heap_moves::HeapMoves;
use crate::misere::proof::Proof;
use crate::misere::won_sums::{Printed, WonSums};
use crate::misere::words::{Word, Words, letter};
use crate::research::moves_of;
use crate::{Budget, Exhausted, Presentation, Quotient};

/// A quotient that was found and proved for all sums of heaps up to a size.
#[derive(Debug)]
pub struct Derived {
    /// The heaps that are the letters, from the smallest.
    pub generators: Vec<u64>,
    /// The number of elements.
    pub order: usize,
    /// The number of sums that the proof looks at.
    pub sums: usize,
    letters: String,
    relations: String,
    lost: String,
    parts: String,
}

impl Derived {
    /// Returns the quotient as it is printed.
    pub fn presentation(&self) -> Presentation<'_> {
        let Derived { letters, relations, lost, parts, .. } = self;
        Presentation { letters, relations, lost, parts }
    }
}

/// The reason why no quotient was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoQuotient {
    /// The variant is not a game of splitting heaps.
    OtherVariant,
    /// With this heap there are too many generators, elements or sums.
    TooLarge(u64),
    /// For this heap a bounded number of heaps of each generator does not tell all elements
    /// apart.
    TooFew(u64),
    /// The budget ran out.
    Exhausted,
}

/// Finds the quotient of an octal game or Grundy's game for heaps up to a size.
///
/// # Errors
/// See [`NoQuotient`].
///
/// ```
/// use solver::{Budget, derive_quotient};
///
/// let kayles = "octal(0.77)".parse()?;
/// let quotient = derive_quotient(&kayles, 12, &mut Budget::positions(10_000_000))?;
/// assert!(quotient.order > 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn derive_quotient(
    variant: &Variant,
    heaps: u64,
    budget: &mut Budget<'_>,
) -> Result<Derived, NoQuotient> {
    let moves = moves_of(variant).ok_or(NoQuotient::OtherVariant)?;
    derive_for(&moves, heaps, budget)
}

/// Does the same for the moves of a game of splitting heaps.
pub(crate) fn derive_for(
    moves: &HeapMoves,
    heaps: u64,
    budget: &mut Budget<'_>,
) -> Result<Derived, NoQuotient> {
    let mut search = Generators::default();
    loop {
        let largest = search.heaps.last().copied().unwrap_or(0);
        let won = WonSums::decide(&search.words, search.option_words(), budget)?;
        let printed = won.print(budget)?.ok_or(NoQuotient::TooLarge(largest))?;
        let mut found = FoundElements::new(moves, &won, &printed);
        match found.extend(&search, heaps, budget)? {
            ExtendedTo::All => return Ok(found.derived(&search.heaps, printed)),
            // The heap was an element before the largest generator became a letter.
            ExtendedTo::New(heap, _) if heap < largest && search.learned() => {
                search.tell_apart_more(heap).ok_or(NoQuotient::TooFew(heap))?;
            }
            ExtendedTo::New(heap, options) => {
                search.add(heap, options, &printed).ok_or(NoQuotient::TooLarge(heap))?;
            }
            ExtendedTo::Refuted(heap) => {
                search.tell_apart_more(heap).ok_or(NoQuotient::TooFew(heap))?;
            }
        }
    }
}

/// How far the elements of the heaps were found.
enum ExtendedTo {
    All,
    /// This heap is not an element; these are the words of its options.
    New(u64, BTreeSet<String>),
    /// With this heap some sum contradicts the quotient.
    Refuted(u64),
}

/// The heaps that are letters so far, from the smallest.
#[derive(Default)]
struct Generators {
    heaps: Vec<u64>,
    /// The words of each generator's options, as they are printed.
    options: Vec<BTreeSet<String>>,
    words: Words,
    /// Heaps that must become letters because the elements first taken for them were refuted.
    wanted: BTreeSet<u64>,
}

impl Generators {
    fn option_words(&self) -> Vec<BTreeSet<Word>> {
        let read = |option: &String| self.words.read(option);
        self.options.iter().map(|options| options.iter().map(read).collect()).collect()
    }

    /// Adds a heap. A heap below the largest generator becomes a letter when it is met again,
    /// because the larger generators have to be found anew. `None` when there are too many.
    fn add(&mut self, heap: u64, options: BTreeSet<String>, printed: &Printed) -> Option<()> {
        for (generator, exponent, is) in &printed.powers {
            self.words.learn(*generator, *exponent, is);
        }
        let smaller = self.heaps.partition_point(|&generator| generator < heap);
        if smaller < self.heaps.len() {
            self.wanted.insert(heap);
            self.heaps.truncate(smaller);
            self.options.truncate(smaller);
            self.words = self.words.truncated(smaller);
            return Some(());
        }
        self.words = self.words.with_one_more()?;
        self.options.push(options);
        self.heaps.push(heap);
        Some(())
    }

    /// Returns whether any learned equality is in use.
    fn learned(&self) -> bool {
        self.words.unlearned().is_some()
    }

    /// Reacts to a proof that fails at this heap: drops the learned equalities; if there are
    /// none, makes the heap a letter; if it already is one, distinguishes higher powers of the
    /// generator whose power is lowest (of several, the largest up to the heap). `None` when
    /// that is too many.
    fn tell_apart_more(&mut self, heap: u64) -> Option<()> {
        let up_to = self.heaps.partition_point(|&generator| generator <= heap);
        if let Some(words) = self.words.unlearned() {
            self.words = words;
        } else if !self.heaps.contains(&heap) && self.wanted.insert(heap) {
            self.heaps.truncate(up_to);
            self.options.truncate(up_to);
            self.words = self.words.truncated(up_to);
        } else {
            let order = |generator: &usize| (self.words.power(*generator), up_to - generator);
            let least = (0..up_to).min_by_key(order)?;
            self.words = self.words.with_more_of(least)?;
        }
        Some(())
    }
}

/// The elements of the heaps, as far as they are found and proved.
struct FoundElements<'a> {
    moves: &'a HeapMoves,
    won: &'a WonSums<'a>,
    quotient: Quotient,
    /// The word of each element.
    words: Vec<Word>,
    elements: Vec<u8>,
    proof: Option<Proof>,
}

impl<'a> FoundElements<'a> {
    fn new(moves: &'a HeapMoves, won: &'a WonSums<'a>, printed: &Printed) -> FoundElements<'a> {
        let Printed { letters, relations, lost, .. } = printed;
        let parts = letters.chars().map(String::from).collect::<Vec<_>>().join(" ");
        let quotient = Quotient::new(&Presentation { letters, relations, lost, parts: &parts });
        let words = (0..quotient.order() as u8).map(|e| won.words.read(quotient.word(e))).collect();
        let proof = Proof::new(&quotient);
        FoundElements { moves, won, quotient, words, elements: Vec::new(), proof }
    }

    /// Finds the elements of all heaps, as far as they have one.
    fn extend(
        &mut self,
        letters: &Generators,
        heaps: u64,
        budget: &mut Budget<'_>,
    ) -> Result<ExtendedTo, NoQuotient> {
        let largest = letters.heaps.last().copied().unwrap_or(0);
        let Some(mut proof) = self.proof.take() else { return Ok(ExtendedTo::Refuted(largest)) };
        let mut known: HashMap<u128, u8> = HashMap::from([(0, 0)]);
        for heap in 0..=heaps {
            let options = self.options(heap).fold(0u128, |all, option| all | 1 << option);
            let letter = letters.heaps.iter().position(|&generator| generator == heap);
            let element = match (known.get(&options), letter) {
                (_, Some(letter)) => Some(self.quotient.elements()[letter]),
                (_, None) if letters.wanted.contains(&heap) => None,
                (Some(&known), None) => Some(known),
                (None, None) => {
                    let words = ones(options).map(|option| self.words[option as usize]).collect();
                    self.won.element(&words, &self.words, budget)?
                }
            };
            let Some(element) = element else {
                return Ok(ExtendedTo::New(heap, self.options_spelled(heap)));
            };
            known.insert(options, element);
            match proof.with(&self.quotient, element, options, budget)? {
                Some(larger) => proof = larger,
                None => return Ok(ExtendedTo::Refuted(heap)),
            }
            self.elements.push(element);
        }
        self.proof = Some(proof);
        Ok(ExtendedTo::All)
    }

    /// Returns the elements of the heap's options, all of which are known.
    fn options(&self, heap: u64) -> impl Iterator<Item = u8> {
        let element = |part: u64| self.elements[part as usize];
        let pairs = self.moves.options(heap);
        pairs.map(move |(a, b)| self.quotient.multiply(element(a), element(b)))
    }

    /// Returns the same elements as printed words.
    fn options_spelled(&self, heap: u64) -> BTreeSet<String> {
        self.options(heap).map(|element| self.quotient.word(element).to_owned()).collect()
    }

    fn derived(&self, generators: &[u64], printed: Printed) -> Derived {
        let parts: Vec<&str> =
            self.elements.iter().map(|&element| self.quotient.word(element)).collect();
        let sums = self.proof.as_ref().map_or(0, Proof::sums);
        let Printed { letters, relations, lost, .. } = printed;
        // A heap that turned out to be a sum of smaller ones needs no letter.
        let is_sum =
            |letter: char| relations.split(' ').any(|r| r.starts_with(&format!("{letter}=")));
        let kept: Vec<char> = letters.chars().filter(|&letter| !is_sum(letter)).collect();
        let renamed = |text: &str| {
            let new = |c| kept.iter().position(|&k| k == c).map_or(c, letter);
            text.chars().map(new).collect::<String>()
        };
        let relation = |r: &&str| r.find('=') != Some(1);
        let relations: Vec<&str> = relations.split(' ').filter(relation).collect();
        let heaps =
            generators.iter().zip(letters.chars()).filter(|(_, letter)| kept.contains(letter));
        Derived {
            generators: heaps.map(|(&heap, _)| heap).collect(),
            order: self.quotient.order(),
            sums,
            letters: renamed(&kept.iter().collect::<String>()),
            relations: renamed(&relations.join(" ")),
            lost: renamed(&lost),
            parts: renamed(&parts.join(" ")),
        }
    }
}

impl From<Exhausted> for NoQuotient {
    fn from(_: Exhausted) -> NoQuotient {
        NoQuotient::Exhausted
    }
}

impl fmt::Display for NoQuotient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoQuotient::OtherVariant => f.write_str("only heaps that split have a quotient here"),
            NoQuotient::TooLarge(heap) => write!(f, "with heaps of {heap} it is too large"),
            NoQuotient::TooFew(heap) => {
                write!(f, "four equal heaps of {heap} still make a difference")
            }
            NoQuotient::Exhausted => Exhausted.fmt(f),
        }
    }
}

impl std::error::Error for NoQuotient {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heaps::heap_game::HeapQuotient;
    use crate::misere::known::{grundy_quotient, octal_quotient};

    fn derived(variant: &str, heaps: u64) -> Result<Derived, NoQuotient> {
        let variant: Variant = variant.parse().unwrap();
        derive_quotient(&variant, heaps, &mut Budget::positions(10_000_000))
    }

    /// Returns whether the heaps generate the same monoid with the same lost elements.
    fn are_alike(derived: &Derived, table: &HeapQuotient, heaps: u64) -> bool {
        let quotient = Quotient::new(&derived.presentation());
        let of_heap = |heap| (quotient.part(heap).unwrap(), table.element(heap).unwrap());
        let mut image: HashMap<u8, u8> = HashMap::from([(0, 0)]);
        let mut open = vec![(0, 0)];
        while let Some((a, b)) = open.pop() {
            for (x, y) in (0..=heaps).map(of_heap) {
                let (a, b) = (quotient.multiply(a, x), table.quotient.multiply(b, y));
                match image.insert(a, b) {
                    None => open.push((a, b)),
                    Some(before) if before != b => return false,
                    Some(_) => {}
                }
            }
        }
        let all_lost =
            image.iter().all(|(&a, &b)| quotient.is_lost([a]) == table.quotient.is_lost([b]));
        let images: BTreeSet<u8> = image.values().copied().collect();
        all_lost && images.len() == image.len() && image.len() == quotient.order()
    }

    #[test]
    fn the_tables_are_found_again_from_scratch() {
        for (variant, heaps, table, order) in [
            ("octal(code=0.07)", 24, octal_quotient("0.07"), 24),
            ("octal(code=0.137)", 23, octal_quotient("0.137"), 24),
            ("grundy", 28, grundy_quotient(), 48),
            ("octal(code=0.77)", 40, octal_quotient("0.77"), 40),
            ("octal(code=0.777)", 301, octal_quotient("0.777"), 80),
        ] {
            let derived = derived(variant, heaps).unwrap();
            assert_eq!(derived.order, order, "{variant} {derived:?}");
            assert!(are_alike(&derived, table.unwrap(), heaps), "{variant} {derived:?}");
        }
    }

    #[test]
    fn quotients_of_the_literature_are_found() {
        for (code, order) in [("0.75", 8), ("0.53", 16), ("0.123", 20), ("0.72", 24)] {
            let derived = derived(&format!("octal({code})"), 40).unwrap();
            assert_eq!(derived.order, order, "{code} {derived:?}");
        }
    }

    #[test]
    fn games_without_a_small_quotient_get_none() {
        assert_eq!(derived("nim", 5).err(), Some(NoQuotient::OtherVariant));
        let variant: Variant = "grundy".parse().unwrap();
        let poor = derive_quotient(&variant, 28, &mut Budget::positions(100));
        assert_eq!(poor.err(), Some(NoQuotient::Exhausted));
    }
}
