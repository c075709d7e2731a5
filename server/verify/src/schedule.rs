//! Who was to meet whom.

use std::collections::{HashMap, HashSet};

use super::Refuted;
use super::file::{File, Format, Pairing};

/// Checks the schedule; gives what is allowed and yet worth knowing.
pub(super) fn check(file: &File) -> Result<Vec<String>, Refuted> {
    let first = 2 + file.entrants.len();
    nobody_plays_twice_in_a_round(file, first)?;
    let n = file.entrants.len() as u32;
    match file.head.plan.format {
        Format::RoundRobin { cycles } => round_robin(file, n, cycles, first)?,
        Format::Gauntlet { champions } => gauntlet(file, champions.min(n - 1).max(1), n, first)?,
        Format::Knockout => knockout(file, n)?,
        Format::Swiss { rounds } if file.pairings.iter().any(|p| p.round > rounds) => {
            return Err(Refuted::new(first, "it has too many rounds"));
        }
        Format::Swiss { .. } | Format::Arena => {}
    }
    let mut notes = Vec::new();
    if let Format::Swiss { .. } = file.head.plan.format {
        let again = repeated(file);
        if again > 0 {
            notes.push(format!("{again} pairings of the Swiss rounds had been played before"));
        }
    }
    if file.end.sprt.is_some() && file.head.plan.sprt.is_none() {
        return Err(Refuted::new(0, "no test was planned that could have ended it"));
    }
    Ok(notes)
}

fn nobody_plays_twice_in_a_round(file: &File, first: usize) -> Result<(), Refuted> {
    let mut busy = HashSet::new();
    let mut boards = HashSet::new();
    let mut byes = HashSet::new();
    for (line, p) in (first..).zip(&file.pairings) {
        let alone = busy.insert((p.round, p.first))
            && p.second.is_none_or(|second| busy.insert((p.round, second)));
        let one_bye = p.second.is_some()
            || byes.insert(p.round)
            || matches!(file.head.plan.format, Format::Knockout);
        if !alone || !one_bye || !boards.insert((p.round, p.board)) {
            return Err(Refuted::new(line, "somebody is paired twice in a round"));
        }
    }
    Ok(())
}

/// Berger's tables. With N numbers, made even by a dummy, two who meet in round r
/// (from 0) have numbers whose sum is r + 2 modulo N - 1; who meets N has half
/// that, and N begins in odd rounds. Of the others he begins who comes less than
/// half a turn after the one who meets N.
fn round_robin(file: &File, n: u32, cycles: u32, first: usize) -> Result<(), Refuted> {
    let even = n + n % 2;
    let turn = even - 1;
    for (line, p) in (first..).zip(&file.pairings) {
        let refuted = || Refuted::new(line, "this is not in Berger's tables");
        let (cycle, r) = ((p.round - 1) / turn, (p.round - 1) % turn);
        let second = p.second.ok_or_else(refuted)?;
        let (a, b) = if cycle.is_multiple_of(2) { (p.first, second) } else { (second, p.first) };
        let opponent_of_last = (1..=turn).find(|k| 2 * k % turn == (r + 2) % turn);
        let middle = opponent_of_last.filter(|_| turn > 1).unwrap_or(1);
        let right = if a == even || b == even {
            a.min(b) == middle && (a == even) == (r % 2 == 1)
        } else {
            (a + b) % turn == (r + 2) % turn && (a + turn - middle) % turn < even / 2
        };
        if !right || cycle >= cycles {
            return Err(refuted());
        }
    }
    complete(file, cycles, n * (n - 1) / 2)
}

/// How often each two have met must be the same for all who were to meet.
fn complete(file: &File, times: u32, different: u32) -> Result<(), Refuted> {
    let met = meetings(file);
    match met.len() as u32 == different && met.values().all(|&met| met == times) {
        true => Ok(()),
        false => Err(Refuted::new(0, "the schedule is not complete")),
    }
}

fn meetings(file: &File) -> HashMap<(u32, u32), u32> {
    let mut met = HashMap::new();
    for p in &file.pairings {
        if let Some(second) = p.second {
            *met.entry((p.first.min(second), p.first.max(second))).or_default() += 1;
        }
    }
    met
}

fn repeated(file: &File) -> u32 {
    meetings(file).values().map(|met| met - 1).sum()
}

fn gauntlet(file: &File, champions: u32, n: u32, first: usize) -> Result<(), Refuted> {
    for (line, p) in (first..).zip(&file.pairings) {
        let second = p.second.unwrap_or(p.first);
        if (p.first <= champions) == (second <= champions) {
            return Err(Refuted::new(line, "a champion meets a challenger"));
        }
    }
    complete(file, 1, champions * (n - champions))
}

/// In the first round numbers that add up to one more than the places meet; later
/// the winners of two neighbouring boards.
fn knockout(file: &File, n: u32) -> Result<(), Refuted> {
    let places = n.next_power_of_two();
    let mut boards = places / 2;
    let mut round = 1;
    let mut before: Vec<u32> = Vec::new();
    while boards > 0 {
        let mut winners = Vec::new();
        for board in 1..=boards {
            let refuted =
                |why: &str| Refuted::new(0, format!("round {round} board {board}: {why}"));
            let p = file.pairing(round, board).ok_or_else(|| refuted("it is missing"))?;
            let right = match before.get(2 * board as usize - 2..2 * board as usize) {
                Some(two) => {
                    Some(p.first) == two.first().copied() && p.second == two.get(1).copied()
                }
                None => p.second.map_or(places + 1 - p.first > n, |s| p.first + s == places + 1),
            };
            if !right {
                return Err(refuted("others should meet there"));
            }
            winners.push(winner(file, p));
        }
        (before, boards, round) = (winners, boards / 2, round + 1);
    }
    let expected = places - 1;
    match file.pairings.len() as u32 == expected {
        true => Ok(()),
        false => Err(Refuted::new(0, "a knockout has one pairing less than places")),
    }
}

fn winner(file: &File, pairing: &Pairing) -> u32 {
    let Some(second) = pairing.second else { return pairing.first };
    let ([a, b], _) = file.won(pairing);
    match a.cmp(&b) {
        std::cmp::Ordering::Greater => pairing.first,
        std::cmp::Ordering::Less => second,
        std::cmp::Ordering::Equal => pairing.first.min(second),
    }
}
