//! The position of the day, the same for everybody, and how many have tried and solved it against
//! the house bot that never errs. Each player counts once a day, and of one address only some, so
//! that nobody inflates the numbers. Pure; who they are is in memory alone, and only for the day.

use std::collections::HashMap;

use ladder::Anchor;
use protocol::{EndReason, Over, Player, PlayerId};
use rules::{Move, Seat, Setup};
use serde::Serialize;

use crate::admission::ip_prefix::IpPrefix;

/// From Monday to Sunday, easy to hard, week after week. Keep in sync with `web/state/daily.js`.
const POSITIONS: [&str; 21] = [
    "nim 2,3,4",
    "subtraction(1,2,3) 15",
    "nim 1,3,5,6",
    "octal(0.77) 7",
    "nim 3,5,7",
    "misere chomp 4,4,4",
    "nim 1,4,6,7",
    "nim 1,4,4",
    "fibonacci heap=12;limit=11",
    "nim 2,4,5",
    "misere chomp 3,3,3",
    "nim 1,2,4,6",
    "octal(0.77) 5,3",
    "nim 2,5,6,7",
    "subtraction(1,2,3,4) 17",
    "nim 3,4,6",
    "nim 1,3,4,7",
    "fibonacci heap=17;limit=16",
    "nim 4,5,7",
    "octal(0.77) 8",
    "nim 3,5,6,8",
];

/// The Monday of the first one, 29 June 2026, in days from 1970.
const FIRST_DAY: i64 = 20_633;

pub(crate) const DAY_MS: i64 = 86_400_000;

/// The most players that are counted on a day; each takes some 40 bytes.
const MOST_PLAYERS: usize = 100_000;

/// The most players that are counted of one address: a school class.
const MOST_FROM_ONE_ADDRESS: u8 = 30;

/// The position of the day, and how it went so far today.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct PositionOfDay {
    /// Positions are numbered by the day, in UTC.
    number: i64,
    /// The player to move can win.
    game: Setup,
    /// The legal moves.
    moves: Vec<Move>,
    /// The players who have ended a game of it against a house bot today.
    tried: usize,
    /// Those of them who have won one.
    solved: usize,
}

/// A game that has ended, and may have been a try.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DailyGame<'a> {
    pub(crate) game: &'a Setup,
    pub(crate) players: &'a [Player],
    pub(crate) over: &'a Over,
}

/// The players who have tried today's position.
#[derive(Debug)]
pub(crate) struct DailyTally {
    /// In days from 1970.
    day: i64,
    game: Setup,
    /// Whether each has solved it.
    players: HashMap<PlayerId, bool>,
    solved: usize,
    from: HashMap<IpPrefix, u8>,
}

impl DailyTally {
    /// Creates an empty tally for the day of this time, in milliseconds since 1970.
    pub(crate) fn new(now_ms: i64) -> DailyTally {
        let day = now_ms.div_euclid(DAY_MS);
        let (players, from) = (HashMap::new(), HashMap::new());
        DailyTally { day, game: position(day), players, solved: 0, from }
    }

    /// Counts a game that has ended, if it was a try: by somebody at this address, if that is known.
    pub(crate) fn count(&mut self, now_ms: i64, ended: DailyGame<'_>, from: Option<IpPrefix>) {
        self.turn_to(now_ms);
        let [player, bot] = ended.players else { return };
        let begun = ended.over.reason != EndReason::Aborted;
        let errs = Anchor::find(bot.id).is_none_or(|bot| bot.errs() > 0.0);
        if errs || player.house || !begun || *ended.game != self.game {
            return;
        }
        let Some(solved) = self.entry(player.id, from) else { return };
        if !*solved && ended.over.winners == [Seat(0)] {
            *solved = true;
            self.solved += 1;
        }
    }

    /// Whether a player has solved it; `None` if they are not counted.
    fn entry(&mut self, player: PlayerId, from: Option<IpPrefix>) -> Option<&mut bool> {
        if !self.players.contains_key(&player) {
            if self.players.len() >= MOST_PLAYERS {
                return None;
            }
            let others = from.map(|from| self.from.entry(from).or_default());
            if let Some(others) = others {
                if *others >= MOST_FROM_ONE_ADDRESS {
                    return None;
                }
                *others += 1;
            }
        }
        Some(self.players.entry(player).or_default())
    }

    /// Returns the position of this moment's day with the counts so far.
    pub(crate) fn so_far(&mut self, now_ms: i64) -> PositionOfDay {
        self.turn_to(now_ms);
        let (number, game) = (self.day - FIRST_DAY + 1, self.game.clone());
        let moves = game.variant().rules().moves(game.start()).collect();
        let tried = self.players.len();
        PositionOfDay { number, game, moves, tried, solved: self.solved }
    }

    /// A new day begins with nobody.
    fn turn_to(&mut self, now_ms: i64) {
        if now_ms.div_euclid(DAY_MS) != self.day {
            *self = DailyTally::new(now_ms);
        }
    }
}

/// The position of a day.
fn position(day: i64) -> Setup {
    let place = (day - FIRST_DAY).rem_euclid(POSITIONS.len() as i64) as usize;
    POSITIONS[place].parse().expect("a test parses them all")
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use ladder::ANCHORS;
    use protocol::{Kind, Name};
    use uuid::Uuid;

    use super::*;

    const MONDAY: i64 = FIRST_DAY * DAY_MS;

    fn player(id: u128, house: bool) -> Player {
        let kind = if house { Kind::Bot } else { Kind::Guest };
        let name = Name::try_from("Ada".to_owned()).expect("plain");
        Player { id: PlayerId(Uuid::from_u128(id)), name, kind, house, version: None }
    }

    /// The house bots, the strongest first.
    fn house_bot(place: usize) -> Player {
        Player { id: ANCHORS[place].id(), ..player(0, true) }
    }

    /// Counts a game of this player, from this address.
    fn play(tally: &mut DailyTally, id: u128, address: u32, won: bool) {
        let over = Over { winners: vec![Seat(u8::from(!won))], reason: EndReason::Played };
        let players = [player(id, false), house_bot(0)];
        let ended = DailyGame { game: &position(FIRST_DAY), players: &players, over: &over };
        tally.count(MONDAY, ended, Some(IpAddr::V4(Ipv4Addr::from_bits(address)).into()));
    }

    fn counts(tally: &mut DailyTally, now_ms: i64) -> (i64, usize, usize) {
        let PositionOfDay { number, tried, solved, .. } = tally.so_far(now_ms);
        (number, tried, solved)
    }

    #[test]
    fn all_positions_can_be_read_and_return_after_three_weeks() {
        for (day, text) in POSITIONS.iter().enumerate() {
            let day = FIRST_DAY + day as i64;
            assert_eq!(position(day).to_string(), *text);
            assert_eq!(position(day - 21), position(day + 21));
        }
    }

    #[test]
    fn each_player_counts_once_a_day_and_has_solved_it_once() {
        let mut tally = DailyTally::new(MONDAY);
        play(&mut tally, 1, 1, false);
        assert_eq!(counts(&mut tally, MONDAY), (1, 1, 0));
        for won in [true, true, false] {
            play(&mut tally, 1, 1, won);
        }
        play(&mut tally, 2, 1, false);
        assert_eq!(counts(&mut tally, MONDAY + DAY_MS - 1), (1, 2, 1));
        assert_eq!(counts(&mut tally, MONDAY + DAY_MS), (2, 0, 0));
    }

    #[test]
    fn of_one_address_only_some_are_counted() {
        let mut tally = DailyTally::new(MONDAY);
        for id in 1..100 {
            play(&mut tally, id, 1, true);
        }
        let most = usize::from(MOST_FROM_ONE_ADDRESS);
        assert_eq!(counts(&mut tally, MONDAY), (1, most, most));
        play(&mut tally, 200, 2, true);
        assert_eq!(counts(&mut tally, MONDAY), (1, most + 1, most + 1));
    }

    #[test]
    fn other_games_are_no_tries() {
        let mut tally = DailyTally::new(MONDAY);
        let over = |reason| Over { winners: vec![Seat(0)], reason };
        let (played, aborted) = (over(EndReason::Played), over(EndReason::Aborted));
        let today = position(FIRST_DAY);
        let (ada, bob, bot) = (player(1, false), player(2, false), house_bot(0));
        let mut count = |game: &Setup, players: &[Player], over: &Over| {
            tally.count(MONDAY, DailyGame { game, players, over }, None);
            counts(&mut tally, MONDAY)
        };
        let nothing = (1, 0, 0);
        assert_eq!(count(&position(FIRST_DAY + 1), &[ada.clone(), bot.clone()], &played), nothing);
        assert_eq!(count(&today, &[ada.clone(), bob], &played), nothing);
        assert_eq!(count(&today, &[ada.clone(), house_bot(1)], &played), nothing, "it errs");
        assert_eq!(count(&today, &[bot.clone(), ada.clone()], &played), nothing);
        assert_eq!(count(&today, &[bot.clone(), bot.clone()], &played), nothing);
        assert_eq!(count(&today, &[ada.clone(), bot.clone()], &aborted), nothing);
        assert_eq!(count(&today, &[ada, bot], &played), (1, 1, 1));
    }
}
