//! What the kernel says that a process uses: for whoever measures a server.

use std::fs;
use std::io::{Error, ErrorKind, Result};

/// CPU time of all threads of a process, those that have ended too, in seconds.
/// The kernel counts in hundredths.
///
/// # Errors
/// When there is no such process, or its figures may not be read.
pub fn cpu_seconds(pid: u32) -> Result<f64> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat"))?;
    // The name stands in parentheses and may hold anything.
    let (_, after) = stat.rsplit_once(')').ok_or(ErrorKind::InvalidData)?;
    let mut fields = after.split_whitespace().skip(11);
    let mut ticks = || fields.next()?.parse::<u64>().ok();
    let ticks = ticks().zip(ticks()).ok_or(ErrorKind::InvalidData)?;
    Ok(ticks.0.saturating_add(ticks.1) as f64 / 100.0)
}

/// The resident memory of a process, in bytes.
///
/// # Errors
/// As above.
pub fn resident_bytes(pid: u32) -> Result<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status"))?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
    let bytes = kilobytes.and_then(|kilobytes| kilobytes.checked_mul(1024));
    bytes.ok_or_else(|| Error::from(ErrorKind::InvalidData))
}

#[cfg(test)]
mod tests {
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
}
