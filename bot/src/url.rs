//! Where a server is.

use std::fmt;
use std::net::SocketAddr;
use std::str::FromStr;

use tokio_tungstenite::tungstenite::http::Uri;

/// The address of a server's WebSocket endpoint: `ws://HOST:PORT/ws`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerUrl {
    uri: Uri,
    authority: String,
}

/// The text is not such an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadUrl;

impl ServerUrl {
    /// The address as the handshake wants it.
    pub(crate) fn uri(&self) -> &Uri {
        &self.uri
    }

    /// `HOST:PORT`, to connect to.
    pub(crate) fn authority(&self) -> &str {
        &self.authority
    }
}

impl From<SocketAddr> for ServerUrl {
    fn from(at: SocketAddr) -> ServerUrl {
        let uri = format!("ws://{at}{}", protocol::PATH).parse();
        ServerUrl { uri: uri.expect("a socket address is an authority"), authority: at.to_string() }
    }
}

impl FromStr for ServerUrl {
    type Err = BadUrl;

    /// The path may be left out; then it is that of the protocol.
    fn from_str(text: &str) -> Result<ServerUrl, BadUrl> {
        let uri: Uri = text.parse().map_err(|_| BadUrl)?;
        let host = uri.host().filter(|host| !host.is_empty()).ok_or(BadUrl)?;
        if uri.scheme_str() != Some("ws") {
            return Err(BadUrl);
        }
        // The parser lets a bad port pass, and a user's name.
        let said = uri.authority().map_or("", |authority| authority.as_str());
        let authority = match uri.port_u16() {
            Some(port) => format!("{host}:{port}"),
            None if said == host => format!("{host}:80"),
            None => return Err(BadUrl),
        };
        if said != host && said != authority {
            return Err(BadUrl);
        }
        let path = match uri.path_and_query().map_or("/", |path| path.as_str()) {
            "/" | "" => protocol::PATH,
            path => path,
        };
        let uri = format!("ws://{authority}{path}").parse().map_err(|_| BadUrl)?;
        Ok(ServerUrl { uri, authority })
    }
}

impl fmt::Display for ServerUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.uri.fmt(f)
    }
}

impl fmt::Display for BadUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a server is named ws://HOST:PORT/ws (wss:// is not spoken here)")
    }
}

impl std::error::Error for BadUrl {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_and_completed() {
        for (text, whole) in [
            ("ws://127.0.0.1:9000/ws", "ws://127.0.0.1:9000/ws"),
            ("ws://127.0.0.1:9000", "ws://127.0.0.1:9000/ws"),
            ("ws://localhost/", "ws://localhost:80/ws"),
            ("ws://[::1]:9000/ws?x=1", "ws://[::1]:9000/ws?x=1"),
        ] {
            assert_eq!(text.parse::<ServerUrl>().unwrap().to_string(), whole);
        }
        for text in [
            "",
            "localhost:9000",
            "http://a/ws",
            "wss://a/ws",
            "ws://",
            "ws:///ws",
            "ws://a:x",
            "ws://a:70000",
            "ws://u@a:1",
        ] {
            assert_eq!(text.parse::<ServerUrl>(), Err(BadUrl), "{text}");
        }
    }
}
