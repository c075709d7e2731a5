//! A refusal on its way to the client: its cause, from which the code, the parameters and the
//! English sentence follow.

use std::fmt;
use std::time::Duration;

use protocol::{BadClock, Cause, ErrorBody, ErrorCode, ServerMessage};
use rules::Refusal;

/// When to try again if the server is busy.
const BUSY_FOR: Duration = Duration::from_secs(2);

/// When to try again if the player has too many games, offers or connections.
const CROWDED_FOR: Duration = Duration::from_secs(10);

/// How long a restart may take.
const AWAY_FOR: Duration = Duration::from_secs(30);

/// Why a request changed nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RequestError {
    cause: Cause,
    retry_after: Option<Duration>,
    detail: Option<String>,
}

impl RequestError {
    /// Creates a refusal with a sentence for developers that is more specific than the cause's own.
    pub(crate) fn because(cause: Cause, detail: impl fmt::Display) -> RequestError {
        RequestError { detail: Some(detail.to_string()), ..cause.into() }
    }

    /// Creates the refusal of an invalid field, with the rule that it breaks.
    pub(crate) fn field(field: &str, rule: impl fmt::Display) -> RequestError {
        RequestError::because(Cause::BadField { field: field.to_owned() }, rule)
    }

    /// Adds that the same request may succeed after this long.
    pub(crate) fn after(self, wait: Duration) -> RequestError {
        RequestError { retry_after: Some(wait), ..self }
    }

    /// Returns the code that programs act on.
    pub(crate) fn code(&self) -> ErrorCode {
        self.cause.code()
    }

    /// Returns the refusal as it is sent.
    pub(crate) fn body(self) -> ErrorBody {
        let message = self.to_string();
        let RequestError { cause, retry_after, .. } = self;
        let ms = |wait: Duration| u32::try_from(wait.as_millis()).unwrap_or(u32::MAX).max(1);
        ErrorBody { code: cause.code(), retry_after_ms: retry_after.map(ms), cause, message }
    }

    /// Returns the answer to the request `cid`. The sender counts it.
    pub(crate) fn answer(self, cid: Option<u32>) -> ServerMessage {
        ServerMessage::Error { cid, error: self.body() }
    }
}

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.detail {
            Some(detail) => detail.fmt(f),
            None => self.cause.fmt(f),
        }
    }
}

/// Whether a place becomes free only when somebody gives one up: nobody knows when.
fn is_freed_by_somebody(cause: &Cause) -> bool {
    matches!(
        cause,
        Cause::TooManyBans
            | Cause::TooManyBlocks { .. }
            | Cause::TooManyBots { .. }
            | Cause::TooManyFollowers { .. }
            | Cause::TooManyMoves { .. }
            | Cause::TooManyOffers { .. }
            | Cause::TooManyReports { .. }
            | Cause::TooManyTournaments { .. }
            | Cause::TooManyWatched { .. }
            | Cause::LadderTooLong { .. }
    )
}

impl From<Cause> for RequestError {
    fn from(cause: Cause) -> RequestError {
        let retry_after = match cause.code() {
            ErrorCode::TooMany if is_freed_by_somebody(&cause) => None,
            ErrorCode::Busy => Some(BUSY_FOR),
            ErrorCode::TooMany => Some(CROWDED_FOR),
            ErrorCode::ShuttingDown | ErrorCode::StorageUnavailable => Some(AWAY_FOR),
            _ => None,
        };
        RequestError { cause, retry_after, detail: None }
    }
}

impl From<BadClock> for RequestError {
    fn from(_: BadClock) -> RequestError {
        Cause::BadClock.into()
    }
}

impl From<Refusal> for RequestError {
    fn from(refusal: Refusal) -> RequestError {
        let cause = match &refusal {
            Refusal::IllegalMove(_) => Cause::IllegalMove,
            Refusal::GameOver => Cause::GameOver,
            Refusal::UnknownVariant(variant) => Cause::UnknownVariant { variant: variant.clone() },
            Refusal::BadParams(_) => Cause::BadParams,
            Refusal::BadEnding => Cause::BadEnding,
            Refusal::BadPosition(_) => Cause::BadPosition,
            &Refusal::TooSmall { what, least } => {
                Cause::TooSmall { what: what.to_owned(), min: least }
            }
            &Refusal::TooLarge { what, limit } => {
                Cause::TooLarge { what: what.to_owned(), max: limit }
            }
        };
        RequestError::because(cause, refusal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_may_try_again_is_told_when() {
        for (cause, after) in [
            (Cause::StartQueueFull, Some(BUSY_FOR)),
            (Cause::AllowanceExceeded, Some(CROWDED_FOR)),
            (Cause::TooManyOffers { max: 3 }, None),
            (Cause::ServerStopping, Some(AWAY_FOR)),
            (Cause::StoreFailed, Some(AWAY_FOR)),
            (Cause::GameOver, None),
        ] {
            assert_eq!(RequestError::from(cause.clone()).retry_after, after, "{cause:?}");
        }
    }
}
