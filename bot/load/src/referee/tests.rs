use super::*;

pub(crate) fn transcripts() -> [Transcript; 2] {
    let setup: Setup = "nim 1,2".parse().unwrap();
    let rules = setup.variant().rules();
    let mut game = Game::new(setup.clone());
    let first = |game: &Game| rules.moves(game.position()).next();
    while let Some(mv) = first(&game) {
        game.play(mv).unwrap();
    }
    let moves = game.moves().to_vec();
    let over = Over { winners: game.winners().unwrap(), reason: EndReason::Played };
    let clock = Some(TimeControl::Fischer { base_ms: 10_000, increment_ms: 100 });
    let shows =
        |left_ms: [u32; 2]| ClockView { left_ms: left_ms.to_vec(), running: true, due_ms: None };
    let clocks = vec![
        (0, shows([10_000, 10_000])),
        (1, shows([10_000, 10_000])),
        (2, shows([10_000, 10_000])),
        (3, shows([9_900, 10_000])),
    ];
    [0, 1].map(|seat| {
        let own = moves.iter().cloned().enumerate().filter(|(ply, _)| ply % 2 == seat);
        Transcript {
            seat: Seat(seat as u8),
            players: Vec::new(),
            rated: None,
            setup: setup.clone(),
            clock,
            moves: moves.clone(),
            acknowledged: own.map(|(ply, mv)| (ply as u32, mv)).collect(),
            clocks: clocks.clone(),
            over: over.clone(),
            lasted: Duration::from_millis(300),
        }
    })
}

#[test]
fn a_fair_game_is_found_fair() {
    let [one, other] = transcripts();
    assert_eq!(judge(&one, &other), Vec::<String>::new());
}

#[test]
fn every_kind_of_foul_is_found() {
    type Foul = fn(&mut Transcript);
    let fouls: [(&str, Foul); 8] = [
        ("one seat", |one| one.seat = Seat(1)),
        ("different games", |one| one.setup = "nim 1,2,3".parse().unwrap()),
        ("different moves", |one| one.moves.truncate(1)),
        ("different results", |one| one.over.winners.clear()),
        ("then lost", |one| one.acknowledged.push((40, one.moves[0].clone()))),
        ("acknowledged twice", |one| {
            one.acknowledged.push(one.acknowledged[one.acknowledged.len() - 1].clone())
        }),
        ("in another's turn", |one| one.clocks[2].1.left_ms[0] -= 50),
        ("gained", |one| one.clocks[3].1.left_ms[0] += 500),
    ];
    for (what, foul) in fouls {
        let [mut one, other] = transcripts();
        foul(&mut one);
        let wrong = judge(&one, &other);
        assert!(wrong.iter().any(|wrong| wrong.contains(what)), "{what}: {wrong:?}");
    }
}

#[test]
fn a_stored_game_stands_in_for_an_absent_player() {
    let [one, _] = transcripts();
    let as_stored = |one: &Transcript| {
        let Transcript { setup, moves, over, .. } = one.clone();
        StoredGame { game: setup, moves, over: Some(over) }
    };
    assert_eq!(judge_stored(&one, &as_stored(&one)), Vec::<String>::new());
    let mut stored = as_stored(&one);
    stored.moves.pop();
    assert!(judge_stored(&one, &stored)[0].contains("another game"));
    let mut stored = as_stored(&one);
    stored.over = None;
    assert!(judge_stored(&one, &stored)[0].contains("another result"));
}

#[test]
fn a_turn_that_began_before_the_game_was_heard_of_is_not_too_long() {
    let [mut one, _] = transcripts();
    one.lasted = Duration::ZERO;
    one.clocks.drain(..2);
    one.clocks[1].1.left_ms[0] = 5_000;
    assert_eq!(wrong_clock(&one), None);
    let mut clock = one.clocks[1].1.clone();
    clock.left_ms[1] = 5_000;
    one.clocks.push((4, clock));
    assert!(wrong_clock(&one).is_some(), "the next turn was seen from its beginning");
}

#[test]
fn wrong_results_and_times_are_found() {
    let [mut one, mut other] = transcripts();
    for transcript in [&mut one, &mut other] {
        transcript.over.winners = vec![Seat(u8::from(transcript.over.winners[0].0 == 0))];
        transcript.lasted = Duration::ZERO;
        transcript.clocks[3].1.left_ms[0] = 5_000;
    }
    let wrong = judge(&one, &other);
    assert!(wrong.iter().any(|wrong| wrong.contains("does not follow")), "{wrong:?}");
    assert!(wrong.iter().any(|wrong| wrong.contains("were charged")), "{wrong:?}");
}

fn over(reason: EndReason, winners: &[u8]) -> Over {
    Over { winners: winners.iter().copied().map(Seat).collect(), reason }
}

/// Every reason with every number of winners, after none, one, two and all moves.
#[test]
fn results_fit_the_games_that_they_can_end() {
    let [whole, _] = transcripts();
    let games = [0, 1, 2, 3].map(|plies| {
        let moves = whole.moves[..plies].to_vec();
        replay(&Transcript { moves, ..whole.clone() }).expect("legal")
    });
    let winner = whole.over.winners[0].0;
    let fitting = |reason, winners: &[u8]| {
        games.each_ref().map(|game| u8::from(fits(game, &over(reason, winners))))
    };
    for (reason, none, one, both) in [
        (EndReason::Played, [0; 4], [0, 0, 0, 1], [0; 4]),
        (EndReason::Aborted, [1, 1, 0, 0], [0; 4], [0; 4]),
        (EndReason::Forfeited, [0; 4], [1, 1, 0, 0], [0; 4]),
        (EndReason::Adjudicated, [1; 4], [1; 4], [1; 4]),
        (EndReason::TooLong, [1; 4], [0; 4], [0; 4]),
        (EndReason::Resigned, [1, 1, 1, 0], [1, 1, 1, 0], [0; 4]),
        (EndReason::Flagged, [1, 1, 1, 0], [1, 1, 1, 0], [0; 4]),
        (EndReason::Abandoned, [1, 1, 1, 0], [1, 1, 1, 0], [0; 4]),
    ] {
        assert_eq!(fitting(reason, &[]), none, "{reason:?} without a winner");
        assert_eq!(fitting(reason, &[winner]), one, "{reason:?} with a winner");
        assert_eq!(fitting(reason, &[0, 1]), both, "{reason:?} with two winners");
    }
}

#[test]
fn illegal_moves_are_found_in_each_kind_of_report() {
    let [mut one, mut other] = transcripts();
    for transcript in [&mut one, &mut other] {
        transcript.moves.extend_from_within(..1);
    }
    let is_found = |wrong: Vec<String>| wrong.iter().any(|what| what.contains("3 is illegal"));
    assert!(is_found(judge(&one, &other)) && is_found(judge_alone(&one)));
    let Transcript { setup, moves, over, .. } = one.clone();
    assert!(is_found(judge_stored(&one, &StoredGame { game: setup, moves, over: Some(over) })));
    let [mut lost, _] = transcripts();
    lost.acknowledged[0].1 = lost.moves[2].clone();
    assert!(judge_alone(&lost).iter().any(|what| what.contains("at ply 0")));
    assert_eq!(judge_alone(&transcripts()[0]), Vec::<String>::new());
}

/// Each bound of the clocks, on either side of it.
#[test]
fn clocks_are_tolerated_up_to_their_rounding() {
    type Shift = fn(&mut Transcript, i64);
    fn set(ms: &mut u32, by: i64) {
        *ms = u32::try_from(i64::from(*ms) + by).expect("a clock");
    }
    // From where on a shift is a fault.
    let bounds: [(&str, i64, i64, Shift); 4] = [
        ("another's turn", 2, 3, |one, ms| set(&mut one.clocks[2].1.left_ms[0], ms)),
        ("another's turn", -2, -3, |one, ms| set(&mut one.clocks[2].1.left_ms[0], ms)),
        ("gained", 202, 203, |one, ms| set(&mut one.clocks[3].1.left_ms[0], ms)),
        // 300 ms passed, two increments are not earned, and four states are rounded: 508 ms.
        // Charged: one increment at ply 1, and at ply 2 one and the 100 ms that are missing.
        ("charged", -208, -209, |one, ms| set(&mut one.clocks[3].1.left_ms[0], ms)),
    ];
    for (what, fair, foul, shift) in bounds {
        let [mut one, _] = transcripts();
        shift(&mut one, fair);
        // The third state follows from the second and precedes the fourth.
        if what == "another's turn" {
            shift_next(&mut one, fair);
        }
        assert_eq!(wrong_clock(&one), None, "{what} {fair}");
        let [mut one, _] = transcripts();
        shift(&mut one, foul);
        let wrong = wrong_clock(&one).unwrap_or_default();
        assert!(wrong.contains(what), "{what} {foul}: {wrong}");
    }
    fn shift_next(one: &mut Transcript, ms: i64) {
        set(&mut one.clocks[3].1.left_ms[0], ms);
    }
}

#[test]
fn a_gap_in_the_clocks_and_a_game_without_them_are_not_judged() {
    let [mut one, _] = transcripts();
    one.clocks.remove(2);
    one.clocks[2].1.left_ms = vec![1, 1];
    assert_eq!(wrong_clock(&one), None, "two turns lie between");
    let [mut one, _] = transcripts();
    one.clocks[3].1.left_ms = vec![1, 1];
    assert!(wrong_clock(&one).is_some());
    one.clock = None;
    assert_eq!(wrong_clock(&one), None);
    let [mut one, _] = transcripts();
    one.clocks[2].1.left_ms = vec![1];
    assert_eq!(wrong_clock(&one), None, "a clock is missing");
}

#[test]
fn what_a_game_says_is_told_in_words() {
    let [mut one, _] = transcripts();
    one.acknowledged[0] = (1, one.moves[0].clone());
    let wrong = judge_alone(&one);
    let [lost] = &wrong[..] else { panic!("{wrong:?}") };
    assert!(lost.contains("lost: ") && lost.contains(" at ply 1, where Some("), "{lost}");
    let [mut one, _] = transcripts();
    one.clocks[2].1.left_ms[0] += 3;
    let turn = "ply 1: the clock of seat 0 ran in another's turn";
    assert_eq!(wrong_clock(&one).as_deref(), Some(turn));
    let [mut one, _] = transcripts();
    one.clocks[3].1.left_ms[0] += 203;
    assert_eq!(wrong_clock(&one).as_deref(), Some("ply 2: the clock gained 103 ms"));
    let [mut one, _] = transcripts();
    one.clocks[3].1.left_ms[0] -= 1_000;
    let charged = "of 10000 ms each, 1300 ms were charged within 300 ms";
    assert_eq!(wrong_clock(&one).as_deref(), Some(charged));
    let [one, other] = transcripts();
    assert_eq!(one.seen(), SeenGame { players: vec![], winners: other.over.winners });
}

/// The setup, the moves and the result are compared one by one.
#[test]
fn whatever_is_stored_differently_is_found() {
    type Change = fn(&mut StoredGame);
    let changes: [(&str, Change); 4] = [
        ("another game", |stored| stored.game = "misere nim 1,2".parse().expect("a game")),
        ("another game", |stored| drop(stored.moves.pop())),
        ("another result", |stored| stored.over = None),
        ("another result", |stored| stored.over = Some(over(EndReason::Aborted, &[]))),
    ];
    for (what, change) in changes {
        let [one, _] = transcripts();
        let Transcript { setup, moves, over, .. } = one.clone();
        let mut stored = StoredGame { game: setup, moves, over: Some(over) };
        change(&mut stored);
        assert_eq!(judge_stored(&one, &stored), [format!("the server stored {what} than it told")]);
    }
}
