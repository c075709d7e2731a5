//! Whether the machine does anything else, beside which no time means anything.

use std::time::Duration;

use anyhow::{Context, ensure};

/// How long is looked.
const LOOK: Duration = Duration::from_secs(1);

/// How much of one core others may use.
const MAX_BUSY: f64 = 0.15;

/// The time of all cores, in ticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct CoreTime {
    busy: u64,
    idle: u64,
}

impl CoreTime {
    /// Reads the first line of `/proc/stat`. What a virtual machine is kept from using counts as
    /// busy: somebody uses it.
    fn read(stat: &str) -> Option<CoreTime> {
        let mut columns = stat.lines().next()?.strip_prefix("cpu ")?.split_whitespace();
        let mut next = || columns.next()?.parse::<u64>().ok();
        let [user, nice, system, idle, waiting, hard, soft, stolen] =
            [next()?, next()?, next()?, next()?, next()?, next()?, next()?, next()?];
        let busy = user + nice + system + hard + soft + stolen;
        Some(CoreTime { busy, idle: idle + waiting })
    }

    fn now() -> anyhow::Result<CoreTime> {
        let stat = std::fs::read_to_string("/proc/stat").context("/proc/stat")?;
        CoreTime::read(&stat).context("/proc/stat is not as expected")
    }

    /// How many cores have been busy since `before`.
    fn busy_since(self, before: CoreTime, cores: usize) -> f64 {
        let (busy, idle) = (self.busy - before.busy, self.idle - before.idle);
        busy as f64 / (busy + idle).max(1) as f64 * cores as f64
    }
}

/// Fails if others use the machine now.
///
/// # Errors
/// When they do, or that cannot be told.
pub(crate) fn ensure_quiet() -> anyhow::Result<()> {
    let before = CoreTime::now()?;
    std::thread::sleep(LOOK);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let busy = CoreTime::now()?.busy_since(before, cores);
    ensure!(
        busy <= MAX_BUSY,
        "something else keeps {busy:.2} of {cores} cores busy, so times mean nothing; --busy \
         measures anyway"
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_use_is_told() {
        let at = |line: &str| CoreTime::read(line).expect("well-formed");
        let before = at("cpu  100 10 50 1000 40 1 2 3 0 0\ncpu0 1 2 3");
        assert_eq!(before, CoreTime { busy: 166, idle: 1_040 });
        // Ten ticks of a hundred, on two cores.
        let after = at("cpu  104 11 52 1085 45 2 3 4 0 0");
        assert!((after.busy_since(before, 2) - 0.2).abs() < 1e-9);
        assert!(before.busy_since(before, 2).abs() < 1e-9);
        assert_eq!(CoreTime::read("intr 1 2 3"), None);
        assert_eq!(CoreTime::read("cpu  1 2 3"), None);
    }
}
