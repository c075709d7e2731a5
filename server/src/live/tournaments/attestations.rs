//! Signatures of moves in a tournament's running games. They are kept here, in memory and under a
//! lock of their own, so that a move never waits for one; they are verified once, when the pair is
//! over. After a restart each player's next signature vouches for all moves before it.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use protocol::{PlayerId, PublicKey, Resignation, Signature, TableId};
use rules::Game;
use tournament::{Attestation, Candidate, SignedResignation, attested};

/// By running table: the players by seat, and what they have signed.
#[derive(Debug, Default)]
pub(super) struct Attestations(Mutex<HashMap<TableId, [Signed; 2]>>);

/// One player's signatures at one table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Signed {
    player: PlayerId,
    key: Option<PublicKey>,
    /// The newest first. A signature comes before its move, so the newest may be for a move that is
    /// never made.
    newest: [Option<Signature>; 2],
    resignation: Option<SignedResignation>,
}

impl Signed {
    /// Creates the state of a player who has signed nothing yet.
    pub(super) fn new(player: PlayerId, key: Option<PublicKey>) -> Signed {
        Signed { player, key, newest: [None; 2], resignation: None }
    }

    fn candidate(&self) -> Candidate {
        let moves = self.newest.into_iter().flatten().collect();
        Candidate { key: self.key, moves, resignation: self.resignation }
    }

    fn is_empty(&self) -> bool {
        self.newest[0].is_none() && self.resignation.is_none()
    }
}

impl Attestations {
    /// Starts a game.
    pub(super) fn begin(&self, table: TableId, players: [Signed; 2]) {
        self.lock().entry(table).or_insert(players);
    }

    /// Stores a player's signature of their next move, or of their resignation; returns false if
    /// they do not play at this table.
    pub(super) fn sign(
        &self,
        table: TableId,
        player: PlayerId,
        signature: Signature,
        resigns: Option<Resignation>,
    ) -> bool {
        let mut tables = self.lock();
        let seats = tables.get_mut(&table);
        let seat = seats.and_then(|seats| seats.iter_mut().find(|seat| seat.player == player));
        let Some(seat) = seat else { return false };
        match resigns {
            Some(why) => seat.resignation = Some(SignedResignation { why, signature }),
            None => seat.newest = [Some(signature), seat.newest[0]],
        }
        true
    }

    /// Returns the signatures that are valid for the game as it was played; `resigned` is the seat
    /// that has resigned.
    pub(super) async fn checked(
        &self,
        table: TableId,
        game: &Game,
        resigned: Option<usize>,
    ) -> Attestation {
        let Some(seats) = self.lock().get(&table).copied() else { return Attestation::default() };
        if seats.iter().all(Signed::is_empty) {
            return Attestation::default();
        }
        let game = game.clone();
        let players = seats.map(|seat| seat.candidate());
        // Verification takes as long as several moves.
        let checked =
            tokio::task::spawn_blocking(move || attested(table, &game, &players, resigned));
        checked.await.unwrap_or_default()
    }

    /// Whether somebody who signs has moved in this game, and has signed nothing yet.
    pub(super) fn lacks(&self, table: TableId, game: &Game) -> bool {
        let tables = self.lock();
        let Some(seats) = tables.get(&table) else { return false };
        let moved = seats.iter().take(game.moves().len());
        moved.into_iter().any(|seat| seat.key.is_some() && seat.is_empty())
    }

    /// Drops the signatures of a game that is over.
    pub(super) fn end(&self, table: TableId) {
        self.lock().remove(&table);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<TableId, [Signed; 2]>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
