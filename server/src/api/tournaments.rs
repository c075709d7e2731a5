//! Tournaments over HTTP: creating and starting them, and viewing their standings. Players enter
//! over the WebSocket, where they are identified.

use std::time::Instant;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use axum::{Json, Router};
use protocol::costs::ExpensiveRequest;
use protocol::limits::MAX_LISTED;
use protocol::{Cause, Missing, Number, Plan, Secret, TournamentId, TournamentLine};
use serde::{Deserialize, Serialize};
use tournament::{Contest, Seed, report};

use crate::admission::request_budgets::Requester;
use crate::api::charged_to::ChargedTo;
use crate::api::extract::{Body, Path, Query};
use crate::api::state::AppState;
use crate::identity::Caller;
use crate::live::tournaments::list::ListCursor;
use crate::live::tournaments::{CreatedTournament, Order, pairings};
use crate::net::problem::Problem;
use crate::records::names;
use crate::records::request_error::RequestError;

/// All paths below `/api/tournaments`.
pub(crate) fn routes() -> Router<AppState> {
    Router::new()
        .route("/api/tournaments", get(list).post(create))
        .route("/api/tournaments/{id}", get(view))
        .route("/api/tournaments/{id}/pairings", get(all_pairings))
        .route("/api/tournaments/{id}/pairings/{round}/{board}", get(pairing))
        .route("/api/tournaments/{id}/begin", orders(|| Order::Begin))
        .route("/api/tournaments/{id}/cancel", orders(|| Order::Cancel))
        .route("/api/tournaments/{id}/close", orders(|| Order::Close))
        .route("/api/tournaments/{id}/corrections", post(correct))
        .route("/api/tournaments/{id}/export", get(export))
        .route("/api/tournaments/{id}/trf", get(trf))
}

/// An organizer's request.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct TournamentRequest {
    plan: Plan,
    /// A seed chosen by the organizer; the file then says that it was chosen.
    #[serde(default)]
    seed: Option<Seed>,
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct Listed {
    /// The `next` of the previous page.
    after: Option<ListCursor>,
    /// The maximum number of entries: 100.
    limit: Option<usize>,
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct OrderRequest {
    organizer: Secret,
}

/// The corrected result of a game.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct CorrectionRequest {
    organizer: Secret,
    round: u32,
    board: u32,
    pair: u32,
    /// 1 or 2.
    game: u8,
    /// Who has won; null if nobody.
    winner: Option<Number>,
    /// Why, in at most 200 characters.
    why: String,
}

async fn create(
    State(state): State<AppState>,
    ChargedTo(from): ChargedTo,
    caller: Caller,
    body: Body<TournamentRequest>,
) -> Result<(StatusCode, Json<CreatedTournament>), Problem> {
    let hub = &state.hub;
    let founder = hub.identities.registered(caller.secret.as_ref()).await;
    let founder = founder.map_err(|_| RequestError::from(Cause::AccountRequired))?.id;
    let Json(TournamentRequest { plan, seed }) = body?;
    // A list of tournaments is public, and "Official" there is as good as in a player's name.
    names::check(&plan.name).map_err(RequestError::from)?;
    hub.ensure_space(true)?;
    let requester = Requester { player: Some((founder, true)), from };
    hub.budgets.charge(ExpensiveRequest::Tournament, 1, requester, Instant::now())?;
    let founded = hub.tournaments.create(&**hub, (founder, from), plan, seed).await?;
    Ok((StatusCode::CREATED, Json(founded)))
}

/// A page of tournaments, with the key that signs their files.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct TournamentsPage {
    key: String,
    tournaments: Vec<TournamentLine>,
    /// The `after` of the next page; null on the last one.
    next: Option<ListCursor>,
}

async fn list(
    State(state): State<AppState>,
    Query(Listed { after, limit }): Query<Listed>,
) -> Result<Json<TournamentsPage>, Problem> {
    let hub = &state.hub;
    let limit = limit.unwrap_or(MAX_LISTED).clamp(1, MAX_LISTED);
    let (tournaments, next) = hub.tournaments.list(hub.store(), after, limit).await?;
    let key = hub.tournaments.signer().public();
    Ok(Json(TournamentsPage { key, tournaments, next }))
}

async fn view(
    State(state): State<AppState>,
    ChargedTo(from): ChargedTo,
    Path(id): Path<TournamentId>,
) -> Result<Response, Problem> {
    Ok(Json(state.hub.tournaments.view(state.hub.store(), from, id).await?).into_response())
}

async fn all_pairings(
    State(state): State<AppState>,
    ChargedTo(from): ChargedTo,
    Path(id): Path<TournamentId>,
) -> Result<Response, Problem> {
    Ok(Json(state.hub.tournaments.pairings(state.hub.store(), from, id).await?).into_response())
}

async fn pairing(
    State(state): State<AppState>,
    ChargedTo(from): ChargedTo,
    Path((id, round, board)): Path<(TournamentId, u32, u32)>,
) -> Result<Response, Problem> {
    let none = || RequestError::from(Cause::NotFound { what: Missing::Board });
    let find = move |contest: &Contest| pairings::detail(contest, round, board);
    let found = state.hub.tournaments.read(state.hub.store(), from, id, find).await?;
    Ok(Json(found.ok_or_else(none)?).into_response())
}

async fn correct(
    State(state): State<AppState>,
    Path(id): Path<TournamentId>,
    body: Body<CorrectionRequest>,
) -> Result<StatusCode, Problem> {
    let Json(CorrectionRequest { organizer, round, board, pair, game, winner, why }) = body?;
    let game = game.checked_sub(1).ok_or(Cause::CorrectionRefused).map_err(RequestError::from)?;
    let place = [round, board, pair];
    carry_out(&state, id, &organizer, Order::Correct { place, game, winner, why }).await
}

/// Serves requests for this order, which says all there is to say.
fn orders<F>(order: F) -> MethodRouter<AppState>
where
    F: Fn() -> Order + Clone + Send + Sync + 'static,
{
    let serve = |State(state): State<AppState>, Path(id), body: Body<OrderRequest>| async move {
        let Json(OrderRequest { organizer }) = body?;
        carry_out(&state, id, &organizer, order()).await
    };
    post(serve)
}

async fn carry_out(
    state: &AppState,
    id: TournamentId,
    organizer: &Secret,
    order: Order,
) -> Result<StatusCode, Problem> {
    state.hub.tournaments.order(&*state.hub, id, organizer, order).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn export(
    State(state): State<AppState>,
    ChargedTo(from): ChargedTo,
    Path(id): Path<TournamentId>,
) -> Result<Response, Problem> {
    let file = state.hub.tournaments.file(state.hub.store(), from, id).await?;
    let file = file.ok_or_else(|| RequestError::from(Cause::NotOverYet))?;
    let file = Bytes::from_owner(file);
    Ok(([(CONTENT_TYPE, "application/x-ndjson")], file).into_response())
}

async fn trf(
    State(state): State<AppState>,
    ChargedTo(from): ChargedTo,
    Path(id): Path<TournamentId>,
) -> Result<Response, Problem> {
    let none = || RequestError::from(Cause::NotFound { what: Missing::Report });
    let report = state.hub.tournaments.read(state.hub.store(), from, id, report).await?;
    let report = report.ok_or_else(none)?;
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], report).into_response())
}

/// The OpenAPI descriptions of these paths.
#[cfg(feature = "schema")]
pub(super) fn operations() -> Vec<super::operation::Operation> {
    use super::operation::Operation;
    use protocol::TournamentView;

    let order = |path, summary| {
        Operation::post(path, summary)
            .body::<OrderRequest>()
            .answers_nothing(204)
            .refuses(&[400, 403, 404, 409, 415, 422, 503])
    };
    vec![
        Operation::get("/api/tournaments", "Tournaments: those not yet over, then the newest.")
            .query::<Listed>()
            .answers::<TournamentsPage>(200)
            .refuses(&[400, 503]),
        Operation::post("/api/tournaments", "Create a tournament.")
            .by("player")
            .body::<TournamentRequest>()
            .answers::<CreatedTournament>(201)
            .refuses(&[400, 403, 415, 422, 429, 503])
            .refuses_plainly(&[401]),
        Operation::get("/api/tournaments/{id}", "A tournament and its standings.")
            .answers::<TournamentView>(200)
            .refuses(&[400, 404, 503]),
        Operation::get(
            "/api/tournaments/{id}/pairings",
            "The pairings, and the pairs that are being played.",
        )
        .answers::<pairings::Pairings>(200)
        .refuses(&[400, 404, 503]),
        Operation::get(
            "/api/tournaments/{id}/pairings/{round}/{board}",
            "One pairing with all its games.",
        )
        .answers::<pairings::Detail>(200)
        .refuses(&[400, 404, 503]),
        order("/api/tournaments/{id}/begin", "Let a tournament begin."),
        order("/api/tournaments/{id}/cancel", "Cancel a tournament."),
        order("/api/tournaments/{id}/close", "End a tournament that has been played."),
        Operation::post("/api/tournaments/{id}/corrections", "Correct the result of a game.")
            .body::<CorrectionRequest>()
            .answers_nothing(204)
            .refuses(&[400, 403, 404, 409, 415, 422, 503]),
        Operation::get("/api/tournaments/{id}/export", "The signed file of a finished tournament.")
            .answers_lines::<tournament::SealedLine>()
            .refuses(&[400, 404, 409, 503]),
        Operation::get("/api/tournaments/{id}/trf", "The report in FIDE's format.")
            .answers_text("text/plain")
            .refuses(&[400, 404, 503]),
    ]
}
