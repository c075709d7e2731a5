//! Tests that a check replays tournaments, and compares them with the games that were played.

use std::collections::BTreeSet;

use rules::Game;
use serde_json::json;
use tournament::{Contest, DuePair, Event, GameResult, ResultReason, Seed, TournamentOpening};

use super::*;
use crate::records::tournament_log::{TournamentConfig, summary};
use crate::store::folder::{files, put};

const CUP: TournamentId = TournamentId(Uuid::from_u128(77));

fn config(id: TournamentId) -> TournamentConfig {
    let plan = json!({
        "name": "Cup", "format": {"kind": "round_robin"}, "entrants": 2,
        "courses": [{"variant": "nim"}],
    });
    let plan = serde_json::from_value(plan).expect("a plan");
    let seed = Seed::new([1; 32]);
    TournamentConfig {
        opening: TournamentOpening { id, plan, key: String::new(), seed, chosen: true },
        organizer: String::new(),
        invitation: None,
        begins_at: None,
        fill_to: None,
        founder: None,
    }
}

/// Stores an event, with the line of the tournament in the list if it is the last one.
fn happen(store: &Store, contest: &mut Contest, seq: &mut u32, event: Event) {
    contest.apply(&event).expect("it can happen");
    let line = contest.is_over().then(|| summary(CUP, contest));
    let (seq, over) = (std::mem::replace(seq, *seq + 1), line.as_ref());
    kept(store, &[Entry::Progressed { tournament: CUP, seq, event: &event, over }]).expect("kept");
}

/// Plays a game of a pair at the table of this number: after one move it is given up, and the player
/// who began has won it.
fn play(store: &Store, contest: &Contest, due: DuePair, n: u128) -> GameResult {
    let setup = contest.start(due).expect("it can be drawn");
    let opening = Opening { game: setup.clone(), ..opening() };
    let mv = setup.variant().rules().moves(setup.start()).next().expect("it has a move");
    let mut game = Game::new(setup);
    game.play(mv.clone()).expect("legal");
    let (hashes, over) = (hashes(), resigned());
    let (fact, end) = (Fact::Moved { mv, us: 17, lag_us: 0 }, Fact::Ended(over.clone()));
    let opened = Entry::Opened { table: table(n), opening: &opening, hashes: &hashes, over: None };
    let (first, last) = (happened(n, 0, &fact, None), happened(n, 1, &end, Some(&over)));
    kept(store, &[opened, first, last]).expect("kept");
    let seats = contest.seats(due).expect("it is due");
    let winner = Some(seats[usize::from(n.is_multiple_of(2))]);
    let result = GameResult::new(winner, ResultReason::Resigned, game.to_string());
    GameResult { table: Some(table(n)), ..result }
}

/// Stores a tournament of two entrants with its two games, and another that nobody has entered.
fn two_tournaments(folder: &TempDir) {
    let store = open_store(folder);
    for id in [CUP, TournamentId(Uuid::from_u128(78))] {
        kept(&store, &[Entry::Founded { tournament: id, config: &config(id) }]).expect("kept");
    }
    let (mut contest, mut seq) = (Contest::new(config(CUP).opening), 0);
    for player in opening().players {
        let event = json!({"entered": {"player": player}});
        let event = serde_json::from_value(event).expect("an event");
        happen(&store, &mut contest, &mut seq, event);
    }
    happen(&store, &mut contest, &mut seq, Event::Began);
    while !contest.is_over() {
        if let Some(event) = contest.next(0, &|_| true) {
            happen(&store, &mut contest, &mut seq, event);
            continue;
        }
        let due = contest.due(&BTreeSet::new(), &|_| true)[0];
        let games = Box::new([1, 2].map(|n| play(&store, &contest, due, n)));
        let played = Event::Played { pairing: due.pairing, pair: due.pair, games, at_ms: 0 };
        happen(&store, &mut contest, &mut seq, played);
    }
    assert_eq!(contest.order().len(), 1, "one pair");
}

#[test]
fn a_check_replays_every_tournament() {
    let folder = temporary_folder();
    two_tournaments(&folder);
    let whole = Checked { games: 2, facts: 4, tournaments: 2, ..Checked::default() };
    assert_eq!(check(&storage(&folder)).expect("readable"), whole);
}

#[test]
fn a_damaged_tournament_is_reported() {
    let whole = folder_in_memory();
    two_tournaments(&whole);
    let whole = files(whole.path());
    let (first, other) = (table(1).to_string(), table(9).to_string());
    let another_game =
        format!("UPDATE tournament_event SET what = replace(what, '{first}', '{other}')");
    let last = "seq = (SELECT max(seq) FROM tournament_event)";
    for (damage, what) in [
        ("UPDATE tournament SET summary = NULL", "it is listed otherwise"),
        (
            "UPDATE tournament SET summary = replace(summary, 'Cup', 'Cap')",
            "it is listed otherwise",
        ),
        ("UPDATE tournament SET summary = '{}' WHERE summary IS NOT NULL", "missing field"),
        (&format!("DELETE FROM tournament_event WHERE {last}"), "it is listed otherwise"),
        ("DELETE FROM tournament_event WHERE seq = 1", "event 1 is missing"),
        ("UPDATE tournament_event SET what = '\"began\"' WHERE seq = 0", "it takes two entrants"),
        ("UPDATE tournament_event SET what = '{}' WHERE seq = 0", "expected value"),
        (&another_game, "is not there"),
        (
            "UPDATE tournament_event SET what = replace(what, '\"resigned\"', '\"abandoned\"')",
            "was played otherwise",
        ),
        (
            "UPDATE tournament_event SET what = replace(what, '\"game\":\"', '\"game\":\" ')",
            "was played otherwise",
        ),
    ] {
        let folder = folder_in_memory();
        put(folder.path(), &whole);
        let db = rusqlite::Connection::open(folder.path().join(FILE)).expect("a file");
        db.execute_batch(damage).expect("damaged");
        drop(db);
        let checked = check(&Storage::folder(folder.path())).expect("readable");
        assert_eq!(checked.tournaments, 2, "{damage}");
        let [wrong] = &checked.wrong[..] else { panic!("{damage}: {checked:?}") };
        assert!(wrong.contains(&CUP.to_string()) && wrong.contains(what), "{damage}: {wrong}");
    }
}
