//! A connected player, as the rest of the server knows them: their identity, a way to send them
//! messages, and the tables where they sit.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use protocol::limits::MAX_WATCHED;
use protocol::{Cause, LobbyLists, Player, ServerMessage, TableId};
use smallvec::SmallVec;

use crate::admission::ip_prefix::IpPrefix;
use crate::net::frame::Frame;
use crate::net::outbox::Outbox;
use crate::records::request_error::RequestError;
use crate::records::secret_hash::SecretHash;

/// One connection after its hello, with handles of the rooms `R` where it sits. This module does
/// not know what a room is: rooms know their connections.
#[derive(Debug)]
pub(crate) struct Connection<R> {
    pub(crate) player: Player,
    pub(crate) outbox: Arc<Outbox>,
    /// The address they are connected from.
    pub(crate) prefix: IpPrefix,
    /// The hash of the secret they said hello with.
    pub(crate) secret_hash: SecretHash,
    /// The lobby lists that they follow, as bits; 0 for none.
    looks_at: AtomicU8,
    /// Whether anything has been received from them since this was last checked.
    spoke: AtomicBool,
    /// Whether they play with a clock; if so, their lag is measured.
    timed: AtomicBool,
    /// When the unanswered ping was sent.
    pinged: Mutex<Option<Instant>>,
    /// The round trip of a ping, in microseconds; 0 until it has been measured.
    lag: AtomicU32,
    /// `None` once the connection has ended: it can take no more seats.
    tables: Mutex<Option<ConnectionTables<R>>>,
}

/// The connections of one player, newest last; usually one.
pub(crate) type Connections<R> = SmallVec<[Arc<Connection<R>>; 1]>;

/// The tables of a connection, with a handle each, so that a move needs no lookup in shared state.
#[derive(Debug)]
pub(crate) struct ConnectionTables<R> {
    seated: Handles<R>,
    watched: Handles<R>,
}

impl<R> Default for ConnectionTables<R> {
    fn default() -> ConnectionTables<R> {
        ConnectionTables { seated: Handles(Vec::new()), watched: Handles(Vec::new()) }
    }
}

impl<R> ConnectionTables<R> {
    /// Returns all of them.
    pub(crate) fn into_rooms(self) -> impl Iterator<Item = Arc<R>> {
        self.seated.0.into_iter().chain(self.watched.0).map(|(_, room)| room)
    }
}

/// Rooms by the ids of their tables. There are usually one or two, and a few hundred at most; they
/// are searched linearly, because a map would touch more memory.
#[derive(Debug)]
struct Handles<R>(Vec<(TableId, Arc<R>)>);

impl<R> Handles<R> {
    fn get(&self, table: TableId) -> Option<&Arc<R>> {
        self.0.iter().find(|(id, _)| *id == table).map(|(_, room)| room)
    }

    /// Stores a room, replacing an older one of the same table.
    fn set_room(&mut self, table: TableId, room: &Arc<R>) {
        self.forget(table);
        self.0.push((table, Arc::clone(room)));
    }

    fn forget(&mut self, table: TableId) -> Option<Arc<R>> {
        let place = self.0.iter().position(|(id, _)| *id == table)?;
        Some(self.0.swap_remove(place).1)
    }
}

impl<R> Connection<R> {
    pub(crate) fn new(
        player: Player,
        secret_hash: SecretHash,
        outbox: Arc<Outbox>,
        prefix: IpPrefix,
    ) -> Connection<R> {
        let tables = Mutex::new(Some(ConnectionTables::default()));
        Connection {
            player,
            outbox,
            prefix,
            secret_hash,
            looks_at: AtomicU8::new(0),
            // They have just said hello.
            spoke: AtomicBool::new(true),
            timed: AtomicBool::new(false),
            pinged: Mutex::default(),
            lag: AtomicU32::new(0),
            tables,
        }
    }

    /// Sets the lobby lists that they follow, or none.
    pub(crate) fn look_at(&self, lists: Option<LobbyLists>) {
        self.looks_at.store(lists.map_or(0, LobbyLists::bits), Ordering::Relaxed);
    }

    /// Returns the lobby lists that they follow.
    pub(crate) fn looks_at(&self) -> Option<LobbyLists> {
        LobbyLists::from_bits(self.looks_at.load(Ordering::Relaxed))
    }

    /// Marks that they have sat down at a table with a clock.
    pub(crate) fn begin_timing(&self) {
        self.timed.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_timed(&self) -> bool {
        self.timed.load(Ordering::Relaxed)
    }

    /// Marks that something has been received from them.
    pub(crate) fn mark_active(&self) {
        self.spoke.store(true, Ordering::Relaxed);
    }

    /// Whether anything has been received from them since this was last checked.
    pub(crate) fn has_spoken(&self) -> bool {
        self.spoke.swap(false, Ordering::Relaxed)
    }

    /// Sends a ping, unless the answer to one is still due.
    pub(crate) fn ping(&self, now: Instant) {
        let mut pinged = self.pinged();
        if pinged.is_none() {
            *pinged = Some(now);
            self.outbox.send(&Frame::ping());
        }
    }

    /// Handles their answer to the last ping, if there was one.
    pub(crate) fn answered(&self, now: Instant) {
        if let Some(at) = self.pinged().take() {
            self.measured(now.saturating_duration_since(at));
        }
    }

    /// Records the round trip of a ping. After the first, each measurement has a weight of a
    /// quarter.
    fn measured(&self, took: Duration) {
        let took = u32::try_from(took.as_micros()).unwrap_or(u32::MAX);
        let lag = match self.lag.load(Ordering::Relaxed) {
            0 => took,
            before => before - before / 4 + took / 4,
        };
        self.lag.store(lag, Ordering::Relaxed);
    }

    /// Returns the lag of their connection.
    pub(crate) fn lag(&self) -> Duration {
        Duration::from_micros(self.lag.load(Ordering::Relaxed).into())
    }

    /// Sends one message.
    pub(crate) fn send(&self, message: &ServerMessage) {
        self.outbox.send(&Frame::text(message));
    }

    /// Stores the handle of a table where this connection now sits; returns false if the connection
    /// has ended in the meantime.
    pub(crate) fn seat(&self, table: TableId, room: &Arc<R>) -> bool {
        match self.lock().as_mut() {
            Some(tables) => {
                tables.watched.forget(table);
                tables.seated.set_room(table, room);
                true
            }
            None => false,
        }
    }

    /// Forgets a table: the game is over, or too many other connections hold the seat.
    pub(crate) fn unseat(&self, table: TableId) {
        if let Some(tables) = self.lock().as_mut() {
            tables.seated.forget(table);
        }
    }

    /// Stores the handle of a table that this connection watches.
    pub(crate) fn watch(&self, table: TableId, room: &Arc<R>) -> Result<(), RequestError> {
        if let Some(tables) = self.lock().as_mut() {
            let watches = tables.watched.get(table).is_some();
            if !watches && tables.watched.0.len() >= MAX_WATCHED {
                return Err(Cause::TooManyWatched { max: MAX_WATCHED }.into());
            }
            tables.watched.set_room(table, room);
        }
        Ok(())
    }

    /// Forgets a watched table.
    pub(crate) fn unwatch(&self, table: TableId) -> Option<Arc<R>> {
        self.lock().as_mut()?.watched.forget(table)
    }

    /// Returns the table with this id if this connection sits there.
    pub(crate) fn seated_at(&self, table: TableId) -> Option<Arc<R>> {
        self.lock().as_ref()?.seated.get(table).cloned()
    }

    /// Ends the connection: returns its tables, and accepts no more.
    pub(crate) fn close(&self) -> ConnectionTables<R> {
        self.look_at(None);
        self.lock().take().unwrap_or_default()
    }

    fn lock(&self) -> MutexGuard<'_, Option<ConnectionTables<R>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn pinged(&self) -> MutexGuard<'_, Option<Instant>> {
        self.pinged.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use protocol::{Kind, Name, PlayerId};
    use tokio::net::TcpStream;
    use uuid::Uuid;

    use super::*;
    use crate::identity::new_secret;
    use crate::net::outbox::tests::outbox;

    /// A connection, and the client's end of it.
    pub(crate) async fn connection<R>() -> (Arc<Connection<R>>, TcpStream) {
        let (outbox, client) = outbox().await;
        let name = Name::try_from("Ada".to_owned()).expect("plain");
        let id = PlayerId(Uuid::from_u128(1));
        let player = Player { id, name, kind: Kind::Bot, house: false, version: None };
        let address = client.local_addr().expect("connected").ip();
        let secret_hash = SecretHash::new(&new_secret());
        (Arc::new(Connection::new(player, secret_hash, Arc::new(outbox), address.into())), client)
    }

    fn table(n: u128) -> TableId {
        TableId(Uuid::from_u128(n))
    }

    #[tokio::test]
    async fn a_connection_looks_at_the_lists_that_it_has_asked_for() {
        let (connection, _client) = connection::<()>().await;
        assert_eq!(connection.looks_at(), None);
        let some: LobbyLists = serde_json::from_str("[\"tables\"]").expect("a list");
        for lists in [Some(LobbyLists::ALL), Some(some), None] {
            connection.look_at(lists);
            assert_eq!(connection.looks_at(), lists);
        }
        connection.look_at(Some(some));
        connection.close();
        assert_eq!(connection.looks_at(), None, "nothing is sent to it any more");
    }

    #[tokio::test]
    async fn whether_a_connection_has_spoken_is_known_until_it_is_checked() {
        let (connection, _client) = connection::<()>().await;
        assert!(connection.has_spoken() && !connection.has_spoken());
        connection.mark_active();
        assert!(connection.has_spoken() && !connection.has_spoken());
        assert!(!connection.is_timed());
        connection.begin_timing();
        assert!(connection.is_timed());
    }

    #[tokio::test]
    async fn a_later_round_trip_counts_for_a_quarter() {
        let (connection, _client) = connection::<()>().await;
        for (ms, expected) in [(40, 40_000), (80, 50_000), (10, 40_000), (0, 30_000)] {
            connection.measured(Duration::from_millis(ms));
            assert_eq!(connection.lag(), Duration::from_micros(expected));
        }
    }

    #[tokio::test]
    async fn a_connection_knows_its_tables_until_it_ends() {
        let (connection, _client) = connection::<u8>().await;
        let rooms = [1, 2, 3].map(Arc::new);
        let [one, two, three] = [1, 2, 3].map(table);
        let sits = |id| connection.seated_at(id).map(|room| *room);
        assert!(connection.seat(one, &rooms[0]) && connection.seat(two, &rooms[1]));
        assert!(connection.seat(one, &rooms[2]), "a newer room of the same table");
        assert_eq!([one, two, three].map(sits), [Some(3), Some(2), None]);
        connection.unseat(two);
        assert_eq!(sits(two), None);
        assert_eq!(connection.watch(two, &rooms[1]), Ok(()));
        assert_eq!(connection.unwatch(two).as_deref(), Some(&2));
        assert!(connection.unwatch(two).is_none());
        assert_eq!(connection.watch(three, &rooms[1]), Ok(()));
        assert!(connection.seat(three, &rooms[1]), "whoever sits there does not watch");
        assert!(connection.unwatch(three).is_none());
        assert_eq!(connection.watch(two, &rooms[0]), Ok(()));
        let mut left: Vec<u8> = connection.close().into_rooms().map(|room| *room).collect();
        left.sort_unstable();
        assert_eq!(left, [1, 2, 3]);
        assert!(!connection.seat(one, &rooms[0]), "it has ended");
        assert_eq!(connection.close().into_rooms().count(), 0);
    }

    #[tokio::test]
    async fn so_many_tables_are_watched_and_the_same_one_again() {
        let (connection, _client) = connection::<()>().await;
        let room = Arc::new(());
        for n in 0..MAX_WATCHED as u128 {
            assert_eq!(connection.watch(table(n), &room), Ok(()));
        }
        assert_eq!(connection.watch(table(0), &room), Ok(()));
        assert!(connection.watch(table(1_000), &room).is_err());
        connection.unwatch(table(3));
        assert_eq!(connection.watch(table(1_000), &room), Ok(()));
    }
}
