//! Where players are: whether they are connected, and which games they play.

use protocol::{Player, PlayerId, TableId};

use super::Hub;

/// The most running games that are named of one player, the newest.
const MAX_NAMED_GAMES: usize = 8;

/// Where a player is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Whereabouts {
    /// The player as they introduced themselves, if they are connected.
    pub(crate) here: Option<Player>,
    /// Their running games, newest first.
    pub(crate) tables: Vec<TableId>,
}

impl Hub {
    /// Returns where each of these players is, in the same order.
    pub(crate) fn whereabouts(&self, players: &[PlayerId]) -> Vec<Whereabouts> {
        let presence = self.presence();
        let of = |&id: &PlayerId| {
            let mut tables = presence.lobby.games_of(id);
            tables.sort_unstable_by(|a, b| b.cmp(a));
            tables.truncate(MAX_NAMED_GAMES);
            Whereabouts { here: presence.lobby.player(id).cloned(), tables }
        };
        players.iter().map(of).collect()
    }
}
