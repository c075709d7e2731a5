//! The reasons of verdicts on sums: sentences with their facts.

use crate::engine::sums::{SumOf, end};
use crate::{Facts, Outcome, Why};

/// The most parts that a sentence names one by one.
const MOST_NAMED: usize = 12;

pub(super) fn sum_of_values<G: SumOf>(outcome: Outcome, values: Vec<u64>) -> Why {
    let (sum, end) = (values.iter().fold(0, |sum, value| sum ^ value), end(outcome));
    let sentence = match values.len() {
        0 => format!("no {} with a move are left, {end}", G::PARTS),
        1 if sum == 0 => format!("the value is 0: no move leaves another 0, {end}"),
        1 => format!(
            "the value is {sum}, the least number that no move leaves: some move leaves 0, {end}"
        ),
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
        1 => format!(
            "in misère play it is like a single heap of {sum} in Nim, and {lost} loses here, {end}"
        ),
        _ => format!(
            "in misère play the {} are like heaps of {} in Nim; their nim-sum is {sum}, and {lost} \
             loses here, {end}",
            G::PARTS,
            listed(&values)
        ),
    };
    Why { sentence, facts: Facts::Tame { values, firm, sum } }
}

pub(super) fn quotient<G: SumOf>(outcome: Outcome, words: Vec<String>, product: String) -> Why {
    let lies = if outcome == Outcome::P { "one" } else { "none" };
    let named: Vec<&str> = words.iter().take(MOST_NAMED).map(String::as_str).collect();
    let more = if words.len() > MOST_NAMED { ", .." } else { "" };
    let sentence = match words.len() {
        0 => format!(
            "no {} with a move are left: the opponent made the last one, {}",
            G::PARTS,
            end(outcome)
        ),
        1 => format!(
            "in the game's proven table for misère play, its misère quotient, it has the name \
             {product}, {lies} of the names that lose, {}",
            end(outcome)
        ),
        _ => format!(
            "in the game's proven table for misère play, its misère quotient, the {} have the \
             names {}{more}; by the table they are together {product}, {lies} of the names that \
             lose, {}",
            G::PARTS,
            named.join(", "),
            end(outcome)
        ),
    };
    Why { sentence, facts: Facts::Quotient { words, product } }
}

fn listed(values: &[u64]) -> String {
    let named: Vec<String> = values.iter().take(MOST_NAMED).map(u64::to_string).collect();
    let more = if values.len() > MOST_NAMED { ", .." } else { "" };
    format!("{}{more}", named.join(", "))
}
