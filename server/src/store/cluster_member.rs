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

impl Leader {
    /// A leader at this address, with a new secret.
    pub(crate) fn at(address: SocketAddr) -> Leader {
        Leader { address, secret: Secret::new(rand::rng().random()) }
    }
}

/// Who leads, as far as a front can reach them.
#[derive(Clone, Debug)]
pub struct LeaderWatch(watch::Receiver<Option<Leader>>);

impl LeaderWatch {
    /// Follows who leads.
    pub(crate) fn receiver(&self) -> watch::Receiver<Option<Leader>> {
        self.0.clone()
    }

    /// Watches this leader, which stays.
    #[cfg(feature = "testing")]
    pub(crate) fn only(leader: Leader) -> LeaderWatch {
        LeaderWatch(watch::Sender::new(Some(leader)).subscribe())
    }
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
        ClusterMember { reached: address.map(Leader::at), leader: watch::Sender::new(None) }
    }

    /// Notes what the database says of the leader.
    pub(crate) fn saw(&self, leader: Option<Leader>) {
        self.leader.send_if_modified(|known| std::mem::replace(known, leader) != leader);
    }

    /// Follows who leads.
    pub(crate) fn leader(&self) -> LeaderWatch {
        LeaderWatch(self.leader.subscribe())
    }
}
