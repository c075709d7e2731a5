//! Tournaments on this server: created, entered, run and stored. The pure crate [`tournament`]
//! makes their decisions; messages, tables and the store are handled here.

mod agenda;
mod attestations;
mod entering;
mod finished;
mod host;
pub(crate) mod list;
mod ongoing;
pub(crate) mod pairings;
mod ready_check;
mod recurring;
mod running;
mod signer;
mod view;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use protocol::limits::{
    MAX_TOURNAMENTS, MAX_TOURNAMENTS_PER_NETWORK, MAX_TOURNAMENTS_PER_PLAYER,
    MAX_TOURNAMENTS_PER_PROVIDER,
};
use protocol::{
    Begin, Cause, EntryRule, Missing, Plan, PlayerId, Resignation, Secret, Signature, TableId,
    TournamentId,
};
use tournament::{Seed, TournamentOpening};

pub(crate) use crate::records::tournament_log::{TournamentConfig, TournamentLog};
use agenda::Agenda;
pub(crate) use entering::Proofs;
use finished::Finished;
pub(crate) use host::Host;
use ongoing::Ongoing;
pub(crate) use ongoing::Order;
pub(crate) use signer::Signer;

use crate::admission::background_thread;
use crate::admission::ip_prefix::IpPrefix;
use crate::config::schedule::Recurring;
use crate::identity::new_secret;
use crate::live::connection::Connection;
use crate::live::room::Room;
use crate::records::account::erased_name;
use crate::records::request_error::RequestError;
use crate::store::{Entry, Store, Unavailable, committed};
use crate::system;

/// The delay before retrying what the store had no room for.
const BUSY_RETRY: Duration = Duration::from_millis(50);

/// How long a tournament may wait to begin.
const FORGOTTEN_AFTER: Duration = Duration::from_secs(30 * 24 * 3600);

/// How long a server must run before it trusts the clock that it started with enough to give
/// something up.
const CLOCK_CORRECTION_LIMIT: Duration = Duration::from_secs(24 * 3600);

/// Whether an event was stored.
type EventKept = Result<(), Unavailable>;

/// All tournaments that are not over.
#[derive(Debug)]
pub(crate) struct Tournaments {
    ongoing: Mutex<BTreeMap<TournamentId, Arc<Ongoing>>>,
    agenda: Agenda,
    signer: Signer,
    /// Tournaments that recur.
    recurring: Vec<Recurring>,
    /// Tournaments that are over.
    finished: Finished,
}

/// The answer to the organizer, given once.
#[derive(Debug, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct CreatedTournament {
    tournament: TournamentId,
    /// The secret that proves the organizer's identity.
    organizer: Secret,
    /// The invitation that entrants must present.
    #[serde(skip_serializing_if = "Option::is_none")]
    invitation: Option<Secret>,
    commitment: String,
}

/// The creator of a tournament.
enum Creator {
    /// A player, and the address of their request.
    Player { id: PlayerId, from: IpPrefix },
    /// It begins at this time, in milliseconds since 1970.
    Schedule {
        at: u64,
        /// House bots enter until there are this many entrants.
        fill_to: u32,
    },
}

impl Creator {
    fn player(&self) -> Option<(PlayerId, IpPrefix)> {
        match *self {
            Creator::Player { id, from } => Some((id, from)),
            Creator::Schedule { .. } => None,
        }
    }

    fn fill_to(self) -> Option<u32> {
        match self {
            Creator::Player { .. } => None,
            Creator::Schedule { fill_to, .. } => Some(fill_to),
        }
    }
}

impl Tournaments {
    pub(crate) fn new(signer: Signer, recurring: Vec<Recurring>) -> Tournaments {
        let (ongoing, agenda) = (Mutex::default(), Agenda::default());
        Tournaments { ongoing, agenda, signer, recurring, finished: Finished::default() }
    }

    /// Handles the hub's notification that a game of a tournament has ended at this table.
    pub(crate) fn game_ended(&self, id: TournamentId, table: TableId) {
        if let Ok(ongoing) = self.find(id) {
            ongoing.game_ended(table);
            self.agenda.wake(id);
        }
    }

    /// Handles the hub's notification that a player has come or gone.
    pub(crate) fn presence_changed(&self, player: PlayerId) {
        self.agenda.wake_those_of(player);
    }

    /// Refuses if there are too many tournaments: of this creator, from their network, or in total.
    fn ensure_capacity(&self, creator: &Creator) -> Result<(), RequestError> {
        let list = self.lock();
        let count = |is: &dyn Fn(&Ongoing) -> bool| list.values().filter(|one| is(one)).count();
        let mut limits = vec![(list.len(), MAX_TOURNAMENTS)];
        if let Creator::Player { id, from } = *creator {
            limits.push((count(&|one| one.config.founder == Some(id)), MAX_TOURNAMENTS_PER_PLAYER));
            // Whoever is at this machine is its operator, or everybody.
            if from.is_public() {
                let network = |one: &Ongoing| one.from.map(IpPrefix::network);
                let provider = |one: &Ongoing| one.from.map(IpPrefix::provider);
                let near = count(&|one| network(one) == Some(from.network()));
                let around = count(&|one| provider(one) == Some(from.provider()));
                limits.push((near, MAX_TOURNAMENTS_PER_NETWORK));
                limits.push((around, MAX_TOURNAMENTS_PER_PROVIDER));
            }
        }
        match limits.into_iter().find(|(open, max)| open >= max) {
            Some((_, max)) => Err(Cause::TooManyTournaments { max }.into()),
            None => Ok(()),
        }
    }

    /// Creates a tournament. It is stored before the answer is given.
    pub(crate) async fn create(
        &self,
        host: &impl Host,
        (id, from): (PlayerId, IpPrefix),
        plan: Plan,
        seed: Option<Seed>,
    ) -> Result<CreatedTournament, RequestError> {
        let chosen = seed.is_some();
        let seed = seed.unwrap_or_else(|| Seed::new(*new_secret().bytes()));
        self.found(host, Creator::Player { id, from }, plan, (seed, chosen)).await
    }

    /// Creates a tournament of a player or of the schedule.
    async fn found(
        &self,
        host: &impl Host,
        founder: Creator,
        plan: Plan,
        (seed, chosen): (Seed, bool),
    ) -> Result<CreatedTournament, RequestError> {
        // Checked before the starts are drawn, which is expensive.
        self.ensure_capacity(&founder)?;
        let plan = plan.checked()?;
        let courses = plan.courses.clone();
        let draw_all = move || {
            (1..).zip(&courses).try_for_each(|(pair, course)| {
                // Each course once: the pairs take them in turn.
                tournament::draw(&seed, std::slice::from_ref(course), 1, (1, 1, pair)).map(drop)
            })
        };
        let lost = |_| RequestError::from(Cause::NoStartFound);
        background_thread::run(draw_all).await.map_err(lost)??;
        let slot = host.store().reserve()?;
        let id = TournamentId(system::new_id());
        let (organizer, invitation) = (new_secret(), new_secret());
        let invited = plan.entry == EntryRule::Invited;
        let begins_at = match (&founder, plan.begin) {
            (Creator::Schedule { at, .. }, _) => Some(*at),
            (_, Begin::In { seconds }) => Some(now_ms(host.store()) + u64::from(seconds) * 1_000),
            (_, Begin::OnRequest | Begin::Full) => None,
        };
        let player = founder.player();
        self.ensure_capacity(&founder)?;
        let config = TournamentConfig {
            opening: TournamentOpening { id, plan, key: self.signer.public(), seed, chosen },
            organizer: crate::records::tournament_log::hash(&organizer),
            invitation: invited.then(|| crate::records::tournament_log::hash(&invitation)),
            begins_at,
            fill_to: founder.fill_to(),
            founder: player.map(|(id, _)| id),
        };
        let log = TournamentLog { id, config: config.clone(), events: Vec::new() };
        let ongoing = Ongoing::new(log, self.signer.public(), host.now()).map_err(Cause::from)?;
        let ongoing = ongoing.created_from(player.map(|(_, from)| from));
        self.lock().insert(id, Arc::new(ongoing));
        // It may be scheduled to begin at a time of day.
        self.agenda.wake(id);
        let entry = Entry::Founded { tournament: id, config: &config };
        host.store().commit(slot, &[entry]).await?;
        let commitment = config.opening.commitment();
        let invitation = invited.then_some(invitation);
        Ok(CreatedTournament { tournament: id, organizer, invitation, commitment })
    }

    /// Returns a tournament that is not over.
    pub(crate) fn find(&self, id: TournamentId) -> Result<Arc<Ongoing>, RequestError> {
        let found = self.lock().get(&id).cloned();
        found.ok_or_else(|| RequestError::from(Cause::NotFound { what: Missing::Tournament }))
    }

    /// Whether a player is an entrant of a tournament that is not over, and has not left it.
    pub(crate) fn has_entrant(&self, player: PlayerId) -> bool {
        self.lock().values().any(|ongoing| ongoing.has_entrant(player))
    }

    /// Replaces the name of a player whose account was deleted in all tournaments that are not over.
    pub(crate) fn forget(&self, player: PlayerId) {
        let name = erased_name(player);
        let ongoing: Vec<_> = self.lock().values().cloned().collect();
        ongoing.iter().for_each(|ongoing| ongoing.forget(player, &name));
    }

    /// Stores a player's signature of the move that they are about to make, or of their
    /// resignation.
    pub(crate) fn attest(
        &self,
        player: PlayerId,
        id: TournamentId,
        table: TableId,
        signature: Signature,
        resigns: Option<Resignation>,
    ) -> Result<(), RequestError> {
        self.find(id)?.attest(player, table, signature, resigns)
    }

    /// Removes the player of `connection`; the answer is sent once that is on disk.
    pub(crate) fn leave(
        &self,
        store: &Store,
        connection: &Arc<Connection<Room>>,
        cid: u32,
        id: TournamentId,
    ) -> Result<(), RequestError> {
        self.find(id)?.leave(store, connection.player.id, answer(connection, cid))?;
        self.agenda.wake(id);
        Ok(())
    }

    /// Asks for a half-point bye for the player of `connection`; the answer is sent once that is on
    /// disk.
    pub(crate) fn ask_bye(
        &self,
        store: &Store,
        connection: &Arc<Connection<Room>>,
        cid: u32,
        (id, round): (TournamentId, u32),
    ) -> Result<(), RequestError> {
        let player = connection.player.id;
        self.find(id)?.ask_bye(store, player, round, answer(connection, cid))?;
        self.agenda.wake(id);
        Ok(())
    }

    /// Records whether the player of `connection` goes berserk in their next pairs; the answer is
    /// sent once that is on disk.
    pub(crate) fn go_berserk(
        &self,
        store: &Store,
        connection: &Arc<Connection<Room>>,
        cid: u32,
        (id, on): (TournamentId, bool),
    ) -> Result<(), RequestError> {
        let player = connection.player.id;
        self.find(id)?.go_berserk(store, (player, on), answer(connection, cid))?;
        self.agenda.wake(id);
        Ok(())
    }

    /// Records that a player is ready for their next pair.
    pub(crate) fn ready(&self, player: PlayerId, id: TournamentId) -> Result<(), RequestError> {
        self.find(id)?.ready(player)?;
        self.agenda.wake(id);
        Ok(())
    }

    /// Carries out an order of the organizer; it is stored before the answer is given.
    pub(crate) async fn order(
        &self,
        host: &impl Host,
        id: TournamentId,
        organizer: &Secret,
        order: Order,
    ) -> Result<(), RequestError> {
        let (then, kept) = committed();
        self.find(id)?.order(host, organizer, order, then)?;
        self.agenda.wake(id);
        Ok(kept.await?)
    }

    /// Cancels a tournament on the operator's behalf.
    pub(crate) async fn call_off(
        &self,
        store: &Store,
        id: TournamentId,
    ) -> Result<(), RequestError> {
        let (then, kept) = committed();
        self.find(id)?.call_off(store, then)?;
        self.agenda.wake(id);
        Ok(kept.await?)
    }

    pub(crate) fn signer(&self) -> &Signer {
        &self.signer
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<TournamentId, Arc<Ongoing>>> {
        self.ongoing.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn answer(connection: &Arc<Connection<Room>>, cid: u32) -> impl FnOnce(EventKept) + Send + 'static {
    let connection = Arc::clone(connection);
    move |kept| {
        connection.send(&match kept {
            Ok(()) => protocol::ServerMessage::Ok { cid },
            Err(why) => {
                let error = RequestError::from(why).body();
                protocol::ServerMessage::Error { cid: Some(cid), error }
            }
        });
    }
}

fn now_ms(store: &Store) -> u64 {
    u64::try_from(store.calendar.now_ms()).unwrap_or(0)
}

/// The age at which a tournament that waits to begin is forgotten. A clock that is wrong at the
/// start is corrected within a day; until then no tournament is too old.
fn forgotten_after(store: &Store) -> Duration {
    match store.calendar.running_for() >= CLOCK_CORRECTION_LIMIT {
        true => FORGOTTEN_AFTER,
        false => Duration::from_millis(u64::MAX),
    }
}

#[cfg(test)]
mod tests;
