//! The game server as a library: [`Server::serve`] runs it on the caller's listeners until the
//! caller stops it. The binary adds flags, signals and the house bots.

mod admission;
mod api;
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
#[cfg(feature = "testing")]
pub mod testing;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use protocol::Secret;
use uuid::Uuid;

use crate::admission::solver_memory::SolverMemory;
#[cfg(feature = "schema")]
pub use crate::api::openapi;
use crate::api::routes::{monitoring, routes};
use crate::api::state::AppState;
pub use crate::config::mail_relay::MailRelay;
pub use crate::config::schedule::{Every, Recurring};
pub use crate::config::{Backups, Config, Durability, Timeouts, Upkeep};
use crate::live::hub::Hub;
use crate::live::tournaments::Signer;
use crate::net::listener::{Listener, accept_loop};
pub use crate::net::tls::{BadTlsCertificate, ListenEndpoint, TlsCertificate};
pub use crate::ops::house_bots;
use crate::push::{Push, SenderKey};
pub use crate::store::{
    Checked, Recomputed, Repaired, Stats, StoreError, Voided, backup, check, compare, declare_void,
    recompute, repair, restore, stats,
};
use crate::store::{Store, WriterMode};

/// How long the last messages to clients may take when the server stops. Meanwhile newcomers wait for
/// the next server, so one client that reads nothing must not keep them for long.
const STOP_TIMEOUT: Duration = Duration::from_secs(1);

/// Returns the public record of the ladder in a folder, signed with its key, which `nim-server
/// verify --ladder` checks.
///
/// # Errors
/// When the folder cannot be read, or the log differs from the stored ratings.
pub fn ladder_record(folder: &Path) -> Result<String, StoreError> {
    store::ladder_record(folder, Signer::open(folder)?.log())
}

/// Returns the proof that what the public record says of a match is in the signed log: a line for
/// each entry about it.
///
/// # Errors
/// As [`ladder_record`], and when no such match has been rated.
pub fn ladder_proof(folder: &Path, rated_match: Uuid) -> Result<String, StoreError> {
    store::ladder_proof(folder, Signer::open(folder)?.log(), rated_match)
}

/// Replaces the key that signs in a folder by a new one, which the old one signs; returns both public
/// keys, in hexadecimal. No server may be running.
///
/// # Errors
/// When the folder cannot be read or written.
pub fn rotate_key(folder: &Path) -> std::io::Result<[String; 2]> {
    Signer::rotate(folder)
}

/// A server that does not listen yet.
pub struct Server {
    hub: Arc<Hub>,
    config: Config,
}

impl Server {
    /// Creates a server without players that stores nothing: its games end with it.
    pub fn new(config: Config) -> Server {
        let memory = SolverMemory::new(config.solver_memory);
        let hub = Hub::new(Store::discarding(), &config, Signer::passing(), memory);
        Server { hub: Arc::new(hub), config }
    }

    /// Opens a server that stores its games in a folder, with all unfinished games of that folder.
    /// The caller ensures that no other server uses the folder, and calls this in the runtime that
    /// is to serve: if that has a single thread, it also runs the store.
    ///
    /// # Errors
    /// When the folder cannot be used, or its data is damaged.
    pub fn open(config: Config, folder: &Path) -> Result<Server, StoreError> {
        let store = Store::open(folder, config.durability, WriterMode::here())?;
        let memory = SolverMemory::new(config.solver_memory);
        let mut hub = Hub::open(store, &config, Signer::open(folder)?, memory)?;
        hub.push = Push::new(SenderKey::open(folder)?, &config);
        Ok(Server { hub: Arc::new(hub), config })
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
        let (inside, public): (Vec<_>, Vec<_>) =
            entrances.into_iter().partition(|entrance| entrance.monitoring);
        let listener = self.listener(&state, routes(state.clone(), inside.is_empty()));
        let health = Listener { router: monitoring(state.clone()), ..listener.clone() };
        let (hub, tracker) = (self.hub, state.tracker);
        tracker.spawn(Arc::clone(&hub).run());
        for entrance in public {
            tracker.spawn(accept_loop(entrance, listener.clone()));
        }
        for entrance in inside {
            tracker.spawn(accept_loop(entrance, health.clone()));
        }
        tokio::select! {
            () = shutdown => hub.drain(),
            () = hub.draining.cancelled() => {}
        }
        // Games that take longer continue after the restart.
        let _ = tokio::time::timeout(self.config.drain, hub.all_ended()).await;
        hub.close();
        tracker.close();
        // Clients that have not read the last messages by then are not reading.
        let _ = tokio::time::timeout(STOP_TIMEOUT, tracker.wait()).await;
    }

    /// The listener, with a router for HTTP.
    fn listener(&self, state: &AppState, router: Router) -> Listener {
        Listener {
            admission: Arc::clone(&self.hub.admission),
            budgets: Arc::clone(&self.hub.budgets),
            incoming: Arc::clone(&self.hub.incoming),
            play_first: Arc::clone(&self.hub.play_first),
            metrics: Arc::clone(self.hub.metrics()),
            closing: self.hub.closing.clone(),
            head_within: self.config.timeouts.request_head_timeout,
            body_within: self.config.timeouts.request_body_timeout,
            tracker: state.tracker.clone(),
            router,
        }
    }
}
