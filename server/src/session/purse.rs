//! The credits that a connection spends on its frames.

use protocol::CloseCode;
use tokio::time::sleep;

use crate::admission::rate_limiter::RateLimiter;
use crate::net::outbox::Outbox;
use crate::system;

/// The credits after which a connection yields to others: some hundred microseconds of work.
const TURN: u32 = 20;

/// The credits of one connection.
#[derive(Debug)]
pub(crate) struct Purse {
    credits: RateLimiter,
    /// Credits spent since the connection last yielded to others.
    turn: u32,
}

impl Purse {
    /// A full one, with at most so many credits, and how many come back a second.
    pub(crate) fn new((most, per_second): (u32, u32)) -> Purse {
        Purse { credits: RateLimiter::new(system::now(), most, per_second), turn: 0 }
    }

    /// Spends the credits of a frame that was read. Without enough credits, the connection is not
    /// read further until they have been restored. A client that has sent much at once yields to
    /// others in between.
    ///
    /// # Errors
    /// When the client has gone meanwhile: the rest is not read.
    pub(crate) async fn pay(&mut self, credits: u32, outbox: &Outbox) -> Result<(), CloseCode> {
        self.turn += credits;
        if self.turn >= TURN {
            self.turn = 0;
            tokio::task::yield_now().await;
        }
        while let Err(wait) = self.credits.spend(credits, system::now) {
            if outbox.has_gone() {
                return Err(CloseCode::Bye);
            }
            sleep(wait).await;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;
    use crate::net::link::{LinkSender, LinkedTransport};
    use crate::net::pipe::PipeHandle;
    use crate::net::transport::Transport;

    #[tokio::test]
    async fn who_sends_much_at_once_yields_to_others_in_between() {
        let link = LinkedTransport::new(&Arc::<LinkSender>::default(), 1, &Arc::default());
        let (outbox, turns) = (Outbox::new(Transport::Link(link)), Arc::<AtomicU32>::default());
        let others = Arc::clone(&turns);
        tokio::spawn(async move {
            loop {
                others.fetch_add(1, Ordering::Relaxed);
                tokio::task::yield_now().await;
            }
        });
        let mut purse = Purse::new((1_000, 1));
        for (credits, yields) in
            [(TURN - 1, false), (1, true), (1, false), (TURN - 2, false), (1, true)]
        {
            let before = turns.load(Ordering::Relaxed);
            purse.pay(credits, &outbox).await.expect("they are there");
            let others_ran = turns.load(Ordering::Relaxed) > before;
            assert_eq!(others_ran, yields, "after {credits} more");
        }
    }

    #[tokio::test]
    async fn nobody_waits_for_the_credits_of_a_client_who_has_gone() {
        let (_pipe, [ours, theirs]) = PipeHandle::connect(7, 0, 0);
        let outbox = Outbox::new(ours.into());
        let mut purse = Purse::new((1, 1));
        purse.pay(1, &outbox).await.expect("it is full");
        assert!(!outbox.has_gone());
        drop(theirs);
        assert_eq!(purse.pay(1, &outbox).await, Err(CloseCode::Bye));
    }
}
