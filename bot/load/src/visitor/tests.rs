use protocol::Cause;
use serde_json::json;
use tokio::task::JoinHandle;
use uuid::Uuid;

use super::*;
use crate::meter::Counters;
use crate::process::Used;
use crate::testing::{coordinator, swarm};
use fake::{FakeHttp, FakePeer, FakeServer, FakeTable, id, soon};

#[test]
fn a_page_names_its_own_files() {
    let page = r#"<link href="/style.css"><script src="./app.js"></script>
        <link rel=modulepreload href="app.js"><script src="https://elsewhere/x.js"></script>"#;
    assert_eq!(files_of(page), ["/style.css", "/app.js"]);
}

#[test]
fn only_so_many_files_are_loaded() {
    let page: String = (0..40).map(|n| format!("<script src='/{n}.js'></script>")).collect();
    let files = files_of(&page);
    assert_eq!((files.len(), files.last().map(String::as_str)), (MAX_FILES, Some("/31.js")));
}

/// Lets others run until it holds.
async fn until(holds: impl Fn() -> bool) {
    soon(async {
        while !holds() {
            tokio::task::yield_now().await;
        }
    })
    .await;
}

struct Load {
    server: FakeServer,
    coordinator: Arc<Coordinator>,
}

impl Load {
    async fn new() -> Load {
        let server = FakeServer::start().await;
        let coordinator = coordinator(&server.url, swarm("nim 1")).await;
        Load { server, coordinator }
    }

    /// A visitor, and the server's end of their connection.
    async fn visitor(&self, interest: Interest) -> (JoinHandle<()>, FakePeer) {
        let visitor = Visitor::new(&self.coordinator, interest, 5);
        let visitor = tokio::spawn(visitor.stay());
        let (peer, hello) = self.server.welcome(1, &[]).await;
        assert_eq!(hello["name"], "visitor 5");
        assert!(hello["client"].as_str().is_some_and(|name| name.starts_with("nim-bot swarm ")));
        (visitor, peer)
    }

    async fn end(&self, visitor: JoinHandle<()>, peer: FakePeer) -> Counters {
        assert_eq!(self.coordinator.online(), 1);
        self.coordinator.enter(Phase::Finish);
        peer.gone().await;
        soon(visitor).await.expect("it ends by itself");
        assert_eq!(self.coordinator.online(), 0);
        self.coordinator.meter.second(1, 0, Used::default());
        self.coordinator.meter.total()
    }
}

fn count(counters: &Counters, measure: Measure) -> u64 {
    counters.latencies.get(&measure).map_or(0, |latencies| latencies.count())
}

/// A spectator measures the states of moves whose times are known, leaves with the game, and then
/// looks for another.
#[tokio::test]
async fn a_spectator_watches_one_game_after_the_other() {
    let load = Load::new().await;
    let shared = load.coordinator.match_at(TableId(Uuid::from_u128(7)));
    shared.set_due(0, Duration::from_secs(3_600));
    let (visitor, mut peer) = load.visitor(Interest::Watch).await;
    let mut table = FakeTable::new(7, "nim 2", [1, 2]);
    let watch = peer.hear("watch").await;
    peer.say(table.table(&watch)).await;
    peer.say(table.state()).await;
    let mut other = FakeTable::new(8, "nim 2", [1, 2]);
    other.play_any();
    peer.say(other.state()).await;
    table.play_any();
    peer.say(table.state()).await;
    let watched = || count(&load.coordinator.meter.part(5), Measure::Watch);
    until(|| watched() == 1).await;
    let first = load.coordinator.meter.part(5).latencies[&Measure::Watch].summary();
    assert_eq!(first.max_us, 0, "it was due in an hour");
    table.play_any();
    peer.say(table.state()).await;
    let unwatch = peer.grant("unwatch").await;
    assert_eq!(unwatch["table"], id(7));
    // The game is over before its spectator arrives.
    let watch = peer.hear("watch").await;
    peer.say(table.table(&watch)).await;
    peer.grant("unwatch").await;
    let watch = peer.hear("watch").await;
    peer.refuse(&watch, Cause::GameOver).await;
    let watch = peer.hear("watch").await;
    peer.say(FakeTable::new(7, "nim 2", [1, 2]).table(&watch)).await;
    let counters = load.end(visitor, peer).await;
    assert_eq!((count(&counters, Measure::Watch), counters.connections), (2, 1));
    assert!(counters.refusals.is_empty() && counters.losses.is_empty(), "{counters:?}");
}

#[tokio::test]
async fn a_spectator_waits_until_there_is_a_game() {
    let load = Load::new().await;
    let (visitor, mut peer) = load.visitor(Interest::Watch).await;
    load.coordinator.match_at(TableId(Uuid::from_u128(7)));
    let watch = peer.hear("watch").await;
    assert_eq!((&watch["table"], &watch["since"]), (&id(7), &json!(0)));
    load.end(visitor, peer).await;
}

fn lobby(version: u64) -> serde_json::Value {
    json!({"t": "lobby", "version": version, "seeks": [], "seek_count": 0, "tables": [],
           "table_count": 0, "players": [], "player_count": 0})
}

/// The lobby is measured from the request to its first view, and asked for again after a while.
#[tokio::test]
async fn a_visitor_opens_the_lobby_again_and_again() {
    let load = Load::new().await;
    let (visitor, mut peer) = load.visitor(Interest::Lobby).await;
    for opened in 0..2 {
        let close = peer.grant("lobby").await;
        let open = peer.grant("lobby").await;
        assert_eq!((&close["on"], &open["on"]), (&json!(false), &json!(true)), "{opened}");
        peer.say(lobby(1)).await;
        peer.say(lobby(2)).await;
    }
    drop(peer);
    let (mut peer, _) = load.server.welcome(1, &[]).await;
    let request = peer.hear("lobby").await;
    peer.refuse(&request, Cause::DiskTooSlow).await;
    peer.grant("lobby").await;
    until(|| !load.coordinator.meter.part(5).refusals.is_empty()).await;
    let counters = load.end(visitor, peer).await;
    assert_eq!((count(&counters, Measure::Lobby), counters.connections), (2, 2));
    assert_eq!(counters.refusals, [("busy".to_owned(), 1)].into());
    assert_eq!(counters.losses.values().sum::<u64>(), 1);
}

#[tokio::test]
async fn a_visitor_who_is_not_admitted_gives_up() {
    let load = Load::new().await;
    let visitor = tokio::spawn(Visitor::new(&load.coordinator, Interest::Watch, 1).stay());
    let mut peer = load.server.accept().await;
    let hello = peer.hear("hello").await;
    peer.refuse(&hello, Cause::Banned).await;
    soon(visitor).await.expect("it ends by itself");
    assert_eq!((load.coordinator.given_up().0, load.coordinator.online()), (1, 0));
}

/// A page with two files, then one without its script, then none at all.
#[tokio::test]
async fn pages_are_loaded_with_their_files_until_the_load_ends() {
    let page = "<link href='a.css'><script src='b.js'></script>";
    let server = FakeHttp::start(move |what| match what {
        "GET /" => (200, page.to_owned()),
        "GET /a.css" => (200, String::new()),
        _ => (404, String::new()),
    })
    .await;
    let coordinator = coordinator(&server.url, swarm("nim 1")).await;
    let why = load_page(&coordinator).await.expect_err("the script is missing");
    assert_eq!(why, "page: HTTP 404 for /b.js");
    let loads = tokio::spawn(load_pages(Arc::clone(&coordinator), 3));
    until(|| !coordinator.meter.part(3).refusals.is_empty()).await;
    coordinator.enter(Phase::Finish);
    soon(loads).await.expect("it ends by itself");
    assert_eq!(coordinator.meter.part(3).refusals["page: HTTP 404 for /b.js"], 1);
    assert!(coordinator.meter.part(3).latencies.is_empty());
    let paths: Vec<String> = server.paths().into_iter().take(3).collect();
    assert!(paths.contains(&"GET /a.css".to_owned()), "{paths:?}");
    soon(load_pages(coordinator, 3)).await;
}

#[tokio::test]
async fn a_whole_page_is_one_load() {
    let server = FakeHttp::start(|_| (200, "'x.css'".to_owned())).await;
    let coordinator = coordinator(&server.url, swarm("nim 1")).await;
    load_page(&coordinator).await.expect("all is there");
    assert_eq!(server.paths(), ["GET /", "GET /x.css"]);
    let loads = tokio::spawn(load_pages(Arc::clone(&coordinator), 3));
    until(|| !coordinator.meter.part(3).latencies.is_empty()).await;
    coordinator.enter(Phase::Finish);
    soon(loads).await.expect("it ends by itself");
    assert_eq!(count(&coordinator.meter.part(3), Measure::Page), 1);
}
