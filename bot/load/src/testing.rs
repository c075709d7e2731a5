//! Loads for tests.

use std::sync::Arc;
use std::time::Duration;

use bot::ServerUrl;
use tokio::time::Instant;

use crate::coordinator::Coordinator;
use crate::organizer::Organizer;
use crate::swarm::Swarm;

/// Where nobody listens.
pub(crate) fn nowhere() -> ServerUrl {
    "ws://127.0.0.1:1/ws".parse().expect("an address")
}

/// A load of players whose moves are due at once, and who never give up.
pub(crate) fn swarm(game: &str) -> Swarm {
    let games = vec![game.parse().expect("a game")];
    Swarm { players: 2, stages: None, games, quick: true, ramp: Duration::ZERO, ..Swarm::default() }
}

/// What the clients of a load share.
pub(crate) async fn coordinator(url: &ServerUrl, swarm: Swarm) -> Arc<Coordinator> {
    let organizer = Organizer::create(&swarm, url, 0).await.expect("no tournament");
    Arc::new(Coordinator::new(swarm, url.clone(), Vec::new(), organizer, Instant::now()))
}
