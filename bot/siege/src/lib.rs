//! A siege: attacks on a server, one at a time and then all at once, while honest pairs play on it.
//! It reports whether the server stayed up within its memory limit, lost nothing that it had
//! acknowledged, kept the honest moves fast, and gave a reason for each refusal.

mod attacks;
mod keep;
mod ledger;
mod outsider;
mod report;
mod starts;

use std::io;
use std::process::Stdio;
use std::time::Duration;

use protocol::TimeControl;
use rules::Setup;
use solver::Level;
use tokio::process::{Child, Command};
use tokio::time::{sleep, timeout};

pub use attacks::Attack;
pub use ledger::Finding;
pub use report::{AttackResult, HEADINGS, SiegeReport};
pub use starts::largest_starts;

use bot::OwnServer;
use keep::{Limit, Watch};
use load::{Measure, Stages, Swarm, Target, Think};

/// The time before the attack in which the honest players connect.
const RAMP: Duration = Duration::from_secs(1);

/// How long to wait for an attack after its planned end.
const ATTACK_TIMEOUT: Duration = Duration::from_secs(60);

/// The plan of a siege.
#[derive(Clone, Debug)]
pub struct Siege {
    /// The attacks.
    pub attacks: Vec<Attack>,
    /// Whether to run each attack alone before running all at once.
    pub alone: bool,
    /// How long each attack lasts.
    pub lasts: Duration,
    /// The server's memory, in bytes.
    pub memory: u64,
    /// Honest players; an even number.
    pub players: usize,
    /// Their total moves per second.
    pub rate: f64,
    /// The highest permitted p99 of honest moves under all attacks at once.
    pub most_p99: Duration,
    /// Flags for the server.
    pub flags: Vec<String>,
}

impl Siege {
    /// Besieges servers that it starts; calls `on_result` with the result of each attack.
    ///
    /// # Errors
    /// When no server can be started.
    pub async fn run(&self, mut on_result: impl FnMut(&AttackResult)) -> io::Result<SiegeReport> {
        let quiet = self.run_attacks("quiet", &[]).await?;
        on_result(&quiet);
        let mut alone = Vec::new();
        for &attack in self.attacks.iter().filter(|_| self.alone) {
            let result = self.run_attacks(attack.name(), &[attack]).await?;
            on_result(&result);
            alone.push(result);
        }
        let together = self.run_attacks("all at once", &self.attacks).await?;
        on_result(&together);
        let limited = Limit::new(self.memory).name();
        let most_p99_us = self.most_p99.as_micros() as u64;
        Ok(SiegeReport { memory: self.memory, limited, most_p99_us, quiet, alone, together })
    }

    /// Runs these attacks against one server with honest pairs on it.
    async fn run_attacks(&self, name: &str, attacks: &[Attack]) -> io::Result<AttackResult> {
        let limit = Limit::new(self.memory);
        let mut server = keep::start(&limit, &self.flags).await?;
        let watch = Watch::new(server.pid().unwrap_or(0));
        let (url, pid) = (server.url(), server.pid());
        let besieging = async {
            sleep(RAMP + Duration::from_secs(1)).await;
            let (before, kept) = (watch.now(), keep::bytes_in(server.data()));
            let attackers = self.attackers(attacks, &server)?;
            let mut findings = Vec::new();
            for (attack, attacker) in attackers {
                findings.push((attack, self.finding(attacker).await));
            }
            io::Result::Ok((before, kept, findings))
        };
        let swarm = self.honest();
        let mut target = Target::Remote(url, pid);
        let load = swarm.run(&mut target, std::future::pending(), |_| {});
        let (honest, besieged) = tokio::join!(load, besieging);
        let (honest, (before, kept, findings)) = (honest.map_err(io::Error::other)?, besieged?);
        let ended = server.ended()?;
        let returned = watch.returned(before, self.memory).await;
        let grown = keep::bytes_in(server.data()).saturating_sub(kept);
        let (peak, after) = (watch.peak(), watch.now());
        drop(watch);
        server.stop().await?;
        let checked = server.run_task(&["check"]).await?;
        let answer = honest.latency(Measure::Answer);
        let mut lost = honest.findings.clone();
        lost.extend(checked.err());
        lost.extend(ended.map(|status| format!("the server has ended: {status}")));
        Ok(AttackResult {
            name: name.to_owned(),
            moves: answer.count,
            p50_us: answer.p50_us,
            p99_us: answer.p99_us,
            max_us: answer.max_us,
            late_p99_us: honest.latency(Measure::Lateness).p99_us,
            up: ended.is_none(),
            lost,
            before,
            peak,
            after,
            returned,
            grown,
            findings,
        })
    }

    /// Starts the attackers as separate processes, on a different core from the server's if there
    /// is one, because they represent other machines.
    fn attackers(
        &self,
        attacks: &[Attack],
        server: &OwnServer,
    ) -> io::Result<Vec<(Attack, Child)>> {
        let program = std::env::current_exe()?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let elsewhere = if cores > 1 { format!("1-{}", cores - 1) } else { "0".to_owned() };
        let seconds = self.lasts.as_secs().to_string();
        let start = |&attack: &Attack| {
            let mut command = Command::new("nice");
            command.args(["-n", "5", "taskset", "-c", &elsewhere]).arg(&program);
            command.args(["siege", "--attack", attack.name(), "--seconds", &seconds, "--url"]);
            command.arg(server.url().to_string());
            command.stdin(Stdio::null()).stdout(Stdio::piped()).kill_on_drop(true);
            Ok((attack, command.spawn()?))
        };
        attacks.iter().map(start).collect()
    }

    async fn finding(&self, attacker: Child) -> Finding {
        let ends = timeout(self.lasts + ATTACK_TIMEOUT, attacker.wait_with_output()).await;
        let said = ends.ok().and_then(Result::ok).map(|output| output.stdout);
        let finding = said.and_then(|said| serde_json::from_slice(&said).ok());
        finding.unwrap_or_else(|| Finding {
            breached: 1,
            breaches: vec!["the attacker came to no end".to_owned()],
            ..Finding::default()
        })
    }

    /// The honest pairs, which play without a pause from their own addresses.
    fn honest(&self) -> Swarm {
        let game = |text: &str| text.parse::<Setup>().expect("a game");
        Swarm {
            players: self.players,
            stages: Some(Stages::constant(self.rate, self.lasts.as_secs())),
            think: Think::Exponential,
            ramp: RAMP,
            games: vec![game("nim 3,4,5"), game("octal(0.77) 7"), game("misere nim 1,3,5,7")],
            levels: vec![Level::Perfect, Level::Random],
            clock: Some(TimeControl::Fischer { base_ms: 180_000, increment_ms: 2_000 }),
            addresses: 4,
            ..Swarm::default()
        }
    }
}
