//! Attacks with games: as many tables as possible, for as long as possible, with starts as long as
//! possible.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use bot::Disconnect;
use protocol::{GameRequest, TimeControl};
use rules::{Draft, Ending, MAX_HEAPS, MAX_NUMBER, Setup};
use serde_json::json;
use tokio::time::{Instant, sleep};

use super::repeat;
use crate::outsider::Outsider;

/// Running games that one address may have: a school plays a few hundred.
const MOST_TABLES: u64 = 2_500;

/// The most bytes of games that one address may make the server store during a siege.
const MOST_KEPT: u64 = 64 << 20;

/// The length of the longest start in JSON, in bytes.
const LONG_START: u64 = 17_000;

pub(crate) async fn tables(outsider: &Outsider, until: Instant) {
    let (crowd, opened) = (outsider.clone(), Arc::new(AtomicU64::new(0)));
    let opening = repeat(12, until, move |_| {
        let (outsider, opened) = (crowd.clone(), Arc::clone(&opened));
        async move { drop(open_tables(&outsider, &opened, until).await) }
    });
    let readers = outsider.clone();
    let reading = repeat(20, until, move |number| {
        let outsider = readers.at(number + 2);
        async move { drop(outsider.get("/api/tables").await) }
    });
    tokio::join!(opening, reading);
    let (ledger, honest) = (&outsider.ledger, outsider.honest());
    let tables = match honest.get("/api/tables").await {
        Ok(answer) => {
            let bytes = answer.body.len();
            ledger.must(bytes < 512 << 10, format!("GET /api/tables answers {bytes} bytes"));
            bytes
        }
        Err(_) => 0,
    };
    ledger.note(format!("GET /api/tables: {tables} bytes"));
}

/// A throwaway pair opens tables until it is refused, starting with clocks of several days.
/// `opened` counts the tables of all pairs.
async fn open_tables(
    outsider: &Outsider,
    opened: &AtomicU64,
    until: Instant,
) -> Result<(), Disconnect> {
    let (mut one, mut other) = (outsider.enter().await?, outsider.enter().await?);
    let days = Some(TimeControl::Days { days: 14 });
    for number in 0.. {
        if Instant::now() >= until {
            break;
        }
        let clock = if number % 2 == 0 { days } else { None };
        let game = "nim 3,5,7".parse::<Setup>().expect("a game");
        let Some(seek) = one.seek(GameRequest::Start(game.into()), clock).await? else {
            if clock.is_some() {
                continue;
            }
            return Ok(());
        };
        if !other.accept(seek).await? {
            return Ok(());
        }
        let ledger = &outsider.ledger;
        ledger.must(clock.is_none(), "guests opened a table for days");
        let opened = opened.fetch_add(1, Ordering::Relaxed) + 1;
        ledger.must(opened <= MOST_TABLES, format!("one address opened {MOST_TABLES} tables"));
    }
    Ok(())
}

pub(crate) async fn disk(outsider: &Outsider, until: Instant) {
    let (crowd, games) = (outsider.clone(), Arc::new(AtomicU64::new(0)));
    let played = Arc::clone(&games);
    repeat(12, until, move |_| {
        let (outsider, games) = (crowd.clone(), Arc::clone(&played));
        async move {
            if keep_games(&outsider, &games, until).await.is_err() {
                sleep(Duration::from_millis(100)).await;
            }
        }
    })
    .await;
    let kept = games.load(Ordering::Relaxed) * LONG_START;
    outsider.ledger.note(format!("{} MB of starts kept", kept >> 20));
    let what = format!("one address had more than {} MB kept", MOST_KEPT >> 20);
    outsider.ledger.must(kept <= MOST_KEPT, what);
}

async fn keep_games(
    outsider: &Outsider,
    games: &AtomicU64,
    until: Instant,
) -> Result<(), Disconnect> {
    let (mut one, mut other) = (outsider.enter().await?, outsider.enter().await?);
    while Instant::now() < until {
        let Some(seek) = one.seek(GameRequest::Start(long_start()), None).await? else { break };
        if !other.accept(seek).await? {
            break;
        }
        let table = one.seated().await?;
        games.fetch_add(1, Ordering::Relaxed);
        one.resign(table).await?;
    }
    Ok(())
}

fn long_start() -> Draft {
    let start = json!({"heaps": vec![MAX_NUMBER; MAX_HEAPS]});
    let start = serde_json::from_value(start).expect("heaps are a position");
    Draft { variant: "nim".into(), params: json!({}), ending: Ending::Normal, start }
}
