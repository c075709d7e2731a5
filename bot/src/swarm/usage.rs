//! What the kernel says that this process and the server use.

use std::fs;
use std::time::Instant;

/// CPU and memory within one second.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Used {
    /// Cores that the swarm itself kept busy.
    pub(super) own_cores: f64,
    /// Cores that the server kept busy.
    pub(super) server_cores: Option<f64>,
    /// Its resident memory, in bytes.
    pub(super) server_bytes: Option<u64>,
}

/// Looks at both from time to time.
#[derive(Debug)]
pub(super) struct Usage {
    server: Option<u32>,
    at: Instant,
    own: f64,
    others: Option<f64>,
}

impl Usage {
    pub(super) fn new(server: Option<u32>) -> Usage {
        let own = cpu_seconds(std::process::id()).unwrap_or(0.0);
        Usage { server, at: Instant::now(), own, others: server.and_then(cpu_seconds) }
    }

    /// What was used since the last look.
    pub(super) fn step(&mut self) -> Used {
        let (now, before) = (Usage::new(self.server), self.at);
        let passed = now.at.duration_since(before).as_secs_f64().max(1e-3);
        let used = Used {
            own_cores: (now.own - self.own) / passed,
            server_cores: now.others.zip(self.others).map(|(now, then)| (now - then) / passed),
            server_bytes: self.server.and_then(resident_bytes),
        };
        *self = now;
        used
    }
}

/// CPU time of all threads of a process, those that have ended too. The kernel
/// counts in hundredths of a second.
fn cpu_seconds(pid: u32) -> Option<f64> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name stands in parentheses and may hold anything.
    let (_, after) = stat.rsplit_once(')')?;
    let mut fields = after.split_whitespace().skip(11);
    let mut ticks = || fields.next()?.parse::<u64>().ok();
    Some((ticks()? + ticks()?) as f64 / 100.0)
}

fn resident_bytes(pid: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok()?.checked_mul(1024)
}
