//! Absences in a Swiss tournament: half-point byes, asked for before their round is paired, and
//! entrants who do not appear: they are not paired again before they have returned (FIDE Handbook
//! C.04).

use protocol::{Format, Number, PlayerId, Stage, TournamentStanding};

use super::{Contest, LogStep};
use crate::event::{Event, EventError};
use crate::pairing::{Pairing, PairingState};

impl Contest {
    pub(super) fn ask_bye(&mut self, player: PlayerId, round: u32) -> Result<(), EventError> {
        if self.is_over() {
            return Err(EventError::Over);
        }
        let (next, plan) = (self.rounds() + 1, &self.opening.plan);
        let Format::Swiss { rounds } = plan.format else { return Err(EventError::NoBye) };
        let entrant = self.entrants.iter_mut().find(|e| e.player == player && !e.withdrawn);
        let entrant = entrant.ok_or(EventError::NotEntered)?;
        let again = entrant.byes.contains(&round) || entrant.byes.len() >= plan.byes as usize;
        if again || !(next..=rounds).contains(&round) {
            return Err(EventError::NoBye);
        }
        entrant.byes.push(round);
        self.asked.push((player, round));
        if self.stage == Stage::Running {
            self.log.push(LogStep::ByeAsked(entrant.number, round));
        }
        Ok(())
    }

    /// Records the byes asked for before the beginning, now that entrants have their numbers.
    pub(super) fn log_byes(&mut self) {
        let number = |player| self.entrant_of(player).map(|entrant| entrant.number);
        let asked = self.asked.iter().filter_map(|&(player, round)| Some((number(player)?, round)));
        let steps: Vec<LogStep> =
            asked.map(|(number, round)| LogStep::ByeAsked(number, round)).collect();
        self.log.extend(steps);
    }

    pub(super) fn returned(&mut self, player: PlayerId) -> Result<(), EventError> {
        self.expect(Stage::Running)?;
        let number = self.entrant_of(player).map(|entrant| entrant.number);
        let number = number.filter(|number| self.missing.remove(number));
        self.log.push(LogStep::Returned(number.ok_or(EventError::NotEntered)?));
        Ok(())
    }

    /// Returns the return of an entrant who is here again, before the next round is paired.
    pub(super) fn next_return(&self, here: &dyn Fn(Number) -> bool) -> Option<Event> {
        let mut missing = self.missing.iter().filter(|number| !self.has_left(**number));
        let back = missing.find(|number| here(**number))?;
        Some(Event::Returned { player: self.entrant(*back)?.player })
    }

    /// Returns those whom a Swiss round pairs: without byes and missing entrants, unless fewer than
    /// two would be left.
    pub(super) fn swiss_field(&self, round: u32) -> Vec<TournamentStanding> {
        let all = self.standings().into_iter().filter(|line| !self.has_left(line.number));
        let all: Vec<TournamentStanding> = all.collect();
        let plays = |line: &&TournamentStanding| {
            let bye = self.entrant(line.number).is_some_and(|one| one.byes.contains(&round));
            !bye && !self.missing.contains(&line.number)
        };
        let field: Vec<TournamentStanding> = all.iter().filter(plays).cloned().collect();
        if field.len() >= 2 { field } else { all }
    }

    /// Gives half a point to everybody whose bye is in this round.
    pub(super) fn take_byes(&mut self, round: u32, pairings: &[Pairing]) {
        let paired = |number| pairings.iter().any(|pairing| pairing.has(number));
        let taken: Vec<Number> = self
            .asked
            .iter()
            .filter(|(_, asked)| *asked == round)
            .filter_map(|(player, _)| self.entrant_of(*player))
            .filter(|entrant| !entrant.withdrawn && !paired(entrant.number))
            .map(|entrant| entrant.number)
            .collect();
        self.half_byes.extend(taken.into_iter().map(|number| (round, number)));
    }

    /// Notes who did not appear in a pairing that is over.
    pub(super) fn note_missing(&mut self, place: usize) {
        if !matches!(self.opening.plan.format, Format::Swiss { .. }) {
            return;
        }
        let PairingState { pairing, came, .. } = &self.pairings[place];
        for number in pairing.entrants() {
            match came.contains(&number) {
                true => self.missing.remove(&number),
                false => self.missing.insert(number),
            };
        }
    }
}
