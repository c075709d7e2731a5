//! The load: many tables in one thread. At saturation each table moves as soon as
//! it can; at a fixed rate moves are scheduled beforehand, and latency counts from
//! the scheduled time, so a stall is not hidden by the load's waiting for it.
//!
//! The thread never sleeps. To wake a core that does is work for whoever sends to
//! it, the more often the slower he is: a server would be charged for a load that
//! has too little to do, and a client elsewhere costs its server nothing of the kind.

use std::cell::{Cell, RefCell};
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::ValueEnum;
use futures::future::try_join_all;
use futures::stream::{self, StreamExt, TryStreamExt};
use hdrhistogram::Histogram;
use load::process::{cpu_seconds, resident_bytes};
use serde::{Deserialize, Serialize};
use tokio::sync::Notify;
use tokio::task::LocalSet;

use crate::commits::Commits;
use crate::table::{Side, Table};

/// Tables that are opened side by side: who waited for ten thousand others would be taken
/// for silent.
const OPENED_AT_ONCE: usize = 64;

/// What is loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Target {
    Server,
    Relay,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Arguments {
    #[arg(long)]
    pub(crate) target: Target,
    #[arg(long)]
    pub(crate) at: SocketAddr,
    /// The process whose CPU time is measured.
    #[arg(long)]
    pub(crate) pid: u32,
    /// Tables, of two connections each.
    #[arg(long)]
    pub(crate) tables: usize,
    /// Objects in the heaps at the start of each game.
    #[arg(long, value_delimiter = ',', default_value = "3,5,7")]
    pub(crate) heaps: Vec<u64>,
    /// Moves a second in all; none for as many as go.
    #[arg(long)]
    pub(crate) rate: Option<f64>,
    /// How long to measure.
    #[arg(long)]
    pub(crate) seconds: f64,
}

/// What one run has measured, printed as one line of JSON.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Measured {
    /// Moves within the measured time.
    pub(crate) moves: u64,
    /// Its length.
    pub(crate) seconds: f64,
    /// CPU time of the server, in seconds.
    pub(crate) server_cpu: f64,
    /// CPU time of the load itself, without that in which it had nothing to do.
    pub(crate) load_cpu: f64,
    /// Resident memory of the server at the end, in bytes.
    pub(crate) memory: u64,
    /// Send to own answer: p50 and p99, in microseconds.
    pub(crate) own: [u64; 2],
    /// Send to the opponent's new state: p50 and p99, in microseconds.
    pub(crate) other: [u64; 2],
    /// What the server has written meanwhile.
    pub(crate) commits: Commits,
}

struct Counts {
    moves: u64,
    own: Histogram<u64>,
    other: Histogram<u64>,
    failed: Option<anyhow::Error>,
}

/// Connects, warms up, measures, and prints what it measured.
pub(crate) async fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let measured = LocalSet::new().run_until(measure(arguments)).await?;
    println!("{}", serde_json::to_string(&measured)?);
    Ok(())
}

async fn measure(arguments: &Arguments) -> anyhow::Result<Measured> {
    let new = || Histogram::new_with_bounds(1, 60_000_000, 3);
    let counts =
        Rc::new(RefCell::new(Counts { moves: 0, own: new()?, other: new()?, failed: None }));
    let empty_turn = empty_turn().await;
    let mut starts = Vec::new();
    // All of them before any plays: a busy server would seat the last ones slowly.
    let tables: Vec<Table> = stream::iter(0..arguments.tables)
        .then(|_| Table::connect(arguments.target, arguments.at, &arguments.heaps))
        .map_ok(Table::sit_down)
        .try_buffered(OPENED_AT_ONCE)
        .try_collect()
        .await?;
    // Tables that are given their moves in turn would else all end their games at once.
    let moves_a_game: u64 = arguments.heaps.iter().sum();
    let ahead = (0..).zip(tables).map(|(number, table)| table.play_ahead(number % moves_a_game));
    for table in try_join_all(ahead).await? {
        let start = Rc::new(Start::default());
        starts.push(Rc::clone(&start));
        let paced = arguments.rate.map(|_| start);
        tokio::task::spawn_local(play(table, paced, Rc::clone(&counts)));
    }
    let turns = Rc::new(Cell::new(0));
    match arguments.rate {
        Some(rate) => tokio::task::spawn_local(pace(starts, rate)),
        None => tokio::task::spawn_local(stay_awake(Rc::clone(&turns))),
    };
    tokio::time::sleep(Duration::from_millis(500)).await;
    {
        let mut counts = counts.borrow_mut();
        counts.moves = 0;
        counts.own.reset();
        counts.other.reset();
    }
    let written = commits(arguments).await?;
    let own_pid = std::process::id();
    turns.set(0);
    let (before, server, load) =
        (Instant::now(), cpu_seconds(arguments.pid)?, cpu_seconds(own_pid)?);
    tokio::time::sleep(Duration::from_secs_f64(arguments.seconds)).await;
    let idle = f64::from(turns.get()) * empty_turn;
    let (server, load) = (cpu_seconds(arguments.pid)? - server, cpu_seconds(own_pid)? - load);
    let seconds = before.elapsed().as_secs_f64();
    let moves = counts.borrow().moves;
    let commits = commits(arguments).await?.since(&written);
    let counts = counts.borrow();
    if let Some(failed) = &counts.failed {
        anyhow::bail!("a table failed: {failed:#}");
    }
    let two = |h: &Histogram<u64>| [h.value_at_quantile(0.5), h.value_at_quantile(0.99)];
    Ok(Measured {
        moves,
        seconds,
        server_cpu: server,
        load_cpu: (load - idle).max(0.0),
        memory: resident_bytes(arguments.pid)?,
        own: two(&counts.own),
        other: two(&counts.other),
        commits,
    })
}

async fn commits(arguments: &Arguments) -> anyhow::Result<Commits> {
    match arguments.target {
        Target::Relay => Ok(Commits::default()),
        Target::Server => Commits::read(arguments.at).await,
    }
}

/// Tells one table that a move is due, and since when.
#[derive(Default)]
struct Start {
    due: RefCell<std::collections::VecDeque<Instant>>,
    wake: Notify,
}

async fn play(mut table: Table, start: Option<Rc<Start>>, counts: Rc<RefCell<Counts>>) {
    loop {
        let scheduled = match &start {
            None => Instant::now(),
            Some(start) => start.next().await,
        };
        let stepped = table.step(|side| {
            let passed = scheduled.elapsed().as_micros() as u64;
            let mut counts = counts.borrow_mut();
            match side {
                Side::Mover => counts.own.saturating_record(passed),
                Side::Opponent => {
                    counts.other.saturating_record(passed);
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

/// Seconds of a turn of this thread in which nothing is to be done: the best of many.
async fn empty_turn() -> f64 {
    let mut best = Duration::MAX;
    for _ in 0..10_000 {
        let begin = Instant::now();
        tokio::task::yield_now().await;
        best = best.min(begin.elapsed());
    }
    best.as_secs_f64()
}

/// Keeps this thread from sleeping, and counts its turns.
async fn stay_awake(turns: Rc<Cell<u32>>) {
    loop {
        tokio::task::yield_now().await;
        turns.set(turns.get() + 1);
    }
}

/// Gives the tables their moves in turn, at the scheduled times. It spins: a
/// timer's millisecond is longer than what is measured, and the load has a core
/// of its own.
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
