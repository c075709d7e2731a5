//! `nim-bot siege`: attacks a server.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use bot::ServerUrl;
use siege::{Attack, HEADINGS, Siege};
use tokio::time::Instant;

use crate::output::print;

/// Attack a server under a memory limit while honest pairs play on it
#[derive(Debug, clap::Args)]
pub(crate) struct SiegeArguments {
    /// Run only these attacks, separated by commas
    #[arg(long, value_delimiter = ',', value_parser = attack)]
    only: Vec<Attack>,
    /// Run the attacks only all at once, not also each alone
    #[arg(long)]
    together: bool,
    /// The length of each attack, in seconds
    #[arg(long, default_value_t = 20)]
    seconds: u64,
    /// The server's memory in megabytes
    #[arg(long, default_value_t = 256)]
    memory: u64,
    /// The number of honest players
    #[arg(long, default_value_t = 20)]
    players: usize,
    /// Their total moves per second
    #[arg(long, default_value_t = 100.0)]
    rate: f64,
    /// The highest permitted p99 of honest moves under all attacks at once, in milliseconds
    #[arg(long, default_value_t = 20)]
    p99: u64,
    /// Flags for the server
    #[arg(long, value_delimiter = ' ')]
    server_flags: Vec<String>,
    /// Write the report as JSON
    #[arg(long)]
    json: Option<PathBuf>,
    /// Run one attacker against an existing server and print its findings as JSON; only for your
    /// own server
    #[arg(long, value_parser = attack, requires = "url")]
    attack: Option<Attack>,
    /// The URL of that server: ws://HOST:PORT/ws
    #[arg(long, requires = "attack")]
    url: Option<ServerUrl>,
}

fn attack(name: &str) -> Result<Attack, String> {
    let known: Vec<&str> = Attack::ALL.iter().map(|attack| attack.name()).collect();
    Attack::named(name).ok_or_else(|| format!("one of {}", known.join(", ")))
}

pub(crate) fn run(args: SiegeArguments) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let done = runtime.block_on(besiege(args));
    runtime.shutdown_background();
    done
}

async fn besiege(args: SiegeArguments) -> anyhow::Result<()> {
    let lasts = Duration::from_secs(args.seconds);
    if let (Some(attack), Some(url)) = (args.attack, args.url) {
        let finding = attack.run(url, Instant::now() + lasts).await;
        say!("{}", serde_json::to_string(&finding)?);
        return Ok(());
    }
    ensure!(args.seconds > 0, "an attack lasts a second at least");
    let siege = Siege {
        attacks: if args.only.is_empty() { Attack::ALL.to_vec() } else { args.only },
        alone: !args.together,
        lasts,
        memory: args.memory << 20,
        players: args.players.next_multiple_of(2),
        rate: args.rate,
        most_p99: Duration::from_millis(args.p99),
        flags: args.server_flags,
    };
    say!("{HEADINGS}");
    let report = siege.run(|result| print(result)).await.context("the siege was broken off")?;
    say!("{report}");
    if let Some(path) = args.json {
        let json = serde_json::to_string_pretty(&report)?;
        std::fs::write(&path, json).with_context(|| format!("cannot write {}", path.display()))?;
    }
    if !report.held() {
        bail!("the server did not hold");
    }
    Ok(())
}
