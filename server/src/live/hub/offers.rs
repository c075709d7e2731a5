//! How players find each other: seeks, challenges, quick play. Slow work (drawing a
//! start, finding out who wins it, looking up a rating) is done before the lobby is locked and off
//! the network threads.

use std::sync::Arc;
use std::time::Duration;

use ladder::{Leaderboard, Pool, rating_line};
use protocol::costs::ExpensiveRequest;
use protocol::limits::MAX_DELAY;
use protocol::{
    Cause, ChallengeId, Commitment, Decline, Division, GameRequest, PlayerId, Proposal, QuickPool,
    SeekId, ServerMessage, TimeControl, Window,
};
use rand::RngExt;
use rules::{Game, Setup};
use tracing::warn;
use uuid::Uuid;

use super::Hub;
use super::offer_terms::{
    ensure_bids, ensure_handicap, ensure_may_be_listed, ensure_pie, ensure_playable, json_bytes,
};
use crate::live::connection::Connection;
use crate::live::delivery::Delivery;
use crate::live::room::Room;
use crate::matchmaking::drawn_start;
use crate::matchmaking::lobby::{Match, Offer, Reach, ensure_may_play_rated};
use crate::matchmaking::quick_queue::Waiter;
use crate::matchmaking::start_value::{self, StartOffer};
use crate::records::request_error::RequestError;
use crate::store::Slot;
use crate::system;

/// The interval between attempts to pair waiting players, and between checks for those who wait in
/// vain.
const LOOK_FOR_OPPONENTS_EVERY: Duration = Duration::from_secs(1);

impl Hub {
    /// Prepares an offer: its start is drawn and, where that matters, judged, and the player's
    /// rating is filled in.
    pub(crate) async fn offer(
        &self,
        connection: &Connection<Room>,
        said: Proposal<GameRequest>,
        window: Option<Window>,
    ) -> Result<Offer, RequestError> {
        let by = &connection.player;
        self.ensure_capacity(by)?;
        let asking = self.thinking.asked_from(connection.prefix);
        ensure_may_play_rated(by, said.rated)?;
        let clock = said.clock.map(TimeControl::checked).transpose()?;
        if matches!(clock, Some(TimeControl::Days { .. })) {
            if !self.identities.is_registered(by) {
                return Err(Cause::AccountRequired.into());
            }
            self.charge(connection, ExpensiveRequest::LongGame, 1)?;
        }
        if matches!(said.game, GameRequest::Drawn(_)) || said.rated || said.handicap {
            self.charge(connection, ExpensiveRequest::Start, 1)?;
        }
        let (game, drawn) = drawn_start::game(asking, said.game.clone()).await?;
        if said.rated || said.pair {
            ensure_playable(&game)?;
        }
        // While such a game runs, nothing is answered about its kind of games: not for days.
        let is_long = matches!(clock, Some(TimeControl::Days { .. }));
        let max = if said.rated && !is_long { MAX_DELAY } else { 0 };
        if said.delay > max {
            return Err(Cause::BadDelay { max }.into());
        }
        if said.pie {
            ensure_pie(&said, &game)?;
        }
        if said.bid {
            ensure_bids(&said, clock, &game)?;
        }
        if said.handicap {
            ensure_handicap(&said, &game)?;
        }
        self.charge_games(connection, &game, said.pair)?;
        let said = Proposal { clock, ..said.with_game(game) };
        let start = match said.rated {
            true => {
                let chosen = !drawn.as_ref().is_some_and(|drawn| drawn.hidden);
                let offered = StartOffer { pair: said.pair, chosen };
                start_value::rated_start(asking, &said.game, offered).await?
            }
            false => None,
        };
        let reach = window.map(|window| Reach { window, since: self.now() });
        let mut offer = Offer { by: by.clone(), said, drawn, start, rating: None, reach };
        offer.rating = self.rating(by, offer.board(by.kind)).await?;
        Ok(offer)
    }

    /// Charges a player for one game, or two, that may be played and stored.
    pub(super) fn charge_games(
        &self,
        by: &Connection<Room>,
        game: &Setup,
        pair: bool,
    ) -> Result<(), RequestError> {
        // A start fits in a message.
        let bytes = json_bytes(game) as u32;
        let games = 1 + u32::from(pair);
        self.charge(by, ExpensiveRequest::Kilobyte, games * bytes.div_ceil(1_024))?;
        self.charge(by, ExpensiveRequest::Game, games)
    }

    /// Opens a seek. `answer` is sent before anybody can take it.
    pub(crate) fn seek(
        &self,
        offer: Offer,
        private: bool,
        answer: impl FnOnce(SeekId),
    ) -> Result<(), RequestError> {
        self.ensure_open()?;
        if !private {
            ensure_may_be_listed(&offer.said.game)?;
        }
        let id = SeekId(system::new_id());
        let mut presence = self.presence();
        presence.lobby.seek(id, offer, private)?;
        answer(id);
        drop(presence);
        self.lobby_changed.notify_one();
        Ok(())
    }

    /// Withdraws a seek or a challenge.
    pub(crate) fn cancel(&self, by: PlayerId, offer: Uuid) -> Result<(), RequestError> {
        let mut presence = self.presence();
        if !presence.quick.cancel(by, SeekId(offer))
            && let Some(fallen) = presence.lobby.cancel(by, offer)?
        {
            presence.send_ended_challenge(fallen);
        }
        drop(presence);
        self.lobby_changed.notify_one();
        Ok(())
    }

    /// Accepts a seek, for the request `cid`. If a game begins, the answer is sent once the game is
    /// stored, and before anybody else is told.
    pub(crate) async fn accept(
        &self,
        by: &Arc<Connection<Room>>,
        seek: SeekId,
        cid: u32,
    ) -> Result<(), RequestError> {
        self.ensure_open()?;
        let board = self.presence().leaderboard_of_seek(seek, &by.player);
        for player in self.presence().players_of_seek(seek) {
            self.identities.ensure_not_blocked(player, by.player.id)?;
        }
        let known = self.known(board, &by.player).await?;
        let offered = self.presence().lobby.offer_of_seek(seek).cloned();
        if let Some(offer) = &offered {
            self.identities.ensure_still_here(&offer.by).await?;
        }
        let handicap = self.handicap(by, offered).await?;
        let slot = self.store.reserve()?;
        let taker = (&by.player, self.identities.person_behind(by.player.id));
        let mut presence = self.presence();
        let ratings = [0, 1].map(|n| known.get(n).and_then(|(_, rating)| *rating));
        presence.quota.ensure_capacity(by.prefix)?;
        let found = presence.accept(taker, seek, ratings, self.now())?;
        drop(presence);
        self.lobby_changed.notify_one();
        match found {
            None => by.send(&ServerMessage::Ok { cid }),
            Some(mut found) => {
                found.rate(&known);
                handicap.into_iter().for_each(|handicap| handicap.apply(&mut found));
                self.start(slot, found, Delivery::ok(by, cid));
            }
        }
        Ok(())
    }

    /// Addresses an offer to one player. `answer` is sent before they are told. The challenge waits
    /// in line if they are a house bot that plays as many games as it can.
    pub(crate) async fn challenge(
        &self,
        offer: Offer,
        to: PlayerId,
        answer: impl FnOnce(ChallengeId),
    ) -> Result<(), RequestError> {
        self.ensure_open()?;
        self.identities.ensure_not_blocked(offer.by.id, to)?;
        // A house bot's moves would tell how to play a rated game that is running.
        let start = &offer.said.game;
        if self.is_house_bot(to) && self.is_secret(&Game::new(start.clone())).await {
            return Err(Cause::RatedGameRunning.into());
        }
        if self.presence().connections(to).is_empty() {
            return self.challenge_absent(offer, to, answer);
        }
        let id = ChallengeId(system::new_id());
        let mut presence = self.presence();
        if let Some(from) = presence.connections(offer.by.id).last() {
            presence.quota.ensure_capacity(from.prefix)?;
        }
        let step = presence.lobby.challenge(id, offer, to)?;
        answer(id);
        presence.send_queue_progress(step);
        Ok(())
    }

    /// Declines a challenge. `answer` is sent first; the decliner's other windows are told when the
    /// challenger is.
    pub(crate) fn decline(
        &self,
        by: &Connection<Room>,
        challenge: ChallengeId,
        why: Option<Decline>,
        answer: impl FnOnce(),
    ) -> Result<(), RequestError> {
        let mut presence = self.presence();
        let fallen = presence.lobby.decline(by.player.id, challenge, why)?;
        answer();
        presence.send_ended_challenge(fallen);
        let declined = ServerMessage::Declined { challenge, reason: why };
        let all = presence.connections(by.player.id).iter();
        all.filter(|one| !std::ptr::eq(&***one, by)).for_each(|other| other.send(&declined));
        Ok(())
    }

    /// Withdraws what a player who will not come back has offered, and tells whom they have
    /// challenged, or who has challenged them.
    pub(super) fn withdraw_offers(&self, player: PlayerId) {
        let mut presence = self.presence();
        for fallen in presence.lobby.forget(player) {
            presence.send_ended_challenge(fallen);
        }
        drop(presence);
        self.lobby_changed.notify_one();
    }

    /// Accepts a challenge, for the request `cid`. The answer is sent once the game is stored, and
    /// before anybody else is told.
    pub(crate) async fn take(
        &self,
        by: &Arc<Connection<Room>>,
        challenge: ChallengeId,
        cid: u32,
    ) -> Result<(), RequestError> {
        self.ensure_open()?;
        let board = self.presence().lobby.board_of_challenge(challenge, &by.player);
        let known = self.known(board, &by.player).await?;
        let offered = self.presence().lobby.offer_of_challenge(challenge, by.player.id).cloned();
        if let Some(offer) = &offered {
            self.identities.ensure_not_blocked(offer.by.id, by.player.id)?;
            self.identities.ensure_still_here(&offer.by).await?;
        }
        let handicap = self.handicap(by, offered).await?;
        let slot = self.store.reserve()?;
        let mut presence = self.presence();
        if !by.player.house {
            presence.quota.ensure_capacity(by.prefix)?;
        }
        let mut found = presence.lobby.take(&by.player, challenge, system::rng().random())?;
        drop(presence);
        found.rate(&known);
        handicap.into_iter().for_each(|handicap| handicap.apply(&mut found));
        self.start(slot, found, Delivery::ok(by, cid));
        Ok(())
    }

    /// Puts a player into the quick queue of the pool they want. `answer` is sent before they are
    /// paired with anybody.
    pub(crate) async fn quick(
        &self,
        connection: &Connection<Room>,
        mut pool: QuickPool,
        window: Option<Window>,
        answer: impl FnOnce(SeekId, Option<Commitment>),
    ) -> Result<(), RequestError> {
        let by = &connection.player;
        self.ensure_capacity(by)?;
        ensure_may_play_rated(by, pool.rated)?;
        pool.clock = pool.clock.map(TimeControl::checked).transpose()?;
        if pool.single && (pool.pair || !pool.rated) {
            return Err(Cause::SingleNeedsRatedGame.into());
        }
        // Rated games are played in pairs, unless the player wants otherwise.
        pool.pair |= pool.rated && !pool.single;
        self.charge(connection, ExpensiveRequest::Start, 1)?;
        let (game, drawn, start) = self.draw_for(connection.prefix, &pool).await?;
        self.charge_games(connection, &game, pool.pair)?;
        let division = Division::new([by.kind, by.kind], pool.open);
        let board = Leaderboard::Pool(Pool::new(division, &game, pool.clock));
        let boards = [board, Leaderboard::Overall(division)];
        let boards = boards.map(|board| (rating_line(by), board)).into();
        let ratings = self.store.ratings(boards).await?;
        let waiter = Waiter {
            seek: SeekId(system::new_id()),
            player: by.clone(),
            person: self.identities.person_behind(by.id),
            pool,
            game,
            draw: drawn.draw,
            start,
            rating: ratings.first().copied().flatten(),
            strength: ratings.into_iter().flatten().next(),
            window,
            since: self.now(),
            apart: self.identities.kept_off(by.id),
            unmatched_sent: false,
        };
        let (id, commitment) = (waiter.seek, waiter.draw.commitment);
        let mut presence = self.presence();
        presence.quota.ensure_capacity(connection.prefix)?;
        presence.lobby.ensure_free(&[by.id])?;
        presence.quick.join(waiter);
        answer(id, commitment);
        let mut rng = system::rng();
        let mut below = |most: u64| rng.random_range(0..most.max(1));
        let reserve = || self.slot_for_quick_game();
        let found = presence.quick.pair_at_once(by.id, self.now(), &mut below, reserve);
        drop(presence);
        self.begin_quick_games(found);
        self.lobby_changed.notify_one();
        Ok(())
    }

    /// Begins the games of players who have been paired in quick play.
    fn begin_quick_games(&self, found: impl IntoIterator<Item = (Slot, Match)>) {
        found.into_iter().for_each(|(slot, found)| self.start(slot, found, Delivery::default()));
    }

    /// Reserves a place in the store for a game in quick play, whose players otherwise keep waiting.
    fn slot_for_quick_game(&self) -> Option<Slot> {
        let slot = self.store.reserve();
        slot.inspect_err(|why| warn!(%why, "players in quick play have to wait")).ok()
    }

    /// Pairs the players who wait in quick play.
    fn pair_quick_players(&self) {
        let mut rng = system::rng();
        let mut below = |most: u64| rng.random_range(0..most.max(1));
        let reserve = || self.slot_for_quick_game();
        let found = self.presence().quick.tick(self.now(), &mut below, reserve);
        self.begin_quick_games(found);
    }

    /// Looks for opponents again, tells players when nobody has been found, advances the lines of
    /// house bots, and drops the offers of players who have not come back.
    pub(super) async fn look_for_opponents(&self) {
        loop {
            tokio::time::sleep(LOOK_FOR_OPPONENTS_EVERY).await;
            self.pair_quick_players();
            self.tell_unmatched().await;
            let mut presence = self.presence();
            for fallen in
                presence.lobby.expire_absent_offers(self.now(), self.timeouts.invitation_lifetime)
            {
                presence.send_ended_challenge(fallen);
            }
            presence.advance();
        }
    }

    /// Tells players who have waited in vain, and suggests a house bot that may play them now.
    async fn tell_unmatched(&self) {
        let after = self.timeouts.no_match_notice_after;
        let unmatched = self.presence().quick.unmatched_for(self.now(), after);
        for (player, seek, start) in unmatched {
            // As for a challenge.
            let is_refused = self.is_secret(&Game::new(start)).await;
            let apart = self.identities.kept_off(player);
            let presence = self.presence();
            let house_bot = match is_refused {
                true => None,
                false => presence.lobby.free_bots(&apart).into_iter().find(|bot| bot.id != player),
            };
            let house_bot = house_bot.cloned();
            presence.send(player, &ServerMessage::Unmatched { seek, house_bot });
        }
    }
}
