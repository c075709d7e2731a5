//! Glicko-2 (Glickman 2013, "Example of the Glicko-2 system") and docs/ladder.md's use
//! of it, written from the papers: the referee must not take the server's word for
//! what it is to check.

use std::f64::consts::PI;

/// Points to one unit of the paper's own scale.
const SCALE: f64 = 173.7178;
/// How much volatility may change.
const TAU: f64 = 0.5;
/// How exactly the volatility is found: the paper's ε.
const TOLERANCE: f64 = 1e-6;
/// A new player, in points.
const LEVEL: f64 = 1500.0;
const WIDEST: f64 = 350.0;
const FRESH_VOLATILITY: f64 = 0.06;
/// In this time a resting player's strength changes by his volatility.
const PERIOD_MS: f64 = 5.0 * 24.0 * 3_600_000.0;
/// What ratings are kept within.
const MAX_RATING: f64 = 4_000.0;

/// A rating as it is kept, in whole numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    /// In thousandths of a point.
    pub(crate) rating: i64,
    pub(crate) deviation: i64,
    /// In billionths.
    volatility: i64,
    pub(crate) bouts: u32,
    /// In milliseconds since 1970.
    at: i64,
}

/// A rating as it enters a period, in points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Strength {
    pub(crate) rating: f64,
    pub(crate) deviation: f64,
    volatility: f64,
}

/// An opponent, and whether he was beaten.
pub(crate) type Met = (Strength, bool);

impl Standing {
    /// Of whom nothing is known.
    pub(crate) fn fresh(at: i64) -> Standing {
        let fresh = Strength { rating: LEVEL, deviation: WIDEST, volatility: FRESH_VOLATILITY };
        fresh.kept(0, at)
    }

    /// As it enters a period at this time: rest makes uncertain.
    pub(crate) fn at(self, at: i64) -> Strength {
        let volatility = self.volatility as f64 / 1e9;
        let periods = at.saturating_sub(self.at).max(0) as f64 / PERIOD_MS;
        let deviation = (self.deviation as f64 / 1e3).hypot(volatility * SCALE * periods.sqrt());
        Strength { rating: self.rating as f64 / 1e3, deviation: deviation.min(WIDEST), volatility }
    }
}

impl Strength {
    /// Of a start: how much stronger it makes who has it.
    pub(crate) fn worth(self) -> f64 {
        self.rating - LEVEL
    }

    /// An opponent of a start: as strong as the other side is stronger.
    pub(crate) fn against_a_start(with: Strength, against: Strength) -> Strength {
        Strength {
            rating: LEVEL + against.rating - with.rating,
            deviation: against.deviation.hypot(with.deviation),
            volatility: against.volatility,
        }
    }

    /// The same opponent on a start that makes him so much stronger, which is not
    /// known better than this.
    pub(crate) fn helped_by(self, points: f64, start: Strength) -> Strength {
        let deviation = self.deviation.hypot(start.deviation);
        Strength { rating: self.rating + points, deviation, ..self }
    }

    /// What one rating period makes of it.
    pub(crate) fn after(self, games: &[Met], bouts: u32, at: i64) -> Standing {
        let (mu, phi) = ((self.rating - LEVEL) / SCALE, self.deviation / SCALE);
        let (mut information, mut surprise) = (0.0, 0.0);
        for (opponent, won) in games {
            let reach = opponent.deviation / SCALE;
            let g = (1.0 + 3.0 * reach * reach / (PI * PI)).sqrt().recip();
            let expected = (1.0 + (-g * (mu - (opponent.rating - LEVEL) / SCALE)).exp()).recip();
            information += g * g * expected * (1.0 - expected);
            surprise += g * (f64::from(u8::from(*won)) - expected);
        }
        let v = information.recip();
        let volatility = new_volatility(self.volatility, (v * surprise).powi(2), phi * phi, v);
        let before = phi * phi + volatility * volatility;
        let phi = (before.recip() + v.recip()).sqrt().recip();
        let mu = mu + phi * phi * surprise;
        let after = Strength { rating: mu * SCALE + LEVEL, deviation: phi * SCALE, volatility };
        after.kept(bouts, at)
    }

    fn kept(self, bouts: u32, at: i64) -> Standing {
        let whole = |value: f64, unit: f64| (value * unit).round() as i64;
        Standing {
            rating: whole(self.rating.clamp(0.0, MAX_RATING), 1e3),
            deviation: whole(self.deviation.min(WIDEST), 1e3),
            volatility: whole(self.volatility, 1e9),
            bouts,
            at,
        }
    }
}

/// Step 5 of the paper: the Illinois form of regula falsi.
fn new_volatility(sigma: f64, delta2: f64, phi2: f64, v: f64) -> f64 {
    let a = (sigma * sigma).ln();
    let f = |x: f64| {
        let e = x.exp();
        e * (delta2 - phi2 - v - e) / (2.0 * (phi2 + v + e).powi(2)) - (x - a) / (TAU * TAU)
    };
    let mut low = a;
    let mut high = match delta2 > phi2 + v {
        true => (delta2 - phi2 - v).ln(),
        // f grows without bound to the left, so the first step that is not below
        // zero comes soon.
        false => (1..1_000).map(|k| a - f64::from(k) * TAU).find(|&x| f(x) >= 0.0).unwrap_or(a),
    };
    let (mut at_low, mut at_high) = (f(low), f(high));
    for _ in 0..1_000 {
        if (high - low).abs() <= TOLERANCE {
            break;
        }
        let next = low + (low - high) * at_low / (at_high - at_low);
        let at_next = f(next);
        if at_next * at_high <= 0.0 {
            (low, at_low) = (high, at_high);
        } else {
            at_low /= 2.0;
        }
        (high, at_high) = (next, at_next);
    }
    (low / 2.0).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The paper's example: 1464.06, 151.52 and 0.05999, with its rounded steps.
    #[test]
    fn the_example_of_the_paper_comes_out() {
        let known = |rating, deviation| Strength { rating, deviation, volatility: 0.06 };
        let games = [
            (known(1400.0, 30.0), true),
            (known(1550.0, 100.0), false),
            (known(1700.0, 300.0), false),
        ];
        let after = known(1500.0, 200.0).after(&games, 1, 0);
        assert!((after.rating - 1_464_060).abs() < 20, "{after:?}");
        assert!((after.deviation - 151_520).abs() < 20, "{after:?}");
        assert!((after.volatility - 59_990_000).abs() < 10_000, "{after:?}");
    }

    #[test]
    fn a_great_surprise_raises_the_volatility() {
        let sure = |rating| Strength { rating, deviation: 30.0, volatility: 0.06 };
        let beaten: Vec<Met> = (0..8).map(|_| (sure(2_400.0), true)).collect();
        let after = sure(1_500.0).after(&beaten, 1, 0);
        assert!(after.volatility > 60_000_000 && after.rating > 1_500_000, "{after:?}");
        let rested = after.at(365 * 24 * 3_600_000).deviation;
        assert!(rested > after.deviation as f64 / 1e3, "{rested}");
    }
}
