//! The link to the leader, and the clients on it.

use std::collections::BTreeMap;
use std::future::pending;
use std::io;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use futures::StreamExt;
use futures::task::AtomicWaker;
use protocol::CloseCode;
use tokio::io::{AsyncRead, AsyncWrite, split};
use tokio::sync::watch;
use tokio::time::timeout;
use tokio_util::codec::FramedRead;
use tracing::{info, warn};

use crate::net::link::{LinkCodec, LinkSender, SILENCE, SessionOpening, ToFront, WINDOW, cost};
use crate::net::outbox::Outbox;
use crate::store::Leader;

/// The read buffer of a link, in bytes.
const READ_BUFFER: usize = 64 * 1024;

/// The delay before a link that broke is made again.
const AGAIN: Duration = Duration::from_millis(100);

/// The link to one leader.
#[derive(Debug, Default)]
pub(crate) struct LeaderLink {
    sender: LinkSender,
    /// `None` once the link has broken.
    clients: Mutex<Option<BTreeMap<u32, Arc<FrontClient>>>>,
    next: AtomicU32,
}

/// A client of this front, as the link knows them.
#[derive(Debug)]
struct FrontClient {
    outbox: Arc<Outbox>,
    /// What was sent and the leader has not read.
    unread: AtomicUsize,
    /// Woken when the leader has read something.
    reader: AtomicWaker,
}

/// A session on the link. Dropping it tells the leader that the client has gone.
#[derive(Debug)]
pub(super) struct FrontSession {
    link: Arc<LeaderLink>,
    number: u32,
    client: Arc<FrontClient>,
}

/// Keeps a link to whichever server leads, in `held`; `connect` begins a connection.
pub(crate) async fn keep_link<S: AsyncRead + AsyncWrite, F: Future<Output = io::Result<S>>>(
    mut leader: watch::Receiver<Option<Leader>>,
    held: &watch::Sender<Option<Arc<LeaderLink>>>,
    connect: impl Fn(Leader) -> F,
) {
    // The leader of which the log says that it cannot be reached.
    let mut unreached = None;
    loop {
        let Some(known) = leader.borrow_and_update().clone() else {
            replaced(&mut leader).await;
            continue;
        };
        let ended = tokio::select! {
            biased;
            ended = run(&known, held, connect(known.clone())) => ended,
            // A leader that has been replaced may be paused, and so keep its connection.
            () = replaced(&mut leader) => Ok(()),
        };
        let was_linked = held.borrow().is_some();
        end(held);
        if let Err(error) = ended
            && (was_linked || unreached != Some(known.address))
        {
            warn!(address = %known.address, %error, "no link to the leader");
            unreached = Some(known.address);
        }
        tokio::time::sleep(AGAIN).await;
    }
}

/// Waits until another server leads, or none.
pub(super) async fn replaced(leader: &mut watch::Receiver<Option<Leader>>) {
    if leader.changed().await.is_err() {
        // Nobody looks any more.
        pending::<()>().await;
    }
}

/// Ends the link, and all sessions on it: their clients come back.
pub(super) fn end(held: &watch::Sender<Option<Arc<LeaderLink>>>) {
    let Some(link) = held.send_replace(None) else { return };
    link.sender.close();
    let clients = link.clients().take().unwrap_or_default();
    clients.values().for_each(|client| client.outbox.end(CloseCode::Restart));
}

/// Holds a link to this leader until it breaks.
async fn run<S: AsyncRead + AsyncWrite>(
    leader: &Leader,
    held: &watch::Sender<Option<Arc<LeaderLink>>>,
    connecting: impl Future<Output = io::Result<S>>,
) -> io::Result<()> {
    let (read, write) = split(timeout(SILENCE, connecting).await??);
    let clients = Mutex::new(Some(BTreeMap::new()));
    let link = Arc::new(LeaderLink { clients, ..LeaderLink::default() });
    let reading = async {
        let mut messages = FramedRead::with_capacity(read, LinkCodec, READ_BUFFER);
        // The leader is known to accept this front once it says anything.
        link.hear_next(&mut messages).await?;
        info!(address = %leader.address, "linked to the leader");
        held.send_replace(Some(Arc::clone(&link)));
        while link.hear_next(&mut messages).await? {}
        Ok(())
    };
    tokio::select! {
        biased;
        read = reading => read,
        written = link.sender.write_to(write) => written,
    }
}

impl LeaderLink {
    /// Opens a session for a client; `None` if the link has broken.
    pub(super) fn open(
        self: &Arc<LeaderLink>,
        opening: &SessionOpening,
        outbox: &Arc<Outbox>,
    ) -> Option<FrontSession> {
        let client = FrontClient {
            outbox: Arc::clone(outbox),
            unread: AtomicUsize::new(0),
            reader: AtomicWaker::new(),
        };
        let client = Arc::new(client);
        let mut clients = self.clients();
        let known = clients.as_mut()?;
        let number = loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if !known.contains_key(&number) {
                break number;
            }
        };
        known.insert(number, Arc::clone(&client));
        drop(clients);
        self.sender.open(number, opening);
        Some(FrontSession { link: Arc::clone(self), number, client })
    }

    /// Hears what the leader says next; returns false when it says nothing more.
    async fn hear_next(
        &self,
        messages: &mut FramedRead<impl AsyncRead + Unpin, LinkCodec>,
    ) -> io::Result<bool> {
        let Some(message) = timeout(SILENCE, messages.next()).await? else { return Ok(false) };
        let message = message?;
        let session = message.session;
        match ToFront::read(message)? {
            ToFront::Alive => {}
            ToFront::Frames(frames) => self.with(session, |to| to.outbox.pass_on(&frames)),
            ToFront::Shared { frames, sessions } => {
                let clients = self.clients();
                let all = sessions.iter().filter_map(|number| clients.as_ref()?.get(number));
                all.for_each(|client| client.outbox.leave_bytes(&frames));
            }
            ToFront::Consumed(bytes) => self.with(session, |client| client.was_read(bytes)),
            ToFront::Ended(code) => self.with(session, |client| client.outbox.end(code)),
        }
        Ok(true)
    }

    /// Does something with a client, unless they have gone.
    fn with(&self, session: u32, act: impl FnOnce(&FrontClient)) {
        let client = self.clients().as_ref().and_then(|known| known.get(&session).cloned());
        if let Some(client) = client {
            act(&client);
        }
    }

    /// What each client has sent and the leader has not read.
    #[cfg(test)]
    pub(crate) fn unread(&self) -> Vec<usize> {
        let clients = self.clients();
        let all = clients.iter().flatten();
        all.map(|(_, client)| client.unread.load(Ordering::Relaxed)).collect()
    }

    fn clients(&self) -> MutexGuard<'_, Option<BTreeMap<u32, Arc<FrontClient>>>> {
        self.clients.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl FrontClient {
    fn was_read(&self, bytes: usize) {
        let before = |unread: usize| Some(unread.saturating_sub(bytes));
        let _ = self.unread.fetch_update(Ordering::Relaxed, Ordering::Relaxed, before);
        self.reader.wake();
    }
}

impl FrontSession {
    /// Passes a text on to the leader.
    pub(super) fn text(&self, text: &str) {
        self.client.unread.fetch_add(cost(text.len()), Ordering::Relaxed);
        self.link.sender.text(self.number, text);
    }

    /// Passes the answer to a ping on to the leader.
    pub(super) fn pong(&self) {
        self.client.unread.fetch_add(cost(0), Ordering::Relaxed);
        self.link.sender.pong(self.number);
    }

    /// Ready when the leader has read enough of what was sent before.
    pub(super) fn poll_room(&self, cx: &mut Context<'_>) -> Poll<()> {
        let has_room = || self.client.unread.load(Ordering::Relaxed) < WINDOW;
        if has_room() {
            return Poll::Ready(());
        }
        // Register before looking again, so that what is read after the look wakes the task.
        self.client.reader.register(cx.waker());
        if has_room() { Poll::Ready(()) } else { Poll::Pending }
    }
}

impl Drop for FrontSession {
    fn drop(&mut self) {
        if let Some(known) = self.link.clients().as_mut() {
            known.remove(&self.number);
        }
        self.link.sender.gone(self.number);
    }
}
