//! The proof that one entry is in a signed log: whoever has played a match need not fetch all others
//! to be sure that it is recorded, and how.

use protocol::hex;
use serde::{Deserialize, Serialize};

use super::{LogEntry, LogFlaw, LogHead, json, strictly, unhex};
use crate::merkle::{Hash, inclusion, is_included, leaf_hash};

/// An entry, its place and its audit path (RFC 6962), in a file of one line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct InclusionProof {
    /// The signed head.
    pub head: LogHead,
    /// The number of entries before it.
    pub index: u64,
    /// The entry's line.
    pub entry: String,
    /// The hashes beside its way to the root, from the leaf up, in hexadecimal.
    pub path: Vec<String>,
}

impl InclusionProof {
    /// Proves an entry of a log with these leaves; `None` if it is not at this index.
    pub fn new(
        head: &LogHead,
        leaves: &[Hash],
        index: usize,
        entry: &LogEntry,
    ) -> Option<InclusionProof> {
        let entry = entry.line();
        if *leaves.get(index)? != leaf_hash(entry.as_bytes()) {
            return None;
        }
        let path = inclusion(leaves, index)?.iter().map(|hash| hex(hash)).collect();
        Some(InclusionProof { head: head.clone(), index: index as u64, entry, path })
    }

    /// Whether a file begins like a proof, and not like a record.
    pub fn is_one(text: &str) -> bool {
        text.starts_with("{\"head\":")
    }

    /// The proof as a line.
    pub fn line(&self) -> String {
        json(self)
    }

    /// Reads and checks a proof: that its head is signed, by `trusted` if given, and that the entry
    /// is in the log.
    ///
    /// # Errors
    /// The first check that fails.
    pub fn check(line: &str, trusted: Option<&str>) -> Result<(LogHead, LogEntry), LogFlaw> {
        let proof: InclusionProof = strictly(line).ok_or(LogFlaw::Line(1))?;
        let InclusionProof { head, index, entry, path } = proof;
        head.check(trusted)?;
        let path: Option<Vec<Hash>> = path.iter().map(|hash| unhex(hash)).collect();
        let place = usize::try_from(index).ok().zip(usize::try_from(head.size).ok());
        let is_there = || {
            let (path, root, (index, size)) = (path?, unhex(&head.root)?, place?);
            let leaf = leaf_hash(entry.as_bytes());
            is_included(leaf, index, size, &path, &root).then_some(())
        };
        is_there().ok_or(LogFlaw::Root)?;
        let entry: LogEntry = serde_json::from_str(&entry).map_err(|_| LogFlaw::Line(1))?;
        match entry.follows() {
            true => Ok((head, entry)),
            false => Err(LogFlaw::Moves(entry.rated_match())),
        }
    }
}
