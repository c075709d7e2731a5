//! Limits on what anybody may ask of the server: how many connections, how many messages,
//! how many guesses of a password, how much of the solver.

pub(crate) mod attempts;
pub(crate) mod dear_thread;
pub(crate) mod game_quota;
pub(crate) mod ip_prefix;
pub(crate) mod rate_limiter;
pub(crate) mod slots;
pub(crate) mod solver_memory;
pub(crate) mod work_queue;
