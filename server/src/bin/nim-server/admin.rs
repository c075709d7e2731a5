//! `nim-server admin`: the functions of `/admin` on the command line. It talks to the running
//! server over HTTP with the token that both have in their settings.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use clap::Subcommand;
use protocol::Secret;
use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use uuid::Uuid;

/// A server that is alive answers in far less.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);

/// The maximum size of an answer, in bytes.
const MAX_ANSWER: u64 = 16 << 20;

/// The operator's actions on players, games and addresses.
#[derive(Clone, Debug, Subcommand)]
pub(crate) enum AdminCommand {
    /// List the open reports of players
    Reports {
        /// Also list closed reports
        #[arg(long)]
        all: bool,
    },
    /// Close a report
    CloseReport {
        /// Its number
        number: u64,
    },
    /// List accounts by the beginning of their names
    Accounts {
        /// The beginning; if omitted, the first hundred accounts are listed
        #[arg(default_value = "")]
        name: String,
    },
    /// List the players connected from an address
    Address {
        /// The address
        address: IpAddr,
    },
    /// List running games
    Games,
    /// End a running game with a decided result; without winners nobody has won
    End {
        /// The game
        table: Uuid,
        /// Winning seats, counted from 0
        winners: Vec<u8>,
    },
    /// Register a player, who sets a password by a reset
    Register {
        /// The player's name
        name: String,
    },
    /// Give a player another name
    Rename {
        /// The player's id
        player: Uuid,
        /// The new name
        name: String,
    },
    /// Make a token with which a player sets a new password
    Reset {
        /// The player's id
        player: Uuid,
    },
    /// Delete an account and its bots; their games stay, without their names
    Delete {
        /// The player's id
        player: Uuid,
    },
    /// Ban a player and their bots
    Ban {
        /// The player's id
        player: Uuid,
        /// Duration in seconds; if omitted, for ever
        #[arg(long)]
        seconds: Option<u64>,
    },
    /// Lift the ban of a player
    Pardon {
        /// The player's id
        player: Uuid,
    },
    /// Ban an address or a network
    BanAddress {
        /// The address, or its network: /24 or /16, of IPv6 /64, /48 or /32
        address: String,
        /// Duration in seconds
        seconds: u64,
    },
    /// Lift the ban of an address or a network
    PardonAddress {
        /// The address or the network
        address: String,
    },
    /// List the banned players and addresses
    Bans,
    /// Cancel a tournament
    Cancel {
        /// The tournament
        tournament: Uuid,
    },
    /// Void a rated match, or all of a player's, and recompute all ratings
    Void {
        /// The match, one of its games or, with --player, the player
        id: Uuid,
        /// The reason, which is public
        why: String,
        /// The id is a player's: void everything that they have played for the ladder
        #[arg(long)]
        player: bool,
    },
    /// List the games that are damaged and set aside
    Damaged,
    /// Send an announcement to everybody
    Announce {
        /// The text
        message: String,
    },
    /// List the operator's actions, latest first
    Audit,
}

/// A request: method, path and body.
type Ask = (&'static str, String, Value);

impl AdminCommand {
    fn requests(&self) -> Vec<Ask> {
        let get = |path: &str| vec![("GET", path.to_owned(), Value::Null)];
        let post = |path: String, body: Value| vec![("POST", path, body)];
        let delete = |path: String| vec![("DELETE", path, Value::Null)];
        match self {
            AdminCommand::Reports { all } => get(&format!("reports?all={all}")),
            AdminCommand::CloseReport { number } => {
                post(format!("reports/{number}/close"), Value::Null)
            }
            AdminCommand::Accounts { name } => get(&format!("accounts?name={}", escaped(name))),
            AdminCommand::Address { address } => get(&format!("addresses/{address}")),
            AdminCommand::Games => get("games"),
            AdminCommand::End { table, winners } => {
                post(format!("games/{table}/end"), json!({ "winners": winners }))
            }
            AdminCommand::Register { name } => post("accounts".to_owned(), json!({ "name": name })),
            AdminCommand::Rename { player, name } => {
                post(format!("accounts/{player}/name"), json!({ "name": name }))
            }
            AdminCommand::Reset { player } => post(format!("accounts/{player}/reset"), Value::Null),
            AdminCommand::Delete { player } => delete(format!("accounts/{player}")),
            AdminCommand::Ban { player, seconds } => {
                let body = json!({ "player": player, "seconds": seconds });
                post("banned-players".to_owned(), body)
            }
            AdminCommand::Pardon { player } => delete(format!("banned-players/{player}")),
            AdminCommand::BanAddress { address, seconds } => {
                post("bans".to_owned(), json!({ "address": address, "seconds": seconds }))
            }
            AdminCommand::PardonAddress { address } => {
                delete(format!("bans/{}", address.replace('/', "%2F")))
            }
            AdminCommand::Bans => [get("banned-players"), get("bans")].concat(),
            AdminCommand::Cancel { tournament } => {
                post(format!("tournaments/{tournament}/cancel"), Value::Null)
            }
            AdminCommand::Void { id, why, player } => {
                let what = if *player { "player" } else { "rated_match" };
                post("ladder/void".to_owned(), json!({ what: id, "why": why }))
            }
            AdminCommand::Damaged => get("damaged"),
            AdminCommand::Announce { message } => {
                post("announce".to_owned(), json!({ "message": message }))
            }
            AdminCommand::Audit => get("audit"),
        }
    }
}

/// Sends the command to the server at `url`; returns its answer, one item per line.
///
/// # Errors
/// When there is no token, the server does not answer, or it refuses.
pub(crate) async fn give(
    url: &str,
    token: Option<Secret>,
    order: &AdminCommand,
) -> anyhow::Result<String> {
    let token = token.context("no admin token is configured (NIM_ADMIN_TOKEN)")?;
    let mut lines = String::new();
    for (method, path, body) in order.requests() {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let head = format!(
            "{method} /admin/{path} HTTP/1.0\r\nAuthorization: Bearer {}\r\nContent-Type: \
             application/json\r\nContent-Length: {}\r\n",
            token.reveal(),
            body.len()
        );
        let answer = tokio::time::timeout(ANSWER_TIMEOUT, exchange(url, &head, &body));
        lines += &response_text(&answer.await.context("the server does not answer")??)?;
    }
    Ok(lines)
}

/// Returns the lines of an answer; a refusal is an error.
fn response_text(answer: &str) -> anyhow::Result<String> {
    let (head, body) = answer.split_once("\r\n\r\n").context("the answer is not HTTP")?;
    let status = head.split(' ').nth(1).and_then(|status| status.parse::<u16>().ok());
    let said: Value = serde_json::from_str(body).unwrap_or_default();
    if !status.is_some_and(|status| (200..300).contains(&status)) {
        let why = said["message"].as_str().unwrap_or(head);
        bail!("refused: {why}");
    }
    let line = |value: &Value| format!("{value}\n");
    Ok(match &said {
        Value::Null => "done\n".to_owned(),
        Value::Array(list) => list.iter().map(line).collect(),
        other => line(other),
    })
}

async fn exchange(url: &str, head: &str, body: &str) -> anyhow::Result<String> {
    let (scheme, host) =
        url.split_once("://").context("the address begins with http:// or https://")?;
    let host = host.trim_end_matches('/');
    let sealed = scheme == "https";
    ensure!(sealed || scheme == "http", "the address begins with http:// or https://");
    let at = with_port(host, sealed);
    let request = format!("{head}Host: {host}\r\n\r\n{body}");
    let socket = TcpStream::connect(&at).await.with_context(|| format!("no server at {url}"))?;
    if !sealed {
        return talk(socket, &request).await;
    }
    let name = at.rsplit_once(':').map_or(host, |(name, _)| name).to_owned();
    let name = ServerName::try_from(name).context("the host's name")?;
    talk(TlsConnector::from(Arc::new(trust()?)).connect(name, socket).await?, &request).await
}

/// Returns the host with its port, or with the scheme's.
fn with_port(host: &str, sealed: bool) -> String {
    match host.rsplit_once(':') {
        Some((_, port)) if port.parse::<u16>().is_ok() => host.to_owned(),
        _ => format!("{host}:{}", if sealed { 443 } else { 80 }),
    }
}

/// Trusts the system's certificate store.
fn trust() -> anyhow::Result<ClientConfig> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let config = ClientConfig::builder_with_provider(Arc::new(default_provider()));
    let config = config.with_safe_default_protocol_versions()?;
    Ok(config.with_root_certificates(roots).with_no_client_auth())
}

/// Speaks HTTP/1.0, in which the answer is complete and ends with the connection.
async fn talk(
    mut socket: impl AsyncRead + AsyncWrite + Unpin,
    request: &str,
) -> anyhow::Result<String> {
    socket.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    socket.take(MAX_ANSWER).read_to_string(&mut answer).await?;
    Ok(answer)
}

/// Escapes text for a query.
fn escaped(text: &str) -> String {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric();
    let one = |byte: u8| match plain(&byte) {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    };
    text.bytes().map(one).collect()
}

#[cfg(test)]
mod tests;
