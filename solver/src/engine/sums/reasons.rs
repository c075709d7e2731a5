//! The reasons of verdicts on sums: sentences with their facts.

use crate::engine::sums::{SumOf, end};
use crate::{Facts, Outcome, Why};

/// The most parts that a sentence names one by one.
const MOST_NAMED: usize = 12;

pub(super) fn sum_of_values<G: SumOf>(outcome: Outcome, values: Vec<u64>) -> Why {
    let (sum, end) = (values.iter().fold(0, |sum, value| sum ^ value), end(outcome));
    let sentence = match values.len() {
        0 => format!("no {} with a move are left, {end}", G::PARTS),
        1 if sum == 0 => format!("its Grundy value is 0: no move leaves the value 0, {end}"),
        1 => format!("its Grundy value is {sum}, not 0: some move leaves the value 0, {end}"),
        _ => format!(
            "the {} have the values {}, whose nim-sum is {sum}, {end}",
            G::PARTS,
            listed(&values)
        ),
    };
    Why { sentence, facts: Facts::NimSum { values, sum } }
}

pub(super) fn tame<G: SumOf>(outcome: Outcome, values: Vec<u64>, firm: bool) -> Why {
    let (sum, end) = (values.iter().fold(0, |sum, value| sum ^ value), end(outcome));
    let lost = if firm { 0 } else { 1 };
    let sentence = match values.len() {
        0 => format!("no {} with a move are left: the opponent made the last one, {end}", G::PARTS),
        1 => {
            let heaps = match (sum, firm) {
                (0, false) => "no heap at all".to_owned(),
                (0, true) => "two heaps of 2".to_owned(),
                (1, true) => "a heap of 2 and one of 3".to_owned(),
                (size, _) => format!("a heap of {size}"),
            };
            format!("in misère play it is like {heaps} in Nim, {end}")
        }
        _ => format!(
            "in misère play the {} have the values {}, like heaps in Nim; a nim-sum of {lost} is lost \
             here, and theirs is {sum}, {end}",
            G::PARTS,
            listed(&values)
        ),
    };
    Why { sentence, facts: Facts::Tame { values, firm, sum } }
}

/// The most lost elements of a quotient that a sentence names.
const MOST_LOST: usize = 8;

/// `lost` are the words of the quotient's lost elements.
pub(super) fn quotient<G: SumOf>(
    outcome: Outcome,
    words: Vec<String>,
    product: String,
    lost: &[&str],
) -> Why {
    let end = end(outcome);
    let is = if outcome == Outcome::P { "is" } else { "is not" };
    let those = match lost.len() {
        0..=MOST_LOST => format!("the lost ones, {}", lost.join(", ")),
        more => format!("the {more} lost ones"),
    };
    let named: Vec<&str> = words.iter().take(MOST_NAMED).map(String::as_str).collect();
    let more = if words.len() > MOST_NAMED { ", .." } else { "" };
    let table = "in the game's proven table for misère play (its misère quotient)";
    let sentence = match words.len() {
        0 => format!("no {} with a move are left: the opponent made the last one, {end}", G::PARTS),
        1 => format!("{table} it stands for {product}, which {is} among {those}; {end}"),
        _ => format!(
            "{table} the {} stand for {}{more}; together they make {product}, which {is} among {those}; \
             {end}",
            G::PARTS,
            named.join(", ")
        ),
    };
    Why { sentence, facts: Facts::Quotient { words, product } }
}

fn listed(values: &[u64]) -> String {
    let named: Vec<String> = values.iter().take(MOST_NAMED).map(u64::to_string).collect();
    let more = if values.len() > MOST_NAMED { ", .." } else { "" };
    format!("{}{more}", named.join(", "))
}
