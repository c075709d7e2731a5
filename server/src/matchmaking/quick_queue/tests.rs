use protocol::limits::NO_MATCH_NOTICE_AFTER;
use protocol::{Draw, ErrorCode, GameView, Kind, Name, Version};
use rules::Ending;
use uuid::Uuid;

use super::*;

fn id(n: u128) -> PlayerId {
    PlayerId(Uuid::from_u128(n))
}

fn waiter(n: u128, pool: QuickPool, rating: u32, now: Instant) -> Waiter {
    let name = Name::try_from(format!("player {n}")).expect("plain");
    let rating = Some(Rating { rating, deviation: 50, provisional: false });
    let ending = if pool.ending == Ending::Misere { "misere " } else { "" };
    Waiter {
        seek: SeekId(Uuid::from_u128(n)),
        player: Player {
            id: id(n),
            name,
            kind: Kind::Bot,
            house: false,
            version: Version::try_from("1".to_owned()).ok(),
        },
        person: id(n),
        pool,
        game: format!("{ending}nim 1,2,{n}").parse().expect("a game"),
        draw: Draw { seed: u64::try_from(n).ok(), ..Draw::default() },
        start: None,
        rating,
        strength: rating,
        window: None,
        since: now,
        apart: Vec::new(),
        unmatched_sent: false,
    }
}

fn join(quick: &mut Quick, n: u128, pool: QuickPool, rating: u32, now: Instant) {
    quick.join(waiter(n, pool, rating, now));
}

/// Returns the matches of a tick that is due now.
fn tick(quick: &mut Quick, now: Instant) -> Vec<Match> {
    quick.next_tick = None;
    tick_if_due(quick, now)
}

fn tick_if_due(quick: &mut Quick, now: Instant) -> Vec<Match> {
    quick.tick(now, &mut |_| 0, || Some(())).into_iter().map(|((), found)| found).collect()
}

fn pair_at_once(quick: &mut Quick, n: u128, now: Instant) -> Option<Match> {
    quick.pair_at_once(id(n), now, &mut |_| 0, || Some(())).map(|((), found)| found)
}

fn pairs(quick: &mut Quick, now: Instant) -> Vec<[PlayerId; 2]> {
    let found = tick(quick, now);
    let mut pairs: Vec<_> = found
        .iter()
        .map(|found| {
            let mut pair = [found.players[0].id, found.players[1].id];
            pair.sort_unstable();
            pair
        })
        .collect();
    pairs.sort_unstable();
    pairs
}

#[test]
fn players_who_want_the_same_game_are_paired() {
    let now = Instant::now();
    let mut quick = Quick::default();
    let misere = QuickPool { ending: Ending::Misere, pair: true, ..QuickPool::default() };
    join(&mut quick, 1, QuickPool::default(), 1500, now);
    join(&mut quick, 2, misere.clone(), 1500, now);
    assert_eq!(pairs(&mut quick, now), [] as [[PlayerId; 2]; 0]);
    join(&mut quick, 3, QuickPool::default(), 1500, now);
    assert_eq!(pairs(&mut quick, now), [[id(1), id(3)]]);
    assert_eq!(pairs(&mut quick, now), [] as [[PlayerId; 2]; 0], "once");
    join(&mut quick, 4, misere, 1500, now);
    let found = tick(&mut quick, now);
    assert_eq!((found[0].game.ending(), found[0].pair), (Ending::Misere, true));
}

#[test]
fn the_window_of_ratings_widens_with_time() {
    let now = Instant::now();
    let mut quick = Quick::default();
    join(&mut quick, 1, QuickPool::default(), 1000, now);
    join(&mut quick, 2, QuickPool::default(), 2000, now);
    assert_eq!(pairs(&mut quick, now).len(), 0);
    assert_eq!(pairs(&mut quick, now + Duration::from_secs(60)).len(), 1);
}

#[test]
fn players_are_compared_in_ticks_and_a_newcomer_meets_somebody_new_at_once() {
    let now = Instant::now();
    let after = |ms| now + Duration::from_millis(ms);
    let mut quick = Quick::default();
    let pool = QuickPool::default;
    join(&mut quick, 1, pool(), 1500, now);
    assert!(pair_at_once(&mut quick, 1, now).is_none(), "nobody else is here");
    assert_eq!(tick_if_due(&mut quick, now), []);
    join(&mut quick, 2, pool(), 1500, now);
    assert_eq!(tick_if_due(&mut quick, after(TICK_MS - 1)), [], "no tick is due");
    assert_eq!(tick_if_due(&mut quick, after(TICK_MS)).len(), 1);
    // They return: they have just met, and wait for each other.
    (1..=2).for_each(|n| join(&mut quick, n, pool(), 1500, after(TICK_MS)));
    assert!(pair_at_once(&mut quick, 2, after(TICK_MS)).is_none());
    assert_eq!(tick_if_due(&mut quick, after(3 * TICK_MS)), []);
    join(&mut quick, 3, pool(), 1500, after(3 * TICK_MS));
    let found = pair_at_once(&mut quick, 3, after(3 * TICK_MS)).expect("both are new");
    assert!(found.players.iter().any(|player| player.id == id(3)));
}

#[test]
fn without_a_place_for_their_game_players_keep_waiting() {
    let now = Instant::now();
    let mut quick = Quick::default();
    (1..=2).for_each(|n| join(&mut quick, n, QuickPool::default(), 1500, now));
    assert!(quick.pair_at_once(id(2), now, &mut |_| 0, || None::<()>).is_none());
    assert!(quick.tick(now, &mut |_| 0, || None::<()>).is_empty());
    assert_eq!(quick.len(), 2);
    assert_eq!(pairs(&mut quick, now), [[id(1), id(2)]]);
}

#[test]
fn two_who_are_alone_meet_again_after_both_have_waited() {
    let now = Instant::now();
    let mut quick = Quick::default();
    for _ in 0..2 {
        (1..=2).for_each(|n| join(&mut quick, n, QuickPool::default(), 1500, now));
        let meet = pairs(&mut quick, now);
        if meet.is_empty() {
            let late = now + Duration::from_millis(ladder::REMATCH_AFTER_MS);
            assert_eq!(pairs(&mut quick, late), [[id(1), id(2)]]);
        }
    }
    assert_eq!(quick.meetings.past_opponents(id(1)), [id(2), id(2)]);
}

#[test]
fn an_unmatched_player_is_notified_once_and_a_leaver_is_forgotten() {
    let now = Instant::now();
    let mut quick = Quick::default();
    join(&mut quick, 1, QuickPool::default(), 1500, now);
    assert_eq!(quick.unmatched_for(now, NO_MATCH_NOTICE_AFTER), []);
    let late = now + NO_MATCH_NOTICE_AFTER;
    assert_eq!(
        quick.unmatched_for(late, NO_MATCH_NOTICE_AFTER),
        [(id(1), SeekId(Uuid::from_u128(1)), "nim 1,2,1".parse().expect("a game"))]
    );
    assert_eq!(quick.unmatched_for(late, NO_MATCH_NOTICE_AFTER), []);
    assert!(!quick.cancel(id(2), SeekId(Uuid::from_u128(1))), "it is another's");
    assert!(quick.cancel(id(1), SeekId(Uuid::from_u128(1))));
    join(&mut quick, 1, QuickPool::default(), 1500, now);
    quick.leave(id(1));
    assert!(quick.waiting.is_empty());
}

#[test]
fn a_waiting_player_is_listed_and_can_be_accepted_by_a_suitable_opponent() {
    let now = Instant::now();
    let mut quick = Quick::default();
    let rated = QuickPool { rated: true, pair: true, ..QuickPool::default() };
    join(&mut quick, 1, rated, 1500, now);
    join(&mut quick, 2, QuickPool::default(), 1500, now);
    let listed: Vec<_> = quick.seeks(now).map(|seek| seek.by.id).collect();
    assert_eq!((listed, quick.len()), (vec![id(2), id(1)], 2), "the newest first");
    let shown = quick.seeks(now).next().expect("two");
    let GameView::Drawn(draw) = shown.offer.game else { panic!("nobody is told the start") };
    assert_eq!(draw.draw.seed, None);
    let offer = |quick: &Quick, n| quick.offer(SeekId(Uuid::from_u128(n))).expect("waits");
    let taker = |n, kind| Player { kind, ..waiter(n, QuickPool::default(), 1500, now).player };
    let take = |quick: &mut Quick, n, by: Player| {
        let by = (&by, by.id);
        quick.accept(by, offer(quick, n), [None; 2], (now, 0)).map_err(|why| why.code())
    };
    for (n, by) in [(2, taker(2, Kind::Bot)), (1, taker(3, Kind::Person))] {
        assert_eq!(take(&mut quick, n, by), Err(ErrorCode::Forbidden));
    }
    assert_eq!(take(&mut quick, 1, taker(3, Kind::Guest)), Err(ErrorCode::Forbidden));
    // A player who takes another's wait no longer waits.
    join(&mut quick, 3, QuickPool::default(), 1500, now);
    let found = take(&mut quick, 2, taker(3, Kind::Person)).expect("they suit each other");
    assert_eq!((found.offer, quick.len()), (Uuid::from_u128(2), 1));
    assert_eq!(found.game.to_string(), "nim 1,2,2");
    let found = take(&mut quick, 1, taker(4, Kind::Bot)).expect("both are bots");
    assert!(found.terms.rated && found.pair && quick.offer(SeekId(Uuid::from_u128(1))).is_none());
}

/// Otherwise a player could pick the same weak opponent, or another bot of theirs, again and again.
#[test]
fn nobody_takes_the_place_of_somebody_whom_they_have_just_met() {
    let mut now = Instant::now();
    let mut quick = Quick::default();
    let rated = QuickPool { rated: true, pair: true, ..QuickPool::default() };
    let take = |quick: &mut Quick, n: u128, person: u128, now| {
        quick.join(Waiter { person: id(person), ..waiter(n, rated.clone(), 1500, now) });
        let offer = quick.offer(SeekId(Uuid::from_u128(n))).expect("waits");
        let taker = waiter(9, rated.clone(), 1500, now).player;
        let taken = quick.accept((&taker, id(9)), offer, [None; 2], (now, 0));
        taken.map(|found| found.players.len()).map_err(|why| why.code())
    };
    assert_eq!(take(&mut quick, 1, 5, now), Ok(2));
    assert_eq!(quick.meetings.past_opponents(id(9)), [id(5)]);
    for n in [1, 2] {
        assert_eq!(take(&mut quick, n, 5, now), Err(ErrorCode::TooSoon), "the same person");
    }
    assert_eq!(take(&mut quick, 3, 6, now), Ok(2), "somebody else");
    // Both wait until the queue would give them each other.
    join(&mut quick, 9, rated.clone(), 1500, now);
    now += Duration::from_millis(ladder::REMATCH_AFTER_MS);
    let offer = quick.offer(SeekId(Uuid::from_u128(2))).expect("it still waits");
    let taker = waiter(9, rated.clone(), 1500, now).player;
    assert!(quick.accept((&taker, id(9)), offer, [None; 2], (now, 0)).is_ok());
}

#[test]
fn the_drawn_first_player_begins_and_both_are_told() {
    let now = Instant::now();
    let mut quick = Quick::default();
    let rated = QuickPool { rated: true, pair: true, open: true, ..QuickPool::default() };
    (1..=2).for_each(|n| join(&mut quick, n, rated.clone(), 1400 + 10 * n as u32, now));
    let [found] = &tick(&mut quick, now)[..] else { panic!("one pair") };
    let first = found.players[0].id.0.as_u128();
    assert_eq!(found.game.to_string(), format!("nim 1,2,{first}"));
    assert_eq!(found.terms.drawn.and_then(|drawn| drawn.seed), u64::try_from(first).ok());
    let ratings = found.terms.ratings.iter().flatten().map(|rating| rating.rating);
    assert!(ratings.eq([1400 + 10 * first as u32, 1430 - 10 * first as u32]));
    assert!(found.terms.open && found.terms.rated && found.pair);
}

#[test]
fn persons_meet_bots_for_the_ladder_only_where_help_is_allowed() {
    let now = Instant::now();
    for (rated, open, meet) in [(true, false, 0), (true, true, 1), (false, false, 1)] {
        let mut quick = Quick::default();
        let pool = QuickPool { rated, open, ..QuickPool::default() };
        join(&mut quick, 1, pool.clone(), 1500, now);
        let mut person = waiter(2, pool, 1500, now);
        person.player.kind = Kind::Person;
        quick.join(person);
        assert_eq!(pairs(&mut quick, now).len(), meet, "{rated} {open}");
    }
}

#[test]
fn the_player_who_began_more_often_moves_second() {
    let now = Instant::now();
    let mut quick = Quick::default();
    let mut first = Vec::new();
    for round in 0..6 {
        (1..=2).for_each(|n| join(&mut quick, n, QuickPool::default(), 1500, now));
        quick.next_tick = None;
        let late = now + Duration::from_millis(ladder::REMATCH_AFTER_MS);
        let found = quick.tick(late, &mut |n| round % n, || Some(()));
        first.push(found[0].1.players[0].id);
    }
    for two in first.chunks(2) {
        assert_ne!(two[0], two[1], "{first:?}");
    }
}
