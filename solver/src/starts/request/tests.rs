//! Starts as they are asked for, and how hard they are found to be.

use super::*;

fn request(line: &str, outcome: Option<Outcome>) -> StartRequest {
    let setup: Setup = line.parse().unwrap();
    let (variant, ending) = (setup.variant().clone(), setup.ending());
    StartRequest { variant, ending, size: 15, outcome, difficulty: DifficultyBounds::ANY }
}

fn find(request: &StartRequest, seed: u64) -> Result<Setup, NoStart> {
    let mut solver = Solver::new(&request.variant);
    request.find(seed, &mut solver, &mut Budget::positions(2_000_000))
}

#[test]
fn the_outcome_is_as_wanted() {
    for line in ["nim 1", "misere nim 1"] {
        for outcome in [Outcome::N, Outcome::P] {
            let request = request(line, Some(outcome));
            for seed in 0..50 {
                let setup = find(&request, seed).unwrap();
                let mut solver = Solver::new(&request.variant);
                let verdict =
                    solver.verdict(request.ending, setup.start(), &mut Budget::positions(0));
                assert_eq!(verdict.outcome, Some(outcome), "{setup}");
                assert_eq!(find(&request, seed).unwrap(), setup);
            }
        }
    }
}

#[test]
fn seeds_differ_and_nothing_is_trivial() {
    let request = request("nim 1", Some(Outcome::P));
    let mut starts: Vec<String> =
        (0..50).map(|seed| find(&request, seed).unwrap().to_string()).collect();
    for start in &starts {
        let (_, heaps) = start.split_once(' ').unwrap();
        let mut heaps: Vec<&str> = heaps.split(',').collect();
        heaps.sort_unstable();
        let number = heaps.len();
        heaps.dedup();
        assert!(heaps.len() == number && !heaps.contains(&"0"), "{start}");
    }
    starts.sort_unstable();
    starts.dedup();
    assert!(starts.len() > 20, "{starts:?}");
}

#[test]
fn difficulty_is_as_asked() {
    let difficulty = DifficultyBounds { winning: 0.01..=0.1, length: 8..=12 };
    let request = StartRequest { difficulty, ..request("nim 1", Some(Outcome::N)) };
    for seed in 0..10 {
        let setup = find(&request, seed).unwrap();
        let mut solver = Solver::new(&request.variant);
        let grade = grade(
            setup.variant(),
            setup.ending(),
            setup.start(),
            &mut solver,
            &mut Budget::positions(100_000),
        );
        let grade = grade.unwrap();
        assert!((0.01..=0.1).contains(&grade.winning.unwrap()), "{setup} {grade:?}");
        assert!((8..=12).contains(&grade.length.unwrap()), "{setup} {grade:?}");
    }
}

#[test]
fn impossible_wishes_fail_quickly() {
    let impossible = DifficultyBounds { winning: 0.9..=1.0, length: 5..=5 };
    let request = StartRequest { difficulty: impossible, ..request("nim 1", Some(Outcome::P)) };
    assert_eq!(find(&request, 0), Err(NoStart::NotFound { tried: TRIES }));
    let unplayed = StartRequest { ending: Ending::Misere, ..self::request("candy 1", None) };
    assert_eq!(find(&unplayed, 0), Err(NoStart::Refused(Refusal::BadEnding)));
    let line = "game21_nplayer(players=3;step=3;target=21) 0";
    assert_eq!(find(&self::request(line, Some(Outcome::N)), 0), Err(NoStart::ManyPlayers));
    assert!(find(&self::request(line, None), 0).is_ok());
}

/// Checks that the start is a valid position of the variant, whatever the requested size.
#[test]
fn every_variant_deals() {
    let mut chance = SeededChoices::new(1);
    for preset in rules::Preset::all() {
        let setup = preset.setup();
        let rules = setup.variant().rules();
        for size in [0, 1, 2, 5, 20, 100, 10_000, rules::MAX_NUMBER, u64::MAX] {
            for _ in 0..20 {
                let dealt = rules.deal(size, &mut |n| {
                    assert!(n > 0, "nothing to draw from");
                    chance.below(n)
                });
                let admitted = rules.admit(dealt.clone());
                assert!(admitted.is_ok(), "{} {size} {dealt:?}", preset.name);
            }
        }
    }
}

#[test]
fn every_preset_s_variant_is_dealt() {
    for preset in rules::Preset::all() {
        for outcome in [Some(Outcome::N), Some(Outcome::P), None] {
            let setup = preset.setup();
            let request = StartRequest { size: 10, ..request(preset.game, outcome) };
            if setup.variant().rules().seats() > 2 && outcome.is_some() {
                continue;
            }
            let found = find(&request, 1);
            assert!(found.is_ok(), "{} {outcome:?} {found:?}", preset.name);
        }
    }
}

/// Tries every move, without any theory: who wins, the share of the moves that win, and how many
/// moves the game lasts.
fn tried(variant: &Variant, ending: Ending, position: &Admitted) -> (Outcome, f64, u32) {
    let rules = variant.rules();
    let below: Vec<_> = rules
        .moves(position)
        .map(|mv| tried(variant, ending, &rules.apply(position, &mv).unwrap()))
        .collect();
    let lost = || below.iter().filter(|(outcome, _, _)| *outcome == Outcome::P);
    let share = lost().count() as f64 / below.len().max(1) as f64;
    let end = Outcome::from_win(ending == Ending::Misere);
    match (lost().map(|below| below.2).min(), below.iter().map(|below| below.2).max()) {
        (Some(shortest), _) => (Outcome::N, share, shortest + 1),
        (None, Some(longest)) => (Outcome::P, share, longest + 1),
        (None, None) => (end, share, 0),
    }
}

#[test]
fn grades_are_those_that_trying_finds() {
    for line in ["nim 1", "misere nim 1", "octal(0.77) 1", "misere octal(0.77) 1", "moore(2) 1,1"] {
        let setup: Setup = line.parse().unwrap();
        let (variant, ending) = (setup.variant(), setup.ending());
        let mut solver = Solver::new(variant);
        for heaps in crate::oracle::vectors(2, 4).into_iter().filter(|heaps| !heaps.contains(&0)) {
            let position = rules::Position::Heaps(heaps.into());
            let position = variant.rules().admit(position).unwrap();
            let budget = &mut Budget::positions(100_000);
            let found = grade(variant, ending, &position, &mut solver, budget);
            let (outcome, winning, length) = tried(variant, ending, &position);
            let wanted = Grade { outcome, winning: Some(winning), length: Some(length) };
            assert_eq!(found, Some(wanted), "{line} {position:?}");
        }
    }
}

#[test]
fn what_is_unknown_lies_only_within_no_bounds() {
    assert!(within(&(2..=5), None, 2..=5));
    assert!(!within(&(2..=4), None, 2..=5));
    for value in 0..8 {
        assert_eq!(within(&(2..=4), Some(value), 0..=9), (2..=4).contains(&value));
    }
}

#[test]
fn what_is_decided_at_a_glance_is_trivial() {
    for (line, trivial) in [
        ("nim []", true),
        ("nim 1", true),
        ("nim 2", false),
        ("nim 0,3", true),
        ("nim 2,3", false),
        ("nim 3,3", true),
        ("nim 1,2,2", true),
        ("nim 5,2,2,7", true),
        ("candy 1,2,2", true),
        ("candy 1,2,4", false),
        ("octal(0.77) 1,2,2", false),
        ("octal(0.77) 2,1,1,2", true),
        ("octal(0.77) 2,1,1,3", false),
        ("octal(0.77) 2,2,2", false),
        ("octal(0.77) 2,2,2,2", true),
        ("octal(0.77) 0,2", true),
    ] {
        let setup: Setup = line.parse().unwrap();
        assert_eq!(is_trivial(setup.variant(), setup.start()), trivial, "{line}");
    }
}

#[test]
fn the_reason_for_no_start_is_told() {
    assert_eq!(NoStart::NotFound { tried: 7 }.to_string(), "no such start among 7 positions");
    assert!(NoStart::ManyPlayers.to_string().contains("more than two players"));
    let refusal = Refusal::BadEnding;
    assert_eq!(NoStart::Refused(refusal.clone()).to_string(), refusal.to_string());
}
