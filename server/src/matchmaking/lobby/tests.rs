use protocol::limits::{
    INVITATION_LIFETIME, MAX_GAMES, MAX_GAMES_WITH_BOT, MAX_LISTED, MAX_OFFERS,
};
use protocol::{ErrorCode, Kind, Name, Proposal, SeatChoice, TimeControl, Version};
use rules::{Ending, Heaps, Setup, Variant};

use super::super::house_line::QueueProgress;
use super::*;

fn player(n: u128) -> Player {
    let name = Name::try_from(format!("player {n}")).expect("plain");
    Player {
        id: PlayerId(Uuid::from_u128(n)),
        name,
        kind: Kind::Bot,
        house: false,
        version: Version::try_from("1".to_owned()).ok(),
    }
}

fn lobby(players: u128) -> Lobby {
    let mut lobby = Lobby::new(MAX_GAMES);
    (1..=players).for_each(|n| lobby.enter(player(n)));
    lobby
}

fn offer(by: u128) -> Offer {
    let variant = Variant::parse("nim", serde_json::Value::Null).expect("nim");
    let start = Heaps::from(vec![3, 4, 5]).into();
    let game = Setup::new(variant, Ending::Normal, start).expect("legal");
    let said = Proposal { seat: SeatChoice::First, ..Proposal::new(game) };
    Offer { by: player(by), said, drawn: None, start: None, rating: None, reach: None }
}

/// The same offer, rated.
fn rated(by: u128) -> Offer {
    let offer = offer(by);
    Offer { said: Proposal { rated: true, ..offer.said }, ..offer }
}

/// The same offer, for a game of days.
fn of_days(by: u128) -> Offer {
    let offer = offer(by);
    let clock = Some(TimeControl::Days { days: 1 });
    Offer { said: Proposal { clock, ..offer.said }, ..offer }
}

/// A challenge that has ended because one of the two has left; the other is told.
fn left(challenge: u128, tell: u128) -> EndedChallenge {
    let (challenge, tell) = (challenge_id(challenge), player(tell).id);
    EndedChallenge { challenge, tell, why: Some(Decline::Left) }
}

/// A table where these play.
fn line(n: u128, players: &[u128]) -> TableLine {
    TableLine {
        table: TableId(Uuid::from_u128(n)),
        variant: "nim".to_owned(),
        players: players.iter().copied().map(player).collect(),
        rated: false,
        ratings: Vec::new(),
    }
}

fn seek_id(n: u128) -> SeekId {
    SeekId(Uuid::from_u128(n))
}

fn challenge_id(n: u128) -> ChallengeId {
    ChallengeId(Uuid::from_u128(n))
}

#[test]
fn a_seek_is_taken_once_and_never_by_its_owner() {
    let mut lobby = lobby(3);
    lobby.seek(seek_id(9), offer(1), false).expect("open");
    assert_eq!(
        lobby.accept(&player(1), seek_id(9), 0).expect_err("own").code(),
        ErrorCode::Forbidden
    );
    let found = lobby.accept(&player(2), seek_id(9), 0).expect("open").expect("full");
    assert_eq!(found.players, [player(1), player(2)]);
    assert_eq!(
        lobby.accept(&player(3), seek_id(9), 0).expect_err("gone").code(),
        ErrorCode::NotFound
    );
}

/// An offer of 21 for this many.
fn offer_for(by: u128, players: u8) -> Offer {
    let params = serde_json::json!({"players": players, "step": 3, "target": 21});
    let variant = Variant::parse("game21_nplayer", params).expect("21");
    let start = rules::Total { total: 0 }.into();
    let game = Setup::new(variant, Ending::Misere, start).expect("legal");
    Offer { said: Proposal::new(game), ..offer(by) }
}

#[test]
fn house_bots_fill_the_seats_that_are_free_and_only_those() {
    let house = |n| Player { house: true, ..player(n) };
    let mut lobby = lobby(3);
    let code = |refused: Result<Option<Match>, RequestError>| refused.expect_err("refused").code();
    lobby.seek(seek_id(8), offer(1), false).expect("open");
    assert_eq!(
        code(lobby.fill(PlayerId(Uuid::from_u128(1)), seek_id(8), &[], 0)),
        ErrorCode::BadGame
    );
    lobby.seek(seek_id(9), offer_for(1, 4), false).expect("open");
    let me = PlayerId(Uuid::from_u128(1));
    assert_eq!(code(lobby.fill(me, seek_id(9), &[], 0)), ErrorCode::NotFound, "no bot is here");
    (10..=12).for_each(|n| lobby.enter(house(n)));
    let other = PlayerId(Uuid::from_u128(2));
    assert_eq!(code(lobby.fill(other, seek_id(9), &[], 0)), ErrorCode::Forbidden, "not theirs");
    lobby.accept(&player(2), seek_id(9), 0).expect("open");
    let found = lobby.fill(me, seek_id(9), &[house(10).id], 0).expect("bots").expect("full");
    assert_eq!(found.players.len(), 4);
    let has = |n| found.players.iter().any(|player| player.id == PlayerId(Uuid::from_u128(n)));
    assert!(has(1) && has(2) && has(11) && has(12) && !has(10));
}

#[test]
fn who_has_joined_may_leave_again_and_takes_nobody_along() {
    let mut lobby = lobby(3);
    lobby.seek(seek_id(9), offer_for(1, 4), false).expect("open");
    let missing =
        |lobby: &Lobby| lobby.seek_by_id(seek_id(9), Instant::now()).expect("open").missing;
    for n in [2, 3] {
        lobby.accept(&player(n), seek_id(9), 0).expect("open");
    }
    assert_eq!(lobby.cancel(player(2).id, seek_id(9).0), Ok(None));
    assert_eq!(missing(&lobby), 2);
    assert!(lobby.cancel(player(2).id, seek_id(9).0).is_err(), "they are no longer in");
    lobby.accept(&player(2), seek_id(9), 0).expect("their seat is free again");
    assert_eq!(missing(&lobby), 1);
}

#[test]
fn with_fewer_house_bots_than_seats_a_seek_stays_open_for_others() {
    let house = |n| Player { house: true, ..player(n) };
    let mut lobby = lobby(2);
    assert_eq!(lobby.house_bots(), 0);
    lobby.enter(house(10));
    assert_eq!(lobby.house_bots(), 1);
    lobby.seek(seek_id(9), offer_for(1, 3), false).expect("open");
    let me = PlayerId(Uuid::from_u128(1));
    assert_eq!(lobby.fill(me, seek_id(9), &[], 0), Ok(None));
    assert_eq!(lobby.seek_by_id(seek_id(9), Instant::now()).expect("open").missing, 1);
    assert!(lobby.fill(me, seek_id(9), &[], 0).is_err(), "the bot has a seat already");
    let found = lobby.accept(&player(2), seek_id(9), 0).expect("open").expect("full");
    assert_eq!(found.players.len(), 3);
}

#[test]
fn the_offering_player_sits_where_they_want() {
    for (seat, draw, first) in [
        (SeatChoice::First, 1, 1),
        (SeatChoice::Second, 0, 2),
        (SeatChoice::Random, 0, 1),
        (SeatChoice::Random, 1, 2),
    ] {
        let mut lobby = lobby(2);
        let offer = Offer { said: Proposal { seat, ..offer(1).said }, ..offer(1) };
        lobby.seek(seek_id(9), offer, false).expect("open");
        let found = lobby.accept(&player(2), seek_id(9), draw).expect("open").expect("full");
        assert_eq!(found.players[0], player(first), "{seat:?} {draw}");
    }
}

#[test]
fn a_private_seek_is_not_listed_but_can_be_taken() {
    let mut lobby = lobby(2);
    lobby.seek(seek_id(9), offer(1), true).expect("open");
    assert_eq!(lobby.view(Instant::now()).seeks, []);
    assert!(lobby.accept(&player(2), seek_id(9), 0).expect("open").is_some());
}

#[test]
fn everything_leaves_with_its_owner() {
    let mut lobby = lobby(3);
    lobby.seek(seek_id(9), offer(1), false).expect("open");
    lobby.challenge(challenge_id(7), offer(1), player(2).id).expect("sent");
    lobby.challenge(challenge_id(8), offer(3), player(1).id).expect("sent");
    let now = Instant::now();
    assert_eq!(lobby.leave(player(1).id, now), [left(8, 3)]);
    assert_eq!(
        lobby.expire_absent_offers(now, INVITATION_LIFETIME),
        [],
        "their own waits for them"
    );
    let late = now + INVITATION_LIFETIME;
    assert_eq!(lobby.expire_absent_offers(late, INVITATION_LIFETIME), [left(7, 2)]);
    assert!(lobby.seeks.is_empty() && lobby.challenges.is_empty());
    assert_eq!((lobby.guests.len(), lobby.listed.len()), (2, 2));
    assert_eq!(lobby.guests[&player(3).id].offers, 0);
}

#[test]
fn nothing_waits_for_a_player_who_will_not_come_back() {
    let mut lobby = lobby(3);
    for (n, by, private) in [(9, 1, false), (10, 1, true), (11, 2, true)] {
        lobby.seek(seek_id(n), offer(by), private).expect("open");
    }
    for (n, by, to) in [(6, 1, 2), (7, 3, 1), (8, 3, 2)] {
        lobby.challenge(challenge_id(n), of_days(by), player(to).id).expect("sent");
    }
    lobby.leave(player(1).id, Instant::now());
    assert_eq!(lobby.counts(), [2, 2, 3, 0], "their private seek and what is of days wait");
    assert_eq!(lobby.forget(player(1).id), [left(6, 2), left(7, 3)]);
    assert_eq!(lobby.counts(), [2, 1, 1, 0]);
    assert_eq!(lobby.guests[&player(3).id].offers, 1);
    lobby.enter(player(1));
    assert_eq!(lobby.guests[&player(1).id].offers, 0);
}

#[test]
fn a_hundred_thousand_offers_leave_nothing() {
    let mut lobby = lobby(1);
    let now = Instant::now();
    for n in 0..100_000 {
        let one = player(2 + n);
        lobby.enter(one.clone());
        let offer = Offer { by: one.clone(), ..offer(1) };
        lobby.seek(seek_id(n), offer.clone(), n % 3 == 0).expect("open");
        lobby.challenge(challenge_id(n), offer, player(1).id).expect("sent");
        match n % 4 {
            0 => assert!(lobby.cancel(one.id, seek_id(n).0).expect("own").is_none()),
            1 => {
                let found = lobby.accept(&player(1), seek_id(n), 0).expect("open");
                lobby.begin(TableLine { players: found.expect("full").players, ..line(n, &[]) });
                lobby.end(TableId(Uuid::from_u128(n)));
            }
            2 => drop(lobby.decline(player(1).id, challenge_id(n), None).expect("theirs")),
            _ => {}
        }
        lobby.leave(one.id, now);
        lobby.expire_absent_offers(now + INVITATION_LIFETIME, INVITATION_LIFETIME);
    }
    assert_eq!(lobby.counts(), [1, 0, 0, 0]);
    assert_eq!(lobby.listed.len(), 1);
    assert_eq!(lobby.guests[&player(1).id].offers, 0);
    assert!(lobby.playing.is_empty());
}

#[test]
fn only_a_player_who_is_here_is_found() {
    let mut lobby = lobby(2);
    let found = |lobby: &Lobby, n| lobby.player(player(n).id).cloned();
    assert_eq!([1, 2, 3].map(|n| found(&lobby, n)), [Some(player(1)), Some(player(2)), None]);
    lobby.leave(player(2).id, Instant::now());
    assert_eq!([1, 2].map(|n| found(&lobby, n)), [Some(player(1)), None]);
}

#[test]
fn a_player_who_comes_again_keeps_offers_and_games() {
    let mut lobby = lobby(2);
    lobby.seek(seek_id(9), offer(1), true).expect("open");
    let table = TableId(Uuid::from_u128(5));
    lobby.begin(line(5, &[1, 2]));
    lobby.enter(player(1));
    assert_eq!((lobby.guests.len(), lobby.listed.len()), (2, 2));
    assert_eq!(lobby.guests[&player(1).id].offers, 1);
    lobby.leave(player(1).id, Instant::now());
    lobby.enter(player(1));
    assert_eq!(lobby.games_of(player(1).id), [table]);
    lobby.end(table);
    assert_eq!(lobby.games_of(player(1).id), []);
}

#[test]
fn offers_to_named_players_wait_a_while_for_their_owner() {
    let now = Instant::now();
    let late = now + INVITATION_LIFETIME;
    let mut lobby = lobby(2);
    let offer_both = |lobby: &mut Lobby, seek, challenge| {
        lobby.seek(seek, offer(1), true).expect("open");
        lobby.challenge(challenge, offer(1), player(2).id).expect("sent");
    };
    offer_both(&mut lobby, seek_id(9), challenge_id(7));
    lobby.leave(player(1).id, now);
    assert_eq!(lobby.expire_absent_offers(now, INVITATION_LIFETIME), []);
    lobby.enter(player(1));
    assert_eq!(lobby.guests[&player(1).id].offers, 2);
    assert_eq!(lobby.expire_absent_offers(late, INVITATION_LIFETIME), [], "they have come back");
    lobby.leave(player(1).id, now);
    assert!(lobby.accept(&player(2), seek_id(9), 0).expect("open").is_some());
    assert_eq!(lobby.take(&player(2), challenge_id(7), 0).expect("open").players[0], player(1));
    lobby.enter(player(1));
    assert_eq!(lobby.guests[&player(1).id].offers, 0);
    offer_both(&mut lobby, seek_id(8), challenge_id(6));
    lobby.leave(player(1).id, now);
    assert_eq!(lobby.expire_absent_offers(late, INVITATION_LIFETIME), [left(6, 2)]);
    lobby.accept(&player(2), seek_id(8), 0).expect_err("gone");
    lobby.take(&player(2), challenge_id(6), 0).expect_err("gone");
    assert_eq!(lobby.counts()[1..], [0; 3]);
}

#[test]
fn a_challenge_to_a_game_of_days_waits_for_both() {
    let now = Instant::now();
    let mut lobby = lobby(2);
    lobby.challenge(challenge_id(7), offer(1), player(2).id).expect("sent");
    lobby.challenge(challenge_id(8), of_days(1), player(2).id).expect("sent");
    assert_eq!(lobby.leave(player(2).id, now), [left(7, 1)]);
    lobby.challenge_absent(challenge_id(9), of_days(1), player(2).id).expect("sent");
    assert_eq!(lobby.leave(player(1).id, now), []);
    assert_eq!(lobby.expire_absent_offers(now + INVITATION_LIFETIME, INVITATION_LIFETIME), []);
    lobby.enter(player(2));
    let waiting = lobby.waiting_for(player(2).id);
    assert_eq!(
        waiting.iter().map(|view| view.challenge).collect::<Vec<_>>(),
        [challenge_id(9), challenge_id(8)]
    );
    assert_eq!(lobby.waiting_for(player(1).id), []);
    let found = lobby.take(&player(2), challenge_id(9), 0).expect("open");
    assert_eq!(found.players, [player(1), player(2)]);
    assert_eq!(lobby.expire_absent_offers(now + DAY, INVITATION_LIFETIME), [left(8, 2)]);
    assert_eq!(lobby.counts(), [1, 0, 0, 0]);
    let own = lobby.challenge_absent(challenge_id(6), of_days(1), player(1).id).expect_err("own");
    assert_eq!(own.code(), ErrorCode::Forbidden);
}

#[test]
fn a_guest_plays_for_fun_only() {
    let mut lobby = lobby(2);
    let guest = Player { kind: Kind::Guest, ..player(2) };
    lobby.seek(seek_id(9), rated(1), false).expect("open");
    let refused = lobby.accept(&guest, seek_id(9), 0).expect_err("rated");
    assert_eq!(refused.code(), ErrorCode::Forbidden);
    lobby.challenge(challenge_id(7), rated(1), guest.id).expect("sent");
    let refused = lobby.take(&guest, challenge_id(7), 0).expect_err("rated");
    assert_eq!(refused.code(), ErrorCode::Forbidden);
    assert!(lobby.accept(&player(2), seek_id(9), 0).expect("open").is_some());
}

#[test]
fn a_challenge_is_only_for_its_addressee() {
    let mut lobby = lobby(3);
    lobby.challenge(challenge_id(7), offer(1), player(2).id).expect("sent");
    let stranger = lobby.take(&player(3), challenge_id(7), 0).expect_err("not theirs");
    assert_eq!(stranger.code(), ErrorCode::NotFound);
    let stranger = lobby.cancel(player(3).id, challenge_id(7).0).expect_err("not theirs");
    assert_eq!(stranger.code(), ErrorCode::Forbidden);
    for why in [Decline::Withdrawn, Decline::Left] {
        let declined = lobby.decline(player(2).id, challenge_id(7), Some(why));
        assert_eq!(declined.expect_err("not theirs to say").code(), ErrorCode::Forbidden);
    }
    let found = lobby.take(&player(2), challenge_id(7), 0).expect("theirs");
    assert_eq!(found.players, [player(1), player(2)]);
    let missing = lobby.challenge(challenge_id(6), offer(1), player(99).id).expect_err("gone");
    assert_eq!(missing.code(), ErrorCode::NotFound);
    let own = lobby.challenge(challenge_id(6), offer(1), player(1).id).expect_err("own");
    assert_eq!(own.code(), ErrorCode::Forbidden);
}

#[test]
fn offers_are_limited_and_come_free_again() {
    let mut lobby = lobby(2);
    for n in 0..MAX_OFFERS as u128 {
        lobby.seek(seek_id(n), offer(1), false).expect("within the limit");
    }
    let full = lobby.seek(seek_id(999), offer(1), false).expect_err("full");
    assert_eq!(full.code(), ErrorCode::TooMany);
    lobby.cancel(player(1).id, seek_id(0).0).expect("own");
    lobby.seek(seek_id(999), offer(1), false).expect("one is free");
    lobby.accept(&player(2), seek_id(999), 0).expect("open").expect("full");
    lobby.seek(seek_id(1000), offer(1), false).expect("one is free");
}

#[test]
fn games_are_limited_and_come_free_again() {
    let mut lobby = lobby(2);
    let line = |n| line(n, &[1]);
    (0..MAX_GAMES as u128).for_each(|n| lobby.begin(line(n)));
    lobby.seek(seek_id(9), offer(2), false).expect("open");
    assert_eq!(
        lobby.accept(&player(1), seek_id(9), 0).expect_err("full").code(),
        ErrorCode::TooMany
    );
    lobby.end(line(0).table);
    lobby.end(line(0).table);
    assert!(lobby.accept(&player(1), seek_id(9), 0).expect("one is free").is_some());
}

#[test]
fn nobody_takes_all_places_of_a_house_bot() {
    let mut lobby = lobby(2);
    lobby.enter(Player { house: true, ..player(10) });
    let line = |n| line(n, &[1, 10]);
    (0..MAX_GAMES_WITH_BOT as u128).for_each(|n| lobby.begin(line(n)));
    let mut challenge = |by| lobby.challenge(challenge_id(by), offer(by), player(10).id);
    assert!(challenge(2).is_ok(), "others have places");
    let max = MAX_GAMES_WITH_BOT;
    assert_eq!(challenge(1), Err(Cause::TooManyGamesWithBot { max }.into()));
    lobby.end(line(0).table);
    assert!(lobby.challenge(challenge_id(1), offer(1), player(10).id).is_ok());
}

#[test]
fn who_is_absent_or_plays_enough_with_a_house_bot_lets_others_pass() {
    let mut lobby = Lobby::new(MAX_GAMES_WITH_BOT + 1);
    (1..=5).for_each(|n| lobby.enter(player(n)));
    lobby.enter(Player { house: true, ..player(10) });
    let line = |n, by| line(n, &[by, 10]);
    let most = MAX_GAMES_WITH_BOT as u128;
    (1..most).for_each(|n| lobby.begin(line(n, 2)));
    [most, most + 1].into_iter().for_each(|n| lobby.begin(line(n, 4)));
    for by in [1, 2, 3, 5] {
        lobby.challenge(challenge_id(by), offer(by), player(10).id).expect("in line");
    }
    lobby.leave(player(1).id, Instant::now());
    // A rematch is as many games as player 2 may begin.
    lobby.end(line(most, 4).table);
    lobby.begin(line(most + 2, 2));
    let mut next = |ended: u128| {
        lobby.end(line(ended, 2).table);
        let reaches = |step| match step {
            QueueProgress::Reaches { view, .. } => Some(view.challenge),
            QueueProgress::Waits { .. } => None,
        };
        lobby.advance().into_iter().filter_map(reaches).collect::<Vec<_>>()
    };
    assert_eq!(next(most + 1), [challenge_id(3)]);
    assert_eq!(next(1), [challenge_id(2)], "they may begin one more");
}

#[test]
fn the_view_shows_the_newest_and_counts_the_rest() {
    let mut lobby = lobby(150);
    for n in 1..=150 {
        lobby.seek(seek_id(n), offer(n), false).expect("open");
    }
    let view = lobby.view(Instant::now());
    assert_eq!((view.seek_count, view.player_count), (150, 150));
    assert_eq!((view.seeks.len(), view.players.len()), (MAX_LISTED, MAX_LISTED));
    assert_eq!(view.seeks[0].seek, seek_id(150));
}
