//! The links of mails that need no login: each carries a token that only this server can have made,
//! so whoever opens one reads the mail of that account. Nothing about them is stored. Pure.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use protocol::{PlayerId, Secret};
use ring::hmac::{HMAC_SHA256, Key, sign, verify};
use uuid::Uuid;

/// The bytes of a player's id, with which each token begins.
const ID: usize = 16;

/// What a link does.
#[derive(Clone, Copy, Debug)]
pub(super) enum MailLinkPurpose<'a> {
    /// Confirms that this address wants to be told of turns.
    Confirm { email: &'a str },
    /// Ends these mails, from whichever of them and to whatever address it went.
    Stop,
}

/// Makes and checks tokens.
pub(super) struct MailLinks(Key);

impl MailLinks {
    pub(super) fn new(secret: &Secret) -> MailLinks {
        MailLinks(Key::new(HMAC_SHA256, secret.bytes()))
    }

    /// Returns the token of 64 characters, in base64url.
    pub(super) fn token(&self, player: PlayerId, purpose: MailLinkPurpose<'_>) -> String {
        let tag = sign(&self.0, &signed(player, purpose));
        URL_SAFE_NO_PAD.encode([player.0.as_bytes(), tag.as_ref()].concat())
    }

    /// Whether the token was made for this player and purpose.
    pub(super) fn fits(&self, token: &str, player: PlayerId, purpose: MailLinkPurpose<'_>) -> bool {
        let bytes = URL_SAFE_NO_PAD.decode(token).unwrap_or_default();
        let tag = bytes.get(ID..).unwrap_or_default();
        verify(&self.0, &signed(player, purpose), tag).is_ok() && whose(token) == Some(player)
    }
}

/// Returns the player whom a token names, whoever has made it.
pub(super) fn whose(token: &str) -> Option<PlayerId> {
    let bytes = URL_SAFE_NO_PAD.decode(token).ok()?;
    let id = bytes.first_chunk::<ID>()?;
    Some(PlayerId(Uuid::from_bytes(*id)))
}

fn signed(player: PlayerId, purpose: MailLinkPurpose<'_>) -> Vec<u8> {
    let (label, email) = match purpose {
        MailLinkPurpose::Confirm { email } => ("turn-mail:on:", email),
        MailLinkPurpose::Stop => ("turn-mail:off:", ""),
    };
    [label.as_bytes(), player.0.as_bytes(), email.as_bytes()].concat()
}

impl std::fmt::Debug for MailLinks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("MailLinks(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_good_for_its_player_and_purpose_alone() {
        let links = MailLinks::new(&Secret::new([1; 32]));
        let [ada, eve] = [1, 2].map(|n| PlayerId(Uuid::from_u128(n)));
        let [old, new] =
            ["ada@example.org", "ada@example.com"].map(|email| MailLinkPurpose::Confirm { email });
        let token = links.token(ada, old);
        assert_eq!((token.len(), whose(&token)), (64, Some(ada)));
        assert!(links.fits(&token, ada, old));
        for (player, purpose) in [(eve, old), (ada, new), (ada, MailLinkPurpose::Stop)] {
            assert!(!links.fits(&token, player, purpose), "{player:?} {purpose:?}");
        }
        let mut swapped = links.token(eve, MailLinkPurpose::Stop);
        swapped.replace_range(..20, &links.token(ada, MailLinkPurpose::Stop)[..20]);
        for wrong in ["", "A", &token[..63], &"A".repeat(9_999), &swapped] {
            assert!(!links.fits(wrong, ada, MailLinkPurpose::Stop), "{wrong}");
        }
        let other = MailLinks::new(&Secret::new([2; 32]));
        assert!(!other.fits(&token, ada, old));
    }
}
