//! Challenges: from one player to another, or waiting in line for a house bot.

use std::collections::{BTreeSet, HashMap};

use ladder::Leaderboard;
use protocol::limits::{MAX_GAMES_WITH_BOT, MAX_OFFERS};
use protocol::{Cause, ChallengeId, ChallengeView, Decline, Missing, Player, PlayerId, TableId};

use super::super::house_line::QueueProgress;
use super::{Challenge, EndedChallenge, Lobby, Match, Offer, ensure_may_play_rated, not_found};
use crate::records::request_error::RequestError;

impl Lobby {
    /// Addresses an offer to one player, or puts it in line for a house bot.
    pub(crate) fn challenge(
        &mut self,
        id: ChallengeId,
        offer: Offer,
        to: PlayerId,
    ) -> Result<QueueProgress, RequestError> {
        let guest = self.guests.get(&to).ok_or_else(|| not_found(Missing::Player))?;
        let is_house_bot = guest.player.house;
        ensure_is_for(&offer, to)?;
        let by = offer.by.id;
        if is_house_bot && games_between(&self.playing, by, to) >= MAX_GAMES_WITH_BOT {
            return Err(Cause::TooManyGamesWithBot { max: MAX_GAMES_WITH_BOT }.into());
        }
        self.count_offer(by)?;
        let place = match is_house_bot {
            true => self.house_lines.join(to, self.games(to), id),
            false => Ok(None),
        };
        let place = place.inspect_err(|_| self.release_offer(by))?;
        let challenge = Challenge { offer, to, in_line: is_house_bot, left: None };
        let step = challenge.step(id, place);
        self.challenges.insert(id, challenge);
        Ok(step)
    }

    /// Addresses an offer to a player who is away; they are told when they come.
    pub(crate) fn challenge_absent(
        &mut self,
        id: ChallengeId,
        offer: Offer,
        to: PlayerId,
    ) -> Result<QueueProgress, RequestError> {
        ensure_is_for(&offer, to)?;
        self.count_offer(offer.by.id)?;
        let challenge = Challenge { offer, to, in_line: false, left: None };
        let step = challenge.step(id, None);
        self.challenges.insert(id, challenge);
        Ok(step)
    }

    /// Returns the challenges to games of days that wait for a player, the newest `MAX_OFFERS`.
    pub(crate) fn waiting_for(&self, player: PlayerId) -> Vec<ChallengeView> {
        let waits = |(_, it): &(_, &Challenge)| it.to == player && it.waits_for_addressee();
        let waiting = self.challenges.iter().rev().filter(waits).take(MAX_OFFERS);
        waiting.map(|(&id, challenge)| challenge.view(id)).collect()
    }

    /// Returns the challenges that have advanced in the lines of the house bots.
    pub(crate) fn advance(&mut self) -> Vec<QueueProgress> {
        let (playing, challenges) = (&self.playing, &self.challenges);
        let games = |bot| playing.get(&bot).map_or(0, BTreeSet::len);
        let may_play = |id| {
            challenges.get(&id).is_some_and(|waits| {
                let shared = games_between(playing, waits.offer.by.id, waits.to);
                waits.left.is_none() && shared < MAX_GAMES_WITH_BOT
            })
        };
        let moved = self.house_lines.advance(games, may_play);
        let step = |(_, id, place)| Some(challenges.get(&id)?.step(id, place));
        moved.into_iter().filter_map(step).collect()
    }

    /// Accepts a challenge.
    pub(crate) fn take(
        &mut self,
        by: &Player,
        id: ChallengeId,
        draw: u64,
    ) -> Result<Match, RequestError> {
        let offer = &self.challenge_to(by.id, id)?.offer;
        ensure_may_play_rated(by, offer.said.rated)?;
        let challenger = offer.by.id;
        self.ensure_free(&[challenger, by.id])?;
        let challenge = self.remove_challenge(id).ok_or_else(|| not_found(Missing::Challenge))?;
        Ok(challenge.offer.seat(id.0, vec![by.clone()], draw))
    }

    /// Declines a challenge.
    pub(crate) fn decline(
        &mut self,
        by: PlayerId,
        id: ChallengeId,
        why: Option<Decline>,
    ) -> Result<EndedChallenge, RequestError> {
        self.challenge_to(by, id)?;
        if let Some(reason @ (Decline::Withdrawn | Decline::Left)) = why {
            return Err(Cause::ReservedReason { reason }.into());
        }
        self.drop_challenge(id, by, why).ok_or_else(|| not_found(Missing::Challenge))
    }

    /// Returns a challenge's owner and the leaderboard on which its game would count, if their
    /// ratings matter.
    pub(crate) fn board_of_challenge(
        &self,
        id: ChallengeId,
        by: &Player,
    ) -> Option<(Player, Leaderboard)> {
        let offer = &self.challenges.get(&id)?.offer;
        Some((offer.by.clone(), offer.board(by.kind)?))
    }

    /// Returns the offer of a challenge to this player.
    pub(crate) fn offer_of_challenge(&self, id: ChallengeId, to: PlayerId) -> Option<&Offer> {
        self.challenge_to(to, id).ok().map(|challenge| &challenge.offer)
    }

    /// Ends the challenges that `ended` selects, because the player whom `gone` returns has left.
    pub(super) fn end_challenges(
        &mut self,
        ended: impl Fn(&Challenge) -> bool,
        gone: impl Fn(&Challenge) -> PlayerId,
    ) -> Vec<EndedChallenge> {
        let ended = self.challenges.iter().filter(|(_, challenge)| ended(challenge));
        let ended: Vec<_> = ended.map(|(&id, challenge)| (id, gone(challenge))).collect();
        let drop = |(id, gone)| self.drop_challenge(id, gone, Some(Decline::Left));
        ended.into_iter().filter_map(drop).collect()
    }

    fn challenge_to(&self, to: PlayerId, id: ChallengeId) -> Result<&Challenge, RequestError> {
        let addressed = self.challenges.get(&id).filter(|challenge| challenge.to == to);
        addressed.ok_or_else(|| not_found(Missing::Challenge))
    }

    fn remove_challenge(&mut self, id: ChallengeId) -> Option<Challenge> {
        let challenge = self.challenges.remove(&id)?;
        self.release_offer(challenge.offer.by.id);
        self.house_lines.leave(challenge.to, id);
        Some(challenge)
    }

    /// Removes a challenge that `gone` has ended; the other player must be told.
    pub(super) fn drop_challenge(
        &mut self,
        id: ChallengeId,
        gone: PlayerId,
        why: Option<Decline>,
    ) -> Option<EndedChallenge> {
        let challenge = self.remove_challenge(id)?;
        let from = challenge.offer.by.id;
        let tell = if gone == from { challenge.to } else { from };
        Some(EndedChallenge { challenge: id, tell, why })
    }
}

/// The number of running games that both players have a seat in.
pub(super) fn games_between(
    playing: &HashMap<PlayerId, BTreeSet<TableId>>,
    one: PlayerId,
    other: PlayerId,
) -> usize {
    let both = playing.get(&one).zip(playing.get(&other));
    both.map_or(0, |(one, other)| one.intersection(other).count())
}

/// Refuses an offer to oneself, and to one of several opponents.
fn ensure_is_for(offer: &Offer, to: PlayerId) -> Result<(), RequestError> {
    if to == offer.by.id {
        return Err(Cause::OwnOffer.into());
    }
    match offer.said.game.variant().rules().seats() {
        2 => Ok(()),
        _ => Err(Cause::ChallengeNeedsTwoPlayers.into()),
    }
}

impl Challenge {
    /// Whether it stays when its addressee leaves: in games of days nobody has to be here at once.
    /// House bots have lines instead.
    pub(super) fn waits_for_addressee(&self) -> bool {
        self.offer.is_of_days() && !self.in_line
    }

    /// Returns its progress: to this place in line, or to its addressee.
    fn step(&self, id: ChallengeId, place: Option<u32>) -> QueueProgress {
        let by = &self.offer.by;
        match place {
            Some(place) => QueueProgress::Waits { by: by.id, challenge: id, place },
            None => QueueProgress::Reaches { to: self.to, view: Box::new(self.view(id)) },
        }
    }

    /// Returns the challenge as its addressee sees it.
    fn view(&self, id: ChallengeId) -> ChallengeView {
        let Offer { by, rating, .. } = &self.offer;
        ChallengeView { challenge: id, by: by.clone(), offer: self.offer.shown(), rating: *rating }
    }
}
