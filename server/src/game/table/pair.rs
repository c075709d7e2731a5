//! A game as half of a pair, and the consequences of a game that was not properly begun. Nim is
//! solved: a single game mostly shows who had the better seat, so the unit that counts is two games
//! from one start with the seats swapped.

use std::time::Instant;

use protocol::{Division, Draw, EndReason, HandicapView, Over, PairView, Rating, TableId};
use rules::Seat;

use super::Table;
use crate::records::game::{Opening, PairGame, Rated, Terms};

impl Table {
    /// Whether the game counts for the ladder.
    pub(crate) fn is_rated(&self) -> bool {
        self.terms.rated
    }

    /// The division in which the game counts, if it does.
    pub(crate) fn division(&self) -> Option<Division> {
        let [first, second] = &self.seats[..] else { return None };
        let kinds = [first.player.kind, second.player.kind];
        self.terms.rated.then(|| Division::new(kinds, self.terms.open))
    }

    /// In an arena: who has gone berserk, by seat.
    pub(crate) fn berserk(&self) -> [bool; 2] {
        self.terms.berserk
    }

    /// The players' ratings by seat when a rated game began.
    pub(crate) fn ratings(&self) -> &[Option<Rating>] {
        &self.terms.ratings
    }

    /// How the start was drawn, if it was.
    pub(crate) fn drawn(&self) -> Option<Draw> {
        self.terms.drawn
    }

    /// Returns the terms of a rematch: without the players' ratings, and without how the players
    /// were brought together.
    pub(crate) fn terms_of_rematch(&self) -> Terms {
        let Terms { rated, start, open, pie, bid, delay, excluded, drawn, .. } = self.terms.clone();
        Terms { rated, start, open, pie, bid, delay, excluded, drawn, ..Terms::default() }
    }

    /// The computed handicap, if there is one.
    pub(crate) fn handicap(&self) -> Option<HandicapView> {
        self.terms.handicap
    }

    /// Whether the game belongs to a pair.
    pub(crate) fn is_paired(&self) -> bool {
        self.terms.pair.is_some()
    }

    /// The public view of the pair.
    pub(crate) fn pair(&self) -> Option<PairView> {
        let pair = self.terms.pair.as_ref()?;
        Some(PairView { id: pair.id, game: pair.number(), other: pair.other })
    }

    /// Whether the second game of the pair follows this one, or has followed it.
    pub(super) fn goes_on(&self) -> bool {
        let first = self.terms.pair.as_ref().is_some_and(|pair| pair.first.is_none());
        first && self.over.as_ref().is_some_and(has_winner)
    }

    /// Returns the second game once the first has ended with a winner: the same start with the
    /// seats swapped. A first game without a result ends the pair.
    pub(crate) fn second_game(&self) -> Option<(TableId, Opening)> {
        let pair = self.terms.pair.as_ref().filter(|_| self.goes_on())?;
        let mut opening = self.opening();
        opening.players.rotate_right(1);
        opening.terms.ratings.reverse();
        opening.terms.clocks.reverse();
        opening.terms.berserk.reverse();
        let first = self.over.clone();
        let terms = PairGame { id: pair.id, other: self.id, first };
        opening.terms = Terms { pair: Some(terms), ..opening.terms };
        Some((pair.other, opening))
    }

    /// Returns the result for the ladder if the last game of a pair, or a single rated game, has
    /// just ended with a winner.
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

    /// Handles a player on `seat` who does not want to begin, or has not. In a rated game that
    /// loses the game: otherwise players could look at a start and choose.
    pub(super) fn never_begin(&mut self, now: Instant, seat: Seat) {
        match self.terms.rated {
            true => self.lose(now, seat, EndReason::Forfeited),
            false => self.end_without_result(now, EndReason::Aborted),
        }
    }
}

fn has_winner(over: &Over) -> bool {
    !over.winners.is_empty()
}
