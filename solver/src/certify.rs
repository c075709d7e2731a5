//! Makes certificates: the lost positions that a winner needs from one start. The `rules`
//! crate checks the proof, by play.

use std::collections::HashSet;
use std::fmt;

use rules::{Admitted, Certificate, Claim, Ending, MAX_LOST, Position, Setup, Unproved};

use crate::{Budget, Exhausted, Outcome, Solver};

/// The reason why there is no certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoCertificate {
    /// The game has more than two players.
    ManyPlayers,
    /// The winner is not decided within the budget, here or after some move.
    Undecided,
    /// It would have more than [`MAX_LOST`] positions, or it takes more moves than the budget
    /// or its check allows.
    TooLarge,
}

/// Returns the certificate of who wins from the start. The solver must be one for the setup's
/// variant; a closed form works as well as a search, because the checker sees only its moves.
///
/// # Errors
/// See [`NoCertificate`].
///
/// ```
/// use rules::Setup;
/// use solver::{Budget, Solver, certify};
///
/// let setup: Setup = "misere nim 3,4,5".parse()?;
/// let proof = certify(&setup, &mut Solver::new(setup.variant()), &mut Budget::positions(100_000))?;
/// proof.check()?; // by the rules alone
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn certify(
    setup: &Setup,
    solver: &mut Solver,
    budget: &mut Budget<'_>,
) -> Result<Certificate, NoCertificate> {
    if setup.variant().rules().seats() > 2 {
        return Err(NoCertificate::ManyPlayers);
    }
    let mut winner = Winner { setup, solver, budget };
    let (claim, first) = match winner.outcome(setup.start())? {
        Outcome::N => (Claim::MoverWins, winner.reply(setup.start())?),
        Outcome::P => (Claim::MoverLoses, Some(setup.start().clone())),
    };
    let mut lost: Vec<Admitted> = first.into_iter().collect();
    let mut known: HashSet<Admitted> = lost.iter().cloned().collect();
    let mut next = 0;
    while next < lost.len() {
        for reply in winner.replies(&lost[next])? {
            if known.insert(reply.clone()) {
                lost.push(reply);
            }
        }
        if lost.len() > MAX_LOST {
            return Err(NoCertificate::TooLarge);
        }
        next += 1;
    }
    let lost = lost.into_iter().map(Position::from).collect();
    let certificate = Certificate { setup: setup.clone(), claim, lost };
    // A certificate that takes longer to check than its readers allow is refused. A
    // flawed one is returned: finding flaws is the checker's task.
    match certificate.check() {
        Err(Unproved::TooLarge) => Err(NoCertificate::TooLarge),
        _ => Ok(certificate),
    }
}

/// The winning side, and what it needs to choose moves.
struct Winner<'w, 'b> {
    setup: &'w Setup,
    solver: &'w mut Solver,
    budget: &'w mut Budget<'b>,
}

impl Winner<'_, '_> {
    fn outcome(&mut self, position: &Admitted) -> Result<Outcome, NoCertificate> {
        let outcome = self.solver.outcome(self.setup.ending(), position, self.budget);
        outcome.map_err(|Exhausted| NoCertificate::Undecided)
    }

    /// Returns the lost positions to which the winner moves, one for each move of the loser.
    fn replies(&mut self, lost: &Admitted) -> Result<Vec<Admitted>, NoCertificate> {
        let rules = self.setup.variant().rules();
        let mut replies = Vec::new();
        for mv in rules.moves(lost) {
            self.budget.spend().map_err(|_| NoCertificate::TooLarge)?;
            let Ok(child) = rules.apply(lost, &mv) else { continue };
            replies.extend(self.reply(&child)?);
        }
        Ok(replies)
    }

    /// Returns the lost position to which the winner moves; `None` when misère play has been
    /// won without another move.
    fn reply(&mut self, won: &Admitted) -> Result<Option<Admitted>, NoCertificate> {
        let rules = self.setup.variant().rules();
        if self.setup.ending() == Ending::Misere && rules.moves(won).next().is_none() {
            return Ok(None);
        }
        let mv = self.solver.winning_move(self.setup.ending(), won, self.budget);
        let child = mv.and_then(|mv| rules.apply(won, &mv).ok());
        child.map(Some).ok_or(NoCertificate::Undecided)
    }
}

impl fmt::Display for NoCertificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoCertificate::ManyPlayers => "a certificate is for two players",
            NoCertificate::Undecided => "the winner is not decided",
            NoCertificate::TooLarge => "the certificate would be too large",
        })
    }
}

impl std::error::Error for NoCertificate {}

#[cfg(test)]
mod tests {
    use super::*;

    fn certificate(line: &str) -> Result<Certificate, NoCertificate> {
        let setup: Setup = line.parse().unwrap();
        let mut solver = Solver::new(setup.variant());
        certify(&setup, &mut solver, &mut Budget::positions(1_000_000))
    }

    #[test]
    fn verdicts_are_proved_by_certificates() {
        let mut proved = 0;
        for preset in rules::Preset::all() {
            match certificate(preset.game) {
                Ok(certificate) => {
                    assert_eq!(certificate.check(), Ok(()), "{}", preset.name);
                    proved += 1;
                }
                Err(NoCertificate::ManyPlayers) => {
                    assert!(preset.setup().variant().rules().seats() > 2);
                }
                // Some are too large for a test.
                Err(NoCertificate::Undecided | NoCertificate::TooLarge) => {}
            }
        }
        assert!(proved > rules::Preset::all().count() / 2, "{proved}");
    }

    #[test]
    fn both_endings_and_their_ends() {
        for (line, lost) in [
            ("nim []", 1),
            ("misere nim []", 0),
            ("nim 1", 1),
            ("misere nim 1", 1),
            ("nim 2,2", 3),
            ("misere nim 1,1,1", 3),
        ] {
            let certificate = certificate(line).unwrap();
            assert_eq!(certificate.check(), Ok(()), "{line}");
            assert!(certificate.lost.len() >= lost, "{line} {certificate:?}");
        }
    }

    #[test]
    fn positions_too_large_to_certify_are_refused() {
        assert_eq!(
            certificate("nim 9007199254740990,9007199254740991"),
            Err(NoCertificate::TooLarge)
        );
    }
}
