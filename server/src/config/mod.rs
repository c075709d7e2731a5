//! The settings of a server.

pub(crate) mod mail_relay;
mod memory_limit;
pub(crate) mod schedule;

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;
use protocol::limits::{
    CREDITS, CREDITS_PER_SECOND, HELLO_TIMEOUT, INVITATION_LIFETIME, MAX_GAMES,
    NO_MATCH_NOTICE_AFTER, PING_AFTER, REQUEST_BODY_TIMEOUT, REQUEST_HEAD_TIMEOUT, SILENCE_TIMEOUT,
};
use protocol::{Limits, Secret};
use serde::{Deserialize, Serialize};

use mail_relay::MailRelay;
use schedule::Recurring;

/// When an event is acknowledged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Durability {
    /// When it is on disk: nothing that has been acknowledged is ever lost.
    #[default]
    Full,
    /// When it has been decided: a crash loses up to two seconds before it.
    Relaxed,
}

/// The library's settings. The binary decides where they come from (flags, environment, a file).
#[derive(Clone, Debug)]
pub struct Config {
    /// The maximum number of players connected at once.
    pub max_connections: usize,
    /// The maximum of them from one address; 0 is unlimited. A /64 of IPv6 counts as one address.
    pub max_connections_per_address: usize,
    /// The maximum number of connections from one address that are not players yet; 0 is unlimited.
    pub max_handshakes_per_address: usize,
    /// What a connection may send a second, in messages; dearer ones count as several. 0 is
    /// unlimited: for a server whose clients are all its owner's.
    pub messages_per_second: u32,
    /// Games that each house bot plays at once; further challengers are told their
    /// place in line.
    pub house_games: usize,
    /// Proxies that are trusted to name the client they speak for.
    pub proxies: Vec<IpAddr>,
    /// When a move is acknowledged.
    pub durability: Durability,
    /// The token that opens `/admin`; without one it stays closed.
    pub admin_token: Option<Secret>,
    /// How long running games may continue when the server stops. No game is lost: the rest
    /// continue after the restart.
    pub drain: Duration,
    /// The mail relay for password resets and turns.
    pub mail: Option<MailRelay>,
    /// Bytes of memory that the solver's work may take in all: analyses, reviews, drawn starts.
    pub solver_memory: u64,
    /// Tournaments that recur.
    pub recurring: Vec<Recurring>,
    /// Background work besides the games.
    pub upkeep: Upkeep,
    /// How long the server waits for clients.
    pub timeouts: Timeouts,
}

/// How long data is kept, and how it is protected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Upkeep {
    /// Automatic backups, if enabled.
    pub backups: Option<Backups>,
    /// How often all stored data is read and replayed.
    pub scrub_every: Option<Duration>,
    /// Bytes that the store may take; 0 is unlimited. Beyond it new games are refused.
    pub disk_quota: u64,
    /// How long casual games without registered players are kept; `None` for ever.
    pub keep_guest_games: Option<Duration>,
    /// How long finished tournaments are kept; `None` for ever.
    pub keep_tournaments: Option<Duration>,
}

/// Backups that the server makes itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backups {
    /// The folder, at best on another disk.
    pub folder: PathBuf,
    /// The interval between backups.
    pub every: Duration,
    /// The number of backups to keep.
    pub keep: usize,
}

impl Default for Upkeep {
    fn default() -> Upkeep {
        let days = |days: u64| Duration::from_secs(days * 24 * 3600);
        Upkeep {
            backups: None,
            scrub_every: Some(days(1)),
            disk_quota: 0,
            keep_guest_games: Some(days(90)),
            keep_tournaments: None,
        }
    }
}

/// How long the server waits for clients. The defaults are in [`protocol::limits`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// For the hello of a new connection.
    pub hello_timeout: Duration,
    /// For the head of an HTTP request, and for a TLS handshake.
    pub request_head_timeout: Duration,
    /// For the body of an HTTP request.
    pub request_body_timeout: Duration,
    /// A connection that has been silent for this long is pinged.
    pub ping_after: Duration,
    /// A connection that stays silent for this long is closed.
    pub silence_timeout: Duration,
    /// After this long, a player who asked for a quick game is told that no opponent has been
    /// found.
    pub no_match_notice_after: Duration,
    /// An offer to a named player waits this long for an owner whose connection is lost.
    pub invitation_lifetime: Duration,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        Timeouts {
            hello_timeout: HELLO_TIMEOUT,
            request_head_timeout: REQUEST_HEAD_TIMEOUT,
            request_body_timeout: REQUEST_BODY_TIMEOUT,
            ping_after: PING_AFTER,
            silence_timeout: SILENCE_TIMEOUT,
            no_match_notice_after: NO_MATCH_NOTICE_AFTER,
            invitation_lifetime: INVITATION_LIFETIME,
        }
    }
}

impl Config {
    /// The limits that clients are told.
    pub(crate) fn limits(&self) -> Limits {
        let millis = |time: Duration| u32::try_from(time.as_millis()).unwrap_or(u32::MAX);
        let per_second = match self.messages_per_second {
            0 => u32::MAX,
            limited => limited,
        };
        Limits {
            credits: per_second.saturating_mul(CREDITS / CREDITS_PER_SECOND),
            credits_per_second: per_second,
            ping_after_ms: millis(self.timeouts.ping_after),
            silence_timeout_ms: millis(self.timeouts.silence_timeout),
            ..Limits::default()
        }
    }
}

impl Default for Config {
    /// Half of the 20,000 file descriptors that a process may commonly have are left for
    /// connections that have not been upgraded yet. One address may be a school.
    fn default() -> Config {
        Config {
            max_connections: 10_000,
            max_connections_per_address: 500,
            max_handshakes_per_address: 200,
            messages_per_second: CREDITS_PER_SECOND,
            house_games: house_games(std::thread::available_parallelism().map_or(1, usize::from)),
            proxies: Vec::new(),
            durability: Durability::Full,
            admin_token: None,
            drain: Duration::ZERO,
            mail: None,
            solver_memory: memory_limit::default_total(),
            recurring: Vec::new(),
            upkeep: Upkeep::default(),
            timeouts: Timeouts::default(),
        }
    }
}

/// A house bot's move usually takes microseconds, and at most two seconds of one core, so the
/// number of its games is bounded by how long a visitor may wait behind hard positions. Below
/// [`MAX_GAMES`] there is room for the second games of pairs.
fn house_games(cores: usize) -> usize {
    cores.saturating_mul(128).min(MAX_GAMES - 12)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clients_are_told_how_fast_they_may_send() {
        let told = |messages_per_second| {
            let Limits { credits, credits_per_second, .. } =
                Config { messages_per_second, ..Config::default() }.limits();
            (credits, credits_per_second)
        };
        assert_eq!(told(50), (100, 50));
        assert_eq!(told(CREDITS_PER_SECOND), (CREDITS, CREDITS_PER_SECOND));
        assert_eq!(told(0), (u32::MAX, u32::MAX));
        let limits = Config::default().limits();
        let seconds = |time: Duration| time.as_secs() as u32 * 1_000;
        assert_eq!(limits.ping_after_ms, seconds(PING_AFTER));
        assert_eq!(limits.silence_timeout_ms, seconds(SILENCE_TIMEOUT));
    }

    #[test]
    fn house_bots_play_as_many_games_as_the_cores_and_the_limit_allow() {
        let most = MAX_GAMES - 12;
        assert_eq!([1, 3, 4, usize::MAX].map(house_games), [128, 384, most, most]);
        assert!(Config::default().house_games >= 128);
    }
}
