//! The client and the driver over real sockets, against a server controlled by each test.
#![allow(clippy::unwrap_used)]

mod client;
mod driver;
mod fake;
