//! `nim-bot solve`: rows on stdin, verdicts on stdout.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

use bot::{BadRow, Line, MAX_LINE_BYTES, RowSolver, SolveOptions, Solved, answer_lines};

use crate::effort::EffortArgs;

/// Say who wins: read one question a line from stdin, and write one JSON line for each, in order
///
/// A question is a row of JSON in the format of the golden files, {"id":7,"text":"nim 3,4,5: A-2"},
/// or that text alone, in the notation.
#[derive(Debug, clap::Args)]
pub(crate) struct SolveArguments {
    #[command(flatten)]
    effort: EffortArgs,
}

pub(crate) fn run(args: SolveArguments) -> anyhow::Result<()> {
    let options = args.effort.options();
    let cores = thread::available_parallelism().map_or(1, usize::from);
    written(answer_lines(io::stdin(), &mut io::stdout(), cores, || worker(options)))
}

fn written(written: io::Result<()>) -> anyhow::Result<()> {
    match written {
        // The reader has closed the pipe, as in `nim-bot solve | head`.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => Ok(written?),
    }
}

/// Answers lines with one solver. A panic would be a defect; it costs the row its
/// answer and the worker its tables, and the run continues.
fn worker(options: SolveOptions) -> impl FnMut(Line) -> Vec<u8> + Send + 'static {
    let mut solver = RowSolver::new(options);
    move |line| {
        let solved = match line {
            Line::TooLong => bad(format!("a row has at most {MAX_LINE_BYTES} bytes")),
            Line::Bytes(line) => catch_unwind(AssertUnwindSafe(|| solver.answer(&line)))
                .unwrap_or_else(|_| {
                    solver = RowSolver::new(options);
                    bad("internal error: the solver panicked".to_owned())
                }),
        };
        // An answer consists of numbers, lists and strings, so this cannot fail.
        serde_json::to_vec(&solved).unwrap_or_default()
    }
}

fn bad(error: String) -> Solved {
    Solved::Bad(BadRow { id: None, error })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn that_the_reader_has_left_is_no_error_and_all_else_is() {
        assert!(written(Ok(())).is_ok());
        assert!(written(Err(io::ErrorKind::BrokenPipe.into())).is_ok());
        let full = written(Err(io::ErrorKind::StorageFull.into())).expect_err("it is lost");
        assert_eq!(full.to_string(), io::Error::from(io::ErrorKind::StorageFull).to_string());
    }

    #[test]
    fn each_line_has_an_answer() {
        let mut worker = worker(SolveOptions::default());
        let mut answer = |line| {
            let answer: serde_json::Value = serde_json::from_slice(&worker(line)).expect("JSON");
            (answer["outcome"].clone(), answer["error"].clone())
        };
        let won = answer(Line::Bytes(b"nim 3,4,5".to_vec()));
        assert_eq!(won, ("N".into(), serde_json::Value::Null));
        let long = answer(Line::TooLong);
        assert_eq!(long, (serde_json::Value::Null, "a row has at most 1048576 bytes".into()));
    }
}
