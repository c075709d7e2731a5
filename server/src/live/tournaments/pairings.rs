//! The pairings of a tournament for display: the data of a crosstable, a bracket and a list of
//! running games.

use std::collections::BTreeSet;

use protocol::{Number, TableId, TournamentId};
use serde::Serialize;

use tournament::{Contest, DuePair, GameResult, Pairing, PairingState, pair_ids};

/// The maximum number of pairings in one answer; the newest are kept.
const MOST_PAIRINGS: usize = 5_000;

/// The pairings, and the pairs that are being played.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Pairings {
    /// In the order of pairing.
    pairings: Vec<PairingLine>,
    /// The total number of pairings.
    count: usize,
    /// The pairs that are being played.
    running: Vec<RunningPair>,
}

/// A pairing with its result so far.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct PairingLine {
    #[serde(flatten)]
    pairing: Pairing,
    /// Games won by the first and by the second player.
    games: [u32; 2],
    /// Pairs that the first player has won, shared and lost.
    score: [u32; 3],
    /// Whether all its pairs have been played.
    over: bool,
}

/// A pair that is being played.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct RunningPair {
    round: u32,
    board: u32,
    pair: u32,
    /// The entrant who begins the first game, and the one who begins the second.
    seats: [Number; 2],
    /// The tables of both games; the second exists once the first game is over.
    tables: [TableId; 2],
}

/// One pairing with all its games.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Detail {
    #[serde(flatten)]
    line: PairingLine,
    pairs: Vec<PairGames>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct PairGames {
    pair: u32,
    seats: [Number; 2],
    games: Vec<GameResult>,
    /// By game: why the organizer has corrected its result, if they have.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    corrected: Vec<Option<String>>,
}

/// Returns all pairings; `running` are the pairs that are being played.
pub(crate) fn all(id: TournamentId, contest: &Contest, running: &BTreeSet<DuePair>) -> Pairings {
    let pairings = contest.pairings();
    let newest = pairings.len().saturating_sub(MOST_PAIRINGS);
    let running = running.iter().filter_map(|&due| {
        let Pairing { round, board, .. } = pairings.get(due.pairing as usize)?.pairing;
        let [first, second, _] = pair_ids(id, due.pairing, due.pair).map(TableId);
        let seats = contest.seats(due)?;
        Some(RunningPair { round, board, pair: due.pair, seats, tables: [first, second] })
    });
    Pairings {
        pairings: pairings[newest..].iter().map(line).collect(),
        count: pairings.len(),
        running: running.collect(),
    }
}

/// Returns the pairing of this round and board.
pub(crate) fn detail(contest: &Contest, round: u32, board: u32) -> Option<Detail> {
    let at = |state: &&PairingState| (state.pairing.round, state.pairing.board) == (round, board);
    let index = contest.pairings().iter().position(|state| at(&state))?;
    let state = &contest.pairings()[index];
    let corrected = |pair| {
        let due = DuePair { pairing: index as u32, pair };
        let why = [0, 1].map(|game| contest.correction(due, game).map(str::to_owned));
        if why.iter().any(Option::is_some) { why.to_vec() } else { Vec::new() }
    };
    let pairs = state.played.iter().filter_map(|(&pair, games)| {
        let seats = state.pairing.seats(pair)?;
        Some(PairGames { pair, seats, games: games.to_vec(), corrected: corrected(pair) })
    });
    Some(Detail { line: line(state), pairs: pairs.collect() })
}

fn line(state: &PairingState) -> PairingLine {
    let mut score = [0; 3];
    for points in state.pair_points() {
        match points {
            [2, _] => score[0] += 1,
            [1, _] => score[1] += 1,
            // It was lost, or nobody won.
            _ => score[2] += 1,
        }
    }
    PairingLine { pairing: state.pairing, games: state.games(), score, over: state.is_over() }
}
