//! Why a connection was lost, and whether to come back.

use std::time::Duration;
use std::{fmt, io};

use protocol::CloseCode;
use tokio_tungstenite::tungstenite;
use tungstenite::error::{Error, ProtocolError};
use tungstenite::http::header::RETRY_AFTER;

use super::trust;

/// How long a server is left alone that has closed a connection because it is overloaded.
const OVERLOADED: Duration = Duration::from_secs(4);

/// A server is left alone for at most this long, whatever it asks for.
const LONGEST_ASKED: Duration = Duration::from_secs(60);

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
    /// The server answered the handshake with an HTTP status.
    Refused {
        /// The status.
        status: u16,
        /// How long the server asked to wait.
        retry_after: Option<Duration>,
    },
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
            Disconnect::Refused { status, .. } => {
                !(400..500).contains(status) || matches!(status, 408 | 429)
            }
            Disconnect::Distrusted(_) | Disconnect::NotNim(_) | Disconnect::Unwelcome(_) => false,
            Disconnect::Broken(_)
            | Disconnect::Silent
            | Disconnect::Unanswered
            | Disconnect::Severed => true,
        }
    }

    /// How long the server asks to be left alone.
    pub(crate) fn asks_for(&self) -> Duration {
        match self {
            Disconnect::Closed { code, .. } if *code == Some(CloseCode::Overload.number()) => {
                OVERLOADED
            }
            Disconnect::Refused { retry_after, .. } => {
                retry_after.unwrap_or_default().min(LONGEST_ASKED)
            }
            _ => Duration::ZERO,
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
            Error::Http(response) => {
                let asked = response.headers().get(RETRY_AFTER);
                let seconds = asked.and_then(|value| value.to_str().ok()?.parse().ok());
                let retry_after = seconds.map(Duration::from_secs);
                Disconnect::Refused { status: response.status().as_u16(), retry_after }
            }
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
            Disconnect::Refused { status, .. } => {
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
        let refused = |status| Disconnect::Refused { status, retry_after: None };
        for (loss, may_return) in [
            (closed(None), true),
            (closed(Some(1006)), true),
            (closed(Some(1012)), true),
            (closed(Some(1013)), true),
            (closed(Some(4408)), true),
            (closed(Some(1000)), false),
            (closed(Some(1008)), false),
            (closed(Some(4400)), false),
            (refused(200), true),
            (refused(399), true),
            (refused(400), false),
            (refused(404), false),
            (refused(407), false),
            (refused(408), true),
            (refused(409), false),
            (refused(428), false),
            (refused(429), true),
            (refused(499), false),
            (refused(500), true),
            (refused(503), true),
            (Disconnect::Distrusted(String::new()), false),
            (Disconnect::NotNim(String::new()), false),
            (Disconnect::Unwelcome(String::new()), false),
            (Disconnect::Broken(String::new()), true),
            (Disconnect::Silent, true),
            (Disconnect::Unanswered, true),
            (Disconnect::Severed, true),
        ] {
            assert_eq!(loss.may_return(), may_return, "{loss}");
        }
    }

    #[test]
    fn a_server_is_left_alone_for_as_long_as_it_asks() {
        let closed = |code| Disconnect::Closed { code: Some(code), reason: String::new() };
        assert_eq!(closed(1013).asks_for(), OVERLOADED);
        assert_eq!(closed(1012).asks_for(), Duration::ZERO);
        for (asked, heard) in [("1", 1), ("30", 30), ("86400", 60), ("soon", 0)] {
            let response = tungstenite::http::Response::builder().status(503);
            let response = response.header(RETRY_AFTER, asked).body(None).expect("it is valid");
            let refused = Disconnect::from(Error::Http(Box::new(response)));
            assert_eq!(refused.asks_for(), Duration::from_secs(heard), "{asked}");
        }
    }

    #[test]
    fn nobody_else_asks_to_be_left_alone() {
        let closed = |code| Disconnect::Closed { code, reason: String::new() };
        let refused = Disconnect::Refused { status: 503, retry_after: None };
        for loss in [closed(None), closed(Some(1014)), refused, Disconnect::Silent] {
            assert_eq!(loss.asks_for(), Duration::ZERO, "{loss}");
        }
    }

    #[test]
    fn errors_of_the_connection_are_told_apart() {
        use tokio_rustls::rustls::{CertificateError, Error as TlsError};
        let unknown = TlsError::InvalidCertificate(CertificateError::UnknownIssuer);
        let said = unknown.to_string();
        let distrusted = io::Error::new(io::ErrorKind::InvalidData, unknown);
        assert_eq!(Disconnect::from(distrusted), Disconnect::Distrusted(said));
        for other in [io::Error::other(TlsError::DecryptError), io::Error::other("broken")] {
            let said = other.to_string();
            assert_eq!(Disconnect::from(other), Disconnect::Broken(said));
        }
        let silent = Disconnect::Closed { code: None, reason: String::new() };
        for gone in [Error::ConnectionClosed, Error::AlreadyClosed] {
            assert_eq!(Disconnect::from(gone), silent);
        }
        let broken = Error::Protocol(ProtocolError::ResetWithoutClosingHandshake);
        let said = broken.to_string();
        assert_eq!(Disconnect::from(broken), Disconnect::Broken(said));
    }

    #[test]
    fn each_loss_has_its_words() {
        let why = || "why".to_owned();
        for (loss, words) in [
            (Disconnect::Closed { code: Some(1012), reason: why() }, "closed: 1012 why"),
            (Disconnect::Closed { code: None, reason: why() }, "closed without a word"),
            (
                Disconnect::Refused { status: 503, retry_after: None },
                "the handshake was answered with HTTP 503",
            ),
            (Disconnect::Distrusted(why()), "the server is not trusted: why"),
            (Disconnect::NotNim(why()), "not a server of nim.v1: why"),
            (Disconnect::Unwelcome(why()), "the hello was refused: why"),
            (Disconnect::Broken(why()), "the connection failed: why"),
            (Disconnect::Silent, "the server has fallen silent"),
            (Disconnect::Unanswered, "the server leaves a request without answer"),
            (Disconnect::Severed, "cut off"),
        ] {
            assert_eq!(loss.to_string(), words);
            assert_eq!(GaveUp(loss).to_string(), words);
        }
    }
}
