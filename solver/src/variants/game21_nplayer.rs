//! 21 for several players. A table proves what one player can be made to do when all others
//! play together. Anything more needs a convention, because a player who is safe anyway has no
//! reason to prefer one of the others.

use rules::{Amount, Ending, Game21NPlayer, Total};

use crate::heaps::periodic::{Periodic, Recurrence};
use crate::{
    Advice, Budget, Certainty, Exhausted, Extra, Facts, Outcome, SelfishLoser, Source, Survival,
    Theory, Verdict, Why, WinningMoves,
};

/// The fates of the seats, by what is missing to the target. Each table has a short period of
/// its own; together they would have a long one.
#[derive(Debug)]
pub(crate) struct Game21NPlayerTheory {
    rules: Game21NPlayer,
    forceable: Periodic<Forceable>,
    /// The loser when indifferent players take the smallest step.
    smallest: Periodic<SmallestStep>,
    /// The loser when they take the largest step.
    largest: Periodic<LargestStep>,
}

/// The number of players, and the largest step. Seats are named by their distance from the
/// mover: a move makes the next player seat 0, so that every seat's number falls by one and
/// the mover's becomes the last.
#[derive(Clone, Copy, Debug)]
struct Round {
    players: u8,
    step: usize,
}

impl Round {
    fn last(self) -> u8 {
        self.players - 1
    }

    /// Returns the loser when the mover takes the first of these options with which they
    /// survive, or the first of all if they survive with none.
    fn selfish(self, losers: impl Iterator<Item = u8>) -> u8 {
        let mut losers = losers.peekable();
        // With nothing left, the player before the mover has said the target.
        let Some(&first) = losers.peek() else { return self.last() };
        (losers.find(|&loser| loser != self.last()).unwrap_or(first) + 1) % self.players
    }
}

/// A bit mask: bit s is set if all others together can make seat s lose.
#[derive(Debug)]
struct Forceable(Round);

/// The seat that loses among selfish players who take the smallest step when indifferent.
#[derive(Debug)]
struct SmallestStep(Round);

/// The seat that loses among selfish players who take the largest step when indifferent.
#[derive(Debug)]
struct LargestStep(Round);

impl Recurrence for Forceable {
    type Value = u16;

    fn window(&self) -> usize {
        self.0.step
    }

    fn next(&self, before: &[u16]) -> u16 {
        let last = self.0.last();
        if before.is_empty() {
            return 1 << last;
        }
        let options = || before.iter().rev().take(self.0.step);
        // The others choose the worst of the options for a seat; the mover chooses the best
        // for their own.
        let any = options().fold(0, |any, seats| any | seats);
        let all = options().fold(u16::MAX, |all, seats| all & seats);
        (any & !(1 << last)) << 1 | (all >> last & 1)
    }
}

impl Recurrence for SmallestStep {
    type Value = u8;

    fn window(&self) -> usize {
        self.0.step
    }

    fn next(&self, before: &[u8]) -> u8 {
        self.0.selfish(before.iter().rev().take(self.0.step).copied())
    }
}

impl Recurrence for LargestStep {
    type Value = u8;

    fn window(&self) -> usize {
        self.0.step
    }

    fn next(&self, before: &[u8]) -> u8 {
        let options = before.len().saturating_sub(self.0.step);
        self.0.selfish(before[options..].iter().copied())
    }
}

impl Game21NPlayerTheory {
    /// Creates the theory with empty tables.
    pub(crate) fn new(rules: Game21NPlayer) -> Game21NPlayerTheory {
        let round = Round { players: rules.players(), step: rules.race().step() as usize };
        Game21NPlayerTheory {
            forceable: Periodic::new(Forceable(round)),
            smallest: Periodic::new(SmallestStep(round)),
            largest: Periodic::new(LargestStep(round)),
            rules,
        }
    }

    fn survival(
        &mut self,
        position: &Total,
        budget: &mut Budget<'_>,
    ) -> Result<Survival, Exhausted> {
        let left = self.rules.race().left(position);
        let fate = self.forceable.value(left, budget)?;
        let seats = 0..self.rules.players();
        let forceable: Vec<u8> = seats.filter(|seat| fate >> seat & 1 == 1).collect();
        let safe = self.safe_steps(left, budget)?;
        Ok(Survival {
            mover_survives: !forceable.contains(&0),
            forceable,
            safe_moves: safe.into_iter().map(|step| Amount(step).into()).collect(),
            selfish_loser: SelfishLoser {
                smallest: self.smallest.value(left, budget)?,
                largest: self.largest.value(left, budget)?,
            },
            advice: self.advice(left),
        })
    }

    /// Returns the steps after which nobody can make the mover, by then the last seat, lose.
    fn safe_steps(&mut self, left: u64, budget: &mut Budget<'_>) -> Result<Vec<u64>, Exhausted> {
        let last = self.rules.players() - 1;
        let mut safe = Vec::new();
        for step in 1..=self.rules.race().step().min(left) {
            if self.forceable.value(left - step, budget)? >> last & 1 == 0 {
                safe.push(step);
            }
        }
        Ok(safe)
    }

    /// Returns who loses when each player prefers another loser the sooner that loser moves
    /// after them, and the steps that bring it about.
    fn advice(&self, left: u64) -> Advice {
        let moves = self.advised_steps(left).map(|step| Amount(step).into()).collect();
        Advice { loser: self.loser_by_turns(left), moves }
    }

    fn advised_steps(&self, left: u64) -> impl Iterator<Item = u64> {
        let (players, loser) = (self.rules.players(), self.loser_by_turns(left));
        (1..=self.rules.race().step().min(left))
            .filter(move |step| (self.loser_by_turns(left - step) + 1) % players == loser)
    }

    /// Returns the loser by Suetsugu 2019, for preference no. 1 there (Li 1978 has no. 0,
    /// where a player's own last move is best): with n left and M = step * (players - 1) + 1,
    /// it is the seat ((n - 1) mod M) / step, rounded up.
    fn loser_by_turns(&self, left: u64) -> u8 {
        let players = self.rules.players();
        let Some(before) = left.checked_sub(1) else { return players - 1 };
        let step = self.rules.race().step();
        (before % (step * u64::from(players - 1) + 1)).div_ceil(step) as u8
    }

    fn why(&self, left: u64, survival: &Survival) -> Why {
        let step = self.rules.race().step();
        let modulus = step * u64::from(self.rules.players() - 1) + 1;
        let proven = match (&survival.safe_moves[..], survival.mover_survives) {
            _ if left == 0 => "the target has been said".to_owned(),
            ([], _) => "whatever the mover does, all others together can make them say the target"
                .to_owned(),
            (safe, _) => format!(
                "{} the mover safe whatever the others do",
                if safe.len() == 1 { "one step keeps" } else { "some steps keep" }
            ),
        };
        let loser = seat(survival.advice.loser);
        let sentence = format!(
            "{proven}; by convention, if each would rather see another lose the sooner that one moves \
             after them, {loser} loses ({left} are left, counted modulo {modulus}: a player who leaves \
             1 never loses)"
        );
        let facts = Facts::Remainder { left, modulus, remainder: left % modulus, wanted: 1 };
        Why { sentence, facts }
    }
}

/// Names a seat in words.
fn seat(distance: u8) -> String {
    match distance {
        0 => "the mover".to_owned(),
        1 => "the next player".to_owned(),
        seats => format!("the player {seats} seats on"),
    }
}

impl Theory for Game21NPlayerTheory {
    type Rules = Game21NPlayer;

    fn rules(&self) -> &Game21NPlayer {
        &self.rules
    }

    /// With two seats, "all others" is the other player alone, so the winner is proven.
    fn verdict(&mut self, _: Ending, position: &Total, budget: &mut Budget<'_>) -> Verdict {
        let Ok(survival) = self.survival(position, budget) else {
            return Verdict::unknown(budget.spent());
        };
        let why = self.why(self.rules.race().left(position), &survival);
        let (outcome, certainty) = match self.rules.players() {
            2 => {
                let outcome = Outcome::from_win(survival.mover_survives);
                (Some(outcome), Certainty::Proven(Source::Table))
            }
            _ => (None, Certainty::Convention),
        };
        let extra = Some(Extra::Survival(survival));
        Verdict { outcome, certainty, grundy: None, why, extra }
    }

    fn outcome(
        &mut self,
        _: Ending,
        position: &Total,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome, Exhausted> {
        let fate = self.forceable.value(self.rules.race().left(position), budget)?;
        match self.rules.players() {
            2 => Ok(Outcome::from_win(fate & 1 == 0)),
            _ => Err(Exhausted),
        }
    }

    /// Returns the safe moves, or the advised ones where none is safe.
    fn best_moves(&mut self, position: &Total, budget: &mut Budget<'_>) -> Vec<Amount> {
        let left = self.rules.race().left(position);
        match self.safe_steps(left, budget) {
            Ok(safe) if safe.is_empty() => self.advised_steps(left).map(Amount).collect(),
            Ok(safe) => safe.into_iter().map(Amount).collect(),
            Err(Exhausted) => Vec::new(),
        }
    }

    /// Returns the moves after which the mover survives whatever the others do.
    fn winning_moves(
        &mut self,
        _: Ending,
        position: &Total,
        budget: &mut Budget<'_>,
        most: usize,
    ) -> WinningMoves<Amount> {
        match self.safe_steps(self.rules.race().left(position), budget) {
            Ok(steps) => WinningMoves::listed(steps.into_iter().map(Amount).collect(), most),
            Err(Exhausted) => WinningMoves::Unknown,
        }
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
    use rules::{Move, Rules};

    use super::*;

    fn theory(players: u8, step: u64) -> Game21NPlayerTheory {
        Game21NPlayerTheory::new(Game21NPlayer::new(players, step, 1_000_000_000_000_000).unwrap())
    }

    fn survival(theory: &mut Game21NPlayerTheory, left: u64) -> Survival {
        let total = theory.rules.race().target() - left;
        theory.survival(&Total { total }, &mut Budget::positions(1_000_000)).unwrap()
    }

    /// Returns whether all others can make `seat` lose, directly by the rules.
    fn can_lose(rules: &Game21NPlayer, position: Total, seat: u8) -> bool {
        let players = rules.players();
        let mut children = rules.moves(&position).map(|mv| rules.apply(&position, &mv).unwrap());
        let mut child_loses = |child| can_lose(rules, child, (seat + players - 1) % players);
        match (rules.count(&position), seat) {
            (Some(0), _) => seat == players - 1,
            (_, 0) => children.all(&mut child_loses),
            _ => children.any(&mut child_loses),
        }
    }

    #[test]
    fn somebody_who_is_not_safe_is_always_advised() {
        for (players, step, left) in
            (2..=6).flat_map(|n| (1..=4).flat_map(move |k| (1..=60).map(move |left| (n, k, left))))
        {
            let advised = theory(players, step).advised_steps(left).count();
            assert!(advised > 0, "{players} players, steps of up to {step}, {left} left");
        }
    }

    #[test]
    fn coalitions_are_what_the_rules_make_them() {
        for (players, step) in
            [(2, 3), (3, 1), (3, 2), (3, 3), (4, 2), (5, 3), (8, 2), (10, 3), (16, 2)]
        {
            let rules = Game21NPlayer::new(players, step, 12).unwrap();
            let mut theory = Game21NPlayerTheory::new(rules);
            for total in 0..=12 {
                let position = Total { total };
                let survival = theory.survival(&position, &mut Budget::positions(1_000)).unwrap();
                let seats = 0..players;
                let forceable: Vec<u8> =
                    seats.filter(|&seat| can_lose(&rules, position, seat)).collect();
                assert_eq!(survival.forceable, forceable, "{rules:?} {total}");
                let safe = rules.moves(&position).filter(|mv| {
                    !can_lose(&rules, rules.apply(&position, mv).unwrap(), players - 1)
                });
                let safe: Vec<Move> = safe.map(Into::into).collect();
                assert_eq!(survival.safe_moves, safe, "{rules:?} {total}");
                let best = theory.best_moves(&position, &mut Budget::positions(1_000));
                let best: Vec<Move> = best.into_iter().map(Into::into).collect();
                let expected = if safe.is_empty() { survival.advice.moves } else { safe };
                assert_eq!(best, expected, "{rules:?} {total}");
            }
        }
    }

    #[test]
    fn against_all_others_nobody_is_safe_for_long() {
        for (players, step, from) in [(3, 3, 7), (4, 3, 9), (3, 5, 9), (3, 2, 10)] {
            let mut theory = theory(players, step);
            let all: Vec<u8> = (0..players).collect();
            assert_ne!(survival(&mut theory, from - 1).forceable, all);
            for left in (from..from + 50).chain([1_000_000_000_000_000]) {
                assert_eq!(survival(&mut theory, left).forceable, all, "{players} {step} {left}");
            }
        }
    }

    #[test]
    fn the_seat_formula_is_backward_induction() {
        for (players, step) in [(2, 3), (3, 1), (3, 2), (3, 3), (4, 3), (6, 11)] {
            let theory = theory(players, step);
            // As losers, the mover ranks their own seat last and the next player first.
            let rank = |seat: u8| (seat + players - 1) % players;
            let mut losers = vec![players - 1];
            for left in 1..200 {
                let options = losers.iter().rev().take(step as usize);
                let loser =
                    options.map(|loser| (loser + 1) % players).min_by_key(|&seat| rank(seat));
                losers.push(loser.unwrap());
                assert_eq!(
                    theory.loser_by_turns(left),
                    losers[left as usize],
                    "{players} {step} {left}"
                );
            }
        }
        assert_eq!(
            (1..8).map(|left| theory(3, 3).loser_by_turns(left)).collect::<Vec<_>>(),
            [0, 1, 1, 1, 2, 2, 2]
        );
    }

    #[test]
    fn for_three_players_the_winner_of_a_game_is_never_called_proven() {
        let none = &mut Budget::positions(100);
        let mut three = Game21NPlayerTheory::new(Game21NPlayer::new(3, 3, 21).unwrap());
        let verdict = three.verdict(Ending::Misere, &Total { total: 0 }, none);
        assert_eq!((verdict.outcome, verdict.certainty), (None, Certainty::Convention));
        assert_eq!(three.outcome(Ending::Misere, &Total { total: 0 }, none), Err(Exhausted));
        let mut two = Game21NPlayerTheory::new(Game21NPlayer::new(2, 3, 21).unwrap());
        let verdict = two.verdict(Ending::Misere, &Total { total: 0 }, none);
        assert_eq!(verdict.outcome, Some(Outcome::P));
        assert_eq!(two.outcome(Ending::Misere, &Total { total: 0 }, none), Ok(Outcome::P));
        assert_eq!(two.outcome(Ending::Misere, &Total { total: 1 }, none), Ok(Outcome::N));
    }
}
