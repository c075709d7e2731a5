//! A mail server that accepts everything and keeps it for the test (RFC 5321).

use std::net::SocketAddr;

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::time::timeout;

use crate::PATIENCE;

/// A mail as received.
#[derive(Clone, Debug)]
pub struct Mail {
    /// The recipient on the envelope.
    pub to: String,
    /// Headers and text, as they were sent.
    pub text: String,
}

/// A mail server on its own port.
pub struct MailSink {
    /// The address it listens on.
    pub at: SocketAddr,
    mails: Receiver<Mail>,
}

impl MailSink {
    /// Starts the server.
    pub async fn open() -> MailSink {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let at = listener.local_addr().expect("it is bound");
        let (say, mails) = channel(64);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(take(stream, say.clone()));
            }
        });
        MailSink { at, mails }
    }

    /// Waits for the next mail.
    pub async fn next(&mut self) -> Mail {
        let mail = timeout(PATIENCE, self.mails.recv()).await.expect("a mail comes in time");
        mail.expect("the sink is open")
    }

    /// Whether an unread mail is waiting.
    pub fn has_more(&mut self) -> bool {
        self.mails.try_recv().is_ok()
    }
}

/// Takes the mails of one connection.
async fn take(stream: TcpStream, say: Sender<Mail>) -> std::io::Result<()> {
    let mut stream = BufReader::new(stream);
    stream.write_all(b"220 sink\r\n").await?;
    let (mut to, mut line) = (String::new(), String::new());
    while {
        line.clear();
        stream.read_line(&mut line).await? > 0
    } {
        let answer: &[u8] = match line.get(..4).map(str::to_ascii_uppercase).as_deref() {
            Some("RCPT") => {
                to = line.split(['<', '>']).nth(1).unwrap_or_default().to_owned();
                b"250 ok\r\n"
            }
            Some("DATA") => {
                stream.write_all(b"354 go on\r\n").await?;
                let text = text_of(&mut stream).await?;
                // A test that has ended no longer receives.
                let _ = say.send(Mail { to: to.clone(), text }).await;
                b"250 taken\r\n"
            }
            Some("QUIT") => b"221 bye\r\n",
            _ => b"250 ok\r\n",
        };
        stream.write_all(answer).await?;
    }
    Ok(())
}

async fn text_of(stream: &mut BufReader<TcpStream>) -> std::io::Result<String> {
    let (mut text, mut line) = (String::new(), String::new());
    while {
        line.clear();
        stream.read_line(&mut line).await? > 0
    } && line != ".\r\n"
    {
        text.push_str(&line);
    }
    Ok(text)
}
