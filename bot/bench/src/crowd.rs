//! Crowds: thousands of clients that reconnect at once after the server was killed, and thousands
//! of spectators at one table. They use the bots' own client.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use bot::{Client, ClientEvent, ClientOptions, OwnServer, ServerUrl};
use load::Latencies;
use load::process::cpu_seconds;
use protocol::{ClientMessage, GameRequest, Proposal, SeatChoice, ServerMessage, TableId};
use rules::Move;
use serde_json::json;
use tokio::sync::{Semaphore, mpsc};
use tokio::task::JoinSet;

/// Concurrent handshakes while a crowd gathers.
const AT_ONCE: usize = 50;

/// How long a crowd may take to gather or to return.
const WITHIN: Duration = Duration::from_secs(300);

/// Moves made at each table before the server is killed.
const MOVES: u32 = 2;

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ReturnArguments {
    /// The number of players, two per table.
    #[arg(long, default_value_t = 5_000)]
    clients: usize,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct WatchArguments {
    /// The number of spectators.
    #[arg(long, default_value_t = 2_000)]
    spectators: usize,
    /// Moves per second at the table.
    #[arg(long, default_value_t = 5.0)]
    rate: f64,
    /// The number of moves to measure.
    #[arg(long, default_value_t = 50)]
    moves: u32,
}

/// Seats a crowd, kills the server, restarts it, and prints when everybody had their seat again.
/// Fails if an acknowledged move is missing.
pub(crate) async fn reconnect_players(arguments: &ReturnArguments) -> anyhow::Result<()> {
    let tables = arguments.clients / 2;
    let mut server = own_server().await?;
    let (ready, mut seated) = mpsc::channel(tables.max(1));
    let (back, mut returned) = mpsc::channel(2 * tables.max(1));
    let places = Arc::new(Semaphore::new(AT_ONCE));
    let mut playing = JoinSet::new();
    for _ in 0..tables {
        let (url, ready, back) = (server.url(), ready.clone(), back.clone());
        let places = Arc::clone(&places);
        playing.spawn(async move {
            let place = places.acquire().await?;
            let SeatedTable { first, second, table } = seat(&url).await?;
            drop(place);
            ready.send(()).await?;
            let back = |client| returns(client, table, back.clone());
            tokio::try_join!(back(first), back(second)).map(drop)
        });
    }
    all(&mut seated, tables, &mut playing).await.context("the crowd does not gather")?;
    let killed = Instant::now();
    server.crash().await?;
    let listening = Instant::now();
    let pid = server.pid().context("it runs")?;
    let came = all(&mut returned, 2 * tables, &mut playing).await;
    let mut came: Vec<Duration> = came
        .context("not everybody comes back")?
        .into_iter()
        .map(|at| at.saturating_duration_since(listening))
        .collect();
    came.sort_unstable();
    let at = |share: f64| came[((came.len() - 1) as f64 * share) as usize].as_secs_f64();
    println!("{} players at {tables} tables, {MOVES} moves acknowledged at each", came.len());
    let down = listening.duration_since(killed).as_secs_f64();
    println!("  killed, started, listening again: {down:.2} s");
    println!(
        "  seated again after that: p50 {:.2} s, p99 {:.2} s, last {:.2} s",
        at(0.5),
        at(0.99),
        at(1.0)
    );
    println!("  CPU of the new server: {:.2} s", cpu_seconds(pid)?);
    println!("  acknowledged moves that are not there: 0");
    Ok(())
}

/// Waits until the table is sent again after a loss, reports it, and stays.
async fn returns(
    mut client: Client,
    table: TableId,
    back: mpsc::Sender<Instant>,
) -> anyhow::Result<()> {
    let mut lost = false;
    loop {
        match client.next().await? {
            ClientEvent::Lost { .. } => lost = true,
            ClientEvent::Answer {
                request: ClientMessage::Attach { .. },
                answer: ServerMessage::Table { view, .. },
            } if lost && view.state.table == table => {
                let ply = view.state.ply;
                ensure!(ply == MOVES, "{ply} moves of {MOVES} are there");
                back.send(Instant::now()).await?;
                lost = false;
            }
            ClientEvent::Answer { answer: ServerMessage::Error { error, .. }, .. } => {
                bail!(error.message)
            }
            _ => {}
        }
    }
}

/// Prints the latency of a table first without, then with many spectators.
pub(crate) async fn watch(arguments: &WatchArguments) -> anyhow::Result<()> {
    for spectators in [0, arguments.spectators] {
        watched(arguments, spectators).await?;
    }
    Ok(())
}

/// For each move, how many spectators it has reached, and when it reached the latest.
type Reached = Arc<Mutex<Vec<(usize, Instant)>>>;

async fn watched(arguments: &WatchArguments, spectators: usize) -> anyhow::Result<()> {
    let server = own_server().await?;
    let pid = server.pid().context("it runs")?;
    let SeatedTable { first, second, table } = seat(&server.url()).await?;
    let plies = MOVES + arguments.moves;
    let reached: Reached = Arc::new(Mutex::new(vec![(0, Instant::now()); plies as usize + 1]));
    let (ready, mut looking) = mpsc::channel(spectators.max(1));
    let (full, mut seen) = mpsc::channel(spectators.max(1));
    let places = Arc::new(Semaphore::new(AT_ONCE));
    let mut crowd = JoinSet::new();
    for _ in 0..spectators {
        let (url, ready, full) = (server.url(), ready.clone(), full.clone());
        let (places, reached) = (Arc::clone(&places), Arc::clone(&reached));
        crowd.spawn(async move {
            let place = places.acquire().await?;
            let mut client = connected(&url, "Spectator").await?;
            client.request(ClientMessage::Watch { table, since: 0 })?;
            answer(&mut client).await?;
            drop(place);
            ready.send(()).await?;
            spectate(client, plies, &reached).await?;
            full.send(()).await?;
            anyhow::Ok(())
        });
    }
    // The players wait only as long as their connections tolerate silence.
    let gathered = all(&mut looking, spectators, &mut crowd);
    let mut players = [first, second];
    let gathered = tokio::select! {
        gathered = gathered => gathered,
        lost = idle(&mut players) => Err(lost),
    };
    gathered.context("the crowd does not gather")?;
    let before = cpu_seconds(pid)?;
    let mut wait_for_ply = PlayersLatencies::default();
    let sent = wait_for_ply.play(&mut players, table, arguments).await?;
    all(&mut seen, spectators, &mut crowd).await.context("not everybody has seen all")?;
    let cpu = (cpu_seconds(pid)? - before) / f64::from(arguments.moves);
    println!("{spectators} spectators, {} moves at {}/s", arguments.moves, arguments.rate);
    println!("  the mover's answer: {}", two(&wait_for_ply.own));
    println!("  the opponent's state: {}", two(&wait_for_ply.other));
    if spectators > 0 {
        let mut last = Latencies::default();
        let reached = reached.lock().unwrap_or_else(PoisonError::into_inner);
        for (sent, (count, at)) in sent.iter().zip(&reached[MOVES as usize + 1..]) {
            ensure!(*count == spectators, "a move has reached {count} of {spectators}");
            last.record(at.saturating_duration_since(*sent));
        }
        println!("  the last spectator's state: {}", two(&last));
    }
    println!("  CPU of the server: {:.0} us a move", 1e6 * cpu);
    Ok(())
}

/// Counts the spectators that have seen each ply, up to the last one.
async fn spectate(mut client: Client, plies: u32, reached: &Reached) -> anyhow::Result<()> {
    loop {
        if let ClientEvent::Message(ServerMessage::State(state)) = client.next().await? {
            let mut reached = reached.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(place) = reached.get_mut(state.ply as usize) {
                *place = (place.0 + 1, Instant::now());
            }
            if state.ply >= plies {
                return Ok(());
            }
        }
    }
}

/// Reads from both players to keep their connections alive; returns only on a lost connection.
async fn idle(players: &mut [Client; 2]) -> anyhow::Error {
    let [first, second] = players;
    loop {
        let heard = tokio::select! {
            heard = first.next() => heard,
            heard = second.next() => heard,
        };
        if let Err(gone) = heard {
            return gone.into();
        }
    }
}

/// The latencies of the two players.
#[derive(Default)]
struct PlayersLatencies {
    own: Latencies,
    other: Latencies,
}

impl PlayersLatencies {
    /// Plays at the rate, at times fixed in advance; returns when each move was due.
    async fn play(
        &mut self,
        [first, second]: &mut [Client; 2],
        table: TableId,
        arguments: &WatchArguments,
    ) -> anyhow::Result<Vec<Instant>> {
        let begin = Instant::now();
        let mut sent = Vec::new();
        for n in 0..arguments.moves {
            let due = begin + Duration::from_secs_f64(f64::from(n) / arguments.rate);
            tokio::time::sleep_until(due.into()).await;
            let ply = MOVES + n;
            let (mover, other) = match ply % 2 {
                0 => (&mut *first, &mut *second),
                _ => (&mut *second, &mut *first),
            };
            mover.make_move(table, ply, first_move())?;
            let (own, other) = tokio::try_join!(
                async {
                    answer(mover).await?;
                    anyhow::Ok(due.elapsed())
                },
                async {
                    wait_for_ply(other, ply + 1).await?;
                    anyhow::Ok(due.elapsed())
                }
            )?;
            self.own.record(own);
            self.other.record(other);
            sent.push(due);
        }
        Ok(sent)
    }
}

fn two(latencies: &Latencies) -> String {
    let ms = |share| latencies.quantile(share) as f64 / 1e3;
    format!("p50 {:.2} ms, p99 {:.2} ms", ms(0.5), ms(0.99))
}

/// Starts a server that admits all clients from one address.
async fn own_server() -> anyhow::Result<OwnServer> {
    let room = ["--max-connections-per-address", "0", "--max-handshakes-per-address", "0"];
    let unhurried = ["--messages-per-second", "0"];
    let flags =
        [&["--house-bots", "off", "--max-connections", "20000"][..], &room, &unhurried].concat();
    OwnServer::start(&flags).await.context("no server")
}

struct SeatedTable {
    first: Client,
    second: Client,
    table: TableId,
}

/// Seats two players at a table with one large heap.
async fn seat(url: &ServerUrl) -> anyhow::Result<SeatedTable> {
    let mut first = connected(url, "First").await?;
    let mut second = connected(url, "Second").await?;
    let game = json!({"variant": "nim", "ending": "normal", "start": {"heaps": [1_000_000]}});
    let game: GameRequest = serde_json::from_value(game)?;
    let offer = Proposal { seat: SeatChoice::First, ..Proposal::new(game) };
    first.request(ClientMessage::Seek { offer, private: true, window: None })?;
    let ServerMessage::Seeking { seek, .. } = answer(&mut first).await? else { bail!("no seek") };
    second.request(ClientMessage::Accept { seek })?;
    answer(&mut second).await?;
    let table = loop {
        if let ClientEvent::Message(ServerMessage::Seated { view, .. }) = first.next().await? {
            break view.state.table;
        }
    };
    for ply in 0..MOVES {
        let mover = if ply % 2 == 0 { &mut first } else { &mut second };
        mover.make_move(table, ply, first_move())?;
        answer(mover).await?;
    }
    Ok(SeatedTable { first, second, table })
}

fn first_move() -> Move {
    Move::List(vec![0, 1].into())
}

async fn connected(url: &ServerUrl, name: &str) -> anyhow::Result<Client> {
    let mut options = ClientOptions::new(url.clone(), name.to_owned().try_into()?);
    options.patience = WITHIN;
    let mut client = Client::new(options);
    loop {
        if let ClientEvent::Connected { .. } = client.next().await? {
            return Ok(client);
        }
    }
}

/// Waits for the answer to the only pending request.
async fn answer(client: &mut Client) -> anyhow::Result<ServerMessage> {
    loop {
        match client.next().await? {
            ClientEvent::Answer { answer: ServerMessage::Error { error, .. }, .. } => {
                bail!(error.message)
            }
            ClientEvent::Answer { answer, .. } => return Ok(answer),
            _ => {}
        }
    }
}

/// Waits for the state at a ply.
async fn wait_for_ply(client: &mut Client, ply: u32) -> anyhow::Result<()> {
    loop {
        if let ClientEvent::Message(ServerMessage::State(state)) = client.next().await?
            && state.ply == ply
        {
            return Ok(());
        }
    }
}

/// Waits for this many messages; fails if a member of the crowd fails.
async fn all<T>(
    from: &mut mpsc::Receiver<T>,
    count: usize,
    crowd: &mut JoinSet<anyhow::Result<()>>,
) -> anyhow::Result<Vec<T>> {
    let mut got = Vec::with_capacity(count);
    let gather = async {
        while got.len() < count {
            tokio::select! {
                biased;
                one = from.recv() => got.push(one.context("nobody is left")?),
                Some(ended) = crowd.join_next() => ended??,
            }
        }
        anyhow::Ok(())
    };
    tokio::time::timeout(WITHIN, gather).await??;
    Ok(got)
}
