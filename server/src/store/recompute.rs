//! `nim-server recompute`: the whole ladder again from the stored games. With
//! `--check` it is worked out in memory and compared with what is stored.

use std::path::Path;

use rusqlite::Connection;
use rusqlite::params;

use super::archive::Archive;
use super::encoding::json;
use super::error::StoreError;
use super::ratings::{key, rated_matches, read, rebuild, standing};
use ladder::{Change, MemoryBook, Rated};

/// What a comparison has found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recomputed {
    /// Rated matches that were rated again.
    pub rated_matches: u64,
    /// Of them, rated matches that count.
    pub counted: u64,
    /// Standings that came out.
    pub standings: usize,
    /// What is stored otherwise, one line each.
    pub wrong: Vec<String>,
}

/// Makes all ratings again from the stored games. No server may be running.
///
/// # Errors
/// When there is no store that could be written.
pub fn recompute(folder: &Path) -> Result<(), StoreError> {
    Archive::create(&folder.join(super::FILE))?.change(rebuild)
}

/// Works all ratings out again and compares them with what is stored. A server
/// may be running meanwhile.
///
/// # Errors
/// When there is no store that could be read.
pub fn compare(folder: &Path) -> Result<Recomputed, StoreError> {
    let archive = Archive::open(&folder.join(super::FILE))?;
    archive.freeze()?;
    archive.look(compare_all)
}

fn compare_all(db: &Connection) -> Result<Recomputed, StoreError> {
    let mut book = MemoryBook::default();
    let mut found = Recomputed { wrong: forgotten(db)?, ..Recomputed::default() };
    let mut changes = 0_usize;
    for (id, tables) in rated_matches(db)? {
        found.rated_matches += 1;
        let rated = book.rate(&read(db, id, &tables)?.0);
        let unrated = match &rated {
            Rated::Counted(_) => None,
            Rated::Not(why) => Some(json(why)),
            Rated::Before => Some("twice".to_owned()),
        };
        let stored: Option<String> = db
            .prepare_cached("SELECT unrated FROM rated WHERE id = ?1")?
            .query_row([id], |row| row.get(0))?;
        if stored != unrated {
            found.wrong.push(format!("rated match {id}: {stored:?} is {unrated:?}"));
        }
        if let Rated::Counted(made) = rated {
            found.counted += 1;
            changes += made.len();
            for change in made.iter().filter_map(|change| differs(db, id, change).transpose()) {
                found.wrong.push(change?);
            }
        }
    }
    found.standings = book.standings().count();
    for (leaderboard, of, computed) in book.standings() {
        let mut query = db.prepare_cached(
            "SELECT rating, deviation, volatility, rated_matches, at FROM standing
             WHERE leaderboard = ?1 AND subject = ?2",
        )?;
        let stored = query.query_row(params![leaderboard.to_string(), key(of)], standing);
        if stored.as_ref().ok() != Some(&computed) {
            found.wrong.push(format!("{leaderboard} {of:?}: {stored:?} is {computed:?}"));
        }
    }
    for (table, expected) in [("standing", found.standings), ("change", changes)] {
        let stored: i64 =
            db.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0))?;
        if usize::try_from(stored) != Ok(expected) {
            found.wrong.push(format!("{stored} rows of {table}, not {expected}"));
        }
    }
    Ok(found)
}

/// A change that is stored otherwise.
fn differs(
    db: &Connection,
    rated_match: uuid::Uuid,
    change: &Change,
) -> Result<Option<String>, StoreError> {
    let Change { leaderboard, player, opponent, won, games, before, after } = change;
    let same: i64 = db
        .prepare_cached(
            "SELECT count(*) FROM change JOIN rated ON rated_match = number WHERE id = ?1
             AND player = ?2 AND leaderboard = ?3 AND opponent = ?4 AND won = ?5 AND games = ?6
             AND before = ?7 AND after = ?8 AND change.deviation = ?9",
        )?
        .query_row(
            params![
                rated_match,
                player.0,
                leaderboard.to_string(),
                opponent.0,
                won,
                games,
                before,
                after.rating,
                after.deviation,
            ],
            |row| row.get(0),
        )?;
    Ok((same != 1).then(|| {
        format!("rated match {rated_match}: what it changed for {player} on {leaderboard}")
    }))
}

/// Rated games that have ended with a winner and have not been rated.
fn forgotten(db: &Connection) -> Result<Vec<String>, StoreError> {
    let mut query = db.prepare(
        "SELECT hex(id) FROM game
         WHERE over IS NOT NULL AND opening ->> 'rated' AND json_array_length(over, '$.winners') > 0
         AND (opening -> 'pair' IS NULL OR opening ->> '$.pair.first' IS NOT NULL)
         AND id NOT IN (SELECT coalesce(second, first) FROM rated)",
    )?;
    let ids = query.query_map([], |row| row.get::<_, String>(0))?;
    ids.map(|id| Ok(format!("game {} was not rated", id?))).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use protocol::{Kind, Name, Over, PairId, Player, PlayerId, Reason, TableId};
    use rules::{Ending, Game, Heaps, Move, Seat, Setup, Variant};
    use uuid::Uuid;

    use super::*;
    use crate::records::game::{self, Fact, Opening, PairGame, Terms};
    use crate::store::folder::Folder;
    use crate::store::{Durability, Entry, Store, WriterMode};

    /// Chance that can be repeated: a linear congruence (Knuth's MMIX).
    struct Chance(u64);

    impl Chance {
        fn below(&mut self, n: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (self.0 >> 33) % n
        }
    }

    fn player(n: u64) -> Player {
        let kind = if n.is_multiple_of(3) { Kind::Bot } else { Kind::Person };
        let name = Name::try_from(format!("player {n}")).expect("plain");
        Player { id: PlayerId(Uuid::from_u128(n.into())), name, kind, house: false }
    }

    fn start(chance: &mut Chance) -> Setup {
        let variant = Variant::parse("nim", serde_json::Value::Null).expect("nim");
        let heaps: Vec<u64> = (0..3).map(|_| 1 + chance.below(7)).collect();
        let ending = if chance.below(2) == 0 { Ending::Normal } else { Ending::Misere };
        Setup::new(variant, ending, Heaps::from(heaps).into()).expect("legal")
    }

    /// Random moves to the end, or given up on the way.
    fn play(setup: &Setup, chance: &mut Chance) -> (Vec<Fact>, Over) {
        let mut game = Game::new(setup.clone());
        let mut facts = Vec::new();
        while !game.is_over() {
            if chance.below(20) == 0 {
                let over = Over { winners: vec![Seat(0)], reason: Reason::Resigned };
                facts.push(Fact::Ended(over.clone()));
                return (facts, over);
            }
            let moves: Vec<Move> = setup.variant().rules().moves(game.position()).collect();
            let mv = moves[chance.below(moves.len() as u64) as usize].clone();
            game.play(mv.clone()).expect("legal");
            facts.push(Fact::Moved { mv, us: 1, lag_us: 0 });
        }
        let winners = game.winners().expect("over");
        (facts, Over { winners, reason: Reason::Played })
    }

    /// Plays a pair of two of these players and keeps it as the rooms do.
    fn keep_pair(
        store: &Store,
        n: u128,
        players: u64,
        chance: &mut Chance,
        say: &mpsc::SyncSender<bool>,
    ) {
        let (first, second) = (chance.below(players), chance.below(players));
        let setup = start(chance);
        let [one, two] = [2 * n, 2 * n + 1].map(|n| TableId(Uuid::from_u128(n)));
        let opening = |players, other, first| Opening {
            game: setup.clone(),
            players,
            clock: None,
            terms: Terms {
                rated: true,
                pair: Some(PairGame { id: PairId(Uuid::from_u128(n)), other, first }),
                ..Terms::default()
            },
        };
        let (facts, over) = play(&setup, chance);
        let (then, end) = play(&setup, chance);
        let opened = opening(vec![player(first), player(second)], two, None);
        let after = opening(vec![player(second), player(first)], one, Some(over.clone()));
        let games = vec![(one, over.clone()), (two, end.clone())];
        let rated = game::Rated { id: Uuid::from_u128(n), opening: after.clone(), games };
        let mut entries = Vec::new();
        for (table, opening, facts, over) in
            [(one, &opened, &facts, &over), (two, &after, &then, &end)]
        {
            entries.push(Entry::Opened { table, opening, hashes: &[], over: None });
            for (seq, fact) in (0..).zip(facts) {
                let over = (seq as usize + 1 == facts.len()).then_some(over);
                entries.push(Entry::Happened { table, seq, fact, over });
            }
        }
        entries.push(Entry::Decided(&rated));
        let say = say.clone();
        let slot = loop {
            match store.reserve() {
                Ok(slot) => break slot,
                Err(_) => std::thread::yield_now(),
            }
        };
        store.keep(slot, &entries, move |kept| {
            let _ = say.send(kept.is_ok());
        });
    }

    fn load(pairs: u128) -> Folder {
        let folder = Folder::new();
        let store =
            Store::open(&folder.0, Durability::Full, WriterMode::Thread).expect("a new store");
        let (say, heard) = mpsc::sync_channel(pairs as usize);
        let mut chance = Chance(1);
        (0..pairs).for_each(|n| keep_pair(&store, n, 60, &mut chance, &say));
        assert!((0..pairs).all(|_| heard.recv() == Ok(true)), "everything is kept");
        folder
    }

    fn wrong(folder: &Folder) -> Vec<String> {
        compare(&folder.0).expect("readable").wrong
    }

    fn alter(folder: &Folder, change: &str) {
        let db = Connection::open(folder.0.join(super::super::FILE)).expect("there");
        db.execute_batch(change).expect("possible");
    }

    /// With `NIM_PAIRS=20000` the load that is promised.
    #[test]
    fn the_ladder_comes_out_the_same_from_the_games() {
        let pairs = std::env::var("NIM_PAIRS").ok().and_then(|n| n.parse().ok()).unwrap_or(300);
        let folder = load(pairs);
        let found = compare(&folder.0).expect("readable");
        assert_eq!(found.wrong, Vec::<String>::new());
        assert_eq!(u128::from(found.rated_matches), pairs);
        assert!(
            found.counted > found.rated_matches * 8 / 10 && found.counted < found.rated_matches,
            "{found:?}"
        );
        recompute(&folder.0).expect("writable");
        assert_eq!(compare(&folder.0).expect("readable"), found);
    }

    #[test]
    fn what_is_stored_otherwise_is_found() {
        for change in [
            "UPDATE standing SET rating = rating + 1 WHERE (leaderboard, subject) IN (SELECT leaderboard, subject FROM standing LIMIT 1)",
            "DELETE FROM standing WHERE (leaderboard, subject) IN (SELECT leaderboard, subject FROM standing LIMIT 1)",
            "UPDATE change SET after = after - 1 WHERE rated_match IN (SELECT rated_match FROM change LIMIT 1)",
            "UPDATE rated SET unrated = '\"instant\"' WHERE number IN (SELECT number FROM rated WHERE unrated IS NULL LIMIT 1)",
            "UPDATE game SET over = '{\"winners\":[1],\"reason\":\"played\"}' WHERE over LIKE '%[0]%played%'",
            "PRAGMA foreign_keys = OFF; DELETE FROM rated WHERE number = 7",
        ] {
            let folder = load(40);
            assert_eq!(wrong(&folder), Vec::<String>::new());
            alter(&folder, change);
            assert_ne!(wrong(&folder), Vec::<String>::new(), "{change}");
        }
    }
}
