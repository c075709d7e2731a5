//! Flags at the edge of a clock: what was left is told from the clock's rules, halved for players
//! who go berserk.

use protocol::TimeControl;
use serde_json::{Value, json};

use super::clocks::{CLOCKS, left};
use super::edges::assert_refused;
use super::forge::Lines;
use super::played::{Unrest, key, plan, play};
use super::{FORMATS, holds};

/// A turn may have been a millisecond longer than it says, for each turn of the player; not more.
#[test]
fn a_flag_falls_when_the_time_is_used_up() {
    for (number, clock) in (0..).zip(CLOCKS) {
        let mut found = 0;
        for more in 0..6 {
            let text = play(plan(FORMATS[0], clock), 8, 40 + 10 * number + more, Unrest::default());
            holds(&text);
            let lines = Lines::read(&text);
            for place in lines.all("game", |line| line["how"] == "flagged") {
                let game: Value = serde_json::from_str(&lines.0[place]).expect("a line");
                let spent: Vec<u64> = serde_json::from_value(game["spent_ms"].clone()).expect("ms");
                let (last, turns) = spent.split_last().expect("the last turn");
                let own = (2..turns.len()).filter(|ply| ply % 2 == turns.len() % 2).count() as u64;
                let mut forged = lines.clone();
                let mut end_at = |last: u64| {
                    forged.edit(place, |line| line["spent_ms"][turns.len()] = json!(last));
                    forged.clone()
                };
                holds(&end_at(last - own - 1).seal(&key()));
                assert_refused(&end_at(last - own - 2), "the clock had not run out");
                found += usize::from(own > 0);
            }
        }
        assert!(found > 0, "{clock}: no game is long enough");
    }
}

/// Returns a clock with half of its time and nothing for each move.
fn halved(clock: TimeControl) -> TimeControl {
    match clock {
        TimeControl::Fischer { base_ms, .. } => {
            TimeControl::Fischer { base_ms: base_ms / 2, increment_ms: 0 }
        }
        TimeControl::Bronstein { base_ms, .. } => {
            TimeControl::Bronstein { base_ms: base_ms / 2, delay_ms: 0 }
        }
        TimeControl::Delay { base_ms, .. } => {
            TimeControl::Delay { base_ms: base_ms / 2, delay_ms: 0 }
        }
        TimeControl::Byoyomi { base_ms, periods, period_ms } => {
            TimeControl::Byoyomi { base_ms: base_ms / 2, periods, period_ms: period_ms / 2 }
        }
        TimeControl::Move { ms } => TimeControl::Move { ms: ms / 2 },
        TimeControl::Days { days } => TimeControl::Days { days },
    }
}

/// Of two players one may be berserk: their time is halved, and only theirs.
#[test]
fn a_berserk_players_flag_falls_after_half_the_time() {
    let mut found = [[0; 2]; 2];
    for (number, clock) in (0..).zip(CLOCKS) {
        let plan = plan(FORMATS[5], &format!(r#"{clock}, "kinds": "people""#));
        let control = plan.clock.expect("a clock");
        let text = play(plan, 4, 60 + number, Unrest { berserk: true, ..Unrest::default() });
        holds(&text);
        let lines = Lines::read(&text);
        for place in lines.all("game", |line| line["how"] == "flagged") {
            let game = lines.get(place);
            let spent: Vec<u64> = serde_json::from_value(game["spent_ms"].clone()).expect("ms");
            let (_, turns) = spent.split_last().expect("the last turn");
            let to_move = turns.len() % 2;
            let berserk = [0, 1].map(|seat| game["berserk"][seat] == true);
            let one = &mut found[to_move][usize::from(berserk[to_move])];
            // One of each kind and clock is enough.
            if berserk[0] == berserk[1] || *one > number {
                continue;
            }
            *one += 1;
            let control = if berserk[to_move] { halved(control) } else { control };
            let own = (2..turns.len()).filter(|ply| ply % 2 == to_move).count() as u64;
            let end_at = |last: u64| {
                let mut forged = lines.clone();
                forged.edit(place, |line| line["spent_ms"][turns.len()] = json!(last));
                forged
            };
            let least = left(control, turns) - own - 1;
            holds(&end_at(least).seal(&key()));
            assert_refused(&end_at(least - 1), "the clock had not run out");
        }
    }
    assert!(found.as_flattened().iter().all(|games| *games > 0), "{found:?}");
}
