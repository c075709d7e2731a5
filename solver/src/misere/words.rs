//! Sums of generators as words: how often each occurs, two bits each, the smallest heap in
//! the lowest. More than three of a kind count as two or three.

/// The most generators: 4^9 sums of them are decided.
pub(super) const MOST_GENERATORS: usize = 9;

/// The most of a kind.
pub(super) const MOST: Word = 3;

/// A word is its own place among all.
pub(super) type Word = u32;

/// How many words of this many generators there are; also the word of the next one
/// alone.
pub(super) fn words(generators: usize) -> Word {
    1 << (2 * generators)
}

pub(super) fn exponent(word: Word, generator: usize) -> Word {
    (word >> (2 * generator)) & MOST
}

pub(super) fn exponents(word: Word, generators: usize) -> Vec<Word> {
    (0..generators).map(|generator| exponent(word, generator)).collect()
}

/// The word with these exponents, none of which is above the most.
fn packed(exponents: &[Word]) -> Word {
    exponents.iter().rev().fold(0, |word, exponent| (word << 2) | exponent)
}

pub(super) fn times(a: Word, b: Word) -> Word {
    (0..MOST_GENERATORS).fold(0, |product, generator| {
        let exponent = exponent(a, generator) + exponent(b, generator);
        let kept = if exponent > MOST { MOST - 1 + exponent % 2 } else { exponent };
        product | (kept << (2 * generator))
    })
}

/// The words with one generator less; `None` for one with too many left.
pub(super) fn divisors(exponents: &[Word]) -> impl Iterator<Item = Option<Word>> {
    (0..exponents.len()).filter(|&less| exponents[less] > 0).map(|less| {
        let mut smaller = exponents.to_vec();
        smaller[less] -= 1;
        let fits = smaller.iter().all(|&exponent| exponent <= MOST);
        fits.then(|| packed(&smaller))
    })
}

/// Reads a word as it is printed.
pub(super) fn read(text: &str) -> Word {
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
    packed(&exponents)
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
