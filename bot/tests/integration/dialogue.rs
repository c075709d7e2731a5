//! What is said to a program and by it, word by word, and which process hears it.

use std::fs::{self, File};
use std::path::Path;
use std::time::Duration;

use bot::{Bot, BotError, Program, ProgramSpec, Programs, View, conform, validate};
use rules::{Game, Move, Seat, Setup};
use serde_json::{Value, json};

fn spec(command: &str) -> ProgramSpec {
    let move_time = Duration::from_secs(20);
    let (memory_mb, dir, env, log) = (None, None, Vec::new(), None);
    let command = command.to_owned();
    ProgramSpec { command, move_time, memory_mb, show_errors: false, dir, env, log }
}

/// A shell script in a folder, as a program.
fn script(folder: &Path, text: &str) -> ProgramSpec {
    let file = folder.join("program.sh");
    fs::write(&file, text).unwrap();
    spec(&format!("sh {}", file.display()))
}

/// Takes from the first heap as many as it has begun games.
const COUNTING: &str = r#"
    while read -r word rest; do
        case $word in
            hello) echo 'hello {}' ;;
            newgame) games=$((games + 1)) ;;
            go) echo 'info thinking'; echo; echo "bestmove [0, $games]" ;;
            quit) exit ;;
        esac
    done"#;

/// After these moves from 3, 4, 5.
fn view(moves: &[[u64; 2]], due: Option<Duration>) -> View {
    let setup: Setup = "nim 3,4,5".parse().unwrap();
    let mut game = Game::new(setup.clone());
    for mv in moves {
        game.play(Move::List(mv.to_vec().into())).unwrap();
    }
    let (position, history) = (game.position().clone(), game.moves().to_vec());
    View { setup, position, seat: Seat(0), history, due, free: Duration::ZERO }
}

fn take(heap: u64, number: u64) -> Move {
    Move::List(vec![heap, number].into())
}

/// The lines of a log without the number of the process: who says it, its first word, and the rest.
fn lines(log: &Path) -> Vec<(String, Value)> {
    let text = fs::read_to_string(log).unwrap();
    let mut processes: Vec<&str> =
        text.lines().map(|line| line.split_once(' ').unwrap().0).collect();
    processes.dedup();
    assert!(processes.len() == 1 && processes[0].parse::<u32>().is_ok(), "{text}");
    let said = |line: &str| {
        let mut words = line.splitn(4, ' ').skip(1);
        let head = format!("{} {}", words.next().unwrap(), words.next().unwrap());
        let rest = words.next().unwrap_or_default();
        (head, serde_json::from_str(rest).unwrap_or_else(|_| json!(rest)))
    };
    text.lines().map(said).collect()
}

#[test]
fn a_program_is_told_the_game_once_and_each_move_once() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let programs =
        Programs::new(ProgramSpec { log: Some(log.clone()), ..script(folder.path(), COUNTING) });
    let mut bot = programs.bot();
    assert_eq!(bot.choose(&view(&[], None)), Ok(take(0, 1)));
    let minute = Some(Duration::from_secs(60));
    assert_eq!(bot.choose(&view(&[[0, 1], [1, 3]], minute)), Ok(take(0, 1)));
    drop(bot);
    let mut another = programs.bot();
    assert_eq!(another.choose(&view(&[[2, 5]], None)), Ok(take(0, 2)));
    let game = json!({
        "variant": "nim", "params": {}, "ending": "normal", "start": {"heaps": [3, 4, 5]},
        "seat": 0, "notation": "nim 3,4,5",
    });
    let position = |heaps: [u64; 3], ply, moves: &[[u64; 2]]| {
        let taken =
            (0..3).flat_map(|heap| (1..=heaps[heap as usize]).map(move |number| [heap, number]));
        json!({
            "position": {"heaps": heaps}, "ply": ply, "moves": moves,
            "legal_moves": taken.collect::<Vec<[u64; 2]>>(), "all": true,
        })
    };
    let go =
        |move_ms: u64, clock_ms: Option<u64>| json!({"move_ms": move_ms, "clock_ms": clock_ms});
    let answer = |number: u64| json!([0, number]);
    let wanted = [
        ("> hello", json!({"protocol": 1})),
        ("< hello", json!({})),
        ("> newgame", game.clone()),
        ("> position", position([3, 4, 5], 0, &[])),
        ("> go", go(20_000, None)),
        ("< info", json!("thinking")),
        ("< ", json!("")),
        ("< bestmove", answer(1)),
        ("> position", position([2, 1, 5], 2, &[[0, 1], [1, 3]])),
        // A tenth of what is left.
        ("> go", go(6_000, Some(60_000))),
        ("< info", json!("thinking")),
        ("< ", json!("")),
        ("< bestmove", answer(1)),
        ("> newgame", game),
        ("> position", position([3, 4, 0], 1, &[[2, 5]])),
        ("> go", go(20_000, None)),
        ("< info", json!("thinking")),
        ("< ", json!("")),
        ("< bestmove", answer(2)),
    ];
    let wanted: Vec<_> = wanted.into_iter().map(|(head, rest)| (head.to_owned(), rest)).collect();
    assert_eq!(lines(&log), wanted);
}

#[test]
fn a_process_plays_one_game_after_the_other_and_none_after_a_failure() {
    let folder = tempfile::tempdir().unwrap();
    let programs = Programs::new(script(folder.path(), COUNTING));
    let choose = |bot: &mut bot::ProgramBot| bot.choose(&view(&[], None));
    let (mut one, mut two) = (programs.bot(), programs.bot());
    // At the same time, so each has its own.
    assert_eq!((choose(&mut one), choose(&mut two)), (Ok(take(0, 1)), Ok(take(0, 1))));
    drop(one);
    let mut three = programs.bot();
    assert_eq!(choose(&mut three), Ok(take(0, 2)), "the first goes on");
    assert_eq!(choose(&mut programs.bot()), Ok(take(0, 1)), "all others are busy");
    drop((two, three));
    // One that never moved has none to leave.
    drop(programs.bot());
    let mut after: Vec<_> = (0..3).map(|_| programs.bot()).collect();
    let mut chosen: Vec<String> =
        after.iter_mut().map(|bot| format!("{:?}", choose(bot).unwrap())).collect();
    chosen.sort();
    let of = |number| format!("{:?}", take(0, number));
    assert_eq!(chosen, [of(2), of(2), of(3)]);

    let failing = COUNTING.replace("bestmove [0, $games]", "bestmove nothing");
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let programs =
        Programs::new(ProgramSpec { log: Some(log.clone()), ..script(folder.path(), &failing) });
    for _ in 0..2 {
        assert_eq!(choose(&mut programs.bot()), Err(BotError::Nonsense("nothing".to_owned())));
    }
    let said = fs::read_to_string(log).unwrap();
    assert_eq!(said.matches("> hello").count(), 2, "{said}");
}

#[test]
fn a_log_grows_to_its_limit() {
    const MOST: u64 = 100 << 20;
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let size_after = |before: u64| {
        File::create(&log).unwrap().set_len(before).unwrap();
        let spec = ProgramSpec { log: Some(log.clone()), ..script(folder.path(), COUNTING) };
        drop(Program::start(&spec).unwrap());
        fs::metadata(&log).unwrap().len() - before
    };
    let hello = "1 > hello {\"protocol\":1}\n".len() as u64;
    let both = size_after(0);
    assert!(both > 2 * hello - 12, "{both}");
    // A line is written whole if there was room before it.
    let one = size_after(MOST - 1);
    assert!((hello..both).contains(&one), "{one}");
    assert_eq!(size_after(MOST), 0);
}

#[test]
fn a_program_runs_in_its_folder_with_its_variables() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path().canonicalize().unwrap();
    let command = r#"sh -c 'read hello; echo "hello {\"name\":\"$(pwd) $WHO\"}"; read more'"#;
    let env = vec![("WHO".to_owned(), "Ada".to_owned())];
    let inside = ProgramSpec { dir: Some(here.clone()), env, ..spec(command) };
    let program = Program::start(&inside).unwrap();
    assert_eq!(program.introduction().name, format!("{} Ada", here.display()));
    let missing = here.join("none");
    let outside = ProgramSpec { dir: Some(missing.clone()), ..spec(command) };
    let why = format!("there is no folder {}", missing.display());
    assert_eq!(Program::start(&outside).err(), Some(BotError::Exited(why)));
}

#[test]
fn a_program_that_does_not_greet_is_told_apart_by_what_it_does_instead() {
    for (command, expected) in [
        ("/etc/passwd", "ended: exit status: 126, it cannot be executed"),
        // Only a game can be resigned.
        ("echo resign", "said \"resign\", which is not a move"),
        ("echo hello", "does not say hello as it should: EOF while parsing a value"),
        ("echo info", "ended: exit status: 0"),
    ] {
        let fault = Program::start(&spec(command)).err().unwrap().to_string();
        assert!(fault.starts_with(expected), "{command}: {fault}");
    }
    let long = "x".repeat(99);
    let fault = Program::start(&spec(&format!("echo {long}"))).err();
    assert_eq!(fault, Some(BotError::Nonsense("x".repeat(80))));
}

/// Plays Nim only, by its first legal move, and says that it always would.
const FIRST: &str = r#"
    while read -r word rest; do
        case $word in
            hello) echo 'hello {"variants":["nim"],"deterministic":true}' ;;
            position) rest=${rest#*'"legal_moves":['}; first=${rest%%']'*}']' ;;
            go) echo "bestmove $first" ;;
            quit) exit ;;
        esac
    done"#;

#[test]
fn a_program_that_keeps_its_word_conforms_in_each_game_that_it_plays() {
    let folder = tempfile::tempdir().unwrap();
    let mut told = Vec::new();
    let well = conform(&script(folder.path(), FIRST), 1, &mut |check| told.push(check.to_string()));
    assert!(well, "{told:#?}");
    let (games, others): (Vec<&String>, Vec<&String>) =
        told.iter().partition(|check| check.starts_with("ok    plays "));
    assert_eq!(
        others,
        [
            "ok    starts and says hello",
            "ok    passes over lines that it does not know",
            "ok    ends within a second of quit",
            "ok    ends within a second of the end of its input",
        ]
    );
    for game in ["nim 3,4,5", "misere nim 1,3,5,7", "misere nim 0,0,1", "nim 1", "misere nim 1,1"] {
        assert!(games.iter().any(|check| check.ends_with(&format!("plays {game}"))), "{games:?}");
    }
    assert!(games.iter().all(|check| check.contains("nim ")), "{games:?}");
    assert!(games.iter().any(|check| check.contains("9007199254740991")), "{games:?}");
}

#[test]
fn a_program_that_plays_nothing_known_is_not_validated() {
    let folder = tempfile::tempdir().unwrap();
    let chess = FIRST.replace("\"nim\"", "\"chess\"");
    let said = validate(&script(folder.path(), &chess), 1).unwrap_err();
    assert_eq!(said, "plays none of the variants");
}
