//! The stored log of a tournament.

use protocol::{PlayerId, Secret, TournamentId, TournamentLine};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::records::secret_hash::SecretHash;
use tournament::{Contest, Event, EventError, Opening, hex};

/// How a tournament began its life.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TournamentConfig {
    pub(crate) opening: Opening,
    /// The hash of the organizer's secret.
    pub(crate) organizer: String,
    /// The hash of the invitation, where one is needed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) invitation: Option<String>,
    /// When it is to begin, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) begins_at: Option<u64>,
    /// The player who made it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) founder: Option<PlayerId>,
}

/// A tournament from its config to its last event.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TournamentLog {
    pub(crate) id: TournamentId,
    pub(crate) config: TournamentConfig,
    pub(crate) events: Vec<Event>,
}

impl TournamentLog {
    /// The tournament as it stands.
    pub(crate) fn contest(&self) -> Result<Contest, EventError> {
        Contest::restore(self.config.opening.clone(), &self.events)
    }
}

/// A tournament as it is listed.
pub(crate) fn summary(id: TournamentId, contest: &Contest) -> TournamentLine {
    let plan = &contest.opening().plan;
    TournamentLine {
        tournament: id,
        name: plan.name.clone(),
        format: plan.format,
        stage: contest.stage(),
        entrants: contest.entrants().len() as u32,
    }
}

/// The stored form of a secret.
pub(crate) fn hash(secret: &Secret) -> String {
    hex(SecretHash::new(secret).bytes())
}

/// The ids of a pair's two tables and of the pair itself. They follow from the
/// tournament and the pair: so a restart knows which pairs had begun, and none
/// can begin twice.
pub(crate) fn pair_ids(tournament: TournamentId, duel: u32, pair: u32) -> [uuid::Uuid; 3] {
    [0u8, 1, 2].map(|which| {
        let mut hash = Sha256::new();
        hash.update(tournament.0.as_bytes());
        hash.update(duel.to_be_bytes());
        hash.update(pair.to_be_bytes());
        hash.update([which]);
        let hash: [u8; 32] = hash.finalize().into();
        let mut bytes = [0; 16];
        // The time of the tournament, in front, keeps ids in their order.
        bytes[..6].copy_from_slice(&tournament.0.as_bytes()[..6]);
        bytes[6..].copy_from_slice(&hash[..10]);
        uuid::Builder::from_bytes(bytes)
            .with_version(uuid::Version::SortRand)
            .with_variant(uuid::Variant::RFC4122)
            .into_uuid()
    })
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn every_pair_has_ids_of_its_own() {
        let tournament = TournamentId(Uuid::now_v7());
        let mut seen = std::collections::HashSet::new();
        for duel in 0..30 {
            for pair in 1..30 {
                let ids = pair_ids(tournament, duel, pair);
                assert_eq!(ids, pair_ids(tournament, duel, pair));
                assert!(ids.iter().all(|id| seen.insert(*id) && id.get_version_num() == 7));
            }
        }
        assert_ne!(pair_ids(TournamentId(Uuid::now_v7()), 0, 1), pair_ids(tournament, 0, 1));
    }
}
