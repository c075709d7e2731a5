//! What a tournament admits at its edges, and that what is stored of it is all of it.

use std::collections::BTreeSet;

use proptest::prelude::*;
use protocol::{
    Close, DeclaredProgram, Kind, Name, NameHash, Nonce, Number, Plan, Player, PlayerId, PublicKey,
    Resignation, Signature, SprtDecision, Stage, TableId,
};
use uuid::Uuid;

use super::play::{Play, entered, plan, player};
use super::{Contest, Correction, DuePair, Event, EventError, LogStep, Wave};
use crate::game_result::{Attestation, GameResult, ResultReason, SignedResignation};
use crate::pairing::Pairing;

const ROUND_ROBIN: &str = r#"{"kind": "round_robin"}"#;

pub(super) fn everybody(_: Number) -> bool {
    true
}

/// Plays the first due pair with these winners: 0 is the first to move in the first game.
pub(super) fn play_pair(play: &mut Play, winners: [Option<usize>; 2]) -> DuePair {
    let due = play.contest.due(&BTreeSet::new(), &everybody)[0];
    let seats = play.contest.seats(due).unwrap();
    let game = |winner: Option<usize>| {
        GameResult::new(winner.map(|seat| seats[seat]), ResultReason::Played, String::new())
    };
    let games = Box::new(winners.map(game));
    play.happen(Event::Played { pairing: due.pairing, pair: due.pair, games, at_ms: 0 });
    due
}

#[test]
fn pairings_are_of_two_known_entrants_in_a_round_and_at_a_board() {
    let contest = Play::new(plan(ROUND_ROBIN, 3, 1), 3, 0).contest;
    let paired = |round, board, first, second: Option<u32>| {
        let pairing = Pairing { round, board, first: Number(first), second: second.map(Number) };
        contest.clone().apply(&Event::Paired { pairings: vec![pairing], wave: None })
    };
    for (first, second) in [(1, Some(3)), (3, Some(1)), (2, None)] {
        assert_eq!(paired(1, 1, first, second), Ok(()), "{first} {second:?}");
    }
    for (round, board, first, second) in [
        (0, 1, 1, Some(2)),
        (1, 0, 1, Some(2)),
        (1, 1, 0, Some(2)),
        (1, 1, 4, Some(2)),
        (1, 1, 1, Some(0)),
        (1, 1, 1, Some(4)),
        (1, 1, 1, Some(1)),
        (1, 1, 4, None),
    ] {
        let refused = paired(round, board, first, second);
        assert_eq!(refused, Err(EventError::BadPairing), "{round} {board} {first} {second:?}");
    }
    let none = Event::Paired { pairings: Vec::new(), wave: None };
    assert_eq!(contest.clone().apply(&none), Err(EventError::BadPairing));
}

#[test]
fn signatures_are_kept_of_both_games_of_open_pairs_only() {
    let mut play = Play::new(plan(ROUND_ROBIN, 2, 3), 2, 0);
    play.step(0);
    let due = play_pair(&mut play, [Some(0), Some(0)]);
    assert_eq!(due.pair, 1);
    let attested = |pairing, pair, game| {
        let signature = Some(Signature::new([pair as u8; 64]));
        let attestation = Attestation { signatures: [signature, None], resignation: None };
        Event::Attested { pairing, pair, game, attestation }
    };
    for (pairing, pair, game) in [(0, 2, 0), (0, 2, 1), (0, 3, 0)] {
        play.happen(attested(pairing, pair, game));
        let kept = play.contest.attested(DuePair { pairing, pair }, game).expect("kept");
        assert_eq!(kept.signatures[0], Some(Signature::new([pair as u8; 64])));
    }
    for (pairing, pair, game) in [(0, 0, 0), (0, 1, 0), (0, 4, 0), (0, 2, 2), (1, 2, 0)] {
        let refused = play.contest.apply(&attested(pairing, pair, game));
        assert_eq!(refused, Err(EventError::BadResult), "{pairing} {pair} {game}");
    }
    // What is played needs them no longer; the others stay.
    let second = play_pair(&mut play, [Some(0), Some(0)]);
    assert_eq!([0, 1].map(|game| play.contest.attested(second, game)), [None, None]);
    assert!(play.contest.attested(DuePair { pairing: 0, pair: 3 }, 0).is_some());
}

#[test]
fn a_correction_is_of_one_game_that_was_played_by_one_who_played_it() {
    let mut play = Play::new(plan(ROUND_ROBIN, 3, 2), 3, 0);
    play.step(0);
    let due = play_pair(&mut play, [Some(0), Some(1)]);
    let seats = play.contest.seats(due).unwrap();
    let right = Correction {
        pairing: due.pairing,
        pair: due.pair,
        game: 0,
        winner: Some(seats[1]),
        why: "x".repeat(200),
    };
    let corrected =
        |correction: Correction| play.contest.clone().apply(&Event::Corrected(correction));
    let stranger = (1..=3).map(Number).find(|number| !seats.contains(number));
    for good in [
        right.clone(),
        Correction { winner: None, ..right.clone() },
        Correction { game: 1, winner: Some(seats[0]), ..right.clone() },
        Correction { why: "é".repeat(200), ..right.clone() },
        Correction { why: "x".to_owned(), ..right.clone() },
    ] {
        assert_eq!(corrected(good.clone()), Ok(()), "{good:?}");
    }
    for wrong in [
        Correction { winner: Some(seats[0]), ..right.clone() },
        Correction { winner: stranger, ..right.clone() },
        Correction { game: 2, ..right.clone() },
        Correction { pair: 2, ..right.clone() },
        Correction { pairing: 9, ..right.clone() },
        Correction { why: String::new(), ..right.clone() },
        Correction { why: "x".repeat(201), ..right.clone() },
        Correction { why: "a\nb".to_owned(), ..right.clone() },
    ] {
        assert_eq!(corrected(wrong.clone()), Err(EventError::NoCorrection), "{wrong:?}");
    }
    assert_eq!(play.contest.correction(due, 0), None);
    play.happen(Event::Corrected(right.clone()));
    play.happen(Event::Corrected(Correction {
        winner: None,
        why: "again".to_owned(),
        ..right.clone()
    }));
    assert_eq!(play.contest.correction(due, 0), Some("again"));
    for (other, game) in
        [(due, 1), (DuePair { pair: 2, ..due }, 0), (DuePair { pairing: 2, ..due }, 0)]
    {
        assert_eq!(play.contest.correction(other, game), None);
    }
    let pairing = play.contest.pairings()[due.pairing as usize].pairing;
    let found = |round, board| play.contest.find_pair(round, board, due.pair);
    assert_eq!(found(pairing.round, pairing.board), Some(due));
    assert_eq!((found(pairing.round, 9), found(9, pairing.board)), (None, None));
}

#[test]
fn an_end_waits_a_day_for_the_organizer() {
    const DAY_MS: u64 = 24 * 60 * 60 * 1_000;
    let mut plan = plan(ROUND_ROBIN, 2, 1);
    plan.close = Close::OnRequest;
    let mut play = Play::new(plan, 2, 0);
    play.step(0);
    assert_eq!(play.contest.close(0), Err(EventError::Unfinished));
    let due = play.contest.due(&BTreeSet::new(), &everybody)[0];
    let played = play.contest.forfeit(due, &|_| true, ResultReason::NoShow, 70).unwrap();
    play.happen(played);
    assert_eq!(play.contest.next(70 + DAY_MS - 1, &everybody), None);
    let end = Event::Finished { sprt: None, at_ms: None };
    assert_eq!(play.contest.next(70 + DAY_MS, &everybody), Some(end.clone()));
    assert_eq!(play.contest.close(70), Ok(end));
}

#[test]
fn byes_are_for_rounds_that_are_not_paired_and_as_many_as_the_plan_admits() {
    let mut plan = plan(r#"{"kind": "swiss", "rounds": 4}"#, 4, 1);
    plan.byes = 2;
    let mut play = Play::new(plan, 4, 0);
    let asked = |n, round| Event::ByeAsked { player: player(n).id, round };
    let judged = |play: &Play, n, round| play.contest.clone().apply(&asked(n, round));
    assert_eq!(
        [0, 1, 4, 5].map(|round| judged(&play, 1, round).is_ok()),
        [false, true, true, false]
    );
    assert_eq!(judged(&play, 9, 1), Err(EventError::NotEntered));
    play.step(0);
    assert_eq!([1, 2].map(|round| judged(&play, 1, round).is_ok()), [false, true]);
    play.happen(asked(1, 2));
    assert_eq!(judged(&play, 1, 2), Err(EventError::NoBye), "asked for already");
    play.happen(asked(1, 3));
    assert_eq!(judged(&play, 1, 4), Err(EventError::NoBye), "two are all");
    assert_eq!(judged(&play, 2, 4), Ok(()));
    play.happen(Event::Left { player: player(2).id });
    assert_eq!(judged(&play, 2, 4), Err(EventError::NotEntered));
    play.happen(Event::Cancelled);
    assert_eq!(judged(&play, 3, 4), Err(EventError::Over));
}

#[test]
fn a_bye_asked_for_goes_with_whoever_leaves_before_the_beginning() {
    let mut plan = plan(r#"{"kind": "swiss", "rounds": 3}"#, 4, 1);
    plan.byes = 1;
    let mut contest = Contest::new(Play::new(plan, 2, 0).contest.opening().clone());
    let asked = |n| Event::ByeAsked { player: player(n).id, round: 2 };
    let enter = |n| entered(player(n), None);
    let left = Event::Left { player: player(2).id };
    for event in [enter(1), enter(2), asked(1), asked(2), left, enter(2), Event::Began] {
        contest.apply(&event).unwrap();
    }
    let byes = contest.log.iter().filter_map(|step| match step {
        LogStep::ByeAsked(number, round) => Some((*number, *round)),
        _ => None,
    });
    let first = contest.entrant_of(player(1).id).unwrap().number;
    assert_eq!(byes.collect::<Vec<_>>(), [(first, 2)]);
}

#[test]
fn nobody_is_awaited_in_what_is_cancelled() {
    let mut play = Play::new(plan(ROUND_ROBIN, 3, 1), 3, 0);
    play.step(0);
    let awaited = |play: &Play| play.contest.awaited(&BTreeSet::new(), &|_| false).len();
    assert!(awaited(&play) > 1);
    play.happen(Event::Cancelled);
    assert_eq!(awaited(&play), 0);
}

#[test]
fn an_entrant_plays_as_many_pairs_at_once_as_the_plan_says() {
    let mut plan = plan(ROUND_ROBIN, 2, 9);
    (plan.running, plan.each) = (8, 3);
    let mut play = Play::new(plan, 2, 0);
    play.step(0);
    let pairs = |running: &BTreeSet<DuePair>, here: &dyn Fn(Number) -> bool| {
        play.contest.due(running, here).iter().map(|due| due.pair).collect::<Vec<_>>()
    };
    assert_eq!(pairs(&BTreeSet::new(), &everybody), [1, 2, 3]);
    let running: BTreeSet<DuePair> =
        [2, 5].into_iter().map(|pair| DuePair { pairing: 0, pair }).collect();
    assert_eq!(pairs(&running, &everybody), [1]);
    let one_is_here = |number: Number| number == Number(1);
    assert!(pairs(&BTreeSet::new(), &one_is_here).is_empty());
    let awaited = |running: &BTreeSet<DuePair>, here: &dyn Fn(Number) -> bool| {
        play.contest.awaited(running, here).into_iter().collect::<Vec<_>>()
    };
    let first = |pair| vec![(Number(2), DuePair { pairing: 0, pair })];
    assert_eq!(awaited(&BTreeSet::new(), &one_is_here), first(1));
    assert_eq!(awaited(&[DuePair { pairing: 0, pair: 1 }].into(), &one_is_here), first(2));
    assert!(awaited(&BTreeSet::new(), &everybody).is_empty());
    assert_eq!(awaited(&BTreeSet::new(), &|_| false).len(), 2);
}

#[test]
fn a_tournament_begins_by_itself_when_it_is_full_if_the_plan_says_so() {
    let full = Plan { begin: protocol::Begin::Full, ..plan(ROUND_ROBIN, 2, 1) };
    for (plan, begins) in [(full, true), (plan(ROUND_ROBIN, 2, 1), false)] {
        let mut contest = Contest::new(Play::new(plan, 2, 0).contest.opening().clone());
        contest.apply(&entered(player(1), None)).unwrap();
        assert_eq!(contest.next(0, &everybody), None, "one place is free");
        contest.apply(&entered(player(2), None)).unwrap();
        assert_eq!(contest.next(0, &everybody), begins.then_some(Event::Began));
        assert_eq!((contest.ends_at_ms(), contest.next_wave_ms()), (None, None));
    }
}

#[test]
fn an_arena_tells_when_its_next_wave_comes_and_when_it_ends() {
    let mut play = Play::new(plan(r#"{"kind": "arena", "seconds": 600}"#, 4, 1), 4, 0);
    assert_eq!(
        (play.contest.ends_at_ms(), play.contest.next_wave_ms()),
        (Some(600_000), Some(30_000))
    );
    let wave = play.contest.next(5_000, &everybody).expect("all are free");
    play.happen(wave);
    assert_eq!(play.contest.next_wave_ms(), Some(35_000));
    // Two are free again, but others play: the wave waits for them, and not for ever.
    let due = play.contest.due(&BTreeSet::new(), &everybody)[0];
    let played = play.contest.forfeit(due, &|_| true, ResultReason::Played, 9_000).unwrap();
    play.happen(played);
    assert_eq!(play.contest.next_wave_ms(), Some(5_000 + 2 * 4_000));
    assert_eq!(play.contest.next(12_999, &everybody), None);
    let next = play.contest.next(13_000, &everybody);
    let Some(Event::Paired { pairings, wave }) = next else { panic!("{next:?}") };
    // Those who still play are in no pair, and are not absent either.
    let paired: BTreeSet<Number> = pairings.iter().flat_map(Pairing::entrants).collect();
    assert_eq!(paired, BTreeSet::from(play.contest.seats(due).unwrap()));
    assert_eq!(wave, Some(Wave { at_ms: 13_000, absent: Vec::new() }));
    play.happen(Event::Cancelled);
    assert_eq!((play.contest.ends_at_ms(), play.contest.next_wave_ms()), (None, None));
    assert_eq!(play.contest.stage(), Stage::Cancelled);
}

prop_compose! {
    fn attestations()(
        signatures: [Option<u8>; 2], resigned: Option<(u8, u8)>,
    ) -> Attestation {
        let whys = [
            Resignation::Voluntary,
            Resignation::Crashed,
            Resignation::IllegalMove,
            Resignation::TimedOut,
            Resignation::ProtocolError,
        ];
        let sign = |byte| Signature::new([byte; 64]);
        let resignation = resigned
            .map(|(why, byte)| SignedResignation { why: whys[why as usize % 5], signature: sign(byte) });
        Attestation { signatures: signatures.map(|byte| byte.map(sign)), resignation }
    }
}

prop_compose! {
    fn results()(
        winner: Option<u32>, how in 0usize..10, table: Option<u128>, game in "[a-z 0-9:,]{0,9}",
        spent_ms in prop::collection::vec(any::<u64>(), 0..3), berserk: [bool; 2],
        attestation in attestations(),
    ) -> GameResult {
        use ResultReason::*;
        let how = [
            Played, Resigned, Abandoned, Aborted, TooLong, Flagged, Adjudicated, Forfeited, NoShow,
            Left,
        ][how];
        let table = table.map(|id| TableId(Uuid::from_u128(id)));
        GameResult { winner: winner.map(Number), how, table, game, spent_ms, berserk, attestation }
    }
}

prop_compose! {
    fn entries()(
        id: u128, kind in 0usize..3, house: bool, version: bool, rating: Option<u32>,
        bytes: [Option<u8>; 3], program: Option<(bool, Option<u64>, bool)>,
    ) -> Event {
        let said = || "2.0-rc1".to_owned().try_into().ok();
        let player = Player {
            id: PlayerId(Uuid::from_u128(id)),
            name: Name::try_from("Zoë".to_owned()).expect("a name"),
            kind: [Kind::Guest, Kind::Person, Kind::Bot][kind],
            house,
            version: said().filter(|_| version),
        };
        Event::Entered {
            player,
            rating,
            nonce: bytes[0].map(|byte| Nonce::new([byte; 32])),
            key: bytes[1].map(|byte| PublicKey::new([byte; 32])),
            program: program.map(|(version, seed, deterministic)| DeclaredProgram {
                version: said().filter(|_| version),
                seed,
                deterministic,
            }),
            former_name: bytes[2].map(|byte| NameHash::new([byte; 32])),
        }
    }
}

fn events() -> impl Strategy<Value = Event> {
    let id = || any::<u128>().prop_map(|id| PlayerId(Uuid::from_u128(id)));
    let pairing =
        any::<(u32, u32, u32, Option<u32>)>().prop_map(|(round, board, first, second)| Pairing {
            round,
            board,
            first: Number(first),
            second: second.map(Number),
        });
    let wave = any::<Option<(u64, Vec<u32>)>>().prop_map(|wave| {
        wave.map(|(at_ms, absent)| Wave { at_ms, absent: absent.into_iter().map(Number).collect() })
    });
    let place = any::<(u32, u32, u8)>();
    let decision =
        prop::option::of(prop::sample::select(vec![SprtDecision::Passed, SprtDecision::Failed]));
    prop_oneof![
        entries(),
        id().prop_map(|player| Event::Left { player }),
        (id(), any::<u32>()).prop_map(|(player, round)| Event::ByeAsked { player, round }),
        (id(), any::<bool>()).prop_map(|(player, on)| Event::Berserk { player, on }),
        id().prop_map(|player| Event::Returned { player }),
        (place, any::<Option<u32>>(), ".{0,9}").prop_map(|((pairing, pair, game), winner, why)| {
            Event::Corrected(Correction { pairing, pair, game, winner: winner.map(Number), why })
        }),
        Just(Event::Began),
        (prop::collection::vec(pairing, 0..3), wave)
            .prop_map(|(pairings, wave)| Event::Paired { pairings, wave }),
        (place, attestations()).prop_map(|((pairing, pair, game), attestation)| {
            Event::Attested { pairing, pair, game, attestation }
        }),
        (place, results(), results(), any::<u64>()).prop_map(
            |((pairing, pair, _), one, two, at_ms)| {
                Event::Played { pairing, pair, games: Box::new([one, two]), at_ms }
            }
        ),
        (decision, any::<Option<u64>>()).prop_map(|(sprt, at_ms)| Event::Finished { sprt, at_ms }),
        Just(Event::Cancelled),
    ]
}

proptest! {
    #[test]
    fn an_event_is_read_as_it_was_stored(event in events()) {
        let stored = serde_json::to_string(&event).expect("plain");
        let read: Event = serde_json::from_str(&stored).expect("just stored");
        prop_assert_eq!(&read, &event, "{}", stored);
        // What goes without saying is not stored.
        for spared in ["null", "[false,false]", "\"signatures\":[null,null]", "\"spent_ms\":[]"] {
            let whole = stored.contains("\"winner\":null") || stored.contains("\"second\":null");
            let signed = stored.contains("[null,\"") || stored.contains("\",null]");
            prop_assert!(!stored.contains(spared) || spared == "null" && (whole || signed), "{}", stored);
        }
    }
}
