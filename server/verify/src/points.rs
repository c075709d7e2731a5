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

/// Returns the half-points of these players for a pair with these winners of its games; a player is
/// `None` where there is only one.
pub(super) fn pair(winners: &[Option<u32>], players: [Option<u32>; 2]) -> [u32; 2] {
    let won = |by: u32| winners.iter().filter(|winner| **winner == Some(by)).count() as u32;
    share(players.map(|player| player.map_or(0, won)))
}

/// Whether the players of a pair, by seat of its first game, have played both games berserk.
pub(super) fn berserk(one: &Game, two: &Game) -> [bool; 2] {
    let played = [one, two].iter().all(|game| game.was_played());
    [0, 1].map(|seat| played && one.berserk[seat] && two.berserk[1 - seat])
}
