//! The client's copy of the lobby: the last snapshot with all later changes.

use protocol::{ClientMessage, LobbyDelta, LobbyLists, LobbyView};

/// The lists followed, and the view of them.
#[derive(Debug, Default)]
pub(crate) struct FollowedLobby {
    lists: LobbyLists,
    view: Option<LobbyView>,
}

impl FollowedLobby {
    /// The view; `None` before the first snapshot.
    pub(crate) fn view(&self) -> Option<&LobbyView> {
        self.view.as_ref()
    }

    /// Notes a request for other lists, or for none: messages in flight become useless.
    pub(crate) fn asked(&mut self, on: bool, lists: LobbyLists) {
        self.lists = lists;
        if !on {
            self.view = None;
        }
    }

    /// Clears the copy after a lost connection; on the next one the lobby must be requested again.
    pub(crate) fn forget(&mut self) {
        self.view = None;
    }

    /// Takes a snapshot.
    pub(crate) fn shown(&mut self, view: &LobbyView) {
        self.view = Some(view.clone());
    }

    /// Applies a change. Returns a request for a snapshot if changes in between are missing; until
    /// its answer comes, there is no view.
    pub(crate) fn changed(&mut self, delta: &LobbyDelta) -> Option<ClientMessage> {
        let view = self.view.as_mut()?;
        view.apply(delta.clone()).err()?;
        self.view = None;
        Some(ClientMessage::Lobby { on: true, show: self.lists })
    }
}

#[cfg(test)]
mod tests {
    use protocol::LobbyList;

    use super::*;

    #[test]
    fn a_gap_asks_for_the_same_lists_once() {
        let mut lobby = FollowedLobby::default();
        let lists = LobbyLists::single(LobbyList::Seeks);
        lobby.asked(true, lists);
        let delta = |since, version| LobbyDelta { since, version, ..LobbyDelta::default() };
        assert_eq!(lobby.changed(&delta(1, 2)), None, "nothing has been shown yet");
        lobby.shown(&LobbyView { version: 2, ..LobbyView::default() });
        assert_eq!(lobby.changed(&delta(2, 4)), None);
        assert_eq!(lobby.view().map(|view| view.version), Some(4));
        let again = lobby.changed(&delta(5, 6));
        assert_eq!(again, Some(ClientMessage::Lobby { on: true, show: lists }));
        assert_eq!((lobby.changed(&delta(6, 7)), lobby.view()), (None, None));
    }

    #[test]
    fn what_is_shown_stays_until_the_lobby_is_left() {
        let mut lobby = FollowedLobby::default();
        lobby.shown(&LobbyView { version: 2, ..LobbyView::default() });
        lobby.asked(true, LobbyLists::single(LobbyList::Seeks));
        assert!(lobby.view().is_some());
        lobby.asked(false, LobbyLists::default());
        assert!(lobby.view().is_none());
    }

    #[test]
    fn what_a_lost_connection_has_shown_is_forgotten() {
        let mut lobby = FollowedLobby::default();
        lobby.shown(&LobbyView { version: 2, ..LobbyView::default() });
        assert!(lobby.view().is_some());
        lobby.forget();
        assert!(lobby.view().is_none());
    }
}
