//! The state shared by all requests.

use std::sync::Arc;

use axum::extract::FromRef;
use protocol::Secret;
use tokio::sync::{Mutex, Semaphore};
use tokio_util::task::TaskTracker;

use crate::api::page::pictures::Pictures;
use crate::api::puzzle_desk::PuzzleDesk;
use crate::live::hub::Hub;
use crate::session::upgrade::SessionContext;

/// The number of requests that read games or results from the disk at once. Others wait, which
/// bounds the memory that answers take.
const READERS: usize = 2;

/// The state shared by all requests.
#[derive(Clone)]
pub(crate) struct AppState {
    pub(crate) hub: Arc<Hub>,
    pub(crate) tracker: TaskTracker,
    /// The admin's token.
    pub(crate) admin: Option<Secret>,
    /// Permits for requests that read much.
    pub(crate) readers: Arc<Semaphore>,
    /// The preview pictures of shared links.
    pub(crate) pictures: Pictures,
    pub(crate) puzzles: PuzzleDesk,
    /// Held while a report is counted and stored, so that nobody makes more at once than they may.
    pub(crate) reporting: Arc<Mutex<()>>,
}

impl AppState {
    pub(crate) fn new(hub: Arc<Hub>, admin: Option<Secret>) -> AppState {
        let readers = Arc::new(Semaphore::new(READERS));
        let (pictures, puzzles, reporting) =
            (Pictures::new(), PuzzleDesk::default(), Arc::default());
        let tracker = TaskTracker::new();
        AppState { hub, tracker, admin, readers, pictures, puzzles, reporting }
    }
}

impl FromRef<AppState> for SessionContext {
    fn from_ref(state: &AppState) -> SessionContext {
        SessionContext { hub: Arc::clone(&state.hub), tracker: state.tracker.clone() }
    }
}
