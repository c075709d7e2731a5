//! What an address of the page leads to, and its description, so that a shared game has a title, a
//! sentence and a picture.

use protocol::{GameView, Over, PlayerId, SeekId, Stage, TableId, TimeControl, TournamentId};
use rules::Seat;
use uuid::Uuid;

use crate::admission::ip_prefix::IpPrefix;
use crate::api::games;
use crate::api::page::subject::{Subject, game_in_short, name_of};
use crate::api::state::AppState;

/// The page that an address leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PageAddress {
    /// A page, by its first path segment, such as `ladder`; empty for home.
    Page(String),
    Table(TableId),
    Seek(SeekId),
    Player(PlayerId),
    Tournament(TournamentId),
}

impl PageAddress {
    /// Parses a path without its leading slash; `None` if it leads nowhere.
    pub(super) fn parse(path: &str) -> Option<PageAddress> {
        let mut parts = path.splitn(3, '/');
        let first = parts.next().unwrap_or_default();
        let second = parts.next().unwrap_or_default();
        let id = || second.parse::<Uuid>().ok();
        match first {
            "table" | "game" => id().map(|id| PageAddress::Table(TableId(id))),
            "seek" => id().map(|id| PageAddress::Seek(SeekId(id))),
            "player" => id().map(|id| PageAddress::Player(PlayerId(id))),
            "tournament" => id().map(|id| PageAddress::Tournament(TournamentId(id))),
            "learn" | "puzzles" | "tournaments" => Some(PageAddress::Page(first.to_owned())),
            "" | "new" | "watch" | "analysis" | "ladder" | "archive" | "account"
                if second.is_empty() =>
            {
                Some(PageAddress::Page(first.to_owned()))
            }
            _ => None,
        }
    }

    /// Describes the place without waiting: while the disk is busy, or when nothing is known, the
    /// description is that of any page.
    pub(super) async fn subject(&self, state: &AppState, from: IpPrefix) -> Subject {
        let known = match self {
            PageAddress::Page(name) => return Subject::page(name),
            PageAddress::Table(id) => table(state, *id).await,
            PageAddress::Seek(id) => seek(state, *id),
            PageAddress::Player(id) => player(state, *id).await,
            PageAddress::Tournament(id) => tournament(state, from, *id).await,
        };
        known.unwrap_or_else(|| Subject::page(self.kind()))
    }

    /// The first segment of its path.
    fn kind(&self) -> &str {
        match self {
            PageAddress::Page(name) => name,
            PageAddress::Table(_) => "",
            PageAddress::Seek(_) => "seek",
            PageAddress::Player(_) => "player",
            PageAddress::Tournament(_) => "tournament",
        }
    }
}

async fn table(state: &AppState, id: TableId) -> Option<Subject> {
    let game = games::find_now(state, id).await?;
    let names: Vec<String> = game.players.iter().map(|player| player.name.to_string()).collect();
    let about = match &game.over {
        None => format!("Being played: {} moves so far. Watch it live.", game.moves.len()),
        Some(over) => result(over, &names, game.moves.len()),
    };
    Some(Subject::game(names.join(" – "), about, &game.game))
}

fn result(over: &Over, names: &[String], moves: usize) -> String {
    let winner = |Seat(seat): &Seat| names.get(usize::from(*seat)).map(String::as_str);
    let winners: Vec<&str> = over.winners.iter().filter_map(winner).collect();
    match winners.is_empty() {
        true => "Called off.".to_owned(),
        false => format!("{} won after {moves} moves. See where it turned.", winners.join(", ")),
    }
}

fn seek(state: &AppState, id: SeekId) -> Option<Subject> {
    let seek = state.hub.seek_by_id(id)?;
    let title = format!("{} invites you", seek.by.name);
    let clock = seek.offer.clock.map_or("no clock".to_owned(), clock_in_short);
    let (start, variant) = match &seek.offer.game {
        GameView::Start(setup) => (game_in_short(setup), setup.variant().name().to_owned()),
        GameView::Drawn(drawn) => (name_of(&drawn.variant).to_owned(), drawn.variant.clone()),
    };
    let about = format!("A game of {start}, {clock}. Open the link to play.");
    Some(Subject { title, about, variant, lines: vec![start, clock] })
}

async fn player(state: &AppState, id: PlayerId) -> Option<Subject> {
    let name = state.hub.identities.name_of(id).await.ok()??;
    let about = format!("The games and ratings of {name}.");
    let (title, variant) = (name.to_string(), "nim".to_owned());
    Some(Subject { title, lines: vec![about.clone()], about, variant })
}

async fn tournament(state: &AppState, from: IpPrefix, id: TournamentId) -> Option<Subject> {
    let view = state.hub.tournaments.view(state.hub.store(), from, id).await.ok()?;
    let first = view.plan.courses.first()?;
    let variant = first.variant.name();
    let stage = match view.stage {
        Stage::Open => "open for entries",
        Stage::Running => "being played",
        Stage::Finished => "over",
        Stage::Cancelled => "called off",
    };
    let about = format!("A tournament of {}, {stage}.", name_of(variant));
    let (title, lines) = (view.plan.name.to_string(), vec![about.clone()]);
    Some(Subject { title, about, variant: variant.to_owned(), lines })
}

/// For example "3+2", "10 s a move", "1 d a move".
fn clock_in_short(clock: TimeControl) -> String {
    let stock = |base: u32, step: u32| format!("{}+{}", f64::from(base) / 60_000.0, step / 1000);
    match clock {
        TimeControl::Fischer { base_ms, increment_ms } => stock(base_ms, increment_ms),
        TimeControl::Bronstein { base_ms, delay_ms } | TimeControl::Delay { base_ms, delay_ms } => {
            stock(base_ms, delay_ms)
        }
        TimeControl::Byoyomi { base_ms, periods, period_ms } => {
            format!("{}+{periods}×{}", f64::from(base_ms) / 60_000.0, period_ms / 1000)
        }
        TimeControl::Move { ms } => format!("{} s a move", ms / 1000),
        TimeControl::Days { days } => format!("{days} d a move"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::session::tests::house::{House, begin, offer, resigned};

    #[test]
    fn most_pages_have_none_below_them() {
        for page in ["", "new", "watch", "analysis", "ladder", "archive", "account"] {
            assert!(PageAddress::parse(page).is_some(), "{page}");
            assert!(PageAddress::parse(&format!("{page}/nim")).is_none(), "{page}");
        }
        for page in ["learn", "puzzles", "tournaments"] {
            assert!(PageAddress::parse(&format!("{page}/nim")).is_some(), "{page}");
        }
        assert!(PageAddress::parse("nowhere").is_none());
    }

    #[tokio::test]
    async fn a_shared_address_says_what_is_there() {
        let house = House::open();
        let [mut ada, mut bob] = house.guests([1, 2]).await;
        let registered = house.registered(3).await.id();
        let seek = ada.ask_for(offer(json!({})), "seeking", "seek").await;
        let clock = json!({"kind": "fischer", "base_ms": 180_000, "increment_ms": 2_000});
        let timed = ada.ask_for(offer(json!({"clock": clock})), "seeking", "seek").await;
        let running = begin(&mut ada, &mut bob, json!({})).await;
        let ended = resigned(&mut ada, &mut bob).await;
        let founder = (ada.id(), ada.connection().prefix);
        let plan = serde_json::from_value(json!({
            "name": "Cup", "format": {"kind": "round_robin"}, "entrants": 4,
            "begin": {"when": "full"}, "courses": [{"variant": "nim", "size": 6}],
        }));
        let tournaments = &house.hub.tournaments;
        let cup = tournaments.create(&*house.hub, founder, plan.expect("a plan"), None).await;
        let cup = serde_json::to_value(cup.expect("created")).expect("JSON")["tournament"].clone();
        let state = AppState::new(std::sync::Arc::clone(&house.hub), None);
        let id = |id: &serde_json::Value| id.as_str().expect("an id").to_owned();
        for (path, title, about) in [
            (format!("table/{}", id(&running)), "player 1 – player 2", "0 moves so far"),
            (format!("table/{}", id(&ended)), "player 1 – player 2", "player 2 won after 0 moves"),
            (format!("seek/{}", id(&seek)), "player 1 invites you", "no clock"),
            (format!("seek/{}", id(&timed)), "player 1 invites you", "3+2"),
            (format!("player/{}", registered.0), "Ada 3", "games and ratings of Ada 3"),
            (format!("tournament/{}", id(&cup)), "Cup", "open for entries"),
        ] {
            let address = PageAddress::parse(&path).expect("it leads somewhere");
            let subject = address.subject(&state, founder.1).await;
            assert_eq!(subject.title, title, "{path}");
            assert!(subject.about.contains(about), "{path}: {}", subject.about);
        }
        let nobody = PageAddress::Player(PlayerId(Uuid::nil())).subject(&state, founder.1).await;
        assert_eq!(nobody.title, Subject::page("player").title);
    }
}
