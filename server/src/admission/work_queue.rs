//! A fair queue for expensive work (the solver, passwords): a limited number of jobs run at a time,
//! a few wait, and the rest is refused. Callers who have been served less come first, by address
//! and by network, so that a flood from one place delays only that place.
//!
//! The order is that of start-time fair queueing (Goyal, Vin and Cheng 1996): work gets a tag,
//! which is later the more its address and its network have been given, and the lowest tag is
//! served first. A caller who no longer waits leaves the queue.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use crate::admission::ip_prefix::{IpPrefix, Network};

/// Lets a limited number of jobs run at a time, and a few wait.
#[derive(Clone, Debug)]
pub(crate) struct WorkQueue(Arc<Mutex<WorkState>>);

/// The right to work, until it is dropped.
#[derive(Debug)]
pub(crate) struct WorkPermit(WorkQueue);

/// The flows that share the queue: an address, and the network it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Flow {
    Address(IpPrefix),
    Network(Network),
}

#[derive(Debug)]
struct WorkState {
    /// The number of jobs that may begin now.
    free: usize,
    waiting: Vec<QueuedWork>,
    most_waiting: usize,
    /// The tag of the job that began last.
    now: u64,
    /// The end of the last job of each flow, if it is still in the future.
    ends: HashMap<Flow, u64>,
}

#[derive(Debug)]
struct QueuedWork {
    tag: u64,
    turn: oneshot::Sender<WorkPermit>,
}

impl WorkQueue {
    /// Creates a queue that runs this many jobs at once and lets this many wait.
    pub(crate) fn new(at_once: usize, most_waiting: usize) -> WorkQueue {
        WorkQueue(Arc::new(Mutex::new(WorkState {
            free: at_once,
            waiting: Vec::new(),
            most_waiting,
            now: 0,
            ends: HashMap::new(),
        })))
    }

    /// Waits for the right to work; `None` if the queue is full of callers who have been served no
    /// more than this address.
    pub(crate) async fn acquire(&self, from: IpPrefix) -> Option<WorkPermit> {
        let turn = {
            let mut queue = self.lock();
            queue.forget_those_gone();
            let tag = queue.tag(from);
            if queue.free > 0 {
                queue.free -= 1;
                queue.now = tag;
                queue.charge(from, tag);
                return Some(WorkPermit(self.clone()));
            }
            if !queue.has_room_for(tag) {
                return None;
            }
            queue.charge(from, tag);
            let (turn, heard) = oneshot::channel();
            queue.waiting.push(QueuedWork { tag, turn });
            heard
        };
        // An error means that a client who had been served less took the place in the meantime.
        turn.await.ok()
    }

    fn lock(&self) -> MutexGuard<'_, WorkState> {
        // The state is consistent after every statement, so a panic elsewhere does not corrupt it.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl WorkState {
    /// Returns the earliest tag that the flows allow: not before the end of the last work of
    /// either.
    fn tag(&self, from: IpPrefix) -> u64 {
        let ends = flows(from).into_iter().filter_map(|flow| self.ends.get(&flow).copied());
        ends.max().unwrap_or(0).max(self.now)
    }

    fn charge(&mut self, from: IpPrefix, tag: u64) {
        let now = self.now;
        self.ends.retain(|_, end| *end > now);
        for flow in flows(from) {
            self.ends.insert(flow, tag + 1);
        }
    }

    /// Whether there is room; in a full queue the caller who has been served most makes room for
    /// one who has been served less.
    fn has_room_for(&mut self, tag: u64) -> bool {
        if self.waiting.len() < self.most_waiting {
            return true;
        }
        let last = self.waiting.iter().enumerate().max_by_key(|(_, waiter)| waiter.tag);
        match last.map(|(place, waiter)| (place, waiter.tag)) {
            Some((place, most)) if most > tag => {
                self.waiting.remove(place);
                true
            }
            _ => false,
        }
    }

    fn forget_those_gone(&mut self) {
        self.waiting.retain(|waiter| !waiter.turn.is_closed());
    }

    /// Removes and returns the first of the jobs with the lowest tag.
    fn next(&mut self) -> Option<QueuedWork> {
        self.forget_those_gone();
        let (place, _) = self.waiting.iter().enumerate().min_by_key(|(_, waiter)| waiter.tag)?;
        Some(self.waiting.remove(place))
    }
}

fn flows(from: IpPrefix) -> [Flow; 2] {
    [Flow::Address(from), Flow::Network(from.network())]
}

impl Drop for WorkPermit {
    fn drop(&mut self) {
        let mut queue = self.0.lock();
        let next = queue.next();
        match &next {
            Some(waiter) => queue.now = queue.now.max(waiter.tag),
            None => queue.free += 1,
        }
        drop(queue);
        if let Some(waiter) = next {
            // If the caller has just left, the permit is dropped, and with it passed on.
            drop(waiter.turn.send(WorkPermit(self.0.clone())));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::Future;
    use std::net::IpAddr;
    use std::pin::Pin;

    use futures::FutureExt;

    use super::*;

    type WaitingJob = Pin<Box<dyn Future<Output = Option<WorkPermit>>>>;

    fn from(address: [u8; 4]) -> IpPrefix {
        IpAddr::from(address).into()
    }

    fn ask(queue: &WorkQueue, address: [u8; 4]) -> WaitingJob {
        let queue = queue.clone();
        let mut asked: WaitingJob = Box::pin(async move { queue.acquire(from(address)).await });
        assert!(asked.as_mut().now_or_never().is_none(), "{address:?} waits");
        asked
    }

    #[tokio::test]
    async fn leaving_makes_room_and_a_full_queue_refuses() {
        let queue = WorkQueue::new(1, 8);
        let permit = queue.acquire(from([1, 1, 1, 1])).await.expect("nobody is there");
        let mut waiting: Vec<_> = (0..8).map(|_| ask(&queue, [1, 1, 1, 1])).collect();
        assert!(queue.acquire(from([1, 1, 1, 1])).await.is_none(), "full");
        drop(waiting.pop());
        let late = ask(&queue, [1, 1, 1, 1]);
        drop(permit);
        let next = waiting.remove(0).now_or_never();
        assert!(next.flatten().is_some(), "in the order of coming");
        drop((late, waiting));
        assert!(queue.acquire(from([1, 1, 1, 1])).await.is_some(), "all have gone");
    }

    #[tokio::test]
    async fn two_floods_that_take_turns_are_both_remembered() {
        let queue = WorkQueue::new(1, 9);
        let permit = queue.acquire(from([6, 6, 6, 6])).await.expect("nobody is there");
        let mut floods: Vec<_> = (0..6)
            .map(|n| ask(&queue, if n % 2 == 0 { [6, 6, 6, 6] } else { [7, 7, 7, 7] }))
            .collect();
        let mut honest = ask(&queue, [9, 9, 9, 9]);
        drop(permit);
        // The other flood has had nothing yet; then whoever comes new is served.
        let first = floods[1].as_mut().now_or_never().flatten().expect("it is their turn");
        assert!(honest.as_mut().now_or_never().is_none());
        drop(first);
        assert!(honest.now_or_never().flatten().is_some());
    }

    #[tokio::test]
    async fn a_flood_delays_itself() {
        let queue = WorkQueue::new(1, 8);
        let permit = queue.acquire(from([6, 6, 6, 6])).await.expect("nobody is there");
        let mut flood: Vec<_> = (0..8).map(|_| ask(&queue, [6, 6, 6, 6])).collect();
        // Another caller gets a place in the full queue, and is served next but one at the latest.
        let mut honest = ask(&queue, [9, 9, 9, 9]);
        drop(permit);
        let first = flood.remove(0).now_or_never().flatten();
        let now = honest.as_mut().now_or_never().flatten();
        assert!(first.is_some() || now.is_some());
        if now.is_none() {
            drop(first);
            assert!(honest.now_or_never().flatten().is_some(), "after one of the flood");
        }
        let turned_away = flood.pop().expect("the last to come").now_or_never();
        assert!(turned_away.expect("it is told").is_none(), "it made room");
    }

    #[tokio::test]
    async fn a_flood_from_a_whole_network_delays_that_network() {
        let queue = WorkQueue::new(1, 100);
        let permit = queue.acquire(from([6, 6, 6, 0])).await.expect("nobody is there");
        let flood: Vec<_> = (1..=60).map(|host| ask(&queue, [6, 6, 6, host])).collect();
        let mut honest = ask(&queue, [9, 9, 9, 9]);
        drop(permit);
        let mut served = 0;
        for mut one in flood {
            if honest.as_mut().now_or_never().flatten().is_some() {
                break;
            }
            served += usize::from(one.as_mut().now_or_never().flatten().is_some());
        }
        assert!(served <= 2, "{served} of the flood came first");
    }
}
