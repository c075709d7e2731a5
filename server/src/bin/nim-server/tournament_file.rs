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
    signed(&held.attested, known.entrants.is_empty()).iter().for_each(|line| say!("{line}"));
    if !held.programs.is_empty() {
        say!("programs, as their players have declared them:");
        held.programs.iter().for_each(|(name, said)| say!("  {name}: {said}"));
    }
    held.notes.iter().for_each(|note| say!("note: {note}"));
    (1..).zip(&held.ranking).for_each(|(rank, name)| say!("{rank:>4}. {name}"));
    Ok(())
}

/// How many games are named at most that not all players have signed.
const MOST_NAMED: usize = 20;

/// Says which games are signed by their players; `unknown` if nobody has said which keys they have.
fn signed(attested: &verify::Attested, unknown: bool) -> Vec<String> {
    let verify::Attested { by_all, by_one, by_nobody, keys } = attested;
    if by_all.is_empty() && by_one.is_empty() {
        return vec!["no moves are signed by their players".to_owned()];
    }
    let all = by_all.len() + by_one.len() + by_nobody.len();
    let mut lines =
        vec![format!("moves signed by all who made them: {} of {all} games", by_all.len())];
    for (games, by) in [(by_one, "one of two"), (by_nobody, "nobody")] {
        let shown = games.iter().take(MOST_NAMED).map(String::as_str).collect::<Vec<_>>().join(" ");
        let more = games.len().saturating_sub(MOST_NAMED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        if !games.is_empty() {
            lines.push(format!("  signed by {by}: {shown}{more}"));
        }
    }
    if unknown {
        let ask = "the file itself names these keys; ask the entrants, and give --entrant NAME=KEY";
        lines.push(format!("  {ask}"));
        lines.extend(keys.iter().map(|(name, key)| format!("  {name}={key}")));
    }
    lines
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

    #[test]
    fn it_is_told_which_games_their_players_have_not_signed() {
        let games = |count: usize| (0..count).map(|n| format!("g{n}")).collect::<Vec<_>>();
        let told = |[all, one, nobody]: [usize; 3], unknown| {
            let keys = vec![("Ada".to_owned(), "f00".to_owned())];
            let [by_all, by_one, by_nobody] = [all, one, nobody].map(games);
            signed(&verify::Attested { by_all, by_one, by_nobody, keys }, unknown)
        };
        assert_eq!(told([0, 0, 3], true), ["no moves are signed by their players"]);
        let all = "moves signed by all who made them:";
        assert_eq!(told([2, 0, 0], false), [format!("{all} 2 of 2 games")]);
        let some = told([0, 2, 1], true);
        assert_eq!(
            some[..3],
            [
                format!("{all} 0 of 3 games"),
                "  signed by one of two: g0 g1".to_owned(),
                "  signed by nobody: g0".to_owned(),
            ]
        );
        assert_eq!((some.len(), &some[4][..]), (5, "  Ada=f00"));
        let named = games(MOST_NAMED).join(" ");
        for (count, more) in [(MOST_NAMED, ""), (MOST_NAMED + 2, " and 2 more")] {
            let line = &told([1, 0, count], false)[1];
            assert_eq!(*line, format!("  signed by nobody: {named}{more}"));
        }
    }
}
