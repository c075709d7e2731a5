//! The state of a table as it is sent to everybody there after a change: [`TableState`] without
//! copies, since it is serialised at once.

use std::num::NonZeroU32;

use protocol::{ClockView, Over, TableId, TableState, TakebackView};
use rules::{Move, Position, Seat};
use serde::Serialize;

use crate::game::turn::{BySeat, Clocks};

/// The message [`State`](protocol::ServerMessage::State), ready to be written.
/// Its fields are those of [`TableState`] in the same order.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "t", rename = "state")]
pub(crate) struct Snapshot<'a> {
    pub(super) table: TableId,
    pub(super) ply: u32,
    pub(super) position: &'a Position,
    pub(super) to_move: Option<Seat>,
    pub(super) last_move: Option<&'a Move>,
    pub(super) present: BySeat<bool>,
    pub(super) over: Option<&'a Over>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) clock: Option<Clocks>,
    #[serde(skip_serializing_if = "BySeat::is_empty")]
    pub(super) claim_ms: BySeat<Option<u32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) takeback: Option<&'a TakebackView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) choosing: Option<Seat>,
    #[serde(skip_serializing_if = "BySeat::is_empty")]
    pub(super) bidding: BySeat<bool>,
    #[serde(skip_serializing_if = "<[Seat]>::is_empty")]
    pub(super) rematch: &'a [Seat],
    /// How many watch, as the room knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) watching: Option<NonZeroU32>,
}

impl Snapshot<'_> {
    /// The same with the number of those who watch.
    pub(crate) fn watched_by(self, watching: Option<NonZeroU32>) -> Self {
        Snapshot { watching, ..self }
    }
}

impl From<Snapshot<'_>> for TableState {
    fn from(shown: Snapshot<'_>) -> TableState {
        TableState {
            table: shown.table,
            ply: shown.ply,
            position: shown.position.clone(),
            to_move: shown.to_move,
            last_move: shown.last_move.cloned(),
            present: shown.present.into_vec(),
            over: shown.over.cloned(),
            clock: shown.clock.map(ClockView::from),
            claim_ms: shown.claim_ms.into_vec(),
            takeback: shown.takeback.cloned(),
            choosing: shown.choosing,
            bidding: shown.bidding.into_vec(),
            rematch: shown.rematch.to_vec(),
            watching: shown.watching.map_or(0, NonZeroU32::get),
        }
    }
}

#[cfg(test)]
mod tests {
    use protocol::{EndReason, ServerMessage};
    use rules::Heaps;
    use uuid::Uuid;

    use super::*;

    #[test]
    fn a_snapshot_serialises_like_its_state() {
        let position = Heaps::from(vec![3, 0, 7]).into();
        let bare = Snapshot {
            table: TableId(Uuid::from_u128(1)),
            ply: 0,
            position: &position,
            to_move: None,
            last_move: None,
            present: BySeat::new(),
            over: None,
            clock: None,
            claim_ms: BySeat::new(),
            takeback: None,
            choosing: None,
            bidding: BySeat::new(),
            rematch: &[],
            watching: None,
        };
        let full = Snapshot {
            to_move: Some(Seat(1)),
            last_move: Some(&Move::List(vec![1, 5].into())),
            present: (0..9).map(|seat| seat % 2 == 0).collect(),
            over: Some(&Over { winners: vec![Seat(0)], reason: EndReason::Played }),
            clock: Some(Clocks {
                left_ms: BySeat::from_slice(&[1, 2]),
                running: true,
                due_ms: Some(3),
            }),
            claim_ms: BySeat::from_slice(&[None, Some(4)]),
            takeback: Some(&TakebackView { ply: 5, agreed: vec![Seat(1)] }),
            choosing: Some(Seat(1)),
            bidding: BySeat::from_slice(&[true, false]),
            rematch: &[Seat(0)],
            ..bare.clone()
        };
        for shown in [bare, full] {
            let written = serde_json::to_string(&shown).expect("plain");
            let state = ServerMessage::State(shown.into());
            assert_eq!(written, serde_json::to_string(&state).expect("plain"));
        }
    }
}
