//! Plays bots on a connection: finds games, asks a bot for each move, and keeps
//! count. Several games at a time, in the caller's one task; a bot that thinks
//! long does so on a thread of its own.

use std::collections::{BTreeSet, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use protocol::{
    ClientMessage, ErrorBody, ErrorCode, Player, PlayerId, ServerMessage, Stage, TableId,
    TableState, TableView, TournamentView,
};
use rules::{Move, Seat, Setup};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until, timeout_at};

mod mishap;
mod offers;
mod playing;
mod tally;

pub use mishap::{Mishap, Trouble};
pub use offers::Wish;
pub use tally::Tally;

use crate::bots::{Bot, Fault};
use crate::client::{Client, Event, Gone};
use offers::Offers;
use playing::{Mind, Playing};

/// How long the server may take to note that we have given up our games.
const LEAVE_WITHIN: Duration = Duration::from_secs(2);

/// How long to wait after a refusal before the next attempt.
const AFTER_REFUSAL: Duration = Duration::from_secs(1);

/// What a driver plays.
#[derive(Debug)]
pub struct Plan {
    /// How games are found.
    pub wish: Wish,
    /// How many games are played at the same time.
    pub concurrency: usize,
    /// After how many games to stop; `None` for never.
    pub games: Option<u64>,
    /// What becomes of games under way when the driver is told to stop.
    pub on_stop: OnStop,
}

/// What becomes of games under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnStop {
    /// They are given up, so that nobody waits for us.
    Resign,
    /// They stay: whoever stopped us knows what to do with them.
    Leave,
}

/// Plays bots, which `make` makes for each game, on one client.
pub struct Driver<M, B> {
    client: Client,
    make: M,
    plan: Plan,
    offers: Offers,
    tables: HashMap<TableId, Playing<B>>,
    /// When which table wants to be looked at again.
    wakes: BTreeSet<(Instant, TableId)>,
    thinking: JoinSet<Thought<B>>,
    begun: u64,
    me: Option<PlayerId>,
    quiet_until: Instant,
    stopping: bool,
    tally: Tally,
    on_mishap: Box<dyn FnMut(Mishap) + Send>,
}

/// What came of thinking.
struct Thought<B> {
    table: TableId,
    mind: Mind<B>,
    choice: Choice,
}

/// What a bot has made up its mind to do.
enum Choice {
    /// Move, or why not.
    Move(Result<Move, Fault>),
    /// Begin, or let the other begin.
    Begin(bool),
}

impl<M, B> Driver<M, B>
where
    M: FnMut(&Setup, Seat) -> B,
    B: Bot,
{
    /// A driver that has not connected yet.
    pub fn new(client: Client, plan: Plan, make: M) -> Driver<M, B> {
        Driver {
            client,
            make,
            plan,
            offers: Offers::default(),
            tables: HashMap::new(),
            wakes: BTreeSet::new(),
            thinking: JoinSet::new(),
            begun: 0,
            me: None,
            quiet_until: Instant::now(),
            stopping: false,
            tally: Tally::default(),
            on_mishap: Box::new(|_| {}),
        }
    }

    /// Hears of everything that goes wrong in a game, as it does.
    pub fn on_mishap(&mut self, hear: impl FnMut(Mishap) + Send + 'static) {
        self.on_mishap = Box::new(hear);
    }

    /// What happened so far.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Plays until the planned games are over or `stop` comes.
    ///
    /// # Errors
    /// When the client has given up.
    pub async fn run(&mut self, stop: impl Future<Output = ()>) -> Result<(), Gone> {
        let mut stop = std::pin::pin!(stop);
        loop {
            self.look_for_games();
            if self.is_done() {
                return Ok(());
            }
            tokio::select! {
                event = self.client.next() => self.on_event(event?),
                Some(thought) = self.thinking.join_next() => self.on_thought(thought.ok()),
                () = sleep_until(self.quiet_until), if self.quiet_until > Instant::now() => {}
                () = alarm(&self.wakes) => self.on_wakes(Instant::now()),
                () = &mut stop => return self.leave().await,
            }
        }
    }

    /// Says goodbye, and returns what happened.
    pub async fn close(self) -> Tally {
        self.client.close().await;
        self.tally
    }

    fn is_done(&self) -> bool {
        let all = self.plan.games.is_some_and(|games| self.begun >= games);
        all && self.tables.is_empty()
    }

    /// Gives up the games under way if that was asked for.
    async fn leave(&mut self) -> Result<(), Gone> {
        self.stopping = true;
        if self.plan.on_stop == OnStop::Leave {
            return Ok(());
        }
        let deadline = Instant::now() + LEAVE_WITHIN;
        let tables: Vec<_> = self.tables.keys().copied().collect();
        tables.into_iter().for_each(|table| self.give_up(table));
        while !self.tables.is_empty() {
            match timeout_at(deadline, self.client.next()).await {
                Ok(event) => self.on_event(event?),
                Err(_) => break,
            }
        }
        Ok(())
    }

    fn look_for_games(&mut self) {
        if self.stopping || !self.client.is_online() || Instant::now() < self.quiet_until {
            return;
        }
        let free = self.free_places();
        self.offers.make(&mut self.plan.wish, &mut self.client, free);
    }

    /// How many more games may be offered or taken.
    fn free_places(&self) -> usize {
        let taken = self.tables.len() + self.offers.open();
        let here = self.plan.concurrency.saturating_sub(taken);
        let wanted = match self.plan.games {
            Some(games) => games.saturating_sub(self.begun + self.offers.open() as u64),
            None => u64::MAX,
        };
        usize::try_from(wanted).map_or(here, |wanted| here.min(wanted))
    }

    fn on_event(&mut self, event: Event) {
        match event {
            Event::Connected { you, limits, .. } => {
                tracing::debug!(name = %you.name, id = %you.id, "connected");
                self.me = Some(you.id);
                self.offers.connected(&self.plan.wish, &mut self.client, you.id, &limits);
            }
            Event::Lost { loss, .. } => {
                tracing::warn!(%loss, "connection lost, coming back");
                self.tally.disconnections += 1;
                self.offers.forget();
            }
            Event::Answer { request, answer } => self.on_answer(&request, answer),
            Event::Told(message) => self.on_told(message),
        }
    }

    fn on_told(&mut self, message: ServerMessage) {
        match message {
            ServerMessage::Seated { offer, seat, view, .. } => self.sit_down(offer, seat, view),
            ServerMessage::State(state) => self.on_state(&state),
            ServerMessage::Chosen { table, players } => self.on_seats(table, &players),
            ServerMessage::Lobby(view) => self.offers.saw(view),
            ServerMessage::Challenged(challenge) => {
                let free = if self.stopping { 0 } else { self.free_places() };
                self.offers.challenged(&self.plan.wish, &mut self.client, &challenge, free);
            }
            ServerMessage::Closing { message } => {
                tracing::info!(message, "the server is about to stop");
                self.quiet_until = Instant::now() + AFTER_REFUSAL;
            }
            ServerMessage::Tournament(view) => self.on_tournament(&view),
            ServerMessage::Called { tournament, .. } => {
                // Should there be no room for it, the pair is lost.
                let _ = self.client.request(ClientMessage::Ready { tournament });
            }
            // Answers that we no longer wait for.
            _ => {}
        }
    }

    /// After the last game of the tournament for which we came there is no more.
    fn on_tournament(&mut self, view: &TournamentView) {
        let over = matches!(view.stage, Stage::Finished | Stage::Cancelled);
        let mine = matches!(self.plan.wish, Wish::Enter { tournament, .. } if tournament == view.tournament);
        if over && mine {
            self.plan.games = Some(self.begun);
        }
    }

    fn on_answer(&mut self, request: &ClientMessage, answer: ServerMessage) {
        self.offers.answered(request, &answer);
        match (request, answer) {
            (ClientMessage::Attach { .. }, ServerMessage::Table { view, .. }) => self.on_view(view),
            (ClientMessage::Attach { table, .. }, _) => self.seat_lost(*table),
            (_, ServerMessage::Error { error: ErrorBody { code, message, .. }, .. }) => {
                self.on_refusal(request, code, &message);
            }
            _ => {}
        }
    }

    fn seat_lost(&mut self, table: TableId) {
        if self.tables.contains_key(&table) {
            tracing::warn!(%table, "the seat is lost");
            self.failed(table, Trouble::SeatLost, String::new());
            self.tables.remove(&table);
            self.tally.no_result += 1;
        }
    }

    fn on_refusal(&mut self, request: &ClientMessage, code: ErrorCode, why: &str) {
        tracing::debug!(?request, ?code, why, "refused");
        match request {
            // Somebody was faster, or left: such is a lobby.
            ClientMessage::Accept { .. } | ClientMessage::Reply { .. } => {
                if code != ErrorCode::NotFound {
                    self.refused_offer(code, why);
                }
            }
            ClientMessage::Seek { .. } => self.refused_offer(code, why),
            // It is said again after each reconnect, to who has entered already.
            ClientMessage::Enter { .. } => {
                if matches!(self.plan.wish, Wish::Enter { to_the_end: true, .. }) {
                    tracing::warn!("the tournament: {why}");
                }
            }
            // The game ended while our word was on its way.
            _ if code == ErrorCode::GameOver => {}
            ClientMessage::Move { table, .. }
            | ClientMessage::Resign { table, .. }
            | ClientMessage::Abort { table, .. }
            | ClientMessage::Claim { table, .. }
                if is_passing(code) =>
            {
                self.later(*table);
            }
            // Whoever was gone is back; the next state tells.
            ClientMessage::Claim { .. } if code == ErrorCode::TooSoon => {}
            ClientMessage::Move { table, mv, .. } => self.refused_move(*table, mv, code, why),
            ClientMessage::Abort { table, .. } if code == ErrorCode::TooLate => {
                self.resign(*table);
            }
            _ => self.tally.refused += 1,
        }
    }

    fn refused_offer(&mut self, code: ErrorCode, why: &str) {
        self.quiet_until = Instant::now() + AFTER_REFUSAL;
        if !is_passing(code) {
            tracing::warn!(?code, why, "an offer was refused");
            self.tally.refused += 1;
        }
    }

    fn refused_move(&mut self, id: TableId, mv: &Move, code: ErrorCode, why: &str) {
        tracing::warn!(table = %id, ?mv, ?code, why, "a move was refused");
        if code == ErrorCode::IllegalMove {
            let said = serde_json::to_string(mv).unwrap_or_default();
            self.failed(id, Trouble::Illegal, format!("{said}: {why}"));
            return self.give_up(id);
        }
        self.failed(id, Trouble::Refused, why.to_owned());
        let Some(table) = self.tables.get_mut(&id) else { return };
        let since = table.known();
        match table.may_try_again() {
            true => self.client.refresh(id, since),
            false => self.give_up(id),
        }
    }

    /// The server has no room for a request now: looks at the table again soon.
    fn later(&mut self, id: TableId) {
        if let Some(table) = self.tables.get_mut(&id) {
            table.sent = None;
            self.wakes.insert((Instant::now() + AFTER_REFUSAL, id));
        }
    }

    fn on_wakes(&mut self, now: Instant) {
        while let Some(&wake) = self.wakes.first().filter(|(due, _)| *due <= now) {
            self.wakes.remove(&wake);
            let (_, id) = wake;
            let Some(table) = self.tables.get_mut(&id) else { continue };
            if table.given_up {
                self.give_up(id);
            } else if table.claim_at.take_if(|due| *due <= now).is_some() {
                let _ = self.client.request(ClientMessage::Claim { table: id });
            } else {
                let since = table.known();
                self.client.refresh(id, since);
            }
        }
    }

    fn sit_down(&mut self, offer: uuid::Uuid, seat: Seat, view: TableView) {
        self.offers.led_to_a_table(offer);
        self.take_seat(seat, &view);
        self.on_view(view);
    }

    fn take_seat(&mut self, seat: Seat, view: &TableView) {
        self.begun += 1;
        let bot = (self.make)(&view.game, seat);
        self.tables.insert(view.state.table, Playing::new(bot, seat, view));
    }

    /// The whole table: after sitting down, after coming back, and when moves
    /// were missed. A game that an earlier process of ours has begun is taken up.
    fn on_view(&mut self, view: TableView) {
        let table = view.state.table;
        if !self.tables.contains_key(&table) && view.state.over.is_none() && !self.stopping {
            let mine = view.players.iter().position(|player| Some(player.id) == self.me);
            let Some(seat) = mine.and_then(|seat| u8::try_from(seat).ok()).map(Seat) else {
                return;
            };
            self.take_seat(seat, &view);
        }
        self.on_seats(table, &view.players);
        let Some(table) = self.tables.get_mut(&view.state.table) else { return };
        table.tell(&view);
        self.on_state(&view.state);
    }

    /// Who sits where: the pie rule may have settled it after we sat down.
    fn on_seats(&mut self, id: TableId, players: &[Player]) {
        let mine = players.iter().position(|player| Some(player.id) == self.me);
        let seat = mine.and_then(|seat| u8::try_from(seat).ok()).map(Seat);
        if let (Some(table), Some(seat)) = (self.tables.get_mut(&id), seat) {
            table.sit(seat);
        }
    }

    fn on_state(&mut self, state: &TableState) {
        let Some(table) = self.tables.get_mut(&state.table) else { return };
        if let Some(over) = &state.over {
            self.tally.ended(over, table.seat);
            tracing::debug!(table = %state.table, ?over, "over");
            self.tables.remove(&state.table);
            return;
        }
        table.learn(state, Instant::now());
        self.wakes.extend(table.claim_at.map(|due| (due, state.table)));
        self.take_back(state);
        self.think(state.table);
    }

    /// Agrees to whoever asks for a move back: there it counts for nothing, and who
    /// plays a bot wants to learn.
    fn take_back(&mut self, state: &TableState) {
        let Some(seat) = self.tables.get(&state.table).map(|table| table.seat) else { return };
        let Some(asked) = state.takeback.as_ref().filter(|asked| !asked.agreed.contains(&seat))
        else {
            return;
        };
        let (table, ply) = (state.table, asked.ply);
        // Should there be no room for it, the next state asks again.
        let _ = self.client.request(ClientMessage::Takeback { table, ply, want: true });
    }

    /// Has the bot choose, if it is its turn and it has all moves before it.
    fn think(&mut self, id: TableId) {
        let Some(table) = self.tables.get_mut(&id) else { return };
        if let Some(mut mind) = table.take_chooser() {
            self.thinking.spawn_blocking(move || {
                let begins = catch_unwind(AssertUnwindSafe(|| mind.bot.begins(&mind.view)));
                Thought { table: id, mind, choice: Choice::Begin(begins.unwrap_or(true)) }
            });
            return;
        }
        let Some(mut mind) = table.take_mind() else { return };
        let quick = catch_unwind(AssertUnwindSafe(|| mind.bot.at_once(&mind.view)));
        let choice = match quick {
            Ok(None) => {
                self.thinking.spawn_blocking(move || {
                    let choice = catch_unwind(AssertUnwindSafe(|| mind.bot.choose(&mind.view)));
                    let choice = choice.unwrap_or(Err(Fault::Panicked));
                    Thought { table: id, mind, choice: Choice::Move(choice) }
                });
                return;
            }
            Ok(Some(mv)) => Ok(mv),
            Err(_) => Err(Fault::Panicked),
        };
        table.mind = Some(mind);
        self.chosen(id, choice);
    }

    fn on_thought(&mut self, thought: Option<Thought<B>>) {
        // Without a thought its thread was shut down, and so are we.
        let Some(Thought { table: id, mind, choice }) = thought else { return };
        let Some(table) = self.tables.get_mut(&id) else { return };
        let (ply, seat) = (mind.view.ply(), table.seat);
        table.mind = Some(mind);
        // It may have been chosen meanwhile who sits where.
        table.sit(seat);
        let choice = match choice {
            Choice::Move(choice) => choice,
            Choice::Begin(begin) => {
                let _ = self.client.request(ClientMessage::Choose { table: id, begin });
                return;
            }
        };
        if table.ply != ply {
            // Somebody else plays our seat too: let the server tell all.
            return self.client.refresh(id, ply);
        }
        self.chosen(id, choice);
    }

    fn chosen(&mut self, id: TableId, choice: Result<Move, Fault>) {
        let Some(table) = self.tables.get_mut(&id) else { return };
        let fault = match choice {
            Ok(mv) => {
                table.sent = Some(table.ply);
                // As many requests wait as there are games: there is room.
                let _ = self.client.make_move(id, table.ply, mv);
                return;
            }
            Err(fault) => fault,
        };
        if fault != Fault::Resigned {
            tracing::warn!(table = %id, %fault, "the bot made no move");
        }
        self.failed(id, Trouble::of(&fault), fault.to_string());
        self.resign(id);
    }

    /// Counts what went wrong, and tells it.
    fn failed(&mut self, id: TableId, trouble: Trouble, why: String) {
        self.tally.failed(trouble);
        let Some(table) = self.tables.get(&id) else { return };
        if let Some(Mind { view, .. }) = &table.mind {
            let game = (&view.setup, &view.history[..]);
            (self.on_mishap)(Mishap::new(id, table.seat, game, trouble, why));
        }
    }

    /// Ends a game of ours: without a result if it has not really begun.
    fn give_up(&mut self, id: TableId) {
        let Some(table) = self.tables.get_mut(&id) else { return };
        table.given_up = true;
        if table.ply < 2 {
            let _ = self.client.request(ClientMessage::Abort { table: id });
        } else {
            self.resign(id);
        }
    }

    fn resign(&mut self, id: TableId) {
        if let Some(table) = self.tables.get_mut(&id) {
            table.given_up = true;
        }
        let _ = self.client.request(ClientMessage::Resign { table: id });
    }
}

/// Whether the same request may go well in a moment: nothing is wrong with it.
fn is_passing(code: ErrorCode) -> bool {
    matches!(code, ErrorCode::Busy | ErrorCode::StorageUnavailable | ErrorCode::ShuttingDown)
}

/// Rings when the first table wants to be looked at.
async fn alarm(wakes: &BTreeSet<(Instant, TableId)>) {
    match wakes.first() {
        Some(&(due, _)) => sleep_until(due).await,
        None => std::future::pending().await,
    }
}

impl<M, B> std::fmt::Debug for Driver<M, B> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut shown = f.debug_struct("Driver");
        shown.field("client", &self.client).field("tables", &self.tables.len());
        shown.field("tally", &self.tally).finish_non_exhaustive()
    }
}
