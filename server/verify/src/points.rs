//! The value of games won, in half-points.

use super::file::Game;

/// Returns the half-points for these numbers of games won.
pub(super) fn share([a, b]: [u32; 2]) -> [u32; 2] {
    if a > b {
        [2, 0]
    } else if b > a {
        [0, 2]
    } else if a > 0 {
        [1, 1]
    } else {
        [0, 0]
    }
}

/// Returns the half-points of `one` and `two` for the two games of a pair.
pub(super) fn pair(games: &[Game], one: u32, two: u32) -> [u32; 2] {
    let won = |by: u32| games.iter().filter(|game| game.winner == Some(by)).count() as u32;
    share([won(one), won(two)])
}
