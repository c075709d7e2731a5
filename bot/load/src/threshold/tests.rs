use std::time::Duration;

use super::*;

fn latencies() -> BTreeMap<Measure, Latencies> {
    let mut answers = Latencies::default();
    (1..=100).for_each(|ms| answers.record(Duration::from_millis(ms)));
    [(Measure::Answer, answers)].into()
}

fn figures(latencies: &BTreeMap<Measure, Latencies>) -> Figures<'_> {
    let (errors, losses, findings) = (3, 2, 0);
    let (rate, moves, games, pairs) = (99.0, 990, 0, 4);
    Figures { latencies, errors, losses, findings, rate, moves, games, pairs }
}

#[test]
fn figures_are_compared_with_their_bounds() {
    let latencies = latencies();
    let figures = figures(&latencies);
    for (text, met) in [
        ("p99<100ms", true),
        ("p99 < 98", false),
        ("answer.p50<=51ms", true),
        ("p99.9>99ms", true),
        ("p999>99ms", true),
        ("max<0.2s", true),
        ("p50<1000us", false),
        ("errors=3", true),
        ("errors==0", false),
        ("losses<3", true),
        ("losses=0", false),
        ("rate>=99", true),
        ("rate>99", false),
        ("findings=0", true),
        ("moves>=0", true),
        ("games>0", false),
        ("pairs>=4", true),
        // Nobody has loaded a page.
        ("page.p99<1h", false),
        ("page.p99<1s", false),
    ] {
        let Ok(threshold) = text.parse::<Threshold>() else {
            assert_eq!(text, "page.p99<1h");
            continue;
        };
        assert_eq!(threshold.missed(&figures).is_none(), met, "{text}");
    }
    let missed = "errors=0".parse::<Threshold>().unwrap().missed(&figures);
    assert_eq!(missed.as_deref(), Some("errors=0: it is 3"));
}

#[test]
fn a_quantile_is_the_number_that_was_written() {
    for (text, share) in
        [("p50", 0.5), ("p99", 0.99), ("p99.9", 0.999), ("p999", 0.999), ("max", 1.0)]
    {
        assert_eq!(read_quantile(text), Some(share), "{text}");
    }
    for text in ["p0", "p100", "p-1", "p", "pinf", "pnan", "99", "p9x"] {
        assert_eq!(read_quantile(text), None, "{text}");
    }
}

#[test]
fn a_load_ends_early_for_what_cannot_get_better() {
    let latencies = latencies();
    let figures = figures(&latencies);
    for (text, broken_after) in [
        ("p99<50ms", Some(5)),
        ("p99<150ms", None),
        ("page.p99<1s", None),
        ("errors=0", Some(1)),
        ("errors=4", None),
        ("errors<3", Some(1)),
        ("losses<=2", None),
        ("rate>=100", Some(5)),
        ("rate>=99", None),
    ] {
        let threshold: Threshold = text.parse().unwrap();
        assert!(threshold.can_stop(), "{text}");
        let broken = (1..=9).find(|&second| threshold.broken(&figures, second).is_some());
        assert_eq!(broken, broken_after, "{text}");
    }
    for text in ["moves>1000", "games>=1", "pairs<9", "errors>3", "p99>1ms", "rate<100"] {
        assert!(!text.parse::<Threshold>().unwrap().can_stop(), "{text}");
    }
}

#[test]
fn nonsense_is_refused() {
    for text in ["", "p99", "p99<", "p99<x", "<5", "p0<5", "p100<5", "q<5", "page<5", "errors<NaN"]
    {
        assert!(text.parse::<Threshold>().is_err(), "{text:?}");
    }
}

#[test]
fn each_relation_holds_on_its_side_of_the_bound() {
    let latencies = BTreeMap::new();
    for (figure, value) in [("errors", 3), ("losses", 2), ("moves", 990), ("pairs", 4)] {
        for (sign, below, at, above) in [
            ("<", true, false, false),
            ("<=", true, true, false),
            ("=", false, true, false),
            (">=", false, true, true),
            (">", false, false, true),
        ] {
            let met = [1, 0, -1].map(|by| {
                let text = format!("{figure}{sign}{}", value + by);
                let threshold: Threshold = text.parse().expect("a condition");
                threshold.missed(&figures(&latencies)).is_none()
            });
            assert_eq!(met, [below, at, above], "{figure}{sign}");
        }
    }
    let is_on = |text: &str| {
        let threshold: Threshold = text.parse().expect("a condition");
        [threshold.is_on_errors(), threshold.is_on_losses(), threshold.is_on_rate()]
    };
    assert_eq!(is_on("errors=0"), [true, false, false]);
    assert_eq!(is_on("losses=0"), [false, true, false]);
    assert_eq!(is_on("rate>0"), [false, false, true]);
    for text in ["errors=0", "errors<1", "losses<=1", "findings=0", "rate>1", "p50<=1s"] {
        assert!(text.parse::<Threshold>().expect("one").can_stop(), "{text}");
    }
    for text in ["p50=1s", "rate<=1", "rate=1", "moves=1", "findings>=1"] {
        assert!(!text.parse::<Threshold>().expect("one").can_stop(), "{text}");
    }
}

#[test]
fn durations_and_measures_are_read_in_their_units() {
    for (text, micros) in [("7us", 7.0), ("7µs", 7.0), ("7ms", 7e3), ("7s", 7e6), ("7", 7e3)] {
        assert_eq!(read_micros(text), Some(micros), "{text}");
    }
    for measure in Measure::ALL {
        let figure = Figure::Quantile(measure, 0.5);
        assert_eq!(read_figure(&format!("{}.p50", measure.name())), Some(figure));
    }
    let latencies = latencies();
    let missed =
        |text: &str| text.parse::<Threshold>().expect("a condition").missed(&figures(&latencies));
    assert_eq!(missed("p50<1ms").as_deref(), Some("p50<1ms: it is 50.02 ms"));
    assert_eq!(missed("rate>99.5").as_deref(), Some("rate>99.5: it is 99.0"));
    assert_eq!(missed("page.p50<1").as_deref(), Some("page.p50<1: nothing was measured"));
}

/// A count that must be a number is broken once it is above it; until then it may still grow.
#[test]
fn a_load_goes_on_while_a_count_may_still_be_reached() {
    let latencies = latencies();
    let broken = |text: &str, second| {
        let threshold: Threshold = text.parse().expect("a condition");
        threshold.broken(&figures(&latencies), second)
    };
    for (text, why) in [
        ("errors=2", Some("errors=2: it is 3")),
        ("errors=3", None),
        ("errors=4", None),
        ("errors<=2", Some("errors<=2: it is 3")),
        ("errors<4", None),
        ("findings<1", None),
    ] {
        assert_eq!(broken(text, 1).as_deref(), why, "{text}");
    }
    for (text, why) in
        [("rate>99", Some("rate>99: it is 99.0")), ("max<50", Some("max<50: it is 100.03 ms"))]
    {
        assert_eq!(broken(text, SETTLED - 1), None, "{text}");
        assert_eq!(broken(text, SETTLED).as_deref(), why, "{text}");
    }
}

#[test]
fn a_latency_without_samples_meets_nothing_and_breaks_nothing() {
    let latencies = [(Measure::Page, Latencies::default())].into();
    let figures = figures(&latencies);
    for text in ["page.p50<1s", "page.p50>=0", "page.max<1s", "p50<1s"] {
        let threshold: Threshold = text.parse().expect("a condition");
        let why = format!("{text}: nothing was measured");
        assert_eq!(threshold.missed(&figures), Some(why));
        assert_eq!(threshold.broken(&figures, SETTLED), None, "{text}");
    }
}

#[test]
fn a_condition_is_shown_as_it_was_written() {
    let threshold: Threshold = "  seat.p12.5 <= 1.5 s ".parse().expect("a condition");
    assert_eq!(threshold.to_string(), "seat.p12.5 <= 1.5 s");
    assert_eq!(threshold.figure, Figure::Quantile(Measure::Seat, 0.125));
    assert_eq!((threshold.relation, threshold.bound), (Relation::AtMost, 1.5e6));
    for (text, figure) in [
        ("p12.5<1", Figure::Quantile(Measure::Answer, 0.125)),
        ("p5<1", Figure::Quantile(Measure::Answer, 0.05)),
        ("page.max<1", Figure::Quantile(Measure::Page, 1.0)),
        ("findings<1", Figure::Findings),
        ("games<1", Figure::Games),
    ] {
        assert_eq!(text.parse::<Threshold>().expect("a condition").figure, figure, "{text}");
    }
    let why = "errors<inf".parse::<Threshold>().expect_err("no bound");
    assert!(why.starts_with("\"errors<inf\" is not a condition"), "{why}");
}
