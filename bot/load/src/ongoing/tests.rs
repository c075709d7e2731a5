use bot::ClientOptions;
use protocol::Name;
use solver::Level;

use super::*;
use fake::FakeTable;

/// A table, and the game of the player on this seat of it.
fn game(start: &str, seat: u8) -> (FakeTable, OngoingGame) {
    let table = FakeTable::new(7, start, [1, 2]);
    let view: TableView = serde_json::from_value(table.seated(seat)).expect("a view");
    let (variant, ending) = (view.game.variant(), view.game.ending());
    let (strategy, moves) =
        (solver::LevelPlayer::new(variant, ending, Level::Random, 1), view.moves.clone());
    let seat = Seat(seat);
    let game = OngoingGame {
        table: view.state.table,
        shared: Arc::default(),
        strategy,
        notes: Notes { seat, view, moves, acknowledged: Vec::new(), clocks: Vec::new() },
        next: None,
        sent: None,
        present: true,
        began: Instant::now(),
        again_at: None,
    };
    (table, game)
}

fn state(table: &FakeTable, left_ms: u32) -> TableState {
    let mut state: TableState = serde_json::from_value(table.state()).expect("a state");
    state.clock = Some(ClockView { left_ms: vec![left_ms; 2], running: true, due_ms: None });
    state
}

fn offline() -> Client {
    Client::new(ClientOptions::new(
        crate::testing::nowhere(),
        Name::try_from("a".to_owned()).expect("a name"),
    ))
}

fn nothing(acted: &Acted) -> bool {
    acted.moved.is_none() && acted.next.is_none()
}

#[test]
fn a_state_is_news_if_it_is_one_move_ahead() {
    let (mut table, mut game) = game("nim 3", 0);
    assert!(!game.learn(&state(&table, 10), true));
    table.play_any();
    let first = state(&table, 20);
    assert!(game.learn(&first, true) && !game.learn(&first, true), "once");
    table.play_any();
    table.play_any();
    assert!(!game.learn(&state(&table, 30), true), "a move between is missing");
    assert_eq!(game.notes.moves, table.game.moves()[..1]);
    game.notes.moves.extend_from_slice(&table.game.moves()[1..2]);
    assert!(game.learn(&state(&table, 40), false));
    assert_eq!(game.notes.moves, table.game.moves());
    let clocks: Vec<_> = game.notes.clocks.iter().map(|(ply, at)| (*ply, at.left_ms[0])).collect();
    assert_eq!(clocks, [(0, 10), (1, 20)], "only as turns begin, and only as they do");
}

#[test]
fn a_player_is_never_absent_from_their_own_seat() {
    let (mut table, mut game) = game("nim 3", 1);
    for (present, all) in
        [([true, false], true), ([false, true], false), ([false, false], false), ([true; 2], true)]
    {
        table.present = present;
        game.learn(&state(&table, 1), true);
        assert_eq!(game.present, all, "{present:?}");
    }
}

#[test]
fn a_move_is_wanted_once_in_each_turn_that_is_known() {
    let (mut table, mut game) = game("nim 3", 0);
    let start = state(&table, 1);
    assert!(game.is_to_move(&start));
    let now = Instant::now();
    game.sent = Some((0, now));
    assert!(!game.is_to_move(&start), "one is in flight");
    game.sent = Some((2, now));
    assert!(game.is_to_move(&start), "it was for another turn");
    game.next = Some(NextMove { mv: Move::Number(1), due: now, ready: now });
    assert!(!game.is_to_move(&start), "one waits");
    game.next = None;
    table.play_any();
    let theirs = state(&table, 1);
    assert!(!game.is_to_move(&theirs), "the move before is not known");
    game.learn(&theirs, true);
    assert!(!game.is_to_move(&theirs), "it is the opponent's turn");
}

#[test]
fn plies_belong_to_seats_in_turn() {
    let moved = |seat| {
        let (_, game) = game("nim 3", seat);
        [1, 2, 3, 4].map(|ply| game.notes.has_moved(ply))
    };
    assert_eq!([0, 1].map(moved), [[true, false, true, false], [false, true, false, true]]);
}

#[test]
fn a_move_is_made_when_it_is_due_and_its_lateness_is_the_loads_own() {
    let ms = Duration::from_millis;
    let now = Instant::now();
    // How long ago it was due and could be sent; how late that is, and from when latency counts.
    for (due, ready, late, since) in
        [(ms(0), ms(0), ms(0), ms(0)), (ms(2), ms(1), ms(1), ms(0)), (ms(3), ms(30), ms(3), ms(3))]
    {
        let (mut table, mut game) = game("nim 3", 1);
        table.play_any();
        game.learn(&state(&table, 1), true);
        let mv = Move::Number(1);
        game.next = Some(NextMove { mv, due: now + ms(1), ready: now });
        let waits = game.act(now, &mut offline());
        assert_eq!((waits.moved, waits.next), (None, Some(now + ms(1))));
        let next = game.next.as_mut().expect("it waits");
        (next.due, next.ready) = (now - due, now - ready);
        let acted = game.act(now, &mut offline());
        assert_eq!((acted.moved, acted.next), (Some((late, 1)), None));
        assert_eq!(game.sent, Some((1, now - since)));
        assert!(nothing(&game.act(now, &mut offline())), "once");
    }
}

#[test]
fn a_game_that_the_opponent_never_came_to_is_aborted_again_and_again() {
    let (mut table, mut game) = game("nim 3", 0);
    let begin = game.began;
    let end = begin + BEGIN_TIMEOUT;
    let just_before = end - Duration::from_nanos(1);
    assert!(nothing(&game.act(end, &mut offline())), "they are there");
    table.present = [true, false];
    game.learn(&state(&table, 1), true);
    assert_eq!(game.act(just_before, &mut offline()).next, Some(end));
    assert_eq!(game.began, begin);
    assert_eq!(game.act(end, &mut offline()).next, Some(end + BEGIN_TIMEOUT));
    assert_eq!(game.began, end);
    table.play_any();
    game.learn(&state(&table, 1), true);
    assert!(game.act(end, &mut offline()).next.is_some(), "the second move is missing");
    table.play_any();
    game.learn(&state(&table, 1), true);
    assert!(nothing(&game.act(end, &mut offline())), "it has begun");
}

#[test]
fn a_refused_move_is_looked_at_again_when_it_is_time() {
    let (_, mut game) = game("nim 3", 0);
    let now = Instant::now();
    let later = now + Duration::from_millis(1);
    game.again_at = Some(later);
    assert_eq!(game.act(now, &mut offline()).next, Some(later));
    assert_eq!(game.act(later, &mut offline()).next, None);
}
