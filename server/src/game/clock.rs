//! The clocks of a game: pure, in whole microseconds, and only about the durations of turns. The
//! table knows when a turn began. All arithmetic saturates: no sequence of numbers, however absurd,
//! can panic or wrap.

use std::time::Duration;

use protocol::TimeControl;
use rules::Seat;

const MS: u64 = 1_000;
const DAY: u64 = 24 * 3_600_000 * MS;

/// The maximum and minimum credit for network delay that one move earns, and the divisor of the
/// base time that is added to the minimum. A player with a slow connection cannot gain more than
/// this, however slow they make it.
const MOST_EARNED: u64 = 1_000 * MS;
const LEAST_EARNED: u64 = 150 * MS;
const EARNED_OF_STOCK: u64 = 250;

/// A seat's initial and maximum credit for network delay, in moves' worth.
const SAVED_AT_FIRST: u64 = 3;
const MOST_SAVED: u64 = 7;

/// The time that every seat has left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Clock {
    /// The game's control, from which single seats may differ.
    control: TimeControl,
    sides: Vec<SideClock>,
}

/// One seat's time, in microseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SideClock {
    control: TimeControl,
    left: u64,
    /// The remaining credit for network delay.
    saved: u64,
}

impl Clock {
    /// Creates clocks that have not run. `own` are the controls by seat where they differ from
    /// the game's; it may be shorter.
    pub(crate) fn new(control: TimeControl, seats: u8, own: &[TimeControl]) -> Clock {
        let own = own.iter().copied().chain(std::iter::repeat(control));
        Clock { control, sides: own.take(usize::from(seats)).map(SideClock::new).collect() }
    }

    pub(crate) fn control(&self) -> TimeControl {
        self.control
    }

    /// Returns how long a turn of `seat` may last before their flag falls.
    pub(crate) fn allowed(&self, seat: Seat, lag: Duration) -> Duration {
        let side = self.side(seat);
        let free = match side.control {
            TimeControl::Delay { delay_ms, .. } => u64::from(delay_ms) * MS,
            _ => 0,
        };
        let granted = micros(lag).min(side.saved);
        Duration::from_micros(side.left.saturating_add(free).saturating_add(granted))
    }

    /// Returns how much of a turn of length `took` is credited to the network.
    pub(crate) fn credit(&self, seat: Seat, took: Duration, lag: Duration) -> Duration {
        let most = Duration::from_micros(self.side(seat).saved);
        took.min(lag).min(most)
    }

    /// Ends the turn of `seat` with a move. A move that came too late, but before the flag was
    /// called, has used up all the time there was.
    pub(crate) fn press(&mut self, seat: Seat, took: Duration, credit: Duration) {
        let charged = micros(took).saturating_sub(micros(credit));
        let Some(side) = self.sides.get_mut(usize::from(seat.0)) else { return };
        let control = side.control;
        side.left = match control {
            TimeControl::Fischer { increment_ms, .. } => {
                side.left.saturating_sub(charged).saturating_add(u64::from(increment_ms) * MS)
            }
            TimeControl::Bronstein { delay_ms, .. } => {
                let back = charged.min(u64::from(delay_ms) * MS).min(side.left);
                side.left.saturating_sub(charged).saturating_add(back)
            }
            TimeControl::Delay { delay_ms, .. } => {
                side.left.saturating_sub(charged.saturating_sub(u64::from(delay_ms) * MS))
            }
            TimeControl::Byoyomi { periods, period_ms, .. } => {
                byoyomi_left(side.left, charged, periods, period_ms)
            }
            TimeControl::Move { .. } | TimeControl::Days { .. } => stock(control),
        };
        let earned = earned(control);
        side.saved = (side.saved.saturating_sub(micros(credit)).saturating_add(earned))
            .min(MOST_SAVED * earned);
    }

    /// Returns the time that `seat` has left after a turn of `took`.
    pub(crate) fn left(&self, seat: Seat, took: Duration) -> Duration {
        let running = match self.side(seat).control {
            TimeControl::Delay { delay_ms, .. } => {
                took.saturating_sub(Duration::from_millis(delay_ms.into()))
            }
            _ => took,
        };
        Duration::from_micros(self.side(seat).left).saturating_sub(running)
    }

    fn side(&self, seat: Seat) -> SideClock {
        let none = SideClock { control: self.control, left: 0, saved: 0 };
        self.sides.get(usize::from(seat.0)).copied().unwrap_or(none)
    }
}

impl SideClock {
    fn new(control: TimeControl) -> SideClock {
        SideClock { control, left: stock(control), saved: SAVED_AT_FIRST * earned(control) }
    }
}

/// Returns what a turn of `charged` microseconds leaves of all the time `before` it, under byo-yomi:
/// the period in which the move was made stays whole, and so does the last one after a move that
/// came too late.
pub(super) fn byoyomi_left(before: u64, charged: u64, periods: u32, period_ms: u32) -> u64 {
    let period = u64::from(period_ms.max(1)) * MS;
    let left = before.saturating_sub(charged);
    // At the border of two periods the move was made in the one that ends there, unless it took no
    // time and that one is over.
    let kept = (left / period + 1).min(before.div_ceil(period)).max(1);
    left.max(kept.min(periods.into()) * period)
}

fn stock(control: TimeControl) -> u64 {
    match control {
        TimeControl::Fischer { base_ms, .. }
        | TimeControl::Bronstein { base_ms, .. }
        | TimeControl::Delay { base_ms, .. } => u64::from(base_ms) * MS,
        TimeControl::Byoyomi { base_ms, periods, period_ms } => {
            (u64::from(base_ms) + u64::from(periods) * u64::from(period_ms)).saturating_mul(MS)
        }
        TimeControl::Move { ms } => u64::from(ms) * MS,
        TimeControl::Days { days } => u64::from(days).saturating_mul(DAY),
    }
}

/// The credit for network delay that each move adds.
fn earned(control: TimeControl) -> u64 {
    (LEAST_EARNED + stock(control) / EARNED_OF_STOCK).min(MOST_EARNED)
}

fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SEAT: Seat = Seat(0);

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    /// The time left after turns of these durations in milliseconds, without network delay.
    fn after(control: TimeControl, turns: &[u64]) -> u128 {
        let mut clock = Clock::new(control, 2, &[]);
        turns.iter().for_each(|&took| clock.press(SEAT, ms(took), Duration::ZERO));
        clock.left(SEAT, Duration::ZERO).as_millis()
    }

    #[test]
    fn each_control_counts_as_its_name_says() {
        let fischer = TimeControl::Fischer { base_ms: 10_000, increment_ms: 2_000 };
        assert_eq!(after(fischer, &[1_000]), 11_000);
        assert_eq!(after(fischer, &[5_000, 500]), 8_500);
        let bronstein = TimeControl::Bronstein { base_ms: 10_000, delay_ms: 2_000 };
        assert_eq!(after(bronstein, &[1_000]), 10_000);
        assert_eq!(after(bronstein, &[5_000]), 7_000);
        let delay = TimeControl::Delay { base_ms: 10_000, delay_ms: 2_000 };
        assert_eq!(after(delay, &[1_000]), 10_000);
        assert_eq!(after(delay, &[5_000]), 7_000);
        let fixed = TimeControl::Move { ms: 10_000 };
        assert_eq!(after(fixed, &[9_000, 1_000]), 10_000);
    }

    #[test]
    fn a_move_within_a_period_keeps_it() {
        let byoyomi = TimeControl::Byoyomi { base_ms: 10_000, periods: 3, period_ms: 5_000 };
        assert_eq!(after(byoyomi, &[]), 25_000);
        assert_eq!(after(byoyomi, &[4_000]), 21_000);
        // From the main time into the first period, and moves within it.
        assert_eq!(after(byoyomi, &[4_000, 8_000]), 15_000);
        assert_eq!(after(byoyomi, &[12_000, 5_000, 1, 4_999]), 15_000);
        // Neither does a move that takes no time bring a period back.
        assert_eq!(after(byoyomi, &[12_000, 5_001, 0, 0]), 10_000);
        // One period passes, then two.
        assert_eq!(after(byoyomi, &[12_000, 5_001]), 10_000);
        assert_eq!(after(byoyomi, &[12_000, 10_001]), 5_000);
        assert_eq!(after(byoyomi, &[25_000, 5_000, 5_000]), 5_000);
        let none = TimeControl::Byoyomi { base_ms: 0, periods: 2, period_ms: 1_000 };
        assert_eq!(after(none, &[1_000, 1_001, 999, 1_000]), 1_000);
        let clock = Clock::new(none, 2, &[]);
        assert_eq!(clock.allowed(SEAT, Duration::ZERO), ms(2_000));
    }

    #[test]
    fn seats_may_have_controls_of_their_own() {
        let all = TimeControl::Fischer { base_ms: 10_000, increment_ms: 2_000 };
        let mut clock = Clock::new(all, 2, &[all.berserk()]);
        let left = |clock: &Clock| [0, 1].map(|seat| clock.left(Seat(seat), Duration::ZERO));
        assert_eq!(left(&clock), [ms(5_000), ms(10_000)]);
        assert_eq!(clock.allowed(SEAT, Duration::ZERO), ms(5_000));
        for seat in [0, 1] {
            clock.press(Seat(seat), ms(1_000), Duration::ZERO);
        }
        assert_eq!(left(&clock), [ms(4_000), ms(11_000)]);
    }

    #[test]
    fn the_flag_falls_where_the_control_says() {
        let allowed = |control| Clock::new(control, 2, &[]).allowed(SEAT, Duration::ZERO);
        let bronstein = TimeControl::Bronstein { base_ms: 10_000, delay_ms: 2_000 };
        assert_eq!(allowed(bronstein), ms(10_000));
        assert_eq!(allowed(TimeControl::Delay { base_ms: 10_000, delay_ms: 2_000 }), ms(12_000));
        assert_eq!(allowed(TimeControl::Days { days: 2 }), ms(172_800_000));
    }

    #[test]
    fn the_clock_shows_a_delay_only_when_it_is_over() {
        let clock = Clock::new(TimeControl::Delay { base_ms: 10_000, delay_ms: 2_000 }, 2, &[]);
        assert_eq!(clock.left(SEAT, ms(1_500)), ms(10_000));
        assert_eq!(clock.left(SEAT, ms(2_500)), ms(9_500));
        assert_eq!(clock.left(SEAT, ms(99_999)), ms(0));
    }

    #[test]
    fn a_slow_line_is_credited_but_only_up_to_a_quota() {
        let control = TimeControl::Fischer { base_ms: 60_000, increment_ms: 0 };
        let mut clock = Clock::new(control, 2, &[]);
        let lag = ms(100);
        let credit = clock.credit(SEAT, ms(1_000), lag);
        assert_eq!(credit, lag);
        clock.press(SEAT, ms(1_000), credit);
        assert_eq!(clock.left(SEAT, Duration::ZERO), ms(59_100));
        // A delay of ten seconds is not credited in full: the saved credit is gone after the first
        // moves, and then each move gets what it earns.
        let mut credited = Duration::ZERO;
        for _ in 0..10 {
            let credit = clock.credit(SEAT, ms(10_000), ms(10_000));
            clock.press(SEAT, ms(10_000), credit);
            credited += credit;
        }
        let earned = ms(390);
        assert!(credited <= 14 * earned, "{credited:?}");
        assert_eq!(clock.credit(SEAT, ms(10_000), ms(10_000)), earned);
    }

    #[test]
    fn a_player_whose_line_is_fast_saves_so_much_credit_and_no_more() {
        let control = TimeControl::Fischer { base_ms: 600_000, increment_ms: 0 };
        let mut clock = Clock::new(control, 2, &[]);
        let most = |clock: &Clock| clock.credit(SEAT, ms(100_000), ms(100_000));
        let earned = most(&clock) / SAVED_AT_FIRST as u32;
        for saved in [4, 5, 6, 7, 7, 7] {
            clock.press(SEAT, ms(10), Duration::ZERO);
            assert_eq!(most(&clock), saved * earned);
        }
    }

    fn any_control() -> impl Strategy<Value = TimeControl> {
        let (time, step) = (0..=u32::MAX, 0..=u32::MAX);
        (0..6, time, step).prop_map(|(kind, time, step)| match kind {
            0 => TimeControl::Fischer { base_ms: time, increment_ms: step },
            1 => TimeControl::Bronstein { base_ms: time, delay_ms: step },
            2 => TimeControl::Delay { base_ms: time, delay_ms: step },
            3 => TimeControl::Move { ms: time },
            4 => TimeControl::Byoyomi { base_ms: time, periods: step % 50, period_ms: step },
            _ => TimeControl::Days { days: time },
        })
    }

    fn any_time() -> impl Strategy<Value = Duration> {
        prop_oneof![
            (0..=10_000_000u64).prop_map(Duration::from_micros),
            any::<u64>().prop_map(Duration::from_micros),
            Just(Duration::MAX),
        ]
    }

    proptest! {
        /// Compares with an independent statement of the rule: the time left changes by the
        /// increment, less the thinking time beyond the free time.
        #[test]
        fn no_move_adds_more_than_its_control_grants(
            control in any_control(),
            turns in prop::collection::vec((any_time(), any_time()), 1..30),
        ) {
            let mut clock = Clock::new(control, 2, &[]);
            let other = clock.left(Seat(1), Duration::ZERO);
            for (took, lag) in turns {
                let before = clock.left(SEAT, Duration::ZERO);
                let credit = clock.credit(SEAT, took, lag);
                prop_assert!(credit <= lag && credit <= took);
                prop_assert!(clock.left(SEAT, took) <= before);
                let in_time = took <= clock.allowed(SEAT, lag);
                clock.press(SEAT, took, credit);
                let left = clock.left(SEAT, Duration::ZERO);
                let grant = match control {
                    TimeControl::Fischer { increment_ms, .. } => ms(increment_ms.into()),
                    TimeControl::Byoyomi { period_ms, .. } => ms(period_ms.into()),
                    _ => Duration::ZERO,
                };
                prop_assert!(left <= before.saturating_add(grant));
                prop_assert!(!in_time || left.saturating_add(took) >= before);
                prop_assert_eq!(clock.left(Seat(1), Duration::ZERO), other);
            }
        }

        /// Compares byo-yomi with a count of its periods one by one.
        #[test]
        fn byoyomi_is_main_time_and_then_periods(
            base_ms in 0..20_000u32, periods in 1..6u32, period_ms in 1..5_000u32,
            turns in prop::collection::vec(prop_oneof![3 => 0..8_000u64, 1 => Just(0)], 1..30),
        ) {
            let mut clock = Clock::new(
                TimeControl::Byoyomi { base_ms, periods, period_ms }, 2, &[],
            );
            let (mut main, mut left) = (u64::from(base_ms), periods);
            for took in turns {
                let mut over = took.saturating_sub(main);
                main = main.saturating_sub(took);
                while over > u64::from(period_ms) {
                    over -= u64::from(period_ms);
                    left = left.saturating_sub(1);
                }
                if left == 0 {
                    prop_assert!(ms(took) > clock.allowed(SEAT, Duration::ZERO));
                    break;
                }
                prop_assert!(ms(took) <= clock.allowed(SEAT, Duration::ZERO));
                clock.press(SEAT, ms(took), Duration::ZERO);
                let shown = ms(main + u64::from(left) * u64::from(period_ms));
                prop_assert_eq!(clock.left(SEAT, Duration::ZERO), shown);
            }
        }

        /// A turn within the allowed time never leaves less than nothing, and one beyond it leaves
        /// only what the move itself adds.
        #[test]
        fn allowed_is_exactly_what_can_be_spent(control in any_control(), over in 1..1_000u64) {
            let clock = Clock::new(control, 2, &[]);
            let allowed = clock.allowed(SEAT, Duration::ZERO);
            prop_assert_eq!(clock.left(SEAT, allowed), Duration::ZERO);
            let late = allowed.saturating_add(Duration::from_micros(over));
            prop_assert_eq!(clock.left(SEAT, late), Duration::ZERO);
        }
    }
}
