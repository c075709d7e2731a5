//! Checksums of stored rows. The database checks its structure, not its contents: a flipped bit in
//! a move can leave a legal game that is a different one.

use sha2::{Digest, Sha256};
use uuid::Uuid;

/// Returns the first 64 bits of a SHA-256 over the parts with their lengths. It must detect
/// accidents, not forgers, who could write the checksum as well.
pub(super) fn checksum(parts: &[&[u8]]) -> i64 {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    let hash: [u8; 32] = hash.finalize().into();
    let (first, _) = hash.split_at(8);
    i64::from_le_bytes(first.try_into().expect("eight bytes"))
}

/// Returns the checksum of a game's row.
pub(super) fn game_checksum(id: Uuid, opening: &str, hashes: &[u8], at: i64) -> i64 {
    checksum(&[b"game", id.as_bytes(), opening.as_bytes(), hashes, &at.to_le_bytes()])
}

/// Returns the checksum of a segment's row: facts of a game from number `first` on.
pub(super) fn segment_checksum(game: Uuid, first: u32, text: &str) -> i64 {
    checksum(&[b"segment", game.as_bytes(), &first.to_le_bytes(), text.as_bytes()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_bit_another_order_or_another_cut_is_another_sum() {
        let own = checksum(&[b"game", b"17"]);
        assert_eq!(own, checksum(&[b"game", b"17"]));
        for other in
            [&[&b"game"[..], b"16"][..], &[b"17", b"game"], &[b"game1", b"7"], &[b"game17"]]
        {
            assert_ne!(own, checksum(other), "{other:?}");
        }
    }
}
