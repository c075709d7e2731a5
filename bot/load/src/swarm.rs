//! The plan of a load, and its server.

use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use bot::{OwnServer, ServerUrl};
use protocol::{Secret, TimeControl};
use rules::Setup;
use solver::Level;

use crate::scenario::Scenarios;
use crate::schedule::Think;
use crate::stages::Stages;
use crate::threshold::Threshold;

/// The plan of a load.
#[derive(Clone, Debug)]
pub struct Swarm {
    /// How many clients, divided by `scenarios`.
    pub players: usize,
    /// The clients' activities.
    pub scenarios: Scenarios,
    /// Moves per second over all tables, by stage; `None` for as many as possible (saturation), for
    /// `duration`.
    pub stages: Option<Stages>,
    /// The distribution of thinking times.
    pub think: Think,
    /// The time over which the clients connect.
    pub ramp: Duration,
    /// How long to measure at saturation; with `stages`, their total length applies.
    pub duration: Duration,
    /// The setups, of which one is drawn at random for each game.
    pub games: Vec<Setup>,
    /// The players' levels of play, assigned in turn.
    pub levels: Vec<Level>,
    /// Whether players play rated pairs or unrated single games.
    pub rated: bool,
    /// The admin token of a remote server: rated games require accounts, which are created there.
    pub admin: Option<Secret>,
    /// Whether the server matches players (quick play, with starts of its choice), or two players
    /// always play each other.
    pub quick: bool,
    /// The clock of every game.
    pub clock: Option<TimeControl>,
    /// The number of loopback addresses to spread the connections over; 1 leaves the choice to the
    /// system.
    pub addresses: u8,
    /// Conditions that end the load as soon as one does not hold.
    pub stop_unless: Vec<Threshold>,
    /// Faults injected into players and server.
    pub faults: Vec<Fault>,
    /// The seed of all random choices.
    pub seed: u64,
}

/// A hundred players at a hundred moves a second, for ten seconds.
impl Default for Swarm {
    fn default() -> Swarm {
        Swarm {
            players: 100,
            scenarios: Scenarios::default(),
            stages: Some(Stages::constant(100.0, 10)),
            think: Think::Exponential,
            ramp: Duration::from_secs(1),
            duration: Duration::from_secs(10),
            games: vec!["nim 3,4,5".parse().expect("a game")],
            levels: vec![Level::Perfect, Level::Random],
            rated: false,
            admin: None,
            quick: false,
            clock: Some(TimeControl::Fischer { base_ms: 180_000, increment_ms: 2_000 }),
            addresses: 1,
            stop_unless: Vec::new(),
            faults: Vec::new(),
            seed: 1,
        }
    }
}

/// A fault that is injected on purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Every player is cut off at the same moment, every ten seconds.
    Storm,
    /// One move in a hundred is followed by a cut, so that its answer is lost.
    Answers,
    /// Connections that subscribe to everything and never read.
    Slow,
    /// Connections that send `hello`, or half a handshake, and fall silent.
    Silent,
    /// Connections that try seats with wrong tokens.
    Tokens,
    /// The server is killed and restarted every fifteen seconds. Only for the load's own server.
    Kill,
}

impl Fault {
    /// Every fault.
    pub const ALL: [Fault; 6] =
        [Fault::Storm, Fault::Answers, Fault::Slow, Fault::Silent, Fault::Tokens, Fault::Kill];
}

/// The server that is loaded.
#[derive(Debug)]
pub enum Target {
    /// A remote server, with its process id if its CPU and memory use can be read.
    Remote(ServerUrl, Option<u32>),
    /// A server started for this load.
    Own(OwnServer),
}

impl Target {
    pub(crate) fn url(&self) -> ServerUrl {
        match self {
            Target::Remote(url, _) => url.clone(),
            Target::Own(server) => server.url(),
        }
    }

    pub(crate) fn admin(&self) -> Option<Secret> {
        match self {
            Target::Remote(..) => None,
            Target::Own(server) => Some(server.admin()),
        }
    }

    pub(crate) fn pid(&self) -> Option<u32> {
        match self {
            Target::Remote(_, pid) => *pid,
            Target::Own(server) => server.pid(),
        }
    }
}

impl Swarm {
    /// The length of the measurement, in seconds.
    pub fn seconds(&self) -> u64 {
        match &self.stages {
            Some(stages) => stages.seconds(),
            None => self.duration.as_secs().max(1),
        }
    }

    /// The address that a client connects from.
    pub(crate) fn from(&self, client: usize) -> Option<IpAddr> {
        let addresses = usize::from(self.addresses.max(1));
        let host = u8::try_from(client % addresses).ok()?.checked_add(1)?;
        (addresses > 1).then_some(IpAddr::V4(Ipv4Addr::new(127, 0, 1, host)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_are_spread_over_so_many_addresses() {
        let from = |addresses, client| Swarm { addresses, ..Swarm::default() }.from(client);
        assert_eq!([0, 1].map(|addresses| from(addresses, 7)), [None, None]);
        let hosts = [0, 1, 2, 3].map(|client| from(3, client).expect("one").to_string());
        assert_eq!(hosts, ["127.0.1.1", "127.0.1.2", "127.0.1.3", "127.0.1.1"]);
    }

    #[test]
    fn a_remote_target_is_where_it_was_said_to_be() {
        let url: ServerUrl = "ws://127.0.0.1:7/ws".parse().expect("an address");
        for pid in [None, Some(77)] {
            let target = Target::Remote(url.clone(), pid);
            assert_eq!(target.url().to_string(), url.to_string());
            assert_eq!((target.pid(), target.admin()), (pid, None));
        }
    }

    #[test]
    fn the_stages_or_the_duration_say_how_long_it_takes() {
        let swarm = Swarm { duration: Duration::from_secs(7), ..Swarm::default() };
        assert_eq!(swarm.seconds(), 10);
        assert_eq!(Swarm { stages: None, ..swarm.clone() }.seconds(), 7);
        assert_eq!(Swarm { stages: None, duration: Duration::ZERO, ..swarm }.seconds(), 1);
    }
}
