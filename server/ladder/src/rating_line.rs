//! The rating line that a player plays for: people and house bots have one each; a bot has one per
//! version of its program, because versions differ in strength.

use protocol::{Player, PlayerId};
use sha2::{Digest, Sha256};
use uuid::Builder;

/// Returns the id under which the ladder knows a player. It follows from the bot and its version,
/// so that games of one version always count together.
pub fn rating_line(player: &Player) -> PlayerId {
    let Some(version) = &player.version else { return player.id };
    let mut hash = Sha256::new();
    hash.update(b"line of ratings");
    hash.update(player.id.0.as_bytes());
    hash.update(version.as_str());
    let hash: [u8; 32] = hash.finalize().into();
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hash[..16]);
    PlayerId(Builder::from_random_bytes(bytes).into_uuid())
}

#[cfg(test)]
mod tests {
    use protocol::{Kind, Name, Version};
    use uuid::Uuid;

    use super::*;

    #[test]
    fn each_version_of_a_bot_has_a_line_of_its_own() {
        let name = Name::try_from("Turing".to_owned()).expect("plain");
        let bot = |id, version: Option<&str>| {
            let version = version.map(|text| Version::try_from(text.to_owned()).expect("plain"));
            let id = PlayerId(Uuid::from_u128(id));
            rating_line(&Player { id, name: name.clone(), kind: Kind::Bot, house: false, version })
        };
        assert_eq!(bot(1, None), PlayerId(Uuid::from_u128(1)));
        assert_eq!(bot(1, Some("1")), bot(1, Some("1")));
        let all = [bot(1, None), bot(1, Some("1")), bot(1, Some("2")), bot(2, Some("1"))];
        for (n, one) in all.iter().enumerate() {
            assert!(!all[..n].contains(one));
        }
    }
}
