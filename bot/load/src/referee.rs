//! One player's transcript of a game, and the referee that checks both players' transcripts against
//! each other and against the rules. It knows only what the server sent.

use std::time::Duration;

use protocol::{ClockView, EndReason, Over, PairView, PlayerId, TimeControl};
use rules::{Game, Move, Seat, Setup};
use serde::Deserialize;

/// A game as one player saw it.
#[derive(Clone, Debug)]
pub(crate) struct Transcript {
    pub(crate) seat: Seat,
    /// By seat.
    pub(crate) players: Vec<PlayerId>,
    /// The pair, if this is a rated game.
    pub(crate) rated: Option<PairView>,
    pub(crate) setup: Setup,
    pub(crate) clock: Option<TimeControl>,
    /// All moves, as the server sent them.
    pub(crate) moves: Vec<Move>,
    /// The player's own moves that the server acknowledged, with their plies.
    pub(crate) acknowledged: Vec<(u32, Move)>,
    /// The clocks after this many moves.
    pub(crate) clocks: Vec<(u32, ClockView)>,
    pub(crate) over: Over,
    /// The time from the first message about the game to the last.
    pub(crate) lasted: Duration,
}

/// A game as the server stores it and returns it to anybody.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct StoredGame {
    game: Setup,
    moves: Vec<Move>,
    over: Option<Over>,
}

/// A rated game as both players saw it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SeenGame {
    /// By seat.
    pub(crate) players: Vec<PlayerId>,
    pub(crate) winners: Vec<Seat>,
}

/// Both games of a pair; `None` if not seen.
pub(crate) type SeenPair = [Option<SeenGame>; 2];

impl Transcript {
    /// The rated result.
    pub(crate) fn seen(&self) -> SeenGame {
        SeenGame { players: self.players.clone(), winners: self.over.winners.clone() }
    }
}

/// The tolerance of a clock per turn: the server sends whole milliseconds.
const ROUNDING_MS: i64 = 2;

/// What is wrong with a game, in words; empty if it is sound.
pub(crate) fn judge(one: &Transcript, other: &Transcript) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut must = |holds: bool, what: &str| {
        if !holds {
            wrong.push(what.to_owned());
        }
    };
    must(one.seat != other.seat, "both players have one seat");
    must(one.setup == other.setup, "the players were told different games");
    must(one.moves == other.moves, "the players were told different moves");
    must(one.over == other.over, "the players were told different results");
    let alone = [one, other].into_iter().flat_map(broken_word);
    let whole = wrong_end(one);
    wrong.into_iter().chain(alone).chain(whole).collect()
}

/// The checks that need no transcript of the opponent, for opponents who are not players of this
/// load.
pub(crate) fn judge_alone(transcript: &Transcript) -> Vec<String> {
    broken_word(transcript).into_iter().chain(wrong_end(transcript)).collect()
}

/// The checks if the opponent was offline at the end: the server's stored game replaces their
/// transcript.
pub(crate) fn judge_stored(transcript: &Transcript, stored: &StoredGame) -> Vec<String> {
    let mut wrong = broken_word(transcript);
    if transcript.setup != stored.game || transcript.moves != stored.moves {
        wrong.push("the server stored another game than it told".to_owned());
    }
    if stored.over.as_ref() != Some(&transcript.over) {
        wrong.push("the server stored another result than it told".to_owned());
    }
    wrong.extend(wrong_end(transcript));
    wrong
}

/// Guarantees to this player that the server broke.
fn broken_word(transcript: &Transcript) -> Vec<String> {
    let mut broken = Vec::new();
    let lost = |(ply, mv): &&(u32, Move)| transcript.moves.get(*ply as usize) != Some(mv);
    if let Some((ply, mv)) = transcript.acknowledged.iter().find(lost) {
        let stands = transcript.moves.get(*ply as usize);
        broken.push(format!(
            "a move was acknowledged and then lost: {mv:?} at ply {ply}, where {stands:?} stands"
        ));
    }
    let mut plies: Vec<u32> = transcript.acknowledged.iter().map(|&(ply, _)| ply).collect();
    plies.dedup();
    if plies.len() != transcript.acknowledged.len() {
        broken.push("a move was acknowledged twice".to_owned());
    }
    broken.extend(wrong_clock(transcript));
    broken
}

fn wrong_end(transcript: &Transcript) -> Option<String> {
    match replay(transcript) {
        Err(what) => Some(what),
        Ok(game) if fits(&game, &transcript.over) => None,
        Ok(_) => Some("the result does not follow from the game".to_owned()),
    }
}

fn replay(transcript: &Transcript) -> Result<Game, String> {
    let mut game = Game::new(transcript.setup.clone());
    for (ply, mv) in transcript.moves.iter().enumerate() {
        game.play(mv.clone()).map_err(|refusal| format!("move {ply} is illegal: {refusal}"))?;
    }
    Ok(game)
}

fn fits(game: &Game, over: &Over) -> bool {
    match over.reason {
        EndReason::Played => game.winners().as_ref() == Some(&over.winners),
        EndReason::Aborted => over.winners.is_empty() && game.ply() < 2,
        EndReason::Forfeited => over.winners.len() == 1 && game.ply() < 2,
        // An operator may decide any result.
        EndReason::Adjudicated => true,
        EndReason::TooLong => over.winners.is_empty(),
        // Somebody left: in a game of two the opponent wins, or nobody.
        EndReason::Resigned | EndReason::Flagged | EndReason::Abandoned => {
            !game.is_over() && over.winners.len() <= 1
        }
    }
}

/// What is wrong with the clocks: a clock that runs in the opponent's turn or gains more than the
/// increment, or more time charged than has passed.
fn wrong_clock(transcript: &Transcript) -> Option<String> {
    let Some(TimeControl::Fischer { base_ms, increment_ms }) = transcript.clock else {
        return None;
    };
    // Whoever hears of a game late has not seen all of the turn that runs.
    let seen_in_part = transcript.clocks.first().map(|(ply, _)| *ply);
    let mut spent = 0;
    for pair in transcript.clocks.windows(2) {
        let [(ply, before), (next, after)] = pair else { continue };
        if before.left_ms.len() != after.left_ms.len() || *next != ply + 1 {
            continue;
        }
        let mover = *ply as usize % before.left_ms.len();
        for (seat, (before, after)) in before.left_ms.iter().zip(&after.left_ms).enumerate() {
            let gained = i64::from(*after) - i64::from(*before);
            if seat != mover && gained.abs() > ROUNDING_MS {
                return Some(format!("ply {ply}: the clock of seat {seat} ran in another's turn"));
            }
            if gained > i64::from(increment_ms) + ROUNDING_MS {
                return Some(format!("ply {ply}: the clock gained {gained} ms"));
            }
            if seat == mover && Some(*ply) != seen_in_part {
                spent += i64::from(increment_ms) - gained;
            }
        }
    }
    let turns = transcript.clocks.len() as i64;
    // Neither player's first turn is timed, so it need not earn an increment.
    let untimed = 2 * i64::from(increment_ms);
    let passed = transcript.lasted.as_millis() as i64;
    let too_much = spent > passed + untimed + turns * ROUNDING_MS;
    too_much.then(|| format!("of {base_ms} ms each, {spent} ms were charged within {passed} ms"))
}

#[cfg(test)]
pub(crate) mod tests;
