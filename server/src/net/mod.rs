//! The bytes of one connection: frames, the outbox, the socket, TLS. This folder does not know
//! players or games.

pub(crate) mod frame;
pub(crate) mod link;
pub(crate) mod listener;
pub(crate) mod outbox;
#[cfg(test)]
pub(crate) mod pipe;
pub(crate) mod problem;
pub(crate) mod request_body;
pub(crate) mod scratch_buffer;
pub(crate) mod socket_transport;
pub(crate) mod tls;
pub(crate) mod transport;
