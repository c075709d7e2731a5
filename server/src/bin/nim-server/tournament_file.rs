//! `nim-server verify FILE`: checks the file of a tournament and reports the findings.

use std::path::Path;

use anyhow::Context;
use verify::Known;

/// Parses `Ada=KEY` into the name and the key.
pub(super) fn entrant(text: &str) -> Result<(String, String), &'static str> {
    let (name, key) = text.rsplit_once('=').ok_or("NAME=KEY")?;
    Ok((name.to_owned(), key.to_owned()))
}

/// Checks the file and prints what its proof rests on.
pub(super) fn verify(file: &Path, known: Known<'_>) -> anyhow::Result<()> {
    let text =
        std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let held = verify::verify(&text, known).context("the file does not hold")?;
    say!("{}: {} entrants, {} games: all holds", held.name, held.entrants, held.games);
    match known.key {
        Some(key) => say!("signed with the expected key, {key}"),
        None => say!(
            "signed with the key {}, which the file itself names: it proves who signed only to \
             those who know that key. Give --key to trust somebody",
            held.key
        ),
    }
    if known.commitment.is_none() {
        say!("no --commitment was given: its owner may have made up all of it afterwards");
    }
    tell_signed(&held.attested, known.entrants.is_empty());
    if !held.programs.is_empty() {
        say!("programs, as their players have declared them:");
        held.programs.iter().for_each(|(name, said)| say!("  {name}: {said}"));
    }
    held.notes.iter().for_each(|note| say!("note: {note}"));
    (1..).zip(&held.ranking).for_each(|(rank, name)| say!("{rank:>4}. {name}"));
    Ok(())
}

/// Prints which games are signed by their players.
fn tell_signed(attested: &verify::Attested, unknown: bool) {
    let verify::Attested { by_all, by_one, by_nobody, keys } = attested;
    if by_all.is_empty() && by_one.is_empty() {
        say!("no moves are signed by their players");
        return;
    }
    let all = by_all.len() + by_one.len() + by_nobody.len();
    say!("moves signed by all who made them: {} of {all} games", by_all.len());
    for (games, by) in [(by_one, "one of two"), (by_nobody, "nobody")] {
        let shown = games.iter().take(20).map(String::as_str).collect::<Vec<_>>().join(" ");
        let more = games.len().saturating_sub(20);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        if !games.is_empty() {
            say!("  signed by {by}: {shown}{more}");
        }
    }
    if unknown {
        say!("  the file itself names these keys; ask the entrants, and give --entrant NAME=KEY");
        keys.iter().for_each(|(name, key)| say!("  {name}={key}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entrant_is_a_name_and_after_the_last_sign_a_key() {
        let named = |name: &str, key: &str| Ok((name.to_owned(), key.to_owned()));
        assert_eq!(entrant("Ada=f00"), named("Ada", "f00"));
        assert_eq!(entrant("a=b=f00"), named("a=b", "f00"));
        assert!(entrant("Ada").is_err());
    }
}
