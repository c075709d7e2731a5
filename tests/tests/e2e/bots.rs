//! Two `nim-bot`s against each other on a `nim-server`, all three as their user
//! starts them.

use std::io::Read;
use std::process::{Command, Stdio};
use std::thread;

use rules::{Ending, Preset};
use tests::process::{Folder, Program, ServerProcess, binaries};

/// The games of two players, each variant with each ending. Whoever may eat the
/// corner of Chomp and win by it always does, so nobody else wins such a start.
fn games() -> Vec<(&'static str, &'static str)> {
    let mut games = Vec::new();
    for preset in Preset::all() {
        let setup = preset.setup();
        let (name, rules) = (setup.variant().name(), setup.variant().rules());
        for &ending in rules.endings().iter().filter(|_| rules.seats() == 2) {
            let game = match ending {
                Ending::Normal => (name, "normal"),
                Ending::Misere => (name, "misere"),
            };
            if game != ("chomp", "normal") && !games.contains(&game) {
                games.push(game);
            }
        }
    }
    games
}

/// A running bot. Dropping it kills it.
struct Bot(Program);

impl Bot {
    fn start(server: &ServerProcess, name: &str, concurrency: u32, flags: &[&str]) -> Bot {
        let mut command = Command::new(binaries().join("nim-bot"));
        command.args(["play", "--url", &server.url(), "--name", name]);
        command.args(["--concurrency", &concurrency.to_string()]).args(flags);
        command.env("NIM_LOG", "error").stdout(Stdio::piped()).stderr(Stdio::piped());
        Bot(Program(command.spawn().expect("nim-bot starts")))
    }

    /// The summary, if the bot succeeds and prints nothing else.
    fn summary(mut self) -> String {
        let status = self.0.0.wait().expect("it can be waited for");
        let (mut summary, mut complaints) = (String::new(), String::new());
        let stdout = self.0.0.stdout.as_mut().expect("it is piped");
        stdout.read_to_string(&mut summary).expect("text");
        let stderr = self.0.0.stderr.as_mut().expect("it is piped");
        stderr.read_to_string(&mut complaints).expect("text");
        assert!(status.success() && complaints.is_empty(), "{status}: {summary}{complaints}");
        summary
    }
}

/// Lets perfect bots play this many games from random starts that `winner` wins with best play;
/// `winner` must win them all.
fn play(server: &ServerProcess, game: (&str, &str), winner: &str, games: u32) {
    let (variant, ending) = game;
    let count = games.to_string();
    let taker = Bot::start(server, "Taker", 24, &["--accept", "--games", &count]);
    let offer = ["--seek", "--seat", "first", "--games", &count, "--won-by", winner];
    let start = ["--variant", variant, "--ending", ending];
    let offerer = Bot::start(server, "Offerer", 24, &[&offer[..], &start].concat());
    let all = |won, lost| format!("games={games} won={won} lost={lost} no_result=0 errors=0\n");
    let (first, second) = if winner == "first" { (games, 0) } else { (0, games) };
    assert_eq!(offerer.summary(), all(first, second), "{game:?}, won by {winner}");
    assert_eq!(taker.summary(), all(second, first), "{game:?}, won by {winner}");
}

fn server(data: &Folder) -> ServerProcess {
    ServerProcess::start(data.path(), &["--house-bots", "off"])
}

#[test]
fn a_player_who_can_win_wins() {
    let data = Folder::new();
    let server = server(&data);
    for (game, winner) in games().into_iter().zip(["first", "second"].into_iter().cycle()) {
        play(&server, game, winner, 3);
    }
    play(&server, ("nim", "normal"), "first", 100);
    play(&server, ("nim", "misere"), "second", 100);
}

/// `cargo test --release -p tests --test e2e bots -- --ignored`: this takes minutes, because the
/// lobby sends new offers five times a second, so several servers run at the same time.
#[test]
#[ignore = "a thousand games of each variant and ending"]
fn a_player_who_can_win_wins_a_thousand_times() {
    let games = games();
    thread::scope(|scope| {
        for share in games.chunks(games.len().div_ceil(6)) {
            scope.spawn(move || {
                let data = Folder::new();
                let server = server(&data);
                for &game in share {
                    play(&server, game, "first", 500);
                    play(&server, game, "second", 500);
                }
            });
        }
    });
}

#[test]
fn three_bots_play_a_game_for_three() {
    let data = Folder::new();
    let server = server(&data);
    let accept = ["--accept", "--games", "5"];
    let takers = ["Ada", "Bob"].map(|name| Bot::start(&server, name, 1, &accept));
    let offer = ["--seek", "--games", "5", "--game", "21 for three"];
    let offerer = Bot::start(&server, "Eve", 1, &offer);
    for bot in [offerer].into_iter().chain(takers) {
        let said = bot.summary();
        assert!(said.starts_with("games=5 ") && said.ends_with("errors=0\n"), "{said}");
    }
}

#[test]
fn a_bot_challenges_a_player_by_name() {
    let data = Folder::new();
    let server = server(&data);
    let bob = Bot::start(&server, "Bob", 2, &["--challenges-only", "--games", "4"]);
    let flags = ["--challenge", "Bob", "--games", "4", "--clock", "60+1"];
    let ada = Bot::start(&server, "Ada", 2, &flags).summary();
    assert!(ada.starts_with("games=4 ") && ada.ends_with("no_result=0 errors=0\n"), "{ada}");
    assert!(bob.summary().starts_with("games=4 "));
}

/// Registered bots find each other through quick play or offers, and play rated pairs.
#[tokio::test]
async fn bots_play_for_the_ladder() {
    let data = Folder::new();
    let server = server(&data);
    let file = |name: &str| data.path().join(name).display().to_string();
    for name in ["Ada", "Bob"] {
        let token = tests::Client::bot_token(server.at, name, "1").await;
        std::fs::write(file(name), token).expect("writable");
    }
    for [one, two] in [["--quick", "--quick"], ["--seek", "--accept"]] {
        let rated = ["--rated", "--clock", "60+1", "--games", "2", "--token-file"];
        let play = |name, how, only: &[&str]| {
            let token = file(name);
            let flags = [&[how], only, &rated[..], &[&token]].concat();
            Bot::start(&server, name, 1, &flags)
        };
        let ada = play("Ada", one, &[]);
        let bob = play("Bob", two, &["--only", "rated", "--against", "bots"]);
        for said in [ada.summary(), bob.summary()] {
            assert!(said.starts_with("games=2 ") && said.ends_with("errors=0\n"), "{said}");
        }
    }
    let (_, matches) = tests::raw::get(server.at, "/api/ladder/rated-matches").await;
    let matches: serde_json::Value = serde_json::from_str(&matches).expect("JSON");
    assert_eq!(matches["rated_matches"].as_array().map(Vec::len), Some(2), "{matches}");
}

#[test]
fn a_bot_leaves_on_request() {
    let data = Folder::new();
    let server = server(&data);
    let idle = Bot::start(&server, "Ada", 1, &["--accept"]);
    // The signal can be sent only once the bot handles it, which it does once it plays.
    let said = Bot::start(&server, "Bob", 1, &["--seek", "--games", "1"]).summary();
    assert!(said.starts_with("games=1 "), "{said}");
    let pid = idle.0.0.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &pid]).status().expect("kill runs").success());
    let said = idle.summary();
    assert!(said.starts_with("games=1 "), "{said}");
}
