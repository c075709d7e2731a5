//! Remarks on what is allowed but worth knowing: where a file depends on somebody's word.

use std::collections::BTreeMap;

use super::file::{File, Step};

pub(super) fn collect(file: &File) -> Vec<String> {
    let mut notes = Vec::new();
    if file.end.cancelled {
        notes.push("it was called off".to_owned());
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
    let rulings = file.steps.iter().filter(|step| matches!(step, Step::Ruling(..))).count();
    if rulings > 0 {
        notes.push(format!("{rulings} pairs were decided by the arbiter"));
    }
    let mut words: BTreeMap<&str, u32> = BTreeMap::new();
    for game in &file.games {
        if !matches!(game.how.as_str(), "played" | "left") {
            *words.entry(&game.how).or_default() += 1;
        }
    }
    let told = words.iter().map(|(how, games)| format!("{games} {}", how.replace('_', "-")));
    let told: Vec<String> = told.collect();
    if !told.is_empty() {
        notes.push(format!("on the server's word alone: {} games", told.join(", ")));
    }
    notes
}
