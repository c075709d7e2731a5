//! Signatures of moves and resignations in a tournament, if the entrant has a key.

use std::collections::VecDeque;

use protocol::{ClientMessage, MoveChain, Resignation, TableId};
use rules::{Move, Seat, Setup};

use super::Driver;
use super::offers::GameSource;
use crate::bots::Bot;

/// What is signed.
#[derive(Clone, Copy)]
pub(super) enum Attested<'a> {
    Move(&'a Move),
    Resignation(Resignation),
}

/// The last signatures of games that may not be over for the server, the newest last.
#[derive(Debug, Default)]
pub(super) struct LastSignatures(VecDeque<(TableId, ClientMessage)>);

/// Both games of a pair.
const GAMES_OF_A_PAIR: usize = 2;

impl LastSignatures {
    /// Keeps the last signature at a table, for at most the games of this many pairs.
    fn keep(&mut self, table: TableId, attest: ClientMessage, pairs: usize) {
        self.0.retain(|(other, _)| *other != table);
        self.0.push_back((table, attest));
        while self.0.len() > GAMES_OF_A_PAIR * pairs.max(1) {
            self.0.pop_front();
        }
    }
}

impl<M, B> Driver<M, B>
where
    M: FnMut(&Setup, Seat) -> B,
    B: Bot,
{
    /// Sends the signature of a move or a resignation, if we sign ours.
    pub(super) fn attest(&mut self, id: TableId, what: Attested<'_>) {
        let GameSource::Enter { tournament, key: Some(key), .. } = &self.plan.source else {
            return;
        };
        let Some(table) = self.tables.get_mut(&id) else { return };
        let Some(player) = &table.player else { return };
        let chain = table.chain.get_or_insert_with(|| MoveChain::new(id, &player.view.setup));
        let new = player.view.history.get(chain.ply() as usize..).unwrap_or_default();
        new.iter().for_each(|mv| chain.play(mv));
        let (text, resigns) = match what {
            Attested::Move(mv) => (chain.text(mv), None),
            Attested::Resignation(why) => (chain.resignation(why), Some(why)),
        };
        let (tournament, signature) = (*tournament, key.sign(&text));
        let attest = ClientMessage::Attest { tournament, table: id, signature, resigns };
        self.last_signatures.keep(id, attest.clone(), self.plan.concurrency);
        // If there is no room for it, the next one vouches for this move too.
        let _ = self.client.request(attest);
    }

    /// Repeats the last signature of each game after a disconnection: the server may have been
    /// killed before it stored them.
    pub(super) fn attest_again(&mut self) {
        for (_, attest) in &self.last_signatures.0 {
            let _ = self.client.request(attest.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use protocol::{Signature, TournamentId};
    use uuid::Uuid;

    use super::*;

    #[test]
    fn the_last_signature_of_each_game_is_kept_for_the_games_of_all_pairs() {
        let table = |n| TableId(Uuid::from_u128(n));
        let attest = |n, byte| ClientMessage::Attest {
            tournament: TournamentId(Uuid::nil()),
            table: table(n),
            signature: Signature::new([byte; 64]),
            resigns: None,
        };
        let mut last = LastSignatures::default();
        for n in 1..=4 {
            last.keep(table(n), attest(n, 1), 2);
        }
        last.keep(table(1), attest(1, 2), 2);
        let kept =
            |last: &LastSignatures| last.0.iter().map(|(_, one)| one.clone()).collect::<Vec<_>>();
        assert_eq!(kept(&last), [attest(2, 1), attest(3, 1), attest(4, 1), attest(1, 2)]);
        last.keep(table(5), attest(5, 1), 2);
        assert_eq!(kept(&last), [attest(3, 1), attest(4, 1), attest(1, 2), attest(5, 1)]);
        last.keep(table(6), attest(6, 1), 0);
        assert_eq!(kept(&last), [attest(5, 1), attest(6, 1)], "at least one pair");
    }
}
