//! The server's metrics about its commits: their number, duration and size, and their log.

use std::net::SocketAddr;

use anyhow::Context;
use bot::http::request;
use serde::{Deserialize, Serialize};

/// Sums over commits; all zero for a bare server.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Commits {
    count: f64,
    /// Their total duration, in seconds.
    seconds: f64,
    events: f64,
}

impl Commits {
    /// Reads the sums since the server's start.
    pub(super) async fn read(at: SocketAddr) -> anyhow::Result<Commits> {
        let names = ["nim_commit_seconds_count", "nim_commit_seconds_sum", "nim_commit_events_sum"];
        let [count, seconds, events] = metrics(at, names).await?;
        Ok(Commits { count, seconds, events })
    }

    /// The sums of the commits after an earlier reading.
    pub(super) fn since(&self, earlier: &Commits) -> Commits {
        Commits {
            count: self.count - earlier.count,
            seconds: self.seconds - earlier.seconds,
            events: self.events - earlier.events,
        }
    }

    /// The mean duration of a commit, in microseconds.
    pub fn mean_us(&self) -> f64 {
        self.seconds * 1e6 / self.count
    }

    /// The mean number of events in a commit.
    pub fn mean_events(&self) -> f64 {
        self.events / self.count
    }
}

/// Returns the length of the server's write-ahead log, in bytes.
pub(super) async fn log_bytes(at: SocketAddr) -> anyhow::Result<f64> {
    let [length] = metrics(at, ["nim_store_log_bytes"]).await?;
    Ok(length)
}

/// Reads metrics by their names.
async fn metrics<const N: usize>(at: SocketAddr, names: [&str; N]) -> anyhow::Result<[f64; N]> {
    let (status, text) = request(&at.into(), "GET", "/metrics", "").await?;
    anyhow::ensure!(status == 200, "/metrics: HTTP {status}");
    let mut values = [0.0; N];
    for (value, name) in values.iter_mut().zip(names) {
        let mut lines = text.lines().filter_map(|line| line.split_once(' '));
        let found = lines.find(|(key, _)| *key == name).map(|(_, value)| value.parse());
        *value = found.with_context(|| format!("no {name} in /metrics"))?.context("a number")?;
    }
    Ok(values)
}
