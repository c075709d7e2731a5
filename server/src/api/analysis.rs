//! `POST /api/analysis`: who wins each position of a game, and why; `POST /api/certificate`: a proof
//! of who wins its last one, for those who trust no server. Play does not wait for it: one
//! request is answered at a time while a few wait in a queue, on a thread of its own, bounded in
//! positions and in time, so that no question slows a move down.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use futures::executor::block_on;
use protocol::costs::ExpensiveRequest;
use protocol::limits::MAX_LISTED_MOVES;
use protocol::{Cause, ErrorCode};
use rules::{Certificate, Draft, Game, Move, Setup, read_game};
use serde::{Deserialize, Serialize};
use solver::{Budget, Review, Solver, certify, review};
use tracing::error;

use crate::admission::background_thread;
use crate::admission::computing_time::ComputingTime;
use crate::admission::ip_prefix::IpPrefix;
use crate::admission::request_budgets::Requester;
use crate::admission::solver_memory::{ANALYSES, SolverMemory, SolverQueue};
use crate::admission::work_queue::WorkQueue;
use crate::api::charged_to::ChargedTo;
use crate::api::extract::Body;
use crate::live::hub::Hub;
use crate::net::problem::Problem;
use crate::records::request_error::RequestError;

/// The number of positions that one request may search: more than enough for every game that a
/// person plays, and some seconds at most.
const POSITIONS: u64 = 3_000_000;

/// How long one request may compute; positions not decided by then are unknown.
const TIME: Duration = Duration::from_secs(2);

/// The most positions in a certificate: some hundred kilobytes. `nim-bot certify` writes larger ones.
const MAX_LISTED: usize = 5_000;

/// The bytes that a certificate's search may take, with those of the certificate itself.
const MAX_CERTIFICATE: u64 = 64 << 20;

/// Requests that may wait for the current one. In the worst case the last of them waits for
/// twenty seconds of computing, which is bearable for somebody studying a game.
const WAITING: usize = 8;

/// The queue for all requests: one is worked on at a time.
pub(crate) fn queue(memory: SolverMemory) -> SolverQueue {
    SolverQueue::new(WorkQueue::new(ANALYSES, WAITING), memory.analysis_bytes())
}

/// A game to analyse: in JSON (without moves it is a single position) or as text in the notation.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged, deny_unknown_fields)]
pub(crate) enum AnalysisRequest {
    Json {
        game: Draft,
        #[serde(default)]
        moves: Vec<Move>,
    },
    Text {
        text: String,
    },
}

/// The game analysed, in both forms, and the findings.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Answer {
    game: Setup,
    moves: Vec<Move>,
    text: String,
    #[serde(flatten)]
    review: Review,
    /// The time, the positions or the memory of the request ran out: what is unknown may be known
    /// with more of them.
    exhausted: bool,
}

/// Answers with a review, or with the error in the question.
pub(crate) async fn analyse(
    State(queue): State<SolverQueue>,
    Extension(hub): Extension<Arc<Hub>>,
    ChargedTo(from): ChargedTo,
    question: Body<AnalysisRequest>,
) -> Response {
    about(question, hub, (&queue, from), answer).await
}

/// Answers with a certificate, or with the reason why there is none.
pub(crate) async fn prove(
    State(queue): State<SolverQueue>,
    Extension(hub): Extension<Arc<Hub>>,
    ChargedTo(from): ChargedTo,
    question: Body<AnalysisRequest>,
) -> Response {
    about(question, hub, (&queue, from), certificate).await
}

/// Works on a question when it is its turn, with the number of bytes that it may use.
async fn about<T: Serialize + Send + 'static>(
    question: Body<AnalysisRequest>,
    hub: Arc<Hub>,
    (queue, from): (&SolverQueue, IpPrefix),
    find: fn(&Game, u64) -> Result<T, RequestError>,
) -> Response {
    let Json(question) = match question {
        Ok(question) => question,
        Err(rejection) => {
            let refused = RequestError::because(Cause::Unreadable, rejection.body_text());
            return refuse(rejection.status(), refused);
        }
    };
    let game = match question.read() {
        Ok(game) => game,
        Err(refused) => return refuse(StatusCode::UNPROCESSABLE_ENTITY, refused),
    };
    let requester = Requester { player: None, from };
    if let Err(refused) =
        hub.budgets.charge(ExpensiveRequest::Analysis, 1, requester, Instant::now())
    {
        return Problem::from(refused).into_response();
    }
    let asking = queue.asked_from(from);
    let Some(permit) = asking.acquire().await else {
        return refuse(StatusCode::SERVICE_UNAVAILABLE, Cause::AnalysisQueueFull.into());
    };
    let bytes = asking.bytes();
    let work = background_thread::run(move || {
        let answer = match block_on(hub.is_secret(&game)) {
            true => Err(Cause::RatedGameRunning.into()),
            false => find(&game, bytes),
        };
        drop(permit);
        answer
    });
    match work.await {
        Ok(Ok(answer)) => Json(answer).into_response(),
        Ok(Err(refused)) if refused.code() == ErrorCode::Forbidden => {
            refuse(StatusCode::FORBIDDEN, refused)
        }
        Ok(Err(refused)) => refuse(StatusCode::UNPROCESSABLE_ENTITY, refused),
        Err(failure) => {
            error!(%failure, "the analysis failed");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

impl AnalysisRequest {
    /// Returns the game, if it is legal and not too long to analyse.
    fn read(self) -> Result<Game, RequestError> {
        let game = match self {
            AnalysisRequest::Json { moves, .. } if moves.len() > MAX_LISTED_MOVES => {
                return Err(too_long());
            }
            AnalysisRequest::Json { game, moves } => {
                let mut played = Game::new(Setup::try_from(game)?);
                moves.into_iter().try_for_each(|mv| played.play(mv))?;
                played
            }
            AnalysisRequest::Text { text } => {
                read_game(&text).map_err(|why| RequestError::because(Cause::BadNotation, why))?
            }
        };
        if game.moves().len() > MAX_LISTED_MOVES { Err(too_long()) } else { Ok(game) }
    }
}

fn answer(game: &Game, bytes: u64) -> Result<Answer, RequestError> {
    let time = ComputingTime::start(TIME);
    let late = || time.is_over();
    let (setup, moves) = (game.setup(), game.moves());
    let mut budget = Budget::positions(POSITIONS).bytes(bytes).until(&late);
    let review = review(setup, moves, &mut budget)?;
    let (game, moves, text) = (setup.clone(), moves.to_vec(), game.to_string());
    Ok(Answer { game, moves, text, review, exhausted: budget.left() == 0 })
}

fn certificate(game: &Game, bytes: u64) -> Result<Certificate, RequestError> {
    let time = ComputingTime::start(TIME);
    let late = || time.is_over();
    let setup = game.setup();
    let last = Setup::new(setup.variant().clone(), setup.ending(), game.position().clone().into())?;
    let bytes = bytes.min(MAX_CERTIFICATE);
    let mut budget = Budget::positions(POSITIONS).bytes(bytes).until(&late);
    certify(&last, &mut Solver::new(last.variant()), &mut budget, MAX_LISTED)
        .map_err(|why| RequestError::because(Cause::NoCertificate, why))
}

fn too_long() -> RequestError {
    Cause::TooManyMoves { max: MAX_LISTED_MOVES }.into()
}

fn refuse(status: StatusCode, refused: RequestError) -> Response {
    Problem(status, refused).into_response()
}

/// The OpenAPI descriptions of these paths.
#[cfg(feature = "schema")]
pub(super) fn operations() -> Vec<super::operation::Operation> {
    use super::operation::Operation;

    let summary = "Who wins each position of a game, and why.";
    vec![
        Operation::post("/api/analysis", summary)
            .body::<AnalysisRequest>()
            .answers::<Answer>(200)
            .refuses(&[400, 403, 413, 415, 422, 429, 503]),
        Operation::post("/api/certificate", "A proof of who wins a game's last position.")
            .body::<AnalysisRequest>()
            .answers::<Certificate>(200)
            .refuses(&[400, 403, 413, 415, 422, 429, 503]),
    ]
}
