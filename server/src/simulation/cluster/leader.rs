//! A simulated leader: the real hub, sessions, store and links, on a disk that is slow and fails.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use protocol::{Secret, TableId};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tempfile::TempDir;
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_util::task::TaskTracker;

use super::node::SimulatedNode;
use crate::admission::slots::SlotKind;
use crate::admission::solver_memory::SolverMemory;
use crate::cluster::leader::serve_sessions;
use crate::config::{Config, Durability, Timeouts};
use crate::live::hub::Hub;
use crate::live::tournaments::Signer;
use crate::net::link::{LinkCredentials, LinkPurpose, welcome};
use crate::net::pipe::PipeEnd;
use crate::records::game::RecordedGame;
use crate::session::upgrade::SessionContext;
use crate::store::folder::{DiskFiles, files, folder_in_memory, put};
use crate::store::{Entry, Leader, Storage, Store};

/// A server that leads, or believes so.
pub(super) struct SimulatedLeader {
    pub(super) node: SimulatedNode,
    pub(super) hub: Arc<Hub>,
    /// How fronts reach it.
    pub(super) known: Leader,
    folder: TempDir,
    /// Set when its next commit is to fail: its disk does, or another leads.
    fails: Arc<AtomicBool>,
}

impl SimulatedLeader {
    /// Starts the leader of this number from what is on the disk.
    pub(super) fn start(
        number: u8,
        disk: &DiskFiles,
        node: SimulatedNode,
        (durability, seed): (Durability, u64),
    ) -> SimulatedLeader {
        let folder = folder_in_memory();
        put(folder.path(), disk);
        let fails = Arc::<AtomicBool>::default();
        let config = config(durability);
        let hub = {
            let _in = node.runtime.enter();
            let storage = Storage::folder(folder.path());
            let takes = slow_disk(seed);
            let store = Store::simulated(&storage, durability, takes, Arc::clone(&fails));
            let store = store.expect("the data is whole");
            let memory = SolverMemory::new(config.solver_memory);
            Arc::new(Hub::open(store, &config, Signer::passing(), memory).expect("it is whole"))
        };
        let games = Arc::clone(&hub);
        node.runtime.spawn(async move { games.run_games().await });
        let address = SocketAddr::from(([10, 0, 0, number], 1));
        let credentials = LinkCredentials {
            secret: Secret::new([number; 32]),
            certificate: CertificateDer::from(Vec::new()),
        };
        let known = Leader { address, credentials };
        SimulatedLeader { node, hub, known, folder, fails }
    }

    /// Stores these entries, before anybody comes.
    pub(super) fn store(&self, entries: &[Entry<'_>]) {
        let stored = self.node.runtime.block_on(self.hub.store().commit_now(entries));
        stored.expect("it is stored");
    }

    /// Serves a front, once it has proved itself.
    pub(super) fn accept(&self, mut end: PipeEnd) {
        let sessions = SessionContext { hub: Arc::clone(&self.hub), tracker: TaskTracker::new() };
        let secret = self.known.credentials.secret;
        self.node.runtime.spawn(async move {
            if let Ok(LinkPurpose::Sessions) = welcome(&mut end, &secret).await {
                serve_sessions(end, None, sessions).await;
            }
        });
    }

    /// Lets its next commit fail, and all after it.
    pub(super) fn fail_commits(&self) {
        self.fails.store(true, Ordering::Relaxed);
    }

    /// Returns what is on its disk.
    pub(super) fn disk(&self) -> DiskFiles {
        files(self.folder.path())
    }

    /// Its power fails: returns what is on the disk.
    pub(super) fn crash(&self, chance: &mut StdRng) -> DiskFiles {
        self.hub.store().crash(chance)
    }

    /// Returns a game as it is stored.
    pub(super) fn record(&self, table: TableId) -> Option<RecordedGame> {
        self.node.runtime.block_on(self.hub.store().find(table)).expect("readable")
    }

    /// How many sessions it has.
    pub(super) fn sessions(&self) -> usize {
        self.hub.admission.taken(SlotKind::Session)
    }

    /// Describes what it still has of clients; nothing if all have gone.
    pub(super) fn leftovers(&self) -> Vec<String> {
        let kept = ["connections", "players", "incoming_bytes", "seeks", "challenges"];
        let gauges = self.hub.gauges().into_iter();
        let gauges = gauges.filter(|(name, _, count)| kept.contains(name) && *count > 0);
        let mut left: Vec<String> =
            gauges.map(|(name, _, count)| format!("{count} {name}")).collect();
        // Each inbox counts in it.
        let inboxes = Arc::strong_count(&self.hub.incoming) - 1;
        left.extend((inboxes > 0).then(|| format!("{inboxes} inboxes")));
        left
    }
}

fn config(durability: Durability) -> Config {
    // Invitations outlive their makers, but not the run.
    let timeouts = Timeouts { invitation_lifetime: Duration::from_secs(10), ..Timeouts::default() };
    Config { durability, solver_memory: 64 << 20, timeouts, ..Config::default() }
}

/// How long each commit takes; now and then it is much longer.
fn slow_disk(seed: u64) -> impl FnMut() -> Duration + Send + 'static {
    let mut chance = StdRng::seed_from_u64(seed);
    move || {
        let most = if chance.random_bool(0.02) { 1_500 } else { 30 };
        Duration::from_millis(chance.random_range(0..most))
    }
}
