//! The query of a list of games.

use protocol::limits::MAX_NAME_CHARS;
use protocol::{Cause, PlayerId, TableId};
use rules::Variant;
use serde::Deserialize;

use crate::records::request_error::RequestError;
use crate::store::{GameFilter, GameOutcome, Whose};

/// Whose games, what they are like, and the start of the page.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct GamesQuery {
    /// An id or a name; everybody's if omitted.
    player: Option<String>,
    variant: Option<String>,
    /// The id or the name of another player in the game.
    opponent: Option<String>,
    /// How it ended for the player.
    result: Option<GameOutcome>,
    /// Only rated games, or only casual ones.
    rated: Option<bool>,
    /// When it was agreed on, in milliseconds since 1970: not before.
    since: Option<i64>,
    /// The same: not after.
    until: Option<i64>,
    /// The `next` of the previous page.
    pub(super) after: Option<TableId>,
    /// The maximum number of games.
    pub(super) limit: Option<usize>,
}

impl GamesQuery {
    /// Returns whose games are wanted, and what they are to be like.
    pub(super) fn read(self) -> Result<(Whose, GameFilter), RequestError> {
        let GamesQuery { player, variant, opponent, result, rated, since, until, .. } = self;
        if let Some(variant) = variant.as_ref().filter(|name| !Variant::NAMES.contains(&&***name)) {
            return Err(Cause::UnknownVariant { variant: variant.clone() }.into());
        }
        // A game is won and lost by somebody.
        let by_player = matches!(result, Some(GameOutcome::Won | GameOutcome::Lost));
        if by_player && player.is_none() {
            return Err(RequestError::field("player", "needed with this result"));
        }
        let opponent = opponent.map(whose);
        let filter = GameFilter { variant, opponent, outcome: result, rated, since, until };
        Ok((player.map_or(Whose::Everybody, whose), filter))
    }
}

/// An id in its written form is longer than any name can be.
fn whose(player: String) -> Whose {
    match player.parse().ok().filter(|_| player.len() > MAX_NAME_CHARS) {
        Some(id) => Whose::Player(PlayerId(id)),
        None => Whose::Named(player),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_is_meant_by_their_id_or_by_their_name() {
        let id = "01890a5d-ac96-774b-bcce-b302099a8055";
        let player = PlayerId(id.parse().expect("an id"));
        assert_eq!(whose(id.to_owned()), Whose::Player(player));
        // Without its hyphens it is as short as a name.
        for name in [&*id.replace('-', ""), "Ada"] {
            assert_eq!(whose(name.to_owned()), Whose::Named(name.to_owned()));
        }
    }
}
