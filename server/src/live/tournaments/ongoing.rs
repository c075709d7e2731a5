//! A tournament that is not over, between the pure [`Contest`] and the hub: who
//! is there, which pairs are being played, who waits for whom.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use protocol::limits::MAX_TOURNAMENT_WATCHERS;
use protocol::{
    Cause, ErrorCode, Nonce, Number, Over, PairId, Player, PlayerId, Secret, ServerMessage, Stage,
    TableId, TournamentId, TournamentLine, TournamentView,
};
use rules::{Game, Seat};
use tracing::debug;

use super::host::Host;
use super::ready_check::{ReadyCheck, Sorted};
use super::{pairings, view};
use crate::live::connection::Connection;
use crate::live::delivery::Delivery;
use crate::live::room::Room;
use crate::matchmaking::lobby::Match;
use crate::net::frame::Frame;
use crate::records::game::{Origin, Terms};
use crate::records::refusal::Refused;
use crate::records::tournament_log::{TournamentConfig, TournamentLog, hash, pair_ids, summary};
use crate::store::{Entry, Store, Unavailable};
use tournament::{Contest, Due, Event, GameResult, How, Wrong};

/// How often those who watch are told, at most.
const TELL_EVERY: Duration = Duration::from_millis(500);

/// When to try again what the store had no room for.
const RETRY_AFTER: Duration = Duration::from_millis(50);

/// How long at most nobody looks at the wall clock while a tournament waits for a time
/// of day: it may jump.
const WALL_CLOCK_EVERY: Duration = Duration::from_secs(1);

/// How long at most nobody looks at a tournament.
const LOOK_AT_LEAST_EVERY: Duration = Duration::from_secs(3600);

/// What comes next.
#[derive(Debug)]
pub(crate) enum Step {
    /// Nothing before it is told of something, or before this moment.
    Wait(Instant),
    /// Nothing more.
    Over,
}

/// A tournament and what surrounds it while it is played.
#[derive(Debug)]
pub(crate) struct Ongoing {
    pub(crate) id: TournamentId,
    pub(crate) config: TournamentConfig,
    key: String,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    contest: Contest,
    /// How many events are kept.
    seq: u32,
    running: BTreeSet<Due>,
    /// Pairs of which a game has ended since this was last looked at.
    ended: BTreeSet<Due>,
    /// The pairs of running tables.
    tables: HashMap<TableId, Due>,
    /// Who is asked whether they are ready.
    calls: ReadyCheck,
    /// Since when entrants have been gone whose pairs are due.
    away: HashMap<Number, Instant>,
    watchers: Vec<Weak<Connection<Room>>>,
    /// Whether there is something to tell them, and when they were told.
    news: bool,
    told: Option<Instant>,
    /// The running time and the tournament's at the same moment.
    since: (Instant, u64),
}

/// A game of a pair that has ended.
type Ended = (TableId, Over, Game, Vec<u64>);

impl Ongoing {
    pub(crate) fn new(log: TournamentLog, key: String, now: Instant) -> Result<Ongoing, Wrong> {
        let contest = log.contest()?;
        let state = State {
            seq: log.events.len() as u32,
            running: BTreeSet::new(),
            ended: BTreeSet::new(),
            tables: HashMap::new(),
            calls: ReadyCheck::default(),
            away: HashMap::new(),
            watchers: Vec::new(),
            news: false,
            told: None,
            since: (now, contest.elapsed_ms()),
            contest,
        };
        let TournamentLog { id, config, .. } = log;
        Ok(Ongoing { id, config, key, state: Mutex::new(state) })
    }

    /// Finds the pairs that had begun before a restart.
    pub(crate) async fn recover(&self, host: &impl Host) {
        let open: Vec<Due> = self.lock().contest.open_pairs().collect();
        for due in open {
            let [first, ..] = self.ids(due);
            if host.room(TableId(first)).await.is_ok() {
                self.lock().begin(due, self.ids(due));
                // It may have ended before the restart.
                self.lock().ended.insert(due);
            }
        }
    }

    /// How long an entrant is waited for.
    fn wait(&self) -> Duration {
        Duration::from_millis(self.config.opening.plan.wait_ms.into())
    }

    fn ids(&self, due: Due) -> [uuid::Uuid; 3] {
        pair_ids(self.id, due.duel, due.pair)
    }

    /// Whether somebody may enter.
    pub(crate) fn expect_admitted(
        &self,
        player: &Player,
        invitation: Option<&Secret>,
    ) -> Result<(), Refused> {
        if self.config.invitation.is_some() && invitation.map(hash) != self.config.invitation {
            return Err(Cause::InvitationWanted.into());
        }
        match self.config.opening.plan.who.admits(player.kind) {
            true => Ok(()),
            false => Err(Cause::NotForYourKind.into()),
        }
    }

    /// A player enters, with what they are rated and add to the lots. `then` hears
    /// when that is kept.
    pub(crate) fn enter(
        &self,
        store: &Store,
        player: &Player,
        (rating, nonce): (Option<u32>, Option<Nonce>),
        then: impl FnOnce(Result<(), Unavailable>) + Send + 'static,
    ) -> Result<(), Refused> {
        let event = Event::Entered { player: player.clone(), rating, nonce };
        self.lock().happen(store, self.id, event, then)
    }

    /// A player leaves. `then` hears when that is kept.
    pub(crate) fn leave(
        &self,
        store: &Store,
        player: PlayerId,
        then: impl FnOnce(Result<(), Unavailable>) + Send + 'static,
    ) -> Result<(), Refused> {
        self.lock().happen(store, self.id, Event::Left { player }, then)
    }

    /// A player says that they are ready.
    pub(crate) fn ready(&self, player: PlayerId) -> Result<(), Refused> {
        let mut state = self.lock();
        let entrant = state.contest.entrant_of(player).filter(|entrant| !entrant.withdrawn);
        let number = entrant.map(|entrant| entrant.number);
        // Before it begins nobody has their final number.
        let asks = self.config.opening.plan.ready && state.contest.stage() == Stage::Running;
        let number = number.filter(|_| asks);
        let number = number.ok_or_else(|| Refused::from(Cause::NoReadyCheck))?;
        state.calls.answer(number);
        Ok(())
    }

    /// The organizer lets it begin, or calls it off.
    pub(crate) fn order(
        &self,
        store: &Store,
        organizer: &Secret,
        event: Event,
        then: impl FnOnce(Result<(), Unavailable>) + Send + 'static,
    ) -> Result<(), Refused> {
        if hash(organizer) != self.config.organizer {
            return Err(Cause::NotOrganizer.into());
        }
        self.lock().happen(store, self.id, event, then)
    }

    /// Tells `connection` how it stands, now and after changes; or stops delivery.
    pub(crate) fn watch(
        &self,
        connection: &Arc<Connection<Room>>,
        on: bool,
    ) -> Result<(), Refused> {
        let mut state = self.lock();
        state
            .watchers
            .retain(|watcher| watcher.upgrade().is_some_and(|w| !Arc::ptr_eq(&w, connection)));
        if on {
            if state.watchers.len() >= MAX_TOURNAMENT_WATCHERS {
                return Err(Cause::TooManyFollowers { max: MAX_TOURNAMENT_WATCHERS }.into());
            }
            state.watchers.push(Arc::downgrade(connection));
        }
        Ok(())
    }

    /// How it is listed.
    pub(crate) fn summary(&self) -> TournamentLine {
        summary(self.id, &self.lock().contest)
    }

    /// How it stands.
    pub(crate) fn view(&self) -> TournamentView {
        view::of(self.id, &self.lock().contest, self.config.begins_at, &self.key)
    }

    pub(crate) fn contest(&self) -> Contest {
        self.lock().contest.clone()
    }

    /// Who meets whom, and what is being played.
    pub(crate) fn met(&self) -> pairings::Pairings {
        let state = self.lock();
        pairings::all(self.id, &state.contest, &state.running)
    }

    pub(crate) fn is_over(&self) -> bool {
        self.lock().contest.is_over()
    }

    /// Whether it has waited to begin for longer than anybody remembers.
    pub(crate) fn is_forgotten(&self, now_ms: u64, most: Duration) -> bool {
        let made = self.id.0.get_timestamp().map_or(0, |made| made.to_unix().0 * 1_000);
        let old = now_ms.saturating_sub(made) > most.as_millis() as u64;
        old && self.lock().contest.stage() == Stage::Open
    }

    /// Told: a game has ended at this table.
    pub(crate) fn game_ended(&self, table: TableId) {
        let mut state = self.lock();
        if let Some(due) = state.tables.get(&table).copied() {
            state.ended.insert(due);
        }
    }

    /// Everybody who has entered.
    pub(crate) fn players(&self) -> Vec<PlayerId> {
        self.lock().contest.entrants().iter().map(|entrant| entrant.player).collect()
    }

    /// Lets happen whatever is due, as far as the store takes it.
    pub(crate) async fn step(&self, host: &impl Host, wall_ms: u64, most: Duration) -> Step {
        let retry = Step::Wait(host.now() + RETRY_AFTER);
        self.end_for_those_who_left(host).await;
        for (due, ended) in self.ended_pairs(host).await {
            let at_ms = self.lock().elapsed(host.now());
            let event = self.played(due, ended, at_ms);
            let Some(event) = event else { continue };
            let mut state = self.lock();
            if state.happen(host.store(), self.id, event, |_| {}).is_err() {
                state.ended.insert(due);
                return retry;
            }
            state.finish(due, self.ids(due));
        }
        if self.is_forgotten(wall_ms, most) {
            // Should the store not take it, the next step tries again.
            let _ = self.lock().happen(host.store(), self.id, Event::Cancelled, |_| {});
        }
        let before = self.lock().seq;
        let Some(starts) = self.lock().advance(host, self, wall_ms) else { return retry };
        let all_started = self.start_all(host, starts).await;
        let all_told = self.tell(host, host.now());
        match (all_started && all_told, self.is_over()) {
            (false, _) => retry,
            _ if !self.lock().ended.is_empty() => retry,
            (true, true) => Step::Over,
            // More may follow from what has happened.
            (true, false) if self.lock().seq != before => Step::Wait(host.now()),
            (true, false) => Step::Wait(self.lock().next_moment(host.now(), wall_ms, self)),
        }
    }

    async fn start_all(&self, host: &impl Host, starts: Vec<Due>) -> bool {
        let mut all = true;
        for due in starts {
            all &= self.start(host, due).await;
        }
        all
    }

    /// A game that somebody plays who has left is the opponent's.
    async fn end_for_those_who_left(&self, host: &impl Host) {
        let deserted = self.lock().deserted();
        for (due, winner) in deserted {
            let [first, second, _] = self.ids(due).map(TableId);
            for (table, seat) in [(first, winner), (second, Seat(1 - winner.0))] {
                // It may be over, or not there yet.
                let _ = host.adjudicate(table, vec![seat]).await;
            }
        }
    }

    /// Pairs that are over, of those of which a game has ended, with their games.
    async fn ended_pairs(&self, host: &impl Host) -> Vec<(Due, Vec<Ended>)> {
        let told = std::mem::take(&mut self.lock().ended);
        let mut over = Vec::new();
        for due in told {
            match self.games_of(host, due).await {
                Ok(Some(games)) => over.push((due, games)),
                Ok(None) => {}
                // The store cannot be read: it is asked again.
                Err(_) => drop(self.lock().ended.insert(due)),
            }
        }
        over
    }

    /// The games of a pair, if it is over.
    async fn games_of(&self, host: &impl Host, due: Due) -> Result<Option<Vec<Ended>>, Refused> {
        let [first, second, _] = self.ids(due).map(TableId);
        let Some(one) = ended(host, first).await? else { return Ok(None) };
        // After a game without a winner there is no second one.
        if one.1.winners.is_empty() {
            return Ok(Some(vec![one]));
        }
        Ok(ended(host, second).await?.map(|two| vec![one, two]))
    }

    fn played(&self, due: Due, ended: Vec<Ended>, at_ms: u64) -> Option<Event> {
        let contest = &self.lock().contest;
        let [a, b] = contest.seats(due)?;
        let mut games = ended.into_iter().zip([[a, b], [b, a]]).map(
            |((table, over, game, spent_ms), seats)| {
                let winner = over.winners.first().map(|seat| seats[usize::from(seat.0 & 1)]);
                GameResult {
                    winner,
                    how: over.reason.into(),
                    table: Some(table),
                    game: game.to_string(),
                    spent_ms,
                }
            },
        );
        let one = games.next()?;
        let two = games.next().or_else(|| {
            let game = contest.start(due).ok()?.to_string();
            let (how, spent_ms) = (How::Aborted, Vec::new());
            Some(GameResult { winner: None, how, table: None, game, spent_ms })
        })?;
        let Due { duel, pair } = due;
        Some(Event::Played { duel, pair, games: Box::new([one, two]), at_ms })
    }

    /// Seats the players of a pair at its first table; false if the store has no room.
    async fn start(&self, host: &impl Host, due: Due) -> bool {
        let Some(mut found) = self.found(due) else { return true };
        // Without ratings it is the same game.
        if let Err(refused) = host.rate(&mut found).await {
            debug!(%refused, "no ratings are told");
        }
        let Ok(slot) = host.store().reserve() else { return false };
        let mut state = self.lock();
        state.begin(due, self.ids(due));
        if let Some(seats) = state.contest.seats(due) {
            state.calls.done(seats);
        }
        state.news = true;
        drop(state);
        let [first, second, pair] = self.ids(due);
        let ids = (TableId(first), Some((PairId(pair), TableId(second))));
        host.start_as(slot, found, ids, Delivery::default());
        true
    }

    /// Who plays a pair, and what.
    fn found(&self, due: Due) -> Option<Match> {
        let state = self.lock();
        let plan = &self.config.opening.plan;
        let player = |number: &Number| state.contest.entrant(*number).map(view::player);
        let seats = state.contest.seats(due);
        let players = seats?.iter().map(player).collect::<Option<Vec<Player>>>()?;
        let game = state.contest.start(due).ok()?;
        let round = state.contest.duels()[due.duel as usize].pairing.round;
        Some(Match {
            offer: self.id.0,
            game,
            clock: plan.clock,
            pair: true,
            // The starts are pairs: nobody need know who wins them.
            terms: Terms {
                rated: true,
                origin: Origin::Event { event: self.id.0, round },
                ..Terms::default()
            },
            players,
        })
    }

    /// Tells those who watch, if there is news and it is time; false if the store has
    /// no room.
    fn tell(&self, host: &impl Host, now: Instant) -> bool {
        let mut state = self.lock();
        let early = state.told.is_some_and(|told| now < told + TELL_EVERY);
        if !state.news || early && !state.contest.is_over() {
            return true;
        }
        let Ok(slot) = host.store().reserve() else { return false };
        (state.news, state.told) = (false, Some(now));
        state.watchers.retain(|watcher| watcher.strong_count() > 0);
        let watchers: Vec<Arc<Connection<Room>>> =
            state.watchers.iter().filter_map(Weak::upgrade).collect();
        if watchers.is_empty() {
            return true;
        }
        let view = view::of(self.id, &state.contest, self.config.begins_at, &self.key);
        drop(state);
        let frame = Frame::text(&ServerMessage::Tournament(Box::new(view)));
        // After all that it tells of.
        host.store().follow(slot, move |kept| {
            if kept.is_ok() {
                watchers.iter().for_each(|watcher| watcher.outbox.send(&frame));
            }
        });
        true
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Keeps an event and applies it. `then` hears when it is on disk.
    fn happen(
        &mut self,
        store: &Store,
        tournament: TournamentId,
        event: Event,
        then: impl FnOnce(Result<(), Unavailable>) + Send + 'static,
    ) -> Result<(), Refused> {
        let slot = store.reserve()?;
        self.contest
            .apply(&event)
            .map_err(|wrong| Cause::TournamentRule { rule: wrong.to_string() })?;
        let over = self.contest.is_over().then(|| summary(tournament, &self.contest));
        let (seq, over) = (self.seq, over.as_ref());
        let entry = Entry::Progressed { tournament, seq, event: &event, over };
        store.keep(slot, &[entry], then);
        self.seq += 1;
        self.news = true;
        Ok(())
    }

    fn begin(&mut self, due: Due, [first, second, _]: [uuid::Uuid; 3]) {
        self.running.insert(due);
        self.tables.extend([first, second].map(|table| (TableId(table), due)));
    }

    fn finish(&mut self, due: Due, [first, second, _]: [uuid::Uuid; 3]) {
        self.running.remove(&due);
        for table in [first, second] {
            self.tables.remove(&TableId(table));
        }
    }

    /// When something may follow from nothing but time.
    fn next_moment(&self, now: Instant, wall_ms: u64, ongoing: &Ongoing) -> Instant {
        let wait = ongoing.wait();
        let begins = ongoing.config.begins_at.filter(|_| self.contest.stage() == Stage::Open);
        let begins = begins.map(|at| {
            now + Duration::from_millis(at.saturating_sub(wall_ms)).min(WALL_CLOCK_EVERY)
        });
        let lost = self.away.values().map(|since| *since + wait);
        let unready = self.calls.since().map(|since| since + wait);
        let news = self.told.filter(|_| self.news).map(|told| told + TELL_EVERY);
        let elapsed = self.elapsed(now);
        let arena = [self.contest.ends_at_ms(), self.contest.next_wave_ms()];
        let arena = arena.into_iter().flatten().filter(|at| *at > elapsed);
        let end = arena.map(|at| now + Duration::from_millis(at - elapsed));
        let some = begins.into_iter().chain(lost).chain(unready).chain(news).chain(end).min();
        // Whatever else: one that nobody lets begin is forgotten one day.
        let latest = now + LOOK_AT_LEAST_EVERY;
        some.map_or(latest, |at| at.clamp(now + RETRY_AFTER, latest))
    }

    /// Running pairs in which one of the two has left, and where the other sits
    /// in the first game.
    fn deserted(&self) -> Vec<(Due, Seat)> {
        let left = |number: &Number| self.contest.has_left(*number);
        let pair = |&due: &Due| {
            let seats = self.contest.seats(due)?;
            let other = seats.iter().position(|number| !left(number))?;
            seats.iter().any(left).then_some((due, Seat(other as u8)))
        };
        self.running.iter().filter_map(pair).collect()
    }

    fn elapsed(&self, now: Instant) -> u64 {
        let (since, ms) = self.since;
        ms.saturating_add(now.saturating_duration_since(since).as_millis() as u64)
    }

    /// Lets happen what follows by itself; gives the pairs that can be started;
    /// `None` if the store has no room.
    fn advance(&mut self, host: &impl Host, ongoing: &Ongoing, wall_ms: u64) -> Option<Vec<Due>> {
        let now = host.now();
        let players: Vec<PlayerId> = self.contest.entrants().iter().map(|e| e.player).collect();
        let present = host.connected(&players);
        let here = |number: Number| {
            (number.0 as usize).checked_sub(1).and_then(|i| present.get(i)).is_some_and(|p| *p)
        };
        let on_time = ongoing.config.begins_at.is_some_and(|at| wall_ms >= at);
        if self.contest.stage() == Stage::Open && on_time {
            let enough = self.contest.entrants().len() >= 2;
            let event = if enough { Event::Began } else { Event::Cancelled };
            if self.happen(host.store(), ongoing.id, event, |_| {}).is_err() {
                return None;
            }
        }
        let before = self.contest.stage();
        while let Some(event) = self.contest.next(self.elapsed(now), &here) {
            // A pair that is being played ends at its table.
            if matches!(&event, Event::Played { duel, pair, .. }
                if self.running.contains(&Due { duel: *duel, pair: *pair }))
            {
                break;
            }
            if self.happen(host.store(), ongoing.id, event, |_| {}).is_err() {
                return None;
            }
        }
        if before == Stage::Open && self.contest.stage() == Stage::Running {
            self.since = (now, 0);
        }
        if host.is_draining() {
            return Some(Vec::new());
        }
        self.give_up_waiting(host, ongoing, &here);
        match ongoing.config.opening.plan.ready {
            true => Some(self.ask(host, ongoing, &here)),
            false => Some(self.contest.due(&self.running, &here)),
        }
    }

    /// Of the pairs that could begin those of whom both are ready. The others are
    /// asked; who does not answer in time loses.
    fn ask(
        &mut self,
        host: &impl Host,
        ongoing: &Ongoing,
        here: &dyn Fn(Number) -> bool,
    ) -> Vec<Due> {
        self.calls.keep(here);
        let due = self.contest.due(&self.running, here);
        let seated = |due: Due| Some((due, self.contest.seats(due)?));
        let pairs: Vec<(Due, [Number; 2])> = due.into_iter().filter_map(seated).collect();
        let (now, wait) = (host.now(), ongoing.wait());
        let Sorted { begin, lost } = self.calls.sort(&pairs, now, wait);
        for (due, seats) in pairs.into_iter().filter(|(due, _)| lost.contains(due)) {
            let ready = |number: &Number| self.calls.is_ready(*number);
            let forfeit = self.contest.forfeit(due, &ready, How::NoShow, self.elapsed(now));
            let kept = |event| self.happen(host.store(), ongoing.id, event, |_| {}).is_ok();
            if forfeit.is_some_and(kept) {
                self.calls.done(seats);
            }
        }
        self.call(host, ongoing, now);
        begin
    }

    /// Tells those who are asked, after all that it follows from.
    fn call(&mut self, host: &impl Host, ongoing: &Ongoing, now: Instant) {
        let entrant = |number: Number| self.contest.entrant(number);
        let find = |number: Number| {
            entrant(number).map(|entrant| host.connections(entrant.player)).unwrap_or_default()
        };
        for (connection, number, due, since) in self.calls.untold(&find) {
            let Ok(slot) = host.store().reserve() else { return };
            self.calls.told(number, &connection);
            let pairing = self.contest.duels().get(due.duel as usize).map(|duel| duel.pairing);
            let Some(pairing) = pairing else { continue };
            let opponent = pairing.opponent(number).and_then(entrant).map(view::player);
            let Some(opponent) = opponent else { continue };
            let left = ongoing.wait().saturating_sub(now.saturating_duration_since(since));
            let called = ServerMessage::ReadyCheck {
                tournament: ongoing.id,
                round: pairing.round,
                board: pairing.board,
                pair: due.pair,
                opponent,
                wait_ms: u32::try_from(left.as_millis()).unwrap_or(u32::MAX),
            };
            host.store().follow(slot, move |kept| {
                if kept.is_ok() {
                    connection.tell(&called);
                }
            });
        }
    }

    /// Who has been gone for too long loses the pair that is due, and is waited
    /// for again.
    fn give_up_waiting(
        &mut self,
        host: &impl Host,
        ongoing: &Ongoing,
        here: &dyn Fn(Number) -> bool,
    ) {
        let now = host.now();
        let wait = ongoing.wait();
        let missing: BTreeMap<Number, Due> = self.contest.awaited(&self.running, here);
        self.away.retain(|number, _| missing.contains_key(number));
        for (number, due) in missing {
            let since = *self.away.entry(number).or_insert(now);
            if now.saturating_duration_since(since) < wait {
                continue;
            }
            let at_ms = self.elapsed(now);
            let there = |number: &Number| here(*number);
            if let Some(event) = self.contest.forfeit(due, &there, How::NoShow, at_ms)
                && self.happen(host.store(), ongoing.id, event, |_| {}).is_err()
            {
                return;
            }
            // Both may have been missing: then the pair is gone when the other's turn
            // comes.
            self.away.remove(&number);
        }
    }
}

/// A table's game, once it is over.
async fn ended(host: &impl Host, table: TableId) -> Result<Option<Ended>, Refused> {
    match host.room(table).await {
        Ok(room) => Ok(room.ended().map(|(over, game, spent)| (table, over, game, spent))),
        Err(refused) if refused.code() == ErrorCode::NotFound => Ok(None),
        Err(refused) => Err(refused),
    }
}
