//! Candy Nim: Nim decides who wins, and a search decides how many candies that costs.
//!
//! From a position with a non-zero nim-sum the winner must leave nim-sum 0, because winning
//! comes first; from nim-sum 0 the loser may do anything. So only positions of nim-sum 0 need
//! remembering, two moves apart. (Albert 2004; Mani, Nelakanti, Rubinstein-Salzedo and Tholen
//! 2018.)

use rules::{Candy, Ending, Heaps, Rules, Take};

use crate::engine::hash::FastMap;
use crate::heaps::nim_sum::{nim_outcome, nim_sum};
use crate::variants::nim::{listed_takes, nim_verdict, winning_takes};
use crate::{Budget, Candies, Exhausted, Extra, Outcome, Theory, Verdict, Why, WinningMoves};

/// The overhead of a score in addition to its heaps, in bytes: its place in the table, and its
/// frame.
const BYTES_A_SCORE: usize = 160;

/// The most moves below a position for its score to be searched: with more it would take too
/// long.
const MOST_STEPS: u64 = 1 << 36;

/// Nim's theorem, and the scores found so far.
#[derive(Debug)]
pub(crate) struct CandyTheory {
    rules: Candy,
    /// The mover's gain over the opponent from positions of nim-sum 0, keyed by their heaps,
    /// sorted and without empty ones.
    scores: FastMap<Box<[u64]>, i64>,
    /// The bytes of `scores`.
    bytes: u64,
}

/// A position of nim-sum 0 whose score is being found.
struct ScoreFrame {
    heaps: Vec<u64>,
    /// The move under consideration.
    place: usize,
    take: u64,
    best: i64,
}

impl ScoreFrame {
    fn new(heaps: Vec<u64>) -> ScoreFrame {
        ScoreFrame { heaps, place: 0, take: 1, best: i64::MIN }
    }

    /// Returns the position after the current move; `None` when there are no more moves.
    fn child(&mut self) -> Option<Vec<u64>> {
        while self.take > *self.heaps.get(self.place)? {
            // Equal heaps have equal moves.
            let size = self.heaps[self.place];
            self.place += self.heaps[self.place..].iter().take_while(|&&heap| heap == size).count();
            self.take = 1;
        }
        let mut child = self.heaps.clone();
        child[self.place] -= self.take;
        Some(child)
    }
}

impl CandyTheory {
    /// Creates the theory without any scores.
    pub(crate) fn new(rules: Candy) -> CandyTheory {
        CandyTheory { rules, scores: FastMap::default(), bytes: 0 }
    }

    /// Returns the mover's gain and the moves that reach it, ascending; winning comes first.
    fn best(
        &mut self,
        position: &Heaps,
        budget: &mut Budget<'_>,
    ) -> Result<(i64, Vec<Take>), Exhausted> {
        // Memory left by earlier questions may grow to twice this budget.
        if self.bytes > budget.most_bytes() {
            (self.scores, self.bytes) = (FastMap::default(), 0);
        }
        let heaps = &position.heaps;
        let moves: Vec<Take> = match nim_sum(heaps) {
            0 => {
                self.score(heaps, budget)?;
                self.rules.moves(position).collect()
            }
            _ => winning_takes(Ending::Normal, heaps).collect(),
        };
        let mut best = (i64::MIN, Vec::new());
        for mv in moves {
            budget.spend()?;
            let left = position.with(mv.heap, heaps[mv.heap as usize] - mv.take).heaps;
            let gain = mv.take as i64 - self.gain(&left, budget)?;
            if gain > best.0 {
                best = (gain, Vec::new());
            }
            if gain == best.0 {
                best.1.push(mv);
            }
        }
        Ok(if best.1.is_empty() { (0, Vec::new()) } else { best })
    }

    /// Returns the mover's gain, whatever the nim-sum.
    fn gain(&mut self, heaps: &[u64], budget: &mut Budget<'_>) -> Result<i64, Exhausted> {
        if nim_sum(heaps) == 0 {
            return self.score(heaps, budget);
        }
        loop {
            match self.reply(heaps) {
                Ok(gain) => return Ok(gain),
                Err(open) => self.score(&open, budget)?,
            };
        }
    }

    /// Returns the winner's gain from a position with a non-zero nim-sum, or the position
    /// whose score is needed first.
    fn reply(&self, heaps: &[u64]) -> Result<i64, Vec<u64>> {
        let mut best = i64::MIN;
        let sum = nim_sum(heaps);
        for (place, &size) in heaps.iter().enumerate() {
            if size ^ sum < size {
                let mut left = heaps.to_vec();
                left[place] = size ^ sum;
                let left = canon(left);
                let Some(score) = self.scores.get(&left[..]) else { return Err(left) };
                best = best.max((size - (size ^ sum)) as i64 - score);
            }
        }
        Ok(best)
    }

    /// Returns the mover's gain from a position of nim-sum 0.
    fn score(&mut self, heaps: &[u64], budget: &mut Budget<'_>) -> Result<i64, Exhausted> {
        let heaps = canon(heaps.to_vec());
        if let Some(&score) = self.scores.get(&heaps[..]) {
            return Ok(score);
        }
        let mut stack = vec![ScoreFrame::new(heaps)];
        let mut score = 0;
        while let Some(frame) = stack.last_mut() {
            budget.spend()?;
            let Some(child) = frame.child() else {
                let bytes = (size_of_val(&frame.heaps[..]) + BYTES_A_SCORE) as u64;
                budget.hold(bytes)?;
                self.bytes += bytes;
                score = if frame.heaps.is_empty() { 0 } else { frame.best };
                self.scores.insert(std::mem::take(&mut frame.heaps).into(), score);
                stack.pop();
                continue;
            };
            match self.reply(&child) {
                Ok(reply) => {
                    frame.best = frame.best.max(frame.take as i64 - reply);
                    frame.take += 1;
                }
                Err(open) => stack.push(ScoreFrame::new(open)),
            }
        }
        Ok(score)
    }

    /// Returns the margin and the moves that reach it, if the search for them is worth starting.
    fn best_within_reach(
        &mut self,
        position: &Heaps,
        budget: &mut Budget<'_>,
    ) -> Option<(i64, Vec<Take>)> {
        let reached = CandyTheory::within_reach(&position.heaps);
        reached.then(|| self.best(position, budget).ok()).flatten()
    }

    /// Returns whether the search for a score is worth starting: estimates the positions of
    /// nim-sum 0 below, where the largest heap follows from the others, times their moves.
    fn within_reach(heaps: &[u64]) -> bool {
        let largest = heaps.iter().copied().max().unwrap_or(0);
        let all = heaps.iter().fold(1u64, |all, heap| all.saturating_mul(heap + 1));
        let moves: u64 = heaps.iter().sum();
        all < u64::MAX && (all / (largest + 1)).saturating_mul(moves) <= MOST_STEPS
    }
}

fn canon(mut heaps: Vec<u64>) -> Vec<u64> {
    heaps.retain(|&heap| heap > 0);
    heaps.sort_unstable();
    heaps
}

/// Says in a sentence how the candies are shared.
fn share(heaps: &[u64], margin: Option<i64>) -> String {
    let total: u64 = heaps.iter().sum();
    match margin {
        Some(margin) => {
            let mine = (total as i64 + margin) / 2;
            format!("with best play the mover gets {mine} of the {total} candies")
        }
        None => format!("how the {total} candies are shared was not decided"),
    }
}

impl Theory for CandyTheory {
    type Rules = Candy;

    fn rules(&self) -> &Candy {
        &self.rules
    }

    fn outcome(
        &mut self,
        ending: Ending,
        position: &Heaps,
        _: &mut Budget<'_>,
    ) -> Result<Outcome, Exhausted> {
        Ok(nim_outcome(ending, &position.heaps))
    }

    fn verdict(&mut self, ending: Ending, position: &Heaps, budget: &mut Budget<'_>) -> Verdict {
        let heaps = &position.heaps;
        let (margin, best_moves) = self.best_within_reach(position, budget).unzip();
        let best_moves = best_moves.map(|moves| moves.into_iter().map(Into::into).collect());
        let nim = nim_verdict(ending, heaps);
        let sentence = format!("{}; {}", nim.why.sentence, share(heaps, margin));
        let why = Why { sentence, ..nim.why };
        Verdict { why, extra: Some(Extra::Candies(Candies { margin, best_moves })), ..nim }
    }

    fn best_moves(&mut self, position: &Heaps, budget: &mut Budget<'_>) -> Vec<Take> {
        self.best_within_reach(position, budget).map_or(Vec::new(), |(_, moves)| moves)
    }

    fn winning_moves(
        &mut self,
        ending: Ending,
        position: &Heaps,
        _: &mut Budget<'_>,
        most: usize,
    ) -> WinningMoves<Take> {
        listed_takes(ending, &position.heaps, most)
    }

    /// Returns the winning move that gains most; if that is unknown, the one that takes most.
    fn winning_move(
        &mut self,
        ending: Ending,
        position: &Heaps,
        budget: &mut Budget<'_>,
    ) -> Option<Take> {
        let largest = winning_takes(ending, &position.heaps).max_by_key(|mv| mv.take)?;
        let best = self.best_within_reach(position, budget);
        best.and_then(|(_, moves)| moves.first().copied()).or(Some(largest))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::oracle::{agree, heaps};

    fn margin(heaps: &[u64]) -> i64 {
        let position = Heaps::from(heaps.to_vec());
        CandyTheory::new(Candy {}).best(&position, &mut Budget::positions(10_000_000)).unwrap().0
    }

    #[test]
    fn a_search_for_the_score_is_begun_where_it_can_end() {
        assert!(CandyTheory::within_reach(&[3, 4, 5]));
        assert!(CandyTheory::within_reach(&[]));
        assert!(!CandyTheory::within_reach(&[9_999; 4]));
        assert!(!CandyTheory::within_reach(&[rules::MAX_NUMBER; 9]), "more than can be counted");
    }

    /// Computes directly by the rules: who wins with best play, how much the mover gains, and
    /// the moves that reach it.
    fn plain(
        known: &mut HashMap<Heaps, (bool, i64)>,
        position: &Heaps,
    ) -> ((bool, i64), Vec<Take>) {
        let mut results = Vec::new();
        let rules = Candy {};
        for mv in rules.moves(position) {
            let child = Candy {}.apply(position, &mv).unwrap();
            let (wins, gain) = match known.get(&child) {
                Some(&result) => result,
                None => plain(known, &child).0,
            };
            results.push(((!wins, mv.take as i64 - gain), mv));
        }
        let best = results.iter().map(|(result, _)| *result).max().unwrap_or((false, 0));
        known.insert(position.clone(), best);
        let moves = results.into_iter().filter(|(result, _)| *result == best).map(|(_, mv)| mv);
        (best, moves.collect())
    }

    #[test]
    fn scores_are_those_of_plain_minimax() {
        let mut theory = CandyTheory::new(Candy {});
        let mut known = HashMap::new();
        for position in heaps(3, 7).into_iter().chain(heaps(4, 3)) {
            let ((wins, gain), moves) = plain(&mut known, &position);
            let found = theory.best(&position, &mut Budget::positions(10_000_000)).unwrap();
            let advised = theory.best_moves(&position, &mut Budget::positions(10_000_000));
            assert_eq!(advised, moves, "{position:?}");
            assert_eq!(found, (gain, moves), "{position:?}");
            assert_eq!(wins, nim_outcome(Ending::Normal, &position.heaps) == Outcome::N);
        }
        agree(&mut theory, heaps(3, 5));
    }

    #[test]
    fn the_loser_of_nim_takes_at_least_half() {
        for a in 1..16 {
            for b in a..16 {
                assert!(margin(&[a, b, a ^ b]) >= 0, "{a} {b}");
            }
        }
        for k in 1..8 {
            assert_eq!(margin(&[1, 2 * k, 2 * k + 1]), 2 * k as i64);
        }
    }

    #[test]
    fn beyond_reach_the_winner_is_still_proven() {
        let huge = Heaps::from(vec![1 << 52, 1 << 51, 12_345]);
        let mut theory = CandyTheory::new(Candy {});
        let budget = &mut Budget::positions(1_000_000);
        let verdict = theory.verdict(Ending::Normal, &huge, budget);
        assert_eq!(verdict.outcome, Some(Outcome::N));
        assert_eq!(verdict.extra, Some(Extra::Candies(Candies { margin: None, best_moves: None })));
        assert_eq!(budget.spent(), 0, "a hopeless search is not begun");
        assert!(theory.winning_move(Ending::Normal, &huge, budget).is_some());
    }
}
