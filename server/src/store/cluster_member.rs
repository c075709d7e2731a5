//! One of several servers on one database: how the others reach it, and what it knows of the one
//! that leads.

use std::io;
use std::net::SocketAddr;

use tokio::sync::watch;

use crate::net::link::{LinkCredentials, LinkKey};

/// How the server that decides is reached by the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Leader {
    /// Where it listens for them.
    pub(crate) address: SocketAddr,
    /// What both sides prove themselves with. It is in the database only.
    pub(crate) credentials: LinkCredentials,
}

/// Who leads, as far as a front can reach them.
#[derive(Clone, Debug)]
pub struct LeaderWatch(watch::Receiver<Option<Leader>>);

impl LeaderWatch {
    /// Follows who leads.
    pub(crate) fn receiver(&self) -> watch::Receiver<Option<Leader>> {
        self.0.clone()
    }
}

/// A server that may become the leader, and serves as a front until then.
#[derive(Clone, Debug)]
pub(crate) struct ClusterMember {
    /// Where the others reach this one as the leader, if they can, and its key.
    reached: Option<(SocketAddr, LinkKey)>,
    leader: watch::Sender<Option<Leader>>,
}

impl ClusterMember {
    /// Creates a member that the others do not reach.
    pub(crate) fn alone() -> ClusterMember {
        ClusterMember { reached: None, leader: watch::Sender::new(None) }
    }

    /// Creates a member that the others reach at this address.
    ///
    /// # Errors
    /// When no key can be made.
    pub(crate) fn at(address: SocketAddr) -> io::Result<ClusterMember> {
        let reached = Some((address, LinkKey::new()?));
        Ok(ClusterMember { reached, ..ClusterMember::alone() })
    }

    /// How the others reach this one as the leader.
    pub(crate) fn as_leader(&self) -> Option<Leader> {
        let (address, key) = self.reached.as_ref()?;
        Some(Leader { address: *address, credentials: key.credentials().clone() })
    }

    /// What this one proves itself with as the leader.
    pub(crate) fn key(&self) -> Option<&LinkKey> {
        self.reached.as_ref().map(|(_, key)| key)
    }

    /// Notes what the database says of the leader.
    pub(crate) fn saw(&self, leader: Option<Leader>) {
        self.leader.send_if_modified(|known| {
            let is_new = *known != leader;
            *known = leader;
            is_new
        });
    }

    /// Follows who leads.
    pub(crate) fn leader(&self) -> LeaderWatch {
        LeaderWatch(self.leader.subscribe())
    }
}
