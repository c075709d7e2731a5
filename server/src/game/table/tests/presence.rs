//! Players who leave, come back, or never come.

use super::*;

#[test]
fn a_game_can_be_claimed_from_an_absent_player_but_not_after_a_timely_return() {
    let start = Instant::now();
    let mut table = table(&[3], start);
    let claim = |table: &mut Table, at, seat| table.handle(at, seat, Command::Claim);
    assert_eq!(code(claim(&mut table, start, SECOND)), ErrorCode::TooSoon);
    table.set_present(start, FIRST, false);
    let late = start + CLAIM_AFTER;
    let early = late - Duration::from_millis(1);
    assert_eq!(table.state(early).claim_ms, [Some(1), None]);
    assert_eq!(code(claim(&mut table, early, SECOND)), ErrorCode::TooSoon);
    table.set_present(early, FIRST, true);
    assert_eq!(table.state(early).claim_ms, []);
    assert_eq!(code(claim(&mut table, late, SECOND)), ErrorCode::TooSoon);
    table.set_present(late, FIRST, false);
    // Leaving a second time does not restart the count.
    table.set_present(late + Duration::from_secs(1), FIRST, false);
    assert_eq!(code(claim(&mut table, late + CLAIM_AFTER, FIRST)), ErrorCode::TooSoon);
    assert_eq!(claim(&mut table, late + CLAIM_AFTER, SECOND), Ok(TableChange::Changed));
    let over = Over { winners: vec![SECOND], reason: EndReason::Abandoned };
    assert_eq!(table.take_news(), Some(Fact::Ended(over.clone())));
    assert_eq!(table.state(late).over, Some(over));
}

#[test]
fn nobody_claims_on_their_own_turn() {
    let start = Instant::now();
    let mut table = table(&[3], start);
    table.set_present(start, SECOND, false);
    let late = start + CLAIM_AFTER;
    assert_eq!(code(table.handle(late, FIRST, Command::Claim)), ErrorCode::TooSoon);
    table.handle(late, FIRST, play(0, 0, 1)).expect("legal");
    assert_eq!(table.handle(late, FIRST, Command::Claim), Ok(TableChange::Changed));
}

#[test]
fn a_player_who_never_returns_loses_even_without_a_claim() {
    let start = Instant::now();
    let mut table = table(&[3], start);
    table.set_present(start, SECOND, false);
    let end = start + ABANDONED_AFTER;
    assert_eq!(table.next_deadline(), end);
    assert_eq!(table.on_deadline(end - Duration::from_millis(1)), DeadlineEffect::Nothing);
    assert_eq!(table.on_deadline(end), DeadlineEffect::Changed);
    let over = Over { winners: vec![FIRST], reason: EndReason::Abandoned };
    assert_eq!(table.state(end).over, Some(over));
    assert_eq!(table.on_deadline(end), DeadlineEffect::Nothing);
    assert_eq!(table.next_deadline(), end + FINISHED_TABLE_LIFETIME);
    assert_eq!(table.on_deadline(end + FINISHED_TABLE_LIFETIME), DeadlineEffect::Remove);
}

#[test]
fn when_all_are_gone_nobody_wins() {
    let start = Instant::now();
    let mut table = table(&[3], start);
    table.set_present(start, FIRST, false);
    table.set_present(start, SECOND, false);
    assert_eq!(table.on_deadline(start + ABANDONED_AFTER), DeadlineEffect::Changed);
    let over = Over { winners: vec![], reason: EndReason::Abandoned };
    assert_eq!(table.state(start).over, Some(over));
}

#[test]
fn a_game_without_a_clock_has_a_last_moment_too() {
    let start = Instant::now();
    let mut never_begun = table(&[3], start);
    assert_eq!(never_begun.on_deadline(start + TURN_TIMEOUT), DeadlineEffect::Changed);
    assert_eq!(never_begun.over().expect("over").reason, EndReason::Aborted);
    let mut left_alone = table(&[3], start);
    left_alone.handle(start, FIRST, play(0, 0, 1)).expect("legal");
    left_alone.handle(start, SECOND, play(1, 0, 1)).expect("legal");
    assert_eq!(left_alone.on_deadline(left_alone.next_deadline()), DeadlineEffect::Changed);
    let over = Over { winners: vec![SECOND], reason: EndReason::Abandoned };
    assert_eq!(left_alone.over(), Some(&over));
}
