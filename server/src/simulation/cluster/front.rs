//! A simulated front: the real link and the real relays of its clients.

use std::net::IpAddr;
use std::sync::Arc;

use protocol::Secret;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::net::SimulatedNet;
use super::node::SimulatedNode;
use crate::cluster::front::FrontState;
use crate::cluster::front::leader_link::{LeaderLink, keep_link};
use crate::config::Config;
use crate::net::link::{LinkPurpose, SessionOpening, WINDOW, greet};
use crate::net::pipe::PipeEnd;
use crate::store::Leader;

/// A server that waits, and has clients meanwhile.
pub(super) struct SimulatedFront {
    pub(super) node: SimulatedNode,
    state: FrontState,
    leader: watch::Sender<Option<Leader>>,
    link: watch::Receiver<Option<Arc<LeaderLink>>>,
}

impl SimulatedFront {
    /// Starts the front of this number.
    pub(super) fn start(
        number: usize,
        node: SimulatedNode,
        net: &SimulatedNet,
        leader: Option<Leader>,
    ) -> SimulatedFront {
        let (leader, leads) = watch::channel(leader);
        let (held, link) = watch::channel(None);
        let (config, stop) = (Config::default(), CancellationToken::new());
        let state = FrontState::new(&config, (leads.clone(), link.clone()), stop);
        let net = net.clone();
        let connect = move |leader: Leader| {
            let net = net.clone();
            async move {
                let mut end = net.dial(number, leader.address)?;
                greet(&mut end, &leader.credentials.secret, LinkPurpose::Sessions).await?;
                Ok(end)
            }
        };
        node.runtime.spawn(async move { keep_link(leads, &held, connect).await });
        SimulatedFront { node, state, leader, link }
    }

    /// It learns who leads.
    pub(super) fn learn(&self, leader: Option<Leader>) {
        self.leader.send_replace(leader);
    }

    /// Serves a client; one who comes without a link has to come again.
    pub(super) fn serve(&self, end: PipeEnd, from: IpAddr, secret: Option<Secret>) {
        let opening = SessionOpening { from, secret };
        self.node.runtime.spawn(self.state.clone().serve_over(opening, end.into()));
    }

    /// Whether it has reached a leader.
    pub(super) fn is_linked(&self) -> bool {
        self.link.borrow().is_some()
    }

    /// How many clients are on its link.
    pub(super) fn linked_clients(&self) -> usize {
        self.link.borrow().as_ref().map_or(0, |link| link.unread().len())
    }

    /// Describes the windows that are not whole although the leader has read everything.
    pub(super) fn spent_windows(&self) -> Vec<usize> {
        let unread = self.link.borrow().as_ref().map_or(Vec::new(), |link| link.unread());
        unread.into_iter().filter(|unread| *unread >= WINDOW / 2).collect()
    }

    /// Describes what it still has of clients; nothing if all have gone.
    pub(super) fn leftovers(&self) -> Vec<String> {
        let (known, relays) = (self.linked_clients(), self.state.relays());
        let mut left = Vec::new();
        left.extend((known > 0).then(|| format!("{known} clients on the link")));
        left.extend((relays > 0).then(|| format!("{relays} relays")));
        left
    }
}
