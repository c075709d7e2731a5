//! The time that a player had left when they decided, in classes, computed from the durations in a
//! game's record. It serves players who want to know how they play in a hurry; no clock of a game
//! is computed from it.

use protocol::TimeControl;
use serde::{Deserialize, Serialize};

use crate::game::clock::byoyomi_left;
use crate::records::game::Fact;

/// The share of the thinking time that was left when a turn began.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub(crate) enum TimeLeft {
    /// There was no clock, or each move has its own time limit.
    Free,
    /// More than half of the base time.
    Much,
    /// More than a tenth of it.
    Some,
    /// A tenth or less.
    Little,
}

impl TimeLeft {
    /// All classes, each at the index of its number.
    pub(crate) const ALL: [TimeLeft; 4] =
        [TimeLeft::Free, TimeLeft::Much, TimeLeft::Some, TimeLeft::Little];

    /// The number under which it is stored.
    pub(crate) fn number(self) -> u8 {
        self as u8
    }

    fn new(left_ms: i64, stock_ms: i64) -> TimeLeft {
        match () {
            () if 2 * left_ms > stock_ms => TimeLeft::Much,
            () if 10 * left_ms > stock_ms => TimeLeft::Some,
            () => TimeLeft::Little,
        }
    }
}

/// By ply: the time that the mover had left when their turn began. For two-player games without
/// takebacks, such as rated games.
pub(crate) fn time_left(clock: Option<TimeControl>, facts: &[Fact]) -> Vec<TimeLeft> {
    let used = facts.iter().filter_map(|fact| match fact {
        Fact::Moved { us, lag_us, .. } => Some(us.saturating_sub(*lag_us) / 1_000),
        Fact::Chose { .. } | Fact::Bid { .. } | Fact::TakenBack { .. } | Fact::Ended(_) => None,
    });
    let stock = match clock {
        None | Some(TimeControl::Days { .. } | TimeControl::Move { .. }) => {
            return used.map(|_| TimeLeft::Free).collect();
        }
        Some(
            TimeControl::Fischer { base_ms, .. }
            | TimeControl::Bronstein { base_ms, .. }
            | TimeControl::Delay { base_ms, .. },
        ) => i64::from(base_ms),
        Some(TimeControl::Byoyomi { base_ms, periods, period_ms }) => {
            i64::from(base_ms) + i64::from(periods) * i64::from(period_ms)
        }
    };
    let mut left = [stock; 2];
    let class = |(ply, used): (usize, u64)| {
        let mine = &mut left[ply % 2];
        let before = TimeLeft::new(*mine, stock);
        if let Some(TimeControl::Byoyomi { periods, period_ms, .. }) = clock {
            let (had, used) = ((*mine).max(0).cast_unsigned() * 1_000, used * 1_000);
            *mine = (byoyomi_left(had, used, periods, period_ms) / 1_000).cast_signed();
            return before;
        }
        let used = i64::try_from(used).unwrap_or(i64::MAX);
        let back = match clock {
            Some(TimeControl::Fischer { increment_ms, .. }) => i64::from(increment_ms),
            Some(TimeControl::Bronstein { delay_ms, .. } | TimeControl::Delay { delay_ms, .. }) => {
                used.min(i64::from(delay_ms))
            }
            _ => 0,
        };
        *mine = mine.saturating_sub(used).saturating_add(back);
        before
    };
    used.enumerate().map(class).collect()
}

#[cfg(test)]
mod tests {
    use rules::Move;

    use super::*;

    fn moves(seconds: &[u64]) -> Vec<Fact> {
        let mv = |s: &u64| Fact::Moved {
            mv: Move::List(vec![0, 1].into()),
            us: s * 1_000_000 + 7,
            lag_us: 7,
        };
        seconds.iter().map(mv).collect()
    }

    #[test]
    fn time_runs_for_whoever_moves_and_comes_back_as_the_clock_says() {
        use TimeLeft::{Free, Little, Much, Some as Half};
        let plain = TimeControl::Fischer { base_ms: 100_000, increment_ms: 0 };
        let found = time_left(Some(plain), &moves(&[60, 1, 35, 1, 4, 1]));
        assert_eq!(found, [Much, Much, Half, Much, Little, Much]);
        let increment = TimeControl::Fischer { base_ms: 100_000, increment_ms: 60_000 };
        assert_eq!(time_left(Some(increment), &moves(&[60, 1, 35]))[2], Much);
        for delay in [
            TimeControl::Delay { base_ms: 100_000, delay_ms: 60_000 },
            TimeControl::Bronstein { base_ms: 100_000, delay_ms: 60_000 },
        ] {
            assert_eq!(time_left(Some(delay), &moves(&[60, 1, 99, 1, 1])), [Much; 5]);
        }
        // A period passes; moves that take no time bring none back.
        let byoyomi = TimeControl::Byoyomi { base_ms: 1_000, periods: 4, period_ms: 2_000 };
        let found = time_left(Some(byoyomi), &moves(&[4, 0, 0, 0, 3, 0, 0, 0, 1]));
        let firsts: Vec<TimeLeft> = found.into_iter().step_by(2).collect();
        assert_eq!(firsts, [Much, Much, Much, Half, Half]);
        assert_eq!(time_left(None, &moves(&[9, 9])), [Free; 2]);
        for (number, left) in (0..).zip(TimeLeft::ALL) {
            assert_eq!(left.number(), number);
        }
    }
}
