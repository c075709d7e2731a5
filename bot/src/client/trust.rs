//! The certificate authorities that a client trusts.

use std::fmt;
use std::io;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{self, ClientConfig, RootCertStore};

/// The authorities trusted to vouch for a server's name.
#[derive(Clone)]
pub struct Trust(TlsConnector);

impl Trust {
    /// Trusts the authorities in a PEM file, and no others.
    ///
    /// # Errors
    /// When the file cannot be read or contains no certificate.
    pub fn in_file(file: &Path) -> io::Result<Trust> {
        let read = CertificateDer::pem_file_iter(file).and_then(Iterator::collect);
        Trust::new(read.map_err(io::Error::other)?)
    }

    /// The authorities that this machine trusts.
    fn usual() -> io::Result<Trust> {
        static USUAL: OnceLock<Option<Trust>> = OnceLock::new();
        let read = || Trust::new(rustls_native_certs::load_native_certs().certs).ok();
        let none = || io::Error::other("this machine knows no certificate authority");
        USUAL.get_or_init(read).clone().ok_or_else(none)
    }

    fn new(authorities: Vec<CertificateDer<'static>>) -> io::Result<Trust> {
        let mut roots = RootCertStore::empty();
        if roots.add_parsable_certificates(authorities).0 == 0 {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "no certificate in it"));
        }
        let config = ClientConfig::builder_with_provider(Arc::new(default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(io::Error::other)?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Trust(Arc::new(config).into()))
    }
}

impl fmt::Debug for Trust {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Trust")
    }
}

/// Performs the TLS handshake with the server of this name.
pub(crate) async fn seal(
    trust: Option<&Trust>,
    host: &str,
    tcp: TcpStream,
) -> io::Result<TlsStream<TcpStream>> {
    let trust = trust.map_or_else(Trust::usual, |trust| Ok(trust.clone()))?;
    // In a URL an IPv6 address is in brackets.
    let bare = host.trim_start_matches('[').trim_end_matches(']').to_owned();
    let name = ServerName::try_from(bare).map_err(io::Error::other)?;
    trust.0.connect(name, tcp).await
}

/// Whether a connection failed because no trusted authority vouches for the server.
pub(crate) fn is_missing(error: &io::Error) -> bool {
    let inner = error.get_ref().and_then(|inner| inner.downcast_ref());
    matches!(inner, Some(rustls::Error::InvalidCertificate(_)))
}
