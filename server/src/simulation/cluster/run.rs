//! One run: servers and clients, step by step, while things go wrong; then the calm after it.

use std::net::IpAddr;

use protocol::{Kind, Name, Player, PlayerId, Secret};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use uuid::Uuid;

use super::ClusterFault;
use super::client::{ClientMoment, ClusterClient, Meeting, PATIENCE};
use super::front::SimulatedFront;
use super::leader::SimulatedLeader;
use super::net::SimulatedNet;
use super::node::SimulatedNode;
use super::referee::ClusterReferee;
use crate::config::Durability;
use crate::records::account::Account;
use crate::records::secret_hash::SecretHash;
use crate::records::sessions::StoredSession;
use crate::store::folder::DiskFiles;
use crate::store::{Entry, Leader};
use crate::system::simulated::Simulated;

/// A step, in milliseconds.
const STEP: u64 = 10;

/// For how long things go wrong, how long it takes at most until everybody has noticed, and how long
/// the calm after it may last.
const STORM: u64 = 25_000;
const AFTERMATH: u64 = 12_000;
const CALM: u64 = 150_000;

/// How long servers take at most to notice that clients have gone without a word.
const FAREWELL: u64 = 45_000;

const FRONTS: usize = 2;
const CLIENTS: usize = 6;

/// So many of the clients are registered.
const REGISTERED: usize = 3;

/// What has happened in some runs.
#[derive(Debug, Default)]
pub(super) struct ClusterCounts {
    pub(super) moves: u64,
    pub(super) ends: u64,
    pub(super) rated: u64,
    pub(super) takeovers: u64,
    pub(super) reconnects: u64,
    pub(super) given_up: u64,
    /// A number for everything that was heard, and when.
    pub(super) trace: u64,
}

impl ClusterCounts {
    pub(super) fn add(&mut self, other: &ClusterCounts) {
        self.moves += other.moves;
        self.ends += other.ends;
        self.rated += other.rated;
        self.takeovers += other.takeovers;
        self.reconnects += other.reconnects;
        self.given_up += other.given_up;
        self.trace ^= other.trace;
    }
}

/// A front, or when it comes back.
pub(super) enum FrontPlace {
    Up(Box<SimulatedFront>),
    Down { until: u64 },
}

/// What is to lead next, and when.
pub(super) struct Succession {
    pub(super) at: u64,
    pub(super) disk: DiskFiles,
}

pub(super) struct ClusterRun {
    pub(super) machine: Simulated,
    pub(super) chance: StdRng,
    pub(super) fault: Option<ClusterFault>,
    pub(super) net: SimulatedNet,
    pub(super) now: u64,
    pub(super) leader: Option<SimulatedLeader>,
    /// Leaders that were paused, and replaced meanwhile.
    pub(super) replaced: Vec<SimulatedLeader>,
    pub(super) succession: Option<Succession>,
    /// When a leader whose disk has failed is replaced.
    pub(super) broken_until: Option<u64>,
    /// What an earlier leader had on its disk, for a disk that lies.
    pub(super) lost_disk: DiskFiles,
    leaders: u8,
    pub(super) fronts: Vec<FrontPlace>,
    /// What fronts are about to learn.
    pub(super) news: Vec<(u64, usize, Option<Leader>)>,
    pub(super) clients: Vec<ClusterClient>,
    meeting: Meeting,
    referee: ClusterReferee,
    pub(super) next_incident: u64,
    pub(super) counts: ClusterCounts,
}

impl ClusterRun {
    /// Plays the run of this seed.
    pub(super) fn play(seed: u64, fault: Option<ClusterFault>) -> ClusterCounts {
        let mut run = ClusterRun::begin(seed, fault);
        while run.now < STORM {
            run.maybe_incident();
            run.step(STEP, true);
        }
        run.heal();
        run.calm_down();
        run.ensure_agreement();
        run.everybody_leaves();
        run.finish()
    }

    fn begin(seed: u64, fault: Option<ClusterFault>) -> ClusterRun {
        let machine = Simulated::begin(seed);
        let mut chance = StdRng::seed_from_u64(seed);
        let net = SimulatedNet::new(chance.random());
        let secrets = (0..CLIENTS).map(|n| (n < REGISTERED).then(|| secret_of(n)));
        let clients = secrets.enumerate();
        let clients = clients.map(|(n, secret)| ClusterClient::new(n, chance.random(), secret));
        let clients = clients.collect();
        let mut run = ClusterRun {
            machine,
            chance,
            fault,
            net,
            now: 0,
            leader: None,
            replaced: Vec::new(),
            succession: None,
            broken_until: None,
            lost_disk: DiskFiles::new(),
            leaders: 0,
            fronts: Vec::new(),
            news: Vec::new(),
            clients,
            meeting: Meeting::default(),
            referee: ClusterReferee::default(),
            next_incident: 3_000,
            counts: ClusterCounts::default(),
        };
        run.lead(&DiskFiles::new());
        run.register();
        let known = run.leader.as_ref().map(|leader| leader.known.clone());
        for number in 0..FRONTS {
            let front = run.new_front(number, known.clone());
            run.fronts.push(FrontPlace::Up(Box::new(front)));
        }
        run
    }

    fn register(&mut self) {
        let leader = self.leader.as_ref().expect("it has just begun");
        for number in 0..REGISTERED {
            let secret = secret_of(number);
            self.referee.gives(secret.reveal(), number);
            let name = Name::try_from(format!("player {number}")).expect("plain");
            let id = PlayerId(Uuid::from_u128(number as u128 + 1));
            let player = Player { id, name, kind: Kind::Person, house: false, version: None };
            let account = Account::new(player);
            let agent = String::new();
            let session = StoredSession { hash: SecretHash::new(&secret), since: 0, agent };
            let granted = Entry::Granted { player: id, session: &session };
            leader.store(&[Entry::Registered(&account), granted]);
        }
        // It has read them only at its start.
        let disk = leader.disk();
        self.net.listen(leader.known.address, false);
        self.leader = None;
        self.lost_disk = disk.clone();
        self.lead(&disk);
    }

    /// A server begins to lead, with what is on the disk.
    pub(super) fn lead(&mut self, disk: &DiskFiles) {
        self.leaders += 1;
        let durability = match self.fault {
            Some(ClusterFault::EarlyAnswer) => Durability::Relaxed,
            _ => Durability::Full,
        };
        let node = SimulatedNode::new(self.chance.random_range(-5_000_000..5_000_000));
        node.set_wall(&self.machine, self.now);
        let settings = (durability, self.chance.random());
        let leader = SimulatedLeader::start(self.leaders, disk, node, settings);
        self.referee.compare(&leader);
        self.net.listen(leader.known.address, true);
        self.leader = Some(leader);
    }

    pub(super) fn new_front(&mut self, number: usize, leader: Option<Leader>) -> SimulatedFront {
        let node = SimulatedNode::new(self.chance.random_range(-5_000_000..5_000_000));
        SimulatedFront::start(number, node, &self.net, leader)
    }

    /// Lets everything go on for so many milliseconds.
    fn step(&mut self, ms: u64, begins: bool) {
        self.now += ms;
        self.net.deliver(self.now);
        self.change_places();
        self.step_clients(begins);
        for leader in self.leader.iter_mut().chain(&mut self.replaced) {
            let dialed = self.net.dialed(leader.known.address);
            dialed.into_iter().for_each(|end| leader.accept(end));
            leader.node.run(&self.machine, self.now, ms);
        }
        for place in &mut self.fronts {
            if let FrontPlace::Up(front) = place {
                front.node.run(&self.machine, self.now, ms);
            }
        }
    }

    fn step_clients(&mut self, begins: bool) {
        self.each_client(begins, ClusterClient::step);
        for number in 0..self.clients.len() {
            let client = &self.clients[number];
            if !client.is_connected() && self.now >= client.acts_at {
                self.connect(number);
            }
        }
    }

    fn each_client(
        &mut self,
        begins: bool,
        act: impl Fn(&mut ClusterClient, &mut ClientMoment<'_>),
    ) {
        let ClusterRun { now, referee, meeting, clients, .. } = self;
        let mut moment = ClientMoment { now: *now, referee, meeting, begins };
        clients.iter_mut().for_each(|client| act(client, &mut moment));
    }

    /// A client comes to any front; if it is down, later to another.
    fn connect(&mut self, number: usize) {
        let at = self.chance.random_range(0..self.fronts.len());
        self.clients[number].acts_at = self.now + self.chance.random_range(100..800);
        let FrontPlace::Up(front) = &self.fronts[at] else { return };
        if !front.is_linked() {
            return;
        }
        let [near, far] = self.net.reach(at, number);
        front.serve(far, IpAddr::from([192, 0, 2, number as u8]), None);
        let ClusterRun { now, referee, meeting, clients, .. } = self;
        let mut moment = ClientMoment { now: *now, referee, meeting, begins: true };
        clients[number].connect(near, &mut moment);
    }

    /// All games are played to their end. Once the storm has passed no answer is missing any more,
    /// even where a link is cut of which both ends are told.
    fn calm_down(&mut self) {
        let calm = self.now;
        while self.now < calm + AFTERMATH {
            self.step(2 * STEP, false);
        }
        self.net.each(|used| used.is_link_of(0), |pipe| pipe.cut([false, false]));
        self.each_client(false, ClusterClient::flood);
        let given_up = self.given_up();
        while self.now < calm + AFTERMATH + 2 * PATIENCE / 3 || !self.is_settled() {
            assert!(self.now < calm + CALM, "the games do not end: {}", self.wants());
            self.step(2 * STEP, false);
            assert_eq!(self.given_up(), given_up, "an answer is missing: {}", self.wants());
        }
    }

    fn given_up(&self) -> u64 {
        self.clients.iter().map(|client| client.given_up).sum()
    }

    /// Whether all games are over, and everybody has heard everything.
    fn is_settled(&self) -> bool {
        self.clients.iter().all(|client| client.is_idle() && client.is_answered())
    }

    fn wants(&self) -> String {
        self.clients.iter().map(|client| client.wants() + "\n").collect()
    }

    /// Leader and fronts agree on what has been read, and on who is there.
    fn ensure_agreement(&mut self) {
        // What is under way arrives; nobody says anything.
        self.clients.iter_mut().for_each(|client| client.acts_at = u64::MAX);
        let until = self.now + 1_000;
        while self.now < until {
            self.step(STEP, false);
        }
        let mut linked = 0;
        for place in &self.fronts {
            let FrontPlace::Up(front) = place else { continue };
            assert_eq!(front.spent_windows(), [0; 0], "a window is not whole");
            linked += front.linked_clients();
        }
        let leader = self.leader.as_ref().expect("somebody leads");
        assert_eq!(leader.sessions(), linked, "a session without a client, or the other way round");
    }

    /// All clients go, some of them without a word; then nothing of them is left anywhere.
    fn everybody_leaves(&mut self) {
        for (number, client) in self.clients.iter_mut().enumerate() {
            let without_a_word = self.chance.random_bool(0.3);
            if without_a_word {
                self.net.each(|used| used.is_client(number), |pipe| pipe.cut([true, true]));
            }
            client.leave(!without_a_word);
            client.acts_at = u64::MAX;
        }
        let until = self.now + FAREWELL;
        while self.now < until {
            self.step(10 * STEP, false);
        }
        for place in &self.fronts {
            let FrontPlace::Up(front) = place else { continue };
            assert_eq!(front.leftovers(), [""; 0], "something is left at a front");
        }
        let leader = self.leader.as_ref().expect("somebody leads");
        assert_eq!(leader.leftovers(), [""; 0], "something is left at the leader");
    }

    fn finish(self) -> ClusterCounts {
        let leader = self.leader.as_ref().expect("somebody leads");
        self.referee.compare(leader);
        ClusterCounts {
            moves: self.referee.moves(),
            ends: self.referee.ends(),
            rated: self.referee.rated(),
            reconnects: self.clients.iter().map(|client| client.reconnects).sum(),
            given_up: self.given_up(),
            trace: self.referee.trace(),
            ..self.counts
        }
    }
}

fn secret_of(client: usize) -> Secret {
    Secret::new([client as u8 + 100; 32])
}
