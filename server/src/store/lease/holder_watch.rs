//! Whether the holder of the lease is dead, as a waiting server sees it.

use std::time::{Duration, Instant};

use super::LIFETIME;

/// The maximum time between two looks that count as looking again and again: a server that was
/// paused itself has seen nothing.
const GAP: Duration = Duration::from_secs(1);

/// What a waiting server knows of the holder.
#[derive(Clone, Copy, Debug)]
pub(super) struct HolderWatch {
    seen: (i64, i64),
    since: Instant,
    last: Instant,
}

impl HolderWatch {
    /// Returns what is known after seeing this holder with this number.
    pub(super) fn saw(before: Option<HolderWatch>, seen: (i64, i64), now: Instant) -> HolderWatch {
        match before {
            Some(watch) if watch.seen == seen && now.duration_since(watch.last) <= GAP => {
                HolderWatch { last: now, ..watch }
            }
            _ => HolderWatch { seen, since: now, last: now },
        }
    }

    /// Whether it was watched for as long as a holder may be silent, and always found the same.
    pub(super) fn is_dead(&self) -> bool {
        self.last.duration_since(self.since) >= LIFETIME
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_holder_is_dead_only_if_it_was_watched_all_the_time() {
        let begin = Instant::now();
        let at = |ms| begin + Duration::from_millis(ms);
        let watched = |looks: &[(u64, (i64, i64))]| {
            let saw = |watch, &(ms, seen): &(u64, _)| Some(HolderWatch::saw(watch, seen, at(ms)));
            looks.iter().fold(None, saw).is_some_and(|watch: HolderWatch| watch.is_dead())
        };
        let still: Vec<_> = (0..=10).map(|n| (n * 250, (7, 3))).collect();
        assert!(watched(&still));
        assert!(!watched(&still[..10]), "not long enough");
        assert!(!watched(&[(0, (7, 3)), (2_600, (7, 3))]), "nobody looked in between");
        let mut alive = still.clone();
        alive[5].1 = (7, 4);
        assert!(!watched(&alive), "it counted up");
        let mut another = still;
        another[10].1 = (8, 3);
        assert!(!watched(&another), "another one has come");
    }
}
