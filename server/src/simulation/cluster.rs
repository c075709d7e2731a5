//! Several servers in one seeded run: a leader with the real hub, sessions and store, fronts with
//! the real links and relays, and clients who play, watch and come back. The net delivers bytes in
//! pieces and late, is cut anywhere, and falls silent; servers are paused, killed and replaced; wall
//! clocks jump; the disk is slow, fails, and tears the last commit. What they have in common is one
//! thread, in which each has a runtime whose time is paused: so a seed gives the same run each time.
//! TLS, HTTP and PostgreSQL are left out: `tests/tests/e2e/fronts.rs` and `tests/outside/postgres`
//! have them.
//!
//! A failure prints its seed; `NIM_SEED=n cargo test -p server --lib simulation::cluster` plays that
//! run alone. `cargo test -p server --lib simulation::cluster -- --ignored` plays the long form.

mod client;
mod front;
mod incidents;
mod leader;
mod net;
mod node;
mod referee;
mod run;

use self::run::{ClusterCounts, ClusterRun};

/// The number of runs in the short form, and in the long one.
const SHORT: u64 = 12;
const LONG: u64 = 2_000;

/// A planted fault. Those in the product's own code are in `tests/outside/planted`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ClusterFault {
    /// A move is acknowledged before it is on disk.
    EarlyAnswer,
    /// The disk has lost the last commits, and says nothing.
    LostDisk,
}

impl ClusterFault {
    const ALL: [ClusterFault; 2] = [ClusterFault::EarlyAnswer, ClusterFault::LostDisk];
}

#[test]
fn clusters_keep_every_promise() {
    match std::env::var("NIM_SEED").ok().and_then(|seed| seed.parse().ok()) {
        Some(seed) => println!("{:?}", ClusterRun::play(seed, None)),
        None => runs(SHORT),
    }
}

#[test]
#[ignore = "takes some minutes"]
fn two_thousand_clusters_keep_every_promise() {
    runs(LONG);
}

#[test]
fn a_seed_gives_the_same_run() {
    let [one, same] = [3, 3].map(|seed| ClusterRun::play(seed, None));
    assert_eq!(one.trace, same.trace, "{one:?} is not {same:?}");
    assert_ne!(one.trace, ClusterRun::play(4, None).trace);
}

#[test]
fn faults_planted_in_clusters_are_found() {
    for fault in ClusterFault::ALL {
        let breaks =
            |seed: &u64| std::panic::catch_unwind(|| ClusterRun::play(*seed, Some(fault))).is_err();
        let found = (0..SHORT).find(breaks);
        println!("{fault:?}: found by seed {found:?}");
        assert!(found.is_some(), "{fault:?} is not found");
    }
}

fn runs(count: u64) {
    let threads = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
    let share = |first: u64| {
        let mut counts = ClusterCounts::default();
        for seed in (first..count).step_by(threads as usize) {
            let played = std::panic::catch_unwind(|| ClusterRun::play(seed, None));
            counts.add(&played.unwrap_or_else(|_| panic!("NIM_SEED={seed} breaks a promise")));
        }
        counts
    };
    let mut all = ClusterCounts::default();
    std::thread::scope(|scope| {
        let shares: Vec<_> = (0..threads).map(|first| scope.spawn(move || share(first))).collect();
        for share in shares {
            all.add(&share.join().expect("each run keeps its promises"));
        }
    });
    println!("{count} clusters: {all:?}");
    // What never happens is not tested.
    assert!(all.moves > 20 * count && all.ends > count, "too tame: {all:?}");
    assert!(all.takeovers > count && all.rated > 0, "too few takeovers: {all:?}");
}
