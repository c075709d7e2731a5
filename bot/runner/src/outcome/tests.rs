use bot::{GameError, GameErrorKind};
use protocol::TableId;
use rules::{Game, Seat};
use serde_json::json;

use super::*;

/// The record of a game of one heap in which the first player takes one object after the other.
pub(crate) fn record(moves: usize) -> String {
    let mut game = Game::new("nim 3".parse().expect("a setup"));
    for _ in 0..moves {
        let mv = game.setup().variant().rules().moves(game.position()).next().expect("one");
        game.play(mv).expect("it is legal");
    }
    game.to_string()
}

/// Three entrants, who entered in another order than they are numbered; four pairs, among them a
/// lost one, a shared one, and one that nobody played.
pub(crate) fn sample() -> TournamentOutcome {
    let mut lines = vec![json!({
        "t": "tournament", "key": "k<ey", "plan": {
            "name": "Cup & more", "format": {"kind": "knockout"}, "courses": [{"variant": "nim"}],
        },
    })];
    for (name, entered, program) in [
        ("A\"da", 2, json!({"version": "1.2", "seed": 7, "deterministic": true})),
        ("Eve", 3, json!(null)),
        ("<Fay>", 1, json!({})),
    ] {
        lines.push(json!({"t": "entrant", "name": name, "entered": entered, "program": program}));
    }
    for (round, board, pair, game, seats, winner, how, moves) in [
        (1, 1, 1, 1, [1, 2], json!(1), "played", 3),
        (1, 1, 1, 2, [2, 1], json!(1), "resigned", 1),
        (1, 2, 1, 1, [3, 1], json!(3), "played", 3),
        (1, 2, 1, 2, [1, 3], json!(1), "played", 3),
        (2, 1, 1, 1, [2, 3], json!(3), "flagged", 1),
        (2, 1, 1, 2, [3, 2], json!(null), "abandoned", 2),
        (2, 2, 3, 1, [2, 1], json!(null), "no_show", 0),
        (2, 2, 3, 2, [1, 2], json!(null), "left", 0),
    ] {
        let record = record(moves);
        lines.push(json!({
            "t": "game", "round": round, "board": board, "pair": pair, "game": game,
            "seats": seats, "winner": winner, "how": how, "record": record,
        }));
    }
    let elo = json!({"pairs": [1, 1, 0], "likely": 191, "low": -20, "high": null});
    for (rank, number, score, pairs, games, elo) in [
        (1, 1, 3, [1, 1, 1], [3, 1], elo),
        (2, 3, 3, [1, 1, 0], [2, 1], json!(null)),
        (3, 2, 0, [0, 0, 3], [0, 3], json!(null)),
    ] {
        let mut line = json!({
            "t": "standing", "rank": rank, "number": number, "score": score, "pairs": pairs,
            "games": games, "direct": 5 - rank, "sonneborn_berger": 7 * rank,
            "buchholz": 10 + rank, "wins": 1,
        });
        if !elo.is_null() {
            line["elo"] = elo;
        }
        lines.push(line);
    }
    lines.push(json!({"t": "later", "what": "is not known yet"}));
    lines.push(json!({"t": "end", "sprt": "passed"}));
    let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
    TournamentOutcome::read(&lines.join("\n"), errors()).expect("a tournament")
}

/// Of these only the second and the last explain a loss.
fn errors() -> Vec<EntrantError> {
    let error = |entrant, seat, moves, kind, why: &str| EntrantError {
        entrant,
        error: GameError {
            table: TableId(Default::default()),
            seat: Seat(seat),
            record: record(moves),
            kind,
            why: why.to_owned(),
        },
    };
    vec![
        error(3, 0, 1, GameErrorKind::Refused, "not its fault"),
        error(3, 0, 1, GameErrorKind::Resigned, "hope\"less"),
        error(3, 1, 1, GameErrorKind::Crash, "the other seat"),
        error(1, 0, 1, GameErrorKind::Crash, "another entrant"),
        error(3, 1, 1, GameErrorKind::Crash, "another game"),
        error(3, 1, 2, GameErrorKind::Hang, "it slept"),
    ]
}

#[test]
fn pairs_are_counted_from_both_sides() {
    let outcome = sample();
    let number = |n| Number(n);
    for (one, other, counts) in [
        (1, 2, [1, 0, 1]),
        (2, 1, [0, 0, 2]),
        (1, 3, [0, 1, 0]),
        (2, 3, [0, 0, 1]),
        (3, 2, [1, 0, 0]),
    ] {
        assert_eq!(outcome.against(number(one), number(other)), counts, "{one} {other}");
    }
    let halves: Vec<[u32; 2]> = outcome.pairs.iter().map(|(_, halves)| *halves).collect();
    assert_eq!(halves, [[2, 0], [1, 1], [0, 2], [0, 0]]);
    assert_eq!(outcome.decision(), Some(protocol::SprtDecision::Passed));
    assert_eq!((outcome.name.as_str(), outcome.key.as_str()), ("Cup & more", "k<ey"));
    assert_eq!((outcome.name_of(Number(3)), outcome.name_of(Number(4))), ("<Fay>", "?"));
    assert_eq!(outcome.endings["played"], 3);
    let played = outcome.games.iter().filter(|game| game.was_played()).count();
    assert_eq!((outcome.games.len(), played), (8, 6));
}

#[test]
fn half_points_follow_from_the_winners_of_both_games() {
    let (one, two, three) = (Some(Number(1)), Some(Number(2)), Some(Number(3)));
    for (winners, halves) in [
        ([one, one], [2, 0]),
        ([one, None], [2, 0]),
        ([None, two], [0, 2]),
        ([two, two], [0, 2]),
        ([one, two], [1, 1]),
        ([two, one], [1, 1]),
        ([None, None], [0, 0]),
        ([three, None], [0, 0]),
    ] {
        assert_eq!(points([Number(1), Number(2)], winners), halves, "{winners:?}");
    }
}

#[test]
fn entrants_whom_the_file_does_not_name_are_refused() {
    let read = |line: serde_json::Value| {
        let entrant = json!({"t": "entrant", "name": "Ada", "entered": 1});
        TournamentOutcome::read(&format!("{entrant}\n{line}"), Vec::new()).is_ok()
    };
    let standing = |number| {
        json!({"t": "standing", "rank": 1, "number": number, "score": 0, "pairs": [0, 0, 0],
               "games": [0, 0], "direct": 0, "sonneborn_berger": 0, "buchholz": 0, "wins": 0})
    };
    assert_eq!([0, 1, 2].map(|number| read(standing(number))), [false, true, false]);
    let game = |seats| {
        json!({"t": "game", "round": 1, "board": 1, "pair": 1, "game": 1, "seats": seats,
               "winner": null, "how": "played", "record": ""})
    };
    assert_eq!([[1, 1], [1, 2], [2, 1]].map(|seats| read(game(seats))), [true, false, false]);
    assert!(!read(json!("text")));
}

#[test]
fn tables_are_written_as_csv() {
    let outcome = sample();
    assert_eq!(outcome.csv(), CSV);
    assert_eq!(outcome.losses_csv().expect("some were not played out"), LOSSES_CSV);
    let mut played = outcome;
    played.games.retain(FileGame::was_played_out);
    assert_eq!((played.losses_csv(), played.losses().len()), (None, 0));
}

const CSV: &str = "\
    rank,name,points,pairs won,pairs shared,pairs lost,games won,games \
    lost,elo,low,high,\"A\"\"da\",\"<Fay>\",\"Eve\"\n\
    1,\"A\"\"da\",1.5,1,1,1,3,1,191,-20,,,0.5,1.0\n\
    2,\"<Fay>\",1.5,1,1,0,2,1,,,,0.5,,1.0\n\
    3,\"Eve\",0.0,0,0,3,0,3,,,,0.0,0.0,\n";
const LOSSES_CSV: &str = "\
    round,board,pair,game,loser,against,what,why,record\n\
    1,1,1,2,\"Eve\",\"A\"\"da\",\"resigned\",\"hope\"\"less\",\"nim 3: A-1\"\n\
    2,1,1,1,\"Eve\",\"<Fay>\",\"flagged\",\"\",\"nim 3: A-1\"\n\
    2,1,1,2,\"<Fay>\",\"Eve\",\"abandoned\",\"\",\"nim 3: A-1 A-1\"\n\
    2,1,1,2,\"Eve\",\"<Fay>\",\"hang\",\"it slept\",\"nim 3: A-1 A-1\"\n\
    2,2,3,1,\"Eve\",\"A\"\"da\",\"no_show\",\"\",\"nim 3\"\n\
    2,2,3,1,\"A\"\"da\",\"Eve\",\"no_show\",\"\",\"nim 3\"\n\
    2,2,3,2,\"A\"\"da\",\"Eve\",\"left\",\"\",\"nim 3\"\n\
    2,2,3,2,\"Eve\",\"A\"\"da\",\"left\",\"\",\"nim 3\"\n";

#[test]
fn a_table_is_printed_with_the_reasons_of_losses() {
    assert_eq!(sample().to_string(), TEXT);
}

const TEXT: &str = "\
    \x20 # name  points  won shared lost  elo against the field\n\
    \x20 1 A\"da     1.5    1      1    1  +191 (-20 to ∞)\n\
    \x20 2 <Fay>    1.5    1      1    0  -\n\
    \x20 3 Eve      0.0    0      0    3  -\n\
    \x20   A\"da lost 1 game not played out: left\n\
    \x20   A\"da lost 1 game not played out: no_show\n\
    \x20   Eve lost 1 game not played out: flagged\n\
    \x20   Eve lost 1 game not played out: hang\n\
    \x20   Eve lost 1 game not played out: left\n\
    \x20   Eve lost 1 game not played out: no_show\n\
    \x20   Eve lost 1 game not played out: resigned\n\
    \x20   <Fay> lost 1 game not played out: abandoned\n";

/// With two entrants, from the point of view of the first to enter, whatever their numbers.
#[test]
fn a_match_of_two_has_the_chance_that_the_first_to_enter_is_stronger() {
    let mut outcome = sample();
    outcome.standings.truncate(2);
    outcome.names.truncate(2);
    outcome.games.clear();
    outcome.entered = vec![2, 1];
    outcome.standings[1].number = Number(2);
    let elo = |pairs| Some(protocol::Elo { pairs, likely: None, low: None, high: None });
    outcome.standings[0].elo = elo([0, 1, 3]);
    outcome.standings[1].elo = elo([3, 1, 0]);
    assert_eq!(outcome.to_string(), TEXT_OF_TWO);
    outcome.sprt = Some(protocol::SprtDecision::Failed);
    outcome.entered = vec![1, 2];
    let said = outcome.to_string();
    assert!(said.contains("A\"da is stronger than Eve with a chance of 6.2 %"), "{said}");
    assert!(said.ends_with("the test has failed: A\"da is not stronger\n"), "{said}");
    outcome.sprt = None;
    assert!(!outcome.to_string().contains("test"));
    outcome.standings[0].elo = None;
    assert!(!outcome.to_string().contains("stronger"));
}

const TEXT_OF_TWO: &str = "\
    \x20 # name points  won shared lost  elo against the field\n\
    \x20 1 A\"da    1.5    1      1    1  −∞ (−∞ to ∞)\n\
    \x20 2 Eve     1.5    1      1    0  ∞ (−∞ to ∞)\n\
    \x20   Eve is stronger than A\"da with a chance of 93.8 %, normalised Elo +426\n\
    \x20   the test has passed: Eve is stronger\n";
