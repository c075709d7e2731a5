//! Pairings and their results.

use std::collections::{BTreeMap, BTreeSet};

use protocol::Number;
use serde::{Deserialize, Serialize};

use super::game_result::{GameResult, ResultReason};

/// One entrant against another in one round, for this many pairs of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Pairing {
    /// The round, from 1.
    pub round: u32,
    /// The board within the round, from 1.
    pub board: u32,
    /// Makes the first move in the first game of odd-numbered pairs.
    pub first: Number,
    /// Makes the first move in the first game of even-numbered pairs; `None` when `first` has a
    /// bye.
    pub second: Option<Number>,
}

/// A pairing and the pairs played for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairingState {
    /// The pairing.
    pub pairing: Pairing,
    /// The games of each pair played so far, by the number of the pair.
    pub played: BTreeMap<u32, [GameResult; 2]>,
    /// Who has appeared to a game. A correction of its winner changes nothing in that.
    pub(crate) came: BTreeSet<Number>,
    /// The number of pairs; a knockout may add to it.
    pub pairs: u32,
    /// In an arena: when it was paired, in milliseconds since the beginning.
    pub(crate) began_ms: u64,
}

impl Pairing {
    /// Whether this entrant takes part.
    pub fn has(&self, number: Number) -> bool {
        self.first == number || self.second == Some(number)
    }

    /// Iterates over those who take part: one with a bye, otherwise two.
    pub fn entrants(&self) -> impl Iterator<Item = Number> + use<> {
        std::iter::once(self.first).chain(self.second)
    }

    /// Returns this entrant's opponent in the pairing.
    pub fn opponent(&self, number: Number) -> Option<Number> {
        if self.first == number { self.second } else { self.second.map(|_| self.first) }
    }

    /// Returns the seats in the first game of a pair; in the second they are swapped. `None` for a
    /// bye.
    pub fn seats(&self, pair: u32) -> Option<[Number; 2]> {
        let second = self.second?;
        Some(if pair % 2 == 1 { [self.first, second] } else { [second, self.first] })
    }
}

impl PairingState {
    /// Creates a pairing without any played pairs.
    pub(crate) fn new(pairing: Pairing, pairs: u32) -> PairingState {
        let pairs = if pairing.second.is_some() { pairs } else { 0 };
        PairingState { pairing, played: BTreeMap::new(), came: BTreeSet::new(), pairs, began_ms: 0 }
    }

    /// Adds the games of a pair.
    pub(crate) fn add(&mut self, pair: u32, games: [GameResult; 2]) {
        let appeared = |number: &Number| {
            let won = |game: &GameResult| game.winner == Some(*number);
            games.iter().any(|game| game.how != ResultReason::NoShow || won(game))
        };
        self.came.extend(self.pairing.entrants().filter(appeared));
        self.played.insert(pair, games);
    }

    /// In a knockout, after a result of this pair: adds a pair while the pairing is level and
    /// somebody came, and takes back one that is no longer needed. `least` and `most` bound their
    /// number.
    pub(crate) fn set_overtime(&mut self, pair: u32, [least, most]: [u32; 2]) {
        let [a, b] = self.points();
        let games = self.played.get(&pair);
        let came = games.is_some_and(|games| games.iter().any(|game| game.winner.is_some()));
        let played = self.played.len() as u32;
        if a == b && came && self.is_over() && self.pairs < most {
            self.pairs += 1;
        } else if a != b && played >= least {
            self.pairs = played;
        }
    }

    /// Whether all its pairs have been played.
    pub fn is_over(&self) -> bool {
        self.played.len() >= self.pairs as usize
    }

    /// Returns the games won by `first` and by `second`.
    pub fn games(&self) -> [u32; 2] {
        let won = |by: Option<Number>| {
            let games = self.played.values().flatten();
            games.filter(|game| game.winner.is_some() && game.winner == by).count() as u32
        };
        [won(Some(self.pairing.first)), won(self.pairing.second)]
    }

    /// Returns the half-points of `first` and `second` for the pairing as a whole.
    pub fn points(&self) -> [u32; 2] {
        let [a, b] = self.games();
        if self.pairing.second.is_none() { [2, 0] } else { share(a, b) }
    }

    /// Iterates over the half-points of `first` and `second` for each pair played.
    pub fn pair_points(&self) -> impl Iterator<Item = [u32; 2]> + '_ {
        self.played.values().map(|games| self.points_of(games))
    }

    /// Iterates over the same for each pair that is evidence of strength.
    pub fn contested(&self) -> impl Iterator<Item = [u32; 2]> + '_ {
        self.played.values().filter_map(|games| self.contested_points(games))
    }

    /// Returns the half-points of `first` and `second` for one pair, if it was played and somebody
    /// won a game of it.
    pub(crate) fn contested_points(&self, games: &[GameResult; 2]) -> Option<[u32; 2]> {
        let points = self.points_of(games);
        let played = games.iter().all(GameResult::was_played);
        (played && points != [0, 0]).then_some(points)
    }

    /// Returns the half-points of `first` and `second` for one pair.
    pub fn points_of(&self, games: &[GameResult; 2]) -> [u32; 2] {
        let won = |by| games.iter().filter(|game| game.winner == Some(by)).count() as u32;
        share(won(self.pairing.first), self.pairing.second.map_or(0, won))
    }
}

/// Two half-points for more games won, one each for equally many; none if nobody won a game.
fn share(a: u32, b: u32) -> [u32; 2] {
    match a.cmp(&b) {
        std::cmp::Ordering::Greater => [2, 0],
        std::cmp::Ordering::Less => [0, 2],
        std::cmp::Ordering::Equal => [u32::from(a > 0); 2],
    }
}
