//! A short siege of the real server: several attacks at once. The server must grant nothing that it
//! should refuse, give reasons for refusals, and stay within its memory.

use std::fs;
use std::time::Duration;

use bot::ServerUrl;
use siege::Attack;
use tests::process::{Folder, ServerProcess};
use tokio::task::JoinSet;
use tokio::time::Instant;

/// The most memory that the server may have used, in bytes.
const MEMORY: u64 = 256 << 20;

/// The attacks that are meaningful within a few seconds.
const ATTACKS: [Attack; 7] = [
    Attack::Questions,
    Attack::Reviews,
    Attack::Tables,
    Attack::Disk,
    Attack::Tournaments,
    Attack::Cookies,
    Attack::Churn,
];

/// The peak memory of a process, in bytes.
fn peak(pid: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).expect("the server runs");
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
    kilobytes.expect("a number") << 10
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_short_siege_is_borne_within_the_memory() {
    let folder = Folder::new();
    let flags = ["--house-bots", "off", "--solver-memory", "32"];
    let server = ServerProcess::start(folder.path(), &flags);
    let url: ServerUrl = server.url().parse().expect("an address");
    let until = Instant::now() + Duration::from_secs(8);
    let mut attackers = JoinSet::new();
    for attack in ATTACKS {
        let url = url.clone();
        attackers.spawn(async move { (attack, attack.run(url, until).await) });
    }
    while let Some(ended) = attackers.join_next().await {
        let (attack, finding) = ended.expect("no attacker panics");
        assert_eq!(finding.breaches, Vec::<String>::new(), "{}: {finding:?}", attack.name());
        assert!(finding.asked > 0, "{}", attack.name());
    }
    let peak = peak(server.id().parse().expect("a number"));
    assert!(peak < MEMORY, "{} MB", peak >> 20);
}
