//! How much stronger somebody is, from pairs: the two games of a pair share
//! their start, so it is pairs that are counted and their spread that gives the
//! error. TOURNAMENTS.md says how.

/// A difference in Elo with the bounds that hold it with 95 percent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// The likeliest; infinite when all pairs were won or lost.
    pub elo: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

impl Strength {
    /// Of so many pairs won, shared and lost; `None` without any.
    pub fn of([won, shared, lost]: [u32; 3]) -> Option<Strength> {
        let n = f64::from(won + shared + lost);
        if n == 0.0 {
            return None;
        }
        let mean = (f64::from(won) + f64::from(shared) / 2.0) / n;
        let variance = (f64::from(won) + f64::from(shared) / 4.0) / n - mean * mean;
        // Where all pairs went alike, the rule of three (Hanley and Lippman-Hand
        // 1983) says what 95 percent still admit.
        let error = if variance > 1e-12 { 1.959_964 * (variance / n).sqrt() } else { 3.0 / n };
        let bounds = [mean, (mean - error).max(0.0), (mean + error).min(1.0)];
        let [elo, low, high] = bounds.map(|score| -400.0 * (1.0 / score - 1.0).log10());
        Some(Strength { elo, low, high })
    }
}

impl std::fmt::Display for Strength {
    /// `+191 (148 to 240)`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let number = |elo: f64| match elo {
            elo if elo == f64::INFINITY => "∞".to_owned(),
            elo if elo == f64::NEG_INFINITY => "−∞".to_owned(),
            elo => format!("{:+.0}", elo + 0.0),
        };
        write!(f, "{} ({} to {})", number(self.elo), number(self.low), number(self.high))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_and_its_error_follow_from_pairs() {
        let strength = Strength::of([10, 20, 10]).unwrap();
        assert!(strength.elo.abs() < 1e-9);
        assert!((strength.low + strength.high).abs() < 1e-9);
        // Mean 0.75, variance 0.0625 of one pair, so 0.75 +- 0.049.
        let strength = Strength::of([50, 50, 0]).unwrap();
        assert!((strength.elo - 190.848).abs() < 1e-3, "{strength:?}");
        assert!((strength.low - 148.02).abs() < 0.1, "{strength:?}");
        let all = Strength::of([30, 0, 0]).unwrap();
        assert!(all.elo.is_infinite() && all.high.is_infinite());
        // 0.9 of the points.
        assert!((all.low - 381.697).abs() < 1e-3, "{all:?}");
        let shared = Strength::of([0, 30, 0]).unwrap();
        assert!(shared.elo.abs() < 1e-9 && (shared.high - 70.44).abs() < 0.01, "{shared:?}");
        assert_eq!(Strength::of([0, 0, 0]), None);
    }

    #[test]
    fn strength_follows_from_pairs() {
        let strength = Strength::of([50, 50, 0]).unwrap();
        assert!((strength.elo - 190.85).abs() < 0.01, "{strength:?}");
        assert!((strength.low - 148.02).abs() < 0.1, "{strength:?}");
        assert_eq!(Strength::of([0, 0, 0]), None);
        assert_eq!(Strength::of([30, 0, 0]).unwrap().to_string(), "∞ (+382 to ∞)");
        assert_eq!(Strength::of([5, 10, 5]).unwrap().to_string(), "+0 (-111 to +111)");
    }
}
