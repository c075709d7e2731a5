//! For other projects' conformance suites, whose servers test a client that repeats
//! what it is sent. Everything but the repeating is as in play.

use tokio_tungstenite::tungstenite::Message;

use super::disconnect::Disconnect;
use super::link::Link;
use super::url::ServerUrl;

/// Repeats what the server says until it closes the connection; gives the last
/// text.
///
/// # Errors
/// Why there was no connection.
pub async fn echo(url: ServerUrl) -> Result<Option<String>, Disconnect> {
    let mut link = Link::speaking(None, url, None).await?;
    let mut last = None;
    // The suite judges how it ends.
    while let Ok(frame) = link.frame().await {
        if let Some(message @ (Message::Text(_) | Message::Binary(_))) = frame {
            last = message.to_text().ok().map(str::to_owned).or(last);
            link.push(message);
        }
    }
    Ok(last)
}
