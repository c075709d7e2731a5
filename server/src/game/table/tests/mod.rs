//! A table from its first move to its result.

mod agreements;
mod bids;
mod clocks;
mod presence;

use proptest::prelude::*;
use protocol::{ErrorCode, Kind, MoveTime, Name, PairId, PlayerId};
use rules::{Ending, Heaps, Setup, Variant};
use uuid::Uuid;

use protocol::limits::{
    ABANDONED_AFTER, CLAIM_AFTER, FINISHED_TABLE_LIFETIME, FIRST_MOVE_TIMEOUT, RECONNECT_GRACE,
    TURN_TIMEOUT,
};

use super::*;
use crate::records::game::{PairGame, RecordedGame};

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

fn code(result: Result<TableChange, RequestError>) -> ErrorCode {
    result.expect_err("must be refused").code()
}

#[test]
fn the_last_mover_wins_and_the_game_is_over() {
    let now = Instant::now();
    let mut table = table(&[1, 2], now);
    assert_eq!(table.handle(now, FIRST, play(0, 1, 1)), Ok(TableChange::Changed));
    assert_eq!(table.handle(now, SECOND, play(1, 0, 1)), Ok(TableChange::Changed));
    assert_eq!(table.state(now).to_move, Some(FIRST));
    assert_eq!(table.handle(now, FIRST, play(2, 1, 1)), Ok(TableChange::Changed));
    let over = Over { winners: vec![FIRST], reason: EndReason::Played };
    assert_eq!(table.state(now).over, Some(over));
    assert_eq!(table.state(now).to_move, None);
    assert_eq!(code(table.handle(now, SECOND, Command::Resign)), ErrorCode::GameOver);
    assert_eq!(code(table.handle(now, SECOND, play(3, 0, 1))), ErrorCode::GameOver);
}

#[test]
fn a_move_counts_once_however_often_it_is_sent() {
    let now = Instant::now();
    let mut table = table(&[3], now);
    assert_eq!(table.handle(now, FIRST, play(0, 0, 1)), Ok(TableChange::Changed));
    assert_eq!(table.handle(now, FIRST, play(0, 0, 1)), Ok(TableChange::Repeated));
    assert_eq!(table.handle(now, SECOND, play(1, 0, 2)), Ok(TableChange::Changed));
    // The last answer may also be lost: the game is over, and the move stands.
    assert_eq!(table.handle(now, SECOND, play(1, 0, 2)), Ok(TableChange::Repeated));
    assert_eq!(table.game().ply(), 2);
}

#[test]
fn each_wrong_move_has_its_own_refusal_and_changes_nothing() {
    let now = Instant::now();
    let mut table = table(&[3, 3], now);
    assert_eq!(table.handle(now, FIRST, play(0, 0, 1)), Ok(TableChange::Changed));
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
    assert_eq!(early.handle(now, SECOND, Command::Abort), Ok(TableChange::Changed));
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
    assert_eq!(table.handle(now, FIRST, Command::Resign), Ok(TableChange::Changed));
    let over = Over { winners: vec![SECOND], reason: EndReason::Resigned };
    assert_eq!(table.state(now).over, Some(over));
}

#[test]
fn the_operator_decides_for_some_seats_in_order_and_not_for_all() {
    let now = Instant::now();
    for wrong in [vec![FIRST, SECOND], vec![SECOND, FIRST], vec![FIRST, FIRST], vec![Seat(2)]] {
        let refused = table(&[3], now).adjudicate(now, wrong.clone()).expect_err("refused");
        assert_eq!(refused.code(), ErrorCode::BadMessage, "{wrong:?}");
    }
    for winners in [vec![], vec![FIRST], vec![SECOND]] {
        let mut table = table(&[3], now);
        table.adjudicate(now, winners.clone()).expect("decided");
        assert_eq!(table.over(), Some(&Over { winners, reason: EndReason::Adjudicated }));
        assert!(table.adjudicate(now, vec![FIRST]).is_err(), "once");
    }
}

#[test]
fn of_three_seats_two_may_win_in_order() {
    let now = Instant::now();
    let three = || {
        let params = serde_json::json!({"players": 3, "step": 3, "target": 21});
        let variant = Variant::parse("game21_nplayer", params).expect("21");
        let start = rules::Total { total: 0 }.into();
        let setup = Setup::new(variant, Ending::Misere, start).expect("legal");
        let player = table(&[3], now).players().next().expect("two").clone();
        let hashes = [1, 2, 3].map(|n| SecretHash::new(&Secret::new([n; 32]))).to_vec();
        let players = vec![player; 3];
        let opening = Opening { game: setup, players, clock: None, terms: Terms::default() };
        Table::new(TableId(Uuid::nil()), opening, hashes, now)
    };
    let third = Seat(2);
    for winners in [vec![FIRST, third], vec![SECOND, third], vec![third]] {
        assert_eq!(three().adjudicate(now, winners.clone()), Ok(()), "{winners:?}");
    }
    for wrong in [vec![third, FIRST], vec![SECOND, SECOND], vec![FIRST, SECOND, third]] {
        assert!(three().adjudicate(now, wrong.clone()).is_err(), "{wrong:?}");
    }
}

#[test]
fn a_rematch_keeps_what_was_agreed_and_nothing_of_who_met_how() {
    let json = |terms: Terms| serde_json::to_value(terms).expect("JSON");
    let now = Instant::now();
    let all = crate::records::game::tests::all_terms();
    let found = json(on_terms(&[3], None, all.clone(), now).terms_of_rematch());
    let agreed = ["rated", "start", "open", "pie", "bid", "delay", "excluded", "drawn"];
    let mut expected = json(all);
    expected.as_object_mut().expect("fields").retain(|field, _| agreed.contains(&field.as_str()));
    assert_eq!(found, expected);
}

#[test]
fn everybody_is_shown_what_was_agreed() {
    let all = crate::records::game::tests::all_terms();
    let now = Instant::now();
    let table = on_terms(&[3], None, all.clone(), now);
    let view = table.view(0, now);
    assert_eq!((table.drawn(), table.handicap()), (all.drawn, all.handicap));
    assert_eq!((view.drawn, view.handicap), (all.drawn, all.handicap));
    assert_eq!((view.rated, view.pie, view.delay), (true, true, 1));
    assert_eq!((view.ratings, view.excluded), (all.ratings, all.excluded));
    assert_eq!((view.clocks, view.division), (all.clocks, table.division()));
    assert_eq!(view.division, Some(protocol::Division::new([Kind::Bot; 2], true)));
}

/// Of a damaged game everything before the damage counts.
#[test]
fn a_damaged_game_is_replayed_up_to_its_damage() {
    let now = Instant::now();
    let moved = |take| Fact::Moved { mv: Move::List(vec![0, take].into()), us: 0, lag_us: 0 };
    let replayed = |facts| {
        let fresh = table(&[3], now);
        let (opening, hashes) = (fresh.opening(), fresh.hashes());
        let record = RecordedGame {
            table: fresh.id(),
            opening,
            hashes,
            facts,
            opened_at: 0,
            ended_at: None,
            over: None,
        };
        Table::replayed(record, now)
    };
    assert_eq!(replayed(vec![moved(1), moved(1)]), (2, None));
    assert_eq!(replayed(vec![moved(1), moved(7), moved(1)]), (1, None), "there are no seven");
    let over = Over { winners: vec![SECOND], reason: EndReason::Played };
    assert_eq!(replayed(vec![moved(1), moved(2), moved(1)]), (2, Some(over)), "it is over");
}

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

const FISCHER: TimeControl = TimeControl::Fischer { base_ms: 10_000, increment_ms: 2_000 };

fn left(table: &Table, now: Instant) -> Vec<u32> {
    table.state(now).clock.expect("a clock").left_ms
}

/// The table after a crash of the server: rebuilt at `now` from the facts that it has passed to the
/// store.
fn restarted(mut facts: Vec<Fact>, table: &mut Table, now: Instant) -> Table {
    facts.extend(table.take_news());
    let (opening, hashes) = (table.opening(), table.hashes());
    let over = table.over().cloned();
    let record = RecordedGame {
        table: table.id(),
        opening,
        hashes,
        facts,
        opened_at: 0,
        ended_at: None,
        over,
    };
    Table::restore(record, now).expect("a game")
}

#[test]
fn a_game_that_does_not_end_is_ended() {
    let now = Instant::now();
    let mut table = table(&[u64::from(MAX_PLIES) + 10], now);
    for ply in 0..MAX_PLIES {
        let seat = Seat((ply % 2) as u8);
        table.handle(now, seat, play(ply, 0, 1)).expect("legal");
    }
    assert_eq!(table.state(now).over, Some(Over { winners: vec![], reason: EndReason::TooLong }));
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
