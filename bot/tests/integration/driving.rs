//! A driver, and what a server says to it.

use bot::{Bot, Driver, DriverOptions, GameSource, OfferFilter, OnStop, SolverBot, Tally};
use protocol::{GameRequest, Proposal};
use rules::{Seat, Setup};
use serde_json::{Value, json};
use solver::Level;

use crate::nim::client_of;
use fake::{FakePeer, FakeServer, id};

pub(crate) fn game() -> Value {
    json!({"variant": "nim", "ending": "normal", "start": {"heaps": [3, 4, 5]}})
}

pub(crate) fn offer() -> Proposal<GameRequest> {
    serde_json::from_value(json!({"game": game(), "seat": "random"})).unwrap()
}

/// Lets a driver with four places look for games while `serving` runs, and stops it then.
pub(crate) async fn look<T>(
    server: &FakeServer,
    source: GameSource,
    filter: OfferFilter,
    serving: impl Future<Output = T>,
) -> Tally {
    let (concurrency, thinkers, on_stop) = (4, 1, OnStop::Leave);
    let plan = DriverOptions { source, concurrency, thinkers, games: Some(9), on_stop };
    let make =
        |setup: &Setup, _: Seat| SolverBot::new(setup, Level::Perfect, 1, bot::Effort::default());
    let mut driver = Driver::new(client_of(server), plan, make);
    driver.accept_only(filter);
    let (mut peer, mut serving) = (None, std::pin::pin!(serving));
    driver.run(async { peer = Some(serving.as_mut().await) }).await.unwrap();
    driver.tally().clone()
}

/// They say nothing before they answer a challenge, which they decline for this reason.
pub(crate) async fn declines(peer: &mut FakePeer, by: Value, game: Value, reason: &str) {
    peer.say(challenged(77, by, game)).await;
    let reply = peer.hear("reply").await;
    assert_eq!((&reply["accept"], &reply["reason"]), (&json!(false), &json!(reason)));
    peer.ok(&reply).await;
}

pub(crate) async fn lobby(peer: &mut FakePeer, version: u64, players: Value, seeks: Value) {
    peer.say(json!({
        "t": "lobby", "version": version, "seeks": seeks, "seek_count": 0, "tables": [],
        "table_count": 0, "players": players, "player_count": 0,
    }))
    .await;
}

pub(crate) fn lasker() -> Value {
    let mut game = game();
    game["variant"] = json!("lasker");
    game
}

/// Takes Nim alone.
pub(crate) fn nim_only() -> OfferFilter {
    OfferFilter { variants: Some(vec!["nim".to_owned()]), ..OfferFilter::default() }
}

/// A challenge to a game.
pub(crate) fn challenged(challenge: u128, by: Value, game: Value) -> Value {
    let challenge = id(challenge);
    json!({"t": "challenged", "challenge": challenge, "by": by, "game": game, "seat": "random"})
}

/// Plays until the driver has had its games, while `serving` runs.
pub(crate) async fn played<M, B, T>(
    driver: Driver<M, B>,
    serving: impl Future<Output = T>,
) -> (Tally, T)
where
    M: FnMut(&Setup, Seat) -> B,
    B: Bot,
{
    played_until(driver, std::future::pending(), serving).await
}

/// Likewise, or until it is told to stop.
pub(crate) async fn played_until<M, B, T>(
    mut driver: Driver<M, B>,
    stop: impl Future<Output = ()>,
    serving: impl Future<Output = T>,
) -> (Tally, T)
where
    M: FnMut(&Setup, Seat) -> B,
    B: Bot,
{
    let playing = async {
        driver.run(stop).await.unwrap();
        driver.close().await
    };
    tokio::join!(playing, serving)
}
