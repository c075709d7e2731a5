//! A line between a program and a server of its, which can be slow or cut, as a network is.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// How a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WireState {
    /// As quick as the machine.
    Good,
    /// Everything takes this long, in each direction.
    Slow(Duration),
    /// Nothing arrives, and nobody is told: what was sent arrives when it is good again.
    Cut,
}

/// A line to one address. It ends with its test.
#[derive(Debug)]
pub struct Wire {
    /// Where the program connects.
    pub at: SocketAddr,
    state: watch::Sender<WireState>,
}

impl Wire {
    /// Opens a good line to this address.
    pub async fn to(far: SocketAddr) -> Wire {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let at = listener.local_addr().expect("bound");
        let (state, seen) = watch::channel(WireState::Good);
        tokio::spawn(async move {
            loop {
                let (near, _) = listener.accept().await.expect("a connection");
                tokio::spawn(carry(near, far, seen.clone()));
            }
        });
        Wire { at, state }
    }

    /// Changes how the line is from now on.
    pub fn set(&self, state: WireState) {
        self.state.send_replace(state);
    }
}

async fn carry(near: TcpStream, far: SocketAddr, state: watch::Receiver<WireState>) {
    let mut passing = state.clone();
    pass(&mut passing).await;
    let Ok(far) = TcpStream::connect(far).await else { return };
    // Nothing waits for the answer to what was sent before.
    let _ = (near.set_nodelay(true), far.set_nodelay(true));
    let ((near_in, near_out), (far_in, far_out)) = (near.into_split(), far.into_split());
    // When one direction has ended, so has the connection.
    tokio::select! {
        () = copy(near_in, far_out, passing) => {}
        () = copy(far_in, near_out, state) => {}
    }
}

async fn copy(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    mut state: watch::Receiver<WireState>,
) {
    let mut bytes = vec![0; 1 << 16];
    while let Ok(read @ 1..) = from.read(&mut bytes).await {
        pass(&mut state).await;
        if to.write_all(&bytes[..read]).await.is_err() {
            return;
        }
    }
    // A line that is cut does not tell of an end either.
    pass(&mut state).await;
}

/// Waits for as long as the line takes.
async fn pass(state: &mut watch::Receiver<WireState>) {
    loop {
        let now = *state.borrow_and_update();
        match now {
            WireState::Good => return,
            WireState::Slow(delay) => return tokio::time::sleep(delay).await,
            // If nobody can change it any more, it stays cut.
            WireState::Cut => {
                if state.changed().await.is_err() {
                    return std::future::pending().await;
                }
            }
        }
    }
}
