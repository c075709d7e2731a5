//! What a server answers that waits for its turn: 503 to every request but those of monitoring, so
//! that whoever spreads clients over several servers knows which of them serves.

use std::convert::Infallible;
use std::future::ready;
use std::time::Duration;

use axum::body::Body;
use axum::http::header::{CONNECTION, RETRY_AFTER};
use axum::http::{Request, Response, StatusCode};
use futures::future::join_all;
use futures::{StreamExt, stream};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::net::tls::{ListenEndpoint, TlsCertificate};
use crate::net::transport::Stream;

/// How long a connection may last.
const BRIEFLY: Duration = Duration::from_secs(5);

/// The delay when no connection can be accepted.
const ACCEPT_AGAIN: Duration = Duration::from_millis(50);

/// How many connections are answered at a time at one entrance.
const AT_A_TIME: usize = 256;

/// Answers at all these entrances for as long as it is polled.
pub async fn answer_waiting(entrances: &[ListenEndpoint]) {
    join_all(entrances.iter().map(answer_at)).await;
}

async fn answer_at(entrance: &ListenEndpoint) {
    let connections = stream::unfold((), |()| async {
        loop {
            match entrance.listener.accept().await {
                Ok((tcp, _)) => return Some((tcp, ())),
                Err(_) => tokio::time::sleep(ACCEPT_AGAIN).await,
            }
        }
    });
    let answers = connections.for_each_concurrent(AT_A_TIME, |tcp| async {
        // Whether the client hears it or not.
        let _ = timeout(BRIEFLY, answer(tcp, entrance.certificate.clone())).await;
    });
    answers.await;
}

async fn answer(tcp: TcpStream, certificate: Option<TlsCertificate>) {
    let stream = match certificate {
        None => Stream::Left(tcp),
        Some(certificate) => match certificate.shake_hands(tcp).await {
            Ok(tls) => Stream::Right(Box::new(tls)),
            Err(_) => return,
        },
    };
    let service = service_fn(|request: Request<Incoming>| {
        ready(Ok::<_, Infallible>(waiting(request.uri().path())))
    });
    let mut connection = http1::Builder::new();
    let connection = connection.timer(TokioTimer::new()).keep_alive(false);
    let _ = connection.serve_connection(TokioIo::new(stream), service).await;
}

fn waiting(path: &str) -> Response<Body> {
    // Whoever asks whether the process lives must not take it for dead.
    let (status, said) = match path {
        "/healthz" => (StatusCode::OK, "ok\n"),
        "/metrics" => (StatusCode::OK, "# TYPE nim_waiting gauge\nnim_waiting 1\n"),
        _ => (StatusCode::SERVICE_UNAVAILABLE, "This server waits: another one is serving.\n"),
    };
    let mut answer = Response::new(Body::from(said));
    *answer.status_mut() = status;
    answer.headers_mut().insert(RETRY_AFTER, 1.into());
    answer.headers_mut().insert(CONNECTION, axum::http::HeaderValue::from_static("close"));
    answer
}
