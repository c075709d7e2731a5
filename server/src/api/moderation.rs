//! `/admin`, the part about players: finding them, renaming them, letting them into an account
//! whose password is lost, and deleting it. Every action is recorded.

use std::net::IpAddr;

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::{delete, get, post};
use axum::{Json, Router};
use protocol::{Cause, Missing, Name, Player, PlayerId, Secret, TableId, TournamentId};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::api::admin_token::Admin;
use crate::api::extract::{Body, Path, Query};
use crate::api::state::AppState;
use crate::identity::Proven;
use crate::net::problem::Problem;
use crate::records::audit::{AdminAction, AuditEntry};
use crate::records::request_error::RequestError;
use crate::store::{DamagedTournament, Entry, SetAside, Voided};

/// The maximum number of accounts in one answer.
const MAX_LISTED: usize = 100;

/// The maximum length of the reason for voiding matches, in characters.
const MAX_REASON: usize = 200;

/// The maximum number of rated matches that are recomputed while the server runs: about a second,
/// during which nothing else is stored.
const MOST_RATED: u32 = 5_000;

/// All paths below `/admin` about players and what belongs to them.
pub(crate) fn routes() -> Router<AppState> {
    Router::new()
        .route("/admin/accounts", get(accounts).post(make_account))
        .route("/admin/accounts/{player}", delete(delete_account))
        .route("/admin/accounts/{player}/reset", post(reset))
        .route("/admin/accounts/{player}/name", post(rename))
        .route("/admin/addresses/{address}", get(players_at))
        .route("/admin/tournaments/{id}/cancel", post(cancel))
        .route("/admin/ladder/void", post(void))
        .route("/admin/damaged", get(damaged))
        .route("/admin/audit", get(audit))
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct AccountsQuery {
    /// The beginning of their names; case is ignored.
    name: Option<String>,
}

/// An account, as the admin sees it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct AdminAccount {
    player: Player,
    /// The owner, if it is a bot.
    owner: Option<PlayerId>,
    banned: bool,
    /// The number of open sessions.
    sessions: usize,
    /// The addresses from which they are connected now, each listed once.
    addresses: Vec<String>,
}

/// The accounts whose names begin with this text, at most a hundred.
async fn accounts(
    _: Admin,
    State(state): State<AppState>,
    Query(AccountsQuery { name }): Query<AccountsQuery>,
) -> Result<Json<Vec<AdminAccount>>, Problem> {
    let identities = &state.hub.identities;
    let mut found = Vec::new();
    for account in identities.search(&name.unwrap_or_default(), MAX_LISTED).await? {
        let id = account.player.id;
        found.push(AdminAccount {
            owner: account.owner,
            banned: identities.is_banned(id),
            sessions: identities.sessions_of(id).await?.len(),
            addresses: state.hub.addresses_of(id),
            player: account.player,
        });
    }
    Ok(Json(found))
}

/// The players connected from an address; of IPv6, from its first half.
async fn players_at(
    _: Admin,
    State(state): State<AppState>,
    Path(address): Path<IpAddr>,
) -> Json<Vec<Player>> {
    Json(state.hub.players_at(address.into()))
}

/// A new account without a password, and the token that opens it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct NewAccount {
    player: Player,
    token: Secret,
}

/// Registers a player: for a club that brings its members, or for load tests that play rated games.
/// They set a password by a reset.
async fn make_account(
    _: Admin,
    State(state): State<AppState>,
    body: Body<AdminRename>,
) -> Result<(StatusCode, Json<NewAccount>), Problem> {
    let Json(AdminRename { name }) = body?;
    let Proven { player, secret: token, .. } = state.hub.identities.admit(name).await?;
    state.hub.audit(AdminAction::new("make_account", player.id, &player.name)).await?;
    Ok((StatusCode::CREATED, Json(NewAccount { player, token })))
}

/// A token that lets a player who has lost their password in, once.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ResetToken {
    /// The player opens `/account#reset=TOKEN` within an hour.
    token: Secret,
}

/// Makes a token with which a player sets a new password.
async fn reset(
    _: Admin,
    State(state): State<AppState>,
    Path(player): Path<PlayerId>,
) -> Result<Json<ResetToken>, Problem> {
    let token = state.hub.identities.new_reset(player).await?;
    state.hub.audit(AdminAction::new("reset_password", player, "")).await?;
    Ok(Json(ResetToken { token }))
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct AdminRename {
    name: Name,
}

/// Gives a player another name. Nobody else gets the old one.
async fn rename(
    _: Admin,
    State(state): State<AppState>,
    Path(player): Path<PlayerId>,
    body: Body<AdminRename>,
) -> Result<StatusCode, Problem> {
    let Json(AdminRename { name }) = body?;
    ensure_account(&state, player).await?;
    state.hub.identities.set_name(player, name.clone()).await?;
    state.hub.audit(AdminAction::new("rename", player, name)).await?;
    state.hub.restart_connections(player);
    Ok(StatusCode::NO_CONTENT)
}

/// Deletes an account and its bots. Their games stay, without their names.
async fn delete_account(
    _: Admin,
    State(state): State<AppState>,
    Path(player): Path<PlayerId>,
) -> Result<StatusCode, Problem> {
    ensure_account(&state, player).await?;
    state.hub.audit(AdminAction::new("delete_account", player, "")).await?;
    let closed = state.hub.identities.delete(player).await?;
    state.hub.accounts_deleted(&closed);
    Ok(StatusCode::NO_CONTENT)
}

async fn ensure_account(state: &AppState, player: PlayerId) -> Result<(), RequestError> {
    match state.hub.identities.account(player).await? {
        Some(_) => Ok(()),
        None => Err(Cause::NotFound { what: Missing::Player }.into()),
    }
}

/// Cancels any tournament.
async fn cancel(
    _: Admin,
    State(state): State<AppState>,
    Path(id): Path<TournamentId>,
) -> Result<StatusCode, Problem> {
    state.hub.tournaments.call_off(state.hub.store(), id).await?;
    state.hub.audit(AdminAction::new("cancel_tournament", id, "")).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct Before {
    /// The number of the last entry of the previous page.
    before: Option<i64>,
}

/// The operator's actions, latest first, a hundred at a time.
async fn audit(
    _: Admin,
    State(state): State<AppState>,
    Query(Before { before }): Query<Before>,
) -> Result<Json<Vec<AuditEntry>>, Problem> {
    let found = state.hub.store().audited(before.unwrap_or(i64::MAX), MAX_LISTED as u32).await;
    Ok(Json(found.map_err(RequestError::from)?))
}

/// What to void: a rated match, by its id or that of one of its games, or all matches of a player;
/// and the reason, which is public in the ladder's record.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct ToVoid {
    rated_match: Option<Uuid>,
    player: Option<PlayerId>,
    why: String,
}

/// The number of rated matches that have become void.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct VoidNow {
    rated_matches: usize,
}

/// Voids rated matches and recomputes all ratings without them, in one commit, so that no
/// intermediate state is visible. Everything else waits for that commit, so a ladder that is too
/// long for it is refused.
async fn void(
    _: Admin,
    State(state): State<AppState>,
    body: Body<ToVoid>,
) -> Result<Json<VoidNow>, Problem> {
    let Json(ToVoid { rated_match, player, why }) = body?;
    let what = match (rated_match, player) {
        (Some(id), None) => Voided::Match(id),
        (None, Some(player)) => Voided::Player(player),
        _ => return Err(RequestError::field("player", "a rated match or a player").into()),
    };
    let why = why.trim();
    if why.is_empty() || why.chars().count() > MAX_REASON || why.chars().any(char::is_control) {
        let rule = format_args!("1 to {MAX_REASON} printable characters");
        return Err(RequestError::field("why", rule).into());
    }
    let store = state.hub.store();
    let (rated_matches, rated) = store.voidable(what).await.map_err(RequestError::from)?;
    if rated_matches == 0 {
        return Err(RequestError::from(Cause::NotFound { what: Missing::RatedMatch }).into());
    }
    if rated > MOST_RATED {
        return Err(RequestError::from(Cause::LadderTooLong { max: MOST_RATED.into() }).into());
    }
    let whom = rated_match.or(player.map(|player| player.0)).unwrap_or_default();
    state
        .hub
        .audit_with(AdminAction::new("void", whom, why), &[Entry::Voided { what, why }])
        .await?;
    Ok(Json(VoidNow { rated_matches }))
}

/// A game or a tournament whose stored data is damaged.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Damaged {
    /// The game, if it is one.
    table: Option<TableId>,
    /// Otherwise the tournament.
    tournament: Option<TournamentId>,
    why: String,
}

/// The games that are set aside until `nim-server repair` repairs them as far as possible, and the
/// tournaments that cannot be read.
async fn damaged(_: Admin, State(state): State<AppState>) -> Result<Json<Vec<Damaged>>, Problem> {
    let store = state.hub.store();
    let _turn = state.readers.acquire().await;
    let games = store.set_aside().await.map_err(RequestError::from)?.into_iter();
    let games =
        games.map(|SetAside { table, why }| Damaged { table: Some(table), tournament: None, why });
    let tournaments = store.damaged_tournaments().await.map_err(RequestError::from)?;
    let tournaments = tournaments.into_iter().map(|DamagedTournament { tournament, why }| {
        Damaged { table: None, tournament: Some(tournament), why }
    });
    Ok(Json(games.chain(tournaments).collect()))
}

/// The OpenAPI descriptions of these paths.
#[cfg(feature = "schema")]
pub(super) fn operations() -> Vec<super::operation::Operation> {
    use super::operation::Operation;

    vec![
        Operation::get("/admin/accounts", "Find accounts by name prefix.")
            .by("admin")
            .query::<AccountsQuery>()
            .answers::<Vec<AdminAccount>>(200)
            .refuses(&[400, 401, 403]),
        Operation::get("/admin/addresses/{address}", "Players connected from an address.")
            .by("admin")
            .answers::<Vec<Player>>(200)
            .refuses(&[400, 401, 403]),
        Operation::post("/admin/accounts", "Register an account without a password.")
            .by("admin")
            .body::<AdminRename>()
            .answers::<NewAccount>(201)
            .refuses(&[400, 401, 403, 409, 415, 422, 503]),
        Operation::delete("/admin/accounts/{player}", "Delete an account and its bots.")
            .by("admin")
            .answers_nothing(204)
            .refuses(&[400, 401, 403, 404, 503]),
        Operation::post("/admin/accounts/{player}/reset", "Make a token for a lost password.")
            .by("admin")
            .answers::<ResetToken>(200)
            .refuses(&[400, 401, 403, 404, 503]),
        Operation::post("/admin/accounts/{player}/name", "Rename a player.")
            .by("admin")
            .body::<AdminRename>()
            .answers_nothing(204)
            .refuses(&[400, 401, 403, 404, 409, 415, 422, 503]),
        Operation::post("/admin/tournaments/{id}/cancel", "Cancel a tournament.")
            .by("admin")
            .answers_nothing(204)
            .refuses(&[400, 401, 403, 404, 409, 422, 503]),
        Operation::post("/admin/ladder/void", "Declare rated matches void.")
            .by("admin")
            .body::<ToVoid>()
            .answers::<VoidNow>(200)
            .refuses(&[400, 401, 403, 404, 415, 422, 429, 503]),
        Operation::get("/admin/damaged", "Damaged games and tournaments.")
            .by("admin")
            .answers::<Vec<Damaged>>(200)
            .refuses(&[401, 403, 503]),
        Operation::get("/admin/audit", "The audit log, newest first.")
            .by("admin")
            .query::<Before>()
            .answers::<Vec<AuditEntry>>(200)
            .refuses(&[400, 401, 403, 503]),
    ]
}
