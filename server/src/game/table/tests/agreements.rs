//! What players agree on: takebacks, rematches, pairs, and who begins.

use super::*;

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
                    Ok(TableChange::Changed)
                }
                6 => {
                    let before = (table.game().clone(), left(&table, start));
                    facts.extend(table.take_news());
                    table = restarted(facts.clone(), &mut table, now);
                    prop_assert_eq!((table.game().clone(), left(&table, start)), before);
                    Ok(TableChange::Changed)
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
    assert_eq!(reasons, [(first.id(), EndReason::Played), (second.id(), EndReason::Resigned)]);
    second.handle(now, FIRST, Command::Rematch { want: true }).expect("the pair is over");
}

#[test]
fn a_player_who_does_not_begin_a_game_of_a_rated_pair_loses_it() {
    let now = Instant::now();
    let clock = Some(TimeControl::Move { ms: 1_000 });
    let mut late = on_terms(&[3], clock, rated(half(None)), now);
    assert_eq!(late.on_deadline(now + FIRST_MOVE_TIMEOUT), DeadlineEffect::Changed);
    let lost = Over { winners: vec![SECOND], reason: EndReason::Forfeited };
    assert_eq!(late.over(), Some(&lost));
    assert!(late.second_game().is_some());
    let mut unwilling = paired(rated(half(Some(lost))), now);
    unwilling.handle(now, SECOND, Command::Abort).expect("early");
    let lost = Over { winners: vec![FIRST], reason: EndReason::Forfeited };
    assert_eq!(unwilling.over(), Some(&lost));
    assert!(unwilling.rated_result().is_some());
}

#[test]
fn without_a_winner_nothing_is_rated_and_a_pair_ends() {
    let now = Instant::now();
    let casual = Terms { rated: false, ..rated(half(None)) };
    for terms in [casual, Terms::default()] {
        let mut table = paired(terms, now);
        table.handle(now, FIRST, Command::Abort).expect("early");
        assert_eq!(table.over().map(|over| over.reason), Some(EndReason::Aborted));
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

pub(super) fn names(table: &Table) -> Vec<String> {
    table.players().map(|player| player.name.to_string()).collect()
}

#[test]
fn the_view_says_whether_there_is_a_pie_rule() {
    let now = Instant::now();
    let tables = [table(&[1, 2], now), with_pie(None, now)];
    assert_eq!(tables.map(|table| table.view(0, now).pie), [false, true]);
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
        assert_eq!(table.handle(now, SECOND, choose.clone()), Ok(TableChange::Changed));
        assert_eq!(table.take_news(), Some(Fact::Chose { begins: begin }));
        assert_eq!(names(&table), if begin { ["b", "a"] } else { ["a", "b"] });
        // The secrets still belong to the same players.
        let token = Secret::new([2; 32]);
        let (chooser, other) = if begin { (FIRST, SECOND) } else { (SECOND, FIRST) };
        assert_eq!(table.seat_of(&token), Some(chooser));
        assert_eq!(table.handle(now, chooser, choose.clone()), Ok(TableChange::Repeated));
        let changed = Command::Choose { begin: !begin };
        assert_eq!(code(table.handle(now, chooser, changed)), ErrorCode::StalePly);
        assert_eq!(code(table.handle(now, other, choose)), ErrorCode::StalePly);
        assert_eq!((table.state(now).choosing, table.state(now).to_move), (None, Some(FIRST)));
        assert_eq!(table.handle(now, FIRST, play(0, 1, 1)), Ok(TableChange::Changed));
    }
    let mut plain = table(&[1, 2], now);
    let refused = code(plain.handle(now, SECOND, Command::Choose { begin: true }));
    assert_eq!(refused, ErrorCode::Forbidden);
}

#[test]
fn excluded_actions_are_refused() {
    let now = Instant::now();
    let all = [
        ExcludedAction::Abort,
        ExcludedAction::Claim,
        ExcludedAction::Rematch,
        ExcludedAction::Takeback,
    ];
    let commands = [
        Command::Abort,
        Command::Claim,
        Command::Rematch { want: true },
        Command::Takeback { ply: 0, want: true },
    ];
    for without in all {
        for (other, command) in all.into_iter().zip(commands.clone()) {
            let terms = Terms { excluded: [without].into(), ..Terms::default() };
            let mut table = on_terms(&[3], None, terms, now);
            assert_eq!(table.view(0, now).excluded, [without].into());
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
        let record = RecordedGame {
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
            Table::restore(RecordedGame { facts: bad, ..record.clone() }, now)
                .expect_err("damaged");
        }
    }
    let mut late = with_pie(clock, now);
    assert_eq!(late.next_deadline(), now + FIRST_MOVE_TIMEOUT);
    assert_eq!(late.on_deadline(now + FIRST_MOVE_TIMEOUT), DeadlineEffect::Changed);
    let over = Over { winners: Vec::new(), reason: EndReason::Aborted };
    assert_eq!(late.state(now).over, Some(over));
    // The choice is a turn of its own: the first move has its own time limit.
    let mut chosen = with_pie(clock, now);
    let soon = now + Duration::from_secs(20);
    chosen.handle(soon, SECOND, Command::Choose { begin: true }).expect("theirs to choose");
    assert_eq!(chosen.next_deadline(), soon + FIRST_MOVE_TIMEOUT);
}

#[test]
fn nobody_claims_against_a_player_who_is_to_choose() {
    let now = Instant::now();
    let mut table = with_pie(None, now);
    table.set_present(now, FIRST, false);
    let late = now + CLAIM_AFTER;
    // It is the chooser's turn, so they can choose but not claim.
    assert_eq!(code(table.handle(late, SECOND, Command::Claim)), ErrorCode::TooSoon);
    let mut table = with_pie(None, now);
    table.set_present(now, SECOND, false);
    assert_eq!(table.handle(late, FIRST, Command::Claim), Ok(TableChange::Changed));
    assert_eq!(table.state(late).over.expect("over").winners, [FIRST]);
}
