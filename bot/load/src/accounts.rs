//! Accounts for players of rated pairs. The admin creates them, because nobody can register
//! thousands from one address; and deletes them, so that no load stays on a server's ladder.

use bot::ServerUrl;
use bot::http::HttpRequest;
use protocol::{Player, PlayerId, Secret};
use serde::Deserialize;
use tokio::task::JoinSet;

/// Accounts created or deleted concurrently.
const AT_ONCE: usize = 16;

/// An account of a player of the load.
#[derive(Clone, Debug, Deserialize)]
pub struct LoadAccount {
    /// Its player.
    pub player: Player,
    /// The secret of its player.
    pub token: Secret,
}

/// Creates this many accounts.
///
/// # Errors
/// When there is no admin token, or the server refuses.
pub async fn make_accounts(
    url: &ServerUrl,
    admin: Option<Secret>,
    players: usize,
) -> Result<Vec<LoadAccount>, String> {
    let why = "on somebody else's server the admin's token makes them: NIM_ADMIN_TOKEN";
    let admin = admin.ok_or(why)?;
    // An earlier load on the same server may have taken the plain names.
    let load = format!("{:06x}", rand::random::<u32>() >> 8);
    let (mut made, mut making) = (Vec::with_capacity(players), JoinSet::new());
    for number in 0..players {
        if making.len() == AT_ONCE {
            made.extend(next(&mut making).await?);
        }
        making.spawn(register_bot(url.clone(), admin, format!("swarm {load}-{number}")));
    }
    while let Some(token) = next(&mut making).await? {
        made.push(token);
    }
    Ok(made)
}

/// Deletes accounts, and with them their places on the ladder. Their games stay, without names.
///
/// # Errors
/// When the server refuses; then some accounts remain.
pub(crate) async fn delete_accounts(
    url: &ServerUrl,
    admin: Secret,
    accounts: &[LoadAccount],
) -> Result<(), String> {
    let mut deleting = JoinSet::new();
    for account in accounts {
        if deleting.len() == AT_ONCE {
            next(&mut deleting).await?;
        }
        deleting.spawn(delete(url.clone(), admin, account.player.id));
    }
    while next(&mut deleting).await?.is_some() {}
    Ok(())
}

async fn next<T: 'static>(tasks: &mut JoinSet<Result<T, String>>) -> Result<Option<T>, String> {
    let Some(done) = tasks.join_next().await else { return Ok(None) };
    done.map_err(|gone| gone.to_string()).flatten().map(Some)
}

async fn delete(url: ServerUrl, admin: Secret, player: PlayerId) -> Result<(), String> {
    let bearer = format!("Bearer {}", admin.reveal());
    let request = HttpRequest {
        method: "DELETE",
        path: &format!("/admin/accounts/{player}"),
        headers: &[("Authorization", &bearer)],
        ..HttpRequest::default()
    };
    let answer = request.send(&url).await.map_err(|why| why.to_string())?;
    match answer.status {
        200..300 => Ok(()),
        status => Err(format!("HTTP {status}")),
    }
}

async fn register_bot(url: ServerUrl, admin: Secret, name: String) -> Result<LoadAccount, String> {
    let bearer = format!("Bearer {}", admin.reveal());
    let body = serde_json::json!({ "name": name }).to_string();
    let request = HttpRequest {
        method: "POST",
        path: "/admin/accounts",
        headers: &[("Authorization", &bearer)],
        body: &body,
        ..HttpRequest::default()
    };
    let answer = request.send(&url).await.map_err(|why| why.to_string())?;
    serde_json::from_str(&answer.body).map_err(|_| format!("HTTP {}", answer.status))
}

#[cfg(test)]
mod tests;
