//! Which results do not count, by stated rules: so that nobody gains a rating by
//! anything but better play, and everybody is told why a result did not count.

use std::fmt;

use protocol::Reason;
use serde::{Deserialize, Serialize};

use super::anchor::Anchor;
use super::rated_match::{Played, RatedMatch};

/// Moves in a game before giving it up counts. Less is a gift, not a game.
const REAL_MOVES: usize = 2;

/// Why a match does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unrated {
    /// Not a game of two.
    NotTwo,
    /// Both seats are one person's: their own, or those of their bots.
    OneSelf,
    /// Both have a pinned rating.
    OnlyAnchors,
    /// A game has no result: aborted, or too long.
    NoResult,
    /// The first game was given up before both had moved.
    Instant,
    /// The same players have played the very same moves before.
    Repeated,
    /// A single game from a start of which nobody knows who wins it.
    UnknownStart,
}

impl Unrated {
    /// What speaks against rating a match, but for [`Unrated::Repeated`].
    pub(super) fn find(rated_match: &RatedMatch) -> Option<Unrated> {
        let [first, second] = rated_match.players[..] else { return Some(Unrated::NotTwo) };
        let pinned = |id| Anchor::of(id).is_some();
        let games = &rated_match.games[..];
        let first_game = match games {
            [only] if rated_match.start.is_some() => only,
            [_] => return Some(Unrated::UnknownStart),
            [first, _] => first,
            _ => return Some(Unrated::NoResult),
        };
        match () {
            () if first.id == second.id || rated_match.same_owner => Some(Unrated::OneSelf),
            () if pinned(first.id) && pinned(second.id) => Some(Unrated::OnlyAnchors),
            () if games.iter().any(|game| game.winner().is_none()) => Some(Unrated::NoResult),
            // Of the second game it counts: else whoever lost the first would
            // take that back by giving up the second.
            () if given_up(first_game) && first_game.moves.len() < REAL_MOVES => {
                Some(Unrated::Instant)
            }
            () => None,
        }
    }
}

fn given_up(game: &Played) -> bool {
    game.reason != Reason::Played
}

impl fmt::Display for Unrated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unrated::NotTwo => "only games of two are rated",
            Unrated::OneSelf => "nobody is rated against themselves or their own bots",
            Unrated::OnlyAnchors => "the ratings of both are pinned",
            Unrated::NoResult => "a game ended without a result",
            Unrated::Instant => "the first game was given up before both had moved",
            Unrated::Repeated => "the same players have played the very same moves before",
            Unrated::UnknownStart => "nobody knows who wins the start of a single game",
        })
    }
}
