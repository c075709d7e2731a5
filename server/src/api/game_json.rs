//! A game for later readers: everything that is known about it, and no secret that opens a seat.

use std::collections::BTreeSet;
use std::time::Instant;

use protocol::{
    BidView, Division, Draw, ExcludedAction, HandicapView, MoveTime, Over, Player, Rating, TableId,
    TimeControl,
};
use rules::{Game, Move, Seat, Setup, Times};
use serde::Serialize;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::game::table::Table;
use crate::records::game::RecordedGame;
use crate::store::StoreError;

/// One complete game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct GameJson {
    pub(crate) table: TableId,
    pub(crate) game: Setup,
    /// The players, by seat.
    pub(crate) players: Vec<Player>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) clock: Option<TimeControl>,
    /// How many of the latest moves are left out until the game is over.
    #[serde(skip_serializing_if = "at_once")]
    pub(crate) delay: u8,
    /// The rights that the players agreed to play without.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub(crate) excluded: BTreeSet<ExcludedAction>,
    /// Whether the game had the pie rule.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) pie: bool,
    /// The players' bids for the seats, if they bid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) bid: Option<BidView>,
    /// The computed handicap, if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) handicap: Option<HandicapView>,
    /// By seat, where players had clocks of their own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) clocks: Vec<TimeControl>,
    /// The division in which the game counts, if it is rated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) division: Option<Division>,
    /// By seat, the players' ratings when a rated game began.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) ratings: Vec<Option<Rating>>,
    /// How the start was drawn, if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) drawn: Option<Draw>,
    pub(crate) moves: Vec<Move>,
    /// The time that each move took.
    pub(crate) times: Vec<MoveTime>,
    /// The result; null while the game is running.
    pub(crate) over: Option<Over>,
    /// In milliseconds since 1970.
    pub(crate) opened_at: i64,
    pub(crate) ended_at: Option<i64>,
}

impl GameJson {
    /// Replays a stored record.
    pub(crate) fn new(record: RecordedGame) -> Result<GameJson, StoreError> {
        let (opened_at, ended_at) = (record.opened_at, record.ended_at);
        let table = Table::restore(record, Instant::now())?;
        // Readers see what spectators see.
        let shown = table.shown().ply() as usize;
        Ok(GameJson {
            table: table.id(),
            game: table.game().setup().clone(),
            players: table.players().cloned().collect(),
            clock: table.control(),
            delay: table.delay(),
            excluded: table.excluded().clone(),
            pie: table.has_pie(),
            bid: table.bid_view(),
            handicap: table.handicap(),
            clocks: table.clocks().to_vec(),
            division: table.division(),
            ratings: table.ratings().to_vec(),
            drawn: table.drawn(),
            moves: table.shown().moves().to_vec(),
            times: table.times().take(shown).collect(),
            over: table.over().cloned(),
            opened_at,
            ended_at,
        })
    }

    /// Returns the game in the notation (docs/notation.md).
    pub(crate) fn notation(&self) -> String {
        let mut game = Game::new(self.game.clone());
        for mv in &self.moves {
            // The moves have been replayed before, so they are legal.
            if game.play(mv.clone()).is_err() {
                break;
            }
        }
        let mut record = rules::GameRecord::new(game);
        for (seat, player) in (0..).map(Seat).zip(&self.players) {
            record.set_player(seat, &player.name.to_string());
        }
        let headers = [
            ("Table", Some(self.table.to_string())),
            ("Date", date(self.opened_at)),
            ("Ended", self.ended_at.and_then(date)),
            ("Result", Some(self.over.as_ref().map_or_else(|| "*".to_owned(), result))),
            ("Reason", self.over.as_ref().map(reason)),
            ("Clock", self.clock.and_then(clock)),
        ];
        for (name, value) in headers {
            if let Some(value) = value {
                // There are few headers, and their names are valid.
                let _ = record.set(name, &value);
            }
        }
        for (ply, time) in self.times.iter().enumerate() {
            record.set_times(ply, Times { spent: Some(time.ms.into()), left: None });
        }
        record.to_string()
    }
}

fn at_once(delay: &u8) -> bool {
    *delay == 0
}

/// The time in ISO 8601; `None` beyond the year 9999.
fn date(ms: i64) -> Option<String> {
    let at = OffsetDateTime::from_unix_timestamp_nanos(i128::from(ms) * 1_000_000).ok()?;
    at.format(&Rfc3339).ok()
}

/// The winning seats, separated by commas; `-` means none.
fn result(over: &Over) -> String {
    let winners: Vec<String> = over.winners.iter().map(|Seat(seat)| seat.to_string()).collect();
    if winners.is_empty() { "-".to_owned() } else { winners.join(",") }
}

fn reason(over: &Over) -> String {
    let reason = serde_json::to_value(over.reason).unwrap_or_default();
    reason.as_str().unwrap_or_default().to_owned()
}

/// `60+1` in seconds; a clock of another kind as JSON.
fn clock(clock: TimeControl) -> Option<String> {
    match clock {
        TimeControl::Fischer { base_ms, increment_ms } => {
            let seconds = |ms| f64::from(ms) / 1_000.0;
            Some(format!("{}+{}", seconds(base_ms), seconds(increment_ms)))
        }
        other => serde_json::to_string(&other).ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_written_as_documented() {
        assert_eq!(date(1_795_385_735_627).as_deref(), Some("2026-11-22T22:15:35.627Z"));
        assert_eq!(date(0).as_deref(), Some("1970-01-01T00:00:00Z"));
        assert_eq!(date(i64::MAX), None);
        let fischer = TimeControl::Fischer { base_ms: 60_500, increment_ms: 1_000 };
        assert_eq!(clock(fischer).as_deref(), Some("60.5+1"));
        assert_eq!(
            clock(TimeControl::Move { ms: 5 }).as_deref(),
            Some(r#"{"kind":"move","ms":5}"#)
        );
    }
}
