//! How a player of a load finds the next game: by an invitation from its partner, by the server's
//! quick play, or in a tournament.

use std::time::Duration;

use bot::Client;
use protocol::{ClientMessage, Proposal, QuickPool, SeekId};
use rand::RngExt;
use rand::rngs::StdRng;
use rules::Setup;
use tokio::sync::mpsc;
use tokio::time::Instant;

use crate::swarm::Swarm;

/// How long to wait until an invitation counts as not received by the partner.
const FETCH_TIMEOUT: Duration = Duration::from_secs(5);

/// A player's search for games.
#[derive(Debug)]
pub(crate) struct GameSearch {
    partner: Partner,
    offer: OfferState,
}

/// The desired opponent.
#[derive(Debug)]
enum Partner {
    Invites(mpsc::Sender<SeekId>),
    Follows(mpsc::Receiver<SeekId>),
    /// Anybody whom the server chooses.
    Anybody,
    /// Another entrant of a tournament, whom the server chooses unasked.
    Entrant,
}

/// The current attempt to find a game.
#[derive(Clone, Copy, Debug, PartialEq)]
enum OfferState {
    /// No attempt; the next is due at this time.
    Due(Instant),
    /// A request in flight since this time.
    Asked(Instant),
    /// An open seek.
    Open(SeekId, Instant),
    /// The seek was accepted or is being cancelled: a seat follows, or the answer that there will
    /// be none.
    Taken,
}

impl GameSearch {
    /// The searches of two players who play each other.
    pub(crate) fn for_partners() -> [GameSearch; 2] {
        // An invitation that is not fetched is out of date when the next arrives.
        let (invites, follows) = mpsc::channel(4);
        [Partner::Invites(invites), Partner::Follows(follows)].map(GameSearch::new)
    }

    /// The search of a player who asks for quick play.
    pub(crate) fn quick() -> GameSearch {
        GameSearch::new(Partner::Anybody)
    }

    /// The search of a player whom a tournament seats.
    pub(crate) fn in_tournament() -> GameSearch {
        GameSearch::new(Partner::Entrant)
    }

    fn new(partner: Partner) -> GameSearch {
        GameSearch { partner, offer: OfferState::Due(Instant::now()) }
    }

    /// Whether no attempt is in progress.
    pub(crate) fn is_idle(&self) -> bool {
        matches!(self.offer, OfferState::Due(_))
    }

    /// Ends the current attempt; the next is due at `then`.
    pub(crate) fn rest_until(&mut self, then: Instant) {
        self.offer = OfferState::Due(then);
    }

    /// Waits for a seat, or for the answer that there will be none.
    pub(crate) fn await_seat(&mut self) {
        self.offer = OfferState::Taken;
    }

    /// Asks for a game if it is time, and returns when to look again. With `more` false no new game
    /// is begun.
    pub(crate) fn ask(
        &mut self,
        now: Instant,
        more: bool,
        swarm: &Swarm,
        chance: &mut StdRng,
        client: &mut Client,
    ) -> Option<Instant> {
        let due = match (&self.partner, self.offer) {
            (Partner::Follows(_) | Partner::Entrant, _) => return None,
            (_, OfferState::Due(due)) if more => due,
            // The load ended while this request was in flight.
            (_, OfferState::Open(..)) if !more => now,
            (Partner::Invites(_), OfferState::Open(_, since)) => since + FETCH_TIMEOUT,
            _ => return None,
        };
        if now < due {
            return Some(due);
        }
        if let OfferState::Open(..) = self.offer {
            self.withdraw(client);
            return None;
        }
        let game = swarm.games.get(chance.random_range(0..swarm.games.len().max(1)))?.clone();
        let asked = match self.partner {
            Partner::Anybody => client.request(quick(&game, swarm)),
            _ => client.request(seek(game, swarm)),
        };
        if asked.is_ok() {
            self.offer = OfferState::Asked(now);
        }
        None
    }

    /// Accepts the partner's offer.
    pub(crate) fn accept(&mut self, seek: SeekId, client: &mut Client) {
        if client.request(ClientMessage::Accept { seek }).is_ok() {
            self.offer = OfferState::Asked(Instant::now());
        }
    }

    /// Cancels an open offer.
    pub(crate) fn withdraw(&mut self, client: &mut Client) {
        let OfferState::Open(SeekId(offer), _) = self.offer else { return };
        if client.request(ClientMessage::Cancel { offer }).is_ok() {
            self.offer = OfferState::Taken;
        }
    }

    /// Records that the server has accepted the request.
    pub(crate) fn opened(&mut self, seek: SeekId) {
        let OfferState::Asked(since) = self.offer else { return };
        self.offer = OfferState::Open(seek, since);
        if let Partner::Invites(invites) = &self.partner {
            // A full channel means that the partner is offline. This invitation would be too old by
            // then; another follows.
            let _ = invites.try_send(seek);
        }
    }

    /// Records a seat; returns since when this player has waited for it, if they asked.
    pub(crate) fn seated(&mut self) -> Option<Instant> {
        let asked = match self.offer {
            OfferState::Open(_, since) | OfferState::Asked(since) => Some(since),
            OfferState::Due(_) | OfferState::Taken => None,
        };
        self.offer = OfferState::Due(Instant::now());
        asked.filter(|_| matches!(self.partner, Partner::Invites(_) | Partner::Anybody))
    }

    /// Waits for the next invitation; never resolves for a player who follows nobody.
    pub(crate) async fn invitation(&mut self) -> SeekId {
        if let Partner::Follows(follows) = &mut self.partner
            && let Some(seek) = follows.recv().await
        {
            return seek;
        }
        std::future::pending().await
    }
}

fn seek(game: Setup, swarm: &Swarm) -> ClientMessage {
    let &Swarm { clock, rated, .. } = swarm;
    let offer = Proposal { clock, rated, pair: rated, ..Proposal::new(game.into()) };
    ClientMessage::Seek { offer, private: true, window: None }
}

/// A quick-play request; the server draws the start.
fn quick(game: &Setup, swarm: &Swarm) -> ClientMessage {
    let &Swarm { clock, rated, .. } = swarm;
    let (variant, ending) = (game.variant().name().to_owned(), game.ending());
    let pool = QuickPool { variant, ending, clock, rated, pair: rated, ..QuickPool::default() };
    ClientMessage::Quick { pool, window: None }
}

#[cfg(test)]
mod tests;
