//! One request to a push service (RFC 8030), written by hand: a POST over TLS to an address that was
//! checked, with a bound on its time and on what is read of the answer. No redirect is followed.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpStream, lookup_host};
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use super::public_address::is_public;

/// How long one request may take, from the name's address to the answer.
const TIMEOUT: Duration = Duration::from_secs(10);
/// How much of the answer is read: its first line.
const MOST_ANSWER_BYTES: usize = 512;

/// A request.
pub(super) struct PushRequest<'a> {
    pub(super) host: &'a str,
    pub(super) path: &'a str,
    pub(super) authorization: &'a str,
    /// How long the push service may keep it, in seconds.
    pub(super) ttl: u32,
    /// A later one with the same topic replaces an earlier one: 32 characters of base64url.
    pub(super) topic: &'a str,
    pub(super) body: &'a [u8],
}

/// What reaches push services.
pub(super) struct PushServices {
    tls: TlsConnector,
    /// For tests: every host is here.
    #[cfg(test)]
    fixed: Option<SocketAddr>,
}

impl PushServices {
    /// Trusts the system's certificates.
    pub(super) fn new() -> io::Result<PushServices> {
        PushServices::trusting(rustls_native_certs::load_native_certs().certs)
    }

    fn trusting(certs: Vec<CertificateDer<'static>>) -> io::Result<PushServices> {
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(certs);
        let config = ClientConfig::builder_with_provider(Arc::new(default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(io::Error::other)?
            .with_root_certificates(roots)
            .with_no_client_auth();
        let tls = TlsConnector::from(Arc::new(config));
        Ok(PushServices {
            tls,
            #[cfg(test)]
            fixed: None,
        })
    }

    /// Finds every host at this address.
    #[cfg(test)]
    pub(super) fn to(at: SocketAddr, cert: CertificateDer<'static>) -> PushServices {
        let services = PushServices::trusting(vec![cert]).expect("a certificate");
        PushServices { fixed: Some(at), ..services }
    }

    /// Sends a request; returns the status of the answer.
    pub(super) async fn send(&self, request: &PushRequest<'_>) -> io::Result<u16> {
        let late = |_| io::Error::from(io::ErrorKind::TimedOut);
        timeout(TIMEOUT, self.exchange(request)).await.map_err(late)?
    }

    async fn exchange(&self, request: &PushRequest<'_>) -> io::Result<u16> {
        let tcp = TcpStream::connect(self.address(request.host).await?).await?;
        let name = ServerName::try_from(request.host.to_owned()).map_err(io::Error::other)?;
        let mut tls = self.tls.connect(name, tcp).await?;
        let head = format!(
            "POST {} HTTP/1.1\r\nHost: {}\r\nAuthorization: {}\r\nContent-Encoding: aes128gcm\r\n\
             Content-Type: application/octet-stream\r\nContent-Length: {}\r\nTTL: {}\r\nTopic: {}\r\n\
             Urgency: high\r\nConnection: close\r\n\r\n",
            request.path,
            request.host,
            request.authorization,
            request.body.len(),
            request.ttl,
            request.topic,
        );
        tls.write_all(&[head.as_bytes(), request.body].concat()).await?;
        tls.flush().await?;
        let mut answer = Vec::with_capacity(MOST_ANSWER_BYTES);
        let mut line = tls.take(MOST_ANSWER_BYTES as u64);
        while !answer.contains(&b'\r') && line.read_buf(&mut answer).await? > 0 {}
        status(&answer).ok_or_else(|| io::Error::other("that is no answer of a push service"))
    }

    /// Looks up a host. The address found is the one that is connected to, so nothing can change in
    /// between.
    async fn address(&self, host: &str) -> io::Result<SocketAddr> {
        #[cfg(test)]
        if let Some(fixed) = self.fixed {
            return Ok(fixed);
        }
        let mut found = lookup_host((host, 443)).await?;
        let public = found.find(|at| is_public(at.ip()));
        public.ok_or_else(|| io::Error::other("the host has no public address"))
    }
}

/// The status in the first line of an answer.
fn status(answer: &[u8]) -> Option<u16> {
    let line = answer.split(|&byte| byte == b'\r').next()?;
    let rest = line.strip_prefix(b"HTTP/1.1 ")?;
    std::str::from_utf8(rest.get(..3)?).ok()?.parse().ok()
}

impl std::fmt::Debug for PushServices {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PushServices(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_status_is_read_and_nothing_else_is_believed() {
        assert_eq!(status(b"HTTP/1.1 201 Created\r\nLocation: x"), Some(201));
        for other in [&b""[..], b"HTTP/1.1 20", b"SSH-2.0-x\r\n", b"HTTP/1.1 abc\r\n"] {
            assert_eq!(status(other), None);
        }
    }

    #[tokio::test]
    async fn a_host_in_the_own_network_is_not_reached() {
        let services = PushServices::trusting(Vec::new()).expect("no certificates");
        let request = PushRequest {
            host: "localhost",
            path: "/",
            authorization: "",
            ttl: 1,
            topic: "",
            body: b"",
        };
        let refused = services.send(&request).await.expect_err("loopback");
        assert_eq!(refused.to_string(), "the host has no public address");
    }
}
