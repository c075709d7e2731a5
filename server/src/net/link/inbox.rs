//! What has arrived from a client of a front and has not been read by its session.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use futures::task::AtomicWaker;
use protocol::CloseCode;
use tokio_tungstenite::tungstenite::Message;

use super::{WINDOW, cost};
use crate::admission::incoming_bytes::{Arriving, IncomingBytes};

/// The messages of one client, in the order in which they came.
#[derive(Debug)]
pub(crate) struct Inbox {
    waiting: Mutex<WaitingMessages>,
    reader: AtomicWaker,
    gone: Arc<AtomicBool>,
}

#[derive(Debug)]
struct WaitingMessages {
    messages: VecDeque<Message>,
    /// What they count as.
    cost: usize,
    arriving: Arriving,
    end: Option<CloseCode>,
}

impl Inbox {
    /// Creates an inbox whose messages count in `incoming`.
    pub(crate) fn new(incoming: &Arc<IncomingBytes>) -> Inbox {
        let arriving = Arriving::new(incoming);
        let messages = VecDeque::new();
        let waiting = WaitingMessages { messages, cost: 0, arriving, end: None };
        Inbox { waiting: Mutex::new(waiting), reader: AtomicWaker::new(), gone: Arc::default() }
    }

    /// Adds a message. The session ends without room for it, since nothing may be left out, and if
    /// the front sends more than it may.
    pub(crate) fn push(&self, message: Message) {
        let mut waiting = self.lock();
        if waiting.end.is_none() {
            waiting.end = waiting.add(message);
        }
        drop(waiting);
        self.reader.wake();
    }

    /// Notes that the client has gone.
    pub(crate) fn end(&self) {
        self.lock().end.get_or_insert(CloseCode::Bye);
        self.gone.store(true, Ordering::Relaxed);
        self.reader.wake();
    }

    /// Set when the client has gone.
    pub(crate) fn gone(&self) -> &Arc<AtomicBool> {
        &self.gone
    }

    /// Returns the next message and what it counts as, or the reason why there is none.
    pub(crate) fn poll_next(
        &self,
        cx: &mut Context<'_>,
    ) -> Poll<Result<(Message, usize), CloseCode>> {
        // Register before looking, so that what comes afterwards wakes the reader.
        self.reader.register(cx.waker());
        let mut waiting = self.lock();
        let Some(message) = waiting.messages.pop_front() else {
            return waiting.end.map_or(Poll::Pending, |code| Poll::Ready(Err(code)));
        };
        let cost = cost(message.len());
        waiting.arriving.was_read(cost);
        waiting.cost -= cost;
        if waiting.messages.is_empty() {
            waiting.messages.shrink_to(0);
        }
        Poll::Ready(Ok((message, cost)))
    }

    fn lock(&self) -> MutexGuard<'_, WaitingMessages> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl WaitingMessages {
    /// Adds a message, or returns why that is impossible.
    fn add(&mut self, message: Message) -> Option<CloseCode> {
        let cost = cost(message.len());
        if self.cost >= WINDOW {
            return Some(CloseCode::Policy);
        }
        if !self.arriving.arrive(cost) {
            return Some(CloseCode::Overload);
        }
        self.cost += cost;
        self.messages.push_back(message);
        None
    }
}
