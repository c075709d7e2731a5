//! One line that is rewritten each second while a load runs.

use std::io::{IsTerminal, Write};

use load::Second;

use crate::screen::bar;

/// Shows progress once a second; does nothing without a terminal.
pub(super) fn progress(second: &Second, seconds: u64) {
    let mut out = std::io::stderr();
    if !out.is_terminal() {
        return;
    }
    let Second { second, moves, games, online, losses, errors, answer, load_cores, .. } = second;
    // A closed terminal is no reason to end the load.
    let _ = write!(
        out,
        "\r\x1b[K{} {second} of {seconds} s: {moves} moves, {games} games, {online} connected, \
         {losses} losses, {errors} errors, p99 {:.1} ms, {load_cores:.1} cores",
        bar(*second, seconds),
        answer.p99_us as f64 / 1e3
    );
    let _ = out.flush();
}

/// Ends the line, so that further output starts on a new one.
pub(super) fn end_progress() {
    if std::io::stderr().is_terminal() {
        eprintln!();
    }
}
