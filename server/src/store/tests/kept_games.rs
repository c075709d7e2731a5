//! The games of a day, and whether games can be found by their players.

use super::*;

#[test]
fn games_of_a_day_are_those_that_were_opened_since_and_have_ended() {
    let folder = temporary_folder();
    let store = two_games(&folder);
    let ended = |since| store.ended_since(since).expect("readable");
    alter(&folder, "UPDATE game SET opened_at = 100");
    assert_eq!(ended(100), [(opening(), resigned())], "the other one is running");
    assert_eq!(ended(101), []);
    alter(&folder, "UPDATE game SET number = 50001 WHERE over IS NULL");
    assert_eq!(ended(100).len(), 1, "it is the first of 50,000");
    alter(&folder, "UPDATE game SET number = 50002 WHERE over IS NULL");
    assert_eq!(ended(100), [], "50,000 games are later");
    alter(&folder, "UPDATE game SET over = '{}', number = 50003 WHERE over IS NOT NULL");
    assert_eq!(ended(100), [], "it is damaged");
}

#[test]
fn a_game_that_cannot_be_found_by_a_player_is_reported() {
    for change in [
        "DELETE FROM new_seat WHERE name = 'b'",
        "UPDATE new_seat SET name = 'c' WHERE name = 'b'",
        "UPDATE new_seat SET player = game WHERE name = 'a'",
    ] {
        let folder = temporary_folder();
        drop(two_games(&folder));
        assert_eq!(check(&storage(&folder)).expect("readable").wrong, Vec::<String>::new());
        alter(&folder, change);
        let wrong = check(&storage(&folder)).expect("readable").wrong;
        let missing = wrong.iter().filter(|what| what.contains("a player is not listed"));
        assert_eq!(missing.count(), 2, "{change}: {wrong:?}");
    }
}
