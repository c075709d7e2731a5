//! What the server says over HTTP when all games are over: the referee's last
//! witness.

use protocol::TableId;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::account::Kept;
use crate::desk::Desk;
use crate::ladder::{Ladder, Line};
use bot::http::request;

/// Pages of the list of all rated bouts that are read.
const MAX_PAGES: usize = 5_000;

/// What became of the ratings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Ratings {
    /// Bouts that were rated again, in the server's order.
    pub bouts: usize,
    /// Ratings that came out, and were compared.
    pub standings: usize,
    /// Why they were not followed, or not to the end.
    pub note: Option<String>,
}

/// Games of which one player did not hear the end, because he was away for it,
/// are compared with what the server keeps. Where nobody was cut off on purpose,
/// nobody was away.
pub(crate) async fn look_up(desk: &Desk) {
    for (table, account) in desk.lonely() {
        let (seat, reason) = (account.seat, account.over.reason);
        if desk.swarm.faults.is_empty() {
            desk.finding(format!(
                "table {table}: only {seat:?} heard that it is over ({reason:?})"
            ));
        }
        match kept(desk, table).await {
            Ok(kept) => desk.half_heard(table, &account, &kept),
            Err(why) => desk.finding(format!("table {table}: the server does not tell it: {why}")),
        }
    }
}

/// Works all ratings out again; everything that the server has otherwise is a
/// finding.
pub(crate) async fn follow_ratings(desk: &Desk) -> Ratings {
    let mut ladder = Ladder::default();
    let note = try_to_follow(desk, &mut ladder).await.err();
    Ratings { bouts: ladder.bouts(), standings: ladder.standings(), note }
}

/// The error says why it cannot be done.
async fn try_to_follow(desk: &Desk, ladder: &mut Ladder) -> Result<(), String> {
    let seen = desk.rated_pairs();
    let mut after = 0;
    for _ in 0..MAX_PAGES {
        let page = bouts_after(desk, after).await?;
        let Some(last) = page.last() else { break };
        after = last.number;
        if page.iter().any(Line::is_with_the_house) {
            return Err("house bots have played, whose ratings are pinned".to_owned());
        }
        for line in page {
            let pair = seen.get(&protocol::PairId(line.bout));
            let wrong = ladder.follow(&line, pair);
            wrong.into_iter().for_each(|what| desk.finding(format!("bout {}: {what}", line.bout)));
        }
    }
    for (pair, games) in &seen {
        let decided = games.iter().flatten().filter(|game| !game.winners.is_empty()).count();
        if decided == 2 && !ladder.knows(pair.0) {
            desk.finding(format!("pair {pair}: both games are over, and it was not rated"));
        }
    }
    let mut wrong = Vec::new();
    for board in ladder.boards() {
        let ranking: Vec<_> = get(desk, &format!("/api/ladder?board={board}")).await?;
        wrong.extend(ladder.compare_board(board, &ranking));
    }
    if !bouts_after(desk, after).await?.is_empty() {
        return Err("others went on playing, so the rankings were not compared".to_owned());
    }
    wrong.into_iter().for_each(|what| desk.finding(what));
    Ok(())
}

async fn bouts_after(desk: &Desk, number: i64) -> Result<Vec<Line>, String> {
    get(desk, &format!("/api/ladder/bouts?after={number}")).await
}

async fn kept(desk: &Desk, table: TableId) -> Result<Kept, String> {
    get(desk, &format!("/api/games/{table}")).await
}

async fn get<T: DeserializeOwned>(desk: &Desk, path: &str) -> Result<T, String> {
    let answer = request(&desk.url, "GET", path, "").await;
    match answer.map_err(|why| format!("{path}: {why}"))? {
        (200, body) => serde_json::from_str(&body).map_err(|why| format!("{path}: {why}")),
        (status, _) => Err(format!("{path}: HTTP {status}")),
    }
}
