//! A tournament's public view.

use protocol::{EntrantView, Player, TournamentId, TournamentView};

use tournament::Contest;

/// Returns the public state of a tournament; it contains the seed only at the end.
pub(crate) fn tournament(
    id: TournamentId,
    contest: &Contest,
    begins_at: Option<u64>,
    key: &str,
) -> TournamentView {
    let opening = contest.opening();
    TournamentView {
        tournament: id,
        plan: opening.plan.clone(),
        stage: contest.stage(),
        commitment: opening.commitment(),
        seed: contest.is_over().then(|| opening.seed.reveal()),
        seed_chosen: opening.chosen,
        key: key.to_owned(),
        begins_at_ms: begins_at,
        entrants: contest.entrants().to_vec(),
        standings: contest.standings(),
        sprt: contest.test(),
        rounds: contest.rounds(),
        played: contest.order().len() as u32,
        pairs: contest.pairings().iter().map(|state| state.pairs).sum(),
        elapsed_ms: contest.elapsed_ms(),
    }
}

/// Returns the player behind an entrant.
pub(crate) fn player(entrant: &EntrantView) -> Player {
    let EntrantView { player, name, kind, .. } = entrant;
    Player { id: *player, name: name.clone(), kind: *kind, house: false, version: None }
}
