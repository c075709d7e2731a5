//! A server that stops announces it.

use serde_json::json;
use tests::process::{Folder, ServerProcess};
use tests::{TestServer, nim};

#[tokio::test]
async fn every_client_is_notified_and_closed_with_1012() {
    let server = TestServer::open().await;
    let mut ada = server.guest("Ada").await;
    let mut stranger = server.stranger().await;
    ada.ask(json!({"t": "seek", "cid": 1, "game": nim(&[1]), "seat": "first"})).await;
    server.close().await;
    assert_eq!(ada.hear_a("closing").await["t"], "closing");
    assert_eq!(ada.closed().await, Some(1012));
    assert_eq!(stranger.closed().await, Some(1012));
}

/// Lines that cannot be written are lost, and no game and no signal with them.
#[tokio::test]
async fn a_server_whose_log_cannot_be_written_plays_on_and_ends_when_it_is_told_to() {
    let data = Folder::new();
    let deaf = ["sh", "-c", "exec \"$0\" \"$@\" 2>/dev/full"];
    let server = ServerProcess::start_under(&deaf, data.path(), &[]).expect("it listens");
    let mut ada = server.guest("Ada").await;
    ada.ask(json!({"t": "seek", "cid": 1, "game": nim(&[1]), "seat": "first"})).await;
    assert!(tokio::task::spawn_blocking(|| server.stop()).await.expect("no panic").success());
    assert_eq!(ada.closed().await, Some(1012));
}
