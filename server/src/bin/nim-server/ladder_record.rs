//! `nim-server record` and `nim-server verify --ladder`: prints and checks the public record of a
//! ladder, or the proof of one match in it.

use std::path::Path;

use anyhow::Context;
use ladder::{HeldRecord, InclusionProof};
use uuid::Uuid;

use crate::output;

/// Prints the record, or the proof of a match.
pub(crate) fn print(folder: &Path, rated_match: Option<Uuid>) -> anyhow::Result<()> {
    let record = match rated_match {
        Some(id) => server::ladder_proof(folder, id),
        None => server::ladder_record(folder),
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
    if since.is_none() && InclusionProof::is_one(&text) {
        return verify_proof(&text, key);
    }
    let earlier = since.map(read).transpose()?;
    let earlier = earlier.map(|text| ladder::check_record(&text, key, None)).transpose();
    let earlier = earlier.context("the earlier record does not hold")?;
    let held = ladder::check_record(&text, key, earlier.as_ref().map(|held| &held.head))
        .context("the record does not hold")?;
    let HeldRecord { head, counted, ratings } = held;
    say!("{} entries, {counted} matches count, {ratings} ratings: all holds", head.size);
    say!("root {}, signed with the key {}", head.root, head.key);
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
