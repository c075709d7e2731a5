//! `nim-server verify --ladder`: checks the public record of a ladder.

use std::path::Path;

use anyhow::Context;
use ladder::HeldRecord;

/// Checks a record, and that it continues an earlier one, and prints a summary.
pub(crate) fn verify(file: &Path, since: Option<&Path>, key: Option<&str>) -> anyhow::Result<()> {
    let read = |file: &Path| {
        std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))
    };
    let earlier = since.map(read).transpose()?;
    let earlier = earlier.map(|text| ladder::check_record(&text, key, None)).transpose();
    let earlier = earlier.context("the earlier record does not hold")?;
    let held = ladder::check_record(&read(file)?, key, earlier.as_ref().map(|held| &held.head))
        .context("the record does not hold")?;
    let HeldRecord { head, counted, ratings } = held;
    say!("{} entries, {counted} matches count, {ratings} ratings: all holds", head.size);
    say!("root {}, signed with the key {}", head.root, head.key);
    Ok(())
}
