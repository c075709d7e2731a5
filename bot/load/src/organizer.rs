//! The organizer of a load's tournaments: makes them, lets them begin, waits for their ends, and
//! compares the standings with the games that the entrants saw.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use bot::ServerUrl;
use bot::http::HttpRequest;
use protocol::limits::{
    MAX_ARENA, MAX_COURSES, MAX_LISTED_BYTES, MAX_LISTED_STARTS, MAX_RUNNING, MAX_TOURNAMENT_PAIRS,
    MAX_TOURNAMENTS_PER_PLAYER, MIN_ARENA,
};
use protocol::{Secret, Stage, TournamentId, TournamentView};
use rules::Setup;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep, sleep_until};

use crate::arena::{LoadArena, MAX_ENTRANTS};
use crate::swarm::Swarm;

/// The running time of a tournament besides the measurement: warming up, and reaching the end
/// while it still runs.
const MARGIN: Duration = Duration::from_secs(3);

/// The interval between looks at tournaments that are about to end.
const LOOK_EVERY: Duration = Duration::from_millis(250);

/// The accounts that own the load's tournaments, and the tournaments.
#[derive(Debug)]
pub(crate) struct Organizer {
    url: ServerUrl,
    accounts: Vec<OrganizerAccount>,
    pub(crate) arenas: Vec<Arc<LoadArena>>,
    /// When the last of them began, plus its length.
    time_up: OnceLock<Instant>,
}

#[derive(Debug)]
struct OrganizerAccount {
    token: Secret,
    password: String,
}

#[derive(Deserialize)]
struct Registered {
    token: Secret,
}

#[derive(Deserialize)]
struct CreatedArena {
    tournament: TournamentId,
    organizer: Secret,
}

impl Organizer {
    /// Makes tournaments for this many entrants.
    ///
    /// # Errors
    /// In words, when the load is too long for one, has no game for two, or the server refuses.
    pub(crate) async fn create(
        swarm: &Swarm,
        url: &ServerUrl,
        entrants: usize,
    ) -> Result<Organizer, String> {
        let (accounts, arenas, time_up) = (Vec::new(), Vec::new(), OnceLock::new());
        let mut organizer = Organizer { url: url.clone(), accounts, arenas, time_up };
        if let Err(why) = organizer.make_all(swarm, entrants).await {
            organizer.cancel().await;
            organizer.leave().await;
            return Err(why);
        }
        Ok(organizer)
    }

    async fn make_all(&mut self, swarm: &Swarm, entrants: usize) -> Result<(), String> {
        let count = entrants.div_ceil(MAX_ENTRANTS);
        if count == 0 {
            return Ok(());
        }
        let body = json!({ "plan": plan(swarm, entrants.div_ceil(count))? });
        for number in 0..count {
            if number % MAX_TOURNAMENTS_PER_PLAYER == 0 {
                self.accounts.push(register(&self.url).await?);
            }
            let owner = self.accounts.last().map(|account| account.token);
            let CreatedArena { tournament, organizer } =
                post(&self.url, "/api/tournaments", owner, &body).await?;
            self.arenas.push(Arc::new(LoadArena::new(tournament, organizer)));
        }
        Ok(())
    }

    /// The tournament of an entrant, by their number among all entrants.
    pub(crate) fn arena(&self, entrant: usize) -> Option<&Arc<LoadArena>> {
        self.arenas.get(entrant % self.arenas.len().max(1))
    }

    /// Lets all tournaments begin.
    ///
    /// # Errors
    /// In words, when the server refuses.
    pub(crate) async fn begin(&self, swarm: &Swarm) -> Result<(), String> {
        for arena in &self.arenas {
            arena.begin(Instant::now());
            self.order(arena, "begin").await?;
        }
        // Only the first of two attempts would count, and there is one.
        let _ = self.time_up.set(Instant::now() + length(swarm));
        Ok(())
    }

    /// Waits until no tournament begins another pair.
    pub(crate) async fn time_up(&self) {
        if let Some(&time_up) = self.time_up.get() {
            sleep_until(time_up).await;
        }
    }

    /// Waits until all tournaments are over, and returns their last states.
    ///
    /// # Errors
    /// In words, when the server does not answer.
    pub(crate) async fn all_over(&self) -> Result<Vec<TournamentView>, String> {
        let mut over = Vec::with_capacity(self.arenas.len());
        for arena in &self.arenas {
            over.push(loop {
                let view = self.view(arena).await?;
                if matches!(view.stage, Stage::Finished | Stage::Cancelled) {
                    break view;
                }
                sleep(LOOK_EVERY).await;
            });
        }
        Ok(over)
    }

    /// What the standings say differently from the entrants, in words.
    pub(crate) fn wrong_standings(&self, over: &[TournamentView]) -> Vec<String> {
        let mut wrong = Vec::new();
        for (arena, view) in self.arenas.iter().zip(over) {
            if view.stage == Stage::Cancelled || u64::from(view.pairs) >= MAX_TOURNAMENT_PAIRS {
                wrong.push(format!("tournament {} was over before the load", arena.id));
            }
            for standing in &view.standings {
                let entrant = view.entrants.iter().find(|one| one.number == standing.number);
                let Some(entrant) = entrant else { continue };
                let (told, seen) = (standing.games, arena.games(entrant.player));
                if told != seen {
                    wrong.push(format!(
                        "tournament {}: {} has won and lost {told:?} games in the standings, and \
                         {seen:?} as they saw it",
                        arena.id, entrant.name
                    ));
                }
            }
        }
        wrong
    }

    /// Cancels the tournaments of a load that ended early.
    pub(crate) async fn cancel(&self) {
        for arena in &self.arenas {
            if let Err(why) = self.order(arena, "cancel").await {
                tracing::debug!(why, "a tournament was not cancelled");
            }
        }
    }

    /// Deletes the accounts that own the tournaments. A server that is gone keeps them.
    pub(crate) async fn leave(&self) {
        for OrganizerAccount { token, password } in &self.accounts {
            let body = json!({ "password": password });
            if let Err(why) = send(&self.url, "/api/account/delete", Some(*token), &body).await {
                tracing::warn!(why, "the organizer's account remains");
            }
        }
    }

    async fn order(&self, arena: &LoadArena, order: &str) -> Result<(), String> {
        let body = json!({ "organizer": arena.organizer });
        let path = format!("/api/tournaments/{}/{order}", arena.id);
        send(&self.url, &path, None, &body).await.map(drop)
    }

    async fn view(&self, arena: &LoadArena) -> Result<TournamentView, String> {
        let path = format!("/api/tournaments/{}", arena.id);
        let request = HttpRequest { method: "GET", path: &path, ..HttpRequest::default() };
        let answer = request.send(&self.url).await.map_err(|why| format!("{path}: {why}"))?;
        match answer.status {
            200 => serde_json::from_str(&answer.body).map_err(|why| format!("{path}: {why}")),
            status => Err(format!("{path}: HTTP {status}")),
        }
    }
}

/// The plan of each tournament: an arena that lasts a little longer than the measurement.
fn plan(swarm: &Swarm, entrants: usize) -> Result<Value, String> {
    let length = length(swarm);
    if length > MAX_ARENA {
        return Err("a tournament lasts a day at most".to_owned());
    }
    let (courses, starts) = starts(&swarm.games);
    if starts.is_empty() {
        return Err("tournaments are for games with two players".to_owned());
    }
    Ok(json!({
        "name": "Load test",
        "format": { "kind": "arena", "seconds": length.as_secs() },
        "courses": courses,
        "starts": { "list": starts, "drawn": true },
        "clock": swarm.clock,
        "entrants": entrants.max(2),
        "running": MAX_RUNNING,
    }))
}

/// The running time of a tournament.
fn length(swarm: &Swarm) -> Duration {
    (Duration::from_secs(swarm.seconds()) + MARGIN).max(MIN_ARENA)
}

/// The courses and starts of these games, as far as a tournament takes so many.
fn starts(games: &[Setup]) -> (Vec<Value>, BTreeSet<String>) {
    let (mut courses, mut starts, mut bytes) = (Vec::new(), BTreeSet::new(), 0);
    for game in games.iter().filter(|game| game.variant().rules().seats() == 2) {
        let (variant, start) = (game.variant(), game.to_string());
        let course = json!({
            "variant": variant.name(), "params": variant.params(), "ending": game.ending()
        });
        let is_known = courses.contains(&course);
        let fits = bytes + start.len() <= MAX_LISTED_BYTES && starts.len() < MAX_LISTED_STARTS;
        if !fits || (!is_known && courses.len() == MAX_COURSES) {
            continue;
        }
        if !is_known {
            courses.push(course);
        }
        bytes += start.len();
        starts.insert(start);
    }
    (courses, starts)
}

async fn register(url: &ServerUrl) -> Result<OrganizerAccount, String> {
    let password = Secret::new(rand::random()).reveal();
    let name = format!("Load test {:08x}", rand::random::<u32>());
    let body = json!({ "name": name, "password": password });
    let Registered { token } = post(url, "/api/register", None, &body).await?;
    Ok(OrganizerAccount { token, password })
}

async fn post<T: DeserializeOwned>(
    url: &ServerUrl,
    path: &str,
    token: Option<Secret>,
    body: &Value,
) -> Result<T, String> {
    let answer = send(url, path, token, body).await?;
    serde_json::from_str(&answer).map_err(|why| format!("{path}: {why}"))
}

/// Posts a request, which must succeed, and returns the answer.
async fn send(
    url: &ServerUrl,
    path: &str,
    token: Option<Secret>,
    body: &Value,
) -> Result<String, String> {
    let bearer = token.map(|token| format!("Bearer {}", token.reveal()));
    let headers: Vec<(&str, &str)> =
        bearer.iter().map(|bearer| ("Authorization", bearer.as_str())).collect();
    let body = body.to_string();
    let request = HttpRequest { method: "POST", path, headers: &headers, body: &body, from: None };
    let answer = request.send(url).await.map_err(|why| format!("{path}: {why}"))?;
    match answer.status {
        200..300 => Ok(answer.body),
        status => Err(format!("{path}: HTTP {status} {}", answer.body.trim())),
    }
}

#[cfg(test)]
mod tests {
    use protocol::Plan;

    use super::*;

    fn games(games: impl IntoIterator<Item: AsRef<str>>) -> Vec<Setup> {
        games.into_iter().map(|game| game.as_ref().parse().expect("a game")).collect()
    }

    fn swarm(games: &[&str], seconds: u64) -> Swarm {
        Swarm {
            games: self::games(games),
            stages: None,
            duration: Duration::from_secs(seconds),
            ..Swarm::default()
        }
    }

    #[test]
    fn a_plan_is_within_the_servers_limits_and_outlasts_the_load() {
        let games = ["nim 3,4,5", "nim 1,2,3", "misere nim 3,4,5", "octal(0.77) 7"];
        let plan = plan(&swarm(&games, 60), 8).expect("a plan");
        let plan: Plan = serde_json::from_value(plan).expect("a plan");
        let plan = plan.checked().expect("within the limits");
        let starts = plan.starts.expect("it lists them").list;
        assert_eq!((plan.courses.len(), starts.len(), plan.entrants), (3, 4, 8));
        assert!(plan.format.is_arena() && 2 * plan.running as usize == MAX_ENTRANTS, "all play");
        for (seconds, games) in
            [(90_000, &games[..]), (60, &["game21_nplayer(players=3;step=3;target=21) 0"])]
        {
            assert!(super::plan(&swarm(games, seconds), 8).is_err(), "{seconds} {games:?}");
        }
    }

    #[test]
    fn each_course_is_listed_once_and_each_start_of_two_players() {
        let many = "game21_nplayer(players=3;step=3;target=21) 0";
        let (courses, listed) =
            starts(&games(["nim 1,2", "nim 3,4", "misere nim 1,2", many, "nim 1,2", "grundy 7"]));
        let course = |variant, ending| json!({"variant": variant, "params": {}, "ending": ending});
        let known = [course("nim", "normal"), course("nim", "misere"), course("grundy", "normal")];
        assert_eq!(courses, known);
        assert_eq!(
            listed,
            ["grundy 7", "misere nim 1,2", "nim 1,2", "nim 3,4"].map(str::to_owned).into()
        );
    }

    #[test]
    fn no_more_is_listed_than_a_tournament_takes() {
        let long = |n: u64| format!("nim {n}{}", ",9007199254740991".repeat(900));
        let (_, listed) = starts(&games((0..10).map(long)));
        let bytes: usize = listed.iter().map(String::len).sum();
        assert!(bytes <= MAX_LISTED_BYTES && bytes + long(0).len() > MAX_LISTED_BYTES, "{bytes}");
        let short = games((1..3 * MAX_LISTED_STARTS).map(|n| format!("nim {n}")));
        assert_eq!(starts(&short).1.len(), MAX_LISTED_STARTS);
        let other = games((2..3 * MAX_COURSES).map(|n| format!("subtraction(1,{n}) 9")));
        assert_eq!(starts(&other).0.len(), MAX_COURSES);
    }
}
