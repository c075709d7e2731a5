use proptest::prelude::*;
use protocol::{Kind, Reason};
use rules::{Ending, Heaps, Move, Setup, Variant};

use super::*;
use crate::{ANCHORS, Division, MemoryBook, Played, Pool};

fn player(n: u128, kind: Kind) -> Contender {
    Contender { id: PlayerId(Uuid::from_u128(n)), kind }
}

fn people() -> [Contender; 2] {
    [player(1, Kind::Person), player(2, Kind::Person)]
}

/// A game of some moves; `take` makes it differ from others.
fn game(winner: u8, take: u64) -> Played {
    let moves = (0..4).map(|n| Move::List(vec![n, take].into())).collect();
    Played { winners: vec![Seat(winner)], reason: Reason::Played, moves }
}

/// A rated match with these winners, by seat, that is like no other number.
fn rated_match(n: u128, players: [Contender; 2], winners: &[u8]) -> RatedMatch {
    let variant = Variant::parse("nim", serde_json::Value::Null).expect("nim");
    let start = Heaps::from(vec![3, 4, 6]).into();
    let setup = Setup::new(variant, Ending::Normal, start).expect("legal");
    let games = winners.iter().map(|winner| game(*winner, n as u64)).collect();
    let (id, start) = (Uuid::from_u128(n), Some(Outcome::N));
    RatedMatch {
        id,
        setup,
        clock: None,
        open: false,
        same_owner: false,
        start,
        players: players.to_vec(),
        games,
        at: 0,
    }
}

fn points(book: &MemoryBook, leaderboard: &str, n: u128) -> f64 {
    let leaderboard: Leaderboard = leaderboard.parse().expect("a leaderboard");
    let who = Subject::Player(PlayerId(Uuid::from_u128(n)));
    book.get(&leaderboard, who).expect("stands").points()
}

const POOL: &str = "people/nim/normal/free";

#[test]
fn a_pair_is_rated_in_its_pool_and_over_all() {
    let mut book = MemoryBook::default();
    // The first player sits first, then second, and wins both.
    let Rated::Counted(changes) = book.rate(&rated_match(1, people(), &[0, 1])) else {
        panic!("a fair pair")
    };
    assert_eq!(changes.len(), 4);
    assert_eq!((changes[0].won, changes[1].won, changes[0].games), (2, 0, 2));
    for leaderboard in [POOL, "people/overall"] {
        assert!(points(&book, leaderboard, 1) > 1600.0);
        assert!(
            (points(&book, leaderboard, 1) + points(&book, leaderboard, 2) - 3000.0).abs() < 0.01
        );
    }
}

#[test]
fn one_win_each_says_nothing_of_the_players_but_of_the_start() {
    let worth = |book: &MemoryBook| {
        let start = Subject::Start(Some(Outcome::N));
        book.get(&POOL.parse().expect("a leaderboard"), start).expect("stands").points() - LEVEL
    };
    let mut book = MemoryBook::default();
    book.rate(&rated_match(1, people(), &[0, 0]));
    assert_eq!(points(&book, POOL, 1), 1500.0);
    assert_eq!(points(&book, POOL, 2), 1500.0);
    assert!(worth(&book) > 50.0, "who has the start has won twice");
    let mut book = MemoryBook::default();
    book.rate(&rated_match(1, people(), &[1, 1]));
    assert_eq!(points(&book, POOL, 1), 1500.0);
    assert!(worth(&book) < -50.0);
}

#[test]
fn a_single_game_is_judged_by_what_its_start_is_worth() {
    let mut book = MemoryBook::default();
    for n in 0..40 {
        book.rate(&rated_match(
            n,
            [player(n + 100, Kind::Person), player(n + 200, Kind::Person)],
            &[0, 0],
        ));
    }
    let gain = |winner: u8| {
        let mut book = book.clone();
        book.rate(&rated_match(1_000, people(), &[winner]));
        points(&book, POOL, u128::from(winner) + 1) - 1500.0
    };
    assert!(gain(0) > 1.0);
    assert!(gain(1) > 2.0 * gain(0), "{} {}", gain(1), gain(0));
    let unknown = RatedMatch { start: None, ..rated_match(2_000, people(), &[0]) };
    assert_eq!(book.rate(&unknown), Rated::Not(Unrated::UnknownStart));
    let pair = RatedMatch { start: None, ..rated_match(2_001, people(), &[0, 1]) };
    assert!(matches!(book.rate(&pair), Rated::Counted(_)), "a pair needs no proof");
}

#[test]
fn a_bout_is_rated_once() {
    let mut book = MemoryBook::default();
    book.rate(&rated_match(1, people(), &[0, 1]));
    let after = book.clone();
    assert_eq!(book.rate(&rated_match(1, people(), &[0, 1])), Rated::Before);
    assert_eq!(book, after);
}

#[test]
fn the_same_moves_count_once() {
    let mut book = MemoryBook::default();
    let bots = [player(1, Kind::Bot), player(2, Kind::Bot)];
    book.rate(&rated_match(1, bots, &[0, 1]));
    let again = RatedMatch { id: Uuid::from_u128(2), ..rated_match(1, bots, &[0, 1]) };
    assert_eq!(book.rate(&again), Rated::Not(Unrated::Repeated));
    // Nor when the other begins the pair: they have the same two games then.
    let mut turned = RatedMatch { id: Uuid::from_u128(3), ..rated_match(1, bots, &[1, 0]) };
    turned.players.reverse();
    assert_eq!(book.rate(&turned), Rated::Not(Unrated::Repeated));
    // The same moves of other players, or other moves, do.
    let others = [player(1, Kind::Bot), player(3, Kind::Bot)];
    let others = RatedMatch { id: Uuid::from_u128(4), ..rated_match(1, others, &[0, 1]) };
    assert!(matches!(book.rate(&others), Rated::Counted(_)));
    assert!(matches!(book.rate(&rated_match(5, bots, &[0, 1])), Rated::Counted(_)));
}

#[test]
fn results_that_are_no_games_do_not_count() {
    let ended = |reason, moves: usize, winners: &[u8]| {
        let mut game = game(0, 1);
        game.reason = reason;
        game.moves.truncate(moves);
        game.winners = winners.iter().copied().map(Seat).collect();
        game
    };
    let with =
        |games: [Played; 2]| RatedMatch { games: games.to_vec(), ..rated_match(1, people(), &[]) };
    let why = |rated_match: &RatedMatch| match MemoryBook::default().rate(rated_match) {
        Rated::Not(why) => Some(why),
        Rated::Counted(_) | Rated::Before => None,
    };
    for reason in [Reason::Resigned, Reason::Abandoned, Reason::Flagged] {
        let quick = ended(reason, 1, &[0]);
        assert_eq!(why(&with([quick.clone(), game(0, 1)])), Some(Unrated::Instant));
        // Giving up the second at once does not undo the first.
        assert_eq!(why(&with([game(0, 1), quick])), None);
        assert_eq!(why(&with([ended(reason, 2, &[0]), game(0, 1)])), None);
    }
    for reason in [Reason::Aborted, Reason::TooLong] {
        let none = ended(reason, 1, &[]);
        assert_eq!(why(&with([none.clone(), game(0, 1)])), Some(Unrated::NoResult));
        assert_eq!(why(&with([game(0, 1), none])), Some(Unrated::NoResult));
    }
    let one = people()[0];
    assert_eq!(why(&rated_match(1, [one, one], &[0, 1])), Some(Unrated::OneSelf));
    let own = RatedMatch { same_owner: true, ..rated_match(1, people(), &[0, 1]) };
    assert_eq!(why(&own), Some(Unrated::OneSelf), "their own bots");
    let anchor = |n: usize| Contender { id: ANCHORS[n].id(), kind: Kind::Bot };
    assert_eq!(why(&rated_match(1, [anchor(0), anchor(1)], &[0, 1])), Some(Unrated::OnlyAnchors));
    let three =
        RatedMatch { players: [people(), people()].concat(), ..rated_match(1, people(), &[0, 1]) };
    assert_eq!(why(&three), Some(Unrated::NotTwo));
    assert_eq!(why(&rated_match(1, people(), &[])), Some(Unrated::NoResult));
}

#[test]
fn an_anchor_moves_others_and_never_itself() {
    let mut book = MemoryBook::default();
    let nimrod = Contender { id: ANCHORS[0].id(), kind: Kind::Bot };
    let Rated::Counted(changes) = book.rate(&rated_match(1, [nimrod, people()[0]], &[0, 1])) else {
        panic!("it counts")
    };
    let leaderboard = Pool { division: Division::Open, ..rated_match(1, people(), &[]).pool() };
    let leaderboards: Vec<_> =
        changes.iter().map(|change| (change.leaderboard.clone(), change.player)).collect();
    let one = people()[0].id;
    assert_eq!(
        leaderboards,
        [(Leaderboard::Pool(leaderboard), one), (Leaderboard::Overall(Division::Open), one)]
    );
    assert!(changes[0].after.points() < 1500.0);
    assert_eq!(book.get(&changes[0].leaderboard, Subject::Player(nimrod.id)), None);
}

proptest! {
    /// Whatever is played, ratings stay finite, nobody gains by losing both and
    /// nobody loses by winning both, and the people's division hears of no bot.
    #[test]
    fn ratings_follow_results(
        results in proptest::collection::vec((0u128..6, 0u128..6, 0u8..2, 0u8..2, any::<bool>(), 0i64..1 << 40), 1..60)
    ) {
        let mut book = MemoryBook::default();
        for (n, (one, two, first, second, known, at)) in (0u128..).zip(results) {
            let kind = |n: u128| if n < 3 { Kind::Person } else { Kind::Bot };
            let players = [player(one, kind(one)), player(two, kind(two))];
            let start = known.then_some(if first == 0 { Outcome::N } else { Outcome::P });
            let rated_match = RatedMatch { start, at, ..rated_match(n, players, &[first, second]) };
            let before = book.clone();
            let Rated::Counted(changes) = book.rate(&rated_match) else { continue };
            for change in &changes {
                let moved = change.after.rating - change.before;
                prop_assert!(change.won != 2 || moved > 0, "{change:?}");
                prop_assert!(change.won != 0 || moved < 0, "{change:?}");
                prop_assert!(change.after.deviation > 0 && change.after.deviation <= 350_000);
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
