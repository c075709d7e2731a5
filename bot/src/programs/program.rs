//! A bot in any language: a program that reads about a game on its standard input and
//! answers on its standard output, line by line. docs/bots.md documents that protocol.
//!
//! No program can block us: every answer has a deadline, lines and memory are bounded, and a
//! program that hangs is killed together with the processes it started.

use std::fs::File;
use std::io::{self, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use rules::{Draft, Move};
use rustix::process::{Pid, Signal, kill_process_group};
use serde::Serialize;
use serde_json::json;

use super::introduction::Introduction;
use crate::bots::{BotError, View};
use crate::lines::{Line, read_line};

/// The protocol version, sent in `hello`.
pub const LINE_PROTOCOL: u32 = 1;

/// How long a program may take to start and say hello.
const HELLO_TIMEOUT: Duration = Duration::from_secs(10);

/// How long it may take to end.
const QUIT_TIMEOUT: Duration = Duration::from_secs(1);

/// How long a program that has closed its output may take to end: if it ends at all, it does so at
/// once.
const EXIT_TIMEOUT: Duration = Duration::from_millis(200);

/// The most lines queued in each direction.
const WAITING: usize = 16;

/// The most bytes of a log.
const MAX_LOG: u64 = 100 << 20;

/// The most legal moves sent to a program, the same as the server's limit.
const MAX_LEGAL_MOVES: usize = 1_000;

/// The most bytes of JSON for these moves: a vector of takes from a thousand heaps has 17 kB.
const MAX_LEGAL_BYTES: usize = 64 << 10;

/// How a program is run.
#[derive(Clone, Debug)]
pub struct ProgramSpec {
    /// The command line, interpreted by a shell.
    pub command: String,
    /// How long it may think about one move.
    pub move_time: Duration,
    /// Megabytes of address space of each of its processes; `None` for no limit.
    pub memory_mb: Option<u64>,
    /// Whether its standard error is passed through to ours.
    pub show_errors: bool,
    /// Its working directory; `None` for ours.
    pub dir: Option<PathBuf>,
    /// Environment variables, in addition to ours.
    pub env: Vec<(String, String)>,
    /// A file to which the dialogue with the program is appended.
    pub log: Option<PathBuf>,
}

/// A running program.
#[derive(Debug)]
pub struct Program {
    spec: ProgramSpec,
    child: Child,
    to: Option<SyncSender<String>>,
    from: Receiver<Line>,
    introduction: Introduction,
    /// The number of moves of the game that it has been sent.
    moves_sent: usize,
    log: Option<File>,
}

#[derive(Serialize)]
struct NewGame {
    #[serde(flatten)]
    game: Draft,
    seat: u8,
    /// The start in the notation.
    notation: String,
}

impl Program {
    /// Starts a program and waits for its `hello`.
    ///
    /// # Errors
    /// When the program or its log cannot be opened, or its `hello` is invalid or late.
    pub fn start(spec: &ProgramSpec) -> Result<Program, BotError> {
        let exited = |error: io::Error| BotError::Exited(error.to_string());
        if let Some(dir) = spec.dir.as_ref().filter(|dir| !dir.is_dir()) {
            return Err(BotError::Exited(format!("there is no folder {}", dir.display())));
        }
        let mut child = command(spec).spawn().map_err(exited)?;
        let (to, lines_to) = sync_channel(WAITING);
        let (lines_from, from) = sync_channel(WAITING);
        if let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) {
            thread::spawn(move || write_lines(stdin, &lines_to));
            thread::spawn(move || read_lines(stdout, &lines_from));
        }
        let introduction = Introduction::default();
        let to = Some(to);
        let open = |path: &PathBuf| File::options().create(true).append(true).open(path);
        let log = spec.log.as_ref().map(open).transpose().map_err(exited)?;
        let spec = spec.clone();
        let mut program = Program { spec, child, to, from, introduction, moves_sent: 0, log };
        program.say(&format!("hello {}", json!({ "protocol": LINE_PROTOCOL })))?;
        let said = program.hear("hello", HELLO_TIMEOUT)?;
        program.introduction = Introduction::read(&said)?;
        Ok(program)
    }

    /// Its `hello`.
    pub fn introduction(&self) -> &Introduction {
        &self.introduction
    }

    /// Begins a game.
    ///
    /// # Errors
    /// When the program has ended or does not read its input.
    pub fn new_game(&mut self, view: &View) -> Result<(), BotError> {
        self.moves_sent = 0;
        let notation = view.setup.to_string();
        let game = NewGame { game: view.setup.clone().into(), seat: view.seat.0, notation };
        self.say(&line("newgame", &game))
    }

    /// Asks for a move.
    ///
    /// # Errors
    /// When no valid move comes in time.
    pub fn choose(&mut self, view: &View) -> Result<Move, BotError> {
        let new = view.history.get(self.moves_sent..).unwrap_or_default();
        let (legal_moves, all) = legal_moves(view);
        let position = json!({
            "position": view.position, "ply": view.ply(), "moves": new,
            "legal_moves": legal_moves, "all": all,
        });
        self.say(&line("position", &position))?;
        self.moves_sent = view.history.len();
        let move_time = view.think_time(self.spec.move_time);
        let milliseconds = move_time.as_millis() as u64;
        let clock = view.due.map(|due| due.as_millis() as u64);
        self.say(&line("go", &json!({ "move_ms": milliseconds, "clock_ms": clock })))?;
        let said = self.hear("bestmove", move_time)?;
        serde_json::from_str(&said).map_err(|_| nonsense(&said))
    }

    /// Sends a raw line.
    ///
    /// # Errors
    /// When the program has ended or does not read its input.
    pub fn say(&mut self, line: &str) -> Result<(), BotError> {
        self.note('>', line);
        let sent = self.to.as_ref().map(|to| to.try_send(line.to_owned()));
        match sent {
            Some(Ok(())) => Ok(()),
            _ => Err(self.exit_status()),
        }
    }

    /// Appends a line to the log, if there is one and it has room, with the process and the
    /// direction.
    fn note(&mut self, direction: char, line: &str) {
        let Some(log) = &mut self.log else { return };
        let room = log.metadata().is_ok_and(|log| log.len() < MAX_LOG);
        let text = format!("{} {direction} {line}\n", self.child.id());
        if !room || log.write_all(text.as_bytes()).is_err() {
            self.log = None;
        }
    }

    /// Waits for the next line, which must begin with `word`, and returns the rest of it. Lines
    /// that begin with `info` are skipped.
    fn hear(&mut self, word: &str, within: Duration) -> Result<String, BotError> {
        let deadline = Instant::now() + within;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = match self.from.recv_timeout(left) {
                Ok(Line::Bytes(line)) => String::from_utf8_lossy(&line).into_owned(),
                Ok(Line::TooLong) => return Err(nonsense("an overlong line")),
                Err(RecvTimeoutError::Timeout) => return Err(BotError::TimedOut),
                Err(RecvTimeoutError::Disconnected) => return Err(self.exit_status()),
            };
            self.note('<', &line);
            let (first, rest) = line.split_once(' ').unwrap_or((&line, ""));
            match first {
                "info" | "" => {}
                "resign" if word == "bestmove" => return Err(BotError::Resigned),
                _ if first == word => return Ok(rest.to_owned()),
                _ => return Err(nonsense(&line)),
            }
        }
    }

    /// Asks the program to end, by `quit` or by closing its input, and waits until it has ended.
    ///
    /// # Errors
    /// When it has not ended in time; it is then killed.
    pub fn quit(mut self, with_a_word: bool) -> Result<(), BotError> {
        if with_a_word {
            self.say("quit")?;
        } else {
            self.to = None;
        }
        let deadline = Instant::now() + QUIT_TIMEOUT;
        while Instant::now() < deadline {
            if let Ok(Some(_)) = self.child.try_wait() {
                return Ok(());
            }
            thread::sleep(Duration::from_millis(5));
        }
        Err(BotError::TimedOut)
    }

    fn exit_status(&mut self) -> BotError {
        exit_status(&mut self.child, EXIT_TIMEOUT)
    }
}

fn exit_status(child: &mut Child, within: Duration) -> BotError {
    let deadline = Instant::now() + within;
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return BotError::Exited(how(status)),
            Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(5)),
            _ => return BotError::Exited("it does not listen any more".to_owned()),
        }
    }
}

impl Drop for Program {
    /// Kills the program and the processes it started.
    fn drop(&mut self) {
        if !matches!(self.child.try_wait(), Ok(Some(_))) {
            // The group is the program's own: `command` made it.
            let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// The command, in its own process group so that all its processes can be killed.
fn command(spec: &ProgramSpec) -> Command {
    let limit = match spec.memory_mb {
        Some(megabytes) => format!("ulimit -v {} && ", megabytes.saturating_mul(1024)),
        None => String::new(),
    };
    let mut command = Command::new("sh");
    command.args(["-c", &format!("{limit}exec {}", spec.command)]);
    command.current_dir(spec.dir.as_deref().unwrap_or(Path::new("."))).envs(spec.env.clone());
    let errors = if spec.show_errors { Stdio::inherit() } else { Stdio::null() };
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(errors).process_group(0);
    command
}

/// Describes an exit status, with the meaning that a shell gives it.
fn how(status: ExitStatus) -> String {
    match status.code() {
        Some(126) => format!("{status}, it cannot be executed"),
        Some(127) => format!("{status}, there is no such program"),
        _ => status.to_string(),
    }
}

/// The first legal moves in ascending order, at least one, and whether they are all.
fn legal_moves(view: &View) -> (Vec<Move>, bool) {
    let mut bytes = 0;
    let mut moves = Vec::new();
    for mv in view.moves() {
        bytes += serde_json::to_vec(&mv).map_or(0, |json| json.len() + 1);
        if !moves.is_empty() && (moves.len() == MAX_LEGAL_MOVES || bytes > MAX_LEGAL_BYTES) {
            return (moves, false);
        }
        moves.push(mv);
    }
    (moves, true)
}

fn line(word: &str, what: &impl Serialize) -> String {
    // Games and positions consist of numbers, lists and strings, so this cannot fail.
    format!("{word} {}", serde_json::to_string(what).unwrap_or_default())
}

fn nonsense(said: &str) -> BotError {
    BotError::Nonsense(said.chars().take(80).collect())
}

/// Writes on its own thread: a program that does not read must not block us.
fn write_lines(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.write_all(b"\n")).is_err() {
            return;
        }
    }
}

fn read_lines(stdout: ChildStdout, lines: &SyncSender<Line>) {
    let mut stdout = BufReader::new(stdout);
    while let Ok(Some(line)) = read_line(&mut stdout) {
        if lines.send(line).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use rules::Seat;

    use super::*;

    fn offered(start: &str) -> (Vec<Move>, bool) {
        let setup: rules::Setup = start.parse().expect(start);
        let position = setup.start().clone();
        legal_moves(&View {
            setup,
            position,
            seat: Seat(0),
            history: Vec::new(),
            due: None,
            free: Duration::ZERO,
        })
    }

    #[test]
    fn a_program_receives_all_moves_or_the_first_thousand() {
        assert_eq!(offered("nim 1,2").0.len(), 3);
        assert!(offered("nim 1,2").1);
        assert!(offered("nim 1000").1);
        let (moves, all) = offered("nim 9007199254740991");
        assert!(moves.len() == MAX_LEGAL_MOVES && !all);
    }

    #[test]
    fn the_moves_sent_to_a_program_are_those_that_fit() {
        let size = |moves: &[Move]| {
            let sizes = moves.iter().map(|mv| serde_json::to_vec(mv).expect("plain").len() + 1);
            sizes.sum::<usize>()
        };
        for heaps in [600, 1_000] {
            let heaps = vec!["9007199254740991"; heaps].join(",");
            let setup: rules::Setup = format!("moore(1000) {heaps}").parse().expect("a game");
            let (moves, all) = offered(&setup.to_string());
            let more: Vec<Move> =
                setup.variant().rules().moves(setup.start()).take(moves.len() + 1).collect();
            assert_eq!((&more[..moves.len()], all), (&moves[..], false));
            assert!(size(&moves) <= MAX_LEGAL_BYTES && size(&more) > MAX_LEGAL_BYTES);
        }
    }

    #[test]
    fn a_thousand_moves_are_sent_and_no_more() {
        for (heap, sent, all) in [(999, 999, true), (1_000, 1_000, true), (1_001, 1_000, false)] {
            let (moves, are_all) = offered(&format!("nim {heap}"));
            assert_eq!((moves.len(), are_all), (sent, all), "{heap}");
        }
    }

    #[test]
    fn a_program_that_ends_late_says_how_and_one_that_does_not_is_not_waited_for() {
        let start = |line: &str| Command::new("sh").args(["-c", line]).spawn().expect("a shell");
        let mut late = start("sleep 0.05; exit 3");
        let said = exit_status(&mut late, Duration::from_secs(20));
        assert_eq!(said, BotError::Exited("exit status: 3".to_owned()));
        let mut idle = start("exec sleep 20");
        let said = exit_status(&mut idle, Duration::ZERO);
        assert_eq!(said, BotError::Exited("it does not listen any more".to_owned()));
        idle.kill().and_then(|()| idle.wait()).expect("it is ours");
    }
}
