//! Accounts for players of rated pairs. The admin creates them, because nobody can register
//! thousands from one address.

use bot::ServerUrl;
use bot::http::HttpRequest;
use protocol::Secret;
use serde::Deserialize;
use tokio::task::JoinSet;

/// Accounts created concurrently.
const AT_ONCE: usize = 16;

#[derive(Deserialize)]
struct MadeAccount {
    token: Secret,
}

/// Creates this many accounts and returns the secret of each.
///
/// # Errors
/// When there is no admin token, or the server refuses.
pub async fn make_accounts(
    url: &ServerUrl,
    admin: Option<Secret>,
    players: usize,
) -> Result<Vec<Secret>, String> {
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

async fn next(making: &mut JoinSet<Result<Secret, String>>) -> Result<Option<Secret>, String> {
    let Some(made) = making.join_next().await else { return Ok(None) };
    made.map_err(|gone| gone.to_string()).flatten().map(Some)
}

async fn register_bot(url: ServerUrl, admin: Secret, name: String) -> Result<Secret, String> {
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
