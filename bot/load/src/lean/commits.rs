//! The server's metrics about its commits: their number, duration and size.

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
        let (status, text) = request(&at.into(), "GET", "/metrics", "").await?;
        anyhow::ensure!(status == 200, "/metrics: HTTP {status}");
        let value = |name: &str| {
            let mut lines = text.lines().filter_map(|line| line.split_once(' '));
            let value = lines.find(|(key, _)| *key == name).map(|(_, value)| value.parse());
            value.with_context(|| format!("no {name} in /metrics"))?.context("a number")
        };
        Ok(Commits {
            count: value("nim_commit_seconds_count")?,
            seconds: value("nim_commit_seconds_sum")?,
            events: value("nim_commit_events_sum")?,
        })
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
