//! The whole over real sockets, one binary: each file is named after the
//! property that it tests.

mod abuse;
mod games;
mod lobby;
mod stopping;
mod walls;
