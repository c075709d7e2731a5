//! Which results do not count, by stated rules, so that only better play raises a rating, and
//! players are told why a result did not count.

use std::fmt;

use protocol::Kind;
use serde::{Deserialize, Serialize};

use super::anchor::Anchor;
use super::rated_match::RatedMatch;

/// Why a match is not rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unrated {
    /// It was not a game of two.
    NotTwo,
    /// Both seats belong to one person: themselves or their bots.
    OneSelf,
    /// A guest, or a bot without an owner.
    Unregistered,
    /// Both players have a pinned rating.
    OnlyAnchors,
    /// A game has no result: aborted, or too long.
    NoResult,
    /// Both play from one public address.
    SameAddress,
    /// The operator has declared it void.
    Voided,
    /// One of the players has played the very same games before, against whomever.
    Repeated,
    /// A single game from a start of unknown value.
    UnknownStart,
}

impl Unrated {
    /// Returns the reason not to rate a match, except [`Unrated::Repeated`].
    pub(super) fn find(played: &RatedMatch) -> Option<Unrated> {
        let [first, second] = played.players[..] else { return Some(Unrated::NotTwo) };
        let pinned = |id| Anchor::find(id).is_some();
        let games = &played.games[..];
        match games {
            [_, _] => {}
            [_] if played.start.is_some() => {}
            [_] => return Some(Unrated::UnknownStart),
            _ => return Some(Unrated::NoResult),
        }
        match () {
            () if first.person == second.person || played.same_owner => Some(Unrated::OneSelf),
            () if played.players.iter().any(|one| one.kind == Kind::Guest) => {
                Some(Unrated::Unregistered)
            }
            () if played.voided => Some(Unrated::Voided),
            () if played.same_address => Some(Unrated::SameAddress),
            () if pinned(first.id) && pinned(second.id) => Some(Unrated::OnlyAnchors),
            () if games.iter().any(|game| game.winner().is_none()) => Some(Unrated::NoResult),
            () => None,
        }
    }
}

impl fmt::Display for Unrated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unrated::NotTwo => "only games of two are rated",
            Unrated::OneSelf => "nobody is rated against themselves or their own bots",
            Unrated::Unregistered => "a player has no account",
            Unrated::OnlyAnchors => "the ratings of both are pinned",
            Unrated::NoResult => "a game ended without a result",
            Unrated::SameAddress => "both play from one address",
            Unrated::Voided => "the admin has declared it void",
            Unrated::Repeated => "a player has played the very same games before",
            Unrated::UnknownStart => "nobody knows who wins the start of a single game",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_told_in_words() {
        let text = Unrated::Repeated.to_string();
        assert_eq!(text, "a player has played the very same games before");
    }
}
