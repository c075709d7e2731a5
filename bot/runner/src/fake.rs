//! A server for tests: it answers HTTP requests as a test says, and remembers them.

use std::sync::{Arc, Mutex};

use bot::ServerUrl;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

pub(crate) struct FakeApi {
    pub(crate) url: ServerUrl,
    seen: Arc<Mutex<Vec<ApiRequest>>>,
}

/// A request: method and path, headers, body.
#[derive(Clone, Debug)]
pub(crate) struct ApiRequest {
    pub(crate) what: String,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl FakeApi {
    /// Answers each request, named by method and path, with a status and a body. It ends with the
    /// test's runtime.
    pub(crate) async fn start(
        mut answer: impl FnMut(&str) -> (u16, String) + Send + 'static,
    ) -> FakeApi {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = listener.local_addr().expect("bound").into();
        let seen = Arc::new(Mutex::new(Vec::new()));
        let log = Arc::clone(&seen);
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let request = read(&mut stream).await;
                let (status, body) = answer(&request.what);
                log.lock().expect("no panic").push(request);
                let text = format!("HTTP/1.0 {status} x\r\n\r\n{body}");
                // Who has gone needs no answer.
                let _ = stream.write_all(text.as_bytes()).await;
            }
        });
        FakeApi { url, seen }
    }

    pub(crate) fn seen(&self) -> Vec<ApiRequest> {
        self.seen.lock().expect("no panic").clone()
    }
}

async fn read(stream: &mut TcpStream) -> ApiRequest {
    let mut bytes = Vec::new();
    loop {
        let text = String::from_utf8_lossy(&bytes);
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head.split("Content-Length: ").nth(1).expect("every request has one");
            let length = length.split("\r\n").next().unwrap_or_default();
            if body.len() >= length.parse().expect("a number") {
                let what = head.split(" HTTP").next().unwrap_or_default().to_owned();
                return ApiRequest { what, head: head.to_owned(), body: body.to_owned() };
            }
        }
        assert_ne!(stream.read_buf(&mut bytes).await.expect("a request"), 0, "it was cut off");
    }
}
