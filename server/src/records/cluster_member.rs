//! One of several servers on one database: how the others reach it, and what it knows of the one
//! that leads.

use std::net::SocketAddr;

use protocol::Secret;
use rand::RngExt;
use tokio::sync::watch;

/// How the server that decides is reached by the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Leader {
    /// Where it listens for them.
    pub(crate) address: SocketAddr,
    /// What they prove themselves with. It is in the database only.
    pub(crate) secret: Secret,
}

/// A server that may become the leader, and serves as a front until then.
#[derive(Clone, Debug)]
pub(crate) struct ClusterMember {
    /// How the others reach this one as the leader, if they can.
    pub(crate) reached: Option<Leader>,
    leader: watch::Sender<Option<Leader>>,
}

impl ClusterMember {
    /// Creates a member that the others reach at this address.
    pub(crate) fn new(address: Option<SocketAddr>) -> ClusterMember {
        let reached = address.map(|address| {
            let secret = Secret::new(rand::rng().random());
            Leader { address, secret }
        });
        ClusterMember { reached, leader: watch::Sender::new(None) }
    }

    /// Notes what the database says of the leader.
    pub(crate) fn saw(&self, leader: Option<Leader>) {
        self.leader.send_if_modified(|known| std::mem::replace(known, leader) != leader);
    }

    /// Follows who leads, as far as it can be reached.
    pub(crate) fn leader(&self) -> watch::Receiver<Option<Leader>> {
        self.leader.subscribe()
    }
}
