//! The way to one client: their own socket, or the link to the front that has it.

use std::io;
use std::task::{Context, Poll};

use tokio::io::ReadBuf;

use crate::net::link::LinkedTransport;
#[cfg(test)]
use crate::net::pipe::PipeEnd;
use crate::net::socket_transport::{SocketTransport, Stream};

/// The way to one client.
#[derive(Debug)]
pub(crate) enum Transport {
    Socket(SocketTransport),
    Link(LinkedTransport),
    /// In a simulation.
    #[cfg(test)]
    Pipe(PipeEnd),
}

impl From<Stream> for Transport {
    fn from(stream: Stream) -> Transport {
        Transport::Socket(stream.into())
    }
}

impl From<LinkedTransport> for Transport {
    fn from(linked: LinkedTransport) -> Transport {
        Transport::Link(linked)
    }
}

#[cfg(test)]
impl From<PipeEnd> for Transport {
    fn from(pipe: PipeEnd) -> Transport {
        Transport::Pipe(pipe)
    }
}

impl Transport {
    /// Writes as much as is accepted at once, and returns how much. A link accepts everything.
    pub(crate) fn try_write(&self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Transport::Socket(socket) => socket.try_write(bytes),
            Transport::Link(link) => link.send(bytes).map(|()| bytes.len()),
            #[cfg(test)]
            Transport::Pipe(pipe) => pipe.try_write(bytes),
        }
    }

    /// Writes what TLS holds back; returns true when nothing is left.
    pub(crate) fn try_flush(&self) -> io::Result<bool> {
        match self {
            Transport::Socket(socket) => socket.try_flush(),
            Transport::Link(_) => Ok(true),
            #[cfg(test)]
            Transport::Pipe(_) => Ok(true),
        }
    }

    /// Whether everything that was accepted has gone to the socket.
    pub(crate) fn is_clear(&self) -> bool {
        match self {
            Transport::Socket(socket) => socket.is_clear(),
            Transport::Link(_) => true,
            #[cfg(test)]
            Transport::Pipe(_) => true,
        }
    }

    /// Whether the client has closed their side, even if some of their input is still unread.
    pub(crate) fn has_ended(&self) -> bool {
        match self {
            Transport::Socket(socket) => socket.has_ended(),
            Transport::Link(link) => link.has_ended(),
            #[cfg(test)]
            Transport::Pipe(pipe) => pipe.has_ended(),
        }
    }

    /// Ready when more may be accepted.
    pub(crate) fn poll_writable(&self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self {
            Transport::Socket(socket) => socket.poll_writable(cx),
            Transport::Link(_) => Poll::Ready(Ok(())),
            #[cfg(test)]
            Transport::Pipe(pipe) => pipe.poll_writable(cx),
        }
    }

    /// Signals the end of output, and reads off at most this much of what the client still sends.
    pub(crate) async fn end(&self, most: usize) {
        match self {
            Transport::Socket(socket) => {
                socket.end();
                socket.read_off(most).await;
            }
            Transport::Link(_) => {}
            #[cfg(test)]
            Transport::Pipe(pipe) => pipe.finish(),
        }
    }

    /// Reads from the socket. What comes over a link is read as messages, by its session.
    pub(crate) fn poll_read(
        &self,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        match self {
            Transport::Socket(socket) => socket.poll_read(cx, buffer),
            Transport::Link(_) => Poll::Ready(Ok(())),
            #[cfg(test)]
            Transport::Pipe(pipe) => pipe.poll_some(cx, buffer),
        }
    }
}
