//! A game from its first move to its result. Pure: time is passed in, and there is no
//! socket, task or randomness here.

pub(crate) mod agreement;
pub(crate) mod clock;
pub(crate) mod secrecy;
pub(crate) mod table;
pub(crate) mod time_left;
pub(crate) mod turn;
