//! A finished tournament as one file that needs no trust: whoever has it can draw
//! the lots and the starts again, replay every game, count the table and check
//! the signature. `nim-server verify` does, with code of its own.

use ed25519_dalek::SigningKey;
use protocol::{Decision, EntrantView, Number, Plan, Stage, Standing, TournamentId};
use serde::Serialize;

use super::contest::Contest;
use super::game_result::{GameResult, How};
use super::hash_chain::HashChain;
use super::pairing::{Duel, Pairing};
use super::seed::{Seed, hex};

/// What the file says, line by line. docs/tournaments.md documents it.
#[derive(Serialize)]
#[serde(tag = "t", rename_all = "snake_case")]
enum Line<'a> {
    Tournament {
        version: u32,
        id: TournamentId,
        plan: &'a Plan,
        commitment: String,
        seed_chosen: bool,
        key: String,
    },
    Entrant(&'a EntrantView),
    Pairing(Pairing),
    Game {
        round: u32,
        board: u32,
        pair: u32,
        game: u32,
        seats: [Number; 2],
        winner: Option<Number>,
        how: How,
        record: &'a str,
    },
    Result {
        round: u32,
        board: u32,
        games: [u32; 2],
        points: [u32; 2],
    },
    Standing(&'a Standing),
    Seed {
        seed: Seed,
    },
    End {
        /// Lines before this one.
        lines: u64,
        #[serde(skip_serializing_if = "Option::is_none")]
        sprt: Option<Decision>,
    },
}

/// The file of a finished tournament; `None` before its end, for it reveals the
/// seed.
pub fn export(id: TournamentId, contest: &Contest, key: &SigningKey) -> Option<String> {
    if contest.stage() != Stage::Finished {
        return None;
    }
    let opening = contest.opening();
    let mut chain = HashChain::default();
    chain.add(&Line::Tournament {
        version: 2,
        id,
        plan: &opening.plan,
        commitment: opening.seed.commitment(),
        seed_chosen: opening.chosen,
        key: hex(key.verifying_key().as_bytes()),
    });
    contest.entrants().iter().for_each(|entrant| chain.add(&Line::Entrant(entrant)));
    contest.duels().iter().for_each(|duel| chain.add(&Line::Pairing(duel.pairing)));
    for &(index, pair) in contest.order() {
        let duel = contest.duels().get(index)?;
        add_games(&mut chain, duel, pair, duel.played.get(&pair)?);
    }
    for duel in contest.duels().iter().filter(|duel| duel.pairing.second.is_some()) {
        let Pairing { round, board, .. } = duel.pairing;
        let (games, points) = (duel.games(), duel.points());
        chain.add(&Line::Result { round, board, games, points });
    }
    contest.standings().iter().for_each(|standing| chain.add(&Line::Standing(standing)));
    chain.add(&Line::Seed { seed: opening.seed });
    chain.add(&Line::End { lines: chain.lines(), sprt: contest.sprt() });
    Some(chain.seal(key))
}

fn add_games(chain: &mut HashChain, duel: &Duel, pair: u32, games: &[GameResult; 2]) {
    let Pairing { round, board, .. } = duel.pairing;
    let Some([one, two]) = duel.pairing.seats(pair) else { return };
    for (game, (result, seats)) in (1..).zip(games.iter().zip([[one, two], [two, one]])) {
        let GameResult { winner, how, game: record, .. } = result;
        let (winner, how) = (*winner, *how);
        chain.add(&Line::Game { round, board, pair, game, seats, winner, how, record });
    }
}
