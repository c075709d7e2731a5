//! The priority of a thread. Twin of `server/src/admission/background_thread.rs`.

/// Gives the calling thread the lowest priority, as the threads of the server's own solvers have.
#[cfg(target_os = "linux")]
pub(crate) fn give_way() {
    /// The maximum.
    const NICE: i32 = 19;
    // On Linux the niceness is the thread's own; where changing it is forbidden the priority stays.
    let now = rustix::process::getpriority_process(None).unwrap_or(0);
    let _ = rustix::process::setpriority_process(None, now.max(NICE));
}

/// Elsewhere a priority is that of the whole program.
#[cfg(not(target_os = "linux"))]
pub(crate) fn give_way() {}
