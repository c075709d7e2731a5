//! The names that players may take: visible letters, digits and punctuation, in one script (UTS
//! #39), and none of the server's own names; and the looks of a name, so that nobody impersonates
//! others with letters of another alphabet.

use std::collections::HashSet;
use std::sync::LazyLock;

use ladder::ANCHORS;
use protocol::{Cause, Name};
use sha2::{Digest, Sha256};
use unicode_normalization::is_nfc;
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};
use unicode_security::{
    GeneralSecurityProfile, RestrictionLevel, RestrictionLevelDetection, skeleton as prototypes,
};

/// The maximum number of marks above or below one letter: as many as Vietnamese and Thai need.
const MAX_MARKS: usize = 2;

/// The beginning of the names that stand for deleted accounts.
pub(crate) const DELETED: &str = "Deleted";

/// Names that seem to speak for the server, in addition to those of the house bots.
const RESERVED: [&str; 26] = [
    "admin",
    "administrator",
    "administrador",
    "moderator",
    "moderador",
    "mod",
    "operator",
    "the operator",
    "server operator",
    "organizer",
    "official",
    "staff",
    "support",
    "root",
    "server",
    "system",
    "nim",
    "nim-server",
    "nim-bot",
    "house bot",
    "owner",
    "team",
    "team nim",
    "nim team",
    "the nim team",
    "moderation team",
];

/// Words that no name may contain: a "Site Admin" or a "Nimrod 2" would be taken for one of ours.
const RESERVED_WORDS: [&str; 16] = [
    "admin",
    "admins",
    "administrator",
    "administrador",
    "administrateur",
    "helpdesk",
    "moderateur",
    "moderation",
    "moderator",
    "moderators",
    "moderador",
    "official",
    "staff",
    "support",
    "sysop",
    "webmaster",
];

static RESERVED_WORD_LOOKS: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let bots = ANCHORS.iter().filter_map(|anchor| first_word(anchor.name));
    let names = RESERVED_WORDS.into_iter().chain(bots);
    names.flat_map(looks_of).map(|look| letters(&look)).collect()
});

/// The looks of all reserved names, reduced to letters and digits.
static RESERVED_LOOKS: LazyLock<HashSet<String>> = LazyLock::new(|| {
    // Each house bot is also known by its first word: "Nimrod (perfect)", "Nimrod".
    let bots = ANCHORS.iter().flat_map(|anchor| [Some(anchor.name), first_word(anchor.name)]);
    let names = RESERVED.into_iter().chain(bots.flatten());
    names.flat_map(looks_of).map(|look| letters(&look)).collect()
});

static DELETED_LOOK: LazyLock<String> = LazyLock::new(|| {
    let [look, _] = looks_of(DELETED);
    letters(&look)
});

/// Checks that a name is valid for a player.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn check(name: &Name) -> Result<(), Cause> {
    let name = name.as_str();
    if !name.chars().all(is_allowed) || name.contains("  ") || has_heaped_marks(name) {
        return Err(Cause::NameUnreadable);
    }
    if !is_nfc(name) {
        return Err(Cause::NameNotComposed);
    }
    if !name.chars().any(is_base) {
        return Err(Cause::NameWithoutLetters);
    }
    if !is_of_one_script(name) {
        return Err(Cause::NameMixesScripts);
    }
    match is_reserved(name) {
        true => Err(Cause::NameReserved),
        false => Ok(()),
    }
}

/// Whether a name looks like a reserved one, with or without a number behind it, or has a word in it
/// that speaks for the server.
fn is_reserved(name: &str) -> bool {
    let name = &with_bars_as_letters(name);
    let unnumbered = |text: &str| text.trim_end_matches(|c: char| !c.is_alphabetic()).to_owned();
    let is_one_of = |text: &str, reserved: &HashSet<String>| {
        looks_of(text).iter().any(|look| reserved.contains(&letters(look)))
    };
    let mut words = name.split(|c: char| !c.is_alphanumeric());
    [name, &unnumbered(name)].into_iter().any(|text| is_one_of(text, &RESERVED_LOOKS))
        || looks_of(name).iter().any(|look| stands_for_deleted(&letters(look)))
        || words.any(|word| {
            [word, &unnumbered(word)].into_iter().any(|text| is_one_of(text, &RESERVED_WORD_LOOKS))
        })
}

/// The hash of what a name looks like, which does not reveal the name.
pub(crate) type Look = [u8; 32];

/// Returns the hashes of a name's looks.
pub(crate) fn hashed_looks(name: &Name) -> [Look; 2] {
    looks(name).map(|look| {
        Sha256::new().chain_update(b"name").chain_update(look.as_bytes()).finalize().into()
    })
}

/// Returns a name's look regardless of case: the first of [`looks`].
pub(crate) fn skeleton(name: &Name) -> String {
    let [skeleton, _] = looks(name);
    skeleton
}

/// Returns a name's looks. Two names that share one may be mistaken for each other: if case is
/// folded first, "ada" for "ADA"; if letters are folded first, "AIice" (with a capital i) for
/// "Alice". Spaces and punctuation count only between digits: "Ken neth" is "Kenneth" and "Ada."
/// is "Ada", but "bot 1.2" is not "bot 12".
pub(crate) fn looks(name: &Name) -> [String; 2] {
    looks_of(&joined(&with_bars_as_letters(name.as_str())))
}

/// Replaces what is not a letter and looks like one: "PayPa|" is "PayPal".
fn with_bars_as_letters(name: &str) -> String {
    name.replace('|', "l")
}

/// Removes what separates the words of a name, and leaves one space between two digits.
fn joined(name: &str) -> String {
    let is_mark = |c: char| c.general_category_group() == GeneralCategoryGroup::Mark;
    let mut joined = String::new();
    for word in name.split(|c| !is_base(c) && !is_mark(c)) {
        if joined.ends_with(char::is_numeric) && word.starts_with(char::is_numeric) {
            joined.push(' ');
        }
        joined.push_str(word);
    }
    joined
}

fn looks_of(name: &str) -> [String; 2] {
    // The prototype of a zero is a capital O, so each result is lower-cased afterwards.
    let prototypes = |text: &str| prototypes(text).collect::<String>().to_lowercase();
    [prototypes(&name.to_lowercase()), prototypes(name)]
}

/// Reduces a look to its letters and digits. A 1 counts as an i as well as an l.
fn letters(look: &str) -> String {
    let plain = look.chars().filter(|c| c.is_alphanumeric());
    plain.map(|c| if c == 'i' { 'l' } else { c }).collect()
}

/// Whether a look, by its letters, is that of a name that stands for a deleted account.
fn stands_for_deleted(look: &str) -> bool {
    let rest = look.strip_prefix(&*DELETED_LOOK);
    rest.is_some_and(|rest| rest.len() >= 6 && rest.chars().all(is_digit_look))
}

/// Whether a character may be mistaken for a hexadecimal digit: a zero looks like an o, a one like
/// an l.
fn is_digit_look(c: char) -> bool {
    c.is_ascii_hexdigit() || matches!(c, 'o' | 'l')
}

fn first_word(name: &str) -> Option<&str> {
    name.split_whitespace().next()
}

/// Whether a character is allowed: printable ASCII, punctuation, and the letters, digits and marks
/// of scripts in everyday use; nothing that is invisible, encloses others, or imitates letters.
fn is_allowed(c: char) -> bool {
    match c.general_category_group() {
        _ if c.is_ascii() => !c.is_ascii_control(),
        GeneralCategoryGroup::Punctuation => true,
        GeneralCategoryGroup::Letter
        | GeneralCategoryGroup::Mark
        | GeneralCategoryGroup::Number => GeneralSecurityProfile::identifier_allowed(c),
        _ => false,
    }
}

/// Whether there are marks without a letter, or more than [`MAX_MARKS`] on one. Spacing marks,
/// which stand beside the letter, do not count: Burmese has three in a row.
fn has_heaped_marks(name: &str) -> bool {
    let mut room = None;
    name.chars().any(|c| {
        match c.general_category() {
            GeneralCategory::NonspacingMark => room = room.and_then(|n: usize| n.checked_sub(1)),
            GeneralCategory::SpacingMark => {}
            _ => room = is_base(c).then_some(MAX_MARKS),
        }
        c.general_category_group() == GeneralCategoryGroup::Mark && room.is_none()
    })
}

fn is_base(c: char) -> bool {
    let group = c.general_category_group();
    matches!(group, GeneralCategoryGroup::Letter | GeneralCategoryGroup::Number)
}

/// Whether a name is in one script, or in scripts that are written together: Han with kana,
/// Bopomofo or Hangul, and Latin with any of these.
fn is_of_one_script(name: &str) -> bool {
    let of_words = |c: &char| GeneralSecurityProfile::identifier_allowed(*c);
    let words: String = name.chars().filter(of_words).collect();
    words.as_str().check_restriction_level(RestrictionLevel::HighlyRestrictive)
}

#[cfg(test)]
mod tests;
