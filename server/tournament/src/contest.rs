//! The state of a tournament: its opening with all events so far applied. It determines what may
//! happen next but never does it: its runner stores an event first and then applies it, so that the
//! stored events are always authoritative.

use std::collections::{BTreeMap, BTreeSet};

use protocol::{
    EntrantKinds, EntrantView, Format, Name, Number, PlayerId, SprtDecision, Stage,
    TournamentStanding,
};

use super::closing::name_hash;
use super::event::{Correction, Event, EventError, TournamentOpening, Wave};
use super::game_result::Attestation;
use super::pairing::PairingState;
use super::seed::Seed;
use super::standings::{Unit, table};
use super::strength::PairCounts;

/// A tournament and everything that has happened to it.
#[derive(Clone, Debug)]
pub struct Contest {
    opening: TournamentOpening,
    /// The seed of everything drawn, once the list of entrants is closed.
    draw: Option<Seed>,
    stage: Stage,
    entrants: Vec<EntrantView>,
    pairings: Vec<PairingState>,
    /// The index of the first pairing that is not over, where searches start.
    first_open: usize,
    /// The pairs, in the order in which they ended.
    order: Vec<(usize, u32)>,
    /// What the players of ended games of open pairs have signed, by pair and game.
    attested: BTreeMap<(DuePair, u8), Attestation>,
    /// Everything that has happened since the beginning, in order.
    log: Vec<LogStep>,
    elapsed_ms: u64,
    /// When the last wave of an arena came, and how long its pairs lasted, in the order in which
    /// they ended.
    last_wave_ms: u64,
    lengths_ms: Vec<u64>,
    /// In a Swiss tournament: the half-point byes asked for, in order, and those taken.
    asked: Vec<(PlayerId, u32)>,
    half_byes: Vec<(u32, Number)>,
    /// In a Swiss tournament: the entrants who did not appear in their last pairing and have not
    /// returned.
    missing: BTreeSet<Number>,
    /// The number of waves in which each entrant was free and did not play.
    rests: BTreeMap<Number, u32>,
    test: Option<Test>,
    sprt: Option<SprtDecision>,
    ended_at_ms: Option<u64>,
}

/// The progress of a sequential test.
#[derive(Clone, Debug)]
struct Test {
    counts: PairCounts,
    /// The next pair: the pairing's index and the pair's number.
    pairing: usize,
    pair: u32,
    decision: Option<SprtDecision>,
}

impl Default for Test {
    fn default() -> Test {
        Test { counts: PairCounts::default(), pairing: 0, pair: 1, decision: None }
    }
}

/// Something that has happened since the beginning.
#[derive(Clone, Debug)]
pub(crate) enum LogStep {
    Entered(Number),
    Left(Number),
    ByeAsked(Number, u32),
    Returned(Number),
    /// With the winner as it was.
    Corrected(Correction, Option<Number>),
    /// The pairings with these indices.
    Paired(std::ops::Range<usize>, Option<Wave>),
    /// A pair: the pairing's index, the pair's number, and when it ended.
    Played(usize, u32, u64),
}

/// A pair that can be played now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DuePair {
    /// The index of the pairing, in the order of pairing.
    pub pairing: u32,
    /// The number of the pair in its pairing, from 1.
    pub pair: u32,
}

impl Contest {
    /// Creates a tournament without entrants.
    pub fn new(opening: TournamentOpening) -> Contest {
        let test = opening.plan.sprt.map(|_| Test::default());
        Contest {
            opening,
            draw: None,
            stage: Stage::Open,
            entrants: Vec::new(),
            pairings: Vec::new(),
            first_open: 0,
            order: Vec::new(),
            attested: BTreeMap::new(),
            log: Vec::new(),
            elapsed_ms: 0,
            last_wave_ms: 0,
            lengths_ms: Vec::new(),
            asked: Vec::new(),
            half_byes: Vec::new(),
            missing: BTreeSet::new(),
            rests: BTreeMap::new(),
            test,
            sprt: None,
            ended_at_ms: None,
        }
    }

    /// Restores the tournament that these events produced.
    ///
    /// # Errors
    /// When an event cannot have happened: the stored events are damaged.
    pub fn restore(opening: TournamentOpening, events: &[Event]) -> Result<Contest, EventError> {
        let mut contest = Contest::new(opening);
        events.iter().try_for_each(|event| contest.apply(event))?;
        Ok(contest)
    }

    /// Replaces the name of an entrant whose account was deleted; its hash stays, from which lots
    /// were drawn. The same comes of it as of an event without the name.
    pub fn forget(&mut self, player: PlayerId, name: &Name) {
        let entrant = self.entrants.iter_mut().find(|entrant| entrant.player == player);
        if let Some(entrant) = entrant.filter(|entrant| entrant.name != *name) {
            entrant.former_name.get_or_insert_with(|| name_hash(&entrant.name));
            entrant.name = name.clone();
        }
    }

    /// Applies an event.
    ///
    /// # Errors
    /// When the event cannot happen; then nothing has changed.
    pub fn apply(&mut self, event: &Event) -> Result<(), EventError> {
        match event {
            Event::Entered { player, rating, nonce, key, program, former_name } => {
                let said = (*nonce, *key, program.clone());
                self.entered((player, *former_name), *rating, said)
            }
            Event::Left { player } => self.left(*player),
            Event::ByeAsked { player, round } => self.ask_bye(*player, *round),
            Event::Berserk { player, on } => self.go_berserk(*player, *on),
            Event::Returned { player } => self.returned(*player),
            Event::Corrected(correction) => self.correct(correction),
            Event::Began => self.began(),
            Event::Paired { pairings, wave } => self.paired(pairings, wave.as_ref()),
            Event::Attested { pairing, pair, game, attestation } => {
                self.attest(DuePair { pairing: *pairing, pair: *pair }, *game, *attestation)
            }
            Event::Played { pairing, pair, games, at_ms } => {
                self.played(DuePair { pairing: *pairing, pair: *pair }, games, *at_ms)
            }
            Event::Finished { sprt, at_ms } => {
                self.expect(Stage::Running)?;
                self.sprt = *sprt;
                self.ended_at_ms = *at_ms;
                self.stage = Stage::Finished;
                Ok(())
            }
            Event::Cancelled => {
                if self.is_over() {
                    return Err(EventError::Over);
                }
                self.stage = Stage::Cancelled;
                Ok(())
            }
        }
    }

    /// Returns the current table, the leader first.
    pub fn standings(&self) -> Vec<TournamentStanding> {
        let unit = match self.opening.plan.format {
            Format::Arena { .. } if self.opening.plan.kinds == EntrantKinds::People => Unit::Streak,
            format if format.counts_pairings() => Unit::Pairing,
            _ => Unit::Pair,
        };
        let byes: Vec<Number> = self.half_byes.iter().map(|(_, number)| *number).collect();
        table(self.entrants.len() as u32, &self.pairings, &self.order, (&byes, unit))
    }

    /// Returns how many rounds have been paired.
    pub fn rounds(&self) -> u32 {
        self.pairings.last().map_or(0, |state| state.pairing.round)
    }

    /// Returns the seed of everything drawn: the server's own until the list is closed.
    pub(crate) fn draw(&self) -> &Seed {
        self.draw.as_ref().unwrap_or(&self.opening.seed)
    }

    /// Returns everything that has happened since the beginning, in order.
    pub(crate) fn log(&self) -> &[LogStep] {
        &self.log
    }

    /// Returns the part that never changes.
    pub fn opening(&self) -> &TournamentOpening {
        &self.opening
    }

    /// Returns the stage: open, running, finished or cancelled.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// Whether it has finished or was cancelled.
    pub fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Finished | Stage::Cancelled)
    }

    /// Returns all entrants, by number.
    pub fn entrants(&self) -> &[EntrantView] {
        &self.entrants
    }

    /// Returns the entrant with this number.
    pub fn entrant(&self, number: Number) -> Option<&EntrantView> {
        self.entrants.get((number.0 as usize).checked_sub(1)?)
    }

    /// Returns this player's entry.
    pub fn entrant_of(&self, player: PlayerId) -> Option<&EntrantView> {
        self.entrants.iter().find(|entrant| entrant.player == player)
    }

    /// Whether this entrant has withdrawn.
    pub fn has_left(&self, number: Number) -> bool {
        self.entrant(number).is_none_or(|entrant| entrant.withdrawn)
    }

    /// Returns all pairings so far, in order.
    pub fn pairings(&self) -> &[PairingState] {
        &self.pairings
    }

    /// Returns the half-point byes that were taken: the round and the entrant.
    pub fn half_byes(&self) -> &[(u32, Number)] {
        &self.half_byes
    }

    /// Returns the pairs in the order in which they ended: the pairing's index and the pair's
    /// number.
    pub fn order(&self) -> &[(usize, u32)] {
        &self.order
    }

    /// Returns what was stored of the signatures of an ended game, the first (0) or the second, of
    /// an open pair.
    pub fn attested(&self, due: DuePair, game: u8) -> Option<Attestation> {
        self.attested.get(&(due, game)).copied()
    }

    /// Returns when the last pair ended, in milliseconds of server running time.
    pub fn elapsed_ms(&self) -> u64 {
        self.elapsed_ms
    }

    /// Returns when the time of a running arena is over, in milliseconds after its beginning.
    pub fn ends_at_ms(&self) -> Option<u64> {
        match (self.stage, self.opening.plan.format) {
            (Stage::Running, Format::Arena { seconds }) => Some(u64::from(seconds) * 1_000),
            _ => None,
        }
    }

    /// Returns the decision of the sequential test, if that has ended the tournament.
    pub fn sprt(&self) -> Option<SprtDecision> {
        self.sprt
    }

    /// Returns when an arena ended, in milliseconds of server running time.
    pub(crate) fn ended_at_ms(&self) -> Option<u64> {
        self.ended_at_ms
    }
}

mod apply;
mod byes;
mod corrections;
mod due;
mod next;
mod sequential_test;

#[cfg(test)]
mod absences;
#[cfg(test)]
mod arena_trials;
#[cfg(test)]
mod edges;
#[cfg(test)]
pub(crate) mod play;
#[cfg(test)]
mod tests;
