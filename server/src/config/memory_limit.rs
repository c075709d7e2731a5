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
    let own = own_cgroup_limits().into_iter();
    let limits = CGROUP_LIMITS.map(str::to_owned).into_iter().chain(own);
    let limited = limits.filter_map(|path| fs::read_to_string(path).ok()?.trim().parse().ok());
    let all = limited.chain(machine()).min().unwrap_or(MAX_SHARE);
    (all / 8).clamp(MIN_SHARE, MAX_SHARE)
}

/// The files with the limits of the cgroups that this process belongs to.
fn own_cgroup_limits() -> Vec<String> {
    let lines = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let limit = |line: &str| {
        let mut parts = line.splitn(3, ':').skip(1);
        match (parts.next()?, parts.next()?) {
            ("", path) => Some(format!("/sys/fs/cgroup{path}/memory.max")),
            ("memory", path) => Some(format!("/sys/fs/cgroup/memory{path}/memory.limit_in_bytes")),
            _ => None,
        }
    };
    lines.lines().filter_map(limit).collect()
}

/// The memory of the machine, in bytes.
fn machine() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    kilobytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_is_a_share_of_what_there_is() {
        let total = default_total();
        assert!((MIN_SHARE..=MAX_SHARE).contains(&total));
        assert!(machine().is_none_or(|all| total <= (all / 8).max(MIN_SHARE)));
    }
}
