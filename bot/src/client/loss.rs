//! Why a connection was lost, and whether to come back.

use std::{fmt, io};

use protocol::CloseCode;
use tokio_tungstenite::tungstenite;
use tungstenite::error::{Error, ProtocolError};

use super::trust;

/// Why there is no connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Loss {
    /// The server closed it, with this number if it gave one.
    Closed {
        /// The close code.
        code: Option<u16>,
        /// What the server said.
        reason: String,
    },
    /// The server answered the handshake with this HTTP status.
    Refused(u16),
    /// Nobody we trust vouches for the server.
    Distrusted(String),
    /// What answers is no server of this protocol.
    NotNim(String),
    /// The server refused the hello.
    Unwelcome(String),
    /// The network, or the bytes that came over it, failed.
    Broken(String),
    /// Nothing came for too long, not even the answer to a ping.
    Silent,
    /// The connection lives, but a request was never answered.
    Unanswered,
    /// We cut it ourselves.
    Severed,
}

/// The client has given up: trying again would not help, or has not helped for
/// too long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gone(pub Loss);

impl Loss {
    /// Whether another attempt can go better.
    pub fn may_return(&self) -> bool {
        match self {
            Loss::Closed { code, .. } => code.is_none_or(CloseCode::may_return),
            // 408 and 429 ask to come later; the other 4xx are our mistake.
            Loss::Refused(status) => !(400..500).contains(status) || matches!(status, 408 | 429),
            Loss::Distrusted(_) | Loss::NotNim(_) | Loss::Unwelcome(_) => false,
            Loss::Broken(_) | Loss::Silent | Loss::Unanswered | Loss::Severed => true,
        }
    }

    /// Whether the server has said that it is full.
    pub(crate) fn is_overload(&self) -> bool {
        match self {
            Loss::Closed { code, .. } => *code == Some(CloseCode::Overload.number()),
            Loss::Refused(status) => matches!(status, 429 | 503),
            _ => false,
        }
    }
}

impl From<io::Error> for Loss {
    fn from(error: io::Error) -> Loss {
        match trust::is_missing(&error) {
            true => Loss::Distrusted(error.to_string()),
            false => Loss::Broken(error.to_string()),
        }
    }
}

impl From<Error> for Loss {
    fn from(error: Error) -> Loss {
        match error {
            Error::Http(response) => Loss::Refused(response.status().as_u16()),
            Error::Protocol(ProtocolError::SecWebSocketSubProtocolError(error)) => {
                Loss::NotNim(error.to_string())
            }
            Error::ConnectionClosed | Error::AlreadyClosed => {
                Loss::Closed { code: None, reason: String::new() }
            }
            error => Loss::Broken(error.to_string()),
        }
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Loss::Closed { code: Some(code), reason } => write!(f, "closed: {code} {reason}"),
            Loss::Closed { code: None, .. } => f.write_str("closed without a word"),
            Loss::Refused(status) => write!(f, "the handshake was answered with HTTP {status}"),
            Loss::Distrusted(why) => write!(f, "the server is not trusted: {why}"),
            Loss::NotNim(why) => write!(f, "not a server of {}: {why}", protocol::SUBPROTOCOL),
            Loss::Unwelcome(why) => write!(f, "the hello was refused: {why}"),
            Loss::Broken(why) => write!(f, "the connection failed: {why}"),
            Loss::Silent => f.write_str("the server has fallen silent"),
            Loss::Unanswered => f.write_str("the server leaves a request without answer"),
            Loss::Severed => f.write_str("cut off"),
        }
    }
}

impl fmt::Display for Gone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for Loss {}
impl std::error::Error for Gone {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_told_to_stay_away_stays_away() {
        let closed = |code| Loss::Closed { code, reason: String::new() };
        for (loss, may_return) in [
            (closed(None), true),
            (closed(Some(1006)), true),
            (closed(Some(1012)), true),
            (closed(Some(1013)), true),
            (closed(Some(4408)), true),
            (closed(Some(1000)), false),
            (closed(Some(1008)), false),
            (closed(Some(4400)), false),
            (Loss::Refused(503), true),
            (Loss::Refused(429), true),
            (Loss::Refused(404), false),
            (Loss::Refused(200), true),
            (Loss::Distrusted(String::new()), false),
            (Loss::NotNim(String::new()), false),
            (Loss::Unwelcome(String::new()), false),
            (Loss::Broken(String::new()), true),
            (Loss::Silent, true),
        ] {
            assert_eq!(loss.may_return(), may_return, "{loss}");
        }
        assert!(closed(Some(1013)).is_overload() && !closed(Some(1012)).is_overload());
    }
}
