//! Everything that is served over HTTP.

pub(crate) mod accounts;
pub(crate) mod admin;
pub(crate) mod admin_token;
pub(crate) mod analysis;
pub(crate) mod blocks;
mod charged_to;
mod conditional;
mod confirmed;
pub(crate) mod credentials;
pub(crate) mod extract;
pub(crate) mod game_json;
pub(crate) mod games;
mod games_query;
pub(crate) mod ladder_log;
pub(crate) mod moderation;
#[cfg(feature = "schema")]
mod openapi;
#[cfg(feature = "schema")]
mod operation;
pub(crate) mod page;
pub(crate) mod people;
pub(crate) mod push;
mod puzzle_desk;
mod puzzles;
pub(crate) mod ranking;
pub(crate) mod reports;
pub(crate) mod routes;
pub(crate) mod rush;
pub(crate) mod sessions;
pub(crate) mod state;
#[cfg(test)]
mod tests;
pub(crate) mod tournaments;
pub(crate) mod turn_mail;
pub(crate) mod variants;

#[cfg(feature = "schema")]
pub use openapi::openapi;
