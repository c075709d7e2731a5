//! Play comes first: while games are played, what else players ask for, and what visitors ask for,
//! each get a share of the network's time. Such requests queue; moves never do. The share grows while
//! the network's threads keep up and shrinks at once when they do not, so that thousands of players
//! who come back are let in within seconds, and a crowd takes little from those who play.

use std::fmt;
use std::future::poll_fn;
use std::ops::RangeInclusive;
use std::pin::{Pin, pin};
use std::sync::{Mutex, PoisonError};
use std::task::{Poll, ready};
use std::time::{Duration, Instant};

use tokio::time::sleep;

use crate::system;

/// What is done is charged this many times what it takes: each share is between a sixteenth and a
/// quarter of the network's time.
const FACTORS: RangeInclusive<u32> = 4..=16;

/// Whoever is woken later than this was held up by other work: the timer by itself wakes up to a
/// millisecond late.
const LATE: Duration = Duration::from_micros(1500);

/// How much of its share may be used ahead of time; less would be below what the timer resolves.
const AT_ONCE: Duration = Duration::from_millis(1);

/// The longest that others wait for a step that has been taken. A process that is stopped, or that
/// gets no processor, is in a step for long without using the network's time.
const MOST_OWED: Duration = Duration::from_millis(250);

/// The time since the last move after which nobody is playing, and other work may take all.
const PLAY_LASTS: Duration = Duration::from_secs(1);

type PlaceInLine<'a> = Pin<Box<dyn Future<Output = ()> + Send + 'a>>;

/// The share of the network's time that is left for work other than play.
pub(crate) struct PlayFirst {
    /// Returns the number of moves made so far.
    moves: Box<dyn Fn() -> u64 + Send + Sync>,
    share: Mutex<Share>,
    /// Held by whoever is next; the others are behind in the order of their coming.
    next: tokio::sync::Mutex<()>,
}

impl PlayFirst {
    /// Creates the share; `moves` returns the number of moves made so far, which shows whether
    /// anybody is playing.
    pub(crate) fn new(moves: impl Fn() -> u64 + Send + Sync + 'static) -> PlayFirst {
        let share = Mutex::new(Share::new(system::now()));
        PlayFirst { moves: Box::new(moves), share, next: tokio::sync::Mutex::default() }
    }

    /// Does work other than play, each step of it when its turn has come.
    pub(crate) async fn run<F: Future>(&self, work: F) -> F::Output {
        let mut work = pin!(work);
        let mut line: Option<PlaceInLine<'_>> = None;
        poll_fn(|cx| {
            if line.is_none() && !self.is_free() {
                line = Some(Box::pin(self.wait()));
            }
            if let Some(waiting) = &mut line {
                ready!(waiting.as_mut().poll(cx));
                line = None;
            }
            let began = system::now();
            let polled: Poll<F::Output> = work.as_mut().poll(cx);
            self.with_share(|share| share.charge(began, system::now() - began));
            polled
        })
        .await
    }

    /// Whether nobody is in line and there is time left.
    fn is_free(&self) -> bool {
        self.next.try_lock().is_ok() && self.delay().is_zero()
    }

    /// Waits in line.
    async fn wait(&self) {
        let _next = self.next.lock().await;
        loop {
            let wait = self.delay();
            if wait.is_zero() {
                return;
            }
            let due = system::now() + wait;
            sleep(wait).await;
            let late = system::now().saturating_duration_since(due);
            self.with_share(|share| share.adapt(late));
        }
    }

    fn delay(&self) -> Duration {
        let moves = (self.moves)();
        self.with_share(|share| share.wait_at(system::now(), moves))
    }

    fn with_share<T>(&self, use_it: impl FnOnce(&mut Share) -> T) -> T {
        // Each value is valid by itself, so a panic elsewhere does not corrupt them.
        use_it(&mut self.share.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl fmt::Debug for PlayFirst {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlayFirst").field("share", &self.share).finish_non_exhaustive()
    }
}

/// What has been used of the share. Pure, time passed in.
#[derive(Debug)]
struct Share {
    /// The time until which it is used up (the virtual scheduling form of the generic cell rate
    /// algorithm, ITU-T I.371).
    until: Instant,
    /// How many times what it takes a step is charged now, one of [`FACTORS`].
    factor: u32,
    /// How many moves had been made when last asked, and when that number last grew.
    moves: u64,
    moved: Option<Instant>,
}

impl Share {
    fn new(now: Instant) -> Share {
        Share { until: now, factor: *FACTORS.end(), moves: 0, moved: None }
    }

    /// How long work has to wait now, given the number of moves made so far.
    fn wait_at(&mut self, now: Instant, moves: u64) -> Duration {
        if moves != self.moves {
            (self.moves, self.moved) = (moves, Some(now));
        }
        let in_play =
            self.moved.is_some_and(|moved| now.saturating_duration_since(moved) < PLAY_LASTS);
        if !in_play {
            return Duration::ZERO;
        }
        self.until.saturating_duration_since(now).saturating_sub(AT_ONCE)
    }

    /// Adapts the factor to how late somebody who waited was woken: slowly while that is in time, and
    /// fast when it is not (as in D.-M. Chiu and R. Jain, "Analysis of the Increase and Decrease
    /// Algorithms for Congestion Avoidance in Computer Networks", 1989).
    fn adapt(&mut self, late: Duration) {
        let factor = if late > LATE { self.factor * 2 } else { self.factor - 1 };
        self.factor = factor.clamp(*FACTORS.start(), *FACTORS.end());
    }

    /// Charges a step that began at `began`.
    fn charge(&mut self, began: Instant, took: Duration) {
        let charged = self.until.max(began) + took.saturating_mul(self.factor);
        self.until = charged.min(began + took + MOST_OWED);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};

    use tokio::task::{JoinSet, yield_now};

    use super::*;

    const MS: Duration = Duration::from_millis(1);

    /// What part of the time other work takes, if whoever waits is always woken this late.
    fn part(late: Duration) -> f64 {
        let mut now = Instant::now();
        let (began, mut share) = (now, Share::new(now));
        let mut worked = Duration::ZERO;
        for moves in 1..=10_000 {
            now += share.wait_at(now, moves);
            share.adapt(late);
            share.charge(now, MS / 2);
            (now, worked) = (now + MS / 2, worked + MS / 2);
        }
        worked.as_secs_f64() / (now - began).as_secs_f64()
    }

    #[test]
    fn beside_games_other_work_takes_a_sixteenth_to_a_quarter_of_the_time() {
        let (busy, idle) = (part(2 * MS), part(MS));
        assert!((0.0624..0.0626).contains(&busy), "{busy}");
        assert!((0.249..0.251).contains(&idle), "{idle}");
    }

    /// It takes many that are in time to make up for one that is late.
    #[test]
    fn the_share_shrinks_faster_than_it_grows() {
        let mut share = Share::new(Instant::now());
        let mut factors = |late: Duration, times: usize| -> Vec<u32> {
            let adapted = (0..times).map(|_| {
                share.adapt(late);
                share.factor
            });
            adapted.collect()
        };
        assert_eq!(factors(MS, 13), (4..16).rev().chain([4]).collect::<Vec<_>>());
        assert_eq!(factors(2 * MS, 3), [8, 16, 16]);
    }

    #[test]
    fn a_move_comes_between_after_little() {
        let now = Instant::now();
        let mut share = Share::new(now);
        let mut worked = Duration::ZERO;
        while share.wait_at(now + worked, 1).is_zero() {
            share.charge(now + worked, MS / 10);
            worked += MS / 10;
        }
        assert!(worked <= AT_ONCE, "{worked:?}");
    }

    #[test]
    fn without_games_nothing_waits() {
        let now = Instant::now();
        let mut share = Share::new(now);
        share.charge(now, 10 * MS);
        assert_eq!(share.wait_at(now, 0), Duration::ZERO);
        assert!(share.wait_at(now, 1) > Duration::ZERO);
        share.charge(now + PLAY_LASTS - 10 * MS, 10 * MS);
        assert!(share.wait_at(now + PLAY_LASTS - MS, 1) > Duration::ZERO);
        assert_eq!(share.wait_at(now + PLAY_LASTS, 1), Duration::ZERO);
    }

    /// However often, and however long each time: a machine may be busy for an hour.
    #[test]
    fn a_process_that_was_stopped_makes_nobody_wait_for_long() {
        let mut now = Instant::now();
        let mut share = Share::new(now);
        for moves in 1..=100 {
            let took = Duration::from_secs(60);
            share.charge(now, took);
            now += took;
            assert_eq!(share.wait_at(now, moves), MOST_OWED - AT_ONCE);
        }
    }

    /// Those who wait are let in one after the other, and all of them in the end.
    #[tokio::test]
    async fn everybody_in_line_has_their_turn_in_order() {
        let (gate, order) = (Arc::new(PlayFirst::new(|| 1)), Arc::<AtomicU32>::default());
        let began = Instant::now();
        gate.with_share(|share| share.charge(began, 5 * MS));
        let mut tasks = JoinSet::new();
        for place in 0..20 {
            let (gate, order) = (Arc::clone(&gate), Arc::clone(&order));
            tasks.spawn(async move {
                let work = async { order.fetch_add(1, Ordering::Relaxed) };
                assert_eq!(gate.run(work).await, place);
            });
        }
        yield_now().await;
        let done = order.load(Ordering::Relaxed);
        let is_due = began.elapsed() >= 5 * MS * *FACTORS.end() - AT_ONCE;
        assert!(done == 0 || is_due, "{done} did not wait");
        tasks.join_all().await;
    }
}
