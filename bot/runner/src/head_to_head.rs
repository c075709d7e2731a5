//! Additional results of a tournament of two: the probability that the first entrant is stronger,
//! and the sequential test.

use std::fmt;

use protocol::{Elo, SprtDecision};

/// The results of two entrants, from the first one's point of view.
#[derive(Clone, Debug)]
pub(crate) struct HeadToHead {
    /// Pairs won, shared and lost.
    pub(crate) pairs: [u32; 3],
    pub(crate) names: [String; 2],
    pub(crate) said: Option<SprtDecision>,
}

impl HeadToHead {
    pub(crate) fn new(elo: Elo, names: [String; 2], said: Option<SprtDecision>) -> HeadToHead {
        HeadToHead { pairs: elo.pairs, names, said }
    }

    /// The probability that the first is stronger, given the decided pairs and a uniform prior: the
    /// tail of a beta distribution, exact for any number of pairs.
    fn superiority(&self) -> f64 {
        let [won, _, lost] = self.pairs;
        // P(Beta(won + 1, lost + 1) > 1/2) equals the probability of at most `won` heads in `won +
        // lost + 1` tosses.
        let tosses = won + lost + 1;
        let mut log_chance = -f64::from(tosses) * std::f64::consts::LN_2;
        let mut sum = log_chance.exp();
        for heads in 0..won {
            log_chance += (f64::from(tosses - heads) / f64::from(heads + 1)).ln();
            sum += log_chance.exp();
        }
        sum.min(1.0)
    }

    /// The difference in normalised Elo (Van den Bergh 2020); `None` if the pairs have no variance.
    fn normalized(&self) -> Option<f64> {
        let [won, shared, lost] = self.pairs.map(f64::from);
        let n = won + shared + lost;
        let mean = (won + shared / 2.0) / n;
        let variance = (won + shared / 4.0) / n - mean * mean;
        let scale = 800.0 / std::f64::consts::LN_10 / std::f64::consts::SQRT_2;
        (variance > 1e-12).then(|| (mean - 0.5) / variance.sqrt() * scale)
    }
}

impl fmt::Display for HeadToHead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, other] = &self.names;
        let chance = 100.0 * self.superiority();
        write!(f, "    {first} is stronger than {other} with a chance of {chance:.1} %")?;
        if let Some(elo) = self.normalized() {
            write!(f, ", normalised Elo {elo:+.0}")?;
        }
        writeln!(f)?;
        match self.said {
            Some(SprtDecision::Passed) => {
                writeln!(f, "    the test has passed: {first} is stronger")
            }
            Some(SprtDecision::Failed) => {
                writeln!(f, "    the test has failed: {first} is not stronger")
            }
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head_to_head(won: u32, shared: u32, lost: u32) -> HeadToHead {
        let names = ["new", "old"].map(str::to_owned);
        HeadToHead { pairs: [won, shared, lost], names, said: None }
    }

    #[test]
    fn the_chance_is_exact_for_few_pairs() {
        for (won, lost, chance) in [(0, 0, 0.5), (1, 0, 0.75), (3, 0, 0.9375), (0, 3, 0.0625)] {
            let found = head_to_head(won, 7, lost).superiority();
            assert!((found - chance).abs() < 1e-12, "{won} {lost}: {found}");
        }
        assert!((head_to_head(500, 0, 500).superiority() - 0.5).abs() < 1e-9);
        assert!(head_to_head(5_000, 0, 4_000).superiority() > 0.999);
    }

    #[test]
    fn normalised_elo_is_in_spreads_of_a_pair() {
        assert_eq!(head_to_head(1, 2, 1).normalized(), Some(0.0));
        assert_eq!(head_to_head(9, 0, 0).normalized(), None);
        // Mean 5/8, variance 9/64 - 0.0156..: more than a quarter of a standard deviation.
        let elo = head_to_head(2, 1, 1).normalized().unwrap();
        assert!((elo - 245.7 * 0.125 / (9.0f64 / 16.0 - 25.0 / 64.0).sqrt()).abs() < 0.1, "{elo}");
    }

    #[test]
    fn it_is_said_in_words() {
        let mut two = head_to_head(2, 1, 1);
        two.said = Some(SprtDecision::Passed);
        assert_eq!(
            two.to_string(),
            "    new is stronger than old with a chance of 68.8 %, normalised Elo +74\n    \
             the test has passed: new is stronger\n"
        );
        let alike = head_to_head(0, 3, 0);
        assert_eq!(alike.to_string(), "    new is stronger than old with a chance of 50.0 %\n");
    }
}
