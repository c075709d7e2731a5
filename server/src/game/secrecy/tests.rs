use std::collections::BTreeMap;

use proptest::prelude::*;
use rules::{Heaps, Move, Setup};
use uuid::Uuid;

use super::*;

fn game(ending: Ending, heaps: &[u64], moves: &[[u64; 2]]) -> Game {
    let variant = Variant::parse("nim", serde_json::Value::Null).expect("nim");
    let start = Heaps::from(heaps.to_vec()).into();
    let mut game = Game::new(Setup::new(variant, ending, start).expect("legal"));
    let moves = moves.iter().map(|mv| Move::List((*mv).into()));
    moves.for_each(|mv| game.play(mv).expect("legal"));
    game
}

fn live(game: &Game) -> Live {
    Live {
        variant: game.setup().variant().clone(),
        ending: game.setup().ending(),
        delayed: false,
        start: game.setup().start().clone(),
        now: game.position().clone(),
    }
}

fn table(number: u64) -> TableId {
    TableId(Uuid::from_u64_pair(0, number))
}

/// The marks and the index together, as the hub has them.
#[derive(Default)]
struct Both {
    games: RatedGames,
    index: Secrets,
}

impl Both {
    fn is_secret(&mut self, asked: &Game, live: impl Fn(TableId) -> Option<Live>) -> bool {
        self.index.learn(self.games.take_news(), &live);
        self.index.is_secret(asked, live)
    }

    fn is_empty(&mut self) -> bool {
        self.index.learn(self.games.take_news(), |_| None);
        let Secrets { kind_of, kinds, indexed } = &self.index;
        let RatedGames { running, halves, .. } = &self.games;
        let kept = kind_of.len() + kinds.len() + indexed + running.len() + halves.len();
        kept == 0
    }
}

/// Whether `asked` is secret while one game is running.
fn is_secret(asked: &Game, running: &Live) -> bool {
    let mut secrets = Both::default();
    secrets.games.begin(table(1), None);
    secrets.is_secret(asked, |_| Some(running.clone()))
}

/// What the index must agree with: each running game is looked at.
fn is_secret_by_search(asked: &Game, running: &BTreeMap<u64, (Game, bool)>) -> bool {
    let setup = asked.setup();
    let mut shown = visited(asked);
    shown.extend(after(setup.variant(), asked.position()));
    let alike = |game: &Game| {
        game.setup().variant() == setup.variant() && game.setup().ending() == setup.ending()
    };
    running.values().filter(|(game, _)| alike(game)).any(|(game, delayed)| {
        let ahead = after(game.setup().variant(), game.position());
        let own = [game.setup().start(), game.position()].map(plain);
        *delayed || own.into_iter().chain(ahead).any(|position| shown.contains(&position))
    })
}

#[test]
fn positions_a_rated_game_has_or_may_reach_next_are_secret() {
    // A game moved from 3-5-7 to 3-4-7.
    let running = live(&game(Ending::Normal, &[3, 5, 7], &[[1, 1]]));
    let secret = |heaps: &[u64], moves: &[[u64; 2]]| {
        is_secret(&game(Ending::Normal, heaps, moves), &running)
    };
    assert!(secret(&[3, 5, 7], &[]), "its start");
    assert!(secret(&[7, 0, 4, 3], &[]), "where it stands, the heaps in another order");
    assert!(secret(&[3, 4, 4], &[]), "a move ahead");
    assert!(secret(&[3, 4, 9], &[]), "of which a move makes where it stands");
    assert!(secret(&[3, 4, 9, 9], &[[3, 9], [2, 2], [0, 3]]), "on the way");
    assert!(!secret(&[1, 2], &[]) && !secret(&[10, 11, 12], &[[0, 1]]));
}

#[test]
fn no_question_finds_out_where_a_game_with_a_delay_stands() {
    let running = game(Ending::Normal, &[3, 5, 7], &[[1, 1]]);
    let running = Live { delayed: true, ..live(&running) };
    let secret = |ending, heaps: &[u64]| is_secret(&game(ending, heaps, &[]), &running);
    for heaps in [&[3, 4, 7][..], &[3, 5, 7], &[1], &[900, 1], &[]] {
        assert!(secret(Ending::Normal, heaps), "{heaps:?}");
    }
    assert!(!secret(Ending::Misere, &[3, 4, 7]), "another game");
}

#[test]
fn other_games_are_no_secret() {
    let running = live(&game(Ending::Misere, &[3, 5, 7], &[]));
    let asked = game(Ending::Normal, &[3, 5, 7], &[]);
    assert!(!is_secret(&asked, &running));
    assert!(!Both::default().is_secret(&asked, |_| Some(running.clone())));
}

#[test]
fn questions_are_refused_until_all_games_of_their_kind_are_in_the_index() {
    // Each of these games adds 1,000 positions, so that the index has no place for the last.
    let asked = game(Ending::Normal, &[1, 2], &[]);
    let mut secrets = Both::default();
    let many = MAX_INDEXED as u64 / 1_000;
    (0..many).for_each(|number| secrets.games.begin(table(number), None));
    let large = live(&game(Ending::Normal, &[5_000, 6_000], &[]));
    let per_question = MAX_ADDED / 1_000;
    for number in (0..many as usize).step_by(per_question) {
        assert!(secrets.is_secret(&asked, |_| Some(large.clone())), "after {number}");
    }
    secrets.games.end(table(0), None);
    secrets.games.end(table(1), None);
    assert!(!secrets.is_secret(&asked, |_| Some(large.clone())), "there is room for all");
}

#[test]
fn the_other_game_of_a_running_one_is_half_played() {
    let mut games = RatedGames::default();
    games.begin(table(1), Some(table(2)));
    assert!(games.is_half_played(table(2)) && !games.is_half_played(table(1)));
    games.begin(table(2), Some(table(1)));
    games.end(table(1), Some(table(2)));
    assert!(games.is_half_played(table(1)) && !games.is_half_played(table(2)));
    games.end(table(2), Some(table(1)));
    assert!(games.halves.is_empty());
}

#[test]
fn nothing_is_kept_of_games_that_are_over() {
    let running = live(&game(Ending::Normal, &[3, 5, 7], &[]));
    let mut secrets = Both::default();
    for number in 0..3 {
        secrets.games.begin(table(number), None);
    }
    assert!(secrets.is_secret(&game(Ending::Normal, &[3, 5, 7], &[]), |_| Some(running.clone())));
    secrets.games.begin(table(3), None);
    (0..4).for_each(|number| secrets.games.end(table(number), None));
    assert_eq!(secrets.games.news.ended.len(), 3, "nobody has asked since the fourth began");
    secrets.games.change(table(2));
    assert!(secrets.games.news.changed.is_empty(), "an event may be late");
    assert!(secrets.is_empty());
}

/// An event of the property below: a table, what becomes of it, and the question asked after it.
type Event = (u64, (u8, u64, u64), [u64; 3]);

fn event() -> impl Strategy<Value = Event> {
    (0..6u64, (0..8u8, 0..3u64, 1..5u64), [0..6u64, 0..6, 0..6])
}

proptest! {
    #[test]
    fn the_index_answers_as_a_search_of_all_games_does(
        events in prop::collection::vec(event(), 1..40),
    ) {
        let mut secrets = Both::default();
        let mut running = BTreeMap::new();
        for (number, (what, heap, count), heaps) in events {
            let ending = if heaps[0] % 2 == 0 { Ending::Normal } else { Ending::Misere };
            match what {
                0 => {
                    running.remove(&number);
                    secrets.games.end(table(number), None);
                }
                1 | 2 if !running.contains_key(&number) => {
                    let new = game(ending, &[heap + 1, count, 5], &[]);
                    running.insert(number, (new, heap == 0 && count == 1));
                    secrets.games.begin(table(number), None);
                }
                _ => {
                    let moved = running.get_mut(&number).is_some_and(|(game, _)| {
                        game.play(Move::List([heap, count].into())).is_ok()
                    });
                    if moved {
                        secrets.games.change(table(number));
                    }
                }
            }
            if what % 2 == 0 {
                let asked = game(ending, &heaps, &[]);
                let by_index = secrets.is_secret(&asked, |id| {
                    let (game, delayed) = running.get(&id.0.as_u64_pair().1)?;
                    Some(Live { delayed: *delayed, ..live(game) })
                });
                prop_assert_eq!(by_index, is_secret_by_search(&asked, &running));
            }
        }
        running.keys().for_each(|&number| secrets.games.end(table(number), None));
        prop_assert!(secrets.is_empty());
    }
}
