use std::collections::{BTreeSet, HashMap, HashSet};

use proptest::prelude::*;
use protocol::Plan;
use protocol::limits::MAX_EXTRA_PAIRS;

use super::play::{Play, entered, plan, player};
use super::*;
use crate::game_result::{GameResult, ResultReason};
use crate::knockout;

fn met(play: &Play) -> HashMap<(Number, Number), u32> {
    let mut met = HashMap::new();
    for PairingState { pairing, .. } in play.contest.pairings() {
        if let Some(second) = pairing.second {
            *met.entry((pairing.first.min(second), pairing.first.max(second))).or_default() += 1;
        }
    }
    met
}

/// The name of a deleted account is forgotten; only its hash is left, and nothing is drawn anew.
#[test]
fn a_forgotten_name_changes_no_lot() {
    let plan = plan(r#"{"kind": "round_robin", "cycles": 1}"#, 8, 1);
    let mut play = Play::new(plan, 6, 3);
    let forget = |event: &mut Event| {
        if let Event::Entered { player, former_name, .. } = event {
            *former_name = Some(crate::name_hash(&player.name));
            player.name = "gone".to_owned().try_into().expect("a name");
        }
    };
    while play.step(0) {}
    let mut events = play.events.clone();
    events.iter_mut().take(2).for_each(forget);
    let opening = play.contest.opening().clone();
    let forgotten = Contest::restore(opening, &events).expect("the same events");
    let order = |contest: &Contest| contest.entrants().iter().map(|e| e.player).collect::<Vec<_>>();
    assert_eq!(order(&forgotten), order(&play.contest));
    assert_eq!(forgotten.draw, play.contest.draw);
    let others = forgotten.entrants().iter().filter(|one| one.former_name.is_some()).count();
    assert_eq!(others, 2);
    let gone = "gone".to_owned().try_into().expect("a name");
    for event in &events {
        if let Event::Entered { player, former_name: Some(_), .. } = event {
            // Whatever is told twice is known by then.
            (0..2).for_each(|_| play.contest.forget(player.id, &gone));
        }
    }
    assert_eq!(play.contest.entrants(), forgotten.entrants());
}

#[test]
fn the_seed_fixes_the_whole_tournament() {
    let written = |seed: u8| {
        let mut play = Play::new(plan(r#"{"kind": "round_robin", "cycles": 2}"#, 7, 3), 7, seed);
        play.finish(&[], &[]);
        serde_json::to_string(&play.events).unwrap()
    };
    assert_eq!(written(1), written(1));
    assert_ne!(written(1), written(2));
}

#[test]
fn nobody_enters_twice_or_too_late() {
    let mut play = Play::new(plan(r#"{"kind": "round_robin"}"#, 3, 1), 2, 0);
    let enter = |n| entered(player(n), None);
    assert_eq!(play.contest.apply(&enter(3)), Err(EventError::Begun));
    assert_eq!(play.contest.apply(&Event::Began), Err(EventError::Begun));
    let mut contest = Contest::new(play.contest.opening().clone());
    assert_eq!(contest.apply(&Event::Began), Err(EventError::TooFew));
    contest.apply(&enter(1)).unwrap();
    assert_eq!(contest.apply(&enter(1)), Err(EventError::Entered));
    contest.apply(&Event::Left { player: player(1).id }).unwrap();
    for n in 1..=3 {
        contest.apply(&enter(n)).unwrap();
    }
    assert_eq!(contest.apply(&enter(4)), Err(EventError::Full));
    contest.apply(&Event::Cancelled).unwrap();
    assert_eq!(contest.apply(&enter(4)), Err(EventError::Over));
    play.finish(&[], &[]);
    assert_eq!(play.contest.apply(&Event::Cancelled), Err(EventError::Over));
}

#[test]
fn impossible_events_are_refused() {
    let mut play = Play::new(plan(r#"{"kind": "round_robin"}"#, 3, 1), 3, 0);
    play.step(0);
    let due = play.contest.due(&BTreeSet::new(), &|_| true)[0];
    let seats = play.contest.seats(due).unwrap();
    let stranger = (1..=3).map(Number).find(|n| !seats.contains(n)).unwrap();
    let result = |winner| GameResult::new(Some(winner), ResultReason::Played, String::new());
    let played = |pairing, pair, winner| Event::Played {
        pairing,
        pair,
        games: Box::new([result(seats[0]), result(winner)]),
        at_ms: 0,
    };
    for wrong in [
        played(9, 1, seats[0]),
        played(0, 0, seats[0]),
        played(0, 2, seats[0]),
        played(due.pairing, due.pair, stranger),
    ] {
        assert!(play.contest.apply(&wrong).is_err(), "{wrong:?}");
    }
    let good = played(due.pairing, due.pair, seats[1]);
    play.contest.apply(&good).unwrap();
    assert!(play.contest.apply(&good).is_err(), "a pair counts once");
}

#[test]
fn only_so_many_play_at_once() {
    let mut plan = plan(r#"{"kind": "round_robin"}"#, 8, 4);
    (plan.running, plan.each) = (3, 1);
    let mut play = Play::new(plan, 8, 0);
    play.step(0);
    let first = play.contest.due(&BTreeSet::new(), &|_| true);
    assert_eq!(first.len(), 3);
    let busy: HashSet<Number> =
        first.iter().flat_map(|&due| play.contest.seats(due).unwrap()).collect();
    assert_eq!(busy.len(), 6);
    let running: BTreeSet<DuePair> = first[1..].iter().copied().collect();
    assert_eq!(play.contest.due(&running, &|_| true), first[..1]);
    assert!(play.contest.due(&first.into_iter().collect(), &|_| true).is_empty());
}

#[test]
fn a_level_knockout_pairing_continues_until_decided() {
    let mut play = Play::new(plan(r#"{"kind": "knockout"}"#, 2, 2), 2, 0);
    play.step(0);
    let level = |play: &mut Play, winners: [usize; 2]| {
        let due = play.contest.due(&BTreeSet::new(), &|_| true)[0];
        let seats = play.contest.seats(due).unwrap();
        let game = |i: usize| GameResult::new(Some(seats[i]), ResultReason::Played, String::new());
        let games = Box::new(winners.map(game));
        play.happen(Event::Played { pairing: due.pairing, pair: due.pair, games, at_ms: 0 });
        play.contest.pairings()[0].is_over()
    };
    assert!(!level(&mut play, [0, 1]) && !level(&mut play, [0, 1]) && !level(&mut play, [0, 1]));
    assert!(level(&mut play, [0, 0]));
    // Nobody ever wins: then the better number advances.
    let mut play = Play::new(self::plan(r#"{"kind": "knockout"}"#, 2, 2), 2, 0);
    play.step(0);
    let pairs = (1..100).take_while(|_| !level(&mut play, [0, 1])).count() as u32 + 1;
    assert_eq!(pairs, 2 + MAX_EXTRA_PAIRS);
    assert_eq!(knockout::winner(&play.contest.pairings()[0]), Number(1));
}

#[test]
fn a_clear_match_is_stopped_early() {
    let mut plan = plan(r#"{"kind": "round_robin"}"#, 2, 500);
    plan.sprt = Some(protocol::Sprt {
        elo0: 0,
        elo1: 100,
        alpha: 0.05,
        beta: 0.05,
        model: protocol::SprtModel::Logistic,
    });
    // Whoever is number 1, the test is about the first to enter.
    for seed in 0..4 {
        let mut play = Play::new(plan.clone(), 2, seed);
        play.happen(play.contest.next(0, &|_| true).unwrap());
        let winner = play.contest.entrant_of(player(1).id).unwrap().number;
        while play.contest.next(0, &|_| true).is_none() {
            let due = play.contest.due(&BTreeSet::new(), &|_| true)[0];
            let game = |how| GameResult::new(Some(winner), how, String::new());
            let games = Box::new([game(ResultReason::Played), game(ResultReason::Played)]);
            play.happen(Event::Played { pairing: due.pairing, pair: due.pair, games, at_ms: 0 });
            // A win by absence is no evidence.
            let due = play.contest.due(&BTreeSet::new(), &|_| true)[0];
            let games = Box::new([game(ResultReason::NoShow), game(ResultReason::NoShow)]);
            play.happen(Event::Played { pairing: due.pairing, pair: due.pair, games, at_ms: 0 });
        }
        let next = play.contest.next(0, &|_| true);
        assert_eq!(next, Some(Event::Finished { sprt: Some(SprtDecision::Passed), at_ms: None }));
        play.happen(next.unwrap());
        let test = play.contest.test().unwrap();
        assert_eq!((test.number, test.decision), (winner, Some(SprtDecision::Passed)));
        let [won, shared, lost] = test.pairs;
        assert_eq!((won as usize * 2, shared, lost), (play.contest.order().len(), 0, 0));
        assert!((10..60).contains(&won) && test.ratio >= test.bounds[1], "{test:?}");
    }
}

#[test]
fn an_arena_ends_with_its_time_and_its_last_pair() {
    let mut play = Play::new(plan(r#"{"kind": "arena", "seconds": 10}"#, 9, 1), 5, 3);
    play.finish(&[2], &[6]);
    let last = play.contest.elapsed_ms();
    assert!((9_000..12_000).contains(&last), "{last}");
    assert!(play.contest.rounds() > 10);
    play.check_restored();
    // Nobody meets the same opponent twice in a row while others wait.
    let mut early = Contest::new(play.contest.opening().clone());
    for n in 1..=5 {
        early.apply(&entered(player(n), None)).unwrap();
    }
    early.apply(&Event::Began).unwrap();
    let idle = |n: Number| n.0 <= 1;
    assert_eq!(early.next(0, &idle), None, "one alone waits");
}

#[test]
fn berserk_is_for_people_and_is_restored() {
    let arena = r#"{"kind": "arena", "seconds": 60}"#;
    let admitting = Plan {
        kinds: EntrantKinds::People,
        clock: Some(protocol::TimeControl::Move { ms: 1_000 }),
        ..plan(arena, 4, 1)
    };
    let mut play = Play::new(admitting, 3, 1);
    let berserk = |n, on| Event::Berserk { player: player(n).id, on };
    for (n, on) in [(1, true), (2, true), (1, false)] {
        play.happen(berserk(n, on));
    }
    assert_eq!(play.contest.apply(&berserk(9, true)), Err(EventError::NotEntered));
    let kept = serde_json::to_string(&play.events).unwrap();
    let kept: Vec<Event> = serde_json::from_str(&kept).unwrap();
    let restored = Contest::restore(play.contest.opening().clone(), &kept).unwrap();
    let goes = |n| restored.entrant_of(player(n).id).unwrap().berserk;
    assert_eq!([1, 2, 3].map(goes), [false, true, false]);
    play.happen(Event::Cancelled);
    assert_eq!(play.contest.apply(&berserk(3, true)), Err(EventError::Over));
    let mut bots = Play::new(plan(arena, 4, 1), 2, 1).contest;
    assert_eq!(bots.apply(&berserk(1, true)), Err(EventError::NoBerserk));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn a_round_robin_completes_when_entrants_leave(
        n in 2u32..12, cycles in 1u32..3, seed: u8, leave in prop::collection::vec(1u32..12, 0..3),
    ) {
        let format = format!(r#"{{"kind": "round_robin", "cycles": {cycles}}}"#);
        let mut play = Play::new(plan(&format, n, 2), n, seed);
        let leave: Vec<u32> = leave.into_iter().filter(|&l| l <= n).collect::<BTreeSet<_>>().into_iter().collect();
        play.finish(&leave, &[]);
        prop_assert!(met(&play).values().all(|&times| times == cycles));
        prop_assert_eq!(met(&play).len() as u32, n * (n - 1) / 2);
        // Each pair gives two half-points, or none if both have left.
        let points: u32 = play.contest.standings().iter().map(|line| line.score).sum();
        let shared = play.contest.pairings().iter().flat_map(PairingState::pair_points);
        prop_assert_eq!(points, shared.map(|[a, b]| a + b).sum::<u32>());
        play.check_restored();
    }

    #[test]
    fn a_swiss_bears_odd_numbers_late_entries_and_withdrawals(
        n in 4u32..20, rounds in 1u32..6, seed: u8,
        leave in prop::collection::vec(1u32..20, 0..3), late in prop::collection::vec(30u32..40, 0..3),
    ) {
        let format = format!(r#"{{"kind": "swiss", "rounds": {rounds}}}"#);
        let mut play = Play::new(plan(&format, 40, 1), n, seed);
        let own: BTreeSet<u32> = leave.into_iter().filter(|&l| l <= n).collect();
        let late: BTreeSet<u32> = late.into_iter().collect();
        let leave: Vec<u32> = own.into_iter().collect();
        play.finish(&leave, &late.into_iter().collect::<Vec<_>>());
        prop_assert!(play.contest.rounds() <= rounds);
        for round in 1..=play.contest.rounds() {
            let in_round = play.contest.pairings().iter().filter(|state| state.pairing.round == round);
            let byes = in_round.clone().filter(|state| state.pairing.second.is_none()).count();
            prop_assert!(byes <= 1);
            let mut busy = HashSet::new();
            for PairingState { pairing, .. } in in_round {
                prop_assert!(busy.insert(pairing.first));
                prop_assert!(pairing.second.is_none_or(|second| busy.insert(second)));
            }
        }
        play.check_restored();
    }

    #[test]
    fn a_knockout_leaves_one(n in 2u32..20, seed: u8, leave in 1u32..20) {
        let mut play = Play::new(plan(r#"{"kind": "knockout"}"#, 20, 1), n, seed);
        play.finish(&[leave.min(n)], &[]);
        let rounds = play.contest.rounds();
        prop_assert_eq!(rounds, n.next_power_of_two().ilog2());
        let last = play.contest.pairings().last().unwrap();
        let winner = knockout::winner(last);
        let standings = play.contest.standings();
        prop_assert!(standings[0].number == winner || last.games() == [0, 0], "{:?}", standings);
        play.check_restored();
    }

    #[test]
    fn a_gauntlet_ends(n in 2u32..12, champions in 1u32..4, seed: u8) {
        let format = format!(r#"{{"kind": "gauntlet", "champions": {champions}}}"#);
        let mut play = Play::new(plan(&format, n, 1), n, seed);
        play.finish(&[], &[]);
        // Whatever the lots, the champions are the first to enter.
        let first: Vec<u32> = (1..=champions.min(n)).collect();
        let entered = play.contest.entrants().iter().map(|entrant| entrant.entered);
        let mut entered: Vec<u32> = entered.take(first.len()).collect();
        entered.sort_unstable();
        prop_assert_eq!(entered, first);
        let champions = champions.min(n - 1);
        prop_assert_eq!(met(&play).len() as u32, champions * (n - champions));
        play.check_restored();
    }
}
