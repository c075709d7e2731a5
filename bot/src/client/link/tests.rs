use std::time::Duration;

use protocol::{ClientMessage, Limits, Request};
use tokio::time::{Instant, advance};
use tokio_tungstenite::tungstenite::protocol::Message;

use super::super::Disconnect;
use super::super::tests::link;

fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

fn limits(ping_after_ms: u32, silence_timeout_ms: u32) -> Limits {
    Limits { ping_after_ms, silence_timeout_ms, ..Limits::default() }
}

#[tokio::test]
async fn silence_is_limited_as_the_server_says_within_reason() {
    let (mut link, _peer) = link().await;
    for (said, obeyed) in [
        ((100, 1_000), (100, 1_000)),
        ((100, 200), (100, 200)),
        // A ping needs time for its answer.
        ((100, 150), (100, 200)),
        ((20, 40), (20, 40)),
        ((19, 39), (20, 40)),
        ((0, 0), (20, 40)),
    ] {
        link.obey(&limits(said.0, said.1));
        assert_eq!((link.ping_after, link.silence_timeout), (ms(obeyed.0), ms(obeyed.1)));
        assert_eq!(link.alarm.deadline() - Instant::now(), ms(obeyed.0), "the first ping");
    }
}

#[tokio::test]
async fn a_silent_server_is_asked_once_and_then_lost() {
    let (mut link, _peer) = link().await;
    let heard = Instant::now();
    link.obey(&limits(100, 1_000));
    for (at, pings, alarm) in [(99, 0, 100), (100, 1, 1_000), (500, 1, 1_000), (999, 1, 1_000)] {
        advance(heard + ms(at) - Instant::now()).await;
        assert_eq!(link.look_at_silence(), Ok(()), "{at}");
        let asked = link.outbox.iter().filter(|frame| matches!(frame, Message::Ping(_))).count();
        assert_eq!((asked, link.outbox.len()), (pings, pings), "{at}");
        assert_eq!(link.alarm.deadline(), heard + ms(alarm), "{at}");
    }
    advance(ms(1)).await;
    assert_eq!(link.look_at_silence(), Err(Disconnect::Silent));
}

#[tokio::test]
async fn what_is_sent_waits_in_its_order() {
    let (mut link, _peer) = link().await;
    let request = |cid| Request { cid, message: ClientMessage::Ping {} };
    link.send(&request(1));
    link.push(Message::Ping("x".into()));
    link.send(&request(2));
    let text = |cid| Message::text(request(cid).to_json());
    assert_eq!(link.outbox, [text(1), Message::Ping("x".into()), text(2)]);
}
