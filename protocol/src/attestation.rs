//! Signed moves: a player's public key, a signature, and the text that is signed. Anybody with
//! a tournament's file can check them without the server.

use crate::TableId;
use crate::published_bytes::published_bytes;

published_bytes! {
    /// An entrant's Ed25519 key (RFC 8032), written as 64 hexadecimal digits. It may be no point on
    /// the curve.
    PublicKey, 32, "a key has 64 hexadecimal digits"
}

published_bytes! {
    /// An Ed25519 signature of a move, written as 128 hexadecimal digits.
    Signature, 64, "a signature has 128 hexadecimal digits"
}

/// Returns the text that a player signs with a move: the table and the game in the notation up
/// to and including the move. It names the ply, the move and everything before it, so that
/// each signature vouches for all moves of its player so far.
///
/// ```
/// use protocol::{TableId, signed_move};
///
/// let table: TableId = serde_json::from_str("\"01890a5d-ac96-774b-bcce-b302099a8057\"")?;
/// assert_eq!(
///     signed_move(table, "nim 3,4,5: A-2 C-3"),
///     "nim-move 01890a5d-ac96-774b-bcce-b302099a8057 nim 3,4,5: A-2 C-3"
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn signed_move(table: TableId, game: &str) -> String {
    format!("nim-move {table} {game}")
}
