//! The proof that one signed head continues another: whoever has kept a head need not fetch all
//! entries to be sure that none of those before it was changed.

use protocol::hex;
use serde::{Deserialize, Serialize};

use super::{LogFlaw, LogHead, LogSigner, json, strictly, unhex};
use crate::merkle::{Hash, consistency, is_continuation_of};

/// Two heads and the consistency proof between them (RFC 6962), in a file of one line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ContinuationProof {
    /// The earlier head, signed again with today's key.
    pub from: LogHead,
    /// The later head.
    pub to: LogHead,
    /// The hashes that lead from one root to the other, in hexadecimal.
    pub path: Vec<String>,
}

impl ContinuationProof {
    /// Proves that a log with these leaves continues its own first `before`; `None` if it has fewer,
    /// or `before` is 0.
    pub fn new(leaves: &[Hash], before: usize, signer: &LogSigner) -> Option<ContinuationProof> {
        let path = consistency(leaves, before)?.iter().map(|hash| hex(hash)).collect();
        let [from, to] = [&leaves[..before], leaves].map(|leaves| LogHead::sign(leaves, signer));
        Some(ContinuationProof { from, to, path })
    }

    /// Whether a file begins like such a proof.
    pub fn is_one(text: &str) -> bool {
        text.starts_with("{\"from\":")
    }

    /// The proof as a line.
    pub fn line(&self) -> String {
        json(self)
    }

    /// Reads and checks a proof: that both heads are signed, by `trusted` if given, and that the
    /// later one continues the earlier, which is the one that was `kept`, if given.
    ///
    /// # Errors
    /// The first check that fails.
    pub fn check(
        line: &str,
        trusted: Option<&str>,
        kept: Option<&LogHead>,
    ) -> Result<ContinuationProof, LogFlaw> {
        let proof: ContinuationProof = strictly(line).ok_or(LogFlaw::Line(1))?;
        for head in [&proof.from, &proof.to] {
            head.check(trusted)?;
        }
        if let Some(kept) = kept {
            kept.check(None)?;
            let same = (kept.size, &kept.root) == (proof.from.size, &proof.from.root);
            if !same || !proof.to.is_of(&kept.key) {
                return Err(LogFlaw::Rewritten);
            }
        }
        let path: Option<Vec<Hash>> = proof.path.iter().map(|hash| unhex(hash)).collect();
        let tree = |head: &LogHead| Some((usize::try_from(head.size).ok()?, unhex(&head.root)?));
        let continues = || {
            let (path, (before, old), (size, new)) = (path?, tree(&proof.from)?, tree(&proof.to)?);
            Some(is_continuation_of((before, &old), (size, &new), &path))
        };
        match continues() {
            Some(true) => Ok(proof),
            Some(false) | None => Err(LogFlaw::Rewritten),
        }
    }
}
