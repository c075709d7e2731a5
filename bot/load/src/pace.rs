//! When moves are due.

use std::time::Duration;

use rand::{Rng, RngExt};

/// How thinking times are spread around their mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Think {
    /// All are the same.
    Constant,
    /// Anything from nothing to twice the mean.
    Uniform,
    /// Moves come as strangers do: many soon, a few late.
    Exponential,
}

impl Think {
    /// A thinking time.
    pub(crate) fn draw(self, mean: Duration, chance: &mut impl Rng) -> Duration {
        let share: f64 = chance.random();
        match self {
            Think::Constant => mean,
            Think::Uniform => mean.mul_f64(2.0 * share),
            // At most twenty times the mean: else a game could rest for ever.
            Think::Exponential => mean.mul_f64((-(1.0 - share).ln()).min(20.0)),
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    use super::*;

    #[test]
    fn thinking_takes_the_mean_on_average() {
        let mean = Duration::from_millis(100);
        for think in [Think::Constant, Think::Uniform, Think::Exponential] {
            let mut chance = StdRng::seed_from_u64(7);
            let sum: Duration = (0..20_000).map(|_| think.draw(mean, &mut chance)).sum();
            let average = sum.as_secs_f64() / 20_000.0;
            assert!((average - 0.1).abs() < 0.003, "{think:?}: {average}");
        }
    }
}
