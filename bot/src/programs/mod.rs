//! Bots in any language: programs that are asked for moves line by line.

mod conform;
mod introduction;
mod program;
mod program_bot;

pub use conform::{Check, conform, validate};
pub use introduction::Introduction;
pub use program::{LINE_PROTOCOL, Program, ProgramSpec};
pub use program_bot::{ProgramBot, Programs};
