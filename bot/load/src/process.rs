//! CPU time and memory of a process, as the kernel reports it.

use std::fs;
use std::io::{Error, ErrorKind, Result};
use std::time::Instant;

/// The CPU time of all threads of a process, including ended ones, in seconds. The kernel counts in
/// hundredths of a second.
///
/// # Errors
/// When there is no such process, or its figures may not be read.
pub fn cpu_seconds(pid: u32) -> Result<f64> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat"))?;
    cpu_of(&stat).ok_or_else(|| Error::from(ErrorKind::InvalidData))
}

fn cpu_of(stat: &str) -> Option<f64> {
    // The process name is in parentheses and may contain anything.
    let (_, after) = stat.rsplit_once(')')?;
    let mut fields = after.split_whitespace().skip(11);
    let mut ticks = || fields.next()?.parse::<u64>().ok();
    let (user, system) = ticks().zip(ticks())?;
    Some(user.saturating_add(system) as f64 / 100.0)
}

/// The resident memory of a process, in bytes.
///
/// # Errors
/// When there is no such process, or its figures may not be read.
pub fn resident_bytes(pid: u32) -> Result<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status"))?;
    resident_of(&status).ok_or_else(|| Error::from(ErrorKind::InvalidData))
}

fn resident_of(status: &str) -> Option<u64> {
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok()?.checked_mul(1024)
}

/// CPU and memory use of load and server within one second.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Used {
    /// CPU cores used by the load itself.
    pub(crate) load_cores: f64,
    /// CPU cores used by the server.
    pub(crate) server_cores: Option<f64>,
    /// The server's resident memory, in bytes.
    pub(crate) server_bytes: Option<u64>,
}

/// Samples the use of both processes.
#[derive(Debug)]
pub(crate) struct Usage {
    server_pid: Option<u32>,
    at: Instant,
    load_cpu: f64,
    server_cpu: Option<f64>,
}

impl Usage {
    pub(crate) fn new(server_pid: Option<u32>) -> Usage {
        let load_cpu = cpu_seconds(std::process::id()).unwrap_or(0.0);
        let server_cpu = server_pid.and_then(|pid| cpu_seconds(pid).ok());
        Usage { server_pid, at: Instant::now(), load_cpu, server_cpu }
    }

    /// Returns the use since the last sample.
    pub(crate) fn step(&mut self) -> Used {
        let now = Usage::new(self.server_pid);
        let passed = now.at.duration_since(self.at).as_secs_f64().max(1e-3);
        let server_cpu = now.server_cpu.zip(self.server_cpu);
        let used = Used {
            load_cores: (now.load_cpu - self.load_cpu) / passed,
            server_cores: server_cpu.map(|(now, before)| (now - before) / passed),
            server_bytes: self.server_pid.and_then(|pid| resident_bytes(pid).ok()),
        };
        *self = now;
        used
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn this_process_uses_something() {
        let own = std::process::id();
        let before = cpu_seconds(own).expect("our own");
        let mut sum = 0_u64;
        while cpu_seconds(own).expect("our own") < before + 0.02 {
            sum = std::hint::black_box(sum.wrapping_add(1));
        }
        assert!(resident_bytes(own).expect("our own") > 1 << 20);
        assert!(cpu_seconds(u32::MAX).is_err() && resident_bytes(u32::MAX).is_err());
    }

    /// A name may contain what ends it; then come the state and ten other numbers.
    #[test]
    fn the_kernels_texts_are_read() {
        let stat = "77 (a) 9 9 (b) S 1 2 3 4 5 6 7 8 9 10 250 75 11 12";
        assert_eq!(cpu_of(stat), Some(3.25));
        for nothing in ["", "77 nim S 1 2", "77 (nim) S 1 2 3 4 5 6 7 8 9 10 250"] {
            assert_eq!(cpu_of(nothing), None, "{nothing:?}");
        }
        let status = "Name:\tnim\nVmHWM:\t   99 kB\nVmRSS:\t   12 kB\nRssAnon:\t   8 kB\n";
        assert_eq!(resident_of(status), Some(12_288));
        for nothing in ["", "VmHWM: 99 kB", "VmRSS:", "VmRSS: 18446744073709551615 kB"] {
            assert_eq!(resident_of(nothing), None, "{nothing:?}");
        }
    }

    #[test]
    fn what_was_used_is_divided_by_the_time_that_has_passed() {
        let own = Some(std::process::id());
        let mut usage = Usage::new(own);
        // As if it had begun a thousand seconds ago, with other sums.
        usage.at -= Duration::from_secs(1_000);
        usage.load_cpu -= 2_000.0;
        usage.server_cpu = usage.server_cpu.map(|cpu| cpu - 500.0);
        let Used { load_cores, server_cores, server_bytes } = usage.step();
        assert!((1.9..2.1).contains(&load_cores), "{load_cores}");
        assert!(
            server_cores.is_some_and(|cores| (0.45..0.55).contains(&cores)),
            "{server_cores:?}"
        );
        assert!(server_bytes.is_some_and(|bytes| bytes > 1 << 20));
        assert!(usage.load_cpu >= 0.0, "the next step begins here");
        let without = Usage::new(None).step();
        assert_eq!((without.server_cores, without.server_bytes), (None, None));
    }
}
