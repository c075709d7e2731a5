//! Results alone: pairs rated by Glicko-2 with the start as an opponent, which was the ladder
//! before decisions counted.

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};
use solver::Outcome;

/// The rating from which a start's advantage to the favoured player is measured.
const LEVEL: f64 = 1500.0;

/// Ratings of bots, and of starts won by the first and by the second player.
pub(super) struct PairRatings {
    bots: Vec<Glicko2Rating>,
    starts: [Glicko2Rating; 2],
}

/// The result of a pair.
pub(super) struct PairResult {
    pub(super) bots: [usize; 2],
    pub(super) start: Outcome,
    /// The seat that won each game; in the second game the seats are swapped.
    pub(super) winners: [usize; 2],
}

impl PairRatings {
    pub(super) fn new(bots: usize) -> PairRatings {
        PairRatings { bots: vec![Glicko2Rating::new(); bots], starts: [Glicko2Rating::new(); 2] }
    }

    pub(super) fn ratings(&self) -> Vec<f64> {
        self.bots.iter().map(|bot| bot.rating).collect()
    }

    /// Rates a pair as one rating period of two games.
    pub(super) fn rate(&mut self, pair: &PairResult) {
        let favoured = usize::from(pair.start == Outcome::P);
        let start = self.starts[favoured];
        let before = pair.bots.map(|bot| self.bots[bot]);
        let mut of_start = Vec::with_capacity(2);
        for me in [0, 1] {
            let games: Vec<_> = (0..2)
                .map(|number| {
                    let (seat, other) = ((me + number) % 2, before[1 - me]);
                    let worth = start.rating - LEVEL;
                    let rating = other.rating + if seat == favoured { -worth } else { worth };
                    let deviation = other.deviation.hypot(start.deviation);
                    let wins = pair.winners[number] == seat;
                    (Glicko2Rating { rating, deviation, ..other }, outcome(wins))
                })
                .collect();
            self.bots[pair.bots[me]] = period(&before[me], &games);
        }
        for (number, winner) in pair.winners.into_iter().enumerate() {
            let with = before[(favoured + number) % 2];
            let against = before[1 - (favoured + number) % 2];
            let rating = LEVEL + against.rating - with.rating;
            let deviation = against.deviation.hypot(with.deviation);
            let opponent = Glicko2Rating { rating, deviation, ..against };
            of_start.push((opponent, outcome(winner == favoured)));
        }
        self.starts[favoured] = period(&start, &of_start);
    }
}

fn outcome(wins: bool) -> Outcomes {
    if wins { Outcomes::WIN } else { Outcomes::LOSS }
}

fn period(before: &Glicko2Rating, games: &[(Glicko2Rating, Outcomes)]) -> Glicko2Rating {
    glicko2_rating_period(before, games, &Glicko2Config::new())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of Glickman's paper, "Example of the Glicko-2 system" (2013):
    /// 1464.06, 151.52 and 0.05999 with its rounded steps.
    #[test]
    fn the_crate_agrees_with_the_paper() {
        let known = |rating, deviation| Glicko2Rating { rating, deviation, volatility: 0.06 };
        let games = [
            (known(1400.0, 30.0), Outcomes::WIN),
            (known(1550.0, 100.0), Outcomes::LOSS),
            (known(1700.0, 300.0), Outcomes::LOSS),
        ];
        let after = period(&known(1500.0, 200.0), &games);
        assert!((after.rating - 1464.06).abs() < 0.02, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.02, "{after:?}");
        assert!((after.volatility - 0.05999).abs() < 0.00001, "{after:?}");
    }
}
