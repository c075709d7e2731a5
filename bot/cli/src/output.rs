//! Standard output. That its reader has left, as `head` does, is no error: the rest is dropped, and
//! the work goes on to its own exit code. Twin of `server/src/bin/nim-server/output.rs`.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};

/// Like `println!`, but for a reader that may leave.
macro_rules! say {
    ($($argument:tt)*) => {
        $crate::output::print(format_args!("{}\n", format_args!($($argument)*)))
    };
}

/// Prints to standard output. If it cannot be written to, and that is not because nobody reads it
/// any more, the program ends.
pub(crate) fn print(text: impl Display) {
    let mut out = io::stdout().lock();
    match write!(out, "{text}").and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            eprintln!("cannot write to standard output: {error}");
            std::process::exit(1);
        }
        _ => {}
    }
}
