//! The outcomes of sums of generators, and the resulting monoid, in which words that no
//! further generator distinguishes are one element (Moore 1956).

use std::collections::{BTreeSet, HashMap};

use crate::misere::words::{Word, Words, letter, spelled};
use crate::{Budget, Exhausted};

/// The most elements: as many as a proof can hold.
const MOST_ELEMENTS: usize = 128;

/// Up to this many equal heaps are compared with as many copies of an element.
const MOST_ALIKE: usize = 3;

/// Which sums of generators are won. A word is the index of its sum.
pub(super) struct WonSums<'w> {
    pub(super) words: &'w Words,
    /// The words of each generator's options.
    options: Vec<BTreeSet<Word>>,
    won: Vec<bool>,
}

impl<'w> WonSums<'w> {
    /// Decides all words, given the words of each generator's options. These consist of
    /// smaller generators, so that every option of a word is a smaller number.
    pub(super) fn decide(
        words: &'w Words,
        options: Vec<BTreeSet<Word>>,
        budget: &mut Budget<'_>,
    ) -> Result<WonSums<'w>, Exhausted> {
        let mut sums = WonSums { words, options, won: Vec::new() };
        sums.won = sums.beside(&BTreeSet::new(), &[], budget)?;
        Ok(sums)
    }

    /// Returns which words are won beside a number of parts with these options, given `fewer`:
    /// which are won beside one part less.
    fn beside(
        &self,
        part: &BTreeSet<Word>,
        fewer: &[bool],
        budget: &mut Budget<'_>,
    ) -> Result<Vec<bool>, Exhausted> {
        let WonSums { words, options, .. } = self;
        budget.hold(words.len().into())?;
        let mut beside: Vec<bool> = Vec::with_capacity(words.len() as usize);
        for word in 0..words.len() {
            budget.spend()?;
            let is_there = |&generator: &usize| words.exponent(word, generator) > 0;
            let mut children = (0..words.generators()).filter(is_there).flat_map(|generator| {
                let rest = words.without(word, generator);
                options[generator].iter().map(move |&option| words.times(rest, option))
            });
            // A mover without a move has won.
            let wins = word == 0 && part.is_empty()
                || children.any(|child| !beside[child as usize])
                || part.iter().any(|&option| !fewer[words.times(word, option) as usize]);
            beside.push(wins);
        }
        Ok(beside)
    }

    /// Finds the element that no word distinguishes from a part with these options, also when
    /// there are several of each.
    pub(super) fn element(
        &self,
        part: &BTreeSet<Word>,
        elements: &[Word],
        budget: &mut Budget<'_>,
    ) -> Result<Option<u8>, Exhausted> {
        let mut fewer = self.won.clone();
        let mut like: Vec<(usize, Word)> = elements.iter().map(|_| 0).enumerate().collect();
        for _ in 0..MOST_ALIKE {
            let beside = self.beside(part, &fewer, budget)?;
            let won = |word: Word, power: Word| self.won[self.words.times(word, power) as usize];
            for (element, power) in &mut like {
                *power = self.words.times(*power, elements[*element]);
            }
            like.retain(|&(_, power)| (0..).zip(&beside).all(|(word, &b)| b == won(word, power)));
            if like.is_empty() {
                break;
            }
            fewer = beside;
        }
        Ok(like.first().map(|&(element, _)| element as u8))
    }

    /// Returns for each word the representative of its class: the smallest of the words that
    /// no further generators distinguish from it (Moore 1956).
    fn classes(&self, budget: &mut Budget<'_>) -> Result<Vec<Word>, Exhausted> {
        let all = || 0..self.won.len() as Word;
        let mut classes: Vec<Word> = self.won.iter().map(|&won| won.into()).collect();
        let mut count = 0;
        loop {
            let mut first: HashMap<Vec<Word>, Word> = HashMap::new();
            let refined: Vec<Word> = all()
                .map(|word| {
                    budget.spend()?;
                    let larger = (0..self.words.generators())
                        .map(|generator| self.words.times(word, self.words.generator(generator)));
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

    /// Returns the monoid as it is printed: each word that is the smallest of its class is an
    /// element, and each that is not, although all its divisors are, makes a relation. `None`
    /// when there are too many elements.
    pub(super) fn print(&self, budget: &mut Budget<'_>) -> Result<Option<Printed>, Exhausted> {
        let classes = self.classes(budget)?;
        let is_element = |word: Word| classes[word as usize] == word;
        let elements: Vec<Word> =
            (0..classes.len() as Word).filter(|&word| is_element(word)).collect();
        if elements.len() > MOST_ELEMENTS {
            return Ok(None);
        }
        let exponents_of = |word: Word| self.words.exponents(word);
        let mut relations = BTreeSet::new();
        let mut powers = Vec::new();
        for &element in &elements {
            for generator in 0..self.words.generators() {
                let mut exponents = exponents_of(element);
                exponents[generator] += 1;
                let product = self.words.times(element, self.words.generator(generator));
                let is_new =
                    exponents[generator] >= self.words.power(generator) || !is_element(product);
                let are_elements = |word: &[Word]| {
                    self.words.divisors(word).all(|word| word.is_some_and(is_element))
                };
                if is_new && are_elements(&exponents) {
                    if exponents.iter().filter(|&&exponent| exponent > 0).count() == 1 {
                        let is = exponents_of(classes[product as usize]);
                        powers.push((generator, exponents[generator], is));
                    }
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
            letters: (0..self.words.generators()).map(letter).collect(),
            relations: relations.iter().map(relation).collect::<Vec<_>>().join(" "),
            lost: lost.join(" "),
            powers,
        }))
    }
}

/// A quotient in words, without the elements of heaps.
pub(super) struct Printed {
    pub(super) letters: String,
    pub(super) relations: String,
    pub(super) lost: String,
    /// The relations of one generator alone: the generator, its exponent, and the exponents of
    /// the word that this power equals.
    pub(super) powers: Vec<(usize, Word, Vec<Word>)>,
}
