use proptest::prelude::*;
use protocol::{ErrorCode, Kind, MoveTime, Name, PairId, PlayerId};
use rules::{Ending, Heaps, Setup, Variant};
use uuid::Uuid;

use protocol::limits::{
    ABANDONED_AFTER, ABSENT_FOR, FINISHED_FOR, FIRST_MOVE_WITHIN, RECONNECT_WITHIN, TURN_WITHIN,
};

use super::*;
use crate::records::game::{PairGame, Record};

const FIRST: Seat = Seat(0);
const SECOND: Seat = Seat(1);

fn table(heaps: &[u64], now: Instant) -> Table {
    timed(heaps, None, now)
}

fn timed(heaps: &[u64], clock: Option<TimeControl>, now: Instant) -> Table {
    on_terms(heaps, clock, Terms::default(), now)
}

fn on_terms(heaps: &[u64], clock: Option<TimeControl>, terms: Terms, now: Instant) -> Table {
    let variant = Variant::parse("nim", serde_json::Value::Null).expect("nim");
    let start = Heaps::from(heaps.to_vec()).into();
    let setup = Setup::new(variant, Ending::Normal, start).expect("legal");
    let player = |name: &str| Player {
        id: PlayerId(Uuid::nil()),
        name: Name::try_from(name.to_owned()).expect("plain"),
        kind: Kind::Bot,
        house: false,
        version: None,
    };
    let hashes = [1, 2].map(|n| SecretHash::new(&Secret::new([n; 32]))).to_vec();
    let players = vec![player("a"), player("b")];
    let opening = Opening { game: setup, players, clock, terms };
    let mut table = Table::new(TableId(Uuid::nil()), opening, hashes, now);
    table.set_present(now, FIRST, true);
    table.set_present(now, SECOND, true);
    table
}

fn play(ply: u32, heap: u64, take: u64) -> Command {
    Command::Move { ply, mv: Move::List(vec![heap, take].into()) }
}

fn code(result: Result<Change, RequestError>) -> ErrorCode {
    result.expect_err("must be refused").code()
}

#[test]
fn the_last_mover_wins_and_the_game_is_over() {
    let now = Instant::now();
    let mut table = table(&[1, 2], now);
    assert_eq!(table.handle(now, FIRST, play(0, 1, 1)), Ok(Change::Changed));
    assert_eq!(table.handle(now, SECOND, play(1, 0, 1)), Ok(Change::Changed));
    assert_eq!(table.state(now).to_move, Some(FIRST));
    assert_eq!(table.handle(now, FIRST, play(2, 1, 1)), Ok(Change::Changed));
    let over = Over { winners: vec![FIRST], reason: Reason::Played };
    assert_eq!(table.state(now).over, Some(over));
    assert_eq!(table.state(now).to_move, None);
    assert_eq!(code(table.handle(now, SECOND, Command::Resign)), ErrorCode::GameOver);
    assert_eq!(code(table.handle(now, SECOND, play(3, 0, 1))), ErrorCode::GameOver);
}

#[test]
fn a_move_counts_once_however_often_it_is_sent() {
    let now = Instant::now();
    let mut table = table(&[3], now);
    assert_eq!(table.handle(now, FIRST, play(0, 0, 1)), Ok(Change::Changed));
    assert_eq!(table.handle(now, FIRST, play(0, 0, 1)), Ok(Change::Repeated));
    assert_eq!(table.handle(now, SECOND, play(1, 0, 2)), Ok(Change::Changed));
    // The last answer may also be lost: the game is over, and the move stands.
    assert_eq!(table.handle(now, SECOND, play(1, 0, 2)), Ok(Change::Repeated));
    assert_eq!(table.game().ply(), 2);
}

#[test]
fn each_wrong_move_has_its_own_refusal_and_changes_nothing() {
    let now = Instant::now();
    let mut table = table(&[3, 3], now);
    assert_eq!(table.handle(now, FIRST, play(0, 0, 1)), Ok(Change::Changed));
    let before = table.state(now);
    let refused = [
        (FIRST, play(0, 0, 2), ErrorCode::StalePly),
        (SECOND, play(0, 0, 1), ErrorCode::StalePly),
        (SECOND, play(2, 0, 1), ErrorCode::FuturePly),
        (SECOND, play(u32::MAX, 0, 1), ErrorCode::FuturePly),
        (FIRST, play(1, 0, 1), ErrorCode::NotYourTurn),
        (SECOND, play(1, 0, 3), ErrorCode::IllegalMove),
        (SECOND, play(1, 0, 0), ErrorCode::IllegalMove),
        (SECOND, play(1, u64::MAX, u64::MAX), ErrorCode::IllegalMove),
        (SECOND, Command::Move { ply: 1, mv: Move::Number(1) }, ErrorCode::IllegalMove),
    ];
    for (seat, command, expected) in refused {
        assert_eq!(code(table.handle(now, seat, command.clone())), expected, "{command:?}");
        assert_eq!(table.state(now), before);
    }
}

#[test]
fn abort_ends_without_a_result_and_only_before_the_second_move() {
    let now = Instant::now();
    let mut early = table(&[3, 3], now);
    early.handle(now, FIRST, play(0, 0, 1)).expect("legal");
    assert_eq!(early.handle(now, SECOND, Command::Abort), Ok(Change::Changed));
    assert_eq!(early.state(now).over.expect("over").winners, []);
    let mut late = table(&[3, 3], now);
    late.handle(now, FIRST, play(0, 0, 1)).expect("legal");
    late.handle(now, SECOND, play(1, 0, 1)).expect("legal");
    assert_eq!(code(late.handle(now, FIRST, Command::Abort)), ErrorCode::TooLate);
}

#[test]
fn resigning_gives_the_game_to_the_others() {
    let now = Instant::now();
    let mut table = table(&[3], now);
    assert_eq!(table.handle(now, FIRST, Command::Resign), Ok(Change::Changed));
    let over = Over { winners: vec![SECOND], reason: Reason::Resigned };
    assert_eq!(table.state(now).over, Some(over));
}

#[test]
fn who_stays_away_can_be_claimed_against_and_who_comes_back_in_time_cannot() {
    let start = Instant::now();
    let mut table = table(&[3], start);
    let claim = |table: &mut Table, at, seat| table.handle(at, seat, Command::Claim);
    assert_eq!(code(claim(&mut table, start, SECOND)), ErrorCode::TooSoon);
    table.set_present(start, FIRST, false);
    let late = start + ABSENT_FOR;
    let early = late - Duration::from_millis(1);
    assert_eq!(table.state(early).claim_ms, [Some(1), None]);
    assert_eq!(code(claim(&mut table, early, SECOND)), ErrorCode::TooSoon);
    table.set_present(early, FIRST, true);
    assert_eq!(table.state(early).claim_ms, []);
    assert_eq!(code(claim(&mut table, late, SECOND)), ErrorCode::TooSoon);
    table.set_present(late, FIRST, false);
    // Leaving a second time does not restart the count.
    table.set_present(late + Duration::from_secs(1), FIRST, false);
    assert_eq!(code(claim(&mut table, late + ABSENT_FOR, FIRST)), ErrorCode::TooSoon);
    assert_eq!(claim(&mut table, late + ABSENT_FOR, SECOND), Ok(Change::Changed));
    let over = Over { winners: vec![SECOND], reason: Reason::Abandoned };
    assert_eq!(table.take_news(), Some(Fact::Ended(over.clone())));
    assert_eq!(table.state(late).over, Some(over));
}

#[test]
fn nobody_claims_on_their_own_turn() {
    let start = Instant::now();
    let mut table = table(&[3], start);
    table.set_present(start, SECOND, false);
    let late = start + ABSENT_FOR;
    assert_eq!(code(table.handle(late, FIRST, Command::Claim)), ErrorCode::TooSoon);
    table.handle(late, FIRST, play(0, 0, 1)).expect("legal");
    assert_eq!(table.handle(late, FIRST, Command::Claim), Ok(Change::Changed));
}

#[test]
fn who_never_comes_back_loses_though_nobody_claims() {
    let start = Instant::now();
    let mut table = table(&[3], start);
    table.set_present(start, SECOND, false);
    let end = start + ABANDONED_AFTER;
    assert_eq!(table.next_deadline(), end);
    assert_eq!(table.on_deadline(end - Duration::from_millis(1)), Due::Nothing);
    assert_eq!(table.on_deadline(end), Due::Changed);
    let over = Over { winners: vec![FIRST], reason: Reason::Abandoned };
    assert_eq!(table.state(end).over, Some(over));
    assert_eq!(table.on_deadline(end), Due::Nothing);
    assert_eq!(table.next_deadline(), end + FINISHED_FOR);
    assert_eq!(table.on_deadline(end + FINISHED_FOR), Due::Remove);
}

#[test]
fn when_all_are_gone_nobody_wins() {
    let start = Instant::now();
    let mut table = table(&[3], start);
    table.set_present(start, FIRST, false);
    table.set_present(start, SECOND, false);
    assert_eq!(table.on_deadline(start + ABANDONED_AFTER), Due::Changed);
    let over = Over { winners: vec![], reason: Reason::Abandoned };
    assert_eq!(table.state(start).over, Some(over));
}

#[test]
fn a_game_without_a_clock_has_a_last_moment_too() {
    let start = Instant::now();
    let mut never_begun = table(&[3], start);
    assert_eq!(never_begun.on_deadline(start + TURN_WITHIN), Due::Changed);
    assert_eq!(never_begun.over().expect("over").reason, Reason::Aborted);
    let mut left_alone = table(&[3], start);
    left_alone.handle(start, FIRST, play(0, 0, 1)).expect("legal");
    left_alone.handle(start, SECOND, play(1, 0, 1)).expect("legal");
    assert_eq!(left_alone.on_deadline(left_alone.next_deadline()), Due::Changed);
    let over = Over { winners: vec![SECOND], reason: Reason::Abandoned };
    assert_eq!(left_alone.over(), Some(&over));
}

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

const FISCHER: TimeControl = TimeControl::Fischer { base_ms: 10_000, increment_ms: 2_000 };

/// A table with this clock at which both have made their first move, at `now`.
fn begun(heap: u64, clock: TimeControl, now: Instant) -> Table {
    let mut table = timed(&[heap], Some(clock), now);
    table.handle(now, FIRST, play(0, 0, 1)).expect("legal");
    table.handle(now, SECOND, play(1, 0, 1)).expect("legal");
    table
}

fn left(table: &Table, now: Instant) -> Vec<u32> {
    table.state(now).clock.expect("a clock").left_ms
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
fn who_does_not_begin_in_time_has_not_come() {
    let start = Instant::now();
    for moves in [0, 1] {
        let mut table = timed(&[9], Some(FISCHER), start);
        if moves == 1 {
            table.handle(start, FIRST, play(0, 0, 1)).expect("legal");
        }
        let end = start + FIRST_MOVE_WITHIN;
        assert_eq!(table.next_deadline(), end);
        assert_eq!(table.on_deadline(end), Due::Changed);
        assert_eq!(table.over(), Some(&Over { winners: vec![], reason: Reason::Aborted }));
    }
}

#[test]
fn the_order_of_events_decides_between_a_move_and_a_flag() {
    let start = Instant::now();
    let flag = start + seconds(10);
    let mut moved_first = begun(9, FISCHER, start);
    assert_eq!(moved_first.next_deadline(), flag);
    moved_first.handle(flag, FIRST, play(2, 0, 1)).expect("legal");
    assert_eq!(moved_first.on_deadline(flag), Due::Nothing);
    assert_eq!(left(&moved_first, flag), [2_000, 10_000]);
    let mut rang_first = begun(9, FISCHER, start);
    assert_eq!(rang_first.on_deadline(flag - Duration::from_nanos(1)), Due::Nothing);
    assert_eq!(rang_first.on_deadline(flag), Due::Changed);
    let over = Over { winners: vec![SECOND], reason: Reason::Flagged };
    assert_eq!(rang_first.over(), Some(&over));
    assert_eq!(code(rang_first.handle(flag, FIRST, play(2, 0, 1))), ErrorCode::GameOver);
    assert_eq!(rang_first.over(), Some(&over));
    // A move that is late, but handled first, has used up everything.
    let mut late = begun(9, FISCHER, start);
    late.handle(flag + seconds(5), FIRST, play(2, 0, 1)).expect("legal");
    assert_eq!(left(&late, flag), [2_000, 10_000]);
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

/// The table after a crash of the server: rebuilt at `now` from the facts that it has passed to the
/// store.
fn restarted(mut facts: Vec<Fact>, table: &mut Table, now: Instant) -> Table {
    facts.extend(table.take_news());
    let (opening, hashes) = (table.opening(), table.hashes());
    let over = table.over().cloned();
    let record =
        Record { table: table.id(), opening, hashes, facts, opened_at: 0, ended_at: None, over };
    Table::restore(record, now).expect("a game")
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
    assert_eq!(again.next_deadline(), back + RECONNECT_WITHIN);
    assert_eq!(again.on_deadline(back + RECONNECT_WITHIN), Due::Changed);
    assert!(!again.is_over());
    assert_eq!(left(&again, back + RECONNECT_WITHIN + seconds(2)), [7_000, 8_000]);
    assert_eq!(again.next_deadline(), back + RECONNECT_WITHIN + seconds(9));
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

#[test]
fn a_move_is_taken_back_when_all_agree() {
    let now = Instant::now();
    let mut table = table(&[9], now);
    let ask = |table: &mut Table, seat, ply, want| {
        table.handle(now, seat, Command::Takeback { ply, want })
    };
    for ply in 0..3 {
        table.handle(now, Seat(ply as u8 % 2), play(ply, 0, 1)).expect("legal");
    }
    // Players can take back only their own last move.
    assert_eq!(code(ask(&mut table, FIRST, 0, true)), ErrorCode::StalePly);
    assert_eq!(code(ask(&mut table, FIRST, 1, true)), ErrorCode::StalePly);
    assert_eq!(code(ask(&mut table, FIRST, 3, true)), ErrorCode::StalePly);
    // The request is declined; the game continues; the request is agreed to.
    ask(&mut table, FIRST, 2, true).expect("their own move");
    let asked = table.state(now).takeback.expect("asked");
    assert_eq!((asked.ply, asked.agreed), (2, vec![FIRST]));
    ask(&mut table, SECOND, 2, false).expect("a player may decline");
    assert_eq!(table.state(now).takeback, None);
    ask(&mut table, FIRST, 2, true).expect("their own move");
    table.handle(now, SECOND, play(3, 0, 2)).expect("legal");
    assert_eq!(table.state(now).takeback, None);
    table.take_news();
    ask(&mut table, FIRST, 2, true).expect("still their last move");
    ask(&mut table, FIRST, 2, true).expect("asking twice is asking once");
    assert_eq!((table.game().ply(), table.take_news()), (4, None));
    ask(&mut table, SECOND, 2, true).expect("agreed");
    assert_eq!(table.take_news(), Some(Fact::TakenBack { ply: 2 }));
    let state = table.state(now);
    assert_eq!((state.ply, state.to_move, state.takeback), (2, Some(FIRST), None));
    table.handle(now, FIRST, play(2, 0, 7)).expect("the rest");
    assert_eq!(table.over().expect("over").winners, [FIRST]);
    assert_eq!(code(ask(&mut table, FIRST, 2, true)), ErrorCode::GameOver);
}

#[test]
fn a_rematch_happens_once_and_only_if_all_want_it() {
    let now = Instant::now();
    let mut table = table(&[1], now);
    let ask = |table: &mut Table, seat, want| table.handle(now, seat, Command::Rematch { want });
    assert_eq!(code(ask(&mut table, FIRST, true)), ErrorCode::TooSoon);
    table.handle(now, FIRST, play(0, 0, 1)).expect("legal");
    ask(&mut table, SECOND, true).expect("over");
    ask(&mut table, SECOND, true).expect("over");
    assert!(!table.take_rematch());
    assert_eq!(table.state(now).rematch, [SECOND]);
    ask(&mut table, SECOND, false).expect("over");
    ask(&mut table, FIRST, true).expect("over");
    assert!(!table.take_rematch());
    ask(&mut table, SECOND, true).expect("over");
    assert!(table.take_rematch() && !table.take_rematch());
}

proptest! {
    /// Whatever players do, however long they take, and whenever the server crashes in between, the
    /// record restores the same game with the same clocks.
    #[test]
    fn a_record_leads_back_to_the_same_table(
        heap in 1..30u64,
        acts in prop::collection::vec((0..12u8, 0..40u64, 0..4_000_000u64), 0..60),
    ) {
        let start = Instant::now();
        let mut now = start;
        let mut table = timed(&[heap], Some(FISCHER), start);
        let mut facts = Vec::new();
        for (act, take, us) in acts {
            now += Duration::from_micros(us);
            let seat = Seat(act % 2);
            let ply = table.game().ply();
            table.set_lag(seat, Duration::from_micros(us / 7));
            // A refused request changes nothing, and that is part of the test.
            let _ = match act {
                0 => table.handle(now, seat, Command::Resign),
                1 => table.handle(now, seat, Command::Abort),
                2..=4 => {
                    let ply = ply.saturating_sub(1);
                    let ask = Command::Takeback { ply, want: true };
                    let _ = table.handle(now, Seat(0), ask.clone());
                    table.handle(now, Seat(1), ask)
                }
                5 => {
                    table.on_deadline(now);
                    Ok(Change::Changed)
                }
                6 => {
                    let before = (table.game().clone(), left(&table, start));
                    facts.extend(table.take_news());
                    table = restarted(facts.clone(), &mut table, now);
                    prop_assert_eq!((table.game().clone(), left(&table, start)), before);
                    Ok(Change::Changed)
                }
                _ => table.handle(now, table.game().to_move(), play(ply, 0, take % 4)),
            };
            facts.extend(table.take_news());
        }
        let again = restarted(facts, &mut table, now);
        prop_assert_eq!(again.game(), table.game());
        prop_assert_eq!(again.over(), table.over());
        let view = |table: &Table| table.view(0, start).times;
        prop_assert_eq!(view(&again), view(&table));
        let left = |table: &Table| left(table, start);
        prop_assert_eq!(left(&again), left(&table));
    }
}

#[test]
fn a_game_that_does_not_end_is_ended() {
    let now = Instant::now();
    let mut table = table(&[u64::from(MAX_PLIES) + 10], now);
    for ply in 0..MAX_PLIES {
        let seat = Seat((ply % 2) as u8);
        table.handle(now, seat, play(ply, 0, 1)).expect("legal");
    }
    assert_eq!(table.state(now).over, Some(Over { winners: vec![], reason: Reason::TooLong }));
}

fn half(first: Option<Over>) -> Option<PairGame> {
    Some(PairGame { id: PairId(Uuid::from_u128(7)), other: TableId(Uuid::from_u128(8)), first })
}

fn rated(pair: Option<PairGame>) -> Terms {
    Terms { rated: true, pair, ..Terms::default() }
}

fn paired(terms: Terms, now: Instant) -> Table {
    on_terms(&[3], None, terms, now)
}

#[test]
fn the_second_game_of_a_pair_has_the_same_start_and_the_seats_swapped() {
    let now = Instant::now();
    let mut first = paired(rated(half(None)), now);
    assert_eq!(first.second_game(), None);
    first.handle(now, FIRST, play(0, 0, 3)).expect("legal");
    assert_eq!(first.rated_result(), None, "one game of a pair tells nothing");
    assert_eq!(code(first.handle(now, FIRST, Command::Rematch { want: true })), ErrorCode::TooSoon);
    let (id, opening) = first.second_game().expect("it goes on");
    assert_eq!((id, &opening.game), (TableId(Uuid::from_u128(8)), first.game().setup()));
    let players: Vec<_> = first.players().rev().cloned().collect();
    assert_eq!(opening.players, players);
    let mut second = Table::new(id, opening, first.hashes(), now);
    let pair = second.pair().expect("a pair");
    assert_eq!((pair.game, pair.other), (2, first.id()));
    second.handle(now, SECOND, Command::Resign).expect("running");
    assert_eq!(second.second_game(), None);
    let result = second.rated_result().expect("decided");
    assert_eq!(result.id, Uuid::from_u128(7));
    let reasons: Vec<_> = result.games.iter().map(|(id, over)| (*id, over.reason)).collect();
    assert_eq!(reasons, [(first.id(), Reason::Played), (second.id(), Reason::Resigned)]);
    second.handle(now, FIRST, Command::Rematch { want: true }).expect("the pair is over");
}

#[test]
fn in_a_rated_pair_who_does_not_begin_loses_that_game() {
    let now = Instant::now();
    let clock = Some(TimeControl::Move { ms: 1_000 });
    let mut late = on_terms(&[3], clock, rated(half(None)), now);
    assert_eq!(late.on_deadline(now + FIRST_MOVE_WITHIN), Due::Changed);
    let lost = Over { winners: vec![SECOND], reason: Reason::Forfeited };
    assert_eq!(late.over(), Some(&lost));
    assert!(late.second_game().is_some());
    let mut unwilling = paired(rated(half(Some(lost))), now);
    unwilling.handle(now, SECOND, Command::Abort).expect("early");
    let lost = Over { winners: vec![FIRST], reason: Reason::Forfeited };
    assert_eq!(unwilling.over(), Some(&lost));
    assert!(unwilling.rated_result().is_some());
}

#[test]
fn without_a_winner_nothing_is_rated_and_no_pair_goes_on() {
    let now = Instant::now();
    let casual = Terms { rated: false, ..rated(half(None)) };
    for terms in [casual, Terms::default()] {
        let mut table = paired(terms, now);
        table.handle(now, FIRST, Command::Abort).expect("early");
        assert_eq!(table.over().map(|over| over.reason), Some(Reason::Aborted));
        assert_eq!((table.second_game(), table.rated_result()), (None, None));
    }
    for command in [Command::Resign, Command::Abort] {
        let mut single = paired(rated(None), now);
        single.handle(now, FIRST, command).expect("running");
        assert_eq!(single.rated_result().expect("decided").id, single.id().0);
    }
}

#[test]
fn no_move_of_a_rated_game_is_taken_back() {
    let now = Instant::now();
    let mut table = paired(rated(None), now);
    table.handle(now, FIRST, play(0, 0, 1)).expect("legal");
    let back = Command::Takeback { ply: 0, want: true };
    assert_eq!(code(table.handle(now, FIRST, back)), ErrorCode::Forbidden);
}

fn with_pie(clock: Option<TimeControl>, now: Instant) -> Table {
    on_terms(&[1, 2], clock, Terms { pie: true, ..Terms::default() }, now)
}

fn names(table: &Table) -> Vec<String> {
    table.players().map(|player| player.name.to_string()).collect()
}

#[test]
fn with_the_pie_rule_the_other_chooses_who_begins() {
    let now = Instant::now();
    for begin in [true, false] {
        let mut table = with_pie(None, now);
        let choose = Command::Choose { begin };
        let open = table.state(now);
        assert_eq!((open.choosing, open.to_move), (Some(SECOND), None));
        assert_eq!(code(table.handle(now, FIRST, choose.clone())), ErrorCode::NotYourTurn);
        assert_eq!(code(table.handle(now, FIRST, play(0, 0, 1))), ErrorCode::NotYourTurn);
        assert_eq!(code(table.handle(now, SECOND, play(0, 0, 1))), ErrorCode::NotYourTurn);
        assert_eq!(table.state(now), open, "refusals change nothing");
        assert_eq!(table.handle(now, SECOND, choose.clone()), Ok(Change::Changed));
        assert_eq!(table.take_news(), Some(Fact::Chose { begins: begin }));
        assert_eq!(names(&table), if begin { ["b", "a"] } else { ["a", "b"] });
        // The secrets still belong to the same players.
        let token = Secret::new([2; 32]);
        let (chooser, other) = if begin { (FIRST, SECOND) } else { (SECOND, FIRST) };
        assert_eq!(table.seat_of(&token), Some(chooser));
        assert_eq!(table.handle(now, chooser, choose.clone()), Ok(Change::Repeated));
        let changed = Command::Choose { begin: !begin };
        assert_eq!(code(table.handle(now, chooser, changed)), ErrorCode::StalePly);
        assert_eq!(code(table.handle(now, other, choose)), ErrorCode::StalePly);
        assert_eq!((table.state(now).choosing, table.state(now).to_move), (None, Some(FIRST)));
        assert_eq!(table.handle(now, FIRST, play(0, 1, 1)), Ok(Change::Changed));
    }
    let mut plain = table(&[1, 2], now);
    let refused = code(plain.handle(now, SECOND, Command::Choose { begin: true }));
    assert_eq!(refused, ErrorCode::Forbidden);
}

#[test]
fn what_players_have_agreed_to_play_without_is_not_to_be_had() {
    let now = Instant::now();
    let all = [Without::Abort, Without::Claim, Without::Rematch, Without::Takeback];
    let commands = [
        Command::Abort,
        Command::Claim,
        Command::Rematch { want: true },
        Command::Takeback { ply: 0, want: true },
    ];
    for without in all {
        for (other, command) in all.into_iter().zip(commands.clone()) {
            let terms = Terms { without: [without].into(), ..Terms::default() };
            let mut table = on_terms(&[3], None, terms, now);
            assert_eq!(table.view(0, now).without, [without].into());
            let refused = table.handle(now, SECOND, command).err();
            let barred = refused.is_some_and(|why| why.code() == ErrorCode::Forbidden);
            assert_eq!(barred, other == without, "{other:?} without {without:?}");
        }
    }
}

#[test]
fn a_choice_is_kept_and_one_that_is_not_made_ends_the_game() {
    let now = Instant::now();
    let clock = Some(TimeControl::Move { ms: 5_000 });
    for begins in [true, false] {
        let mut table = with_pie(clock, now);
        table.handle(now, SECOND, Command::Choose { begin: begins }).expect("theirs to choose");
        let mut facts = vec![Fact::Chose { begins }];
        table.handle(now, FIRST, play(0, 1, 1)).expect("legal");
        facts.extend(table.take_news());
        let fresh = with_pie(clock, now);
        let (opening, hashes) = (fresh.opening(), fresh.hashes());
        let record = Record {
            table: table.id(),
            opening,
            hashes,
            facts,
            opened_at: 0,
            ended_at: None,
            over: None,
        };
        let players: Vec<String> =
            record.players().iter().map(|player| player.name.to_string()).collect();
        assert_eq!(players, names(&table));
        let again = Table::restore(record.clone(), now).expect("whole");
        assert_eq!((names(&again), again.hashes()), (names(&table), table.hashes()));
        assert_eq!(again.game(), table.game());
        assert_eq!(again.chooser(), table.chooser());
        for bad in [vec![record.facts[1].clone()], vec![record.facts[0].clone(); 2]] {
            Table::restore(Record { facts: bad, ..record.clone() }, now).expect_err("damaged");
        }
    }
    let mut late = with_pie(clock, now);
    assert_eq!(late.next_deadline(), now + FIRST_MOVE_WITHIN);
    assert_eq!(late.on_deadline(now + FIRST_MOVE_WITHIN), Due::Changed);
    let over = Over { winners: Vec::new(), reason: Reason::Aborted };
    assert_eq!(late.state(now).over, Some(over));
    // The choice is a turn of its own: the first move has its own time limit.
    let mut chosen = with_pie(clock, now);
    let soon = now + Duration::from_secs(20);
    chosen.handle(soon, SECOND, Command::Choose { begin: true }).expect("theirs to choose");
    assert_eq!(chosen.next_deadline(), soon + FIRST_MOVE_WITHIN);
}

#[test]
fn nobody_claims_against_a_player_who_is_to_choose() {
    let now = Instant::now();
    let mut table = with_pie(None, now);
    table.set_present(now, FIRST, false);
    let late = now + ABSENT_FOR;
    // It is the chooser's turn, so they can choose but not claim.
    assert_eq!(code(table.handle(late, SECOND, Command::Claim)), ErrorCode::TooSoon);
    let mut table = with_pie(None, now);
    table.set_present(now, SECOND, false);
    assert_eq!(table.handle(late, FIRST, Command::Claim), Ok(Change::Changed));
    assert_eq!(table.state(late).over.expect("over").winners, [FIRST]);
}

#[test]
fn spectators_of_a_delayed_game_are_behind_until_it_is_over() {
    let now = Instant::now();
    let terms = Terms { rated: true, delay: 2, ..Terms::default() };
    let mut table = on_terms(&[2, 3], Some(TimeControl::Move { ms: 5_000 }), terms, now);
    let moves = [[1, 1], [0, 1], [1, 1], [0, 1]];
    for (ply, [heap, take]) in (0u32..).zip(moves) {
        let seen = ply.saturating_sub(2);
        let shown = protocol::TableState::from(table.shown_snapshot(now));
        assert_eq!((shown.ply, shown.to_move), (seen, Some(Seat((seen % 2) as u8))));
        assert_eq!((&shown.clock, &shown.over), (&None, &None));
        let mut game = Game::new(table.game().setup().clone());
        table.game().moves()[..seen as usize]
            .iter()
            .for_each(|mv| game.play(mv.clone()).expect("legal"));
        assert_eq!(
            (&shown.position, shown.last_move.as_ref()),
            (&**game.position(), game.moves().last())
        );
        for since in [0, 1, 9] {
            let view = table.shown_view(since, now);
            assert_eq!(view.moves, game.moves()[since.min(seen) as usize..]);
            assert_eq!((view.times.len(), &view.state), (view.moves.len(), &shown));
        }
        let seat = Seat((ply % 2) as u8);
        table.handle(now, seat, play(ply, heap, take)).expect("legal");
        assert_eq!(table.state(now).ply, ply + 1, "players see it at once");
    }
    table.handle(now, FIRST, Command::Resign).expect("a player may resign");
    assert_eq!(table.shown_snapshot(now), table.snapshot(now));
    assert_eq!(table.shown_view(0, now), table.view(0, now));
    assert_eq!(table.shown_view(0, now).moves.len(), 4);
}
