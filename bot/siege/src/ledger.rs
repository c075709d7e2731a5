//! The ledger of an attack: what the server granted and refused, and whether that was right.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The most breaches described; further ones are only counted.
const MAX_TOLD: usize = 8;

/// The result of one attack.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// Requests made.
    pub asked: u64,
    /// Of these, the requests that succeeded.
    pub granted: u64,
    /// The refused requests, by code or status.
    pub refused: BTreeMap<String, u64>,
    /// The first few breaches of the server's guarantees, in words.
    pub breaches: Vec<String>,
    /// The number of breaches.
    pub breached: u64,
    /// Other notable facts, such as times and sizes.
    pub notes: Vec<String>,
}

/// The shared ledger of the attackers of one row.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ledger(Arc<Mutex<Finding>>);

impl Ledger {
    fn write(&self, change: impl FnOnce(&mut Finding)) {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }

    pub(crate) fn granted(&self) {
        self.write(|finding| {
            finding.asked += 1;
            finding.granted += 1;
        });
    }

    pub(crate) fn refused(&self, code: &str) {
        self.write(|finding| {
            finding.asked += 1;
            *finding.refused.entry(code.to_owned()).or_default() += 1;
        });
    }

    /// Records a breach.
    pub(crate) fn breach(&self, what: impl Into<String>) {
        self.write(|finding| {
            finding.breached += 1;
            let what = what.into();
            if finding.breaches.len() < MAX_TOLD && !finding.breaches.contains(&what) {
                finding.breaches.push(what);
            }
        });
    }

    /// Records a breach unless `holds`.
    pub(crate) fn must(&self, holds: bool, what: impl Into<String>) {
        if !holds {
            self.breach(what);
        }
    }

    pub(crate) fn note(&self, what: impl Into<String>) {
        self.write(|finding| finding.notes.push(what.into()));
    }

    pub(crate) fn note_time(&self, what: &str, took: Duration) {
        self.note(format!("{what} {:.0} ms", took.as_secs_f64() * 1e3));
    }

    pub(crate) fn finding(&self) -> Finding {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_breach_is_reported_once_and_all_are_counted() {
        let ledger = Ledger::default();
        ledger.granted();
        ledger.refused("busy");
        ledger.refused("busy");
        (0..20).for_each(|_| ledger.breach("the same"));
        ledger.must(true, "not at all");
        let finding = ledger.finding();
        assert_eq!((finding.asked, finding.granted, finding.refused["busy"]), (3, 1, 2));
        assert_eq!((finding.breached, finding.breaches.len()), (20, 1));
    }
}
