//! The state that all connections share: the lobby, everybody in it, and all rooms. The hub brings
//! players together and wakes rooms; what happens in a room is up to the room.

pub(crate) mod arrivals;
mod daily;
mod fill;
mod handicaps;
mod host;
mod known_ratings;
mod lobby_view;
mod notices;
mod offer_terms;
mod offers;
mod operator;
mod presence;
mod quick_start;
mod rematches;
mod secrets;
mod starts;
mod tasks;
pub(crate) mod whereabouts;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use presence::Presence;
use protocol::costs::ExpensiveRequest;
use protocol::{Cause, Limits, Missing, Player, Secret, TableId};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use tracing::error;

use crate::admission::game_quota::GameQuota;
use crate::admission::incoming_bytes::IncomingBytes;
use crate::admission::play_first::PlayFirst;
use crate::admission::request_budgets::{RequestBudgets, Requester};
use crate::admission::slots::{Admission, SlotKind};
use crate::admission::solver_memory::{SolverMemory, SolverQueue};
use crate::config::{Config, Timeouts};
use crate::game::secrecy::{RatedGames, Secrets};
use crate::game::table::Table;
use crate::identity::{Identities, new_secret};
use crate::live::connection::Connection;
use crate::live::game_time::GameTime;
use crate::live::housekeeping::Housekeeping;
use crate::live::keepalive::Keepalive;
use crate::live::room::{FollowUp, Room};
use crate::live::rooms::Rooms;
use crate::live::timers::Timers;
use crate::live::tournaments::{Signer, Tournaments};
use crate::matchmaking::daily::DailyTally;
use crate::matchmaking::drawn_start;
use crate::ops::metrics::{Gauge, Metrics};
use crate::push::{Push, SenderKey};
use crate::records::game::RecordedGame;
use crate::records::request_error::RequestError;
use crate::store::{Entry, LeaseHealth, Store, StoreError, Unfinished};

/// The shared state of the server.
#[derive(Debug)]
pub(crate) struct Hub {
    presence: Mutex<Presence>,
    rated: Mutex<RatedGames>,
    /// Waited for without holding up anybody else: a thread of low priority may have it.
    secrets: tokio::sync::Mutex<Secrets>,
    daily: Mutex<DailyTally>,
    rooms: Arc<Rooms<Room>>,
    timers: Timers,
    keepalive: Keepalive,
    pub(crate) timeouts: Timeouts,
    /// What clients are told.
    pub(crate) limits: Limits,
    time: GameTime,
    store: Arc<Store>,
    pub(crate) identities: Identities,
    lobby_changed: Notify,
    game_ended: Notify,
    /// Notified when a game has ended that may have to be reviewed.
    to_review: Notify,
    /// The queue of offers whose starts are being drawn or judged.
    pub(crate) thinking: SolverQueue,
    /// The solver's memory budget.
    pub(crate) memory: SolverMemory,
    /// The secret of the house bots.
    pub(crate) house_secret: Secret,
    pub(crate) admission: Arc<Admission>,
    /// What everybody has asked for lately that is expensive.
    pub(crate) budgets: Arc<RequestBudgets>,
    pub(crate) incoming: Arc<IncomingBytes>,
    /// What players ask for beside their moves; visitors have a share of their own, so that nobody
    /// who wants to play waits behind a crowd that looks at the page.
    pub(crate) play_first: PlayFirst,
    pub(crate) tournaments: Tournaments,
    pub(crate) housekeeping: Housekeeping,
    pub(crate) push: Push,
    /// Cancelled when nothing new may begin.
    pub(crate) draining: CancellationToken,
    /// Cancelled when the server stops.
    pub(crate) closing: CancellationToken,
    /// The number of rooms found past their last deadline.
    overdue: AtomicU64,
}

impl Hub {
    /// Opens a hub with the running games of the store, whose players have yet to return.
    pub(crate) fn open(
        store: Store,
        config: &Config,
        signer: Signer,
        memory: SolverMemory,
    ) -> Result<Hub, StoreError> {
        let hub = Hub::new(store, config, signer, memory);
        hub.identities.load()?;
        hub.restore_bans()?;
        hub.recount_daily()?;
        let now = hub.now();
        let Unfinished { whole, mut damaged } = hub.store.unfinished()?;
        for record in whole {
            let table = record.table;
            if let Err(why) = hub.reopen(record, now) {
                damaged.push((table, why.to_string()));
            }
        }
        hub.set_aside(&damaged);
        hub.tournaments.restore(&hub)?;
        Ok(hub)
    }

    pub(crate) fn new(store: Store, config: &Config, signer: Signer, memory: SolverMemory) -> Hub {
        let (store, admission) = (Arc::new(store), Admission::new(config));
        let quota = GameQuota::beside(admission.most_players());
        let budgets = RequestBudgets::new(admission.most_players().1.is_none());
        let metrics = Arc::clone(&store.metrics);
        let (timeouts, games) = (config.timeouts, config.house_games);
        Hub {
            presence: Mutex::new(Presence::new(quota, games)),
            rated: Mutex::default(),
            secrets: tokio::sync::Mutex::default(),
            daily: Mutex::new(DailyTally::new(store.calendar.now_ms())),
            rooms: Arc::default(),
            timers: Timers::default(),
            keepalive: Keepalive::new(timeouts),
            timeouts,
            limits: config.limits(),
            time: GameTime::new(Arc::clone(&store.watch)),
            identities: Identities::new(Arc::clone(&store), config.mail.clone(), signer.oldest()),
            store,
            lobby_changed: Notify::new(),
            game_ended: Notify::new(),
            to_review: Notify::new(),
            thinking: drawn_start::queue(memory),
            memory,
            house_secret: new_secret(),
            admission: Arc::new(admission),
            budgets: Arc::new(budgets),
            incoming: Arc::new(IncomingBytes::new(config.solver_memory / 2)),
            play_first: PlayFirst::new(move || metrics.moves.get()),
            tournaments: Tournaments::new(signer, config.recurring.clone()),
            housekeeping: Housekeeping::new(config.upkeep.clone()),
            push: Push::new(SenderKey::passing(), config),
            draining: CancellationToken::new(),
            closing: CancellationToken::new(),
            overdue: AtomicU64::new(0),
        }
    }

    /// Sets damaged games aside; they do not stop the start. They are recorded, and their players
    /// are told when they ask.
    fn set_aside(&self, damaged: &[(TableId, String)]) {
        for (table, why) in damaged {
            error!(%table, %why, "a game is damaged, and set aside");
            // If the store has no slot, the next start finds it again.
            if let Ok(slot) = self.store.reserve() {
                self.store.append(slot, &[Entry::SetAside { table: *table, why }], |_| {});
            }
        }
    }

    fn reopen(&self, record: RecordedGame, now: Instant) -> Result<(), StoreError> {
        let room = self.room_of(record, now)?;
        self.presence().lobby.begin(room.line());
        self.rooms.add(room.id(), Arc::clone(&room));
        self.begin_rated(&room);
        self.handle_follow_up(&room, room.on_deadline(now));
        Ok(())
    }

    fn room_of(&self, record: RecordedGame, now: Instant) -> Result<Arc<Room>, StoreError> {
        let seq = record.facts.len() as u32;
        let table = Table::restore(record, now)?;
        Ok(Arc::new(self.new_room(table, seq)))
    }

    fn new_room(&self, table: Table, seq: u32) -> Room {
        Room::new(table, seq, Arc::clone(&self.store), Arc::downgrade(&self.rooms))
    }

    /// Cancelled when the store can no longer be written.
    pub(crate) fn store_lost(&self) -> CancellationToken {
        self.store.lost()
    }

    /// The store.
    pub(crate) fn store(&self) -> &Store {
        &self.store
    }

    /// Game time, which stands still while the server does.
    pub(crate) fn now(&self) -> Instant {
        self.time.now()
    }

    /// Whether the store works and new games may begin.
    pub(crate) fn is_ready(&self) -> bool {
        let is_doubtful = self.store.lease().is_some_and(LeaseHealth::is_doubtful);
        !self.store.is_broken() && !is_doubtful && self.ensure_open().is_ok()
    }

    /// Returns the number of players present and of running games.
    pub(crate) fn attendance(&self) -> (usize, usize) {
        let [players, _, _, games] = self.presence().lobby.counts();
        (players, games)
    }

    pub(crate) fn metrics(&self) -> &Arc<Metrics> {
        &self.store.metrics
    }

    /// Returns the current values of the gauges.
    pub(crate) fn gauges(&self) -> Vec<Gauge> {
        let (counts, house_bots) = {
            let presence = self.presence();
            (presence.lobby.counts(), presence.lobby.house_bots())
        };
        let [players, seeks, challenges, tables] = counts;
        let rooms = self.rooms.count();
        let finished = rooms.saturating_sub(tables);
        let connections = self.admission.taken(SlotKind::Session);
        let handshakes = self.admission.taken(SlotKind::Handshake);
        let number = |name, help, value: usize| (name, help, value as u64);
        vec![
            // Of several servers on a database this is the one that leads.
            number("waiting", "1 while another server leads.", 0),
            number("linked", "1 while the leader is reached.", 1),
            number("connections", "WebSockets open.", connections),
            number("handshakes", "Connections that are not WebSockets.", handshakes),
            number("addresses", "Addresses that are remembered.", self.admission.remembered()),
            number("players", "Players connected.", players),
            number("house_bots", "House bots connected.", house_bots),
            number(
                "incoming_bytes",
                "Bytes kept for what has not arrived whole.",
                self.incoming.taken(),
            ),
            number("seeks", "Seeks open.", seeks),
            number("challenges", "Challenges open.", challenges),
            number("games", "Games running.", tables),
            number("finished_tables", "Finished tables in memory.", finished),
            number("timers", "Rooms that want to be woken.", self.timers.count()),
            number("store_waiting", "Events that wait for the disk.", self.store.waiting()),
            ("store_log_bytes", "Length of the write-ahead log's file.", self.store.log_bytes()),
            number("store_failed", "1 after a failed commit.", self.store.is_broken().into()),
            (
                "lease_age_seconds",
                "Since the database last confirmed that this server serves; 0 with a folder.",
                self.store.lease().map_or(0, |lease| lease.age().as_secs()),
            ),
            (
                "commits_in_doubt",
                "Commits whose answer was lost, and that were looked for.",
                self.store.lease().map_or(0, LeaseHealth::doubts),
            ),
            (
                "clock_ahead_seconds",
                "By how much the wall clock is away from the time that counts.",
                self.store.calendar.ahead_ms().unsigned_abs() / 1_000,
            ),
            number("draining", "1 when no new game begins.", self.ensure_open().is_err().into()),
            (
                "overdue_tables",
                "Tables that have outlived their last moment: a defect.",
                self.overdue.load(Ordering::Relaxed),
            ),
        ]
    }

    /// Waits until no game is running.
    pub(crate) async fn all_ended(&self) {
        loop {
            let ended = self.game_ended.notified();
            if self.presence().lobby.tables().next().is_none() {
                return;
            }
            ended.await;
        }
    }

    /// Returns the room of a table. A table that ended long ago is read from the store.
    pub(crate) async fn room(&self, table: TableId) -> Result<Arc<Room>, RequestError> {
        if let Some(room) = self.rooms.get(table) {
            return Ok(room);
        }
        let record = self.store.finished(table).await?;
        let record =
            record.ok_or_else(|| RequestError::from(Cause::NotFound { what: Missing::Table }))?;
        let now = self.now();
        let room = self.room_of(record, now)?;
        let room = self.rooms.add_or_get(table, room);
        self.rooms.keep_finished(table, room.bytes());
        self.handle_follow_up(&room, room.on_deadline(now));
        Ok(room)
    }

    /// Handles the consequences of an event in a room.
    pub(crate) fn handle_follow_up(&self, room: &Room, after: FollowUp) {
        if let Some(at) = after.wake {
            self.timers.set(at, room.id());
        }
        if after.reseated {
            self.presence().lobby.reseat(room.line());
            self.lobby_changed.notify_one();
        }
        if after.changed {
            self.rated().change(room.id());
        }
        if after.ended {
            self.rated().end(room.id(), room.other_of_pair());
            let from = self.presence().end(room.id());
            self.count_daily(room, &from);
            self.lobby_changed.notify_one();
            self.game_ended.notify_one();
            self.to_review.notify_one();
            if let Some(tournament) = after.tournament {
                self.tournaments.game_ended(tournament, room.id());
            }
            self.rooms.keep_finished(room.id(), room.bytes());
        }
        if let Some((player, notice)) = after.notice {
            self.notify_absent(player, &notice);
        }
        if let Some(next) = after.next {
            self.start_second(room.id(), next);
        }
        if after.remove {
            self.timers.cancel(room.id());
            self.rooms.remove(room.id());
        }
    }

    /// Refuses if a player may not begin something that is stored.
    fn ensure_capacity(&self, by: &Player) -> Result<(), RequestError> {
        self.ensure_open()?;
        self.ensure_space(self.identities.is_registered(by))
    }

    /// Charges an expensive request to the player of this connection, and to their address.
    fn charge(
        &self,
        by: &Connection<Room>,
        request: ExpensiveRequest,
        weight: u32,
    ) -> Result<(), RequestError> {
        let is_registered = self.identities.is_registered(&by.player);
        let requester = Requester { player: Some((by.player.id, is_registered)), from: by.prefix };
        // A house bot plays with everybody.
        match by.player.house {
            true => Ok(()),
            false => self.budgets.charge(request, weight, requester, self.now()),
        }
    }

    /// Refuses if the disk has no room for more.
    pub(crate) fn ensure_space(&self, is_registered: bool) -> Result<(), RequestError> {
        Ok(self.store.space.ensure_capacity(is_registered)?)
    }

    fn ensure_open(&self) -> Result<(), RequestError> {
        match self.draining.is_cancelled() || self.closing.is_cancelled() {
            true => Err(Cause::ServerStopping.into()),
            false => Ok(()),
        }
    }

    fn presence(&self) -> MutexGuard<'_, Presence> {
        self.presence.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
