//! Moves signed by those who made them: each signature covers its game up to its player's last
//! move, so that it vouches for all of their moves.

use ed25519_dalek::{Signature, VerifyingKey};
use sha2::{Digest, Sha256};

use super::file::{Game, Resignation};
use super::seal::{bytes, digits};

/// To what extent the players of a game have signed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// Everybody who made a move has signed it, and at least one move was made.
    All,
    /// One of two players has signed it.
    Half,
    Nobody,
}

/// Checks the signatures of a game at this table; `keys` are those of the seats.
pub(super) fn check(
    game: &Game,
    played: &rules::Game,
    table: &str,
    keys: [Option<&str>; 2],
) -> Result<Extent, String> {
    if game.signatures.is_empty() && game.resignation.is_none() {
        return Ok(Extent::Nobody);
    }
    let texts = signed_texts(played, table)?;
    check_resignation(game, &texts, keys)?;
    if game.signatures.is_empty() {
        return Ok(Extent::Nobody);
    }
    let [_, _] = &game.signatures[..] else {
        return Err("a game is signed by two".to_owned());
    };
    let mut signed = 0;
    let moved = played.moves().len().min(2);
    for ((seat, signature), key) in (0..).zip(&game.signatures).zip(keys) {
        let Some(signature) = signature else { continue };
        let number = game.seats[seat];
        let key = key.ok_or_else(|| format!("number {number} has signed without a key"))?;
        let text = texts.moves[seat].as_ref();
        let text = text.ok_or_else(|| format!("number {number} has signed without a move"))?;
        match holds(text, signature, key) {
            Some(()) => signed += 1,
            None => return Err(format!("the signature of number {number} is not of this game")),
        }
    }
    Ok(match signed {
        0 => return Err("nobody has signed the game".to_owned()),
        all if all == moved => Extent::All,
        _ => Extent::Half,
    })
}

/// Checks that the loser of a resigned game has signed that they resign, and why.
fn check_resignation(
    game: &Game,
    texts: &SignedTexts,
    keys: [Option<&str>; 2],
) -> Result<(), String> {
    let Some(Resignation { why, signature }) = &game.resignation else { return Ok(()) };
    if game.how != "resigned" {
        return Err("nobody has resigned".to_owned());
    }
    if !REASONS.contains(&why.as_str()) {
        return Err("nobody resigns for that reason".to_owned());
    }
    let loser = usize::from(game.winner == Some(game.seats[0]));
    let number = game.seats[loser];
    let key = keys[loser].ok_or_else(|| format!("number {number} has signed without a key"))?;
    let text = format!("nim-resign {} {why} {}", texts.plies, texts.last);
    let refused = || format!("the resignation of number {number} is not of this game");
    holds(&text, signature, key).ok_or_else(refused)
}

const REASONS: [&str; 5] = ["voluntary", "crashed", "illegal_move", "timed_out", "protocol_error"];

/// The texts that the players of a game sign.
struct SignedTexts {
    /// By seat: of the player's last move.
    moves: [Option<String>; 2],
    plies: usize,
    /// The hash after the last move.
    last: String,
}

/// Each text contains the hash of the text before it; the first, that of the table and the start.
fn signed_texts(played: &rules::Game, table: &str) -> Result<SignedTexts, String> {
    let unwritable = |_| "the game has no JSON".to_owned();
    let start = serde_json::to_string(played.setup()).map_err(unwritable)?;
    let mut last = digits(&Sha256::digest(format!("nim-game {table} {start}")));
    let mut moves = [None, None];
    for (ply, mv) in played.moves().iter().enumerate() {
        let mv = serde_json::to_string(mv).map_err(unwritable)?;
        let text = format!("nim-move {} {mv} {last}", ply + 1);
        last = digits(&Sha256::digest(&text));
        moves[ply % 2] = Some(text);
    }
    Ok(SignedTexts { moves, plies: played.moves().len(), last })
}

fn holds(text: &str, signature: &str, key: &str) -> Option<()> {
    let key = VerifyingKey::from_bytes(&bytes(key)?).ok()?;
    let signature = Signature::from_bytes(&bytes(signature)?);
    key.verify_strict(text.as_bytes(), &signature).ok()
}

/// Returns the id of a table: the first six bytes of the tournament's id, then ten of the SHA-256
/// of that id, the pairing's index, the pair and the game (the pair counted from 1, the others from
/// 0), with the version and variant bits of a version 7 UUID.
pub(super) fn table(event: &str, pairing: u32, pair: u32, game: u8) -> Option<String> {
    let event = bytes::<16>(&event.replace('-', ""))?;
    let text = [&event[..], &pairing.to_be_bytes(), &pair.to_be_bytes(), &[game]].concat();
    let mut id = [0; 16];
    id[..6].copy_from_slice(&event[..6]);
    id[6..].copy_from_slice(&Sha256::digest(text)[..10]);
    id[6] = id[6] & 0x0f | 0x70;
    id[8] = id[8] & 0x3f | 0x80;
    let id = digits(&id);
    Some([&id[..8], &id[8..12], &id[12..16], &id[16..20], &id[20..]].join("-"))
}
