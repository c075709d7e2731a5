//! A refusal on its way to the client: a code for programs and a sentence for
//! people.

use std::fmt;

use protocol::{BadClock, ErrorCode, ServerMessage};
use rules::Refusal;

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

    /// The answer to the request `cid`. Whoever sends it counts it.
    pub(crate) fn answer(self, cid: Option<u32>) -> ServerMessage {
        ServerMessage::Error { cid, code: self.code, message: self.message }
    }
}

impl From<BadClock> for Refused {
    fn from(why: BadClock) -> Refused {
        Refused::new(ErrorCode::BadGame, why)
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
