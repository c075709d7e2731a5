//! The sequential test of a tournament, counted pair by pair in the order of the
//! schedule.

use protocol::{Number, SprtView, Stage};

use super::Contest;
use crate::sprt;
use crate::strength::PairCounts;

impl Contest {
    /// Counts the pairs of the tested entrant, in the order of the schedule: up to the first
    /// unplayed one, or to the one at which the test decides. So nobody can choose which pairs
    /// count, or when to stop.
    pub(super) fn go_on_testing(&mut self) {
        let own = self.tested();
        let (Some(test), Some(sprt)) = (&mut self.test, self.opening.plan.sprt) else { return };
        while test.decision.is_none() {
            let Some(state) = self.pairings.get(test.pairing) else { return };
            if test.pair > state.pairs {
                (test.pairing, test.pair) = (test.pairing + 1, 1);
                continue;
            }
            let Some(games) = state.played.get(&test.pair) else { return };
            test.pair += 1;
            if let Some([a, b]) = state.contested_points(games) {
                test.counts.add(if state.pairing.first == own { [a, b] } else { [b, a] });
                test.decision = test.counts.decision(sprt);
            }
        }
    }

    /// Returns the entrant tested for being stronger: the first to enter. Lots decide who is number
    /// 1, so that may be another entrant.
    pub(super) fn tested(&self) -> Number {
        let first = self.entrants.iter().find(|entrant| entrant.entered == 1);
        first.map_or(Number(1), |entrant| entrant.number)
    }

    /// Returns the state of the sequential test, if there is one and it has begun.
    pub fn test(&self) -> Option<SprtView> {
        let sprt = self.opening.plan.sprt.filter(|_| self.stage != Stage::Open)?;
        let counts @ PairCounts { lost, shared, won } = self.test.as_ref()?.counts;
        let rounded = |value: f64| (value * 1e3).round() / 1e3;
        Some(SprtView {
            number: self.tested(),
            pairs: [won, shared, lost],
            ratio: rounded(counts.log_likelihood_ratio(sprt)),
            bounds: sprt::bounds(sprt).map(rounded),
            decision: self.sprt,
        })
    }
}
