//! A server that stops announces it.

use serde_json::json;
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
