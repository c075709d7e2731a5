//! The besieged server: our own, under a memory limit and on one core, with its memory use
//! monitored.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::task::JoinHandle;
use tokio::time::{Instant, interval, sleep};

use bot::OwnServer;
use load::process::resident_bytes;

/// The interval at which its memory is read.
const CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// How long its memory may take to return to the earlier level.
const MEMORY_RETURN_TIMEOUT: Duration = Duration::from_secs(30);

/// The share of the limit above the level before the attack that counts as returned. The allocator
/// keeps each page on which something small lives on, and what an attack leaves for a while (guests,
/// tables) lies scattered over the pages of all that has come and gone: with 10 MB alive it keeps 30
/// to 60. What requests or connections leaked would exceed this many times over.
const KEPT_SHARE: u64 = 3;

/// The paths of memory cgroups, version 1 and version 2.
const CGROUPS: [(&str, &str); 2] =
    [("/sys/fs/cgroup/memory", "memory.limit_in_bytes"), ("/sys/fs/cgroup", "memory.max")];

/// A limit on the server's memory.
#[derive(Debug)]
pub(crate) enum Limit {
    /// A separate cgroup, removed on drop.
    Cgroup(PathBuf),
    /// `RLIMIT_AS`, if no cgroup can be created.
    AddressSpace(u64),
}

impl Limit {
    /// Creates a limit of this many bytes.
    pub(crate) fn new(bytes: u64) -> Limit {
        Limit::cgroup(bytes).map_or(Limit::AddressSpace(bytes), Limit::Cgroup)
    }

    fn cgroup(bytes: u64) -> Option<PathBuf> {
        CGROUPS.iter().find_map(|(root, file)| {
            let folder = Path::new(root).join(format!("nim-siege-{}", uuid::Uuid::new_v4()));
            std::fs::create_dir(&folder).ok()?;
            let limited = std::fs::write(folder.join(file), bytes.to_string());
            if limited.is_err() || !folder.join("cgroup.procs").exists() {
                let _ = std::fs::remove_dir(&folder);
                return None;
            }
            Some(folder)
        })
    }

    /// The launcher command that applies the limit and binds the server to the first core.
    fn launcher(&self) -> Vec<String> {
        let words: Vec<String> = match self {
            Limit::Cgroup(folder) => {
                let script = "echo $$ > \"$0/cgroup.procs\" && exec \"$@\"";
                let folder = folder.display().to_string();
                vec!["sh".into(), "-c".into(), script.into(), folder]
            }
            Limit::AddressSpace(bytes) => vec!["prlimit".into(), format!("--as={bytes}")],
        };
        words.into_iter().chain(["taskset", "-c", "0"].map(str::to_owned)).collect()
    }

    /// The name of the limit.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Limit::Cgroup(_) => "a cgroup",
            Limit::AddressSpace(_) => "RLIMIT_AS",
        }
    }
}

impl Drop for Limit {
    fn drop(&mut self) {
        if let Limit::Cgroup(folder) = self {
            // The folder can only be removed once the server has ended; a leftover empty cgroup is
            // harmless.
            let _ = std::fs::remove_dir(folder);
        }
    }
}

/// Monitors a process's memory until it is dropped.
#[derive(Debug)]
pub(crate) struct Watch {
    pid: u32,
    peak: Arc<AtomicU64>,
    task: JoinHandle<()>,
}

impl Watch {
    pub(crate) fn new(pid: u32) -> Watch {
        let peak = Arc::new(AtomicU64::new(0));
        let seen = Arc::clone(&peak);
        let task = tokio::spawn(async move {
            let mut ticks = interval(CHECK_INTERVAL);
            loop {
                ticks.tick().await;
                seen.fetch_max(resident_bytes(pid).unwrap_or(0), Ordering::Relaxed);
            }
        });
        Watch { pid, peak, task }
    }

    /// The highest value seen, in bytes.
    pub(crate) fn peak(&self) -> u64 {
        self.peak.load(Ordering::Relaxed)
    }

    /// The process's current memory in bytes; 0 if it has ended.
    pub(crate) fn now(&self) -> u64 {
        resident_bytes(self.pid).unwrap_or(0)
    }

    /// Waits until its memory has returned to `before`, in a server limited to `limit` bytes;
    /// returns how long that took, or `None` if it did not.
    pub(crate) async fn returned(&self, before: u64, limit: u64) -> Option<Duration> {
        let began = Instant::now();
        while began.elapsed() < MEMORY_RETURN_TIMEOUT {
            if self.now() <= before + limit / KEPT_SHARE {
                return Some(began.elapsed());
            }
            sleep(Duration::from_millis(200)).await;
        }
        None
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Starts a server under the limit, with the connection limits of a server on the internet.
pub(crate) async fn start(limit: &Limit, flags: &[String]) -> io::Result<OwnServer> {
    let mut all = vec!["--house-bots", "off"];
    all.extend(flags.iter().map(String::as_str));
    OwnServer::start_under(&limit.launcher(), &all).await
}

/// The total size of a folder's files, in bytes.
pub(crate) fn bytes_in(folder: &Path) -> u64 {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    files.filter_map(|file| file.metadata().ok()).map(|about| about.len()).sum()
}
