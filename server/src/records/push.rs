//! A browser's subscription to notifications (RFC 8030): where the server sends them, and the keys
//! that only this browser can decrypt with. It comes from outside, so it is checked here.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use protocol::limits::MAX_PUSH_ADDRESS_BYTES;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A subscription as browsers name its parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct PushFields {
    /// The address of the push service for this browser; https, with a host by name.
    pub(crate) endpoint: String,
    /// The browser's public key (P-256, uncompressed), in base64url.
    pub(crate) p256dh: String,
    /// A secret of 16 bytes, in base64url.
    pub(crate) auth: String,
}

/// A checked subscription.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PushSubscription {
    /// The name of the push service's host.
    pub(crate) host: String,
    /// The rest of its address, from the slash on.
    pub(crate) path: String,
    pub(crate) key: [u8; 65],
    pub(crate) auth: [u8; 16],
}

/// The part of a subscription that is not valid.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("{0} is not valid")]
pub(crate) struct BadSubscription(pub(crate) &'static str);

impl PushSubscription {
    /// Returns its fields, as they are stored.
    pub(crate) fn fields(&self) -> PushFields {
        PushFields {
            endpoint: format!("https://{}{}", self.host, self.path),
            p256dh: URL_SAFE_NO_PAD.encode(self.key),
            auth: URL_SAFE_NO_PAD.encode(self.auth),
        }
    }
}

impl TryFrom<PushFields> for PushSubscription {
    type Error = BadSubscription;

    fn try_from(fields: PushFields) -> Result<PushSubscription, BadSubscription> {
        let PushFields { endpoint, p256dh, auth } = fields;
        let (host, path) = address(&endpoint).ok_or(BadSubscription("endpoint"))?;
        let key: [u8; 65] = bytes(&p256dh).ok_or(BadSubscription("p256dh"))?;
        // Compressed points are not sent by browsers.
        if key[0] != 4 {
            return Err(BadSubscription("p256dh"));
        }
        let auth = bytes(&auth).ok_or(BadSubscription("auth"))?;
        Ok(PushSubscription { host, path, key, auth })
    }
}

/// Returns the host and the path of an address with a name for a host and no port. Where the name
/// leads is checked at each delivery.
fn address(endpoint: &str) -> Option<(String, String)> {
    let plain = endpoint.bytes().all(|byte| byte.is_ascii_graphic());
    if endpoint.len() > MAX_PUSH_ADDRESS_BYTES || !plain {
        return None;
    }
    let rest = endpoint.strip_prefix("https://")?;
    let (host, path) = rest.split_once('/')?;
    let labels: Vec<&str> = host.split('.').collect();
    let label = |label: &&str| {
        let inside = label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        (1..=63).contains(&label.len())
            && inside
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    // An address in numbers ends with a number.
    let named = labels.last()?.starts_with(|c: char| c.is_ascii_alphabetic());
    let ours = labels.len() >= 2 && host.len() <= 253 && labels.iter().all(label) && named;
    let path = path.split('#').next().unwrap_or_default();
    ours.then(|| (host.to_ascii_lowercase(), format!("/{path}")))
}

fn bytes<const N: usize>(text: &str) -> Option<[u8; N]> {
    if text.len() > 2 * N {
        return None;
    }
    URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok()?.try_into().ok()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A browser's subscription.
    pub(crate) fn subscription() -> PushSubscription {
        PushSubscription::try_from(fields("https://push.example.net/a")).expect("valid")
    }

    fn fields(endpoint: &str) -> PushFields {
        let mut key = [7; 65];
        key[0] = 4;
        PushFields {
            endpoint: endpoint.to_owned(),
            p256dh: URL_SAFE_NO_PAD.encode(key),
            auth: URL_SAFE_NO_PAD.encode([9; 16]),
        }
    }

    #[test]
    fn a_subscription_is_read_as_it_was_written() {
        let given = fields("https://push.Example.net/a/b?c=d");
        let read = PushSubscription::try_from(given.clone()).expect("valid");
        assert_eq!((read.host.as_str(), read.path.as_str()), ("push.example.net", "/a/b?c=d"));
        assert_eq!(PushSubscription::try_from(read.fields()), Ok(read));
    }

    #[test]
    fn only_https_to_a_named_host_on_the_usual_port_is_taken() {
        for endpoint in [
            "http://push.example.net/a",
            "https://push.example.net",
            "https://push.example.net:8443/a",
            "https://user@push.example.net/a",
            "https://localhost/a",
            "https://127.0.0.1/a",
            "https://0x7f.1/a",
            "https://2130706433/a",
            "https://[::1]/a",
            "https://push..net/a",
            "https://push.example.net/a b",
            "https://push.example.net/a\r\nHost: b",
            "https://pu\u{161}h.example.net/a",
        ] {
            let read = PushSubscription::try_from(fields(endpoint));
            assert_eq!(read, Err(BadSubscription("endpoint")), "{endpoint}");
        }
        let mut long = "https://push.example.net/".to_owned();
        long.push_str(&"a".repeat(MAX_PUSH_ADDRESS_BYTES - long.len()));
        assert!(PushSubscription::try_from(fields(&long)).is_ok());
        long.push('a');
        assert!(PushSubscription::try_from(fields(&long)).is_err());
    }

    #[test]
    fn keys_have_their_lengths() {
        let good = || fields("https://push.example.net/a");
        for p256dh in ["", "BAcH", "!", &"A".repeat(9_999), &URL_SAFE_NO_PAD.encode([3; 65])] {
            let bad = PushFields { p256dh: p256dh.to_owned(), ..good() };
            assert_eq!(PushSubscription::try_from(bad), Err(BadSubscription("p256dh")));
        }
        let bad = PushFields { auth: URL_SAFE_NO_PAD.encode([9; 15]), ..good() };
        assert_eq!(PushSubscription::try_from(bad), Err(BadSubscription("auth")));
    }
}
