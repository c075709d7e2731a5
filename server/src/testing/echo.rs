//! An echo server for other projects' conformance suites. Everything except the echo is the game
//! server's: how connections are accepted, upgraded, read, written and closed. No setting of any
//! program leads here, only `tests/src/bin/echo-server.rs`.

use axum::Router;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use futures::SinkExt;
use protocol::CloseCode;
use tokio::net::TcpListener;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;

use std::sync::Arc;

use crate::Server;
use crate::api::state::AppState;
use crate::net::listener::accept_loop;
use crate::net::outbox::Outbox;
use crate::session::incoming::{goodbye, next_frame};
use crate::session::upgrade::SessionContext;
use crate::session::upgrade::open;
use crate::session::{Socket, part};

/// The maximum size of a message, in bytes: the suites send messages of 64 KiB and expect them to
/// be accepted.
const MAX_MESSAGE: usize = 1 << 20;

impl Server {
    /// Echoes every message sent to `/`, until it is dropped.
    #[doc(hidden)]
    pub async fn echo(self, listener: TcpListener) {
        let state = AppState::new(Arc::clone(&self.hub), None);
        let router = Router::new().route("/", get(upgrade)).with_state(state.clone());
        accept_loop(listener.into(), self.listener(&state, router)).await;
    }
}

async fn upgrade(State(sessions): State<SessionContext>, mut request: Request) -> Response {
    let Ok(response) = create_response_with_body(&request, axum::body::Body::empty) else {
        return StatusCode::BAD_REQUEST.into_response();
    };
    let upgraded = hyper::upgrade::on(&mut request);
    sessions.tracker.spawn(async move {
        let opened = open(upgraded, MAX_MESSAGE, &sessions.hub.incoming).await;
        if let Some((outbox, mut socket)) = opened {
            let code = repeat(&outbox, &mut socket).await;
            part(&outbox, &mut socket, code).await;
        }
    });
    response
}

/// Echoes until the connection ends; returns the close code.
async fn repeat(outbox: &Outbox, socket: &mut Socket) -> CloseCode {
    loop {
        match next_frame(socket, outbox).await {
            Ok(message @ (Message::Text(_) | Message::Binary(_))) => {
                if socket.send(message).await.is_err() {
                    return CloseCode::Bye;
                }
            }
            Ok(Message::Close(frame)) => return goodbye(frame.as_ref()),
            Ok(_) => {}
            Err(code) => return code,
        }
    }
}
