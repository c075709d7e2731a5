use std::time::Duration;

use super::*;
use crate::latency::Latency;
use crate::stages::Stages;

/// Two seconds, in the second of which everything takes longer.
fn seconds() -> Vec<Second> {
    let latency = |p50_us, p99_us| Latency { p50_us, p99_us, ..Latency::default() };
    let second = |second: u64| Second {
        second,
        moves: 40,
        answer: latency(2_000 * second, 30_000),
        opponent: latency(3_000, 40_000 * second),
        load_cores: 0.5,
        server_cores: Some(0.25),
        server_bytes: Some(2_000_000 * second),
        ..Second::default()
    };
    vec![second(1), second(2)]
}

/// The plot with this caption.
fn figure<'a>(page: &'a str, caption: &str) -> &'a str {
    let (_, from) = page.split_once(&format!("<figcaption>{caption}<")).expect("the plot");
    from.split_once("</figure>").expect("its end").0
}

/// What the plot shows, as told to those who cannot see it.
fn label(figure: &str) -> &str {
    let (_, from) = figure.split_once("aria-label=\"").expect("a label");
    from.split_once('"').expect("its end").0
}

/// The numbers of the vertical axis.
fn ticks(figure: &str) -> Vec<&str> {
    let texts = figure.split("text-anchor=\"end\">").skip(1);
    let mut texts: Vec<&str> = texts.filter_map(|text| text.split('<').next()).collect();
    assert!(texts.pop().is_some(), "the last is the name of the other axis");
    texts
}

fn lines(figure: &str) -> usize {
    figure.matches("stroke-width=\"2\"").count()
}

#[test]
fn latencies_are_shown_in_milliseconds_and_the_loads_own_lateness_is_not_the_servers() {
    let mut outcome = LoadOutcome { seconds: seconds(), ..LoadOutcome::default() };
    for measure in [Measure::Answer, Measure::Watch, Measure::Lateness] {
        outcome.latencies.entry(measure).or_default().record(Duration::from_millis(1));
    }
    let page = outcome.page();
    let tails = figure(&page, "Share slower than a number of milliseconds");
    assert_eq!(label(tails), "% slower over ms: due to own answer, due to spectator&#x27;s state");
    let latency = figure(&page, "Latency, second by second");
    let label = label(latency);
    assert!(label.starts_with("ms over seconds: own answer, p50, own answer, p99, "), "{label}");
    assert_eq!((ticks(latency), lines(latency)), (vec!["1", "10", "100"], 4));
    assert!(page.contains("<td class=\"t\">the load&#x27;s own lateness</td>"));
}

#[test]
fn what_happened_and_what_it_cost_is_shown_second_by_second() {
    let mut outcome = LoadOutcome { seconds: seconds(), ..LoadOutcome::default() };
    let page = outcome.page();
    let moves = figure(&page, "What happened in each second");
    assert_eq!(label(moves), "a second over seconds: moves, games ended, connections lost");
    assert_eq!(ticks(moves), ["0", "10", "20", "30", "40"]);
    let cores = figure(&page, "Cores kept busy");
    assert_eq!((label(cores), lines(cores)), ("cores over seconds: load, server", 2));
    assert!(!page.contains("<figcaption>Memory"), "whose it is, is not known");
    (outcome.entrants, outcome.server_us_per_move) = (2, Some(1.0));
    let page = outcome.page();
    let moves = label(figure(&page, "What happened in each second"));
    assert!(moves.ends_with("connections lost, moves in tournaments"), "{moves}");
    let memory = figure(&page, "Memory");
    assert_eq!((ticks(memory), lines(memory)), (vec!["0", "1", "2", "3", "4"], 1));
}

#[test]
fn stages_are_compared_if_there_are_several() {
    let stages: Stages = "ramp:100:10s,step:50:4s".parse().expect("stages");
    let stage =
        |stage: &crate::LoadStage| StageOutcome { stage: stage.clone(), ..Default::default() };
    let mut outcome = LoadOutcome::default();
    for (at, stage) in stages.all().iter().map(stage).enumerate() {
        outcome.stages.push(stage);
        assert_eq!(outcome.page().contains("reached /s"), at == 1);
    }
}

#[test]
fn the_first_line_says_what_was_played() {
    let lead = |outcome: LoadOutcome| {
        let page = outcome.page();
        let (_, from) = page.split_once("<p class=\"lead\">").expect("a lead");
        from.split_once("</p>").expect("its end").0.to_owned()
    };
    let casual = LoadOutcome { players: 8, rate: Some(60.4), seed: 3, ..LoadOutcome::default() };
    assert_eq!(
        lead(casual),
        "8 players, 60 moves a second on schedule; casual games by invitation; seed 3"
    );
    let (rated, quick, entrants, tournaments) = (true, true, 4, 2);
    let rated = LoadOutcome { rated, quick, entrants, tournaments, ..LoadOutcome::default() };
    assert_eq!(
        lead(rated),
        "0 players, at saturation: each player moves as soon as they may; rated pairs by quick \
         play; 4 entrants of 2 tournaments; seed 0"
    );
}

#[test]
fn losses_faults_and_findings_are_named() {
    let mut outcome =
        LoadOutcome { connections: 5, kills: 6, wrong_tokens: 7, ..Default::default() };
    outcome.refusals.insert("busy".to_owned(), 8);
    let page = outcome.page();
    for (what, count) in [
        ("connections made", 5),
        ("server killed", 6),
        ("seats tried with a wrong token", 7),
        ("refused: busy", 8),
    ] {
        let row = format!("<tr><td class=\"t\">{what}</td><td>{count}</td></tr>");
        assert!(page.contains(&row), "{what}");
    }
    assert!(page.contains("<p>No faults were injected.</p>") && !page.contains("Read with care"));
    outcome.faults = ["storm", "kill"].map(str::to_owned).into();
    outcome.bottleneck = Some("The load was late.".to_owned());
    outcome.add_finding("both have one seat".to_owned());
    let page = outcome.page();
    for text in [
        "<h2>Read with care</h2>\n<p>The load was late.</p>",
        "<p>Faults injected: storm, kill.</p>",
        "<p>0 games replayed, 1 findings.</p>\n<p>both have one seat</p>",
    ] {
        assert!(page.contains(text), "{text}");
    }
}

#[test]
fn headlines_are_what_was_measured_and_red_where_it_went_wrong() {
    let mut outcome = LoadOutcome { reached: 59.6, judged: 9, ..LoadOutcome::default() };
    outcome.latencies.entry(Measure::Answer).or_default().record(Duration::from_millis(1));
    let tile = |name, value: &str, tone| (name, value.to_owned(), tone);
    let mut expected = vec![
        tile("moves a second", "60", Tone::Plain),
        tile("own answer, p99", "1.0 ms", Tone::Plain),
        tile("opponent's state, p99", "0.0 ms", Tone::Plain),
        tile("games judged", "9", Tone::Plain),
        tile("referee's findings", "0", Tone::Good),
    ];
    assert_eq!(outcome.tiles(), expected);
    outcome.add_finding("both have one seat".to_owned());
    let stage = Stages::constant(100.0, 10).all()[0].clone();
    outcome.stages.push(StageOutcome { stage, ..StageOutcome::default() });
    (outcome.entrants, outcome.pairs) = (2, 3);
    outcome.server_us_per_move = Some(20.6);
    outcome.server_bytes_per_connection = Some(12_340.0);
    expected[0].2 = Tone::Bad;
    expected[4] = tile("referee's findings", "1", Tone::Bad);
    expected.push(tile("pairs of tournaments", "3", Tone::Plain));
    expected.push(tile("server CPU a move", "21 µs", Tone::Plain));
    expected.push(tile("server memory a connection", "12.3 kB", Tone::Plain));
    assert_eq!(outcome.tiles(), expected);
}

#[test]
fn long_times_are_told_in_seconds() {
    for (us, text) in [
        (0, "0.0 ms"),
        (1_250, "1.2 ms"),
        (999_949, "999.9 ms"),
        (1_000_000, "1.00 s"),
        (2_340_000, "2.34 s"),
    ] {
        assert_eq!(millis(us), text, "{us}");
    }
}
