//! HTTP requests to the server of the WebSocket. Requests are rare, so each opens its own
//! connection.

use std::io;
use std::net::IpAddr;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::timeout;

use super::url::ServerUrl;

/// A live server answers much sooner.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);

/// The largest answer that is read, in bytes: enough for the file of a large tournament.
const MAX_ANSWER: u64 = 256 << 20;

/// An HTTP request.
#[derive(Clone, Copy, Debug, Default)]
pub struct HttpRequest<'a> {
    /// `GET`, `POST`, `DELETE`.
    pub method: &'a str,
    /// The path, with its query.
    pub path: &'a str,
    /// Headers in addition to those of every request.
    pub headers: &'a [(&'a str, &'a str)],
    /// The JSON body; empty for none.
    pub body: &'a str,
    /// The address to connect from; without it, the system chooses.
    pub from: Option<IpAddr>,
}

/// An HTTP response.
#[derive(Clone, Debug)]
pub struct HttpResponse {
    /// The status code.
    pub status: u16,
    /// The status line and the headers.
    pub head: String,
    /// The body.
    pub body: String,
}

impl HttpResponse {
    /// Returns the value of the header with this name, which is compared without regard to case.
    ///
    /// ```
    /// let head = "HTTP/1.1 200 OK\r\nETag: \"7\"\r\nAge: 3\r\n".to_owned();
    /// let response = bot::http::HttpResponse { status: 200, head, body: String::new() };
    /// assert_eq!(response.header("age"), Some("3"));
    /// assert_eq!(response.header("etag"), Some("\"7\""));
    /// assert_eq!(response.header("date"), None);
    /// ```
    pub fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().skip(1).filter_map(|line| line.split_once(':'));
        let mut values = lines.filter(|(key, _)| key.eq_ignore_ascii_case(name));
        values.next().map(|(_, value)| value.trim())
    }
}

/// Sends a request with a JSON body; returns the status code and the body.
///
/// # Errors
/// When the server cannot be reached, is silent for long, or does not speak HTTP.
pub async fn request(
    server: &ServerUrl,
    method: &str,
    path: &str,
    body: &str,
) -> io::Result<(u16, String)> {
    let request = HttpRequest { method, path, body, ..HttpRequest::default() };
    request.send(server).await.map(|answer| (answer.status, answer.body))
}

impl HttpRequest<'_> {
    /// Sends the request and waits for the whole response.
    ///
    /// # Errors
    /// When the server cannot be reached, is silent for long, or does not speak
    /// HTTP.
    pub async fn send(&self, server: &ServerUrl) -> io::Result<HttpResponse> {
        let late = |_| io::Error::new(io::ErrorKind::TimedOut, "the server does not answer");
        let answer = timeout(ANSWER_TIMEOUT, self.exchange(server)).await.map_err(late)??;
        let bad = || io::Error::new(io::ErrorKind::InvalidData, "the server's answer is not HTTP");
        let (head, body) = answer.split_once("\r\n\r\n").ok_or_else(bad)?;
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        Ok(HttpResponse { status: status.ok_or_else(bad)?, head: head.into(), body: body.into() })
    }

    async fn exchange(&self, server: &ServerUrl) -> io::Result<String> {
        let mut stream = server.connect(self.from).await?;
        stream.write_all(self.text(server).as_bytes()).await?;
        let mut answer = String::new();
        stream.take(MAX_ANSWER).read_to_string(&mut answer).await?;
        Ok(answer)
    }

    /// The request as text. It is HTTP/1.0: the response is not chunked and ends with the
    /// connection.
    pub fn text(&self, server: &ServerUrl) -> String {
        let HttpRequest { method, path, headers, body, .. } = self;
        let headers: String =
            headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let (host, length) = (server.authority(), body.len());
        format!(
            "{method} {path} HTTP/1.0\r\nHost: {host}\r\n{headers}Content-Type: \
             application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        )
    }
}
