//! HTTP, one request a connection.

use std::sync::{Arc, Mutex};

use bot::ServerUrl;
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// A request over HTTP.
#[derive(Clone, Debug)]
pub struct HeardRequest {
    /// Method and path.
    pub what: String,
    /// All lines before the body.
    pub head: String,
    /// `null` if it is not JSON.
    pub body: Value,
}

/// A server that answers requests over HTTP.
pub struct FakeHttp {
    /// Where it listens.
    pub url: ServerUrl,
    seen: Arc<Mutex<Vec<HeardRequest>>>,
}

impl FakeHttp {
    /// Answers each request, named by method and path, with a status and a body. It ends with the
    /// test's runtime.
    pub async fn start(mut answer: impl FnMut(&str) -> (u16, String) + Send + 'static) -> FakeHttp {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = listener.local_addr().expect("bound").into();
        let seen = Arc::new(Mutex::new(Vec::new()));
        let log = Arc::clone(&seen);
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let request = read(&mut stream).await;
                let (status, body) = answer(&request.what);
                log.lock().expect("no panic").push(request);
                respond(&mut stream, status, &body).await;
            }
        });
        FakeHttp { url, seen }
    }

    /// All requests, in order.
    pub fn seen(&self) -> Vec<HeardRequest> {
        self.seen.lock().expect("no panic").clone()
    }

    /// Methods and paths, in order.
    pub fn paths(&self) -> Vec<String> {
        self.seen().into_iter().map(|seen| seen.what).collect()
    }
}

/// Answers a request.
pub async fn respond(stream: &mut TcpStream, status: u16, body: &str) {
    // Who has gone needs no answer.
    let _ = stream.write_all(format!("HTTP/1.0 {status} x\r\n\r\n{body}").as_bytes()).await;
}

/// Reads a request to its end.
pub async fn read(stream: &mut TcpStream) -> HeardRequest {
    let mut bytes = Vec::new();
    loop {
        let text = String::from_utf8_lossy(&bytes);
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head.split("Content-Length: ").nth(1).expect("every request has one");
            let length = length.split("\r\n").next().unwrap_or_default();
            if body.len() >= length.parse().expect("a number") {
                let what = head.split(" HTTP").next().unwrap_or_default().to_owned();
                let body = serde_json::from_str(body).unwrap_or_default();
                return HeardRequest { what, head: head.to_owned(), body };
            }
        }
        assert_ne!(stream.read_buf(&mut bytes).await.expect("a request"), 0, "it was cut off");
    }
}
