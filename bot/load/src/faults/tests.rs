use serde_json::json;
use tokio::io::AsyncReadExt;
use uuid::Uuid;

use super::*;
use crate::swarm::Swarm;
use crate::testing::{coordinator, swarm};
use fake::{FakeServer, FakeTable, id, soon};
use protocol::{Cause, TableId};

async fn load(faults: Vec<Fault>, tables: &[u128]) -> (FakeServer, Arc<Coordinator>) {
    let server = FakeServer::start().await;
    let coordinator = coordinator(&server.url, Swarm { faults, ..swarm("nim 1") }).await;
    for &table in tables {
        coordinator.match_at(TableId(Uuid::from_u128(table)));
    }
    (server, coordinator)
}

#[tokio::test]
async fn only_connections_that_are_hostile_come_in_numbers() {
    for (faults, count) in [
        (vec![], 0),
        (vec![Fault::Storm, Fault::Answers, Fault::Kill], 0),
        (vec![Fault::Slow], OF_A_KIND),
        (vec![Fault::Silent, Fault::Kill, Fault::Tokens], 2 * OF_A_KIND),
    ] {
        let (_server, coordinator) = load(faults, &[]).await;
        assert_eq!(inject(&coordinator).len(), count);
    }
}

#[tokio::test]
async fn a_slow_connection_asks_for_everything() {
    let (server, coordinator) = load(vec![], &[7, 8]).await;
    let slow = tokio::spawn(intrude(coordinator, Fault::Slow, 0));
    let (mut peer, hello) = server.welcome(1, &[]).await;
    assert_eq!((&hello["name"], &hello["kind"]), (&json!("hostile"), &json!("bot")));
    let lobby = peer.hear("lobby").await;
    assert_eq!((&lobby["cid"], &lobby["on"]), (&json!(1), &json!(true)));
    let mut watched = Vec::new();
    for cid in [2, 3] {
        let watch = peer.hear("watch").await;
        assert_eq!((&watch["cid"], &watch["since"]), (&json!(cid), &json!(0)));
        watched.push(watch["table"].clone());
    }
    assert!(watched.contains(&id(7)) && watched.contains(&id(8)), "{watched:?}");
    slow.abort();
}

#[tokio::test]
async fn half_of_the_silent_say_hello_and_half_not_even_that() {
    let (server, coordinator) = load(vec![], &[]).await;
    let even = tokio::spawn(intrude(Arc::clone(&coordinator), Fault::Silent, 2));
    let (peer, _) = server.welcome(1, &[]).await;
    let odd = tokio::spawn(intrude(coordinator, Fault::Silent, 3));
    let (mut stream, _) = soon(server.listener.accept()).await.expect("a connection");
    let mut said = [0; 24];
    soon(stream.read_exact(&mut said)).await.expect("half a handshake");
    assert_eq!(&said, b"GET /ws HTTP/1.1\r\nHost: ");
    even.abort();
    odd.abort();
    assert_eq!(soon(stream.read(&mut said)).await.expect("the end"), 0);
    peer.gone().await;
}

#[tokio::test]
async fn made_up_tokens_are_tried_and_must_not_be_accepted() {
    let (server, coordinator) = load(vec![], &[7]).await;
    let hostile = tokio::spawn(intrude(Arc::clone(&coordinator), Fault::Tokens, 0));
    let (mut peer, _) = server.welcome(1, &[]).await;
    let first = peer.hear("attach").await;
    peer.refuse(&first, Cause::NotYourSeat).await;
    let second = peer.hear("attach").await;
    assert!(first["token"].is_string() && first["token"] != second["token"]);
    assert_eq!((&first["cid"], &first["table"], &first["since"]), (&json!(1), &id(7), &json!(0)));
    assert_eq!(coordinator.meter.part(0).wrong_tokens, 1);
    assert_eq!(coordinator.findings().count, 0);
    peer.say(FakeTable::new(7, "nim 1", [1, 2]).table(&second)).await;
    peer.hear("attach").await;
    assert_eq!(coordinator.meter.part(0).wrong_tokens, 1);
    let findings = coordinator.findings().texts;
    assert!(findings.len() == 1 && findings[0].ends_with("a wrong token was accepted"));
    hostile.abort();
}

#[tokio::test]
async fn whoever_is_thrown_out_comes_again() {
    let (server, coordinator) = load(vec![Fault::Tokens], &[7]).await;
    let hostile = tokio::spawn(intrude(coordinator, Fault::Tokens, 0));
    for _ in 0..2 {
        let (mut peer, _) = server.welcome(1, &[]).await;
        peer.hear("attach").await;
    }
    hostile.abort();
}
