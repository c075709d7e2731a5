//! Keepalive: one task visits all connections in turn, a few at a time; a timer per connection
//! would have to be set and checked with each message. It pings idle connections, measures the
//! round trip of players with a clock, and closes connections that stay silent.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use protocol::CloseCode;

use crate::config::Timeouts;
use crate::live::connection::Connection;
use crate::live::game_time::GameTime;
use crate::live::room::Room;

/// The number of rounds after which a silent connection is closed. Silence is counted in rounds, so
/// it is noticed at most one round late; a server that was stopped has made no rounds meanwhile.
const ROUNDS: u32 = 5;

/// The number of steps in a round: twenty thousand pings at once would hold up moves.
const STEPS: usize = 50;

/// The round trip of players with a clock is measured once per this many rounds.
const MEASURED_EACH: u32 = 2;

/// All connections, each with the step in which it is checked.
#[derive(Debug)]
pub(crate) struct Keepalive {
    steps: [Mutex<Vec<Charge>>; STEPS],
    /// The step of the next connection.
    next: AtomicUsize,
    timeouts: Timeouts,
}

/// A connection under keepalive.
#[derive(Debug)]
struct Charge {
    /// Weak: a closed connection is forgotten in the next round.
    connection: Weak<Connection<Room>>,
    silent_rounds: u32,
}

impl Keepalive {
    pub(crate) fn new(timeouts: Timeouts) -> Keepalive {
        let steps = std::array::from_fn(|_| Mutex::default());
        Keepalive { steps, next: AtomicUsize::new(0), timeouts }
    }

    /// Adds `connection` to those that are checked.
    pub(crate) fn add(&self, connection: &Arc<Connection<Room>>) {
        let step = self.next.fetch_add(1, Ordering::Relaxed) % STEPS;
        lock(&self.steps[step])
            .push(Charge { connection: Arc::downgrade(connection), silent_rounds: 0 });
    }

    /// Visits all connections, round after round.
    pub(crate) async fn run(&self, time: &GameTime) {
        for round in (0..MEASURED_EACH).cycle() {
            for step in &self.steps {
                tokio::time::sleep(round_of(self.timeouts) / STEPS as u32).await;
                lock(step).retain_mut(|charge| charge.visit(time.now(), round, self.timeouts));
            }
        }
    }
}

impl Charge {
    /// Checks the connection; returns false if it no longer exists.
    fn visit(&mut self, now: Instant, round: u32, timeouts: Timeouts) -> bool {
        let Some(connection) = self.connection.upgrade() else { return false };
        self.silent_rounds = if connection.has_spoken() { 0 } else { self.silent_rounds + 1 };
        let silent = round_of(timeouts) * self.silent_rounds;
        if self.silent_rounds >= ROUNDS {
            connection.outbox.end(CloseCode::TooSlow);
        } else if silent >= timeouts.ping_after || (round == 0 && connection.is_timed()) {
            connection.ping(now);
        }
        true
    }
}

/// How long a round takes.
fn round_of(timeouts: Timeouts) -> Duration {
    timeouts.silence_timeout / ROUNDS
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
    use crate::config::Timeouts;
    use crate::live::connection::tests::connection;
    use crate::net::frame::Frame;
    use crate::net::outbox::Broken;

    /// A connection under keepalive, and the client's end of it.
    async fn charge() -> (Charge, Arc<Connection<Room>>, TcpStream) {
        let (connection, client) = connection().await;
        let rounds = Keepalive::new(Timeouts::default());
        rounds.add(&connection);
        let charge = lock(&rounds.steps[0]).pop().expect("it was added");
        (charge, connection, client)
    }

    fn visit(charge: &mut Charge, now: Instant, round: u32) -> bool {
        charge.visit(now, round, Timeouts::default())
    }

    fn state(connection: &Connection<Room>) -> Poll<Broken> {
        connection.outbox.poll_pump(&mut Context::from_waker(Waker::noop()))
    }

    /// Counts the pings that the client received until the connection was closed.
    async fn pings(connection: Arc<Connection<Room>>, mut client: TcpStream) -> usize {
        drop(connection);
        let mut heard = Vec::new();
        client.read_to_end(&mut heard).await.expect("a clean end");
        heard.len() / Frame::ping().bytes().len()
    }

    #[tokio::test]
    async fn a_silent_connection_is_pinged_once_and_then_closed() {
        let now = Instant::now();
        for (visits, expected) in [(3, 0), (4, 1), (5, 1)] {
            let (mut charge, connection, client) = charge().await;
            (0..visits).for_each(|_| assert!(visit(&mut charge, now, 1)));
            assert_eq!(state(&connection), Poll::Pending);
            assert_eq!(pings(connection, client).await, expected, "{visits} visits");
        }
        let (mut charge, connection, _client) = charge().await;
        (0..6).for_each(|_| assert!(visit(&mut charge, now, 1)));
        assert_eq!(state(&connection), Poll::Ready(Broken::Ended(CloseCode::TooSlow)));
    }

    #[tokio::test]
    async fn an_active_connection_is_not_pinged() {
        let (mut charge, connection, client) = charge().await;
        for number in 0..60 {
            if number % 3 == 0 {
                connection.mark_active();
            }
            assert!(visit(&mut charge, Instant::now(), 1));
        }
        assert_eq!(state(&connection), Poll::Pending);
        assert_eq!(pings(connection, client).await, 0);
    }

    #[tokio::test]
    async fn the_latency_of_players_with_a_clock_is_measured_every_other_round() {
        let (mut charge, connection, client) = charge().await;
        let start = Instant::now();
        let at = |ms| start + Duration::from_millis(ms);
        visit(&mut charge, start, 0);
        connection.begin_timing();
        visit(&mut charge, start, 1);
        connection.answered(at(9));
        assert_eq!(connection.lag(), Duration::ZERO, "no ping was sent");
        visit(&mut charge, start, 0);
        connection.answered(at(30));
        connection.answered(at(9_000));
        assert_eq!(connection.lag(), Duration::from_millis(30), "once for each ping");
        assert_eq!(pings(connection, client).await, 1);
    }

    #[tokio::test]
    async fn closed_connections_are_forgotten() {
        let (mut charge, connection, _client) = charge().await;
        assert!(visit(&mut charge, Instant::now(), 0));
        drop(connection);
        assert!(!visit(&mut charge, Instant::now(), 0));
    }

    #[tokio::test]
    async fn connections_are_spread_over_the_steps_of_a_round() {
        let keepalive = Keepalive::new(Timeouts::default());
        let (connection, _client) = connection().await;
        (0..2 * STEPS + 1).for_each(|_| keepalive.add(&connection));
        let counts: Vec<usize> = keepalive.steps.iter().map(|step| lock(step).len()).collect();
        assert_eq!((counts[0], &counts[1..]), (3, &[2; STEPS - 1][..]));
    }

    #[tokio::test]
    async fn a_connection_that_stays_silent_is_closed_within_a_round_of_its_time() {
        let (connection, _client) = connection().await;
        tokio::time::pause();
        let timeouts = Timeouts::default();
        let (keepalive, time) = (Keepalive::new(timeouts), GameTime::new(Arc::default()));
        keepalive.add(&connection);
        let began = tokio::time::Instant::now();
        let ended = std::future::poll_fn(|cx| connection.outbox.poll_pump(cx));
        tokio::select! {
            () = keepalive.run(&time) => unreachable!("it goes on for ever"),
            broken = ended => assert_eq!(broken, Broken::Ended(CloseCode::TooSlow)),
        }
        let (took, round) = (began.elapsed(), timeouts.silence_timeout / ROUNDS);
        assert!(took > timeouts.silence_timeout && took < timeouts.silence_timeout + round);
    }
}
