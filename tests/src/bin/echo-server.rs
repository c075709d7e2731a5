//! The game server's way of accepting, reading and closing connections, with an
//! echo behind it: what Autobahn's cases are tried on. Prints where it listens.

use server::{Config, Server};
use tokio::net::TcpListener;

#[tokio::main]
async fn main() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    println!("{}", listener.local_addr().expect("bound"));
    Server::new(Config::default()).echo(listener).await;
}
