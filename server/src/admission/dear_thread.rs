//! Threads for expensive work (the solver, passwords): one for each piece of work, at a
//! lower priority than the network's, whose memory is returned when it ends.

use std::io;
use std::thread;

use thiserror::Error;
use tokio::sync::oneshot;

/// How far it gives way: as far as it goes. Several such threads together still leave the
/// network nine tenths of a single core.
#[cfg(target_os = "linux")]
const NICE: i32 = 19;

/// The work came to no end.
#[derive(Debug, Error)]
pub(crate) enum Lost {
    /// The system has no thread for it.
    #[error("no thread: {0}")]
    NoThread(#[from] io::Error),
    /// It has panicked, which is logged where it happens.
    #[error("it has panicked")]
    Panicked,
}

/// Does the work on a thread of its own. The caller bounds how many there are.
///
/// # Errors
/// When there is no thread, or the work panics.
pub(crate) async fn run<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Lost> {
    let (say, heard) = oneshot::channel();
    thread::Builder::new().name("dear".to_owned()).spawn(move || {
        give_way();
        // The caller may have stopped waiting.
        let _ = say.send(work());
    })?;
    heard.await.map_err(|_| Lost::Panicked)
}

#[cfg(target_os = "linux")]
fn give_way() {
    // On Linux it is the thread's own; where that is forbidden it does not give way.
    let now = rustix::process::getpriority_process(None).unwrap_or(0);
    let _ = rustix::process::setpriority_process(None, now.max(NICE));
}

#[cfg(not(target_os = "linux"))]
fn give_way() {}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn it_gives_way_alone_and_a_panic_is_an_error() {
        let priority = || rustix::process::getpriority_process(None).expect("our own");
        let before = priority();
        assert_eq!(run(priority).await.expect("done"), before.max(NICE));
        assert_eq!(priority(), before);
        assert!(matches!(run(|| panic!("on purpose")).await, Err(Lost::Panicked)));
    }
}
