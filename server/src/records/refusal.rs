//! A refusal on its way to the client: a code for programs and a sentence for
//! people.

use std::fmt;

use protocol::{BadClock, ErrorCode, ServerMessage};
use rules::Refusal;
use tracing::error;

use crate::ops::metrics::Metrics;
use crate::store::{StoreError, Unavailable};

/// Why a request changed nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refused {
    pub(crate) code: ErrorCode,
    pub(crate) message: String,
}

impl Refused {
    pub(crate) fn new(code: ErrorCode, message: impl fmt::Display) -> Refused {
        Refused { code, message: message.to_string() }
    }

    /// The answer to the request `cid`, which is counted.
    pub(crate) fn answer(self, cid: Option<u32>, metrics: &Metrics) -> ServerMessage {
        metrics.refused(self.code);
        ServerMessage::Error { cid, code: self.code, message: self.message }
    }
}

impl From<Unavailable> for ErrorCode {
    fn from(why: Unavailable) -> ErrorCode {
        match why {
            Unavailable::Full => ErrorCode::Busy,
            Unavailable::Broken => ErrorCode::StorageUnavailable,
        }
    }
}

impl From<Unavailable> for Refused {
    fn from(why: Unavailable) -> Refused {
        Refused::new(why.into(), why)
    }
}

impl From<BadClock> for Refused {
    fn from(why: BadClock) -> Refused {
        Refused::new(ErrorCode::BadGame, why)
    }
}

impl From<StoreError> for Refused {
    /// What exactly is wrong with the server's files is not a client's matter.
    fn from(error: StoreError) -> Refused {
        error!(%error, "cannot read the store");
        Refused::new(ErrorCode::StorageUnavailable, "the server cannot read its store")
    }
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Refused {
        let code = match refusal {
            Refusal::IllegalMove(_) => ErrorCode::IllegalMove,
            Refusal::GameOver => ErrorCode::GameOver,
            Refusal::UnknownVariant(_)
            | Refusal::BadParams(_)
            | Refusal::BadEnding
            | Refusal::BadPosition(_)
            | Refusal::TooSmall { .. }
            | Refusal::TooLarge { .. } => ErrorCode::BadGame,
        };
        Refused::new(code, refusal)
    }
}
