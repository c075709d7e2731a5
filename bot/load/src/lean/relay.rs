//! The baseline: a TCP relay that only passes each 64-byte record back to its sender and on to the
//! opponent. One read and two writes are the kernel's cost of a move; anything beyond that is the
//! game server's own cost.

use std::io::Write;
use std::sync::Arc;

use tokio::io::AsyncReadExt;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};

/// Bytes in a record: about the size of a move and its answer.
pub(super) const RECORD: usize = 64;

/// Listens on a free port, prints it, and pairs connections in the order of their arrival. Returns
/// only on an error.
///
/// # Errors
/// When it cannot listen or accept.
pub async fn run() -> anyhow::Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("relay listening on http://{}", listener.local_addr()?);
    std::io::stdout().flush()?;
    loop {
        let (one, two) = (accept(&listener).await?, accept(&listener).await?);
        let ((read_one, write_one), (read_two, write_two)) = (one.into_split(), two.into_split());
        let writers = Arc::new([write_one, write_two]);
        tokio::spawn(relay(read_one, Arc::clone(&writers)));
        tokio::spawn(relay(read_two, writers));
    }
}

async fn accept(listener: &TcpListener) -> anyhow::Result<TcpStream> {
    let (tcp, _) = listener.accept().await?;
    tcp.set_nodelay(true)?;
    Ok(tcp)
}

async fn relay(mut from: OwnedReadHalf, to: Arc<[OwnedWriteHalf; 2]>) {
    let mut record = [0; RECORD];
    while from.read_exact(&mut record).await.is_ok() {
        for writer in to.iter() {
            // This cannot block: a record is far smaller than a socket's buffer, and each side
            // waits for the last record before it sends the next.
            if writer.try_write(&record).is_err() {
                return;
            }
        }
    }
}
