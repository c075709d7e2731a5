//! What a restart has interrupted: the pairs that had begun, and the signatures of their players,
//! which were in memory only.

use std::time::Duration;

use protocol::{Cause, ErrorCode, PlayerId, Resignation, Signature, TableId};
use tournament::DuePair;

use super::steps::Ended;
use super::{BUSY_RETRY, Ongoing};
use crate::live::room::EndedGame;
use crate::live::tournaments::host::Host;
use crate::records::request_error::RequestError;

/// How long after a restart results wait for signatures: clients repeat their last ones on
/// reconnecting, for which they take up to half a minute after a long outage.
const SIGNATURES_WAIT: Duration = Duration::from_secs(45);

impl Ongoing {
    /// Finds the pairs that had begun before a restart.
    pub(crate) async fn recover(&self, host: &impl Host) {
        let open: Vec<DuePair> = self.lock().contest.open_pairs().collect();
        for due in open {
            if self.has_begun(host, due).await {
                let mut state = self.lock();
                self.begin(&mut state, due);
                // The game may have ended before the restart.
                state.ended.insert(due);
                state.recovered.insert(due);
            }
        }
        let _ = self.recovered.set(host.now() + SIGNATURES_WAIT);
    }

    /// Whether a pair has a first table. Where the store cannot tell, it is asked again: a pair that
    /// had begun must not begin anew.
    async fn has_begun(&self, host: &impl Host, due: DuePair) -> bool {
        let [first, ..] = self.ids(due);
        loop {
            match host.room(TableId(first)).await {
                Ok(_) => return true,
                Err(refused) if refused.code() == ErrorCode::NotFound => return false,
                Err(_) => tokio::time::sleep(BUSY_RETRY).await,
            }
        }
    }

    /// Stores a player's signature of the move that they are about to make at a table of a running
    /// pair, or of their resignation.
    pub(crate) fn attest(
        &self,
        player: PlayerId,
        table: TableId,
        signature: Signature,
        resigns: Option<Resignation>,
    ) -> Result<(), RequestError> {
        if self.recovered.get().is_none() {
            self.expect_early(player, table);
        }
        match self.attestations.sign(table, player, signature, resigns) {
            true => Ok(()),
            false => Err(Cause::NotYourSeat.into()),
        }
    }

    /// Prepares for the signature of a client that is faster after a restart than the search for the
    /// pairs that had begun: it repeats that signature only once.
    fn expect_early(&self, player: PlayerId, table: TableId) {
        let state = self.lock();
        let Some(number) = state.contest.entrant_of(player).map(|entrant| entrant.number) else {
            return;
        };
        let is_theirs = |due: &DuePair| {
            let seats = state.contest.seats(*due);
            seats.is_some_and(|seats| seats.contains(&number))
                && self.ids(*due)[..2].contains(&table.0)
        };
        if let Some(due) = state.contest.open_pairs().find(is_theirs) {
            self.expect_signatures(&state, due);
        }
    }

    /// Whether signatures of these games may have been lost at a restart, and may still come again.
    pub(super) fn awaits_signatures(
        &self,
        due: DuePair,
        ended: &[Ended],
        host: &impl Host,
    ) -> bool {
        let state = self.lock();
        let late = self.recovered.get().is_some_and(|until| host.now() >= *until);
        if late || !state.recovered.contains(&due) {
            return false;
        }
        (0..).zip(ended).any(|(number, (table, EndedGame { game, .. }))| {
            state.contest.attested(due, number).is_none() && self.attestations.lacks(*table, game)
        })
    }
}

#[cfg(test)]
mod tests {
    use ed25519_dalek::Signer;
    use protocol::{MoveChain, Number};
    use rules::Game;
    use uuid::Uuid;

    use super::super::full_house::{full_house, key};
    use super::*;
    use crate::store::folder::folder_in_memory;

    /// The move of a game, and its signature by the player of this number.
    fn signed(table: TableId, mut game: Game, number: u8) -> (Game, Signature) {
        let chain = MoveChain::new(table, game.setup());
        let rules = game.setup().variant().rules();
        let mv = rules.moves(game.position()).next().expect("there is a move");
        let signature = key(number).sign(chain.text(&mv).as_bytes());
        game.play(mv).expect("it is legal");
        (game, Signature::new(signature.to_bytes()))
    }

    #[tokio::test]
    async fn a_client_may_return_before_the_interrupted_pairs_are_found() {
        let folder = folder_in_memory();
        let (host, before) = full_house(&folder).await;
        before.step(&host, 0, Duration::MAX).await;
        host.store().flush().await.expect("it works");
        let log = host.store().tournament(before.id).await.expect("it can be read");
        let after = Ongoing::new(log.expect("it is stored"), String::new(), host.now());
        let after = after.expect("it holds");
        let open: Vec<DuePair> = after.lock().contest.open_pairs().collect();
        let [[first, ..], .., [waiting, ..]] =
            &open.iter().map(|due| after.ids(*due)).collect::<Vec<_>>()[..]
        else {
            panic!("{open:?}")
        };
        let (first, waiting) = (TableId(*first), TableId(*waiting));
        let [one, other] = after.lock().contest.seats(open[0]).expect("a pair");
        let start = after.lock().contest.start(open[0]).expect("a start");
        let player = |number: Number| after.players()[number.0 as usize - 1];
        let [one, other] = [one, other].map(player);
        let (game, signature) = signed(first, Game::new(start), one.0.as_u128() as u8);
        let attest = |player, table| after.attest(player, table, signature, None);
        let stranger = PlayerId(Uuid::from_u128(77));
        assert!(attest(stranger, first).is_err(), "they have not entered");
        assert!(attest(one, first).is_ok());
        after.recover(&host).await;
        let kept = after.attestations.checked(first, &game, None).await;
        assert_eq!(kept.signatures, [Some(signature), None]);
        assert!(attest(other, first).is_ok());
        assert!(attest(one, waiting).is_err(), "it has not begun");
    }
}
