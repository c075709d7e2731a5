//! Visitors of the page that cost the load little: what they are sent is counted as it comes.

use std::io::Write;
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
    let mut answers = vec![];
    let length = load_all(at, &requests, &mut answers).await?;
    let found = String::from_utf8_lossy(&answers).matches("HTTP/1.1 200 OK\r\n").count();
    ensure!(found == paths.len(), "{found} of the {} files of the page", paths.len());
    let mut seconds = tokio::time::interval(EVERY);
    let mut crowd = JoinSet::new();
    loop {
        tokio::select! {
            _ = seconds.tick() => for number in 0..visitors {
                let requests = Rc::clone(&requests);
                crowd.spawn_local(async move {
                    tokio::time::sleep(APART * number).await;
                    load_all(at, &requests, &mut std::io::sink()).await
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

/// Loads all files, as a browser does on a first visit, and passes the answers to `see`. Returns
/// their length in bytes.
async fn load_all(
    at: SocketAddr,
    requests: &[String],
    see: &mut impl Write,
) -> anyhow::Result<usize> {
    let load = async |request: &String| {
        let mut tcp = TcpStream::connect(at).await?;
        tcp.write_all(request.as_bytes()).await?;
        let mut answers = vec![];
        tcp.read_to_end(&mut answers).await?;
        anyhow::Ok(answers)
    };
    let loaded = try_join_all(requests.iter().map(load)).await?;
    loaded.iter().try_for_each(|answers| see.write_all(answers))?;
    Ok(loaded.iter().map(Vec::len).sum())
}
