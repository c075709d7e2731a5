//! Applies events to a tournament, and rejects those that cannot have happened.

use protocol::limits::MAX_EXTRA_PAIRS;
use protocol::{
    DeclaredProgram, EntrantView, Format, NameHash, Nonce, Number, Player, PlayerId, PublicKey,
    Stage,
};

use super::{Contest, DuePair, LogStep};
use crate::event::{EventError, Wave};
use crate::game_result::{Attestation, GameResult};
use crate::pairing::{Pairing, PairingState};
use crate::seeding;

impl Contest {
    pub(super) fn entered(
        &mut self,
        (player, former_name): (&Player, Option<NameHash>),
        rating: Option<u32>,
        (nonce, key, program): (Option<Nonce>, Option<PublicKey>, Option<DeclaredProgram>),
    ) -> Result<(), EventError> {
        let late = self.stage == Stage::Running && self.opening.plan.format.admits_late();
        if !late {
            self.expect(Stage::Open)?;
        }
        if self.entrants.len() >= self.opening.plan.entrants as usize {
            return Err(EventError::Full);
        }
        if self.entrant_of(player.id).is_some() {
            return Err(EventError::Entered);
        }
        let number = Number(self.entrants.len() as u32 + 1);
        if late {
            self.log.push(LogStep::Entered(number));
        }
        self.entrants.push(EntrantView {
            number,
            player: player.id,
            name: player.name.clone(),
            former_name,
            kind: player.kind,
            rating,
            nonce,
            key,
            program,
            byes: Vec::new(),
            berserk: false,
            entered: self.entrants.len() as u32 + 1,
            late,
            withdrawn: false,
        });
        Ok(())
    }

    pub(super) fn left(&mut self, player: PlayerId) -> Result<(), EventError> {
        let place = self.entrants.iter().position(|e| e.player == player && !e.withdrawn);
        let place = place.ok_or(EventError::NotEntered)?;
        match self.stage {
            // An entrant who leaves before the beginning is removed completely.
            Stage::Open => {
                self.entrants.remove(place);
                self.asked.retain(|(asked, _)| *asked != player);
                self.number();
                self.entrants.iter_mut().for_each(|entrant| entrant.entered = entrant.number.0);
            }
            Stage::Running => {
                self.entrants[place].withdrawn = true;
                self.log.push(LogStep::Left(self.entrants[place].number));
            }
            Stage::Finished | Stage::Cancelled => return Err(EventError::Over),
        }
        Ok(())
    }

    pub(super) fn go_berserk(&mut self, player: PlayerId, on: bool) -> Result<(), EventError> {
        if self.is_over() {
            return Err(EventError::Over);
        }
        if !self.opening.plan.admits_berserk() {
            return Err(EventError::NoBerserk);
        }
        let entrant = self.entrants.iter_mut().find(|e| e.player == player && !e.withdrawn);
        entrant.ok_or(EventError::NotEntered)?.berserk = on;
        Ok(())
    }

    fn number(&mut self) {
        (1..).zip(&mut self.entrants).for_each(|(number, e)| e.number = Number(number));
    }

    pub(super) fn began(&mut self) -> Result<(), EventError> {
        self.expect(Stage::Open)?;
        if self.entrants.len() < 2 {
            return Err(EventError::TooFew);
        }
        let ratings: Vec<Option<u32>> = self.entrants.iter().map(|e| e.rating).collect();
        let draw = self.opening.closed(&self.entrants);
        let mut order = seeding::order(&draw, &ratings);
        if let Format::Gauntlet { champions } = self.opening.plan.format {
            // The organizer chooses the champions, not the lots.
            order.sort_by_key(|&place| place >= champions as usize);
        }
        self.draw = Some(draw);
        self.entrants = order.into_iter().map(|place| self.entrants[place].clone()).collect();
        self.number();
        self.stage = Stage::Running;
        self.log_byes();
        Ok(())
    }

    pub(super) fn paired(
        &mut self,
        pairings: &[Pairing],
        wave: Option<&Wave>,
    ) -> Result<(), EventError> {
        self.expect(Stage::Running)?;
        let known = |number: Number| (1..=self.entrants.len() as u32).contains(&number.0);
        let good = |p: &Pairing| {
            let second = p.second.is_none_or(|second| known(second) && second != p.first);
            known(p.first) && second && p.round > 0 && p.board > 0
        };
        if pairings.is_empty() || !pairings.iter().all(good) {
            return Err(EventError::BadPairing);
        }
        if let Some(wave) = wave {
            self.count_rests(pairings, &wave.absent);
            self.last_wave_ms = wave.at_ms;
            self.elapsed_ms = self.elapsed_ms.max(wave.at_ms);
        }
        if let (Format::Swiss { .. }, Some(first)) = (self.opening.plan.format, pairings.first()) {
            self.take_byes(first.round, pairings);
        }
        let (pairs, before) = (self.opening.plan.pairs, self.pairings.len());
        self.pairings.extend(pairings.iter().map(|&pairing| {
            let mut state = PairingState::new(pairing, pairs);
            state.began_ms = wave.map_or(0, |wave| wave.at_ms);
            state
        }));
        self.log.push(LogStep::Paired(before..self.pairings.len(), wave.cloned()));
        self.skip_finished();
        Ok(())
    }

    pub(super) fn attest(
        &mut self,
        due: DuePair,
        game: u8,
        attestation: Attestation,
    ) -> Result<(), EventError> {
        self.expect(Stage::Running)?;
        let state = self.pairings.get(due.pairing as usize).ok_or(EventError::BadResult)?;
        let open = (1..=state.pairs).contains(&due.pair) && !state.played.contains_key(&due.pair);
        if !open || game > 1 {
            return Err(EventError::BadResult);
        }
        self.attested.insert((due, game), attestation);
        Ok(())
    }

    pub(super) fn played(
        &mut self,
        due: DuePair,
        games: &[GameResult; 2],
        at_ms: u64,
    ) -> Result<(), EventError> {
        self.expect(Stage::Running)?;
        let plan = &self.opening.plan;
        let most = plan.pairs.saturating_add(MAX_EXTRA_PAIRS);
        let place = due.pairing as usize;
        let state = self.pairings.get_mut(place).ok_or(EventError::BadResult)?;
        if !(1..=state.pairs).contains(&due.pair) || state.played.contains_key(&due.pair) {
            return Err(EventError::BadResult);
        }
        let takes_part = |game: &GameResult| game.winner.is_none_or(|w| state.pairing.has(w));
        if !games.iter().all(takes_part) {
            return Err(EventError::BadResult);
        }
        state.add(due.pair, games.clone());
        self.attested.retain(|(open, _), _| *open != due);
        if plan.format == Format::Knockout {
            state.set_overtime(due.pair, [plan.pairs, most]);
        }
        let over = state.is_over();
        if over {
            let ended_ms = self.elapsed_ms.max(at_ms);
            self.lengths_ms.push(ended_ms.saturating_sub(state.began_ms));
            self.note_missing(place);
        }
        self.order.push((place, due.pair));
        self.elapsed_ms = self.elapsed_ms.max(at_ms);
        self.log.push(LogStep::Played(place, due.pair, self.elapsed_ms));
        self.skip_finished();
        self.go_on_testing();
        Ok(())
    }

    pub(super) fn skip_finished(&mut self) {
        let open = self.pairings[self.first_open..].iter().position(|state| !state.is_over());
        self.first_open = open.map_or(self.pairings.len(), |open| self.first_open + open);
    }

    pub(super) fn expect(&self, stage: Stage) -> Result<(), EventError> {
        if self.stage == stage {
            return Ok(());
        }
        Err(match self.stage {
            Stage::Open => EventError::NotBegun,
            Stage::Running => EventError::Begun,
            Stage::Finished | Stage::Cancelled => EventError::Over,
        })
    }
}
