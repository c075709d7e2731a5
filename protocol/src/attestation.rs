//! Signed moves: a player's public key, a signature, and the texts that are signed. Anybody with
//! a tournament's file can check them without the server.

use rules::{Move, Setup};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::TableId;
use crate::published_bytes::{hex, published_bytes};

published_bytes! {
    /// An entrant's Ed25519 key (RFC 8032), written as 64 hexadecimal digits. It may be no point on
    /// the curve.
    PublicKey, 32, "a key has 64 hexadecimal digits"
}

published_bytes! {
    /// An Ed25519 signature of a move, written as 128 hexadecimal digits.
    Signature, 64, "a signature has 128 hexadecimal digits"
}

/// Why a player resigns: a program that fails says how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Resignation {
    /// They want to.
    Voluntary,
    /// Their program ended or panicked.
    Crashed,
    /// Their program made a move that the rules refuse.
    IllegalMove,
    /// Their program did not answer in time.
    TimedOut,
    /// Their program answered with something other than a move.
    ProtocolError,
}

/// The texts that players sign in a game. Each names the ply, the move and the hash of the text
/// before it, and so vouches for the whole game so far; no text is longer for a longer game.
///
/// ```
/// use protocol::{MoveChain, TableId};
/// use rules::Game;
///
/// let table: TableId = serde_json::from_str("\"01890a5d-ac96-774b-bcce-b302099a8057\"")?;
/// let game: Game = "nim 3,4,5: A-2".parse().expect("a game");
/// let chain = MoveChain::new(table, game.setup());
/// assert_eq!(
///     chain.text(&game.moves()[0]),
///     "nim-move 1 [0,2] 8c464e708863863f798fb00d75a337fa2f3b503bcca6896318abf18bcd83f13e"
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveChain {
    ply: u32,
    hash: [u8; 32],
}

impl MoveChain {
    /// Begins at the start of the game at this table: with the SHA-256 of
    /// `nim-game TABLE START`, the start in JSON.
    pub fn new(table: TableId, start: &Setup) -> MoveChain {
        let hash = Sha256::digest(format!("nim-game {table} {}", json(start))).into();
        MoveChain { ply: 0, hash }
    }

    /// Returns the number of moves so far.
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// Returns the text that its player signs with the next move: `nim-move PLY MOVE HASH`, with
    /// plies counted from 1, the move in JSON, and the hash before it in hexadecimal.
    pub fn text(&self, mv: &Move) -> String {
        format!("nim-move {} {} {}", self.ply.saturating_add(1), json(mv), hex(&self.hash))
    }

    /// Adds a move: the next hash is the SHA-256 of its text.
    pub fn play(&mut self, mv: &Move) {
        self.hash = Sha256::digest(self.text(mv)).into();
        self.ply = self.ply.saturating_add(1);
    }

    /// Returns the text that a player signs who resigns now: `nim-resign PLY WHY HASH`.
    pub fn resignation(&self, why: Resignation) -> String {
        let why = json(&why);
        format!("nim-resign {} {} {}", self.ply, why.trim_matches('"'), hex(&self.hash))
    }
}

/// Setups and moves consist of numbers, strings and lists, so this cannot fail.
fn json(what: &impl Serialize) -> String {
    serde_json::to_string(what).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use rules::Game;

    use super::*;

    /// Whoever keeps a signed file, or checks one in another language, relies on these texts.
    #[test]
    fn the_signed_texts_are_those_of_the_manual() {
        let table: TableId = "01890a5d-ac96-774b-bcce-b302099a8057".parse().map(TableId).unwrap();
        let game: Game = "nim 3,4,5: A-2 C-5".parse().unwrap();
        let mut chain = MoveChain::new(table, game.setup());
        let hash = |text: &str| hex(&Sha256::digest(text));
        let start = r#"{"variant":"nim","params":{},"ending":"normal","start":{"heaps":[3,4,5]}}"#;
        let mut before = hash(&format!("nim-game 01890a5d-ac96-774b-bcce-b302099a8057 {start}"));
        for (ply, (mv, written)) in (0u32..).zip(game.moves().iter().zip(["[0,2]", "[2,5]"])) {
            assert_eq!(chain.ply(), ply);
            let resigned = chain.resignation(Resignation::TimedOut);
            assert_eq!(resigned, format!("nim-resign {ply} timed_out {before}"));
            let text = chain.text(mv);
            assert_eq!(text, format!("nim-move {} {written} {before}", ply + 1));
            before = hash(&text);
            chain.play(mv);
        }
        assert_eq!(chain.ply(), 2);
    }
}
