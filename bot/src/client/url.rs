//! The address of a server.

use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;
use std::{fmt, io};

use tokio::net::{TcpSocket, TcpStream};
use tokio_rustls::client::TlsStream;
use tokio_tungstenite::tungstenite::http::Uri;
use tokio_util::either::Either;

use super::trust::{self, Trust};

/// A connection, plain or TLS.
pub type ClientStream = Either<TcpStream, Box<TlsStream<TcpStream>>>;

/// The scheme of a server that speaks TLS.
const SEALED: &str = "wss";

/// The address of a server's WebSocket endpoint: `ws://HOST:PORT/ws`, or `wss`
/// where it speaks TLS.
///
/// ```
/// use bot::ServerUrl;
///
/// let url: ServerUrl = "ws://127.0.0.1:7070/ws".parse()?;
/// assert_eq!(url.authority(), "127.0.0.1:7070");
/// assert!("http://127.0.0.1".parse::<ServerUrl>().is_err());
/// # Ok::<(), bot::BadUrl>(())
/// ```
#[derive(Clone, Debug)]
pub struct ServerUrl {
    uri: Uri,
    host: String,
    authority: String,
    trust: Option<Trust>,
}

/// The text is not a valid server address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadUrl;

impl ServerUrl {
    /// The same server, with these certificate authorities trusted and no others.
    pub fn trusting(self, trust: Trust) -> ServerUrl {
        ServerUrl { trust: Some(trust), ..self }
    }

    /// Connects, from this local address if one is given; uses TLS if the scheme says so.
    ///
    /// # Errors
    /// When nothing answers at the address, or the server is not trusted.
    pub async fn connect(&self, from: Option<IpAddr>) -> io::Result<ClientStream> {
        let tcp = match from {
            None => TcpStream::connect(&self.authority).await,
            Some(from) => connect_from(from, &self.authority).await,
        }?;
        // A move is one small packet: it must not wait for the next.
        tcp.set_nodelay(true)?;
        if self.uri.scheme_str() != Some(SEALED) {
            return Ok(ClientStream::Left(tcp));
        }
        let tls = trust::seal(self.trust.as_ref(), &self.host, tcp).await?;
        Ok(ClientStream::Right(Box::new(tls)))
    }

    /// The address as the handshake needs it.
    pub(crate) fn uri(&self) -> &Uri {
        &self.uri
    }

    /// `HOST:PORT`.
    pub fn authority(&self) -> &str {
        &self.authority
    }
}

/// Connects from one of this machine's addresses: each has about 28,000 ports, and a server may
/// limit the connections per address.
async fn connect_from(from: IpAddr, authority: &str) -> io::Result<TcpStream> {
    let mut last = io::Error::from(io::ErrorKind::NotFound);
    for to in tokio::net::lookup_host(authority).await? {
        let socket = match to {
            SocketAddr::V4(_) => TcpSocket::new_v4()?,
            SocketAddr::V6(_) => TcpSocket::new_v6()?,
        };
        socket.bind(SocketAddr::new(from, 0))?;
        match socket.connect(to).await {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}

impl From<SocketAddr> for ServerUrl {
    fn from(at: SocketAddr) -> ServerUrl {
        let uri = format!("ws://{at}{}", protocol::PATH).parse();
        ServerUrl {
            uri: uri.expect("a socket address is an authority"),
            host: at.ip().to_string(),
            authority: at.to_string(),
            trust: None,
        }
    }
}

impl FromStr for ServerUrl {
    type Err = BadUrl;

    /// The path may be omitted; the default is the protocol's.
    fn from_str(text: &str) -> Result<ServerUrl, BadUrl> {
        let uri: Uri = text.parse().map_err(|_| BadUrl)?;
        let host = uri.host().filter(|host| !host.is_empty()).ok_or(BadUrl)?;
        let (scheme, port) = match uri.scheme_str() {
            Some("ws") => ("ws", 80),
            Some(SEALED) => (SEALED, 443),
            _ => return Err(BadUrl),
        };
        // The parser accepts a bad port and a user name.
        let said = uri.authority().map_or("", |authority| authority.as_str());
        let authority = match uri.port_u16() {
            Some(said) => format!("{host}:{said}"),
            None => format!("{host}:{port}"),
        };
        if said != host && said != authority {
            return Err(BadUrl);
        }
        let path = match uri.path_and_query().map_or("/", |path| path.as_str()) {
            "/" | "" => protocol::PATH,
            path => path,
        };
        let whole = format!("{scheme}://{authority}{path}").parse().map_err(|_| BadUrl)?;
        Ok(ServerUrl { host: host.to_owned(), uri: whole, authority, trust: None })
    }
}

impl fmt::Display for ServerUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.uri.fmt(f)
    }
}

impl fmt::Display for BadUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a server is named ws://HOST:PORT/ws or wss://HOST:PORT/ws")
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
            ("wss://localhost", "wss://localhost:443/ws"),
            ("wss://nim.example:9000/ws", "wss://nim.example:9000/ws"),
        ] {
            assert_eq!(text.parse::<ServerUrl>().unwrap().to_string(), whole);
        }
        for text in [
            "",
            "localhost:9000",
            "http://a/ws",
            "https://a/ws",
            "ws://",
            "ws:///ws",
            "ws://a:x",
            "ws://a:70000",
            "ws://u@a:1",
        ] {
            assert!(text.parse::<ServerUrl>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_socket_address_is_an_address_of_a_server() {
        for (at, whole, host) in [
            ("127.0.0.1:9000", "ws://127.0.0.1:9000/ws", "127.0.0.1"),
            ("[::1]:80", "ws://[::1]:80/ws", "::1"),
        ] {
            let url = ServerUrl::from(at.parse::<SocketAddr>().unwrap());
            assert_eq!((url.to_string().as_str(), url.authority()), (whole, at));
            assert_eq!((url.uri().to_string().as_str(), &*url.host), (whole, host));
        }
        assert_eq!(BadUrl.to_string(), "a server is named ws://HOST:PORT/ws or wss://HOST:PORT/ws");
    }

    #[tokio::test]
    async fn a_connection_comes_from_the_address_that_was_chosen() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = ServerUrl::from(listener.local_addr().unwrap());
        for from in [None, Some("127.0.0.3")] {
            let from = from.map(|from| from.parse().unwrap());
            let (ours, theirs) = tokio::join!(url.connect(from), listener.accept());
            let Ok(ClientStream::Left(ours)) = ours else { panic!("not sealed") };
            assert!(ours.nodelay().unwrap());
            let seen = theirs.unwrap().1.ip();
            assert_eq!(seen, from.unwrap_or("127.0.0.1".parse().unwrap()));
        }
        // Of the other family, which cannot reach it.
        assert!(url.connect(Some("::1".parse().unwrap())).await.is_err());
        drop(listener);
        for from in [None, Some("127.0.0.3".parse().unwrap())] {
            let refused = url.connect(from).await.err().map(|error| error.kind());
            assert_eq!(refused, Some(io::ErrorKind::ConnectionRefused));
        }
    }
}
