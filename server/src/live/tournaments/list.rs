//! The list of tournaments, in pages: those in memory first, then finished ones as rows of the
//! store.

use std::fmt;
use std::sync::Arc;

use protocol::{Stage, TournamentId, TournamentLine};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{Ongoing, Tournaments};
use crate::records::request_error::RequestError;
use crate::store::{FinishedTournaments, Store};

/// The last tournament of a page; to clients one opaque word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(with = "String"))]
#[serde(try_from = "String", into = "String")]
pub(crate) enum ListCursor {
    /// The page ended with this unfinished tournament.
    Ongoing(TournamentId),
    /// The page ended with this finished tournament.
    Over(TournamentId),
}

impl fmt::Display for ListCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ListCursor::Ongoing(id) => write!(f, "ongoing_{}", id.0.simple()),
            ListCursor::Over(id) => write!(f, "over_{}", id.0.simple()),
        }
    }
}

impl From<ListCursor> for String {
    fn from(cursor: ListCursor) -> String {
        cursor.to_string()
    }
}

impl TryFrom<String> for ListCursor {
    type Error = &'static str;

    fn try_from(text: String) -> Result<ListCursor, &'static str> {
        let id = |text: &str| text.parse::<Uuid>().ok().map(TournamentId);
        match text.split_once('_') {
            Some(("ongoing", rest)) => id(rest).map(ListCursor::Ongoing),
            Some(("over", rest)) => id(rest).map(ListCursor::Over),
            _ => None,
        }
        .ok_or("`after` must be the `next` of the previous page")
    }
}

impl Tournaments {
    /// Returns the unfinished tournaments, then the newest finished ones, and where the next page
    /// begins, if this one is full. One that was cancelled without an entrant is left out: of what
    /// recurs there may be many.
    pub(crate) async fn list(
        &self,
        store: &Store,
        after: Option<ListCursor>,
        most: usize,
    ) -> Result<(Vec<TournamentLine>, Option<ListCursor>), RequestError> {
        let ongoing = self.ongoing_after(after, most);
        let mut lines: Vec<TournamentLine> = ongoing.iter().map(|one| one.summary()).collect();
        if let Some(last) = lines.last().filter(|_| lines.len() == most) {
            let next = ListCursor::Ongoing(last.tournament);
            lines.retain(is_of_interest);
            return Ok((lines, Some(next)));
        }
        let before = match after {
            Some(ListCursor::Over(id)) => id,
            Some(ListCursor::Ongoing(_)) | None => TournamentId(Uuid::max()),
        };
        store.flush().await?;
        let room = most - lines.len();
        let FinishedTournaments { lines: over, next } =
            store.finished_tournaments(before, room as u32).await?;
        // A tournament that has just ended is on disk, and still among the ongoing ones.
        let listed: Vec<TournamentId> = self.lock().keys().copied().collect();
        lines.extend(over.into_iter().filter(|line| !listed.contains(&line.tournament)));
        lines.retain(is_of_interest);
        Ok((lines, next.map(ListCursor::Over)))
    }

    fn ongoing_after(&self, after: Option<ListCursor>, most: usize) -> Vec<Arc<Ongoing>> {
        let before = match after {
            None => TournamentId(Uuid::max()),
            Some(ListCursor::Ongoing(id)) => id,
            Some(ListCursor::Over(_)) => return Vec::new(),
        };
        self.lock().range(..before).rev().take(most).map(|(_, one)| Arc::clone(one)).collect()
    }
}

fn is_of_interest(line: &TournamentLine) -> bool {
    line.stage != Stage::Cancelled || line.entrants > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_is_read_as_it_was_written_and_nothing_else_is() {
        let id = TournamentId(Uuid::from_u128(7));
        for cursor in [ListCursor::Ongoing(id), ListCursor::Over(id)] {
            assert_eq!(ListCursor::try_from(cursor.to_string()), Ok(cursor));
        }
        for bad in ["", "over_", "over_x", "begun_00000000000000000000000000000007"] {
            assert!(ListCursor::try_from(bad.to_owned()).is_err(), "{bad}");
        }
    }
}
