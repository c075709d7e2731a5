use super::*;

#[test]
fn seconds_add_up_to_the_whole() {
    let meter = Meter::default();
    meter.part(3).connections += 1;
    meter.part(3).moved(Duration::from_millis(9));
    meter.reset();
    for player in 0..100 {
        meter.part(player).moved(Duration::from_micros(100 + player as u64));
    }
    let first = meter.second(1, 100, Used::default());
    meter.part(1).moved(Duration::from_millis(50));
    meter.part(1).refused(ErrorCode::Busy);
    let second = meter.second(2, 100, Used::default());
    let (total, stage) = (meter.total(), meter.end_stage());
    assert_eq!((first.moves, second.moves, total.moves), (100, 1, 101));
    assert_eq!((stage.moves, meter.end_stage().moves), (101, 0));
    assert_eq!((first.errors, second.errors), (0, 1));
    let all = total.latencies[&Measure::Answer].summary();
    assert_eq!(first.answer.max_us, 199);
    assert!(second.answer.p50_us >= 50_000 && all.max_us >= 50_000);
    assert_eq!((total.connections, total.refusals["busy"]), (1, 1));
}

#[test]
fn losses_are_counted_by_reason_and_attempts_apart() {
    let mut counters = Counters::default();
    let closed = Disconnect::Closed { code: Some(1013), reason: "full".to_owned() };
    let refused = Disconnect::Refused { status: 429, retry_after: None };
    counters.lost(&closed, true);
    counters.lost(&refused, false);
    counters.lost(&refused, false);
    assert_eq!(counters.losses["close 1013 full"], 1);
    assert_eq!(counters.failed_attempts["HTTP 429"], 2);
}

/// Counters that differ in every figure.
fn counters(n: u64) -> Counters {
    let reasons = |count| BTreeMap::from([("busy".to_owned(), count)]);
    let mut latencies = BTreeMap::<_, Latencies>::new();
    latencies.entry(Measure::Seat).or_default().record(Duration::from_millis(n));
    Counters {
        latencies,
        moves: n,
        entrant_moves: 2 * n,
        games: 3 * n,
        pairs: 4 * n,
        connections: 5 * n,
        kills: 6 * n,
        wrong_tokens: 7 * n,
        losses: reasons(8 * n),
        failed_attempts: reasons(9 * n),
        refusals: reasons(10 * n),
    }
}

fn all_counts(counters: &Counters) -> [u64; 10] {
    let sum = |counts: &BTreeMap<String, u64>| counts.values().sum::<u64>();
    let Counters { moves, entrant_moves, games, pairs, connections, kills, .. } = *counters;
    let of_reasons = [&counters.losses, &counters.failed_attempts, &counters.refusals].map(sum);
    let [losses, attempts, refusals] = of_reasons;
    let tokens = counters.wrong_tokens;
    [moves, entrant_moves, games, pairs, connections, kills, tokens, losses, attempts, refusals]
}

#[test]
fn every_count_is_added_and_cleared() {
    let (mut sum, mut part) = (counters(7), counters(30));
    sum.take_from(&mut part);
    assert_eq!(all_counts(&sum), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(|n| 37 * n));
    let seats = sum.latencies[&Measure::Seat].summary();
    assert_eq!((seats.count, seats.max_us / 1_000), (2, 30));
    assert_eq!((all_counts(&part), part.latencies[&Measure::Seat].count()), ([0; 10], 0));
    let figures = sum.figures(2, 5);
    let Figures { errors, losses, findings, rate, moves, games, pairs, .. } = figures;
    assert_eq!((errors, losses, findings, rate), (370, 296, 5, 18.5));
    assert_eq!((moves, games, pairs), (37, 111, 148));
    assert_eq!(sum.figures(0, 5).rate, 37.0);
}

#[test]
fn a_second_has_every_figure_and_the_whole_keeps_the_reasons_of_attempts() {
    let meter = Meter::default();
    meter.part(2).lost(&Disconnect::Severed, false);
    meter.part(2).refused(ErrorCode::Busy);
    meter.reset();
    assert_eq!(all_counts(&meter.total()), [0, 0, 0, 0, 0, 0, 0, 0, 1, 0]);
    assert_eq!(all_counts(&meter.end_stage()), [0; 10]);
    meter.part(1).add(&counters(1));
    meter.part(9).moved_in_tournament(Duration::from_millis(2));
    meter.part(3).record(Measure::Opponent, Duration::from_millis(4));
    meter.part(3).not_entered(ErrorCode::Busy);
    meter.part(3).not_entered(ErrorCode::Busy);
    meter.killed();
    let used = Used { load_cores: 0.5, server_cores: Some(0.25), server_bytes: Some(9) };
    let second = meter.second(3, 12, used);
    let Second { second: number, moves, entrant_moves, games, pairs, online, .. } = second;
    assert_eq!((number, moves, entrant_moves, games, pairs, online), (3, 1, 3, 3, 4, 12));
    assert_eq!((second.losses, second.errors, second.opponent.count), (8, 10, 1));
    let cost = (second.load_cores, second.server_cores, second.server_bytes);
    assert_eq!(cost, (0.5, Some(0.25), Some(9)));
    meter.part(4).lost(&Disconnect::Severed, false);
    let total = meter.total();
    assert_eq!(all_counts(&total), [1, 3, 3, 4, 5, 7, 7, 8, 13, 10]);
    assert_eq!(total.failed_attempts["entering a tournament: busy"], 2);
    assert_eq!(total.failed_attempts["cut on purpose"], 2);
    assert_eq!(total.latencies[&Measure::Tournament].count(), 1);
}

#[test]
fn reasons_are_short_and_named_by_what_differs() {
    let closed = |code, reason: &str| Disconnect::Closed { code, reason: reason.to_owned() };
    assert_eq!(reason(&closed(Some(1001), "")), "close 1001");
    assert_eq!(reason(&closed(Some(1013), "full")), "close 1013 full");
    assert_eq!(reason(&Disconnect::Severed), "cut on purpose");
    assert_eq!(reason(&Disconnect::Broken("x".repeat(500))).len(), MAX_REASON);
}
