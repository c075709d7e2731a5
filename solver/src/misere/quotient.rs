//! Misère quotients (Plambeck 2005; Plambeck and Siegel 2008): a finite commutative monoid
//! with a set of lost elements, and an element for each part of a game, such that a sum is
//! lost exactly when the product of its elements is lost. The presentations are data; `proof`
//! proves each of them.

use std::collections::HashMap;

/// A quotient in the form in which papers print it: letters, relations between words, and the
/// words of the lost elements. `b2c` is b·b·c, and `1` is the empty word. Each relation is
/// read from left to right as a rule that shortens words.
#[derive(Debug)]
pub struct Presentation<'a> {
    /// The generators, one letter each.
    pub letters: &'a str,
    /// The relations, for example `a2=1 b3=b`.
    pub relations: &'a str,
    /// The lost elements.
    pub lost: &'a str,
    /// The words of the parts of a game, from the smallest.
    pub parts: &'a str,
}

/// How often each letter occurs in a word.
type Exponents = Vec<u8>;

/// A computed quotient: elements are numbers, 0 is the identity.
#[derive(Debug)]
pub struct Quotient {
    words: Vec<String>,
    products: Vec<u8>,
    lost: Vec<bool>,
    parts: Vec<u8>,
}

impl Quotient {
    /// Computes all elements and their products. Only for presentations of at most 255
    /// elements, such as those printed in this crate.
    pub fn new(presentation: &Presentation<'_>) -> Quotient {
        let rules = Rewriting::new(presentation);
        let mut elements = vec![vec![0; rules.letters.len()]];
        let mut numbers = HashMap::from([(elements[0].clone(), 0)]);
        let mut next = 0;
        while let Some(element) = elements.get(next).cloned() {
            for letter in 0..rules.letters.len() {
                let mut larger = element.clone();
                larger[letter] += 1;
                let larger = rules.normal(larger);
                if !numbers.contains_key(&larger) {
                    numbers.insert(larger.clone(), elements.len() as u8);
                    elements.push(larger);
                }
            }
            next += 1;
        }
        let number = |exponents: Exponents| numbers[&rules.normal(exponents)];
        let list =
            |words: &str| words.split_whitespace().map(|word| number(rules.read(word))).collect();
        let lost: Vec<u8> = list(presentation.lost);
        let product =
            |a: &Exponents, b: &Exponents| number(a.iter().zip(b).map(|(a, b)| a + b).collect());
        Quotient {
            words: elements.iter().map(|element| rules.write(element)).collect(),
            products: elements
                .iter()
                .flat_map(|a| elements.iter().map(move |b| (a, b)))
                .map(|(a, b)| product(a, b))
                .collect(),
            lost: (0..elements.len()).map(|element| lost.contains(&(element as u8))).collect(),
            parts: list(presentation.parts),
        }
    }

    /// Returns how many elements there are.
    pub fn order(&self) -> usize {
        self.words.len()
    }

    /// Returns the elements that are letters; all others are products of these.
    pub(crate) fn generators(&self) -> impl Iterator<Item = u8> {
        let is_letter = |word: &str| word.len() == 1 && word != "1";
        self.words.iter().zip(0..).filter(move |(word, _)| is_letter(word)).map(|(_, at)| at)
    }

    /// Returns the product of two elements.
    pub fn multiply(&self, a: u8, b: u8) -> u8 {
        self.products[usize::from(a) * self.order() + usize::from(b)]
    }

    /// Returns the product of any number of elements.
    pub fn product(&self, elements: impl IntoIterator<Item = u8>) -> u8 {
        elements.into_iter().fold(0, |product, element| self.multiply(product, element))
    }

    /// Returns whether the mover loses a sum of parts with these elements.
    pub fn is_lost(&self, elements: impl IntoIterator<Item = u8>) -> bool {
        self.lost[usize::from(self.product(elements))]
    }

    /// Returns the words of the lost elements, the simplest first.
    pub(crate) fn lost_words(&self) -> Vec<&str> {
        let words = self.words.iter().map(String::as_str).zip(&self.lost);
        words.filter(|(_, lost)| **lost).map(|(word, _)| word).collect()
    }

    /// Returns the elements of the game's parts, from the smallest.
    pub(crate) fn elements(&self) -> &[u8] {
        &self.parts
    }

    /// Returns the element of the game's part of this size, as far as the table goes.
    pub fn part(&self, size: u64) -> Option<u8> {
        self.parts.get(usize::try_from(size).ok()?).copied()
    }

    /// Returns how many parts are in the table.
    pub fn parts(&self) -> u64 {
        self.parts.len() as u64
    }

    /// Returns the element with this word, which must be in its shortest form.
    pub fn read(&self, word: &str) -> Option<u8> {
        self.words.iter().position(|known| known == word).map(|element| element as u8)
    }

    /// Returns the word of an element: `ab2`.
    pub fn word(&self, element: u8) -> &str {
        &self.words[usize::from(element)]
    }
}

/// The words, and the rules that shorten them.
struct Rewriting {
    letters: Vec<char>,
    rules: Vec<(Exponents, Exponents)>,
}

impl Rewriting {
    fn new(presentation: &Presentation<'_>) -> Rewriting {
        let mut rewriting =
            Rewriting { letters: presentation.letters.chars().collect(), rules: Vec::new() };
        let relations = presentation.relations.split_whitespace();
        rewriting.rules = relations
            .filter_map(|relation| relation.split_once('='))
            .map(|(left, right)| (rewriting.read(left), rewriting.read(right)))
            .collect();
        rewriting
    }

    fn read(&self, word: &str) -> Exponents {
        let mut exponents = vec![0; self.letters.len()];
        let mut last = None;
        for c in word.chars() {
            if let Some(letter) = self.letters.iter().position(|&letter| letter == c) {
                exponents[letter] += 1;
                last = Some(letter);
            } else if let (Some(letter), Some(digit)) = (last, c.to_digit(10)) {
                exponents[letter] += digit as u8 - 1;
            }
        }
        exponents
    }

    fn write(&self, exponents: &Exponents) -> String {
        let power = |(letter, exponent): (&char, &u8)| match exponent {
            0 => String::new(),
            1 => letter.to_string(),
            _ => format!("{letter}{exponent}"),
        };
        let word: String = self.letters.iter().zip(exponents).map(power).collect();
        if word.is_empty() { "1".to_owned() } else { word }
    }

    /// Rewrites until no rule applies.
    fn normal(&self, mut word: Exponents) -> Exponents {
        let applies =
            |word: &Exponents, left: &Exponents| word.iter().zip(left).all(|(w, l)| w >= l);
        while let Some((left, right)) = self.rules.iter().find(|(left, _)| applies(&word, left)) {
            for (letter, exponent) in word.iter_mut().enumerate() {
                *exponent = *exponent - left[letter] + right[letter];
            }
        }
        word
    }
}
