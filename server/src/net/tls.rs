//! TLS, for a server with its own certificate instead of a proxy's.

use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::pem::{self, PemObject};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{self, ServerConfig};
use tokio_rustls::server::TlsStream;

/// A certificate that proves the server's name. It can be replaced while connections last; clones
/// share it.
#[derive(Clone)]
pub struct TlsCertificate(Arc<RwLock<TlsAcceptor>>);

/// The certificate cannot be read or used.
#[derive(Debug, thiserror::Error)]
pub enum BadTlsCertificate {
    /// A file is missing, or is not a PEM file with the required content.
    #[error("cannot read {0}")]
    Unreadable(PathBuf, #[source] pem::Error),
    /// The certificate and the key do not match, or cannot be used.
    #[error("the certificate cannot be used with the key")]
    Unusable(#[from] rustls::Error),
}

impl TlsCertificate {
    /// Reads a chain of certificates, the server's own first, and its key, both in PEM.
    ///
    /// # Errors
    /// When a file cannot be read, or the key does not match.
    pub fn read(chain: &Path, key: &Path) -> Result<TlsCertificate, BadTlsCertificate> {
        Ok(TlsCertificate(Arc::new(RwLock::new(acceptor(chain, key)?))))
    }

    /// Reads both files again, for all handshakes from now on.
    ///
    /// # Errors
    /// As for [`read`](TlsCertificate::read); the old certificate then stays.
    pub fn read_again(&self, chain: &Path, key: &Path) -> Result<(), BadTlsCertificate> {
        let acceptor = acceptor(chain, key)?;
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = acceptor;
        Ok(())
    }

    pub(crate) async fn shake_hands(
        &self,
        tcp: TcpStream,
    ) -> std::io::Result<TlsStream<TcpStream>> {
        let acceptor = self.0.read().unwrap_or_else(PoisonError::into_inner).clone();
        acceptor.accept(tcp).await
    }
}

fn acceptor(chain: &Path, key: &Path) -> Result<TlsAcceptor, BadTlsCertificate> {
    let unreadable = |file: &Path| {
        let file = file.to_owned();
        |error| BadTlsCertificate::Unreadable(file, error)
    };
    let certificates = CertificateDer::pem_file_iter(chain)
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .map_err(unreadable(chain))?;
    let key = PrivateKeyDer::from_pem_file(key).map_err(unreadable(key))?;
    let mut config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_single_cert(certificates, key)?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(Arc::new(config).into())
}

/// What an address is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entrance {
    /// For everybody.
    Public,
    /// Only for what tells of the server's health. Then no other has the metrics.
    Monitoring,
    /// For the other servers on the same database.
    Fronts,
}

/// An address where clients connect; with a certificate they use TLS. Clones share it.
#[derive(Clone)]
pub struct ListenEndpoint {
    pub(crate) listener: Arc<TcpListener>,
    pub(crate) certificate: Option<TlsCertificate>,
    pub(crate) entrance: Entrance,
}

impl ListenEndpoint {
    /// Creates an entrance where all connections use TLS.
    pub fn tls(listener: TcpListener, certificate: TlsCertificate) -> ListenEndpoint {
        let certificate = Some(certificate);
        ListenEndpoint { certificate, ..ListenEndpoint::from(listener) }
    }

    /// Creates an entrance for the operator's monitoring alone.
    pub fn monitoring(listener: TcpListener) -> ListenEndpoint {
        ListenEndpoint { entrance: Entrance::Monitoring, ..ListenEndpoint::from(listener) }
    }

    /// Creates an entrance for the other servers on the same database, on an inside network.
    pub fn fronts(listener: TcpListener) -> ListenEndpoint {
        ListenEndpoint { entrance: Entrance::Fronts, ..ListenEndpoint::from(listener) }
    }
}

impl From<TcpListener> for ListenEndpoint {
    fn from(listener: TcpListener) -> ListenEndpoint {
        let (listener, entrance) = (Arc::new(listener), Entrance::Public);
        ListenEndpoint { listener, certificate: None, entrance }
    }
}
