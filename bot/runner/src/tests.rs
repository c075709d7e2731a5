use serde_json::{Value, json};

use super::*;
use fake::FakeHttp;

const TOURNAMENT: &str = "00000000-0000-0000-0000-000000000007";

fn plan() -> Plan {
    let plan = json!({
        "name": "Cup", "format": {"kind": "knockout"}, "courses": [{"variant": "nim"}], "each": 3
    });
    serde_json::from_value(plan).expect("a plan")
}

/// A tournament at this stage with this many entrants.
fn view(stage: &str, entrants: usize) -> String {
    let entrant = |number| {
        json!({"number": number, "player": TOURNAMENT, "name": "Ada", "kind": "bot",
               "entered": number})
    };
    let entrants: Vec<Value> = (1..=entrants).map(entrant).collect();
    json!({
        "tournament": TOURNAMENT, "plan": plan(), "stage": stage, "commitment": "c", "key": "k",
        "entrants": entrants, "standings": [], "rounds": 0, "played": 0, "pairs": 0,
        "elapsed_ms": 0,
    })
    .to_string()
}

fn secret(digit: &str) -> String {
    digit.repeat(64)
}

/// A server that registers an account and makes a tournament.
async fn server(status: u16) -> FakeHttp {
    FakeHttp::start(move |what| match what {
        "POST /api/register" => (201, json!({"token": secret("a")}).to_string()),
        "POST /api/tournaments" if status == 201 => {
            let (organizer, commitment) = (secret("b"), "bound");
            let made = json!({
                "tournament": TOURNAMENT, "organizer": organizer, "commitment": commitment
            });
            (status, made.to_string())
        }
        _ => (status, "no room".to_owned()),
    })
    .await
}

fn entrants(list: &str) -> Vec<(Entrant, Option<DeclaredProgram>)> {
    Entrant::list(list).expect("a list").into_iter().map(|entrant| (entrant, None)).collect()
}

#[tokio::test]
async fn a_tournament_is_made_with_all_that_its_entrants_need() {
    let server = server(201).await;
    let mut entrants = entrants("perfect,random,remote:Eve");
    let said = DeclaredProgram { seed: Some(5), ..DeclaredProgram::default() };
    entrants[1].1 = Some(said.clone());
    let plan = plan();
    let create = |chosen| TournamentRun::create(&server.url, &plan, entrants.clone(), 40, chosen);
    let run = create(true).await.expect("it is made");
    assert_eq!((run.tournament.0.as_u128(), run.seed, run.each), (7, 40, 3));
    assert_eq!((run.organizer.reveal(), run.commitment.as_str()), (secret("b"), "bound"));
    let names: Vec<&str> = run.entrants.iter().map(|(entrant, _)| entrant.name.as_str()).collect();
    assert_eq!(names, ["perfect", "random", "Eve"]);
    let secrets = run.entrants.iter().map(|(_, secret)| secret.reveal());
    let secrets = secrets.chain(run.keys.iter().map(|key| key.reveal()));
    let secrets: std::collections::BTreeSet<String> = secrets.collect();
    assert_eq!((secrets.len(), run.nonces.len()), (6, 3), "each has their own");
    assert_eq!(run.programs, [level_declared(40), said, level_declared(42)]);
    let [registered, made] = &server.seen()[..] else { panic!("{:?}", server.seen()) };
    let account = &registered.body;
    let name = account["name"].as_str().expect("a name");
    let letters = name.strip_prefix("Organizer ").unwrap_or_default();
    assert!(letters.len() == 8 && letters.bytes().all(|b| b.is_ascii_lowercase()), "{name}");
    assert!(made.head.contains(&format!("Authorization: Bearer {}\r\n", secret("a"))));
    let body = &made.body;
    assert_eq!(body["plan"], serde_json::to_value(&plan).expect("JSON"));
    let chosen = body["seed"].clone();
    assert!(chosen.is_string());
    create(true).await.expect("it is made");
    create(false).await.expect("it is made");
    let seeds: Vec<Value> = [3, 5].map(|at| server.seen()[at].body["seed"].clone()).into();
    assert_eq!(seeds, [chosen, Value::Null], "chosen, it follows from the seed");
}

#[tokio::test]
async fn refusals_are_passed_on() {
    let refused = |failed: Failed| failed.to_string();
    let server = server(429).await;
    let made = TournamentRun::create(&server.url, &plan(), entrants("perfect"), 1, false).await;
    assert_eq!(refused(made.expect_err("no room")), "the server refuses: no room");
    let run = run_of("remote:Eve");
    let export = run.export(&server.url).await;
    assert_eq!(refused(export.expect_err("no room")), "the server refuses: no room");
    let view = run.view(&server.url).await;
    assert_eq!(refused(view.expect_err("no room")), "the server refuses: no room");
    let full = FakeHttp::start(|_| (503, "full".to_owned())).await;
    assert_eq!(refused(account(&full.url).await.expect_err("full")), "the server refuses: full");
}

fn run_of(list: &str) -> TournamentRun {
    let entrants = entrants(list).into_iter().map(|(entrant, _)| (entrant, Secret::new([3; 32])));
    TournamentRun {
        tournament: TOURNAMENT.parse().map(TournamentId).expect("an id"),
        organizer: Secret::new([1; 32]),
        entrants: entrants.collect(),
        seed: 1,
        each: 1,
        commitment: String::new(),
        nonces: Vec::new(),
        keys: Vec::new(),
        programs: Vec::new(),
    }
}

/// Two remote entrants enter one after the other; the server restarts once; then it is over.
#[tokio::test]
async fn a_tournament_is_watched_to_its_end() {
    for (last, ends) in [("finished", true), ("cancelled", false)] {
        let answers = [("open", 0), ("open", 1), ("open", 2), ("", 0), ("running", 2), (last, 2)];
        let mut answers = answers.into_iter();
        let server = FakeHttp::start(move |what| {
            assert_eq!(what, format!("GET /api/tournaments/{TOURNAMENT}"));
            match answers.next().expect("nobody asks after the end") {
                ("", _) => (502, String::new()),
                (stage, entrants) => (200, view(stage, entrants)),
            }
        })
        .await;
        let run = run_of("remote:Ada,remote:Eve");
        let limits = ProgramSpec {
            command: String::new(),
            move_time: Duration::from_secs(1),
            memory_mb: None,
            show_errors: false,
            dir: None,
            env: Vec::new(),
            log: None,
        };
        let mut stages = Vec::new();
        let see = |view: &TournamentView| stages.push(view.stage);
        let played = run.play(&server.url, &limits, see, |error| panic!("{error:?}")).await;
        match played {
            Ok(view) => assert!(ends && view.stage == Stage::Finished),
            Err(why) => assert!(!ends && matches!(why, Failed::Cancelled), "{why}"),
        }
        assert_eq!((stages.len(), stages[0], server.seen().len()), (2, Stage::Running, 6));
    }
}

#[tokio::test]
async fn an_entrant_who_does_not_come_is_named() {
    let server = FakeHttp::start(|_| (200, view("open", 1))).await;
    let run = run_of("remote:Ada,remote:Eve");
    run.await_entry(&server.url, 1, Duration::ZERO).await.expect("the first is there");
    let late = run.await_entry(&server.url, 2, Duration::ZERO).await.expect_err("no second");
    assert_eq!(late.to_string(), "Eve cannot play: it has not come in time");
}

#[tokio::test]
async fn the_signed_file_is_passed_on_as_it_is() {
    let path = format!("GET /api/tournaments/{TOURNAMENT}/export");
    let server = FakeHttp::start(move |what| {
        assert_eq!(what, path);
        (200, "{}\n{}\n".to_owned())
    })
    .await;
    assert_eq!(run_of("random").export(&server.url).await.expect("a file"), "{}\n{}\n");
}

/// Stable across versions: FNV-1a, computed by another program.
#[test]
fn choices_depend_on_seed_setup_and_seat_alone() {
    let setup: Setup = "nim 3,4,5".parse().expect("a setup");
    let seeds = [(7, 0), (7, 1), (8, 0)].map(|(seed, seat)| choices(seed, &setup, Seat(seat)));
    assert_eq!(seeds, [0x6aa5_3e07_67f2_f328, 0xb98d_9749_953e_eaef, 0x4182_25e4_499c_04e5]);
}

#[test]
fn a_level_declares_its_seed_as_far_as_everybody_reads_it() {
    let most = DeclaredProgram::MAX_SEED;
    for (seed, declared) in [(0, Some(0)), (most, Some(most)), (most + 1, None)] {
        let DeclaredProgram { version, seed, deterministic } = level_declared(seed);
        assert_eq!((seed, deterministic), (declared, true));
        assert_eq!(version.expect("one").to_string(), env!("CARGO_PKG_VERSION"));
    }
}
