//! The outcome of a start that is to be played for the ladder, found once, before the
//! offer is made: never on the way of a move.

use std::time::{Duration, Instant};

use protocol::Cause;
use rules::Setup;
use solver::{Budget, Certainty, Outcome, Solver, is_trivial};

use crate::admission::dear_thread;
use crate::admission::solver_memory::Asking;
use crate::records::request_error::RequestError;

/// Positions that may be looked at for one start, and time: whoever offers waits
/// for it.
const POSITIONS: u64 = 200_000;
const TIME: Duration = Duration::from_millis(200);

/// The outcome of a start, if it can be proven. A rated start must have something to
/// find in it, or weaker players could gather even results on starts that play
/// themselves; and of a single game it must be known who wins it, or its result
/// could not be judged.
pub(crate) async fn rated_start(
    asking: Asking<'_>,
    setup: &Setup,
    pair: bool,
) -> Result<Option<Outcome>, RequestError> {
    let bad = |cause: Cause| RequestError::from(cause);
    let busy = || RequestError::from(Cause::ManyStarts);
    let (permit, bytes) = (asking.acquire().await.ok_or_else(busy)?, asking.bytes());
    let setup = setup.clone();
    let judged = dear_thread::run(move || {
        let _permit = permit;
        judge(&setup, bytes)
    });
    let judged = judged.await;
    match judged.map_err(|_| bad(Cause::NoStartFound))? {
        Judged::Trivial => Err(bad(Cause::TrivialStart)),
        Judged::Open if !pair => Err(bad(Cause::UnprovenStart)),
        Judged::Open => Ok(None),
        Judged::Proven(outcome) => Ok(Some(outcome)),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Judged {
    Trivial,
    Open,
    Proven(Outcome),
}

fn judge(setup: &Setup, bytes: u64) -> Judged {
    if is_trivial(setup.variant(), setup.start()) {
        return Judged::Trivial;
    }
    let began = Instant::now();
    let late = || began.elapsed() >= TIME;
    let mut budget = Budget::positions(POSITIONS).bytes(bytes).until(&late);
    let verdict = Solver::new(setup.variant()).verdict(setup.ending(), setup.start(), &mut budget);
    match (verdict.certainty, verdict.outcome) {
        (Certainty::Proven(_), Some(outcome)) => Judged::Proven(outcome),
        _ => Judged::Open,
    }
}

#[cfg(test)]
mod tests {
    use crate::admission::solver_memory::SolverMemory;
    use crate::matchmaking::drawn_start;

    use protocol::ErrorCode;

    use super::*;

    #[tokio::test]
    async fn rated_starts_have_something_to_find() {
        let judge = async |game: &str, pair| {
            let setup = game.parse().expect("a game");
            let queue = drawn_start::queue(SolverMemory::new(64 << 20));
            let here = std::net::IpAddr::from([127, 0, 0, 1]).into();
            rated_start(queue.asked_from(here), &setup, pair)
                .await
                .map_err(|refused| refused.code())
        };
        for pair in [false, true] {
            assert_eq!(judge("nim 3,4,5", pair).await, Ok(Some(Outcome::N)));
            assert_eq!(judge("misere nim 1,3,5,7", pair).await, Ok(Some(Outcome::P)));
            for trivial in ["nim 1", "nim 4,4", "nim 0,3,5"] {
                assert_eq!(judge(trivial, pair).await, Err(ErrorCode::BadGame), "{trivial}");
            }
        }
        // A board of Chomp that no theorem and no quick search decides.
        let open = "misere chomp 20,20,19,19,18,18,17,17,16,15,14,13,12,11,10,9";
        assert_eq!(judge(open, true).await, Ok(None));
        assert_eq!(judge(open, false).await, Err(ErrorCode::BadGame));
    }
}
