//! Refusals, lost connections, and what is drawn by chance.

use super::*;

#[tokio::test]
async fn an_entrant_who_is_refused_is_an_attempt_that_failed() {
    let load = Load::new(swarm("nim 1")).await;
    let entrant = LoadPlayer::entrant(&load.coordinator, 4, &arena());
    let entrant = tokio::spawn(entrant.play());
    let (mut peer, _) = load.server.welcome(ME, &[]).await;
    let enter = peer.hear("enter").await;
    peer.refuse(&enter, Cause::TournamentFull).await;
    // It tries again when it comes back, and once inside not again.
    drop(peer);
    let (mut peer, _) = load.server.welcome(ME, &[]).await;
    peer.grant("enter").await;
    soon(load.coordinator.all_entered(1)).await;
    drop(peer);
    let (peer, _) = load.server.welcome(ME, &[]).await;
    load.coordinator.enter(Phase::Finish);
    load.coordinator.set_tournaments(TournamentPhase::Over);
    peer.gone().await;
    soon(entrant).await.expect("it ends by itself");
    let counters = load.counters();
    assert_eq!(counters.failed_attempts["entering a tournament: forbidden"], 1);
    assert!(counters.refusals.is_empty());
}

#[tokio::test]
async fn a_refused_search_is_counted_and_repeated() {
    let load = Load::new(swarm("nim 1")).await;
    let player = load.player();
    let (mut peer, _) = load.server.welcome(ME, &[]).await;
    let quick = peer.hear("quick").await;
    peer.refuse(&quick, Cause::DiskTooSlow).await;
    open(&mut peer).await;
    let counters = load.end(peer, player).await;
    assert_eq!(counters.refusals, [("busy".to_owned(), 1)].into());
}

/// A move that the rules allow must be accepted.
#[tokio::test]
async fn a_refused_move_is_looked_into() {
    let load = Load::new(swarm("nim 1,1")).await;
    let player = load.player();
    let mut peer = load.asked().await;
    let mut table = FakeTable::new(TABLE, "nim 1,1", [ME, OTHER]);
    peer.say(table.seated(0)).await;
    let mv = peer.hear("move").await;
    peer.refuse(&mv, Cause::IllegalMove).await;
    let attach = peer.hear("attach").await;
    assert_eq!((&attach["since"], &attach["token"]), (&json!(0), &secret(7)));
    peer.say(table.table(&attach)).await;
    let mv = peer.hear("move").await;
    peer.refuse(&mv, Cause::AlreadyBid).await;
    let attach = peer.hear("attach").await;
    let late = table.table(&attach);
    table.end("flagged", &[1]);
    peer.say(table.state()).await;
    // This answer was sent before the end, and begins nothing.
    peer.say(late).await;
    open(&mut peer).await;
    let counters = load.end(peer, player).await;
    let refusals = [("illegal_move".to_owned(), 1), ("stale_ply".to_owned(), 1)];
    assert_eq!(counters.refusals, refusals.into());
    let findings = load.findings();
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert!(findings[0].starts_with("a legal move was refused at ply 0: "), "{findings:?}");
    assert_eq!((counters.moves, counters.games), (0, 1));
}

#[tokio::test]
async fn a_move_that_comes_after_the_end_is_a_race() {
    let load = Load::new(swarm("nim 1,1")).await;
    let player = load.player();
    let mut peer = load.asked().await;
    let mut table = FakeTable::new(TABLE, "nim 1,1", [ME, OTHER]);
    peer.say(table.seated(0)).await;
    let mv = peer.hear("move").await;
    table.end("flagged", &[1]);
    peer.refuse(&mv, Cause::GameOver).await;
    peer.say(table.state()).await;
    open(&mut peer).await;
    let counters = load.end(peer, player).await;
    assert!(counters.refusals.is_empty() && load.findings().is_empty());
    assert_eq!((counters.moves, counters.games), (0, 1));
}

#[tokio::test]
async fn a_seat_that_is_not_found_again_is_a_finding() {
    let load = Load::new(swarm("nim 3")).await;
    let player = load.player();
    let mut peer = load.asked().await;
    let table = FakeTable::new(TABLE, "nim 3", [OTHER, ME]);
    peer.say(table.seated(1)).await;
    drop(peer);
    let (mut peer, _) = load.server.welcome(ME, &[]).await;
    let attach = peer.hear("attach").await;
    peer.refuse(&attach, Cause::NotYourSeat).await;
    open(&mut peer).await;
    let counters = load.end(peer, player).await;
    assert_eq!(counters.refusals, [("forbidden".to_owned(), 1)].into());
    let findings = load.findings();
    assert!(findings.len() == 1 && findings[0].contains("the seat is lost"), "{findings:?}");
}

/// Of two games that began while the player was away one is played after the other, and a table
/// that is somebody else's is not.
#[tokio::test]
async fn games_that_began_in_the_meantime_are_played() {
    let load = Load::new(swarm("nim 1")).await;
    let player = load.player();
    let tables = [TABLE, TABLE + 1, TABLE + 2];
    let (mut peer, _) = load.server.welcome(ME, &tables).await;
    let mut games = tables.map(|table| FakeTable::new(table, "nim 1", [ME, OTHER]));
    games[2].players = [OTHER, 3];
    for _ in tables {
        let attach = peer.hear("attach").await;
        let game = games.iter().find(|game| id(game.id) == attach["table"]).expect("one of them");
        peer.say(game.table(&attach)).await;
    }
    for turn in 0..2 {
        if turn == 1 {
            let attach = peer.hear("attach").await;
            let game = games.iter().find(|game| id(game.id) == attach["table"]);
            peer.say(game.expect("one of them").table(&attach)).await;
        }
        let mv = peer.grant("move").await;
        let game = games.iter_mut().find(|game| id(game.id) == mv["table"]).expect("one of them");
        game.play(&mv);
        peer.say(game.state()).await;
    }
    open(&mut peer).await;
    let counters = load.end(peer, player).await;
    assert_eq!((counters.moves, counters.games), (2, 2));
    assert_eq!(load.coordinator.findings().judged, 2);
    assert!(!counters.latencies.contains_key(&Measure::Seat), "none was asked for");
}

#[tokio::test]
async fn a_storm_cuts_the_connection_once() {
    let load = Load::new(swarm("nim 1")).await;
    let player = load.player();
    let peer = load.asked().await;
    load.coordinator.storm();
    peer.gone().await;
    let peer = load.asked().await;
    assert_eq!(load.coordinator.online(), 1);
    load.coordinator.enter(Phase::Measure);
    let counters = load.end(peer, player).await;
    assert_eq!(counters.losses, [("cut on purpose".to_owned(), 1)].into());
    assert_eq!(counters.connections, 2);
}

#[tokio::test]
async fn who_is_not_admitted_gives_up() {
    let load = Load::new(swarm("nim 1")).await;
    let player = load.player();
    let mut peer = load.server.accept().await;
    let hello = peer.hear("hello").await;
    peer.refuse(&hello, Cause::Banned).await;
    soon(player).await.expect("it ends by itself");
    let (count, reason) = load.coordinator.given_up();
    assert!(count == 1 && reason.is_some_and(|why| why.contains("banned")));
    assert_eq!(load.coordinator.online(), 0);
}

/// Bounds that a whole game hardly reaches.
#[tokio::test]
async fn only_what_may_cross_on_its_way_is_a_race() {
    let cancel = ClientMessage::Cancel { offer: Uuid::nil() };
    let table = TableId(Uuid::nil());
    let mv = ClientMessage::Move { table, ply: 0, mv: rules::Move::Number(1) };
    let attach = ClientMessage::Attach { table, token: None, since: 0 };
    for (code, races) in [
        (ErrorCode::GameOver, [true, true, false]),
        (ErrorCode::NotFound, [true, false, false]),
        (ErrorCode::IllegalMove, [true, false, false]),
    ] {
        assert_eq!([&cancel, &mv, &attach].map(|request| is_a_race(request, code)), races);
    }
}

#[tokio::test]
async fn one_answer_in_a_hundred_is_lost_with_that_fault_alone() {
    for (faults, lost) in [(vec![Fault::Answers], true), (vec![Fault::Storm], false)] {
        let load = Load::new(Swarm { faults, ..swarm("nim 1") }).await;
        let [mut player, _] = LoadPlayer::pair(&load.coordinator, 0);
        let now = Instant::now();
        let mut cuts = |ply| {
            let cut = |_| {
                player.cut_at = None;
                player.maybe_cut(ply, now);
                player.cut_at
            };
            (0..10_000).filter_map(cut).collect::<Vec<_>>()
        };
        assert!(cuts(0).is_empty(), "nobody leaves before the game has begun");
        let cut = cuts(1);
        assert_eq!((50..200).contains(&cut.len()), lost, "{}", cut.len());
        let until = now + Duration::from_millis(3);
        assert!(cut.iter().all(|&at| at > now && at < until));
    }
}

#[tokio::test]
async fn players_differ_in_level_account_and_the_moment_of_their_first_move() {
    let levels = vec![Level::Perfect, Level::Random];
    let stages = Some(crate::stages::Stages::constant(1.0, 10));
    let think = crate::schedule::Think::Constant;
    let swarm = Swarm { levels, stages, think, addresses: 3, ..swarm("nim 1") };
    let load = Load::new(swarm).await;
    let pair = |number| LoadPlayer::pair(&load.coordinator, number);
    let players: Vec<LoadPlayer> = [pair(0), pair(1)].into_iter().flatten().collect();
    let levels: Vec<Level> = players.iter().map(|player| player.level).collect();
    assert_eq!(levels, [Level::Perfect, Level::Random, Level::Perfect, Level::Random]);
    let numbers: Vec<usize> = players.iter().map(|player| player.number).collect();
    assert_eq!(numbers, [0, 1, 2, 3]);
    // One table at a move a second: all think for a second, and begin within it.
    let begun = load.coordinator.begin.elapsed();
    let due: Vec<Duration> = players.iter().map(|player| player.last_due).collect();
    assert!(due.iter().all(|&due| due < begun + Duration::from_secs(1)), "{due:?}");
    assert!(due.iter().any(|&other| other.abs_diff(due[0]) > Duration::from_millis(20)), "{due:?}");
    let none = Load::new(Swarm { levels: Vec::new(), ..load.coordinator.swarm.clone() }).await;
    assert_eq!(LoadPlayer::pair(&none.coordinator, 0)[1].level, Level::Random);
}
