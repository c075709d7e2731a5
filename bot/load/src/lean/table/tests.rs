use serde_json::json;
use tokio::net::TcpListener;

use super::*;
use fake::{FakePeer, FakeServer, FakeTable, id, soon};

/// A socket, and the other end of it.
async fn sockets() -> (RawPlayer, TcpStream) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let at = listener.local_addr().expect("bound");
    let (player, peer) = tokio::join!(RawPlayer::connect(at), listener.accept());
    (player.expect("it is there"), peer.expect("it comes").0)
}

#[tokio::test]
async fn frames_are_written_with_the_length_that_they_have() {
    for (length, head) in [
        (0, vec![0x81, 0x80]),
        (125, vec![0x81, 0x80 | 125]),
        (126, vec![0x81, 0x80 | 126, 0, 126]),
        (300, vec![0x81, 0x80 | 126, 1, 44]),
    ] {
        let (mut player, mut peer) = sockets().await;
        let text = "x".repeat(length);
        soon(player.say(&text)).await.expect("they are there");
        drop(player);
        let mut bytes = Vec::new();
        soon(peer.read_to_end(&mut bytes)).await.expect("all of it");
        assert_eq!(bytes, [&head[..], &[0; 4], text.as_bytes()].concat(), "{length}");
    }
}

#[tokio::test]
async fn frames_are_read_whole_with_every_form_of_their_length() {
    let (mut player, mut peer) = sockets().await;
    let frame =
        |first: u8, head: &[u8], length: usize| [&[first], head, &b"y".repeat(length)[..]].concat();
    for (first, head, length) in [
        (0x81, vec![0], 0),
        (0x81, vec![125], 125),
        (0x01, vec![126, 1, 44], 300),
        (0x81, vec![127, 0, 0, 0, 0, 0, 1, 0, 1], 65_537),
    ] {
        let bytes = frame(first, &head, length);
        for end in [1, 2, 3, 5, 9] {
            player.buffer = bytes[..end.min(bytes.len() - 1)].to_vec();
            assert_eq!(player.whole_frame(), None, "{end} bytes of {length}");
        }
        player.buffer.clear();
        // A ping before it is passed over, and the frame after it is left.
        let sent = [frame(0x89, &[2], 2), bytes, frame(0x81, &[1], 1)].concat();
        soon(peer.write_all(&sent)).await.expect("they are there");
        assert_eq!(soon(player.frame()).await.expect("a frame").len(), length);
        assert_eq!(soon(player.frame()).await.expect("a frame"), b"y");
        assert!(player.buffer.is_empty());
    }
    soon(peer.write_all(&frame(0x88, &[2], 2))).await.expect("they are there");
    let closed = soon(player.frame()).await.expect_err("it is closed").to_string();
    assert_eq!(closed, "closed: [121, 121]");
    drop(peer);
    let ended = soon(player.frame()).await.expect_err("it has ended").to_string();
    assert_eq!(ended, "the connection has ended");
}

#[tokio::test]
async fn records_are_counted_in_bytes() {
    let (mut player, mut peer) = sockets().await;
    for bytes in [RECORD + 1, RECORD - 1] {
        soon(peer.write_all(&vec![1; bytes])).await.expect("they are there");
        soon(player.record()).await.expect("a record");
    }
    drop(peer);
    assert!(soon(player.record()).await.is_err(), "there were two");
    assert!(player.buffer.is_empty());
}

#[tokio::test]
async fn an_id_is_read_from_the_next_frame() {
    let (mut player, mut peer) = sockets().await;
    for text in [r#"{"t":"x","seek":"a-1","table":"b"}"#, r#"{"t":"error"}"#] {
        let frame = [&[0x81, text.len() as u8], text.as_bytes()].concat();
        soon(peer.write_all(&frame)).await.expect("they are there");
    }
    assert_eq!(soon(player.answer("seek")).await.expect("an id"), "a-1");
    let refused = soon(player.answer("seek")).await.expect_err("it has none");
    assert_eq!(refused.to_string(), r#"{"t":"error"}"#);
}

/// Two players of the table at the fake server.
async fn seated(server: &FakeServer, start: &[u64]) -> (LeanTable, [FakePeer; 2]) {
    let at = server.listener.local_addr().expect("bound");
    let table = LeanTable::connect(Endpoint::Server, [at; 2], start);
    let table = soon(table).await.expect("the server is there").sit_down();
    let table = tokio::spawn(table);
    let (one, _) = server.welcome(1, &[]).await;
    let (two, _) = server.welcome(2, &[]).await;
    let mut peers = [one, two];
    begin(&mut peers, start).await;
    (soon(table).await.expect("no panic").expect("they are seated"), peers)
}

/// The offer of a game and its acceptance.
async fn begin([one, two]: &mut [FakePeer; 2], start: &[u64]) {
    let seek = one.hear("seek").await;
    assert_eq!((&seek["game"]["start"]["heaps"], &seek["seat"]), (&json!(start), &json!("first")));
    one.say(json!({"t": "seeking", "cid": 1, "seek": id(5)})).await;
    let accept = two.grant("accept").await;
    assert_eq!(accept["seek"], id(5));
    let table = FakeTable::new(7, "nim 1", [1, 2]);
    two.say(table.seated(1)).await;
    one.say(table.seated(0)).await;
}

async fn answer_move([one, two]: &mut [FakePeer; 2], ply: u64, mv: [u64; 2]) {
    let (mover, other) = if ply.is_multiple_of(2) { (one, two) } else { (two, one) };
    let heard = mover.hear("move").await;
    assert_eq!((&heard["ply"], &heard["move"]), (&json!(ply), &json!(mv)));
    assert_eq!(heard["table"], id(7));
    // As the server writes it: the load does not parse it.
    mover.text(format!(r#"{{"t":"ok","cid":{ply}}}"#)).await;
    for peer in [mover, other] {
        peer.say(json!({"t": "state"})).await;
    }
}

#[tokio::test]
async fn a_table_moves_in_turn_and_begins_again_when_it_is_empty() {
    let server = FakeServer::start().await;
    let (table, mut peers) = seated(&server, &[1, 2]).await;
    assert_eq!(json!(table.id()), id(7));
    let ahead = tokio::spawn(table.play_ahead(2));
    answer_move(&mut peers, 0, [0, 1]).await;
    answer_move(&mut peers, 1, [1, 1]).await;
    let mut table = soon(ahead).await.expect("no panic").expect("two moves");
    let last = tokio::spawn(async move {
        let mut sides = Vec::new();
        table.step(|side| sides.push(side)).await.map(|()| (table, sides))
    });
    answer_move(&mut peers, 2, [1, 1]).await;
    begin(&mut peers, &[1, 2]).await;
    let (mut table, sides) = soon(last).await.expect("no panic").expect("the last move");
    assert_eq!(sides, [MoverSide::Mover, MoverSide::Opponent]);
    let refused = tokio::spawn(async move { table.step(drop).await });
    let mv = peers[0].hear("move").await;
    assert_eq!((&mv["ply"], &mv["move"]), (&json!(0), &json!([0, 1])));
    peers[0].refuse(&mv, protocol::Cause::IllegalMove).await;
    let why = soon(refused).await.expect("no panic").expect_err("it is refused").to_string();
    assert!(why.starts_with("the move was refused: {"), "{why}");
}

#[tokio::test]
async fn a_table_is_watched_until_its_answer() {
    let server = FakeServer::start().await;
    let at = server.listener.local_addr().expect("bound");
    let mut watcher = soon(RawPlayer::connect(at)).await.expect("the server is there");
    let watcher = tokio::spawn(async move {
        watcher.upgrade().await?;
        watcher.watch("t-7").await?;
        watcher.watch("t-8").await
    });
    let (mut peer, hello) = server.welcome(1, &[]).await;
    assert_eq!((&hello["name"], &hello["kind"]), (&json!("load"), &json!("bot")));
    let watch = peer.hear("watch").await;
    assert_eq!((&watch["cid"], &watch["table"]), (&json!(2), &json!("t-7")));
    peer.say(json!({"t": "table", "table": "t-7"})).await;
    let watch = peer.hear("watch").await;
    peer.refuse(&watch, protocol::Cause::GameOver).await;
    assert!(soon(watcher).await.expect("no panic").is_err());
}
