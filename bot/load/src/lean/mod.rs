//! The lean load: many tables in one thread, whose frames are counted but not parsed, so that it
//! costs less than what it measures. It is for comparing the server with a bare one; for
//! everything else use [`Swarm`](crate::Swarm), which checks what it receives.
//!
//! At saturation each table moves as soon as it can; at a fixed rate moves are scheduled in
//! advance, and latency counts from the scheduled time.
//!
//! The thread never sleeps. Waking a sleeping core is work for the sender: a server would be
//! charged for the idle time of the load, which a client on another machine does not cost it.

mod commits;
mod relay;
mod table;
mod visitors;

use std::cell::{Cell, RefCell};
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::Context;
use futures::future::try_join_all;
use futures::stream::{self, StreamExt, TryStreamExt};
use serde::{Deserialize, Serialize};
use tokio::sync::Notify;
use tokio::task::{JoinHandle, LocalSet};

use crate::latency::Latencies;
use crate::process::{cpu_seconds, resident_bytes};
pub use commits::Commits;
pub use relay::Relay;
use table::MoverSide;
pub use table::{Endpoint, LeanTable, RawPlayer};
use visitors::visit;

/// Tables opened concurrently: a player who waited for ten thousand others would time out as
/// silent.
const OPENED_AT_ONCE: usize = 64;

/// The moves per second before a measurement at a fixed rate.
const WARM_UP_RATE: f64 = 20_000.0;

/// The interval at which the server's log is looked at before a measurement.
const LOG_WATCH: Duration = Duration::from_millis(250);

/// The maximum number of those looks.
const MOST_LOOKS: usize = 12;

/// The plan of a lean load.
#[derive(Clone, Debug)]
pub struct LeanLoad {
    /// What kind of endpoint is loaded.
    pub endpoint: Endpoint,
    /// The addresses it listens on; the connections are spread over them.
    pub at: Vec<SocketAddr>,
    /// The process whose CPU time is measured.
    pub pid: u32,
    /// Where this process tells its metrics; a bare server has none.
    pub metrics: SocketAddr,
    /// The processes between it and the players.
    pub fronts: Vec<u32>,
    /// Tables, of two connections each.
    pub tables: usize,
    /// Objects in the heaps at the start of each game.
    pub heaps: Vec<u64>,
    /// Total moves per second; `None` for as many as possible.
    pub rate: Option<f64>,
    /// The length of the measurement, in seconds.
    pub seconds: f64,
    /// How many visitors load the page within a moment, each second.
    pub visitors: u32,
}

/// The measurements of one run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Measured {
    /// Moves within the measurement.
    pub moves: u64,
    /// Its length, in seconds.
    pub seconds: f64,
    /// CPU time of the server, in seconds.
    pub server_cpu: f64,
    /// CPU time of all fronts, in seconds.
    pub front_cpu: f64,
    /// CPU time of the load itself, in seconds, without its idle turns.
    pub load_cpu: f64,
    /// Resident memory of the server at the end, in bytes.
    pub memory: u64,
    /// Send to own answer: p50 and p99, in microseconds.
    pub own: [u64; 2],
    /// Send to the opponent's new state: p50 and p99, in microseconds.
    pub other: [u64; 2],
    /// The server's commits during the measurement.
    pub commits: Commits,
}

#[derive(Default)]
struct Counts {
    moves: u64,
    own: Latencies,
    other: Latencies,
    failed: Option<anyhow::Error>,
}

impl Counts {
    /// Forgets what was before the measurement.
    fn begin_again(&mut self) {
        self.moves = 0;
        self.own.clear();
        self.other.clear();
    }
}

impl LeanLoad {
    /// Connects, warms up, measures, and returns the measurements.
    ///
    /// # Errors
    /// When there is no address, the endpoint cannot be reached, or a table fails during the
    /// measurement.
    pub async fn run(&self) -> anyhow::Result<Measured> {
        anyhow::ensure!(!self.at.is_empty(), "no address to connect to");
        LocalSet::new().run_until(measure(self)).await
    }

    /// Where the two players of a table connect: at neighbouring addresses, so that every move goes
    /// from one to the other.
    fn addresses(&self, table: usize) -> [SocketAddr; 2] {
        [table, table + 1].map(|number| self.at[number % self.at.len()])
    }

    fn front_cpu(&self) -> anyhow::Result<f64> {
        self.fronts.iter().map(|&pid| Ok(cpu_seconds(pid)?)).sum()
    }
}

async fn measure(load: &LeanLoad) -> anyhow::Result<Measured> {
    let counts = Rc::new(RefCell::new(Counts::default()));
    let empty_turn = empty_turn().await;
    let mut starts = Vec::new();
    for table in seat(load).await? {
        let start = Rc::new(Start::default());
        starts.push(Rc::clone(&start));
        let paced = load.rate.map(|_| start);
        tokio::task::spawn_local(play(table, paced, Rc::clone(&counts)));
    }
    let turns = Rc::new(Cell::new(0));
    begin(load, starts, Rc::clone(&turns)).await?;
    let visits = (load.visitors > 0).then(|| visit(load.at[0], load.visitors));
    let visits = visits.map(tokio::task::spawn_local);
    tokio::time::sleep(Duration::from_millis(500)).await;
    counts.borrow_mut().begin_again();
    let written = commits(load).await?;
    let own_pid = std::process::id();
    turns.set(0);
    let (before, server_cpu, front_cpu, load_cpu) =
        (Instant::now(), cpu_seconds(load.pid)?, load.front_cpu()?, cpu_seconds(own_pid)?);
    tokio::time::sleep(Duration::from_secs_f64(load.seconds)).await;
    let idle = f64::from(turns.get()) * empty_turn;
    let server_cpu = cpu_seconds(load.pid)? - server_cpu;
    let front_cpu = load.front_cpu()? - front_cpu;
    let load_cpu = cpu_seconds(own_pid)? - load_cpu;
    let seconds = before.elapsed().as_secs_f64();
    let moves = counts.borrow().moves;
    let commits = commits(load).await?.since(&written);
    if let Some(visits) = visits.filter(JoinHandle::is_finished) {
        visits.await??;
    }
    let counts = counts.borrow();
    if let Some(failed) = &counts.failed {
        anyhow::bail!("a table failed: {failed:#}");
    }
    let two = |latencies: &Latencies| [0.5, 0.99].map(|share| latencies.quantile(share));
    Ok(Measured {
        moves,
        seconds,
        server_cpu,
        front_cpu,
        load_cpu: (load_cpu - idle).max(0.0),
        memory: resident_bytes(load.pid)?,
        own: two(&counts.own),
        other: two(&counts.other),
        commits,
    })
}

/// Seats the players, and begins their games.
async fn seat(load: &LeanLoad) -> anyhow::Result<Vec<LeanTable>> {
    // All tables are seated before any plays: a busy server would seat the last ones slowly.
    let tables: Vec<LeanTable> = stream::iter(0..load.tables)
        .then(|number| LeanTable::connect(load.endpoint, load.addresses(number), &load.heaps))
        .map_ok(LeanTable::sit_down)
        .try_buffered(OPENED_AT_ONCE)
        .try_collect()
        .await?;
    // Staggers the games: the tables move in turn and would otherwise all end their games at once.
    let moves_a_game: u64 = load.heaps.iter().sum();
    let ahead = (0..).zip(tables).map(|(number, table)| table.play_ahead(number % moves_a_game));
    try_join_all(ahead).await
}

/// Warms up, and goes on at the planned rate.
async fn begin(
    load: &LeanLoad,
    starts: Vec<Rc<Start>>,
    turns: Rc<Cell<u32>>,
) -> anyhow::Result<()> {
    let Some(rate) = load.rate else {
        tokio::task::spawn_local(stay_awake(turns));
        return await_long_log(load).await;
    };
    let warm_up = tokio::task::spawn_local(pace(starts.clone(), WARM_UP_RATE));
    await_long_log(load).await?;
    warm_up.abort();
    starts.iter().for_each(|start| start.due.borrow_mut().clear());
    tokio::task::spawn_local(pace(starts, rate));
    Ok(())
}

/// Waits until the server's log no longer becomes longer: until then commits wait for the file
/// system's records of its length too, in each data folder once.
async fn await_long_log(load: &LeanLoad) -> anyhow::Result<()> {
    if load.endpoint != Endpoint::Server {
        return Ok(());
    }
    let mut before = 0.0;
    for _ in 0..MOST_LOOKS {
        let length = commits::log_bytes(load.metrics).await?;
        if length <= before {
            break;
        }
        before = length;
        tokio::time::sleep(LOG_WATCH).await;
    }
    Ok(())
}

async fn commits(load: &LeanLoad) -> anyhow::Result<Commits> {
    match load.endpoint {
        Endpoint::Tcp | Endpoint::WebSocket => Ok(Commits::default()),
        Endpoint::Server => Commits::read(load.metrics).await,
    }
}

/// Signals to one table that a move is due, and since when.
#[derive(Default)]
struct Start {
    due: RefCell<std::collections::VecDeque<Instant>>,
    wake: Notify,
}

async fn play(mut table: LeanTable, start: Option<Rc<Start>>, counts: Rc<RefCell<Counts>>) {
    loop {
        let scheduled = match &start {
            None => Instant::now(),
            Some(start) => start.next().await,
        };
        let stepped = table.step(|side| {
            let passed = scheduled.elapsed();
            let mut counts = counts.borrow_mut();
            match side {
                MoverSide::Mover => counts.own.record(passed),
                MoverSide::Opponent => {
                    counts.other.record(passed);
                    counts.moves += 1;
                }
            }
        });
        if let Err(error) = stepped.await.context("while playing") {
            counts.borrow_mut().failed = Some(error);
            return;
        }
    }
}

impl Start {
    async fn next(&self) -> Instant {
        loop {
            if let Some(due) = self.due.borrow_mut().pop_front() {
                return due;
            }
            self.wake.notified().await;
        }
    }
}

/// The duration of one idle turn of this thread in seconds: the shortest of many.
async fn empty_turn() -> f64 {
    let mut best = Duration::MAX;
    for _ in 0..10_000 {
        let begin = Instant::now();
        tokio::task::yield_now().await;
        best = best.min(begin.elapsed());
    }
    best.as_secs_f64()
}

/// Keeps this thread awake and counts its idle turns.
async fn stay_awake(turns: Rc<Cell<u32>>) {
    loop {
        tokio::task::yield_now().await;
        turns.set(turns.get() + 1);
    }
}

/// Signals moves to the tables in turn, at the scheduled times. It spins: a timer's resolution of a
/// millisecond is too coarse, and the load has its own core.
async fn pace(tables: Vec<Rc<Start>>, rate: f64) {
    let begin = Instant::now();
    let mut sent = 0u64;
    loop {
        let due = begin + Duration::from_secs_f64(sent as f64 / rate);
        if Instant::now() < due {
            tokio::task::yield_now().await;
            continue;
        }
        let table = &tables[(sent % tables.len() as u64) as usize];
        table.due.borrow_mut().push_back(due);
        table.wake.notify_one();
        sent += 1;
    }
}
