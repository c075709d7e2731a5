//! The game server as a library: [`Server::serve`] runs it on listeners of the
//! caller's until the caller says stop. The binary adds flags, signals and the
//! house bots.

mod admission;
mod api;
mod config;
mod game;
mod identity;
mod live;
mod matchmaking;
mod net;
mod ops;
mod records;
mod session;
#[cfg(test)]
mod simulation;
mod store;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use protocol::Secret;
use tokio_util::task::TaskTracker;

use crate::admission::gate::Gate;
use crate::api::games::Readers;
use crate::api::routes::{Shared, accept_loop, routes};
pub use crate::config::{Config, Durability};
use crate::live::hub::Hall;
use crate::live::tournaments::Signer;
pub use crate::net::tls::{BadCertificate, Certificate, Entrance};
pub use crate::ops::{house_bots, steps};
pub use crate::store::{Checked, Recomputed, StoreError, backup, check, compare, recompute};
use crate::store::{Place, Store};

/// How long the last words to the clients may take when the server stops.
const STOP_WITHIN: Duration = Duration::from_secs(3);

/// How often a server that is about to stop looks whether a game is running.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// A server that has not begun to listen.
pub struct Server {
    hall: Arc<Hall>,
    config: Config,
}

impl Server {
    /// A server with nobody in it, which keeps nothing: its games end with it.
    pub fn new(config: Config) -> Server {
        let hall = Hall::new(Store::nowhere(), Gate::new(&config), Signer::passing());
        Server { hall: Arc::new(hall), config }
    }

    /// A server that keeps its games in a folder, with all the games there that
    /// have not ended. The caller sees to it that no other server uses the
    /// folder, and opens it in the runtime that is to serve: where that has a
    /// single thread, it keeps the games too.
    ///
    /// # Errors
    /// When the folder cannot be used, or what is in it is damaged.
    pub fn open(config: Config, folder: &Path) -> Result<Server, StoreError> {
        let store = Store::open(folder, config.durability, Place::here())?;
        let hall = Hall::open(store, Gate::new(&config), Signer::open(folder)?)?;
        Ok(Server { hall: Arc::new(hall), config })
    }

    /// What the server's own bots prove themselves with.
    pub fn house_secret(&self) -> Secret {
        self.hall.house_secret
    }

    /// Serves until `shutdown` is done or the admin says so. Then nothing new
    /// begins; running games have the time that the configuration gives them to
    /// end; then the clients are told, and it returns.
    pub async fn serve(
        self,
        entrances: impl IntoIterator<Item = Entrance>,
        shutdown: impl Future<Output = ()>,
    ) {
        let shared = self.shared();
        let (hall, tracker) = (self.hall, shared.tracker.clone());
        tracker.spawn(Arc::clone(&hall).run());
        let router = routes(shared.clone());
        for entrance in entrances {
            tracker.spawn(accept_loop(entrance, shared.clone(), router.clone()));
        }
        tokio::select! {
            () = shutdown => hall.drain(),
            () = hall.draining.cancelled() => {}
        }
        // Whoever plays longer goes on after the restart.
        let _ = tokio::time::timeout(self.config.drain, all_ended(&hall)).await;
        hall.close();
        tracker.close();
        // Whoever has not heard it by then does not listen.
        let _ = tokio::time::timeout(STOP_WITHIN, tracker.wait()).await;
    }

    fn shared(&self) -> Shared {
        Shared {
            hall: Arc::clone(&self.hall),
            tracker: TaskTracker::new(),
            admin: self.config.admin_token,
            readers: Readers::default(),
        }
    }
}

/// Waits until no game is running.
async fn all_ended(hall: &Hall) {
    while hall.is_playing() {
        tokio::time::sleep(LOOK_EVERY).await;
    }
}
