//! The reason for a verdict, worked out again from its own numbers.

use rules::Ending;
use serde_json::Value;
use solver::{Facts, Outcome, Verdict};

/// Refuses a reason for a verdict about a position with moves that does not follow from its own
/// numbers.
pub(crate) fn check(verdict: &Verdict, ending: Ending, position: &Value) -> Result<(), String> {
    let is_lost = verdict.outcome.map(|outcome| outcome == Outcome::P);
    let normal = ending == Ending::Normal;
    // Who may pass wins what is lost without it.
    let passes = position["pass"] == true;
    let holds = match &verdict.why.facts {
        Facts::NimSum { values, sum } => {
            *sum == xor(values) && (!normal || is_lost == Some(*sum == 0 && !passes))
        }
        Facts::Tame { values, firm, sum } => {
            *sum == xor(values) && is_lost == Some(*sum == u64::from(!firm))
        }
        Facts::Ones { ones, larger } => {
            *larger <= 1 && is_lost == Some(*larger == 0 && ones % 2 == 1 && !passes)
        }
        Facts::GoldenPair { number, pair: [low, high], heaps: [a, b] } => {
            high - low == *number
                && a.abs_diff(*b) == *number
                && (!normal || *low == golden(*number))
                && is_lost == Some(a.min(b) == low)
        }
        Facts::FraenkelPair { left, .. } => is_lost == Some(left.is_none()),
        Facts::Ratio { small, large, quotients } => *quotients == euclid(*large, *small),
        Facts::Columns { modulus, values, counts } => {
            let ones = |column| values.iter().filter(|value| *value >> column & 1 == 1).count();
            let all = (0..64).all(|at| ones(at) as u64 == *counts.get(at).unwrap_or(&0));
            all && (!normal || is_lost == Some(counts.iter().all(|count| count % modulus == 0)))
        }
        Facts::Zeckendorf { parts, limit, take } => {
            // In misère play the last object is left to the opponent.
            let heap = position["heap"].as_u64().unwrap_or(0);
            let counted = if normal { heap } else { heap.saturating_sub(1) };
            let whole = counted == parts.iter().sum::<u64>();
            let apart = parts.windows(2).all(|two| 2 * two[0] <= two[1]);
            let takes = take.is_none_or(|take| take <= *limit);
            whole && apart && takes && is_lost == Some(take.is_none())
        }
        Facts::Building { total, remaining, stacks } => {
            *total == remaining + stacks.iter().sum::<u64>()
        }
        Facts::Remainder { left, modulus, remainder, wanted } => {
            *remainder == left % modulus && is_lost.is_none_or(|lost| lost == (remainder == wanted))
        }
        _ => true,
    };
    if holds { Ok(()) } else { Err(format!("a wrong reason: {verdict:?}")) }
}

fn xor(values: &[u64]) -> u64 {
    values.iter().fold(0, |sum, value| sum ^ value)
}

/// The number times the golden ratio, rounded down.
fn golden(number: u64) -> u64 {
    (number + (5 * number * number).isqrt()) / 2
}

/// The quotients of Euclid's algorithm.
fn euclid(mut large: u64, mut small: u64) -> Vec<u64> {
    let mut quotients = Vec::new();
    while small > 0 {
        quotients.push(large / small);
        (large, small) = (small, large % small);
    }
    quotients
}
