//! The players: bots of known strength, in three kinds of populations.

use clap::ValueEnum;
use solver::{Level, Probability};

/// A population of bots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Population {
    /// They err blindly in 1 to 50 of 100 moves.
    Wide,
    /// They err blindly in 0.5 to 10 of 100 moves.
    Narrow,
    /// Blind errors, short sight, few digits, misreading: the bots differ in what they are good at.
    Mixed,
}

impl Population {
    /// The level of each bot.
    pub(super) fn levels(self, bots: usize) -> Vec<Level> {
        let errors = self.errors(bots);
        let level = |(bot, error): (usize, &f64)| match (self, bot % 5) {
            (Population::Mixed, 2) => Level::Sight(1 + (bot % 7) as u8),
            (Population::Mixed, 3) => Level::Heaps(1 + (bot % 4) as u8),
            (Population::Mixed, 4) => {
                Probability::new(*error).map_or(Level::Random, Level::Misread)
            }
            _ => Probability::new(*error).map_or(Level::Random, Level::Epsilon),
        };
        errors.iter().enumerate().map(level).collect()
    }

    /// The strength of each bot; `None` if only play can determine it.
    pub(super) fn truth(self, bots: usize) -> Option<Vec<f64>> {
        match self {
            Population::Wide | Population::Narrow => {
                Some(self.errors(bots).into_iter().map(|error| -error).collect())
            }
            Population::Mixed => None,
        }
    }

    /// Error rates, the best bot first; successive rates have a constant ratio.
    fn errors(self, bots: usize) -> Vec<f64> {
        let (best, worst): (f64, f64) = match self {
            Population::Wide | Population::Mixed => (0.01, 0.5),
            Population::Narrow => (0.005, 0.1),
        };
        let step = (worst / best).powf(1.0 / (bots.max(2) - 1) as f64);
        (0..bots).map(|bot| best * step.powf(bot as f64)).collect()
    }
}
