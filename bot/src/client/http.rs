//! One HTTP request to the server that the WebSocket is on. Its answers are
//! small and rare, so no connection is kept.

use std::io;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::timeout;

use super::url::ServerUrl;

/// A server that lives answers in far less.
const ANSWER_WITHIN: Duration = Duration::from_secs(30);

/// The largest answer that is read: the file of a large tournament.
const MAX_ANSWER: u64 = 256 << 20;

/// Sends a request with a JSON body; gives the status and the answer's text.
///
/// # Errors
/// When the server cannot be reached, is silent for long, or does not speak HTTP.
pub async fn request(
    server: &ServerUrl,
    method: &str,
    path: &str,
    body: &str,
) -> io::Result<(u16, String)> {
    // In the older version the answer is whole and ends with the connection.
    let request = format!(
        "{method} {path} HTTP/1.0\r\nHost: {}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        server.authority(),
        body.len()
    );
    let answer = async {
        let mut stream = server.connect(None).await?;
        stream.write_all(request.as_bytes()).await?;
        let mut answer = String::new();
        stream.take(MAX_ANSWER).read_to_string(&mut answer).await?;
        Ok(answer)
    };
    let late = |_| io::Error::new(io::ErrorKind::TimedOut, "the server does not answer");
    let answer: io::Result<String> = timeout(ANSWER_WITHIN, answer).await.map_err(late)?;
    let answer = answer?;
    let bad = || io::Error::new(io::ErrorKind::InvalidData, "the server's answer is no HTTP");
    let (head, body) = answer.split_once("\r\n\r\n").ok_or_else(bad)?;
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or_else(bad)?;
    Ok((status, body.to_owned()))
}
