//! Puzzles as the store gives them.

use ladder::Item;

use super::*;
use crate::records::puzzle::FoundPuzzle;
use crate::store::puzzles::insert;

#[tokio::test]
async fn one_puzzle_in_four_is_for_rushes_and_the_rest_for_their_days() {
    let folder = temporary_folder();
    let store = two_games(&folder);
    let numbers = async || {
        let rush = store.spread_puzzles(9, 0).await.expect("readable");
        rush.iter().map(|puzzle| puzzle.number).collect::<Vec<_>>()
    };
    assert_eq!(numbers().await, Vec::<i64>::new());
    assert_eq!(store.puzzle_of_day(7).await.expect("readable"), None);
    let found = |heap: u64| FoundPuzzle {
        ply: 0,
        game: format!("nim 1,{heap}").parse().expect("a game"),
        winning: vec![Move::List(vec![1, heap - 1].into())],
        item: Item { rarity: 1, parts: 2 },
    };
    let found: Vec<FoundPuzzle> = (2..10).map(found).collect();
    insert(&connection(&folder), table(2).0, &found).expect("kept");
    // One in four is for rushes.
    assert_eq!(numbers().await, [4, 8]);
    let day = store.puzzle_of_day(7).await.expect("readable").expect("there are some");
    assert!((1..8).contains(&day) && day != 4, "{day}");
    let puzzle = async |number| store.puzzle(number, None).await.expect("readable");
    let (puzzle_of_day, is_tried) = puzzle(day).await.expect("it is there");
    assert_eq!((puzzle_of_day.number, is_tried), (day, false));
    assert!(puzzle(9).await.is_none());
}
