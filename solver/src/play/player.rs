//! A player of any [`Level`]: given a position, a move. Perfect play comes from the
//! [`Solver`]; lower levels go astray, each by its own kind of error.
//!
//! A player does not pretend to know: where nothing is proven within the budget it only avoids
//! moves that are proven to lose.

use rules::{Admitted, Ending, Move, Variant};

use crate::play::chance::SeededChoices;
use crate::play::flaws::{balancing_takes, columns, lowest_digits, misread_columns, seen_outcome};
use crate::play::sample::some_moves;
use crate::play::stubborn::Stubborn;
use crate::play::swindle::Swindler;
use crate::theory::MOST_LISTED;
use crate::{Budget, Exhausted, Facts, Level, Outcome, Probability, Solver, WinningMoves};

/// The divisor of the budget that gives the share for listing all winning moves.
const LISTED: u64 = 4;

/// A player of one variant at one level. Keep it for a whole game: what it found out for one
/// move serves the next.
///
/// ```
/// use rules::{Game, Setup};
/// use solver::{Budget, LevelPlayer};
///
/// let setup: Setup = "nim 3,4,5".parse()?;
/// let mut player = LevelPlayer::new(setup.variant(), setup.ending(), "epsilon:0.1".parse()?, 7);
/// let mut game = Game::new(setup);
/// while let Some(mv) = player.choose(game.position(), &mut Budget::positions(10_000)) {
///     game.play(mv)?;
/// }
/// assert!(game.is_over());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct LevelPlayer {
    variant: Variant,
    ending: Ending,
    level: Level,
    solver: Solver,
    stubborn: Stubborn,
    swindler: Swindler,
    chance: SeededChoices,
}

impl LevelPlayer {
    /// Creates a player who has seen nothing yet. Two players with the same seed and the same
    /// budgets choose the same moves.
    pub fn new(variant: &Variant, ending: Ending, level: Level, seed: u64) -> LevelPlayer {
        LevelPlayer {
            variant: variant.clone(),
            ending,
            level,
            solver: Solver::new(variant),
            stubborn: Stubborn::default(),
            swindler: Swindler::new(Probability::OF_PEOPLE),
            chance: SeededChoices::new(seed),
        }
    }

    /// Sets what to expect of the opponent in lost positions: any legal move with this
    /// probability, and otherwise a winning one. Without this call the probability is 0.2.
    #[must_use]
    pub fn expecting(mut self, error: Probability) -> LevelPlayer {
        self.swindler = Swindler::new(error);
        self
    }

    /// Restarts the random choices from this seed. Results worked out so far stay.
    pub fn reseed(&mut self, seed: u64) {
        self.chance = SeededChoices::new(seed);
    }

    /// Returns how well this player plays.
    pub fn level(&self) -> Level {
        self.level
    }

    /// Returns a legal move for the player to move; `None` when there is none.
    ///
    /// # Panics
    /// It may, on a position that another variant has admitted.
    pub fn choose(&mut self, position: &Admitted, budget: &mut Budget<'_>) -> Option<Move> {
        match self.level {
            Level::Perfect => self.perfect(position, budget),
            Level::Epsilon(error) if self.chance.happens(error.get()) => self.any(position),
            Level::Epsilon(_) => self.perfect(position, budget),
            Level::Sight(depth) => self.short_sighted(position, depth, budget),
            Level::Heaps(digits) => self.low_digits(position, digits, budget),
            Level::Misread(error) => self.misreading(position, error.get(), budget),
            Level::Random => self.any(position),
        }
    }

    /// Returns who wins, as far as this player's solver proves it, whatever the level. A perfect
    /// player who sees a win plays it; a win of which no move is known is not seen.
    ///
    /// # Errors
    /// [`Exhausted`] when it is not seen within the budget, or where more than two play.
    ///
    /// # Panics
    /// It may, on a position that another variant has admitted.
    pub fn sees(
        &mut self,
        position: &Admitted,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome, Exhausted> {
        let outcome = self.solver.outcome(self.ending, position, budget)?;
        let mut is_playable = || {
            let is_over = self.variant.rules().is_over(position);
            is_over || self.solver.winning_move(self.ending, position, budget).is_some()
        };
        if outcome == Outcome::P || is_playable() { Ok(outcome) } else { Err(Exhausted) }
    }

    /// Plays what it sees as a win, and avoids what it sees as a loss.
    fn short_sighted(
        &mut self,
        position: &Admitted,
        depth: u8,
        budget: &mut Budget<'_>,
    ) -> Option<Move> {
        let mut unclear = None;
        for mv in self.some_moves(position) {
            let child = self.variant.rules().apply(position, &mv).ok()?;
            match seen_outcome(&self.variant, self.ending, &child, depth - 1, budget) {
                Some(Outcome::P) => return Some(mv),
                Some(Outcome::N) => {}
                None => unclear = unclear.or(Some(mv)),
            }
        }
        unclear.or_else(|| self.any(position))
    }

    /// Plays perfectly on what it reads, if that move is legal. Where there are no heaps to
    /// read, it plays perfectly only if its digits can count the moves, and at random
    /// otherwise.
    fn low_digits(
        &mut self,
        position: &Admitted,
        digits: u8,
        budget: &mut Budget<'_>,
    ) -> Option<Move> {
        let Some(read) = lowest_digits(&self.variant, position, digits) else {
            let count = self.variant.rules().count(position);
            let few = count.is_some_and(|count| count.checked_shr(digits.into()).unwrap_or(0) == 0);
            return if few { self.perfect(position, budget) } else { self.any(position) };
        };
        if read == *position {
            return self.perfect(position, budget);
        }
        let seen = self.solver.outcome(self.ending, &read, budget);
        let winning = if seen == Ok(Outcome::N) { self.winning(&read, budget) } else { None };
        winning
            .filter(|mv| self.variant.rules().apply(position, mv).is_ok())
            .or_else(|| self.any(position))
    }

    /// Plays for a nim-sum of 0 as it reads the columns.
    fn misreading(
        &mut self,
        position: &Admitted,
        error: f64,
        budget: &mut Budget<'_>,
    ) -> Option<Move> {
        let verdict = self.solver.verdict(self.ending, position, budget);
        let columns = columns(&self.variant, position, &verdict);
        let misread = misread_columns(columns, error, &mut self.chance);
        if misread == 0 {
            return self.perfect(position, budget);
        }
        let Facts::NimSum { values, sum } = &verdict.why.facts else { return self.any(position) };
        let takes = balancing_takes(values, sum ^ misread);
        let mut moves: Vec<Move> = takes.chain(self.some_moves(position)).collect();
        moves.retain(|mv| self.nim_sum_after(position, mv, budget) == Some(misread));
        self.chance.pick(&moves).cloned().or_else(|| self.any(position))
    }

    fn nim_sum_after(
        &mut self,
        position: &Admitted,
        mv: &Move,
        budget: &mut Budget<'_>,
    ) -> Option<u64> {
        let child = self.variant.rules().apply(position, mv).ok()?;
        match self.solver.verdict(self.ending, &child, budget).why.facts {
            Facts::NimSum { sum, .. } => Some(sum),
            _ => None,
        }
    }

    /// Returns any legal move.
    fn any(&mut self, position: &Admitted) -> Option<Move> {
        self.variant.rules().draw(position, &mut |n| self.chance.below(n))
    }

    /// Returns a winning move where there is one; in a lost position, the move after which an
    /// error is most likely.
    fn perfect(&mut self, position: &Admitted, budget: &mut Budget<'_>) -> Option<Move> {
        let best = self.solver.best_moves(position, budget);
        if let Some(mv) = self.chance.pick(&best) {
            return Some(mv.clone());
        }
        let chosen = match self.solver.outcome(self.ending, position, budget) {
            Ok(Outcome::N) => self.winning(position, budget),
            Ok(Outcome::P) => self.lost(position, budget),
            Err(Exhausted) => None,
        };
        chosen.or_else(|| self.unproven(position, budget))
    }

    /// Returns the move after which an error is most likely; of several, the longest
    /// resistance.
    fn lost(&mut self, position: &Admitted, budget: &mut Budget<'_>) -> Option<Move> {
        let LevelPlayer { variant, ending, solver, stubborn, chance, swindler, .. } = self;
        let best = swindler.best(variant, *ending, position, solver, budget);
        match &best[..] {
            [only] => Some(only.clone()),
            [] => stubborn.choose(variant, *ending, position, solver, chance, budget),
            several => stubborn.longest(variant, *ending, position, several, budget),
        }
    }

    /// Returns one of the winning moves of a position that is known to be won; each with the
    /// same chance if they can be listed.
    fn winning(&mut self, position: &Admitted, budget: &mut Budget<'_>) -> Option<Move> {
        let (solver, ending) = (&mut self.solver, self.ending);
        // Listing them takes the outcome of every move; finding one does not.
        let listed = budget.within(budget.left() / LISTED, |budget| {
            solver.winning_moves(ending, position, budget, MOST_LISTED)
        });
        match listed {
            WinningMoves::All(moves) if !moves.is_empty() => self.chance.pick(&moves).cloned(),
            _ => self.solver.winning_move(self.ending, position, budget),
        }
    }

    /// Tries moves until one is proven to win; failing that, returns one that is not proven to
    /// lose.
    fn unproven(&mut self, position: &Admitted, budget: &mut Budget<'_>) -> Option<Move> {
        let mut unclear = None;
        for mv in self.some_moves(position) {
            let child = self.variant.rules().apply(position, &mv).ok()?;
            match self.solver.outcome(self.ending, &child, budget) {
                Ok(Outcome::P) => return Some(mv),
                Ok(Outcome::N) => {}
                Err(Exhausted) => unclear = unclear.or(Some(mv)),
            }
        }
        unclear.or_else(|| self.any(position))
    }

    /// Returns all moves in random order if they are few, otherwise a sample of them.
    fn some_moves(&mut self, position: &Admitted) -> Vec<Move> {
        some_moves(&self.variant, position, &mut self.chance)
    }
}

#[cfg(test)]
mod tests;
