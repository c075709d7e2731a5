//! The ids of tables: they follow from the tournament, so that a player who signs a move signs it
//! for exactly one game.

use protocol::TournamentId;
use sha2::{Digest, Sha256};

/// Returns the ids of a pair's two tables and of the pair itself. They follow from the tournament
/// and the pair, so a restart knows which pairs had begun, and no pair can begin twice.
pub fn pair_ids(tournament: TournamentId, pairing: u32, pair: u32) -> [uuid::Uuid; 3] {
    [0u8, 1, 2].map(|which| {
        let mut hash = Sha256::new();
        hash.update(tournament.0.as_bytes());
        hash.update(pairing.to_be_bytes());
        hash.update(pair.to_be_bytes());
        hash.update([which]);
        let hash: [u8; 32] = hash.finalize().into();
        let mut bytes = [0; 16];
        // The tournament's time comes first, which keeps ids in order.
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

    /// Whoever has signed a game has signed its table's id.
    #[test]
    fn a_pair_has_these_ids_for_ever() {
        let tournament = "01890a5d-ac96-774b-bcce-b302099a8057".parse().map(TournamentId).unwrap();
        for (pairing, pair, known) in [
            (
                0,
                1,
                [
                    "01890a5d-ac96-7eee-8afb-b35166d365b8",
                    "01890a5d-ac96-72a6-b94a-4c4586d12296",
                    "01890a5d-ac96-7c35-ba91-d05afebec9f4",
                ],
            ),
            (
                3,
                258,
                [
                    "01890a5d-ac96-7d25-9cb9-52800a47b4a6",
                    "01890a5d-ac96-78a1-9569-d0ff64a2c199",
                    "01890a5d-ac96-7477-8985-5146b8dc782c",
                ],
            ),
        ] {
            assert_eq!(pair_ids(tournament, pairing, pair).map(|id| id.to_string()), known);
        }
    }

    #[test]
    fn every_pair_has_ids_of_its_own() {
        let tournament = TournamentId(Uuid::now_v7());
        let mut seen = std::collections::HashSet::new();
        for pairing in 0..30 {
            for pair in 1..30 {
                let ids = pair_ids(tournament, pairing, pair);
                assert_eq!(ids, pair_ids(tournament, pairing, pair));
                assert!(ids.iter().all(|id| seen.insert(*id) && id.get_version_num() == 7));
            }
        }
        assert_ne!(pair_ids(TournamentId(Uuid::now_v7()), 0, 1), pair_ids(tournament, 0, 1));
    }
}
