//! An echo server with the game server's code for accepting, reading and closing connections, for
//! Autobahn's test cases. Prints the address it listens on.

use server::{Config, Server};
use tokio::net::TcpListener;

#[tokio::main]
async fn main() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    println!("{}", listener.local_addr().expect("bound"));
    Server::new(Config::default()).echo(listener).await;
}
