//! After each game that was rated or had a person in it, the solver finds which moves kept the win,
//! which threw it away, and which would have held it. Play does not wait for this: reviews take one
//! game at a time, on a thread of its own, within a budget, and rest longer than they work. The
//! store knows which games wait, so a crash loses none.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use ladder::{decision, given_up, rating_line};
use protocol::{EndReason, Over, TableId};
use rules::{Move, Seat, Setup};
use serde::Serialize;
use solver::{Accuracy, Budget, MoveMark, Review, ReviewedPly, review};
use tokio::sync::Notify;
use tracing::warn;

use crate::admission::background_thread;
use crate::admission::computing_time::ComputingTime;
use crate::admission::solver_memory::SolverMemory;
use crate::game::time_left::{TimeLeft, time_left};
use crate::records::game::{Decision, RecordedGame, SeatAccuracy, StoredReview};
use crate::records::puzzle::FoundPuzzle;
use crate::store::{Entry, Store, Unreviewed};

/// The positions and the time that one game may cost; positions not decided by then are unknown.
const POSITIONS: u64 = 1_000_000;
const TIME: Duration = Duration::from_secs(1);

/// The rest after a game, as a multiple of the time its review took: however many games wait, four
/// fifths of a core are left to play.
const REST: u32 = 4;

/// The delay from the end of a game to the look for games that wait, which finds all that have
/// ended by then: a look takes a thread and a query, and a busy server ends a thousand games a
/// second.
const LOOK_AFTER: Duration = Duration::from_millis(250);

/// The delay before trying again after the store has refused or failed.
const REVIEW_RETRY: Duration = Duration::from_secs(2);

/// The maximum number of holding moves that are listed.
const MOST_NAMED: usize = 10;

/// The maximum number of puzzles from one game.
const MOST_PUZZLES: usize = 2;

/// The review of a game about which nothing can be said.
const NOTHING: &str = r#"{"plies":[],"seats":[]}"#;

/// A review as it is stored, by ply and by seat.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct ReviewText {
    plies: Vec<PlyText>,
    seats: Vec<Accuracy>,
}

/// One move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct PlyText {
    #[serde(rename = "move")]
    mv: Move,
    mark: MoveMark,
    /// The first moves that would have held the win, if the move threw it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    held: Vec<Move>,
}

/// Reviews the games that wait: those of earlier runs, then more whenever `ended` reports that a
/// game is over. Each is tried once: a review that began before this start may have crashed the
/// server, so its game is set aside.
pub(crate) async fn run(store: &Store, memory: SolverMemory, ended: &Notify) {
    let (mut begun_here, mut reviewed_here) = (HashSet::new(), HashSet::new());
    loop {
        // The game has just ended and is read from the disk, so wait until it is stored.
        let mut failed = store.flush().await.is_err();
        let waiting = store.unreviewed().await.unwrap_or_else(|error| {
            warn!(%error, "cannot read which games wait for a review");
            failed = true;
            Vec::new()
        });
        // With relaxed durability, the data read may be older than what has been committed.
        reviewed_here.retain(|table| waiting.iter().any(|one| one.record.table == *table));
        let none = waiting.is_empty();
        let old = !none && waiting.iter().all(|one| reviewed_here.contains(&one.record.table));
        failed |= old;
        for Unreviewed { record, begun } in waiting {
            let (table, started) = (record.table, Instant::now());
            if reviewed_here.contains(&table) {
                continue;
            }
            if begun && !begun_here.contains(&table) {
                warn!(%table, "its review was interrupted once, and is not tried again");
                failed |= store.commit_now(&[Entry::Reviewed(&nothing(table))]).await.is_err();
                continue;
            }
            begun_here.insert(table);
            if store.commit_now(&[Entry::ReviewBegun(table)]).await.is_err() {
                failed = true;
                continue;
            }
            let reviewed = background_thread::run(move || stored_review(record, memory)).await;
            let reviewed = reviewed.unwrap_or_else(|error| {
                warn!(%error, %table, "a game cannot be reviewed");
                nothing(table)
            });
            let kept = store.commit_now(&[Entry::Reviewed(&reviewed)]).await.is_ok();
            failed |= !kept;
            if kept {
                begun_here.remove(&table);
                reviewed_here.insert(table);
            }
            tokio::time::sleep(started.elapsed() * REST).await;
        }
        if failed {
            tokio::time::sleep(REVIEW_RETRY).await;
        } else if none {
            ended.notified().await;
            tokio::time::sleep(LOOK_AFTER).await;
        }
    }
}

/// Returns an empty review of a game.
fn nothing(table: TableId) -> StoredReview {
    StoredReview {
        table,
        text: NOTHING.to_owned(),
        seats: Vec::new(),
        decisions: Vec::new(),
        times: Vec::new(),
        puzzles: Vec::new(),
    }
}

/// Returns the solver's review of a finished game.
fn stored_review(record: RecordedGame, memory: SolverMemory) -> StoredReview {
    let moves = record.moves();
    if is_too_large(&record, moves.len(), memory.review_bytes()) {
        return nothing(record.table);
    }
    let time = ComputingTime::start(TIME);
    let late = || time.is_over();
    let mut budget = Budget::positions(POSITIONS).bytes(memory.review_bytes()).until(&late);
    let ReviewFindings { text, decisions, times, puzzles } = findings(&record, &moves, &mut budget);
    let seats = record.players().into_iter().zip(&text.seats);
    let seats = seats.map(|(player, accuracy)| seat(rating_line(&player), accuracy)).collect();
    // Serialising numbers, moves and names cannot fail.
    let text = serde_json::to_string(&text).expect("a review has a JSON form");
    StoredReview { table: record.table, text, seats, decisions, times, puzzles }
}

/// Whether the positions of a game take more than this many bytes.
fn is_too_large(record: &RecordedGame, moves: usize, most: u64) -> bool {
    bytes_of_positions(record, moves) > most
}

/// The approximate size in bytes of all positions of a game, if each is as long as the first.
fn bytes_of_positions(record: &RecordedGame, moves: usize) -> u64 {
    let start = serde_json::to_string(record.opening.game.start()).map_or(0, |json| json.len());
    (start as u64).saturating_mul(moves as u64 + 1)
}

/// The review of a game, and what the ladder and puzzles learn from it.
#[derive(Default)]
struct ReviewFindings {
    text: ReviewText,
    /// By seat: the decisions that the ladder learns from.
    decisions: Vec<Vec<Decision>>,
    /// By seat, for each decision: the class of the time left.
    times: Vec<Vec<u8>>,
    puzzles: Vec<FoundPuzzle>,
}

fn findings(record: &RecordedGame, moves: &[Move], budget: &mut Budget<'_>) -> ReviewFindings {
    let setup = &record.opening.game;
    // The moves of a stored game are legal; a damaged game has no review.
    let Ok(Review { plies, seats, .. }) = review(setup, moves, budget) else {
        return ReviewFindings::default();
    };
    let none = || vec![Vec::new(); seats.len()];
    let mut found = ReviewFindings {
        decisions: none(),
        times: vec![Vec::new(); seats.len()],
        ..ReviewFindings::default()
    };
    let times = time_left(record.opening.clock, &record.facts);
    for (ply, reviewed) in plies.iter().enumerate() {
        let to_move = ply % seats.len();
        let gave_up = gave_up(record).filter(|_| reviewed.mv.is_none());
        let seat = gave_up.unwrap_or(to_move);
        let decision = match gave_up {
            Some(seat) => given_up(setup, reviewed, seat == to_move),
            None => decision(setup, reviewed),
        };
        let Some(decision) = decision else { continue };
        let left = times.get(ply).copied().unwrap_or(TimeLeft::Free);
        found.decisions[seat].push(decision);
        found.times[seat].push(left.number());
        found.puzzles.extend(puzzle(setup, ply, reviewed, decision));
    }
    // The hardest first; among equals the earlier one.
    found.puzzles.sort_by_key(|puzzle| std::cmp::Reverse(puzzle.item.rarity));
    found.puzzles.truncate(MOST_PUZZLES);
    let plies = plies.into_iter().filter_map(|ply| {
        let (mv, mark) = (ply.mv?, ply.mark?);
        let held = ply.winning_moves.filter(|_| mark == MoveMark::Threw).unwrap_or_default();
        Some(PlyText { mv, mark, held: held.into_iter().take(MOST_NAMED).collect() })
    });
    found.text = ReviewText { plies: plies.collect(), seats };
    found
}

/// The seat of a game of two that lost it without playing on: by resigning, leaving, or letting the
/// time run out.
fn gave_up(record: &RecordedGame) -> Option<usize> {
    use EndReason::{Abandoned, Flagged, Forfeited, Resigned};
    let Over { winners, reason } = record.over.as_ref()?;
    let [Seat(winner @ 0..2)] = winners[..] else { return None };
    let is_two = record.opening.players.len() == 2;
    let left = matches!(reason, Abandoned | Flagged | Forfeited | Resigned);
    (is_two && left).then(|| 1 - usize::from(winner))
}

/// Returns a thrown win as a puzzle, if its position can be the start of a game and a blind move is
/// seldom right.
fn puzzle(
    setup: &Setup,
    ply: usize,
    reviewed: &ReviewedPly,
    found: Decision,
) -> Option<FoundPuzzle> {
    if found.kept || found.item.rarity == 0 {
        return None;
    }
    let position = reviewed.position.clone();
    let game = Setup::new(setup.variant().clone(), setup.ending(), position.into()).ok()?;
    let (ply, winning) = (u32::try_from(ply).ok()?, reviewed.winning_moves.clone()?);
    Some(FoundPuzzle { ply, game, winning, item: found.item })
}

fn seat(player: protocol::PlayerId, accuracy: &Accuracy) -> SeatAccuracy {
    let Accuracy { decisions, kept, resisted, resistance, unknown } = *accuracy;
    let resistance = (resistance * 1e6).round() as i64;
    SeatAccuracy { player, decisions, kept, resisted, resistance, unknown }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;

    use futures::FutureExt;
    use serde_json::json;
    use uuid::Uuid;

    use crate::records::game::Fact;
    use crate::store::folder::{folder_in_memory, open_store};

    use super::*;

    /// Stores a resigned game of two people.
    async fn store_game(store: &Store, table: TableId) {
        let player = |n| json!({"id": Uuid::from_u128(n), "name": "A", "kind": "person"});
        let opening = serde_json::from_value(json!({
            "game": {"variant": "nim", "ending": "normal", "start": {"heaps": [1, 2, 4]}},
            "players": [player(1), player(2)],
        }));
        let opening = &opening.expect("an opening");
        let over = Over { winners: vec![Seat(0)], reason: EndReason::Resigned };
        let entries = [
            Entry::Opened { table, opening, hashes: &[], over: None },
            Entry::Happened { table, seq: 0, fact: &Fact::Ended(over.clone()), over: Some(&over) },
        ];
        store.commit_now(&entries).await.expect("it works");
    }

    /// Players who left hard positions instead of erring in them would seem never to err.
    #[tokio::test]
    async fn giving_up_a_won_position_is_a_wrong_decision_of_its_player() {
        let folder = folder_in_memory();
        let store = open_store(&folder);
        let table = TableId(Uuid::from_u128(1));
        store_game(&store, table).await;
        let waiting = store.unreviewed().await.expect("readable").remove(0);
        let found = |reason, winner| {
            let mut record = waiting.record.clone();
            record.over = Some(Over { winners: vec![Seat(winner)], reason });
            let found = findings(&record, &[], &mut Budget::positions(POSITIONS));
            ([0, 1].map(|seat: usize| found.decisions[seat].len()), found.puzzles.len())
        };
        use EndReason::{Abandoned, Adjudicated, Flagged, Resigned};
        for reason in [Resigned, Flagged, Abandoned] {
            assert_eq!(found(reason, 1), ([1, 0], 1), "{reason:?}: it was won");
            assert_eq!(found(reason, 0), ([0, 0], 0), "{reason:?}: it was lost for the other");
        }
        assert_eq!(found(Adjudicated, 1), ([0, 0], 0));
    }

    /// Each look costs play a thread.
    #[tokio::test]
    async fn games_that_end_soon_after_one_another_are_looked_for_together() {
        let (store, ended) = (Store::discarding(), Notify::new());
        let mut reviews = pin!(run(&store, SolverMemory::new(0), &ended));
        let mut is_heard = || {
            ended.notify_one();
            assert!(reviews.as_mut().now_or_never().is_none(), "it goes on for ever");
            ended.notified().now_or_never().is_none()
        };
        assert!(is_heard(), "a game has ended");
        assert!(!is_heard(), "others may end before it looks");
    }

    #[tokio::test]
    async fn a_review_that_was_begun_before_the_start_is_not_tried_again() {
        let folder = folder_in_memory();
        let store = open_store(&folder);
        let [interrupted, waiting] = [1, 2].map(|n| TableId(Uuid::from_u128(n)));
        for table in [interrupted, waiting] {
            store_game(&store, table).await;
        }
        store.commit_now(&[Entry::ReviewBegun(interrupted)]).await.expect("it works");
        let ended = Notify::new();
        let all_reviewed = async {
            while !store.unreviewed().await.expect("readable").is_empty() {
                tokio::task::yield_now().await;
            }
        };
        tokio::select! {
            () = run(&store, SolverMemory::new(0), &ended) => unreachable!("it goes on for ever"),
            () = all_reviewed => {}
        }
        let text = async |table| {
            let found = store.review(table).await.expect("readable");
            found.expect("it waits or has one").expect("it has one")
        };
        assert_eq!(text(interrupted).await, NOTHING);
        assert_ne!(text(waiting).await, NOTHING);
    }

    #[tokio::test]
    async fn a_game_is_reviewed_if_its_positions_fit_to_the_byte() {
        let folder = folder_in_memory();
        let store = open_store(&folder);
        store_game(&store, TableId(Uuid::from_u128(1))).await;
        let record = store.unreviewed().await.expect("readable").remove(0).record;
        let start = serde_json::to_string(record.opening.game.start()).expect("JSON").len() as u64;
        assert_eq!([0, 9].map(|moves| bytes_of_positions(&record, moves)), [start, 10 * start]);
        assert!(is_too_large(&record, 9, 10 * start - 1) && !is_too_large(&record, 9, 10 * start));
        let reviewed = stored_review(record, SolverMemory::new(0));
        assert_eq!((reviewed.seats.len(), reviewed.decisions.len()), (2, 2));
        assert_ne!(reviewed.text, NOTHING);
    }

    #[test]
    fn what_a_seat_resisted_is_kept_in_millionths() {
        let player = protocol::PlayerId(Uuid::nil());
        let accuracy =
            Accuracy { decisions: 4, kept: 3, resisted: 2, resistance: 0.75, unknown: 1 };
        let expected = SeatAccuracy {
            player,
            decisions: 4,
            kept: 3,
            resisted: 2,
            resistance: 750_000,
            unknown: 1,
        };
        assert_eq!(seat(player, &accuracy), expected);
    }
}
