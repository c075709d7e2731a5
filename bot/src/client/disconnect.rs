//! Why a connection was lost, and whether to come back.

use std::{fmt, io};

use protocol::CloseCode;
use tokio_tungstenite::tungstenite;
use tungstenite::error::{Error, ProtocolError};

use super::trust;

/// Why there is no connection.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Disconnect {
    /// The server closed it, with a close code if it gave one.
    Closed {
        /// The close code.
        code: Option<u16>,
        /// The server's reason.
        reason: String,
    },
    /// The server answered the handshake with this HTTP status.
    Refused(u16),
    /// No trusted authority vouches for the server's certificate.
    Distrusted(String),
    /// The other end does not speak this protocol.
    NotNim(String),
    /// The server refused our `hello`.
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

/// The client has given up: a retry would not help, or retries have failed for too long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GaveUp(pub Disconnect);

impl Disconnect {
    /// Whether another attempt may succeed.
    pub fn may_return(&self) -> bool {
        match self {
            Disconnect::Closed { code, .. } => code.is_none_or(CloseCode::may_return),
            // 408 and 429 ask the client to retry later; the other 4xx are our mistake.
            Disconnect::Refused(status) => {
                !(400..500).contains(status) || matches!(status, 408 | 429)
            }
            Disconnect::Distrusted(_) | Disconnect::NotNim(_) | Disconnect::Unwelcome(_) => false,
            Disconnect::Broken(_)
            | Disconnect::Silent
            | Disconnect::Unanswered
            | Disconnect::Severed => true,
        }
    }

    /// Whether the server has said that it is full.
    pub(crate) fn is_overload(&self) -> bool {
        match self {
            Disconnect::Closed { code, .. } => *code == Some(CloseCode::Overload.number()),
            Disconnect::Refused(status) => matches!(status, 429 | 503),
            _ => false,
        }
    }
}

impl From<io::Error> for Disconnect {
    fn from(error: io::Error) -> Disconnect {
        match trust::is_missing(&error) {
            true => Disconnect::Distrusted(error.to_string()),
            false => Disconnect::Broken(error.to_string()),
        }
    }
}

impl From<Error> for Disconnect {
    fn from(error: Error) -> Disconnect {
        match error {
            Error::Http(response) => Disconnect::Refused(response.status().as_u16()),
            Error::Protocol(ProtocolError::SecWebSocketSubProtocolError(error)) => {
                Disconnect::NotNim(error.to_string())
            }
            Error::ConnectionClosed | Error::AlreadyClosed => {
                Disconnect::Closed { code: None, reason: String::new() }
            }
            error => Disconnect::Broken(error.to_string()),
        }
    }
}

impl fmt::Display for Disconnect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Disconnect::Closed { code: Some(code), reason } => write!(f, "closed: {code} {reason}"),
            Disconnect::Closed { code: None, .. } => f.write_str("closed without a word"),
            Disconnect::Refused(status) => {
                write!(f, "the handshake was answered with HTTP {status}")
            }
            Disconnect::Distrusted(why) => write!(f, "the server is not trusted: {why}"),
            Disconnect::NotNim(why) => {
                write!(f, "not a server of {}: {why}", protocol::SUBPROTOCOL)
            }
            Disconnect::Unwelcome(why) => write!(f, "the hello was refused: {why}"),
            Disconnect::Broken(why) => write!(f, "the connection failed: {why}"),
            Disconnect::Silent => f.write_str("the server has fallen silent"),
            Disconnect::Unanswered => f.write_str("the server leaves a request without answer"),
            Disconnect::Severed => f.write_str("cut off"),
        }
    }
}

impl fmt::Display for GaveUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for Disconnect {}
impl std::error::Error for GaveUp {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_told_to_stay_away_does_not_reconnect() {
        let closed = |code| Disconnect::Closed { code, reason: String::new() };
        for (loss, may_return) in [
            (closed(None), true),
            (closed(Some(1006)), true),
            (closed(Some(1012)), true),
            (closed(Some(1013)), true),
            (closed(Some(4408)), true),
            (closed(Some(1000)), false),
            (closed(Some(1008)), false),
            (closed(Some(4400)), false),
            (Disconnect::Refused(503), true),
            (Disconnect::Refused(429), true),
            (Disconnect::Refused(404), false),
            (Disconnect::Refused(200), true),
            (Disconnect::Distrusted(String::new()), false),
            (Disconnect::NotNim(String::new()), false),
            (Disconnect::Unwelcome(String::new()), false),
            (Disconnect::Broken(String::new()), true),
            (Disconnect::Silent, true),
        ] {
            assert_eq!(loss.may_return(), may_return, "{loss}");
        }
        assert!(closed(Some(1013)).is_overload() && !closed(Some(1012)).is_overload());
    }
}
