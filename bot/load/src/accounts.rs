//! Accounts for players who play for the ladder, made by the admin: nobody can register
//! thousands from one address.

use bot::ServerUrl;
use bot::http::HttpRequest;
use protocol::Secret;
use serde::Deserialize;
use tokio::task::JoinSet;

/// Accounts that are made at a time.
const AT_ONCE: usize = 16;

#[derive(Deserialize)]
struct MadeAccount {
    token: Secret,
}

/// So many accounts, by what opens each.
///
/// # Errors
/// When there is no token of the admin, or the server refuses.
pub async fn make_accounts(
    url: &ServerUrl,
    admin: Option<Secret>,
    players: usize,
) -> Result<Vec<Secret>, String> {
    let why = "on somebody else's server the admin's token makes them: NIM_ADMIN_TOKEN";
    let admin = admin.ok_or(why)?;
    // Names of an earlier load on the same server are taken.
    let load = format!("{:06x}", rand::random::<u32>() >> 8);
    let (mut made, mut making) = (Vec::with_capacity(players), JoinSet::new());
    for number in 0..players {
        if making.len() == AT_ONCE {
            made.extend(next(&mut making).await?);
        }
        making.spawn(one(url.clone(), admin, format!("swarm {load}-{number}")));
    }
    while let Some(token) = next(&mut making).await? {
        made.push(token);
    }
    Ok(made)
}

async fn next(making: &mut JoinSet<Result<Secret, String>>) -> Result<Option<Secret>, String> {
    let Some(made) = making.join_next().await else { return Ok(None) };
    made.map_err(|gone| gone.to_string()).flatten().map(Some)
}

async fn one(url: ServerUrl, admin: Secret, name: String) -> Result<Secret, String> {
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
    let opened: Result<MadeAccount, _> = serde_json::from_str(&answer.body);
    opened.map(|opened| opened.token).map_err(|_| format!("HTTP {}", answer.status))
}
