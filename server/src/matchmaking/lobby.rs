//! The players who are here, their offers, and the running tables. Pure, with ids and chance passed
//! in. Everything in the lobby belongs to a connected player or a running table and leaves with
//! them, but for challenges to games of days, which wait.

mod challenges;
mod seeks;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::{Duration, Instant};

use ladder::Anchor;
use protocol::limits::{MAX_GAMES, MAX_LISTED, MAX_OFFERS};
use protocol::{
    Cause, ChallengeId, Decline, LobbyView, Missing, Player, PlayerId, Rank, SeekId, TableId,
    TableLine,
};
use uuid::Uuid;

use super::house_line::HouseLines;
pub(crate) use super::offer::{Match, Offer, Reach, ensure_may_play_rated};
use crate::records::request_error::RequestError;

/// How long a challenge to a game of days outlives its maker's connection.
const DAY: Duration = Duration::from_secs(24 * 3_600);

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

/// A connected player and the usage that counts against their limits.
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
    /// Since when its owner has been absent; an invitation waits for them.
    left: Option<Instant>,
}

#[derive(Debug)]
struct Challenge {
    offer: Offer,
    to: PlayerId,
    /// Whether it is addressed to a house bot, which has a line.
    in_line: bool,
    /// Since when its owner has been absent; the challenge waits for them.
    left: Option<Instant>,
}

/// A challenge that has ended without a game, and who must be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EndedChallenge {
    pub(crate) challenge: ChallengeId,
    pub(crate) tell: PlayerId,
    pub(crate) why: Option<Decline>,
}

impl Lobby {
    /// Creates an empty lobby, where each house bot plays `house_games` at once.
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

    /// Adds a player, or lets them return: then their offers stay.
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

    /// Returns a player who is here.
    pub(crate) fn player(&self, id: PlayerId) -> Option<&Player> {
        self.guests.get(&id).map(|guest| &guest.player)
    }

    /// Returns the running games of a player.
    pub(crate) fn games_of(&self, player: PlayerId) -> Vec<TableId> {
        self.playing.get(&player).into_iter().flatten().copied().collect()
    }

    /// Removes a player with everything that they offered or were offered; but their invitations
    /// and challenges wait for them a while.
    pub(crate) fn leave(&mut self, id: PlayerId, now: Instant) -> Vec<EndedChallenge> {
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
        self.end_challenges(|it| it.to == id && !it.waits_for_addressee(), |_| id)
    }

    /// Withdraws everything that a player who will not come back has offered, and ends what they
    /// were offered; returns the challenges.
    pub(crate) fn forget(&mut self, id: PlayerId) -> Vec<EndedChallenge> {
        let own = self.seeks.iter().filter(|(_, seek)| seek.offer.by.id == id);
        let own: Vec<SeekId> = own.map(|(&seek, _)| seek).collect();
        own.into_iter().for_each(|seek| drop(self.drop_seek(seek)));
        self.end_challenges(|it| it.to == id || it.offer.by.id == id, |_| id)
    }

    /// Drops the invitations and challenges of players who have not come back; returns the
    /// challenges. Those to games of days wait for a day.
    pub(crate) fn expire_absent_offers(
        &mut self,
        now: Instant,
        waits: Duration,
    ) -> Vec<EndedChallenge> {
        let is_over = |left: Option<Instant>, waits| {
            left.is_some_and(|left| now.saturating_duration_since(left) >= waits)
        };
        self.seeks.retain(|_, seek| !is_over(seek.left, waits));
        let of = |it: &Challenge| if it.offer.is_of_days() { waits.max(DAY) } else { waits };
        self.end_challenges(|it| is_over(it.left, of(it)), |it| it.offer.by.id)
    }

    /// Returns the number of house bots that are connected.
    pub(crate) fn house_bots(&self) -> usize {
        self.listed.keys().take_while(|(rank, _)| *rank == Rank::House).count()
    }

    /// Returns the house bots that would play at once and are not among these, the weakest first:
    /// for a player who finds nobody else, and may be a newcomer.
    pub(crate) fn free_bots(&self, apart: &[PlayerId]) -> Vec<&Player> {
        let house_bots = self.listed.keys().take_while(|(rank, _)| *rank == Rank::House);
        let free = house_bots.filter(|(_, id)| {
            !apart.contains(id) && self.house_lines.has_room(*id, self.games(*id))
        });
        let mut bots: Vec<_> =
            free.filter_map(|(_, id)| Some(&self.guests.get(id)?.player)).collect();
        bots.sort_by_key(|bot| Anchor::find(bot.id).map_or(u16::MAX, |anchor| anchor.rating));
        bots
    }

    /// Withdraws a seek or a challenge of the player's own, or the player from another's seek.
    pub(crate) fn cancel(
        &mut self,
        by: PlayerId,
        id: Uuid,
    ) -> Result<Option<EndedChallenge>, RequestError> {
        if let Some(seek) = self.seeks.get_mut(&SeekId(id)) {
            if let Some(at) = seek.joined.iter().position(|player| player.id == by) {
                seek.joined.remove(at);
                return Ok(None);
            }
            ensure_owner(by, &seek.offer)?;
            self.drop_seek(SeekId(id));
            return Ok(None);
        }
        let challenge = ChallengeId(id);
        let found = self.challenges.get(&challenge).ok_or_else(|| not_found(Missing::Offer))?;
        ensure_owner(by, &found.offer)?;
        Ok(self.drop_challenge(challenge, by, Some(Decline::Withdrawn)))
    }

    /// Lists a table that has begun.
    pub(crate) fn begin(&mut self, line: TableLine) {
        for player in &line.players {
            self.playing.entry(player.id).or_default().insert(line.table);
        }
        self.tables.insert(line.table, line);
    }

    /// Updates a running table whose players have swapped seats.
    pub(crate) fn reseat(&mut self, line: TableLine) {
        if let Some(table) = self.tables.get_mut(&line.table) {
            *table = line;
        }
    }

    /// Removes a table that has ended.
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

    /// Returns the newest entries of each list, as the feeds show them.
    pub(crate) fn view(&self, now: Instant) -> LobbyView {
        let open = self.seeks.iter().rev().filter(|(_, seek)| !seek.private);
        let seeks = open.clone().take(MAX_LISTED).map(|(&id, seek)| seek.view(id, now));
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

    /// Iterates over all running tables, oldest first.
    pub(crate) fn tables(&self) -> impl Iterator<Item = &TableLine> {
        self.tables.values()
    }

    /// Returns the numbers of guests, seeks, challenges and running tables.
    pub(crate) fn counts(&self) -> [usize; 4] {
        [self.guests.len(), self.seeks.len(), self.challenges.len(), self.tables.len()]
    }

    /// Refuses if any of them has too many games.
    pub(crate) fn ensure_free(&self, players: &[PlayerId]) -> Result<(), RequestError> {
        if players.iter().any(|&id| self.games(id) >= MAX_GAMES) {
            return Err(Cause::TooManyGames { max: MAX_GAMES }.into());
        }
        Ok(())
    }

    /// Returns the number of a player's running games.
    fn games(&self, player: PlayerId) -> usize {
        self.playing.get(&player).map_or(0, BTreeSet::len)
    }

    fn count_offer(&mut self, by: PlayerId) -> Result<(), RequestError> {
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
}

fn ensure_owner(by: PlayerId, offer: &Offer) -> Result<(), RequestError> {
    match offer.by.id == by {
        true => Ok(()),
        false => Err(Cause::NotYourOffer.into()),
    }
}

fn not_found(what: Missing) -> RequestError {
    Cause::NotFound { what }.into()
}

#[cfg(test)]
mod tests;
