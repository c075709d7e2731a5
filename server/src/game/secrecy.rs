//! Secrets of the server while rated games are running: the values of their positions. Pure. This
//! does not prevent cheating, since Nim is solved and anybody can calculate, but the server does
//! not do it for one of the players.

use std::collections::HashSet;

use protocol::limits::MAX_LISTED_MOVES;
use rules::{Admitted, Ending, Game, Position, Variant};

/// The maximum number of positions compared for one question; beyond it the question is refused.
const MOST_COMPARED: usize = 200_000;

/// The state of a running rated game.
#[derive(Clone, Debug)]
pub(crate) struct Live {
    pub(crate) variant: Variant,
    pub(crate) ending: Ending,
    /// Whether spectators see the game with a delay.
    pub(crate) delayed: bool,
    /// The start, which may also be that of the pair's second game.
    pub(crate) start: Admitted,
    pub(crate) now: Admitted,
}

/// Whether an answer about `asked` would reveal something about a running game: it visits the
/// start, the current position or one that a move leads to from it, or it ends with a position from
/// which a move leads to one of those. The order of heaps and empty heaps make no difference.
///
/// The position of a game with a viewing delay is itself a secret, which the answers to many
/// questions would reveal, so nothing is answered about games of its kind.
pub(crate) fn is_secret(asked: &Game, live: impl Iterator<Item = Live>) -> bool {
    let setup = asked.setup();
    let like = |live: &Live| live.variant == *setup.variant() && live.ending == setup.ending();
    let mut live = live.filter(like).peekable();
    if live.peek().is_none() {
        return false;
    }
    let mut shown = visited(asked);
    shown.extend(after(setup.variant(), asked.position()));
    let mut compared = 0;
    live.any(|game| {
        if game.delayed {
            return true;
        }
        let ahead = after(&game.variant, &game.now);
        compared += ahead.len();
        let mut secret = [&game.start, &game.now].map(plain).into_iter().chain(ahead);
        compared > MOST_COMPARED || secret.any(|position| shown.contains(&position))
    })
}

/// Returns all positions of a game so far.
fn visited(game: &Game) -> HashSet<Position> {
    let mut replayed = Game::new(game.setup().clone());
    let mut visited = HashSet::from([plain(replayed.position())]);
    for mv in game.moves() {
        if replayed.play(mv.clone()).is_err() {
            // A game's own moves are legal.
            break;
        }
        visited.insert(plain(replayed.position()));
    }
    visited
}

/// Returns the positions after each of the moves, or after the first ones if there are many.
fn after(variant: &Variant, position: &Admitted) -> Vec<Position> {
    let rules = variant.rules();
    let moves = rules.moves(position).take(MAX_LISTED_MOVES);
    moves.filter_map(|mv| rules.apply(position, &mv).ok()).map(|after| plain(&after)).collect()
}

/// A canonical form, equal for positions that differ only in the order of heaps.
fn plain(position: &Admitted) -> Position {
    let mut position = Position::from(position.clone());
    if let Position::Heaps(heaps) = &mut position {
        heaps.heaps.retain(|&heap| heap > 0);
        heaps.heaps.sort_unstable();
    }
    position
}

#[cfg(test)]
mod tests {
    use rules::{Heaps, Move, Setup};

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

    #[test]
    fn positions_a_rated_game_has_or_may_reach_next_are_secret() {
        // A game moved from 3-5-7 to 3-4-7.
        let running = game(Ending::Normal, &[3, 5, 7], &[[1, 1]]);
        let secret = |heaps: &[u64], moves: &[[u64; 2]]| {
            is_secret(&game(Ending::Normal, heaps, moves), [live(&running)].into_iter())
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
        let secret = |ending, heaps: &[u64]| {
            is_secret(&game(ending, heaps, &[]), [running.clone()].into_iter())
        };
        for heaps in [&[3, 4, 7][..], &[3, 5, 7], &[1], &[900, 1], &[]] {
            assert!(secret(Ending::Normal, heaps), "{heaps:?}");
        }
        assert!(!secret(Ending::Misere, &[3, 4, 7]), "another game");
    }

    #[test]
    fn other_games_are_no_secret() {
        let running = game(Ending::Misere, &[3, 5, 7], &[]);
        let asked = game(Ending::Normal, &[3, 5, 7], &[]);
        assert!(!is_secret(&asked, [live(&running)].into_iter()));
        assert!(!is_secret(&asked, std::iter::empty()));
    }
}
