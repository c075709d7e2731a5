use std::collections::{HashMap, HashSet};

use proptest::prelude::*;
use uuid::Uuid;

use super::*;

fn id(n: u128) -> PlayerId {
    PlayerId(Uuid::from_u128(n))
}

fn waiting(n: u128, rating: f64, waited_ms: u64) -> WaitingPlayer {
    let (player, met) = (id(n), Vec::new());
    WaitingPlayer {
        player,
        person: player,
        rating,
        deviation: 50.0,
        waited_ms,
        met,
        begun: 0,
        wants: None,
        apart: vec![],
    }
}

fn find(waiting: &[WaitingPlayer]) -> Vec<Found> {
    find_opponents(waiting, &mut |n| n / 2)
}

#[test]
fn the_wider_window_counts_for_both() {
    let pair = |ms| [waiting(1, 1500.0, ms), waiting(2, 1900.0, 0)];
    assert!(find(&pair(0)).is_empty());
    assert!(find(&pair(7_900)).is_empty());
    assert_eq!(find(&pair(8_100)).len(), 1);
    // Nobody is out of reach for ever.
    let far = |ms| [waiting(1, 100.0, ms), waiting(2, 3_900.0, 0)];
    assert!(find(&far(LONGEST_WAIT_MS - 1)).is_empty());
    assert_eq!(find(&far(LONGEST_WAIT_MS)).len(), 1);
}

#[test]
fn a_wish_for_stronger_or_weaker_opponents_is_kept() {
    let window = |below, above, widens| Some(Window { below, above, widens });
    let found = |wants, other, ms| {
        let mut pair = [waiting(1, 1500.0, ms), waiting(2, other, 60_000)];
        pair[0].wants = wants;
        find(&pair).len()
    };
    assert_eq!(found(window(0, 100, 0), 1600.0, 0), 1);
    assert_eq!(found(window(0, 100, 0), 1601.0, 60_000), 0, "it does not widen");
    assert_eq!(found(window(0, 100, 0), 1499.0, 60_000), 0);
    assert_eq!(found(window(0, 100, 5), 1601.0, 0), 0);
    assert_eq!(found(window(0, 100, 5), 1601.0, 200), 1);
    assert_eq!(found(None, 1300.0, 0), 1);
    assert_eq!(found(window(100, 0, 0), 1400.0, 0), 1);
    assert_eq!(found(window(100, 0, 0), 1399.0, 0), 0);
    assert_eq!(found(window(100, 0, 0), 1501.0, 60_000), 0);
    assert_eq!(found(window(100, 0, 5), 1399.0, 200), 1);
}

#[test]
fn a_place_is_drawn_within_the_deviation() {
    let one = waiting(1, 1500.0, 0);
    let reach = 3f64.sqrt() * 50.0;
    for (drawn, expected) in [(0.0, -1.0), (0.25, -0.5), (0.5, 0.0), (0.75, 0.5)] {
        let place = one.place(&mut |n| (n as f64 * drawn) as u64);
        assert!((place - (1500.0 + expected * reach)).abs() < 0.01, "{drawn}: {place}");
    }
}

#[test]
fn a_newcomer_meets_the_nearest_at_once() {
    let others = [waiting(2, 1460.0, 0), waiting(3, 1480.0, 0), waiting(4, 1530.0, 0)];
    let met = |newcomer: &WaitingPlayer| find_at_once(newcomer, &others).map(|it| it.second);
    let mut newcomer = waiting(1, 1500.0, 0);
    assert_eq!(met(&newcomer), Some(id(3)));
    newcomer.met = vec![id(3)];
    assert_eq!(met(&newcomer), Some(id(4)));
    newcomer.apart = vec![id(4), id(2)];
    assert_eq!(met(&newcomer), None);
}

#[test]
fn the_nearest_is_chosen() {
    let crowd = [
        waiting(1, 1500.0, 5_000),
        waiting(2, 1400.0, 0),
        waiting(3, 1520.0, 0),
        waiting(4, 1600.0, 0),
    ];
    let found = find(&crowd);
    assert_eq!(found[0], Found { first: id(1), second: id(3) });
    assert_eq!(found.len(), 2);
}

#[test]
fn recent_opponents_meet_again_only_after_both_have_waited() {
    let met = |ago: usize, one_ms, other_ms| {
        let mut pair = [waiting(1, 1500.0, one_ms), waiting(2, 1500.0, other_ms)];
        pair[0].met = (0..REMEMBERED as u128 + 2).map(|n| id(100 + n)).collect();
        pair[0].met[ago - 1] = id(2);
        find(&pair).len()
    };
    assert_eq!(met(1, 60_000, REMATCH_AFTER_MS - 1), 0, "even if they are alone");
    assert_eq!(met(1, REMATCH_AFTER_MS, 60_000), 1);
    assert_eq!(met(2, REMATCH_AFTER_MS / 2, REMATCH_AFTER_MS / 2), 1);
    assert_eq!(met(2, 60_000, REMATCH_AFTER_MS / 2 - 1), 0);
    assert_eq!(met(REMEMBERED + 1, 0, 0), 1, "it is forgotten");
}

#[test]
fn a_newcomer_meets_a_good_new_opponent_at_once() {
    let crowd = [waiting(1, 1450.0, 0), waiting(2, 1580.0, 0), waiting(3, 1900.0, 0)];
    let newcomer = waiting(9, 1500.0, 0);
    let expected = Some(Found { first: id(9), second: id(1) });
    assert_eq!(find_at_once(&newcomer, &crowd), expected);
    let met = WaitingPlayer { met: vec![id(5), id(1)], ..newcomer.clone() };
    assert_eq!(find_at_once(&met, &crowd).map(|found| found.second), Some(id(2)));
    let met = WaitingPlayer { met: vec![id(2), id(1)], ..newcomer.clone() };
    assert_eq!(find_at_once(&met, &crowd), None, "too far away, or met lately");
    assert_eq!(find_at_once(&newcomer, std::slice::from_ref(&newcomer)), None);
}

#[test]
fn the_player_who_began_less_often_moves_first() {
    let mut pair = [waiting(1, 1500.0, 5_000), waiting(2, 1500.0, 0)];
    assert_eq!(find(&pair)[0].first, id(1));
    pair[0].begun = 1;
    assert_eq!(find(&pair)[0].first, id(2));
}

/// Simulated players who arrive, play for a while and return, as a server sees them.
struct Evening {
    players: Vec<WaitingPlayer>,
    /// When each player arrives or arrived.
    comes: Vec<u64>,
    seed: u64,
    rematches: usize,
    pairs: usize,
    waits: Vec<u64>,
}

impl Evening {
    fn new(players: usize, rating: impl Fn(usize) -> f64) -> Evening {
        let player = |n| WaitingPlayer { deviation: 40.0, ..waiting(n as u128, rating(n), 0) };
        Evening {
            players: (0..players).map(player).collect(),
            comes: (0..players as u64).map(|n| n * 97).collect(),
            seed: 7,
            rematches: 0,
            pairs: 0,
            waits: Vec::new(),
        }
    }

    fn below(&mut self, n: u64) -> u64 {
        self.seed = self.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.seed >> 33) % n
    }

    fn play(&mut self, until: u64) {
        let mut here: Vec<usize> = Vec::new();
        for now in (0..until).step_by(100) {
            let mut come: Vec<usize> = (0..self.players.len())
                .filter(|&n| !here.contains(&n) && self.comes[n] <= now)
                .collect();
            come.sort_by_key(|&n| self.comes[n]);
            for n in come {
                self.comes[n] = now;
                let waiting = self.waiting(&here, now);
                let newcomer = WaitingPlayer { waited_ms: 0, ..self.players[n].clone() };
                here.push(n);
                if let Some(found) = find_at_once(&newcomer, &waiting) {
                    self.begin(found, now, &mut here);
                }
            }
            if now.is_multiple_of(TICK_MS) {
                let waiting = self.waiting(&here, now);
                let mut seed = self.below(u64::from(u32::MAX));
                let mut below = |n| {
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    (seed >> 33) % n
                };
                for found in find_opponents(&waiting, &mut below) {
                    self.begin(found, now, &mut here);
                }
            }
        }
        self.waits.sort_unstable();
    }

    fn waiting(&self, here: &[usize], now: u64) -> Vec<WaitingPlayer> {
        let one = |&n: &usize| WaitingPlayer {
            waited_ms: now - self.comes[n],
            ..self.players[n].clone()
        };
        here.iter().map(one).collect()
    }

    fn begin(&mut self, found: Found, now: u64, here: &mut Vec<usize>) {
        let [one, other] = [found.first, found.second].map(|id| id.0.as_u128() as usize);
        self.pairs += 1;
        self.rematches += usize::from(self.players[one].met.first() == Some(&found.second));
        for (me, met) in [(one, found.second), (other, found.first)] {
            here.retain(|&n| n != me);
            self.waits.push(now - self.comes[me]);
            self.players[me].met.insert(0, met);
            self.comes[me] = now + 2_000 + self.below(20_000);
        }
    }

    fn distinct_opponents(&self) -> usize {
        let met = |one: &WaitingPlayer| one.met.iter().collect::<HashSet<_>>().len();
        let mut met: Vec<usize> = self.players.iter().map(met).collect();
        met.sort_unstable();
        met[met.len() / 2]
    }

    fn p95(&self) -> u64 {
        self.waits[self.waits.len() * 95 / 100]
    }
}

/// Produces the table of docs/ladder.md: an hour of players who play again as soon as their game of
/// 2 to 22 s is over.
#[test]
fn a_crowd_mixes_and_nobody_waits_long() {
    let hour = 3_600_000;
    for (players, most_rematches, least_met, p95) in
        [(2, 100, 1, 30_000), (3, 30, 2, 35_000), (10, 2, 9, 13_000), (100, 1, 50, 13_000)]
    {
        let mut evening = Evening::new(players, |n| 1_200.0 + 600.0 * n as f64 / players as f64);
        evening.play(hour);
        let rematches = 100 * evening.rematches / evening.pairs;
        println!(
            "{players} players: {rematches} % rematches, {} distinct opponents, p95 wait {} ms",
            evening.distinct_opponents(),
            evening.p95()
        );
        assert!(rematches <= most_rematches, "{players}: {rematches} %");
        assert!(evening.distinct_opponents() >= least_met, "{}", evening.distinct_opponents());
        assert!(evening.p95() <= p95, "{players}: {}", evening.p95());
    }
}

/// One player in a hundred is 800 points above all others, and is not left waiting.
#[test]
fn the_far_end_of_the_scale_does_not_starve() {
    let mut evening = Evening::new(100, |n| if n == 0 { 2_400.0 } else { 1_500.0 + n as f64 });
    evening.play(1_800_000);
    let longest = *evening.waits.last().expect("they play");
    assert!(longest <= LONGEST_WAIT_MS + TICK_MS, "{longest}");
    assert!(evening.players[0].met.len() > 30, "{}", evening.players[0].met.len());
}

#[test]
fn after_the_longest_wait_a_player_is_compared_with_everybody() {
    let none = Some(Window { below: 0, above: 0, widens: 0 });
    let between =
        (2..60).map(|n| WaitingPlayer { wants: none, ..waiting(n, 1_000.0 + n as f64, 0) });
    let ends = |ms| [waiting(0, 900.0, ms), waiting(1, 1_100.0, ms)];
    let found = |ms| find(&between.clone().chain(ends(ms)).collect::<Vec<_>>()).len();
    assert_eq!((found(LONGEST_WAIT_MS - 1), found(LONGEST_WAIT_MS)), (0, 1));
}

proptest! {
    #[test]
    fn everybody_plays_at_most_once_and_fairly(
        crowd in proptest::collection::vec((0.0..3_000.0, 30.0..350.0, 0u64..90_000, 0u128..40), 0..40),
        seed in any::<u64>(),
    ) {
        let crowd: Vec<WaitingPlayer> = (0..).zip(crowd).map(|(n, (rating, deviation, waited_ms, last))| {
            WaitingPlayer { deviation, met: vec![id(last)], ..waiting(n, rating, waited_ms) }
        }).collect();
        let by_id: HashMap<PlayerId, &WaitingPlayer> = crowd.iter().map(|one| (one.player, one)).collect();
        let mut state = seed;
        let mut below = |n| {
            state = state.rotate_left(7) ^ 0x9e37_79b9;
            state % n
        };
        let found = find_opponents(&crowd, &mut below);
        let mut seen = HashSet::new();
        for Found { first, second } in found {
            prop_assert!(seen.insert(first) && seen.insert(second));
            let (one, other) = (by_id[&first], by_id[&second]);
            prop_assert!(one.suits(other));
            prop_assert!(one.may_meet(other));
        }
    }
}
