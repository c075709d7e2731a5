//! A game from its first move to its result. Pure: the time is passed in, and
//! there is no socket, no task and no chance here.

pub(crate) mod agreement;
pub(crate) mod clock;
pub(crate) mod secrecy;
pub(crate) mod table;
pub(crate) mod turn;
