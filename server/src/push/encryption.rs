//! The encryption of a notification for one browser (RFC 8291, in the coding of RFC 8188): the push
//! service that passes it on cannot read it.

use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::error::Unspecified;
use ring::hkdf::{HKDF_SHA256, KeyType, Prk, Salt};
use ring::rand::{SecureRandom, SystemRandom};

use crate::records::push::PushSubscription;

/// The size of a record, which a notification fills only in part.
const RECORD: u32 = 4_096;
/// The most bytes of a notification: with the header and the tag it is one record.
pub(super) const MOST_BYTES: usize = 3_000;

/// Returns the encrypted body. Fails if the browser's key is no point of the curve.
pub(super) fn encrypted(to: &PushSubscription, plain: &[u8]) -> Result<Vec<u8>, Unspecified> {
    if plain.len() > MOST_BYTES {
        return Err(Unspecified);
    }
    let random = SystemRandom::new();
    let own = EphemeralPrivateKey::generate(&ECDH_P256, &random)?;
    let public = own.compute_public_key()?;
    let mut salt = [0; 16];
    random.fill(&mut salt)?;
    let theirs = UnparsedPublicKey::new(&ECDH_P256, to.key);
    let (key, nonce) = agree_ephemeral(own, &theirs, |shared| {
        keys(shared, (&to.auth, &to.key, public.as_ref()), &salt)
    })??;
    // The end of the last record.
    let mut sealed = [plain, &[2]].concat();
    key.seal_in_place_append_tag(nonce, Aad::empty(), &mut sealed)?;
    let length = [public.as_ref().len() as u8];
    Ok([&salt[..], &RECORD.to_be_bytes(), &length, public.as_ref(), &sealed].concat())
}

/// Whether the browser's key is a point of the curve, so that something can be encrypted for it.
pub(crate) fn has_valid_key(to: &PushSubscription) -> bool {
    let own = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new());
    let theirs = UnparsedPublicKey::new(&ECDH_P256, to.key);
    own.is_ok_and(|own| agree_ephemeral(own, &theirs, |_| ()).is_ok())
}

/// The key and the nonce of the only record: `auth`, then the browser's and the server's public key.
fn keys(
    shared: &[u8],
    (auth, theirs, ours): (&[u8], &[u8], &[u8]),
    salt: &[u8],
) -> Result<(LessSafeKey, Nonce), Unspecified> {
    let between = Salt::new(HKDF_SHA256, auth).extract(shared);
    let input: [u8; 32] = expand(&between, &[b"WebPush: info\0", theirs, ours])?;
    let secret = Salt::new(HKDF_SHA256, salt).extract(&input);
    let key: [u8; 16] = expand(&secret, &[b"Content-Encoding: aes128gcm\0"])?;
    let nonce: [u8; 12] = expand(&secret, &[b"Content-Encoding: nonce\0"])?;
    let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key)?);
    Ok((key, Nonce::assume_unique_for_key(nonce)))
}

/// The length of what is derived.
struct KeyLength(usize);

impl KeyType for KeyLength {
    fn len(&self) -> usize {
        self.0
    }
}

fn expand<const N: usize>(from: &Prk, info: &[&[u8]]) -> Result<[u8; N], Unspecified> {
    let mut derived = [0; N];
    from.expand(info, KeyLength(N))?.fill(&mut derived)?;
    Ok(derived)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A browser that reads one notification.
    pub(in crate::push) struct Browser {
        key: EphemeralPrivateKey,
        pub(in crate::push) subscription: PushSubscription,
    }

    impl Browser {
        pub(in crate::push) fn new() -> Browser {
            let random = SystemRandom::new();
            let key = EphemeralPrivateKey::generate(&ECDH_P256, &random).expect("a key");
            let public = key.compute_public_key().expect("a key");
            let subscription = PushSubscription {
                host: "push.example.net".to_owned(),
                path: "/to/ada".to_owned(),
                key: public.as_ref().try_into().expect("uncompressed"),
                auth: [9; 16],
            };
            Browser { key, subscription }
        }

        /// Decrypts a body as a browser does.
        pub(in crate::push) fn read(self, body: &[u8]) -> Vec<u8> {
            let (salt, rest) = body.split_at(16);
            let (size, rest) = rest.split_at(4);
            assert_eq!(size, RECORD.to_be_bytes());
            assert_eq!(rest[0], 65);
            let (theirs, sealed) = rest[1..].split_at(65);
            let PushSubscription { key: own, auth, .. } = self.subscription;
            let server = UnparsedPublicKey::new(&ECDH_P256, theirs);
            let (key, nonce) = agree_ephemeral(self.key, &server, |shared| {
                keys(shared, (&auth, &own, theirs), salt)
            })
            .expect("a point")
            .expect("keys");
            let mut text = sealed.to_vec();
            let plain = key.open_in_place(nonce, Aad::empty(), &mut text).expect("it is for me");
            assert_eq!(plain.last(), Some(&2));
            plain[..plain.len() - 1].to_vec()
        }
    }

    #[test]
    fn only_the_browser_reads_what_was_sealed_for_it() {
        let (ada, eve) = (Browser::new(), Browser::new());
        let body = encrypted(&ada.subscription, b"your move").expect("sealed");
        assert!(!body.windows(4).any(|part| part == b"move"));
        let twice = encrypted(&ada.subscription, b"your move").expect("sealed");
        assert_ne!(body, twice, "each has a key of its own");
        assert_eq!(ada.read(&body), b"your move");
        assert!(std::panic::catch_unwind(|| eve.read(&body)).is_err());
        assert!(encrypted(&Browser::new().subscription, &[0; MOST_BYTES + 1]).is_err());
        let mut bent = Browser::new().subscription;
        bent.key = [4; 65];
        assert!(encrypted(&bent, b"").is_err(), "no point of the curve");
        assert!(!has_valid_key(&bent) && has_valid_key(&Browser::new().subscription));
    }

    /// The derivation of RFC 8291, appendix A.
    #[test]
    fn keys_are_derived_as_the_standard_says() {
        use base64::Engine;
        use base64::engine::general_purpose::URL_SAFE_NO_PAD;
        let read = |text: &str| URL_SAFE_NO_PAD.decode(text).expect("base64");
        let shared = read("kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs");
        let auth = read("BTBZMqHH6r4Tts7J_aSIgg");
        let theirs = read(
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        );
        let ours = read(
            "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
        );
        let salt = read("DGv6ra1nlYgDCS1FRnbzlw");
        let sealed =
            read("8pfeW0KbunFT06SuDKoJH9Ql87S1QUrdirN6GcG7sFz1y1sqLgVi1VhjVkHsUoEsbI_0LpXMuGvnzQ");
        let (key, nonce) = keys(&shared, (&auth, &theirs, &ours), &salt).expect("keys");
        let mut text = sealed;
        let plain =
            key.open_in_place(nonce, Aad::empty(), &mut text).expect("sealed by the standard");
        assert_eq!(plain, b"When I grow up, I want to be a watermelon\x02");
    }
}
