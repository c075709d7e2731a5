//! Waits for the end of the server: a signal, or the end of the program that started it.

use std::io::Read;

use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;
use tracing::info;

/// Returns at the first SIGINT or SIGTERM, or when the parent of a child process has gone. A second
/// signal ends the process at once.
pub(crate) async fn stop_signal(child: bool, closing: CancellationToken) {
    let (Ok(mut interrupt), Ok(mut terminate)) =
        (signal(SignalKind::interrupt()), signal(SignalKind::terminate()))
    else {
        // Without signal handlers there is nothing to wait for.
        return std::future::pending().await;
    };
    tokio::select! {
        _ = interrupt.recv() => {}
        _ = terminate.recv() => {}
        () = end_of_input(), if child => {}
    }
    info!("stopping; signal again to stop at once");
    closing.cancel();
    tokio::spawn(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
        std::process::exit(1);
    });
}

/// Reads on a detached thread, because a read of the standard input cannot be cancelled.
async fn end_of_input() {
    let (ended, end) = tokio::sync::oneshot::channel::<()>();
    std::thread::spawn(move || {
        let mut nothing = [0; 64];
        while std::io::stdin().read(&mut nothing).is_ok_and(|read| read > 0) {}
        drop(ended);
    });
    // An error means that the sender is gone, which is the signal.
    let _ = end.await;
}
