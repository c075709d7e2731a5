#![doc = include_str!("../README.md")]
//!
//! * [`Bot`]: what chooses moves. Implement it to write a player.
//! * [`Client`]: one player on one server, over as many connections as it takes.
//! * [`Driver`]: plays any [`Bot`] on a [`Client`], several games at a time.
//! * [`Program`]: a player in any language, asked line by line.
//! * [`RowSolver`] and [`explain()`]: answers about positions, without a server.
//!
//! Who wins the position 3, 4, 5 in Nim, and by which move?
//!
//! ```
//! use bot::{RowSolver, SolveOptions};
//!
//! let mut solver = RowSolver::new(SolveOptions::default());
//! let row = br#"{"variant":"nim","params":{},"convention":"normal","position":{"heaps":[3,4,5]}}"#;
//! let solved = serde_json::to_value(solver.answer(row)).unwrap();
//! assert_eq!(solved["outcome"], "N");
//! assert_eq!(solved["winning_moves"], serde_json::json!([[0, 2]]));
//! ```

mod bots;
mod client;
mod driver;
mod lines;
mod mix;
mod own_server;
mod programs;
mod server_command;
mod signing;
mod tools;

pub use bots::{Bot, BotError, Effort, MemoryLease, MemoryPool, SolverBot, View};
pub use client::http;
pub use client::{
    BadUrl, Client, ClientEvent, ClientOptions, Disconnect, GaveUp, SendError, ServerUrl, Trust,
};
#[doc(hidden)]
pub use client::{ClientStream, Link, echo};
pub use driver::{
    Driver, DriverOptions, GameError, GameErrorKind, GameSource, OfferFilter, OnStop, Tally,
};
pub use lines::{Line, MAX_LINE_BYTES, answer_lines};
pub use mix::{BadMix, Mix, StartFamily};
pub use own_server::{OwnServer, sibling};
pub use programs::{
    Check, Introduction, LINE_PROTOCOL, Program, ProgramBot, ProgramSpec, Programs, conform,
    validate,
};
pub use server_command::ServerCommand;
pub use signing::MoveKey;
pub use tools::{
    BadRow, Borrowed, GoldenRow, Question, RowSolver, SolveOptions, Solved, SolvedRow, Solvers,
    explain,
};

/// The bot of docs/first-bot.md compiles.
#[cfg(doctest)]
#[doc = include_str!("../../docs/first-bot.md")]
struct ReadMe;
