//! `GET /api/ladder` and related paths: rankings, a player's career, and the review of a finished
//! game. Reads stored data; nothing here is live.

use std::time::{Duration, Instant};

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use ladder::{Leaderboard, Season};
use protocol::costs::ExpensiveRequest;
use protocol::{Cause, Missing, PlayerId, TableId, Version};
use rules::{Draft, Game, Setup};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::admission::request_budgets::Requester;
use crate::api::charged_to::ChargedTo;
use crate::api::extract::{Body, Path, Query};
use crate::api::state::AppState;
use crate::matchmaking::start_value::{self, StartValue};
use crate::net::problem::Problem;
use crate::records::request_error::RequestError;
use crate::store::{
    AnchorLine, Bar, Career, InSeason, LeaderboardLine, RankCursor, Ranked, Settled, StartWorth,
    anchors,
};

/// The maximum number of players or leaderboards in one answer.
const MAX_RANKED: u32 = 1_000;

/// The maximum number of rated matches in one answer: the games of each are read.
const MAX_RATED_MATCHES: u32 = 200;

/// The maximum number of players that a search returns: each is compared with all others.
const MAX_FOUND: u32 = 20;

/// When a client may ask again for a review that is not ready yet.
const REVIEW_TIMEOUT: Duration = Duration::from_secs(2);

pub(crate) fn routes() -> Router<AppState> {
    Router::new()
        .route("/api/ladder", get(ladder))
        .route("/api/ladder/rated-matches", get(rated_matches))
        .route("/api/ladder/distribution", get(distribution))
        .route("/api/ladder/season", get(season))
        .route("/api/ladder/starts", get(starts))
        .route("/api/ladder/start", post(start))
        .route("/api/players/{player}/ratings", get(career))
        .route("/api/games/{table}/review", get(review))
}

/// The leaderboard, and the start of the page.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct RankingQuery {
    /// If omitted, all leaderboards are listed.
    leaderboard: Option<String>,
    /// The `next` of the previous page.
    after: Option<String>,
    /// The maximum number of players: 1000.
    limit: Option<u32>,
    /// Only players whose name contains this text; then there is only one page.
    search: Option<String>,
}

/// The list of rankings, or one of them.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
enum Ladder {
    Leaderboards {
        leaderboards: Vec<LeaderboardLine>,
        /// The `after` of the next page; null on the last one.
        next: Option<String>,
    },
    Ranking {
        ranking: Vec<Ranked>,
        /// House bots with pinned ratings, which fix the scale; the one that never errs comes
        /// first.
        anchors: Vec<AnchorLine>,
        /// The `after` of the next page; null on the last one.
        next: Option<String>,
    },
}

/// Returns the names of all leaderboards, or one of them from the top.
async fn ladder(
    State(state): State<AppState>,
    Query(RankingQuery { leaderboard, after, limit, search }): Query<RankingQuery>,
) -> Result<Json<Ladder>, Problem> {
    let store = state.hub.store();
    let limit = limit.unwrap_or(MAX_RANKED).clamp(1, MAX_RANKED);
    let Some(name) = leaderboard else {
        let lines = store.leaderboards(after.unwrap_or_default(), limit).await;
        let leaderboards = lines.map_err(RequestError::from)?;
        let last = leaderboards.last().filter(|_| leaderboards.len() == limit as usize);
        let next = last.map(|line| line.leaderboard.clone());
        return Ok(Json(Ladder::Leaderboards { leaderboards, next }));
    };
    let board = name.parse::<Leaderboard>().map_err(|_| not_found(Missing::Leaderboard))?;
    let unread = |why: &str| Problem(StatusCode::BAD_REQUEST, RequestError::field("after", why));
    let after = after.map(|after| after.parse()).transpose().map_err(unread)?;
    let (ranking, next) = match search {
        Some(name) => {
            let _turn = state.readers.acquire().await;
            let found = store.search_ranking(board, name, limit.min(MAX_FOUND)).await;
            (found.map_err(RequestError::from)?, None)
        }
        None => store.ranking(board, after, limit).await.map_err(RequestError::from)?,
    };
    let next = next.map(|next: RankCursor| next.to_string());
    Ok(Json(Ladder::Ranking { ranking, anchors: anchors(), next }))
}

/// The start of the page.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct MatchesQuery {
    /// The `next` of the previous page.
    #[serde(default)]
    after: i64,
    /// The maximum number of matches: 200.
    limit: Option<u32>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct RatedMatches {
    rated_matches: Vec<Settled>,
    /// The `after` of the next page; null on the last one.
    next: Option<i64>,
}

/// Returns all rated matches in the order in which they were rated, a page at a time, so that
/// anybody can recompute the ladder.
async fn rated_matches(
    State(state): State<AppState>,
    Query(MatchesQuery { after, limit }): Query<MatchesQuery>,
) -> Result<Json<RatedMatches>, Problem> {
    let limit = limit.unwrap_or(MAX_RATED_MATCHES).clamp(1, MAX_RATED_MATCHES);
    let _turn = state.readers.acquire().await;
    let (rated_matches, next) =
        state.hub.store().settled(after, limit).await.map_err(RequestError::from)?;
    Ok(Json(RatedMatches { rated_matches, next }))
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct LeaderboardQuery {
    leaderboard: String,
}

/// The distribution of ratings on a leaderboard.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Distribution {
    /// Bars of ratings that are not provisional, lowest first; empty bars are left out.
    bars: Vec<Bar>,
}

/// Returns the distribution of ratings on a leaderboard.
async fn distribution(
    State(state): State<AppState>,
    Query(LeaderboardQuery { leaderboard }): Query<LeaderboardQuery>,
) -> Result<Json<Distribution>, Problem> {
    let board = leaderboard.parse().map_err(|_| not_found(Missing::Leaderboard))?;
    let _turn = state.readers.acquire().await;
    let bars = state.hub.store().distribution(board).await.map_err(RequestError::from)?;
    Ok(Json(Distribution { bars }))
}

/// The season and the leaderboard.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct SeasonQuery {
    leaderboard: String,
    /// A quarter of a year, as in `2026-Q4`; if omitted, the current one.
    season: Option<String>,
    /// The maximum number of players: 1000.
    limit: Option<u32>,
}

/// The standings at the end of a season, or now. Ratings continue from one season to the next.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct SeasonRanking {
    season: String,
    /// In milliseconds since 1970.
    begins: i64,
    ends: i64,
    ranking: Vec<InSeason>,
}

async fn season(
    State(state): State<AppState>,
    Query(SeasonQuery { leaderboard, season, limit }): Query<SeasonQuery>,
) -> Result<Json<SeasonRanking>, Problem> {
    let unknown = || not_found(Missing::Leaderboard);
    let board: Leaderboard = leaderboard.parse().map_err(|_| unknown())?;
    let store = state.hub.store();
    let season = match season {
        Some(name) => name.parse().map_err(|_| {
            let why = RequestError::field("season", "a quarter of a year, such as 2026-Q4");
            Problem(StatusCode::BAD_REQUEST, why)
        })?,
        None => Season::at(store.calendar.now_ms()),
    };
    let most = limit.unwrap_or(MAX_RANKED).clamp(1, MAX_RANKED);
    let _turn = state.readers.acquire().await;
    let ranking = store.season(board, season, most).await.map_err(RequestError::from)?;
    let (begins, ends) = (season.begins(), season.ends());
    Ok(Json(SeasonRanking { season: season.to_string(), begins, ends, ranking }))
}

/// The advantage of holding a start that is won for the first player, for the second, or of unknown
/// value, as far as it has been learnt.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct StartWorths {
    starts: Vec<StartWorth>,
}

async fn starts(
    State(state): State<AppState>,
    Query(LeaderboardQuery { leaderboard }): Query<LeaderboardQuery>,
) -> Result<Json<StartWorths>, Problem> {
    match leaderboard.parse() {
        Ok(Leaderboard::Pool(pool)) => {
            let starts = state.hub.store().starts(pool).await.map_err(RequestError::from)?;
            Ok(Json(StartWorths { starts }))
        }
        Ok(Leaderboard::Overall(_)) | Err(_) => Err(not_found(Missing::Leaderboard)),
    }
}

/// A start that may be offered.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct ToValue {
    game: Draft,
}

/// Returns whether a rated game may be offered from a start, and how much the start leaves to
/// decide.
async fn start(
    State(state): State<AppState>,
    ChargedTo(from): ChargedTo,
    body: Body<ToValue>,
) -> Result<Json<StartValue>, Problem> {
    let Json(ToValue { game }) = body?;
    let setup = Setup::try_from(game).map_err(RequestError::from)?;
    if setup.variant().rules().seats() != 2 {
        return Err(RequestError::from(Cause::NeedsTwoPlayers).into());
    }
    let requester = Requester { player: None, from };
    state.hub.budgets.charge(ExpensiveRequest::Start, 1, requester, Instant::now())?;
    // What a start is worth tells who wins it.
    if state.hub.is_secret(&Game::new(setup.clone())).await {
        return Err(RequestError::from(Cause::RatedGameRunning).into());
    }
    let value = start_value::value(state.hub.thinking.asked_from(from), &setup).await?;
    Ok(Json(value))
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct OfVersion {
    /// The version of a bot's program; if omitted, the one rated last.
    version: Option<Version>,
}

/// Returns a player's standing on the ladder.
async fn career(
    State(state): State<AppState>,
    Path(player): Path<Uuid>,
    Query(OfVersion { version }): Query<OfVersion>,
) -> Result<Json<Career>, Problem> {
    let _turn = state.readers.acquire().await;
    let career =
        state.hub.store().career(PlayerId(player), version).await.map_err(RequestError::from)?;
    career.map(Json).ok_or_else(|| not_found(Missing::Ratings))
}

/// Returns which moves of a finished game kept the win, and which threw it away.
async fn review(
    State(state): State<AppState>,
    Path(table): Path<Uuid>,
) -> Result<Response, Problem> {
    let table = TableId(table);
    if state.hub.is_half_played(table) || reveals_rated_game(&state, table).await? {
        return Err(RequestError::from(Cause::RatedGameRunning).into());
    }
    match state.hub.store().review(table).await.map_err(RequestError::from)? {
        Some(Some(text)) => Ok(([(CONTENT_TYPE, "application/json")], text).into_response()),
        Some(None) => {
            let why = RequestError::from(Cause::ReviewNotReady).after(REVIEW_TIMEOUT);
            Ok(Problem(StatusCode::ACCEPTED, why).into_response())
        }
        None => Err(not_found(Missing::FinishedGame)),
    }
}

/// Whether a finished game has positions of a rated game that is running: two others may have
/// played it to be told its winning moves.
async fn reveals_rated_game(state: &AppState, table: TableId) -> Result<bool, Problem> {
    let found = state.hub.store().finished(table).await.map_err(RequestError::from)?;
    let Some(record) = found else { return Ok(false) };
    let mut game = Game::new(record.opening.game.clone());
    for mv in record.moves() {
        game.play(mv).map_err(RequestError::from)?;
    }
    Ok(state.hub.is_secret(&game).await)
}

fn not_found(what: Missing) -> Problem {
    RequestError::from(Cause::NotFound { what }).into()
}

/// The OpenAPI descriptions of these paths.
#[cfg(feature = "schema")]
pub(super) fn operations() -> Vec<super::operation::Operation> {
    use super::operation::Operation;
    use crate::live::reviews::ReviewText;

    vec![
        Operation::get("/api/ladder", "All leaderboards, or one of them from the top.")
            .query::<RankingQuery>()
            .answers::<Ladder>(200)
            .refuses(&[400, 404, 503]),
        Operation::get(
            "/api/ladder/rated-matches",
            "What has been rated, in order: enough to work all ratings out again.",
        )
        .query::<MatchesQuery>()
        .answers::<RatedMatches>(200)
        .refuses(&[400, 503]),
        Operation::get("/api/ladder/distribution", "The distribution of a leaderboard's ratings.")
            .query::<LeaderboardQuery>()
            .answers::<Distribution>(200)
            .refuses(&[400, 404, 503]),
        Operation::get("/api/ladder/season", "The standings at the end of a season.")
            .query::<SeasonQuery>()
            .answers::<SeasonRanking>(200)
            .refuses(&[400, 404, 503]),
        Operation::get("/api/ladder/starts", "What holding a start is worth.")
            .query::<LeaderboardQuery>()
            .answers::<StartWorths>(200)
            .refuses(&[400, 404, 503]),
        Operation::post("/api/ladder/start", "Whether a start may be used in a rated game.")
            .body::<ToValue>()
            .answers::<StartValue>(200)
            .refuses(&[400, 403, 415, 422, 429, 503]),
        Operation::get("/api/players/{player}/ratings", "A player's standing on the ladder.")
            .answers::<Career>(200)
            .refuses(&[400, 404, 503]),
        Operation::get(
            "/api/games/{table}/review",
            "Which moves of a finished game kept the win, which threw it, and what would have held.",
        )
        .answers::<ReviewText>(200)
        .refuses(&[202, 400, 403, 404, 503]),
    ]
}
