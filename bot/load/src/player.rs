//! One player of a swarm: the real client, one game after the other, moves at
//! their times.

use std::collections::{HashSet, VecDeque};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use protocol::TableView;
use protocol::{
    ClientMessage, ErrorBody, ErrorCode, Name, PlayerId, ServerMessage, TableId, TableState,
};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use rules::{Move, Seat};
use solver::{Budget, Level};
use tokio::sync::watch;
use tokio::time::{Instant, Sleep, sleep};

use crate::Fault;
use crate::account::Account;
use crate::desk::{Desk, Phase, Signal};
use crate::playing::{Next, Playing, Seen};
use crate::search::Search;
use bot::{Client, ClientOptions, Event};

/// How long to wait before a request is made again that found no room.
const AGAIN_AFTER: Duration = Duration::from_millis(300);

/// Positions that a player looks at for one move: the server is tried here, not
/// the solver.
const EFFORT: u64 = 5_000;

/// Games that a player has told the referee of and still knows: of those a late
/// answer may come.
const REMEMBERED: usize = 8;

/// One player.
#[derive(Debug)]
pub(crate) struct Player {
    desk: Arc<Desk>,
    number: usize,
    client: Client,
    /// Who this is to the server.
    me: Option<PlayerId>,
    level: Level,
    chance: StdRng,
    signals: watch::Receiver<Signal>,
    storms: u64,
    search: Search,
    game: Option<Playing>,
    /// Games of ours that the server has named, of which we are to hear.
    awaited: HashSet<TableId>,
    /// Games that begin when this one is over.
    others: Vec<TableId>,
    /// The last games of which the referee was told.
    done: VecDeque<TableId>,
    /// When the last move was due that this player knows of.
    last_due: Duration,
    /// When to look again at what is to be done.
    alarm: Pin<Box<Sleep>>,
    /// When the connection is cut on purpose.
    cut_at: Option<Instant>,
}

impl Player {
    /// Two players, who play each other unless the server brings players together.
    pub(crate) fn pair(desk: &Arc<Desk>, pair: usize) -> [Player; 2] {
        let searches = match desk.swarm.quick {
            true => [Search::quick(), Search::quick()],
            false => Search::of_two(),
        };
        let mut number = 2 * pair;
        searches.map(|search| {
            number += 1;
            Player::new(desk, number - 1, search)
        })
    }

    fn new(desk: &Arc<Desk>, number: usize, search: Search) -> Player {
        let name = Name::try_from(format!("swarm {number}")).expect("a short name");
        let mut options = ClientOptions::new(desk.url.clone(), name);
        options.client = format!("nim-bot swarm {}", env!("CARGO_PKG_VERSION"));
        options.from = desk.swarm.from(number);
        let mut chance = StdRng::seed_from_u64(desk.swarm.seed.wrapping_add(number as u64));
        let levels = &desk.swarm.levels;
        let level = levels.get(number % levels.len().max(1)).copied().unwrap_or(Level::Random);
        let last_due = desk.begin.elapsed() + desk.think(&mut chance).mul_f64(chance.random());
        Player {
            number,
            client: Client::new(options),
            me: None,
            level,
            chance,
            signals: desk.signals(),
            storms: 0,
            search,
            game: None,
            awaited: HashSet::new(),
            others: Vec::new(),
            done: VecDeque::with_capacity(REMEMBERED),
            last_due,
            alarm: Box::pin(sleep(Duration::ZERO)),
            cut_at: None,
            desk: Arc::clone(desk),
        }
    }

    /// Plays until the swarm ends.
    pub(crate) async fn play(mut self) {
        loop {
            self.act();
            if self.is_done() {
                return self.client.close().await;
            }
            // The partner may hear of a game's end first, and invite already.
            let is_free = self.is_free();
            tokio::select! {
                event = self.client.next() => match event {
                    Ok(event) => self.on_event(event),
                    Err(gone) => {
                        let number = self.number;
                        return self.desk.finding(format!("player {number} gave up: {gone}"));
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

    fn is_finishing(&self) -> bool {
        self.signals.borrow().phase == Phase::Finish
    }

    /// Whether a game may begin.
    fn is_free(&self) -> bool {
        self.game.is_none() && self.awaited.is_empty() && self.client.is_online()
    }

    fn is_done(&self) -> bool {
        let idle = self.search.is_idle() && self.awaited.is_empty();
        self.is_finishing() && self.game.is_none() && idle
    }

    fn on_signal(&mut self) {
        let Signal { phase, storms } = *self.signals.borrow_and_update();
        if storms > self.storms {
            self.storms = storms;
            self.client.sever();
        }
        if phase == Phase::Finish {
            self.search.withdraw(&mut self.client);
            if let Some(Playing { next: Some(next), .. }) = &mut self.game {
                next.due = Instant::now();
            }
        }
    }

    /// Does what is due, and sets the alarm for what is due next.
    fn act(&mut self) {
        let now = Instant::now();
        if self.cut_at.take_if(|at| *at <= now).is_some() {
            self.client.sever();
        }
        let offer = match self.is_free() {
            true => {
                let more = !self.is_finishing();
                let Player { search, desk, chance, client, .. } = self;
                search.ask(now, more, &desk.swarm, chance, client)
            }
            false => None,
        };
        let game = self.game.as_mut().map(|game| game.act(now, &mut self.client));
        if let Some((late, ply)) = game.as_ref().and_then(|done| done.moved) {
            self.desk.meter.part(self.number).late(late);
            self.maybe_cut(ply, now);
        }
        let next = [offer, game.and_then(|done| done.next), self.cut_at];
        let far = now + Duration::from_secs(3600);
        self.alarm.as_mut().reset(next.into_iter().flatten().min().unwrap_or(far));
    }

    /// With the fault of lost answers: now and then the connection does not
    /// outlive a move.
    fn maybe_cut(&mut self, ply: u32, now: Instant) {
        let cuts = self.desk.swarm.faults.contains(&Fault::Answers);
        if cuts && ply > 0 && self.chance.random_bool(0.01) {
            self.cut_at = Some(now + Duration::from_micros(self.chance.random_range(1..3_000)));
        }
    }

    fn on_event(&mut self, event: Event) {
        match event {
            Event::Connected { you, games, .. } => self.on_connected(you.id, games),
            Event::Lost { .. } => {
                self.desk.meter.part(self.number).losses += 1;
                self.awaited.clear();
                self.search.rest_until(Instant::now());
            }
            Event::Answer { request, answer } => self.on_answer(request, answer),
            Event::Told(ServerMessage::Seated { seat, view, .. }) => {
                if let Some(since) = self.search.seated() {
                    self.desk.meter.part(self.number).paired(since.elapsed());
                }
                self.sit_down(seat, view);
            }
            Event::Told(ServerMessage::State(state)) => self.on_state(&state, true),
            Event::Told(_) => {}
        }
    }

    /// The server knows which games are ours: some may have begun while we were
    /// away, and are heard of here for the first time.
    fn on_connected(&mut self, me: PlayerId, games: Vec<TableId>) {
        self.desk.meter.part(self.number).connections += 1;
        self.me = Some(me);
        self.desk.is_ours(me);
        self.awaited = games.into_iter().collect();
        if let Some(game) = &self.game {
            self.awaited.remove(&game.table);
        }
        self.search.rest_until(Instant::now());
    }

    fn on_answer(&mut self, request: ClientMessage, answer: ServerMessage) {
        if let ClientMessage::Attach { table, .. } = &request {
            self.awaited.remove(table);
        }
        match (request, answer) {
            (_, ServerMessage::Seeking { seek, .. }) => self.search.opened(seek),
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
        self.desk.meter.part(self.number).refused(code);
        let later = Instant::now() + AGAIN_AFTER;
        match request {
            ClientMessage::Seek { .. }
            | ClientMessage::Quick { .. }
            | ClientMessage::Accept { .. } => self.search.rest_until(later),
            // It was taken in this moment: the seat comes.
            ClientMessage::Cancel { .. } => {}
            ClientMessage::Move { .. } if code == ErrorCode::GameOver => {}
            ClientMessage::Move { table, ply, .. } => {
                if code == ErrorCode::IllegalMove {
                    self.desk.finding(format!("a legal move was refused at ply {ply}: {why}"));
                }
                if let Some(game) = self.game.as_mut().filter(|game| game.table == *table) {
                    (game.sent, game.again_at) = (None, Some(later));
                }
            }
            ClientMessage::Attach { table, .. }
                if self.game.as_ref().is_some_and(|game| game.table == *table) =>
            {
                self.desk.finding(format!("table {table}: the seat is lost: {why}"));
                self.game = None;
            }
            // The second game of a pair that is not in reach any more.
            ClientMessage::Attach { .. } if self.game.is_none() => self.search.rest_until(later),
            _ => {}
        }
    }

    fn sit_down(&mut self, seat: Seat, view: TableView) {
        let now = Instant::now();
        let table = view.state.table;
        if self.done.contains(&table) {
            return;
        }
        if let Some(game) = &self.game {
            if game.table != table && !self.others.contains(&table) {
                self.others.push(table);
            }
            return;
        }
        if view.since > 0 {
            return self.client.refresh(table, 0);
        }
        self.search.rest_until(now);
        let seed = self.chance.random();
        let mind = solver::Player::new(view.game.variant(), view.game.ending(), self.level, seed);
        let duel = self.desk.duel(table);
        let state = view.state.clone();
        // The table has not been waiting for its next move.
        duel.set_due(state.ply.wrapping_add(1), self.last_due.max(self.desk.begin.elapsed()));
        let moves = view.moves.clone();
        let account = Seen { seat, view, moves, acknowledged: Vec::new(), clocks: Vec::new() };
        self.game = Some(Playing {
            table,
            duel,
            mind,
            account,
            next: None,
            sent: None,
            present: true,
            began: now,
            again_at: None,
        });
        self.on_state(&state, state.ply == 0);
    }

    fn on_moved(&mut self, table: TableId, ply: u32, mv: Move) {
        let Some(game) = self.game.as_mut().filter(|game| game.table == table) else { return };
        game.account.acknowledged.push((ply, mv));
        if let Some((_, since)) = game.sent.filter(|&(sent, _)| sent == ply) {
            self.desk.meter.part(self.number).own(since.elapsed());
        }
    }

    /// The table after a break: the one that is known, or one that began
    /// meanwhile.
    fn on_view(&mut self, view: TableView) {
        let Some(game) = self.game.as_mut().filter(|game| game.table == view.state.table) else {
            let mine = view.players.iter().position(|player| Some(player.id) == self.me);
            if let Some(seat) = mine.and_then(|seat| u8::try_from(seat).ok()) {
                self.sit_down(Seat(seat), view);
            }
            return;
        };
        let known = game.account.moves.len().checked_sub(view.since as usize);
        if let Some(new) = known.and_then(|known| view.moves.get(known..)) {
            game.account.moves.extend_from_slice(new);
        }
        // A move that was on its way is sent again by the client.
        self.on_state(&view.state, false);
    }

    fn on_state(&mut self, state: &TableState, live: bool) {
        let finishing = self.is_finishing();
        let Some(game) = self.game.as_mut().filter(|game| game.table == state.table) else {
            return;
        };
        let news = game.learn(state, live);
        let opponents = news && live && state.ply > 0 && !game.account.has_moved(state.ply);
        if opponents {
            let due = self.desk.begin + game.duel.due(state.ply - 1);
            self.desk.meter.part(self.number).other(due.elapsed());
        }
        if state.over.is_some() {
            if state.ply as usize == game.account.moves.len() {
                self.end(state, live);
            }
            return;
        }
        if !game.is_to_move(state) {
            return;
        }
        let mut budget = Budget::positions(EFFORT);
        let Some(mv) = game.mind.choose(&state.position, &mut budget) else { return };
        let think = if finishing { Duration::ZERO } else { self.desk.think(&mut self.chance) };
        let before = game.duel.due(state.ply.wrapping_add(1));
        let due = self.desk.moment(before + think);
        self.last_due = due - self.desk.begin;
        game.duel.set_due(state.ply, self.last_due);
        game.next = Some(Next { mv, due, ready: Instant::now() });
    }

    /// Tells the referee.
    fn end(&mut self, state: &TableState, live: bool) {
        let (Some(game), Some(over)) = (self.game.take(), state.over.clone()) else { return };
        self.last_due = game.duel.due(0).max(game.duel.due(1));
        if self.done.len() == REMEMBERED {
            self.done.pop_front();
        }
        self.done.push_back(game.table);
        let Playing { account: Seen { seat, view, moves, acknowledged, clocks }, .. } = game;
        if seat == Seat(0) {
            self.desk.meter.part(self.number).games += 1;
        }
        let lasted = game.began.elapsed();
        // The second game of a pair comes by itself.
        let second = view.pair.filter(|pair| pair.game == 1 && !over.winners.is_empty());
        let account = Account {
            seat,
            players: view.players.iter().map(|player| player.id).collect(),
            rated: view.pair.filter(|_| view.rated),
            setup: view.game,
            clock: view.clock,
            moves,
            acknowledged,
            clocks,
            over,
            lasted,
        };
        self.desk.over(game.table, account);
        self.search.rest_until(Instant::now());
        if let Some(next) = self.others.pop() {
            self.ask_for(next);
        } else if let Some(pair) = second {
            match live {
                true => self.search.await_seat(),
                // It has begun, and may even be over.
                false => self.ask_for(pair.other),
            }
        }
    }

    /// Asks for a table of ours that we know nothing of.
    fn ask_for(&mut self, table: TableId) {
        let attach = ClientMessage::Attach { table, token: None, since: 0 };
        // Without a connection the welcome will name it.
        if self.client.request(attach).is_ok() {
            self.awaited.insert(table);
        }
    }
}
