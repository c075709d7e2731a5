//! A player waiting in quick play, and the offer that this makes to others.

use std::time::Instant;

use ladder::WaitingPlayer;
use protocol::{
    Division, Draw, Player, PlayerId, Proposal, QuickPool, Rating, SeekId, SeekView, Window,
};
use rules::Setup;

use super::meetings::Meetings;
use crate::matchmaking::offer::{Drawn, Offer, Reach};
use crate::records::game::Outcome;

/// The rating and deviation of an unrated player (Glickman 2013).
const UNRATED: (f64, f64) = (1500.0, 350.0);

/// A waiting player.
#[derive(Clone, Debug)]
pub(crate) struct Waiter {
    pub(crate) seek: SeekId,
    pub(crate) player: Player,
    /// A pseudonym of the person behind them.
    pub(crate) person: PlayerId,
    pub(crate) pool: QuickPool,
    /// The start drawn for them; it is played if they sit first.
    pub(crate) game: Setup,
    pub(crate) draw: Draw,
    /// Who wins the start, if that is known and matters.
    pub(crate) start: Option<Outcome>,
    /// Their rating where the game would count.
    pub(crate) rating: Option<Rating>,
    /// The same or, without one, their rating elsewhere.
    pub(crate) strength: Option<Rating>,
    pub(crate) window: Option<Window>,
    pub(crate) since: Instant,
    /// The players whom they block.
    pub(crate) apart: Vec<PlayerId>,
    /// Whether they have been told that nobody was found.
    pub(crate) unmatched_sent: bool,
}

impl Waiter {
    /// Returns the offer that their waiting makes to others.
    pub(super) fn offer(&self) -> Offer {
        let QuickPool { clock, rated, pair, open, .. } = self.pool;
        let said = Proposal { clock, rated, pair, open, ..Proposal::new(self.game.clone()) };
        let drawn = Some(Drawn { draw: self.draw, hidden: true });
        let reach = self.window.map(|window| Reach { window, since: self.since });
        let (by, start, rating) = (self.player.clone(), self.start, self.rating);
        Offer { by, said, drawn, start, rating, reach }
    }

    pub(super) fn shown(&self, now: Instant) -> SeekView {
        let offer = self.offer();
        SeekView {
            seek: self.seek,
            offer: offer.shown(),
            missing: 1,
            rating: offer.rating,
            window: offer.window(now),
            by: offer.by,
        }
    }

    /// Returns the key of the pool of players who wait for the same. In rated games people do not
    /// meet bots, unless they allow all help.
    pub(super) fn pool(&self) -> (&QuickPool, Option<Division>) {
        let division = Division::new([self.player.kind, self.player.kind], self.pool.open);
        (&self.pool, Some(division).filter(|_| self.pool.rated))
    }

    /// Returns the player as the ladder's matchmaking sees them.
    pub(super) fn waiting(&self, now: Instant, meetings: &Meetings) -> WaitingPlayer {
        let waited = now.saturating_duration_since(self.since);
        let (rating, deviation) = self
            .strength
            .map_or(UNRATED, |known| (f64::from(known.rating), f64::from(known.deviation)));
        WaitingPlayer {
            player: self.player.id,
            person: self.person,
            rating,
            deviation,
            waited_ms: u64::try_from(waited.as_millis()).unwrap_or(u64::MAX),
            met: meetings.past_opponents(self.player.id),
            begun: meetings.begun(self.player.id),
            wants: self.window,
            apart: self.apart.clone(),
        }
    }
}
