//! Quotas on the games that run at the same time, in total and from one address. Pure.

use std::collections::HashMap;

use protocol::{Cause, TableId};

use crate::admission::ip_prefix::IpPrefix;
use crate::records::request_error::RequestError;

/// The quotas, and the current usage.
#[derive(Debug)]
pub(crate) struct GameQuota {
    /// The maximum number of running games, in total and from one address; 0 is unlimited.
    most: usize,
    most_each: usize,
    tables: HashMap<TableId, Vec<IpPrefix>>,
    running: HashMap<IpPrefix, usize>,
}

impl GameQuota {
    /// Creates a quota of this many games in total and from one address; 0 is unlimited.
    pub(crate) fn new(most: usize, most_each: usize) -> GameQuota {
        GameQuota { most, most_each, tables: HashMap::new(), running: HashMap::new() }
    }

    /// Creates the quota that matches the limits on connections: twice as many games, since
    /// everybody may play several at a time; unlimited where one address may have any number of
    /// connections.
    pub(crate) fn beside(most_players: (usize, Option<usize>)) -> GameQuota {
        match most_players {
            (all, Some(each)) => GameQuota::new(all.saturating_mul(2), each.saturating_mul(2)),
            (_, None) => GameQuota::default(),
        }
    }

    /// Refuses if no further game may begin from this address.
    pub(crate) fn ensure_capacity(&self, from: IpPrefix) -> Result<(), RequestError> {
        if self.most > 0 && self.tables.len() >= self.most {
            return Err(Cause::TooManyGamesOnServer { max: self.most }.into());
        }
        let running = self.running.get(&from).copied().unwrap_or(0);
        if self.most_each > 0 && running >= self.most_each {
            return Err(Cause::TooManyGamesFromAddress { max: self.most_each }.into());
        }
        Ok(())
    }

    /// Records that a game has begun between players at these addresses.
    pub(crate) fn begin(&mut self, table: TableId, from: impl IntoIterator<Item = IpPrefix>) {
        let mut from: Vec<IpPrefix> = from.into_iter().collect();
        from.sort_unstable();
        from.dedup();
        from.iter().for_each(|&prefix| *self.running.entry(prefix).or_default() += 1);
        self.tables.insert(table, from);
    }

    /// Records that a game has ended, and returns its players' addresses; does nothing if it never
    /// began, or has already ended.
    pub(crate) fn end(&mut self, table: TableId) -> Vec<IpPrefix> {
        let from = self.tables.remove(&table).unwrap_or_default();
        for &prefix in &from {
            if let Some(running) = self.running.get_mut(&prefix) {
                *running = running.saturating_sub(1);
                if *running == 0 {
                    self.running.remove(&prefix);
                }
            }
        }
        from
    }
}

impl Default for GameQuota {
    /// Returns a quota without bounds.
    fn default() -> GameQuota {
        GameQuota::new(0, 0)
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use protocol::ErrorCode;
    use uuid::Uuid;

    use super::*;

    fn from(host: u8) -> IpPrefix {
        IpAddr::from([1, 2, 3, host]).into()
    }

    #[test]
    fn games_are_bounded_by_address_and_in_all_and_give_their_places_back() {
        let mut quota = GameQuota::new(5, 3);
        let table = |n| TableId(Uuid::from_u128(n));
        (0..3).for_each(|n| quota.begin(table(n), [from(1), from(1)]));
        let refused = quota.ensure_capacity(from(1)).map_err(|refused| refused.code());
        assert_eq!(refused, Err(ErrorCode::TooMany));
        assert_eq!(quota.ensure_capacity(from(2)), Ok(()));
        (3..5).for_each(|n| quota.begin(table(n), [from(2), from(3)]));
        assert!(quota.ensure_capacity(from(4)).is_err(), "in all");
        quota.end(table(0));
        quota.end(table(0));
        assert_eq!(quota.ensure_capacity(from(1)), Ok(()));
        for n in 1..5 {
            quota.end(table(n));
        }
        assert!(quota.running.is_empty() && quota.tables.is_empty());
    }

    #[test]
    fn without_a_bound_any_number_is_played() {
        let judged = |(most, most_each)| {
            let mut quota = GameQuota::new(most, most_each);
            (0..3).for_each(|n| quota.begin(TableId(Uuid::from_u128(n)), [from(1)]));
            quota.ensure_capacity(from(1)).map_err(|refused| refused.code())
        };
        for unbounded in [(0, 0), (4, 0), (0, 4), (4, 4)] {
            assert_eq!(judged(unbounded), Ok(()), "{unbounded:?}");
        }
        for bounded in [(3, 0), (0, 3), (3, 4), (4, 3)] {
            assert_eq!(judged(bounded), Err(ErrorCode::TooMany), "{bounded:?}");
        }
    }

    #[test]
    fn twice_as_many_games_may_run_as_players_may_connect() {
        let bounds = |players| {
            let quota = GameQuota::beside(players);
            (quota.most, quota.most_each)
        };
        assert_eq!(bounds((10, Some(3))), (20, 6));
        assert_eq!(bounds((usize::MAX, Some(usize::MAX))), (usize::MAX, usize::MAX));
        assert_eq!(bounds((10, None)), (0, 0));
    }
}
