//! Sessions of random players over the pure lobby, table, turn and clock, in simulated time:
//! messages are lost, duplicated and delayed, some go through real frames that are cut anywhere,
//! break off or are rubbish, players leave and come back, commits take time or fail, and the server
//! crashes before, during or after one and is rebuilt from its records, or another takes over while it
//! is paused, and refuses what it commits when it wakes up. The invariants are checked
//! at every event; planted faults test that the checks find errors. The disk below the store has a
//! simulation of its own, `store/tests/faulty_disk.rs`; whole servers on such disks are played in
//! `tests/tests/e2e/whole_servers.rs`.
//!
//! A failure prints its seed; `NIM_SEED=n cargo test -p server --lib simulation` plays that session
//! alone. `cargo test -p server --lib simulation -- --ignored` plays the long form.

mod cluster;
mod counts;
mod disk;
mod player;
mod promises;
mod socket;
mod start;
mod takeover;
mod wire;

use std::collections::BTreeMap;
use std::time::Instant;

use protocol::{EndReason, Secret, TableId};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use rules::Move;
use uuid::Uuid;

use self::counts::SessionCounts;
use self::disk::Pending;
use self::player::SimulatedPlayer;
use self::start::found_in_the_lobby;
use self::takeover::Zombie;
use self::wire::WireMessage;
use crate::game::table::{DeadlineEffect, Table};
use crate::records::game::{Opening, RecordedGame};
use crate::records::secret_hash::SecretHash;

/// The number of sessions in the short form.
const SHORT: u64 = 10_000;

/// The number of sessions in the long form.
const LONG: u64 = 1_000_000;

/// The maximum number of events in a session: with more it does not end.
const MAX_EVENTS: usize = 50_000;

#[test]
fn ten_thousand_sessions_keep_every_promise() {
    match std::env::var("NIM_SEED").ok().and_then(|seed| seed.parse().ok()) {
        Some(seed) => drop(session(seed, None)),
        None => sessions(SHORT),
    }
}

#[test]
fn planted_faults_are_found() {
    for fault in Fault::ALL {
        let breaks = |seed: &u64| std::panic::catch_unwind(|| session(*seed, Some(fault))).is_err();
        let found = (0..SHORT / 10).find(breaks);
        println!("{fault:?}: found by seed {found:?}");
        assert!(found.is_some(), "{fault:?} is not found");
    }
}

/// A planted fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// A move is acknowledged before it is on disk.
    EarlyAnswer,
    /// The last commit is gone after a crash: the disk has lied.
    LostPage,
    /// Anybody who sits at a table may move for everybody.
    DoubleSeat,
    /// Only the first half of a commit is on disk, yet it counts as made.
    TornCommit,
    /// A server that was paused commits after another has taken over.
    UnfencedZombie,
    /// The one that takes over counts the time in which nobody served.
    ChargedPause,
}

impl Fault {
    const ALL: [Fault; 6] = [
        Fault::EarlyAnswer,
        Fault::LostPage,
        Fault::DoubleSeat,
        Fault::TornCommit,
        Fault::UnfencedZombie,
        Fault::ChargedPause,
    ];
}

#[test]
#[ignore = "takes some minutes"]
fn a_million_sessions_keep_every_promise() {
    sessions(LONG);
}

fn sessions(count: u64) {
    let threads = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
    let share = |first: u64| {
        let mut counts = SessionCounts::default();
        for seed in (first..count).step_by(threads as usize) {
            let played = std::panic::catch_unwind(|| session(seed, None));
            counts.add(&played.unwrap_or_else(|_| panic!("NIM_SEED={seed} breaks a promise")));
        }
        counts
    };
    let mut counts = SessionCounts::default();
    std::thread::scope(|scope| {
        let shares: Vec<_> = (0..threads).map(|first| scope.spawn(move || share(first))).collect();
        for share in shares {
            counts.add(&share.join().expect("each session keeps its promises"));
        }
    });
    println!("{count} sessions: {counts:?}");
    // An event that never happens is not tested.
    let SessionCounts { moves, crashes, lost, unheard, failed, repeated, .. } = counts;
    let SessionCounts { framed, broken, seconds, rated, ends, .. } = counts;
    assert!(moves > count && crashes > count / 10 && lost > 0 && repeated > 0, "too tame");
    assert!(framed > count && broken > count / 10, "too few frames");
    assert!(unheard > 0 && failed > count / 100, "too good a disk");
    let SessionCounts { takeovers, clocks_back, refused, .. } = counts;
    assert!(takeovers > count / 10 && clocks_back > count / 100, "too few takeovers");
    assert!(refused > count / 100, "no paused server has anything to commit");
    assert!(seconds > count / 10 && rated > count / 20, "too few pairs");
    for why in EndReason::ALL {
        // The first takes ten thousand moves, the second an admin.
        let apart = matches!(why, EndReason::TooLong | EndReason::Adjudicated);
        assert!(apart || ends.contains_key(&format!("{why:?}")), "no game was {why:?}");
    }
}

struct Session {
    chance: StdRng,
    fault: Option<Fault>,
    began: Instant,
    now: Instant,
    table: Table,
    disk: RecordedGame,
    pending: Vec<Pending>,
    commits_at: Option<Instant>,
    wire: Vec<(Instant, WireMessage)>,
    peers: Vec<SimulatedPlayer>,
    /// Whether the pie rule has swapped the players.
    swapped: bool,
    /// The acknowledged moves by ply, which must remain true.
    acknowledged: BTreeMap<u32, Move>,
    /// The second game of a pair, created in the commit that ends the first.
    second: Option<(TableId, Opening)>,
    /// A server that is paused, after another has taken over.
    zombie: Option<Zombie>,
    counts: SessionCounts,
}

/// Plays a game, and in a pair the second one after it.
fn session(seed: u64, fault: Option<Fault>) -> SessionCounts {
    let mut chance = StdRng::seed_from_u64(seed);
    let first = TableId(Uuid::from_u128(seed.into()));
    let mut next = Some((first, found_in_the_lobby(&mut chance)));
    let mut counts = SessionCounts::default();
    while let Some((id, opening)) = next {
        let mut session = Session::begin(id, opening, chance);
        session.fault = fault;
        session.play();
        counts.add(&session.counts);
        (next, chance) = (session.second, session.chance);
    }
    counts
}

impl Session {
    fn begin(id: TableId, opening: Opening, mut chance: StdRng) -> Session {
        let seats = opening.players.len();
        let hashes: Vec<SecretHash> =
            (0..seats).map(|n| SecretHash::new(&Secret::new([n as u8; 32]))).collect();
        let now = Instant::now();
        let mut table = Table::new(id, opening.clone(), hashes.clone(), now);
        table.take_news();
        let (over, facts) = (table.over().cloned(), Vec::new());
        let disk =
            RecordedGame { table: id, opening, hashes, facts, opened_at: 0, ended_at: None, over };
        let peer = |_| SimulatedPlayer {
            present: false,
            loyal: chance.random_bool(0.9),
            acts_at: now,
            seen: None,
            asked: None,
        };
        let peers = (0..seats).map(peer).collect();
        Session {
            fault: None,
            began: now,
            now,
            table,
            disk,
            pending: Vec::new(),
            commits_at: None,
            wire: Vec::new(),
            peers,
            swapped: false,
            acknowledged: BTreeMap::new(),
            second: None,
            zombie: None,
            counts: SessionCounts::default(),
            chance,
        }
    }

    fn play(&mut self) {
        for _ in 0..MAX_EVENTS {
            if self.table.is_over() && self.pending.is_empty() {
                self.wake();
                return self.end();
            }
            self.step();
        }
        panic!("the game does not end: {:?}", self.table);
    }

    /// Handles the next event, whatever it is; sometimes a crash instead.
    fn step(&mut self) {
        if self.chance.random_bool(0.01) {
            return self.crash();
        }
        if self.zombie.is_none() && self.chance.random_bool(0.01) {
            return self.take_over();
        }
        let message = self.wire.iter().enumerate().min_by_key(|(_, (at, _))| *at);
        let message = message.map(|(place, (at, _))| (*at, place));
        let peer = (0..self.peers.len()).min_by_key(|&seat| self.peers[seat].acts_at);
        let peer = peer.expect("a game has seats");
        let (acts_at, deadline) = (self.peers[peer].acts_at, self.table.next_deadline());
        let wakes_at = self.zombie.as_ref().map(|zombie| zombie.wakes_at);
        let arrives_at = message.map(|(at, _)| at);
        let first = [arrives_at, Some(acts_at), Some(deadline), self.commits_at, wakes_at];
        let at = first.into_iter().flatten().min().expect("there is a deadline");
        self.now = self.now.max(at);
        if wakes_at == Some(at) {
            self.wake();
        } else if self.commits_at == Some(at) {
            self.commit();
        } else if message.is_some_and(|(due, _)| due == at) {
            let (_, message) = self.wire.swap_remove(message.expect("it is there").1);
            self.arrives(message);
        } else if acts_at == at {
            self.acts(peer);
        } else {
            self.rings();
        }
    }

    fn rings(&mut self) {
        let due = self.table.on_deadline(self.now);
        assert_eq!(due, DeadlineEffect::Changed, "an deadline has rung for nothing");
        self.decided(None);
    }
}
