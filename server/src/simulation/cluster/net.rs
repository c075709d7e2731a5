//! The net between clients, fronts and leaders.

use std::collections::BTreeSet;
use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::net::pipe::{PipeEnd, PipeHandle};

/// The longest delays of a piece of bytes, in milliseconds: between servers, and to a client.
const LINK_DELAY: u64 = 8;
const CLIENT_DELAY: u64 = 40;

/// Who is connected by a pipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PipeUse {
    Link { front: usize, leader: SocketAddr },
    Client { front: usize, client: usize },
}

impl PipeUse {
    /// Whether it is the link of this front.
    pub(super) fn is_link_of(self, front: usize) -> bool {
        matches!(self, PipeUse::Link { front: of, .. } if of == front)
    }

    /// Whether it is the connection of this client.
    pub(super) fn is_client(self, client: usize) -> bool {
        matches!(self, PipeUse::Client { client: of, .. } if of == client)
    }
}

/// The net, of which fronts may ask for a connection at any time.
#[derive(Clone, Debug)]
pub(super) struct SimulatedNet(Arc<Mutex<NetState>>);

#[derive(Debug)]
struct NetState {
    chance: StdRng,
    now: u64,
    pipes: Vec<(PipeUse, PipeHandle)>,
    /// Where leaders can be reached.
    listening: BTreeSet<SocketAddr>,
    /// Connections that a leader has yet to accept.
    dialed: Vec<(SocketAddr, PipeEnd)>,
}

impl SimulatedNet {
    pub(super) fn new(seed: u64) -> SimulatedNet {
        SimulatedNet(Arc::new(Mutex::new(NetState {
            chance: StdRng::seed_from_u64(seed),
            now: 0,
            pipes: Vec::new(),
            listening: BTreeSet::new(),
            dialed: Vec::new(),
        })))
    }

    /// It is this time now: what is due arrives everywhere.
    pub(super) fn deliver(&self, now: u64) {
        let mut net = self.lock();
        net.now = now;
        net.pipes.retain(|(_, pipe)| !pipe.is_over());
        net.pipes.iter().for_each(|(_, pipe)| pipe.deliver(now));
    }

    /// Begins a connection to a leader.
    pub(super) fn dial(&self, front: usize, leader: SocketAddr) -> io::Result<PipeEnd> {
        let mut net = self.lock();
        if !net.listening.contains(&leader) {
            return Err(io::ErrorKind::ConnectionRefused.into());
        }
        let [near, far] = net.connect(PipeUse::Link { front, leader }, LINK_DELAY);
        net.dialed.push((leader, far));
        Ok(near)
    }

    /// Connects a client to a front: returns the ends of both.
    pub(super) fn reach(&self, front: usize, client: usize) -> [PipeEnd; 2] {
        self.lock().connect(PipeUse::Client { front, client }, CLIENT_DELAY)
    }

    /// Returns the connections to this leader that it has yet to accept.
    pub(super) fn dialed(&self, leader: SocketAddr) -> Vec<PipeEnd> {
        let mut net = self.lock();
        let (its, others) = net.dialed.drain(..).partition(|(to, _)| *to == leader);
        net.dialed = others;
        let its: Vec<(SocketAddr, PipeEnd)> = its;
        its.into_iter().map(|(_, end)| end).collect()
    }

    /// A leader can be reached from now on, or not any longer.
    pub(super) fn listen(&self, leader: SocketAddr, on: bool) {
        let mut net = self.lock();
        match on {
            true => _ = net.listening.insert(leader),
            false => {
                net.listening.remove(&leader);
                net.dialed.retain(|(to, _)| *to != leader);
            }
        }
    }

    /// Does something with all connections of this kind.
    pub(super) fn each(&self, which: impl Fn(PipeUse) -> bool, act: impl Fn(&PipeHandle)) {
        let found: Vec<PipeHandle> = {
            let net = self.lock();
            let found = net.pipes.iter().filter(|(used, _)| which(*used));
            found.map(|(_, pipe)| pipe.clone()).collect()
        };
        found.iter().for_each(act);
    }

    fn lock(&self) -> MutexGuard<'_, NetState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl NetState {
    fn connect(&mut self, used: PipeUse, delay: u64) -> [PipeEnd; 2] {
        let (pipe, ends) = PipeHandle::connect(self.chance.random(), self.now, delay);
        self.pipes.push((used, pipe));
        ends
    }
}
