//! Secrets of the server while rated games are running: the values of their positions. Pure. This
//! does not prevent cheating, since Nim is solved and anybody can calculate, but the server does
//! not do it for one of the players.
//!
//! Secret positions are kept in an index, which is brought up to date when a question is asked: so a
//! move costs nothing but a mark, and a question costs what has changed since the last one about its
//! kind of game, instead of all running games. The marks are apart from the index, so that no move
//! waits for a question.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::hash::BuildHasher;

use protocol::TableId;
use protocol::limits::MAX_LISTED_MOVES;
use rules::{Admitted, Ending, Game, Position, Variant};

/// The maximum number of positions brought into the index for one question; beyond it the question
/// is refused, and the next one finds the rest.
const MAX_ADDED: usize = 200_000;

/// The maximum number of positions in the index, of some 30 bytes each; beyond it questions about
/// kinds of games that are not wholly in it are refused.
const MAX_INDEXED: usize = 500_000;

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

/// What is played: positions are compared within a kind only.
type GameKind = (Variant, Ending);

/// Which rated games are running, and what has happened in them since the last question.
#[derive(Debug, Default)]
pub(crate) struct RatedGames {
    /// With whether the index has been told of the game.
    running: HashMap<TableId, bool>,
    /// The running game of each pair, by the other game of the pair.
    halves: HashMap<TableId, TableId>,
    news: News,
}

/// What the index has yet to be told.
#[derive(Debug, Default)]
pub(crate) struct News {
    /// Games that have begun or changed.
    changed: HashSet<TableId>,
    /// Games that are over, of those in the index.
    ended: Vec<TableId>,
}

/// The index of the positions about which nothing is answered while rated games are running.
#[derive(Debug, Default)]
pub(crate) struct Secrets {
    kind_of: HashMap<TableId, GameKind>,
    kinds: HashMap<GameKind, KindSecrets>,
    /// The number of positions in the index, counted once for each game.
    indexed: usize,
}

/// The secret positions of one kind of games.
#[derive(Debug, Default)]
struct KindSecrets {
    /// Games whose positions are not yet those of the index.
    stale: HashSet<TableId>,
    games: HashMap<TableId, GameSecrets>,
    /// How many games have each position, by its hash: if two have the same, one time in 2^64, one
    /// position too many is secret.
    positions: HashMap<u64, u32>,
    /// The number of games with a viewing delay.
    delayed: usize,
}

/// What one game adds to its kind.
#[derive(Debug)]
struct GameSecrets {
    positions: Vec<u64>,
    delayed: bool,
}

impl RatedGames {
    /// Adds a game that has begun, and is one of a pair with `other`.
    pub(crate) fn begin(&mut self, table: TableId, other: Option<TableId>) {
        self.running.insert(table, false);
        self.halves.extend(other.map(|other| (other, table)));
        self.news.changed.insert(table);
    }

    /// Notes that a game has changed.
    pub(crate) fn change(&mut self, table: TableId) {
        if self.running.contains_key(&table) {
            self.news.changed.insert(table);
        }
    }

    /// Removes a game that is over.
    pub(crate) fn end(&mut self, table: TableId, other: Option<TableId>) {
        self.news.changed.remove(&table);
        if let Some(other) = other {
            self.halves.remove(&other);
        }
        if self.running.remove(&table) == Some(true) {
            self.news.ended.push(table);
        }
    }

    /// Whether this game is half of a pair whose other game, from the same start, is running.
    pub(crate) fn is_half_played(&self, table: TableId) -> bool {
        self.halves.contains_key(&table)
    }

    /// Returns the news for the index, which must be told of all.
    pub(crate) fn take_news(&mut self) -> News {
        for table in &self.news.changed {
            self.running.insert(*table, true);
        }
        std::mem::take(&mut self.news)
    }
}

impl Secrets {
    /// Takes in what has happened. `live` returns the state of a game, or `None` if it is not a
    /// running rated one.
    pub(crate) fn learn(&mut self, news: News, live: impl Fn(TableId) -> Option<Live>) {
        news.ended.into_iter().for_each(|table| self.forget(table));
        for table in news.changed {
            let kind = match self.kind_of.entry(table) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => match live(table) {
                    Some(game) => new.insert((game.variant, game.ending)),
                    None => continue,
                },
            };
            match self.kinds.get_mut(kind) {
                Some(games) => games.stale.insert(table),
                None => self.kinds.entry(kind.clone()).or_default().stale.insert(table),
            };
        }
    }

    fn forget(&mut self, table: TableId) {
        let Some(kind) = self.kind_of.remove(&table) else { return };
        let Entry::Occupied(mut games) = self.kinds.entry(kind) else { return };
        self.indexed -= games.get_mut().remove(table);
        if games.get().is_empty() {
            games.remove();
        }
    }

    /// Whether an answer about `asked` would reveal something about a running game: it visits the
    /// start, the current position or one that a move leads to from it, or it ends with a position
    /// from which a move leads to one of those. The order of heaps and empty heaps make no
    /// difference.
    ///
    /// The position of a game with a viewing delay is itself a secret, which the answers to many
    /// questions would reveal, so nothing is answered about games of its kind.
    ///
    /// `live` is that of [`Secrets::learn`].
    pub(crate) fn is_secret(
        &mut self,
        asked: &Game,
        live: impl Fn(TableId) -> Option<Live>,
    ) -> bool {
        let setup = asked.setup();
        let kind = (setup.variant().clone(), setup.ending());
        if !self.kinds.contains_key(&kind) {
            return false;
        }
        if !self.refresh(&kind, live) {
            return true;
        }
        let Some(games) = self.kinds.get(&kind) else { return false };
        if games.delayed > 0 {
            return true;
        }
        let ahead = after(setup.variant(), asked.position());
        let mut shown = visited(asked).into_iter().chain(ahead);
        shown.any(|position| games.positions.contains_key(&games.hash(&position)))
    }

    /// Brings the index of one kind up to date. Returns whether it is.
    fn refresh(&mut self, kind: &GameKind, live: impl Fn(TableId) -> Option<Live>) -> bool {
        let Some(games) = self.kinds.get_mut(kind) else { return true };
        let mut added = 0;
        while added < MAX_ADDED {
            let Some(table) = games.stale.iter().next().copied() else { return true };
            self.indexed -= games.remove(table);
            if let Some(game) = live(table) {
                let ahead = after(&game.variant, &game.now);
                let own = [&game.start, &game.now].map(plain).into_iter().chain(ahead);
                let positions: Vec<u64> = own.map(|one| games.hash(&one)).collect();
                added += positions.len();
                if self.indexed + positions.len() > MAX_INDEXED {
                    games.stale.insert(table);
                    return false;
                }
                self.indexed += positions.len();
                games.add(table, GameSecrets { positions, delayed: game.delayed });
            }
        }
        games.stale.is_empty()
    }
}

impl KindSecrets {
    fn is_empty(&self) -> bool {
        self.games.is_empty() && self.stale.is_empty()
    }

    fn hash(&self, position: &Position) -> u64 {
        self.positions.hasher().hash_one(position)
    }

    fn add(&mut self, table: TableId, game: GameSecrets) {
        for &position in &game.positions {
            *self.positions.entry(position).or_default() += 1;
        }
        self.delayed += usize::from(game.delayed);
        self.games.insert(table, game);
    }

    /// Removes what a game has in the index. Returns the number of its positions.
    fn remove(&mut self, table: TableId) -> usize {
        self.stale.remove(&table);
        let Some(game) = self.games.remove(&table) else { return 0 };
        self.delayed -= usize::from(game.delayed);
        for &position in &game.positions {
            if let Entry::Occupied(mut count) = self.positions.entry(position) {
                *count.get_mut() -= 1;
                if *count.get() == 0 {
                    count.remove();
                }
            }
        }
        game.positions.len()
    }
}

/// Returns all positions of a game so far.
fn visited(game: &Game) -> Vec<Position> {
    let mut replayed = Game::new(game.setup().clone());
    let mut visited = vec![plain(replayed.position())];
    for mv in game.moves() {
        if replayed.play(mv.clone()).is_err() {
            // A game's own moves are legal.
            break;
        }
        visited.push(plain(replayed.position()));
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
mod tests;
