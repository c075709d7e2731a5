//! Who may enter, and what bots have said of their programs: versions, seeds, and whether they always
//! move alike.

use std::collections::{BTreeSet, HashMap};

use sha2::{Digest, Sha256};

use super::file::{Entrant, File, Game, Program};
use super::{Refuted, entrants};

/// The longest version, in characters.
const LONGEST_VERSION: usize = 32;

/// The largest seed.
const LARGEST_SEED: u64 = (1 << 53) - 1;

/// Checks that the plan admits every kind of player, that only bots have programs, and that what they
/// say of them is within its limits.
pub(super) fn check(file: &File) -> Result<(), Refuted> {
    for (line, entrant) in entrants(file) {
        let admitted = match file.head.plan.kinds.as_deref() {
            Some("people") => entrant.kind == "person",
            Some("bots") => entrant.kind == "bot",
            _ => matches!(entrant.kind.as_str(), "person" | "bot"),
        };
        if !admitted {
            return Err(Refuted::new(line, "the plan does not admit players of that kind"));
        }
        if entrant.former_name.is_some() && entrant.name != forgotten(&entrant.player) {
            return Err(Refuted::new(line, "a name that is forgotten is not replaced by another"));
        }
        let Some(Program { version, seed, .. }) = &entrant.program else { continue };
        if entrant.kind != "bot" {
            return Err(Refuted::new(line, "only a bot has a program"));
        }
        if version.as_deref().is_some_and(|version| !is_version(version)) {
            return Err(Refuted::new(line, "the version is not a version"));
        }
        if seed.is_some_and(|seed| seed > LARGEST_SEED) {
            return Err(Refuted::new(line, "the program's seed is beyond its limit"));
        }
    }
    Ok(())
}

/// Returns what stands for the name of a player whose account has been deleted.
fn forgotten(player: &str) -> String {
    let digits = player.chars().filter(|digit| *digit != '-').take(6);
    format!("Deleted {}", digits.collect::<String>())
}

fn is_version(text: &str) -> bool {
    let visible = text.bytes().all(|byte| (b'!'..=b'~').contains(&byte));
    visible && (1..=LONGEST_VERSION).contains(&text.len())
}

/// Returns the part of the closed list that depends on a program.
pub(super) fn program_bytes(program: Option<&Program>) -> Vec<u8> {
    let version = program.and_then(|program| program.version.as_deref()).unwrap_or_default();
    let seed = program.and_then(|program| program.seed).unwrap_or(u64::MAX);
    let mut bytes = (version.len() as u64).to_be_bytes().to_vec();
    bytes.extend(version.as_bytes());
    bytes.extend(seed.to_be_bytes());
    bytes.push(u8::from(program.is_some_and(|program| program.deterministic)));
    bytes
}

/// Returns what each bot has said of its program, by name and in words.
pub(super) fn programs(file: &File) -> Vec<(String, String)> {
    let said = |entrant: &Entrant| Some((entrant.name.clone(), words(entrant.program.as_ref()?)));
    entrants(file).filter_map(|(_, entrant)| said(entrant)).collect()
}

fn words(Program { version, seed, deterministic }: &Program) -> String {
    let version = version.as_ref().map(|version| format!("version {version}"));
    let seed = seed.map(|seed| format!("seed {seed}"));
    let deterministic = deterministic.then(|| "deterministic".to_owned());
    [version, seed, deterministic].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Returns the names of those whose programs promise the same move in the same game every time, and
/// who have moved in two ways.
pub(super) fn promises_broken(file: &File) -> Vec<String> {
    let promised = |program: &Program| program.deterministic;
    let promising = entrants(file)
        .filter(|(_, entrant)| entrant.program.as_ref().is_some_and(promised))
        .map(|(_, entrant)| (entrant.number, entrant.name.as_str()));
    let promising: HashMap<u32, &str> = promising.collect();
    // By player and game so far, of which the hash is enough: a long game has many beginnings.
    let mut answers: HashMap<(u32, [u8; 32]), String> = HashMap::new();
    let mut broken = BTreeSet::new();
    let promises = |game: &&Game| game.seats.iter().any(|number| promising.contains_key(number));
    for game in file.games.iter().filter(promises) {
        let Ok(played) = game.record.parse::<rules::Game>() else { continue };
        let mut so_far = Sha256::new_with_prefix(played.setup().to_string());
        for (ply, mv) in played.moves().iter().enumerate() {
            let said = format!(" {mv:?}");
            let number = game.seats[ply % 2];
            if let Some(name) = promising.get(&number) {
                let key = (number, so_far.clone().finalize().into());
                let before = answers.entry(key).or_insert_with(|| said.clone());
                if *before != said {
                    broken.insert((*name).to_owned());
                }
            }
            so_far.update(&said);
        }
    }
    broken.into_iter().collect()
}
