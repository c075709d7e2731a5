//! The swarm on a server in this process: with everything done to it that can
//! be done to somebody else's server, the referee finds nothing.

use std::time::Duration;

use load::{Fault, Ground, Swarm, Think};
use protocol::TimeControl;
use solver::Level;
use tests::House;
use tests::process::{Folder, ServerProcess};

fn swarm() -> Swarm {
    Swarm {
        players: 12,
        rate: Some(60.0),
        think: Think::Exponential,
        ramp: Duration::from_millis(200),
        duration: Duration::from_secs(6),
        games: vec!["nim 3,4,5".parse().expect("a game"), "octal(0.77) 7".parse().expect("one")],
        levels: vec![Level::Perfect, Level::Random],
        rated: false,
        quick: false,
        clock: Some(TimeControl::Fischer { base_ms: 60_000, increment_ms: 1_000 }),
        addresses: 1,
        faults: Vec::new(),
        seed: 1,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_swarm_with_mishaps_loses_nothing() {
    let house = House::open().await;
    let url = house.url().parse().expect("an address");
    let faults = vec![Fault::Storm, Fault::Answers, Fault::Slow, Fault::Silent, Fault::Tokens];
    let swarm = Swarm { faults, ..swarm() };
    let mut ground = Ground::Server(url, None);
    let mut seconds = 0;
    let outcome = swarm.run(&mut ground, |_| seconds += 1).await.expect("no own server");
    assert_eq!((outcome.found, &outcome.findings), (0, &vec![]), "{outcome}");
    assert_eq!(seconds, 6);
    // At least the storm has cut everybody off, and they have all come back.
    assert!(outcome.losses >= 12 && outcome.connections >= 24, "{outcome}");
    assert!(outcome.judged > 0 && outcome.intruders > 0, "{outcome}");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn strangers_find_each_other_through_quick_play() {
    let folder = Folder::new();
    let server = ServerProcess::start(folder.path(), &["--house-bots", "off"]);
    let url = server.url().parse().expect("an address");
    let games = ["nim 3,4,5", "misere nim 3,4,5"].map(|game| game.parse().expect("a game")).into();
    let duration = Duration::from_secs(2);
    let swarm = Swarm { quick: true, rated: true, games, duration, ..swarm() };
    let mut ground = Ground::Server(url, None);
    let outcome = swarm.run(&mut ground, |_| {}).await.expect("no own server");
    assert_eq!((outcome.found, &outcome.findings), (0, &vec![]), "{outcome}");
    assert!(outcome.judged > 0 && outcome.paired.count > 0 && outcome.half_heard == 0, "{outcome}");
    let ratings = outcome.ratings.expect("they played for them");
    assert_eq!((ratings.bouts as u64, ratings.note), (outcome.judged / 2, None));
}
