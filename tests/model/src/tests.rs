//! What the model promises, and that its promises can be broken.

use std::time::Instant;

use super::*;

/// With each further one there are some twenty times as many states.
const FAILURES: u8 = 2;

/// Nothing is lost or doubled, no server acknowledges without the lease, and from every state the
/// game can be brought to its end without further failures.
#[test]
fn no_failure_loses_or_doubles_a_move_or_ends_the_game() {
    let began = Instant::now();
    let explored = explore(&Cluster { fault: None, failures: FAILURES });
    let explored = explored.unwrap_or_else(|found| panic!("{}: {:#?}", found.why, found.path));
    println!("{explored:?} in {:.1?}", began.elapsed());
    assert!(explored.states > 1_000_000, "too few states: something never happens");
}

#[test]
fn planted_faults_are_found() {
    for fault in ModelFault::ALL {
        let began = Instant::now();
        let failures = failures_for(fault);
        let found = explore(&Cluster { fault: Some(fault), failures });
        let found = found.expect_err(&format!("{fault:?} is not found"));
        let Counterexample { why, path, states } = found;
        let (steps, took) = (path.len(), began.elapsed());
        println!("{fault:?}: {why}, after {steps} steps, among {states} states, in {took:.1?}");
    }
}

fn failures_for(fault: ModelFault) -> u8 {
    match fault {
        // A lost connection, a takeover, and a page of another table by the successor.
        ModelFault::DoubtUnfenced => 3,
        // The whole model is searched before somebody is found to be stuck.
        ModelFault::LetterLost => 1,
        ModelFault::NoKeyShare
        | ModelFault::FenceNotRead
        | ModelFault::DoubtTakenAsMade
        | ModelFault::DoubtTakenAsLost
        | ModelFault::ConfirmedOnArrival
        | ModelFault::EarlyAnswer => FAILURES,
    }
}
