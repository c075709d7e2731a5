//! What the two sides of a link promise each other.

use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use bytes::BytesMut;
use proptest::prelude::*;
use protocol::{CloseCode, Secret};
use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};
use tokio::net::TcpListener;
use tokio_tungstenite::tungstenite::Message;
use tokio_util::codec::Decoder;

use super::message::LinkMessage;
use super::seal::handshake;
use super::*;
use crate::admission::incoming_bytes::IncomingBytes;
use crate::net::frame::Frame;

/// All messages in these bytes, with their sessions.
fn decoded(bytes: &[u8]) -> Vec<LinkMessage> {
    let mut bytes = BytesMut::from(bytes);
    let mut messages = Vec::new();
    while let Some(message) = LinkCodec.decode(&mut bytes).expect("well-formed") {
        messages.push(message);
    }
    assert!(bytes.is_empty(), "half a message is left");
    messages
}

/// What has gathered in a sender, as it is written.
async fn written(sender: &LinkSender) -> Vec<u8> {
    let (near, mut far) = duplex(1 << 16);
    let mut all = vec![0; 1 << 16];
    let read = tokio::select! {
        written = sender.write_to(near) => panic!("{written:?}"),
        read = far.read(&mut all) => read.expect("it is open"),
    };
    all.truncate(read);
    all
}

fn to_leader(message: LinkMessage) -> (u32, ToLeader) {
    (message.session, ToLeader::read(message).expect("a front says that"))
}

fn to_front(message: LinkMessage) -> (u32, ToFront) {
    (message.session, ToFront::read(message).expect("a leader says that"))
}

#[tokio::test]
async fn what_a_front_says_arrives_in_order() {
    let sender = LinkSender::default();
    let opening = SessionOpening {
        from: "2001:db8::1".parse().expect("an address"),
        secret: Some(Secret::new([7; 32])),
    };
    sender.open(5, &opening);
    sender.text(5, "{\"t\":\"ping\"}");
    sender.pong(6);
    sender.gone(u32::MAX);
    let said: Vec<_> = decoded(&written(&sender).await).into_iter().map(to_leader).collect();
    let said: Vec<_> = said.into_iter().filter(|(_, one)| *one != ToLeader::Alive).collect();
    let expected = [
        (5, ToLeader::Open(opening)),
        (5, ToLeader::Text("{\"t\":\"ping\"}".into())),
        (6, ToLeader::Pong),
        (u32::MAX, ToLeader::Gone),
    ];
    assert_eq!(said, expected);
}

#[tokio::test]
async fn spectators_of_a_front_share_a_frame() {
    let sender = Arc::<LinkSender>::default();
    let way = |session| LinkedTransport::new(&sender, session, &Arc::default());
    let (first, second) = (Frame::ping(), Frame::close(CloseCode::Bye));
    (0..3).for_each(|session| way(session).share(&first));
    way(3).share(&second);
    way(0).send(first.bytes()).expect("it is open");
    way(1).share(&second);
    way(2).end(CloseCode::Banned);
    sender.consumed(2, 70_000);
    let said: Vec<_> = decoded(&written(&sender).await).into_iter().map(to_front).collect();
    let said: Vec<_> = said.into_iter().filter(|(_, one)| *one != ToFront::Alive).collect();
    let bytes = |frame: &Frame| bytes::Bytes::copy_from_slice(frame.bytes());
    let shared = |frame: &Frame, sessions: &[u32]| {
        (0, ToFront::Shared { frames: bytes(frame), sessions: sessions.to_vec() })
    };
    let expected = [
        shared(&first, &[0, 1, 2]),
        shared(&second, &[3]),
        (0, ToFront::Frames(bytes(&first))),
        shared(&second, &[1]),
        (2, ToFront::Ended(CloseCode::Banned)),
        (2, ToFront::Consumed(70_000)),
    ];
    assert_eq!(said, expected);
}

#[tokio::test]
async fn a_link_that_is_not_read_is_given_up() {
    let sender = Arc::<LinkSender>::default();
    let way = LinkedTransport::new(&sender, 1, &Arc::default());
    assert!(!way.has_ended() && !sender.is_closed());
    let much = vec![0; 1 << 20];
    let sent = (0..100).take_while(|_| way.send(&much).is_ok()).count();
    assert_eq!(sent, 63);
    assert!(way.has_ended() && sender.is_closed());
    let (near, _far) = duplex(1);
    assert!(sender.write_to(near).await.is_err());
}

/// What a leader with this key makes of a connection that a front begins so.
async fn heard(
    key: &LinkKey,
    listener: &TcpListener,
    known: &LinkCredentials,
    purpose: LinkPurpose,
) -> io::Result<LinkPurpose> {
    let at = listener.local_addr().expect("bound");
    let accept = async {
        let (tcp, _) = listener.accept().await.expect("a front");
        key.accept(tcp).await
    };
    let (accepted, connected) = tokio::join!(accept, connect(at, known, purpose));
    // A leader that is none is told nothing.
    let front = connected?;
    let heard = accepted.map(|(_, purpose)| purpose);
    drop(front);
    heard
}

#[tokio::test]
async fn only_a_front_that_knows_the_leader_is_heard_and_only_by_that_leader() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let (key, another) = (LinkKey::new().expect("a key"), LinkKey::new().expect("a key"));
    for purpose in [LinkPurpose::Sessions, LinkPurpose::Http] {
        let heard = heard(&key, &listener, key.credentials(), purpose).await;
        assert_eq!(heard.expect("welcome"), purpose);
    }
    let (leader, other) = (key.credentials().clone(), another.credentials().clone());
    assert_ne!(leader, other);
    let wrong_secret = LinkCredentials { secret: other.secret, ..leader.clone() };
    let refused = heard(&key, &listener, &wrong_secret, LinkPurpose::Http).await;
    assert_eq!(refused.expect_err("no front").kind(), io::ErrorKind::PermissionDenied);
    let wrong_leader = LinkCredentials { certificate: other.certificate, ..leader };
    let refused = heard(&key, &listener, &wrong_leader, LinkPurpose::Http).await;
    assert_eq!(refused.expect_err("no leader").kind(), io::ErrorKind::InvalidData);
}

#[tokio::test]
async fn a_front_of_another_version_is_not_heard() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let at = listener.local_addr().expect("bound");
    let key = LinkKey::new().expect("a key");
    let said = |greeting: &[u8], purpose: u8| {
        [greeting, &[purpose], key.credentials().secret.bytes()].concat()
    };
    for (said, welcome) in
        [(said(GREETING, 1), true), (said(GREETING, 2), false), (said(b"nim link9", 1), false)]
    {
        let front = async {
            let mut tls = handshake(at, key.credentials()).await.expect("the leader");
            tls.write_all(&said).await.expect("it is open");
            tls.flush().await.expect("it is open");
            tls
        };
        let leader = async {
            let (tcp, _) = listener.accept().await.expect("a front");
            key.accept(tcp).await
        };
        let (_front, heard) = tokio::join!(front, leader);
        assert_eq!(heard.is_ok(), welcome);
    }
}

fn next(inbox: &Inbox) -> Poll<Result<(Message, usize), CloseCode>> {
    inbox.poll_next(&mut Context::from_waker(Waker::noop()))
}

#[test]
fn an_inbox_keeps_the_order_and_ends_after_what_it_holds() {
    let inbox = Inbox::new(&Arc::new(IncomingBytes::new(0)));
    assert_eq!(next(&inbox), Poll::Pending);
    inbox.push(Message::text("one"));
    inbox.push(Message::text("two"));
    inbox.end();
    inbox.push(Message::text("too late"));
    let text = |word: &str| Poll::Ready(Ok((Message::text(word), cost(word.len()))));
    assert_eq!(next(&inbox), text("one"));
    assert_eq!(next(&inbox), text("two"));
    assert_eq!(next(&inbox), Poll::Ready(Err(CloseCode::Bye)));
}

#[test]
fn a_front_that_sends_more_than_it_may_loses_the_session() {
    let inbox = Inbox::new(&Arc::new(IncomingBytes::new(0)));
    let message = Message::text("x".repeat(WINDOW / 2));
    // The second one begins within the window.
    (0..3).for_each(|_| inbox.push(message.clone()));
    let read = |_| matches!(next(&inbox), Poll::Ready(Ok(_)));
    assert_eq!((0..3).filter(|number| read(*number)).count(), 2);
    assert_eq!(next(&inbox), Poll::Ready(Err(CloseCode::Policy)));
}

#[test]
fn what_waits_in_inboxes_counts_and_is_given_back() {
    let pool = Arc::new(IncomingBytes::new(0));
    let inboxes: Vec<Inbox> = (0..9).map(|_| Inbox::new(&pool)).collect();
    let much = Message::text("x".repeat(60_000));
    inboxes.iter().for_each(|inbox| inbox.push(much.clone()));
    let overloaded = |inbox: &&Inbox| next(inbox) == Poll::Ready(Err(CloseCode::Overload));
    assert_eq!(inboxes.iter().filter(overloaded).count(), 1, "there was room for eight");
    assert_eq!(pool.taken(), 0, "the others were read");
    drop(inboxes);
}

proptest! {
    /// However the bytes are cut by the network, the same messages come out; and no bytes make the
    /// codec panic.
    #[test]
    fn messages_survive_any_cut(texts in prop::collection::vec(".{0,40}", 0..8), cut in 0usize..400) {
        let mut whole = Vec::new();
        for (number, text) in texts.iter().enumerate() {
            whole.extend(message::head(message::MessageKind::Text, number as u32, text.len()));
            whole.extend(text.as_bytes());
        }
        let cut = cut.min(whole.len());
        let mut bytes = BytesMut::from(&whole[..cut]);
        let mut heard = Vec::new();
        for rest in [&whole[cut..], &[]] {
            while let Some(message) = LinkCodec.decode(&mut bytes).expect("well-formed") {
                heard.push(to_leader(message));
            }
            bytes.extend_from_slice(rest);
        }
        while let Some(message) = LinkCodec.decode(&mut bytes).expect("well-formed") {
            heard.push(to_leader(message));
        }
        let expected: Vec<_> = texts.iter().enumerate()
            .map(|(number, text)| (number as u32, ToLeader::Text(text.as_str().into()))).collect();
        prop_assert_eq!(heard, expected);
    }

    #[test]
    fn no_bytes_make_a_link_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), kind in 0u8..9) {
        let mut framed = Vec::from((bytes.len() as u32).to_le_bytes());
        framed.push(kind);
        framed.extend([0; 4]);
        framed.extend(&bytes);
        for input in [bytes, framed] {
            let mut input = BytesMut::from(&input[..]);
            while let Ok(Some(message)) = LinkCodec.decode(&mut input) {
                let _ = (ToLeader::read(message.clone()), ToFront::read(message));
            }
        }
    }
}
