//! Signatures of moves in a tournament's running games. They are kept here, in memory and under a
//! lock of their own, so that a move never waits for one; they are verified once, when the pair is
//! over. After a restart each player's next signature vouches for all moves before it.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use protocol::{PlayerId, PublicKey, Signature, TableId};
use rules::Game;
use tournament::{Signatures, attested};

/// By running table: the players by seat, and what they have signed.
#[derive(Debug, Default)]
pub(super) struct Attestations(Mutex<HashMap<TableId, [Signed; 2]>>);

/// One player's signatures at one table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Signed {
    pub(super) player: PlayerId,
    pub(super) key: Option<PublicKey>,
    /// The newest first. A signature comes before its move, so the newest may be for a move that is
    /// never made.
    newest: [Option<Signature>; 2],
}

impl Signed {
    /// Creates the state of a player who has signed nothing yet.
    pub(super) fn new(player: PlayerId, key: Option<PublicKey>) -> Signed {
        Signed { player, key, newest: [None; 2] }
    }

    fn candidates(&self) -> Vec<Signature> {
        self.newest.into_iter().flatten().collect()
    }
}

impl Attestations {
    /// Starts a game.
    pub(super) fn begin(&self, table: TableId, players: [Signed; 2]) {
        self.lock().entry(table).or_insert(players);
    }

    /// Stores a player's signature of their next move; returns false if they do not play at this
    /// table.
    pub(super) fn sign(&self, table: TableId, player: PlayerId, signature: Signature) -> bool {
        let mut tables = self.lock();
        let seats = tables.get_mut(&table);
        let seat = seats.and_then(|seats| seats.iter_mut().find(|seat| seat.player == player));
        let Some(seat) = seat else { return false };
        seat.newest = [Some(signature), seat.newest[0]];
        true
    }

    /// Returns, by seat, the signatures that are valid for the game as it was played.
    pub(super) async fn checked(&self, table: TableId, game: &Game) -> Signatures {
        let Some(seats) = self.lock().get(&table).copied() else { return [None; 2] };
        if seats.iter().all(|seat| seat.newest[0].is_none()) {
            return [None; 2];
        }
        let game = game.clone();
        // Verification takes as long as several moves.
        let checked = tokio::task::spawn_blocking(move || {
            [0u8, 1].map(|seat| {
                let Signed { key, .. } = &seats[usize::from(seat)];
                attested(table, &game, seat, (*key)?, &seats[usize::from(seat)].candidates())
            })
        });
        checked.await.unwrap_or_default()
    }

    /// Drops the signatures of a game that is over.
    pub(super) fn end(&self, table: TableId) {
        self.lock().remove(&table);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<TableId, [Signed; 2]>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
