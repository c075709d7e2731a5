//! Attacks on the solver and on the queues before it: the largest starts as questions, reviews and
//! offers, in numbers too large to answer.

use std::sync::Arc;
use std::time::Duration;

use protocol::{ClientMessage, GameRequest, PresetName};
use rules::{Game, Setup};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep, sleep_until, timeout};

use super::repeat;
use crate::outsider::Outsider;
use crate::starts::{heaviest, largest_starts};

/// An honest player never waits longer than this for a drawn start or an analysis, regardless of
/// other requests.
const HONEST_ANSWER_TIMEOUT: Duration = Duration::from_secs(5);

/// Connections that request drawn starts.
const DRAWERS: u8 = 200;

pub(crate) async fn questions(outsider: &Outsider, until: Instant) {
    let asked: Vec<Value> = largest_starts().iter().map(|game| json!({"game": game})).collect();
    let (asked, outsider) = (Arc::new(asked), outsider.clone());
    repeat(4, until, move |number| {
        let (asked, outsider) = (Arc::clone(&asked), outsider.at(number % 3 + 1));
        async move {
            // Each begins at a different place in the list, so that all are requested early.
            for turn in 0..asked.len() {
                let place = (turn + usize::from(number) * 7) % asked.len();
                if outsider.post("/api/analysis", &asked[place]).await.is_err() {
                    sleep(Duration::from_millis(50)).await;
                }
            }
        }
    })
    .await;
}

pub(crate) async fn reviews(outsider: &Outsider, until: Instant) {
    // The heaviest first, then the largest of every two-player variant.
    let two = |setup: &Setup| setup.variant().rules().seats() == 2;
    let starts: Vec<Setup> =
        std::iter::once(heaviest()).chain(largest_starts().into_iter().filter(two)).collect();
    for start in starts.iter().cycle() {
        if Instant::now() >= until {
            break;
        }
        match plant(outsider, start).await {
            Ok(Some(path)) => {
                // Request it until it is ready or refused as impossible.
                let _ = outsider.get(&path).await;
            }
            Ok(None) => {}
            Err(loss) => outsider.ledger.refused(&loss.to_string()),
        }
        sleep(Duration::from_millis(200)).await;
    }
}

/// Two guests play from a start, and one resigns after a move. Returns the path of the game's
/// review.
async fn plant(outsider: &Outsider, start: &Setup) -> Result<Option<String>, bot::Disconnect> {
    let (mut one, mut other) = (outsider.enter().await?, outsider.at(2).enter().await?);
    let Some(seek) = one.seek(GameRequest::Start(start.clone().into()), None).await? else {
        return Ok(None);
    };
    if !other.accept(seek).await? {
        return Ok(None);
    }
    let table = one.seated().await?;
    let game = Game::new(start.clone());
    let mv = start.variant().rules().moves(game.position()).next();
    if let Some(mv) = mv {
        // Either of the two may be to move.
        for visitor in [&mut one, &mut other] {
            visitor.ask(ClientMessage::Move { table, ply: 0, mv: mv.clone() }).await?;
        }
    }
    one.resign(table).await?;
    Ok(Some(format!("/api/games/{table}/review")))
}

pub(crate) async fn draws(outsider: &Outsider, until: Instant) {
    let honest = outsider.honest();
    let (attacker, ledger) = (outsider.clone(), outsider.ledger.clone());
    let flood = repeat(DRAWERS, until, move |_| {
        let attacker = attacker.clone();
        async move {
            let Ok(mut visitor) = attacker.enter().await else { return };
            while let Ok(Some(_)) = visitor.seek(dear(), None).await {
                let _ = visitor.ask(ClientMessage::Ping {}).await;
            }
        }
    });
    let watch = async {
        sleep(Duration::from_secs(2)).await;
        while Instant::now() + HONEST_ANSWER_TIMEOUT < until {
            wait_for_a_draw(&honest, &ledger, "an honest draw under the flood took").await;
            sleep(Duration::from_millis(500)).await;
        }
    };
    tokio::join!(flood, watch);
    wait_for_a_draw(&honest, &ledger, "an honest draw after the flood took").await;
}

/// A start that takes long to draw: a lost one in a game in which hardly any start is lost.
fn dear() -> GameRequest {
    let wanted = json!({"variant": "octal", "params": {"code": "0.77"}, "ending": "misere",
        "draw": {"difficulty": "hard", "won_by": "second"}});
    let known = || GameRequest::Preset(PresetName { preset: "3-4-5".into() });
    serde_json::from_value(wanted).unwrap_or_else(|_| known())
}

async fn wait_for_a_draw(honest: &Outsider, ledger: &super::Ledger, what: &str) {
    let wanted = json!({"variant": "nim", "ending": "normal", "draw": {"difficulty": "easy"}});
    let Ok(wanted) = serde_json::from_value(wanted) else { return };
    let began = Instant::now();
    let draw = async {
        let mut visitor = honest.enter().await?;
        visitor.seek(wanted, None).await
    };
    let drawn = timeout(HONEST_ANSWER_TIMEOUT, draw).await;
    let took = began.elapsed();
    ledger.note_time(what, took);
    let fine = matches!(drawn, Ok(Ok(Some(_))));
    ledger.must(
        fine,
        format!("{what} more than {} s, or was refused", HONEST_ANSWER_TIMEOUT.as_secs()),
    );
}

/// Nine connections request analyses and many log in, while honest players do both.
pub(crate) async fn floods(outsider: &Outsider, until: Instant) {
    let question = json!({"game": heaviest()});
    let login = json!({"name": "nobody", "password": "correct horse battery"});
    let asking = {
        let outsider = outsider.clone();
        repeat(9, until, move |_| {
            let (outsider, question) = (outsider.clone(), question.clone());
            async move { drop(outsider.post("/api/analysis", &question).await) }
        })
    };
    let entering = {
        let outsider = outsider.clone();
        repeat(60, until, move |number| {
            let (outsider, login) = (outsider.at(number + 2), login.clone());
            async move { drop(outsider.post("/api/login", &login).await) }
        })
    };
    tokio::join!(asking, entering, ask_honestly(outsider, until));
}

async fn ask_honestly(outsider: &Outsider, until: Instant) {
    let honest = outsider.honest();
    let game = json!({"text": "nim 3,4,5"});
    let (mut asked, mut answered) = (0_u32, 0_u32);
    sleep(Duration::from_secs(1)).await;
    while Instant::now() + HONEST_ANSWER_TIMEOUT < until {
        asked += 1;
        match timeout(HONEST_ANSWER_TIMEOUT, honest.post("/api/analysis", &game)).await {
            Ok(Ok(answer)) if answer.status == 200 => answered += 1,
            Ok(Ok(answer)) => outsider.ledger.note(format!("an analysis: {}", answer.status)),
            Ok(Err(error)) => outsider.ledger.note(format!("an analysis: {error}")),
            Err(_) => outsider.ledger.note("an analysis: no answer in time".to_owned()),
        }
        sleep(Duration::from_millis(300)).await;
    }
    sleep_until(until).await;
    outsider.ledger.note(format!("honest analyses: {answered} of {asked}"));
    let fine = answered * 10 >= asked * 9;
    outsider.ledger.must(fine, format!("honest analyses: {answered} of {asked} answered"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dear_draw_is_one() {
        assert!(matches!(dear(), GameRequest::Drawn(_)));
    }
}
