//! Stored records and refusals. They depend on no other part of the server.

pub(crate) mod account;
pub(crate) mod accounts;
pub(crate) mod audit;
pub(crate) mod follows;
pub(crate) mod game;
pub(crate) mod names;
pub(crate) mod people;
pub(crate) mod push;
pub(crate) mod puzzle;
pub(crate) mod report;
pub(crate) mod request_error;
pub(crate) mod secret_hash;
pub(crate) mod sessions;
pub(crate) mod tournament_log;
