//! Decides where commits are made, by how long they take: between the turns of the network as long
//! as they are quick, in a thread while they are slow. Pure, with times passed in.

use std::time::{Duration, Instant};

/// How long a commit may keep the network waiting, on average. A commit under load takes five
/// milliseconds; one that takes four times as long waits for a slow disk, for a process that has
/// been stopped, or for a neighbour that has the core.
pub(super) const PATIENCE: Duration = Duration::from_millis(20);

/// The number of commits over which that is averaged. A single commit decides alone if it takes as
/// long as all of them may.
pub(super) const AVERAGED: u32 = 16;

/// The maximum that a single commit counts as: twice what makes it decide alone. However long a
/// process was stopped, two dozen quick commits make up for it.
const LONGEST: Duration = PATIENCE.saturating_mul(2 * AVERAGED);

/// How long a thread commits before the network tries again.
const FIRST_STAY: Duration = Duration::from_secs(2);

/// The same after many failed attempts: each costs a few slow commits.
const LAST_STAY: Duration = Duration::from_secs(60);

/// How long commits must have been quick for the next stay to be a first one again.
const FORGIVEN_AFTER: Duration = Duration::from_secs(60);

/// Where the next commit is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CommitThread {
    /// In the network's thread, between the turns of others.
    Network,
    /// In a thread of their own.
    Apart,
}

/// How quick commits are, and where they are therefore made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    place: CommitThread,
    usual: Duration,
    /// When the thread took over.
    went: Option<Instant>,
    /// When the network took over again.
    returned: Option<Instant>,
    stay: Duration,
}

impl Pace {
    /// Starts with commits between the turns of the network.
    pub(super) fn new() -> Pace {
        Pace {
            place: CommitThread::Network,
            usual: Duration::ZERO,
            went: None,
            returned: None,
            stay: FIRST_STAY,
        }
    }

    /// Returns where the next commit is made.
    pub(super) fn place(&self) -> CommitThread {
        self.place
    }

    /// Returns how long a commit takes on average.
    pub(super) fn usual(&self) -> Duration {
        self.usual
    }

    /// Records how long a commit that ended at `now` took. Returns where the next one is made.
    pub(super) fn took(&mut self, took: Duration, now: Instant) -> CommitThread {
        self.usual = (self.usual * (AVERAGED - 1) + took.min(LONGEST)) / AVERAGED;
        let passed = |since: Option<Instant>| since.map(|it| now.saturating_duration_since(it));
        let slow = self.usual > PATIENCE;
        match self.place {
            CommitThread::Network if slow => {
                let soon = passed(self.returned).is_some_and(|time| time < FORGIVEN_AFTER);
                self.stay = if soon { (self.stay * 2).min(LAST_STAY) } else { FIRST_STAY };
                self.went = Some(now);
                self.place = CommitThread::Apart;
            }
            CommitThread::Apart
                if !slow && passed(self.went).is_none_or(|time| time >= self.stay) =>
            {
                self.returned = Some(now);
                self.place = CommitThread::Network;
            }
            CommitThread::Network | CommitThread::Apart => {}
        }
        self.place
    }

    /// Records that no thread was available: the network continues.
    pub(super) fn stay_here(&mut self) {
        (self.place, self.usual) = (CommitThread::Network, Duration::ZERO);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUICK: Duration = Duration::from_millis(3);
    const SLOW: Duration = Duration::from_millis(60);

    /// Simulates a commit every 50 ms, each of which takes a given time.
    struct Server {
        pace: Pace,
        now: Instant,
    }

    impl Server {
        fn new() -> Server {
            Server { pace: Pace::new(), now: Instant::now() }
        }

        fn commit(&mut self, took: Duration) -> CommitThread {
            self.now += Duration::from_millis(50) + took;
            self.pace.took(took, self.now)
        }

        /// Returns how long it takes until commits are made there.
        fn until(&mut self, place: CommitThread, took: Duration) -> Duration {
            let began = self.now;
            while self.commit(took) != place {
                assert!(self.now - began < Duration::from_secs(3_600), "never {place:?}");
            }
            self.now - began
        }
    }

    #[test]
    fn quick_commits_stay_with_the_network() {
        let mut server = Server::new();
        for _ in 0..10_000 {
            assert_eq!(server.commit(PATIENCE), CommitThread::Network);
        }
        assert_eq!(server.commit(PATIENCE * 4), CommitThread::Apart, "on average it is too much");
    }

    /// The process was stopped for an hour in the middle of a commit.
    #[test]
    fn one_slow_moment_changes_nothing_for_good() {
        let mut server = Server::new();
        assert_eq!(server.commit(QUICK), CommitThread::Network);
        assert_eq!(server.commit(Duration::from_secs(3_600)), CommitThread::Apart);
        let away = server.until(CommitThread::Network, QUICK);
        assert!((FIRST_STAY..FIRST_STAY * 2).contains(&away), "{away:?}");
        for _ in 0..10_000 {
            assert_eq!(server.commit(QUICK), CommitThread::Network);
        }
        // Long afterwards, the next such commit costs no more than this one did.
        assert_eq!(server.commit(Duration::from_secs(3_600)), CommitThread::Apart);
        assert!(server.until(CommitThread::Network, QUICK) < FIRST_STAY * 2);
    }

    #[test]
    fn a_slow_disk_keeps_its_thread_until_it_is_quick() {
        let mut server = Server::new();
        server.until(CommitThread::Apart, SLOW);
        for _ in 0..10_000 {
            assert_eq!(server.commit(SLOW), CommitThread::Apart);
        }
        let again = server.until(CommitThread::Network, QUICK);
        assert!(again < Duration::from_secs(5), "{again:?}");
    }

    /// Commits are quick in a thread and slow in the network's: each attempt costs more than the
    /// previous one.
    #[test]
    fn failed_attempts_become_rarer_and_are_forgiven() {
        let mut server = Server::new();
        let mut stays = Vec::new();
        for _ in 0..8 {
            server.until(CommitThread::Apart, SLOW);
            stays.push(server.until(CommitThread::Network, QUICK));
        }
        assert!(stays.is_sorted() && stays[7] >= LAST_STAY, "{stays:?}");
        assert!(stays[7] < LAST_STAY + FIRST_STAY, "{stays:?}");
        let quick = FORGIVEN_AFTER.as_millis() / 50;
        (0..quick).for_each(|_| assert_eq!(server.commit(QUICK), CommitThread::Network));
        server.until(CommitThread::Apart, SLOW);
        assert!(server.until(CommitThread::Network, QUICK) < FIRST_STAY * 2);
    }
}
