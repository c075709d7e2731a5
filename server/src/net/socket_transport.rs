//! The incoming and outgoing bytes of one connection, plain or over TLS. Nothing here blocks: a
//! sender writes what the socket accepts at once, from whichever thread it is on.

use std::io::{self, IoSlice, Read, Write};
use std::net::Shutdown;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};

use futures::FutureExt;
use socket2::SockRef;
use tokio::io::{Interest, ReadBuf};
use tokio::net::TcpStream;
use tokio_rustls::rustls::ServerConnection;
use tokio_rustls::server::TlsStream;
use tokio_util::either::Either;

/// A connection as the HTTP library sees it.
pub(crate) type Stream = Either<TcpStream, Box<TlsStream<TcpStream>>>;

/// The maximum number of bytes that TLS may hold back because the socket is full: one record.
const MAX_HELD: usize = 16 * 1024;

/// A connection that has been taken back from the HTTP library.
#[derive(Debug)]
pub(crate) struct SocketTransport {
    tcp: TcpStream,
    /// Behind a lock, because reading may produce output.
    seal: Option<Box<Mutex<ServerConnection>>>,
}

impl From<Stream> for SocketTransport {
    fn from(stream: Stream) -> SocketTransport {
        match stream {
            Either::Left(tcp) => SocketTransport { tcp, seal: None },
            Either::Right(tls) => {
                let (tcp, mut seal) = tls.into_inner();
                seal.set_buffer_limit(Some(MAX_HELD));
                SocketTransport { tcp, seal: Some(Box::new(Mutex::new(seal))) }
            }
        }
    }
}

impl SocketTransport {
    /// Writes as much as the socket accepts at once, and returns how much. A full socket accepts
    /// nothing.
    pub(crate) fn try_write(&self, bytes: &[u8]) -> io::Result<usize> {
        let Some(seal) = &self.seal else {
            return none_if_full(self.tcp.try_write(bytes));
        };
        let (mut seal, mut taken) = (lock(seal), 0);
        while self.push(&mut seal)? && taken < bytes.len() {
            taken += seal.writer().write(&bytes[taken..])?;
        }
        Ok(taken)
    }

    /// Writes what TLS holds back; returns true when nothing is left.
    pub(crate) fn try_flush(&self) -> io::Result<bool> {
        self.seal.as_ref().map_or(Ok(true), |seal| self.push(&mut lock(seal)))
    }

    /// Whether everything that was accepted has gone to the socket.
    pub(crate) fn is_clear(&self) -> bool {
        self.seal.as_ref().is_none_or(|seal| !lock(seal).wants_write())
    }

    /// Whether the client has closed its side, even if some of its input is still unread.
    pub(crate) fn has_ended(&self) -> bool {
        let ready = self.tcp.ready(Interest::READABLE).now_or_never();
        matches!(ready, Some(Ok(ready)) if ready.is_read_closed())
    }

    /// Ready when the socket may accept more.
    pub(crate) fn poll_writable(&self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.tcp.poll_write_ready(cx)
    }

    /// Signals the end of output, if everything else has been written.
    pub(crate) fn end(&self) {
        if let Some(seal) = &self.seal {
            let mut seal = lock(seal);
            seal.send_close_notify();
            // A courtesy: if the socket is full or broken, the notice is skipped.
            let _ = self.push(&mut seal);
        }
        // An error here means that the client has already gone.
        let _ = SockRef::from(&self.tcp).shutdown(Shutdown::Write);
    }

    /// Reads and discards until the client has closed its side too, or this much was read.
    pub(crate) async fn read_off(&self, mut most: usize) {
        // On the heap: in the future, every connection would reserve space for it all its life.
        let mut buffer = vec![0; 4096];
        while most > 0 && self.tcp.readable().await.is_ok() {
            match self.tcp.try_read(&mut buffer) {
                Ok(0) => return,
                Ok(n) => most = most.saturating_sub(n),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(_) => return,
            }
        }
    }

    pub(crate) fn poll_read(
        &self,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            let read = match &self.seal {
                None => {
                    ready!(self.tcp.poll_read_ready(cx))?;
                    read_all_there_is(&self.tcp, buffer.initialize_unfilled())
                }
                Some(seal) => {
                    let mut seal = lock(seal);
                    match seal.reader().read(buffer.initialize_unfilled()) {
                        Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                            ready!(self.tcp.poll_read_ready(cx))?;
                            self.pull(&mut seal).and(Err(error))
                        }
                        read => read,
                    }
                }
            };
            match read {
                Ok(read) => {
                    buffer.advance(read);
                    return Poll::Ready(Ok(()));
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
    }

    /// Passes to TLS what the socket has received.
    fn pull(&self, seal: &mut ServerConnection) -> io::Result<()> {
        none_if_full(seal.read_tls(&mut Now(&self.tcp)))?;
        let opened = seal.process_new_packets();
        // TLS's own answers; what the socket does not accept now is sent with the next write.
        self.push(seal)?;
        opened.map(drop).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
    }

    /// Passes to the socket what TLS holds back; returns whether all of it was written.
    fn push(&self, seal: &mut ServerConnection) -> io::Result<bool> {
        while seal.wants_write() {
            if none_if_full(seal.write_tls(&mut Now(&self.tcp)))? == 0 {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Reads what the socket has received. If that did not fill the space, the socket is empty now and
/// is marked so, as its `AsyncRead` does: asking it once more would double the system calls per
/// message.
fn read_all_there_is(tcp: &TcpStream, space: &mut [u8]) -> io::Result<usize> {
    let mut read = 0;
    let result = tcp.try_io(Interest::READABLE, || {
        read = (&*SockRef::from(tcp)).read(space)?;
        match (1..space.len()).contains(&read) {
            true => Err(io::ErrorKind::WouldBlock.into()),
            false => Ok(()),
        }
    });
    if read > 0 { Ok(read) } else { result.map(|()| 0) }
}

/// The socket for a library that handles `WouldBlock`.
struct Now<'a>(&'a TcpStream);

impl Read for Now<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.try_read(buffer)
    }
}

impl Write for Now<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.try_write(bytes)
    }

    fn write_vectored(&mut self, parts: &[IoSlice<'_>]) -> io::Result<usize> {
        self.0.try_write_vectored(parts)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn none_if_full(result: io::Result<usize>) -> io::Result<usize> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(0),
        result => result,
    }
}

fn lock(seal: &Mutex<ServerConnection>) -> MutexGuard<'_, ServerConnection> {
    // After a panic inside TLS the connection is one that the other side refuses.
    seal.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::sync::Arc;

    use rcgen::{CertifiedKey, generate_simple_self_signed};
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;
    use tokio_rustls::rustls::pki_types::PrivateKeyDer;
    use tokio_rustls::rustls::{ClientConfig, RootCertStore, ServerConfig};
    use tokio_rustls::{TlsAcceptor, TlsConnector, client};

    use super::*;

    /// More than the buffers of a loopback socket hold.
    const MUCH: usize = 16 << 20;

    #[test]
    fn only_a_full_socket_takes_nothing() {
        let result = |kind: io::ErrorKind| none_if_full(Err(kind.into()));
        assert_eq!(result(io::ErrorKind::WouldBlock).expect("full"), 0);
        assert!(result(io::ErrorKind::BrokenPipe).is_err());
        assert_eq!(none_if_full(Ok(7)).expect("written"), 7);
    }

    async fn sealed() -> (SocketTransport, client::TlsStream<TcpStream>) {
        let CertifiedKey { cert, signing_key } =
            generate_simple_self_signed(["nim.test".to_owned()]).expect("a name");
        let key = PrivateKeyDer::Pkcs8(signing_key.serialize_der().into());
        let server = ServerConfig::builder()
            .with_no_client_auth()
            .with_single_cert(vec![cert.der().clone()], key)
            .expect("they belong together");
        let mut roots = RootCertStore::empty();
        roots.add(cert.der().clone()).expect("a certificate");
        let client = ClientConfig::builder().with_root_certificates(roots).with_no_client_auth();
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let at = listener.local_addr().expect("bound");
        let accept = async {
            let (tcp, _) = listener.accept().await.expect("a client");
            TlsAcceptor::from(Arc::new(server)).accept(tcp).await.expect("a handshake")
        };
        let connect = async {
            let tcp = TcpStream::connect(at).await.expect("a server");
            let name = "nim.test".try_into().expect("a name");
            TlsConnector::from(Arc::new(client)).connect(name, tcp).await.expect("a handshake")
        };
        let (server, client) = tokio::join!(accept, connect);
        (Stream::Right(Box::new(server)).into(), client)
    }

    fn byte(n: usize) -> u8 {
        (n % 251) as u8
    }

    #[tokio::test]
    async fn bytes_refused_by_a_full_tls_socket_are_neither_lost_nor_duplicated() {
        let (transport, mut client) = sealed().await;
        let all: Vec<u8> = (0..MUCH).map(byte).collect();
        let mut written = 0;
        let mut full = 0;
        let mut read = vec![0; MUCH];
        let mut heard = 0;
        while heard < MUCH {
            let taken = transport.try_write(&all[written..(written + 100_000).min(MUCH)]);
            let taken = taken.expect("it is open");
            written += taken;
            if taken == 0 {
                full += 1;
                let some = heard + (MUCH - heard).min(1 << 20);
                heard += client.read(&mut read[heard..some]).await.expect("it is open");
                transport.try_flush().expect("it is open");
            }
        }
        assert!(full > 0, "it was never full");
        assert!(transport.is_clear() && read == all);
        transport.end();
        assert_eq!(client.read(&mut read).await.expect("a clean end"), 0);
    }

    /// Covers reads that fill the space and reads that do not.
    #[tokio::test]
    async fn a_plain_stream_reads_what_was_written() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let at = listener.local_addr().expect("bound");
        let (client, accepted) = tokio::join!(TcpStream::connect(at), listener.accept());
        let (mut client, (server, _)) = (client.expect("a server"), accepted.expect("a client"));
        let transport = SocketTransport::from(Stream::Left(server));
        for length in [1, 99, 100, 101, 200, 1_000] {
            let said: Vec<u8> = (0..length).map(byte).collect();
            client.write_all(&said).await.expect("it is open");
            let mut heard = Vec::new();
            while heard.len() < length {
                let mut space = [0; 100];
                let mut buffer = ReadBuf::new(&mut space);
                poll_fn(|cx| transport.poll_read(cx, &mut buffer)).await.expect("it is open");
                heard.extend_from_slice(buffer.filled());
            }
            assert_eq!(heard, said);
        }
        drop(client);
        let mut space = [0; 100];
        let mut buffer = ReadBuf::new(&mut space);
        poll_fn(|cx| transport.poll_read(cx, &mut buffer)).await.expect("a clean end");
        assert!(buffer.filled().is_empty());
    }

    #[tokio::test]
    async fn a_tls_stream_reads_what_was_written() {
        let (transport, mut client) = sealed().await;
        let all: Vec<u8> = (0..1 << 20).map(byte).collect();
        let say = async {
            client.write_all(&all).await.expect("it is open");
            client.shutdown().await.expect("it is open");
        };
        let hear = async {
            let mut heard = Vec::new();
            loop {
                let mut space = [0; 1000];
                let mut buffer = ReadBuf::new(&mut space);
                poll_fn(|cx| transport.poll_read(cx, &mut buffer)).await.expect("a clean end");
                if buffer.filled().is_empty() {
                    break heard;
                }
                heard.extend_from_slice(buffer.filled());
            }
        };
        let ((), heard) = tokio::join!(say, hear);
        assert!(heard == all);
    }
}
