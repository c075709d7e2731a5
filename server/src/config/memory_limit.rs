//! How much memory this process may use, and the solver's default share of it.

use std::fs;

/// The files with the memory limits of a cgroup, in its two versions.
const CGROUP_LIMITS: [&str; 2] =
    ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"];

/// The minimum and maximum default for the solver, in bytes.
const MIN_SHARE: u64 = 16 << 20;
const MAX_SHARE: u64 = 1 << 30;

/// Returns an eighth of the memory that this process may use: the limit of its own cgroup, of the
/// cgroup shown at the root, or the memory of the machine.
pub(crate) fn default_total() -> u64 {
    default_among(|path| fs::read_to_string(path).ok())
}

/// As [`default_total`], with the system's files as `read` finds them.
fn default_among(read: impl Fn(&str) -> Option<String>) -> u64 {
    let own = own_cgroup_limits(&read("/proc/self/cgroup").unwrap_or_default());
    let limits = CGROUP_LIMITS.map(str::to_owned).into_iter().chain(own);
    let limited = limits.filter_map(|path| read(&path)?.trim().parse().ok());
    let machine = read("/proc/meminfo").and_then(|text| machine(&text));
    let all = limited.chain(machine).min().unwrap_or(MAX_SHARE);
    (all / 8).clamp(MIN_SHARE, MAX_SHARE)
}

/// The files with the limits of the cgroups that a process belongs to.
fn own_cgroup_limits(cgroups: &str) -> Vec<String> {
    let limit = |line: &str| {
        let mut parts = line.splitn(3, ':').skip(1);
        match (parts.next()?, parts.next()?) {
            ("", path) => Some(format!("/sys/fs/cgroup{path}/memory.max")),
            ("memory", path) => Some(format!("/sys/fs/cgroup/memory{path}/memory.limit_in_bytes")),
            _ => None,
        }
    };
    cgroups.lines().filter_map(limit).collect()
}

/// The memory of the machine, in bytes.
fn machine(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    kilobytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_is_a_share_of_what_there_is() {
        assert!((MIN_SHARE..=MAX_SHARE).contains(&default_total()));
        let total = |files: &[(&str, &str)]| {
            let find = |path: &str| files.iter().find(|(name, _)| *name == path);
            default_among(|path| find(path).map(|(_, text)| (*text).to_owned())) >> 20
        };
        let machine = ("/proc/meminfo", "MemFree: 7 kB\nMemTotal:   4194304 kB\n");
        let root = (CGROUP_LIMITS[0], "2147483648\n");
        let old_root = (CGROUP_LIMITS[1], "1073741824\n");
        let own = ("/proc/self/cgroup", "0::/a/b\n4:memory:/c\n2:cpu:/d\n");
        let new = ("/sys/fs/cgroup/a/b/memory.max", "536870912\n");
        let old = ("/sys/fs/cgroup/memory/c/memory.limit_in_bytes", "268435456\n");
        for (files, megabytes) in [
            (&[][..], 128),
            (&[machine], 512),
            (&[machine, root], 256),
            (&[machine, root, old_root], 128),
            (&[machine, root, own, new], 64),
            (&[machine, root, own, old], 32),
            (&[machine, (CGROUP_LIMITS[0], "max\n"), own], 512),
            (&[("/proc/meminfo", "MemTotal: 99999999999 kB")], MAX_SHARE >> 20),
            (&[("/proc/meminfo", "MemTotal: 1 kB")], MIN_SHARE >> 20),
            (&[("/proc/meminfo", "MemTotal: 18446744073709551615 kB")], 128),
        ] {
            assert_eq!(total(files), megabytes, "{files:?}");
        }
    }
}
