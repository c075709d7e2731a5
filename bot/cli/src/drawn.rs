//! Checks a start that a server drew: that the seed is the one to which it was committed, and that
//! the start follows from the seed.

use protocol::{Difficulty, Draw, HandicapView, Side};
use rules::{MAX_NUMBER, Setup};
use serde::Deserialize;
use solver::{Budget, Drawing, Outcome, StartDifficulty};

/// A game as `GET /api/games/ID` answers it, or a `seated` message: the part that matters here.
#[derive(Debug, Deserialize)]
pub(crate) struct DrawnRecord {
    game: Setup,
    drawn: Draw,
    handicap: Option<HandicapView>,
}

impl DrawnRecord {
    /// Returns what has been proven.
    ///
    /// # Errors
    /// When the start is not that of the seed, or the seed not that of the commitment.
    pub(crate) fn check(&self) -> Result<String, String> {
        let seed = self.drawn.seed.ok_or("the seed has not been revealed")?;
        let offset = self.handicap.map_or(0, |handicap| u64::from(handicap.offset));
        let of_start = (seed % (MAX_NUMBER + 1) + offset) % (MAX_NUMBER + 1);
        let committed = match self.drawn.keeps_commitment() {
            Some(false) => return Err(format!("the commitment is not to seed {seed}")),
            Some(true) => ", to which the server was committed",
            None => "",
        };
        let found = self.drawing().find(of_start, &mut Budget::positions(Drawing::WORK));
        match found {
            Ok(start) if start == self.game => {
                Ok(format!("{start} follows from seed {seed}{committed}"))
            }
            Ok(start) => Err(format!("seed {seed} gives {start}, not {}", self.game)),
            Err(why) => Err(format!("seed {seed} gives no start: {why}")),
        }
    }

    fn drawing(&self) -> Drawing {
        let outcome = self.drawn.won_by.map(|side| match side {
            Side::First => Outcome::N,
            Side::Second => Outcome::P,
        });
        let degree = match self.drawn.difficulty {
            Difficulty::Easy => StartDifficulty::Easy,
            Difficulty::Medium => StartDifficulty::Medium,
            Difficulty::Hard => StartDifficulty::Hard,
        };
        let (variant, ending) = (self.game.variant().clone(), self.game.ending());
        let Draw { winning_moves, length, .. } = self.drawn;
        Drawing { outcome, winning_moves, length, ..Drawing::new(variant, ending, degree) }
    }
}

#[cfg(test)]
mod tests {
    use protocol::{Commitment, HandicapMeans, Salt};

    use super::*;

    #[test]
    fn a_start_is_checked_against_its_seed_and_the_seed_against_the_commitment() {
        let mut drawn = Draw { seed: Some(7), ..Draw::default() };
        let game = "nim 1".parse().expect("a game");
        let drawing = DrawnRecord { game, drawn, handicap: None }.drawing();
        let game = drawing.find(7, &mut Budget::positions(Drawing::WORK)).expect("a start");
        let said = |drawn| DrawnRecord { game: game.clone(), drawn, handicap: None }.check();
        assert_eq!(said(drawn), Ok(format!("{game} follows from seed 7")));
        let salt = Salt::new([1; 32]);
        (drawn.salt, drawn.commitment) = (Some(salt), Some(Commitment::to(salt, 7)));
        assert!(said(drawn).is_ok_and(|said| said.ends_with("committed")));
        assert!(said(Draw { salt: None, ..drawn }).is_err(), "nothing was revealed");
        assert!(said(Draw { seed: Some(8), ..drawn }).is_err(), "another seed");
        assert!(said(Draw { seed: Some(8), ..Draw::default() }).is_err(), "another start");
        assert!(said(Draw::default()).is_err(), "no seed");
    }

    /// The seed and the offset of a handicap are added modulo 2^53.
    #[test]
    fn a_start_of_a_handicap_follows_from_its_seed_and_its_offset() {
        let handicap = |offset| HandicapView {
            ratings: [Some(1_500), Some(1_700)],
            by: HandicapMeans::Start,
            chance: 50,
            offset,
        };
        let game = "nim 1".parse().expect("a game");
        let drawn = |seed| Draw { seed: Some(seed), ..Draw::default() };
        let drawing = DrawnRecord { game, drawn: drawn(0), handicap: None }.drawing();
        for (seed, offset, start) in
            [(40, 2, 42), (MAX_NUMBER, 1, 0), (MAX_NUMBER, 3, 2), (u64::MAX, 1, 0), (9, 0, 9)]
        {
            let game = drawing.find(start, &mut Budget::positions(Drawing::WORK)).expect("a start");
            let drawn = drawn(seed);
            let record =
                DrawnRecord { game: game.clone(), drawn, handicap: Some(handicap(offset)) };
            assert_eq!(record.check(), Ok(format!("{game} follows from seed {seed}")));
        }
    }
}
