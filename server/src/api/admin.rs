//! `/admin`: what the operator can do while the server runs, authorised by a token from the
//! configuration. Without a token in the configuration `/admin` is closed.

use std::time::{Duration, Instant};

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::{delete, get, post};
use axum::{Json, Router};
use protocol::{Cause, Missing, Name, PlayerId, TableId};
use rules::Seat;
use serde::{Deserialize, Serialize};
use tracing::info;

use crate::admission::address_range::AddressRange;
use crate::api::admin_token::Admin;
use crate::api::charged_to::ChargedTo;
use crate::api::extract::{Body, Path, Query};
use crate::api::games::{Running, TablesPage};
use crate::api::state::AppState;
use crate::net::problem::Problem;
use crate::records::audit::AdminAction;
use crate::records::request_error::RequestError;

/// The maximum length of an announcement, in characters.
const MAX_ANNOUNCEMENT: usize = 500;

/// The longest ban: a year.
const MAX_BAN: Duration = Duration::from_secs(365 * 24 * 3600);

/// All paths below `/admin`.
pub(crate) fn routes() -> Router<AppState> {
    Router::new()
        .route("/admin/games", get(games))
        .route("/admin/games/{table}/end", post(end))
        .route("/admin/announce", post(announce))
        .route("/admin/bans", get(bans).post(ban))
        .route("/admin/bans/{address}", delete(pardon))
        .route("/admin/banned-players", get(banned_players).post(ban_player))
        .route("/admin/banned-players/{player}", delete(pardon_player))
        .route("/admin/drain", post(drain))
}

/// All running games.
async fn games(
    _: Admin,
    State(state): State<AppState>,
    Query(asked): Query<Running>,
) -> Json<TablesPage> {
    Json(TablesPage::page(&state, &asked))
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct End {
    /// Empty in a game without a result.
    winners: Vec<Seat>,
}

/// Ends a game with the result that the request names.
async fn end(
    _: Admin,
    State(state): State<AppState>,
    Path(table): Path<TableId>,
    body: Body<End>,
) -> Result<StatusCode, Problem> {
    let Json(End { winners }) = body?;
    let seats: Vec<String> = winners.iter().map(|seat| format!("seat {}", seat.0)).collect();
    let deed = AdminAction::new("end_game", table, seats.join(", "));
    state.hub.adjudicate(table, winners).await?;
    state.hub.audit(deed).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct Announcement {
    message: String,
}

/// Sends an announcement to everybody.
async fn announce(
    _: Admin,
    State(state): State<AppState>,
    body: Body<Announcement>,
) -> Result<StatusCode, Problem> {
    let Json(Announcement { message }) = body?;
    let length = message.chars().count();
    if !(1..=MAX_ANNOUNCEMENT).contains(&length) || message.chars().any(char::is_control) {
        let why = format_args!("1 to {MAX_ANNOUNCEMENT} printable characters");
        return Err(RequestError::field("message", why).into());
    }
    state.hub.audit(AdminAction::new("announce", "", length)).await?;
    state.hub.announce(message);
    Ok(StatusCode::NO_CONTENT)
}

/// What to ban: an address, or the one from which a player is connected.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct Ban {
    /// An address, or a network: `203.0.113.0/24` or `/16`, of IPv6 `/64`, `/48` or `/32`.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    address: Option<AddressRange>,
    player: Option<PlayerId>,
    seconds: u64,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Banned {
    address: String,
    seconds: u64,
}

/// Closes all connections of an address and refuses new ones for a while.
async fn ban(
    _: Admin,
    State(state): State<AppState>,
    ChargedTo(from): ChargedTo,
    body: Body<Ban>,
) -> Result<Json<Banned>, Problem> {
    let Json(Ban { address, player, seconds }) = body?;
    let range = match (address, player) {
        (Some(range), None) => range,
        (None, Some(player)) => state.hub.prefix_of(player)?.into(),
        _ => return Err(RequestError::field("address", "an address or a player").into()),
    };
    let time = length_of_ban(seconds)?;
    if state.hub.admission.has_proxy(range) || range.contains(from) {
        // A proxy brings everybody, the admin too.
        return Err(RequestError::field("address", "neither the proxy's nor your own").into());
    }
    state.hub.ban(range, Instant::now(), time).await?;
    state.hub.audit(AdminAction::new("ban_address", range, format!("{seconds} s"))).await?;
    Ok(Json(Banned { address: range.to_string(), seconds }))
}

fn length_of_ban(seconds: u64) -> Result<Duration, RequestError> {
    let time = Duration::from_secs(seconds);
    match time.is_zero() || time > MAX_BAN {
        true => Err(RequestError::field("seconds", format_args!("1 to {}", MAX_BAN.as_secs()))),
        false => Ok(time),
    }
}

/// The banned addresses.
async fn bans(_: Admin, State(state): State<AppState>) -> Json<Vec<Banned>> {
    let bans = state.hub.admission.bans(Instant::now()).into_iter();
    let line = |(range, left): (AddressRange, Duration)| {
        let seconds = left.as_secs();
        Banned { address: range.to_string(), seconds }
    };
    Json(bans.map(line).collect())
}

/// Lifts the ban of an address.
async fn pardon(
    _: Admin,
    State(state): State<AppState>,
    Path(range): Path<AddressRange>,
) -> Result<StatusCode, Problem> {
    match state.hub.pardon(range).await? {
        true => {
            state.hub.audit(AdminAction::new("pardon_address", range, "")).await?;
            Ok(StatusCode::NO_CONTENT)
        }
        false => Err(RequestError::from(Cause::NotFound { what: Missing::Ban }).into()),
    }
}

/// The player to ban: by id, or by registered name.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct BanTarget {
    player: Option<PlayerId>,
    name: Option<Name>,
    /// The duration in seconds: at most a year; if omitted, for ever.
    seconds: Option<u64>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct BannedPlayerView {
    player: PlayerId,
    /// The name, if the player is registered.
    name: Option<Name>,
    /// When the ban ends, in milliseconds since 1970; null for ever.
    until: Option<i64>,
}

/// Closes the connections of a player and of their bots, and refuses new ones until the player is
/// pardoned.
async fn ban_player(
    _: Admin,
    State(state): State<AppState>,
    body: Body<BanTarget>,
) -> Result<Json<BannedPlayerView>, Problem> {
    let Json(BanTarget { player, name, seconds }) = body?;
    let time = seconds.map(length_of_ban).transpose()?;
    let nobody = || RequestError::from(Cause::NotFound { what: Missing::Player });
    let player = match (player, &name) {
        (Some(player), None) => player,
        (None, Some(name)) => state.hub.identities.named(name).await?.ok_or_else(nobody)?,
        _ => return Err(RequestError::field("player", "a player or a name").into()),
    };
    if state.hub.is_house_bot(player) {
        return Err(RequestError::field("player", "nobody of the house").into());
    }
    state.hub.ban_player(player, time).await?;
    let how = time.map_or("for ever".to_owned(), |time| format!("{} s", time.as_secs()));
    state.hub.audit(AdminAction::new("ban_player", player, how)).await?;
    let now = state.hub.store().calendar.now_ms();
    let until = time.map(|time| now.saturating_add(time.as_millis() as i64));
    let name = state.hub.identities.name_of(player).await?;
    Ok(Json(BannedPlayerView { player, name, until }))
}

/// The banned players.
async fn banned_players(
    _: Admin,
    State(state): State<AppState>,
) -> Result<Json<Vec<BannedPlayerView>>, Problem> {
    let banned = state.hub.identities.banned().await?.into_iter();
    let view = |(player, name, until)| BannedPlayerView { player, name, until };
    Ok(Json(banned.map(view).collect()))
}

/// Lifts a player's ban.
async fn pardon_player(
    _: Admin,
    State(state): State<AppState>,
    Path(player): Path<PlayerId>,
) -> Result<StatusCode, Problem> {
    state.hub.identities.pardon(player).await?;
    state.hub.audit(AdminAction::new("pardon_player", player, "")).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Begins to stop, as SIGTERM does.
async fn drain(_: Admin, State(state): State<AppState>) -> StatusCode {
    info!("draining");
    state.hub.drain();
    StatusCode::ACCEPTED
}

/// The OpenAPI descriptions of these paths.
#[cfg(feature = "schema")]
pub(super) fn operations() -> Vec<super::operation::Operation> {
    use super::operation::Operation;

    vec![
        Operation::get("/admin/games", "All running games.")
            .by("admin")
            .query::<Running>()
            .answers::<TablesPage>(200)
            .refuses(&[401, 403]),
        Operation::post("/admin/games/{table}/end", "Adjudicate a game.")
            .by("admin")
            .body::<End>()
            .answers_nothing(204)
            .refuses(&[400, 401, 403, 404, 409, 415, 422, 503]),
        Operation::post("/admin/announce", "Send a notice to everybody.")
            .by("admin")
            .body::<Announcement>()
            .answers_nothing(204)
            .refuses(&[400, 401, 403, 415, 422]),
        Operation::get("/admin/bans", "Banned addresses.")
            .by("admin")
            .answers::<Vec<Banned>>(200)
            .refuses(&[401, 403]),
        Operation::post("/admin/bans", "Ban an address, or a player's address, for a while.")
            .by("admin")
            .body::<Ban>()
            .answers::<Banned>(200)
            .refuses(&[400, 401, 403, 404, 415, 422, 429]),
        Operation::delete("/admin/bans/{address}", "Lift the ban of an address.")
            .by("admin")
            .answers_nothing(204)
            .refuses(&[400, 401, 403, 404]),
        Operation::get("/admin/banned-players", "Banned players.")
            .by("admin")
            .answers::<Vec<BannedPlayerView>>(200)
            .refuses(&[401, 403]),
        Operation::post("/admin/banned-players", "Ban a player and their bots.")
            .by("admin")
            .body::<BanTarget>()
            .answers::<BannedPlayerView>(200)
            .refuses(&[400, 401, 403, 404, 415, 422, 429, 503]),
        Operation::delete("/admin/banned-players/{player}", "Lift a player's ban.")
            .by("admin")
            .answers_nothing(204)
            .refuses(&[400, 401, 403, 404, 503]),
        Operation::post("/admin/drain", "Stop as SIGTERM does.")
            .by("admin")
            .answers_nothing(202)
            .refuses(&[401, 403]),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ban_lasts_from_a_second_to_a_year() {
        let year = 31_536_000;
        for seconds in [1, year] {
            assert_eq!(length_of_ban(seconds).expect("admitted"), Duration::from_secs(seconds));
        }
        for seconds in [0, year + 1, u64::MAX] {
            assert!(length_of_ban(seconds).is_err(), "{seconds}");
        }
    }
}
