//! An echo client for other projects' conformance suites, whose servers test a client that repeats
//! what it receives. Apart from echoing, it works as in play.

use tokio_tungstenite::tungstenite::Message;

use super::disconnect::Disconnect;
use super::link::Link;
use super::url::ServerUrl;

/// Echoes every message until the server closes the connection; returns the last text.
///
/// # Errors
/// The reason why no connection could be made.
pub async fn echo(url: ServerUrl) -> Result<Option<String>, Disconnect> {
    let mut link = Link::speaking(None, url, None).await?;
    let mut last = None;
    // The suite judges how the connection ends.
    while let Ok(frame) = link.frame().await {
        if let Some(message @ (Message::Text(_) | Message::Binary(_))) = frame {
            last = message.to_text().ok().map(str::to_owned).or(last);
            link.push(message);
        }
    }
    Ok(last)
}
