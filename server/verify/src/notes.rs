//! Remarks on what is allowed but worth knowing: where a file depends on somebody's word.

use std::collections::BTreeMap;

use super::file::{File, Step};
use super::{entrants, entry};

pub(super) fn collect(file: &File) -> Vec<String> {
    let mut notes = Vec::new();
    if file.end.cancelled {
        notes.push("it was cancelled".to_owned());
    }
    if file.head.chosen {
        let why = "the organizer has chosen the seed, and knew all lots and starts beforehand";
        notes.push(why.to_owned());
    }
    let silent = file.there.iter().filter(|entrant| entrant.nonce.is_none()).count();
    if silent > 0 && !file.head.chosen {
        let all = file.there.len();
        notes.push(format!("{silent} of {all} entrants have added nothing to the lots"));
    }
    let deleted = entrants(file).filter(|(_, entrant)| entrant.former_name.is_some()).count();
    if deleted > 0 {
        notes.push(format!(
            "{deleted} entrants have deleted their accounts: of their names, only hashes are left"
        ));
    }
    let broken = entry::promises_broken(file);
    if !broken.is_empty() {
        let names = broken.join(", ");
        notes.push(format!("declared deterministic, yet moved in two ways in one game: {names}"));
    }
    let rulings = file.steps.iter().filter(|(_, step)| matches!(step, Step::Ruling(_))).count();
    if rulings > 0 {
        notes.push(format!("{rulings} pairs were decided by the operator"));
    }
    let corrected =
        file.steps.iter().filter(|(_, step)| matches!(step, Step::Correction(_))).count();
    if corrected > 0 {
        notes.push(format!("{corrected} results were corrected by the organizer"));
    }
    let mut failures: BTreeMap<&str, u32> = BTreeMap::new();
    for resignation in file.games.iter().filter_map(|game| game.resignation.as_ref()) {
        if resignation.why != "voluntary" {
            *failures.entry(&resignation.why).or_default() += 1;
        }
    }
    let texts = failures.iter().map(|(why, games)| format!("{games} {}", why.replace('_', " ")));
    let texts: Vec<String> = texts.collect();
    if !texts.is_empty() {
        notes.push(format!("programs failed, as their players have signed: {}", texts.join(", ")));
    }
    let mut words: BTreeMap<&str, u32> = BTreeMap::new();
    for game in &file.games {
        let signed = game.resignation.is_some();
        if !matches!(game.how.as_str(), "played" | "left") && !signed {
            *words.entry(&game.how).or_default() += 1;
        }
    }
    let texts = words.iter().map(|(how, games)| format!("{games} {}", how.replace('_', "-")));
    let texts: Vec<String> = texts.collect();
    if !texts.is_empty() {
        notes.push(format!("on the server's word alone: {} games", texts.join(", ")));
    }
    notes
}
