//! A tournament that is not over, between the pure [`Contest`] and the hub: which entrants are
//! present, which pairs are being played, and who waits for whom.

#[cfg(test)]
pub(super) mod full_house;
mod orders;
mod recovery;
mod starts;
pub(super) mod steps;
mod waiting;

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::{Duration, Instant};

use protocol::limits::MAX_TOURNAMENT_WATCHERS;
use protocol::{
    Cause, EntrantView, Name, Number, Plan, Player, PlayerId, Secret, Stage, TableId, TimeControl,
    TournamentId, TournamentLine, TournamentView,
};
use tournament::{Contest, DuePair, Event, EventError, pair_ids};

pub(crate) use orders::Order;

use super::attestations::{Attestations, Signed};
use super::ready_check::ReadyCheck;
use super::{pairings, view};
use crate::admission::ip_prefix::IpPrefix;
use crate::live::connection::Connection;
use crate::live::room::Room;
use crate::records::request_error::RequestError;
use crate::records::tournament_log::{TournamentConfig, TournamentLog, hash, summary};
use crate::store::{Entry, Slot, Store, Unavailable};

/// The minimum interval between two messages to followers.
const TELL_EVERY: Duration = Duration::from_millis(500);

/// The delay before trying again if the store had no slot.
const BUSY_RETRY: Duration = Duration::from_millis(50);

/// The longest sleep of a tournament that waits for a time of day: the wall clock may jump, and a
/// sleep does not notice.
const TRUST_WALL_CLOCK_FOR: Duration = Duration::from_secs(60);

/// The maximum interval between steps.
const LOOK_AT_LEAST_EVERY: Duration = Duration::from_secs(3600);

/// A tournament and its state while it is played.
#[derive(Debug)]
pub(crate) struct Ongoing {
    pub(crate) id: TournamentId,
    pub(crate) config: TournamentConfig,
    /// The address its creator came from; not known of the server's own, nor after a restart.
    pub(super) from: Option<IpPrefix>,
    key: String,
    state: Mutex<State>,
    attestations: Attestations,
    /// Until when a result of a pair that had begun before a restart waits for signatures. Not known
    /// while those pairs are being looked for.
    recovered: OnceLock<Instant>,
}

#[derive(Debug)]
struct State {
    contest: Contest,
    /// The number of stored events.
    seq: u32,
    running: BTreeSet<DuePair>,
    /// Pairs of which a game has ended since the last step.
    ended: BTreeSet<DuePair>,
    /// The pairs of running tables.
    tables: HashMap<TableId, DuePair>,
    /// The entrants who have been asked whether they are ready.
    ready_check: ReadyCheck,
    /// Since when entrants whose pairs are due have been absent.
    away: HashMap<Number, Instant>,
    watchers: Vec<Weak<Connection<Room>>>,
    /// Whether there is news for followers, and when they were last told.
    news: bool,
    view_sent: Option<Instant>,
    /// Pairs that had begun before a restart.
    recovered: BTreeSet<DuePair>,
    /// A moment in game time, and the tournament's time at that moment.
    since: (Instant, u64),
}

impl Ongoing {
    pub(crate) fn new(
        log: TournamentLog,
        key: String,
        now: Instant,
    ) -> Result<Ongoing, EventError> {
        let contest = log.contest()?;
        let state = State {
            seq: log.events.len() as u32,
            running: BTreeSet::new(),
            ended: BTreeSet::new(),
            tables: HashMap::new(),
            ready_check: ReadyCheck::default(),
            away: HashMap::new(),
            watchers: Vec::new(),
            news: false,
            view_sent: None,
            recovered: BTreeSet::new(),
            since: (now, contest.elapsed_ms()),
            contest,
        };
        let TournamentLog { id, config, .. } = log;
        // Before it has begun there is nothing to look for.
        let has_begun = state.contest.stage() != Stage::Open;
        let recovered = if has_begun { OnceLock::new() } else { OnceLock::from(now) };
        let (state, attestations) = (Mutex::new(state), Attestations::default());
        Ok(Ongoing { id, config, from: None, key, state, attestations, recovered })
    }

    /// Notes the address its creator came from.
    pub(super) fn created_from(self, from: Option<IpPrefix>) -> Ongoing {
        Ongoing { from, ..self }
    }

    /// How long to wait for an entrant.
    fn wait(&self) -> Duration {
        Duration::from_millis(self.config.opening.plan.wait_ms.into())
    }

    fn ids(&self, due: DuePair) -> [uuid::Uuid; 3] {
        pair_ids(self.id, due.pairing, due.pair)
    }

    /// Refuses if this player may not enter.
    pub(crate) fn ensure_admitted(
        &self,
        player: &Player,
        invitation: Option<&Secret>,
    ) -> Result<(), RequestError> {
        if self.config.invitation.is_some() && invitation.map(hash) != self.config.invitation {
            return Err(Cause::InvitationRequired.into());
        }
        match self.config.opening.plan.kinds.admits(player.kind) {
            true => Ok(()),
            false => Err(Cause::KindNotAdmitted.into()),
        }
    }

    /// Enters a player, by the event that says so. `then` is called when that is on disk.
    pub(crate) fn enter(
        &self,
        store: &Store,
        entered: Event,
        then: impl FnOnce(Result<(), Unavailable>) + Send + 'static,
    ) -> Result<(), RequestError> {
        self.lock().happen(store, self.id, entered, then)
    }

    /// Removes a player. `then` is called when that is on disk.
    pub(crate) fn leave(
        &self,
        store: &Store,
        player: PlayerId,
        then: impl FnOnce(Result<(), Unavailable>) + Send + 'static,
    ) -> Result<(), RequestError> {
        self.lock().happen(store, self.id, Event::Left { player }, then)
    }

    /// Replaces the name of a player whose account was deleted.
    pub(crate) fn forget(&self, player: PlayerId, name: &Name) {
        self.lock().contest.forget(player, name);
    }

    /// Records that a player is ready.
    pub(crate) fn ready(&self, player: PlayerId) -> Result<(), RequestError> {
        let mut state = self.lock();
        let entrant = state.contest.entrant_of(player).filter(|entrant| !entrant.withdrawn);
        let number = entrant.map(|entrant| entrant.number);
        // Numbers are final only once the tournament has begun.
        let asks = self.config.opening.plan.ready && state.contest.stage() == Stage::Running;
        let number = number.filter(|_| asks);
        let number = number.ok_or_else(|| RequestError::from(Cause::NoReadyCheck))?;
        state.ready_check.answer(number);
        Ok(())
    }

    /// Asks for a half-point bye on a player's behalf. `then` is called when that is on disk.
    pub(crate) fn ask_bye(
        &self,
        store: &Store,
        player: PlayerId,
        round: u32,
        then: impl FnOnce(Result<(), Unavailable>) + Send + 'static,
    ) -> Result<(), RequestError> {
        self.lock().happen(store, self.id, Event::ByeAsked { player, round }, then)
    }

    /// Records whether a player goes berserk in their next pairs. It must be said before a pair
    /// begins, because whoever has seen its start would risk nothing. `then` is called when that is
    /// on disk.
    pub(crate) fn go_berserk(
        &self,
        store: &Store,
        (player, on): (PlayerId, bool),
        then: impl FnOnce(Result<(), Unavailable>) + Send + 'static,
    ) -> Result<(), RequestError> {
        self.lock().happen(store, self.id, Event::Berserk { player, on }, then)
    }

    /// Cancels the tournament, on the operator's behalf.
    pub(crate) fn call_off(
        &self,
        store: &Store,
        then: impl FnOnce(Result<(), Unavailable>) + Send + 'static,
    ) -> Result<(), RequestError> {
        self.lock().happen(store, self.id, Event::Cancelled, then)
    }

    /// Sends `connection` the state, now and after changes; or stops doing so.
    pub(crate) fn watch(
        &self,
        connection: &Arc<Connection<Room>>,
        on: bool,
    ) -> Result<(), RequestError> {
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

    /// Returns its line in the list of tournaments.
    pub(crate) fn summary(&self) -> TournamentLine {
        let line = summary(self.id, &self.lock().contest);
        let begins_at_ms = self.config.begins_at.filter(|_| line.stage == Stage::Open);
        TournamentLine { begins_at_ms, ..line }
    }

    /// Returns its public state.
    pub(crate) fn view(&self) -> TournamentView {
        view::tournament(self.id, &self.lock().contest, self.config.begins_at, &self.key)
    }

    pub(crate) fn contest(&self) -> Contest {
        self.lock().contest.clone()
    }

    /// Passes the tournament to `read`; it does not change meanwhile.
    pub(super) fn read<T>(&self, read: impl FnOnce(&Contest) -> T) -> T {
        read(&self.lock().contest)
    }

    /// Returns the pairings, and the pairs that are being played.
    pub(crate) fn pairings(&self) -> pairings::Pairings {
        let state = self.lock();
        pairings::all(self.id, &state.contest, &state.running)
    }

    pub(crate) fn is_over(&self) -> bool {
        self.lock().contest.is_over()
    }

    /// Whether it has waited too long to begin.
    pub(crate) fn is_forgotten(&self, now_ms: u64, most: Duration) -> bool {
        let made = self.id.0.get_timestamp().map_or(0, |made| made.to_unix().0 * 1_000);
        let old = now_ms.saturating_sub(made) > most.as_millis() as u64;
        old && self.lock().contest.stage() == Stage::Open
    }

    /// Handles the notification that a game has ended at this table.
    pub(crate) fn game_ended(&self, table: TableId) {
        let mut state = self.lock();
        if let Some(due) = state.tables.get(&table).copied() {
            state.ended.insert(due);
        }
    }

    /// Returns all entrants.
    pub(crate) fn players(&self) -> Vec<PlayerId> {
        self.lock().contest.entrants().iter().map(|entrant| entrant.player).collect()
    }

    /// Whether this player has entered, it is not over, and they have not left.
    pub(super) fn has_entrant(&self, player: PlayerId) -> bool {
        let state = self.lock();
        let entrant = state.contest.entrant_of(player);
        !state.contest.is_over() && entrant.is_some_and(|entrant| !entrant.withdrawn)
    }

    /// Returns who has entered.
    pub(super) fn entered(&self) -> BTreeSet<PlayerId> {
        self.players().into_iter().collect()
    }

    /// Records that a pair has begun.
    fn begin(&self, state: &mut State, due: DuePair) {
        state.begin(due, self.ids(due));
        self.expect_signatures(state, due);
    }

    /// Takes signatures at both tables of a pair from now on.
    fn expect_signatures(&self, state: &State, due: DuePair) {
        let [first, second, _] = self.ids(due);
        let entrant = |number| state.contest.entrant(number);
        let signed = |number| entrant(number).map(|one| Signed::new(one.player, one.key));
        let Some([a, b]) = state.contest.seats(due) else { return };
        let (Some(a), Some(b)) = (signed(a), signed(b)) else { return };
        self.attestations.begin(TableId(first), [a, b]);
        self.attestations.begin(TableId(second), [b, a]);
    }

    /// Records that a pair is over.
    fn finish(&self, state: &mut State, due: DuePair) {
        let ids @ [first, second, _] = self.ids(due);
        state.finish(due, ids);
        [first, second].into_iter().for_each(|table| self.attestations.end(TableId(table)));
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Stores an event and applies it. `then` is called when it is on disk.
    fn happen(
        &mut self,
        store: &Store,
        tournament: TournamentId,
        event: Event,
        then: impl FnOnce(Result<(), Unavailable>) + Send + 'static,
    ) -> Result<(), RequestError> {
        let slot = store.reserve()?;
        Ok(self.record(store, slot, tournament, event, then).map_err(Cause::from)?)
    }

    /// The same with a place in the store.
    fn record(
        &mut self,
        store: &Store,
        slot: Slot,
        tournament: TournamentId,
        event: Event,
        then: impl FnOnce(Result<(), Unavailable>) + Send + 'static,
    ) -> Result<(), EventError> {
        self.contest.apply(&event)?;
        let over = self.contest.is_over().then(|| summary(tournament, &self.contest));
        let (seq, over) = (self.seq, over.as_ref());
        let entry = Entry::Progressed { tournament, seq, event: &event, over };
        store.append(slot, &[entry], then);
        self.seq += 1;
        self.news = true;
        Ok(())
    }

    fn begin(&mut self, due: DuePair, [first, second, _]: [uuid::Uuid; 3]) {
        self.running.insert(due);
        self.tables.extend([first, second].map(|table| (TableId(table), due)));
    }

    fn finish(&mut self, due: DuePair, [first, second, _]: [uuid::Uuid; 3]) {
        self.running.remove(&due);
        self.recovered.remove(&due);
        // Its second end may have been heard of while both results were being recorded.
        self.ended.remove(&due);
        for table in [first, second] {
            self.tables.remove(&TableId(table));
        }
    }

    /// The clocks of a pair's players, by seat, where they differ from the plan's; and who of them
    /// goes berserk.
    fn clocks(&self, plan: &Plan, seats: [Number; 2]) -> (Vec<TimeControl>, [bool; 2]) {
        let entrants = seats.map(|number| self.contest.entrant(number));
        let berserk = entrants.map(|one| one.is_some_and(|one| one.berserk));
        let clock = |(entrant, berserk): (Option<&EntrantView>, bool)| {
            let clock = plan.clock_of(entrant?.entered)?;
            Some(if berserk { clock.berserk() } else { clock })
        };
        let clocks: Option<Vec<TimeControl>> =
            entrants.into_iter().zip(berserk).map(clock).collect();
        let differ = |clocks: &Vec<TimeControl>| clocks.iter().any(|one| Some(*one) != plan.clock);
        (clocks.filter(differ).unwrap_or_default(), berserk)
    }

    fn elapsed(&self, now: Instant) -> u64 {
        let (since, ms) = self.since;
        ms.saturating_add(now.saturating_duration_since(since).as_millis() as u64)
    }
}
