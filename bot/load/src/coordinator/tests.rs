use std::sync::Barrier;
use std::thread;

use super::*;
use crate::referee::tests::transcripts;

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
async fn coordinator() -> Coordinator {
    let url: ServerUrl = "ws://127.0.0.1:1/ws".parse().expect("an address");
    let swarm = Swarm { players: 0, ..Swarm::default() };
    let organizer = Organizer::create(&swarm, &url, 0).await.expect("no tournament");
    Coordinator::new(swarm, url, Vec::new(), organizer, Instant::now())
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
