//! Who has fallen silent. One task goes round among all connections, a few at a
//! time, where a timer for each would have to be set and looked at with each
//! message. It pings who says nothing, measures the lines of those who play with a
//! clock, and ends the connections of those who stay silent.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use protocol::CloseCode;
use protocol::limits::{PING_AFTER, SILENT_FOR};

use crate::live::connection::Member;
use crate::live::game_time::RunningTime;
use crate::live::room::Room;

/// How long a round takes; silence is counted in rounds, so it is noticed by at
/// most this much later. A server that was stopped has gone no rounds meanwhile.
const ROUND: Duration = Duration::from_secs(5);

/// In so many steps, for twenty thousand pings at once would hold up a move.
const STEPS: usize = 50;

/// Each so many rounds the lines of those who play with a clock are measured.
const MEASURED_EACH: u32 = 2;

/// All connections, each with the step at which it is looked after.
#[derive(Debug)]
pub(crate) struct Rounds {
    steps: [Mutex<Vec<Charge>>; STEPS],
    /// Where the next who comes is put.
    next: AtomicUsize,
}

/// A connection that is looked after.
#[derive(Debug)]
struct Charge {
    /// Weak: who has gone is forgotten in the next round.
    member: Weak<Member<Room>>,
    silent_rounds: u32,
}

impl Rounds {
    pub(crate) fn new() -> Rounds {
        Rounds { steps: std::array::from_fn(|_| Mutex::default()), next: AtomicUsize::new(0) }
    }

    /// Looks after `member` from now on.
    pub(crate) fn add(&self, member: &Arc<Member<Room>>) {
        let step = self.next.fetch_add(1, Ordering::Relaxed) % STEPS;
        lock(&self.steps[step]).push(Charge { member: Arc::downgrade(member), silent_rounds: 0 });
    }

    /// Goes round and round.
    pub(crate) async fn run(&self, time: &RunningTime) {
        for round in (0..MEASURED_EACH).cycle() {
            for step in &self.steps {
                tokio::time::sleep(ROUND / STEPS as u32).await;
                lock(step).retain_mut(|charge| charge.visit(time.now(), round));
            }
        }
    }
}

impl Charge {
    /// Whether there still is such a connection.
    fn visit(&mut self, now: Instant, round: u32) -> bool {
        let Some(member) = self.member.upgrade() else { return false };
        self.silent_rounds = if member.has_spoken() { 0 } else { self.silent_rounds + 1 };
        let silent = ROUND * self.silent_rounds;
        if silent >= SILENT_FOR {
            member.outlet.end(CloseCode::TooSlow);
        } else if silent >= PING_AFTER || (round == 0 && member.is_timed()) {
            member.ping(now);
        }
        true
    }
}

fn lock(step: &Mutex<Vec<Charge>>) -> MutexGuard<'_, Vec<Charge>> {
    step.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::task::{Context, Poll, Waker};

    use tokio::io::AsyncReadExt;
    use tokio::net::TcpStream;

    use super::*;
    use crate::live::connection::tests::member;
    use crate::net::frame::Frame;
    use crate::net::outbox::Broken;

    /// Somebody who is looked after, and his end of the line.
    async fn charge() -> (Charge, Arc<Member<Room>>, TcpStream) {
        let (member, client) = member().await;
        let rounds = Rounds::new();
        rounds.add(&member);
        let charge = lock(&rounds.steps[0]).pop().expect("he was added");
        (charge, member, client)
    }

    fn state(member: &Member<Room>) -> Poll<Broken> {
        member.outlet.poll_pump(&mut Context::from_waker(Waker::noop()))
    }

    /// How often he was pinged, now that his line is cut.
    async fn pings(member: Arc<Member<Room>>, mut client: TcpStream) -> usize {
        drop(member);
        let mut heard = Vec::new();
        client.read_to_end(&mut heard).await.expect("a clean end");
        heard.len() / Frame::ping().bytes().len()
    }

    #[tokio::test]
    async fn who_says_nothing_is_pinged_once_and_closed_in_the_end() {
        let now = Instant::now();
        for (visits, expected) in [(3, 0), (4, 1), (5, 1)] {
            let (mut charge, member, client) = charge().await;
            (0..visits).for_each(|_| assert!(charge.visit(now, 1)));
            assert_eq!(state(&member), Poll::Pending);
            assert_eq!(pings(member, client).await, expected, "{visits} visits");
        }
        let (mut charge, member, _client) = charge().await;
        (0..6).for_each(|_| assert!(charge.visit(now, 1)));
        assert_eq!(state(&member), Poll::Ready(Broken::Ended(CloseCode::TooSlow)));
    }

    #[tokio::test]
    async fn who_says_anything_is_let_be() {
        let (mut charge, member, client) = charge().await;
        for visit in 0..60 {
            if visit % 3 == 0 {
                member.speaks();
            }
            assert!(charge.visit(Instant::now(), 1));
        }
        assert_eq!(state(&member), Poll::Pending);
        assert_eq!(pings(member, client).await, 0);
    }

    #[tokio::test]
    async fn the_line_of_who_plays_with_a_clock_is_measured_each_other_round() {
        let (mut charge, member, client) = charge().await;
        let start = Instant::now();
        let at = |ms| start + Duration::from_millis(ms);
        charge.visit(start, 0);
        member.begin_timing();
        charge.visit(start, 1);
        member.answered(at(9));
        assert_eq!(member.lag(), Duration::ZERO, "nobody has asked him");
        charge.visit(start, 0);
        member.answered(at(30));
        member.answered(at(9_000));
        assert_eq!(member.lag(), Duration::from_millis(30), "once for each ping");
        assert_eq!(pings(member, client).await, 1);
    }

    #[tokio::test]
    async fn who_has_gone_is_forgotten() {
        let (mut charge, member, _client) = charge().await;
        assert!(charge.visit(Instant::now(), 0));
        drop(member);
        assert!(!charge.visit(Instant::now(), 0));
    }
}
