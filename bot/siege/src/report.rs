//! How a siege went: a table, one row for each attack, and what was wrong.

use std::fmt;
use std::time::Duration;

use serde::Serialize;

use super::attacks::Attack;
use super::ledger::Finding;

/// One server and what was done to it.
#[derive(Clone, Debug, Serialize)]
pub struct Stand {
    /// The attack.
    pub name: String,
    /// Honest moves that were acknowledged.
    pub moves: u64,
    /// Their latency: the median, in microseconds.
    pub p50_us: u64,
    /// 99 in a hundred were faster.
    pub p99_us: u64,
    /// The slowest.
    pub max_us: u64,
    /// How late the honest players themselves were: what of the above is the
    /// measuring machine's.
    pub late_p99_us: u64,
    /// Whether the server was still there at the end.
    pub up: bool,
    /// Lost or wrong honest games, and the verdict of `nim-server check`.
    pub lost: Vec<String>,
    /// Resident bytes before the attack.
    pub before: u64,
    /// The most.
    pub peak: u64,
    /// Half a minute after the attack, or when it had come back.
    pub after: u64,
    /// How long it took to come back; `None` if it did not.
    #[serde(skip)]
    pub returned: Option<Duration>,
    /// By how much the data have grown, in bytes.
    pub grown: u64,
    /// The findings of each attacker.
    #[serde(skip)]
    pub findings: Vec<(Attack, Finding)>,
}

impl Stand {
    /// Whether the server did as it should, but for how fast it was.
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

/// How a siege went.
#[derive(Clone, Debug, Serialize)]
pub struct SiegeReport {
    /// The server's memory, in bytes.
    pub memory: u64,
    /// By what it was limited.
    pub limited: &'static str,
    /// The honest moves' p99 under everything at once, at most, in microseconds.
    pub most_p99_us: u64,
    /// The honest alone.
    pub quiet: Stand,
    /// Each attack alone.
    pub alone: Vec<Stand>,
    /// All at once.
    pub together: Stand,
}

impl SiegeReport {
    /// Whether the server bore everything, and everything at once fast enough.
    pub fn held(&self) -> bool {
        let stands = [&self.quiet, &self.together].into_iter().chain(&self.alone);
        stands.into_iter().all(Stand::held) && self.together.p99_us <= self.most_p99_us
    }
}

impl fmt::Display for Stand {
    /// One line, and one for each thing that was wrong.
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

/// The heading of a siege's lines.
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
