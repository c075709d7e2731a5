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
    // A closed terminal is no reason to end the load.
    let _ = write!(out, "\r\x1b[K{}", line(second, seconds));
    let _ = out.flush();
}

fn line(second: &Second, seconds: u64) -> String {
    let Second { second, moves, games, online, losses, errors, answer, load_cores, .. } = second;
    format!(
        "{} {second} of {seconds} s: {moves} moves, {games} games, {online} connected, \
         {losses} losses, {errors} errors, p99 {:.1} ms, {load_cores:.1} cores",
        bar(*second, seconds),
        answer.p99_us as f64 / 1e3
    )
}

/// Ends the line, so that further output starts on a new one.
pub(super) fn end_progress() {
    if std::io::stderr().is_terminal() {
        eprintln!();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_is_one_line() {
        let mut second = Second { second: 6, moves: 1, games: 2, online: 4, ..Second::default() };
        (second.losses, second.errors, second.load_cores) = (8, 16, 3.25);
        second.answer.p99_us = 12_340;
        assert_eq!(
            line(&second, 12),
            "[############------------] 6 of 12 s: 1 moves, 2 games, 4 connected, 8 losses, \
             16 errors, p99 12.3 ms, 3.2 cores"
        );
    }
}
