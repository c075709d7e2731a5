//! The bot's client as an echo, for Autobahn's test server: `echo-client ws://HOST:PORT`. Runs all
//! cases and lets the server write its report.

use bot::{ServerUrl, echo};

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let server = std::env::args().nth(1).expect("echo-client ws://HOST:PORT");
    let url = |path: &str| -> ServerUrl { format!("{server}/{path}").parse().expect("an address") };
    let count = echo(url("getCaseCount")).await.expect("the server is there");
    let count: u32 = count.expect("a number of cases").parse().expect("a number");
    for case in 1..=count {
        let path = format!("runCase?case={case}&agent=nim-bot");
        echo(url(&path)).await.expect("the server is there");
    }
    echo(url("updateReports?agent=nim-bot")).await.expect("the server is there");
    println!("{count} cases");
}
