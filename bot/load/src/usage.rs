//! What this process and the server use, from one second to the next.

use std::time::Instant;

use crate::process::{cpu_seconds, resident_bytes};

/// CPU and memory within one second.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Used {
    /// Cores that the swarm itself kept busy.
    pub(crate) own_cores: f64,
    /// Cores that the server kept busy.
    pub(crate) server_cores: Option<f64>,
    /// Its resident memory, in bytes.
    pub(crate) server_bytes: Option<u64>,
}

/// Looks at both from time to time.
#[derive(Debug)]
pub(crate) struct Usage {
    server: Option<u32>,
    at: Instant,
    own: f64,
    others: Option<f64>,
}

impl Usage {
    pub(crate) fn new(server: Option<u32>) -> Usage {
        let own = cpu_seconds(std::process::id()).unwrap_or(0.0);
        let others = server.and_then(|server| cpu_seconds(server).ok());
        Usage { server, at: Instant::now(), own, others }
    }

    /// What was used since the last look.
    pub(crate) fn step(&mut self) -> Used {
        let (now, before) = (Usage::new(self.server), self.at);
        let passed = now.at.duration_since(before).as_secs_f64().max(1e-3);
        let used = Used {
            own_cores: (now.own - self.own) / passed,
            server_cores: now.others.zip(self.others).map(|(now, then)| (now - then) / passed),
            server_bytes: self.server.and_then(|server| resident_bytes(server).ok()),
        };
        *self = now;
        used
    }
}
