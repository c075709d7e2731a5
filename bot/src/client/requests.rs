//! Requests that wait for their answers. Each answer names its request by `cid`; answers mostly
//! come in the order of the requests.

use std::collections::VecDeque;

use protocol::{ClientMessage, Request, ServerMessage, TableId};
use tokio::time::Instant;

/// Unanswered requests, the oldest first.
#[derive(Debug, Default)]
pub(crate) struct Requests {
    next: u32,
    waiting: VecDeque<WaitingRequest>,
    held: Vec<ClientMessage>,
}

#[derive(Debug)]
struct WaitingRequest {
    since: Instant,
    request: Request,
}

impl Requests {
    /// Wraps a message in a request with the next `cid`. These repeat after 2^32 requests.
    pub(crate) fn number(&mut self, message: ClientMessage) -> Request {
        let cid = self.next;
        self.next = cid.checked_add(1).unwrap_or(0);
        Request { cid, message }
    }

    /// The number of requests that wait.
    pub(crate) fn len(&self) -> usize {
        self.waiting.len() + self.held.len()
    }

    /// Records that a request has been sent.
    pub(crate) fn sent(&mut self, request: Request, now: Instant) {
        self.waiting.push_back(WaitingRequest { since: now, request });
    }

    /// Keeps a move until its table is attached again.
    pub(crate) fn hold(&mut self, message: ClientMessage) {
        self.held.push(message);
    }

    /// Returns the request that `answer` answers; `None` for an event or an unexpected answer.
    pub(crate) fn answered(&mut self, answer: &ServerMessage) -> Option<ClientMessage> {
        let cid = answer.cid()?;
        let place = self.waiting.iter().position(|waiting| waiting.request.cid == cid)?;
        self.waiting.remove(place).map(|waiting| waiting.request.message)
    }

    /// When the oldest waiting request was sent.
    pub(crate) fn oldest(&self) -> Option<Instant> {
        self.waiting.front().map(|waiting| waiting.since)
    }

    /// Handles a lost connection: holds moves, because repeating one is safe, and returns the other
    /// requests, which will not be answered.
    pub(crate) fn interrupted(&mut self) -> Vec<ClientMessage> {
        let mut unanswered = Vec::new();
        for WaitingRequest { request, .. } in self.waiting.drain(..) {
            match request.message {
                message @ ClientMessage::Move { .. } => self.held.push(message),
                message => unanswered.push(message),
            }
        }
        unanswered
    }

    /// Returns the moves that were held for this table.
    pub(crate) fn release(&mut self, here: TableId) -> Vec<ClientMessage> {
        let is_here = |message: &mut ClientMessage| matches!(message, ClientMessage::Move { table, .. } if *table == here);
        self.held.extract_if(.., is_here).collect()
    }
}

#[cfg(test)]
mod tests {
    use protocol::Cause;
    use rules::Move;
    use uuid::Uuid;

    use super::*;

    fn a_move(table: u128) -> ClientMessage {
        let table = TableId(Uuid::from_u128(table));
        ClientMessage::Move { table, ply: 3, mv: Move::Number(1) }
    }

    #[test]
    fn answers_find_their_requests_in_any_order() {
        let mut requests = Requests::default();
        let now = Instant::now();
        for _ in 0..3 {
            let ping = requests.number(ClientMessage::Ping {});
            requests.sent(ping, now);
        }
        assert_eq!(requests.oldest(), Some(now));
        let pong = |cid| ServerMessage::Pong { cid };
        assert_eq!(requests.answered(&pong(1)), Some(ClientMessage::Ping {}));
        assert_eq!(requests.answered(&pong(1)), None, "once only");
        assert_eq!(requests.answered(&pong(7)), None, "nobody asked");
        let error = |cid| ServerMessage::Error { cid, error: Cause::Unreadable.into() };
        assert_eq!(requests.answered(&error(None)), None);
        assert!(requests.answered(&error(Some(0))).is_some());
        assert_eq!(requests.len(), 1);
    }

    #[test]
    fn moves_outlive_the_connection() {
        let mut requests = Requests::default();
        let now = Instant::now();
        for message in [ClientMessage::Ping {}, a_move(7), a_move(8)] {
            let request = requests.number(message);
            requests.sent(request, now);
        }
        assert_eq!(requests.interrupted(), [ClientMessage::Ping {}]);
        assert_eq!((requests.oldest(), requests.len()), (None, 2));
        assert_eq!(requests.release(TableId(Uuid::from_u128(8))), [a_move(8)]);
        assert_eq!(requests.release(TableId(Uuid::from_u128(8))), []);
        assert_eq!(requests.len(), 1);
    }

    #[test]
    fn request_ids_start_again() {
        let mut requests = Requests { next: u32::MAX, ..Requests::default() };
        let mut cid = || requests.number(ClientMessage::Ping {}).cid;
        assert_eq!((cid(), cid()), (u32::MAX, 0));
    }
}
