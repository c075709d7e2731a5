//! A run: clients connect, the stages are measured, games end, and the referee checks everything.

use std::fmt;
use std::future::Future;
use std::io;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::time::Duration;

use bot::{Disconnect, Link, ServerUrl};
use protocol::TournamentView;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until, timeout};

use crate::accounts::{delete_accounts, make_accounts};
use crate::coordinator::{Coordinator, Phase, TournamentPhase};
use crate::faults;
use crate::meter::Second;
use crate::organizer::Organizer;
use crate::outcome::{LoadOutcome, LoadRun, RunEnd, StageOutcome};
use crate::player::LoadPlayer;
use crate::process::{Usage, resident_bytes};
use crate::ratings;
use crate::swarm::{Fault, Swarm, Target};
use crate::visitor::{Interest, Visitor, load_pages};

/// How long running games may take at the end, and how long players may take to recover from
/// faults.
const GRACE: Duration = Duration::from_secs(60);

/// The same after an interruption, or when the server no longer answers.
const SHORT_GRACE: Duration = Duration::from_secs(3);

/// How long clients may take to connect after the last of them has started to.
pub(crate) const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// The time between the last client's connection and the measurement.
const WARM_UP: Duration = Duration::from_secs(1);

/// Seconds without a single connection, or a page, after which the server counts as lost.
pub(crate) const SECONDS_WITHOUT_SERVER: u64 = 5;

/// Why a load could not be run at all.
#[derive(Debug)]
pub enum LoadError {
    /// No server answers.
    Unreachable(ServerUrl, Disconnect),
    /// Players of rated pairs got no accounts, with the reason.
    NoAccounts(String),
    /// The load's tournaments could not be made, with the reason.
    NoTournaments(String),
    /// Our own server did not restart after it was killed on purpose.
    OwnServer(io::Error),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::Unreachable(url, loss) => write!(f, "no server at {url}: {loss}"),
            LoadError::NoAccounts(why) => write!(f, "rated games want accounts: {why}"),
            LoadError::NoTournaments(why) => write!(f, "there is no tournament: {why}"),
            LoadError::OwnServer(_) => f.write_str("the server did not start again"),
        }
    }
}

impl std::error::Error for LoadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            LoadError::Unreachable(..) | LoadError::NoAccounts(_) | LoadError::NoTournaments(_) => {
                None
            }
            LoadError::OwnServer(error) => Some(error),
        }
    }
}

impl Swarm {
    /// Runs the load and reports the outcome; `on_second` gets each measured second.
    /// When `interrupt` resolves, the run ends early with the measurements so far.
    ///
    /// # Errors
    /// When no server answers at the beginning, or our own server cannot be restarted
    /// after it was killed on purpose. Everything else is a [failure](LoadOutcome::failures) of the
    /// outcome.
    pub async fn run(
        &self,
        target: &mut Target,
        interrupt: impl Future<Output = ()>,
        on_second: impl FnMut(&Second),
    ) -> Result<LoadOutcome, LoadError> {
        let mut interrupt = pin!(interrupt);
        let url = target.url();
        match Link::open(url.clone(), self.from(0)).await {
            Ok(link) => drop(link),
            Err(loss) => return Err(LoadError::Unreachable(url, loss)),
        }
        let memory_before = target.pid().and_then(|pid| resident_bytes(pid).ok());
        let crowd = self.scenarios.divide(self.players);
        let accounts = match self.rated {
            true => {
                make_accounts(&url, target.admin().or(self.admin), crowd.players + crowd.entrants)
                    .await
                    .map_err(LoadError::NoAccounts)?
            }
            false => Vec::new(),
        };
        let organizer = Organizer::create(self, &url, crowd.entrants).await;
        let organizer = organizer.map_err(LoadError::NoTournaments)?;
        let coordinator = Coordinator::new(self.clone(), url, accounts, organizer, Instant::now());
        let coordinator = Arc::new(coordinator);
        let clients = self.clients(&coordinator);
        let end = self.gather(&coordinator, &mut interrupt).await?;
        let mut run = LoadRun { memory_before, end, ..LoadRun::default() };
        if run.end == RunEnd::Complete {
            let injected = faults::inject(&coordinator);
            self.measure(&coordinator, target, interrupt, on_second, &mut run).await?;
            drop(injected);
        }
        (run.online, run.entered) = (coordinator.online(), coordinator.entered());
        self.finish(&coordinator, clients, &mut run).await;
        // A server of our own goes with its data.
        if let (Target::Remote(..), Some(admin)) = (target, self.admin)
            && let Err(why) = delete_accounts(&coordinator.url, admin, &coordinator.accounts).await
        {
            tracing::warn!(why, "the load's accounts remain");
        }
        Ok(LoadOutcome::new(self, &coordinator, run))
    }

    /// Lets running games and tournaments end, and checks what is known only then.
    async fn finish(&self, coordinator: &Coordinator, mut clients: JoinSet<()>, run: &mut LoadRun) {
        coordinator.enter(Phase::Finish);
        let is_complete = run.end == RunEnd::Complete;
        let grace = if is_complete { GRACE } else { SHORT_GRACE };
        let finished = async {
            let over = self.end_tournaments(coordinator, is_complete).await;
            while clients.join_next().await.is_some() {}
            if self.faults.is_empty() {
                let wrong = coordinator.organizer.wrong_standings(&over);
                wrong.into_iter().for_each(|what| coordinator.finding(what));
            }
            coordinator.organizer.leave().await;
        };
        let is_finished = timeout(grace, finished).await.is_ok();
        if !is_complete {
            return;
        }
        if !is_finished {
            let left = clients.len();
            coordinator.finding(format!("{left} clients did not come to an end"));
        }
        ratings::look_up_half_seen(coordinator).await;
        if self.rated {
            run.ratings = Some(ratings::check_ratings(coordinator).await);
        }
    }

    /// Waits for the ends of the tournaments, or cancels them, and returns their last states.
    async fn end_tournaments(
        &self,
        coordinator: &Coordinator,
        is_complete: bool,
    ) -> Vec<TournamentView> {
        let organizer = &coordinator.organizer;
        let over = if is_complete {
            organizer.time_up().await;
            coordinator.set_tournaments(TournamentPhase::TimeUp);
            organizer.all_over().await.unwrap_or_else(|why| {
                coordinator.finding(format!("a tournament cannot be read: {why}"));
                Vec::new()
            })
        } else {
            organizer.cancel().await;
            Vec::new()
        };
        coordinator.set_tournaments(TournamentPhase::Over);
        over
    }

    /// Starts all clients, each at its time within the ramp.
    fn clients(&self, coordinator: &Arc<Coordinator>) -> JoinSet<()> {
        let crowd = self.scenarios.divide(self.players);
        let mut starts: Vec<Pin<Box<dyn Future<Output = ()> + Send>>> = Vec::new();
        for pair in 0..crowd.players / 2 {
            let [one, other] = LoadPlayer::pair(coordinator, pair);
            starts.push(Box::pin(one.play()));
            starts.push(Box::pin(other.play()));
        }
        for entrant in 0..crowd.entrants {
            if let Some(arena) = coordinator.organizer.arena(entrant) {
                let entrant = LoadPlayer::entrant(coordinator, starts.len(), arena);
                starts.push(Box::pin(entrant.play()));
            }
        }
        let visitors = [(crowd.watchers, Interest::Watch), (crowd.loungers, Interest::Lobby)];
        for (count, interest) in visitors {
            for _ in 0..count {
                let visitor = Visitor::new(coordinator, interest, starts.len());
                starts.push(Box::pin(visitor.stay()));
            }
        }
        for _ in 0..crowd.page_loaders {
            starts.push(Box::pin(load_pages(Arc::clone(coordinator), starts.len())));
        }
        let (mut clients, count) = (JoinSet::new(), starts.len());
        for (number, start) in starts.into_iter().enumerate() {
            let begin = coordinator.begin + self.starts_after(number, count);
            clients.spawn(async move {
                sleep_until(begin).await;
                start.await;
            });
        }
        clients
    }

    /// When this one of so many clients starts to connect, from the beginning on.
    fn starts_after(&self, number: usize, count: usize) -> Duration {
        self.ramp.mul_f64(number as f64 / count.max(1) as f64)
    }

    /// Waits until every client is connected, and in its tournament; then lets the tournaments
    /// begin.
    async fn gather(
        &self,
        coordinator: &Coordinator,
        interrupt: &mut Pin<&mut impl Future<Output = ()>>,
    ) -> Result<RunEnd, LoadError> {
        let crowd = self.scenarios.divide(self.players);
        let all_here = async {
            coordinator.all_online(crowd.connections()).await;
            coordinator.all_entered(crowd.entrants).await;
        };
        let gathered = async {
            sleep(self.ramp).await;
            timeout(CONNECT_TIMEOUT, all_here).await.is_ok()
        };
        tokio::select! {
            all = gathered => if !all { return Ok(RunEnd::NotConnected) },
            () = interrupt => return Ok(RunEnd::Interrupted),
        }
        coordinator.organizer.begin(self).await.map_err(LoadError::NoTournaments)?;
        sleep(WARM_UP).await;
        Ok(RunEnd::Complete)
    }

    /// Records each second until the stages are over.
    async fn measure(
        &self,
        coordinator: &Arc<Coordinator>,
        target: &mut Target,
        mut interrupt: Pin<&mut impl Future<Output = ()>>,
        mut on_second: impl FnMut(&Second),
        run: &mut LoadRun,
    ) -> Result<(), LoadError> {
        coordinator.meter.reset();
        coordinator.schedule.begin_stages(coordinator.begin.elapsed());
        coordinator.enter(Phase::Measure);
        let mut usage = Usage::new(target.pid());
        let begin = Instant::now();
        let mut without_server = 0;
        for number in 1..=self.seconds() {
            tokio::select! {
                () = sleep_until(begin + Duration::from_secs(number)) => {}
                () = &mut interrupt => {
                    run.end = RunEnd::Interrupted;
                    break;
                }
            }
            let online = coordinator.online();
            let second = coordinator.meter.second(number, online, usage.step());
            on_second(&second);
            let pages = self.scenarios.divide(self.players).connections() == 0;
            let is_dead = online == 0 && !pages && self.faults.is_empty();
            without_server = if is_dead { without_server + 1 } else { 0 };
            run.seconds.push(second);
            self.end_stage(coordinator, number, run);
            if let Some(broken) = self.broken(coordinator, number) {
                (run.end, run.broken) = (RunEnd::Stopped, Some(broken));
                break;
            }
            if without_server == SECONDS_WITHOUT_SERVER {
                run.end = RunEnd::ServerGone;
                break;
            }
            if self.storms_after(number) {
                coordinator.storm();
            }
            if let (true, Target::Own(server)) = (self.kills_after(number), &mut *target) {
                server.crash().await.map_err(LoadError::OwnServer)?;
                usage = Usage::new(target.pid());
                coordinator.meter.killed();
            }
        }
        Ok(())
    }

    /// Whether all players are cut off after this second.
    fn storms_after(&self, second: u64) -> bool {
        self.faults.contains(&Fault::Storm) && second % 10 == 5
    }

    /// Whether a server of our own is killed after this second. After the last it is still needed.
    fn kills_after(&self, second: u64) -> bool {
        self.faults.contains(&Fault::Kill) && second % 15 == 14 && second < self.seconds()
    }

    /// The first condition that ends the load, and what its figure is after this second.
    fn broken(&self, coordinator: &Coordinator, second: u64) -> Option<String> {
        if self.stop_unless.is_empty() {
            return None;
        }
        let total = coordinator.meter.total();
        let figures = total.figures(second, coordinator.findings().count);
        self.stop_unless.iter().find_map(|threshold| threshold.broken(&figures, second))
    }

    /// Records the outcome of a stage that ends with this second.
    fn end_stage(&self, coordinator: &Coordinator, second: u64, run: &mut LoadRun) {
        let Some(stages) = &self.stages else { return };
        let index = stages.at_second(second);
        let is_last = second == stages.seconds();
        if let Some(stage) = stages.all().get(index)
            && (is_last || stages.at_second(second + 1) != index)
        {
            run.stages.push(StageOutcome::new(stage, &coordinator.meter.end_stage()));
        }
    }
}

#[cfg(test)]
mod tests;
