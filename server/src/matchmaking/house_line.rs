//! Queues of challenges for house bots. Each bot plays a bounded number of games at once; further
//! challenges wait in line, in the order of arrival, and their owners are told their place. Pure;
//! the lobby knows the challenges and the running games.

use std::collections::{BTreeMap, HashMap};

use protocol::limits::MAX_BOT_QUEUE;
use protocol::{Cause, ChallengeId, ChallengeView, PlayerId};

use crate::records::request_error::RequestError;

/// The lines of all house bots.
#[derive(Debug)]
pub(crate) struct HouseLines {
    /// The number of games that each bot plays at once.
    games: usize,
    lines: HashMap<PlayerId, BotLine>,
}

/// The line of one bot.
#[derive(Debug, Default)]
struct BotLine {
    /// The number of challenges that the bot knows of and has not answered.
    promised: usize,
    /// Waiting challenges, with the last place that each owner was told. Ids are ordered by time.
    waiting: BTreeMap<ChallengeId, u32>,
}

/// The progress of a challenge.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum QueueProgress {
    /// It reaches its addressee.
    Reaches {
        /// The addressee.
        to: PlayerId,
        /// The challenge as they see it.
        view: Box<ChallengeView>,
    },
    /// It waits in line.
    Waits {
        /// Its owner.
        by: PlayerId,
        /// The challenge.
        challenge: ChallengeId,
        /// Its place in line, from 1.
        place: u32,
    },
}

impl HouseLines {
    /// Creates empty lines; each bot plays `games` at once.
    pub(super) fn new(games: usize) -> HouseLines {
        HouseLines { games, lines: HashMap::new() }
    }

    /// Whether a bot that plays this many games would get another challenge at once.
    pub(super) fn has_room(&self, bot: PlayerId, playing: usize) -> bool {
        let promised = match self.lines.get(&bot) {
            Some(line) if !line.waiting.is_empty() => return false,
            line => line.map_or(0, |line| line.promised),
        };
        playing + promised < self.games
    }

    /// Adds a challenge to a bot that plays this many games. Returns its place in line, or `None`
    /// if the bot gets it now.
    pub(super) fn join(
        &mut self,
        bot: PlayerId,
        playing: usize,
        challenge: ChallengeId,
    ) -> Result<Option<u32>, RequestError> {
        let has_room = self.has_room(bot, playing);
        let line = self.lines.entry(bot).or_default();
        if has_room {
            line.promised += 1;
            return Ok(None);
        }
        if line.waiting.len() >= MAX_BOT_QUEUE {
            return Err(Cause::BotQueueFull { max: MAX_BOT_QUEUE }.into());
        }
        let place = line.waiting.len() as u32 + 1;
        line.waiting.insert(challenge, place);
        Ok(Some(place))
    }

    /// Removes a challenge to a bot that has ended or become a game.
    pub(super) fn leave(&mut self, bot: PlayerId, challenge: ChallengeId) {
        let Some(line) = self.lines.get_mut(&bot) else { return };
        if line.waiting.remove(&challenge).is_none() {
            line.promised = line.promised.saturating_sub(1);
        }
        if line.promised == 0 && line.waiting.is_empty() {
            self.lines.remove(&bot);
        }
    }

    /// Returns the challenges whose turn has come, and those whose place has changed. `playing`
    /// returns the number of a bot's games, `here` whether a challenge's owner is present to play.
    pub(super) fn advance(
        &mut self,
        playing: impl Fn(PlayerId) -> usize,
        here: impl Fn(ChallengeId) -> bool,
    ) -> Vec<(PlayerId, ChallengeId, Option<u32>)> {
        let mut changed = Vec::new();
        for (&bot, line) in &mut self.lines {
            let mut room = self.games.saturating_sub(playing(bot) + line.promised);
            let mut place = 0;
            line.waiting.retain(|&challenge, promised| {
                if room > 0 && here(challenge) {
                    room -= 1;
                    line.promised += 1;
                    changed.push((bot, challenge, None));
                    return false;
                }
                place += 1;
                if std::mem::replace(promised, place) != place {
                    changed.push((bot, challenge, Some(place)));
                }
                true
            });
        }
        changed
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    const BOT: PlayerId = PlayerId(Uuid::from_u128(1));

    fn challenge(n: u128) -> ChallengeId {
        ChallengeId(Uuid::from_u128(n))
    }

    #[test]
    fn challengers_beyond_the_games_queue_in_order_and_learn_their_place() {
        let mut lines = HouseLines::new(2);
        let places: Vec<_> =
            (1..=5).map(|n| lines.join(BOT, 0, challenge(n)).expect("room in line")).collect();
        assert_eq!(places, [None, None, Some(1), Some(2), Some(3)]);
        assert!(!lines.has_room(BOT, 0), "others come first");
        assert!(
            lines.has_room(PlayerId(Uuid::nil()), 1) && !lines.has_room(PlayerId(Uuid::nil()), 2)
        );
        assert_eq!(lines.advance(|_| 0, |_| true), [], "two that were promised are two games");
        // Both become games; one of them ends.
        lines.leave(BOT, challenge(1));
        lines.leave(BOT, challenge(2));
        assert_eq!(lines.advance(|_| 2, |_| true), []);
        let next =
            [(BOT, challenge(3), None), (BOT, challenge(4), Some(1)), (BOT, challenge(5), Some(2))];
        assert_eq!(lines.advance(|_| 1, |_| true), next);
        // Nobody jumps the queue, even when there is room: those in line come first.
        assert_eq!(lines.join(BOT, 0, challenge(6)).expect("room in line"), Some(3));
        // A challenge that is withdrawn leaves no gap.
        lines.leave(BOT, challenge(4));
        let moved = [(BOT, challenge(5), Some(1)), (BOT, challenge(6), Some(2))];
        assert_eq!(lines.advance(|_| 1, |_| true), moved);
        // A player who is away keeps their place and lets others pass.
        lines.leave(BOT, challenge(3));
        assert_eq!(
            lines.advance(|_| 1, |waits| waits != challenge(5)),
            [(BOT, challenge(6), None)]
        );
    }

    #[test]
    fn a_line_is_bounded_and_nothing_stays_of_it() {
        let mut lines = HouseLines::new(0);
        let all = 1..=MAX_BOT_QUEUE as u128;
        for n in all.clone() {
            assert_eq!(lines.join(BOT, 0, challenge(n)).expect("room"), u32::try_from(n).ok());
        }
        assert!(lines.join(BOT, 0, challenge(0)).is_err());
        all.for_each(|n| lines.leave(BOT, challenge(n)));
        assert!(lines.lines.is_empty());
    }
}
