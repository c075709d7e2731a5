//! The boundary between two pages of a ranking: a position in the order, not a number of rows, so
//! that nobody is left out when others change places meanwhile.

use std::fmt;
use std::str::FromStr;

use uuid::Uuid;

/// The last player of a page; to clients one opaque word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RankCursor {
    /// The player's rating, in thousandths of a point.
    pub(super) rating: i64,
    pub(super) player: Uuid,
    /// The last rank assigned so far: provisional players have none.
    pub(super) rank: u32,
}

impl RankCursor {
    /// The position before the first player.
    pub(super) const START: RankCursor =
        RankCursor { rating: i64::MAX, player: Uuid::nil(), rank: 0 };
}

impl fmt::Display for RankCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}_{}_{}", self.rank, self.rating, self.player.simple())
    }
}

impl FromStr for RankCursor {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<RankCursor, &'static str> {
        let read = || {
            let mut parts = text.splitn(3, '_');
            let rank = parts.next()?.parse().ok()?;
            let rating = parts.next()?.parse().ok()?;
            Some(RankCursor { rating, player: parts.next()?.parse().ok()?, rank })
        };
        read().ok_or("`after` must be the `next` of the previous page")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_is_read_as_it_was_written_and_nothing_else_is() {
        for (rating, rank) in [(1_500_000, 1), (-1, 0), (i64::MIN, u32::MAX)] {
            let cursor = RankCursor { rating, player: Uuid::from_u128(7), rank };
            assert_eq!(cursor.to_string().parse(), Ok(cursor));
        }
        for bad in ["", "1", "1_2", "1_2_x", "-1_2_x", "99999999999_1_0", "é_é_é"] {
            assert!(bad.parse::<RankCursor>().is_err(), "{bad}");
        }
    }
}
