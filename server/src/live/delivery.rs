//! The messages about an event at a table, sent once the event is on disk.

use std::sync::Arc;
use std::time::Instant;

use protocol::ServerMessage;
use smallvec::SmallVec;

use crate::live::connection::Connection;
use crate::net::frame::Frame;
use crate::ops::metrics::Metrics;
use crate::records::request_error::RequestError;
use crate::store::Unavailable;
use crate::system;

/// Frames to be sent to connections, rendered when the event was decided and sent once it is
/// stored, in the order of events.
#[derive(Debug)]
pub(crate) struct Delivery<R> {
    /// Most games are for two.
    messages: SmallVec<[(Arc<Connection<R>>, Frame); 2]>,
    /// The id of the request that the first message answers, if any.
    asked: Option<u32>,
    audience: Option<(Audience<R>, Frame)>,
    /// When the request arrived, if the latency of its answer is measured.
    arrived: Option<Instant>,
}

/// The spectators. Shared, so that an event costs the same however many there are.
pub(crate) type Audience<R> = Arc<Vec<Arc<Connection<R>>>>;

impl<R> Default for Delivery<R> {
    fn default() -> Delivery<R> {
        Delivery { messages: SmallVec::new(), asked: None, audience: None, arrived: None }
    }
}

impl<R> Delivery<R> {
    /// Creates a delivery with the answer to the request `cid` of `connection`.
    pub(crate) fn answer(connection: &Arc<Connection<R>>, cid: u32, frame: Frame) -> Delivery<R> {
        let messages = SmallVec::from_iter([(Arc::clone(connection), frame)]);
        Delivery { messages, asked: Some(cid), ..Delivery::default() }
    }

    /// Creates the answer to a request that only has to be stored.
    pub(crate) fn ok(connection: &Arc<Connection<R>>, cid: u32) -> Delivery<R> {
        Delivery::answer(connection, cid, Frame::text(&ServerMessage::Ok { cid }))
    }

    /// Measures the answer's latency from `at`.
    pub(crate) fn arrived(self, at: Instant) -> Delivery<R> {
        Delivery { arrived: Some(at), ..self }
    }

    /// Adds a frame for a connection. If it already gets one, both are sent together: a system call
    /// costs more than a copy.
    pub(crate) fn add(&mut self, connection: Arc<Connection<R>>, frame: Frame) {
        match self.messages.iter_mut().find(|(known, _)| Arc::ptr_eq(known, &connection)) {
            Some((_, before)) => *before = before.then(&frame),
            None => self.messages.push((connection, frame)),
        }
    }

    /// Adds a frame for all spectators.
    pub(crate) fn show(&mut self, audience: &Audience<R>, frame: &Frame) {
        if !audience.is_empty() {
            self.audience = Some((Arc::clone(audience), frame.clone()));
        }
    }

    /// Sends everything; if the event could not be stored, tells everybody concerned only that,
    /// because the messages may be untrue.
    pub(crate) fn deliver(self, kept: Result<(), Unavailable>, metrics: &Metrics) {
        match kept {
            Ok(()) => self.send(metrics),
            Err(why) => self.send_instead(why, metrics),
        }
    }

    fn send(self, metrics: &Metrics) {
        self.messages.iter().for_each(|(connection, frame)| connection.outbox.send(frame));
        if let Some(at) = self.arrived {
            metrics.commands.took(system::now().saturating_duration_since(at));
        }
        if let Some((audience, frame)) = self.audience {
            // A commit does not wait for spectators.
            audience.iter().for_each(|connection| connection.outbox.leave(&frame));
        }
    }

    fn send_instead(self, why: Unavailable, metrics: &Metrics) {
        let mut asked = self.asked;
        for (connection, _) in &self.messages {
            let refused = RequestError::from(why);
            metrics.refused(refused.code());
            connection.send(&refused.answer(asked.take()));
        }
    }
}
