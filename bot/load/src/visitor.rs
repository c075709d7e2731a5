//! Clients that do not play: spectators, visitors of the lobby, page loads.

use std::sync::Arc;
use std::time::Duration;

use bot::http::request;
use bot::{Client, ClientEvent, ClientOptions};
use futures::future::ready;
use futures::stream::{self, StreamExt, TryStreamExt};
use protocol::{ClientMessage, LobbyLists, Name, ServerMessage, TableId, TableState};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until, timeout};

use crate::coordinator::{Coordinator, Phase, Signal};
use crate::latency::Measure;

/// How long a spectator waits before looking for another table.
const LOOK_AGAIN: Duration = Duration::from_millis(200);

/// How long a visitor stays in the lobby before opening it again.
const LOBBY_STAY: Duration = Duration::from_secs(2);

/// The mean time between two page loads of one client.
const PAGE_EVERY: Duration = Duration::from_secs(5);

/// The number of tables among which a spectator chooses.
const CHOICE: usize = 64;

/// The most files loaded with the page.
const MAX_FILES: usize = 32;

/// The number of files that a browser requests of one server at once.
pub(crate) const REQUESTS_AT_ONCE: usize = 6;

/// The activity of a client without a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Interest {
    Watch,
    Lobby,
}

/// A connected client without a seat.
pub(crate) struct Visitor {
    coordinator: Arc<Coordinator>,
    interest: Interest,
    number: usize,
    client: Client,
    chance: StdRng,
    signals: watch::Receiver<Signal>,
    is_connected: bool,
    table: Option<TableId>,
    /// When to look for something new.
    look_at: Instant,
    /// When the lobby was requested; `None` once it has been sent.
    asked: Option<Instant>,
}

impl Visitor {
    pub(crate) fn new(
        coordinator: &Arc<Coordinator>,
        interest: Interest,
        number: usize,
    ) -> Visitor {
        let name = Name::try_from(format!("visitor {number}")).expect("a short name");
        let mut options = ClientOptions::new(coordinator.url.clone(), name);
        options.client = concat!("nim-bot swarm ", env!("CARGO_PKG_VERSION")).to_owned();
        options.from = coordinator.swarm.from(number);
        Visitor {
            interest,
            number,
            client: Client::new(options),
            chance: StdRng::seed_from_u64(coordinator.swarm.seed.wrapping_add(number as u64)),
            signals: coordinator.signals(),
            is_connected: false,
            table: None,
            look_at: Instant::now(),
            asked: None,
            coordinator: Arc::clone(coordinator),
        }
    }

    /// Runs until the load ends.
    pub(crate) async fn stay(mut self) {
        loop {
            if self.signals.borrow().phase == Phase::Finish {
                self.set_connected(false);
                return self.client.close().await;
            }
            let is_settled = self.interest == Interest::Watch && self.table.is_some();
            tokio::select! {
                event = self.client.next() => match event {
                    Ok(event) => self.on_event(event),
                    Err(gone) => {
                        self.set_connected(false);
                        return self.coordinator.gave_up(&gone.0);
                    }
                },
                () = sleep_until(self.look_at), if self.is_connected && !is_settled => self.subscribe(),
                Ok(()) = self.signals.changed() => {}
            }
        }
    }

    /// Subscribes according to this visitor's activity.
    fn subscribe(&mut self) {
        match self.interest {
            Interest::Watch => {
                self.look_at = Instant::now() + LOOK_AGAIN;
                let tables = self.coordinator.tables(CHOICE);
                let Some(&table) = tables.get(self.chance.random_range(0..tables.len().max(1)))
                else {
                    return;
                };
                let watch = ClientMessage::Watch { table, since: 0 };
                self.table = self.client.request(watch).is_ok().then_some(table);
            }
            Interest::Lobby => {
                self.look_at = Instant::now() + LOBBY_STAY;
                if self.asked.is_none() {
                    // Without a connection, the next `welcome` triggers the request.
                    let _ = self
                        .client
                        .request(ClientMessage::Lobby { on: false, show: LobbyLists::ALL });
                    let _ = self
                        .client
                        .request(ClientMessage::Lobby { on: true, show: LobbyLists::ALL });
                    self.asked = Some(Instant::now());
                }
            }
        }
    }

    fn on_event(&mut self, event: ClientEvent) {
        let number = self.number;
        match event {
            ClientEvent::Connected { .. } => {
                self.coordinator.meter.part(number).connections += 1;
                self.set_connected(true);
                (self.table, self.asked) = (None, None);
                self.subscribe();
            }
            ClientEvent::Lost { loss, .. } => {
                self.coordinator.meter.part(number).lost(&loss, self.is_connected);
                self.set_connected(false);
            }
            ClientEvent::Message(ServerMessage::State(state)) => self.on_state(&state),
            ClientEvent::Message(ServerMessage::Lobby(_)) => {
                if let Some(asked) = self.asked.take() {
                    let mut part = self.coordinator.meter.part(number);
                    part.record(Measure::Lobby, asked.elapsed());
                }
            }
            ClientEvent::Answer { answer: ServerMessage::Error { error, .. }, request } => {
                // A game may end before its spectator arrives.
                self.table = None;
                if !matches!(request, ClientMessage::Watch { .. }) {
                    self.coordinator.meter.part(number).refused(error.code);
                }
            }
            ClientEvent::Answer { answer: ServerMessage::Table { view, .. }, .. } => {
                if view.state.over.is_some() {
                    self.leave(view.state.table);
                }
            }
            ClientEvent::Answer { .. } | ClientEvent::Message(_) => {}
        }
    }

    fn on_state(&mut self, state: &TableState) {
        if self.table != Some(state.table) {
            return;
        }
        if state.ply > 0
            && let Some(game) = self.coordinator.known_match(state.table)
        {
            let due = self.coordinator.begin + game.due(state.ply - 1);
            self.coordinator.meter.part(self.number).record(Measure::Watch, due.elapsed());
        }
        if state.over.is_some() {
            self.leave(state.table);
        }
    }

    fn leave(&mut self, table: TableId) {
        let _ = self.client.request(ClientMessage::Unwatch { table });
        self.table = None;
    }

    fn set_connected(&mut self, connected: bool) {
        if self.is_connected != connected {
            self.is_connected = connected;
            self.coordinator.set_online(connected);
        }
    }
}

/// Loads the page and the files it names repeatedly, each over a new connection, as on a first
/// visit.
pub(crate) async fn load_pages(coordinator: Arc<Coordinator>, number: usize) {
    let mut chance = StdRng::seed_from_u64(coordinator.swarm.seed.wrapping_add(number as u64));
    let mut signals = coordinator.signals();
    while signals.borrow().phase != Phase::Finish {
        let began = Instant::now();
        let loaded = load_page(&coordinator).await;
        match loaded {
            Ok(()) => {
                let mut part = coordinator.meter.part(number);
                part.record(Measure::Page, began.elapsed());
            }
            Err(reason) => coordinator.meter.part(number).refused_as(reason),
        }
        let pause = PAGE_EVERY.mul_f64(2.0 * chance.random::<f64>());
        // The pause ends early if the load ends.
        let _ = timeout(pause, signals.wait_for(|signal| signal.phase == Phase::Finish)).await;
    }
}

async fn load_page(coordinator: &Coordinator) -> Result<(), String> {
    let page = get(coordinator, "/").await?;
    let files = files_of(&page);
    let loads: Vec<_> = files.iter().map(|path| get(coordinator, path)).collect();
    stream::iter(loads).buffer_unordered(REQUESTS_AT_ONCE).try_for_each(|_| ready(Ok(()))).await
}

async fn get(coordinator: &Coordinator, path: &str) -> Result<String, String> {
    match request(&coordinator.url, "GET", path, "").await {
        Ok((200, body)) => Ok(body),
        Ok((status, _)) => Err(format!("page: HTTP {status} for {path}")),
        Err(why) => Err(format!("page: {why}")),
    }
}

/// The scripts and styles of this server that a page names.
pub(crate) fn files_of(page: &str) -> Vec<String> {
    let mut files = Vec::new();
    for part in page.split(['"', '\'']) {
        let is_file = part.ends_with(".js") || part.ends_with(".css");
        let path = part.strip_prefix("./").unwrap_or(part);
        if is_file && !path.contains("//") && files.len() < MAX_FILES {
            let path = format!("/{}", path.trim_start_matches('/'));
            if !files.contains(&path) {
                files.push(path);
            }
        }
    }
    files
}

#[cfg(test)]
mod tests;
