//! Who is here, what they offer each other, and which tables are running: pure,
//! with ids and chance passed in. Everything in it belongs to a connected
//! player or a running table and leaves with them.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::{Duration, Instant};

use protocol::limits::{MAX_GAMES, MAX_LISTED, MAX_OFFERS};
use protocol::{
    Cause, ChallengeId, ChallengeView, Decline, LobbyView, Missing, Player, PlayerId, Rank, Rating,
    SeekId, SeekView, TableId, TableLine,
};
use uuid::Uuid;

use crate::records::refusal::Refused;
use ladder::{Anchor, Leaderboard};

use super::house_line::{HouseLines, Step};
pub(crate) use super::offer::{Match, Offer, Reach, expect_known};

/// The lobby. Ids are time-ordered, so the maps hold the newest last.
#[derive(Debug)]
pub(crate) struct Lobby {
    guests: HashMap<PlayerId, Guest>,
    listed: BTreeMap<(Rank, PlayerId), ()>,
    seeks: BTreeMap<SeekId, Seek>,
    challenges: BTreeMap<ChallengeId, Challenge>,
    tables: BTreeMap<TableId, TableLine>,
    /// Running tables by player, connected or not.
    playing: HashMap<PlayerId, BTreeSet<TableId>>,
    house_lines: HouseLines,
}

/// A connected player and what counts against their limits.
#[derive(Debug)]
struct Guest {
    player: Player,
    offers: usize,
}

#[derive(Debug)]
struct Seek {
    offer: Offer,
    private: bool,
    joined: Vec<Player>,
    /// Since when its owner has been gone; an invitation waits for them.
    left: Option<Instant>,
}

#[derive(Debug)]
struct Challenge {
    offer: Offer,
    to: PlayerId,
    /// Since when its owner has been gone; it waits for them.
    left: Option<Instant>,
}

/// A challenge that has ended without a game, and who must hear of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fallen {
    pub(crate) challenge: ChallengeId,
    pub(crate) tell: PlayerId,
    pub(crate) why: Option<Decline>,
}

impl Lobby {
    /// An empty lobby, where each house bot plays `house_games` at once.
    pub(crate) fn new(house_games: usize) -> Lobby {
        Lobby {
            guests: HashMap::new(),
            listed: BTreeMap::new(),
            seeks: BTreeMap::new(),
            challenges: BTreeMap::new(),
            tables: BTreeMap::new(),
            playing: HashMap::new(),
            house_lines: HouseLines::new(house_games),
        }
    }

    /// A player has come, or come back: then what they offer stays.
    pub(crate) fn enter(&mut self, player: Player) {
        let offers = self.guests.get(&player.id).map_or(0, |guest| {
            self.listed.remove(&(guest.player.rank(), player.id));
            guest.offers
        });
        let own = self.seeks.values_mut().filter(|seek| seek.offer.by.id == player.id);
        let waited = own.filter_map(|seek| seek.left.take()).count();
        let own = self.challenges.values_mut().filter(|it| it.offer.by.id == player.id);
        let offers = offers + waited + own.filter_map(|it| it.left.take()).count();
        self.listed.insert((player.rank(), player.id), ());
        self.guests.insert(player.id, Guest { player, offers });
    }

    /// The running games of a player.
    pub(crate) fn games_of(&self, player: PlayerId) -> Vec<TableId> {
        self.playing.get(&player).into_iter().flatten().copied().collect()
    }

    /// A player has gone, and with them all that they offered or were offered; but
    /// their invitations and challenges wait for them a while.
    pub(crate) fn leave(&mut self, id: PlayerId, now: Instant) -> Vec<Fallen> {
        if let Some(guest) = self.guests.remove(&id) {
            self.listed.remove(&(guest.player.rank(), id));
        }
        self.seeks.retain(|_, seek| seek.private || seek.offer.by.id != id);
        for seek in self.seeks.values_mut().filter(|seek| seek.offer.by.id == id) {
            seek.left = Some(now);
        }
        for seek in self.seeks.values_mut() {
            seek.joined.retain(|player| player.id != id);
        }
        for challenge in self.challenges.values_mut().filter(|it| it.offer.by.id == id) {
            challenge.left = Some(now);
        }
        self.end_challenges(|challenge| challenge.to == id, |_| id)
    }

    /// Ends these challenges, because `gone` has left.
    fn end_challenges(
        &mut self,
        ended: impl Fn(&Challenge) -> bool,
        gone: impl Fn(&Challenge) -> PlayerId,
    ) -> Vec<Fallen> {
        let ended = self.challenges.iter().filter(|(_, challenge)| ended(challenge));
        let ended: Vec<_> = ended.map(|(&id, challenge)| (id, gone(challenge))).collect();
        let drop = |(id, gone)| self.drop_challenge(id, gone, Some(Decline::Left));
        ended.into_iter().filter_map(drop).collect()
    }

    /// Drops the invitations and challenges of those who have not come back; gives
    /// the challenges.
    pub(crate) fn forget_the_lost(&mut self, now: Instant, waits: Duration) -> Vec<Fallen> {
        let waits = |left: Instant| now.saturating_duration_since(left) < waits;
        self.seeks.retain(|_, seek| seek.left.is_none_or(waits));
        self.end_challenges(|it| !it.left.is_none_or(waits), |it| it.offer.by.id)
    }

    /// The weakest of the server's own bots, to whoever finds nobody else: a newcomer
    /// can win against it.
    pub(crate) fn easiest_bot(&self) -> Option<Player> {
        let house = self.listed.keys().take_while(|(rank, _)| *rank == Rank::House);
        let bots = house.filter_map(|(_, id)| Some(&self.guests.get(id)?.player));
        let rating = |bot: &&Player| Anchor::of(bot.id).map_or(u16::MAX, |anchor| anchor.rating);
        bots.min_by_key(rating).cloned()
    }

    /// Opens a seek.
    pub(crate) fn seek(&mut self, id: SeekId, offer: Offer, private: bool) -> Result<(), Refused> {
        self.count_offer(offer.by.id)?;
        self.seeks.insert(id, Seek { offer, private, joined: Vec::new(), left: None });
        Ok(())
    }

    /// Takes back a seek or a challenge of the player's own.
    pub(crate) fn cancel(&mut self, by: PlayerId, id: Uuid) -> Result<Option<Fallen>, Refused> {
        if let Some(seek) = self.seeks.get(&SeekId(id)) {
            expect_owner(by, &seek.offer)?;
            self.drop_seek(SeekId(id));
            return Ok(None);
        }
        let challenge = ChallengeId(id);
        let found = self.challenges.get(&challenge).ok_or_else(|| not_found(Missing::Offer))?;
        expect_owner(by, &found.offer)?;
        Ok(self.drop_challenge(challenge, by, Some(Decline::Withdrawn)))
    }

    /// Where a game from this seek counts for the two, if what the ladder knows of
    /// them matters.
    pub(crate) fn board_of_seek(&self, id: SeekId, by: &Player) -> Option<(PlayerId, Leaderboard)> {
        let offer = &self.seeks.get(&id)?.offer;
        Some((offer.by.id, offer.board(by.kind)?))
    }

    /// The same of a challenge.
    pub(crate) fn board_of_challenge(
        &self,
        id: ChallengeId,
        by: &Player,
    ) -> Option<(PlayerId, Leaderboard)> {
        let offer = &self.challenges.get(&id)?.offer;
        Some((offer.by.id, offer.board(by.kind)?))
    }

    /// Whether a seek lets a player in: the ratings are its owner's and theirs.
    pub(crate) fn expect_let_in(
        &self,
        id: SeekId,
        ratings: [Option<Rating>; 2],
        now: Instant,
    ) -> Result<(), Refused> {
        let reach = self.seeks.get(&id).and_then(|seek| seek.offer.reach);
        reach.map_or(Ok(()), |reach| reach.expect_in(ratings, now))
    }

    /// Takes a seek. The last missing player makes it a match; `draw` is the
    /// chance that decides the seats.
    pub(crate) fn accept(
        &mut self,
        by: &Player,
        id: SeekId,
        draw: u64,
    ) -> Result<Option<Match>, Refused> {
        let seek = self.seeks.get(&id).ok_or_else(|| not_found(Missing::Seek))?;
        let known = |player: &Player| player.id == by.id;
        if known(&seek.offer.by) || seek.joined.iter().any(known) {
            return Err(Cause::OwnOffer.into());
        }
        expect_known(by, seek.offer.said.rated)?;
        let last = seek.missing() == 1;
        let playing: Vec<PlayerId> =
            seek.everybody().map(|player| player.id).chain([by.id]).collect();
        self.expect_free(if last { &playing } else { &playing[playing.len() - 1..] })?;
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

    /// Addresses an offer to one player, or puts it in line for a house bot.
    pub(crate) fn challenge(
        &mut self,
        id: ChallengeId,
        offer: Offer,
        to: PlayerId,
    ) -> Result<Step, Refused> {
        let guest = self.guests.get(&to).ok_or_else(|| not_found(Missing::Player))?;
        let house = guest.player.house;
        if to == offer.by.id {
            return Err(Cause::OwnOffer.into());
        }
        if offer.said.game.variant().rules().seats() != 2 {
            return Err(Cause::ChallengeForTwo.into());
        }
        let by = offer.by.id;
        self.count_offer(by)?;
        let place = match house {
            true => self.house_lines.join(to, self.games(to), id),
            false => Ok(None),
        };
        let place = place.inspect_err(|_| self.release_offer(by))?;
        let challenge = Challenge { offer, to, left: None };
        let step = challenge.step(id, place);
        self.challenges.insert(id, challenge);
        Ok(step)
    }

    /// What has moved in the lines of the house bots.
    pub(crate) fn advance(&mut self) -> Vec<Step> {
        let (playing, challenges) = (&self.playing, &self.challenges);
        let games = |bot| playing.get(&bot).map_or(0, BTreeSet::len);
        let here = |id| challenges.get(&id).is_some_and(|waits| waits.left.is_none());
        let moved = self.house_lines.advance(games, here);
        let step = |(_, id, place)| Some(challenges.get(&id)?.step(id, place));
        moved.into_iter().filter_map(step).collect()
    }

    /// Takes a challenge.
    pub(crate) fn take(
        &mut self,
        by: &Player,
        id: ChallengeId,
        draw: u64,
    ) -> Result<Match, Refused> {
        let offer = &self.challenge_to(by.id, id)?.offer;
        expect_known(by, offer.said.rated)?;
        let challenger = offer.by.id;
        self.expect_free(&[challenger, by.id])?;
        let challenge = self.remove_challenge(id).ok_or_else(|| not_found(Missing::Challenge))?;
        Ok(challenge.offer.seat(id.0, vec![by.clone()], draw))
    }

    /// Declines a challenge.
    pub(crate) fn decline(
        &mut self,
        by: PlayerId,
        id: ChallengeId,
        why: Option<Decline>,
    ) -> Result<Fallen, Refused> {
        self.challenge_to(by, id)?;
        if let Some(reason @ (Decline::Withdrawn | Decline::Left)) = why {
            return Err(Cause::ForgedReason { reason }.into());
        }
        self.drop_challenge(id, by, why).ok_or_else(|| not_found(Missing::Challenge))
    }

    /// A table has begun.
    pub(crate) fn begin(&mut self, line: TableLine) {
        for player in &line.players {
            self.playing.entry(player.id).or_default().insert(line.table);
        }
        self.tables.insert(line.table, line);
    }

    /// The players of a running table have swapped seats.
    pub(crate) fn reseat(&mut self, line: TableLine) {
        if let Some(table) = self.tables.get_mut(&line.table) {
            *table = line;
        }
    }

    /// A table has ended.
    pub(crate) fn end(&mut self, table: TableId) {
        let Some(line) = self.tables.remove(&table) else { return };
        for player in &line.players {
            if let Some(games) = self.playing.get_mut(&player.id) {
                games.remove(&table);
                if games.is_empty() {
                    self.playing.remove(&player.id);
                }
            }
        }
    }

    /// The newest of everything, as the feeds show it.
    pub(crate) fn view(&self, now: Instant) -> LobbyView {
        let open = self.seeks.iter().rev().filter(|(_, seek)| !seek.private);
        let seeks = open.clone().take(MAX_LISTED).map(|(&id, seek)| SeekView {
            seek: id,
            by: seek.offer.by.clone(),
            offer: seek.offer.shown(),
            missing: seek.missing(),
            rating: seek.offer.rating,
            window: seek.offer.window(now),
        });
        let players = self.listed.keys().filter_map(|(_, id)| self.guests.get(id));
        LobbyView {
            version: 0,
            seeks: seeks.collect(),
            seek_count: open.count() as u32,
            tables: self.tables.values().rev().take(MAX_LISTED).cloned().collect(),
            table_count: self.tables.len() as u32,
            players: players.take(MAX_LISTED).map(|guest| guest.player.clone()).collect(),
            player_count: self.guests.len() as u32,
        }
    }

    /// All running tables, the oldest first.
    pub(crate) fn tables(&self) -> impl Iterator<Item = &TableLine> {
        self.tables.values()
    }

    /// How many guests, seeks, challenges and running tables there are.
    pub(crate) fn counts(&self) -> [usize; 4] {
        [self.guests.len(), self.seeks.len(), self.challenges.len(), self.tables.len()]
    }

    /// Running tables that are rated.
    pub(crate) fn rated_tables(&self) -> Vec<TableId> {
        self.tables.values().filter(|line| line.rated).map(|line| line.table).collect()
    }

    fn challenge_to(&self, to: PlayerId, id: ChallengeId) -> Result<&Challenge, Refused> {
        let addressed = self.challenges.get(&id).filter(|challenge| challenge.to == to);
        addressed.ok_or_else(|| not_found(Missing::Challenge))
    }

    /// Whether none of them has too many games.
    pub(crate) fn expect_free(&self, players: &[PlayerId]) -> Result<(), Refused> {
        if players.iter().any(|&id| self.games(id) >= MAX_GAMES) {
            return Err(Cause::TooManyGames { max: MAX_GAMES }.into());
        }
        Ok(())
    }

    /// How many games a player has.
    fn games(&self, player: PlayerId) -> usize {
        self.playing.get(&player).map_or(0, BTreeSet::len)
    }

    fn count_offer(&mut self, by: PlayerId) -> Result<(), Refused> {
        let guest = self.guests.get_mut(&by).ok_or_else(|| not_found(Missing::Player))?;
        if guest.offers >= MAX_OFFERS {
            return Err(Cause::TooManyOffers { max: MAX_OFFERS }.into());
        }
        guest.offers += 1;
        Ok(())
    }

    fn release_offer(&mut self, by: PlayerId) {
        if let Some(guest) = self.guests.get_mut(&by) {
            guest.offers = guest.offers.saturating_sub(1);
        }
    }

    fn drop_seek(&mut self, id: SeekId) -> Option<Seek> {
        let seek = self.seeks.remove(&id)?;
        self.release_offer(seek.offer.by.id);
        Some(seek)
    }

    fn remove_challenge(&mut self, id: ChallengeId) -> Option<Challenge> {
        let challenge = self.challenges.remove(&id)?;
        self.release_offer(challenge.offer.by.id);
        self.house_lines.leave(challenge.to, id);
        Some(challenge)
    }

    /// Removes a challenge that `gone` has ended; the other one must hear of it.
    fn drop_challenge(
        &mut self,
        id: ChallengeId,
        gone: PlayerId,
        why: Option<Decline>,
    ) -> Option<Fallen> {
        let challenge = self.remove_challenge(id)?;
        let from = challenge.offer.by.id;
        let tell = if gone == from { challenge.to } else { from };
        Some(Fallen { challenge: id, tell, why })
    }
}

impl Challenge {
    /// How far it has come: to this place in line, or to whom it is for.
    fn step(&self, id: ChallengeId, place: Option<u32>) -> Step {
        let by = &self.offer.by;
        match place {
            Some(place) => Step::Waits { by: by.id, challenge: id, place },
            None => {
                let (offer, rating) = (self.offer.shown(), self.offer.rating);
                let view = ChallengeView { challenge: id, by: by.clone(), offer, rating };
                Step::Reaches { to: self.to, view: Box::new(view) }
            }
        }
    }
}

impl Seek {
    fn missing(&self) -> u8 {
        let seats = self.offer.said.game.variant().rules().seats();
        seats.saturating_sub(1 + self.joined.len() as u8)
    }

    fn everybody(&self) -> impl Iterator<Item = &Player> {
        std::iter::once(&self.offer.by).chain(&self.joined)
    }
}

fn expect_owner(by: PlayerId, offer: &Offer) -> Result<(), Refused> {
    match offer.by.id == by {
        true => Ok(()),
        false => Err(Cause::NotYourOffer.into()),
    }
}

fn not_found(what: Missing) -> Refused {
    Cause::NotFound { what }.into()
}

#[cfg(test)]
mod tests;
