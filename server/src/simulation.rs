//! Sessions of random players over the pure lobby, table, turn and clock, in simulated time:
//! messages are lost, duplicated and delayed, players leave and come back, commits take time or
//! fail, and the server crashes before, during or after one and is rebuilt from its records. The
//! invariants are checked at every event; planted faults test that the checks find errors.
//!
//! A failure prints its seed; `NIM_SEED=n cargo test -p server --lib simulation` plays that session
//! alone. `cargo test -p server --lib simulation -- --ignored` plays the long form.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use protocol::limits::{FINISHED_TABLE_LIFETIME, INVITATION_LIFETIME, MAX_GAMES, RECONNECT_GRACE};
use protocol::{
    EndReason, ExcludedAction, Kind, Name, Over, Player, PlayerId, Proposal, SeatChoice, Secret,
    SeekId, TableId, TableLine, TableState, TimeControl, Version,
};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use rules::{Ending, Move, Seat, Setup, Variant};
use uuid::Uuid;

use crate::game::table::{Command, DeadlineEffect, Table, TableChange};
use crate::matchmaking::lobby::{Lobby, Offer};
use crate::records::game::{Fact, Opening, RecordedGame, Terms};
use crate::records::secret_hash::SecretHash;

/// The number of sessions in the short form.
const SHORT: u64 = 10_000;

/// The number of sessions in the long form.
const LONG: u64 = 200_000;

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
    for fault in [Fault::EarlyAnswer, Fault::LostPage, Fault::DoubleSeat, Fault::TornCommit] {
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
}

#[test]
#[ignore = "takes some minutes"]
fn two_hundred_thousand_sessions_keep_every_promise() {
    sessions(LONG);
}

fn sessions(count: u64) {
    let mut told = Told::default();
    for seed in 0..count {
        let played = std::panic::catch_unwind(|| session(seed, None));
        let played = played.unwrap_or_else(|_| panic!("NIM_SEED={seed} breaks a promise"));
        told.add(&played);
    }
    println!("{count} sessions: {told:?}");
    // An event that never happens is not tested.
    let Told { moves, crashes, lost, unheard, failed, repeated, seconds, rated, ends } = told;
    assert!(moves > count && crashes > count / 10 && lost > 0 && repeated > 0, "too tame");
    assert!(unheard > 0 && failed > count / 100, "too good a disk");
    assert!(seconds > count / 10 && rated > count / 20, "too few pairs");
    for why in EndReason::ALL {
        // The first takes ten thousand moves, the second an admin.
        let apart = matches!(why, EndReason::TooLong | EndReason::Adjudicated);
        assert!(apart || ends.contains_key(&format!("{why:?}")), "no game was {why:?}");
    }
}

/// Counts of what has happened.
#[derive(Debug, Default)]
struct Told {
    moves: u64,
    crashes: u64,
    /// Facts lost in a crash, of which nobody had been told.
    lost: u64,
    /// Facts that were on disk when a crash kept everybody from being told.
    unheard: u64,
    /// Commits that have failed.
    failed: u64,
    repeated: u64,
    /// Second games of pairs.
    seconds: u64,
    /// Results that count for the ladder.
    rated: u64,
    ends: BTreeMap<String, u64>,
}

impl Told {
    fn add(&mut self, other: &Told) {
        self.moves += other.moves;
        self.crashes += other.crashes;
        self.lost += other.lost;
        self.unheard += other.unheard;
        self.failed += other.failed;
        self.repeated += other.repeated;
        self.seconds += other.seconds;
        self.rated += other.rated;
        for (why, count) in &other.ends {
            *self.ends.entry(why.clone()).or_default() += count;
        }
    }
}

/// A message in transit.
#[derive(Clone, Debug)]
enum Letter {
    ToServer { seat: Seat, command: Command },
    ToPlayer { seat: Seat, state: Box<TableState> },
}

/// An event that has been decided but is not on disk yet.
#[derive(Debug)]
struct Pending {
    fact: Option<(Fact, Option<Over>)>,
    /// A move that is acknowledged with it.
    answers: Option<(u32, Move)>,
    messages: Vec<Letter>,
}

#[derive(Debug)]
struct Peer {
    present: bool,
    /// Whether they come back; some never do.
    loyal: bool,
    acts_at: Instant,
    seen: Option<TableState>,
    /// A move that was sent and is not known to have arrived: it is sent again unchanged.
    asked: Option<(u32, Move)>,
}

struct Session {
    chance: StdRng,
    fault: Option<Fault>,
    now: Instant,
    table: Table,
    disk: RecordedGame,
    pending: Vec<Pending>,
    commits_at: Option<Instant>,
    wire: Vec<(Instant, Letter)>,
    peers: Vec<Peer>,
    /// Whether the pie rule has swapped the players.
    swapped: bool,
    /// The acknowledged moves by ply, which must remain true.
    acknowledged: BTreeMap<u32, Move>,
    /// The second game of a pair, created in the commit that ends the first.
    second: Option<(TableId, Opening)>,
    told: Told,
}

/// Plays a game, and in a pair the second one after it.
fn session(seed: u64, fault: Option<Fault>) -> Told {
    let mut chance = StdRng::seed_from_u64(seed);
    let first = TableId(Uuid::from_u128(seed.into()));
    let mut next = Some((first, found_in_the_lobby(&mut chance)));
    let mut told = Told::default();
    while let Some((id, opening)) = next {
        let mut session = Session::begin(id, opening, chance);
        session.fault = fault;
        session.play();
        told.add(&session.told);
        (next, chance) = (session.second, session.chance);
    }
    told
}

/// Players come, make and accept offers, and leave; two of them get a game.
fn found_in_the_lobby(chance: &mut StdRng) -> Opening {
    let mut lobby = Lobby::new(MAX_GAMES);
    let players: Vec<Player> = (1..=9).map(player).collect();
    players.iter().for_each(|player| lobby.enter(player.clone()));
    let game = a_game(chance);
    let seats = usize::from(game.variant().rules().seats());
    let clock = a_clock(chance);
    let by = players[0].clone();
    let seat = SeatChoice::Random;
    let pair = seats == 2 && !rules::Game::new(game.clone()).is_over() && chance.random_bool(0.4);
    let rated = pair && chance.random_bool(0.7);
    let delay = if rated && chance.random_bool(0.3) { chance.random_range(1..6) } else { 0 };
    let all = [
        ExcludedAction::Abort,
        ExcludedAction::Claim,
        ExcludedAction::Rematch,
        ExcludedAction::Takeback,
    ];
    let without = all.into_iter().filter(|_| chance.random_bool(0.1)).collect();
    let said = Proposal { seat, clock, rated, pair, delay, without, ..Proposal::new(game) };
    let offer = Offer { by, said, drawn: None, start: None, rating: None, reach: None };
    for (n, other) in (2..5).zip(&players[2..]) {
        let other = Offer { by: other.clone(), ..offer.clone() };
        lobby.seek(SeekId(Uuid::from_u128(n)), other, n == 3).expect("within the limit");
    }
    let seek = SeekId(Uuid::from_u128(1));
    lobby.seek(seek, offer, chance.random_bool(0.5)).expect("within the limit");
    let mut found = None;
    for taker in &players[1..seats] {
        found = lobby.accept(taker, seek, chance.random()).expect("open");
        // A seek can be accepted only once.
        lobby.accept(taker, seek, 0).expect_err("taken");
    }
    let found = found.expect("all seats are taken");
    let table = TableId(Uuid::from_u128(7));
    let pair = Some((protocol::PairId(Uuid::nil()), table));
    let opening = found.opening(pair);
    lobby.begin(TableLine {
        table,
        variant: "nim".to_owned(),
        players: opening.players.clone(),
        ..a_line()
    });
    lobby.end(table);
    let now = Instant::now();
    players.iter().for_each(|player| drop(lobby.leave(player.id, now)));
    lobby.forget_the_lost(now + INVITATION_LIFETIME, INVITATION_LIFETIME);
    assert_eq!(lobby.counts(), [0; 4], "something is left in the lobby");
    let casual = opening.terms.pair.is_none() && !opening.terms.rated;
    let pie = casual && opening.players.len() == 2 && chance.random_bool(0.3);
    Opening { terms: Terms { pie, ..opening.terms }, ..opening }
}

fn player(n: u128) -> Player {
    let name = Name::try_from(format!("player {n}")).expect("plain");
    let version = Version::try_from("1".to_owned()).ok();
    Player { id: PlayerId(Uuid::from_u128(n)), name, kind: Kind::Bot, house: false, version }
}

fn a_line() -> TableLine {
    serde_json::from_str(&format!(r#"{{"table":"{}","variant":"nim","players":[]}}"#, Uuid::nil()))
        .expect("a line")
}

/// Returns a random variant without parameters, with a random start.
fn a_game(chance: &mut StdRng) -> Setup {
    loop {
        let name = Variant::NAMES[chance.random_range(0..Variant::NAMES.len())];
        let Ok(variant) = Variant::parse(name, serde_json::Value::Null) else { continue };
        let size = chance.random_range(1..12);
        let start = variant.rules().deal(size, &mut |n| chance.random_range(0..n));
        let endings = variant.rules().endings();
        let ending = endings[chance.random_range(0..endings.len())];
        if let Ok(setup) = Setup::new(variant, ending, start) {
            return setup;
        }
    }
}

fn a_clock(chance: &mut StdRng) -> Option<TimeControl> {
    let base_ms = chance.random_range(1_000..120_000);
    let step = chance.random_range(0..5_000);
    match chance.random_range(0..6) {
        0 => None,
        1 => Some(TimeControl::Fischer { base_ms, increment_ms: step }),
        2 => Some(TimeControl::Bronstein { base_ms, delay_ms: step }),
        3 => Some(TimeControl::Delay { base_ms, delay_ms: step }),
        4 => Some(TimeControl::Move { ms: base_ms }),
        _ => Some(TimeControl::Days { days: 1 }),
    }
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
        let peer = |_| Peer {
            present: false,
            loyal: chance.random_bool(0.9),
            acts_at: now,
            seen: None,
            asked: None,
        };
        let peers = (0..seats).map(peer).collect();
        Session {
            fault: None,
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
            told: Told::default(),
            chance,
        }
    }

    fn play(&mut self) {
        for _ in 0..MAX_EVENTS {
            if self.table.is_over() && self.pending.is_empty() {
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
        let letter = self.wire.iter().enumerate().min_by_key(|(_, (at, _))| *at);
        let letter = letter.map(|(place, (at, _))| (*at, place));
        let peer = (0..self.peers.len()).min_by_key(|&seat| self.peers[seat].acts_at);
        let peer = peer.expect("a game has seats");
        let (acts_at, deadline) = (self.peers[peer].acts_at, self.table.next_deadline());
        let first = [letter.map(|(at, _)| at), Some(acts_at), Some(deadline), self.commits_at];
        let at = first.into_iter().flatten().min().expect("there is a deadline");
        self.now = self.now.max(at);
        if self.commits_at == Some(at) {
            self.commit();
        } else if letter.is_some_and(|(due, _)| due == at) {
            let (_, letter) = self.wire.swap_remove(letter.expect("it is there").1);
            self.arrives(letter);
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

    fn arrives(&mut self, letter: Letter) {
        match letter {
            Letter::ToPlayer { seat, state } => {
                let peer = &mut self.peers[usize::from(seat.0)];
                if peer.asked.as_ref().is_some_and(|(ply, _)| state.ply > *ply) {
                    peer.asked = None;
                }
                peer.seen = peer.present.then_some(*state).or(peer.seen.take());
            }
            Letter::ToServer { seat: from, command } => {
                let before = self.table.game().clone();
                let to_move = self.table.state(self.now).to_move;
                let seat = match to_move {
                    Some(seat) if self.fault == Some(Fault::DoubleSeat) => seat,
                    _ => from,
                };
                let was_over = self.table.is_over();
                let swaps = command == Command::Choose { begin: true };
                let mv = match &command {
                    Command::Move { ply, mv } => Some((*ply, mv.clone())),
                    _ => None,
                };
                match self.table.handle(self.now, seat, command) {
                    Ok(change) => {
                        let repeated = change == TableChange::Repeated;
                        assert!(!repeated || *self.table.game() == before, "a move counts twice");
                        assert!(!was_over || mv.is_none() || repeated, "a move after the end");
                        let in_turn = mv.is_none() || repeated || to_move == Some(from);
                        assert!(in_turn, "somebody has moved for another");
                        self.told.repeated += u64::from(repeated);
                        if swaps && !repeated {
                            self.swap();
                        }
                        self.told.moves += u64::from(mv.is_some() && !repeated);
                        self.decided(mv);
                    }
                    Err(_) => assert_eq!(*self.table.game(), before, "a refusal changes nothing"),
                }
            }
        }
    }

    /// Swaps the players, because they have swapped seats or the swap was lost in a crash. Messages
    /// in transit keep their sender or recipient.
    fn swap(&mut self) {
        self.swapped = !self.swapped;
        self.peers.reverse();
        let pending = self.pending.iter_mut().flat_map(|pending| &mut pending.messages);
        for letter in pending.chain(self.wire.iter_mut().map(|(_, letter)| letter)) {
            let (Letter::ToServer { seat, .. } | Letter::ToPlayer { seat, .. }) = letter;
            *seat = Seat(1 - seat.0);
        }
    }

    /// Queues what has happened at the table: it waits for the disk, together with the messages
    /// about it.
    fn decided(&mut self, answers: Option<(u32, Move)>) {
        let fact = self.table.take_news().map(|fact| (fact, self.table.over().cloned()));
        let state = self.table.state(self.now);
        let messages = (0..self.peers.len() as u8).map(Seat);
        let messages =
            messages.map(|seat| Letter::ToPlayer { seat, state: Box::new(state.clone()) });
        let early = answers.clone().filter(|_| self.fault == Some(Fault::EarlyAnswer));
        self.acknowledged.extend(early);
        self.pending.push(Pending { fact, answers, messages: messages.collect() });
        // Occasionally the disk is very slow.
        let most = if self.chance.random_bool(0.01) { 10_000_000 } else { 20_000 };
        let soon = self.now + Duration::from_micros(self.chance.random_range(100..most));
        self.commits_at.get_or_insert(soon);
    }

    /// Commits what waits. A failed commit is the last one: nobody is told of it, whether or not it
    /// is on disk.
    fn commit(&mut self) {
        self.commits_at = None;
        if self.chance.random_bool(0.002) {
            self.told.failed += 1;
            return self.crash();
        }
        let mut pending = std::mem::take(&mut self.pending);
        if self.fault == Some(Fault::TornCommit) {
            let half = pending.len().div_ceil(2);
            pending.iter_mut().skip(half).for_each(|torn| torn.fact = None);
        }
        for Pending { fact, answers, messages } in pending {
            self.write(fact);
            self.acknowledged.extend(answers);
            messages.into_iter().for_each(|letter| self.send(letter));
        }
        self.keeps_its_promises();
    }

    /// Writes a fact to the disk.
    fn write(&mut self, fact: Option<(Fact, Option<Over>)>) {
        let Some((fact, over)) = fact else { return };
        assert_eq!(self.disk.over, None, "a fact after the end");
        if over.is_some() {
            self.second = self.table.second_game();
        }
        if let Fact::TakenBack { ply } = fact {
            assert!(!self.table.is_rated(), "a move of a rated game is taken back");
            self.acknowledged.retain(|&known, _| known < ply);
        }
        self.disk.facts.push(fact);
        self.disk.over = over;
    }

    /// Asserts that each acknowledged move is on disk, once, at its place, and that the disk agrees
    /// with memory.
    fn keeps_its_promises(&self) {
        let mut moves: Vec<Move> = Vec::new();
        for fact in &self.disk.facts {
            match fact {
                Fact::Moved { mv, .. } => moves.push(mv.clone()),
                Fact::TakenBack { ply } => {
                    assert!(
                        !self.table.without().contains(&ExcludedAction::Takeback),
                        "not agreed"
                    );
                    moves.truncate(*ply as usize);
                }
                Fact::Chose { .. } | Fact::Ended(_) => {}
            }
        }
        let (ply, delay) = (self.table.game().ply(), u32::from(self.table.delay()));
        let seen = if self.table.is_over() { ply } else { ply.saturating_sub(delay) };
        assert_eq!(self.table.shown().ply(), seen, "spectators see another ply");
        for (&ply, mv) in &self.acknowledged {
            assert_eq!(moves.get(ply as usize), Some(mv), "an acknowledged move is not there");
        }
        if self.pending.is_empty() {
            assert_eq!(moves, self.table.game().moves());
            assert_eq!(self.disk.over.as_ref(), self.table.over());
        }
    }

    /// Crashes the server: memory and messages in transit are lost; what was being committed is on
    /// disk completely or not at all. The server is back after some time, and no clock has run.
    fn crash(&mut self) {
        self.told.crashes += 1;
        let clean = self.pending.is_empty();
        let before = self.table.state(self.now);
        let pending = std::mem::take(&mut self.pending);
        let facts: Vec<_> = pending.into_iter().filter_map(|one| one.fact).collect();
        if self.chance.random_bool(0.3) {
            self.told.unheard += facts.len() as u64;
            facts.into_iter().for_each(|fact| self.write(Some(fact)));
        } else {
            self.told.lost += facts.len() as u64;
        }
        if self.fault == Some(Fault::LostPage) {
            self.disk.facts.pop();
            self.disk.over = None;
        }
        self.commits_at = None;
        self.wire.clear();
        self.now += Duration::from_millis(self.chance.random_range(1..3_600_000));
        self.table = Table::restore(self.disk.clone(), self.now).expect("it was a game");
        if self.swapped != (self.table.chooser() == Some(Seat(0))) {
            self.swap();
        }
        self.keeps_its_promises();
        let (after, now) = (self.table.state(self.now), self.now);
        if let (true, Some(before), Some(after)) = (clean, &before.clock, &after.clock) {
            let paid = before.left_ms.iter().zip(&after.left_ms).any(|(b, a)| a < b);
            assert!(!paid, "somebody has paid for the server's absence: {before:?} {after:?}");
            assert!(!after.running, "a clock runs before anybody is back");
        }
        for peer in &mut self.peers {
            peer.present = false;
            let within = RECONNECT_GRACE.as_millis() as u64 * 2;
            peer.acts_at = now + Duration::from_millis(self.chance.random_range(0..within));
        }
    }

    /// Sends a message, which may be lost, duplicated or delayed.
    fn send(&mut self, letter: Letter) {
        if self.chance.random_bool(0.1) {
            return;
        }
        for _ in 0..1 + usize::from(self.chance.random_bool(0.1)) {
            let late = Duration::from_micros(self.chance.random_range(100..2_000_000));
            self.wire.push((self.now + late, letter.clone()));
        }
    }

    /// Lets a player act, leave or come back.
    fn acts(&mut self, seat: usize) {
        let thinks = self.chance.random_range(50..20_000);
        self.peers[seat].acts_at = self.now + Duration::from_millis(thinks);
        let (now, place) = (self.now, Seat(seat as u8));
        if !self.peers[seat].present {
            if !self.peers[seat].loyal {
                self.peers[seat].acts_at = now + Duration::from_secs(3_600);
                return;
            }
            self.peers[seat].present = true;
            self.table.set_present(now, place, true);
            // A player who comes back sees the current table, once it is on disk.
            return self.decided(None);
        }
        if self.chance.random_bool(0.03) {
            self.peers[seat].present = false;
            self.table.set_present(now, place, false);
            if self.chance.random_bool(0.1) {
                self.peers[seat].loyal = false;
            }
            return self.decided(None);
        }
        if let Some(command) = self.wants(seat) {
            self.send(Letter::ToServer { seat: place, command });
        }
    }

    fn wants(&mut self, seat: usize) -> Option<Command> {
        let peer = &self.peers[seat];
        if let Some((ply, mv)) = peer.asked.clone() {
            return Some(Command::Move { ply, mv });
        }
        let seen = peer.seen.clone()?;
        let ply = self.chance.random_range(0..=seen.ply);
        match self.chance.random_range(0..100) {
            0 => return Some(Command::Resign),
            1 => return Some(Command::Abort),
            2..7 => return Some(Command::Claim),
            7..10 => {
                let want = self.chance.random_bool(0.7);
                let ply = seen.takeback.map_or(ply, |asked| asked.ply);
                return Some(Command::Takeback { ply, want });
            }
            // A move out of turn, at any ply.
            10 => return Some(Command::Move { ply, mv: Move::List(vec![0, 1].into()) }),
            _ => {}
        }
        if seen.choosing == Some(Seat(seat as u8)) {
            return Some(Command::Choose { begin: self.chance.random_bool(0.5) });
        }
        if seen.to_move != Some(Seat(seat as u8)) {
            return None;
        }
        let rules = self.table.game().setup().variant().rules();
        let chance = &mut self.chance;
        let position = rules.admit(seen.position.clone()).expect("a position that was told");
        let mv = rules.draw(&position, &mut |n| chance.random_range(0..n))?;
        self.peers[seat].asked = Some((seen.ply, mv.clone()));
        Some(Command::Move { ply: seen.ply, mv })
    }

    /// Asserts that the result follows from the rules, that a record of it gives the same game, and
    /// that the table disappears in time.
    fn end(&mut self) {
        self.keeps_its_promises();
        let game = self.table.game();
        let over = self.table.over().expect("it is over").clone();
        let stuck = game.setup().variant().rules().moves(game.position()).next().is_none();
        assert_eq!(over.reason == EndReason::Played, stuck, "{over:?}");
        if stuck && game.seats() == 2 {
            // In normal play the last mover wins; in misère play the other does.
            let last = (game.ply() + 1) % 2;
            let misere = game.setup().ending() == Ending::Misere;
            assert_eq!(over.winners, [Seat((last ^ u32::from(misere)) as u8)]);
        }
        *self.told.ends.entry(format!("{:?}", over.reason)).or_default() += 1;
        let again = Table::restore(self.disk.clone(), self.now).expect("a game");
        assert_eq!(again.game(), self.table.game());
        self.counts_once(&over, &again);
        let last = self.table.next_deadline();
        assert!(last <= self.now + FINISHED_TABLE_LIFETIME, "it stays too long");
        assert_eq!(self.table.on_deadline(last), DeadlineEffect::Remove);
    }

    /// Asserts that a pair continues exactly when its first game has a winner, with the seats
    /// swapped; that it counts for the ladder exactly when both games have one; and that a
    /// restarted server agrees.
    fn counts_once(&mut self, over: &Over, again: &Table) {
        let pair = self.disk.opening.terms.pair.clone();
        let won = !over.winners.is_empty();
        let is_first = pair.as_ref().is_some_and(|pair| pair.first.is_none());
        assert_eq!(self.second.is_some(), is_first && won);
        assert_eq!(again.second_game(), self.second, "a restart makes another second game");
        if let (Some((id, opening)), Some(pair)) = (&self.second, &pair) {
            let [one, two] = &self.disk.opening.players[..] else { panic!("a pair is for two") };
            assert_eq!(opening.players, [two.clone(), one.clone()]);
            assert_eq!((*id, &opening.game), (pair.other, &self.disk.opening.game));
            self.told.seconds += 1;
        }
        let rated = self.table.rated_result();
        assert_eq!(again.rated_result(), rated, "a restart rates it otherwise");
        let counts = self.table.is_rated() && won && !is_first;
        assert_eq!(rated.map(|rated| rated.games.len()), counts.then_some(2));
        self.told.rated += u64::from(counts);
    }
}
