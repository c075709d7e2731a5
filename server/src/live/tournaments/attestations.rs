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

#[cfg(test)]
mod tests {
    use rules::Move;
    use uuid::Uuid;

    use super::*;

    #[test]
    fn who_signs_and_has_moved_without_a_signature_is_waited_for() {
        let (table, ids) = (TableId(Uuid::nil()), [1, 2].map(|n| PlayerId(Uuid::from_u128(n))));
        let key = Some(PublicKey::new([3; 32]));
        let mut game = Game::new("nim 1,2,3".parse().expect("a start"));
        let with = |keys: [Option<PublicKey>; 2]| {
            let attestations = Attestations::default();
            attestations.begin(table, [Signed::new(ids[0], keys[0]), Signed::new(ids[1], keys[1])]);
            attestations
        };
        let [neither, second, both] = [[None, None], [None, key], [key, key]].map(with);
        assert!(!both.lacks(table, &game), "nobody has moved");
        game.play(Move::List(vec![2, 1].into())).expect("legal");
        let lacking = |game: &Game| [&neither, &second, &both].map(|all| all.lacks(table, game));
        assert_eq!(lacking(&game), [false, false, true], "the first has moved");
        game.play(Move::List(vec![2, 1].into())).expect("legal");
        assert_eq!(lacking(&game), [false, true, true]);
        let signature = Signature::new([4; 64]);
        assert!(second.sign(table, ids[1], signature, None));
        assert!(both.sign(table, ids[1], signature, None));
        assert_eq!(lacking(&game), [false, false, true]);
        assert!(!both.sign(table, PlayerId(Uuid::nil()), signature, None), "they do not play here");
        both.end(table);
        assert!(!both.lacks(table, &game));
    }
}
