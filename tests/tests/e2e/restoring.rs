//! The restore of docs/hosting.md with the real programs: what a backup holds goes on in another
//! folder, for the same players.

use serde_json::{Value, json};
use tests::process::{Folder, ServerProcess, run_task};
use tests::raw::get;
use tests::{Client, nim, seat};

const FLAGS: [&str; 2] = ["--house-bots", "off"];

/// The key that signs tournaments.
async fn key(server: &ServerProcess) -> Value {
    let (status, list) = get(server.at, "/api/tournaments").await;
    assert_eq!(status, 200, "{list}");
    serde_json::from_str::<Value>(&list).expect("JSON")["key"].clone()
}

async fn come_back(server: &ServerProcess, name: &str, token: &Value) -> Client {
    let mut client = Client::connect(&server.url()).await.expect("it listens");
    let hello = json!({"t": "hello", "cid": 0, "name": name, "kind": "bot", "client": "test",
        "token": token});
    assert_eq!(client.ask(hello).await["t"], "welcome");
    client
}

#[tokio::test]
async fn a_game_goes_on_from_a_backup_with_its_players() {
    let (folder, copies, new) = (Folder::new(), Folder::new(), Folder::new());
    let server = ServerProcess::start(folder.path(), &FLAGS);
    let mut ada = server.guest("Ada").await;
    let mut bob = server.guest("Bob").await;
    let tokens = [&ada, &bob].map(|client| client.welcome["token"].clone());
    let (table, ..) = seat(&mut ada, &mut bob, nim(&[3, 4, 5])).await;
    let mv = |ply: u64, mv: [u64; 2]| json!({"t": "move", "cid": 5, "table": table, "ply": ply, "move": mv});
    assert_eq!(ada.ask(mv(0, [0, 2])).await["t"], "ok");
    let file = copies.path().join("copy.db").display().to_string();
    assert!(run_task(folder.path(), &["backup", &file]).0);
    // The last move is newer than the backup.
    assert_eq!(bob.ask(mv(1, [1, 4])).await["t"], "ok");
    let signs = key(&server).await;
    server.kill();

    let (restored, said) = run_task(new.path(), &["restore", &file]);
    assert!(restored && said.contains("1 games, 1 of them running"), "{said}");
    assert!(!run_task(new.path(), &["restore", &file]).0, "it overwrites nothing");
    let server = ServerProcess::start(new.path(), &FLAGS);
    assert_eq!(key(&server).await, signs);
    let mut ada = come_back(&server, "Ada", &tokens[0]).await;
    let mut bob = come_back(&server, "Bob", &tokens[1]).await;
    let attach = json!({"t": "attach", "cid": 1, "table": table});
    for client in [&mut ada, &mut bob] {
        let view = client.ask(attach.clone()).await;
        assert_eq!(view["state"]["position"], json!({"heaps": [1, 4, 5]}), "{view}");
    }
    assert_eq!(bob.ask(mv(1, [2, 5])).await["t"], "ok");
    assert_eq!(ada.ask(mv(2, [1, 3])).await["t"], "ok");
}
