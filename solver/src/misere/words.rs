//! Sums of generators as words: how often each occurs, the smallest heap in the lowest digit.
//! From some exponent on, a generator's power is replaced by a smaller word; which word is a
//! guess at first, and a learned equality later.

/// A word, which is its own index: a number whose digits are the exponents.
pub(super) type Word = u32;

/// The most generators: each has a letter.
const MOST_GENERATORS: usize = 26;

/// The most words whose outcomes are kept: some tenths of a second.
const MOST_WORDS: Word = 1 << 20;

/// The first and the last exponent at which a power is replaced by the one with two less.
const FIRST_POWER: Word = 4;
const LAST_POWER: Word = 8;

/// How many times a learned equality may mislead before equalities are no longer learned.
const MOST_MISLED: u8 = 2;

/// The set of words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Words {
    powers: Vec<Power>,
    /// The word of each generator alone; the last entry is the number of words.
    places: Vec<Word>,
}

/// A relation: this power of a generator equals another word.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Power {
    exponent: Word,
    /// The exponents of that word; none is of a larger generator.
    is: Vec<Word>,
    /// An equality that was learned and then dropped.
    unlearned: Option<(Word, Vec<Word>)>,
    /// How often such equalities have misled.
    misled: u8,
}

impl Power {
    fn guess(generator: usize, exponent: Word, misled: u8) -> Power {
        let mut is = vec![0; generator + 1];
        is[generator] = exponent - 2;
        Power { exponent, is, unlearned: None, misled }
    }
}

impl Default for Words {
    /// There is no generator, so the empty word is the only one.
    fn default() -> Words {
        Words { powers: Vec::new(), places: vec![1] }
    }
}

impl Words {
    /// Returns how many generators there are.
    pub(super) fn generators(&self) -> usize {
        self.powers.len()
    }

    /// Returns how many words there are.
    pub(super) fn len(&self) -> Word {
        self.places[self.generators()]
    }

    /// Returns the exponent from which on a generator's power is replaced.
    pub(super) fn power(&self, generator: usize) -> Word {
        self.powers[generator].exponent
    }

    /// Returns the words with one generator more. `None` when there would be too many words.
    pub(super) fn with_one_more(&self) -> Option<Words> {
        let generator = self.generators();
        let mut powers = self.powers.clone();
        powers.push(Power::guess(generator, FIRST_POWER, 0));
        if generator < MOST_GENERATORS { Words::new(powers) } else { None }
    }

    /// Returns the words of the first `generators` only.
    pub(super) fn truncated(&self, generators: usize) -> Words {
        let Words { powers, places } = self;
        Words { powers: powers[..generators].to_vec(), places: places[..=generators].to_vec() }
    }

    /// Learns that this power of a generator equals a smaller word.
    pub(super) fn learn(&mut self, generator: usize, exponent: Word, is: &[Word]) {
        let mut powers = self.powers.clone();
        let power = &mut powers[generator];
        let is = is[..=generator].to_vec();
        if power.unlearned.take().is_some_and(|before| before != (exponent, is.clone())) {
            power.misled += 1;
        }
        if power.misled < MOST_MISLED && exponent < power.exponent {
            *power = Power { exponent, is, ..power.clone() };
        }
        // This only reduces the number of words.
        if let Some(words) = Words::new(powers) {
            *self = words;
        }
    }

    /// Returns the words without learned equalities. `None` when there are none, or there
    /// would be too many words.
    pub(super) fn unlearned(&self) -> Option<Words> {
        let unlearned = |(generator, power): (usize, &Power)| match power.exponent < FIRST_POWER {
            true => Power {
                unlearned: Some((power.exponent, power.is.clone())),
                ..Power::guess(generator, FIRST_POWER, power.misled)
            },
            false => power.clone(),
        };
        let powers: Vec<Power> = self.powers.iter().enumerate().map(unlearned).collect();
        if powers == self.powers { None } else { Words::new(powers) }
    }

    /// Returns the words in which higher powers of this generator are distinguished. `None`
    /// when that is too many.
    pub(super) fn with_more_of(&self, generator: usize) -> Option<Words> {
        let mut powers = self.powers.clone();
        let Power { exponent, misled, .. } = powers[generator];
        powers[generator] = Power::guess(generator, exponent + 2, misled);
        if exponent + 2 > LAST_POWER { None } else { Words::new(powers) }
    }

    fn new(powers: Vec<Power>) -> Option<Words> {
        let mut places: Vec<Word> = vec![1];
        for power in &powers {
            let words = places[places.len() - 1].checked_mul(power.exponent)?;
            places.push(Some(words).filter(|&words| words <= MOST_WORDS)?);
        }
        Some(Words { powers, places })
    }

    /// Returns the word of one generator alone.
    pub(super) fn generator(&self, generator: usize) -> Word {
        let mut exponents = [0; MOST_GENERATORS];
        exponents[generator] = 1;
        self.reduced(exponents)
    }

    /// Returns the word with one less of a generator that occurs in it.
    pub(super) fn without(&self, word: Word, generator: usize) -> Word {
        word - self.places[generator]
    }

    pub(super) fn exponent(&self, word: Word, generator: usize) -> Word {
        word / self.places[generator] % self.powers[generator].exponent
    }

    pub(super) fn exponents(&self, word: Word) -> Vec<Word> {
        (0..self.generators()).map(|generator| self.exponent(word, generator)).collect()
    }

    /// Returns the word with these exponents, after all powers are replaced, from the largest
    /// generator downwards.
    fn reduced(&self, mut exponents: [Word; MOST_GENERATORS]) -> Word {
        let mut word = 0;
        for (generator, power) in self.powers.iter().enumerate().rev() {
            while exponents[generator] >= power.exponent {
                exponents[generator] -= power.exponent;
                for (exponent, more) in exponents.iter_mut().zip(&power.is) {
                    *exponent += more;
                }
            }
            word += exponents[generator] * self.places[generator];
        }
        word
    }

    pub(super) fn times(&self, mut a: Word, mut b: Word) -> Word {
        let mut exponents = [0; MOST_GENERATORS];
        for (exponent, power) in exponents.iter_mut().zip(&self.powers) {
            *exponent = a % power.exponent + b % power.exponent;
            (a, b) = (a / power.exponent, b / power.exponent);
        }
        self.reduced(exponents)
    }

    /// Returns the words with one generator less; `None` for a word that is replaced.
    pub(super) fn divisors(&self, exponents: &[Word]) -> impl Iterator<Item = Option<Word>> {
        (0..exponents.len()).filter(|&less| exponents[less] > 0).map(|less| {
            let mut smaller = exponents.to_vec();
            smaller[less] -= 1;
            let kept = smaller.iter().zip(&self.powers).all(|(n, power)| *n < power.exponent);
            kept.then(|| smaller.iter().zip(&self.places).map(|(n, place)| n * place).sum())
        })
    }

    /// Reads a word in printed form.
    pub(super) fn read(&self, text: &str) -> Word {
        let mut exponents = [0; MOST_GENERATORS];
        let mut last = 0;
        for c in text.chars() {
            match c.to_digit(10) {
                Some(digit) if exponents[last] > 0 => exponents[last] = digit,
                Some(_) => {}
                None => {
                    last = (c as usize).saturating_sub(usize::from(b'a'));
                    exponents[last] = 1;
                }
            }
        }
        self.reduced(exponents)
    }
}

pub(super) fn letter(generator: usize) -> char {
    char::from(b'a' + generator as u8)
}

pub(super) fn spelled(exponents: &[Word]) -> String {
    let power = |(generator, &exponent): (usize, &Word)| match exponent {
        0 => String::new(),
        1 => letter(generator).to_string(),
        _ => format!("{}{exponent}", letter(generator)),
    };
    let word: String = exponents.iter().enumerate().map(power).collect();
    if word.is_empty() { "1".to_owned() } else { word }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_replaced() {
        let words = Words::default().with_one_more().unwrap().with_one_more().unwrap();
        let mut words = words.with_more_of(1).unwrap();
        assert_eq!(words.len(), 4 * 6);
        let power = |words: &Words, generator, n| {
            (0..n).fold(0, |word, _| words.times(word, words.generator(generator)))
        };
        let exponents = |words: &Words, generator| {
            let exponent = |n| words.exponent(power(words, generator, n), generator);
            (0..9).map(exponent).collect::<Vec<_>>()
        };
        assert_eq!(exponents(&words, 0), [0, 1, 2, 3, 2, 3, 2, 3, 2]);
        assert_eq!(exponents(&words, 1), [0, 1, 2, 3, 4, 5, 4, 5, 4]);
        assert_eq!(words.read("a2b5"), words.times(power(&words, 0, 2), power(&words, 1, 5)));
        assert_eq!(spelled(&words.exponents(words.read("a2b5"))), "a2b5");
        words.learn(0, 2, &[0]);
        assert_eq!((words.len(), exponents(&words, 0)), (2 * 6, vec![0, 1, 0, 1, 0, 1, 0, 1, 0]));
        words.learn(1, 2, &[1, 0]);
        assert_eq!(words.len(), 2 * 2);
        words = words.unlearned().unwrap();
        assert_eq!(words.len(), 4 * 4);
        words.learn(1, 2, &[1, 0]);
        assert_eq!(words.len(), 4 * 2, "it was not to blame");
        for n in 0..Word::from(MOST_MISLED) {
            words = words.unlearned().unwrap();
            words.learn(1, 2, &[0, n % 2]);
        }
        assert_eq!(words.len(), 4 * 4, "what has misled is not believed again");
        let mut words = Words::default().with_one_more().unwrap().with_one_more().unwrap();
        words.learn(1, 2, &[1, 1]);
        assert_eq!(spelled(&words.exponents(power(&words, 1, 3))), "a2b", "b2 is ab");
    }
}
