//! One player of a load: a real client that plays one game after the other and moves at the
//! scheduled times; or an entrant of a tournament, whom the server seats.

mod game;

use std::collections::{HashSet, VecDeque};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use bot::{Client, ClientEvent, ClientOptions};
use protocol::{
    ClientMessage, ErrorBody, ErrorCode, Name, PlayerId, ServerMessage, TableId, TableView,
};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use solver::Level;
use tokio::sync::watch;
use tokio::time::{Instant, Sleep, sleep};

use crate::arena::LoadArena;
use crate::coordinator::{Coordinator, Phase, Signal, TournamentPhase};
use crate::latency::Measure;
use crate::ongoing::OngoingGame;
use crate::search::GameSearch;
use crate::swarm::Fault;

/// How long to wait before a refused request is repeated.
const AGAIN_AFTER: Duration = Duration::from_millis(300);

/// Finished games that a player remembers, because a late answer about one may arrive.
const REMEMBERED: usize = 8;

/// One player.
#[derive(Debug)]
pub(crate) struct LoadPlayer {
    coordinator: Arc<Coordinator>,
    number: usize,
    client: Client,
    /// The player's id, once the server has sent it.
    me: Option<PlayerId>,
    is_connected: bool,
    level: Level,
    chance: StdRng,
    signals: watch::Receiver<Signal>,
    storms: u64,
    search: GameSearch,
    /// The tournament, if this is an entrant.
    arena: Option<Arc<LoadArena>>,
    has_entered: bool,
    game: Option<OngoingGame>,
    /// Games of this player that the server has named but not yet sent.
    awaited: HashSet<TableId>,
    /// Games to be played when the current one is over.
    others: Vec<TableId>,
    /// The last games reported to the referee.
    done: VecDeque<TableId>,
    /// When the last move known to this player was due.
    last_due: Duration,
    /// When to look for due actions again.
    alarm: Pin<Box<Sleep>>,
    /// When to cut the connection on purpose.
    cut_at: Option<Instant>,
}

impl LoadPlayer {
    /// Two players, who play each other unless the server pairs players.
    pub(crate) fn pair(coordinator: &Arc<Coordinator>, pair: usize) -> [LoadPlayer; 2] {
        let searches = match coordinator.swarm.quick {
            true => [GameSearch::quick(), GameSearch::quick()],
            false => GameSearch::for_partners(),
        };
        let mut number = 2 * pair;
        searches.map(|search| {
            number += 1;
            LoadPlayer::new(coordinator, number - 1, search, None)
        })
    }

    /// An entrant of a tournament.
    pub(crate) fn entrant(
        coordinator: &Arc<Coordinator>,
        number: usize,
        arena: &Arc<LoadArena>,
    ) -> LoadPlayer {
        let search = GameSearch::in_tournament();
        LoadPlayer::new(coordinator, number, search, Some(Arc::clone(arena)))
    }

    fn new(
        coordinator: &Arc<Coordinator>,
        number: usize,
        search: GameSearch,
        arena: Option<Arc<LoadArena>>,
    ) -> LoadPlayer {
        let name = Name::try_from(format!("swarm {number}")).expect("a short name");
        let mut options = ClientOptions::new(coordinator.url.clone(), name);
        options.client = concat!("nim-bot swarm ", env!("CARGO_PKG_VERSION")).to_owned();
        options.token = coordinator.accounts.get(number).map(|account| account.token);
        options.from = coordinator.swarm.from(number);
        let mut chance = StdRng::seed_from_u64(coordinator.swarm.seed.wrapping_add(number as u64));
        let levels = &coordinator.swarm.levels;
        let level = levels.get(number % levels.len().max(1)).copied().unwrap_or(Level::Random);
        // Random phases: tables that all began with a full thinking time would move in step.
        let now = coordinator.begin.elapsed();
        let think = coordinator.next_due(now, &mut chance).saturating_sub(now);
        let last_due = now + think.mul_f64(chance.random());
        LoadPlayer {
            number,
            client: Client::new(options),
            me: None,
            is_connected: false,
            level,
            chance,
            signals: coordinator.signals(),
            storms: 0,
            search,
            arena,
            has_entered: false,
            game: None,
            awaited: HashSet::new(),
            others: Vec::new(),
            done: VecDeque::with_capacity(REMEMBERED),
            last_due,
            alarm: Box::pin(sleep(Duration::ZERO)),
            cut_at: None,
            coordinator: Arc::clone(coordinator),
        }
    }

    /// Plays until the load ends.
    pub(crate) async fn play(mut self) {
        loop {
            self.act();
            if self.is_done() {
                self.set_connected(false);
                return self.client.close().await;
            }
            // The partner may learn of a game's end first and invite at once.
            let is_free = self.is_free();
            tokio::select! {
                event = self.client.next() => match event {
                    Ok(event) => self.on_event(event),
                    Err(gone) => {
                        self.set_connected(false);
                        return self.coordinator.gave_up(&gone.0);
                    }
                },
                seek = self.search.invitation(), if is_free => {
                    self.search.accept(seek, &mut self.client);
                }
                () = self.alarm.as_mut() => {}
                Ok(()) = self.signals.changed() => self.on_signal(),
            }
        }
    }

    /// Whether this player begins nothing more and no longer thinks. An entrant's tournament goes
    /// on for a moment longer than the load.
    fn is_finishing(&self) -> bool {
        let Signal { phase, tournaments, .. } = *self.signals.borrow();
        let goes_on = self.arena.is_some() && tournaments == TournamentPhase::Running;
        phase == Phase::Finish && !goes_on
    }

    /// Whether this player can begin a game.
    fn is_free(&self) -> bool {
        self.game.is_none() && self.awaited.is_empty() && self.client.is_online()
    }

    fn is_done(&self) -> bool {
        let idle = self.search.is_idle() && self.awaited.is_empty();
        let goes_on =
            self.arena.is_some() && self.signals.borrow().tournaments != TournamentPhase::Over;
        self.is_finishing() && self.game.is_none() && idle && !goes_on
    }

    fn on_signal(&mut self) {
        let Signal { phase, storms, .. } = *self.signals.borrow_and_update();
        if storms > self.storms {
            self.storms = storms;
            self.client.sever();
        }
        match phase {
            Phase::Gather => {}
            Phase::Measure => self.redraw(),
            Phase::Finish => {
                self.search.withdraw(&mut self.client);
                if self.is_finishing()
                    && let Some(OngoingGame { next: Some(next), .. }) = &mut self.game
                {
                    next.due = Instant::now();
                }
            }
        }
    }

    /// When the stages begin, gives a waiting move a new time: its old one followed the earlier
    /// rate.
    fn redraw(&mut self) {
        let LoadPlayer { coordinator, chance, game, last_due, .. } = self;
        if let Some(game) = game.as_mut().filter(|_| coordinator.schedule.varies())
            && let Some(next) = &mut game.next
            && next.due > Instant::now()
        {
            *last_due = coordinator.next_due(coordinator.begin.elapsed(), chance);
            next.due = coordinator.moment(*last_due);
            game.shared.set_due(game.notes.moves.len() as u32, *last_due);
        }
    }

    fn set_connected(&mut self, connected: bool) {
        if self.is_connected != connected {
            self.is_connected = connected;
            self.coordinator.set_online(connected);
        }
    }

    /// Performs due actions and sets the alarm for the next.
    fn act(&mut self) {
        let now = Instant::now();
        if self.cut_at.take_if(|at| *at <= now).is_some() {
            self.client.sever();
        }
        let offer = match self.is_free() {
            true => {
                let more = !self.is_finishing();
                let LoadPlayer { search, coordinator, chance, client, .. } = self;
                search.ask(now, more, &coordinator.swarm, chance, client)
            }
            false => None,
        };
        let game = self.game.as_mut().map(|game| game.act(now, &mut self.client));
        if let Some((late, ply)) = game.as_ref().and_then(|done| done.moved) {
            self.coordinator.meter.part(self.number).record(Measure::Lateness, late);
            self.maybe_cut(ply, now);
        }
        let next = [offer, game.and_then(|done| done.next), self.cut_at];
        let far = now + Duration::from_secs(3600);
        self.alarm.as_mut().reset(next.into_iter().flatten().min().unwrap_or(far));
    }

    /// With the fault of lost answers: occasionally cuts the connection just after a move.
    fn maybe_cut(&mut self, ply: u32, now: Instant) {
        let cuts = self.coordinator.swarm.faults.contains(&Fault::Answers);
        if cuts && ply > 0 && self.chance.random_bool(0.01) {
            self.cut_at = Some(now + Duration::from_micros(self.chance.random_range(1..3_000)));
        }
    }

    fn on_event(&mut self, event: ClientEvent) {
        match event {
            ClientEvent::Connected { you, games, .. } => self.on_connected(you.id, games),
            ClientEvent::Lost { loss, .. } => {
                self.coordinator.meter.part(self.number).lost(&loss, self.is_connected);
                self.set_connected(false);
                self.awaited.clear();
                self.search.rest_until(Instant::now());
            }
            ClientEvent::Answer { request, answer } => self.on_answer(request, answer),
            ClientEvent::Message(ServerMessage::Seated { seat, view, .. }) => {
                if let Some(since) = self.search.seated() {
                    self.coordinator.meter.part(self.number).record(Measure::Seat, since.elapsed());
                }
                self.note_pairing(&view);
                self.sit_down(seat, view);
            }
            ClientEvent::Message(ServerMessage::State(state)) => self.on_state(&state, true),
            ClientEvent::Message(_) => {}
        }
    }

    /// Takes the list of this player's games from the server: some may have begun while there was
    /// no connection and are new here.
    fn on_connected(&mut self, me: PlayerId, games: Vec<TableId>) {
        self.coordinator.meter.part(self.number).connections += 1;
        self.set_connected(true);
        self.me = Some(me);
        self.coordinator.note_ours(me);
        self.awaited = games.into_iter().collect();
        if let Some(game) = &self.game {
            self.awaited.remove(&game.table);
        }
        self.search.rest_until(Instant::now());
        if let Some(arena) = self.arena.as_ref().filter(|_| !self.has_entered) {
            let (tournament, invitation, nonce, key, program) = (arena.id, None, None, None, None);
            let enter = ClientMessage::Enter { tournament, invitation, nonce, key, program };
            // The client is online: it has just been welcomed.
            let _ = self.client.request(enter);
        }
    }

    /// Records how long the next pair of a tournament was waited for.
    fn note_pairing(&self, view: &TableView) {
        if let (Some(arena), Some(pair)) = (&self.arena, view.pair)
            && pair.game == 1
            && let Some(waited) = arena.began(pair.id, Instant::now())
        {
            self.coordinator.meter.part(self.number).record(Measure::Pairing, waited);
        }
    }

    fn on_answer(&mut self, request: ClientMessage, answer: ServerMessage) {
        if let ClientMessage::Attach { table, .. } = &request {
            self.awaited.remove(table);
        }
        match (request, answer) {
            (_, ServerMessage::Seeking { seek, .. }) => self.search.opened(seek),
            (ClientMessage::Enter { .. }, ServerMessage::Ok { .. }) => {
                self.has_entered = true;
                self.coordinator.note_entered();
            }
            (ClientMessage::Accept { .. }, ServerMessage::Ok { .. }) if self.game.is_none() => {
                self.search.await_seat();
            }
            (ClientMessage::Cancel { .. }, ServerMessage::Ok { .. }) => {
                self.search.rest_until(Instant::now());
            }
            (ClientMessage::Move { table, ply, mv, .. }, ServerMessage::Ok { .. }) => {
                self.on_moved(table, ply, mv);
            }
            (ClientMessage::Attach { .. }, ServerMessage::Table { view, .. }) => self.on_view(view),
            (request, ServerMessage::Error { error: ErrorBody { code, message, .. }, .. }) => {
                self.on_refusal(&request, code, &message);
            }
            _ => {}
        }
    }

    fn on_refusal(&mut self, request: &ClientMessage, code: ErrorCode, why: &str) {
        if matches!(request, ClientMessage::Enter { .. }) {
            return self.coordinator.meter.part(self.number).not_entered(code);
        }
        if !is_a_race(request, code) {
            self.coordinator.meter.part(self.number).refused(code);
        }
        let later = Instant::now() + AGAIN_AFTER;
        match request {
            ClientMessage::Seek { .. }
            | ClientMessage::Quick { .. }
            | ClientMessage::Accept { .. } => self.search.rest_until(later),
            _ if is_a_race(request, code) => {}
            ClientMessage::Move { table, ply, .. } => {
                if code == ErrorCode::IllegalMove {
                    self.coordinator
                        .finding(format!("a legal move was refused at ply {ply}: {why}"));
                }
                if let Some(game) = self.game.as_mut().filter(|game| game.table == *table) {
                    (game.sent, game.again_at) = (None, Some(later));
                }
            }
            ClientMessage::Attach { table, .. }
                if self.game.as_ref().is_some_and(|game| game.table == *table) =>
            {
                self.coordinator.finding(format!("table {table}: the seat is lost: {why}"));
                self.game = None;
            }
            // The second game of a pair can no longer be reached.
            ClientMessage::Attach { .. } if self.game.is_none() => self.search.rest_until(later),
            _ => {}
        }
    }
}

/// Whether the refusal only results from a race: a seek was accepted while it was being cancelled,
/// or a game ended while a move was in flight.
fn is_a_race(request: &ClientMessage, code: ErrorCode) -> bool {
    match request {
        ClientMessage::Cancel { .. } => true,
        ClientMessage::Move { .. } => code == ErrorCode::GameOver,
        _ => false,
    }
}

#[cfg(test)]
mod tests;
