//! Finding games: offering them, or taking what others offer.

use std::collections::HashSet;
use std::fmt;

use protocol::{
    ChallengeView, ClientMessage, Decline, Limits, LobbyList, LobbyLists, LobbyView, Nonce,
    PlayerId, Proposal, QuickPool, SeatChoice, Secret, SeekId, SeekView, ServerMessage,
    TournamentId,
};
use rules::Setup;
use uuid::Uuid;

use crate::client::Client;
use crate::signing::MoveKey;

/// How a driver comes by its games.
pub enum GameSource {
    /// Offers games to everybody.
    Seek {
        /// The purpose of each offer.
        start: Box<dyn FnMut() -> Setup + Send>,
        /// Where we sit.
        seat: SeatChoice,
    },
    /// Has the server find opponents, one game or pair after the other.
    Quick(Box<QuickPool>),
    /// Takes challenges and everybody's open offers.
    Accept,
    /// Takes challenges only.
    Wait,
    /// Plays in a tournament.
    Enter {
        /// Which.
        tournament: TournamentId,
        /// The organizer's invitation, if one is needed.
        invitation: Option<Secret>,
        /// Our contribution to the lots.
        nonce: Nonce,
        /// What we sign our moves with; without one we sign nothing.
        key: Option<MoveKey>,
        /// Whether to leave when it is over.
        to_the_end: bool,
    },
}

/// Offers that have not led to a table yet.
#[derive(Debug, Default)]
pub(crate) struct Offers {
    me: Option<PlayerId>,
    most: usize,
    /// Requests under way that may become games.
    asked: usize,
    /// Seeks of ours that are open, and offers of others that we have taken.
    open: HashSet<Uuid>,
    /// Open offers of others, the oldest last, that we have not tried to take.
    seen: Vec<SeekId>,
    /// Those in the lobby that we have.
    tried: HashSet<SeekId>,
}

impl Offers {
    /// How many games may come of what is under way.
    pub(crate) fn open(&self) -> usize {
        self.asked + self.open.len()
    }

    /// A new connection: nothing is open.
    pub(crate) fn connected(
        &mut self,
        wish: &GameSource,
        client: &mut Client,
        me: PlayerId,
        limits: &Limits,
    ) {
        self.forget();
        self.me = Some(me);
        self.most = limits.offers as usize;
        if matches!(wish, GameSource::Accept) {
            // The client is online: it has just been welcomed.
            let show = LobbyLists::one(LobbyList::Seeks);
            let _ = client.request(ClientMessage::Lobby { on: true, show });
        }
        if let &GameSource::Enter { tournament, invitation, nonce, ref key, to_the_end } = wish {
            // A player who has already entered is told so, and plays on.
            let (nonce, key) = (Some(nonce), key.as_ref().map(MoveKey::public));
            let _ = client.request(ClientMessage::Enter { tournament, invitation, nonce, key });
            if to_the_end {
                let _ = client.request(ClientMessage::Follow { tournament, on: true });
            }
        }
    }

    /// The connection is lost, and with it every offer.
    pub(crate) fn forget(&mut self) {
        *self = Offers::default();
    }

    /// Offers or takes up to `free` games.
    pub(crate) fn make(&mut self, wish: &mut GameSource, client: &mut Client, free: usize) {
        match wish {
            GameSource::Seek { start, seat } => {
                for _ in 0..free.min(self.most.saturating_sub(self.open())) {
                    let offer = Proposal { seat: *seat, ..Proposal::new(start().into()) };
                    let (private, window) = (false, None);
                    let seek = ClientMessage::Seek { offer, private, window };
                    self.asked += usize::from(client.request(seek).is_ok());
                }
            }
            GameSource::Quick(pool) => {
                if free > 0 && self.open() == 0 {
                    let quick = ClientMessage::Quick { pool: (**pool).clone(), window: None };
                    self.asked += usize::from(client.request(quick).is_ok());
                }
            }
            GameSource::Accept => {
                for _ in 0..free {
                    let Some(seek) = self.seen.pop() else { return };
                    self.tried.insert(seek);
                    let accept = ClientMessage::Accept { seek };
                    self.asked += usize::from(client.request(accept).is_ok());
                }
            }
            GameSource::Wait | GameSource::Enter { .. } => {}
        }
    }

    /// The lobby as it is now.
    pub(crate) fn saw(&mut self, lobby: &LobbyView) {
        let others = |seek: &&SeekView| Some(seek.by.id) != self.me;
        let listed: HashSet<SeekId> = lobby.seeks.iter().map(|seek| seek.seek).collect();
        self.tried.retain(|seek| listed.contains(seek));
        let seeks = lobby.seeks.iter().filter(others).map(|seek| seek.seek);
        self.seen = seeks.filter(|seek| !self.tried.contains(seek)).collect();
    }

    /// Takes or declines a challenge.
    pub(crate) fn challenged(
        &mut self,
        wish: &GameSource,
        client: &mut Client,
        challenge: &ChallengeView,
        free: usize,
    ) {
        let accept = free > 0 && matches!(wish, GameSource::Accept | GameSource::Wait);
        let challenge = challenge.challenge;
        let reason = (!accept).then_some(Decline::Busy);
        let reply = ClientMessage::Reply { challenge, accept, reason };
        let sent = client.request(reply).is_ok();
        self.asked += usize::from(sent && accept);
    }

    /// A request under way was answered.
    pub(crate) fn answered(&mut self, request: &ClientMessage, answer: &ServerMessage) {
        let taken = match (request, answer) {
            (
                ClientMessage::Seek { .. } | ClientMessage::Quick { .. },
                ServerMessage::Seeking { seek, .. },
            ) => Some(seek.0),
            (ClientMessage::Accept { seek, .. }, ServerMessage::Ok { .. }) => Some(seek.0),
            (ClientMessage::Reply { challenge, accept: true, .. }, ServerMessage::Ok { .. }) => {
                Some(challenge.0)
            }
            (
                ClientMessage::Seek { .. }
                | ClientMessage::Quick { .. }
                | ClientMessage::Accept { .. },
                _,
            )
            | (ClientMessage::Reply { accept: true, .. }, _) => None,
            _ => return,
        };
        self.asked = self.asked.saturating_sub(1);
        self.open.extend(taken);
    }

    /// An offer has become a game. In quick play it may have the opponent's name, and there
    /// is one at a time.
    pub(crate) fn led_to_a_table(&mut self, wish: &GameSource, offer: Uuid) {
        match wish {
            GameSource::Quick(_) => self.open.clear(),
            _ => _ = self.open.remove(&offer),
        }
    }
}

impl fmt::Debug for GameSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameSource::Seek { .. } => "Seek",
            GameSource::Quick(_) => "Quick",
            GameSource::Accept => "Accept",
            GameSource::Wait => "Wait",
            GameSource::Enter { .. } => "Enter",
        })
    }
}
