//! What clients are answered and told: [`house`] is a whole hub with its data in a folder.

pub(crate) mod house;
mod lobby;
mod offers;
mod operator;
mod rooms;
pub(crate) mod tournaments;

use std::future::poll_fn;

use tokio::io::AsyncReadExt;
use tokio_tungstenite::tungstenite::protocol::Role;

use super::*;
use crate::admission::incoming_bytes::IncomingBytes;
use crate::admission::solver_memory::SolverMemory;
use crate::config::Config;
use crate::live::connection::tests::connection;
use crate::live::tournaments::Signer;
use crate::net::outbox::Broken;
use crate::net::outbox::tests::outbox;
use crate::store::Store;

fn hub() -> Arc<Hub> {
    let (config, memory) = (Config::default(), SolverMemory::new(0));
    Arc::new(Hub::new(Store::discarding(), &config, Signer::passing(), memory))
}

/// A connection reserves space for all states of its session, so rare ones must not make it
/// large.
#[tokio::test]
async fn a_session_is_small() {
    let (outbox, client) = outbox().await;
    let prefix = client.local_addr().expect("connected").ip().into();
    let outbox = Arc::new(outbox);
    let wire = Wire::new(&outbox, &Arc::new(IncomingBytes::new(0)));
    let mut socket = WebSocketStream::from_raw_socket(wire, Role::Server, None).await;
    let from = ConnectionOrigin { prefix, secret: None, span: Span::none() };
    let session = serve(hub(), &from, &outbox, &mut socket);
    let bytes = size_of_val(&session);
    assert!(bytes <= 1_300, "{bytes} bytes");
}

/// Also connections that entered just before, or enter just after.
#[tokio::test]
async fn a_stopping_server_notifies_and_closes_every_connection() {
    let hub = hub();
    let (early, mut hears_early) = connection().await;
    let _early = hub.enter(Arc::clone(&early), |_| {});
    hub.close();
    let (late, mut hears_late) = connection().await;
    let _late = hub.enter(Arc::clone(&late), |_| {});
    for (connection, client) in [(early, &mut hears_early), (late, &mut hears_late)] {
        let broken = poll_fn(|cx| connection.outbox.poll_pump(cx)).await;
        assert_eq!(broken, Broken::Ended(CloseCode::Restart));
        let mut heard = [0; 100];
        let length = client.read(&mut heard).await.expect("it is open");
        let heard = String::from_utf8_lossy(&heard[..length]);
        assert!(heard.contains("\"closing\""), "{heard}");
    }
}
