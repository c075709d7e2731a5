//! Servers for the tests of clients. They send and expect what a test says, and end with its runtime.

mod http;
mod socket;
mod table;

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::timeout;
use uuid::Uuid;

pub use http::{FakeHttp, HeardRequest, read, respond};
pub use socket::{FakePeer, FakeServer};
pub use table::FakeTable;

/// Long enough for any machine; only a failing test waits this long.
pub const AT_MOST: Duration = Duration::from_secs(20);

/// The id of a table, a player or an offer.
pub fn id(n: u128) -> Value {
    json!(Uuid::from_u128(n))
}

/// A secret of 32 such bytes.
pub fn secret(byte: u8) -> Value {
    json!(format!("{byte:02x}").repeat(32))
}

/// A bot, as the server names it.
pub fn person(player: u128) -> Value {
    json!({"id": id(player), "name": format!("player {player}"), "kind": "bot"})
}

/// What must happen happens.
///
/// # Panics
/// If it does not within [`AT_MOST`].
pub async fn soon<T>(future: impl Future<Output = T>) -> T {
    timeout(AT_MOST, future).await.expect("it does not happen")
}
