//! Runs a tournament: creates it on a server, lets the entrants play, and writes down the results.
//! The server decides everything; this side runs the players.

mod clock;
mod entrant;
mod errors;
mod head_to_head;
mod losses;
mod outcome;
mod page;
mod replay;
mod series;

use std::time::Duration;

use bot::http::{HttpRequest, request};
use bot::{
    Bot, Client, ClientOptions, Driver, DriverOptions, Effort, GameSource, MoveKey, OnStop,
    ProgramSpec, Programs, ServerUrl, SolverBot, Tally,
};
use protocol::{
    DeclaredProgram, Nonce, Plan, Secret, Stage, TournamentId, TournamentView, Version,
};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use rules::{Seat, Setup};
use serde::{Deserialize, Serialize};
use tokio::task::JoinSet;
use tokio::time::sleep;

pub use clock::read_clock;
pub use entrant::{BadEntrant, Entrant};
pub use errors::EntrantError;
pub use outcome::TournamentOutcome;
pub use replay::ReplayFiles;
pub use series::series_index;

/// The interval at which the server is asked for the state.
const STATE_POLL_INTERVAL: Duration = Duration::from_millis(250);

/// How long an entrant of ours may take to enter.
const ENTER_TIMEOUT: Duration = Duration::from_secs(30);

/// How long a remote entrant may take to enter.
const ARRIVAL_TIMEOUT: Duration = Duration::from_secs(30 * 60);

/// Everything needed to continue a tournament after this process has ended. The secrets prove who
/// organizes and who plays, so only the owner may read the file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TournamentRun {
    /// The tournament.
    pub tournament: TournamentId,
    /// Proves that we organize it.
    pub organizer: Secret,
    /// The entrants in the order of entering, with their secrets.
    pub entrants: Vec<(Entrant, Secret)>,
    /// The seed of the players' own choices.
    pub seed: u64,
    /// The most games of each entrant at the same time.
    pub each: u32,
    /// The server's commitment, before anybody entered.
    pub commitment: String,
    /// Each entrant's contribution to the draw, in the order of entering.
    pub nonces: Vec<Nonce>,
    /// The secret of the key that each signs their moves with, in the same order.
    pub keys: Vec<Secret>,
    /// What each declares of its program, in the same order.
    pub programs: Vec<DeclaredProgram>,
}

/// Why a tournament cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum Failed {
    /// The network failed.
    #[error("the tournament's server failed")]
    Network(#[from] std::io::Error),
    /// The server refused a request.
    #[error("the server refuses: {0}")]
    Refused(String),
    /// An entrant has given up or cannot enter.
    #[error("{0} cannot play: {1}")]
    Entrant(String, String),
    /// The tournament was called off.
    #[error("the tournament was called off")]
    Cancelled,
}

impl TournamentRun {
    /// Creates the tournament on a server. What is given of each entrant's program is declared
    /// there; levels of play declare this library's version. Random choices follow from `seed`. If
    /// it was `chosen`, so do the draw and the starts; otherwise these depend on the server's
    /// contribution and everybody's nonce.
    ///
    /// # Errors
    /// When the server does not answer or refuses the plan.
    pub async fn create(
        server: &ServerUrl,
        plan: &Plan,
        entrants: Vec<(Entrant, Option<DeclaredProgram>)>,
        seed: u64,
        chosen: bool,
    ) -> Result<TournamentRun, Failed> {
        #[derive(Deserialize)]
        struct CreatedTournament {
            tournament: TournamentId,
            organizer: Secret,
            commitment: String,
        }
        let chosen = chosen.then(|| Secret::new(StdRng::seed_from_u64(seed).random()));
        let body = serde_json::json!({"plan": plan, "seed": chosen}).to_string();
        let bearer = format!("Bearer {}", account(server).await?.reveal());
        let headers = [("Authorization", bearer.as_str())];
        let path = "/api/tournaments";
        let request =
            HttpRequest { method: "POST", path, headers: &headers, body: &body, from: None };
        let answer = request.send(server).await?;
        let founded: CreatedTournament = match answer.status {
            201 => serde_json::from_str(&answer.body).map_err(std::io::Error::from)?,
            _ => return Err(Failed::Refused(answer.body)),
        };
        let programs = (0..).zip(&entrants).map(|(index, (_, said))| {
            said.clone().unwrap_or_else(|| level_declared(seed.wrapping_add(index)))
        });
        let programs = programs.collect();
        let entrants = entrants.into_iter().map(|(entrant, _)| entrant);
        // A secret makes a player: any secret will do.
        let proven = |entrant| (entrant, Secret::new(rand::rng().random()));
        let entrants: Vec<_> = entrants.map(proven).collect();
        let nonces = entrants.iter().map(|_| Nonce::new(rand::rng().random())).collect();
        let keys = entrants.iter().map(|_| Secret::new(rand::rng().random())).collect();
        let CreatedTournament { tournament, organizer, commitment } = founded;
        let each = plan.each;
        Ok(TournamentRun {
            tournament,
            organizer,
            entrants,
            seed,
            each,
            commitment,
            nonces,
            keys,
            programs,
        })
    }

    /// Lets all entrants enter, one after the other, and play to the end. `see` gets each state,
    /// and `note` each error as it occurs. Entrants that have already entered continue.
    ///
    /// # Errors
    /// When the server or an entrant fails.
    pub async fn play(
        &self,
        server: &ServerUrl,
        limits: &ProgramSpec,
        mut see: impl FnMut(&TournamentView),
        note: impl Fn(EntrantError) + Clone + Send + 'static,
    ) -> Result<TournamentView, Failed> {
        let mut playing = JoinSet::new();
        for index in 0..self.entrants.len() {
            let name = self.entrants[index].0.name.clone();
            if self.entrants[index].0.is_remote() {
                self.await_entry(server, index as u32 + 1, ARRIVAL_TIMEOUT).await?;
                continue;
            }
            let mut driver = self.driver(index, server, limits);
            let note = note.clone();
            let entrant = index + 1;
            driver.on_game_error(move |error| note(EntrantError { entrant, error }));
            playing.spawn(async move {
                let played = driver.run(std::future::pending()).await;
                (name, played.map(|()| driver.tally().clone()))
            });
            self.await_entry(server, index as u32 + 1, ENTER_TIMEOUT).await?;
        }
        loop {
            tokio::select! {
                // A player that ends early has given up.
                Some(ended) = playing.join_next() => {
                    let (name, why) = ended.map_err(|why| Failed::Refused(why.to_string()))?;
                    let why: Result<Tally, _> = why;
                    let why = why.err().map_or("it stopped early".to_owned(), |why| why.to_string());
                    return Err(Failed::Entrant(name, why));
                }
                () = sleep(STATE_POLL_INTERVAL) => {}
            }
            // A server that is restarting is asked again.
            let Ok(view) = self.view(server).await else { continue };
            see(&view);
            match view.stage {
                Stage::Finished => return Ok(view),
                Stage::Cancelled => return Err(Failed::Cancelled),
                Stage::Open | Stage::Running => {}
            }
        }
    }

    /// Downloads the signed file of a finished tournament.
    ///
    /// # Errors
    /// When the server does not return it.
    pub async fn export(&self, server: &ServerUrl) -> Result<String, Failed> {
        let path = format!("/api/tournaments/{}/export", self.tournament);
        match request(server, "GET", &path, "").await? {
            (200, file) => Ok(file),
            (_, why) => Err(Failed::Refused(why)),
        }
    }

    async fn view(&self, server: &ServerUrl) -> Result<TournamentView, Failed> {
        let path = format!("/api/tournaments/{}", self.tournament);
        match request(server, "GET", &path, "").await? {
            (200, view) => Ok(serde_json::from_str(&view).map_err(std::io::Error::from)?),
            (_, why) => Err(Failed::Refused(why)),
        }
    }

    /// Waits until an entrant has entered: the order of entering affects the draw, so each waits
    /// for the one before.
    async fn await_entry(
        &self,
        server: &ServerUrl,
        number: u32,
        within: Duration,
    ) -> Result<(), Failed> {
        let late = tokio::time::Instant::now() + within;
        loop {
            if self.view(server).await?.entrants.len() as u32 >= number {
                return Ok(());
            }
            if tokio::time::Instant::now() >= late {
                let name = self.entrants[number as usize - 1].0.name.clone();
                return Err(Failed::Entrant(name, "it has not come in time".to_owned()));
            }
            sleep(Duration::from_millis(20)).await;
        }
    }

    fn driver(&self, index: usize, server: &ServerUrl, limits: &ProgramSpec) -> EntrantDriver {
        let (entrant, token) = &self.entrants[index];
        let mut options = ClientOptions::new(server.clone(), entrant.public_name());
        options.token = Some(*token);
        let plan = DriverOptions {
            source: GameSource::Enter {
                tournament: self.tournament,
                invitation: None,
                nonce: self.nonces[index],
                key: Some(MoveKey::new(self.keys[index])),
                program: Some(self.programs[index].clone()),
                to_the_end: false,
            },
            concurrency: self.each as usize,
            thinkers: usize::MAX,
            games: None,
            on_stop: OnStop::Leave,
        };
        let level = entrant.level();
        let programs = entrant.spec(limits).map(Programs::new);
        let seed = self.seed.wrapping_add(index as u64);
        let make: Make = Box::new(move |setup, seat| -> Box<dyn Bot> {
            match &programs {
                Some(programs) => Box::new(programs.bot()),
                // There is no time limit: with the same seed, the same games are played.
                None => {
                    let effort = Effort { time: Duration::from_secs(60), ..Effort::default() };
                    Box::new(SolverBot::new(setup, level, choices(seed, setup, seat), effort))
                }
            }
        });
        Driver::new(Client::new(options), plan, make)
    }
}

/// Returns what a level of play declares: the same seed plays the same games.
fn level_declared(seed: u64) -> DeclaredProgram {
    let version = Version::try_from(env!("CARGO_PKG_VERSION").to_owned()).ok();
    let seed = Some(seed).filter(|seed| *seed <= DeclaredProgram::MAX_SEED);
    DeclaredProgram { version, seed, deterministic: true }
}

/// Creates a bot for each game.
type Make = Box<dyn FnMut(&Setup, Seat) -> Box<dyn Bot> + Send>;

/// The driver that plays for an entrant.
type EntrantDriver = Driver<Make, Box<dyn Bot>>;

/// The seed of one game's choices. It depends on seed, setup and seat, not on earlier games.
fn choices(seed: u64, setup: &Setup, Seat(seat): Seat) -> u64 {
    // FNV-1a (Fowler, Noll and Vo 1991): stable across machines and versions.
    let text = format!("{seed} {seat} {setup}");
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Registers an account for the organizer, which servers require; the account is not needed again.
async fn account(server: &ServerUrl) -> Result<Secret, Failed> {
    #[derive(Deserialize)]
    struct Registered {
        token: Secret,
    }
    let letters = || (0..8).map(|_| char::from(rand::rng().random_range(b'a'..=b'z')));
    let name: String = "Organizer ".chars().chain(letters()).collect();
    let password = Secret::new(rand::rng().random()).reveal();
    let body = serde_json::json!({"name": name, "password": password}).to_string();
    let (status, answer) = request(server, "POST", "/api/register", &body).await?;
    match status {
        201 => Ok(serde_json::from_str::<Registered>(&answer).map_err(std::io::Error::from)?.token),
        _ => Err(Failed::Refused(answer)),
    }
}

#[cfg(test)]
mod tests;
