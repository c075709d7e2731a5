//! The games: each is replayed, from the start that the seed gives, and must end
//! as the file says.

use super::file::{File, Format, Game, Pairing};
use super::{Refuted, draw};

pub(super) fn check(file: &File) -> Result<(), Refuted> {
    if !file.games.len().is_multiple_of(2) {
        return Err(Refuted::new(0, "a pair has two games"));
    }
    let before = 1 + file.entrants.len() + file.pairings.len();
    let mut seen = std::collections::HashSet::new();
    for (line, two) in (before + 1..).step_by(2).zip(file.games.chunks_exact(2)) {
        check_pair(file, &two[0], &two[1]).map_err(|why| Refuted::new(line, why))?;
        if !seen.insert((two[0].round, two[0].board, two[0].pair)) {
            return Err(Refuted::new(line, "the pair is there twice"));
        }
    }
    file.pairings.iter().try_for_each(|pairing| check_number(file, pairing))
}

/// Two games from one start with the seats swapped.
fn check_pair(file: &File, one: &Game, two: &Game) -> Result<(), String> {
    let name = |game: &Game| (game.round, game.board, game.pair);
    if (one.game, two.game) != (1, 2) || name(one) != name(two) {
        return Err("a pair is games 1 and 2, one after the other".to_owned());
    }
    let pairing = file.pairing(one.round, one.board).ok_or("nobody is paired there")?;
    let second = pairing.second.ok_or("a bye is not played")?;
    let seats = if one.pair % 2 == 1 { [pairing.first, second] } else { [second, pairing.first] };
    if one.seats != seats || two.seats != [seats[1], seats[0]] {
        return Err("the seats are not theirs".to_owned());
    }
    if one.pair == 0 {
        return Err("pairs are counted from 1".to_owned());
    }
    let start = draw::start(file, one.round, one.board, one.pair).map_err(|why| why.why)?;
    for game in [one, two] {
        check_game(game, &start)?;
        let left = |number: u32| file.entrants[number as usize - 1].withdrawn;
        if game.how == "left" && !game.seats.iter().any(|&number| left(number)) {
            return Err("nobody has left".to_owned());
        }
    }
    Ok(())
}

fn check_game(game: &Game, start: &rules::Setup) -> Result<(), String> {
    let played: rules::Game = game.record.parse().map_err(|why| format!("the game: {why}"))?;
    if played.to_string() != game.record {
        return Err("the game is not written as it should be".to_owned());
    }
    if played.setup() != start {
        return Err(format!("the seed gives another start, {start}"));
    }
    let by_rules = played.winners();
    let winner = by_rules.as_ref().and_then(|w| w.first()).map(|s| game.seats[usize::from(s.0)]);
    if game.winner.is_some_and(|winner| !game.seats.contains(&winner)) {
        return Err("the winner does not sit there".to_owned());
    }
    match (game.how.as_str(), by_rules.is_some()) {
        ("played", true) if game.winner == winner => Ok(()),
        ("played", true) => Err("the moves lead to another winner".to_owned()),
        ("played", false) => Err("the game was not played to its end".to_owned()),
        (_, true) => Err("the game was played to its end".to_owned()),
        ("resigned" | "flagged" | "forfeited", false) if game.winner.is_none() => {
            Err("somebody must have won".to_owned())
        }
        ("no_show" | "left", false) if !played.moves().is_empty() => {
            Err("somebody has played it".to_owned())
        }
        (
            "adjudicated" | "resigned" | "flagged" | "forfeited" | "abandoned" | "aborted"
            | "too_long",
            false,
        )
        | ("no_show" | "left", false) => Ok(()),
        _ => Err("it cannot end like that".to_owned()),
    }
}

/// As many pairs as the plan says; a knockout goes on while it is level, and a
/// sequential test may stop.
fn check_number(file: &File, pairing: &Pairing) -> Result<(), Refuted> {
    let (won, games) = file.won(pairing);
    let (pairs, planned) = (games / 2, file.head.plan.pairs);
    let numbers = file.games_of(pairing);
    let within = numbers
        .map(|game| game.pair)
        .all(|pair| if file.end.sprt.is_some() { pair <= planned } else { pair <= pairs });
    let right = match (pairing.second, file.head.plan.format) {
        (None, _) => pairs == 0,
        (Some(_), Format::Knockout) => {
            pairs == planned
                || (planned..=planned + 16).contains(&pairs) && is_extra_due(file, pairing, won)
        }
        _ if file.end.sprt.is_some() => pairs <= planned,
        _ => pairs == planned,
    };
    match right && within {
        true => Ok(()),
        false => Err(Refuted::new(
            0,
            format!("round {} board {}: {pairs} pairs are wrong", pairing.round, pairing.board),
        )),
    }
}

/// Without its last pair an overtime pairing must have been level.
fn is_extra_due(file: &File, pairing: &Pairing, won: [u32; 2]) -> bool {
    let mut last: Vec<&Game> = file.games_of(pairing).collect();
    last.sort_by_key(|game| game.pair);
    let last = &last[last.len().saturating_sub(2)..];
    let in_last = |by| last.iter().filter(|game| game.winner == by).count() as u32;
    won[0] - in_last(Some(pairing.first)) == won[1] - in_last(pairing.second)
}
