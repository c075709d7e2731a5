//! The besieged server: our own, in a memory limit and on one core, with an eye on
//! what it uses.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::task::JoinHandle;
use tokio::time::{Instant, interval, sleep};

use bot::OwnServer;
use load::process::resident_bytes;

/// How often its memory is read.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// How long its memory may take to come back.
const RETURNS_WITHIN: Duration = Duration::from_secs(30);

/// So much more than before the attack is as good as before: allocators keep some.
const SLACK: u64 = 48 << 20;

/// Where memory cgroups are, in their first version and in their second.
const CGROUPS: [(&str, &str); 2] =
    [("/sys/fs/cgroup/memory", "memory.limit_in_bytes"), ("/sys/fs/cgroup", "memory.max")];

/// How the memory of the server is limited.
#[derive(Debug)]
pub(crate) enum Limit {
    /// A cgroup of its own, removed when it is dropped.
    Cgroup(PathBuf),
    /// `RLIMIT_AS`, where no cgroup can be made.
    AddressSpace(u64),
}

impl Limit {
    /// A limit of this many bytes.
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

    /// The program that puts what it starts into the limit, and on the first core.
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

    /// In words.
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
            // It can only be removed when the server has gone; an empty one harms
            // nobody.
            let _ = std::fs::remove_dir(folder);
        }
    }
}

/// Looks at a process's memory until it is dropped.
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
            let mut ticks = interval(LOOK_EVERY);
            loop {
                ticks.tick().await;
                seen.fetch_max(resident_bytes(pid).unwrap_or(0), Ordering::Relaxed);
            }
        });
        Watch { pid, peak, task }
    }

    /// The most that was seen, in bytes.
    pub(crate) fn peak(&self) -> u64 {
        self.peak.load(Ordering::Relaxed)
    }

    /// Its current use in bytes; 0 when it has gone.
    pub(crate) fn now(&self) -> u64 {
        resident_bytes(self.pid).unwrap_or(0)
    }

    /// Waits until its memory is as it was; how long that took, if it came back.
    pub(crate) async fn returned(&self, before: u64) -> Option<Duration> {
        let began = Instant::now();
        while began.elapsed() < RETURNS_WITHIN {
            if self.now() <= before + SLACK {
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

/// Starts a server within the limit, open to as many connections as a server on the
/// internet has.
pub(crate) async fn start(limit: &Limit, flags: &[String]) -> io::Result<OwnServer> {
    let mut all = vec!["--house-bots", "off"];
    all.extend(flags.iter().map(String::as_str));
    OwnServer::start_under(&limit.launcher(), &all).await
}

/// Bytes in a folder's files.
pub(crate) fn bytes_in(folder: &Path) -> u64 {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    files.filter_map(|file| file.metadata().ok()).map(|about| about.len()).sum()
}
