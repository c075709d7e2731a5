//! Load for a server: players by the thousand in one process, each with the
//! real client, and a referee who replays every game they played.
//!
//! Moves are due at times that are fixed beforehand, and latency counts from
//! then: a server that stalls is not spared the moves that would have come
//! meanwhile.

mod account;
mod archive;
mod desk;
mod faults;
mod glicko;
mod ladder;
mod meter;
mod outcome;
mod pace;
mod page;
mod player;
mod playing;
pub mod process;
mod search;
mod usage;

use std::io;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use protocol::TimeControl;
use rules::Setup;
use solver::Level;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until, timeout};

pub use archive::Ratings;
pub use outcome::{Latency, Outcome, Second, Tail};
pub use pace::Think;

use bot::{OwnServer, ServerUrl};
use desk::{Desk, Phase};
use player::Player;
use usage::Usage;

/// How long games that are under way at the end may take, and how long players
/// may take to come back from what was done to them.
const GRACE: Duration = Duration::from_secs(60);

/// After the last player has come, before figures count.
const WARM_UP: Duration = Duration::from_secs(1);

/// What a swarm does.
#[derive(Clone, Debug)]
pub struct Swarm {
    /// How many play; an even number.
    pub players: usize,
    /// Moves a second in all; `None` for as many as go (saturation).
    pub rate: Option<f64>,
    /// How thinking times are spread.
    pub think: Think,
    /// Over which time the players come.
    pub ramp: Duration,
    /// How long to measure, after that.
    pub duration: Duration,
    /// What is played: one of these, drawn for each game.
    pub games: Vec<Setup>,
    /// How players play: one of these each.
    pub levels: Vec<Level>,
    /// Whether they play pairs that count for the ladder, or single games that
    /// do not.
    pub rated: bool,
    /// Whether the server brings players together (quick play, from starts of its
    /// choice), or two play each other all the time.
    pub quick: bool,
    /// The clock of every game.
    pub clock: Option<TimeControl>,
    /// Loopback addresses to spread the connections over; 1 leaves it to the
    /// system.
    pub addresses: u8,
    /// What is done to the players and to the server.
    pub faults: Vec<Fault>,
    /// Equal seeds draw alike.
    pub seed: u64,
}

/// A mishap that is made on purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Everybody is cut off in the same moment, every ten seconds.
    Storm,
    /// One move in a hundred is followed by a cut, so that its answer is lost.
    Answers,
    /// Connections that listen to everything and never read.
    Slow,
    /// Connections that say hello, or half of it, and fall silent.
    Silent,
    /// Connections that try seats with wrong tokens.
    Tokens,
    /// The server is killed and started again, every fifteen seconds. For a
    /// server of one's own only.
    Kill,
}

impl Fault {
    /// Every fault.
    pub const ALL: [Fault; 6] =
        [Fault::Storm, Fault::Answers, Fault::Slow, Fault::Silent, Fault::Tokens, Fault::Kill];
}

/// Where the swarm plays.
#[derive(Debug)]
pub enum Ground {
    /// Somebody's server, and its process id if its use may be read.
    Server(ServerUrl, Option<u32>),
    /// One of our own.
    Own(OwnServer),
}

impl Ground {
    fn url(&self) -> ServerUrl {
        match self {
            Ground::Server(url, _) => url.clone(),
            Ground::Own(server) => server.url(),
        }
    }

    fn pid(&self) -> Option<u32> {
        match self {
            Ground::Server(_, pid) => *pid,
            Ground::Own(server) => server.pid(),
        }
    }
}

impl Swarm {
    /// Plays, and says how it went; `told` hears of each second.
    ///
    /// # Errors
    /// When an own server cannot be started again after it was killed.
    pub async fn run(&self, ground: &mut Ground, told: impl FnMut(&Second)) -> io::Result<Outcome> {
        let begin = Instant::now();
        let desk = Arc::new(Desk::new(self.clone(), ground.url(), begin));
        let mut players = JoinSet::new();
        for pair in 0..self.players / 2 {
            let begin = begin + self.ramp.mul_f64(pair as f64 / (self.players as f64 / 2.0));
            for player in Player::pair(&desk, pair) {
                players.spawn(async move {
                    sleep_until(begin).await;
                    player.play().await;
                });
            }
        }
        let gremlins = faults::gremlins(&desk);
        let measured = self.measure(&desk, ground, told).await?;
        desk.enter(Phase::Finish);
        drop(gremlins);
        let finished = async { while players.join_next().await.is_some() {} };
        if timeout(GRACE, finished).await.is_err() {
            desk.finding(format!("{} players did not come to an end", players.len()));
        }
        archive::look_up(&desk).await;
        let ratings = match self.rated {
            true => Some(archive::follow_ratings(&desk).await),
            false => None,
        };
        Ok(Outcome::new(self, &desk, ratings, measured))
    }

    /// Waits until all are there, and then looks at each second.
    async fn measure(
        &self,
        desk: &Arc<Desk>,
        ground: &mut Ground,
        mut told: impl FnMut(&Second),
    ) -> io::Result<Vec<Second>> {
        sleep(self.ramp + WARM_UP).await;
        desk.meter.reset();
        let mut usage = Usage::new(ground.pid());
        let begin = Instant::now();
        let seconds = self.duration.as_secs().max(1);
        let mut measured = Vec::new();
        for second in 1..=seconds {
            sleep_until(begin + Duration::from_secs(second)).await;
            let second = desk.meter.second(second, usage.step());
            told(&second);
            measured.push(second);
            let second = measured.len() as u64;
            if self.faults.contains(&Fault::Storm) && second % 10 == 5 {
                desk.storm();
            }
            if self.faults.contains(&Fault::Kill)
                && second % 15 == 14
                && second < seconds
                && let Ground::Own(server) = ground
            {
                server.crash().await?;
                usage = Usage::new(ground.pid());
                desk.meter.killed();
            }
        }
        Ok(measured)
    }

    /// The address that a player connects from.
    fn from(&self, player: usize) -> Option<IpAddr> {
        let addresses = usize::from(self.addresses.max(1));
        let host = u8::try_from(player % addresses).ok()?.checked_add(1)?;
        (addresses > 1).then_some(IpAddr::V4(Ipv4Addr::new(127, 0, 1, host)))
    }
}

/// What is behind a lock is whole after every statement, so a panic elsewhere
/// does not spoil it.
fn open<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
