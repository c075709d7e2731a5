//! The links of mails that need no login: each carries a token that only this server can have made,
//! so whoever opens one reads the mail of that account. Nothing about them is stored. Pure.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use protocol::{PlayerId, Secret};
use ring::hmac::{HMAC_SHA256, Key, sign, verify};
use uuid::Uuid;

/// The bytes of a player's id, with which each token begins.
const ID: usize = 16;

/// How long a link that confirms an address holds.
const LIFETIME_MS: i64 = 24 * 3600 * 1000;

/// What a link does.
#[derive(Clone, Copy, Debug)]
pub(super) enum MailLinkPurpose<'a> {
    /// Confirms that this address wants to be told of turns: for a day, and until that ends once
    /// more than the `ends` before.
    Confirm { email: &'a str, ends: u32 },
    /// Ends these mails, from whichever of them and to whatever address it went.
    Stop,
}

impl MailLinkPurpose<'_> {
    /// The time until which a link made now holds, as it stands in its token; the links that end
    /// mails hold for ever.
    fn until(self, now_ms: i64) -> Vec<u8> {
        match self {
            MailLinkPurpose::Confirm { .. } => (now_ms + LIFETIME_MS).to_be_bytes().to_vec(),
            MailLinkPurpose::Stop => Vec::new(),
        }
    }
}

/// Makes and checks tokens.
pub(super) struct MailLinks(Key);

impl MailLinks {
    pub(super) fn new(secret: &Secret) -> MailLinks {
        MailLinks(Key::new(HMAC_SHA256, secret.bytes()))
    }

    /// Returns a token in base64url: the player, the time until which it holds, and a tag.
    pub(super) fn token(
        &self,
        player: PlayerId,
        purpose: MailLinkPurpose<'_>,
        now_ms: i64,
    ) -> String {
        let head = [player.0.as_bytes(), purpose.until(now_ms).as_slice()].concat();
        let tag = sign(&self.0, &signed(&head, purpose));
        URL_SAFE_NO_PAD.encode([&head, tag.as_ref()].concat())
    }

    /// Whether the token was made for this player and purpose, and still holds.
    pub(super) fn fits(
        &self,
        token: &str,
        player: PlayerId,
        purpose: MailLinkPurpose<'_>,
        now_ms: i64,
    ) -> bool {
        let bytes = URL_SAFE_NO_PAD.decode(token).unwrap_or_default();
        let length = ID + purpose.until(now_ms).len();
        let Some((head, tag)) = bytes.split_at_checked(length) else { return false };
        let until = head.get(ID..).and_then(|until| until.try_into().ok());
        verify(&self.0, &signed(head, purpose), tag).is_ok()
            && whose(token) == Some(player)
            && until.is_none_or(|until| now_ms < i64::from_be_bytes(until))
    }
}

/// Returns the player whom a token names, whoever has made it.
pub(super) fn whose(token: &str) -> Option<PlayerId> {
    let bytes = URL_SAFE_NO_PAD.decode(token).ok()?;
    let id = bytes.first_chunk::<ID>()?;
    Some(PlayerId(Uuid::from_bytes(*id)))
}

fn signed(head: &[u8], purpose: MailLinkPurpose<'_>) -> Vec<u8> {
    match purpose {
        MailLinkPurpose::Confirm { email, ends } => {
            [b"turn-mail:confirm:", head, &ends.to_be_bytes(), email.as_bytes()].concat()
        }
        MailLinkPurpose::Stop => [b"turn-mail:off:", head].concat(),
    }
}

impl std::fmt::Debug for MailLinks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("MailLinks(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: i64 = 1_700_000_000_000;

    const DAY_MS: i64 = 86_400_000;

    fn confirm(email: &str, ends: u32) -> MailLinkPurpose<'_> {
        MailLinkPurpose::Confirm { email, ends }
    }

    #[test]
    fn a_token_is_good_for_its_player_and_purpose_alone() {
        let links = MailLinks::new(&Secret::new([1; 32]));
        let [ada, eve] = [1, 2].map(|n| PlayerId(Uuid::from_u128(n)));
        let [old, new] = ["ada@example.org", "ada@example.com"].map(|email| confirm(email, 0));
        let token = links.token(ada, old, NOW);
        assert_eq!((token.len(), whose(&token)), (75, Some(ada)));
        assert!(links.fits(&token, ada, old, NOW));
        let ended = confirm("ada@example.org", 1);
        for (player, purpose) in
            [(eve, old), (ada, new), (ada, ended), (ada, MailLinkPurpose::Stop)]
        {
            assert!(!links.fits(&token, player, purpose, NOW), "{player:?} {purpose:?}");
        }
        let stop = |player| links.token(player, MailLinkPurpose::Stop, NOW);
        let mut swapped = stop(eve);
        swapped.replace_range(..20, &stop(ada)[..20]);
        for wrong in ["", "A", &token[..63], &"A".repeat(9_999), &swapped] {
            assert!(!links.fits(wrong, ada, MailLinkPurpose::Stop, NOW), "{wrong}");
        }
        let other = MailLinks::new(&Secret::new([2; 32]));
        assert!(!other.fits(&token, ada, old, NOW));
    }

    #[test]
    fn a_confirmation_holds_for_a_day_that_nobody_prolongs_and_the_end_of_mails_for_ever() {
        let links = MailLinks::new(&Secret::new([1; 32]));
        let (ada, asked) = (PlayerId(Uuid::from_u128(1)), confirm("ada@example.org", 0));
        let token = links.token(ada, asked, NOW);
        assert!(links.fits(&token, ada, asked, NOW + DAY_MS - 1));
        assert!(!links.fits(&token, ada, asked, NOW + DAY_MS));
        let mut bytes = URL_SAFE_NO_PAD.decode(&token).expect("base64url");
        bytes[ID + 7] ^= 1;
        assert!(!links.fits(&URL_SAFE_NO_PAD.encode(bytes), ada, asked, NOW), "another time");
        let stop = links.token(ada, MailLinkPurpose::Stop, NOW);
        assert!(links.fits(&stop, ada, MailLinkPurpose::Stop, i64::MAX));
    }
}
