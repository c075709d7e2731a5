//! For tests: a hub, also one whose players are all connected, and a tournament that they play.

use std::sync::Arc;
use std::time::Instant;

use ed25519_dalek::SigningKey;
use protocol::{Kind, Name, PairId, Plan, Player, PlayerId, PublicKey, TableId};
use rules::Seat;
use serde_json::json;
use tempfile::TempDir;
use uuid::Uuid;

use super::Ongoing;
use crate::admission::solver_memory::SolverMemory;
use crate::config::Config;
use crate::live::connection::Connections;
use crate::live::delivery::Delivery;
use crate::live::hub::Hub;
use crate::live::room::Room;
use crate::live::tournaments::Signer;
use crate::live::tournaments::host::Host;
use crate::matchmaking::offer::Match;
use crate::records::request_error::RequestError;
use crate::store::folder::open_store;
use crate::store::{Slot, Store};

/// A hub whose players are all here.
pub(super) struct FullHouse(Hub);

impl Host for FullHouse {
    fn store(&self) -> &Store {
        self.0.store()
    }

    fn now(&self) -> Instant {
        self.0.now()
    }

    fn is_draining(&self) -> bool {
        false
    }

    fn connected(&self, players: &[PlayerId]) -> Vec<bool> {
        vec![true; players.len()]
    }

    fn connections(&self, player: PlayerId) -> Connections<Room> {
        Host::connections(&self.0, player)
    }

    async fn room(&self, table: TableId) -> Result<Arc<Room>, RequestError> {
        self.0.room(table).await
    }

    async fn adjudicate(&self, table: TableId, to: Vec<Seat>) -> Result<(), RequestError> {
        self.0.adjudicate(table, to).await
    }

    fn enter_as(
        &self,
        player: &Player,
        enter: impl FnOnce() -> Result<(), RequestError>,
    ) -> Result<(), RequestError> {
        self.0.enter_as(player, enter)
    }

    async fn rate(&self, found: &mut Match) -> Result<(), RequestError> {
        Host::rate(&self.0, found).await
    }

    fn start_as(
        &self,
        slot: Slot,
        found: Match,
        ids: (TableId, Option<(PairId, TableId)>),
        delivery: Delivery<Room>,
    ) {
        self.0.start_as(slot, found, ids, delivery);
    }
}

/// The key with which the player of this number signs.
pub(super) fn key(n: u8) -> SigningKey {
    SigningKey::from_bytes(&[n; 32])
}

fn player(n: u8) -> Player {
    let name = Name::try_from(format!("player {n}")).expect("plain");
    let id = PlayerId(Uuid::from_u128(n.into()));
    Player { id, name, kind: Kind::Person, house: false, version: None }
}

/// A hub with its data in this folder.
pub(in crate::live::tournaments) fn hub(folder: &TempDir) -> Hub {
    let (memory, signer) = (SolverMemory::new(0), Signer::passing());
    Hub::new(open_store(folder), &Config::default(), signer, memory)
}

/// A tournament of four entrants, which begins when they have entered.
pub(in crate::live::tournaments) fn plan() -> Plan {
    let plan = serde_json::from_value(json!({
        "name": "Test", "format": {"kind": "round_robin"}, "entrants": 4,
        "begin": {"when": "full"},
        "courses": [{"variant": "nim", "ending": "normal", "size": 6}],
    }));
    plan.expect("a plan")
}

/// A tournament of four entrants, players 1 to 4, that begins with the next step.
pub(super) async fn full_house(folder: &TempDir) -> (FullHouse, Arc<Ongoing>) {
    full_house_of(folder, plan()).await
}

/// Likewise, of another plan for four.
pub(super) async fn full_house_of(folder: &TempDir, plan: Plan) -> (FullHouse, Arc<Ongoing>) {
    let host = FullHouse(hub(folder));
    let tournaments = &host.0.tournaments;
    let here = std::net::IpAddr::from([127, 0, 0, 1]).into();
    let founded =
        tournaments.create(&host, (player(9).id, here), plan, None).await.expect("founded");
    let ongoing = tournaments.find(founded.tournament).expect("it is open");
    for n in 1..=4 {
        let key = PublicKey::new(key(n).verifying_key().to_bytes());
        let event = json!({"entered": {"player": player(n), "key": key}});
        let event = serde_json::from_value(event).expect("an event");
        ongoing.enter(host.store(), event, |_| {}).expect("there is a place");
    }
    (host, ongoing)
}
