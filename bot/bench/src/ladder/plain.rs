//! What one gets without thinking of the start: Glicko-2 as the paper has it,
//! each game a rating period of its own.

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

/// A plain ladder.
pub(crate) struct Plain {
    ratings: Vec<Glicko2Rating>,
}

impl Plain {
    pub(crate) fn new(players: usize) -> Plain {
        Plain { ratings: vec![Glicko2Rating::new(); players] }
    }

    /// Rating and deviation.
    pub(crate) fn rating(&self, player: usize) -> (f64, f64) {
        (self.ratings[player].rating, self.ratings[player].deviation)
    }

    pub(crate) fn rate(&mut self, [one, other]: [usize; 2], wins: bool) {
        let result = if wins { Outcomes::WIN } else { Outcomes::LOSS };
        let (a, b) = (self.ratings[one], self.ratings[other]);
        (self.ratings[one], self.ratings[other]) = glicko2(&a, &b, &result, &Glicko2Config::new());
    }
}
