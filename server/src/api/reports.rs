//! Reports: players report what others have done, and the operator reads them.

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use protocol::limits::{MAX_OPEN_REPORTS, MAX_REPORT_CHARS, MAX_REPORTS_FOR_GUESTS};
use protocol::{Cause, Kind, Missing, Name, Player, PlayerId, TableId};
use serde::Deserialize;

use crate::api::accounts::Attempt;
use crate::api::admin_token::Admin;
use crate::api::extract::{Body, Path, Query};
use crate::api::state::AppState;
use crate::net::problem::Problem;
use crate::records::audit::AdminAction;
use crate::records::report::{Complaint, NumberedReport, PlayerReport, ReportChange};
use crate::records::request_error::RequestError;
use crate::store::{Entry, ReportsToList};

/// All paths about reports.
pub(crate) fn routes() -> Router<AppState> {
    Router::new()
        .route("/api/reports", post(report))
        .route("/admin/reports", get(reports))
        .route("/admin/reports/{number}/close", post(close))
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct NewReport {
    /// The reported player.
    player: PlayerId,
    /// The table where it happened.
    table: Option<TableId>,
    complaint: Complaint,
    /// At most 500 characters.
    #[serde(default)]
    text: String,
}

/// Reports a player to the operator.
async fn report(
    State(state): State<AppState>,
    Attempt { caller, .. }: Attempt,
    body: Body<NewReport>,
) -> Result<StatusCode, Problem> {
    let Json(NewReport { player: about, table, complaint, text }) = body?;
    let identities = &state.hub.identities;
    let you = identities.anybody(caller.secret.as_ref()).await?;
    if text.chars().count() > MAX_REPORT_CHARS || text.chars().any(is_deceptive) {
        let rule = format_args!("at most {MAX_REPORT_CHARS} printable characters");
        return Err(RequestError::field("text", rule).into());
    }
    let store = state.hub.store();
    let is_guest = you.kind == Kind::Guest;
    state.hub.ensure_space(!is_guest)?;
    let _one_by_one = state.reporting.lock().await;
    let (own, all) = store.open_reports(you.id).await.map_err(RequestError::from)?;
    if own >= MAX_OPEN_REPORTS {
        return Err(RequestError::from(Cause::TooManyReports { max: MAX_OPEN_REPORTS }).into());
    }
    if is_guest && all >= MAX_REPORTS_FOR_GUESTS {
        return Err(
            RequestError::from(Cause::TooManyReports { max: MAX_REPORTS_FOR_GUESTS }).into()
        );
    }
    let about_name = ensure_met(&state, &you, about, table).await?;
    let (by, by_name) = (you.id, you.name);
    let report = PlayerReport { by, by_name, about, about_name, table, complaint, text };
    let made = ReportChange::Made(report);
    store.commit_now(&[Entry::Reported(&made)]).await.map_err(RequestError::from)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Returns the name of the reported player, who must have sat at the table, if one is named. Guests,
/// who cost nothing, report only whom they have played.
async fn ensure_met(
    state: &AppState,
    you: &Player,
    about: PlayerId,
    table: Option<TableId>,
) -> Result<Option<Name>, RequestError> {
    let nobody = || RequestError::from(Cause::NotFound { what: Missing::Player });
    let known = state.hub.identities.name_of(about).await?;
    let Some(table) = table else {
        return match (known, you.kind) {
            (_, Kind::Guest) => Err(Cause::AccountRequired.into()),
            (None, _) => Err(nobody()),
            (known, _) => Ok(known),
        };
    };
    let players = state.hub.room(table).await?.line().players;
    let sat = |id| players.iter().find(|player| player.id == id);
    if you.kind == Kind::Guest && sat(you.id).is_none() {
        return Err(Cause::AccountRequired.into());
    }
    let seated = sat(about).ok_or_else(nobody)?;
    Ok(known.or_else(|| Some(seated.name.clone())))
}

/// Whether a character shows nothing, or turns the text around it.
fn is_deceptive(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct ReportsQuery {
    /// The number of the last entry of the previous page.
    before: Option<i64>,
    /// Whether to include reports that have been closed.
    #[serde(default)]
    all: bool,
}

/// Returns the open reports, latest first, a hundred at a time.
async fn reports(
    _: Admin,
    State(state): State<AppState>,
    Query(ReportsQuery { before, all }): Query<ReportsQuery>,
) -> Result<Json<Vec<NumberedReport>>, Problem> {
    let which = if all { ReportsToList::All } else { ReportsToList::Open };
    let found = state.hub.store().reports(which, before.unwrap_or(i64::MAX)).await;
    Ok(Json(found.map_err(RequestError::from)?))
}

/// Closes a report.
async fn close(
    _: Admin,
    State(state): State<AppState>,
    Path(number): Path<i64>,
) -> Result<StatusCode, Problem> {
    let store = state.hub.store();
    if !store.is_report_open(number).await.map_err(RequestError::from)? {
        return Err(RequestError::from(Cause::NotFound { what: Missing::OpenReport }).into());
    }
    let deed = AdminAction::new("close_report", number, "");
    let closed = ReportChange::Closed(number);
    state.hub.audit_with(deed, &[Entry::Reported(&closed)]).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The OpenAPI descriptions of these paths.
#[cfg(feature = "schema")]
pub(super) fn operations() -> Vec<super::operation::Operation> {
    use super::operation::Operation;

    vec![
        Operation::post("/api/reports", "Report a player to the operator.")
            .by("player")
            .body::<NewReport>()
            .answers_nothing(204)
            .refuses(&[400, 401, 403, 404, 415, 422, 429, 503]),
        Operation::get("/admin/reports", "Open reports, newest first.")
            .by("admin")
            .query::<ReportsQuery>()
            .answers::<Vec<NumberedReport>>(200)
            .refuses(&[400, 401, 403, 503]),
        Operation::post("/admin/reports/{number}/close", "Close a report.")
            .by("admin")
            .answers_nothing(204)
            .refuses(&[400, 401, 403, 404, 503]),
    ]
}
