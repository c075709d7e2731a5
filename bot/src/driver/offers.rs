//! Finds games: makes offers, or accepts those of others.

use std::collections::HashSet;
use std::fmt;

use protocol::{
    ChallengeId, ChallengeView, ClientMessage, DeclaredProgram, Decline, GameRequest, Limits,
    LobbyList, LobbyLists, LobbyView, Name, Nonce, PlayerId, Proposal, QuickPool, Secret, SeekId,
    SeekView, ServerMessage, TournamentId,
};
use uuid::Uuid;

use super::offer_filter::OfferFilter;
use crate::client::Client;
use crate::signing::MoveKey;

/// How a driver finds its games.
pub enum GameSource {
    /// Offers games to everybody.
    Seek {
        /// Each offer.
        offer: Box<dyn FnMut() -> Proposal<GameRequest> + Send>,
    },
    /// Challenges one player while they are in the lobby.
    Challenge {
        /// Their name.
        name: Name,
        /// The offer of each challenge.
        offer: Box<dyn FnMut() -> Proposal<GameRequest> + Send>,
    },
    /// Lets the server find opponents, one game or pair at a time.
    Quick(Box<QuickPool>),
    /// Accepts challenges and any open offer.
    Accept,
    /// Accepts challenges only.
    Wait,
    /// Plays in a tournament.
    Enter {
        /// The tournament.
        tournament: TournamentId,
        /// The organizer's invitation, if one is needed.
        invitation: Option<Secret>,
        /// Our contribution to the draw.
        nonce: Nonce,
        /// The key that signs our moves; without one, moves are not signed.
        key: Option<MoveKey>,
        /// What we declare of our program.
        program: Option<DeclaredProgram>,
        /// Whether to stop when the tournament is over.
        to_the_end: bool,
    },
}

/// Offers that have not become games yet.
#[derive(Debug, Default)]
pub(crate) struct Offers {
    /// Which offers of others we take.
    pub(crate) filter: OfferFilter,
    me: Option<PlayerId>,
    /// The player to challenge, while they are in the lobby.
    opponent: Option<PlayerId>,
    most: usize,
    /// Pending requests that may become games.
    asked: usize,
    /// Our open seeks and challenges, and offers of others that we have accepted.
    open: HashSet<Uuid>,
    /// Open offers of others that we have not tried to accept, the oldest last.
    seen: Vec<SeekId>,
    /// Offers in the lobby that we have tried to accept.
    tried: HashSet<SeekId>,
}

impl Offers {
    /// The number of games that pending requests and offers may become.
    pub(crate) fn open(&self) -> usize {
        self.asked + self.open.len()
    }

    /// Handles a new connection, on which nothing is open.
    pub(crate) fn connected(
        &mut self,
        source: &GameSource,
        client: &mut Client,
        me: PlayerId,
        limits: &Limits,
    ) {
        self.forget();
        self.me = Some(me);
        self.most = limits.offers as usize;
        let list = match source {
            GameSource::Accept => Some(LobbyList::Seeks),
            GameSource::Challenge { .. } => Some(LobbyList::Players),
            _ => None,
        };
        if let Some(show) = list.map(LobbyLists::single) {
            // The client is online: it has just been welcomed.
            let _ = client.request(ClientMessage::Lobby { on: true, show });
        }
        if let GameSource::Enter { tournament, invitation, nonce, key, program, to_the_end } =
            source
        {
            // If we have already entered, the server says so and play continues.
            let (tournament, invitation, nonce) = (*tournament, *invitation, Some(*nonce));
            let (key, program) = (key.as_ref().map(MoveKey::public), program.clone());
            let enter = ClientMessage::Enter { tournament, invitation, nonce, key, program };
            let _ = client.request(enter);
            if *to_the_end {
                let _ = client.request(ClientMessage::Follow { tournament, on: true });
            }
        }
    }

    /// Clears all offers after a lost connection.
    pub(crate) fn forget(&mut self) {
        *self = Offers { filter: std::mem::take(&mut self.filter), ..Offers::default() };
    }

    /// Offers or accepts up to `free` games.
    pub(crate) fn make(&mut self, source: &mut GameSource, client: &mut Client, free: usize) {
        match source {
            GameSource::Seek { offer } => {
                for _ in 0..self.room(free) {
                    let (offer, private, window) = (offer(), false, None);
                    let seek = ClientMessage::Seek { offer, private, window };
                    self.asked += usize::from(client.request(seek).is_ok());
                }
            }
            GameSource::Challenge { offer, .. } => {
                let Some(player) = self.opponent else { return };
                for _ in 0..self.room(free) {
                    let challenge = ClientMessage::Challenge { player, offer: offer() };
                    self.asked += usize::from(client.request(challenge).is_ok());
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

    /// How many of these games may be offered now.
    fn room(&self, free: usize) -> usize {
        free.min(self.most.saturating_sub(self.open()))
    }

    /// Takes in the current lobby.
    pub(crate) fn saw(&mut self, source: &GameSource, lobby: &LobbyView) {
        if let GameSource::Challenge { name, .. } = source {
            let others = lobby.players.iter().filter(|player| Some(player.id) != self.me);
            self.opponent =
                others.into_iter().find(|player| player.name == *name).map(|player| player.id);
        }
        let listed: HashSet<SeekId> = lobby.seeks.iter().map(|seek| seek.seek).collect();
        self.tried.retain(|seek| listed.contains(seek));
        let others = |seek: &&SeekView| {
            Some(seek.by.id) != self.me && self.filter.objection(&seek.by, &seek.offer).is_none()
        };
        let seeks = lobby.seeks.iter().filter(others).map(|seek| seek.seek);
        self.seen = seeks.filter(|seek| !self.tried.contains(seek)).collect();
    }

    /// Accepts or declines a challenge.
    pub(crate) fn challenged(
        &mut self,
        source: &GameSource,
        client: &mut Client,
        challenge: &ChallengeView,
        free: usize,
    ) {
        let free = free > 0 && matches!(source, GameSource::Accept | GameSource::Wait);
        let objection = self.filter.objection(&challenge.by, &challenge.offer);
        let reason = objection.or((!free).then_some(Decline::Busy));
        let (challenge, accept) = (challenge.challenge, reason.is_none());
        let reply = ClientMessage::Reply { challenge, accept, reason };
        let sent = client.request(reply).is_ok();
        self.asked += usize::from(sent && accept);
    }

    /// Handles the answer to a pending request.
    pub(crate) fn answered(&mut self, request: &ClientMessage, answer: &ServerMessage) {
        let taken = match (request, answer) {
            (
                ClientMessage::Seek { .. } | ClientMessage::Quick { .. },
                ServerMessage::Seeking { seek, .. },
            ) => Some(seek.0),
            (ClientMessage::Challenge { .. }, ServerMessage::Challenging { challenge, .. }) => {
                Some(challenge.0)
            }
            (ClientMessage::Accept { seek, .. }, ServerMessage::Ok { .. }) => Some(seek.0),
            (ClientMessage::Reply { challenge, accept: true, .. }, ServerMessage::Ok { .. }) => {
                Some(challenge.0)
            }
            (
                ClientMessage::Seek { .. }
                | ClientMessage::Challenge { .. }
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

    /// Handles a challenge that was declined.
    pub(crate) fn declined(&mut self, challenge: ChallengeId) {
        self.open.remove(&challenge.0);
    }

    /// Handles an offer that has become a game. In quick play the id may be that of the opponent's
    /// offer, and there is only one offer at a time.
    pub(crate) fn led_to_a_table(&mut self, source: &GameSource, offer: Uuid) {
        match source {
            GameSource::Quick(_) => self.open.clear(),
            _ => _ = self.open.remove(&offer),
        }
    }
}

impl fmt::Debug for GameSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameSource::Seek { .. } => "Seek",
            GameSource::Challenge { .. } => "Challenge",
            GameSource::Quick(_) => "Quick",
            GameSource::Accept => "Accept",
            GameSource::Wait => "Wait",
            GameSource::Enter { .. } => "Enter",
        })
    }
}
