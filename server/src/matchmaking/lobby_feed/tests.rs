use proptest::collection::vec;
use proptest::prelude::*;
use protocol::{
    Kind, LobbyGap, LobbyList, Name, PlayerId, Proposal, Rating, SeekId, ServerMessage, TableId,
    WindowView,
};
use rules::{Ending, Heaps, Setup, Variant};
use uuid::Uuid;

use super::*;
use crate::matchmaking::lobby::{Lobby, Offer};

fn player(n: u128) -> Player {
    let name = Name::try_from(format!("player {n}")).expect("plain");
    let kind = if n.is_multiple_of(3) { Kind::Bot } else { Kind::Person };
    Player {
        id: PlayerId(Uuid::from_u128(n)),
        name,
        kind,
        house: n.is_multiple_of(9),
        version: None,
    }
}

fn offer(by: u128) -> Offer {
    let variant = Variant::parse("nim", serde_json::Value::Null).expect("nim");
    let start = Heaps::from(vec![3, 4, 5]).into();
    let said = Proposal::new(Setup::new(variant, Ending::Normal, start).expect("legal"));
    Offer { by: player(by), said, drawn: None, start: None, rating: None, reach: None }
}

fn line(table: u128, players: [u128; 2]) -> TableLine {
    TableLine {
        table: TableId(Uuid::from_u128(table)),
        variant: "nim".to_owned(),
        players: players.map(player).into(),
        rated: false,
        ratings: Vec::new(),
    }
}

/// A lobby whose players, seeks and tables are numbers.
struct BusyLobby {
    lobby: Lobby,
    next: u128,
    seeks: Vec<u128>,
    tables: Vec<u128>,
}

impl BusyLobby {
    /// Creates a lobby with this many players, seeks and tables: the first `seeks` players each
    /// have an open seek.
    fn with(players: u128, seeks: u128, tables: u128) -> BusyLobby {
        let lobby = Lobby::new(9);
        let mut busy = BusyLobby { lobby, next: 1, seeks: Vec::new(), tables: Vec::new() };
        (0..players).for_each(|n| busy.lobby.enter(player(n)));
        (0..seeks).for_each(|n| busy.seek(n));
        (0..tables).for_each(|n| busy.begin([2 * n, 2 * n + 1]));
        busy
    }

    fn number(&mut self) -> u128 {
        self.next += 1;
        // Like ids that are created one after another.
        self.next << 64 | self.next.wrapping_mul(0x9E37_79B9_7F4A_7C15) & u128::from(u64::MAX)
    }

    fn seek(&mut self, by: u128) {
        let id = self.number();
        if self.lobby.seek(SeekId(Uuid::from_u128(id)), offer(by), false).is_ok() {
            self.seeks.push(id);
        }
    }

    fn take(&mut self, nth: usize) {
        if self.seeks.is_empty() {
            return;
        }
        let id = self.seeks.remove(nth % self.seeks.len());
        // Its owner may have left, and the seek with them.
        let _ = self.lobby.accept(&player(999_999), SeekId(Uuid::from_u128(id)), 0);
    }

    fn begin(&mut self, players: [u128; 2]) {
        let id = self.number();
        self.lobby.begin(line(id, players));
        self.tables.push(id);
    }

    fn end(&mut self, nth: usize) {
        if !self.tables.is_empty() {
            let id = self.tables.remove(nth % self.tables.len());
            self.lobby.end(TableId(Uuid::from_u128(id)));
        }
    }

    fn swap_seats(&mut self, nth: usize, players: [u128; 2]) {
        if !self.tables.is_empty() {
            self.lobby.reseat(line(self.tables[nth % self.tables.len()], players));
        }
    }

    fn edit(&mut self, what: u8, n: u128, now: Instant) {
        match what {
            0 => self.lobby.enter(player(n)),
            1 => drop(self.lobby.leave(PlayerId(Uuid::from_u128(n)), now)),
            2 | 3 => self.seek(n),
            4 => self.take(n as usize),
            5 | 6 => self.begin([n, n + 1]),
            7 => self.end(n as usize),
            _ => self.swap_seats(n as usize, [n + 1, n]),
        }
    }
}

/// A follower, who knows only what they are sent.
struct Looker {
    lists: LobbyLists,
    view: LobbyView,
}

/// A lobby, its feed, and its followers.
struct World {
    busy: BusyLobby,
    feeds: LobbyFeeds,
    lookers: Vec<Looker>,
    now: Instant,
}

impl World {
    fn new(busy: BusyLobby) -> World {
        World { busy, feeds: LobbyFeeds::default(), lookers: Vec::new(), now: Instant::now() }
    }

    fn follow(&mut self, lists: LobbyLists) {
        let view = self.feeds.snapshot(lists, || self.busy.lobby.view(self.now), self.now);
        self.lookers.push(Looker { lists, view });
    }

    /// Lets time pass, and sends everybody the changes, except the follower who is `deaf` now.
    fn send_changes(&mut self, after: Duration, deaf: Option<usize>) -> Batch {
        self.now += after;
        let looked_at = self.lookers.iter().map(|looker| looker.lists).collect();
        let lobby = || self.busy.lobby.view(self.now);
        let batch = self.feeds.changes(&looked_at, lobby, self.now);
        for (n, looker) in self.lookers.iter_mut().enumerate() {
            let deltas = batch.deltas.iter().filter(|(lists, _)| *lists == looker.lists);
            for (_, delta) in deltas.filter(|_| deaf != Some(n)) {
                if looker.view.apply(delta.clone()) == Err(LobbyGap) {
                    let view = || unreachable!("somebody looks at it already");
                    looker.view = self.feeds.snapshot(looker.lists, view, self.now);
                }
            }
        }
        batch
    }

    /// Asserts that every follower who has missed nothing sees what all are shown.
    fn expect_in_step(&self, deaf: Option<usize>) {
        for (n, looker) in self.lookers.iter().enumerate().filter(|(n, _)| deaf != Some(*n)) {
            let shown = &self.feeds.feeds[&looker.lists].shown;
            let view = LobbyView { version: shown.version, ..looker.view.clone() };
            assert_eq!(&view, shown, "looker {n} at {:?}", looker.lists);
        }
    }

    /// Asserts that everybody sees the current lobby, once nothing more happens in it.
    fn expect_caught_up(&mut self) {
        // A deaf follower notices what they have missed at the next change.
        self.busy.begin([500, 501]);
        self.busy.seek(0);
        self.busy.lobby.enter(player(502));
        let mut batches = 0;
        while self.send_changes(EVERY, None).more {
            batches += 1;
            assert!(batches < 200, "it never catches up");
        }
        for looker in &self.lookers {
            let lobby = self.busy.lobby.view(self.now).only(looker.lists);
            assert_eq!(LobbyView { version: 0, ..looker.view.clone() }, lobby);
        }
    }
}

#[derive(Clone, Debug)]
enum Step {
    Edit(u8, u128),
    Tell(u64),
    Look(LobbyLists),
    Leave(usize),
    Deaf(usize),
}

fn step() -> impl Strategy<Value = Step> {
    let lists = (1..8_u8).prop_map(|bits| LobbyLists::from_bits(bits).expect("some"));
    prop_oneof![
        30 => (0..9_u8, 0..200_u128).prop_map(|(what, n)| Step::Edit(what, n)),
        8 => (0..600_u64).prop_map(Step::Tell),
        2 => lists.prop_map(Step::Look),
        1 => (0..9_usize).prop_map(Step::Leave),
        1 => (0..9_usize).prop_map(Step::Deaf),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// However fast it goes, a follower with a snapshot and all deltas after it has what everybody
    /// is shown; a follower who has missed a delta finds out; and soon they see the current lobby.
    #[test]
    fn a_snapshot_and_its_deltas_are_the_lobby(steps in vec(step(), 1..250)) {
        let mut world = World::new(BusyLobby::with(110, 95, 98));
        for step in steps {
            match step {
                Step::Edit(what, n) => world.busy.edit(what, n, world.now),
                Step::Look(lists) => world.follow(lists),
                Step::Leave(n) if n < world.lookers.len() => drop(world.lookers.remove(n)),
                Step::Tell(ms) => drop(world.send_changes(Duration::from_millis(ms), None)),
                Step::Deaf(n) => {
                    world.send_changes(EVERY, Some(n));
                    world.expect_in_step(Some(n));
                    // Until then they may be behind without noticing.
                    if n < world.lookers.len() {
                        world.lookers.swap(0, n);
                        world.lookers.remove(0);
                    }
                }
                Step::Leave(_) => {}
            }
            world.send_changes(Duration::ZERO, None);
            world.expect_in_step(None);
        }
        world.expect_caught_up();
    }
}

#[test]
fn a_client_that_missed_a_change_notices_at_the_next_one() {
    let mut world = World::new(BusyLobby::with(20, 5, 5));
    world.follow(LobbyLists::ALL);
    world.follow(LobbyLists::ALL);
    world.busy.seek(7);
    world.send_changes(EVERY, Some(1));
    assert_ne!(world.lookers[0].view, world.lookers[1].view);
    world.busy.end(0);
    world.send_changes(EVERY, None);
    assert_eq!(world.lookers[0].view, world.lookers[1].view);
    world.expect_caught_up();
}

/// A follower who asks for other lists may still receive changes that were in flight for the first
/// ones.
#[test]
fn changes_of_other_lists_are_passed_over_after_a_new_snapshot() {
    let mut world = World::new(BusyLobby::with(20, 5, 5));
    world.follow(LobbyLists::single(LobbyList::Seeks));
    world.follow(LobbyLists::single(LobbyList::Tables));
    world.busy.seek(7);
    let on_the_way = world.send_changes(EVERY, None);
    let Some((_, late)) = on_the_way.deltas.first() else { panic!("a seek is new") };
    world.follow(LobbyLists::single(LobbyList::Tables));
    let mut view = world.lookers[2].view.clone();
    assert_eq!((view.apply(late.clone()), &view), (Ok(()), &world.lookers[2].view));
    world.expect_caught_up();
}

#[test]
fn a_quiet_lobby_sends_each_change_at_once_and_nothing_without_one() {
    let mut world = World::new(BusyLobby::with(20, 5, 5));
    world.follow(LobbyLists::ALL);
    assert!(world.send_changes(EVERY, None).deltas.is_empty());
    world.busy.seek(7);
    let batch = world.send_changes(EVERY, None);
    assert!(batch.deltas.len() == 1 && !batch.more, "{batch:?}");
    assert!(world.send_changes(EVERY, None).deltas.is_empty(), "windows and time are no change");
}

/// A minute in which every second 100 games end and begin, and 20 seeks are taken and made.
/// Compares the bytes sent to a follower with sending the whole lobby five times a second.
#[test]
fn a_busy_lobby_costs_a_looker_less_than_five_kilobytes_a_second() {
    const SECONDS: u64 = 60;
    let mut world = World::new(BusyLobby::with(300, 100, 120));
    world.follow(LobbyLists::ALL);
    let whole = bytes(&ServerMessage::Lobby(world.lookers[0].view.clone()));
    let (mut sent_bytes, mut batches) = (0, 0);
    for n in 0..u128::from(SECONDS) * 5 {
        for k in 0..20 {
            world.busy.end((n * 7 + k * 13) as usize);
            world.busy.begin([(n + k) % 300, (n + k + 1) % 300]);
        }
        for k in 0..4 {
            world.busy.take((n * 5 + k) as usize);
            world.busy.seek((n * 4 + k) % 300);
        }
        for (_, delta) in world.send_changes(EVERY, None).deltas {
            sent_bytes += bytes(&ServerMessage::LobbyDelta(delta));
            batches += 1;
        }
    }
    println!(
        "whole: {whole} bytes, {} a second before; now {} a second in {} batches",
        5 * whole,
        sent_bytes / SECONDS,
        batches as f64 / SECONDS as f64
    );
    assert!(sent_bytes / SECONDS <= 5_000, "{} bytes a second", sent_bytes / SECONDS);
    assert!(sent_bytes / SECONDS >= 3_000, "{}: it has said too little", sent_bytes / SECONDS);
    assert!(batches <= 3 * SECONDS, "{batches} batches");
    world.expect_caught_up();
}

/// The size on the wire, with the header of the frame.
fn bytes(message: &ServerMessage) -> u64 {
    serde_json::to_vec(message).expect("JSON").len() as u64 + 4
}

/// The lobby's lists tell of the window by themselves: it widens with time.
#[test]
fn a_seek_is_sent_again_when_anything_but_its_window_is_another() {
    let mut lobby = Lobby::new(9);
    lobby.enter(player(1));
    lobby.seek(SeekId(Uuid::from_u128(1)), offer(1), false).expect("there is room");
    let seek = lobby.view(Instant::now()).seeks.remove(0);
    let mut rated = seek.offer.clone();
    rated.rated = true;
    let rating = Rating { rating: 1_600, deviation: 50, provisional: false };
    let window = Some(WindowView { min: 1_400, max: 1_600, widens: 5 });
    for (other, is_same) in [
        (SeekView { window, ..seek.clone() }, true),
        (SeekView { missing: seek.missing + 1, ..seek.clone() }, false),
        (SeekView { by: player(2), ..seek.clone() }, false),
        (SeekView { offer: rated, ..seek.clone() }, false),
        (SeekView { rating: Some(rating), ..seek.clone() }, false),
    ] {
        assert_eq!(seek.same_line(&other), is_same, "{other:?}");
    }
}
