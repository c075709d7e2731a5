//! Which bot thinks next, where not all can at once.

use std::collections::HashMap;
use std::time::Duration;

use protocol::{PlayerId, TableId};
use tokio::time::Instant;

/// The opponents that are remembered. With more, all count as new.
const REMEMBERED: usize = 1_024;

/// A game in which a bot waits to think.
#[derive(Clone, Copy, Debug)]
pub(super) struct WaitingGame {
    pub(super) table: TableId,
    pub(super) rated: bool,
    pub(super) opponent: Option<PlayerId>,
    /// When the bot's time is up, if a clock runs.
    pub(super) due: Option<Instant>,
}

/// The games in which bots wait to think. Rated ones come first; then those of the opponents about
/// whose games least was thought, so that many hard games of one hold up no other; then those with
/// the least time.
#[derive(Debug, Default)]
pub(super) struct ThinkingOrder {
    waiting: Vec<WaitingGame>,
    /// How long was thought about the games of each opponent.
    spent: HashMap<PlayerId, Duration>,
}

impl ThinkingOrder {
    /// Adds a game, or replaces what is known of it.
    pub(super) fn add(&mut self, game: WaitingGame) {
        match self.waiting.iter_mut().find(|other| other.table == game.table) {
            Some(known) => *known = game,
            None => self.waiting.push(game),
        }
    }

    /// Takes out the game that is next.
    pub(super) fn next(&mut self) -> Option<TableId> {
        let key = |game: &WaitingGame| {
            let spent = game.opponent.and_then(|opponent| self.spent.get(&opponent));
            (!game.rated, spent.copied().unwrap_or_default(), game.due.is_none(), game.due)
        };
        let (at, _) = self.waiting.iter().enumerate().min_by_key(|(_, game)| key(game))?;
        Some(self.waiting.remove(at).table)
    }

    /// Notes how long was thought about a game with this opponent.
    pub(super) fn thought(&mut self, opponent: Option<PlayerId>, time: Duration) {
        let Some(opponent) = opponent else { return };
        if self.spent.len() >= REMEMBERED && !self.spent.contains_key(&opponent) {
            self.spent.clear();
        }
        *self.spent.entry(opponent).or_default() += time;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(table: u128, opponent: u128) -> WaitingGame {
        let (table, opponent) = (TableId(uuid::Uuid::from_u128(table)), player(opponent));
        WaitingGame { table, rated: false, opponent, due: None }
    }

    fn player(n: u128) -> Option<PlayerId> {
        Some(PlayerId(uuid::Uuid::from_u128(n)))
    }

    fn taken(order: &mut ThinkingOrder) -> Vec<u128> {
        std::iter::from_fn(|| order.next()).map(|table| table.0.as_u128()).collect()
    }

    #[test]
    fn many_games_of_one_opponent_hold_up_no_other() {
        let mut order = ThinkingOrder::default();
        order.thought(player(1), Duration::from_secs(2));
        (1..=9).for_each(|table| order.add(game(table, 1)));
        order.add(game(10, 2));
        assert_eq!(order.next(), Some(game(10, 2).table));
        // Whoever had the thread longer waits longer.
        order.thought(player(2), Duration::from_secs(3));
        order.add(game(11, 2));
        assert_eq!(taken(&mut order), [1, 2, 3, 4, 5, 6, 7, 8, 9, 11]);
    }

    #[test]
    fn opponents_take_turns_by_the_time_that_each_has_had() {
        let mut order = ThinkingOrder::default();
        for (opponent, seconds) in [(1, 5), (2, 1), (3, 3), (2, 1)] {
            order.thought(player(opponent), Duration::from_secs(seconds));
            order.add(game(opponent, opponent));
        }
        order.add(game(4, 4));
        assert_eq!(taken(&mut order), [4, 2, 3, 1]);
        // Known ones are remembered among as many as there may be.
        (10..7 + REMEMBERED as u128).for_each(|n| order.thought(player(n), Duration::ZERO));
        order.thought(player(1), Duration::from_secs(1));
        assert_eq!(order.spent.len(), REMEMBERED);
        assert_eq!(order.spent[&player(1).expect("one")], Duration::from_secs(6));
    }

    #[test]
    fn rated_games_come_first_and_of_equals_those_with_the_least_time() {
        let mut order = ThinkingOrder::default();
        let due = |seconds| Some(Instant::now() + Duration::from_secs(seconds));
        order.add(game(1, 1));
        order.add(WaitingGame { due: due(60), ..game(2, 2) });
        order.add(WaitingGame { due: due(3), ..game(3, 3) });
        order.add(WaitingGame { rated: true, ..game(4, 4) });
        order.thought(player(4), Duration::from_secs(9));
        // A game that waits already is not there twice.
        order.add(WaitingGame { due: due(1), ..game(2, 2) });
        assert_eq!(taken(&mut order), [4, 2, 3, 1]);
    }

    #[test]
    fn so_many_opponents_are_remembered_and_no_more() {
        let mut order = ThinkingOrder::default();
        for n in 0..5 * REMEMBERED as u128 {
            order.thought(player(n), Duration::from_secs(1));
        }
        assert!(order.spent.len() <= REMEMBERED);
    }
}
