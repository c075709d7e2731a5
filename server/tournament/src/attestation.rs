//! Selects the signatures that go into the file: those that are valid for the game as it was
//! played. A signature comes just before its move, so the last one may be for a move that came too
//! late.

use ed25519_dalek::{Signature as Ed25519, VerifyingKey};
use protocol::{PublicKey, Signature, TableId, signed_move};
use rules::Game;

/// Returns the first of `candidates` with which the player in `seat` has signed this game up to
/// their last move; `None` if there is none, or they have made no move.
pub fn attested(
    table: TableId,
    game: &Game,
    seat: u8,
    key: PublicKey,
    candidates: &[Signature],
) -> Option<Signature> {
    if candidates.is_empty() {
        return None;
    }
    let key = VerifyingKey::from_bytes(key.bytes()).ok()?;
    let signed = signed_move(table, &up_to_last_move(game, seat)?);
    let holds = |candidate: &&Signature| {
        let signature = Ed25519::from_bytes(candidate.bytes());
        key.verify_strict(signed.as_bytes(), &signature).is_ok()
    };
    candidates.iter().find(holds).copied()
}

/// The game in the notation up to the last move of `seat`.
fn up_to_last_move(game: &Game, seat: u8) -> Option<String> {
    // Two players move alternately.
    let made = game.moves().len();
    let theirs = if made % 2 == 1 - usize::from(seat) { made } else { made.checked_sub(1)? };
    let mut cut = Game::new(game.setup().clone());
    game.moves().iter().take(theirs).try_for_each(|mv| cut.play(mv.clone())).ok()?;
    (theirs > 0).then(|| cut.to_string())
}

#[cfg(test)]
mod tests {
    use ed25519_dalek::{Signer, SigningKey};
    use uuid::Uuid;

    use super::*;

    #[test]
    fn only_a_signature_of_the_last_move_counts() {
        let key = SigningKey::from_bytes(&[5; 32]);
        let public = PublicKey::new(key.verifying_key().to_bytes());
        let table = TableId(Uuid::from_u128(1));
        let game: Game = "nim 3,4,5: A-2 C-3 B-1".parse().unwrap();
        let sign = |record: &str| {
            Signature::new(key.sign(signed_move(table, record).as_bytes()).to_bytes())
        };
        let (early, last) = (sign("nim 3,4,5: A-2"), sign("nim 3,4,5: A-2 C-3 B-1"));
        let never = sign("nim 3,4,5: A-2 C-3 B-1 C-1 A-1");
        assert_eq!(attested(table, &game, 0, public, &[never, last, early]), Some(last));
        assert_eq!(attested(table, &game, 0, public, &[early]), None);
        assert_eq!(attested(table, &game, 1, public, &[last]), None);
        let second = sign("nim 3,4,5: A-2 C-3");
        assert_eq!(attested(table, &game, 1, public, &[second]), Some(second));
        assert_eq!(attested(TableId(Uuid::from_u128(2)), &game, 0, public, &[last]), None);
        let other = PublicKey::new([7; 32]);
        assert_eq!(attested(table, &game, 0, other, &[last]), None);
        let unplayed: Game = "nim 3,4,5".parse().unwrap();
        assert_eq!(attested(table, &unplayed, 0, public, &[last]), None);
    }
}
