//! `/api`: everything that is not live. Games by id and by player, as JSON, as notation and as a
//! stream of lines; running tables; the server itself. Games are read from the disk, so nobody sees
//! a move before it is stored. `openapi.json` describes the same for programs, and a test compares
//! the two.

use std::io;

use axum::body::Body;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use futures::stream::unfold;
use protocol::limits::MAX_LISTED;
use protocol::{Cause, Limits, Missing, SeekId, SeekView, TableId, TableLine};
use rules::Variant;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::admission::background_thread;
use crate::api::admin_token::Admin;
use crate::api::extract::{Path, Query};
use crate::api::game_json::GameJson;
use crate::api::games_query::GamesQuery;
use crate::api::state::AppState;
use crate::net::problem::Problem;
use crate::records::game::RecordedGame;
use crate::records::request_error::RequestError;
use crate::store::{FoundGames, GameFilter, Store, StoreError, Whose};

/// The maximum number of games in one answer, and in one step of a stream.
const MAX_GAMES: usize = 100;

const OPENAPI: &str = include_str!("../../schema/openapi.json");
const ASYNCAPI: &str = include_str!("../../schema/asyncapi.json");
const CLIENT_SCHEMA: &str = include_str!("../../schema/client.json");
const SERVER_SCHEMA: &str = include_str!("../../schema/server.json");

/// All paths below `/api` except the analysis.
pub(crate) fn routes() -> Router<AppState> {
    let json = |text: &'static str| get(async move || ([(CONTENT_TYPE, "application/json")], text));
    Router::new()
        .route("/api/server", get(server))
        .route("/api/tables", get(tables))
        .route("/api/seeks/{seek}", get(seek))
        .route("/api/games", get(games))
        .route("/api/games.ndjson", get(stream_games))
        .route("/admin/games.ndjson", get(stream_all_games))
        .route("/api/games/{table}", get(game))
        .route("/api/games/{table}/notation", get(notation))
        .route("/api/openapi.json", json(OPENAPI))
        .route("/api/asyncapi.json", json(ASYNCAPI))
        .route("/api/schema/client.json", json(CLIENT_SCHEMA))
        .route("/api/schema/server.json", json(SERVER_SCHEMA))
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct About {
    server: &'static str,
    protocol: &'static str,
    path: &'static str,
    variants: Vec<&'static str>,
    limits: Limits,
    players: usize,
    games: usize,
}

/// The server and its limits.
async fn server(State(state): State<AppState>) -> Json<About> {
    let (players, games) = state.hub.attendance();
    Json(About {
        server: crate::session::SERVER,
        protocol: protocol::SUBPROTOCOL,
        path: protocol::PATH,
        variants: Variant::NAMES.to_vec(),
        limits: state.hub.limits.clone(),
        players,
        games,
    })
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct TablesPage {
    tables: Vec<TableLine>,
    /// The `after` of the next page; null on the last one.
    next: Option<TableId>,
}

impl TablesPage {
    pub(super) fn page(state: &AppState, asked: &Running) -> TablesPage {
        let limit = asked.limit.unwrap_or(MAX_LISTED).clamp(1, MAX_LISTED);
        let tables = state.hub.running_tables(asked.after, limit);
        let next = tables.last().filter(|_| tables.len() == limit).map(|line| line.table);
        TablesPage { tables, next }
    }
}

/// The start of the page.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct Running {
    after: Option<TableId>,
    /// The maximum number of entries: 100.
    limit: Option<usize>,
}

/// The running tables, oldest first.
async fn tables(State(state): State<AppState>, Query(asked): Query<Running>) -> Json<TablesPage> {
    Json(TablesPage::page(&state, &asked))
}

/// An offer; also a private one, so that an invitation can show what it invites to.
async fn seek(
    State(state): State<AppState>,
    Path(seek): Path<SeekId>,
) -> Result<Json<SeekView>, Problem> {
    let seek = state.hub.seek_by_id(seek);
    let seek = seek.ok_or_else(|| RequestError::from(Cause::NotFound { what: Missing::Seek }))?;
    Ok(Json(seek))
}

/// One game.
async fn game(
    State(state): State<AppState>,
    Path(table): Path<TableId>,
) -> Result<Json<GameJson>, Problem> {
    Ok(Json(find(&state, table).await?))
}

/// One game in the notation.
async fn notation(
    State(state): State<AppState>,
    Path(table): Path<TableId>,
) -> Result<Response, Problem> {
    let text = find(&state, table).await?.notation();
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

async fn find(state: &AppState, table: TableId) -> Result<GameJson, Problem> {
    let _turn = state.readers.acquire().await;
    let record = state.hub.store().find(table).await.map_err(RequestError::from)?;
    let record =
        record.ok_or_else(|| RequestError::from(Cause::NotFound { what: Missing::Game }))?;
    Ok(replay(vec![record]).await?.remove(0))
}

/// The same without waiting: `None` if other readers are busy, since decorations must not hold
/// anybody up.
pub(super) async fn find_now(state: &AppState, table: TableId) -> Option<GameJson> {
    let _turn = state.readers.try_acquire().ok()?;
    let record = state.hub.store().find(table).await.ok()??;
    replay(vec![record]).await.ok()?.pop()
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Games {
    games: Vec<GameJson>,
    /// The `after` of the next page; null on the last one.
    next: Option<TableId>,
}

/// The latest games, of a player or of everybody.
async fn games(
    State(state): State<AppState>,
    Query(wanted): Query<GamesQuery>,
) -> Result<Json<Games>, Problem> {
    let limit = wanted.limit.unwrap_or(MAX_GAMES).clamp(1, MAX_GAMES);
    let before = wanted.after.unwrap_or(TableId(Uuid::max()));
    let (games, next) = page(&state, wanted.read()?, before, limit).await?;
    Ok(Json(Games { games, next }))
}

/// All games of a player, latest first, one per line.
async fn stream_games(
    State(state): State<AppState>,
    Query(wanted): Query<GamesQuery>,
) -> Result<Response, Problem> {
    let (after, limit) = (wanted.after, wanted.limit);
    let wanted = wanted.read()?;
    // Only the admin reads everybody's at once.
    if wanted.0 == Whose::Everybody {
        return Err(RequestError::field("player", "a name or an id").into());
    }
    Ok(stream(state, wanted, after, limit))
}

/// The start of the page.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct AllQuery {
    /// The `table` of the last line of an earlier answer.
    after: Option<TableId>,
    /// The maximum number of games.
    limit: Option<usize>,
}

/// All games of everybody, latest first, one per line.
async fn stream_all_games(
    _: Admin,
    State(state): State<AppState>,
    Query(AllQuery { after, limit }): Query<AllQuery>,
) -> Response {
    stream(state, (Whose::Everybody, GameFilter::default()), after, limit)
}

/// One page after another, so that no answer is ever whole in memory.
fn stream(
    state: AppState,
    wanted: (Whose, GameFilter),
    after: Option<TableId>,
    limit: Option<usize>,
) -> Response {
    let left = limit.unwrap_or(usize::MAX);
    let start = Some((after.unwrap_or(TableId(Uuid::max())), left));
    let lines = unfold(start, move |from| {
        let (state, wanted) = (state.clone(), wanted.clone());
        async move {
            let (before, left) = from.filter(|(_, left)| *left > 0)?;
            let (games, next) = match page(&state, wanted, before, left.min(MAX_GAMES)).await {
                Ok(page) => page,
                // The head has been sent, so the connection is broken off: otherwise the client
                // would take a part for the whole.
                Err(Problem(_, why)) => {
                    return Some((Err(io::Error::other(why.to_string())), None));
                }
            };
            let left = left.saturating_sub(games.len());
            let lines: Vec<String> = games.iter().filter_map(line).collect();
            Some((Ok(lines.concat()), next.map(|next| (next, left))))
        }
    });
    ([(CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(lines)).into_response()
}

fn line(game_json: &GameJson) -> Option<String> {
    serde_json::to_string(game_json).ok().map(|line| line + "\n")
}

async fn page(
    state: &AppState,
    (whose, filter): (Whose, GameFilter),
    before: TableId,
    limit: usize,
) -> Result<(Vec<GameJson>, Option<TableId>), Problem> {
    let _turn = state.readers.acquire().await;
    let store: &Store = state.hub.store();
    let found = store.games_of(whose, filter, before, limit).await;
    let FoundGames { games, next } = found.map_err(RequestError::from)?;
    Ok((replay(games).await?, next))
}

/// Replays games away from the network threads.
async fn replay(records: Vec<RecordedGame>) -> Result<Vec<GameJson>, RequestError> {
    let replay_all = move || records.into_iter().map(GameJson::new).collect::<Result<Vec<_>, _>>();
    let replayed = background_thread::run(replay_all).await;
    let failed = |_| StoreError::Damaged("a game could not be replayed".to_owned());
    Ok(replayed.map_err(failed)??)
}

/// The OpenAPI descriptions of these paths.
#[cfg(feature = "schema")]
pub(super) fn operations() -> Vec<super::operation::Operation> {
    use super::operation::Operation;
    use serde_json::Value;

    vec![
        Operation::get("/api/server", "The server's version and limits.").answers::<About>(200),
        Operation::get("/api/tables", "Running tables, oldest first.")
            .query::<Running>()
            .answers::<TablesPage>(200)
            .refuses(&[400]),
        Operation::get("/api/seeks/{seek}", "An open offer, private ones included.")
            .answers::<SeekView>(200)
            .refuses(&[400, 404]),
        Operation::get(
            "/api/games",
            "The latest games, at most a hundred, of a player or of everybody.",
        )
        .query::<GamesQuery>()
        .answers::<Games>(200)
        .refuses(&[400, 422, 503]),
        Operation::get("/api/games.ndjson", "All games of a player, newest first, one per line.")
            .query::<GamesQuery>()
            .answers_lines::<GameJson>()
            .refuses(&[400, 422]),
        Operation::get("/admin/games.ndjson", "All games, newest first, one per line.")
            .by("admin")
            .query::<AllQuery>()
            .answers_lines::<GameJson>()
            .refuses(&[400, 401, 403]),
        Operation::get("/api/games/{table}", "One game.")
            .answers::<GameJson>(200)
            .refuses(&[400, 404, 503]),
        Operation::get("/api/games/{table}/notation", "One game in the notation.")
            .answers_text("text/plain")
            .refuses(&[400, 404, 503]),
        Operation::get("/api/openapi.json", "This description.").answers::<Value>(200),
        Operation::get("/api/asyncapi.json", "The WebSocket protocol, as AsyncAPI 3.")
            .answers::<Value>(200),
        Operation::get("/api/schema/client.json", "JSON Schema of client messages.")
            .answers::<Value>(200),
        Operation::get("/api/schema/server.json", "JSON Schema of server messages.")
            .answers::<Value>(200),
    ]
}
