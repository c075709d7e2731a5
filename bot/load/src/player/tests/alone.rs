//! A player without a server, step by step, while time stands still.

use protocol::{SeekId, TableState};
use rules::Move;

use super::*;
use crate::stages::Stages;

/// A thousand seconds for each move of one table.
pub(super) fn slow() -> Swarm {
    let stages = Some(Stages::constant(0.001, 10));
    Swarm { stages, think: crate::schedule::Think::Constant, ..swarm("nim 3") }
}

pub(super) async fn alone(swarm: Swarm) -> LoadPlayer {
    let coordinator = coordinator(&crate::testing::nowhere(), swarm).await;
    let [player, _] = LoadPlayer::pair(&coordinator, 0);
    player
}

pub(super) async fn entrant(swarm: Swarm) -> LoadPlayer {
    let player = alone(swarm).await;
    LoadPlayer::entrant(&player.coordinator, 0, &arena())
}

/// A player on this seat of a table, which begins.
pub(super) async fn seated(swarm: Swarm, seat: u8) -> (LoadPlayer, FakeTable) {
    let mut player = alone(swarm).await;
    let players = if seat == 0 { [ME, OTHER] } else { [OTHER, ME] };
    let table = FakeTable::new(TABLE, "nim 3", players);
    player.sit_down(Seat(seat), view(&table, seat));
    (player, table)
}

pub(super) fn view(table: &FakeTable, seat: u8) -> TableView {
    serde_json::from_value(table.seated(seat)).expect("a view")
}

pub(super) fn state(table: &FakeTable) -> TableState {
    serde_json::from_value(table.state()).expect("a state")
}

pub(super) fn table_id(n: u128) -> TableId {
    TableId(Uuid::from_u128(n))
}

pub(super) fn game(player: &mut LoadPlayer) -> &mut OngoingGame {
    player.game.as_mut().expect("a game")
}

/// The moment of the move that waits.
fn due(player: &LoadPlayer) -> Option<Instant> {
    player.game.as_ref()?.next.as_ref().map(|next| next.due)
}

pub(super) fn count(player: &LoadPlayer, measure: Measure) -> u64 {
    let part = player.coordinator.meter.part(player.number);
    part.latencies.get(&measure).map_or(0, |latencies| latencies.count())
}

fn refusals(player: &LoadPlayer) -> Vec<(String, u64)> {
    let part = player.coordinator.meter.part(player.number);
    part.refusals.clone().into_iter().collect()
}

#[tokio::test(start_paused = true)]
async fn who_has_nothing_to_end_is_done_with_the_load_and_an_entrant_with_their_tournament() {
    let (player, entrant) = (alone(swarm("nim 1")).await, entrant(swarm("nim 1")).await);
    use TournamentPhase::{Over, Running, TimeUp};
    for (phase, tournaments, of_player, of_entrant) in [
        (Phase::Gather, Running, [false; 2], [false; 2]),
        (Phase::Gather, Over, [false; 2], [false; 2]),
        (Phase::Measure, Running, [false; 2], [false; 2]),
        (Phase::Measure, TimeUp, [false; 2], [false; 2]),
        (Phase::Finish, Running, [true; 2], [false; 2]),
        (Phase::Finish, TimeUp, [true; 2], [true, false]),
        (Phase::Finish, Over, [true; 2], [true; 2]),
    ] {
        for (who, expected) in [(&player, of_player), (&entrant, of_entrant)] {
            who.coordinator.enter(phase);
            who.coordinator.set_tournaments(tournaments);
            let found = [who.is_finishing(), who.is_done()];
            assert_eq!(found, expected, "{phase:?} {tournaments:?}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn whoever_waits_for_a_game_or_plays_one_is_not_done() {
    let (mut player, _) = seated(swarm("nim 3"), 1).await;
    player.coordinator.enter(Phase::Finish);
    assert!(!player.is_done(), "they play");
    player.game = None;
    assert!(player.is_done() && !player.is_free(), "without a connection nobody begins");
    player.search.await_seat();
    assert!(!player.is_done(), "a seat is waited for");
    player.search.rest_until(Instant::now());
    player.awaited.insert(table_id(TABLE));
    assert!(!player.is_done(), "a game is named and not yet sent");
}

#[tokio::test(start_paused = true)]
async fn at_the_end_a_move_no_longer_waits() {
    let (mut player, _) = seated(slow(), 0).await;
    let far = Instant::now() + Duration::from_secs(1_000);
    assert!(due(&player).is_some_and(|due| due >= far));
    player.coordinator.storm();
    player.on_signal();
    assert!(due(&player).is_some_and(|due| due >= far), "the phase is the same");
    player.coordinator.enter(Phase::Finish);
    player.on_signal();
    assert_eq!((due(&player), player.storms), (Some(Instant::now()), 1));
    // A move that follows does not either.
    game(&mut player).next = None;
    let table = FakeTable::new(TABLE, "nim 3", [ME, OTHER]);
    player.on_state(&state(&table), true);
    assert_eq!(due(&player), Some(Instant::now()));
}

#[tokio::test(start_paused = true)]
async fn an_entrant_thinks_on_until_the_tournament_is_over() {
    let mut player = entrant(slow()).await;
    player.sit_down(Seat(0), view(&FakeTable::new(TABLE, "nim 3", [ME, OTHER]), 0));
    let waits = due(&player);
    player.coordinator.enter(Phase::Finish);
    player.on_signal();
    assert!(waits.is_some() && due(&player) == waits);
    player.coordinator.set_tournaments(TournamentPhase::TimeUp);
    player.on_signal();
    assert_eq!(due(&player), Some(Instant::now()));
}

/// One table, at one move a second, then at two.
#[tokio::test(start_paused = true)]
async fn a_move_that_waits_gets_a_new_time_when_the_rate_changes() {
    let secs = Duration::from_secs;
    for (stages, waits, redrawn) in [
        ("step:1:9s,step:2:9s", secs(60), true),
        ("step:1:9s,step:2:9s", secs(0), false),
        ("step:1:9s,step:1:9s", secs(60), false),
    ] {
        let stages = Some(stages.parse().expect("stages"));
        let (mut player, _) = seated(Swarm { stages, ..slow() }, 0).await;
        let begin = player.coordinator.begin;
        game(&mut player).next.as_mut().expect("a move").due = begin + waits;
        game(&mut player).shared.set_due(0, waits);
        player.coordinator.enter(Phase::Measure);
        player.on_signal();
        let expected = if redrawn { secs(1) } else { waits };
        assert_eq!(due(&player), Some(begin + expected), "{waits:?} {redrawn}");
        assert_eq!(game(&mut player).shared.due(0), expected);
        assert_eq!(player.last_due == expected, redrawn);
    }
}

#[tokio::test(start_paused = true)]
async fn the_alarm_is_set_for_whatever_comes_first() {
    let (mut player, _) = seated(slow(), 0).await;
    let now = Instant::now();
    let after = |ms| now + Duration::from_millis(ms);
    player.cut_at = Some(after(1));
    game(&mut player).next.as_mut().expect("a move").due = after(2);
    player.act();
    assert_eq!((player.alarm.deadline(), player.cut_at), (after(1), Some(after(1))));
    player.cut_at = Some(now);
    player.act();
    assert_eq!((player.alarm.deadline(), player.cut_at), (after(2), None));
    assert_eq!(count(&player, Measure::Lateness), 0);
    let next = game(&mut player).next.as_mut().expect("a move");
    (next.due, next.ready) = (now, now);
    player.act();
    assert_eq!(count(&player, Measure::Lateness), 1);
    assert!(player.alarm.deadline() > after(60_000), "nothing is to be done");
}

/// What a refusal has done to a player who waits for an answer to a move, and for a seat.
async fn refused(request: ClientMessage, code: ErrorCode) -> (LoadPlayer, Vec<(String, u64)>) {
    let (mut player, _) = seated(slow(), 0).await;
    game(&mut player).sent = Some((0, Instant::now()));
    player.search.await_seat();
    player.on_refusal(&request, code, "because");
    let refusals = refusals(&player);
    (player, refusals)
}

fn move_at(table: u128) -> ClientMessage {
    ClientMessage::Move { table: table_id(table), ply: 0, mv: Move::Number(1) }
}

fn attach(table: u128) -> ClientMessage {
    ClientMessage::Attach { table: table_id(table), token: None, since: 0 }
}

fn searches() -> [ClientMessage; 3] {
    let pool = protocol::QuickPool::default();
    let game: rules::Setup = "nim 3".parse().expect("a game");
    let offer = protocol::Proposal::new(game.into());
    [
        ClientMessage::Accept { seek: SeekId(Uuid::nil()) },
        ClientMessage::Quick { pool, window: None },
        ClientMessage::Seek { offer, private: true, window: None },
    ]
}

#[tokio::test(start_paused = true)]
async fn a_refused_move_is_tried_again_unless_the_game_ended_meanwhile() {
    let later = Some(Instant::now() + AGAIN_AFTER);
    for (table, code, again, counted, findings) in [
        (TABLE, ErrorCode::Busy, true, Some("busy"), 0),
        (TABLE, ErrorCode::IllegalMove, true, Some("illegal_move"), 1),
        (TABLE, ErrorCode::GameOver, false, None, 0),
        (TABLE + 1, ErrorCode::Busy, false, Some("busy"), 0),
    ] {
        let (player, refusals) = refused(move_at(table), code).await;
        let game = player.game.as_ref().expect("it goes on");
        assert_eq!(game.again_at, later.filter(|_| again), "{table} {code:?}");
        assert_eq!(game.sent.is_none(), again, "{table} {code:?}");
        let counted: Vec<_> = counted.into_iter().map(|code| (code.to_owned(), 1)).collect();
        assert_eq!(refusals, counted);
        assert_eq!(player.coordinator.findings().texts.len(), findings);
        assert!(!player.search.is_idle(), "a seat is still waited for");
    }
}

#[tokio::test(start_paused = true)]
async fn a_refused_search_is_repeated_after_a_pause() {
    let later = Instant::now() + AGAIN_AFTER;
    for request in searches() {
        let (mut player, refusals) = refused(request, ErrorCode::Busy).await;
        assert_eq!(refusals, [("busy".to_owned(), 1)]);
        let LoadPlayer { search, chance, client, coordinator, .. } = &mut player;
        let again = search.ask(Instant::now(), true, &coordinator.swarm, chance, client);
        assert_eq!(again, Some(later));
    }
    let cancel = ClientMessage::Cancel { offer: Uuid::nil() };
    let (player, refusals) = refused(cancel, ErrorCode::NotFound).await;
    assert!(refusals.is_empty() && !player.search.is_idle(), "the seat comes");
}

#[tokio::test(start_paused = true)]
async fn a_refused_seat_is_lost_if_it_is_that_of_the_game() {
    for (table, is_lost) in [(TABLE, true), (TABLE + 1, false)] {
        let (player, refusals) = refused(attach(table), ErrorCode::Forbidden).await;
        assert_eq!(player.game.is_none(), is_lost);
        let findings = player.coordinator.findings().texts;
        let why = format!("table {}: the seat is lost: because", table_id(table));
        assert_eq!(findings, is_lost.then_some(why).into_iter().collect::<Vec<_>>());
        assert_eq!(refusals, [("forbidden".to_owned(), 1)]);
        assert!(!player.search.is_idle());
    }
    // Without a game it is the second of a pair, which is no longer waited for.
    let (mut player, _) = refused(move_at(TABLE), ErrorCode::GameOver).await;
    player.game = None;
    player.on_refusal(&attach(TABLE), ErrorCode::NotFound, "because");
    assert!(player.search.is_idle() && player.coordinator.findings().texts.is_empty());
}

#[tokio::test(start_paused = true)]
async fn answers_end_what_they_answer() {
    let answer = |player: &mut LoadPlayer, request| {
        player.on_answer(request, ServerMessage::Ok { cid: 1 });
        player.search.is_idle()
    };
    let [accept, ..] = searches();
    let mut player = alone(slow()).await;
    assert!(!answer(&mut player, accept.clone()), "a seat follows");
    assert!(answer(&mut player, ClientMessage::Cancel { offer: Uuid::nil() }));
    player.awaited.extend([TABLE, TABLE + 1].map(table_id));
    assert!(answer(&mut player, attach(TABLE)));
    assert_eq!(player.awaited, [table_id(TABLE + 1)].into());
    let (mut player, _) = seated(slow(), 0).await;
    assert!(answer(&mut player, accept), "it came before the answer");
    assert!(answer(&mut player, move_at(TABLE)));
    let acknowledged = [(0, Move::Number(1))];
    assert_eq!(game(&mut player).notes.acknowledged, acknowledged);
}
