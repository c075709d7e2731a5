//! Limits on what clients may ask of the server: connections, messages, password guesses, solver
//! work.

pub(crate) mod address_range;
pub(crate) mod attempts;
pub(crate) mod background_thread;
pub(crate) mod computing_time;
pub(crate) mod game_quota;
pub(crate) mod incoming_bytes;
pub(crate) mod ip_prefix;
pub(crate) mod mail_allowance;
pub(crate) mod play_first;
pub(crate) mod rate_limiter;
pub(crate) mod request_budgets;
pub(crate) mod seen_addresses;
pub(crate) mod slots;
pub(crate) mod solver_memory;
pub(crate) mod work_queue;
