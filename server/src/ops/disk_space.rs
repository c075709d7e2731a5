//! How full the disk is, checked now and then: new games are refused long before the disk is full,
//! so that running ones can end.

use std::path::Path;
use std::sync::atomic::{AtomicU8, Ordering};

use protocol::Cause;

/// Free bytes of the file system below which it counts as full: enough for a busy hour's moves, a
/// checkpoint and a log of people's requests.
const LEAST_FREE: u64 = 256 << 20;

/// The share of the quota, in per cent, above which guests cannot begin anything new.
const NEARLY_FULL: u64 = 90;

/// Who may still begin something new.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Fullness {
    /// Everybody.
    Room,
    /// Those who have an account.
    NearlyFull,
    /// Nobody.
    Full,
}

/// The result of the last check.
#[derive(Debug, Default)]
pub(crate) struct DiskSpace(AtomicU8);

impl DiskSpace {
    /// Returns how full the disk is.
    pub(crate) fn fullness(&self) -> Fullness {
        match self.0.load(Ordering::Relaxed) {
            0 => Fullness::Room,
            1 => Fullness::NearlyFull,
            _ => Fullness::Full,
        }
    }

    /// Records how full it is; returns whether that has changed.
    pub(crate) fn note(&self, fullness: Fullness) -> bool {
        self.0.swap(fullness as u8, Ordering::Relaxed) != fullness as u8
    }

    /// Refuses if a player may not begin something that is stored.
    pub(crate) fn ensure_capacity(&self, is_registered: bool) -> Result<(), Cause> {
        match self.fullness() {
            Fullness::Room => Ok(()),
            Fullness::NearlyFull if is_registered => Ok(()),
            Fullness::NearlyFull | Fullness::Full => Err(Cause::DiskFull),
        }
    }
}

/// Returns how full the disk is, with this many bytes used of a quota (0 for none) and this many
/// free in the file system, if known.
pub(crate) fn fullness(used: u64, quota: u64, free: Option<u64>) -> Fullness {
    let of_quota = match quota {
        0 => 0,
        quota => used.saturating_mul(100) / quota,
    };
    if of_quota >= 100 || free.is_some_and(|free| free < LEAST_FREE / 2) {
        Fullness::Full
    } else if of_quota >= NEARLY_FULL || free.is_some_and(|free| free < LEAST_FREE) {
        Fullness::NearlyFull
    } else {
        Fullness::Room
    }
}

/// Returns the bytes that are available to us in the file system of a folder.
pub(crate) fn free_bytes(folder: &Path) -> Option<u64> {
    let found = rustix::fs::statvfs(folder).ok()?;
    Some(found.f_bavail.saturating_mul(found.f_frsize))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guests_are_refused_before_the_rest_and_all_before_the_disk_is_full() {
        assert_eq!(fullness(u64::MAX, 0, None), Fullness::Room, "no quota");
        let percent = |used| fullness(used, 100, Some(u64::MAX));
        let found = [0, 89, 90, 99, 100, 1_000].map(percent);
        use Fullness::{Full, NearlyFull, Room};
        assert_eq!(found, [Room, Room, NearlyFull, NearlyFull, Full, Full]);
        let free = |megabytes: u64| fullness(0, 0, Some(megabytes << 20));
        assert_eq!([300, 200, 100, 0].map(free), [Room, NearlyFull, Full, Full]);
        let near = [LEAST_FREE, LEAST_FREE - 1, LEAST_FREE / 2, LEAST_FREE / 2 - 1];
        let near = near.map(|free| fullness(0, 0, Some(free)));
        assert_eq!(near, [Room, NearlyFull, NearlyFull, Full]);
        let space = DiskSpace::default();
        assert!(space.ensure_capacity(false).is_ok());
        assert!(space.note(NearlyFull) && !space.note(NearlyFull));
        assert_eq!(
            (space.ensure_capacity(false), space.ensure_capacity(true)),
            (Err(Cause::DiskFull), Ok(()))
        );
        space.note(Full);
        assert_eq!(space.ensure_capacity(true), Err(Cause::DiskFull));
    }

    #[test]
    fn the_file_system_says_what_is_left() {
        assert!(free_bytes(&std::env::temp_dir()).is_some());
        assert_eq!(free_bytes(Path::new("/no/such/folder")), None);
    }
}
