use rules::{Ending, Heaps, Variant};
use serde_json::json;

use super::*;

fn reviewed(setup: &Setup, moves: &[Move]) -> Review {
    review(setup, moves, &mut Budget::positions(1_000_000)).expect("legal moves")
}

fn nim(ending: Ending, heaps: &[u64]) -> Setup {
    let variant = Variant::parse("nim", json!({})).expect("nim");
    Setup::new(variant, ending, Heaps::from(heaps.to_vec()).into()).expect("legal")
}

fn list(moves: &[[u64; 2]]) -> Vec<Move> {
    moves.iter().map(|mv| Move::List((*mv).into())).collect()
}

fn marks(review: &Review) -> Vec<Option<MoveMark>> {
    review.plies.iter().map(|ply| ply.mark).collect()
}

#[test]
fn each_move_is_marked_by_what_it_did() {
    use MoveMark::{Kept, Lost, Safe, Threw};
    // 1-2: the first move keeps the win (1-1), the second is lost, and the last has no
    // alternative.
    let kept = reviewed(&nim(Ending::Normal, &[1, 2]), &list(&[[1, 1], [0, 1], [1, 1]]));
    assert_eq!(marks(&kept), [Some(Kept), Some(Lost), Some(Safe), None]);
    // 1-2: the first move throws the win (2 left), and the other player takes all.
    let thrown = reviewed(&nim(Ending::Normal, &[1, 2]), &list(&[[0, 1], [1, 2]]));
    assert_eq!(marks(&thrown), [Some(Threw), Some(Kept), None]);
    assert_eq!((thrown.seats[0].decisions, thrown.seats[0].kept), (1, 0));
    assert_eq!((thrown.seats[1].decisions, thrown.seats[1].kept), (1, 1));
    assert_eq!(thrown.plies[0].winning_moves, Some(list(&[[1, 1]])));
    assert_eq!(thrown.plies[0].refutation, list(&[[1, 2]]));
    assert_eq!(thrown.plies[1].refutation, list(&[]));
    // The same moves in misère play, where the last mover loses.
    let misere = reviewed(&nim(Ending::Misere, &[1, 2]), &list(&[[0, 1], [1, 2]]));
    assert_eq!(marks(&misere), [Some(Threw), Some(Threw), None]);
}

#[test]
fn resistance_is_measured_against_the_best_trap() {
    // 1-2-3 is lost. Taking a whole heap leaves two unequal ones, with one right answer;
    // other moves leave more legal answers, and so more wrong ones.
    let made = |mv| reviewed(&nim(Ending::Normal, &[1, 2, 3]), &list(&[mv])).seats[0];
    let all: Vec<f64> = [[0, 1], [1, 1], [1, 2], [2, 1], [2, 2], [2, 3]]
        .into_iter()
        .map(|mv| {
            assert_eq!(made(mv).resisted, 1);
            made(mv).resistance
        })
        .collect();
    // After taking the 1, there are five replies to 2-3, one of them right.
    assert!(all.contains(&1.0) && all.iter().all(|share| (0.0..=1.0).contains(share)));
    assert!(all[5] < all[0], "{all:?}: 1-2 has three replies, 2-3 five");
    // Where every move is forced or all are alike, there is nothing to measure.
    assert_eq!(reviewed(&nim(Ending::Normal, &[1, 1]), &list(&[[0, 1]])).seats[0].resisted, 0);
}

#[test]
fn the_moves_of_the_last_position_are_valued() {
    let review = reviewed(&nim(Ending::Normal, &[1, 2]), &[]);
    let values: Vec<_> = review.values.expect("few").into_iter().map(|v| v.outcome).collect();
    assert_eq!(values, [Some(Outcome::N), Some(Outcome::P), Some(Outcome::N)]);
    assert_eq!(reviewed(&nim(Ending::Normal, &[2_000]), &[]).values, None);
}

#[test]
fn an_illegal_move_is_refused_and_an_undecided_one_says_so() {
    let setup = nim(Ending::Normal, &[1, 2]);
    assert!(review(&setup, &list(&[[0, 2]]), &mut Budget::positions(10)).is_err());
    let variant = Variant::parse("chomp", json!({})).expect("chomp");
    let start = serde_json::from_value(json!({"rows": [9, 8, 7, 6, 5, 4]})).expect("rows");
    let setup = Setup::new(variant, Ending::Misere, start).expect("legal");
    let poor = review(&setup, &list(&[[5, 3]]), &mut Budget::positions(5)).expect("legal");
    assert_eq!(poor.plies[0].mark, Some(MoveMark::Unknown));
    assert_eq!(poor.seats[0], Accuracy { unknown: 1, ..Accuracy::default() });
}

#[test]
fn among_several_players_a_safe_move_is_kept() {
    let params = json!({"players": 3, "step": 3, "target": 6});
    let variant = Variant::parse("game21_nplayer", params).expect("legal");
    let start = serde_json::from_value(json!({"total": 3})).expect("total");
    let setup = Setup::new(variant, Ending::Misere, start).expect("legal");
    // 5 leaves the target to the next player; 6 would lose at once.
    let review = reviewed(&setup, &[Move::Number(2)]);
    assert_eq!(review.plies[0].mark, Some(MoveMark::Kept));
    assert_eq!(reviewed(&setup, &[Move::Number(3)]).plies[0].mark, Some(MoveMark::Threw));
}
