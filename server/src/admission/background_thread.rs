//! Threads for expensive work (the solver, passwords): one for each piece of work, at a lower
//! priority than the network threads. The memory of a thread is returned when it ends.

use std::io;
use std::thread;

use thiserror::Error;
use tokio::sync::oneshot;

/// The niceness of these threads: the maximum. Several of them together still leave the network
/// nine tenths of a single core.
#[cfg(target_os = "linux")]
const NICE: i32 = 19;

/// The work was not completed.
#[derive(Debug, Error)]
pub(crate) enum WorkLost {
    /// The system could not create a thread.
    #[error("no thread: {0}")]
    NoThread(#[from] io::Error),
    /// The work panicked, which is logged where it happens.
    #[error("it has panicked")]
    Panicked,
}

/// Runs work on a thread of its own. The caller bounds the number of threads.
///
/// # Errors
/// When no thread can be created, or the work panics.
pub(crate) async fn run<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, WorkLost> {
    #[cfg(test)]
    if crate::system::simulated::is_simulated() {
        return Ok(work());
    }
    let (say, heard) = oneshot::channel();
    thread::Builder::new().name("dear".to_owned()).spawn(move || {
        give_way();
        // The caller may have stopped waiting.
        let _ = say.send(work());
    })?;
    heard.await.map_err(|_| WorkLost::Panicked)
}

#[cfg(target_os = "linux")]
fn give_way() {
    // On Linux the niceness is the thread's own; where changing it is forbidden the priority stays.
    let now = rustix::process::getpriority_process(None).unwrap_or(0);
    let _ = rustix::process::setpriority_process(None, now.max(NICE));
}

#[cfg(not(target_os = "linux"))]
fn give_way() {}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_worker_lowers_its_priority_and_a_panic_is_an_error() {
        let priority = || rustix::process::getpriority_process(None).expect("our own");
        let before = priority();
        assert_eq!(run(priority).await.expect("done"), before.max(NICE));
        assert_eq!(priority(), before);
        assert!(matches!(run(|| panic!("on purpose")).await, Err(WorkLost::Panicked)));
    }
}
