//! Time: on the clocks, while the server is away, and by the day.

use super::*;

/// A table with this clock at which both have made their first move, at `now`.
fn begun(heap: u64, clock: TimeControl, now: Instant) -> Table {
    let mut table = timed(&[heap], Some(clock), now);
    table.handle(now, FIRST, play(0, 0, 1)).expect("legal");
    table.handle(now, SECOND, play(1, 0, 1)).expect("legal");
    table
}

#[test]
fn a_clock_runs_from_a_players_second_turn_on() {
    let start = Instant::now();
    let mut table = timed(&[9], Some(FISCHER), start);
    table.handle(start + seconds(20), FIRST, play(0, 0, 1)).expect("legal");
    table.handle(start + seconds(40), SECOND, play(1, 0, 1)).expect("legal");
    let now = start + seconds(43);
    assert_eq!(left(&table, now), [7_000, 10_000]);
    let clock = table.state(now).clock.expect("a clock");
    assert!(clock.running);
    assert_eq!(clock.due_ms, Some(7_000));
    table.handle(now, FIRST, play(2, 0, 1)).expect("legal");
    assert_eq!(left(&table, now), [9_000, 10_000]);
    assert_eq!(left(&table, now + seconds(1)), [9_000, 9_000]);
    assert_eq!(
        table.take_news(),
        Some(Fact::Moved { mv: Move::List(vec![0, 1].into()), us: 3_000_000, lag_us: 0 })
    );
}

#[test]
fn a_player_who_does_not_begin_in_time_is_a_no_show() {
    let start = Instant::now();
    for moves in [0, 1] {
        let mut table = timed(&[9], Some(FISCHER), start);
        if moves == 1 {
            table.handle(start, FIRST, play(0, 0, 1)).expect("legal");
        }
        let end = start + FIRST_MOVE_TIMEOUT;
        assert_eq!(table.next_deadline(), end);
        assert_eq!(table.on_deadline(end), DeadlineEffect::Changed);
        assert_eq!(table.over(), Some(&Over { winners: vec![], reason: EndReason::Aborted }));
    }
}

#[test]
fn the_order_of_events_decides_between_a_move_and_a_flag() {
    let start = Instant::now();
    let flag = start + seconds(10);
    let mut moved_first = begun(9, FISCHER, start);
    assert_eq!(moved_first.next_deadline(), flag);
    moved_first.handle(flag, FIRST, play(2, 0, 1)).expect("legal");
    assert_eq!(moved_first.on_deadline(flag), DeadlineEffect::Nothing);
    assert_eq!(left(&moved_first, flag), [2_000, 10_000]);
    let mut rang_first = begun(9, FISCHER, start);
    assert_eq!(rang_first.on_deadline(flag - Duration::from_nanos(1)), DeadlineEffect::Nothing);
    assert_eq!(rang_first.on_deadline(flag), DeadlineEffect::Changed);
    let over = Over { winners: vec![SECOND], reason: EndReason::Flagged };
    assert_eq!(rang_first.over(), Some(&over));
    assert_eq!(code(rang_first.handle(flag, FIRST, play(2, 0, 1))), ErrorCode::GameOver);
    assert_eq!(rang_first.over(), Some(&over));
    // A move that is late, but handled first, has used up everything.
    let mut late = begun(9, FISCHER, start);
    late.handle(flag + seconds(5), FIRST, play(2, 0, 1)).expect("legal");
    assert_eq!(left(&late, flag), [2_000, 10_000]);
}

#[test]
fn a_flag_has_the_times_that_led_to_it_and_other_ends_have_none() {
    let start = Instant::now();
    let mut flagged = begun(9, FISCHER, start);
    flagged.handle(start + seconds(3), FIRST, play(2, 0, 1)).expect("legal");
    assert_eq!(flagged.spent_ms(), [0; 0], "it is not over");
    assert_eq!(flagged.on_deadline(start + seconds(13)), DeadlineEffect::Changed);
    assert_eq!(flagged.spent_ms(), [0, 0, 3_000, 10_000]);
    let mut resigned = begun(9, FISCHER, start);
    resigned.handle(start + seconds(3), FIRST, Command::Resign).expect("allowed");
    assert_eq!(resigned.spent_ms(), [0; 0]);
}

#[test]
fn a_slow_line_is_credited_and_the_record_shows_it() {
    let start = Instant::now();
    let mut table = begun(9, FISCHER, start);
    table.set_lag(FIRST, Duration::from_millis(150));
    assert_eq!(table.next_deadline(), start + Duration::from_millis(10_150));
    let now = start + seconds(3);
    table.handle(now, FIRST, play(2, 0, 1)).expect("legal");
    assert_eq!(left(&table, now), [9_150, 10_000]);
    assert_eq!(table.view(2, now).times, [MoveTime { ms: 3_000, lag_ms: 150 }]);
}

#[test]
fn days_need_nobody_to_be_connected() {
    let start = Instant::now();
    let mut table = begun(9, TimeControl::Days { days: 2 }, start);
    table.set_present(start, FIRST, false);
    table.set_present(start, SECOND, false);
    assert_eq!(table.next_deadline(), start + seconds(2 * 86_400));
    let late = start + seconds(86_400);
    assert_eq!(code(table.handle(late, SECOND, Command::Claim)), ErrorCode::TooSoon);
    table.handle(late, FIRST, play(2, 0, 1)).expect("legal");
    assert_eq!(table.next_deadline(), late + seconds(2 * 86_400));
}

#[test]
fn the_time_the_server_was_away_is_on_nobodys_clock() {
    let start = Instant::now();
    let mut table = timed(&[9], Some(FISCHER), start);
    let mut facts = Vec::new();
    let mut now = start;
    for (ply, took) in [(0, 1), (1, 1), (2, 3), (3, 4)] {
        now += seconds(took);
        table.handle(now, Seat(ply as u8 % 2), play(ply, 0, 1)).expect("legal");
        facts.extend(table.take_news());
    }
    let before = left(&table, now);
    assert_eq!(before, [9_000, 8_000]);
    // The first player thinks for 5 s when the server crashes; it is back after an hour.
    let back = now + seconds(3_605);
    let mut again = restarted(facts, &mut table, back);
    assert_eq!(left(&again, back), before);
    let clock = again.state(back + seconds(29)).clock.expect("a clock");
    assert!(!clock.running);
    assert_eq!(clock.left_ms, before);
    // Nobody returns: the clock begins to run when the time for returning is over.
    assert_eq!(again.next_deadline(), back + RECONNECT_GRACE);
    assert_eq!(again.on_deadline(back + RECONNECT_GRACE), DeadlineEffect::Changed);
    assert!(!again.is_over());
    assert_eq!(left(&again, back + RECONNECT_GRACE + seconds(2)), [7_000, 8_000]);
    assert_eq!(again.next_deadline(), back + RECONNECT_GRACE + seconds(9));
}

#[test]
fn after_a_restart_the_clock_runs_again_when_all_are_back() {
    let start = Instant::now();
    let mut table = begun(9, FISCHER, start);
    let facts = vec![
        Fact::Moved { mv: Move::List(vec![0, 1].into()), us: 0, lag_us: 0 },
        Fact::Moved { mv: Move::List(vec![0, 1].into()), us: 0, lag_us: 0 },
    ];
    table.take_news();
    let mut again = restarted(facts, &mut table, start);
    again.set_present(start + seconds(3), SECOND, true);
    assert!(!again.state(start + seconds(3)).clock.expect("a clock").running);
    again.set_present(start + seconds(4), FIRST, true);
    assert_eq!(left(&again, start + seconds(6)), [8_000, 10_000]);
    assert_eq!(again.state(start).present, [true, true]);
}
