//! Raw bytes on a socket, for data that no WebSocket library would send.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Mutex;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::PATIENCE;

/// A TCP connection that sends exactly the given bytes.
pub struct Raw(TcpStream);

impl Raw {
    /// Connects.
    pub async fn connect(at: SocketAddr) -> Raw {
        Raw(TcpStream::connect(at).await.expect("the server accepts"))
    }

    /// Connects and upgrades to a WebSocket.
    pub async fn upgraded(at: SocketAddr) -> Raw {
        let mut raw = Raw::connect(at).await;
        raw.write(upgrade_request(&[]).as_bytes()).await;
        let head = raw.head().await;
        assert!(head.starts_with("HTTP/1.1 101"), "{head}");
        raw
    }

    /// Sends bytes. An error does not matter: the server may have closed already.
    pub async fn write(&mut self, bytes: &[u8]) {
        let _ = self.0.write_all(bytes).await;
    }

    /// Reads the head of an HTTP response.
    pub async fn head(&mut self) -> String {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            match timeout(PATIENCE, self.0.read_u8()).await.expect("an answer comes in time") {
                Ok(byte) => head.push(byte),
                Err(_) => break,
            }
        }
        String::from_utf8(head).expect("ASCII")
    }

    /// The status of an HTTP response; 0 if the connection ends without one.
    pub async fn status(&mut self) -> u16 {
        let head = self.head().await;
        head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0)
    }

    /// Reads frames up to the close frame and returns its code; 1006 if the connection ends without
    /// one.
    pub async fn close_code(&mut self) -> u16 {
        loop {
            let Some(first) = self.byte().await else { return 1006 };
            let Some(length) = self.byte().await else { return 1006 };
            let length = match length {
                126 => u64::from(self.number(2).await),
                127 => u64::from(self.number(8).await),
                short => u64::from(short),
            };
            let mut payload = vec![0; length as usize];
            if self.0.read_exact(&mut payload).await.is_err() {
                return 1006;
            }
            if first & 0x0f == 8 {
                return u16::from_be_bytes([payload[0], payload[1]]);
            }
        }
    }

    async fn byte(&mut self) -> Option<u8> {
        timeout(PATIENCE, self.0.read_u8()).await.expect("the connection ends in time").ok()
    }

    async fn number(&mut self, bytes: usize) -> u32 {
        let mut number = 0;
        for _ in 0..bytes {
            number = number << 8 | u32::from(self.byte().await.unwrap_or(0));
        }
        number
    }
}

/// Requests to a server, with a player's token or the admin token.
pub struct Http(pub SocketAddr);

impl Http {
    /// Sends a request; returns the status and the answer.
    pub async fn ask(
        &self,
        method: &str,
        path: &str,
        token: Option<&str>,
        body: &str,
    ) -> (u16, serde_json::Value) {
        let bearer = token.map(|token| format!("Bearer {token}"));
        let headers: Vec<_> = bearer.iter().map(|b| ("Authorization", b.as_str())).collect();
        let (status, said) = request(self.0, method, path, &headers, body).await;
        (status, serde_json::from_str(&said).unwrap_or_default())
    }

    /// Sends JSON; returns the status and the answer.
    pub async fn post(
        &self,
        path: &str,
        token: Option<&str>,
        body: &serde_json::Value,
    ) -> (u16, serde_json::Value) {
        self.ask("POST", path, token, &body.to_string()).await
    }
}

/// Sends one HTTP request with a JSON body; returns the status and the answer.
pub async fn post(at: SocketAddr, path: &str, body: &str) -> (u16, serde_json::Value) {
    let (status, answer) = request(at, "POST", path, &[], body).await;
    (status, serde_json::from_str(&answer).unwrap_or_default())
}

/// Registers an account; returns the header that authenticates it.
pub async fn account(at: SocketAddr) -> String {
    let name = format!("Founder {}", uuid::Uuid::new_v4().simple());
    let body = serde_json::json!({"name": &name[..24], "password": "seven wild horses at dawn"});
    let (status, registered) = post(at, "/api/register", &body.to_string()).await;
    assert_eq!(status, 201, "{registered}");
    format!("Bearer {}", registered["token"].as_str().expect("a token"))
}

/// Accounts by server: the number of registrations from one address is limited.
static ACCOUNTS: Mutex<BTreeMap<SocketAddr, String>> = Mutex::new(BTreeMap::new());

/// Like [`post`], as a player with an account on that server.
pub async fn post_registered(at: SocketAddr, path: &str, body: &str) -> (u16, serde_json::Value) {
    let known = ACCOUNTS.lock().expect("no test panics here").get(&at).cloned();
    if let Some(bearer) = known {
        let answer = post_as(at, &bearer, path, body).await;
        // An earlier server had that port.
        if answer.0 != 403 {
            return answer;
        }
    }
    let bearer = account(at).await;
    ACCOUNTS.lock().expect("no test panics here").insert(at, bearer.clone());
    post_as(at, &bearer, path, body).await
}

async fn post_as(at: SocketAddr, bearer: &str, path: &str, body: &str) -> (u16, serde_json::Value) {
    let headers = [("Authorization", bearer)];
    let (status, answer) = request(at, "POST", path, &headers, body).await;
    (status, serde_json::from_str(&answer).unwrap_or_default())
}

/// Gets one page as text.
pub async fn get(at: SocketAddr, path: &str) -> (u16, String) {
    request(at, "GET", path, &[], "").await
}

/// Sends one HTTP request, with a JSON body if there is one; returns the status and the body of the
/// response.
pub async fn request(
    at: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> (u16, String) {
    let (head, answer) = exchange(at, method, path, headers, body).await;
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    let answer = String::from_utf8(answer).expect("text");
    let chunked = head.to_ascii_lowercase().contains("transfer-encoding: chunked");
    let answer = if chunked { unchunked(&answer) } else { answer };
    crate::documented::check(method, path, status, &answer);
    (status, answer)
}

/// Sends one HTTP request; returns the head of the response and its body, as they came.
pub async fn exchange(
    at: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> (String, Vec<u8>) {
    let headers: String =
        headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let length = body.len();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: nim.test\r\nConnection: close\r\n{headers}\
         Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    );
    let mut raw = Raw::connect(at).await;
    raw.write(request.as_bytes()).await;
    let head = raw.head().await;
    let mut answer = Vec::new();
    let read = timeout(PATIENCE, raw.0.read_to_end(&mut answer)).await;
    read.expect("the answer ends in time").expect("it is readable");
    (head, answer)
}

/// Joins a chunked body.
fn unchunked(mut rest: &str) -> String {
    let mut whole = String::new();
    while let Some((length, after)) = rest.split_once("\r\n") {
        let length = usize::from_str_radix(length, 16).expect("a chunk's length");
        whole.push_str(&after[..length]);
        rest = after[length..].strip_prefix("\r\n").unwrap_or_default();
    }
    whole
}

/// An upgrade request; each header in `replaced` replaces the valid one, and an empty value omits
/// it.
pub fn upgrade_request(replaced: &[(&str, &str)]) -> String {
    let mut headers = vec![
        ("Host", "nim.test"),
        ("Connection", "Upgrade"),
        ("Upgrade", "websocket"),
        ("Sec-WebSocket-Version", "13"),
        ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
        ("Sec-WebSocket-Protocol", "nim.v1"),
    ];
    headers.retain(|(name, _)| replaced.iter().all(|(other, _)| name != other));
    headers.extend(replaced.iter().filter(|(_, value)| !value.is_empty()));
    let lines: String =
        headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    format!("GET /ws HTTP/1.1\r\n{lines}\r\n")
}

/// A client's frame: the first byte as given, the payload masked with zeros, which leave it
/// readable.
pub fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let mut bytes = vec![first];
    match payload.len() {
        length @ 0..=125 => bytes.push(0x80 | length as u8),
        length @ 126..=0xffff => {
            bytes.push(0x80 | 126);
            bytes.extend((length as u16).to_be_bytes());
        }
        length => {
            bytes.push(0x80 | 127);
            bytes.extend((length as u64).to_be_bytes());
        }
    }
    bytes.extend([0; 4]);
    bytes.extend(payload);
    bytes
}
