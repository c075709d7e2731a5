//! The running state: connected players, rooms, timers, tournaments.

pub(crate) mod connection;
pub(crate) mod delivery;
pub(crate) mod game_start;
pub(crate) mod game_time;
pub(crate) mod holders;
pub(crate) mod housekeeping;
pub(crate) mod hub;
pub(crate) mod keepalive;
pub(crate) mod reviews;
pub(crate) mod room;
pub(crate) mod rooms;
pub(crate) mod timers;
pub(crate) mod tournaments;
