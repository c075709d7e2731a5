//! The client and the driver over real sockets, against a server controlled by each test; programs
//! in other languages; and the solver's bot against solved positions.
#![allow(clippy::unwrap_used)]

mod client;
mod dialogue;
mod driver;
mod driving;
mod golden;
mod histories;
mod nim;
mod offers;
mod programs;
mod refusals;
mod tables;
