//! A client of the Nim server, and the bots, the tools and the tests that are
//! made of it.
//!
//! [`Client`] is one player on one server, whatever becomes of the connection.
//! A [`Driver`] plays any [`Bot`] on it, several games at a time.
//! [`RowSolver`] answers questions about positions without any server.

mod backoff;
mod bot;
mod client;
mod conform;
mod driver;
mod echo;
mod explain;
pub mod http;
mod lines;
mod link;
mod loss;
mod mishap;
mod mix;
mod offers;
mod own_server;
mod playing;
pub mod process;
mod program;
mod program_bot;
pub mod report;
mod requests;
mod solve;
mod solver_bot;
mod solvers;
pub mod swarm;
mod tally;
pub mod tournament;
mod trust;
mod url;

pub use bot::{Bot, Fault, View};
pub use client::{Client, ClientOptions, Event, NotSent};
pub use conform::{Check, conform};
pub use driver::{Driver, OnStop, Plan};
#[doc(hidden)]
pub use echo::echo;
pub use explain::explain;
pub use lines::{Line, MAX_LINE_BYTES, answer_lines};
pub use loss::{Gone, Loss};
pub use mishap::{Mishap, Trouble};
pub use mix::{BadMix, Family, Mix};
pub use offers::Wish;
pub use own_server::OwnServer;
pub use program::{Introduction, LINE_PROTOCOL, Program, ProgramSpec};
pub use program_bot::{ProgramBot, Programs};
pub use solve::{BadRow, Row, RowSolver, SolveOptions, Solved, SolvedRow};
pub use solver_bot::{Effort, SolverBot};
pub use solvers::{Borrowed, Solvers};
pub use tally::Tally;
pub use trust::Trust;
pub use url::{BadUrl, ServerUrl};

/// The bot of the README compiles.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct ReadMe;
