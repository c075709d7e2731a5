//! The report of a siege: a table with one row per attack, and a list of what was wrong.

use std::fmt;
use std::time::Duration;

use serde::Serialize;

use super::attacks::Attack;
use super::ledger::Finding;

/// The results of one attack, or of all at once, on one server.
#[derive(Clone, Debug, Serialize)]
pub struct AttackResult {
    /// The attack.
    pub name: String,
    /// The number of honest moves acknowledged.
    pub moves: u64,
    /// The median of their latency, in microseconds.
    pub p50_us: u64,
    /// The 99th percentile.
    pub p99_us: u64,
    /// The maximum.
    pub max_us: u64,
    /// How late the honest players themselves were (p99, in microseconds): the measuring machine's
    /// share of the above.
    pub late_p99_us: u64,
    /// Whether the server was still running at the end.
    pub up: bool,
    /// Lost or wrong honest games, and the verdict of `nim-server check`.
    pub lost: Vec<String>,
    /// Resident bytes before the attack.
    pub before: u64,
    /// The peak of resident bytes.
    pub peak: u64,
    /// Resident bytes half a minute after the attack, or once they had returned to the earlier
    /// level.
    pub after: u64,
    /// How long the memory took to return; `None` if it did not.
    #[serde(skip)]
    pub returned: Option<Duration>,
    /// The growth of the stored data, in bytes.
    pub grown: u64,
    /// The findings of each attacker.
    #[serde(skip)]
    pub findings: Vec<(Attack, Finding)>,
}

impl AttackResult {
    /// Whether the server behaved correctly, apart from its speed.
    pub fn held(&self) -> bool {
        let breached = self.findings.iter().any(|(_, finding)| finding.breached > 0);
        self.up && self.lost.is_empty() && self.returned.is_some() && !breached
    }

    fn wrong(&self) -> Vec<String> {
        let breaches = self.findings.iter().flat_map(|(attack, finding)| {
            finding.breaches.iter().map(|what| format!("{}: {what}", attack.name()))
        });
        let memory = self.returned.is_none() && self.up;
        let memory = memory.then(|| "its memory did not come back within 30 s".to_owned());
        self.lost.iter().cloned().chain(memory).chain(breaches).collect()
    }
}

/// The results of a siege.
#[derive(Clone, Debug, Serialize)]
pub struct SiegeReport {
    /// The server's memory, in bytes.
    pub memory: u64,
    /// The kind of limit.
    pub limited: &'static str,
    /// The highest permitted p99 of honest moves under all attacks at once, in microseconds.
    pub most_p99_us: u64,
    /// Honest players only.
    pub quiet: AttackResult,
    /// Each attack alone.
    pub alone: Vec<AttackResult>,
    /// All attacks at once.
    pub together: AttackResult,
}

impl SiegeReport {
    /// Whether the server withstood every attack, and was fast enough under all at once.
    pub fn held(&self) -> bool {
        let results = [&self.quiet, &self.together].into_iter().chain(&self.alone);
        results.into_iter().all(AttackResult::held) && self.together.p99_us <= self.most_p99_us
    }
}

impl fmt::Display for AttackResult {
    /// One line, followed by one for each fault.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut asked, mut granted) = (0, 0);
        let mut refused = std::collections::BTreeMap::<&str, u64>::new();
        for (_, finding) in &self.findings {
            asked += finding.asked;
            granted += finding.granted;
            for (code, count) in &finding.refused {
                *refused.entry(code).or_default() += count;
            }
        }
        let ms = |us: u64| us as f64 / 1e3;
        let mb = |bytes: u64| bytes >> 20;
        writeln!(
            f,
            "{:12} {:5} {:7.1} {:7.1} {:8.1} {:5} {:5} {:5} {:5} {:8} {:8}",
            self.name,
            if self.held() { "held" } else { "BROKE" },
            ms(self.p50_us),
            ms(self.p99_us),
            ms(self.max_us),
            mb(self.before),
            mb(self.peak),
            mb(self.after),
            mb(self.grown),
            asked,
            granted
        )?;
        if !refused.is_empty() {
            let refused: Vec<String> =
                refused.iter().map(|(code, count)| format!("{code} {count}")).collect();
            writeln!(f, "             refused: {}", refused.join(", "))?;
        }
        for (attack, finding) in &self.findings {
            for note in &finding.notes {
                writeln!(f, "             {}: {note}", attack.name())?;
            }
        }
        self.wrong().iter().try_for_each(|what| writeln!(f, "             ! {what}"))
    }
}

/// The column headings of a siege's lines.
pub const HEADINGS: &str = "             \
    held?  p50 ms  p99 ms   max ms  MB before  peak after disk+   asked  granted";

impl fmt::Display for SiegeReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SiegeReport { memory, limited, quiet, together, .. } = self;
        let ms = |us: u64| us as f64 / 1e3;
        writeln!(
            f,
            "honest p99 {:.1} ms without and {:.1} ms under everything at once ({:.1} times), in \
             {} MB ({limited}): {}",
            ms(quiet.p99_us),
            ms(together.p99_us),
            together.p99_us as f64 / quiet.p99_us.max(1) as f64,
            memory >> 20,
            if self.held() { "held" } else { "BROKE" }
        )
    }
}
