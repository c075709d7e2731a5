//! A player at the board, without a server.

use protocol::{ClockView, PairView};
use rules::Move;

use super::alone::*;
use super::*;

#[tokio::test(start_paused = true)]
async fn the_wait_for_a_pair_ends_with_its_first_game() {
    let mut table = FakeTable::new(TABLE, "nim 3", [ME, OTHER]);
    let outside = alone(slow()).await;
    for (pair, waited) in [(None, 0), (Some((2, TABLE + 1)), 0), (Some((1, TABLE + 1)), 1)] {
        let entrant = entrant(slow()).await;
        table.pair = pair;
        entrant.note_pairing(&view(&table, 0));
        assert_eq!(count(&entrant, Measure::Pairing), waited, "{pair:?}");
        outside.note_pairing(&view(&table, 0));
    }
    assert_eq!(count(&outside, Measure::Pairing), 0);
}

#[tokio::test(start_paused = true)]
async fn other_games_wait_until_the_one_on_the_board_is_over() {
    let (mut player, mut table) = seated(slow(), 0).await;
    player.sit_down(Seat(0), view(&table, 0));
    assert_eq!(player.others, [], "it is this one");
    let other = FakeTable::new(TABLE + 1, "nim 3", [ME, OTHER]);
    for _ in 0..2 {
        player.sit_down(Seat(0), view(&other, 0));
        assert_eq!(player.others, [table_id(TABLE + 1)], "once");
    }
    assert_eq!(game(&mut player).table, table_id(TABLE));
    table.end("resigned", &[0]);
    player.on_state(&state(&table), true);
    assert!(player.game.is_none() && player.others.is_empty());
    player.sit_down(Seat(0), view(&table, 0));
    assert!(player.game.is_none(), "it is over");
    let mut late = view(&other, 0);
    late.since = 1;
    player.sit_down(Seat(0), late);
    assert!(player.game.is_none(), "its beginning is missing");
    player.sit_down(Seat(0), view(&other, 0));
    assert_eq!(game(&mut player).table, table_id(TABLE + 1));
}

/// In the middle of a turn the clock does not show what was left at its beginning.
#[tokio::test(start_paused = true)]
async fn a_clock_is_noted_when_the_game_begins() {
    for (plies, noted) in [(0, vec![0]), (1, vec![]), (2, vec![])] {
        let mut table = FakeTable::new(TABLE, "nim 3", [ME, OTHER]);
        (0..plies).for_each(|_| table.play_any());
        let mut view = view(&table, 0);
        view.state.clock = Some(ClockView { left_ms: vec![9; 2], running: true, due_ms: None });
        let mut player = alone(slow()).await;
        player.sit_down(Seat(0), view);
        let clocks: Vec<u32> = game(&mut player).notes.clocks.iter().map(|&(ply, _)| ply).collect();
        assert_eq!(clocks, noted, "{plies}");
    }
}

#[tokio::test(start_paused = true)]
async fn an_answer_is_measured_if_it_is_that_of_the_move_in_flight() {
    let (mut player, _) = seated(slow(), 0).await;
    let mv = Move::Number(1);
    player.on_moved(table_id(TABLE + 1), 0, mv.clone());
    assert_eq!(game(&mut player).notes.acknowledged, []);
    player.on_moved(table_id(TABLE), 0, mv.clone());
    assert_eq!(count(&player, Measure::Answer), 0, "none was sent");
    game(&mut player).sent = Some((2, Instant::now()));
    player.on_moved(table_id(TABLE), 0, mv.clone());
    assert_eq!(count(&player, Measure::Answer), 0, "it was sent before a connection was lost");
    player.on_moved(table_id(TABLE), 2, mv.clone());
    assert_eq!(count(&player, Measure::Answer), 1);
    let acknowledged = [(0, mv.clone()), (0, mv.clone()), (2, mv)];
    assert_eq!(game(&mut player).notes.acknowledged, acknowledged);
}

/// Each player measures the states of the opponent's moves that arrive by themselves.
#[tokio::test(start_paused = true)]
async fn states_are_measured_if_they_bring_the_opponents_move() {
    for (seat, live, measured) in [
        (0, true, [0, 0, 1, 1]),
        (1, true, [0, 1, 1, 2]),
        (0, false, [0, 0, 0, 0]),
        (1, false, [0, 0, 0, 0]),
    ] {
        let (mut player, mut table) = seated(slow(), seat).await;
        let found = [0, 1, 2, 3].map(|plies| {
            if plies > 0 {
                table.play_any();
            }
            // The first is no news, and neither is a repetition.
            (0..2).for_each(|_| player.on_state(&state(&table), live));
            count(&player, Measure::Opponent)
        });
        assert_eq!(found, measured, "{seat} {live}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_view_adds_the_moves_that_are_missing() {
    let (mut player, mut table) = seated(slow(), 1).await;
    player.me = Some(PlayerId(Uuid::from_u128(ME)));
    (0..2).for_each(|_| table.play_any());
    let view_since = |table: &FakeTable, since: u32| {
        let mut view = view(table, 1);
        view.since = since;
        view.moves.drain(..since as usize);
        view
    };
    player.on_view(view_since(&table, 2));
    assert_eq!(game(&mut player).notes.moves, [], "the first are missing");
    player.on_view(view_since(&table, 0));
    assert_eq!(game(&mut player).notes.moves, table.game.moves());
    player.on_view(view_since(&table, 1));
    assert_eq!(game(&mut player).notes.moves, table.game.moves(), "they are known");
    // Of another table only the player's own seat is taken.
    player.game = None;
    player.on_view(view(&FakeTable::new(TABLE + 1, "nim 3", [OTHER, 3]), 1));
    assert!(player.game.is_none());
    player.on_view(view(&FakeTable::new(TABLE + 1, "nim 3", [OTHER, ME]), 1));
    assert_eq!(game(&mut player).notes.seat, Seat(1));
}

/// The next game begins where the schedule of this one ended.
#[tokio::test(start_paused = true)]
async fn the_last_games_are_remembered_and_the_latest_move() {
    let mut player = alone(slow()).await;
    for n in 1..=REMEMBERED as u128 + 2 {
        let mut table = FakeTable::new(n, "nim 3", [ME, OTHER]);
        player.sit_down(Seat(0), view(&table, 0));
        let latest = Duration::from_secs(10_000 + n as u64);
        let ply = (n % 2) as u32;
        game(&mut player).shared.set_due(ply, latest);
        game(&mut player).shared.set_due(ply + 1, latest / 2);
        table.end("resigned", &[1]);
        player.on_state(&state(&table), true);
        assert_eq!(player.last_due, latest);
        let first = n.saturating_sub(REMEMBERED as u128) + 1;
        assert!(player.done.iter().copied().eq((first..=n).map(table_id)), "{:?}", player.done);
    }
    assert_eq!(player.coordinator.findings().texts, Vec::<String>::new());
}

#[tokio::test(start_paused = true)]
async fn only_a_rated_game_has_a_rated_pair() {
    for rated in [true, false] {
        let mut player = alone(slow()).await;
        player.coordinator.note_ours(PlayerId(Uuid::from_u128(ME)));
        player.coordinator.note_ours(PlayerId(Uuid::from_u128(OTHER)));
        let mut table = FakeTable::new(TABLE, "nim 3", [ME, OTHER]);
        (table.rated, table.pair) = (rated, Some((2, TABLE + 1)));
        player.sit_down(Seat(0), view(&table, 0));
        table.end("resigned", &[1]);
        player.on_state(&state(&table), true);
        let seen = player.coordinator.seen_by_one_player();
        let pair = seen[0].1.rated.map(|PairView { game, .. }| game);
        assert_eq!(pair, rated.then_some(2));
    }
}
