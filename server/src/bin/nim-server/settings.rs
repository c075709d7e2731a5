//! The operator's settings: from the command line, the environment and a file, in this order of
//! precedence. One struct names every setting once; its fields are the flags and the keys of the
//! file.

use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, ValueEnum};
use protocol::Secret;
use serde::{Deserialize, Serialize};
use server::{
    Backups, Config, Durability, MailRelay, Recurring, Storage, Timeouts, TlsCertificate, Upkeep,
};
use toml::{Table, Value};

/// All effective settings.
#[derive(Clone, Debug, Args, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Settings {
    /// The address to listen on; port 0 picks a free port.
    #[arg(long, env = "NIM_LISTEN", default_value = "127.0.0.1:7070")]
    pub(crate) listen: SocketAddr,
    /// A certificate followed by its chain (PEM): clients then connect by https:// and
    /// wss:// only.
    #[arg(long, env = "NIM_TLS_CERT", value_name = "FILE")]
    pub(crate) tls_cert: Option<PathBuf>,
    /// The key of the certificate (PEM).
    #[arg(long, env = "NIM_TLS_KEY", value_name = "FILE")]
    pub(crate) tls_key: Option<PathBuf>,
    /// Serve /metrics at this address only, and not where players connect.
    #[arg(long, env = "NIM_METRICS", value_name = "ADDRESS")]
    pub(crate) metrics: Option<SocketAddr>,
    /// How the log is written to standard error.
    #[arg(long, global = true, env = "NIM_LOG_FORMAT", default_value = "text")]
    pub(crate) log_format: LogFormat,
    /// The data folder; created if missing.
    #[arg(long, global = true, env = "NIM_DATA", default_value = "nim-data")]
    pub(crate) data: PathBuf,
    /// A PostgreSQL database in place of the data folder: `postgres://nim@db/nim`. Of several servers
    /// on one database one leads, and the others wait to take its place (docs/cluster.md). Give a
    /// password in the environment, since other users can read command lines.
    #[arg(long, global = true, env = "NIM_DATABASE", value_name = "URL", hide_env_values = true)]
    pub(crate) database: Option<String>,
    /// Where the other servers on the --database reach this one while it leads, on an inside network:
    /// they then have players too, and carry what these say, encrypted.
    #[arg(long, env = "NIM_LINK", value_name = "IP:PORT")]
    pub(crate) link: Option<SocketAddr>,
    /// Whether to start the house bots.
    #[arg(long, env = "NIM_HOUSE_BOTS", default_value = "on")]
    pub(crate) house_bots: Switch,
    /// The number of games that each house bot plays at once; further challengers wait in line.
    #[arg(long, env = "NIM_HOUSE_GAMES", default_value_t = Config::default().house_games)]
    pub(crate) house_games: usize,
    /// The maximum number of players connected at once.
    #[arg(long, env = "NIM_MAX_CONNECTIONS", default_value_t = Config::default().max_connections)]
    pub(crate) max_connections: usize,
    /// The maximum number of players connected at once from one address (of IPv6: from one /64); 0
    /// is unlimited.
    #[arg(long, env = "NIM_MAX_CONNECTIONS_PER_ADDRESS",
        default_value_t = Config::default().max_connections_per_address)]
    pub(crate) max_connections_per_address: usize,
    /// The maximum number of connections from one address that are not players yet; 0 is unlimited.
    #[arg(long, env = "NIM_MAX_HANDSHAKES_PER_ADDRESS",
        default_value_t = Config::default().max_handshakes_per_address)]
    pub(crate) max_handshakes_per_address: usize,
    /// What a connection may send a second, in messages (dearer ones count as several); what is sent
    /// faster waits. 0 is unlimited, for a server whose clients are all your own.
    #[arg(long, env = "NIM_MESSAGES_PER_SECOND",
        default_value_t = Config::default().messages_per_second)]
    pub(crate) messages_per_second: u32,
    /// Addresses of proxies: X-Forwarded-For is believed only if it comes from them.
    #[arg(long, env = "NIM_PROXIES", value_delimiter = ',')]
    pub(crate) proxies: Vec<IpAddr>,
    /// How long running games may continue when the server stops, in seconds. No game is lost: the
    /// rest continue after the restart.
    #[arg(long, env = "NIM_DRAIN_SECONDS", default_value_t = 0)]
    pub(crate) drain_seconds: u32,
    /// Megabytes that the solver's work may take in all: analyses, reviews, drawn starts. The
    /// default is an eighth of the memory of the machine or the cgroup.
    #[arg(long, env = "NIM_SOLVER_MEMORY", default_value_t = Config::default().solver_memory >> 20)]
    pub(crate) solver_memory: u64,
    /// The folder for the server's own backups, each checked by replay; if omitted, none are made.
    #[arg(long, env = "NIM_BACKUP_FOLDER", value_name = "FOLDER")]
    pub(crate) backup_folder: Option<PathBuf>,
    /// Hours between backups.
    #[arg(long, env = "NIM_BACKUP_HOURS", default_value_t = 24,
        value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) backup_hours: u32,
    /// The number of backups to keep; the oldest is deleted.
    #[arg(long, env = "NIM_BACKUP_KEEP", default_value_t = 14,
        value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) backup_keep: u32,
    /// Hours between checks that read all stored data; 0 for none.
    #[arg(long, env = "NIM_SCRUB_HOURS", default_value_t = 24)]
    pub(crate) scrub_hours: u32,
    /// Megabytes that games may take on the disk; 0 is unlimited. From nine tenths on guests cannot
    /// begin anything new; beyond the limit nobody can.
    #[arg(long, env = "NIM_DISK_QUOTA", default_value_t = 0)]
    pub(crate) disk_quota: u64,
    /// Days for which casual games of guests are kept; 0 for ever.
    #[arg(long, env = "NIM_KEEP_GUEST_DAYS", default_value_t = 90)]
    pub(crate) keep_guest_days: u32,
    /// A file with tournaments that recur, such as an arena every hour (docs/hosting.md). Without it
    /// and with house bots there is an arena every day.
    #[arg(long, env = "NIM_TOURNAMENTS", value_name = "FILE")]
    pub(crate) tournaments: Option<PathBuf>,
    /// Days for which finished tournaments are kept; 0 for ever.
    #[arg(long, env = "NIM_KEEP_TOURNAMENT_DAYS", default_value_t = 0)]
    pub(crate) keep_tournament_days: u32,
    /// The admin's token for /admin: 64 hexadecimal digits. Not a flag, since other
    /// users can read command lines.
    #[arg(skip)]
    pub(crate) admin_token: Option<Secret>,
    /// The mail relay for password resets and turns: `smtps://user:password@host`. Not a flag,
    /// since other users can read command lines.
    #[arg(skip)]
    pub(crate) smtp_url: Option<String>,
    /// The sender of that mail: `Nim <nim@example.org>`.
    #[arg(long, env = "NIM_MAIL_FROM", value_name = "ADDRESS")]
    pub(crate) mail_from: Option<String>,
    /// The public address of this server, for links in mail: `https://nim.example.org`.
    #[arg(long, env = "NIM_PUBLIC_URL", value_name = "URL")]
    pub(crate) public_url: Option<String>,
    /// When a move is acknowledged: once it is on disk (full), or at once, so that a crash loses
    /// up to two seconds (relaxed).
    #[arg(long, env = "NIM_DURABILITY", default_value = "full")]
    pub(crate) durability: Durability,
}

/// On or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Switch {
    On,
    Off,
}

/// Lines for people, or JSON objects for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum LogFormat {
    Text,
    Json,
}

/// Printed in place of secrets.
const SECRETS: &[&str] = &[ADMIN_TOKEN, SMTP_URL, DATABASE];
const ADMIN_TOKEN: &str = "admin-token";
const ADMIN_VARIABLE: &str = "NIM_ADMIN_TOKEN";
const DATABASE: &str = "database";
const SMTP_URL: &str = "smtp-url";
const SMTP_VARIABLE: &str = "NIM_SMTP_URL";
const MASK: &str = "(secret)";

impl Settings {
    /// Adds the secrets from the environment.
    pub(crate) fn with_secrets(self) -> anyhow::Result<Settings> {
        let smtp_url = std::env::var(SMTP_VARIABLE).ok();
        let Ok(text) = std::env::var(ADMIN_VARIABLE) else {
            return Ok(Settings { smtp_url, ..self });
        };
        let token = Secret::read(&text);
        let token = token.with_context(|| format!("{ADMIN_VARIABLE} is not 64 hex digits"))?;
        Ok(Settings { admin_token: Some(token), smtp_url, ..self })
    }

    /// Adds the settings of the file wherever neither the command line nor the environment
    /// (`matches`) sets a value.
    pub(crate) fn with_file(self, file: &Path, matches: &ArgMatches) -> anyhow::Result<Settings> {
        let text = std::fs::read_to_string(file)
            .with_context(|| format!("cannot read {}", file.display()))?;
        let (has_token, has_relay) = (self.admin_token.is_some(), self.smtp_url.is_some());
        let is_given = |key: &str| {
            match key {
                ADMIN_TOKEN => return has_token,
                SMTP_URL => return has_relay,
                _ => {}
            }
            let id = key.replace('-', "_");
            let known = matches.ids().any(|known| known.as_str() == id);
            known && matches.value_source(&id).is_some_and(|from| from != ValueSource::DefaultValue)
        };
        self.with(&text, is_given).with_context(|| format!("{} is refused", file.display()))
    }

    fn with(self, text: &str, is_given: impl Fn(&str) -> bool) -> anyhow::Result<Settings> {
        let mut settings = Table::try_from(self)?;
        for (key, value) in text.parse::<Table>()? {
            if !is_given(&key) {
                settings.insert(key, value);
            } else if !settings.contains_key(&key) {
                bail!("unknown key `{key}`");
            }
        }
        Ok(settings.try_into()?)
    }

    /// Returns a file with the same settings, except for secrets.
    pub(crate) fn printed(&self) -> anyhow::Result<String> {
        let mut table = Table::try_from(self)?;
        for (key, value) in &mut table {
            if SECRETS.contains(&key.as_str()) {
                *value = Value::from(MASK);
            }
        }
        Ok(table.to_string())
    }

    /// Returns where the data is.
    pub(crate) fn storage(&self) -> anyhow::Result<Storage> {
        match &self.database {
            None if self.link.is_some() => bail!("--link is for servers with a --database"),
            None => Ok(Storage::folder(&self.data)),
            Some(_)
                if self.link.is_some_and(|link| link.ip().is_unspecified() || link.port() == 0) =>
            {
                bail!("--link must be an address at which the other servers reach this one")
            }
            Some(address) => Storage::database(address, self.link).context("--database"),
        }
    }

    /// Reads the certificate, if TLS is on.
    pub(crate) fn certificate(&self) -> anyhow::Result<Option<TlsCertificate>> {
        match (&self.tls_cert, &self.tls_key) {
            (None, None) => Ok(None),
            (Some(chain), Some(key)) => Ok(Some(TlsCertificate::read(chain, key)?)),
            _ => bail!("tls-cert and tls-key must be set together"),
        }
    }

    /// Returns the mail relay, if one is configured.
    fn mail(&self) -> anyhow::Result<Option<MailRelay>> {
        match (&self.smtp_url, &self.mail_from, &self.public_url) {
            (None, None, _) => Ok(None),
            (Some(url), Some(from), Some(page)) => {
                Ok(Some(MailRelay::new(url, from, page).map_err(anyhow::Error::msg)?))
            }
            _ => bail!("smtp-url, mail-from and public-url must be set together"),
        }
    }

    /// Returns the tournaments that recur.
    fn recurring(&self) -> anyhow::Result<Vec<Recurring>> {
        let Some(file) = &self.tournaments else {
            let has_house_bots = self.house_bots == Switch::On;
            return Ok(if has_house_bots { Recurring::daily() } else { Vec::new() });
        };
        let text = std::fs::read_to_string(file)
            .with_context(|| format!("cannot read {}", file.display()))?;
        Recurring::read(&text).map_err(|why| anyhow::anyhow!("{}: {why}", file.display()))
    }

    fn upkeep(&self) -> Upkeep {
        let hours = |hours: u32| Duration::from_secs(u64::from(hours) * 3600);
        let days = |days: u32| (days > 0).then(|| hours(24) * days);
        let backups = |folder: &PathBuf| Backups {
            folder: folder.clone(),
            every: hours(self.backup_hours.max(1)),
            keep: self.backup_keep as usize,
        };
        Upkeep {
            backups: self.backup_folder.as_ref().map(backups),
            scrub_every: (self.scrub_hours > 0).then(|| hours(self.scrub_hours)),
            disk_quota: self.disk_quota.saturating_mul(1 << 20),
            keep_guest_games: days(self.keep_guest_days),
            keep_tournaments: days(self.keep_tournament_days),
        }
    }

    /// Returns the part that the library needs.
    pub(crate) fn config(&self) -> anyhow::Result<Config> {
        Ok(Config {
            max_connections: self.max_connections,
            max_connections_per_address: self.max_connections_per_address,
            max_handshakes_per_address: self.max_handshakes_per_address,
            messages_per_second: self.messages_per_second,
            house_games: self.house_games,
            proxies: self.proxies.clone(),
            durability: self.durability,
            admin_token: self.admin_token,
            drain: Duration::from_secs(self.drain_seconds.into()),
            solver_memory: self.solver_memory.saturating_mul(1 << 20),
            timeouts: Timeouts::default(),
            mail: self.mail()?,
            recurring: self.recurring()?,
            upkeep: self.upkeep(),
        })
    }
}

#[cfg(test)]
pub(crate) mod tests;
