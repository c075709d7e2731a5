//! The body of a request, which has its time, and counts in the memory of what is arriving.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::BoxError;
use axum::http::Request;
use bytes::Bytes;
use hyper::body::{Body, Frame, Incoming};
use protocol::limits::MAX_MESSAGE_BYTES;
use tokio::time::{Sleep, sleep};

use crate::admission::incoming_bytes::{Arriving, IncomingBytes};

/// A body that its handler reads as any other.
pub(crate) struct RequestBody {
    body: Incoming,
    /// None when the body is empty.
    limits: Option<BodyLimits>,
}

struct BodyLimits {
    over: Pin<Box<Sleep>>,
    _arriving: Arriving,
}

impl RequestBody {
    /// Takes the memory for the body of a request, which must be whole in time; `None` if there is
    /// no room.
    pub(crate) fn admit(
        request: Request<Incoming>,
        incoming: &Arc<IncomingBytes>,
        within: Duration,
    ) -> Option<Request<RequestBody>> {
        // Beyond this handlers read nothing; a body without a length may be so long.
        let most = request.body().size_hint().upper().map_or(usize::MAX, |most| most as usize);
        let most = most.min(MAX_MESSAGE_BYTES);
        let mut arriving = Arriving::new(incoming);
        if most > 0 && !arriving.arrive(most) {
            return None;
        }
        let limits = || BodyLimits { over: Box::pin(sleep(within)), _arriving: arriving };
        let limits = (most > 0).then(limits);
        Some(request.map(|body| RequestBody { body, limits }))
    }
}

impl Body for RequestBody {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        if let Some(limits) = &mut self.limits
            && limits.over.as_mut().poll(cx).is_ready()
        {
            return Poll::Ready(Some(Err("the body takes too long".into())));
        }
        Pin::new(&mut self.body).poll_frame(cx).map_err(BoxError::from)
    }
}
