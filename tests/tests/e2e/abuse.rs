//! Attempts of a hostile client, and the refusals that docs/protocol.md promises. After each
//! attempt the server must still play.

use std::time::Duration;

use protocol::limits::{CREDITS, MAX_BAD_MESSAGES, MAX_MESSAGE_BYTES};
use serde_json::{Value, json};
use server::{Config, Timeouts};
use tests::raw::{Raw, frame, upgrade_request};
use tests::{Client, TestServer, nim, seat};
use tokio_tungstenite::tungstenite::Message;

const TEXT: u8 = 0x81;
const HELLO: &str = r#"{"t":"hello","cid":1,"name":"Eve","kind":"bot","client":"evil"}"#;

async fn still_plays(server: &TestServer) {
    let (mut ada, mut bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let (table, _, _) = seat(&mut ada, &mut bob, nim(&[1])).await;
    let mv = json!({"t": "move", "cid": 1, "table": table, "ply": 0, "move": [0, 1]});
    assert_eq!(ada.ask(mv).await["t"], "ok");
}

#[tokio::test]
async fn a_bad_upgrade_gets_a_status() {
    let server = TestServer::open().await;
    let long = "x".repeat(100_000);
    let attempts: &[(&[(&str, &str)], u16)] = &[
        (&[("Upgrade", "")], 426),
        (&[("Connection", "")], 426),
        (&[("Sec-WebSocket-Version", "8")], 426),
        (&[("Sec-WebSocket-Version", "")], 426),
        (&[("Sec-WebSocket-Key", "")], 400),
        (&[("Sec-WebSocket-Key", "c2hvcnQ=")], 400),
        (&[("Sec-WebSocket-Protocol", "")], 400),
        (&[("Sec-WebSocket-Protocol", "nim.v9, chat")], 400),
        (&[("Origin", "http://evil.example")], 403),
        (&[("Origin", "http://nim.test.evil.example")], 403),
        (&[("Origin", "null")], 403),
        (&[("Origin", "http://nim.test")], 101),
        (&[("Cookie", &long)], 431),
    ];
    for (headers, status) in attempts {
        let mut raw = Raw::connect(server.at).await;
        raw.write(upgrade_request(headers).as_bytes()).await;
        assert_eq!(raw.status().await, *status, "{:?}", headers[0].0);
    }
    let old = upgrade_request(&[]).replace("HTTP/1.1", "HTTP/1.0");
    let mut raw = Raw::connect(server.at).await;
    raw.write(old.as_bytes()).await;
    assert_eq!(raw.status().await, 400);
    still_plays(&server).await;
}

#[tokio::test]
async fn broken_frames_are_closed_with_their_code() {
    let server = TestServer::open().await;
    let hello = frame(TEXT, HELLO.as_bytes());
    let too_long = frame(TEXT, &vec![b' '; MAX_MESSAGE_BYTES + 1]);
    let mut many_fragments = frame(0x01, b"{");
    for _ in 0..=MAX_MESSAGE_BYTES / 100 {
        many_fragments.extend(frame(0x00, &[b' '; 100]));
    }
    let announced =
        |length: u64| [&[TEXT, 0xff][..], &length.to_be_bytes()[..], &[0; 4][..]].concat();
    let attempts: &[(&str, Vec<u8>, u16)] = &[
        ("binary", frame(0x82, b"x"), 1003),
        ("not UTF-8", frame(TEXT, b"\xff\xfe"), 1007),
        ("half a character", frame(TEXT, b"\xc3"), 1007),
        ("a frame too long", too_long, 1009),
        ("a message too long", many_fragments, 1009),
        ("2^63 bytes announced", announced(1 << 63), 1009),
        ("2^64 - 1 bytes announced", announced(u64::MAX), 1009),
        ("unmasked", vec![TEXT, 1, b'x'], 1002),
        ("a reserved bit", frame(0xc1, b"x"), 1002),
        ("an unknown opcode", frame(0x83, b"x"), 1002),
        ("a continuation of nothing", frame(0x80, b"x"), 1002),
        ("a ping too long", frame(0x89, &[b'x'; 126]), 1002),
        ("a ping in pieces", frame(0x09, b"x"), 1002),
        ("a close code that must not be sent", frame(0x88, &1005u16.to_be_bytes()), 1002),
        ("goodbye", frame(0x88, &1000u16.to_be_bytes()), 1000),
    ];
    for (name, bytes, code) in attempts {
        for hello in [&hello[..], &[]] {
            let mut raw = Raw::upgraded(server.at).await;
            raw.write(hello).await;
            raw.write(bytes).await;
            assert_eq!(raw.close_code().await, *code, "{name}, hello: {}", !hello.is_empty());
        }
    }
    still_plays(&server).await;
}

#[tokio::test]
async fn a_character_split_over_two_fragments_is_fine() {
    let server = TestServer::open().await;
    let mut raw = Raw::upgraded(server.at).await;
    let hello = HELLO.replace("Eve", "Zoë");
    let middle = hello.find('ë').expect("it is there") + 1;
    raw.write(&frame(0x01, &hello.as_bytes()[..middle])).await;
    raw.write(&frame(0x80, &hello.as_bytes()[middle..])).await;
    raw.write(&frame(0x88, &1000u16.to_be_bytes())).await;
    assert_eq!(raw.close_code().await, 1000);
}

#[tokio::test]
async fn one_byte_at_a_time_works() {
    let server = TestServer::open().await;
    let mut raw = Raw::connect(server.at).await;
    let request = upgrade_request(&[]);
    for byte in request.as_bytes() {
        raw.write(&[*byte]).await;
    }
    assert_eq!(raw.status().await, 101);
    for byte in frame(TEXT, HELLO.as_bytes()).iter().chain(&frame(0x88, &[0x03, 0xe8])) {
        raw.write(&[*byte]).await;
    }
    assert_eq!(raw.close_code().await, 1000);
}

#[tokio::test]
async fn bytes_sent_right_after_the_upgrade_are_not_lost() {
    let server = TestServer::open().await;
    let mut raw = Raw::connect(server.at).await;
    let mut bytes = upgrade_request(&[]).into_bytes();
    bytes.extend(frame(TEXT, HELLO.as_bytes()));
    bytes.extend(frame(0x82, b"binary, so that the hello must have been read first"));
    raw.write(&bytes).await;
    assert_eq!(raw.status().await, 101);
    assert_eq!(raw.close_code().await, 1003);
}

#[tokio::test]
async fn connections_need_a_valid_hello() {
    let server = TestServer::open().await;
    let hello = |name: &str, token: Value| json!({"t": "hello", "cid": 5, "name": name, "kind": "bot", "client": "x", "token": token});
    let attempts = [
        (json!({"t": "ping", "cid": 5}), "bad_hello"),
        (json!({"t": "nonsense", "cid": 5}), "bad_message"),
        (hello("", Value::Null), "bad_message"),
        (hello("a\u{202e}b", Value::Null), "bad_message"),
        (hello(&"x".repeat(1 << 15), Value::Null), "bad_message"),
        (hello("Nimrod", json!("0".repeat(63))), "bad_message"),
        (json!({"t": "hello", "cid": 5, "name": "x", "kind": "god", "client": "x"}), "bad_message"),
        (
            json!({"t": "hello", "cid": 5, "name": "x", "kind": "bot", "client": "y".repeat(65)}),
            "bad_hello",
        ),
    ];
    for (message, code) in attempts {
        let mut stranger = server.stranger().await;
        assert_eq!(stranger.refused(message).await, code);
        assert_eq!(stranger.closed().await, Some(4400));
    }
    let longest =
        json!({"t": "hello", "cid": 5, "name": "x", "kind": "bot", "client": "y".repeat(64)});
    assert_eq!(server.stranger().await.ask(longest).await["t"], "welcome");
}

#[tokio::test]
async fn without_a_hello_a_connection_is_closed() {
    let hello_timeout = Duration::from_millis(50);
    let server = TestServer::waiting(Timeouts { hello_timeout, ..Timeouts::default() }).await;
    let mut silent = server.stranger().await;
    assert_eq!(silent.closed().await, Some(4401));
}

#[tokio::test]
async fn a_silent_request_is_closed() {
    let request_head_timeout = Duration::from_millis(50);
    let server =
        TestServer::waiting(Timeouts { request_head_timeout, ..Timeouts::default() }).await;
    let mut silent = Raw::connect(server.at).await;
    let mut half = Raw::connect(server.at).await;
    half.write(b"GET / HTTP/1.1\r\nHost: x\r\n").await;
    // 408, or nothing at all; what matters is that the connection ends.
    assert!(matches!(silent.status().await, 0 | 408));
    assert!(matches!(half.status().await, 0 | 408));
}

#[tokio::test]
async fn what_never_arrives_whole_shares_one_memory_and_gives_it_back() {
    let config = Config { solver_memory: 0, max_handshakes_per_address: 100, ..Config::default() };
    let server = TestServer::with(config).await;
    let (mut ada, mut bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let (table, _, _) = seat(&mut ada, &mut bob, nim(&[1])).await;
    let mut held = Vec::new();
    let begun = format!("{BODY}{}", " ".repeat(MAX_MESSAGE_BYTES - 1));
    // A mebibyte has room for eight, each counted twice: its buffer grows.
    for _ in 0..8 {
        let mut raw = Raw::connect(server.at).await;
        raw.write(begun.as_bytes()).await;
        held.push(raw);
    }
    let mut refused = Raw::connect(server.at).await;
    while taken(&server).await < 1 << 20 {}
    refused.write(begun.as_bytes()).await;
    assert_eq!(refused.status().await, 503);
    let mut message = Raw::upgraded(server.at).await;
    message.write(&frame(TEXT, HELLO.as_bytes())).await;
    message.write(&frame(TEXT, &vec![b' '; MAX_MESSAGE_BYTES])[..MAX_MESSAGE_BYTES]).await;
    assert_eq!(message.close_code().await, 1013);
    let mv = json!({"t": "move", "cid": 1, "table": table, "ply": 0, "move": [0, 1]});
    assert_eq!(ada.ask(mv).await["t"], "ok", "a move always arrives");
    drop(held);
    while taken(&server).await > 0 {}
    still_plays(&server).await;
}

/// The head of a request whose body has [`MAX_MESSAGE_BYTES`].
const BODY: &str = "POST /api/analysis HTTP/1.1\r\nHost: nim.test\r\n\
                    Content-Type: application/json\r\nContent-Length: 65536\r\n\r\n";

/// How many bytes are kept of what has not arrived whole.
async fn taken(server: &TestServer) -> u64 {
    let metrics = tests::raw::get(server.at, "/metrics").await.1;
    let value = metrics.lines().find_map(|line| line.strip_prefix("nim_incoming_bytes "));
    value.expect("it is counted").parse().expect("a number")
}

#[tokio::test]
async fn a_body_that_never_ends_has_its_time() {
    let request_body_timeout = Duration::from_millis(50);
    let server =
        TestServer::waiting(Timeouts { request_body_timeout, ..Timeouts::default() }).await;
    let mut slow = Raw::connect(server.at).await;
    slow.write(BODY.as_bytes()).await;
    assert_eq!(slow.status().await, 400);
}

#[tokio::test]
async fn malformed_messages_are_answered_and_at_last_closed() {
    let server = TestServer::open().await;
    let mut eve = server.guest("Eve").await;
    let deep = "[".repeat(30_000);
    let attempts =
        ["", "[]", "{}", "null", "{\"t\":\"ping\"}", "{\"t\":\"ping\",\"cid\":1e9999}", &deep];
    for attempt in attempts {
        eve.send(Message::text(attempt)).await;
        let answer = eve.hear().await;
        assert_eq!(answer["code"], "bad_message", "{attempt}");
    }
    // The cid is echoed wherever it can be read.
    let answer = eve.ask(json!({"t": "ping", "cid": 77, "extra": [1, {"a": null}]})).await;
    assert_eq!((&answer["t"], &answer["cid"]), (&json!("error"), &json!(77)));
    for _ in attempts.len() as u32..MAX_BAD_MESSAGES {
        eve.send(Message::text("{")).await;
    }
    assert_eq!(eve.closed().await, Some(1008));
    still_plays(&server).await;
}

#[tokio::test]
async fn a_flood_is_answered_to_the_last_message() {
    let server = TestServer::open().await;
    let mut eve = server.guest("Eve").await;
    let messages = CREDITS + 500;
    for cid in 0..messages {
        eve.say(json!({"t": "ping", "cid": cid})).await;
    }
    for cid in 0..messages {
        assert_eq!(eve.hear().await, json!({"t": "pong", "cid": cid}));
    }
}

/// The remaining messages of a disconnected client are dropped, not processed at the rate of its
/// credits.
#[tokio::test]
async fn the_rest_of_an_abandoned_flood_is_not_read() {
    let server = TestServer::open().await;
    let mut bob = server.guest("Bob").await;
    bob.say(json!({"t": "lobby", "cid": 1, "show": ["players"], "on": true})).await;
    let mut raw = Raw::upgraded(server.at).await;
    raw.write(&frame(TEXT, HELLO.as_bytes())).await;
    while bob.lobby().await["player_count"] != 2 {}
    let offer = json!({"t": "seek", "cid": 2, "game": nim(&[1]), "seat": "first"});
    let one = frame(TEXT, offer.to_string().as_bytes());
    // These would take more than a minute if all were processed.
    raw.write(&one.repeat(7_000)).await;
    drop(raw);
    let began = std::time::Instant::now();
    while bob.lobby().await["player_count"] != 1 {}
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
    still_plays(&server).await;
}

#[tokio::test]
async fn a_client_that_does_not_read_is_closed_and_the_opponent_plays_on() {
    let server = TestServer::open().await;
    let (mut eve, mut bob) = (server.guest("Eve").await, server.guest("Bob").await);
    let (table, _, _) = seat(&mut bob, &mut eve, nim(&[1000])).await;
    eve.stop_reading().await;
    // Each answer is several kilobytes; they fill the sockets' buffers.
    for cid in 0..CREDITS {
        eve.say(json!({"t": "moves", "cid": cid, "table": table})).await;
    }
    assert_eq!(bob.hear_a("state").await["present"], json!([true, false]));
    let mv = json!({"t": "move", "cid": 1, "table": table, "ply": 0, "move": [0, 1]});
    assert_eq!(bob.ask(mv).await["t"], "ok");
    still_plays(&server).await;
}

#[tokio::test]
async fn a_full_house_says_so() {
    let server = TestServer::with(Config { max_connections: 2, ..Config::default() }).await;
    let (_ada, bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let mut third = Raw::connect(server.at).await;
    third.write(upgrade_request(&[]).as_bytes()).await;
    assert_eq!(third.status().await, 503);
    drop(bob);
    // The slot is freed as soon as the server has noticed.
    loop {
        let mut third = Raw::connect(server.at).await;
        third.write(upgrade_request(&[]).as_bytes()).await;
        match third.status().await {
            101 => break,
            status => assert_eq!(status, 503),
        }
    }
}

#[tokio::test]
async fn compression_that_is_offered_is_not_taken() {
    let server = TestServer::open().await;
    let offer = "permessage-deflate; client_max_window_bits";
    let mut raw = Raw::connect(server.at).await;
    raw.write(upgrade_request(&[("Sec-WebSocket-Extensions", offer)]).as_bytes()).await;
    let head = raw.head().await.to_ascii_lowercase();
    assert!(head.starts_with("http/1.1 101") && !head.contains("extensions"), "{head}");
    // A client that compresses anyway breaks the protocol: the "hello" example of RFC 7692.
    raw.write(&frame(0xc1, b"\xf2\x48\xcd\xc9\xc9\x07\x00")).await;
    assert_eq!(raw.close_code().await, 1002);
}

/// A half-open connection: nothing arrives any more, not even the answer to a ping.
#[tokio::test]
async fn a_silent_player_is_closed_and_finds_the_seat_again() {
    let (ping_after, silence_timeout) = (Duration::from_secs(1), Duration::from_secs(2));
    let timeouts = Timeouts { ping_after, silence_timeout, ..Timeouts::default() };
    let server = TestServer::waiting(timeouts).await;
    let mut ada = server.guest("Ada").await;
    let seek = json!({"t": "seek", "cid": 1, "game": nim(&[3]), "seat": "first"});
    let seek = ada.ask(seek).await["seek"].clone();
    let token = "5e".repeat(32);
    let hello = json!({"t": "hello", "cid": 1, "kind": "bot", "client": "test", "token": token});
    let mut eve = Raw::upgraded(server.at).await;
    for message in [hello.clone(), json!({"t": "accept", "cid": 2, "seek": seek})] {
        eve.write(&frame(TEXT, message.to_string().as_bytes())).await;
    }
    let table = ada.hear_a("seated").await["state"]["table"].clone();
    let left = async { while ada.hear_a("state").await["present"] != json!([true, false]) {} };
    // Eve reads the server's messages but answers nothing.
    let (code, ()) = tokio::join!(eve.close_code(), left);
    assert_eq!(code, 4408);
    let mut again = Client::connect(&server.url()).await.expect("the server accepts");
    assert_eq!(again.ask(hello).await["games"], json!([table]));
    let view = again.ask(json!({"t": "attach", "cid": 2, "table": table})).await;
    assert_eq!(view["state"]["present"], json!([true, true]), "{view}");
}

#[tokio::test]
async fn a_name_is_text_and_the_page_takes_no_foreign_script() {
    let server = TestServer::open().await;
    let long = "a".repeat(33);
    for bad in ["", " ", &long, "a\0b", "a\nb", "evil\u{202e}txt", "zero\u{200b}width"] {
        let mut eve = server.stranger().await;
        let hello = json!({"t": "hello", "cid": 1, "name": bad, "kind": "bot", "client": "evil"});
        assert_eq!(eve.refused(hello).await, "bad_message", "{bad:?}");
        assert_eq!(eve.closed().await, Some(4400));
    }
    let mut eve = server.stranger().await;
    let huge = "a".repeat(1 << 20);
    eve.say(json!({"t": "hello", "cid": 1, "name": huge, "kind": "bot", "client": "evil"})).await;
    assert_eq!(eve.closed().await, Some(1009));
    // A name that looks like another player's but is written in other characters.
    let mut eve = server.stranger().await;
    let hello = json!({"t": "hello", "cid": 1, "name": "e\u{301}", "kind": "bot", "client": "x"});
    assert_eq!(eve.refused(hello).await, "bad_message");
    // Markup is plain text, because the page writes text only; and the page's headers allow no
    // scripts but its own.
    server.guest("<script>alert(1)</script>").await;
    let mut raw = Raw::connect(server.at).await;
    raw.write(b"GET / HTTP/1.1\r\nHost: nim.test\r\n\r\n").await;
    let head = raw.head().await;
    let policy = head.lines().find_map(|line| line.strip_prefix("content-security-policy: "));
    assert!(policy.is_some_and(|policy| policy.starts_with("default-src 'self'; ")), "{head}");
    still_plays(&server).await;
}
