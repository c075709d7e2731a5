//! Seeks: open to all, or to those who know the id.

use std::time::Instant;

use ladder::Leaderboard;
use protocol::limits::MAX_GAMES_WITH_BOT;
use protocol::{Cause, Missing, Player, PlayerId, Rating, SeekId, SeekView};

use super::challenges::games_between;
use super::{Lobby, Match, Offer, Seek, ensure_may_play_rated, ensure_owner, not_found};
use crate::records::request_error::RequestError;

impl Lobby {
    /// Opens a seek.
    pub(crate) fn seek(
        &mut self,
        id: SeekId,
        offer: Offer,
        private: bool,
    ) -> Result<(), RequestError> {
        self.count_offer(offer.by.id)?;
        self.seeks.insert(id, Seek { offer, private, joined: Vec::new(), left: None });
        Ok(())
    }

    /// Returns a seek, including a private one: knowing its id is the invitation.
    pub(crate) fn seek_by_id(&self, id: SeekId, now: Instant) -> Option<SeekView> {
        self.seeks.get(&id).map(|seek| seek.view(id, now))
    }

    /// Returns the players who wait at a seek: its owner, and those who have joined.
    pub(crate) fn players_of_seek(&self, id: SeekId) -> Vec<PlayerId> {
        let seek = self.seeks.get(&id);
        seek.map_or_else(Vec::new, |seek| seek.everybody().map(|player| player.id).collect())
    }

    /// Returns the seek's owner and the leaderboard on which a game between the two would count, if
    /// their ratings matter.
    pub(crate) fn leaderboard_of_seek(
        &self,
        id: SeekId,
        by: &Player,
    ) -> Option<(Player, Leaderboard)> {
        let offer = &self.seeks.get(&id)?.offer;
        Some((offer.by.clone(), offer.board(by.kind)?))
    }

    /// Refuses if a seek does not admit a player; the ratings are its owner's and theirs.
    pub(crate) fn ensure_let_in(
        &self,
        id: SeekId,
        ratings: [Option<Rating>; 2],
        now: Instant,
    ) -> Result<(), RequestError> {
        let reach = self.seeks.get(&id).and_then(|seek| seek.offer.reach);
        reach.map_or(Ok(()), |reach| reach.ensure_in(ratings, now))
    }

    /// Accepts a seek. The last missing player makes it a match; `draw` is the random number that
    /// decides the seats.
    pub(crate) fn accept(
        &mut self,
        by: &Player,
        id: SeekId,
        draw: u64,
    ) -> Result<Option<Match>, RequestError> {
        let seek = self.seeks.get(&id).ok_or_else(|| not_found(Missing::Seek))?;
        let known = |player: &Player| player.id == by.id;
        if known(&seek.offer.by) || seek.joined.iter().any(known) {
            return Err(Cause::OwnOffer.into());
        }
        ensure_may_play_rated(by, seek.offer.said.rated)?;
        let last = seek.missing() == 1;
        let playing: Vec<PlayerId> =
            seek.everybody().map(|player| player.id).chain([by.id]).collect();
        self.ensure_free(if last { &playing } else { &playing[playing.len() - 1..] })?;
        if let Some(seek) = self.seeks.get_mut(&id) {
            seek.joined.push(by.clone());
        }
        if !last {
            return Ok(None);
        }
        let seek = self.drop_seek(id).ok_or_else(|| not_found(Missing::Seek))?;
        let Seek { offer, joined, .. } = seek;
        Ok(Some(offer.seat(id.0, joined, draw)))
    }

    /// Seats house bots at the free seats of a player's own seek, as far as there are any apart
    /// from these. The last seat makes it a match; `draw` is the random number that decides the
    /// seats.
    pub(crate) fn fill(
        &mut self,
        by: PlayerId,
        id: SeekId,
        apart: &[PlayerId],
        draw: u64,
    ) -> Result<Option<Match>, RequestError> {
        let seek = self.seeks.get(&id).ok_or_else(|| not_found(Missing::Seek))?;
        ensure_owner(by, &seek.offer)?;
        if seek.seats() <= 2 {
            return Err(Cause::FillNeedsSeveralSeats.into());
        }
        let apart: Vec<_> =
            seek.everybody().map(|player| player.id).chain(apart.iter().copied()).collect();
        let may_play =
            |bot: &&Player| games_between(&self.playing, by, bot.id) < MAX_GAMES_WITH_BOT;
        let free = self.free_bots(&apart).into_iter().filter(may_play);
        let bots: Vec<Player> = free.take(seek.missing().into()).cloned().collect();
        if bots.is_empty() {
            return Err(not_found(Missing::HouseBot));
        }
        let mut found = None;
        for bot in &bots {
            found = self.accept(bot, id, draw)?;
        }
        Ok(found)
    }

    /// Returns the offer of a seek.
    pub(crate) fn offer_of_seek(&self, id: SeekId) -> Option<&Offer> {
        self.seeks.get(&id).map(|seek| &seek.offer)
    }

    pub(super) fn drop_seek(&mut self, id: SeekId) -> Option<Seek> {
        let seek = self.seeks.remove(&id)?;
        self.release_offer(seek.offer.by.id);
        Some(seek)
    }
}

impl Seek {
    /// Returns the seek as others see it.
    pub(super) fn view(&self, seek: SeekId, now: Instant) -> SeekView {
        SeekView {
            seek,
            by: self.offer.by.clone(),
            offer: self.offer.shown(),
            missing: self.missing(),
            rating: self.offer.rating,
            window: self.offer.window(now),
        }
    }

    pub(super) fn missing(&self) -> u8 {
        self.seats().saturating_sub(1 + self.joined.len() as u8)
    }

    fn seats(&self) -> u8 {
        self.offer.said.game.variant().rules().seats()
    }

    fn everybody(&self) -> impl Iterator<Item = &Player> {
        std::iter::once(&self.offer.by).chain(&self.joined)
    }
}
