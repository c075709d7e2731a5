//! Visitors of the page that cost the load little: each asks for all files at once, and only the
//! length of the answers is compared.

use std::net::SocketAddr;
use std::rc::Rc;
use std::time::Duration;

use anyhow::{Context, ensure};
use bot::http::request;
use futures::future::try_join_all;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use crate::visitor::{REQUESTS_AT_ONCE, files_of};

/// Between two crowds.
const EVERY: Duration = Duration::from_secs(1);

/// Between two visitors of a crowd: to open all their connections at once would keep the load from
/// its moves.
const APART: Duration = Duration::from_millis(1);

/// Loads the page as a crowd of this many visitors, each second.
///
/// # Errors
/// When the server does not answer a visitor with what they asked for.
pub(super) async fn visit(at: SocketAddr, visitors: u32) -> anyhow::Result<()> {
    let (_, page) = request(&at.into(), "GET", "/", "").await?;
    let paths = [vec!["/".to_owned()], files_of(&page)].concat();
    let requests = Rc::new(requests(&paths));
    let answers = load_all(at, &requests).await?;
    let found = String::from_utf8_lossy(&answers).matches("HTTP/1.1 200 OK\r\n").count();
    ensure!(found == paths.len(), "{found} of the {} files of the page", paths.len());
    let length = answers.len();
    let mut seconds = tokio::time::interval(EVERY);
    let mut crowd = JoinSet::new();
    loop {
        tokio::select! {
            _ = seconds.tick() => for number in 0..visitors {
                let requests = Rc::clone(&requests);
                crowd.spawn_local(async move {
                    tokio::time::sleep(APART * number).await;
                    anyhow::Ok(load_all(at, &requests).await?.len())
                });
            },
            Some(loaded) = crowd.join_next() => {
                let loaded = loaded.context("a visitor")??;
                ensure!(loaded == length, "a visitor got {loaded} bytes instead of {length}");
            }
        }
    }
}

/// What a visitor asks for over each of their connections, which ends with the last answer.
fn requests(paths: &[String]) -> Vec<String> {
    let connection = |first: usize| {
        let paths: Vec<_> = paths.iter().skip(first).step_by(REQUESTS_AT_ONCE).collect();
        let request = |(number, path): (usize, &&String)| {
            let end = if number + 1 == paths.len() { "Connection: close\r\n" } else { "" };
            format!("GET {path} HTTP/1.1\r\nHost: bench\r\nAccept-Encoding: br, gzip\r\n{end}\r\n")
        };
        paths.iter().enumerate().map(request).collect()
    };
    (0..REQUESTS_AT_ONCE.min(paths.len())).map(connection).collect()
}

/// Loads all files, as a browser does on a first visit; returns the answers.
async fn load_all(at: SocketAddr, requests: &[String]) -> anyhow::Result<Vec<u8>> {
    let load = async |request: &String| {
        let mut tcp = TcpStream::connect(at).await?;
        tcp.write_all(request.as_bytes()).await?;
        let mut answers = vec![];
        tcp.read_to_end(&mut answers).await?;
        anyhow::Ok(answers)
    };
    Ok(try_join_all(requests.iter().map(load)).await?.concat())
}

#[cfg(test)]
mod tests {
    use fake::soon;
    use futures::future::join;
    use tokio::net::TcpListener;
    use tokio::task::LocalSet;

    use super::*;

    #[test]
    fn the_last_request_of_each_connection_ends_it() {
        let paths: Vec<_> = (0..8).map(|n| format!("/{n}")).collect();
        let requests = requests(&paths);
        let ends = |request: &String| request.ends_with("Connection: close\r\n\r\n");
        assert!(requests.iter().all(ends), "{requests:?}");
        let asked = |request: &String| request.matches("GET /").count();
        assert_eq!(requests.iter().map(asked).collect::<Vec<_>>(), [2, 2, 1, 1, 1, 1]);
        assert!(requests[1].contains("GET /1 ") && requests[1].contains("GET /7 "));
    }

    /// Answers these bodies, one after the other, with this status.
    async fn serve(listener: &TcpListener, status: &str, bodies: &[&str]) {
        for body in bodies {
            let (mut tcp, _) = listener.accept().await.expect("somebody asks");
            let mut asked = vec![];
            while !asked.ends_with(b"\r\n\r\n") {
                tcp.read_buf(&mut asked).await.expect("a request");
            }
            let length = body.len();
            let answer = format!("HTTP/1.1 {status}\r\nContent-Length: {length}\r\n\r\n{body}");
            tcp.write_all(answer.as_bytes()).await.expect("they wait for it");
        }
    }

    #[tokio::test]
    async fn a_visitor_who_gets_less_than_the_page_is_an_error() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let at = listener.local_addr().expect("bound");
        for (status, bodies, expected) in [
            ("200 OK", &["a page", "a page", "a page", "half"][..], "a visitor got "),
            ("404 Not Found", &["", ""], "0 of the 1 files of the page"),
        ] {
            let local = LocalSet::new();
            let visit = local.run_until(visit(at, 2));
            let (ended, ()) = soon(join(visit, serve(&listener, status, bodies))).await;
            let why = ended.expect_err("it ends only so").to_string();
            assert!(why.starts_with(expected), "{why}");
        }
    }
}
