//! The game server as a library: [`Server::serve`] runs it on a listener of the
//! caller's until the caller says stop. The binary adds flags, signals and the
//! house bots.

mod accord;
mod alarms;
mod analysis;
mod clock;
mod config;
mod credits;
mod frame;
mod hall;
pub mod house;
mod http;
mod key;
pub mod ladder;
mod lobby;
mod member;
mod outlet;
mod page;
mod record;
mod refused;
mod room;
mod running;
mod session;
mod store;
mod table;
mod telling;
pub mod tournament;
mod turn;
mod upgrade;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use protocol::Secret;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

pub use crate::config::Config;
use crate::hall::Hall;
use crate::http::{Connections, Shared, accept_loop};
use crate::store::Store;
pub use crate::store::{Checked, Durability, StoreError, backup, check};

/// How long the last words to the clients may take when the server stops.
const STOP_WITHIN: Duration = Duration::from_secs(3);

/// A server that has not begun to listen.
pub struct Server {
    hall: Arc<Hall>,
    config: Config,
    closing: CancellationToken,
}

impl Server {
    /// A server with nobody in it, which keeps nothing: its games end with it.
    pub fn new(config: Config) -> Server {
        let closing = CancellationToken::new();
        Server { hall: Arc::new(Hall::new(Store::nowhere(), closing.clone())), config, closing }
    }

    /// A server that keeps its games in a folder, with all the games there that
    /// have not ended. The caller sees to it that no other server uses the
    /// folder.
    ///
    /// # Errors
    /// When the folder cannot be used, or what is in it is damaged.
    pub fn open(config: Config, folder: &Path) -> Result<Server, StoreError> {
        let closing = CancellationToken::new();
        let hall = Arc::new(Hall::open(Store::open(folder, config.durability)?, closing.clone())?);
        Ok(Server { hall, config, closing })
    }

    /// What the server's own bots prove themselves with.
    pub fn house_secret(&self) -> Secret {
        self.hall.house_secret
    }

    /// Serves until `shutdown` is done, then tells the clients and returns when
    /// all have been told, or soon after.
    pub async fn serve(self, listener: TcpListener, shutdown: impl Future<Output = ()>) {
        let tracker = TaskTracker::new();
        let shared = Shared {
            hall: Arc::clone(&self.hall),
            tracker: tracker.clone(),
            connections: Connections::new(self.config.max_connections),
        };
        tracker.spawn(Arc::clone(&self.hall).run());
        tracker.spawn(accept_loop(listener, shared, self.closing.clone()));
        shutdown.await;
        self.closing.cancel();
        tracker.close();
        // Whoever has not heard it by then does not listen.
        let _ = tokio::time::timeout(STOP_WITHIN, tracker.wait()).await;
    }
}
