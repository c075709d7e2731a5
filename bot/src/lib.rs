//! A client of the Nim server, and the bots, the tools and the tests that are
//! made of it.
//!
//! [`Client`] is one player on one server, whatever becomes of the connection.
//! A [`Driver`] plays any [`Bot`] on it, several games at a time.
//! [`RowSolver`] answers questions about positions without any server.

mod bots;
mod client;
mod driver;
mod lines;
mod mix;
mod own_server;
mod programs;
pub mod report;
mod tools;
pub mod tournament;

pub use bots::{Bot, BotError, Effort, SolverBot, View};
pub use client::http;
pub use client::{
    BadUrl, Client, ClientOptions, Disconnect, Event, GaveUp, NotSent, ServerUrl, Trust,
};
#[doc(hidden)]
pub use client::{Link, Stream, echo};
pub use driver::{Driver, DriverOptions, GameError, GameErrorKind, GameSource, OnStop, Tally};
pub use lines::{Line, MAX_LINE_BYTES, answer_lines};
pub use mix::{BadMix, Family, Mix};
pub use own_server::OwnServer;
pub use programs::{
    Check, Introduction, LINE_PROTOCOL, Program, ProgramBot, ProgramSpec, Programs, conform,
};
pub use tools::{
    BadRow, Borrowed, Row, RowSolver, SolveOptions, Solved, SolvedRow, Solvers, explain,
};

/// The bot of docs/first-bot.md compiles.
#[cfg(doctest)]
#[doc = include_str!("../../docs/first-bot.md")]
struct ReadMe;
