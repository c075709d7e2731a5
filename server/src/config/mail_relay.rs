//! The mail relay that the operator has configured.

use std::sync::Arc;
use std::time::Duration;

use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MessageBuilder};
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use protocol::limits::MAX_EMAIL_CHARS;
use thiserror::Error;
use tokio::sync::Semaphore;

/// The maximum number of mails being sent at once; further ones are refused.
const AT_ONCE: usize = 4;

/// How long the relay may take for each of its answers.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(20);

/// Why a mail was not sent.
#[derive(Debug, Error)]
pub(crate) enum MailError {
    #[error("too many mails are under way")]
    Busy,
    #[error("the account cannot be read")]
    Unreadable,
    #[error("the address: {0}")]
    Address(#[from] lettre::address::AddressError),
    #[error("the mail: {0}")]
    Mail(#[from] lettre::error::Error),
    /// The relay's own words are left out: they often repeat the address.
    #[error("the relay: {}", said(.0))]
    Relay(#[from] lettre::transport::smtp::Error),
}

/// A mail relay.
#[derive(Clone)]
pub struct MailRelay {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    page: String,
    turns: Arc<Semaphore>,
}

impl MailRelay {
    /// Creates the relay at `url` (`smtps://user:password@host`), for mail from the address `from`
    /// about the page at `page`.
    ///
    /// # Errors
    /// Which argument is invalid, as a sentence.
    pub fn new(url: &str, from: &str, page: &str) -> Result<MailRelay, String> {
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(url)
            .map_err(|error| format!("smtp-url: {error}"))?;
        let from = from.parse().map_err(|error| format!("mail-from: {error}"))?;
        if !page.starts_with("https://") && !page.starts_with("http://") {
            return Err("public-url: it begins with https://".to_owned());
        }
        let transport = transport.timeout(Some(ANSWER_TIMEOUT)).build();
        let (page, turns) = (page.trim_end_matches('/').to_owned(), Semaphore::new(AT_ONCE));
        Ok(MailRelay { transport, from, page, turns: Arc::new(turns) })
    }

    /// Returns the address of the page, without a trailing slash.
    pub(crate) fn page(&self) -> &str {
        &self.page
    }

    /// Sends a mail.
    ///
    /// # Errors
    /// When too many mails are being sent, or the relay does not accept it.
    pub(crate) async fn send(
        &self,
        to: &str,
        subject: &str,
        text: String,
    ) -> Result<(), MailError> {
        let _turn = self.turns.try_acquire().map_err(|_| MailError::Busy)?;
        self.transport.send(self.addressed(to, subject)?.body(text)?).await?;
        Ok(())
    }

    /// Sends a mail that its reader can end by posting to `stop` (RFC 8058), when those being sent
    /// leave room.
    ///
    /// # Errors
    /// When the relay does not accept it.
    pub(crate) async fn send_in_turn(
        &self,
        to: &str,
        subject: &str,
        text: String,
        stop: &str,
    ) -> Result<(), MailError> {
        let _turn = self.turns.acquire().await.map_err(|_| MailError::Busy)?;
        let mail = self
            .addressed(to, subject)?
            .raw_header(header("List-Unsubscribe", format!("<{stop}>")))
            .raw_header(header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned()))
            .raw_header(header("Auto-Submitted", "auto-generated".to_owned()));
        self.transport.send(mail.body(text)?).await?;
        Ok(())
    }

    fn addressed(&self, to: &str, subject: &str) -> Result<MessageBuilder, MailError> {
        let to = Mailbox::new(None, to.parse()?);
        Ok(Message::builder().from(self.from.clone()).to(to).subject(subject))
    }
}

fn header(name: &'static str, value: String) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), value)
}

/// What is known of a failure without what the relay has said.
fn said(error: &lettre::transport::smtp::Error) -> String {
    error.status().map_or_else(|| error.to_string(), |code| format!("it answered {code}"))
}

impl std::fmt::Debug for MailRelay {
    /// Leaves out the password.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MailRelay").field("from", &self.from).finish_non_exhaustive()
    }
}

/// Returns a mail address as it is stored; `None` if it is invalid.
pub(crate) fn checked_address(address: &str) -> Option<String> {
    let address = address.trim();
    let good = address.len() <= MAX_EMAIL_CHARS && address.parse::<Address>().is_ok();
    good.then(|| address.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_address_is_one() {
        assert_eq!(checked_address(" ada@example.org ").as_deref(), Some("ada@example.org"));
        let long = format!("{}@example.org", "a".repeat(300));
        let broken = "ada@example.org\r\nBcc: eve@example.org";
        for wrong in ["", "ada", "@example.org", "ada@", "ada@b c", broken, &long] {
            assert_eq!(checked_address(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn settings_that_send_nothing_are_refused() {
        let new = |url: &str, from: &str, page: &str| MailRelay::new(url, from, page).map(drop);
        let (url, from) = ("smtps://user:word@mail.example.org", "Nim <nim@example.org>");
        let relay = MailRelay::new(url, from, "https://nim.example.org/").expect("as it should be");
        assert_eq!(relay.page(), "https://nim.example.org");
        assert!(!format!("{relay:?}").contains("word"));
        new("http://mail.example.org", from, "https://a").expect_err("no relay");
        new(url, "nobody", "https://a").expect_err("no sender");
        new(url, from, "nim.example.org").expect_err("no page");
    }
}
