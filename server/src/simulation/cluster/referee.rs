//! What must be true whatever happens: it hears what clients say and what they are told.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use protocol::{EndReason, Over, TableId, TableState, TableView};
use rules::Move;

use super::leader::SimulatedLeader;

/// What has been told to anybody.
#[derive(Debug, Default)]
pub(super) struct ClusterReferee {
    /// The moves of each table, by ply.
    moves: BTreeMap<TableId, BTreeMap<u32, Move>>,
    ends: BTreeMap<TableId, Over>,
    /// How many moves of each table have been asked for.
    asked: BTreeMap<TableId, u32>,
    /// By how many moves its spectators are behind.
    delays: BTreeMap<TableId, u32>,
    rated: BTreeSet<TableId>,
    /// Who may know a secret.
    secrets: BTreeMap<String, usize>,
    /// What each client has seen last of a table: how many moves, and whether it was over.
    seen: BTreeMap<(usize, TableId), (u32, bool)>,
    /// Everything that was heard, and when.
    trace: DefaultHasher,
}

impl ClusterReferee {
    /// A client is told this text.
    pub(super) fn hears(&mut self, now: u64, client: usize, text: &str) {
        (now, client, text).hash(&mut self.trace);
        for (secret, owner) in &self.secrets {
            let leaks = *owner != client && text.contains(secret);
            assert!(!leaks, "client {client} hears a secret of client {owner}: {text}");
        }
    }

    /// A client has been given this secret.
    pub(super) fn gives(&mut self, secret: String, client: usize) {
        let owner = *self.secrets.entry(secret).or_insert(client);
        assert_eq!(owner, client, "a secret is given to two clients");
    }

    /// A client asks for the move of this ply.
    pub(super) fn is_asked(&mut self, table: TableId, ply: u32) {
        let asked = self.asked.entry(table).or_default();
        *asked = (*asked).max(ply + 1);
    }

    /// A client is told that a move counts.
    pub(super) fn is_told(&mut self, table: TableId, ply: u32, mv: &Move) {
        let known = self.moves.entry(table).or_default().entry(ply).or_insert_with(|| mv.clone());
        assert_eq!(known, mv, "two moves of ply {ply} at {table}");
    }

    /// A client sees everything of a table; `sits` says whether as a player.
    pub(super) fn sees_view(&mut self, client: usize, view: &TableView, sits: bool) {
        self.delays.insert(view.state.table, view.delay.into());
        if view.rated {
            self.rated.insert(view.state.table);
        }
        for (ply, mv) in (view.since..).zip(&view.moves) {
            self.is_told(view.state.table, ply, mv);
        }
        self.sees(client, &view.state, sits);
    }

    /// A client sees a state of a table; `sits` says whether as a player.
    pub(super) fn sees(&mut self, client: usize, state: &TableState, sits: bool) {
        let TableState { table, ply, over, .. } = state;
        if let (Some(mv), Some(before)) = (&state.last_move, ply.checked_sub(1)) {
            self.is_told(*table, before, mv);
        }
        let last = self.seen.entry((client, *table)).or_default();
        assert!(last.0 <= *ply, "client {client}: {table} goes back from {} to {ply}", last.0);
        assert!(!last.1 || over.is_some(), "client {client}: {table} was over and goes on");
        *last = (*ply, over.is_some());
        match over {
            Some(over) => self.ends_so(*table, over),
            None if !sits => self.is_behind(*table, *ply),
            None => {}
        }
    }

    fn is_behind(&self, table: TableId, ply: u32) {
        let asked = self.asked.get(&table).copied().unwrap_or(0);
        let behind = self.delays.get(&table).copied().unwrap_or(0);
        assert!(ply + behind <= asked.max(behind), "a spectator of {table} sees too much");
    }

    fn ends_so(&mut self, table: TableId, over: &Over) {
        let known = self.ends.entry(table).or_insert_with(|| over.clone());
        assert_eq!(known, over, "{table} has two results");
        let fair = [EndReason::Played, EndReason::Aborted, EndReason::Forfeited];
        assert!(fair.contains(&over.reason), "{table} was {:?}", over.reason);
    }

    /// Compares what was told with what this leader has on its disk.
    pub(super) fn compare(&self, leader: &SimulatedLeader) {
        for (table, told) in &self.moves {
            let record = leader.record(*table).unwrap_or_else(|| panic!("{table} is lost"));
            let kept = record.moves();
            for (ply, mv) in told {
                let kept = kept.get(*ply as usize);
                assert_eq!(kept, Some(mv), "the move of ply {ply} at {table} is lost");
            }
            if let Some(over) = self.ends.get(table) {
                assert_eq!(record.over.as_ref(), Some(over), "the result of {table} is lost");
            }
        }
    }

    /// How many games have ended, and how many of those that were seen were rated.
    pub(super) fn ends(&self) -> u64 {
        self.ends.len() as u64
    }

    pub(super) fn rated(&self) -> u64 {
        self.rated.len() as u64
    }

    /// How many moves have been told.
    pub(super) fn moves(&self) -> u64 {
        self.moves.values().map(|moves| moves.len() as u64).sum()
    }

    /// A number for everything that was heard, and when.
    pub(super) fn trace(&self) -> u64 {
        self.trace.finish()
    }
}
