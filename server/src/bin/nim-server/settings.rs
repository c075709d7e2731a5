//! What whoever runs the server has told it: on the command line, in the
//! environment, in a file, in this order of weight. One struct names every
//! setting once; its fields are the flags and the keys of the file.

use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, ValueEnum};
use protocol::Secret;
use serde::{Deserialize, Serialize};
use server::{Certificate, Config, Durability, Timeouts};
use toml::{Table, Value};

/// All settings, as they are in the end.
#[derive(Clone, Debug, Args, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Settings {
    /// Where to listen; port 0 takes a free one.
    #[arg(long, env = "NIM_LISTEN", default_value = "127.0.0.1:7070")]
    pub(crate) listen: SocketAddr,
    /// A certificate, with those that vouch for it behind it (PEM): clients come
    /// by https:// and wss:// then, and no other way.
    #[arg(long, env = "NIM_TLS_CERT", value_name = "FILE")]
    pub(crate) tls_cert: Option<PathBuf>,
    /// The key of the certificate (PEM).
    #[arg(long, env = "NIM_TLS_KEY", value_name = "FILE")]
    pub(crate) tls_key: Option<PathBuf>,
    /// The data folder; made if it is not there.
    #[arg(long, global = true, env = "NIM_DATA", default_value = "nim-data")]
    pub(crate) data: PathBuf,
    /// Whether to start the house bots.
    #[arg(long, env = "NIM_HOUSE_BOTS", default_value = "on")]
    pub(crate) house_bots: Switch,
    /// Games that each house bot plays at once; whoever challenges it beyond them waits
    /// in line.
    #[arg(long, env = "NIM_HOUSE_GAMES", default_value_t = Config::default().house_games)]
    pub(crate) house_games: usize,
    /// Players connected at once.
    #[arg(long, env = "NIM_MAX_CONNECTIONS", default_value_t = Config::default().max_connections)]
    pub(crate) max_connections: usize,
    /// Players connected at once from one address (of IPv6: from one /64); 0 for
    /// no bound.
    #[arg(long, env = "NIM_MAX_CONNECTIONS_PER_ADDRESS",
        default_value_t = Config::default().max_connections_per_address)]
    pub(crate) max_connections_per_address: usize,
    /// Connections from one address that are no players (yet); 0 for no bound.
    #[arg(long, env = "NIM_MAX_HANDSHAKES_PER_ADDRESS",
        default_value_t = Config::default().max_handshakes_per_address)]
    pub(crate) max_handshakes_per_address: usize,
    /// Addresses of proxies that speak for others: X-Forwarded-For is believed
    /// if it comes from them.
    #[arg(long, env = "NIM_PROXIES", value_delimiter = ',')]
    pub(crate) proxies: Vec<IpAddr>,
    /// How long running games may go on when the server is to stop. None is lost
    /// by a short time: what is running goes on after the restart.
    #[arg(long, env = "NIM_DRAIN_SECONDS", default_value_t = 0)]
    pub(crate) drain_seconds: u32,
    /// Megabytes that the solver's work may take in all: analyses, reviews, drawn
    /// starts. By default an eighth of what the machine or the cgroup has.
    #[arg(long, env = "NIM_SOLVER_MEMORY", default_value_t = Config::default().solver_memory >> 20)]
    pub(crate) solver_memory: u64,
    /// What opens /admin: 64 hexadecimal digits. No flag, for others can read
    /// command lines.
    #[arg(skip)]
    pub(crate) admin_token: Option<Secret>,
    /// When a move is acknowledged: when it is on disk (full), or at once, so
    /// that a crash loses the last moments (relaxed).
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

/// What is printed instead of these.
const SECRETS: &[&str] = &[ADMIN_TOKEN];
const ADMIN_TOKEN: &str = "admin-token";
const ADMIN_VARIABLE: &str = "NIM_ADMIN_TOKEN";
const MASK: &str = "(secret)";

impl Settings {
    /// With the secrets of the environment.
    pub(crate) fn with_secrets(self) -> anyhow::Result<Settings> {
        let Ok(text) = std::env::var(ADMIN_VARIABLE) else { return Ok(self) };
        let token = Secret::read(&text);
        let token = token.with_context(|| format!("{ADMIN_VARIABLE} has not 64 hex digits"))?;
        Ok(Settings { admin_token: Some(token), ..self })
    }

    /// With what the file says wherever neither the command line nor the
    /// environment (`matches`) says anything.
    pub(crate) fn with_file(self, file: &Path, matches: &ArgMatches) -> anyhow::Result<Settings> {
        let text = std::fs::read_to_string(file)
            .with_context(|| format!("cannot read {}", file.display()))?;
        let has_token = self.admin_token.is_some();
        let told = |key: &str| {
            if key == ADMIN_TOKEN {
                return has_token;
            }
            let id = key.replace('-', "_");
            let known = matches.ids().any(|known| known.as_str() == id);
            known && matches.value_source(&id).is_some_and(|from| from != ValueSource::DefaultValue)
        };
        self.with(&text, told).with_context(|| format!("{} is refused", file.display()))
    }

    fn with(self, text: &str, told: impl Fn(&str) -> bool) -> anyhow::Result<Settings> {
        let mut settings = Table::try_from(self)?;
        for (key, value) in text.parse::<Table>()? {
            if !told(&key) {
                settings.insert(key, value);
            } else if !settings.contains_key(&key) {
                bail!("unknown key `{key}`");
            }
        }
        Ok(settings.try_into()?)
    }

    /// A file that says the same, but for secrets.
    pub(crate) fn printed(&self) -> anyhow::Result<String> {
        let mut table = Table::try_from(self)?;
        for (key, value) in &mut table {
            if SECRETS.contains(&key.as_str()) {
                *value = Value::from(MASK);
            }
        }
        Ok(table.to_string())
    }

    /// The certificate, if there is to be TLS.
    pub(crate) fn certificate(&self) -> anyhow::Result<Option<Certificate>> {
        match (&self.tls_cert, &self.tls_key) {
            (None, None) => Ok(None),
            (Some(chain), Some(key)) => Ok(Some(Certificate::read(chain, key)?)),
            _ => bail!("tls-cert and tls-key come together"),
        }
    }

    /// What of it is the library's matter.
    pub(crate) fn config(&self) -> Config {
        Config {
            max_connections: self.max_connections,
            max_connections_per_address: self.max_connections_per_address,
            max_handshakes_per_address: self.max_handshakes_per_address,
            house_games: self.house_games,
            proxies: self.proxies.clone(),
            durability: self.durability,
            admin_token: self.admin_token,
            drain: Duration::from_secs(self.drain_seconds.into()),
            solver_memory: self.solver_memory.saturating_mul(1 << 20),
            timeouts: Timeouts::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::{Command, FromArgMatches};

    use super::*;

    fn settings() -> Settings {
        let matches = Settings::augment_args(Command::new("nim-server")).get_matches_from([""]);
        Settings::from_arg_matches(&matches).expect("every setting has a default")
    }

    #[test]
    fn a_file_says_what_flags_do_not() {
        let text = "listen = \"127.0.0.1:1\"\nmax-connections = 7\nhouse-bots = \"off\"";
        let read = settings().with(text, |key| key == "listen").expect("known keys");
        assert_eq!((read.max_connections, read.house_bots), (7, Switch::Off));
        assert_eq!(read.listen, settings().listen);
    }

    #[test]
    fn a_file_with_a_key_or_a_value_that_is_none_is_refused() {
        for text in [
            "max-connexions = 7",
            "max_connections = 7",
            "config = \"other.toml\"",
            "max-connections = -1",
            "durability = \"some\"",
            "listen = 7070",
            "listen",
        ] {
            // Whether or not a flag of this name was given.
            assert!(settings().with(text, |_| false).is_err(), "{text}");
        }
        assert!(settings().with("config = \"other.toml\"", |_| true).is_err());
    }

    #[test]
    fn a_secret_is_read_and_not_printed() {
        let digits = "ab".repeat(32);
        let text = format!("{ADMIN_TOKEN} = \"{digits}\"");
        let read = settings().with(&text, |_| false).expect("a token");
        assert_eq!(read.config().admin_token, Secret::read(&digits));
        let printed = read.printed().expect("plain values");
        assert!(printed.contains(MASK) && !printed.contains(&digits), "{printed}");
    }

    #[test]
    fn what_is_printed_can_be_read_again() {
        let printed = settings().printed().expect("plain values");
        let again = settings().with(&printed, |_| false).expect("the same").printed();
        assert_eq!(again.expect("plain values"), printed);
    }
}
