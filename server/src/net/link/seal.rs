//! How the two sides of a link prove themselves. Each leader makes a certificate and a secret of its
//! own, which the others read in the database: so there is nothing to set up, and whoever cannot
//! read the database can neither take a leader's place on the network, nor come as a front, nor
//! overhear anything.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use protocol::Secret;
use rand::RngExt;
use rcgen::{CertifiedKey, generate_simple_self_signed};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivatePkcs8KeyDer, ServerName};
use tokio_rustls::rustls::version::TLS13;
use tokio_rustls::rustls::{ClientConfig, RootCertStore, ServerConfig};
use tokio_rustls::{TlsAcceptor, TlsConnector, client, server};

use super::{GREETING, LinkPurpose};

/// The name in every leader's certificate.
const NAME: &str = "leader";

/// What a front needs to know of a leader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LinkCredentials {
    /// What fronts prove themselves with.
    pub(crate) secret: Secret,
    /// What the leader proves itself with.
    pub(crate) certificate: CertificateDer<'static>,
}

/// What a leader proves itself with, and what it asks of fronts.
#[derive(Clone)]
pub(crate) struct LinkKey {
    credentials: LinkCredentials,
    acceptor: TlsAcceptor,
}

impl LinkKey {
    /// Makes a new one.
    ///
    /// # Errors
    /// When the system has no randomness.
    pub(crate) fn new() -> io::Result<LinkKey> {
        let made = generate_simple_self_signed([NAME.to_owned()]).map_err(io::Error::other)?;
        let CertifiedKey { cert, signing_key } = made;
        let certificate = cert.der().clone();
        let key = PrivatePkcs8KeyDer::from(signing_key.serialize_der());
        let config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
            .with_protocol_versions(&[&TLS13])
            .map_err(io::Error::other)?
            .with_no_client_auth()
            .with_single_cert(vec![certificate.clone()], key.into())
            .map_err(io::Error::other)?;
        let secret = Secret::new(rand::rng().random());
        let credentials = LinkCredentials { secret, certificate };
        Ok(LinkKey { credentials, acceptor: Arc::new(config).into() })
    }

    /// What fronts need to know.
    pub(crate) fn credentials(&self) -> &LinkCredentials {
        &self.credentials
    }

    /// Reads how a connection begins.
    ///
    /// # Errors
    /// When it is not a front's, or one of another version.
    pub(crate) async fn accept(
        &self,
        tcp: TcpStream,
    ) -> io::Result<(server::TlsStream<TcpStream>, LinkPurpose)> {
        tcp.set_nodelay(true)?;
        let mut tls = self.acceptor.accept(tcp).await?;
        let purpose = welcome(&mut tls, &self.credentials.secret).await?;
        Ok((tls, purpose))
    }
}

impl std::fmt::Debug for LinkKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("LinkKey").field(&self.credentials).finish()
    }
}

/// Reads what a front begins with, over a connection that nobody else hears.
///
/// # Errors
/// When it is not a front of the leader with this secret, or one of another version.
pub(crate) async fn welcome(
    stream: &mut (impl AsyncRead + Unpin),
    secret: &Secret,
) -> io::Result<LinkPurpose> {
    let (mut greeting, mut said) = ([0; GREETING.len()], [0; 32]);
    stream.read_exact(&mut greeting).await?;
    let purpose = stream.read_u8().await?;
    stream.read_exact(&mut said).await?;
    let purposes = [LinkPurpose::Sessions, LinkPurpose::Http];
    let purpose = purposes.into_iter().find(|known| *known as u8 == purpose);
    let is_known = greeting == *GREETING && Secret::new(said) == *secret;
    match purpose {
        Some(purpose) if is_known => Ok(purpose),
        _ => Err(io::Error::new(io::ErrorKind::PermissionDenied, "no front of this leader")),
    }
}

/// Says what a front begins with.
///
/// # Errors
/// When the connection breaks.
pub(crate) async fn greet(
    stream: &mut (impl AsyncWrite + Unpin),
    secret: &Secret,
    purpose: LinkPurpose,
) -> io::Result<()> {
    let mut said = GREETING.to_vec();
    said.push(purpose as u8);
    said.extend_from_slice(secret.bytes());
    stream.write_all(&said).await?;
    stream.flush().await
}

/// Begins a connection to a leader.
///
/// # Errors
/// When nobody listens there, or it is not this leader.
pub(crate) async fn connect(
    address: SocketAddr,
    to: &LinkCredentials,
    purpose: LinkPurpose,
) -> io::Result<client::TlsStream<TcpStream>> {
    let mut tls = handshake(address, to).await?;
    greet(&mut tls, &to.secret, purpose).await?;
    Ok(tls)
}

/// Connects to a leader, which proves itself.
pub(super) async fn handshake(
    address: SocketAddr,
    to: &LinkCredentials,
) -> io::Result<client::TlsStream<TcpStream>> {
    let mut known = RootCertStore::empty();
    known.add(to.certificate.clone()).map_err(io::Error::other)?;
    let config = ClientConfig::builder_with_provider(Arc::new(default_provider()))
        .with_protocol_versions(&[&TLS13])
        .map_err(io::Error::other)?
        .with_root_certificates(known)
        .with_no_client_auth();
    let name = ServerName::try_from(NAME).expect("it is a name");
    let tcp = TcpStream::connect(address).await?;
    tcp.set_nodelay(true)?;
    TlsConnector::from(Arc::new(config)).connect(name, tcp).await
}
