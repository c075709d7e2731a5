//! Several servers on one database. One of them leads: it decides every game, and its commits are
//! fenced by the lease. The others are fronts: they have clients of their own, and carry what these
//! say to the leader and back. When the leader is gone, one of the fronts takes its place.
//!
//! A front decides nothing and knows no game, so that there is one order of events, one lobby and
//! one set of limits, however many machines there are; what it takes off the leader is the sockets,
//! which are most of what a move costs.

pub(crate) mod forwarding;
pub(crate) mod front;
pub(crate) mod leader;
