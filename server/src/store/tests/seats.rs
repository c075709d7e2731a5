//! Players' games are found while their rows move from one table to the other.

use std::collections::BTreeMap;

use super::*;
use crate::store::archive::Archive;
use crate::store::seats::{NewSeats, TOGETHER, is_listed, rename};

/// The number of players.
const PLAYERS: u128 = 300;

type SeatNames = BTreeMap<(Uuid, Uuid), Name>;

/// Games of two players, one after another.
struct Games {
    archive: Archive,
    seats: NewSeats,
    /// By player and game.
    expected: SeatNames,
    games: u128,
    _folder: TempDir,
}

impl Games {
    fn new() -> Games {
        let folder = folder_in_memory();
        let archive = Archive::write(&storage(&folder)).expect("a new store");
        let seats = NewSeats::read(&archive.db).expect("empty");
        Games { archive, seats, expected: BTreeMap::new(), games: 0, _folder: folder }
    }

    /// Adds a hundred games, each with a commit's work.
    fn add_some(&mut self) {
        self.add_in_one_change(100, 1);
    }

    /// Adds games, and moves rows after so many of them.
    fn add_in_one_change(&mut self, games: u128, before_moving: u128) {
        let Games { archive, seats, expected, games: last, .. } = self;
        let made = archive.change(|db| {
            for n in *last + 1..=*last + games {
                let game = Uuid::from_u128(n);
                let place = n * 7_919 % PLAYERS;
                let players = [place, (place + 1 + n % 7) % PLAYERS].map(player);
                seats.add(db, game, &players)?;
                expected.extend(players.map(|(player, name)| ((player, game), name)));
                if n.is_multiple_of(before_moving) {
                    seats.move_some(db)?;
                }
            }
            *last += games;
            Ok(())
        });
        made.expect("written");
    }

    /// The number of rows of both tables.
    fn rows(&self) -> [usize; 2] {
        ["seat", "new_seat"].map(|table| {
            let count = format!("SELECT count(*) FROM {table}");
            self.archive.db.query_row(&count, [], |row| row.get::<u32>(0)).expect("one") as usize
        })
    }

    /// All rows, as they are found; those in both tables are the same there.
    fn listed(&self) -> SeatNames {
        let mut query =
            self.archive.db.prepare("SELECT player, game, name FROM seated").expect("a view");
        let rows = query.query_map([], |row| Ok(((row.get(0)?, row.get(1)?), row.get(2)?)));
        let mut listed = SeatNames::new();
        for row in rows.expect("readable") {
            let (key, text): ((Uuid, Uuid), String) = row.expect("a row");
            let other = listed.insert(key, name(&text));
            assert!(other.is_none_or(|other| other.as_str() == text), "{key:?} has two names");
        }
        listed
    }
}

fn name(text: &str) -> Name {
    Name::try_from(text.to_owned()).expect("plain")
}

fn player(place: u128) -> (Uuid, Name) {
    (Uuid::from_u128(place << 64), name(&format!("p{place}")))
}

#[test]
fn rows_move_and_are_found_all_the_time() {
    let mut games = Games::new();
    let mut round = 0;
    let [mut there, mut most] = [0; 2];
    while there < 2 * TOGETHER {
        games.add_some();
        round += 1;
        // Names and games are forgotten at any moment.
        if round % 4 == 0 {
            let [game, old] = [games.games, games.games / 2].map(Uuid::from_u128);
            let (&(one, _), _) = games.expected.iter().find(|(row, _)| row.1 == game).expect("two");
            let gone = (PlayerId(one), name("gone"));
            let done = games.archive.change(|db| {
                rename(db, game, gone.0, &gone.1)?;
                retention::forget_game(db, old)?;
                is_listed(db, game, gone.0, &gone.1)
            });
            assert!(done.expect("written"));
            games.expected.insert((one, game), gone.1);
            games.expected.retain(|(_, game), _| *game != old);
        }
        // The server is restarted.
        if round % 10 == 0 {
            games.seats = NewSeats::read(&games.archive.db).expect("readable");
        }
        if round % 15 == 0 {
            assert_eq!(games.listed(), games.expected);
        }
        let [moved, new] = games.rows();
        (there, most) = (moved, most.max(new));
    }
    assert_eq!(games.listed(), games.expected);
    assert!(most < 2 * TOGETHER, "{most} rows wait to be moved");
}

#[test]
fn the_latest_games_of_a_player_are_found_in_both_tables() {
    let mut games = Games::new();
    while games.rows()[0] < 100 {
        games.add_some();
    }
    let [there, new] = games.rows();
    assert!(there < TOGETHER && new >= TOGETHER, "a part has been copied: {there}, {new}");
    for place in 0..PLAYERS {
        let (id, name) = player(place);
        let all: Vec<Uuid> =
            games.expected.keys().filter(|row| row.0 == id).map(|row| row.1).rev().collect();
        for whose in [Whose::Player(PlayerId(id)), Whose::Named(name.to_string())] {
            // The games themselves are not stored, but how far the search has come is told.
            let wanted = (&whose, &GameFilter::default());
            let found = game_search::search(&games.archive.db, wanted, all[3], 5);
            assert_eq!(found.expect("readable").next, Some(TableId(all[8])), "{whose:?}");
        }
    }
}

#[test]
fn commits_of_many_games_move_as_many_rows() {
    let mut games = Games::new();
    while games.rows()[0] < 2 * TOGETHER {
        games.add_in_one_change(500, 500);
        assert!(games.rows()[1] < 2 * TOGETHER, "{:?} rows", games.rows());
    }
    assert_eq!(games.listed(), games.expected);
}
