//! The house bots: `nim-bot`, started as a child process and connected like any client,
//! so that every visitor has an opponent at once. Their strengths are known, so they
//! anchor the ladder.

use std::io::ErrorKind;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::{Duration, Instant};

use protocol::Secret;
use tokio::process::{Child, Command};
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};

use ladder::Anchor;

/// A bot that has run this long counts as healthy: after its next failure the pause is the shortest
/// again.
const HEALTHY_AFTER: Duration = Duration::from_secs(60);

const SHORTEST_PAUSE: Duration = Duration::from_millis(500);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// How long a bot may take to exit when the server stops.
const LEAVE_TIMEOUT: Duration = Duration::from_secs(2);

/// The environment variable that passes the bot its secret: other processes can see a command line,
/// but not the environment.
pub const TOKEN_VARIABLE: &str = "NIM_BOT_TOKEN";

/// Keeps one house bot, which is this program, running until the token is cancelled: whenever it
/// exits, it is restarted after a pause that doubles each time. Its solvers may take this many bytes
/// for all its games together.
pub async fn keep_running(
    program: PathBuf,
    bot: &'static Anchor,
    at: SocketAddr,
    secret: Secret,
    memory: u64,
    closing: CancellationToken,
) {
    let mut pause = SHORTEST_PAUSE;
    loop {
        let started = Instant::now();
        match start(&program, bot, at, secret, memory) {
            Ok(child) => watch(child, bot, &closing).await,
            Err(error) => warn!(%error, program = %program.display(), "cannot start the house bot"),
        }
        if started.elapsed() >= HEALTHY_AFTER {
            pause = SHORTEST_PAUSE;
        }
        tokio::select! {
            () = closing.cancelled() => return,
            () = tokio::time::sleep(pause) => pause = (pause * 2).min(LONGEST_PAUSE),
        }
    }
}

/// Returns the program of the house bots: `nim-bot` in the folder of this executable.
///
/// # Errors
/// When there is no such file; its name is then in the error.
pub fn program() -> std::io::Result<PathBuf> {
    let name = format!("nim-bot{}", std::env::consts::EXE_SUFFIX);
    let program = std::env::current_exe()?.with_file_name(name);
    match program.exists() {
        true => Ok(program),
        false => Err(std::io::Error::new(ErrorKind::NotFound, program.display().to_string())),
    }
}

fn start(
    program: &PathBuf,
    bot: &Anchor,
    at: SocketAddr,
    secret: Secret,
    memory: u64,
) -> std::io::Result<Child> {
    Command::new(program)
        .args(["play", "--house", "--url", &format!("ws://{at}{}", protocol::PATH)])
        .args(["--name", bot.name, "--level", bot.level])
        .args(["--memory", &format!("{}MB", (memory >> 20).max(1))])
        .env(TOKEN_VARIABLE, secret.reveal())
        // The bot exits when its standard input ends, so it cannot outlive a server that was
        // killed.
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .kill_on_drop(true)
        .spawn()
}

/// Waits until the bot exits by itself, or stops it with the server.
async fn watch(mut child: Child, bot: &Anchor, closing: &CancellationToken) {
    info!(name = bot.name, pid = child.id(), "house bot started");
    // Taken out of the child, because waiting would close it and end the bot.
    let stdin = child.stdin.take();
    tokio::select! {
        ended = child.wait() => warn!(name = bot.name, ?ended, "the house bot has ended"),
        () = closing.cancelled() => {
            drop(stdin);
            let left = tokio::time::timeout(LEAVE_TIMEOUT, child.wait()).await;
            if left.is_err() {
                // The bot has not reacted; an error would mean that it has already gone.
                let _ = child.kill().await;
            }
        }
    }
}
