//! One player of a swarm: the real client, one game after the other, moves at
//! their times.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use protocol::{
    ClientMessage, ErrorCode, Name, SeatChoice, SeekId, ServerMessage, TableState, TableView,
};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use rules::{Move, Seat};
use solver::{Budget, Level};
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, Sleep, sleep};

use super::Fault;
use super::account::Account;
use super::desk::{Desk, Phase, Signal};
use super::playing::{Next, Playing, Seen};
use crate::{Client, ClientOptions, Event};

/// How long to wait before a request is made again that found no room.
const AGAIN_AFTER: Duration = Duration::from_millis(300);

/// An invitation that is not taken for so long did not reach the partner.
const FETCH_WITHIN: Duration = Duration::from_secs(5);

/// Positions that a player looks at for one move: the server is tried here, not
/// the solver.
const EFFORT: u64 = 5_000;

/// One player.
#[derive(Debug)]
pub(super) struct Player {
    desk: Arc<Desk>,
    number: usize,
    client: Client,
    partner: Partner,
    level: Level,
    chance: StdRng,
    signals: watch::Receiver<Signal>,
    storms: u64,
    game: Option<Playing>,
    offer: Offer,
    /// When the last move was due that this player knows of.
    last_due: Duration,
    /// When to look again at what is to be done.
    alarm: Pin<Box<Sleep>>,
    /// When the connection is cut on purpose.
    cut_at: Option<Instant>,
}

/// Two players find each other by an invitation, which one passes on.
#[derive(Debug)]
enum Partner {
    Invites(mpsc::Sender<SeekId>),
    Follows(mpsc::Receiver<SeekId>),
}

/// What is being done to find a game.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Offer {
    /// Nothing; to be tried again at this time.
    Due(Instant),
    /// The request is on its way since then.
    Asked(Instant),
    /// The seek is open.
    Open(SeekId, Instant),
    /// It was taken, or is taken back: the seat comes, or the word that it will
    /// not.
    Taken,
}

impl Player {
    /// Two players who play each other.
    pub(super) fn pair(desk: &Arc<Desk>, pair: usize) -> [Player; 2] {
        // An invitation that is not fetched is out of date when the next comes.
        let (invites, follows) = mpsc::channel(4);
        let first = Player::new(desk, 2 * pair, Partner::Invites(invites));
        [first, Player::new(desk, 2 * pair + 1, Partner::Follows(follows))]
    }

    fn new(desk: &Arc<Desk>, number: usize, partner: Partner) -> Player {
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
            partner,
            level,
            chance,
            signals: desk.signals(),
            storms: 0,
            game: None,
            offer: Offer::Due(Instant::now()),
            last_due,
            alarm: Box::pin(sleep(Duration::ZERO)),
            cut_at: None,
            desk: Arc::clone(desk),
        }
    }

    /// Plays until the swarm ends.
    pub(super) async fn play(mut self) {
        loop {
            self.act();
            if self.is_done() {
                return self.client.close().await;
            }
            // The partner may hear of a game's end first, and invite already.
            let is_free = self.game.is_none() && self.client.is_online();
            tokio::select! {
                event = self.client.next() => match event {
                    Ok(event) => self.on_event(event),
                    Err(gone) => {
                        let number = self.number;
                        return self.desk.finding(format!("player {number} gave up: {gone}"));
                    }
                },
                seek = invitation(&mut self.partner), if is_free => self.accept(seek),
                () = self.alarm.as_mut() => {}
                Ok(()) = self.signals.changed() => self.on_signal(),
            }
        }
    }

    fn is_finishing(&self) -> bool {
        self.signals.borrow().phase == Phase::Finish
    }

    fn is_done(&self) -> bool {
        let idle = matches!(self.offer, Offer::Due(_));
        self.is_finishing() && self.game.is_none() && idle
    }

    fn on_signal(&mut self) {
        let Signal { phase, storms } = *self.signals.borrow_and_update();
        if storms > self.storms {
            self.storms = storms;
            self.client.sever();
        }
        if phase == Phase::Finish {
            if let Offer::Open(seek, _) = self.offer {
                self.cancel(seek);
            }
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
        let offer = self.seek(now);
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

    /// Offers a game, if it is time.
    fn seek(&mut self, now: Instant) -> Option<Instant> {
        let (Partner::Invites(_), None, true) =
            (&self.partner, &self.game, self.client.is_online())
        else {
            return None;
        };
        let due = match self.offer {
            Offer::Due(due) if !self.is_finishing() => due,
            Offer::Open(_, since) => since + FETCH_WITHIN,
            _ => return None,
        };
        if now < due {
            return Some(due);
        }
        if let Offer::Open(seek, _) = self.offer {
            self.cancel(seek);
            return None;
        }
        let games = &self.desk.swarm.games;
        let game = games.get(self.chance.random_range(0..games.len().max(1)))?.clone().into();
        let clock = self.desk.swarm.clock;
        let seat = SeatChoice::Random;
        let (rated, pair) = (self.desk.swarm.rated, self.desk.swarm.rated);
        let seek = |cid| ClientMessage::Seek { cid, game, seat, private: true, clock, rated, pair };
        if self.client.request(seek).is_ok() {
            self.offer = Offer::Asked(now);
        }
        None
    }

    fn cancel(&mut self, seek: SeekId) {
        let offer = seek.0;
        if self.client.request(|cid| ClientMessage::Cancel { cid, offer }).is_ok() {
            self.offer = Offer::Taken;
        }
    }

    /// The partner has offered a game.
    fn accept(&mut self, seek: SeekId) {
        let accept = |cid| ClientMessage::Accept { cid, seek };
        if self.client.request(accept).is_ok() {
            self.offer = Offer::Asked(Instant::now());
        }
    }

    fn on_event(&mut self, event: Event) {
        match event {
            Event::Connected { .. } => {
                self.desk.meter.part(self.number).connections += 1;
                self.offer = Offer::Due(Instant::now());
            }
            Event::Lost { .. } => {
                self.desk.meter.part(self.number).losses += 1;
                self.offer = Offer::Due(Instant::now());
            }
            Event::Answer { request, answer } => self.on_answer(request, answer),
            Event::Told(ServerMessage::Seated { seat, view, .. }) => self.sit_down(seat, view),
            Event::Told(ServerMessage::State(state)) => self.on_state(&state, true),
            Event::Told(_) => {}
        }
    }

    fn on_answer(&mut self, request: ClientMessage, answer: ServerMessage) {
        match (request, answer) {
            (ClientMessage::Seek { .. }, ServerMessage::Seeking { seek, .. }) => {
                let since = match self.offer {
                    Offer::Asked(since) => since,
                    _ => Instant::now(),
                };
                self.offer = Offer::Open(seek, since);
                if let Partner::Invites(invites) = &self.partner {
                    // A partner who does not fetch them is away; he will find
                    // the latest too old, and another comes.
                    let _ = invites.try_send(seek);
                }
            }
            (ClientMessage::Accept { .. }, ServerMessage::Ok { .. }) if self.game.is_none() => {
                self.offer = Offer::Taken;
            }
            (ClientMessage::Cancel { .. }, ServerMessage::Ok { .. }) => {
                self.offer = Offer::Due(Instant::now());
            }
            (ClientMessage::Move { ply, mv, .. }, ServerMessage::Ok { .. }) => {
                self.on_moved(ply, mv)
            }
            (ClientMessage::Attach { .. }, ServerMessage::Table { view, .. }) => self.on_view(view),
            (request, ServerMessage::Error { code, message, .. }) => {
                self.on_refusal(&request, code, &message);
            }
            _ => {}
        }
    }

    fn on_refusal(&mut self, request: &ClientMessage, code: ErrorCode, why: &str) {
        self.desk.meter.part(self.number).refused(code);
        let later = Instant::now() + AGAIN_AFTER;
        match request {
            ClientMessage::Seek { .. } | ClientMessage::Accept { .. } => {
                self.offer = Offer::Due(later);
            }
            // It was taken in this moment: the seat comes.
            ClientMessage::Cancel { .. } => {}
            ClientMessage::Move { .. } if code == ErrorCode::GameOver => {}
            ClientMessage::Move { ply, .. } => {
                if code == ErrorCode::IllegalMove {
                    self.desk.finding(format!("a legal move was refused at ply {ply}: {why}"));
                }
                if let Some(game) = &mut self.game {
                    (game.sent, game.again_at) = (None, Some(later));
                }
            }
            ClientMessage::Attach { table, .. }
                if self.game.as_ref().is_some_and(|game| game.table == *table) =>
            {
                self.desk.finding(format!("table {table}: the seat is lost: {why}"));
                self.game = None;
            }
            _ => {}
        }
    }

    fn sit_down(&mut self, seat: Seat, view: TableView) {
        let now = Instant::now();
        if let Offer::Open(_, since) | Offer::Asked(since) = self.offer
            && matches!(self.partner, Partner::Invites(_))
        {
            self.desk.meter.part(self.number).paired(now - since);
        }
        self.offer = Offer::Due(now);
        let table = view.state.table;
        let seed = self.chance.random();
        let mind = solver::Player::new(view.game.variant(), view.game.ending(), self.level, seed);
        let duel = self.desk.duel(table);
        // The table has not been waiting for its first move.
        duel.set_due(1, self.last_due.max(self.desk.begin.elapsed()));
        let state = view.state.clone();
        let account =
            Seen { seat, view, moves: Vec::new(), acknowledged: Vec::new(), clocks: Vec::new() };
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
        self.on_state(&state, true);
    }

    fn on_moved(&mut self, ply: u32, mv: Move) {
        let Some(game) = &mut self.game else { return };
        game.account.acknowledged.push((ply, mv));
        if let Some((_, since)) = game.sent.filter(|&(sent, _)| sent == ply) {
            self.desk.meter.part(self.number).own(since.elapsed());
        }
    }

    /// The table after a break.
    fn on_view(&mut self, view: TableView) {
        let Some(game) = self.game.as_mut().filter(|game| game.table == view.state.table) else {
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
                self.end(state);
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
    fn end(&mut self, state: &TableState) {
        let (Some(game), Some(over)) = (self.game.take(), state.over.clone()) else { return };
        self.last_due = game.duel.due(0).max(game.duel.due(1));
        let Playing { account: Seen { seat, view, moves, acknowledged, clocks }, .. } = game;
        if matches!(self.partner, Partner::Invites(_)) {
            self.desk.meter.part(self.number).games += 1;
        }
        let lasted = game.began.elapsed();
        let first = view.pair.as_ref().is_some_and(|pair| pair.game == 1);
        let more_to_come = first && !over.winners.is_empty();
        let (setup, clock) = (view.game, view.clock);
        let account = Account { seat, setup, clock, moves, acknowledged, clocks, over, lasted };
        self.desk.over(game.table, account);
        // The second game of a pair comes by itself.
        self.offer = match more_to_come {
            true => Offer::Taken,
            false => Offer::Due(Instant::now()),
        };
    }
}

/// The next invitation; never comes to who invites.
async fn invitation(partner: &mut Partner) -> SeekId {
    if let Partner::Follows(follows) = partner
        && let Some(seek) = follows.recv().await
    {
        return seek;
    }
    std::future::pending().await
}
