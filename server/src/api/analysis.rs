//! `POST /api/analysis`: who wins each position of a game, and why; `POST /api/certificate`: a proof
//! of who wins its last one, for those who trust no server. Play does not wait for it: one
//! request is answered at a time while a few wait in a queue, on a thread of its own, bounded in
//! positions and in time, so that no question slows a move down. What theorems decide takes a
//! moment: a brief try has a queue of its own, so that it does not wait behind the long ones.

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
use solver::{Budget, Certainty, Review, Solver, Source, certify, review};
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

/// What one try may cost; positions not decided by then are unknown.
#[derive(Clone, Copy, Debug)]
struct SearchLimits {
    /// The number of positions to search.
    positions: u64,
    /// The time on a processor.
    time: Duration,
}

/// More than enough for every game that a person plays, and some seconds at most.
const THOROUGH: SearchLimits = SearchLimits { positions: 3_000_000, time: Duration::from_secs(2) };

/// Enough for what theorems decide, and so little that a full queue of such tries is empty in some seconds,
/// also where the processor has better things to do.
const BRIEF: SearchLimits = SearchLimits { positions: 20_000, time: Duration::from_millis(50) };

/// The most positions in a certificate: some hundred kilobytes. `nim-bot certify` writes larger ones.
const MAX_LISTED: usize = 5_000;

/// The bytes that a certificate's search may take, with those of the certificate itself.
const MAX_CERTIFICATE: u64 = 64 << 20;

/// Requests that may wait for the current one. In the worst case the last of them waits for
/// twenty seconds of computing, which is bearable for somebody studying a game.
const WAITING: usize = 8;

/// Requests that may wait for a brief try.
const WAITING_BRIEFLY: usize = 32;

/// The queues for all requests: in each, one is worked on at a time.
#[derive(Clone, Debug)]
pub(crate) struct Questions {
    brief: SolverQueue,
    thorough: SolverQueue,
}

impl Questions {
    pub(crate) fn new(memory: SolverMemory) -> Questions {
        let queue = |waiting, bytes| SolverQueue::new(WorkQueue::new(ANALYSES, waiting), bytes);
        Questions {
            brief: queue(WAITING_BRIEFLY, memory.brief_bytes()),
            thorough: queue(WAITING, memory.analysis_bytes()),
        }
    }
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

impl Answer {
    /// Whether more positions, time and memory would change nothing: theorems decide everything. A
    /// search with more of them may find a better reason, even where this one has found who wins.
    fn is_final(&self) -> bool {
        let by_theorem = Certainty::Proven(Source::Formula);
        !self.exhausted && self.review.plies.iter().all(|ply| ply.verdict.certainty == by_theorem)
    }
}

/// Answers with a review, or with the error in the question.
pub(crate) async fn analyse(
    State(questions): State<Questions>,
    Extension(hub): Extension<Arc<Hub>>,
    ChargedTo(from): ChargedTo,
    question: Body<AnalysisRequest>,
) -> Result<Response, Problem> {
    let game = admit(question, &hub, from)?;
    let briefly = |game: &Game, bytes| answer(game, BRIEF, bytes);
    let brief = work(&questions.brief, &game, &hub, from, briefly).await?;
    if brief.is_final() {
        return Ok(Json(brief).into_response());
    }
    let thoroughly = |game: &Game, bytes| answer(game, THOROUGH, bytes);
    let thorough = work(&questions.thorough, &game, &hub, from, thoroughly).await?;
    Ok(Json(thorough).into_response())
}

/// Answers with a certificate, or with the reason why there is none.
pub(crate) async fn prove(
    State(questions): State<Questions>,
    Extension(hub): Extension<Arc<Hub>>,
    ChargedTo(from): ChargedTo,
    question: Body<AnalysisRequest>,
) -> Result<Response, Problem> {
    let game = admit(question, &hub, from)?;
    let proof = work(&questions.thorough, &game, &hub, from, certificate).await?;
    Ok(Json(proof).into_response())
}

/// Reads a question and charges whoever asks.
fn admit(question: Body<AnalysisRequest>, hub: &Hub, from: IpPrefix) -> Result<Arc<Game>, Problem> {
    let Json(question) = question?;
    let game = question.read().map_err(unprocessable)?;
    let requester = Requester { player: None, from };
    hub.budgets.charge(ExpensiveRequest::Analysis, 1, requester, Instant::now())?;
    Ok(Arc::new(game))
}

/// Works on a question when it is its turn in this queue, with the number of bytes that it may
/// use there.
async fn work<T: Send + 'static>(
    queue: &SolverQueue,
    game: &Arc<Game>,
    hub: &Arc<Hub>,
    from: IpPrefix,
    find: fn(&Game, u64) -> Result<T, RequestError>,
) -> Result<T, Problem> {
    let asking = queue.asked_from(from);
    let permit = asking.acquire().await.ok_or(RequestError::from(Cause::AnalysisQueueFull))?;
    let bytes = asking.bytes();
    let (game, hub) = (Arc::clone(game), Arc::clone(hub));
    let work = background_thread::run(move || {
        let found = match block_on(hub.is_secret(&game)) {
            true => Err(Cause::RatedGameRunning.into()),
            false => find(&game, bytes),
        };
        drop(permit);
        found
    });
    let found = work.await.map_err(|failure| {
        error!(%failure, "the analysis failed");
        Problem(StatusCode::INTERNAL_SERVER_ERROR, Cause::InternalError.into())
    })?;
    found.map_err(unprocessable)
}

/// The answer to a question that is refused for what it asks.
fn unprocessable(refused: RequestError) -> Problem {
    match refused.code() {
        ErrorCode::Forbidden => Problem::from(refused),
        _ => Problem(StatusCode::UNPROCESSABLE_ENTITY, refused),
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

fn answer(game: &Game, limits: SearchLimits, bytes: u64) -> Result<Answer, RequestError> {
    let time = ComputingTime::start(limits.time);
    let late = || time.is_over();
    let (setup, moves) = (game.setup(), game.moves());
    let mut budget = Budget::positions(limits.positions).bytes(bytes).until(&late);
    let review = review(setup, moves, &mut budget)?;
    let (game, moves, text) = (setup.clone(), moves.to_vec(), game.to_string());
    Ok(Answer { game, moves, text, review, exhausted: budget.left() == 0 })
}

fn certificate(game: &Game, bytes: u64) -> Result<Certificate, RequestError> {
    let time = ComputingTime::start(THOROUGH.time);
    let late = || time.is_over();
    let setup = game.setup();
    let last = Setup::new(setup.variant().clone(), setup.ending(), game.position().clone().into())?;
    let bytes = bytes.min(MAX_CERTIFICATE);
    let mut budget = Budget::positions(THOROUGH.positions).bytes(bytes).until(&late);
    certify(&last, &mut Solver::new(last.variant()), &mut budget, MAX_LISTED)
        .map_err(|why| RequestError::because(Cause::NoCertificate, why))
}

fn too_long() -> RequestError {
    Cause::TooManyMoves { max: MAX_LISTED_MOVES }.into()
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
