//! The whole over real sockets, one binary: each file is named after the
//! property that it tests.

mod abuse;
mod accounts;
mod analysis;
mod binary;
mod bots;
mod clocks;
mod commands;
mod crash;
mod delay;
mod descriptors;
mod documents;
mod entering;
mod entrants;
mod games;
mod house;
mod identity;
mod ladder;
mod lobby;
mod moderation;
mod offers;
mod operating;
mod pairs;
mod pie;
mod promises;
mod rest;
mod siege;
mod stopping;
mod swarm;
mod tls;
mod tournaments;
