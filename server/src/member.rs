//! A connected player, as the rest of the server knows him: who he is, the way
//! to tell him something, and the tables where he sits.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use protocol::limits::MAX_WATCHED;
use protocol::{ErrorCode, Player, ServerMessage, TableId};

use crate::frame::Frame;
use crate::gate::Block;
use crate::key::Key;
use crate::outlet::Outlet;
use crate::refused::Refused;
use crate::room::Room;

/// One connection after its hello.
#[derive(Debug)]
pub(crate) struct Member {
    pub(crate) player: Player,
    pub(crate) outlet: Arc<Outlet>,
    /// Where he is connected from.
    pub(crate) block: Block,
    /// What he has proved himself with.
    pub(crate) key: Key,
    pub(crate) sees_lobby: AtomicBool,
    /// Whether he plays with a clock: then his line is measured.
    timed: AtomicBool,
    /// How long a ping takes to him and back, in microseconds; 0 until it has
    /// been measured.
    lag: AtomicU32,
    /// `None` once the connection has ended: nobody can be seated any more.
    tables: Mutex<Option<Tables>>,
}

/// The tables of a connection: a handle each, so that a move needs no look-up
/// in anything shared.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    pub(crate) seated: HashMap<TableId, Arc<Room>>,
    pub(crate) watched: HashMap<TableId, Arc<Room>>,
}

impl Member {
    pub(crate) fn new(player: Player, key: Key, outlet: Arc<Outlet>, block: Block) -> Member {
        let tables = Mutex::new(Some(Tables::default()));
        Member {
            player,
            outlet,
            block,
            key,
            sees_lobby: AtomicBool::new(false),
            timed: AtomicBool::new(false),
            lag: AtomicU32::new(0),
            tables,
        }
    }

    /// He sits down at a table with a clock.
    pub(crate) fn begin_timing(&self) {
        self.timed.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_timed(&self) -> bool {
        self.timed.load(Ordering::Relaxed)
    }

    /// A ping has come back after `took`. One slow one counts for a quarter.
    pub(crate) fn measured(&self, took: Duration) {
        let took = u32::try_from(took.as_micros()).unwrap_or(u32::MAX);
        let lag = match self.lag.load(Ordering::Relaxed) {
            0 => took,
            before => before - before / 4 + took / 4,
        };
        self.lag.store(lag, Ordering::Relaxed);
    }

    /// How slow his line is.
    pub(crate) fn lag(&self) -> Duration {
        Duration::from_micros(self.lag.load(Ordering::Relaxed).into())
    }

    /// Sends one message.
    pub(crate) fn tell(&self, message: &ServerMessage) {
        self.outlet.send(&Frame::text(message));
    }

    /// Keeps the handle of a table where this connection now sits; false when
    /// the connection has ended in the meantime.
    pub(crate) fn sit(&self, room: &Arc<Room>) -> bool {
        match self.lock().as_mut() {
            Some(tables) => {
                tables.watched.remove(&room.id());
                tables.seated.insert(room.id(), Arc::clone(room));
                true
            }
            None => false,
        }
    }

    /// Forgets a table: the game is over, or the seat is held by another
    /// connection.
    pub(crate) fn rise(&self, table: TableId) {
        if let Some(tables) = self.lock().as_mut() {
            tables.seated.remove(&table);
        }
    }

    /// Keeps the handle of a table that this connection watches.
    pub(crate) fn look_on(&self, room: &Arc<Room>) -> Result<(), Refused> {
        if let Some(tables) = self.lock().as_mut() {
            if tables.watched.len() >= MAX_WATCHED && !tables.watched.contains_key(&room.id()) {
                return Err(Refused::new(ErrorCode::TooMany, "you watch too many tables"));
            }
            tables.watched.insert(room.id(), Arc::clone(room));
        }
        Ok(())
    }

    /// Forgets a watched table.
    pub(crate) fn look_away(&self, table: TableId) -> Option<Arc<Room>> {
        self.lock().as_mut()?.watched.remove(&table)
    }

    /// The table of this id where this connection sits.
    pub(crate) fn seated_at(&self, table: TableId) -> Option<Arc<Room>> {
        self.lock().as_ref()?.seated.get(&table).cloned()
    }

    /// The connection has ended: hands over its tables, and takes no more.
    pub(crate) fn part(&self) -> Tables {
        self.sees_lobby.store(false, Ordering::Relaxed);
        self.lock().take().unwrap_or_default()
    }

    fn lock(&self) -> MutexGuard<'_, Option<Tables>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
