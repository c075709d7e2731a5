//! Who plays whom, among those who wait in one pool. Each has a window of ratings
//! around their own that widens as they wait; within it the opponent is drawn from
//! those near them, the nearer the better their rating is known.

use protocol::{PlayerId, Window};

/// How far from a newcomer's own rating an opponent may be, in
/// points beyond what is uncertain anyway.
const WINDOW: f64 = 100.0;

/// Points by which the window widens each second: after a minute it holds everybody
/// who can be met at all.
const WIDENS: f64 = 25.0;

/// Neighbours on either side that are looked at for one player, so that a crowd
/// costs little more than its sorting.
const NEIGHBOURS: usize = 16;

/// Somebody who waits for an opponent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Waiting {
    /// Who.
    pub player: PlayerId,
    /// Their rating, in points.
    pub rating: f64,
    /// Its deviation.
    pub deviation: f64,
    /// For how long they have waited, in milliseconds.
    pub waited_ms: u64,
    /// Their last opponent.
    pub last: Option<PlayerId>,
    /// How many more first games they have begun than not.
    pub begun: i32,
    /// The ratings they want to meet, if not just those near their own.
    pub wants: Option<Window>,
}

/// Two players who are to play each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// Who begins the first game.
    pub first: PlayerId,
    /// Who does not.
    pub second: PlayerId,
}

impl Waiting {
    /// How far below and above their rating an opponent may be.
    fn window(&self) -> (f64, f64) {
        let seconds = self.waited_ms as f64 / 1_000.0;
        match self.wants {
            Some(Window { below, above, widens }) => {
                let wider = f64::from(widens) * seconds;
                (f64::from(below) + wider, f64::from(above) + wider)
            }
            None => {
                let window = WINDOW + 2.0 * self.deviation + WIDENS * seconds;
                (window, window)
            }
        }
    }

    fn lets_in(&self, other: &Waiting) -> bool {
        let (below, above) = self.window();
        (self.rating - below..=self.rating + above).contains(&other.rating)
    }

    fn suits(&self, other: &Waiting) -> bool {
        self.lets_in(other) && other.lets_in(self)
    }

    fn has_just_met(&self, other: &Waiting) -> bool {
        self.last == Some(other.player) || other.last == Some(self.player)
    }
}

/// Brings together whom it can, who has waited longest first. Nobody meets the
/// same opponent twice in a row unless the two are the only ones who wait.
/// `below(n)` draws a number from 0 to n - 1: where a rating is uncertain, so is
/// the place in the order, and the same two do not always meet.
pub fn find_opponents(waiting: &[Waiting], below: &mut dyn FnMut(u64) -> u64) -> Vec<Found> {
    let mut order: Vec<(f64, &Waiting)> =
        waiting.iter().map(|one| (place(one, below), one)).collect();
    order.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut longest: Vec<usize> = (0..order.len()).collect();
    longest.sort_by_key(|&index| std::cmp::Reverse(order[index].1.waited_ms));
    let mut free: Vec<bool> = vec![true; order.len()];
    let only_two = waiting.len() == 2;
    let mut found = Vec::with_capacity(waiting.len() / 2);
    for me in longest {
        if !free[me] {
            continue;
        }
        let one = order[me].1;
        let below = (0..me).rev().filter(|&index| free[index]).take(NEIGHBOURS);
        let above = (me + 1..order.len()).filter(|&index| free[index]).take(NEIGHBOURS);
        let suiting = below.chain(above).filter(|&index| {
            let other = order[index].1;
            one.suits(other) && (only_two || !one.has_just_met(other))
        });
        let distance = |index: &usize| (order[*index].0 - order[me].0).abs();
        let Some(other) = suiting.min_by(|a, b| distance(a).total_cmp(&distance(b))) else {
            continue;
        };
        (free[me], free[other]) = (false, false);
        found.push(seat(one, order[other].1));
    }
    found
}

/// A plausible rating of theirs: drawn uniformly, with their deviation.
fn place(one: &Waiting, below: &mut dyn FnMut(u64) -> u64) -> f64 {
    const STEPS: u64 = 1 << 20;
    let unit = below(STEPS) as f64 / STEPS as f64 * 2.0 - 1.0;
    one.rating + unit * 3f64.sqrt() * one.deviation
}

/// The player who has begun less often begins.
fn seat(one: &Waiting, other: &Waiting) -> Found {
    let (first, second) = if one.begun <= other.begun { (one, other) } else { (other, one) };
    Found { first: first.player, second: second.player }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;

    fn id(n: u128) -> PlayerId {
        PlayerId(Uuid::from_u128(n))
    }

    fn waiting(n: u128, rating: f64, waited_ms: u64) -> Waiting {
        Waiting {
            player: id(n),
            rating,
            deviation: 50.0,
            waited_ms,
            last: None,
            begun: 0,
            wants: None,
        }
    }

    fn find(waiting: &[Waiting]) -> Vec<Found> {
        find_opponents(waiting, &mut |n| n / 2)
    }

    #[test]
    fn the_window_widens() {
        let pair = |ms| [waiting(1, 1500.0, ms), waiting(2, 1900.0, ms)];
        assert!(find(&pair(0)).is_empty());
        assert!(find(&pair(7_900)).is_empty());
        assert_eq!(find(&pair(8_100)).len(), 1);
        // Whoever has just come is not given to whoever waits for long.
        let mut pair = pair(60_000);
        pair[1].waited_ms = 0;
        assert!(find(&pair).is_empty());
    }

    #[test]
    fn a_wish_for_stronger_or_weaker_opponents_is_kept() {
        let wish = |below, above, widens| Some(Window { below, above, widens });
        let found = |wants, other, ms| {
            let mut pair = [waiting(1, 1500.0, ms), waiting(2, other, 60_000)];
            pair[0].wants = wants;
            find(&pair).len()
        };
        assert_eq!(found(wish(0, 100, 0), 1600.0, 0), 1);
        assert_eq!(found(wish(0, 100, 0), 1601.0, 60_000), 0, "it does not widen");
        assert_eq!(found(wish(0, 100, 0), 1499.0, 60_000), 0);
        assert_eq!(found(wish(0, 100, 5), 1601.0, 0), 0);
        assert_eq!(found(wish(0, 100, 5), 1601.0, 200), 1);
        assert_eq!(found(None, 1300.0, 0), 1);
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
    fn nobody_meets_the_same_twice_while_another_waits() {
        let mut crowd = vec![waiting(1, 1500.0, 5_000), waiting(2, 1500.0, 0)];
        crowd[0].last = Some(id(2));
        assert_eq!(find(&crowd).len(), 1, "they are alone");
        crowd.push(waiting(3, 1700.0, 0));
        assert_eq!(find(&crowd), [Found { first: id(1), second: id(3) }]);
        // A third who is out of reach still keeps them apart for a while.
        crowd[2].rating = 3_000.0;
        assert!(find(&crowd).is_empty());
    }

    #[test]
    fn who_has_begun_less_begins() {
        let mut pair = [waiting(1, 1500.0, 5_000), waiting(2, 1500.0, 0)];
        assert_eq!(find(&pair)[0].first, id(1));
        pair[0].begun = 1;
        assert_eq!(find(&pair)[0].first, id(2));
    }

    proptest! {
        #[test]
        fn everybody_plays_at_most_once_and_fairly(
            crowd in proptest::collection::vec((0.0..3_000.0, 30.0..350.0, 0u64..90_000, 0u128..40), 0..40),
            seed in any::<u64>(),
        ) {
            let crowd: Vec<Waiting> = (0..).zip(crowd).map(|(n, (rating, deviation, waited_ms, last))| {
                Waiting { deviation, last: Some(id(last)), ..waiting(n, rating, waited_ms) }
            }).collect();
            let mut state = seed;
            let mut below = |n| {
                state = state.rotate_left(7) ^ 0x9e37_79b9;
                state % n
            };
            let found = find_opponents(&crowd, &mut below);
            let mut seen = HashSet::new();
            for Found { first, second } in found {
                prop_assert!(seen.insert(first) && seen.insert(second));
                let by_id = |id: PlayerId| crowd.iter().find(|one| one.player == id).expect("waits");
                let (one, other) = (by_id(first), by_id(second));
                prop_assert!(one.suits(other));
                prop_assert!(crowd.len() == 2 || !one.has_just_met(other));
            }
        }
    }
}
