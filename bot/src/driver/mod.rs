//! Plays bots on a connection: finds games, asks a bot for each move, and counts the results.
//! Several games run at a time in the caller's single task; a slow bot thinks on its own thread.

use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use protocol::{ErrorCode, PlayerId, TableId};
use rules::{Move, Seat, Setup};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until, timeout_at};

mod attesting;
mod events;
mod game_error;
mod offer_filter;
mod offers;
mod playing;
mod tally;
mod thinking;
mod thinking_order;

pub use game_error::{GameError, GameErrorKind};
pub use offer_filter::OfferFilter;
pub use offers::GameSource;
pub use tally::Tally;

use crate::bots::{Bot, BotError};
use crate::client::{Client, GaveUp};
use attesting::LastSignatures;
use offers::Offers;
use playing::{BotInGame, Playing};
use thinking_order::ThinkingOrder;

/// How long the server may take to acknowledge our resignations.
const LEAVE_TIMEOUT: Duration = Duration::from_secs(2);

/// How long to wait after a refusal before the next attempt.
const AFTER_REFUSAL: Duration = Duration::from_secs(1);

/// How long to wait after a challenge was declined before the next one.
const AFTER_DECLINE: Duration = Duration::from_secs(10);

/// How long to wait for the second game of a pair before looking for another. The server creates it
/// in the commit that ends the first, so it comes at once or never.
const SECOND_GAME_TIMEOUT: Duration = Duration::from_secs(1);

/// The games of a driver. The caller decides every field, so there is no default, and a further
/// field would be a breaking change.
#[derive(Debug)]
pub struct DriverOptions {
    /// How games are found.
    pub source: GameSource,
    /// The most games played at the same time.
    pub concurrency: usize,
    /// The most bots that think at the same time. Moves that a bot finds at once do not wait.
    pub thinkers: usize,
    /// The number of games after which to stop; `None` for never.
    pub games: Option<u64>,
    /// What happens to running games when the driver is told to stop.
    pub on_stop: OnStop,
}

/// What happens to running games when the driver stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnStop {
    /// They are resigned, so that nobody waits.
    Resign,
    /// They stay, to be continued by another process.
    Leave,
}

/// Plays bots on one client; `make` creates one for each game.
///
/// ```no_run
/// use bot::{
///     Client, ClientOptions, Driver, DriverOptions, Effort, GameSource, OnStop, SolverBot,
/// };
/// use protocol::Name;
/// use solver::Level;
///
/// # async fn play() -> Result<(), Box<dyn std::error::Error>> {
/// let url = "ws://127.0.0.1:7070/ws".parse()?;
/// let client = Client::new(ClientOptions::new(url, Name::try_from("Bouton".to_owned())?));
/// let plan = DriverOptions {
///     source: GameSource::Accept,
///     concurrency: 4,
///     thinkers: 2,
///     games: Some(10),
///     on_stop: OnStop::Resign,
/// };
/// let effort = Effort::default();
/// let mut driver = Driver::new(client, plan, move |setup, _| {
///     SolverBot::new(setup, Level::Perfect, 1, effort)
/// });
/// driver.run(std::future::pending()).await?;
/// println!("{}", driver.close().await);
/// # Ok(())
/// # }
/// ```
pub struct Driver<M, B> {
    client: Client,
    make: M,
    plan: DriverOptions,
    offers: Offers,
    tables: HashMap<TableId, Playing<B>>,
    /// When to look at which table again.
    wakes: BTreeSet<(Instant, TableId)>,
    thinking: JoinSet<Thought<B>>,
    order: ThinkingOrder,
    begun: u64,
    me: Option<PlayerId>,
    quiet_until: Instant,
    stopping: bool,
    tally: Tally,
    last_signatures: LastSignatures,
    on_game_error: Box<dyn FnMut(GameError) + Send>,
}

/// A bot's decision, with the bot.
struct Thought<B> {
    table: TableId,
    player: BotInGame<B>,
    choice: Choice,
    /// How long it took.
    time: Duration,
}

/// What a bot has decided.
enum Choice {
    /// A move, or why there is none.
    Move(Result<Move, BotError>),
    /// Whether to move first.
    Begin(bool),
}

impl<M, B> Driver<M, B>
where
    M: FnMut(&Setup, Seat) -> B,
    B: Bot,
{
    /// Creates a driver that has not connected yet.
    pub fn new(client: Client, plan: DriverOptions, make: M) -> Driver<M, B> {
        Driver {
            client,
            make,
            plan,
            offers: Offers::default(),
            tables: HashMap::new(),
            wakes: BTreeSet::new(),
            thinking: JoinSet::new(),
            order: ThinkingOrder::default(),
            begun: 0,
            me: None,
            quiet_until: Instant::now(),
            stopping: false,
            tally: Tally::default(),
            last_signatures: LastSignatures::default(),
            on_game_error: Box::new(|_| {}),
        }
    }

    /// Accepts only offers and challenges that this filter lets through.
    pub fn accept_only(&mut self, filter: OfferFilter) {
        self.offers.filter = filter;
    }

    /// Calls `hear` with each error in a game as it occurs.
    pub fn on_game_error(&mut self, hear: impl FnMut(GameError) + Send + 'static) {
        self.on_game_error = Box::new(hear);
    }

    /// The score so far.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Plays until the planned games are over or `stop` resolves.
    ///
    /// # Errors
    /// When the client has given up.
    pub async fn run(&mut self, stop: impl Future<Output = ()>) -> Result<(), GaveUp> {
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
                () = first_due(&self.wakes) => self.on_wakes(Instant::now()),
                () = &mut stop => return self.leave().await,
            }
        }
    }

    /// Closes the connection and returns the score.
    pub async fn close(self) -> Tally {
        self.client.close().await;
        self.tally
    }

    fn is_done(&self) -> bool {
        let all = self.plan.games.is_some_and(|games| self.begun >= games);
        all && self.tables.is_empty()
    }

    /// Resigns the running games if the options say so.
    async fn leave(&mut self) -> Result<(), GaveUp> {
        self.stopping = true;
        if self.plan.on_stop == OnStop::Leave {
            return Ok(());
        }
        let deadline = Instant::now() + LEAVE_TIMEOUT;
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
        self.offers.make(&mut self.plan.source, &mut self.client, free);
    }

    /// The number of games that may still be offered or accepted.
    fn free_places(&self) -> usize {
        let taken = self.tables.len() + self.offers.open();
        let here = self.plan.concurrency.saturating_sub(taken);
        let wanted = match self.plan.games {
            Some(games) => games.saturating_sub(self.begun + self.offers.open() as u64),
            None => u64::MAX,
        };
        usize::try_from(wanted).map_or(here, |wanted| here.min(wanted))
    }
}

/// Whether the same request may succeed soon, because nothing is wrong with it.
fn is_passing(code: ErrorCode) -> bool {
    matches!(code, ErrorCode::Busy | ErrorCode::StorageUnavailable | ErrorCode::ShuttingDown)
}

/// Waits until the first table is due.
async fn first_due(wakes: &BTreeSet<(Instant, TableId)>) {
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
