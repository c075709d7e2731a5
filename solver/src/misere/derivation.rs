//! Finds misère quotients of splitting games from scratch (after Plambeck and
//! Siegel 2008), and proves what it finds.
//!
//! Heaps are taken from the smallest. One that no sum can tell from an element
//! of the quotient so far is that element; another becomes a generator, and the
//! quotient is made again: all sums of few heaps of each generator are decided,
//! and those that no further generator tells apart are one element. That "few"
//! is enough is a guess, and so is all else here; what is printed has been read
//! again as it is printed and proved by `quotient_proof`.

use std::collections::{BTreeSet, HashMap};
use std::fmt;

use rules::Variant;

use crate::heaps::heap_moves::HeapMoves;
use crate::misere::proof::Proof;
use crate::misere::words::{
    MOST, MOST_GENERATORS, Word, divisors, exponent, exponents, letter, read, spelled, times, words,
};
use crate::research::moves_of;
use crate::{Budget, Exhausted, Presentation, Quotient};

/// Elements, as many as a proof can hold.
const MOST_ELEMENTS: usize = 128;

/// A quotient that has been found, and proved for all sums of heaps up to a size.
#[derive(Debug)]
pub struct Derived {
    /// The heaps that are the letters, from the smallest.
    pub generators: Vec<u64>,
    /// How many elements there are.
    pub order: usize,
    /// How many sums the proof looks at.
    pub sums: usize,
    letters: String,
    relations: String,
    lost: String,
    parts: String,
}

impl Derived {
    /// The quotient as it is printed.
    pub fn presentation(&self) -> Presentation<'_> {
        let Derived { letters, relations, lost, parts, .. } = self;
        Presentation { letters, relations, lost, parts }
    }
}

/// Why no quotient was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoQuotient {
    /// The variant is no game of splitting heaps.
    OtherVariant,
    /// With this heap there are too many generators, elements or sums.
    TooLarge(u64),
    /// For this heap it is not true that few heaps of each generator tell all.
    TooFew(u64),
    /// The budget ended.
    Exhausted,
}

/// Finds the quotient of an octal game or Grundy's game for heaps up to a size.
///
/// # Errors
/// See [`NoQuotient`].
pub fn derive_quotient(
    variant: &Variant,
    heaps: u64,
    budget: &mut Budget<'_>,
) -> Result<Derived, NoQuotient> {
    let moves = moves_of(variant).ok_or(NoQuotient::OtherVariant)?;
    derive_for(&moves, heaps, budget)
}

/// The same for the moves of a game of splitting heaps.
pub(crate) fn derive_for(
    moves: &HeapMoves,
    heaps: u64,
    budget: &mut Budget<'_>,
) -> Result<Derived, NoQuotient> {
    let mut generators: Vec<u64> = Vec::new();
    let mut options: Vec<BTreeSet<Word>> = Vec::new();
    loop {
        let largest = generators.last().copied().unwrap_or(0);
        let printed = WonSums::decide(&options, budget)?
            .print(budget)?
            .ok_or(NoQuotient::TooLarge(largest))?;
        let mut found = FoundElements::new(moves, &printed).ok_or(NoQuotient::TooFew(largest))?;
        match found.extend(&generators, heaps, budget)? {
            None => {
                let parts: Vec<&str> =
                    found.elements.iter().map(|&element| found.quotient.word(element)).collect();
                let (parts, order, sums) =
                    (parts.join(" "), found.quotient.order(), found.proof.sums());
                let Printed { letters, relations, lost } = printed;
                return Ok(Derived { generators, order, sums, letters, relations, lost, parts });
            }
            Some(heap) if generators.contains(&heap) => return Err(NoQuotient::TooFew(heap)),
            Some(heap) => {
                // Larger generators, if any, are found again.
                let smaller = generators.partition_point(|&generator| generator < heap);
                if smaller == MOST_GENERATORS {
                    return Err(NoQuotient::TooLarge(heap));
                }
                generators.truncate(smaller);
                options.truncate(smaller);
                options.push(found.option_words(heap));
                generators.push(heap);
            }
        }
    }
}

/// Which sums of generators are won. A word is its own place.
struct WonSums {
    generators: usize,
    won: Vec<bool>,
}

impl WonSums {
    /// Decides all words, given the words of each generator's options. These
    /// consist of smaller generators, so that every option of a word is a
    /// smaller number.
    fn decide(options: &[BTreeSet<Word>], budget: &mut Budget<'_>) -> Result<WonSums, NoQuotient> {
        let generators = options.len();
        // Without a move the mover has won.
        budget.hold(words(generators).into())?;
        let mut won = vec![true];
        for word in 1..words(generators) {
            budget.spend()?;
            let is_there = |&generator: &usize| exponent(word, generator) > 0;
            let present = (0..generators).filter(is_there);
            let mut children = present.flat_map(|generator| {
                let rest = word - words(generator);
                options[generator].iter().map(move |&option| times(rest, option))
            });
            let wins = children.any(|child| !won[child as usize]);
            won.push(wins);
        }
        Ok(WonSums { generators, won })
    }

    /// For each word a number that it shares with all words that no further
    /// generators tell from it: the smallest such word (Moore 1956).
    fn classes(&self, budget: &mut Budget<'_>) -> Result<Vec<Word>, Exhausted> {
        let all = || 0..self.won.len() as Word;
        let mut classes: Vec<Word> = self.won.iter().map(|&won| won.into()).collect();
        let mut count = 0;
        loop {
            let mut first: HashMap<Vec<Word>, Word> = HashMap::new();
            let refined: Vec<Word> = all()
                .map(|word| {
                    budget.spend()?;
                    let larger =
                        (0..self.generators).map(|generator| times(word, words(generator)));
                    let mut signature = vec![classes[word as usize]];
                    signature.extend(larger.map(|larger| classes[larger as usize]));
                    Ok(*first.entry(signature).or_insert(word))
                })
                .collect::<Result<_, Exhausted>>()?;
            if first.len() == count {
                return Ok(refined);
            }
            count = first.len();
            classes = refined;
        }
    }

    /// The monoid as it is printed: each word that is the smallest of its class
    /// is an element, and each that is not, but all of whose divisors are, makes
    /// a relation. `None` when there are too many elements.
    fn print(&self, budget: &mut Budget<'_>) -> Result<Option<Printed>, Exhausted> {
        let classes = self.classes(budget)?;
        let is_element = |word: Word| classes[word as usize] == word;
        let elements: Vec<Word> =
            (0..classes.len() as Word).filter(|&word| is_element(word)).collect();
        if elements.len() > MOST_ELEMENTS {
            return Ok(None);
        }
        let exponents_of = |word: Word| exponents(word, self.generators);
        let mut relations = BTreeSet::new();
        for &element in &elements {
            for generator in 0..self.generators {
                let mut exponents = exponents_of(element);
                exponents[generator] += 1;
                let product = times(element, words(generator));
                let is_new = exponents[generator] > MOST || !is_element(product);
                let are_elements =
                    |word: &[Word]| divisors(word).all(|word| word.is_some_and(is_element));
                if is_new && are_elements(&exponents) {
                    relations.insert((exponents, classes[product as usize]));
                }
            }
        }
        let relation = |(exponents, word): &(Vec<Word>, Word)| {
            format!("{}={}", spelled(exponents), spelled(&exponents_of(*word)))
        };
        let lost = elements.iter().filter(|&&element| !self.won[element as usize]);
        let lost: Vec<String> = lost.map(|&element| spelled(&exponents_of(element))).collect();
        Ok(Some(Printed {
            letters: (0..self.generators).map(letter).collect(),
            relations: relations.iter().map(relation).collect::<Vec<_>>().join(" "),
            lost: lost.join(" "),
        }))
    }
}

/// A quotient in words, without the elements of heaps.
struct Printed {
    letters: String,
    relations: String,
    lost: String,
}

/// The elements of the heaps, as far as they are found and proved.
struct FoundElements<'a> {
    moves: &'a HeapMoves,
    quotient: Quotient,
    elements: Vec<u8>,
    proof: Proof,
}

impl<'a> FoundElements<'a> {
    fn new(moves: &'a HeapMoves, printed: &Printed) -> Option<FoundElements<'a>> {
        let Printed { letters, relations, lost } = printed;
        let quotient = Quotient::new(&Presentation { letters, relations, lost, parts: "" });
        let proof = Proof::new(&quotient)?;
        Some(FoundElements { moves, quotient, elements: Vec::new(), proof })
    }

    /// Finds the elements of all heaps; returns the first heap that is not one of them,
    /// if any.
    fn extend(
        &mut self,
        generators: &[u64],
        heaps: u64,
        budget: &mut Budget<'_>,
    ) -> Result<Option<u64>, NoQuotient> {
        for heap in 0..=heaps {
            let options = self.options(heap).fold(0u128, |all, option| all | 1 << option);
            let mut candidates: Vec<u8> = (0..self.quotient.order() as u8).collect();
            if let Some(generator) = generators.iter().position(|&generator| generator == heap) {
                let word = letter(generator).to_string();
                candidates = self.quotient.read(&word).into_iter().collect();
            }
            let mut element = None;
            for candidate in candidates {
                let larger = self.proof.with(&self.quotient, candidate, options, budget)?;
                if let Some(larger) = larger {
                    self.proof = larger;
                    element = Some(candidate);
                    break;
                }
            }
            match element {
                Some(element) => self.elements.push(element),
                None => return Ok(Some(heap)),
            }
        }
        Ok(None)
    }

    /// The elements of the heap's options, all of which are known.
    fn options(&self, heap: u64) -> impl Iterator<Item = u8> {
        let element = |part: u64| self.elements[part as usize];
        let pairs = self.moves.options(heap);
        pairs.map(move |(a, b)| self.quotient.multiply(element(a), element(b)))
    }

    /// The same as words.
    fn option_words(&self, heap: u64) -> BTreeSet<Word> {
        let word = |element: u8| read(self.quotient.word(element));
        self.options(heap).map(word).collect()
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
            NoQuotient::TooFew(heap) => write!(f, "four alike tell something of heaps of {heap}"),
            NoQuotient::Exhausted => Exhausted.fmt(f),
        }
    }
}

impl std::error::Error for NoQuotient {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heaps::heap_game::HeapQuotient;
    use crate::misere::known::{of_grundy, of_octal};

    fn derived(variant: &str, heaps: u64) -> Result<Derived, NoQuotient> {
        let variant: Variant = variant.parse().unwrap();
        derive_quotient(&variant, heaps, &mut Budget::positions(10_000_000))
    }

    /// Whether heaps generate the same monoid with the same lost elements.
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
            ("octal(code=0.07)", 24, of_octal("0.07"), 24),
            ("octal(code=0.137)", 23, of_octal("0.137"), 24),
            ("grundy", 28, of_grundy(), 48),
            ("octal(code=0.77)", 40, of_octal("0.77"), 40),
            ("octal(code=0.777)", 301, of_octal("0.777"), 80),
        ] {
            let derived = derived(variant, heaps).unwrap();
            assert_eq!(derived.order, order, "{variant} {derived:?}");
            assert!(are_alike(&derived, table.unwrap(), heaps), "{variant} {derived:?}");
        }
    }

    #[test]
    fn quotients_of_the_literature_are_found() {
        for (code, order) in [("0.75", 8), ("0.53", 16)] {
            let derived = derived(&format!("octal({code})"), 40).unwrap();
            assert_eq!(derived.order, order, "{code} {derived:?}");
        }
    }

    #[test]
    fn what_has_no_small_quotient_is_not_given_one() {
        assert_eq!(derived("nim", 5).err(), Some(NoQuotient::OtherVariant));
        let variant: Variant = "grundy".parse().unwrap();
        let poor = derive_quotient(&variant, 28, &mut Budget::positions(100));
        assert_eq!(poor.err(), Some(NoQuotient::Exhausted));
    }
}
