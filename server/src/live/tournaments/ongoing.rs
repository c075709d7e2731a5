//! A tournament that is not over, between the pure [`Contest`] and the hall: who
//! is there, which pairs are being played, who waits for whom.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use protocol::limits::MAX_TOURNAMENT_WATCHERS;
use protocol::{
    Cause, Number, Over, PairId, Player, PlayerId, Secret, ServerMessage, Stage, TableId,
    TournamentId, TournamentLine, TournamentView,
};
use rules::{Game, Seat};
use tracing::debug;

use super::ready_check::{Calls, Sorted};
use super::{pairings, view};
use crate::live::connection::Member;
use crate::live::delivery::Telling;
use crate::live::hub::Hall;
use crate::live::room::Room;
use crate::matchmaking::lobby::Match;
use crate::net::frame::Frame;
use crate::records::game::{Origin, Terms};
use crate::records::refusal::Refused;
use crate::records::tournament_log::{Chronicle, Founding, hash, pair_ids, summary};
use crate::store::{Entry, Store, Unavailable};
use tournament::{Contest, Due, Event, GameResult, How, Wrong};

/// How often those who watch are told, at most.
const TELL_EVERY: Duration = Duration::from_millis(500);

/// A tournament and what surrounds it while it is played.
#[derive(Debug)]
pub(crate) struct Ongoing {
    pub(crate) id: TournamentId,
    pub(crate) founding: Founding,
    key: String,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    contest: Contest,
    /// How many events are kept.
    seq: u32,
    running: BTreeSet<Due>,
    /// Who is asked whether he is ready.
    calls: Calls,
    /// Since when entrants have been gone whose pairs are due.
    away: HashMap<Number, Instant>,
    watchers: Vec<Weak<Member<Room>>>,
    /// Whether there is something to tell them, and when they were told.
    news: bool,
    told: Option<Instant>,
    /// The running time and the tournament's at the same moment.
    since: (Instant, u64),
}

/// A game of a pair that has ended.
type Ended = (TableId, Over, Game);

impl Ongoing {
    pub(crate) fn new(chronicle: Chronicle, key: String, now: Instant) -> Result<Ongoing, Wrong> {
        let contest = chronicle.contest()?;
        let state = State {
            seq: chronicle.events.len() as u32,
            running: BTreeSet::new(),
            calls: Calls::default(),
            away: HashMap::new(),
            watchers: Vec::new(),
            news: false,
            told: None,
            since: (now, contest.elapsed_ms()),
            contest,
        };
        let Chronicle { id, founding, .. } = chronicle;
        Ok(Ongoing { id, founding, key, state: Mutex::new(state) })
    }

    /// Finds the pairs that had begun before a restart.
    pub(crate) async fn recover(&self, hall: &Hall) {
        let open: Vec<Due> = self.lock().contest.open_pairs().collect();
        for due in open {
            let [first, ..] = self.ids(due);
            if hall.room(TableId(first)).await.is_ok() {
                self.lock().running.insert(due);
            }
        }
    }

    /// How long an entrant is waited for.
    fn wait(&self) -> Duration {
        Duration::from_millis(self.founding.opening.plan.wait_ms.into())
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
        if self.founding.invitation.is_some() && invitation.map(hash) != self.founding.invitation {
            return Err(Cause::InvitationWanted.into());
        }
        match self.founding.opening.plan.who.admits(player.kind) {
            true => Ok(()),
            false => Err(Cause::NotForYourKind.into()),
        }
    }

    /// A player enters, with what he is rated. `then` hears when that is kept.
    pub(crate) fn enter(
        &self,
        store: &Store,
        player: &Player,
        rating: Option<u32>,
        then: impl FnOnce(Result<(), Unavailable>) + Send + 'static,
    ) -> Result<(), Refused> {
        let event = Event::Entered { player: player.clone(), rating };
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

    /// A player says that he is ready.
    pub(crate) fn ready(&self, player: PlayerId) -> Result<(), Refused> {
        let mut state = self.lock();
        let entrant = state.contest.entrant_of(player).filter(|entrant| !entrant.withdrawn);
        let number = entrant.map(|entrant| entrant.number);
        // Before it begins nobody has the number that he will have.
        let asks = self.founding.opening.plan.ready && state.contest.stage() == Stage::Running;
        let number = number.filter(|_| asks);
        let number = number.ok_or_else(|| Refused::from(Cause::NotCalled))?;
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
        if hash(organizer) != self.founding.organizer {
            return Err(Cause::NotOrganizer.into());
        }
        self.lock().happen(store, self.id, event, then)
    }

    /// Tells `member` how it stands, now and after changes; or stops telling.
    pub(crate) fn watch(&self, member: &Arc<Member<Room>>, on: bool) -> Result<(), Refused> {
        let mut state = self.lock();
        state
            .watchers
            .retain(|watcher| watcher.upgrade().is_some_and(|w| !Arc::ptr_eq(&w, member)));
        if on {
            if state.watchers.len() >= MAX_TOURNAMENT_WATCHERS {
                return Err(Cause::TooManyFollowers { max: MAX_TOURNAMENT_WATCHERS }.into());
            }
            state.watchers.push(Arc::downgrade(member));
        }
        Ok(())
    }

    /// How it is listed.
    pub(crate) fn summary(&self) -> TournamentLine {
        summary(self.id, &self.lock().contest)
    }

    /// How it stands.
    pub(crate) fn view(&self) -> TournamentView {
        view::of(self.id, &self.lock().contest, self.founding.begins_at, &self.key)
    }

    pub(crate) fn contest(&self) -> Contest {
        self.lock().contest.clone()
    }

    /// Who meets whom, and what is being played.
    pub(crate) fn met(&self) -> pairings::Met {
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

    /// Lets happen whatever is due, as far as the store takes it.
    pub(crate) async fn step(&self, hall: &Hall, wall_ms: u64, most: Duration) {
        self.end_for_those_who_left(hall).await;
        for (due, ended) in self.ended_pairs(hall).await {
            let at_ms = self.lock().elapsed(hall.now());
            let event = self.played(due, ended, at_ms);
            let Some(event) = event else { continue };
            let mut state = self.lock();
            if state.happen(hall.store(), self.id, event, |_| {}).is_err() {
                return;
            }
            state.running.remove(&due);
        }
        if self.is_forgotten(wall_ms, most) {
            // Should the store not take it, the next step tries again.
            let _ = self.lock().happen(hall.store(), self.id, Event::Cancelled, |_| {});
        }
        let starts = self.lock().advance(hall, self, wall_ms);
        for due in starts {
            self.start(hall, due).await;
        }
        self.tell(hall, hall.now());
    }

    /// A game that somebody plays who has left is the opponent's.
    async fn end_for_those_who_left(&self, hall: &Hall) {
        let deserted = self.lock().deserted();
        for (due, winner) in deserted {
            let [first, second, _] = self.ids(due).map(TableId);
            for (table, seat) in [(first, winner), (second, Seat(1 - winner.0))] {
                // It may be over, or not there yet.
                let _ = hall.adjudicate(table, vec![seat]).await;
            }
        }
    }

    /// Running pairs that are over, with their games.
    async fn ended_pairs(&self, hall: &Hall) -> Vec<(Due, Vec<Ended>)> {
        let running: Vec<Due> = self.lock().running.iter().copied().collect();
        let mut over = Vec::new();
        for due in running {
            let [first, second, _] = self.ids(due).map(TableId);
            let Some(one) = ended(hall, first).await else { continue };
            // After a game without a winner there is no second one.
            if one.1.winners.is_empty() {
                over.push((due, vec![one]));
            } else if let Some(two) = ended(hall, second).await {
                over.push((due, vec![one, two]));
            }
        }
        over
    }

    fn played(&self, due: Due, ended: Vec<Ended>, at_ms: u64) -> Option<Event> {
        let contest = &self.lock().contest;
        let [a, b] = contest.seats(due)?;
        let mut games =
            ended.into_iter().zip([[a, b], [b, a]]).map(|((table, over, game), seats)| {
                let winner = over.winners.first().map(|seat| seats[usize::from(seat.0 & 1)]);
                GameResult {
                    winner,
                    how: over.reason.into(),
                    table: Some(table),
                    game: game.to_string(),
                }
            });
        let one = games.next()?;
        let two = games.next().or_else(|| {
            let game = contest.start(due).ok()?.to_string();
            Some(GameResult { winner: None, how: How::Aborted, table: None, game })
        })?;
        let Due { duel, pair } = due;
        Some(Event::Played { duel, pair, games: Box::new([one, two]), at_ms })
    }

    /// Seats the players of a pair at its first table.
    async fn start(&self, hall: &Hall, due: Due) {
        let Some(mut found) = self.found(due) else { return };
        // Without ratings it is the same game.
        if let Err(refused) = hall.rate(&mut found).await {
            debug!(%refused, "no ratings are told");
        }
        let Ok(slot) = hall.store().reserve() else { return };
        let mut state = self.lock();
        state.running.insert(due);
        if let Some(seats) = state.contest.seats(due) {
            state.calls.done(seats);
        }
        state.news = true;
        drop(state);
        let [first, second, pair] = self.ids(due);
        let ids = (TableId(first), Some((PairId(pair), TableId(second))));
        hall.start_as(slot, found, ids, Telling::default());
    }

    /// Who plays a pair, and what.
    fn found(&self, due: Due) -> Option<Match> {
        let state = self.lock();
        let plan = &self.founding.opening.plan;
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

    /// Tells those who watch, if there is news and it is time.
    fn tell(&self, hall: &Hall, now: Instant) {
        let mut state = self.lock();
        let early = state.told.is_some_and(|told| now < told + TELL_EVERY);
        if !state.news || early && !state.contest.is_over() {
            return;
        }
        let Ok(slot) = hall.store().reserve() else { return };
        (state.news, state.told) = (false, Some(now));
        state.watchers.retain(|watcher| watcher.strong_count() > 0);
        let watchers: Vec<Arc<Member<Room>>> =
            state.watchers.iter().filter_map(Weak::upgrade).collect();
        if watchers.is_empty() {
            return;
        }
        let view = view::of(self.id, &state.contest, self.founding.begins_at, &self.key);
        drop(state);
        let frame = Frame::text(&ServerMessage::Tournament(Box::new(view)));
        // After all that it tells of.
        hall.store().follow(slot, move |kept| {
            if kept.is_ok() {
                watchers.iter().for_each(|watcher| watcher.outlet.send(&frame));
            }
        });
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

    /// Lets happen what follows by itself; gives the pairs that can be started.
    fn advance(&mut self, hall: &Hall, ongoing: &Ongoing, wall_ms: u64) -> Vec<Due> {
        let now = hall.now();
        let players: Vec<PlayerId> = self.contest.entrants().iter().map(|e| e.player).collect();
        let present = hall.connected(&players);
        let here = |number: Number| {
            (number.0 as usize).checked_sub(1).and_then(|i| present.get(i)).is_some_and(|p| *p)
        };
        let on_time = ongoing.founding.begins_at.is_some_and(|at| wall_ms >= at);
        if self.contest.stage() == Stage::Open && on_time {
            let enough = self.contest.entrants().len() >= 2;
            let event = if enough { Event::Began } else { Event::Cancelled };
            if self.happen(hall.store(), ongoing.id, event, |_| {}).is_err() {
                return Vec::new();
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
            if self.happen(hall.store(), ongoing.id, event, |_| {}).is_err() {
                return Vec::new();
            }
        }
        if before == Stage::Open && self.contest.stage() == Stage::Running {
            self.since = (now, 0);
        }
        if hall.draining.is_cancelled() {
            return Vec::new();
        }
        self.give_up_waiting(hall, ongoing, &here);
        match ongoing.founding.opening.plan.ready {
            true => self.ask(hall, ongoing, &here),
            false => self.contest.due(&self.running, &here),
        }
    }

    /// Of the pairs that could begin those of whom both are ready. The others are
    /// asked; who does not answer in time loses.
    fn ask(&mut self, hall: &Hall, ongoing: &Ongoing, here: &dyn Fn(Number) -> bool) -> Vec<Due> {
        self.calls.keep(here);
        let due = self.contest.due(&self.running, here);
        let seated = |due: Due| Some((due, self.contest.seats(due)?));
        let pairs: Vec<(Due, [Number; 2])> = due.into_iter().filter_map(seated).collect();
        let (now, wait) = (hall.now(), ongoing.wait());
        let Sorted { begin, lost } = self.calls.sort(&pairs, now, wait);
        for (due, seats) in pairs.into_iter().filter(|(due, _)| lost.contains(due)) {
            let ready = |number: &Number| self.calls.is_ready(*number);
            let forfeit = self.contest.forfeit(due, &ready, How::NoShow, self.elapsed(now));
            let kept = |event| self.happen(hall.store(), ongoing.id, event, |_| {}).is_ok();
            if forfeit.is_some_and(kept) {
                self.calls.done(seats);
            }
        }
        self.call(hall, ongoing, now);
        begin
    }

    /// Tells those who are asked, after all that it follows from.
    fn call(&mut self, hall: &Hall, ongoing: &Ongoing, now: Instant) {
        let entrant = |number: Number| self.contest.entrant(number);
        let find = |number: Number| hall.member(entrant(number)?.player);
        for (member, number, due, since) in self.calls.untold(&find) {
            let Ok(slot) = hall.store().reserve() else { return };
            self.calls.told(number, &member);
            let pairing = self.contest.duels().get(due.duel as usize).map(|duel| duel.pairing);
            let Some(pairing) = pairing else { continue };
            let opponent = pairing.opponent(number).and_then(entrant).map(view::player);
            let Some(opponent) = opponent else { continue };
            let left = ongoing.wait().saturating_sub(now.saturating_duration_since(since));
            let called = ServerMessage::Called {
                tournament: ongoing.id,
                round: pairing.round,
                board: pairing.board,
                pair: due.pair,
                opponent,
                wait_ms: u32::try_from(left.as_millis()).unwrap_or(u32::MAX),
            };
            hall.store().follow(slot, move |kept| {
                if kept.is_ok() {
                    member.tell(&called);
                }
            });
        }
    }

    /// Who has been gone for too long loses the pair that is due, and is waited
    /// for again.
    fn give_up_waiting(&mut self, hall: &Hall, ongoing: &Ongoing, here: &dyn Fn(Number) -> bool) {
        let now = hall.now();
        let wait = ongoing.wait();
        let missing: BTreeMap<Number, Due> = self.contest.awaited(&self.running, here);
        self.away.retain(|number, _| missing.contains_key(number));
        for (number, due) in missing {
            let since = *self.away.entry(number).or_insert(now);
            if now.saturating_duration_since(since) < wait {
                continue;
            }
            self.away.remove(&number);
            let at_ms = self.elapsed(now);
            let there = |number: &Number| here(*number);
            if let Some(event) = self.contest.forfeit(due, &there, How::NoShow, at_ms) {
                // Both may be missing: then the pair is gone when the other's turn
                // comes.
                let _ = self.happen(hall.store(), ongoing.id, event, |_| {});
            }
        }
    }
}

/// A table's game, once it is over.
async fn ended(hall: &Hall, table: TableId) -> Option<Ended> {
    let room = hall.room(table).await.ok()?;
    let (over, game) = room.ended()?;
    Some((table, over, game))
}
