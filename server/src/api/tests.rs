//! What is answered over HTTP, by a whole hub in memory.

mod files;
mod reports;
mod room;

use std::net::IpAddr;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE};
use axum::http::{HeaderMap, Method};
use protocol::{PlayerId, Secret};
use serde_json::Value;
use tower_service::Service;

use crate::admission::slots::Peer;
use crate::api::routes::routes;
use crate::api::state::AppState;
use crate::session::tests::house::House;

/// The site of a hub.
struct Site {
    house: House,
    router: Router,
}

/// An answer, with its body as JSON; null if it has none.
struct Answer {
    status: u16,
    headers: HeaderMap,
    body: Value,
}

/// The admin's token.
fn admin() -> Secret {
    Secret::new([200; 32])
}

impl Site {
    fn open() -> Site {
        let house = House::open();
        let router = routes(AppState::new(house.hub.clone(), Some(admin())), true);
        Site { house, router }
    }

    /// Registers a person; returns their secret and their id.
    async fn register(&self, name: &str) -> (Secret, PlayerId) {
        let proven = self.house.admitted(name).await;
        (proven.secret, proven.player.id)
    }

    /// Answers a program from the address of client `n` that has this secret.
    async fn ask(&self, n: u8, by: &Secret, request: (Method, &str), body: Value) -> Answer {
        let (method, path) = request;
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header(AUTHORIZATION, format!("Bearer {}", by.reveal()))
            .header(CONTENT_TYPE, "application/json")
            .extension(Peer { address: IpAddr::from([60, n, 1, 1]), sealed: false })
            .body(Body::from(body.to_string()));
        let request = request.expect("a request");
        let answer = self.router.clone().call(request).await.expect("it is infallible");
        let (head, body) = answer.into_parts();
        let bytes = to_bytes(body, 1 << 20).await.expect("a short body");
        let body = serde_json::from_slice(&bytes).unwrap_or_default();
        Answer { status: head.status.as_u16(), headers: head.headers, body }
    }
}
