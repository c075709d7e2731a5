use proptest::prelude::*;
use protocol::{EndReason, Kind};
use rules::{Ending, Heaps, Move, Setup, Variant};
use uuid::Uuid;

use super::*;
use crate::{ANCHORS, Contender, Division, MemoryBook, Played, Pool};

fn player(n: u128, kind: Kind) -> Contender {
    Contender::new(PlayerId(Uuid::from_u128(n)), kind)
}

fn people() -> [Contender; 2] {
    [player(1, Kind::Person), player(2, Kind::Person)]
}

/// A game of four moves; `take` distinguishes it from others.
fn game(winner: u8, take: u64) -> Played {
    let moves = (0..4).map(|n| Move::List(vec![n, take].into())).collect();
    Played { winners: vec![Seat(winner)], reason: EndReason::Played, moves }
}

/// A match with these winners, by seat; matches with different numbers differ.
fn played(n: u128, players: [Contender; 2], winners: &[u8]) -> RatedMatch {
    let variant = Variant::parse("nim", serde_json::Value::Null).expect("nim");
    let start = Heaps::from(vec![3, 4 + n as u64, 10_000]).into();
    let setup = Setup::new(variant, Ending::Normal, start).expect("legal");
    let games = winners.iter().map(|winner| game(*winner, n as u64)).collect();
    let (id, start) = (Uuid::from_u128(n), Some(Outcome::N));
    RatedMatch {
        id,
        setup,
        clock: None,
        open: false,
        same_owner: false,
        same_address: false,
        voided: false,
        start,
        players: players.to_vec(),
        games,
        at: 0,
    }
}

const POOL: &str = "people/nim/normal/free";

fn leaderboard(text: &str) -> Leaderboard {
    text.parse().expect("a leaderboard")
}

fn stands(book: &MemoryBook, text: &str, n: u128) -> Standing {
    book.get(&leaderboard(text), PlayerId(Uuid::from_u128(n))).expect("stands")
}

fn points(book: &MemoryBook, text: &str, n: u128) -> f64 {
    stands(book, text, n).points()
}

/// A book in which these players have shown enough decisions for results against them to count.
fn shown(players: &[Contender]) -> MemoryBook {
    let mut book = MemoryBook::default();
    for player in players {
        let overall = Leaderboard::Overall(Division::new([player.kind; 2], false));
        let shown = Standing { decisions: 1_000, ..Standing::new(0) };
        let Ok(()) = book.set_standing(&overall, player.id, shown);
    }
    book
}

#[test]
fn a_pair_is_rated_in_its_pool_and_over_all() {
    let mut book = shown(&people());
    // The first player sits first, then second, and wins both.
    let RatingOutcome::Counted { changes, weight } = book.rate(&played(1, people(), &[0, 1]))
    else {
        panic!("a fair pair")
    };
    assert_eq!((changes.len(), weight), (4, ONE));
    assert!(matches!(changes[0].cause, RatingCause::Result { won: 2, games: 2, .. }));
    let RatingCause::Result { won: 0, expected, .. } = changes[1].cause else {
        panic!("it lost both")
    };
    assert!((expected - ONE).abs() < 10, "of equals each is expected to win one: {expected}");
    for text in [POOL, "people/overall"] {
        assert!(points(&book, text, 1) > 1515.0, "{}", points(&book, text, 1));
        assert!((points(&book, text, 1) + points(&book, text, 2) - 3000.0).abs() < 0.1);
        assert_eq!(stands(&book, text, 1).rated_matches, 1);
    }
}

fn worth(book: &mut MemoryBook) -> i64 {
    let Leaderboard::Pool(pool) = leaderboard(POOL) else { panic!("a pool") };
    let of = Learnt::Start(pool, Some(Outcome::N));
    let Ok(learnt) = book.learnt(&of);
    learnt.unwrap_or(of.prior()).mean
}

#[test]
fn one_win_each_says_nothing_of_the_players_but_of_the_start() {
    let before = worth(&mut MemoryBook::default());
    for (winners, rises) in [([0, 0], true), ([1, 1], false)] {
        let mut book = shown(&people());
        book.rate(&played(1, people(), &winners));
        for n in [1, 2] {
            assert!((points(&book, POOL, n) - 1500.0).abs() < 0.01);
        }
        assert_eq!(worth(&mut book) > before, rises);
    }
}

#[test]
fn a_single_game_is_judged_by_what_its_start_is_worth() {
    let mut book = shown(&people());
    for n in 0..40 {
        let two = [player(n + 100, Kind::Person), player(n + 200, Kind::Person)];
        book.rate(&played(n, two, &[0, 0]));
    }
    let gain = |winner: u8| {
        let mut book = book.clone();
        book.rate(&played(1_000, people(), &[winner]));
        points(&book, POOL, u128::from(winner) + 1) - 1500.0
    };
    assert!(gain(0) > 0.5, "{}", gain(0));
    assert!(gain(1) > 2.0 * gain(0), "{} {}", gain(1), gain(0));
    let unknown = RatedMatch { start: None, ..played(2_000, people(), &[0]) };
    assert_eq!(book.rate(&unknown), RatingOutcome::Not(Unrated::UnknownStart));
    let pair = RatedMatch { start: None, ..played(2_001, people(), &[0, 1]) };
    assert!(matches!(book.rate(&pair), RatingOutcome::Counted { .. }), "a pair needs no proof");
}

#[test]
fn a_match_is_rated_once() {
    let mut book = shown(&people());
    book.rate(&played(1, people(), &[0, 1]));
    let after = book.clone();
    assert_eq!(book.rate(&played(1, people(), &[0, 1])), RatingOutcome::Before);
    assert_eq!(book, after);
}

#[test]
fn the_same_moves_count_once() {
    let mut book = MemoryBook::default();
    let bots = [player(1, Kind::Bot), player(2, Kind::Bot)];
    book.rate(&played(1, bots, &[0, 1]));
    let deviation = |book: &MemoryBook| stands(book, "bots/nim/normal/free", 1).deviation(0);
    let before = deviation(&book);
    let again = RatedMatch { id: Uuid::from_u128(2), ..played(1, bots, &[0, 1]) };
    assert_eq!(book.rate(&again), RatingOutcome::Not(Unrated::Repeated));
    assert_eq!(deviation(&book), before);
    // Nor does it when the other player begins the pair: the two games are the same.
    let mut turned = RatedMatch { id: Uuid::from_u128(3), ..played(1, bots, &[1, 0]) };
    turned.players.reverse();
    assert_eq!(book.rate(&turned), RatingOutcome::Not(Unrated::Repeated));
    // Nor does it against somebody else; the same moves by others count, and so do other moves.
    let with = |n, opponent| {
        let players = [player(n, Kind::Bot), player(opponent, Kind::Bot)];
        RatedMatch { id: Uuid::from_u128(100 * n + opponent), ..played(1, players, &[0, 1]) }
    };
    assert_eq!(book.rate(&with(1, 3)), RatingOutcome::Not(Unrated::Repeated));
    assert!(matches!(book.rate(&with(5, 6)), RatingOutcome::Counted { .. }));
    assert!(matches!(book.rate(&played(5, bots, &[0, 1])), RatingOutcome::Counted { .. }));
}

/// To know a game by heart against one bot of somebody is to know it against all.
#[test]
fn the_bots_and_versions_of_one_person_are_one_opponent() {
    let version = |n| Contender { person: people()[1].id, ..player(n, Kind::Bot) };
    let mut book = MemoryBook::default();
    let bot = player(1, Kind::Bot);
    assert!(matches!(
        book.rate(&played(1, [bot, version(7)], &[0, 1])),
        RatingOutcome::Counted { .. }
    ));
    let again = RatedMatch { id: Uuid::from_u128(2), ..played(1, [bot, version(8)], &[0, 1]) };
    assert_eq!(book.rate(&again), RatingOutcome::Not(Unrated::Repeated));
    let weight = |book: &mut MemoryBook, n: u128| {
        let setup = format!("nim 3,{},20", 3 + n).parse().expect("a game");
        let new = RatedMatch { setup, ..played(n, [bot, version(n)], &[0, 1]) };
        let RatingOutcome::Counted { weight, .. } = book.rate(&new) else { panic!("it counts") };
        weight
    };
    assert_eq!([10, 11, 12].map(|n| weight(&mut book, n)), [ONE, ONE, ONE / 2], "one day");
    let own = played(20, [version(7), version(8)], &[0, 1]);
    assert_eq!(book.rate(&own), RatingOutcome::Not(Unrated::OneSelf));
}

/// Starts that one plan covers count less and less for a person, and others in full.
#[test]
fn a_start_that_is_known_counts_less_each_time() {
    let mut book = MemoryBook::default();
    let mut weight = |n: u128, line: &str| {
        let setup = line.parse().expect("a game");
        let opponent = player(100 + n, Kind::Bot);
        let new = RatedMatch { setup, ..played(n, [player(1, Kind::Bot), opponent], &[0, 1]) };
        let RatingOutcome::Counted { weight, .. } = book.rate(&new) else { panic!("it counts") };
        weight
    };
    assert_eq!([weight(1, "nim 1,2,9"), weight(2, "nim 30,2,1")], [ONE, ONE]);
    assert_eq!([weight(3, "nim 2,7,1"), weight(4, "nim 1,2,8")], [over(2, 3), ONE / 2]);
    assert_eq!([weight(5, "nim 1,3,9"), weight(6, "misere nim 1,2,9")], [ONE, ONE]);
}

#[test]
fn games_that_are_no_match_do_not_count() {
    let why = |played: &RatedMatch| match MemoryBook::default().rate(played) {
        RatingOutcome::Not(why) => Some(why),
        RatingOutcome::Counted { .. } | RatingOutcome::Before => None,
    };
    for reason in [EndReason::Aborted, EndReason::TooLong] {
        let none = Played { winners: Vec::new(), reason, ..game(0, 1) };
        for games in [[none.clone(), game(0, 1)], [game(0, 1), none]] {
            let ended = RatedMatch { games: games.to_vec(), ..played(1, people(), &[]) };
            assert_eq!(why(&ended), Some(Unrated::NoResult));
        }
    }
    let one = people()[0];
    assert_eq!(why(&played(1, [one, one], &[0, 1])), Some(Unrated::OneSelf));
    let own = RatedMatch { same_owner: true, ..played(1, people(), &[0, 1]) };
    assert_eq!(why(&own), Some(Unrated::OneSelf), "their own bots");
    let mut stranger = played(1, people(), &[0, 1]);
    stranger.players[1].kind = Kind::Guest;
    assert_eq!(Unrated::find(&stranger), Some(Unrated::Unregistered));
    let near = RatedMatch { same_address: true, ..played(1, people(), &[0, 1]) };
    assert_eq!(why(&near), Some(Unrated::SameAddress));
    let anchor = |n: usize| Contender::new(ANCHORS[n].id(), Kind::Bot);
    assert_eq!(why(&played(1, [anchor(0), anchor(1)], &[0, 1])), Some(Unrated::OnlyAnchors));
    let three =
        RatedMatch { players: [people(), people()].concat(), ..played(1, people(), &[0, 1]) };
    assert_eq!(why(&three), Some(Unrated::NotTwo));
    assert_eq!(why(&played(1, people(), &[])), Some(Unrated::NoResult));
}

/// A player who leaves before both have moved loses the game, and the other gains nothing.
#[test]
fn a_game_that_is_left_at_once_is_lost_and_is_a_gift() {
    for reason in
        [EndReason::Resigned, EndReason::Abandoned, EndReason::Flagged, EndReason::Forfeited]
    {
        let left =
            |winner| Played { reason, moves: game(0, 1).moves[..1].to_vec(), ..game(winner, 1) };
        let mut book = shown(&people());
        let both = RatedMatch { games: vec![left(0), left(1)], ..played(1, people(), &[]) };
        let before = worth(&mut book);
        assert!(matches!(book.rate(&both), RatingOutcome::Counted { .. }));
        assert_eq!(points(&book, POOL, 1), 1500.0, "a gift");
        assert!(points(&book, POOL, 2) < 1485.0, "dodging costs: {}", points(&book, POOL, 2));
        assert_eq!(worth(&mut book), before, "nothing was played from the start");
        // It costs as much against an unknown opponent.
        let mut nobody = MemoryBook::default();
        nobody.rate(&both);
        assert_eq!(points(&nobody, POOL, 2), points(&book, POOL, 2));
    }
}

#[test]
fn a_day_with_one_opponent_is_worth_no_more_than_a_few_matches() {
    let mut book = shown(&people());
    let mut precision = Vec::new();
    for n in 0..40 {
        book.rate(&played(n, people(), &[0, 1]));
        precision.push(stands(&book, POOL, 1).precision);
    }
    assert!(precision[39] < precision[2] * 3 / 2, "{precision:?}");
    let weight = |day: i64, n: u128| {
        let tomorrow = RatedMatch { at: day * DAY_MS, ..played(n, people(), &[0, 1]) };
        let mut book = book.clone();
        let RatingOutcome::Counted { weight, .. } = book.rate(&tomorrow) else {
            panic!("it counts")
        };
        weight
    };
    assert_eq!((weight(0, 100), weight(1, 100)), (0, ONE));
}

#[test]
fn an_anchor_moves_others_and_never_itself() {
    let mut book = MemoryBook::default();
    let nimrod = Contender::new(ANCHORS[0].id(), Kind::Bot);
    let RatingOutcome::Counted { changes, .. } =
        book.rate(&played(1, [nimrod, people()[0]], &[0, 1]))
    else {
        panic!("it counts")
    };
    let pool = Pool { division: Division::Open, ..played(1, people(), &[]).pool() };
    let boards: Vec<_> =
        changes.iter().map(|change| (change.leaderboard.clone(), change.player)).collect();
    let one = people()[0].id;
    let overall = Leaderboard::Overall(Division::Open);
    assert_eq!(boards, [(Leaderboard::Pool(pool), one), (overall, one)]);
    assert!(changes[0].after.points() < 1500.0);
    assert_eq!(book.get(&changes[0].leaderboard, nimrod.id), None);
}

proptest! {
    /// Whatever is played, ratings stay on the scale, nobody gains by losing both games or loses by
    /// winning both, and bots never affect the people's division.
    #[test]
    fn ratings_follow_results(
        results in proptest::collection::vec((0u128..6, 0u128..6, 0u8..2, 0u8..2, any::<bool>(), 0i64..1 << 40), 1..60)
    ) {
        let everybody: Vec<Contender> =
            (0..6).map(|n| player(n, if n < 3 { Kind::Person } else { Kind::Bot })).collect();
        let mut book = shown(&everybody);
        for (n, (one, two, first, second, known, at)) in (0u128..).zip(results) {
            let players = [everybody[one as usize], everybody[two as usize]];
            let start = known.then_some(if first == 0 { Outcome::N } else { Outcome::P });
            let both = RatedMatch { start, at, ..played(n, players, &[first, second]) };
            let before = book.clone();
            let RatingOutcome::Counted { changes, .. } = book.rate(&both) else { continue };
            for change in &changes {
                let moved = change.after.rating() - change.before;
                let RatingCause::Result { won, .. } = change.cause else { panic!("a result") };
                // Rest between matches moves a rating closer to what decisions say.
                let rested = 15_000;
                prop_assert!(won != 2 || moved >= -rested, "{change:?}");
                prop_assert!(won != 0 || moved <= rested, "{change:?}");
                prop_assert!((1_000_000..1_742_000).contains(&change.after.rating()));
                prop_assert!((1..300_000).contains(&change.after.deviation(at)));
                prop_assert!(change.leaderboard.division() != Division::People || players.iter().all(|p| p.kind == Kind::Person));
            }
            if players.iter().any(|p| p.kind == Kind::Bot) {
                let people = |(leaderboard, _, _): &(&Leaderboard, _, _)| leaderboard.division() == Division::People;
                let before: Vec<_> = before.standings().filter(people).collect();
                prop_assert!(before.iter().all(|(leaderboard, of, now)| book.get(leaderboard, *of) == Some(*now)));
                prop_assert_eq!(book.standings().filter(people).count(), before.len());
            }
        }
    }
}
