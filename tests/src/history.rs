//! Checks what clients have seen. A table is a register to which moves are only ever appended: an
//! acknowledged move is never lost, there is one move at each ply, nobody is shown less than before or
//! less than what had been acknowledged when they asked, and every move was made by somebody.
//!
//! Pure: the clients' clock is passed in, and must be one for all of them.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use protocol::TableId;
use rules::Move;

/// What a client has done or seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryEvent {
    /// Which client.
    pub client: u32,
    /// When, in the time of all clients.
    pub at: Duration,
    /// Where.
    pub table: TableId,
    /// What.
    pub what: Observation,
}

/// One entry of a history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Observation {
    /// They are about to send a move.
    Invoked(u32, Move),
    /// It was acknowledged.
    Acknowledged(u32, Move),
    /// They were shown the table.
    Shown {
        /// When they asked for it, if they did.
        asked: Option<Duration>,
        /// How many moves there were.
        ply: u32,
        /// Those of them that were listed.
        moves: Vec<(u32, Move)>,
    },
}

/// What must not be in a history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Anomaly {
    /// A move at this ply was acknowledged or shown, and is not in the record.
    Lost(TableId, u32),
    /// There were two moves at this ply.
    Fork(TableId, u32),
    /// Nobody had made this move by then.
    Invented(TableId, u32),
    /// A client was shown fewer moves than the same client had seen before.
    WentBack(TableId, u32),
    /// A client was shown fewer moves than had been acknowledged when they asked.
    Stale(TableId, u32),
}

/// Checks a history, in the order in which it was noted, against the moves that were stored in the
/// end, by table; returns everything that is wrong.
pub fn check(history: &[HistoryEvent], record: &HashMap<TableId, Vec<Move>>) -> Vec<Anomaly> {
    let mut tables: BTreeMap<TableId, Register<'_>> = BTreeMap::new();
    for event in history {
        let register = tables.entry(event.table).or_insert_with(|| Register::new(event.table));
        register.note(event);
    }
    let none = Vec::new();
    let ends = tables.into_iter().map(|(table, register)| {
        let stored = record.get(&table).unwrap_or(&none);
        register.end(stored)
    });
    ends.flatten().collect()
}

/// What is known of one table.
struct Register<'a> {
    table: TableId,
    invoked: Vec<(u32, &'a Move)>,
    /// The moves of which somebody was told, by ply.
    told: BTreeMap<u32, &'a Move>,
    /// How many moves were acknowledged by when, in this order.
    acknowledged: Vec<(Duration, u32)>,
    /// How many moves each client has seen.
    seen: HashMap<u32, u32>,
    wrong: Vec<Anomaly>,
}

impl<'a> Register<'a> {
    fn new(table: TableId) -> Register<'a> {
        Register {
            table,
            invoked: Vec::new(),
            told: BTreeMap::new(),
            acknowledged: Vec::new(),
            seen: HashMap::new(),
            wrong: Vec::new(),
        }
    }

    fn note(&mut self, event: &'a HistoryEvent) {
        match &event.what {
            Observation::Invoked(ply, mv) => self.invoked.push((*ply, mv)),
            Observation::Acknowledged(ply, mv) => {
                self.is_told(*ply, mv);
                self.acknowledged.push((event.at, ply + 1));
                let seen = self.seen.entry(event.client).or_default();
                *seen = (*seen).max(ply + 1);
            }
            Observation::Shown { asked, ply, moves } => {
                moves.iter().for_each(|(ply, mv)| self.is_told(*ply, mv));
                self.is_shown(event.client, *asked, *ply);
            }
        }
    }

    fn is_told(&mut self, ply: u32, mv: &'a Move) {
        if !self.invoked.contains(&(ply, mv)) {
            self.wrong.push(Anomaly::Invented(self.table, ply));
        }
        if *self.told.entry(ply).or_insert(mv) != mv {
            self.wrong.push(Anomaly::Fork(self.table, ply));
        }
    }

    fn is_shown(&mut self, client: u32, asked: Option<Duration>, ply: u32) {
        let seen = self.seen.entry(client).or_default();
        if ply < *seen {
            self.wrong.push(Anomaly::WentBack(self.table, ply));
        }
        *seen = (*seen).max(ply);
        let before = |&&(at, _): &&(Duration, u32)| asked.is_some_and(|asked| at < asked);
        let known = self.acknowledged.iter().filter(before).map(|&(_, plies)| plies).max();
        if known.is_some_and(|known| ply < known) {
            self.wrong.push(Anomaly::Stale(self.table, ply));
        }
    }

    /// Compares all of it with what was stored.
    fn end(mut self, stored: &'a [Move]) -> Vec<Anomaly> {
        for (ply, mv) in (0..).zip(stored) {
            self.is_told(ply, mv);
        }
        let lost = self.told.keys().filter(|&&ply| ply as usize >= stored.len());
        self.wrong.extend(lost.map(|&ply| Anomaly::Lost(self.table, ply)));
        self.wrong
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    const ADA: u32 = 0;
    const BOB: u32 = 1;
    const EVE: u32 = 2;

    fn table() -> TableId {
        TableId(Uuid::from_u128(7))
    }

    /// Events, one each millisecond.
    fn history(events: Vec<(u32, Observation)>) -> Vec<HistoryEvent> {
        let event = |(ms, (client, what))| HistoryEvent {
            client,
            at: Duration::from_millis(ms),
            table: table(),
            what,
        };
        (0..).zip(events).map(event).collect()
    }

    fn invoked(ply: u32, mv: u64) -> Observation {
        Observation::Invoked(ply, Move::Number(mv))
    }

    fn acknowledged(ply: u32, mv: u64) -> Observation {
        Observation::Acknowledged(ply, Move::Number(mv))
    }

    /// A table with these moves, asked for at this millisecond.
    fn shown(asked: Option<u64>, moves: &[u64]) -> Observation {
        let asked = asked.map(Duration::from_millis);
        let listed = moves.iter().map(|&mv| Move::Number(mv));
        Observation::Shown { asked, ply: moves.len() as u32, moves: (0..).zip(listed).collect() }
    }

    fn judged(events: Vec<(u32, Observation)>, stored: &[u64]) -> Vec<Anomaly> {
        let stored = stored.iter().map(|&mv| Move::Number(mv)).collect();
        check(&history(events), &HashMap::from([(table(), stored)]))
    }

    /// Ada's answer is lost and the move repeated, Bob thinks again, and Eve's question overtakes
    /// an acknowledgement.
    fn clean() -> Vec<(u32, Observation)> {
        vec![
            (ADA, invoked(0, 5)),
            (ADA, invoked(0, 5)),
            (BOB, shown(None, &[5])),
            (ADA, acknowledged(0, 5)),
            (BOB, invoked(1, 6)),
            (BOB, invoked(1, 7)),
            (BOB, acknowledged(1, 7)),
            (EVE, shown(Some(5), &[5])),
            (EVE, shown(Some(7), &[5, 7])),
        ]
    }

    #[test]
    fn a_right_history_is_clean() {
        assert_eq!(judged(clean(), &[5, 7]), []);
    }

    #[test]
    fn what_is_gone_in_the_end_is_found() {
        assert_eq!(judged(clean(), &[5]), [Anomaly::Lost(table(), 1)]);
        let lost = [Anomaly::Lost(table(), 0), Anomaly::Lost(table(), 1)];
        assert_eq!(check(&history(clean()), &HashMap::new()), lost);
        // It was shown, but not acknowledged.
        let events = vec![(ADA, invoked(0, 5)), (BOB, shown(None, &[5]))];
        assert_eq!(judged(events, &[]), [Anomaly::Lost(table(), 0)]);
    }

    #[test]
    fn two_moves_at_one_ply_are_found() {
        assert_eq!(judged(clean(), &[5, 6]), [Anomaly::Fork(table(), 1)]);
        let mut events = clean();
        events.push((BOB, acknowledged(1, 6)));
        assert_eq!(judged(events, &[5, 7]), [Anomaly::Fork(table(), 1)]);
        let mut events = clean();
        events.push((ADA, shown(None, &[5, 6])));
        assert_eq!(judged(events, &[5, 7]), [Anomaly::Fork(table(), 1)]);
    }

    #[test]
    fn a_view_that_goes_back_is_found() {
        // Of the same client, whether or not they had asked.
        let mut events = clean();
        events.push((EVE, shown(None, &[5])));
        assert_eq!(judged(events, &[5, 7]), [Anomaly::WentBack(table(), 1)]);
        // Of their own move.
        let mut events = clean();
        events.push((BOB, shown(None, &[5])));
        assert_eq!(judged(events, &[5, 7]), [Anomaly::WentBack(table(), 1)]);
        // Of what others had been told: Ada was acknowledged at 3, Bob at 6.
        let mut events = clean();
        events.push((3, shown(Some(7), &[5])));
        events.push((4, shown(Some(4), &[])));
        let stale = [Anomaly::Stale(table(), 1), Anomaly::Stale(table(), 0)];
        assert_eq!(judged(events, &[5, 7]), stale);
    }

    #[test]
    fn a_move_that_nobody_has_made_is_found() {
        assert_eq!(judged(clean(), &[5, 7, 8]), [Anomaly::Invented(table(), 2)]);
        let events = vec![(BOB, shown(None, &[5])), (ADA, invoked(0, 5))];
        assert_eq!(judged(events, &[5]), [Anomaly::Invented(table(), 0)]);
    }
}
