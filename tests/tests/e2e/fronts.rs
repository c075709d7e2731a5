//! Players who are connected to different servers, of which one leads and the others are fronts, all
//! within the test. What fails and what is on PostgreSQL is in `cluster`.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use server::{Config, ListenEndpoint, Server, serve_front};
use tests::raw::{exchange, get};
use tests::wire::{Wire, WireState};
use tests::{Client, listen, nim};
use tokio::sync::oneshot;
use tokio_tungstenite::tungstenite::{Bytes, Message};
use tokio_util::sync::CancellationToken;

/// A leader and its fronts.
struct Servers {
    /// The leader's address first.
    at: [SocketAddr; 3],
    /// All links to the leader.
    wire: Wire,
    stop_leader: Option<oneshot::Sender<()>>,
    stop_fronts: CancellationToken,
}

impl Servers {
    async fn start(config: Config) -> Servers {
        let (link, link_at) = listen().await;
        let wire = Wire::to(link_at).await;
        let (leader, watch) = Server::leading(config.clone(), wire.at);
        let (public, leads_at) = listen().await;
        let (stop_leader, stopped) = oneshot::channel::<()>();
        let entrances = [public.into(), ListenEndpoint::fronts(link)];
        tokio::spawn(leader.serve(entrances, async { drop(stopped.await) }));
        let (stop_fronts, mut at) = (CancellationToken::new(), [leads_at; 3]);
        for front_at in &mut at[1..] {
            let (listener, front) = listen().await;
            *front_at = front;
            let (config, watch, stop) = (config.clone(), watch.clone(), stop_fronts.clone());
            tokio::spawn(async move {
                serve_front(vec![listener.into()], &config, &watch, stop).await;
            });
        }
        Servers { at, wire, stop_leader: Some(stop_leader), stop_fronts }
    }

    fn url(&self, server: usize) -> String {
        format!("ws://{}{}", self.at[server], protocol::PATH)
    }

    async fn guest(&self, server: usize, name: &str) -> Client {
        Client::guest(&self.url(server), name).await
    }
}

impl Drop for Servers {
    fn drop(&mut self) {
        self.stop_fronts.cancel();
    }
}

#[tokio::test]
async fn players_and_spectators_of_different_servers_meet() {
    let servers = Servers::start(Config::default()).await;
    let (mut ada, mut bob) = (servers.guest(1, "Ada").await, servers.guest(2, "Bob").await);
    let (table, ..) = tests::seat(&mut ada, &mut bob, nim(&[1, 2])).await;
    let mut spectators = Vec::new();
    for server in [0, 1, 1, 2, 2, 2] {
        let mut eve = servers.guest(server, "Eve").await;
        let watching = eve.ask(json!({"t": "watch", "cid": 1, "table": table})).await;
        assert_eq!(watching["t"], "table", "{watching}");
        spectators.push(eve);
    }
    let moved = |ply: u32, mv: Value| json!({"t": "move", "cid": 7, "table": table, "ply": ply, "move": mv});
    assert_eq!(ada.ask(moved(0, json!([1, 1]))).await["t"], "ok");
    for player in spectators.iter_mut().chain([&mut bob]) {
        let state = player.hear_a("state").await;
        assert_eq!((&state["ply"], &state["position"]), (&json!(1), &json!({"heaps": [1, 1]})));
    }
    let listed = get(servers.at[1], "/api/games").await;
    assert_eq!(listed.0, 200);
    for server in servers.at {
        let (status, game) =
            get(server, &format!("/api/games/{}", table.as_str().expect("an id"))).await;
        assert_eq!(status, 404, "it is not over: {game}");
    }
    ada.leave().await;
    let absent = bob.hear_a("state").await;
    assert_eq!(absent["present"], json!([false, true]));
}

/// The leader would close its connection to the front, where somebody else's request may be.
#[tokio::test]
async fn a_body_that_is_too_long_does_not_reach_the_leader() {
    let servers = Servers::start(Config::default()).await;
    assert_eq!(get(servers.at[1], "/api/ladder").await.0, 200);
    servers.wire.set(WireState::Cut);
    let long = "x".repeat(100_000);
    let (head, _) = exchange(servers.at[1], "POST", "/api/login", &[], &long).await;
    assert!(head.starts_with("HTTP/1.1 413"), "{head}");
}

#[tokio::test]
async fn limits_hold_over_all_servers() {
    let config = Config { max_connections_per_address: 2, ..Config::default() };
    let servers = Servers::start(config).await;
    let (_ada, bob) = (servers.guest(1, "Ada").await, servers.guest(2, "Bob").await);
    let mut eve = Client::connect(&servers.url(1)).await.expect("the front has room");
    assert_eq!(eve.closed().await, Some(1013));
    bob.leave().await;
    // The place is free as soon as both servers have heard of it.
    loop {
        let Ok(mut eve) = Client::connect(&servers.url(1)).await else { continue };
        let hello = json!({"t": "hello", "cid": 1, "kind": "person", "client": "test"});
        if eve.try_ask(hello, "welcome").await.is_some() {
            break;
        }
    }
}

#[tokio::test]
async fn clients_of_fronts_are_told_that_the_leader_stops() {
    let mut servers = Servers::start(Config::default()).await;
    let (mut ada, mut bob) = (servers.guest(1, "Ada").await, servers.guest(2, "Bob").await);
    drop(servers.stop_leader.take());
    for player in [&mut ada, &mut bob] {
        player.hear_a("closing").await;
        assert_eq!(player.closed().await, Some(1012));
    }
}

#[tokio::test]
async fn a_front_that_stops_sends_its_clients_away_and_they_leave_their_seats() {
    let servers = Servers::start(Config::default()).await;
    let (mut ada, mut bob) = (servers.guest(1, "Ada").await, servers.guest(0, "Bob").await);
    tests::seat(&mut ada, &mut bob, nim(&[1, 2])).await;
    servers.stop_fronts.cancel();
    assert_eq!(ada.closed().await, Some(1012));
    assert_eq!(bob.hear_a("state").await["present"], json!([false, true]));
}

#[tokio::test]
async fn a_slow_link_only_delays_and_a_silent_one_sends_clients_away_until_it_is_back() {
    let servers = Servers::start(Config::default()).await;
    let (mut ada, mut bob) = (servers.guest(1, "Ada").await, servers.guest(0, "Bob").await);
    let (table, ..) = tests::seat(&mut ada, &mut bob, nim(&[3])).await;
    let moved =
        |ply: u32| json!({"t": "move", "cid": 7, "table": table, "ply": ply, "move": [0, 1]});
    let delay = Duration::from_millis(100);
    servers.wire.set(WireState::Slow(delay));
    let began = Instant::now();
    assert_eq!(ada.ask(moved(0)).await["t"], "ok");
    assert!(began.elapsed() >= 2 * delay);
    assert_eq!(bob.ask(moved(1)).await["t"], "ok");
    assert_eq!(ada.hear_a("state").await["ply"], 1);
    assert_eq!(ada.hear_a("state").await["ply"], 2);

    servers.wire.set(WireState::Cut);
    assert_eq!(ada.closed().await, Some(1012));
    while bob.hear_a("state").await["present"] != json!([false, true]) {}
    servers.wire.set(WireState::Good);
    // The front answers as soon as it has found the leader again.
    let mut eve = loop {
        if let Ok(mut eve) = Client::connect(&servers.url(1)).await {
            let hello = json!({"t": "hello", "cid": 1, "kind": "person", "client": "test"});
            if eve.try_ask(hello, "welcome").await.is_some() {
                break eve;
            }
        }
    };
    let watching = eve.ask(json!({"t": "watch", "cid": 1, "table": table})).await;
    assert_eq!(watching["state"]["ply"], 2, "{watching}");
}

/// The library answers them by itself, but not for nothing.
#[tokio::test]
async fn pings_cost_a_client_of_a_front_as_much_as_one_of_the_leader() {
    let per_second = 200;
    let config = Config { messages_per_second: per_second, ..Config::default() };
    let servers = Servers::start(config).await;
    for server in [0, 1] {
        let mut ada = servers.guest(server, "Ada").await;
        let began = Instant::now();
        // As many as there are credits, and those of two seconds; the last ones may be read together.
        for _ in 0..4 * per_second {
            ada.send(Message::Ping(Bytes::new())).await;
        }
        ada.ask(json!({"t": "ping", "cid": 2})).await;
        let took = began.elapsed();
        assert!(took >= Duration::from_millis(900), "server {server}: {took:?}");
    }
}
