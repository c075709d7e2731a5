//! Notifications to a push service of the test's own, which decrypts them.

use std::sync::Arc;

use protocol::{Secret, TableId};
use rcgen::{CertifiedKey, generate_simple_self_signed};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use uuid::Uuid;

use super::encryption::tests::Browser;
use super::*;

/// A push service: it answers each request with a status, and returns the requests.
struct Service {
    listener: TcpListener,
    acceptor: TlsAcceptor,
    services: PushServices,
}

impl Service {
    async fn start() -> Service {
        let names = vec!["push.example.net".to_owned()];
        let CertifiedKey { cert, signing_key } = generate_simple_self_signed(names).expect("made");
        let key = PrivateKeyDer::Pkcs8(signing_key.serialize_der().into());
        let cert = CertificateDer::from(cert.der().to_vec());
        let config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
            .with_safe_default_protocol_versions()
            .expect("versions")
            .with_no_client_auth()
            .with_single_cert(vec![cert.clone()], key)
            .expect("a certificate");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let services = PushServices::to(listener.local_addr().expect("an address"), cert);
        Service { listener, acceptor: TlsAcceptor::from(Arc::new(config)), services }
    }

    /// Takes one request, and answers with this status line.
    async fn take(&self, answer: &str) -> (String, Vec<u8>) {
        let (tcp, _) = self.listener.accept().await.expect("a connection");
        let mut tls = self.acceptor.accept(tcp).await.expect("TLS");
        let mut read = Vec::new();
        loop {
            assert!(tls.read_buf(&mut read).await.expect("readable") > 0, "the request is whole");
            let Some(end) = read.windows(4).position(|part| part == b"\r\n\r\n") else { continue };
            let head = String::from_utf8(read[..end].to_vec()).expect("text");
            let length = header(&head, "Content-Length").parse::<usize>().expect("a number");
            if read.len() == end + 4 + length {
                tls.write_all(answer.as_bytes()).await.expect("writable");
                tls.shutdown().await.expect("writable");
                return (head, read.split_off(end + 4));
            }
        }
    }
}

fn header<'a>(head: &'a str, name: &str) -> &'a str {
    let lines = head.lines().filter_map(|line| line.split_once(": "));
    lines.into_iter().find(|(one, _)| *one == name).expect(name).1
}

fn push() -> Push {
    let about = Some("https://nim.example".to_owned());
    Push { about, ..Push::new(SenderKey::passing(), &Config::default()) }
}

fn turn(browser: &Browser) -> PendingNotice {
    let by = Name::try_from("Bob".to_owned()).expect("plain");
    PendingNotice {
        to: PlayerId(Uuid::from_u128(5)),
        session: SecretHash::new(&Secret::new([3; 32])),
        subscription: browser.subscription.clone(),
        notice: Notice::Turn { table: TableId(Uuid::from_u128(7)), by },
    }
}

#[tokio::test]
async fn a_push_service_gets_a_signed_request_that_only_the_browser_reads() {
    let (service, push, browser) = (Service::start().await, push(), Browser::new());
    let (waiting, calendar) = (turn(&browser), Calendar::default());
    let before = calendar.now_ms() / 1_000;
    let (sent, (head, body)) = tokio::join!(
        push.send(&waiting, &service.services, &calendar),
        service.take("HTTP/1.1 201 Created\r\n\r\n"),
    );
    assert_eq!(sent, PushOutcome::Sent);
    assert!(head.starts_with("POST /to/ada HTTP/1.1\r\nHost: push.example.net\r\n"), "{head}");
    let claims = sender_key::tests::claims(header(&head, "Authorization"));
    assert_eq!(claims["aud"], "https://push.example.net");
    assert_eq!(claims["sub"], "https://nim.example");
    // The standard's most is a day.
    let ends = claims["exp"].as_i64().expect("a time");
    assert!((before + 3_600..=before + 86_400).contains(&ends), "{ends} after {before}");
    let fields = ["Content-Encoding", "TTL", "Topic"].map(|name| header(&head, name));
    assert_eq!(fields, ["aes128gcm", "86400", "00000000000000000000000000000007"]);
    let told: Value = serde_json::from_slice(&browser.read(&body)).expect("JSON");
    let table = Uuid::from_u128(7).to_string();
    assert_eq!(told, serde_json::json!({"kind": "turn", "table": table, "by": "Bob"}));
}

#[tokio::test]
async fn what_a_push_service_answers_decides_whether_a_subscription_stays() {
    let (service, push, browser) = (Service::start().await, push(), Browser::new());
    let (waiting, calendar) = (turn(&browser), Calendar::default());
    for (answer, outcome) in [
        ("HTTP/1.1 410 Gone\r\n\r\n", PushOutcome::Gone),
        ("HTTP/1.1 404 Not Found\r\n\r\n", PushOutcome::Gone),
        ("HTTP/1.1 429 Too Many Requests\r\n\r\n", PushOutcome::Sent),
        ("HTTP/1.1 301 Moved\r\nLocation: https://127.0.0.1/\r\n\r\n", PushOutcome::Sent),
        ("SSH-2.0-OpenSSH\r\n", PushOutcome::Failed),
        ("", PushOutcome::Failed),
    ] {
        let (sent, _) =
            tokio::join!(push.send(&waiting, &service.services, &calendar), service.take(answer));
        assert_eq!(sent, outcome, "{answer}");
    }
}
