//! `nim-server` as its user starts it.

use std::process::Command;

use serde_json::{Value, json};
use tests::process::{Folder, ServerProcess, binaries};
use tests::{Client, nim};

async fn guest(server: &ServerProcess) -> Client {
    let mut client = Client::connect(&server.url()).await.expect("the server accepts");
    let hello = json!({"t": "hello", "cid": 0, "name": "Ada", "kind": "person", "client": "test"});
    assert_eq!(client.ask(hello).await["t"], "welcome");
    client
}

/// The perfect house bot in a view of the lobby.
fn in_the_lobby(lobby: &Value) -> Option<Value> {
    let players = lobby["players"].as_array().expect("a list");
    let perfect = |player: &&Value| player["house"] == true && player["name"] == "Nimrod (perfect)";
    players.iter().find(perfect).cloned()
}

/// Waits until the lobby shows the perfect house bot.
async fn house_bot(client: &mut Client) -> Value {
    client.say(json!({"t": "lobby", "cid": 1, "on": true})).await;
    loop {
        if let Some(bot) = in_the_lobby(&client.lobby().await) {
            return bot;
        }
    }
}

#[tokio::test]
async fn every_visitor_finds_a_house_bot_that_plays_perfectly() {
    let data = Folder::new();
    let server = ServerProcess::start(data.path(), &[]);
    let mut ada = guest(&server).await;
    let bot = house_bot(&mut ada).await;
    // 1-2-3 is lost for the first player; the house bot must exploit that.
    let game = nim(&[1, 2, 3]);
    let challenge =
        json!({"t": "challenge", "cid": 2, "player": bot["id"], "game": game, "seat": "first"});
    assert_eq!(ada.ask(challenge).await["t"], "challenging");
    let table = ada.hear_a("seated").await["state"]["table"].clone();
    let mut state = json!({"to_move": 0, "ply": 0, "over": null});
    let mut cid = 10;
    while state["over"].is_null() {
        if state["to_move"] == 0 {
            cid += 1;
            let legal = ada.ask(json!({"t": "moves", "cid": cid, "table": table})).await;
            let mv = json!({"t": "move", "cid": cid + 1000, "table": table, "ply": state["ply"],
                "move": legal["moves"][0]});
            assert_eq!(ada.ask(mv).await["t"], "ok");
        }
        state = ada.hear_a("state").await;
    }
    assert_eq!(state["over"], json!({"winners": [1], "reason": "played"}));
    assert!(server.stop().success());
}

#[tokio::test]
async fn a_house_bot_that_ends_is_replaced() {
    let data = Folder::new();
    let server = ServerProcess::start(data.path(), &[]);
    let mut ada = guest(&server).await;
    let first = house_bot(&mut ada).await;
    // Only the server starts bots for this address, so the pattern matches only this bot.
    let pattern = format!("nim-bot.*{}.*Nimrod", server.url());
    assert!(
        Command::new("pkill").args(["-KILL", "-f", &pattern]).status().expect("pkill").success()
    );
    while in_the_lobby(&ada.lobby().await).is_some() {}
    let again = house_bot(&mut ada).await;
    assert_eq!(again["id"], first["id"], "it is the same player again");
    assert!(server.stop().success());
}

#[test]
fn a_second_server_on_the_same_data_is_refused() {
    let data = Folder::new();
    let server = ServerProcess::start(data.path(), &["--house-bots", "off"]);
    let second = Command::new(binaries().join("nim-server"))
        .args(["--listen", "127.0.0.1:0", "--house-bots", "off", "--data"])
        .arg(data.path())
        .output()
        .expect("it runs");
    assert!(!second.status.success());
    let said = String::from_utf8_lossy(&second.stderr);
    assert!(said.contains("another server uses the data folder"), "{said}");
    assert!(said.contains(&format!("(process {})", server.id())), "{said}");
    assert!(server.stop().success());
    ServerProcess::start(data.path(), &["--house-bots", "off"]);
}

#[test]
fn settings_come_from_flags_then_the_environment_then_a_file() {
    let folder = Folder::new();
    let file = folder.path().join("nim.toml");
    std::fs::write(&file, "max-connections = 1\nhouse-bots = \"off\"\ndurability = \"relaxed\"")
        .expect("a file");
    let printed = |flags: &[&str]| {
        let mut server = Command::new(binaries().join("nim-server"));
        server.args(["--print-config", "--config"]).arg(&file).args(flags);
        let output = server.env("NIM_HOUSE_BOTS", "on").output().expect("it runs");
        (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let (good, said) = printed(&["--max-connections", "3"]);
    assert!(good, "{said}");
    for line in ["max-connections = 3", "house-bots = \"on\"", "durability = \"relaxed\""] {
        assert!(said.lines().any(|said| said == line), "{line} is not in {said}");
    }
    std::fs::write(&file, "max-connexions = 1").expect("a file");
    assert!(!printed(&[]).0);
}
