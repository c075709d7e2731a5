//! The individual steps of a move, to measure their cost.

use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use protocol::{Kind, Name, Player, PlayerId, Secret, ServerMessage, TableId, TimeControl};
use rules::{Move, Seat, Setup};
use uuid::Uuid;

use crate::game::table::{Command, Table};
use crate::net::frame::Frame;
use crate::records::game::{Fact, Opening, Terms};
use crate::records::secret_hash::SecretHash;
use crate::store::{Batches, StoreError};

/// The number of objects at the start of a game that is long enough to be measured.
const OBJECTS: u64 = 9_000;

/// Returns a function that makes a move on a table with a clock, from the command to the stored
/// fact. Once in nine thousand calls it creates a new table.
pub fn table_step() -> impl FnMut() {
    let mut table = new_table();
    move || {
        if table.is_over() {
            table = new_table();
        }
        let ply = table.game().ply();
        let command = Command::Move { ply, mv: take_one() };
        let done = table.handle(Instant::now(), Seat((ply % 2) as u8), command);
        black_box((done.is_ok(), table.take_news()));
    }
}

/// Returns a function that encodes the answer to a move and the new state for both players.
pub fn render() -> impl FnMut() {
    let table = new_table();
    let ok = ServerMessage::Ok { cid: 7 };
    move || {
        black_box(Frame::both(&ok, &table.snapshot(Instant::now())));
    }
}

/// Returns a function that commits a move of each of `games` games, on the disk of this folder,
/// which must be empty.
///
/// # Errors
/// When the folder cannot be written.
pub fn journal_batch(folder: &Path, games: u32) -> Result<impl FnMut() + use<>, StoreError> {
    let ids: Vec<_> = (1..=games).map(|n| TableId(Uuid::from_u128(n.into()))).collect();
    let mut batches = Batches::open(folder, &ids, &opening(), &hashes())?;
    let fact = Fact::Moved { mv: take_one(), us: 1_234_567, lag_us: 1_234 };
    Ok(move || batches.commit(&fact).expect("the folder can be written"))
}

fn take_one() -> Move {
    Move::List([0, 1].into())
}

fn new_table() -> Table {
    let now = Instant::now();
    let mut table = Table::new(TableId(Uuid::nil()), opening(), hashes().to_vec(), now);
    table.set_present(now, Seat(0), true);
    table.set_present(now, Seat(1), true);
    table
}

fn hashes() -> [SecretHash; 2] {
    [1, 2].map(|n| SecretHash::new(&Secret::new([n; 32])))
}

fn opening() -> Opening {
    let game: Setup = format!("nim {OBJECTS}").parse().expect("a start in the notation");
    let player = |n| Player {
        id: PlayerId(Uuid::from_u128(n)),
        name: Name::try_from(format!("player {n}")).expect("a plain name"),
        kind: Kind::Bot,
        house: false,
        version: None,
    };
    let clock = TimeControl::Fischer { base_ms: 600_000, increment_ms: 0 };
    let players = vec![player(1), player(2)];
    Opening { game, players, clock: Some(clock), terms: Terms::default() }
}
