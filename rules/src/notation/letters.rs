//! Letters for heaps, for people: A to Z, then AA, AB and so on, like the columns of a
//! spreadsheet.

/// Returns the letters of the heap at this place, counted from 0.
pub(crate) fn letters(place: u64) -> String {
    let mut reversed = Vec::new();
    let mut left = u128::from(place) + 1;
    while left > 0 {
        left -= 1;
        reversed.push(char::from(b'A' + (left % 26) as u8));
        left /= 26;
    }
    reversed.into_iter().rev().collect()
}

/// Returns the place that letters name, in either case.
pub(crate) fn place(letters: &str) -> Option<u64> {
    let mut place: u64 = 0;
    for letter in letters.bytes() {
        let digit = letter.to_ascii_uppercase().checked_sub(b'A').filter(|&digit| digit < 26)?;
        place = place.checked_mul(26)?.checked_add(u64::from(digit) + 1)?;
    }
    place.checked_sub(1)
}

/// Splits `B-2` into the heap's place and the rest, `-2`.
pub(crate) fn leading_place(text: &str) -> Option<(u64, &str)> {
    let end = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (letters, rest) = text.split_at(end);
    place(letters).map(|place| (place, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_continue_after_z() {
        let named =
            [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA"), (701, "ZZ"), (702, "AAA")];
        for (nth, name) in named {
            assert_eq!(letters(nth), name);
            assert_eq!(place(&name.to_lowercase()), Some(nth));
        }
        for nth in (0..2_000).chain([u64::MAX - 2, u64::MAX - 1]) {
            assert_eq!(place(&letters(nth)), Some(nth));
        }
    }

    #[test]
    fn other_texts_name_no_heap() {
        for text in ["", "1", "A1", "É", "[", "ZZZZZZZZZZZZZZZZZZ"] {
            assert_eq!(place(text), None, "{text}");
        }
    }
}
