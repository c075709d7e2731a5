//! The outcome of a start for a rated game, found once, before the offer is made, and never during
//! play.

use std::time::Duration;

use ladder::StartWeight;
use protocol::Cause;
use rules::Setup;
use serde::Serialize;
use solver::{Budget, Outcome, Solver, is_trivial};

use crate::admission::computing_time::ComputingTime;
use crate::admission::solver_memory::Asking;
use crate::matchmaking::drawn_start::when_solver_is_free;
use crate::records::request_error::RequestError;

/// The positions and the time that one start may cost: the offering player waits for it.
const POSITIONS: u64 = 200_000;
const TIME: Duration = Duration::from_millis(200);

/// Returns the outcome of a start, if it can be proven. A rated start must not be trivial, or
/// weaker players could gather even results on starts that play themselves; the winner of a single
/// game's start must be known, or its result could not be judged. A start that a player has chosen
/// must also leave as much to decide as a dealt one.
pub(crate) async fn rated_start(
    asking: Asking<'_>,
    setup: &Setup,
    StartOffer { pair, chosen }: StartOffer,
) -> Result<Option<Outcome>, RequestError> {
    match value(asking, setup).await? {
        StartValue { trivial: true, .. } => Err(Cause::TrivialStart.into()),
        StartValue { won_by: None, .. } if !pair => Err(Cause::UnprovenStart.into()),
        StartValue { enough: false, .. } if chosen => Err(Cause::StartWeightTooLow.into()),
        StartValue { won_by, .. } => Ok(won_by),
    }
}

/// How a start is offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StartOffer {
    /// Whether it is for a pair; otherwise for a single game.
    pub(crate) pair: bool,
    /// Whether a player has chosen it; otherwise the server has dealt it.
    pub(crate) chosen: bool,
}

/// The ladder's judgement of a start.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct StartValue {
    /// Whether it is decided at a glance: no rated game is played from it.
    trivial: bool,
    /// Who wins it, if that is proven: `N`, the player to move, or `P`, the other.
    won_by: Option<Outcome>,
    /// The number of decisions that each player faces in a pair, on average among average players;
    /// null if that cannot be computed.
    decisions: Option<f64>,
    /// How much these decisions tell, as a multiple of the minimum for a rated game.
    tells: Option<f64>,
    /// Whether that is enough for a rated game.
    enough: bool,
}

/// Judges a start.
pub(crate) async fn value(asking: Asking<'_>, setup: &Setup) -> Result<StartValue, RequestError> {
    let setup = setup.clone();
    when_solver_is_free(asking, move |bytes| judge(&setup, bytes)).await
}

fn judge(setup: &Setup, bytes: u64) -> StartValue {
    let unknown =
        StartValue { trivial: false, won_by: None, decisions: None, tells: None, enough: false };
    if is_trivial(setup.variant(), setup.start()) {
        return StartValue { trivial: true, ..unknown };
    }
    let time = ComputingTime::start(TIME);
    let late = || time.is_over();
    let mut budget = Budget::positions(POSITIONS).bytes(bytes).until(&late);
    let mut solver = Solver::new(setup.variant());
    let won_by = won_by(setup, &mut solver, &mut budget);
    let weight = StartWeight::compute(setup, &mut solver, &mut budget);
    let millionths = |part: i64, whole: i64| part as f64 / whole as f64;
    StartValue {
        won_by,
        decisions: weight.map(|weight| millionths(weight.decisions, 1_000_000)),
        tells: weight.map(|weight| millionths(weight.tells, StartWeight::LEAST)),
        enough: weight.is_some_and(StartWeight::is_enough),
        ..unknown
    }
}

/// Returns who wins a start. A win of which no move is known does not count: nobody could be
/// expected to play it.
fn won_by(setup: &Setup, solver: &mut Solver, budget: &mut Budget<'_>) -> Option<Outcome> {
    let (ending, start) = (setup.ending(), setup.start());
    let outcome = solver.outcome(ending, start, budget).ok()?;
    let is_playable = outcome == Outcome::P || solver.winning_move(ending, start, budget).is_some();
    is_playable.then_some(outcome)
}

#[cfg(test)]
mod tests {
    use crate::admission::solver_memory::SolverMemory;
    use crate::matchmaking::drawn_start;

    use protocol::ErrorCode;

    use super::*;

    #[test]
    fn a_start_is_judged_by_its_decisions() {
        let setup = "nim 3,4,5".parse().expect("a game");
        let weight = StartWeight::compute(
            &setup,
            &mut Solver::new(setup.variant()),
            &mut Budget::positions(POSITIONS),
        );
        let StartWeight { decisions, tells } = weight.expect("it is small");
        let expected = StartValue {
            trivial: false,
            won_by: Some(Outcome::N),
            decisions: Some(decisions as f64 / 1e6),
            tells: Some(tells as f64 / StartWeight::LEAST as f64),
            enough: true,
        };
        assert_eq!(judge(&setup, 64 << 20), expected);
        assert!(decisions > 1_000_000 && tells > StartWeight::LEAST);
    }

    #[tokio::test]
    async fn rated_starts_have_something_to_find() {
        let judge = async |game: &str, pair, chosen| {
            let setup = game.parse().expect("a game");
            let queue = drawn_start::queue(SolverMemory::new(64 << 20));
            let here = std::net::IpAddr::from([127, 0, 0, 1]).into();
            rated_start(queue.asked_from(here), &setup, StartOffer { pair, chosen })
                .await
                .map_err(|refused| refused.code())
        };
        for pair in [false, true] {
            assert_eq!(judge("nim 3,4,5", pair, true).await, Ok(Some(Outcome::N)));
            assert_eq!(judge("misere nim 1,3,5,7", pair, true).await, Ok(Some(Outcome::P)));
            for trivial in ["nim 1", "nim 4,4", "nim 0,3,5"] {
                assert_eq!(judge(trivial, pair, false).await, Err(ErrorCode::BadGame), "{trivial}");
            }
            for thin in ["nim 9", "nim 1,2"] {
                assert_eq!(judge(thin, pair, false).await, Ok(Some(Outcome::N)), "{thin}");
                assert_eq!(judge(thin, pair, true).await, Err(ErrorCode::BadGame), "{thin}");
            }
        }
        // A board of Chomp that no theorem and no quick search decides.
        let open = "misere chomp 20,20,19,19,18,18,17,17,16,15,14,13,12,11,10,9";
        assert_eq!(judge(open, true, false).await, Ok(None));
        assert_eq!(judge(open, false, false).await, Err(ErrorCode::BadGame));
        assert_eq!(
            judge(open, true, true).await,
            Err(ErrorCode::BadGame),
            "nobody knows what it decides"
        );
    }
}
