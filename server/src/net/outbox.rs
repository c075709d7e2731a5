//! The outgoing side of one client's connection. Senders write straight into the socket; only what
//! a full socket refuses waits here, bounded. So a move reaches both players without waking a task,
//! and a client that does not read holds up nobody.

use std::future::poll_fn;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use futures::task::AtomicWaker;
use protocol::CloseCode;
use protocol::limits::MAX_OUTBOX_BYTES;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::timeout;

use crate::admission::incoming_bytes::{Arriving, IncomingBytes};
use crate::net::frame::Frame;
use crate::net::transport::Transport;

/// How long a closing connection may take to read what it is still sent, and how many bytes of its
/// own input are still read: dropping a socket with unread bytes resets it, and the reset would
/// destroy the close frame.
const LINGER: Duration = Duration::from_secs(1);
const LINGER_BYTES: usize = 1 << 20;

/// The socket of one client and the output that waits for it.
#[derive(Debug)]
pub(crate) struct Outbox {
    transport: Transport,
    waiting: Mutex<WaitingFrames>,
    /// The connection's own task: woken for [`Outbox::poll_pump`] when output begins to wait or the
    /// outbox breaks.
    owner: AtomicWaker,
}

#[derive(Debug, Default)]
struct WaitingFrames {
    bytes: Vec<u8>,
    state: OutboxState,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum OutboxState {
    #[default]
    Open,
    /// The client does not read: the outbox overflowed.
    Overrun,
    /// The server has ended this connection with this code.
    Ending(CloseCode),
    /// The socket is broken, or the last frame has been sent.
    Closed,
}

/// Why nothing can be sent any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Broken {
    /// The client reads too slowly.
    TooSlow,
    /// The connection is gone.
    Gone,
    /// It is to be closed with this code.
    Ended(CloseCode),
}

impl From<Broken> for CloseCode {
    fn from(broken: Broken) -> CloseCode {
        match broken {
            Broken::TooSlow => CloseCode::TooSlow,
            Broken::Gone => CloseCode::Bye,
            Broken::Ended(code) => code,
        }
    }
}

impl WaitingFrames {
    /// Adds bytes, or gives up the client if too many are waiting already.
    fn add(&mut self, bytes: &[u8]) {
        if self.bytes.len() + bytes.len() > MAX_OUTBOX_BYTES {
            *self = WaitingFrames { bytes: Vec::new(), state: OutboxState::Overrun };
        } else {
            self.bytes.extend_from_slice(bytes);
        }
    }
}

impl Outbox {
    pub(crate) fn new(transport: Transport) -> Outbox {
        Outbox { transport, waiting: Mutex::default(), owner: AtomicWaker::new() }
    }

    /// Sends whole frames, now or as soon as the socket accepts them. Never blocks and never fails:
    /// the owner notices a broken outbox.
    pub(crate) fn send(&self, frame: &Frame) {
        self.write(frame.bytes());
    }

    /// Queues a frame for the connection's own task to write. It is used for each of many
    /// spectators, so that the sender makes no system call for them; those of one front share it.
    pub(crate) fn leave(&self, frame: &Frame) {
        match &self.transport {
            #[cfg(test)]
            Transport::Pipe(_) => self.leave_bytes(frame.bytes()),
            Transport::Socket(_) => self.leave_bytes(frame.bytes()),
            Transport::Link(link) => {
                // Behind the lock, so that both ways of sending have one order.
                let waiting = self.lock();
                if waiting.state == OutboxState::Open {
                    link.share(frame);
                }
            }
        }
    }

    /// Sends whole frames that were rendered elsewhere.
    pub(crate) fn pass_on(&self, frames: &[u8]) {
        self.write(frames);
    }

    /// Queues such frames as [`leave`](Outbox::leave) does.
    pub(crate) fn leave_bytes(&self, frames: &[u8]) {
        let mut waiting = self.lock();
        if waiting.state == OutboxState::Open {
            waiting.add(frames);
            drop(waiting);
            self.owner.wake();
        }
    }

    /// Asks the owner to close the connection soon.
    pub(crate) fn end(&self, code: CloseCode) {
        let mut waiting = self.lock();
        if waiting.state == OutboxState::Open {
            waiting.state = OutboxState::Ending(code);
            drop(waiting);
            self.owner.wake();
        }
    }

    /// Whether the client has gone, even if some of its input is still unread.
    pub(crate) fn has_gone(&self) -> bool {
        self.transport.has_ended()
    }

    fn write(&self, bytes: &[u8]) {
        let mut waiting = self.lock();
        if waiting.state != OutboxState::Open {
            return;
        }
        let written = match waiting.bytes.is_empty() {
            true => self.transport.try_write(bytes),
            false => Ok(0),
        };
        let Ok(written) = written else {
            waiting.state = OutboxState::Closed;
            drop(waiting);
            self.owner.wake();
            return;
        };
        let rest = &bytes[written..];
        if rest.is_empty() && self.transport.is_clear() {
            return;
        }
        waiting.add(rest);
        drop(waiting);
        self.owner.wake();
    }

    /// Writes the waiting output; ready when nothing can be sent any more. The connection's own
    /// task polls it whenever it has nothing else to do. It is not a future, because keeping one
    /// costs a connection memory and a move time.
    pub(crate) fn poll_pump(&self, cx: &mut Context<'_>) -> Poll<Broken> {
        // Register before checking, so that output queued after the check wakes the task.
        self.owner.register(cx.waker());
        loop {
            match self.drain() {
                Ok(true) => return Poll::Pending,
                Ok(false) => {
                    if ready!(self.transport.poll_writable(cx)).is_err() {
                        return Poll::Ready(Broken::Gone);
                    }
                }
                Err(broken) => return Poll::Ready(broken),
            }
        }
    }

    /// Writes as much as the socket accepts; returns true when nothing is waiting any more.
    fn drain(&self) -> Result<bool, Broken> {
        let mut waiting = self.lock();
        match waiting.state {
            OutboxState::Overrun => return Err(Broken::TooSlow),
            OutboxState::Closed => return Err(Broken::Gone),
            OutboxState::Ending(code) => return Err(Broken::Ended(code)),
            OutboxState::Open => {}
        }
        let written = match waiting.bytes.is_empty() {
            true => self.transport.try_flush().map(|_| 0),
            false => self.transport.try_write(&waiting.bytes),
        };
        let Ok(written) = written else {
            waiting.state = OutboxState::Closed;
            return Err(Broken::Gone);
        };
        waiting.bytes.drain(..written);
        if waiting.bytes.is_empty() {
            // A burst is rare; its memory need not be kept.
            waiting.bytes = Vec::new();
        }
        Ok(waiting.bytes.is_empty() && self.transport.is_clear())
    }

    /// Sends the close frame and hangs up.
    pub(crate) async fn close(&self, code: CloseCode) {
        let says = {
            let mut waiting = self.lock();
            if let OutboxState::Ending(_) = waiting.state {
                waiting.state = OutboxState::Open;
            }
            waiting.state == OutboxState::Open
        };
        match &self.transport {
            // The front closes the socket.
            Transport::Link(link) => link.end(code),
            Transport::Socket(_) if says => self.send(&Frame::close(code)),
            Transport::Socket(_) => {}
            #[cfg(test)]
            Transport::Pipe(_) if says => self.send(&Frame::close(code)),
            #[cfg(test)]
            Transport::Pipe(_) => {}
        }
        self.hang_up().await;
    }

    /// Waits, within bounds, until the client has received everything.
    pub(crate) async fn hang_up(&self) {
        let said = async {
            while let Ok(false) = self.drain() {
                if poll_fn(|cx| self.transport.poll_writable(cx)).await.is_err() {
                    break;
                }
            }
            self.transport.end(LINGER_BYTES).await;
        };
        let _ = timeout(LINGER, said).await;
        self.lock().state = OutboxState::Closed;
    }

    fn lock(&self) -> MutexGuard<'_, WaitingFrames> {
        // No code panics while holding the lock; if it did, the bytes would still be whole frames.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The socket as the WebSocket library sees it: the library reads from it, and what it writes by
/// itself (pongs, the answer to a close) goes out through the outbox like everything else, frame by
/// frame.
#[derive(Debug)]
pub(crate) struct Wire {
    outbox: Arc<Outbox>,
    /// What of the next message has been read.
    arriving: Arriving,
}

impl Wire {
    /// Creates the stream of a connection whose messages are counted in `incoming` until they are
    /// whole.
    pub(crate) fn new(outbox: &Arc<Outbox>, incoming: &Arc<IncomingBytes>) -> Wire {
        Wire { outbox: Arc::clone(outbox), arriving: Arriving::new(incoming) }
    }

    /// Notes that a message is whole.
    pub(crate) fn message_arrived(&mut self) {
        self.arriving.arrived();
    }
}

impl AsyncRead for Wire {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(self.outbox.transport.poll_read(cx, buffer))?;
        let read = buffer.filled().len() - before;
        let room = self.arriving.arrive(read);
        Poll::Ready(if room { Ok(()) } else { Err(io::ErrorKind::OutOfMemory.into()) })
    }
}

impl AsyncWrite for Wire {
    /// Accepts everything: the library writes whole frames, and the outbox bounds what waits.
    fn poll_write(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.outbox.write(bytes);
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::task::{Wake, Waker};

    use protocol::ServerMessage;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::{TcpListener, TcpStream};

    use super::*;
    use crate::net::socket_transport::Stream;

    struct Woken(AtomicUsize);

    impl Wake for Woken {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// An outbox, and the client's end of it.
    pub(crate) async fn outbox() -> (Outbox, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let at = listener.local_addr().expect("bound");
        let (client, accepted) = tokio::join!(TcpStream::connect(at), listener.accept());
        let (client, (server, _)) = (client.expect("a server"), accepted.expect("a client"));
        (Outbox::new(Stream::Left(server).into()), client)
    }

    #[tokio::test]
    async fn what_arrives_takes_memory_until_its_message_is_whole() {
        let (outbox, mut client) = outbox().await;
        let incoming = Arc::new(IncomingBytes::new(1 << 30));
        let mut wire = Wire::new(&Arc::new(outbox), &incoming);
        for _ in 0..2 {
            client.write_all(&[7; 5_000]).await.expect("it is open");
            wire.read_exact(&mut [0; 5_000]).await.expect("it arrives");
            assert_eq!(incoming.taken(), 10_000, "a growing buffer takes up to twice its content");
            wire.message_arrived();
            assert_eq!(incoming.taken(), 0);
        }
    }

    #[tokio::test]
    async fn the_task_is_woken_for_what_it_has_to_do_and_for_nothing_else() {
        let (outbox, mut client) = outbox().await;
        let woken = Arc::new(Woken(AtomicUsize::new(0)));
        let waker = Waker::from(Arc::clone(&woken));
        let mut cx = Context::from_waker(&waker);
        let times = || woken.0.load(Ordering::Relaxed);
        assert_eq!(outbox.poll_pump(&mut cx), Poll::Pending);
        outbox.send(&Frame::ping());
        assert_eq!(times(), 0, "it went at once");
        outbox.leave(&Frame::ping());
        assert_eq!(times(), 1, "it was left to the task");
        assert_eq!(outbox.poll_pump(&mut cx), Poll::Pending);
        client.read_exact(&mut [0; 4]).await.expect("both pings");
        outbox.end(CloseCode::Banned);
        assert_eq!(times(), 2, "the task is to close it");
        let ended = Poll::Ready(Broken::Ended(CloseCode::Banned));
        assert_eq!(outbox.poll_pump(&mut cx), ended);
    }

    #[tokio::test]
    async fn frames_waiting_for_a_full_socket_are_written_once_it_drains() {
        let (outbox, mut client) = outbox().await;
        let long = "x".repeat(60_000);
        let notice = ServerMessage::Notice { message: long };
        let frame = Frame::text(&notice);
        let mut sent = 0;
        while outbox.lock().bytes.is_empty() {
            outbox.send(&frame);
            sent += frame.bytes().len();
        }
        let mut heard = vec![0; sent];
        let read = client.read_exact(&mut heard);
        let pump = poll_fn(|cx| outbox.poll_pump(cx));
        tokio::select! {
            read = read => assert_eq!(read.expect("it is open"), sent),
            broken = pump => panic!("{broken:?}"),
        }
        assert!(heard.ends_with(frame.bytes()) && outbox.lock().bytes.is_empty());
    }
}
