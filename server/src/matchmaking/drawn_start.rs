//! The start of an offer: the player's own, a named one, or a drawn one. Drawing, like judging a
//! rated start, is the solver's work: it is done before the offer is made, on a thread of its own,
//! a few at a time, and bounded.

use std::time::Duration;

use protocol::{Cause, Commitment, Difficulty, Draw, DrawnGame, GameRequest, Salt, Side};
use rand::RngExt;
use rules::{MAX_NUMBER, Preset, Setup, Variant};
use solver::{Budget, Drawing, NoStart, Outcome, StartDifficulty};

use crate::admission::background_thread;
use crate::admission::computing_time::ComputingTime;
use crate::admission::solver_memory::{Asking, STARTS, SolverMemory, SolverQueue};
use crate::admission::work_queue::WorkQueue;
use crate::matchmaking::offer::Drawn;
use crate::records::request_error::RequestError;
use crate::system;

/// The maximum number of offers that may wait for this: most take some microseconds, and each
/// connection has one at most.
const WAITING: usize = 4_096;

/// The time for drawing one start. It is a safeguard, not the measure: that is `Drawing::WORK`, so
/// that a seed gives the same start on every machine.
const TIME: Duration = Duration::from_secs(2);

/// Creates the queue of offers whose starts are drawn or judged.
pub(crate) fn queue(memory: SolverMemory) -> SolverQueue {
    SolverQueue::new(WorkQueue::new(STARTS, WAITING), memory.start_bytes())
}

/// Returns the game of an offer, and how its start was drawn, if it was.
pub(crate) async fn game(
    asking: Asking<'_>,
    wanted: GameRequest,
) -> Result<(Setup, Option<Drawn>), RequestError> {
    match wanted {
        GameRequest::Start(draft) => Ok((Setup::try_from(draft)?, None)),
        GameRequest::Preset(named) => {
            let preset = Preset::named(&named.preset);
            let unknown = || Cause::UnknownPreset { preset: named.preset.clone() };
            Ok((preset.ok_or_else(unknown)?.setup(), None))
        }
        GameRequest::Drawn(wanted) => {
            let (game, drawn) = draw(asking, *wanted).await?;
            Ok((game, Some(drawn)))
        }
    }
}

/// Draws a start.
pub(crate) async fn draw(
    asking: Asking<'_>,
    wanted: DrawnGame,
) -> Result<(Setup, Drawn), RequestError> {
    let hidden = wanted.draw.seed.is_none();
    let seed = wanted.draw.seed.unwrap_or_else(|| system::rng().random_range(0..=MAX_NUMBER));
    if seed > MAX_NUMBER {
        return Err(Cause::BadSeed.into());
    }
    // The hash can be shown before the game because the salt keeps the seed from being tried out.
    let salt = hidden.then(|| Salt::new(system::rng().random()));
    let commitment = salt.map(|salt| Commitment::to(salt, seed));
    let drawn = Drawn { draw: Draw { seed: Some(seed), salt, commitment, ..wanted.draw }, hidden };
    let drawing = drawing(wanted)?;
    let found = when_solver_is_free(asking, move |bytes| find(&drawing, seed, bytes)).await?;
    Ok((found?, drawn))
}

/// Runs work on starts when it is this client's turn, on a thread of its own, with the number of
/// bytes that it may use.
///
/// # Errors
/// When too many wait, or the work fails.
pub(crate) async fn when_solver_is_free<T: Send + 'static>(
    asking: Asking<'_>,
    work: impl FnOnce(u64) -> T + Send + 'static,
) -> Result<T, RequestError> {
    let busy = || RequestError::from(Cause::StartQueueFull);
    let (permit, bytes) = (asking.acquire().await.ok_or_else(busy)?, asking.bytes());
    let done = background_thread::run(move || {
        let _permit = permit;
        work(bytes)
    });
    done.await.map_err(|_| Cause::NoStartFound.into())
}

fn drawing(wanted: DrawnGame) -> Result<Drawing, RequestError> {
    let DrawnGame { variant: name, params, ending, draw } = wanted;
    let known = if params.is_null() { Variant::usual(&name) } else { None };
    let variant = known.map_or_else(|| Variant::parse(&name, params), Ok)?;
    let outcome = draw.won_by.map(|side| match side {
        Side::First => Outcome::N,
        Side::Second => Outcome::P,
    });
    let degree = match draw.difficulty {
        Difficulty::Easy => StartDifficulty::Easy,
        Difficulty::Medium => StartDifficulty::Medium,
        Difficulty::Hard => StartDifficulty::Hard,
    };
    let Draw { winning_moves, length, .. } = draw;
    Ok(Drawing { outcome, winning_moves, length, ..Drawing::new(variant, ending, degree) })
}

/// Returns the start of this seed.
pub(crate) fn find_start(wanted: DrawnGame, seed: u64, bytes: u64) -> Result<Setup, RequestError> {
    find(&drawing(wanted)?, seed, bytes)
}

fn find(drawing: &Drawing, seed: u64, bytes: u64) -> Result<Setup, RequestError> {
    let time = ComputingTime::start(TIME);
    let late = || time.is_over();
    let mut budget = Budget::positions(Drawing::WORK).bytes(bytes).until(&late);
    let found = drawing.find(seed, &mut budget);
    // A search that ran out of time may find a start that the seed does not reproduce.
    if late() {
        return Err(Cause::DrawTimedOut.into());
    }
    found.map_err(|why| match why {
        NoStart::Refused(refusal) => refusal.into(),
        why => RequestError::because(Cause::NoStartFound, why),
    })
}

#[cfg(test)]
mod tests {
    use protocol::ErrorCode;

    use serde_json::json;

    use super::*;

    /// Asks until there is time for an answer: a thread that gives way to others may find none on a
    /// busy machine.
    async fn ask(wanted: serde_json::Value) -> Result<(String, Option<Drawn>), ErrorCode> {
        let queue = queue(SolverMemory::new(64 << 20));
        let here = std::net::IpAddr::from([127, 0, 0, 1]).into();
        loop {
            let wanted = serde_json::from_value(wanted.clone()).expect("a form of a game");
            let found = game(queue.asked_from(here), wanted).await;
            match found.map_err(|refused| refused.code()) {
                Err(ErrorCode::Busy) => continue,
                found => return found.map(|(setup, drawn)| (setup.to_string(), drawn)),
            }
        }
    }

    #[tokio::test]
    async fn each_form_leads_to_its_game() {
        let own = json!({"variant": "nim", "ending": "misere", "start": {"heaps": [4, 2]}});
        assert_eq!(ask(own).await, Ok(("misere nim 4,2".to_owned(), None)));
        let named = json!({"preset": "Marienbad"});
        assert_eq!(ask(named).await, Ok(("misere nim 1,3,5,7".to_owned(), None)));
        assert_eq!(ask(json!({"preset": "nobody's"})).await, Err(ErrorCode::BadGame));
    }

    #[tokio::test]
    async fn a_drawn_start_can_be_reproduced_from_its_published_draw() {
        let wanted = json!({"variant": "subtraction", "ending": "normal", "draw": {"difficulty": "hard", "won_by": "second"}});
        let (game, drawn) = ask(wanted.clone()).await.expect("drawn");
        let drawn = drawn.expect("drawn");
        assert!(drawn.hidden && game.starts_with("subtraction(1,2,3) "), "{game}");
        assert_eq!(drawn.draw.keeps_commitment(), Some(true));
        let mut again = wanted;
        again["draw"] = serde_json::to_value(drawn.draw).expect("plain");
        let (same, drawn_again) = ask(again).await.expect("drawn");
        // The server committed to nothing where it did not choose.
        let draw = Draw { salt: None, commitment: None, ..drawn.draw };
        assert_eq!((same, drawn_again), (game, Some(Drawn { draw, hidden: false })));
    }

    #[tokio::test]
    async fn impossible_draws_are_refused() {
        let wanted =
            |variant, ending, draw| json!({"variant": variant, "ending": ending, "draw": draw});
        for bad in [
            wanted("chess", "normal", json!({})),
            wanted("candy", "misere", json!({})),
            wanted("nim", "normal", json!({"seed": 1u64 << 53})),
            wanted("game21_nplayer", "normal", json!({"won_by": "first"})),
        ] {
            assert_eq!(ask(bad.clone()).await, Err(ErrorCode::BadGame), "{bad}");
        }
    }
}
