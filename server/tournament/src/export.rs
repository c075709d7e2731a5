//! Exports a finished tournament as one file that requires no trust: its reader can redraw lots and
//! starts, pair every round, replay every game, recount the standings and check the signature.
//! `nim-server verify` does so, with code of its own.

use std::collections::{HashMap, HashSet};

use ed25519_dalek::SigningKey;
use protocol::{
    DeclaredProgram, EntrantView, Kind, Name, NameHash, Nonce, Number, Plan, PlayerId, PublicKey,
    SprtDecision, Stage, TournamentId, TournamentStanding,
};
use serde::Serialize;

use super::closing::VERSION;
use super::contest::{Contest, LogStep};
use super::event::{Correction, Wave};
use super::game_result::{Attestation, GameResult, ResultReason, is_calm};
use super::hash_chain::HashChain;
use super::pairing::{Pairing, PairingState};
use super::seed::Seed;

/// The lines of the file. docs/tournaments.md documents them.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "t", rename_all = "snake_case")]
enum ExportLine<'a> {
    Tournament {
        version: u32,
        chosen: bool,
        plan: &'a Plan,
        id: TournamentId,
        key: &'a str,
        commitment: String,
    },
    Entrant {
        number: Number,
        player: PlayerId,
        name: &'a Name,
        #[serde(skip_serializing_if = "Option::is_none")]
        former_name: Option<NameHash>,
        kind: Kind,
        #[serde(skip_serializing_if = "Option::is_none")]
        rating: Option<u32>,
        #[serde(skip_serializing_if = "Option::is_none")]
        nonce: Option<Nonce>,
        #[serde(skip_serializing_if = "Option::is_none")]
        key: Option<PublicKey>,
        #[serde(skip_serializing_if = "Option::is_none")]
        program: Option<&'a DeclaredProgram>,
        entered: u32,
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        late: bool,
    },
    Left {
        number: Number,
    },
    /// A half-point bye that was asked for.
    Bye {
        number: Number,
        round: u32,
    },
    Returned {
        number: Number,
    },
    Correction {
        round: u32,
        board: u32,
        pair: u32,
        game: u32,
        winner: Option<Number>,
        why: &'a str,
    },
    Wave(&'a Wave),
    Pairing(Pairing),
    /// The operator has decided a game of the pair that follows.
    Ruling {
        round: u32,
        board: u32,
        pair: u32,
    },
    Game {
        round: u32,
        board: u32,
        pair: u32,
        game: u32,
        seats: [Number; 2],
        winner: Option<Number>,
        how: ResultReason,
        record: &'a str,
        #[serde(skip_serializing_if = "<[u64]>::is_empty")]
        spent_ms: &'a [u64],
        #[serde(skip_serializing_if = "is_calm")]
        berserk: [bool; 2],
        #[serde(flatten)]
        attestation: &'a Attestation,
        /// In an arena: when the pair ended.
        #[serde(skip_serializing_if = "Option::is_none")]
        at_ms: Option<u64>,
    },
    Result {
        round: u32,
        board: u32,
        games: [u32; 2],
        points: [u32; 2],
    },
    Standing(&'a TournamentStanding),
    Seed {
        seed: Seed,
    },
    End {
        /// The number of lines before this one.
        lines: u64,
        #[serde(skip_serializing_if = "Option::is_none")]
        sprt: Option<SprtDecision>,
        #[serde(skip_serializing_if = "Option::is_none")]
        at_ms: Option<u64>,
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        cancelled: bool,
    },
}

/// A line as it stands in the file, for its schema.
#[cfg(feature = "schema")]
#[derive(Serialize, schemars::JsonSchema)]
#[serde(untagged)]
#[expect(private_interfaces, reason = "only the schema is for others")]
pub enum SealedLine {
    /// What happened, and the hash that chains it to the line before.
    Chained {
        /// What happened.
        #[serde(flatten)]
        line: ExportLine<'static>,
        /// In lower-case hexadecimal.
        hash: String,
    },
    /// The last line.
    Seal {
        /// The word `seal`.
        t: SealTag,
        /// Of the last hash, in lower-case hexadecimal.
        signature: String,
    },
}

/// The tag of the last line.
#[cfg(feature = "schema")]
#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SealTag {
    /// The only one.
    Seal,
}

/// Returns the file of a tournament that has finished or was cancelled; `None` before that, because
/// the file reveals the seed.
pub fn export(contest: &Contest, key: &SigningKey) -> Option<String> {
    if !contest.is_over() {
        return None;
    }
    let opening = contest.opening();
    let mut chain = HashChain::default();
    chain.add(&ExportLine::Tournament {
        version: VERSION,
        chosen: opening.chosen,
        plan: &opening.plan,
        id: opening.id,
        key: &opening.key,
        commitment: opening.commitment(),
    });
    let there = contest.entrants().iter().filter(|entrant| !entrant.late);
    there.for_each(|entrant| chain.add(&entrant_line(entrant)));
    let mut left = HashSet::new();
    let originals = originals(contest);
    for step in contest.log() {
        add_step(&mut chain, (contest, &originals), step, &mut left)?;
    }
    for state in contest.pairings().iter().filter(|state| state.pairing.second.is_some()) {
        let Pairing { round, board, .. } = state.pairing;
        let (games, points) = (state.games(), state.points());
        chain.add(&ExportLine::Result { round, board, games, points });
    }
    contest.standings().iter().for_each(|standing| chain.add(&ExportLine::Standing(standing)));
    chain.add(&ExportLine::Seed { seed: opening.seed });
    chain.add(&ExportLine::End {
        lines: chain.lines(),
        sprt: contest.sprt(),
        at_ms: contest.ended_at_ms(),
        cancelled: contest.stage() == Stage::Cancelled,
    });
    Some(chain.seal(key))
}

fn entrant_line(entrant: &EntrantView) -> ExportLine<'_> {
    let EntrantView { number, player, name, former_name, kind, rating, nonce, .. } = entrant;
    let EntrantView { key, program, entered, late, .. } = entrant;
    ExportLine::Entrant {
        number: *number,
        player: *player,
        name,
        former_name: *former_name,
        kind: *kind,
        rating: *rating,
        nonce: *nonce,
        key: *key,
        program: program.as_ref(),
        entered: *entered,
        late: *late,
    }
}

fn add_step(
    chain: &mut HashChain,
    (contest, originals): (&Contest, &Originals),
    step: &LogStep,
    left: &mut HashSet<Number>,
) -> Option<()> {
    match step {
        LogStep::Entered(number) => chain.add(&entrant_line(contest.entrant(*number)?)),
        LogStep::Left(number) => {
            left.insert(*number);
            chain.add(&ExportLine::Left { number: *number });
        }
        LogStep::ByeAsked(number, round) => {
            chain.add(&ExportLine::Bye { number: *number, round: *round });
        }
        LogStep::Returned(number) => chain.add(&ExportLine::Returned { number: *number }),
        LogStep::Corrected(correction, _) => {
            let Pairing { round, board, .. } =
                contest.pairings().get(correction.pairing as usize)?.pairing;
            chain.add(&ExportLine::Correction {
                round,
                board,
                pair: correction.pair,
                game: u32::from(correction.game) + 1,
                winner: correction.winner,
                why: &correction.why,
            });
        }
        LogStep::Paired(places, wave) => {
            wave.iter().for_each(|wave| chain.add(&ExportLine::Wave(wave)));
            let pairings = contest.pairings().get(places.clone())?;
            pairings.iter().for_each(|state| chain.add(&ExportLine::Pairing(state.pairing)));
        }
        LogStep::Played(place, pair, at_ms) => {
            let state = contest.pairings().get(*place)?;
            let deserted = left.iter().any(|&number| state.pairing.has(number));
            let at_ms = contest.opening().plan.format.is_arena().then_some(*at_ms);
            let games = as_played(state, *place, *pair, originals)?;
            add_games(chain, (state.pairing, *pair), &games, deserted, at_ms);
        }
    }
    Some(())
}

/// The winners before any correction, by pairing, pair and game.
type Originals = HashMap<(u32, u32, u8), Option<Number>>;

fn originals(contest: &Contest) -> Originals {
    let mut originals = Originals::new();
    for step in contest.log() {
        if let LogStep::Corrected(Correction { pairing, pair, game, .. }, was) = step {
            // The first correction of a game knows the original result.
            originals.entry((*pairing, *pair, *game)).or_insert(*was);
        }
    }
    originals
}

/// Returns the games of a pair with their results before any correction.
fn as_played(
    state: &PairingState,
    place: usize,
    pair: u32,
    originals: &Originals,
) -> Option<[GameResult; 2]> {
    let mut games = state.played.get(&pair)?.clone();
    for (number, game) in (0..).zip(&mut games) {
        if let Some(winner) = originals.get(&(place as u32, pair, number)) {
            game.winner = *winner;
        }
    }
    Some(games)
}

fn add_games(
    chain: &mut HashChain,
    (pairing, pair): (Pairing, u32),
    games: &[GameResult; 2],
    deserted: bool,
    at_ms: Option<u64>,
) {
    let Pairing { round, board, .. } = pairing;
    let Some([one, two]) = pairing.seats(pair) else { return };
    let ruled = |game: &GameResult| game.how == ResultReason::Adjudicated;
    if !deserted && games.iter().any(ruled) {
        chain.add(&ExportLine::Ruling { round, board, pair });
    }
    for (game, (result, seats)) in (1..).zip(games.iter().zip([[one, two], [two, one]])) {
        chain.add(&ExportLine::Game {
            round,
            board,
            pair,
            game,
            seats,
            winner: result.winner,
            how: result.how,
            record: &result.game,
            spent_ms: &result.spent_ms,
            berserk: result.berserk,
            attestation: &result.attestation,
            at_ms,
        });
    }
}
