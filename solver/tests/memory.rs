//! No question makes the solver hold more bytes than its budget allows, whatever start the
//! rules admit. The memory is read from the operating system, in a process that does nothing
//! else.

use std::fs;

use rules::{Ending, MAX_HEAPS, MAX_NUMBER, Setup, Variant};
use serde_json::json;
use solver::{Budget, Solver, certify, review};

/// The bytes that one question may hold.
const BYTES: u64 = 16 << 20;

/// The bytes it may take in addition: positions and moves that are looked at and forgotten,
/// and the allocator's rounding.
const BESIDE: u64 = 48 << 20;

/// Returns the most memory that the process has had since the last [`forget_peak`], in bytes.
fn peak() -> u64 {
    let status = fs::read_to_string("/proc/self/status").expect("Linux tells");
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
    kilobytes.expect("a number") << 10
}

fn forget_peak() {
    fs::write("/proc/self/clear_refs", "5").expect("it is our own");
}

fn start(variant: &str, params: serde_json::Value, start: serde_json::Value) -> Setup {
    let variant = Variant::parse(variant, params).expect("legal parameters");
    let start = serde_json::from_value(start).expect("a position");
    Setup::new(variant, Ending::Misere, start).expect("a legal start")
}

#[test]
fn the_most_expensive_starts_stay_within_their_memory() {
    let heaps = |size: u64, count: usize| json!({"heaps": vec![size; count]});
    let starts = [
        start("moore", json!({"k": 3, "cap": 2}), heaps(5, MAX_HEAPS)),
        start("circular_stacks", json!({"k": 20}), heaps(20, 100)),
        start("multiheap", json!({"scope": "nonempty"}), heaps(3, MAX_HEAPS)),
        start("grundy", json!({}), heaps(50, MAX_HEAPS)),
        start("ndim", json!({"dims": [20, 20]}), json!({"board": "1".repeat(400)})),
        start("building", json!({}), json!({"remaining": 40, "stacks": vec![3; MAX_HEAPS]})),
        start("chomp", json!({}), json!({"rows": vec![20; 20]})),
        start("octal", json!({"code": "0.137"}), heaps(1_000_000, 3)),
        // More moves than can be listed, each to a position of kilobytes.
        start("nim", json!({}), heaps(MAX_NUMBER, MAX_HEAPS)),
    ];
    for setup in starts {
        forget_peak();
        let before = peak();
        let mut budget = Budget::positions(3_000_000).bytes(BYTES);
        let reviewed = review(&setup, &[], &mut budget).expect("no moves");
        // The system counts in batches, so its figures may fall by a few pages.
        let held = peak().saturating_sub(before);
        assert_eq!(reviewed.plies.len(), 1);
        assert!(held <= BYTES + BESIDE, "{}: {} MB", setup.variant().name(), held >> 20);
        forget_peak();
        let before = peak();
        let mut budget = Budget::positions(20_000).bytes(BYTES);
        let _ = certify(&setup, &mut Solver::new(setup.variant()), &mut budget, 10_000);
        let held = peak().saturating_sub(before);
        assert!(held <= BYTES + BESIDE, "a proof: {}: {} MB", setup.variant().name(), held >> 20);
    }
}
