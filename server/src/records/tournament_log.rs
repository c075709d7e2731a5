//! The stored log of a tournament.

use protocol::{PlayerId, Secret, TournamentId, TournamentLine, hex};
use serde::{Deserialize, Serialize};
use tournament::{Contest, Event, EventError, TournamentOpening};

use crate::records::secret_hash::SecretHash;

/// The configuration with which a tournament is created.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TournamentConfig {
    pub(crate) opening: TournamentOpening,
    /// The hash of the organizer's secret.
    pub(crate) organizer: String,
    /// The hash of the invitation, if one is required.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) invitation: Option<String>,
    /// When it is to begin, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) begins_at: Option<u64>,
    /// In a tournament that recurs: house bots enter until there are this many entrants.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) fill_to: Option<u32>,
    /// The player who created it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) founder: Option<PlayerId>,
}

/// A tournament from its configuration to its last event.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TournamentLog {
    pub(crate) id: TournamentId,
    pub(crate) config: TournamentConfig,
    pub(crate) events: Vec<Event>,
}

impl TournamentLog {
    /// Restores the tournament's current state.
    pub(crate) fn contest(&self) -> Result<Contest, EventError> {
        Contest::restore(self.config.opening.clone(), &self.events)
    }
}

/// Returns a tournament's line in the list, without when it begins.
pub(crate) fn summary(id: TournamentId, contest: &Contest) -> TournamentLine {
    let plan = &contest.opening().plan;
    TournamentLine {
        tournament: id,
        name: plan.name.clone(),
        format: plan.format,
        stage: contest.stage(),
        entrants: contest.entrants().len() as u32,
        begins_at_ms: None,
    }
}

/// The stored form of a secret.
pub(crate) fn hash(secret: &Secret) -> String {
    hex(SecretHash::new(secret).bytes())
}
