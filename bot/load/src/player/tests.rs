mod alone;
mod board;
mod trouble;

use protocol::{Cause, EndReason, PairId, TournamentId};
use rules::Seat;
use serde_json::json;
use tokio::task::JoinHandle;
use uuid::Uuid;

use super::*;
use crate::meter::Counters;
use crate::process::Used;
use crate::swarm::Swarm;
use crate::testing::{coordinator, swarm};
use fake::{FakePeer, FakeServer, FakeTable, id, secret, soon};

const ME: u128 = 1;
const OTHER: u128 = 2;
const TABLE: u128 = 7;

/// A load against the fake server.
struct Load {
    server: FakeServer,
    coordinator: Arc<Coordinator>,
}

impl Load {
    async fn new(swarm: Swarm) -> Load {
        let server = FakeServer::start().await;
        let coordinator = coordinator(&server.url, swarm).await;
        Load { server, coordinator }
    }

    /// Starts a player who looks for opponents by themselves.
    fn player(&self) -> JoinHandle<()> {
        let [player, _] = LoadPlayer::pair(&self.coordinator, 0);
        tokio::spawn(player.play())
    }

    /// Welcomes a player and opens their offer.
    async fn asked(&self) -> FakePeer {
        let (mut peer, hello) = self.server.welcome(ME, &[]).await;
        assert_eq!(hello["name"], "swarm 0");
        assert!(hello["client"].as_str().is_some_and(|name| name.starts_with("nim-bot swarm ")));
        open(&mut peer).await;
        peer
    }

    /// Ends the load while an offer is open.
    async fn end(&self, mut peer: FakePeer, player: JoinHandle<()>) -> Counters {
        self.coordinator.enter(Phase::Finish);
        peer.grant("cancel").await;
        peer.gone().await;
        soon(player).await.expect("it ends by itself");
        assert_eq!(self.coordinator.online(), 0);
        self.counters()
    }

    /// All that was counted.
    fn counters(&self) -> Counters {
        self.coordinator.meter.second(1, 0, Used::default());
        let mut total = self.coordinator.meter.total();
        total.latencies.retain(|_, latencies| latencies.count() > 0);
        total
    }

    fn findings(&self) -> Vec<String> {
        self.coordinator.findings().texts
    }
}

async fn open(peer: &mut FakePeer) {
    let quick = peer.hear("quick").await;
    peer.say(json!({"t": "seeking", "cid": quick["cid"], "seek": id(5)})).await;
}

/// Hears a move, answers it, and shows what it leads to.
async fn takes_a_turn(peer: &mut FakePeer, table: &mut FakeTable) {
    let mv = peer.grant("move").await;
    table.play(&mv);
    peer.say(table.state()).await;
}

/// Makes the opponent's move.
async fn opponent_moves(peer: &mut FakePeer, table: &mut FakeTable) {
    table.play_any();
    peer.say(table.state()).await;
}

fn counts(counters: &Counters) -> Vec<(Measure, u64)> {
    counters.latencies.iter().map(|(&measure, latencies)| (measure, latencies.count())).collect()
}

#[tokio::test]
async fn a_game_with_a_stranger_is_counted_move_by_move() {
    let load = Load::new(swarm("nim 1,1,1,1")).await;
    let player = load.player();
    let mut peer = load.asked().await;
    let mut table = FakeTable::new(TABLE, "nim 1,1,1,1", [ME, OTHER]);
    peer.say(table.seated(0)).await;
    for _ in 0..2 {
        takes_a_turn(&mut peer, &mut table).await;
        assert_eq!(load.coordinator.tables(9), [TableId(Uuid::from_u128(TABLE))]);
        opponent_moves(&mut peer, &mut table).await;
    }
    open(&mut peer).await;
    assert_eq!(load.coordinator.tables(9), [], "the stranger reports nothing");
    let counters = load.end(peer, player).await;
    assert_eq!((counters.moves, counters.games, counters.connections), (2, 1, 1));
    let measured =
        [(Measure::Answer, 2), (Measure::Opponent, 2), (Measure::Seat, 1), (Measure::Lateness, 2)];
    assert_eq!(counts(&counters), measured);
    assert_eq!((counters.entrant_moves, counters.pairs), (0, 0));
    let findings = load.coordinator.findings();
    assert_eq!((findings.judged, findings.count), (1, 0), "{findings:?}");
    assert!(counters.losses.is_empty() && counters.refusals.is_empty());
}

/// The opponent's move was due in an hour, whenever this player's own was.
#[tokio::test]
async fn the_state_of_an_opponents_move_is_measured_from_when_that_move_was_due() {
    let load = Load::new(swarm("nim 1,1,1")).await;
    let player = load.player();
    let mut peer = load.asked().await;
    let mut table = FakeTable::new(TABLE, "nim 1,1,1", [ME, OTHER]);
    peer.say(table.seated(0)).await;
    takes_a_turn(&mut peer, &mut table).await;
    let shared = load.coordinator.match_at(TableId(Uuid::from_u128(TABLE)));
    shared.set_due(1, Duration::from_secs(3_600));
    opponent_moves(&mut peer, &mut table).await;
    takes_a_turn(&mut peer, &mut table).await;
    open(&mut peer).await;
    let counters = load.end(peer, player).await;
    let summary = counters.latencies[&Measure::Opponent].summary();
    assert_eq!((summary.count, summary.max_us), (1, 0));
}

/// The second seat counts no games, so that each is counted once; a game that ends before its
/// last move is known is not over.
#[tokio::test]
async fn a_game_ends_when_all_its_moves_are_known() {
    let load = Load::new(swarm("nim 1,1,1")).await;
    load.coordinator.note_ours(PlayerId(Uuid::from_u128(OTHER)));
    let player = load.player();
    let mut peer = load.asked().await;
    let mut table = FakeTable::new(TABLE, "nim 1,1,1", [OTHER, ME]);
    peer.say(table.seated(1)).await;
    opponent_moves(&mut peer, &mut table).await;
    let mv = peer.grant("move").await;
    table.play(&mv);
    // The state of this move is lost.
    opponent_moves(&mut peer, &mut table).await;
    drop(peer);
    let (mut again, _) = load.server.welcome(ME, &[TABLE]).await;
    let attach = again.hear("attach").await;
    again.say(table.table(&attach)).await;
    open(&mut again).await;
    let [(_, transcript)] = &load.coordinator.seen_by_one_player()[..] else { panic!("none") };
    assert_eq!((transcript.moves.len(), transcript.acknowledged.len()), (3, 1));
    assert_eq!((transcript.seat, transcript.over.reason), (Seat(1), EndReason::Played));
    let counters = load.end(again, player).await;
    assert_eq!((counters.moves, counters.games, counters.connections), (1, 0, 2));
    assert_eq!(counters.losses.values().sum::<u64>(), 1);
}

/// The second game of a pair comes by itself; only then is another game looked for.
#[tokio::test]
async fn a_rated_pair_is_two_games_from_one_search() {
    let load = Load::new(Swarm { rated: true, ..swarm("nim 1") }).await;
    load.coordinator.note_ours(PlayerId(Uuid::from_u128(OTHER)));
    let player = load.player();
    let mut peer = load.asked().await;
    let mut first = FakeTable::new(TABLE, "nim 1", [ME, OTHER]);
    (first.pair, first.rated) = (Some((1, TABLE + 1)), true);
    peer.say(first.seated(0)).await;
    takes_a_turn(&mut peer, &mut first).await;
    let mut second = FakeTable::new(TABLE + 1, "nim 1", [OTHER, ME]);
    (second.pair, second.rated) = (Some((2, TABLE)), true);
    peer.say(second.seated(1)).await;
    opponent_moves(&mut peer, &mut second).await;
    open(&mut peer).await;
    let mut seen = load.coordinator.seen_by_one_player();
    seen.sort_by_key(|(table, _)| table.0);
    let rated: Vec<u8> =
        seen.iter().filter_map(|(_, transcript)| transcript.rated.map(|pair| pair.game)).collect();
    assert_eq!(rated, [1, 2]);
    let counters = load.end(peer, player).await;
    assert_eq!((counters.moves, counters.games), (1, 1));
    assert_eq!(counters.latencies[&Measure::Seat].count(), 1, "the second was not asked for");
}

/// A pair whose first game has no winner has no second.
#[tokio::test]
async fn after_a_game_without_a_winner_another_is_looked_for() {
    let load = Load::new(swarm("nim 3")).await;
    let player = load.player();
    let mut peer = load.asked().await;
    let mut table = FakeTable::new(TABLE, "nim 3", [OTHER, ME]);
    table.pair = Some((1, TABLE + 1));
    peer.say(table.seated(1)).await;
    table.end("aborted", &[]);
    peer.say(table.state()).await;
    open(&mut peer).await;
    let counters = load.end(peer, player).await;
    assert_eq!((counters.moves, counters.games, load.findings()), (0, 0, Vec::new()));
}

/// One invites and the other follows; both are this load's, so their reports are compared.
#[tokio::test]
async fn two_partners_invite_each_other_and_report_the_same_game() {
    let load = Load::new(Swarm { quick: false, ..swarm("nim 1,1") }).await;
    let [one, other] = LoadPlayer::pair(&load.coordinator, 3);
    let one = tokio::spawn(one.play());
    let (mut first, hello) = load.server.welcome(ME, &[]).await;
    assert_eq!(hello["name"], "swarm 6");
    let seek = first.hear("seek").await;
    first.say(json!({"t": "seeking", "cid": seek["cid"], "seek": id(5)})).await;
    let other = tokio::spawn(other.play());
    let (mut second, hello) = load.server.welcome(OTHER, &[]).await;
    assert_eq!(hello["name"], "swarm 7");
    let accept = second.grant("accept").await;
    assert_eq!(accept["seek"], id(5));
    let mut table = FakeTable::new(TABLE, "nim 1,1", [ME, OTHER]);
    first.say(table.seated(0)).await;
    second.say(table.seated(1)).await;
    for turn in 0..2 {
        let mover = if turn == 0 { &mut first } else { &mut second };
        takes_a_turn(mover, &mut table).await;
        let watcher = if turn == 0 { &mut second } else { &mut first };
        watcher.say(table.state()).await;
    }
    let seek = first.hear("seek").await;
    load.coordinator.enter(Phase::Finish);
    second.gone().await;
    soon(other).await.expect("it ends by itself");
    // Asked before the end, and answered after it.
    first.say(json!({"t": "seeking", "cid": seek["cid"], "seek": id(6)})).await;
    let cancel = first.grant("cancel").await;
    assert_eq!(cancel["offer"], id(6));
    first.gone().await;
    soon(one).await.expect("it ends by itself");
    let (counters, findings) = (load.counters(), load.coordinator.findings());
    assert_eq!((findings.judged, &findings.texts), (1, &Vec::new()));
    assert_eq!((counters.moves, counters.games), (2, 1));
    let seats = counters.latencies[&Measure::Seat].count();
    assert_eq!((seats, counters.latencies[&Measure::Opponent].count()), (1, 2));
}

fn arena() -> Arc<LoadArena> {
    let arena = LoadArena::new(TournamentId(Uuid::from_u128(8)), protocol::Secret::new([1; 32]));
    arena.begin(Instant::now());
    Arc::new(arena)
}

#[tokio::test]
async fn an_entrant_plays_the_pairs_that_they_are_given() {
    let load = Load::new(swarm("nim 1")).await;
    let arena = arena();
    let entrant = LoadPlayer::entrant(&load.coordinator, 4, &arena);
    let entrant = tokio::spawn(entrant.play());
    let (mut peer, _) = load.server.welcome(ME, &[]).await;
    let enter = peer.grant("enter").await;
    assert_eq!(enter["tournament"], id(8));
    soon(load.coordinator.all_entered(1)).await;
    let mut first = FakeTable::new(TABLE, "nim 1", [ME, OTHER]);
    first.pair = Some((1, TABLE + 1));
    peer.say(first.seated(0)).await;
    takes_a_turn(&mut peer, &mut first).await;
    let mut second = FakeTable::new(TABLE + 1, "nim 1", [OTHER, ME]);
    second.pair = Some((2, TABLE));
    peer.say(second.seated(1)).await;
    // The tournament goes on after the load.
    load.coordinator.enter(Phase::Finish);
    opponent_moves(&mut peer, &mut second).await;
    let mut third = FakeTable::new(TABLE + 2, "nim 1", [ME, OTHER]);
    third.pair = Some((1, TABLE + 3));
    peer.say(third.seated(0)).await;
    takes_a_turn(&mut peer, &mut third).await;
    load.coordinator.set_tournaments(TournamentPhase::TimeUp);
    load.coordinator.set_tournaments(TournamentPhase::Over);
    // The second game of the pair that is played will not come.
    let mut fourth = FakeTable::new(TABLE + 3, "nim 1", [OTHER, ME]);
    fourth.pair = Some((2, TABLE + 2));
    peer.say(fourth.seated(1)).await;
    fourth.end("resigned", &[1]);
    peer.say(fourth.state()).await;
    peer.gone().await;
    soon(entrant).await.expect("it ends by itself");
    assert_eq!(arena.games(PlayerId(Uuid::from_u128(ME))), [3, 1]);
    let pair = PairId(Uuid::from_u128(77));
    assert!(!arena.ended(pair, Instant::now()), "the entrant has told");
    let counters = load.counters();
    assert_eq!((counters.moves, counters.entrant_moves, counters.games), (0, 2, 2));
    assert_eq!((counters.pairs, load.coordinator.entered()), (1, 1));
    assert_eq!(counters.latencies[&Measure::Tournament].count(), 2);
    assert_eq!(counters.latencies[&Measure::Pairing].count(), 2);
    assert!(!counters.latencies.contains_key(&Measure::Seat));
}
