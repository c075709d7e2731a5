//! `nim-server record`, `verify --ladder` and `rotate-key`: prints and checks the public record of a
//! ladder, or the proof of one match in it, and replaces the key that signs it.

use std::path::Path;

use anyhow::Context;
use ladder::{ContinuationProof, HeldRecord, InclusionProof, LogHead};
use server::Storage;
use uuid::Uuid;

use crate::output;

/// Prints the record, or the proof of a match.
pub(crate) fn print(storage: &Storage, rated_match: Option<Uuid>) -> anyhow::Result<()> {
    let record = match rated_match {
        Some(id) => server::ladder_proof(storage, id),
        None => server::ladder_record(storage),
    };
    output::print(record.context("no record can be made")?);
    Ok(())
}

/// Checks a record, and that it continues an earlier one, or the proof of a match; prints a summary.
pub(crate) fn verify(file: &Path, since: Option<&Path>, key: Option<&str>) -> anyhow::Result<()> {
    let read = |file: &Path| {
        std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))
    };
    let text = read(file)?;
    if ContinuationProof::is_one(&text) {
        let kept = since.map(|file| kept_head(&read(file)?)).transpose()?;
        return verify_continuation(text.trim_end(), key, kept.as_ref());
    }
    if since.is_none() && InclusionProof::is_one(&text) {
        return verify_proof(&text, key);
    }
    let earlier = since.map(read).transpose()?;
    // Signed by a key that the later one follows.
    let earlier = earlier.map(|text| ladder::check_record(&text, None, None)).transpose();
    let earlier = earlier.context("the earlier record does not hold")?;
    let held = ladder::check_record(&text, key, earlier.as_ref().map(|held| &held.head))
        .context("the record does not hold")?;
    let HeldRecord { head, counted, ratings } = held;
    let ratings = ratings.len();
    say!("{} entries, {counted} matches count, {ratings} ratings: all holds", head.size);
    say!("root {}, signed with the key {}", head.root, head.key);
    Ok(())
}

/// The head of a record, or one that was kept by itself.
fn kept_head(text: &str) -> anyhow::Result<LogHead> {
    let line = text.lines().next().context("the earlier file is empty")?;
    serde_json::from_str(line).context("the earlier file does not begin with a head")
}

/// Checks that one head continues another, without the entries.
fn verify_continuation(
    line: &str,
    key: Option<&str>,
    kept: Option<&LogHead>,
) -> anyhow::Result<()> {
    let ContinuationProof { from, to, .. } =
        ContinuationProof::check(line, key, kept).context("the proof does not hold")?;
    say!("{} entries continue {}: all holds", to.size, from.size);
    say!("root {}, signed with the key {}", to.root, to.key);
    Ok(())
}

/// Replaces the key that signs; prints the old and the new one.
pub(crate) fn rotate_key(storage: &Storage) -> anyhow::Result<()> {
    let [old, new] = server::rotate_key(storage).context("the key was not replaced")?;
    say!("the key {old} is replaced by {new}, which it has signed");
    Ok(())
}

/// Checks the proof of a match, a line for each entry about it, and prints the entries.
fn verify_proof(text: &str, key: Option<&str>) -> anyhow::Result<()> {
    let mut heads = Vec::new();
    for line in text.lines() {
        let (head, entry) = InclusionProof::check(line, key).context("the proof does not hold")?;
        say!("{}", entry.line());
        heads.push(head);
    }
    let head = heads.pop().context("the file is empty")?;
    anyhow::ensure!(heads.iter().all(|other| *other == head), "the proofs are of different logs");
    say!("in the log of {} entries, root {}, key {}: all holds", head.size, head.root, head.key);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_record_does_not_hold() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = |name: &str, text: &str| {
            let file = folder.path().join(name);
            std::fs::write(&file, text).expect("there is room");
            file
        };
        let (empty, some) = (file("empty", ""), file("some", "{}\n"));
        for (file, since) in [(&empty, None), (&some, None), (&some, Some(&empty))] {
            assert!(verify(file, since.map(|since| since.as_path()), None).is_err(), "{file:?}");
        }
        assert!(verify(&folder.path().join("none"), None, None).is_err());
        for text in ["", "{}", "no head"] {
            assert!(kept_head(text).is_err(), "{text}");
        }
        for text in ["", "{}"] {
            assert!(
                verify_proof(text, None).is_err() && verify_continuation(text, None, None).is_err()
            );
        }
    }
}
