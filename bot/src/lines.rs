//! Lines in, lines out, in the same order: with bounded memory, prompt answers to single lines, and
//! several cores for fast streams.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::thread;

/// The most bytes of a line; a longer line is skipped and reported. A thousand of the longest
/// numbers take 17 kB, so a legal row is far shorter.
pub const MAX_LINE_BYTES: usize = 1024 * 1024;

/// Lines that wait for each worker, and answers that wait for the writer.
const WAITING: usize = 64;

/// A line of input.
#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    /// Its bytes, without the line end.
    Bytes(Vec<u8>),
    /// A line longer than [`MAX_LINE_BYTES`].
    TooLong,
}

/// Answers every non-blank line of `input`, in order, with one line of `output`. Each of `workers`
/// threads has its own worker, created by `worker`; lines are dealt round-robin, which keeps the
/// order without a sorting queue.
///
/// # Errors
/// When `output` cannot be written. A read error counts as the end of `input`.
pub fn answer_lines<W>(
    input: impl Read + Send + 'static,
    output: &mut impl Write,
    workers: usize,
    worker: impl Fn() -> W,
) -> io::Result<()>
where
    W: FnMut(Line) -> Vec<u8> + Send + 'static,
{
    let (mut lines, mut answers) = (Vec::new(), Vec::new());
    for _ in 0..workers.max(1) {
        let (line, waiting_lines) = sync_channel(WAITING);
        let (answer, waiting_answers) = sync_channel(WAITING);
        let worker = worker();
        thread::spawn(move || work(worker, &waiting_lines, &answer));
        lines.push(line);
        answers.push(waiting_answers);
    }
    // Not joined: a read that never returns must not keep the caller.
    thread::spawn(move || read_lines(BufReader::with_capacity(64 * 1024, input), &lines));
    write_answers(output, &answers)
}

fn work<W>(mut worker: W, lines: &Receiver<Line>, answers: &SyncSender<Vec<u8>>)
where
    W: FnMut(Line) -> Vec<u8>,
{
    for line in lines {
        if answers.send(worker(line)).is_err() {
            return;
        }
    }
}

fn read_lines(mut input: impl BufRead, workers: &[SyncSender<Line>]) {
    let mut turn = workers.iter().cycle();
    while let Ok(Some(line)) = read_line(&mut input) {
        if line == Line::Bytes(Vec::new()) {
            continue;
        }
        let Some(worker) = turn.next() else { return };
        if worker.send(line).is_err() {
            return;
        }
    }
}

/// The next line, trimmed; `None` at the end. Never holds more than
/// [`MAX_LINE_BYTES`] of it.
pub(crate) fn read_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut line = Vec::new();
    let mut length: usize = 0;
    loop {
        let bytes = match input.fill_buf() {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if bytes.is_empty() && length == 0 {
            return Ok(None);
        }
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let part = &bytes[..end.unwrap_or(bytes.len())];
        length = length.saturating_add(part.len());
        if length <= MAX_LINE_BYTES {
            line.extend_from_slice(part);
        }
        let ended = end.is_some() || bytes.is_empty();
        let consumed = part.len() + usize::from(end.is_some());
        input.consume(consumed);
        if ended {
            let line = Line::Bytes(line.trim_ascii().to_vec());
            return Ok(Some(if length <= MAX_LINE_BYTES { line } else { Line::TooLong }));
        }
    }
}

/// Flushes whenever the next answer is not ready: a fast stream gets one write for many lines, a
/// slow one has no delay.
fn write_answers(output: &mut impl Write, workers: &[Receiver<Vec<u8>>]) -> io::Result<()> {
    let mut output = io::BufWriter::with_capacity(64 * 1024, output);
    for answers in workers.iter().cycle() {
        let answer = match answers.try_recv() {
            Err(TryRecvError::Empty) => {
                output.flush()?;
                answers.recv().ok()
            }
            answer => answer.ok(),
        };
        // Lines are dealt in turn, so the first worker without an answer marks the end of the
        // input.
        let Some(answer) = answer else { break };
        output.write_all(&answer)?;
        output.write_all(b"\n")?;
    }
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn echo() -> impl FnMut(Line) -> Vec<u8> + Send + 'static {
        |line| match line {
            Line::Bytes(bytes) => bytes,
            Line::TooLong => b"too long".to_vec(),
        }
    }

    fn echoed(input: &str, workers: usize) -> String {
        let mut output = Vec::new();
        let input = io::Cursor::new(input.to_owned());
        answer_lines(input, &mut output, workers, echo).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn the_order_is_kept() {
        let lines: String = (0..5_000).map(|n| format!("{n}\n")).collect();
        for workers in 1..4 {
            assert_eq!(echoed(&lines, workers), lines, "{workers} workers");
        }
    }

    /// A reader whose first tries are interrupted, and whose third fails.
    struct Interrupted(u32);

    impl io::Read for Interrupted {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            self.0 += 1;
            match self.0 {
                1 => Err(io::ErrorKind::Interrupted.into()),
                2 => {
                    into[..4].copy_from_slice(b"one\n");
                    Ok(4)
                }
                _ => Err(io::ErrorKind::ConnectionReset.into()),
            }
        }
    }

    #[test]
    fn an_interrupted_read_is_made_again_and_a_failed_one_is_told() {
        let mut input = io::BufReader::new(Interrupted(0));
        assert_eq!(read_line(&mut input).unwrap(), Some(Line::Bytes(b"one".to_vec())));
        assert_eq!(read_line(&mut input).unwrap_err().kind(), io::ErrorKind::ConnectionReset);
    }

    #[test]
    fn line_ends_and_blank_lines() {
        assert_eq!(echoed("", 2), "");
        assert_eq!(echoed("\n\r\n  \n", 2), "");
        assert_eq!(echoed("a\r\n\n b \nlast", 2), "a\nb\nlast\n");
    }

    #[test]
    fn a_line_without_end_is_not_kept_in_memory() {
        let long = "x".repeat(MAX_LINE_BYTES + 1);
        assert_eq!(echoed(&format!("a\n{long}\nb\n{long}"), 2), "a\ntoo long\nb\ntoo long\n");
        let fits = "x".repeat(MAX_LINE_BYTES);
        assert_eq!(echoed(&fits, 2), format!("{fits}\n"));
        let mut endless = BufReader::new(io::repeat(b'x').take(1 << 26));
        assert_eq!(read_line(&mut endless).unwrap(), Some(Line::TooLong));
    }

    #[test]
    fn an_answer_does_not_wait_for_the_next_line() {
        let (mut there, here) = io::pipe().map(|(reader, writer)| (writer, reader)).unwrap();
        let (out_reader, mut out_writer) = io::pipe().unwrap();
        let run = thread::spawn(move || answer_lines(here, &mut out_writer, 2, echo));
        let mut answers = BufReader::new(out_reader);
        for line in ["one\n", "two\n", "three\n"] {
            there.write_all(line.as_bytes()).unwrap();
            let mut answer = String::new();
            answers.read_line(&mut answer).unwrap();
            assert_eq!(answer, line);
        }
        drop(there);
        run.join().unwrap().unwrap();
    }

    #[test]
    fn a_reader_who_leaves_ends_the_run() {
        struct GaveUp;
        impl Write for GaveUp {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let endless = io::Cursor::new("line\n".repeat(100_000));
        let error = answer_lines(endless, &mut GaveUp, 2, echo).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
    }
}
