//! Whole servers on a faulty disk: the real hub, sessions, HTTP and store in one thread, honest and
//! hostile clients over real sockets, all of it chosen by a seed. The power fails while requests
//! are under way: of what was written since anybody heard anything, any sector may be on the disk.
//! The next server starts from that, and everything that was acknowledged must be there.
//!
//! A failure prints its seed; `NIM_SEED=n cargo test -p tests whole_servers` plays it alone,
//! `cargo test -p tests whole_servers -- --ignored` the long form.

use std::collections::BTreeMap;
use std::path::Path;

use protocol::PATH;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use server::{Config, Server, Storage};
use tempfile::{Builder, TempDir};
use tests::raw::{Http, Raw, get, upgrade_request};
use tests::{Client, nim, seat};
use tokio::net::TcpListener;
use tokio::runtime;

use crate::identity::{PASSWORD, come};

/// The number of lives in the short form, and in the long one.
const SHORT: u64 = 25;
const LONG: u64 = 200;

/// Lives at once: each waits for its disk and its sockets now and then.
const THREADS: u64 = 4;

/// How often the power fails in a life.
const CRASHES: usize = 3;

const PLAYERS: usize = 4;
const MAX_TABLES: usize = 3;

/// What a disk writes as a whole, in bytes.
const SECTOR: usize = 512;

const LOG: &str = "games.db-wal";
const MARK: &str = "games.mark";

/// The contents of a data folder.
type Files = BTreeMap<String, Vec<u8>>;

/// A planted fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// What nobody has heard counts as acknowledged.
    EarlyAnswer,
    /// The disk has lost what was written since the last start, and says nothing.
    LostPages,
    /// A spectator's move counts as a player's.
    DoubleSeat,
}

#[test]
fn whole_servers_on_faulty_disks_keep_what_they_acknowledge() {
    match std::env::var("NIM_SEED").ok().and_then(|seed| seed.parse().ok()) {
        Some(seed) => drop(life(seed, None)),
        None => lives(SHORT),
    }
}

#[test]
#[ignore = "takes a minute"]
fn two_hundred_whole_servers_keep_what_they_acknowledge() {
    lives(LONG);
}

#[test]
fn faults_planted_in_whole_servers_are_found() {
    for fault in [Fault::EarlyAnswer, Fault::LostPages, Fault::DoubleSeat] {
        let breaks = |seed: &u64| std::panic::catch_unwind(|| life(*seed, Some(fault))).is_err();
        assert!((0..SHORT).any(|seed| breaks(&seed)), "{fault:?} is not found");
    }
}

/// What has happened in some lives.
#[derive(Debug, Default)]
struct Counts {
    moves: usize,
    /// Moves that nobody had heard of when the power failed, by whether they were on the disk.
    there: usize,
    gone: usize,
    accounts: usize,
}

fn lives(count: u64) {
    let share = |first: u64| {
        let mut counts = Counts::default();
        for seed in (first..count).step_by(THREADS as usize) {
            let played = std::panic::catch_unwind(|| life(seed, None));
            counts.add(&played.unwrap_or_else(|_| panic!("NIM_SEED={seed} breaks a promise")));
        }
        counts
    };
    let mut all = Counts::default();
    std::thread::scope(|scope| {
        let shares: Vec<_> = (0..THREADS).map(|first| scope.spawn(move || share(first))).collect();
        for share in shares {
            all.add(&share.join().expect("each life keeps its promises"));
        }
    });
    println!("{count} servers: {all:?}");
    // What never happens is not tested.
    assert!(all.moves as u64 > 5 * count && all.there > 0 && all.gone > 0, "too tame: {all:?}");
    assert!(all.accounts > 0, "{all:?}");
}

impl Counts {
    fn add(&mut self, other: &Counts) {
        self.moves += other.moves;
        self.there += other.there;
        self.gone += other.gone;
        self.accounts += other.accounts;
    }
}

/// A game as its players have heard it.
struct Heard {
    table: Value,
    /// Who sits where.
    seats: [usize; 2],
    heaps: Vec<u64>,
    moves: Vec<Value>,
    /// A move that was sent, and whose answer nobody has heard.
    unheard: Option<Value>,
}

impl Heard {
    fn is_over(&self) -> bool {
        self.heaps.iter().all(|heap| *heap == 0)
    }

    fn mover(&self) -> usize {
        self.seats[self.moves.len() % 2]
    }

    fn any_move(&self, chance: &mut StdRng) -> Value {
        let full: Vec<usize> = (0..self.heaps.len()).filter(|&n| self.heaps[n] > 0).collect();
        let heap = full[chance.random_range(0..full.len())];
        json!([heap, chance.random_range(1..=self.heaps[heap])])
    }

    fn request(&self, cid: u32, mv: &Value) -> Value {
        let ply = self.moves.len();
        json!({"t": "move", "cid": cid, "table": self.table, "ply": ply, "move": mv})
    }

    fn made(&mut self, mv: Value) {
        let number = |n: usize| mv[n].as_u64().expect("a number");
        self.heaps[number(0) as usize] -= number(1);
        self.moves.push(mv);
    }
}

/// One life: servers that follow each other on the same data.
struct Life {
    chance: StdRng,
    fault: Option<Fault>,
    /// The players' secrets.
    tokens: Vec<Value>,
    games: Vec<Heard>,
    /// The secrets of registered accounts.
    accounts: Vec<Value>,
    counts: Counts,
}

fn life(seed: u64, fault: Option<Fault>) -> Counts {
    let mut life = Life {
        chance: StdRng::seed_from_u64(seed),
        fault,
        tokens: Vec::new(),
        games: Vec::new(),
        accounts: Vec::new(),
        counts: Counts::default(),
    };
    let mut files = Files::new();
    for crash in 0..=CRASHES {
        let folder = fast_folder();
        files.iter().for_each(|(name, bytes)| {
            std::fs::write(folder.path().join(name), bytes).expect("a folder to write to");
        });
        // In one thread, commits are made between the turns of the sessions.
        let thread = runtime::Builder::new_current_thread().enable_all().build().expect("a thread");
        let lived = thread.block_on(life.one_server(folder.path(), crash < CRASHES));
        // As if the process were gone: nothing more is answered.
        thread.shutdown_background();
        files = lived;
    }
    life.counts
}

fn fast_folder() -> TempDir {
    let memory = Path::new("/dev/shm");
    let mut named = Builder::new();
    let named = named.prefix("nim-test-");
    let made = if memory.is_dir() { named.tempdir_in(memory) } else { named.tempdir() };
    made.expect("a temporary folder")
}

impl Life {
    /// One server, from its start to the failure of its power; returns what is on the disk then.
    async fn one_server(&mut self, folder: &Path, goes_on: bool) -> Files {
        let at_start = files(folder);
        let config = Config { max_handshakes_per_address: 0, ..Config::default() };
        let opened = Server::open(config, &Storage::folder(folder), || false).await;
        let server = opened.expect("the data can be read");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let http = Http(listener.local_addr().expect("bound"));
        tokio::spawn(server.serve([listener.into()], std::future::pending()));
        let mut clients = self.everybody_comes(&http).await;
        if !goes_on {
            return Files::new();
        }
        for _ in 0..self.chance.random_range(5..25) {
            self.something_happens(&http, &mut clients).await;
        }
        let before = files(folder);
        self.ask_without_waiting(&mut clients).await;
        for _ in 0..self.chance.random_range(0..30) {
            tokio::task::yield_now().await;
        }
        let after = files(folder);
        match self.fault {
            Some(Fault::LostPages) if !at_start.is_empty() => at_start,
            _ => torn(&mut self.chance, &before, after),
        }
    }

    /// All players come back, and find what they have heard before, or one move more.
    async fn everybody_comes(&mut self, http: &Http) -> Vec<Client> {
        let url = format!("ws://{}{PATH}", http.0);
        let mut clients = Vec::new();
        for player in 0..PLAYERS {
            let (client, welcome) = come(&url, self.tokens.get(player)).await;
            clients.push(client);
            if self.tokens.len() <= player {
                self.tokens.push(welcome["token"].clone());
            }
        }
        for token in &self.accounts {
            let me = http.ask("GET", "/api/me", token.as_str(), "").await.0;
            assert_eq!(me, 200, "an account is gone");
        }
        for game in &mut self.games {
            let recorded = recorded(http, game).await;
            if let Some(unheard) = game.unheard.take() {
                let there = recorded.len() > game.moves.len();
                let early = self.fault == Some(Fault::EarlyAnswer);
                *(if there { &mut self.counts.there } else { &mut self.counts.gone }) += 1;
                if there || early {
                    game.made(unheard);
                }
            }
            assert_eq!(recorded, game.moves, "{}", game.table);
            if game.is_over() {
                continue;
            }
            for player in game.seats {
                let attach = json!({"t": "attach", "cid": 1, "table": game.table});
                let seen = clients[player].ask(attach).await;
                assert_eq!(seen["state"]["ply"], json!(game.moves.len()), "{seen}");
                assert_eq!(seen["state"]["position"]["heaps"], json!(game.heaps), "{seen}");
            }
        }
        clients
    }

    async fn something_happens(&mut self, http: &Http, clients: &mut [Client]) {
        let running: Vec<usize> =
            (0..self.games.len()).filter(|&n| !self.games[n].is_over()).collect();
        if running.len() < MAX_TABLES && (running.is_empty() || self.chance.random_bool(0.2)) {
            return self.begin(clients).await;
        }
        let game = &mut self.games[running[self.chance.random_range(0..running.len())]];
        let mv = game.any_move(&mut self.chance);
        let mover = &mut clients[game.mover()];
        match self.chance.random_range(0..20) {
            0 => {
                // Twice at once: it counts once.
                mover.say(game.request(1, &mv)).await;
                let again = mover.ask(game.request(2, &mv)).await;
                assert_eq!(again["t"], "ok", "{again}");
                self.counts.moves += 1;
                game.made(mv);
                let recorded = recorded(http, game).await;
                assert_eq!(recorded, game.moves);
            }
            1..=2 => {
                let others = (0..PLAYERS).filter(|&player| player != game.mover());
                let other = others.max_by_key(|_| self.chance.random_range(0..100));
                let request = game.request(3, &mv);
                let refused = clients[other.expect("there are others")].refused(request).await;
                assert!(
                    ["not_your_turn", "forbidden", "not_seated"].contains(&refused.as_str()),
                    "{refused}"
                );
                if self.fault == Some(Fault::DoubleSeat) {
                    game.made(mv);
                }
            }
            3 => {
                let url = format!("ws://{}{PATH}", http.0);
                let player = game.mover();
                let (client, _) = come(&url, self.tokens.get(player)).await;
                clients[player] = client;
                for game in self.games.iter().filter(|game| game.seats.contains(&player)) {
                    let attach = json!({"t": "attach", "cid": 1, "table": game.table});
                    clients[player].say(attach).await;
                }
            }
            4 => {
                let name = format!("Player {}", self.accounts.len());
                let body = json!({"name": name, "password": PASSWORD});
                let (status, said) = http.post("/api/register", None, &body).await;
                assert_eq!(status, 201, "{said}");
                self.accounts.push(said["token"].clone());
                self.counts.accounts += 1;
            }
            5 => {
                let mut hostile = Raw::connect(http.0).await;
                hostile.write(upgrade_request(&[]).as_bytes()).await;
                let rubbish: Vec<u8> =
                    (0..100).map(|_| self.chance.random_range(0..=255)).collect();
                hostile.write(&rubbish).await;
            }
            6 => assert_eq!(recorded(http, game).await, game.moves),
            _ => {
                let made = mover.ask(game.request(4, &mv)).await;
                assert_eq!(made["t"], "ok", "{made}");
                self.counts.moves += 1;
                game.made(mv);
            }
        }
    }

    /// Two players begin a game.
    async fn begin(&mut self, clients: &mut [Client]) {
        let first = self.chance.random_range(0..PLAYERS - 1);
        let second = self.chance.random_range(first + 1..PLAYERS);
        let heaps: Vec<u64> = (0..3).map(|_| self.chance.random_range(1..9)).collect();
        let (low, high) = clients.split_at_mut(second);
        let (table, _, _) = seat(&mut low[first], &mut high[0], nim(&heaps)).await;
        let (seats, moves) = ([first, second], Vec::new());
        self.games.push(Heard { table, seats, heaps, moves, unheard: None });
    }

    /// Moves at some tables, whose answers nobody will hear.
    async fn ask_without_waiting(&mut self, clients: &mut [Client]) {
        for game in self.games.iter_mut().filter(|game| !game.is_over()) {
            if self.chance.random_bool(0.7) {
                let mv = game.any_move(&mut self.chance);
                clients[game.mover()].say(game.request(5, &mv)).await;
                game.unheard = Some(mv);
            }
        }
    }
}

/// The moves of a game, as the server serves them.
async fn recorded(http: &Http, game: &Heard) -> Vec<Value> {
    let id = game.table.as_str().expect("an id");
    let (status, said) = get(http.0, &format!("/api/games/{id}")).await;
    assert_eq!(status, 200, "{said}");
    let said: Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!(said["over"].is_null(), !is_over_after(&said, game), "{said}");
    said["moves"].as_array().expect("a list").clone()
}

/// Whether the moves that are recorded take everything.
fn is_over_after(recorded: &Value, game: &Heard) -> bool {
    let taken = |moves: &[Value]| moves.iter().filter_map(|mv| mv[1].as_u64()).sum::<u64>();
    let all = game.heaps.iter().sum::<u64>() + taken(&game.moves);
    taken(recorded["moves"].as_array().expect("a list")) == all
}

/// What is on the disk when the power fails between two states: of the sectors of the log that
/// differ, any. The mark is written once a commit is on the disk.
fn torn(chance: &mut StdRng, before: &Files, after: Files) -> Files {
    let same_but_log = before
        .iter()
        .all(|(name, old)| name == LOG || name == MARK || after.get(name) == Some(old));
    if !same_but_log {
        // The log was being copied into the file, which `faulty_disk` tears.
        return after;
    }
    let arrives = [0.0, 0.5, 0.9, 1.0, 1.0][chance.random_range(0..5)];
    let mut crashed = before.clone();
    let (new, old) = (&after[LOG], crashed.entry(LOG.to_owned()).or_default());
    for (place, sector) in new.chunks(SECTOR).enumerate() {
        let at = place * SECTOR..place * SECTOR + sector.len();
        if old.get(at.clone()) != Some(sector) && chance.random_bool(arrives) {
            old.resize(old.len().max(at.end), 0);
            old[at].copy_from_slice(sector);
        }
    }
    crashed
}

fn files(folder: &Path) -> Files {
    let names = std::fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file"));
    let kept = names.filter(|file| !file.file_name().to_string_lossy().ends_with("-shm"));
    let read = |file: std::fs::DirEntry| {
        let name = file.file_name().to_string_lossy().into_owned();
        (name, std::fs::read(file.path()).expect("readable"))
    };
    kept.map(read).collect()
}
