//! A game as half of a pair, and what a game without a proper beginning means. Nim is
//! solved: a single game mostly shows who had the better seat, so what counts is two
//! games from one start with the seats swapped.

use std::time::Instant;

use protocol::{Division, Draw, Over, PairView, Rating, Reason, TableId};
use rules::Seat;

use super::Table;
use crate::records::game::{Opening, PairGame, Rated, Terms};

impl Table {
    /// Whether it counts for the ladder.
    pub(crate) fn is_rated(&self) -> bool {
        self.terms.rated
    }

    /// In which division it counts, if it does.
    pub(crate) fn division(&self) -> Option<Division> {
        let [first, second] = &self.seats[..] else { return None };
        let kinds = [first.player.kind, second.player.kind];
        self.terms.rated.then(|| Division::new(kinds, self.terms.open))
    }

    /// By seat, what the ladder knew of the players, if it counts.
    pub(crate) fn ratings(&self) -> &[Option<Rating>] {
        &self.terms.ratings
    }

    /// How its start was drawn, if it was.
    pub(crate) fn drawn(&self) -> Option<Draw> {
        self.terms.drawn
    }

    /// The terms of the same game played again: without what the ladder knew, or how the
    /// players came together.
    pub(crate) fn terms_of_rematch(&self) -> Terms {
        let Terms { rated, start, open, pie, delay, without, drawn, .. } = self.terms.clone();
        Terms { rated, start, open, pie, delay, without, drawn, ..Terms::default() }
    }

    /// Whether it is a game of a pair.
    pub(crate) fn is_paired(&self) -> bool {
        self.terms.pair.is_some()
    }

    /// The public view of it.
    pub(crate) fn pair(&self) -> Option<PairView> {
        let pair = self.terms.pair.as_ref()?;
        Some(PairView { id: pair.id, game: pair.number(), other: pair.other })
    }

    /// Whether the second game of the pair follows this one, or has.
    pub(super) fn goes_on(&self) -> bool {
        let first = self.terms.pair.as_ref().is_some_and(|pair| pair.first.is_none());
        first && self.over.as_ref().is_some_and(has_winner)
    }

    /// The second game, once the first has ended with a winner: the same start
    /// with the seats swapped. A first game without a result ends the pair.
    pub(crate) fn second_game(&self) -> Option<(TableId, Opening)> {
        let pair = self.terms.pair.as_ref().filter(|_| self.goes_on())?;
        let mut opening = self.opening();
        opening.players.rotate_right(1);
        opening.terms.ratings.reverse();
        let first = self.over.clone();
        let terms = PairGame { id: pair.id, other: self.id, first };
        opening.terms = Terms { pair: Some(terms), ..opening.terms };
        Some((pair.other, opening))
    }

    /// The result for the ladder, if the last game of a pair, or a single rated
    /// game, has just ended with a winner.
    pub(crate) fn rated_result(&self) -> Option<Rated> {
        let over = self.over.clone().filter(has_winner).filter(|_| self.terms.rated)?;
        let (id, mut games) = match &self.terms.pair {
            None => (self.id.0, Vec::new()),
            Some(PairGame { first: None, .. }) => return None,
            Some(PairGame { id, other, first: Some(first) }) => {
                (id.0, vec![(*other, first.clone())])
            }
        };
        games.push((self.id, over));
        Some(Rated { id, opening: self.opening(), games })
    }

    /// The player on `seat` does not want to begin, or has not. In a rated
    /// game that loses it: otherwise one could look at a start and choose.
    pub(super) fn never_begin(&mut self, now: Instant, seat: Seat) {
        match self.terms.rated {
            true => self.lose(now, seat, Reason::Forfeited),
            false => self.end_without_result(now, Reason::Aborted),
        }
    }
}

fn has_winner(over: &Over) -> bool {
    !over.winners.is_empty()
}
