//! What happens to the servers of a cluster, and to their database.

use std::time::{Duration, Instant};

use tests::PATIENCE;
use tests::postgres::PostgresPair;
use tests::wire::WireState;

use super::nodes::{Machine, Node, Proxy, all_ready, leader_of};

/// What fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// The leader is killed.
    Killed,
    FrontKilled,
    /// The leader is paused for longer than its lease, and then resumed.
    Paused,
    /// A front is paused for longer than the link to it may be silent, and then resumed.
    FrontPaused,
    /// The leader is stopped.
    Stopped,
    FrontStopped,
    /// The leader is cut off from the databases until another leads: then all it had sent arrives.
    CutOff,
    /// The database's standby is lost, and comes back a second later.
    StandbyLost,
    /// Each way from the leader to the databases takes 200 ms: it goes on leading.
    Slow,
    /// The database's primary is lost; its standby takes its place, and gets a standby of its own.
    PrimaryLost,
    /// The leader and a front are killed at once.
    BothKilled,
    /// The leader is cut off for good.
    Abandoned,
}

pub(super) const FAILURES: [Failure; 12] = [
    Failure::Killed,
    Failure::FrontKilled,
    Failure::Paused,
    Failure::FrontPaused,
    Failure::Stopped,
    Failure::FrontStopped,
    Failure::CutOff,
    Failure::StandbyLost,
    Failure::Slow,
    Failure::PrimaryLost,
    Failure::BothKilled,
    Failure::Abandoned,
];

const DELAY: Duration = Duration::from_millis(200);

/// For longer than a link may be silent.
const FRONT_PAUSE: Duration = Duration::from_secs(4);

/// Three servers, and what sends a load to them.
pub(super) struct Cluster {
    machines: Vec<Machine>,
    pub(super) nodes: Vec<Node>,
    pub(super) proxy: Proxy,
    leader: usize,
    /// How long nobody led, each time.
    pub(super) pauses: Vec<Duration>,
}

impl Cluster {
    pub(super) async fn start(postgres: &PostgresPair, name: &str) -> Cluster {
        let mut machines = Vec::new();
        for _ in 0..3 {
            machines.push(Machine::new(postgres, name).await);
        }
        let nodes: Vec<Node> =
            machines.iter().map(|machine| Node::start(&machine.database)).collect();
        let (proxy, leader) = (Proxy::open().await, leader_of(&nodes, None).await);
        all_ready(&nodes).await;
        proxy.send_to(&nodes);
        Cluster { machines, nodes, proxy, leader, pauses: Vec::new() }
    }

    pub(super) async fn suffer(&mut self, failure: Failure, postgres: &mut PostgresPair) {
        let (leader, front) = (self.leader, (self.leader + 1) % self.nodes.len());
        match failure {
            Failure::Killed
            | Failure::Paused
            | Failure::Stopped
            | Failure::CutOff
            | Failure::Abandoned => self.lose_leader(failure).await,
            Failure::FrontKilled => {
                self.nodes[front].signal("-KILL");
                self.replace(front, false).await;
            }
            Failure::FrontStopped => self.restart(front).await,
            Failure::FrontPaused => {
                self.nodes[front].signal("-STOP");
                tokio::time::sleep(FRONT_PAUSE).await;
                self.nodes[front].signal("-CONT");
            }
            Failure::BothKilled => {
                self.nodes[front].signal("-KILL");
                self.lose_leader(Failure::Killed).await;
                self.replace(front, false).await;
            }
            Failure::Slow => {
                self.machines[leader].line(WireState::Slow(DELAY));
                tokio::time::sleep(Duration::from_secs(6)).await;
                self.machines[leader].line(WireState::Good);
                assert!(self.nodes[leader].leads().await, "it has given up");
            }
            Failure::StandbyLost => {
                tokio::task::block_in_place(|| postgres.stop_standby());
                tokio::time::sleep(Duration::from_secs(1)).await;
                tokio::task::block_in_place(|| postgres.start_standby());
            }
            Failure::PrimaryLost => {
                let began = Instant::now();
                tokio::task::block_in_place(|| postgres.fail_over());
                self.leader = leader_of(&self.nodes, None).await;
                self.pauses.push(began.elapsed());
                tokio::task::block_in_place(|| postgres.add_standby());
            }
        }
        // A server that waits for the database for too long ends, and is started again.
        self.recover(matches!(failure, Failure::StandbyLost | Failure::PrimaryLost)).await;
        self.proxy.send_to(&self.nodes);
    }

    /// Waits until all of them serve; those that have ended, if they may, are started again.
    async fn recover(&mut self, may_end: bool) {
        let began = Instant::now();
        for (node, machine) in self.nodes.iter_mut().zip(&self.machines) {
            while !node.is_ready().await {
                if node.has_ended() {
                    assert!(may_end, "a server has ended");
                    *node = Node::start(&machine.database);
                }
                assert!(began.elapsed() < PATIENCE, "a server does not come back");
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
        self.leader = leader_of(&self.nodes, None).await;
    }

    /// Another leads, and the one that did is started again as a front.
    async fn lose_leader(&mut self, failure: Failure) {
        let failed = self.leader;
        let (node, machine) = (&self.nodes[failed], &self.machines[failed]);
        let began = Instant::now();
        match failure {
            Failure::Killed => node.signal("-KILL"),
            Failure::Stopped => node.signal("-TERM"),
            Failure::Paused => node.signal("-STOP"),
            _ => machine.line(WireState::Cut),
        }
        let port = node.port;
        self.proxy.send_to(self.nodes.iter().filter(|node| node.port != port));
        self.leader = leader_of(&self.nodes, Some(port)).await;
        self.pauses.push(began.elapsed());
        match failure {
            Failure::Paused => self.nodes[failed].signal("-CONT"),
            Failure::CutOff => self.machines[failed].line(WireState::Good),
            _ => {}
        }
        self.replace(failed, failure == Failure::Stopped).await;
    }

    /// Waits for the end of a server, which may be one without a fault, and starts another there.
    async fn replace(&mut self, number: usize, well: bool) {
        let (node, machine) = (&mut self.nodes[number], &self.machines[number]);
        let status = node.ended().await;
        assert_eq!(status.success(), well, "{status}");
        machine.line(WireState::Good);
        *node = Node::start(&machine.database);
    }

    /// Restarts a server as an upgrade does: no new clients are sent there before.
    pub(super) async fn restart(&mut self, number: usize) {
        let port = self.nodes[number].port;
        self.proxy.send_to(self.nodes.iter().filter(|node| node.port != port));
        self.nodes[number].signal("-TERM");
        if number == self.leader {
            self.leader = leader_of(&self.nodes, Some(port)).await;
        }
        self.replace(number, true).await;
        all_ready(&self.nodes).await;
        self.proxy.send_to(&self.nodes);
    }

    /// Upgrades all of them, as the manual says: the fronts first, then the leader.
    pub(super) async fn deploy(&mut self) {
        let leader = self.leader;
        for number in (0..self.nodes.len()).filter(|number| *number != leader).chain([leader]) {
            self.restart(number).await;
        }
    }
}
