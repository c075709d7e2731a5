//! Selects the signatures that go into the file: those that are valid for the game as it was
//! played. A signature comes just before its move, so the last one may be for a move that came too
//! late.

use ed25519_dalek::{Signature as Ed25519, VerifyingKey};
use protocol::{MoveChain, PublicKey, Signature, TableId};
use rules::Game;

use super::game_result::{Attestation, SignedResignation};

/// What one player of a game has sent.
#[derive(Clone, Debug, Default)]
pub struct Candidate {
    /// The key that they named on entering; without one nothing counts.
    pub key: Option<PublicKey>,
    /// Signatures of moves, in any order.
    pub moves: Vec<Signature>,
    /// The signature with which they resigned.
    pub resignation: Option<SignedResignation>,
}

/// Returns what the players, by seat, have signed of this game: their last moves, and the
/// resignation of `resigned`, the seat that has resigned.
pub fn attested(
    table: TableId,
    game: &Game,
    players: &[Candidate; 2],
    resigned: Option<usize>,
) -> Attestation {
    if players.iter().all(|one| one.moves.is_empty() && one.resignation.is_none()) {
        return Attestation::default();
    }
    let mut chain = MoveChain::new(table, game.setup());
    // By seat: what they have signed with their last move. Two players move alternately.
    let mut last = [None, None];
    for (ply, mv) in game.moves().iter().enumerate() {
        last[ply % 2] = Some(chain.text(mv));
        chain.play(mv);
    }
    let signature = |seat: usize| {
        let (text, key) = (last[seat].as_deref()?, players[seat].key?);
        players[seat].moves.iter().find(|one| holds(key, text, one)).copied()
    };
    let resignation = resigned.and_then(|seat| {
        let SignedResignation { why, signature } = players.get(seat)?.resignation?;
        let text = chain.resignation(why);
        holds(players[seat].key?, &text, &signature).then_some(SignedResignation { why, signature })
    });
    Attestation { signatures: [signature(0), signature(1)], resignation }
}

fn holds(key: PublicKey, text: &str, signature: &Signature) -> bool {
    let signature = Ed25519::from_bytes(signature.bytes());
    let key = VerifyingKey::from_bytes(key.bytes());
    key.is_ok_and(|key| key.verify_strict(text.as_bytes(), &signature).is_ok())
}

#[cfg(test)]
mod tests {
    use ed25519_dalek::{Signer, SigningKey};
    use protocol::Resignation;
    use uuid::Uuid;

    use super::*;

    fn key() -> SigningKey {
        SigningKey::from_bytes(&[5; 32])
    }

    fn table() -> TableId {
        TableId(Uuid::from_u128(1))
    }

    /// Returns the chain before the last move of a game, and the signature of that move.
    fn signed(record: &str) -> Signature {
        let game: Game = record.parse().unwrap();
        let (last, before) = game.moves().split_last().unwrap();
        let mut chain = MoveChain::new(table(), game.setup());
        before.iter().for_each(|mv| chain.play(mv));
        Signature::new(key().sign(chain.text(last).as_bytes()).to_bytes())
    }

    fn candidate(moves: &[Signature]) -> Candidate {
        let key = Some(PublicKey::new(key().verifying_key().to_bytes()));
        Candidate { key, moves: moves.to_vec(), resignation: None }
    }

    #[test]
    fn only_a_signature_of_the_last_move_counts() {
        let game: Game = "nim 3,4,5: A-2 C-3 B-1".parse().unwrap();
        let (early, last) = (signed("nim 3,4,5: A-2"), signed("nim 3,4,5: A-2 C-3 B-1"));
        let never = signed("nim 3,4,5: A-2 C-3 B-1 C-1 A-1");
        let by_first = |table, moves: &[Signature]| {
            attested(table, &game, &[candidate(moves), Candidate::default()], None).signatures
        };
        assert_eq!(by_first(table(), &[never, last, early]), [Some(last), None]);
        assert_eq!(by_first(table(), &[early]), [None; 2]);
        assert_eq!(by_first(TableId(Uuid::from_u128(2)), &[last]), [None; 2]);
        let second = signed("nim 3,4,5: A-2 C-3");
        let by_second = |moves: &[Signature]| {
            attested(table(), &game, &[Candidate::default(), candidate(moves)], None).signatures
        };
        assert_eq!(by_second(&[second]), [None, Some(second)]);
        assert_eq!(by_second(&[last]), [None; 2]);
        let other = Candidate { key: Some(PublicKey::new([7; 32])), ..candidate(&[last]) };
        assert!(attested(table(), &game, &[other, Candidate::default()], None).is_empty());
        let unplayed: Game = "nim 3,4,5".parse().unwrap();
        assert!(
            attested(table(), &unplayed, &[candidate(&[last]), candidate(&[])], None).is_empty()
        );
    }

    #[test]
    fn a_resignation_counts_for_the_seat_and_the_ply_at_which_it_came() {
        let game: Game = "nim 3,4,5: A-2".parse().unwrap();
        let mut chain = MoveChain::new(table(), game.setup());
        let sign = |text: String| Signature::new(key().sign(text.as_bytes()).to_bytes());
        let why = Resignation::Crashed;
        let early = SignedResignation { why, signature: sign(chain.resignation(why)) };
        chain.play(&game.moves()[0]);
        let signature = sign(chain.resignation(why));
        let right = SignedResignation { why, signature };
        let checked = |resignation, seat| {
            let one = Candidate { resignation: Some(resignation), ..candidate(&[]) };
            attested(table(), &game, &[Candidate::default(), one], seat).resignation
        };
        assert_eq!(checked(right, Some(1)), Some(right));
        let other = SignedResignation { why: Resignation::TimedOut, signature };
        for (wrong, seat) in [(right, Some(0)), (right, None), (early, Some(1)), (other, Some(1))] {
            assert_eq!(checked(wrong, seat), None);
        }
    }
}
