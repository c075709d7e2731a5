//! Bids for the seat.

use protocol::{Bid, Commitment, Salt, TableState, TableView};

use super::agreements::names;
use super::*;
use crate::records::game::Lot;

/// A table where both bid for the seats; equal bids go to the player who sat second.
fn with_bids(now: Instant) -> Table {
    let lot = Lot { number: 7, salt: Salt::new([3; 32]) };
    let terms = Terms { bid: true, lot: Some(lot), ..Terms::default() };
    let clock = TimeControl::Fischer { base_ms: 60_000, increment_ms: 0 };
    on_terms(&[1, 2], Some(clock), terms, now)
}

fn bid(begin: bool, ms: u32) -> Command {
    Command::Bid(Bid { begin, ms })
}

#[test]
fn the_higher_bid_gets_its_seat_and_pays_and_nobody_sees_a_bid_before() {
    let now = Instant::now();
    for (one, two, players, left) in [
        ((true, 9_000), (true, 9_001), ["b", "a"], [50_999, 60_000]),
        ((true, 9_000), (true, 8_999), ["a", "b"], [51_000, 60_000]),
        ((false, 5_000), (false, 0), ["b", "a"], [60_000, 55_000]),
        ((true, 5_000), (false, 7_000), ["a", "b"], [60_000, 60_000]),
        ((false, 5_000), (true, 7_000), ["b", "a"], [60_000, 60_000]),
        ((true, 4_000), (true, 4_000), ["b", "a"], [56_000, 60_000]),
    ] {
        let mut table = with_bids(now);
        assert_eq!(code(table.handle(now, FIRST, play(0, 1, 1))), ErrorCode::NotYourTurn);
        assert_eq!(code(table.handle(now, FIRST, bid(true, 54_001))), ErrorCode::Forbidden);
        let before = table.view(0, now);
        assert_eq!(table.handle(now, FIRST, bid(one.0, one.1)), Ok(TableChange::Changed));
        let mut facts = vec![table.take_news().expect("a bid")];
        let waiting = table.view(0, now);
        assert_eq!((&waiting.state.bidding, waiting.state.to_move), (&vec![true, false], None));
        // That there is a bid is all that can be seen of it.
        let hidden = TableState { bidding: vec![false; 2], ..waiting.state.clone() };
        assert_eq!(TableView { state: hidden, ..waiting }, before);
        assert_eq!(code(table.handle(now, FIRST, play(0, 1, 1))), ErrorCode::NotYourTurn);
        assert_eq!(table.handle(now, FIRST, bid(one.0, one.1)), Ok(TableChange::Repeated));
        assert_eq!(code(table.handle(now, FIRST, bid(one.0, 1))), ErrorCode::StalePly);
        // A restart keeps the first bid.
        let fresh = with_bids(now);
        let record = |facts: &[Fact]| RecordedGame {
            table: fresh.id(),
            opening: fresh.opening(),
            hashes: fresh.hashes(),
            facts: facts.to_vec(),
            opened_at: 0,
            ended_at: None,
            over: None,
        };
        let again = Table::restore(record(&facts), now).expect("whole");
        assert_eq!(again.state(now).bidding, [true, false]);
        assert_eq!(table.handle(now, SECOND, bid(two.0, two.1)), Ok(TableChange::Changed));
        facts.extend(table.take_news());
        assert_eq!(names(&table), players);
        let view = table.view(0, now);
        assert_eq!(view.state.clock.as_ref().expect("a clock").left_ms, left);
        let paid = left.map(|base_ms| TimeControl::Fischer { base_ms, increment_ms: 0 });
        assert_eq!(table.clocks(), if left == [60_000; 2] { &[][..] } else { &paid });
        let settled = view.bid.as_ref().and_then(|bid| bid.settled.clone()).expect("both are in");
        assert_eq!(Commitment::to(settled.salt, settled.lot), before.bid.expect("bids").commitment);
        let payer = left.iter().position(|&left| left < 60_000);
        assert_eq!(settled.paid_by, payer.map(|seat| Seat(seat as u8)));
        // The same again has no effect, wherever they sit now.
        let (one_sits, two_sits) =
            if players[0] == "a" { (FIRST, SECOND) } else { (SECOND, FIRST) };
        assert_eq!(table.handle(now, one_sits, bid(one.0, one.1)), Ok(TableChange::Repeated));
        assert_eq!(code(table.handle(now, two_sits, bid(two.0, 33))), ErrorCode::StalePly);
        let again = Table::restore(record(&facts), now).expect("whole");
        assert_eq!((names(&again), again.hashes()), (names(&table), table.hashes()));
        assert_eq!((again.bid_view(), again.clocks()), (table.bid_view(), table.clocks()));
        let named = record(&facts).players().iter().map(|p| p.name.to_string()).collect::<Vec<_>>();
        assert_eq!(named, players);
        assert_eq!(table.handle(now, FIRST, play(0, 1, 1)), Ok(TableChange::Changed));
        facts.push(facts[0].clone());
        Table::restore(record(&facts), now).expect_err("a third bid");
    }
    assert_eq!(code(table(&[3], now).handle(now, FIRST, bid(true, 0))), ErrorCode::Forbidden);
    let mut highest = with_bids(now);
    assert_eq!(highest.handle(now, SECOND, bid(true, 54_000)), Ok(TableChange::Changed));
    let mut late = with_bids(now);
    late.handle(now, SECOND, bid(true, 0)).expect("in time");
    assert_eq!(late.on_deadline(now + FIRST_MOVE_TIMEOUT), DeadlineEffect::Changed);
    assert_eq!(late.state(now).over.expect("over").reason, EndReason::Aborted);
}

#[test]
fn whoever_has_bid_can_claim_the_game_from_an_absent_bidder() {
    let start = Instant::now();
    let mut table = with_bids(start);
    table.set_present(start, SECOND, false);
    let late = start + CLAIM_AFTER;
    let claim = |table: &mut Table| table.handle(late, FIRST, Command::Claim);
    assert_eq!(code(claim(&mut table)), ErrorCode::TooSoon, "their own bid is missing");
    table.handle(late, FIRST, bid(true, 0)).expect("a bid");
    assert_eq!(claim(&mut table), Ok(TableChange::Changed));
}
