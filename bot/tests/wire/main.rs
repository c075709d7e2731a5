//! The client and the driver over real sockets, against a server that does what
//! a test tells it to.
#![allow(clippy::unwrap_used)]

mod client;
mod driver;
mod fake;
