//! The bytes of one connection: frames, the outbox, the socket, TLS. It knows no
//! player and no game.

pub(crate) mod frame;
pub(crate) mod listener;
pub(crate) mod outbox;
pub(crate) mod scratch_buffer;
pub(crate) mod tls;
pub(crate) mod transport;
