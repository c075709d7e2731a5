//! Rounds that an entrant misses: byes asked for, and appearances that did not come.

use std::collections::BTreeSet;

use protocol::Number;

use super::edges::{everybody, play_pair};
use super::play::{Play, plan, player};
use super::{Event, EventError};
use crate::game_result::ResultReason;

const SWISS: &str = r#"{"kind": "swiss", "rounds": 3}"#;

/// Plays all pairs of the round, and pairs the next.
fn play_round(play: &mut Play) {
    while !play.contest.due(&BTreeSet::new(), &everybody).is_empty() {
        play_pair(play, [Some(0), Some(0)]);
    }
    let next = play.contest.next(0, &everybody).expect("another round");
    play.happen(next);
}

fn is_paired(next: Option<Event>, number: Number) -> bool {
    match next {
        Some(Event::Paired { pairings, .. }) => pairings.iter().any(|pairing| pairing.has(number)),
        next => panic!("{next:?}"),
    }
}

#[test]
fn a_bye_gives_half_a_point_in_its_round_alone() {
    let mut plan = plan(SWISS, 4, 1);
    plan.byes = 1;
    let mut play = Play::new(plan, 4, 0);
    play.step(0);
    let player = player(1).id;
    let away = play.contest.entrant_of(player).unwrap().number;
    play.happen(Event::ByeAsked { player, round: 2 });
    assert_eq!(play.contest.half_byes(), []);
    play_round(&mut play);
    assert_eq!((play.contest.rounds(), play.contest.half_byes()), (2, &[(2, away)][..]));
    play_round(&mut play);
    assert_eq!((play.contest.rounds(), play.contest.half_byes()), (3, &[(2, away)][..]));
}

#[test]
fn a_missing_entrant_is_not_paired_until_they_return() {
    let mut play = Play::new(plan(SWISS, 4, 1), 4, 0);
    play.step(0);
    let due = play.contest.due(&BTreeSet::new(), &everybody)[0];
    let gone = play.contest.seats(due).unwrap()[1];
    let missed = play.contest.forfeit(due, &|&number| number != gone, ResultReason::NoShow, 0);
    play.happen(missed.unwrap());
    play_pair(&mut play, [Some(0), Some(0)]);
    assert!(!is_paired(play.contest.next(0, &|number| number != gone), gone));
    let player = play.contest.entrant(gone).unwrap().player;
    let returned = Event::Returned { player };
    assert_eq!(play.contest.next(0, &everybody), Some(returned.clone()));
    let mut left = play.contest.clone();
    left.apply(&Event::Left { player }).unwrap();
    assert!(!is_paired(left.next(0, &everybody), gone));
    play.happen(returned.clone());
    assert!(is_paired(play.contest.next(0, &everybody), gone));
    assert_eq!(play.contest.apply(&returned), Err(EventError::NotEntered));
}
