//! Counting games, 21 and 100: a heap of what is missing to the target, from which at most the
//! step is taken. A player who leaves a multiple of step + 1, or one more than that if the
//! last mover loses, can do so again every time (Bachet 1612).

use rules::{Amount, Ending, RaceTo, Total};

use crate::engine::sums::end;
use crate::{Budget, Exhausted, Facts, Outcome, Source, Theory, Verdict, Why, WinningMoves};

/// Bachet's remainder, which needs no tables.
#[derive(Debug)]
pub(crate) struct RaceToTheory(pub(crate) RaceTo);

impl RaceToTheory {
    /// Returns the remainder that the winner leaves, modulo step + 1.
    fn lost_remainder(&self, ending: Ending) -> u64 {
        match ending {
            Ending::Normal => 0,
            // The step is at least 1, so the modulus is at least 2 and 1 is a remainder.
            Ending::Misere => 1,
        }
    }

    /// Returns the one winning step; `None` in a lost position and at the end.
    fn step(&self, ending: Ending, left: u64) -> Option<u64> {
        let beyond = left.checked_sub(self.lost_remainder(ending))?;
        Some(beyond % (self.0.step() + 1)).filter(|&step| step > 0)
    }

    fn wins(&self, ending: Ending, left: u64) -> bool {
        // At the end of misère play the opponent has said the target and lost.
        self.step(ending, left).is_some() || (left == 0 && ending == Ending::Misere)
    }

    fn why(&self, ending: Ending, position: &Total) -> Why {
        let (left, modulus) = (self.0.left(position), self.0.step() + 1);
        let wanted = self.lost_remainder(ending);
        let facts = Facts::Remainder { left, modulus, remainder: left % modulus, wanted };
        let rule = match ending {
            Ending::Normal => format!("leave a multiple of {modulus} to the target"),
            Ending::Misere => format!("leave one more than a multiple of {modulus} to the target"),
        };
        let outcome = Outcome::from_win(self.wins(ending, left));
        let sentence = match (left, self.step(ending, left)) {
            (0, _) => format!("the target has been said, {}", end(outcome)),
            (_, Some(step)) => {
                format!(
                    "{rule}: say {} and the opponent has {} left, so the player to move wins",
                    position.total + step,
                    left - step
                )
            }
            (_, None) => {
                format!(
                    "{rule}: the opponent has just done so, with {left} left, so every move loses"
                )
            }
        };
        Why { sentence, facts }
    }
}

impl Theory for RaceToTheory {
    type Rules = RaceTo;

    fn rules(&self) -> &RaceTo {
        &self.0
    }

    fn verdict(&mut self, ending: Ending, position: &Total, _: &mut Budget<'_>) -> Verdict {
        let left = self.0.left(position);
        let outcome = Outcome::from_win(self.wins(ending, left));
        let grundy = (ending == Ending::Normal).then(|| left % (self.0.step() + 1));
        Verdict::proven(outcome, Source::Formula, grundy, self.why(ending, position))
    }

    fn outcome(
        &mut self,
        ending: Ending,
        position: &Total,
        _: &mut Budget<'_>,
    ) -> Result<Outcome, Exhausted> {
        Ok(Outcome::from_win(self.wins(ending, self.0.left(position))))
    }

    fn winning_moves(
        &mut self,
        ending: Ending,
        position: &Total,
        _: &mut Budget<'_>,
        most: usize,
    ) -> WinningMoves<Amount> {
        let step = self.step(ending, self.0.left(position));
        WinningMoves::listed(step.map(Amount).into_iter().collect(), most)
    }

    fn winning_move(
        &mut self,
        ending: Ending,
        position: &Total,
        budget: &mut Budget<'_>,
    ) -> Option<Amount> {
        self.winning_moves(ending, position, budget, usize::MAX).first()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::agree;

    #[test]
    fn the_remainder_decides_as_the_rules_do() {
        for (step, target) in (1..=6).flat_map(|step| (1..=20).map(move |target| (step, target))) {
            let rules = RaceTo::new(step, target).unwrap();
            agree(&mut RaceToTheory(rules), (0..=target).map(|total| Total { total }));
        }
    }

    /// Returns the totals from which the player who has just spoken wins.
    fn said(step: u64, target: u64, ending: Ending) -> Vec<u64> {
        let mut theory = RaceToTheory(RaceTo::new(step, target).unwrap());
        let mut outcome = |total| {
            let none = &mut Budget::positions(0);
            theory.verdict(ending, &Total { total }, none).outcome
        };
        (0..=target).filter(|&total| outcome(total) == Some(Outcome::P)).collect()
    }

    #[test]
    fn in_21_say_multiples_of_4() {
        assert_eq!(said(3, 21, Ending::Misere), [0, 4, 8, 12, 16, 20]);
    }

    #[test]
    fn in_100_say_1_12_23_to_89() {
        assert_eq!(said(10, 100, Ending::Normal), [1, 12, 23, 34, 45, 56, 67, 78, 89, 100]);
    }
}
