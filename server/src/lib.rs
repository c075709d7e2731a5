//! The game server as a library: [`Server::serve`] runs it on the caller's listeners until the
//! caller stops it. The binary adds flags, signals and the house bots.

mod admission;
mod api;
mod cluster;
mod config;
mod game;
mod identity;
mod live;
mod matchmaking;
mod net;
mod ops;
mod push;
mod records;
mod session;
#[cfg(test)]
mod simulation;
mod store;
mod system;
#[cfg(feature = "testing")]
pub mod testing;

#[cfg(feature = "testing")]
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::FromRef;
use protocol::Secret;
use tokio_util::sync::CancellationToken;
use tracing::error;
use uuid::Uuid;

use crate::admission::play_first::PlayFirst;
use crate::admission::solver_memory::SolverMemory;
#[cfg(feature = "schema")]
pub use crate::api::openapi;
use crate::api::routes::{monitoring, routes};
use crate::api::state::AppState;
pub use crate::cluster::front::serve_front;
use crate::cluster::leader::{LeaderContext, accept_fronts, for_fronts};
pub use crate::config::mail_relay::MailRelay;
pub use crate::config::schedule::{Every, Recurring};
pub use crate::config::{Backups, Config, Durability, Timeouts, Upkeep};
use crate::live::hub::Hub;
use crate::live::tournaments::Signer;
use crate::net::link::LinkKey;
use crate::net::listener::{Listener, accept_loop};
use crate::net::tls::Entrance;
pub use crate::net::tls::{BadTlsCertificate, ListenEndpoint, TlsCertificate};
pub use crate::ops::house_bots;
use crate::push::{Push, SenderKey};
use crate::session::upgrade::SessionContext;
pub use crate::store::{
    Checked, Copied, LeaderWatch, Recomputed, Repaired, Stats, Storage, StoreError, Voided, backup,
    check, cluster_status, compare, copy, declare_void, recompute, repair, restore, stats,
};
use crate::store::{CompletionThread, Store};

/// How long the last messages to clients may take when the server stops. Meanwhile newcomers wait for
/// the next server, so one client that reads nothing must not keep them for long.
const STOP_TIMEOUT: Duration = Duration::from_secs(1);

/// Returns the public record of a ladder, signed with its server's key, which `nim-server
/// verify --ladder` checks.
///
/// # Errors
/// When it cannot be read, or the log differs from the stored ratings.
pub fn ladder_record(storage: &Storage) -> Result<String, StoreError> {
    store::ladder_record(storage, Signer::open(storage)?.log())
}

/// Returns the proof that what the public record says of a match is in the signed log: a line for
/// each entry about it.
///
/// # Errors
/// As [`ladder_record`], and when no such match has been rated.
pub fn ladder_proof(storage: &Storage, rated_match: Uuid) -> Result<String, StoreError> {
    store::ladder_proof(storage, Signer::open(storage)?.log(), rated_match)
}

/// Replaces the key that signs by a new one, which the old one signs; returns both public
/// keys, in hexadecimal. No server may be running.
///
/// # Errors
/// When the stored key cannot be read or written.
pub fn rotate_key(storage: &Storage) -> std::io::Result<[String; 2]> {
    Signer::rotate(storage)
}

/// A server that does not listen yet.
pub struct Server {
    hub: Arc<Hub>,
    config: Config,
    /// What it proves itself with to fronts.
    link_key: Option<LinkKey>,
}

impl Server {
    /// Creates a server without players that stores nothing: its games end with it.
    pub fn new(config: Config) -> Server {
        let memory = SolverMemory::new(config.solver_memory);
        let hub = Hub::new(Store::discarding(), &config, Signer::passing(), memory);
        Server { hub: Arc::new(hub), config, link_key: None }
    }

    /// Creates the same, with fronts that reach it there.
    #[cfg(feature = "testing")]
    pub fn leading(config: Config, address: SocketAddr) -> (Server, LeaderWatch) {
        let member = store::ClusterMember::at(address).expect("a key can be made");
        let server = Server { link_key: member.key().cloned(), ..Server::new(config) };
        member.saw(member.as_leader());
        (server, member.leader())
    }

    /// Opens a server that stores its games, with all unfinished games that are stored. The caller
    /// ensures that no other server uses the same folder, and calls this in the runtime that is to
    /// serve: if that has a single thread, it also runs the store. Of several servers on one
    /// database one leads; the others wait here until it is gone, as long as `wait` returns true.
    ///
    /// # Errors
    /// When the data cannot be used, or is damaged.
    pub async fn open(
        config: Config,
        storage: &Storage,
        wait: impl FnMut() -> bool + Send + 'static,
    ) -> Result<Server, StoreError> {
        let (durability, mode) = (config.durability, CompletionThread::here());
        let opening = {
            let storage = storage.clone();
            move || Store::open(&storage, durability, mode, wait)
        };
        // What waits must not wait in the network's thread.
        let opened = tokio::task::spawn_blocking(opening).await;
        let store = opened.map_err(std::io::Error::other)??;
        let memory = SolverMemory::new(config.solver_memory);
        let mut hub = Hub::open(store, &config, Signer::open(storage)?, memory)?;
        hub.push = Push::new(SenderKey::open(storage)?, &config);
        let link_key = storage.member().key().cloned();
        Ok(Server { hub: Arc::new(hub), config, link_key })
    }

    /// Cancelled when another server has taken over, or the database can no longer be trusted: then
    /// this one can only stop.
    pub fn lost(&self) -> CancellationToken {
        self.hub.store_lost()
    }

    /// Returns the secret of the server's own bots.
    pub fn house_secret(&self) -> Secret {
        self.hub.house_secret
    }

    /// Serves until `shutdown` completes or the admin stops the server. Then nothing new begins;
    /// running games get the configured time to end; finally clients are told, and it returns.
    pub async fn serve(
        self,
        entrances: impl IntoIterator<Item = ListenEndpoint>,
        shutdown: impl Future<Output = ()>,
    ) {
        let state = AppState::new(Arc::clone(&self.hub), self.config.admin_token);
        let tracker = state.tracker.clone();
        self.listen(entrances.into_iter().collect(), state);
        let hub = self.hub;
        let lost = hub.store_lost();
        tracker.spawn(Arc::clone(&hub).run());
        tracker.spawn(stop_out_of_reach(Arc::clone(&hub)));
        tokio::select! {
            () = shutdown => hub.drain(),
            () = hub.draining.cancelled() => {}
            () = lost.cancelled() => hub.drain(),
        }
        // Games that take longer continue after the restart, or on the server that has taken over.
        let ended = tokio::time::timeout(self.config.drain, hub.all_ended());
        tokio::select! {
            _ = ended => {}
            () = lost.cancelled() => {}
        }
        hub.close();
        tracker.close();
        // Clients that have not read the last messages by then are not reading.
        let _ = tokio::time::timeout(STOP_TIMEOUT, tracker.wait()).await;
    }

    /// Starts accepting at all entrances.
    fn listen(&self, endpoints: Vec<ListenEndpoint>, state: AppState) {
        let apart = endpoints.iter().any(|one| one.entrance == Entrance::Monitoring);
        let public = self.listener(&state, routes(state.clone(), !apart));
        let health = Listener { router: monitoring(state.clone()), ..public.clone() };
        for endpoint in endpoints {
            let with = match endpoint.entrance {
                Entrance::Public => public.clone(),
                Entrance::Monitoring => health.clone(),
                Entrance::Fronts => {
                    let Some(key) = self.link_key.clone() else { continue };
                    let sessions = SessionContext::from_ref(&state);
                    let with = LeaderContext { sessions, http: for_fronts(public.clone()), key };
                    state.tracker.spawn(accept_fronts(endpoint.listener, with));
                    continue;
                }
            };
            state.tracker.spawn(accept_loop(endpoint, with));
        }
    }

    /// The listener, with a router for HTTP.
    fn listener(&self, state: &AppState, router: Router) -> Listener {
        let metrics = Arc::clone(self.hub.metrics());
        Listener {
            admission: Arc::clone(&self.hub.admission),
            budgets: Arc::clone(&self.hub.budgets),
            incoming: Arc::clone(&self.hub.incoming),
            play_first: Arc::new(PlayFirst::new(move || metrics.moves.get())),
            metrics: Arc::clone(self.hub.metrics()),
            closing: self.hub.closing.clone(),
            head_within: self.config.timeouts.request_head_timeout,
            body_within: self.config.timeouts.request_body_timeout,
            tracker: state.tracker.clone(),
            router,
        }
    }
}

/// Gives the store up once it has not been able to ask whether this server may still write for so
/// long that another one may have been serving for a while.
async fn stop_out_of_reach(hub: Arc<Hub>) {
    let Some(lease) = hub.store().lease() else { return };
    tokio::select! {
        () = hub.closing.cancelled() => {}
        () = lease.given_up() => {
            error!("the database cannot be reached, and another server may have taken over");
            hub.store_lost().cancel();
        }
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;

    /// A crowd that has used up its share for a while is at the page.
    #[tokio::test]
    async fn who_wants_to_play_does_not_wait_behind_visitors() {
        let server = Server::new(Config::default());
        let state = AppState::new(Arc::clone(&server.hub), None);
        let visitors = server.listener(&state, Router::new()).play_first;
        visitors.run(async { std::thread::sleep(Duration::from_millis(50)) }).await;
        server.hub.metrics().moves.count();
        let player = server.hub.play_first.run(async {});
        assert_eq!(player.now_or_never(), Some(()));
    }
}
