//! Everything that lots depend on besides the seed: the description of the tournament and the
//! closed list of entrants.

use protocol::{DeclaredProgram, EntrantView, Kind, Name, NameHash};
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::event::TournamentOpening;
use super::seed::Seed;

/// The version of the file that [`export`](crate::export) writes.
pub(crate) const VERSION: u32 = 3;

/// The first line of the file up to the commitment.
#[derive(Serialize)]
struct Head<'a> {
    t: &'static str,
    version: u32,
    chosen: bool,
    plan: &'a protocol::Plan,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<protocol::TournamentId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<&'a str>,
}

impl TournamentOpening {
    /// Returns the commitment that is published before anybody enters.
    pub fn commitment(&self) -> String {
        self.seed.commitment(&self.words(true))
    }

    /// Returns the seed that lots and starts are drawn from, given the entrants at the beginning,
    /// in the order of entering. If the organizer has chosen the seed, ids, nonces, keys
    /// and programs are left out: then the same seed, plan and list reproduce the same tournament.
    pub(crate) fn closed(&self, entrants: &[EntrantView]) -> Seed {
        let mut list = Vec::new();
        for entrant in entrants {
            if !self.chosen {
                list.extend(entrant.player.0.as_bytes());
                list.extend(entrant.nonce.map_or([0; 32], |nonce| *nonce.bytes()));
                list.extend(entrant.key.map_or([0; 32], |key| *key.bytes()));
            }
            let name = entrant.former_name.unwrap_or_else(|| name_hash(&entrant.name));
            list.extend(name.bytes());
            list.push(match entrant.kind {
                Kind::Guest => 0,
                Kind::Person => 1,
                Kind::Bot => 2,
            });
            list.extend(entrant.rating.unwrap_or(0).to_be_bytes());
            if !self.chosen {
                list.extend(program_bytes(entrant.program.as_ref()));
            }
        }
        self.seed.closed(&self.words(!self.chosen), &list)
    }

    /// Returns a JSON object without its closing brace; with `own`, it includes the fields that are
    /// unique to this tournament.
    fn words(&self, own: bool) -> String {
        let head = Head {
            t: "tournament",
            version: VERSION,
            chosen: self.chosen,
            plan: &self.plan,
            id: own.then_some(self.id),
            key: own.then_some(&self.key),
        };
        // Structs of numbers and strings can always be serialised.
        let mut words = serde_json::to_string(&head).unwrap_or_default();
        words.pop();
        words
    }
}

/// Returns the SHA-256 of a name. The list holds it instead of the name, so that the
/// name of a deleted account can be forgotten without other lots.
pub fn name_hash(name: &Name) -> NameHash {
    NameHash::new(Sha256::digest(name.as_str()).into())
}

/// Returns what is drawn from a declared program: it can be declared only before the draw.
fn program_bytes(program: Option<&DeclaredProgram>) -> Vec<u8> {
    let version = program.and_then(|program| program.version.as_ref());
    let version = version.map_or("", |version| version.as_str()).as_bytes();
    let seed = program.and_then(|program| program.seed).unwrap_or(u64::MAX);
    let deterministic = program.is_some_and(|program| program.deterministic);
    let length = (version.len() as u64).to_be_bytes();
    [&length[..], version, &seed.to_be_bytes(), &[u8::from(deterministic)]].concat()
}
