//! Who is here, what they offer each other, and which tables are running: pure,
//! with ids and chance passed in. Everything in it belongs to a connected
//! player or a running table and leaves with them.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::Instant;

use protocol::limits::{INVITATION_WAITS, MAX_GAMES, MAX_LISTED, MAX_OFFERS};
use protocol::{
    ChallengeId, ChallengeView, Decline, ErrorCode, Kind, LobbyView, PairId, Player, PlayerId,
    SeatChoice, SeekId, SeekView, TableId, TableLine, TimeControl,
};
use rules::Setup;
use uuid::Uuid;

use crate::judge::Outcome;
use crate::record::{Opening, Origin, PairGame, Terms};
use crate::refused::Refused;

/// The lobby. Ids are time-ordered, so the maps hold the newest last.
#[derive(Debug, Default)]
pub(crate) struct Lobby {
    guests: HashMap<PlayerId, Guest>,
    listed: BTreeMap<(Rank, PlayerId), ()>,
    seeks: BTreeMap<SeekId, Seek>,
    challenges: BTreeMap<ChallengeId, Challenge>,
    tables: BTreeMap<TableId, TableLine>,
    /// Running tables by player, connected or not.
    playing: HashMap<PlayerId, BTreeSet<TableId>>,
}

/// A connected player and what counts against his limits.
#[derive(Debug)]
struct Guest {
    player: Player,
    offers: usize,
}

/// The order in which players are listed: whom one can challenge at once first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    House,
    Bot,
    Person,
}

#[derive(Debug)]
struct Seek {
    offer: Offer,
    private: bool,
    joined: Vec<Player>,
    /// Since when its owner has been gone; an invitation waits for him.
    left: Option<Instant>,
}

#[derive(Debug)]
struct Challenge {
    offer: Offer,
    to: PlayerId,
}

/// What somebody offers to play.
#[derive(Clone, Debug)]
pub(crate) struct Offer {
    pub(crate) by: Player,
    pub(crate) game: Setup,
    pub(crate) seat: SeatChoice,
    pub(crate) clock: Option<TimeControl>,
    pub(crate) rated: bool,
    /// Who wins the start, if it is rated and that is proven.
    pub(crate) start: Option<Outcome>,
    pub(crate) pair: bool,
}

/// Players who have found each other, or have been brought together.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Match {
    /// What led here, as the players are told.
    pub(crate) offer: Uuid,
    pub(crate) game: Setup,
    pub(crate) clock: Option<TimeControl>,
    pub(crate) rated: bool,
    /// Who wins the start, if it is rated and that is proven.
    pub(crate) start: Option<Outcome>,
    /// Whether a second game follows, with the seats swapped.
    pub(crate) pair: bool,
    pub(crate) origin: Origin,
    /// In the order of their seats in the first game.
    pub(crate) players: Vec<Player>,
}

/// A challenge that has ended without a game, and who must hear of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fallen {
    pub(crate) challenge: ChallengeId,
    pub(crate) tell: PlayerId,
    pub(crate) why: Option<Decline>,
}

impl Match {
    /// How the first game opens; the ids are for the pair and its second table,
    /// if it is to be one.
    pub(crate) fn opening(self, (id, other): (PairId, TableId)) -> Opening {
        let Match { game, clock, rated, start, pair, origin, players, .. } = self;
        let pair = pair.then_some(PairGame { id, other, first: None });
        Opening { game, players, clock, terms: Terms { rated, start, pair, origin } }
    }
}

impl Lobby {
    /// A player has come, or come again: then what he offers stays.
    pub(crate) fn enter(&mut self, player: Player) {
        let offers = self.guests.get(&player.id).map_or(0, |guest| {
            self.listed.remove(&(rank(&guest.player), player.id));
            guest.offers
        });
        let own = self.seeks.values_mut().filter(|seek| seek.offer.by.id == player.id);
        let waited = own.filter_map(|seek| seek.left.take()).count();
        let offers = offers + waited;
        self.listed.insert((rank(&player), player.id), ());
        self.guests.insert(player.id, Guest { player, offers });
    }

    /// The running games of a player.
    pub(crate) fn games_of(&self, player: PlayerId) -> Vec<TableId> {
        self.playing.get(&player).into_iter().flatten().copied().collect()
    }

    /// A player has gone, and with him all that he offered or was offered; but
    /// his invitations wait for him a while.
    pub(crate) fn leave(&mut self, id: PlayerId, now: Instant) -> Vec<Fallen> {
        if let Some(guest) = self.guests.remove(&id) {
            self.listed.remove(&(rank(&guest.player), id));
        }
        self.seeks.retain(|_, seek| seek.private || seek.offer.by.id != id);
        for seek in self.seeks.values_mut().filter(|seek| seek.offer.by.id == id) {
            seek.left = Some(now);
        }
        for seek in self.seeks.values_mut() {
            seek.joined.retain(|player| player.id != id);
        }
        let ended = |c: &Challenge| c.offer.by.id == id || c.to == id;
        let fallen: Vec<ChallengeId> =
            self.challenges.iter().filter(|(_, c)| ended(c)).map(|(&id, _)| id).collect();
        let drop = |challenge| self.drop_challenge(challenge, id, Some(Decline::Left));
        fallen.into_iter().filter_map(drop).collect()
    }

    /// Drops the invitations of those who have not come back; gives how many.
    pub(crate) fn forget_invitations(&mut self, now: Instant) -> usize {
        let before = self.seeks.len();
        let waits = |left: Instant| now.saturating_duration_since(left) < INVITATION_WAITS;
        self.seeks.retain(|_, seek| seek.left.is_none_or(waits));
        before - self.seeks.len()
    }

    /// One of the server's own bots, to whoever finds nobody else.
    pub(crate) fn house_bot(&self) -> Option<Player> {
        let (_, first) = self.listed.keys().next()?;
        self.guests.get(first).map(|guest| guest.player.clone()).filter(|player| player.house)
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
        let found = self.challenges.get(&challenge).ok_or_else(|| not_found("offer"))?;
        expect_owner(by, &found.offer)?;
        Ok(self.drop_challenge(challenge, by, Some(Decline::Withdrawn)))
    }

    /// Takes a seek. The last missing player makes it a match; `draw` is the
    /// chance that decides the seats.
    pub(crate) fn accept(
        &mut self,
        by: &Player,
        id: SeekId,
        draw: u64,
    ) -> Result<Option<Match>, Refused> {
        let seek = self.seeks.get(&id).ok_or_else(|| not_found("seek"))?;
        let known = |player: &Player| player.id == by.id;
        if known(&seek.offer.by) || seek.joined.iter().any(known) {
            return Err(Refused::new(ErrorCode::Forbidden, "you have that seek's seat already"));
        }
        expect_known(by, seek.offer.rated)?;
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
        let seek = self.drop_seek(id).ok_or_else(|| not_found("seek"))?;
        let Seek { offer, joined, .. } = seek;
        Ok(Some(seated(id.0, offer, joined, draw)))
    }

    /// Addresses an offer to one player.
    pub(crate) fn challenge(
        &mut self,
        id: ChallengeId,
        offer: Offer,
        to: PlayerId,
    ) -> Result<ChallengeView, Refused> {
        if !self.guests.contains_key(&to) {
            return Err(not_found("player"));
        }
        if to == offer.by.id {
            return Err(Refused::new(ErrorCode::Forbidden, "nobody plays against himself"));
        }
        if offer.game.variant().rules().seats() != 2 {
            let why = "a challenge is for two; use a seek for a game with more seats";
            return Err(Refused::new(ErrorCode::BadGame, why));
        }
        self.count_offer(offer.by.id)?;
        let view = ChallengeView {
            challenge: id,
            by: offer.by.clone(),
            game: offer.game.clone(),
            seat: offer.seat,
            clock: offer.clock,
            rated: offer.rated,
            pair: offer.pair,
        };
        self.challenges.insert(id, Challenge { offer, to });
        Ok(view)
    }

    /// Takes a challenge.
    pub(crate) fn take(
        &mut self,
        by: &Player,
        id: ChallengeId,
        draw: u64,
    ) -> Result<Match, Refused> {
        let offer = &self.challenge_to(by.id, id)?.offer;
        expect_known(by, offer.rated)?;
        let challenger = offer.by.id;
        self.expect_free(&[challenger, by.id])?;
        let challenge = self.challenges.remove(&id).ok_or_else(|| not_found("challenge"))?;
        self.release_offer(challenger);
        Ok(seated(id.0, challenge.offer, vec![by.clone()], draw))
    }

    /// Declines a challenge.
    pub(crate) fn decline(
        &mut self,
        by: PlayerId,
        id: ChallengeId,
        why: Option<Decline>,
    ) -> Result<Fallen, Refused> {
        self.challenge_to(by, id)?;
        self.drop_challenge(id, by, why).ok_or_else(|| not_found("challenge"))
    }

    /// A table has begun.
    pub(crate) fn begin(&mut self, line: TableLine) {
        for player in &line.players {
            self.playing.entry(player.id).or_default().insert(line.table);
        }
        self.tables.insert(line.table, line);
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

    /// What whoever looks at the lobby sees: the newest of everything.
    pub(crate) fn view(&self) -> LobbyView {
        let open = self.seeks.iter().rev().filter(|(_, seek)| !seek.private);
        let seeks = open.clone().take(MAX_LISTED).map(|(&id, seek)| SeekView {
            seek: id,
            by: seek.offer.by.clone(),
            game: seek.offer.game.clone(),
            seat: seek.offer.seat,
            missing: seek.missing(),
            clock: seek.offer.clock,
            rated: seek.offer.rated,
            pair: seek.offer.pair,
        });
        let players = self.listed.keys().filter_map(|(_, id)| self.guests.get(id));
        LobbyView {
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
        addressed.ok_or_else(|| not_found("challenge"))
    }

    /// Whether none of them has too many games.
    pub(crate) fn expect_free(&self, players: &[PlayerId]) -> Result<(), Refused> {
        let games = |id| self.playing.get(id).map_or(0, BTreeSet::len);
        if players.iter().any(|id| games(id) >= MAX_GAMES) {
            return Err(Refused::new(ErrorCode::TooMany, "a player has too many games"));
        }
        Ok(())
    }

    fn count_offer(&mut self, by: PlayerId) -> Result<(), Refused> {
        let guest = self.guests.get_mut(&by).ok_or_else(|| not_found("player"))?;
        if guest.offers >= MAX_OFFERS {
            return Err(Refused::new(ErrorCode::TooMany, "too many open seeks and challenges"));
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

    /// Removes a challenge that `gone` has ended; the other one must hear of it.
    fn drop_challenge(
        &mut self,
        id: ChallengeId,
        gone: PlayerId,
        why: Option<Decline>,
    ) -> Option<Fallen> {
        let challenge = self.challenges.remove(&id)?;
        let from = challenge.offer.by.id;
        self.release_offer(from);
        let tell = if gone == from { challenge.to } else { from };
        Some(Fallen { challenge: id, tell, why })
    }
}

impl Seek {
    fn missing(&self) -> u8 {
        let seats = self.offer.game.variant().rules().seats();
        seats.saturating_sub(1 + self.joined.len() as u8)
    }

    fn everybody(&self) -> impl Iterator<Item = &Player> {
        std::iter::once(&self.offer.by).chain(&self.joined)
    }
}

/// Puts the offering player where he wants to sit and the others, in an order
/// that is drawn, on the seats that are left.
fn seated(offer_id: Uuid, offer: Offer, others: Vec<Player>, draw: u64) -> Match {
    let seats = others.len() as u64 + 1;
    let own = match offer.seat {
        SeatChoice::First => 0,
        SeatChoice::Second => 1,
        SeatChoice::Random => draw % seats,
    };
    let mut players = others;
    let turn = (draw / seats) as usize % players.len().max(1);
    players.rotate_left(turn);
    let Offer { by, game, clock, rated, start, pair, .. } = offer;
    players.insert(own as usize, by);
    Match { offer: offer_id, game, clock, rated, start, pair, origin: Origin::Offer, players }
}

fn rank(player: &Player) -> Rank {
    match player.kind {
        Kind::Bot if player.house => Rank::House,
        Kind::Bot => Rank::Bot,
        Kind::Guest | Kind::Person => Rank::Person,
    }
}

/// Guests play for fun: who can be somebody else the next day has no rating.
pub(crate) fn expect_known(by: &Player, rated: bool) -> Result<(), Refused> {
    match rated && by.kind == Kind::Guest {
        true => Err(Refused::new(ErrorCode::Forbidden, "register to play rated games")),
        false => Ok(()),
    }
}

fn expect_owner(by: PlayerId, offer: &Offer) -> Result<(), Refused> {
    match offer.by.id == by {
        true => Ok(()),
        false => Err(Refused::new(ErrorCode::Forbidden, "that offer is somebody else's")),
    }
}

fn not_found(what: &str) -> Refused {
    Refused::new(ErrorCode::NotFound, format_args!("no such {what}, or no longer"))
}

#[cfg(test)]
mod tests {
    use protocol::Name;
    use rules::{Ending, Heaps, Variant};

    use super::*;

    fn player(n: u128) -> Player {
        let name = Name::try_from(format!("player {n}")).expect("plain");
        Player { id: PlayerId(Uuid::from_u128(n)), name, kind: Kind::Bot, house: false }
    }

    fn lobby(players: u128) -> Lobby {
        let mut lobby = Lobby::default();
        (1..=players).for_each(|n| lobby.enter(player(n)));
        lobby
    }

    fn offer(by: u128) -> Offer {
        let variant = Variant::parse("nim", serde_json::Value::Null).expect("nim");
        let start = Heaps::from(vec![3, 4, 5]).into();
        let game = Setup::new(variant, Ending::Normal, start).expect("legal");
        let seat = SeatChoice::First;
        Offer { by: player(by), game, seat, clock: None, rated: false, start: None, pair: false }
    }

    fn seek_id(n: u128) -> SeekId {
        SeekId(Uuid::from_u128(n))
    }

    fn challenge_id(n: u128) -> ChallengeId {
        ChallengeId(Uuid::from_u128(n))
    }

    #[test]
    fn a_seek_is_taken_once_and_never_by_its_owner() {
        let mut lobby = lobby(3);
        lobby.seek(seek_id(9), offer(1), false).expect("open");
        assert_eq!(
            lobby.accept(&player(1), seek_id(9), 0).expect_err("own").code,
            ErrorCode::Forbidden
        );
        let found = lobby.accept(&player(2), seek_id(9), 0).expect("open").expect("full");
        assert_eq!(found.players, [player(1), player(2)]);
        assert_eq!(
            lobby.accept(&player(3), seek_id(9), 0).expect_err("gone").code,
            ErrorCode::NotFound
        );
    }

    #[test]
    fn the_offering_player_sits_where_he_wants() {
        for (seat, draw, first) in [
            (SeatChoice::First, 1, 1),
            (SeatChoice::Second, 0, 2),
            (SeatChoice::Random, 0, 1),
            (SeatChoice::Random, 1, 2),
        ] {
            let mut lobby = lobby(2);
            lobby.seek(seek_id(9), Offer { seat, ..offer(1) }, false).expect("open");
            let found = lobby.accept(&player(2), seek_id(9), draw).expect("open").expect("full");
            assert_eq!(found.players[0], player(first), "{seat:?} {draw}");
        }
    }

    #[test]
    fn a_private_seek_is_not_listed_but_can_be_taken() {
        let mut lobby = lobby(2);
        lobby.seek(seek_id(9), offer(1), true).expect("open");
        assert_eq!(lobby.view().seeks, []);
        assert!(lobby.accept(&player(2), seek_id(9), 0).expect("open").is_some());
    }

    #[test]
    fn everything_leaves_with_its_owner() {
        let mut lobby = lobby(3);
        lobby.seek(seek_id(9), offer(1), false).expect("open");
        lobby.challenge(challenge_id(7), offer(1), player(2).id).expect("sent");
        lobby.challenge(challenge_id(8), offer(3), player(1).id).expect("sent");
        let fallen = lobby.leave(player(1).id, Instant::now());
        let told = [(challenge_id(7), player(2).id), (challenge_id(8), player(3).id)];
        assert_eq!(
            fallen,
            told.map(|(challenge, tell)| Fallen { challenge, tell, why: Some(Decline::Left) })
        );
        assert!(lobby.seeks.is_empty() && lobby.challenges.is_empty());
        assert_eq!((lobby.guests.len(), lobby.listed.len()), (2, 2));
        assert_eq!(lobby.guests[&player(3).id].offers, 0);
    }

    #[test]
    fn a_hundred_thousand_offers_leave_nothing() {
        let mut lobby = lobby(1);
        let now = Instant::now();
        for n in 0..100_000 {
            let one = player(2 + n);
            lobby.enter(one.clone());
            let offer = Offer { by: one.clone(), ..offer(1) };
            lobby.seek(seek_id(n), offer.clone(), n % 3 == 0).expect("open");
            lobby.challenge(challenge_id(n), offer, player(1).id).expect("sent");
            match n % 4 {
                0 => assert!(lobby.cancel(one.id, seek_id(n).0).expect("own").is_none()),
                1 => {
                    let line = |players| TableLine {
                        table: TableId(Uuid::from_u128(n)),
                        variant: "nim".to_owned(),
                        players,
                        rated: false,
                    };
                    let found = lobby.accept(&player(1), seek_id(n), 0).expect("open");
                    lobby.begin(line(found.expect("full").players));
                    lobby.end(TableId(Uuid::from_u128(n)));
                }
                2 => drop(lobby.decline(player(1).id, challenge_id(n), None).expect("his")),
                _ => {}
            }
            lobby.leave(one.id, now);
            lobby.forget_invitations(now + INVITATION_WAITS);
        }
        assert_eq!(lobby.counts(), [1, 0, 0, 0]);
        assert_eq!(lobby.listed.len(), 1);
        assert_eq!(lobby.guests[&player(1).id].offers, 0);
        assert!(lobby.playing.is_empty());
    }

    #[test]
    fn who_comes_again_keeps_what_he_offers_and_his_games() {
        let mut lobby = lobby(2);
        lobby.seek(seek_id(9), offer(1), true).expect("open");
        let table = TableId(Uuid::from_u128(5));
        let line = TableLine {
            table,
            variant: "nim".to_owned(),
            players: vec![player(1), player(2)],
            rated: false,
        };
        lobby.begin(line);
        lobby.enter(player(1));
        assert_eq!((lobby.guests.len(), lobby.listed.len()), (2, 2));
        assert_eq!(lobby.guests[&player(1).id].offers, 1);
        lobby.leave(player(1).id, Instant::now());
        lobby.enter(player(1));
        assert_eq!(lobby.games_of(player(1).id), [table]);
        lobby.end(table);
        assert_eq!(lobby.games_of(player(1).id), []);
    }

    #[test]
    fn an_invitation_waits_a_while_for_its_owner() {
        let now = Instant::now();
        let late = now + INVITATION_WAITS;
        let mut lobby = lobby(2);
        lobby.seek(seek_id(9), offer(1), true).expect("open");
        lobby.leave(player(1).id, now);
        assert_eq!(lobby.forget_invitations(now), 0);
        lobby.enter(player(1));
        assert_eq!(lobby.guests[&player(1).id].offers, 1);
        assert_eq!(lobby.forget_invitations(late), 0, "he has come back");
        lobby.leave(player(1).id, now);
        assert!(lobby.accept(&player(2), seek_id(9), 0).expect("open").is_some());
        lobby.enter(player(1));
        lobby.seek(seek_id(8), offer(1), true).expect("open");
        lobby.leave(player(1).id, now);
        assert_eq!(lobby.forget_invitations(late), 1);
        lobby.accept(&player(2), seek_id(8), 0).expect_err("gone");
    }

    #[test]
    fn a_guest_plays_for_fun_only() {
        let mut lobby = lobby(2);
        let guest = Player { kind: Kind::Guest, ..player(2) };
        lobby.seek(seek_id(9), Offer { rated: true, ..offer(1) }, false).expect("open");
        let refused = lobby.accept(&guest, seek_id(9), 0).expect_err("rated");
        assert_eq!(refused.code, ErrorCode::Forbidden);
        lobby
            .challenge(challenge_id(7), Offer { rated: true, ..offer(1) }, guest.id)
            .expect("sent");
        let refused = lobby.take(&guest, challenge_id(7), 0).expect_err("rated");
        assert_eq!(refused.code, ErrorCode::Forbidden);
        assert!(lobby.accept(&player(2), seek_id(9), 0).expect("open").is_some());
    }

    #[test]
    fn a_challenge_is_only_for_its_addressee() {
        let mut lobby = lobby(3);
        lobby.challenge(challenge_id(7), offer(1), player(2).id).expect("sent");
        let stranger = lobby.take(&player(3), challenge_id(7), 0).expect_err("not his");
        assert_eq!(stranger.code, ErrorCode::NotFound);
        let stranger = lobby.cancel(player(3).id, challenge_id(7).0).expect_err("not his");
        assert_eq!(stranger.code, ErrorCode::Forbidden);
        let found = lobby.take(&player(2), challenge_id(7), 0).expect("his");
        assert_eq!(found.players, [player(1), player(2)]);
        let missing = lobby.challenge(challenge_id(6), offer(1), player(99).id).expect_err("gone");
        assert_eq!(missing.code, ErrorCode::NotFound);
        let own = lobby.challenge(challenge_id(6), offer(1), player(1).id).expect_err("own");
        assert_eq!(own.code, ErrorCode::Forbidden);
    }

    #[test]
    fn offers_are_limited_and_come_free_again() {
        let mut lobby = lobby(2);
        for n in 0..MAX_OFFERS as u128 {
            lobby.seek(seek_id(n), offer(1), false).expect("within the limit");
        }
        let full = lobby.seek(seek_id(999), offer(1), false).expect_err("full");
        assert_eq!(full.code, ErrorCode::TooMany);
        lobby.cancel(player(1).id, seek_id(0).0).expect("own");
        lobby.seek(seek_id(999), offer(1), false).expect("one is free");
        lobby.accept(&player(2), seek_id(999), 0).expect("open").expect("full");
        lobby.seek(seek_id(1000), offer(1), false).expect("one is free");
    }

    #[test]
    fn games_are_limited_and_come_free_again() {
        let mut lobby = lobby(2);
        let line = |n: u128| TableLine {
            table: TableId(Uuid::from_u128(n)),
            variant: "nim".to_owned(),
            players: vec![player(1)],
            rated: false,
        };
        (0..MAX_GAMES as u128).for_each(|n| lobby.begin(line(n)));
        lobby.seek(seek_id(9), offer(2), false).expect("open");
        assert_eq!(
            lobby.accept(&player(1), seek_id(9), 0).expect_err("full").code,
            ErrorCode::TooMany
        );
        lobby.end(line(0).table);
        lobby.end(line(0).table);
        assert!(lobby.accept(&player(1), seek_id(9), 0).expect("one is free").is_some());
    }

    #[test]
    fn the_view_shows_the_newest_and_counts_the_rest() {
        let mut lobby = lobby(150);
        for n in 1..=150 {
            lobby.seek(seek_id(n), offer(n), false).expect("open");
        }
        let view = lobby.view();
        assert_eq!((view.seek_count, view.player_count), (150, 150));
        assert_eq!((view.seeks.len(), view.players.len()), (MAX_LISTED, MAX_LISTED));
        assert_eq!(view.seeks[0].seek, seek_id(150));
    }
}
