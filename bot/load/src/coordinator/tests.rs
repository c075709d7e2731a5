use std::sync::Barrier;
use std::thread;

use rand::SeedableRng;
use rand::rngs::StdRng;

use super::*;
use crate::referee::tests::transcripts;
use crate::testing::{self, nowhere, swarm};

#[test]
fn of_two_simultaneous_reports_exactly_one_meets_the_other() {
    let [one, other] = transcripts();
    for _ in 0..2_000 {
        let (entry, start) = (LoadGame::default(), Barrier::new(2));
        let tell = |transcript: &Transcript| {
            start.wait();
            entry.other_account(transcript).is_some()
        };
        let met = thread::scope(|scope| {
            let first = scope.spawn(|| tell(&one));
            [tell(&other), first.join().unwrap()]
        });
        assert_eq!(met.into_iter().filter(|&met| met).count(), 1);
    }
}

/// A coordinator of nobody.
async fn coordinator() -> Arc<Coordinator> {
    testing::coordinator(&nowhere(), Swarm { players: 0, ..Swarm::default() }).await
}

#[tokio::test]
async fn tournaments_begin_when_so_many_have_entered() {
    let coordinator = coordinator().await;
    let mut all = std::pin::pin!(coordinator.all_entered(2));
    for entered in 0..2 {
        assert_eq!(coordinator.entered(), entered);
        assert!(futures::poll!(&mut all).is_pending());
        coordinator.note_entered();
    }
    all.await;
    assert_eq!(coordinator.entered(), 2);
}

#[tokio::test]
async fn findings_and_games_are_counted_and_told_up_to_a_bound() {
    let coordinator = coordinator().await;
    (0..60).for_each(|n| coordinator.finding(n.to_string()));
    let Findings { count, texts, judged, seen_by_one } = coordinator.findings();
    assert_eq!((count, texts.len(), judged, seen_by_one), (60, MAX_TOLD, 0, 0));
    let [mut one, mut other] = transcripts();
    let ids = [1, 2].map(|n| PlayerId(uuid::Uuid::from_u128(n)));
    let table = TableId(uuid::Uuid::from_u128(9));
    let pair = PairId(uuid::Uuid::from_u128(8));
    for (transcript, game) in [(&mut one, 1), (&mut other, 1)] {
        transcript.players = ids.into();
        transcript.rated = Some(protocol::PairView { id: pair, game, other: table });
    }
    coordinator.note_ours(ids[0]);
    coordinator.over(table, one.clone());
    assert_eq!(coordinator.findings().judged, 1, "a game with a stranger");
    coordinator.note_ours(ids[1]);
    coordinator.over(table, one.clone());
    assert_eq!((coordinator.findings().judged, coordinator.tables(9).len()), (1, 1));
    coordinator.over(table, other.clone());
    assert_eq!((coordinator.findings().judged, coordinator.tables(9).len()), (2, 0));
    for _ in 0..2 {
        let seen = coordinator.rated_pairs();
        assert_eq!(seen[&pair], [Some(one.seen()), None], "for every reading");
    }
    coordinator.over(table, one.clone());
    let mut aborted = other.clone();
    aborted.over.reason = EndReason::Aborted;
    coordinator.over(TableId(uuid::Uuid::from_u128(10)), aborted);
    let left = coordinator.seen_by_one_player();
    assert_eq!(left.iter().map(|(table, _)| *table).collect::<Vec<_>>(), [table]);
    let stored = serde_json::json!({"game": one.setup, "moves": one.moves, "over": one.over});
    let stored = serde_json::from_value(stored).expect("a game");
    coordinator.seen_by_one(table, &one, &stored);
    let Findings { count, judged, seen_by_one, .. } = coordinator.findings();
    assert_eq!((count, judged, seen_by_one), (60, 3, 1));
}

#[test]
fn the_times_of_even_and_odd_plies_are_apart() {
    let game = LoadGame::default();
    (0..4).for_each(|ply| game.set_due(ply, Duration::from_secs(ply.into())));
    assert_eq!([0, 1, 2, 3].map(|ply| game.due(ply).as_secs()), [2, 3, 2, 3]);
}

#[tokio::test]
async fn so_many_clients_at_the_same_time_are_waited_for() {
    let coordinator = coordinator().await;
    let mut all = std::pin::pin!(coordinator.all_online(2));
    // Whoever was not there cannot leave.
    for (online, count) in [(false, 0), (true, 1), (false, 0), (true, 1)] {
        coordinator.set_online(online);
        assert_eq!(coordinator.online(), count);
        assert!(futures::poll!(&mut all).is_pending());
    }
    coordinator.set_online(true);
    all.await;
    assert_eq!(coordinator.online(), 2);
}

/// Four moves a second over all tables; entrants take part in them only where nobody else plays.
#[tokio::test(start_paused = true)]
async fn moves_are_due_as_often_as_there_are_tables() {
    let secs = Duration::from_secs_f64;
    for (players, tournament, think) in [(1, 0, 2.0), (1, 1, 1.0), (0, 1, 2.0)] {
        let scenarios =
            crate::Scenarios { play: players, tournament, ..crate::Scenarios::default() };
        let stages = Some(crate::Stages::constant(4.0, 10));
        let think_as = crate::Think::Constant;
        let swarm = Swarm { players: 16, scenarios, stages, think: think_as, ..swarm("nim 1") };
        let coordinator = testing::coordinator(&nowhere(), swarm).await;
        let mut chance = StdRng::seed_from_u64(1);
        assert_eq!(coordinator.next_due(secs(3.0), &mut chance), secs(3.0 + think));
        assert_eq!(coordinator.moment(secs(3.0)), coordinator.begin + secs(3.0));
    }
    let coordinator = testing::coordinator(&nowhere(), swarm("nim 1")).await;
    assert_eq!(coordinator.moment(secs(3.0)), Instant::now(), "at saturation");
}

#[tokio::test]
async fn what_all_players_are_told_adds_up() {
    let coordinator = coordinator().await;
    let signals = coordinator.signals();
    let told = || {
        let Signal { phase, storms, tournaments } = *signals.borrow();
        (phase, storms, tournaments)
    };
    assert_eq!(told(), (Phase::Gather, 0, TournamentPhase::Running));
    coordinator.storm();
    coordinator.storm();
    coordinator.enter(Phase::Measure);
    coordinator.set_tournaments(TournamentPhase::TimeUp);
    assert_eq!(told(), (Phase::Measure, 2, TournamentPhase::TimeUp));
}

#[tokio::test]
async fn the_first_who_gives_up_says_why() {
    let coordinator = coordinator().await;
    assert_eq!(coordinator.given_up(), (0, None));
    for loss in [Disconnect::Silent, Disconnect::Severed] {
        coordinator.gave_up(&loss);
    }
    assert_eq!(coordinator.given_up(), (2, Some(Disconnect::Silent.to_string())));
}

#[tokio::test]
async fn a_table_is_known_while_it_is_played() {
    let coordinator = coordinator().await;
    let tables = [1, 2, 3].map(|n| TableId(uuid::Uuid::from_u128(n)));
    assert!(coordinator.known_match(tables[0]).is_none());
    for table in tables {
        coordinator.match_at(table).set_due(1, Duration::from_secs(5));
    }
    assert_eq!([0, 2, 9].map(|most| coordinator.tables(most).len()), [0, 2, 3]);
    let game = coordinator.known_match(tables[0]).expect("it is played");
    assert_eq!(game.due(1), Duration::from_secs(5));
    let [one, _] = transcripts();
    let stranger = PlayerId(uuid::Uuid::from_u128(1));
    coordinator.over(tables[0], Transcript { players: vec![stranger], ..one });
    assert!(coordinator.known_match(tables[0]).is_none());
}

/// What is wrong with a game is told with its table, whoever saw it.
#[tokio::test]
async fn findings_name_their_table() {
    let coordinator = coordinator().await;
    let table = TableId(uuid::Uuid::from_u128(9));
    let [one, _] = transcripts();
    coordinator.over(table, one.clone());
    coordinator.over(table, one.clone());
    let stored = serde_json::json!({"game": one.setup, "moves": [], "over": one.over});
    let stored = serde_json::from_value(stored).expect("a game");
    coordinator.seen_by_one(table, &one, &stored);
    let expected = ["both players have one seat", "the server stored another game than it told"];
    assert_eq!(coordinator.findings().texts, expected.map(|what| format!("table {table}: {what}")));
}
