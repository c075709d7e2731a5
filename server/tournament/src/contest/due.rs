//! The pairs that can be played now, their players, and their starts.

use std::collections::{BTreeMap, BTreeSet};

use protocol::{Number, Stage};
use rules::{Refusal, Setup};

use super::{Contest, DuePair};
use crate::starts;

impl Contest {
    /// Returns the pairs that can begin now, in order, given those that are running and who is
    /// present: within the plan's limits on simultaneous games, in total and for each entrant.
    pub fn due(&self, running: &BTreeSet<DuePair>, here: &dyn Fn(Number) -> bool) -> Vec<DuePair> {
        let plan = &self.opening.plan;
        if self.stage != Stage::Running {
            return Vec::new();
        }
        let mut free = (plan.running as usize).saturating_sub(running.len());
        let mut busy = vec![0; self.entrants.len() + 1];
        for seats in running.iter().filter_map(|&due| self.seats(due)) {
            seats.iter().for_each(|number| busy[number.0 as usize] += 1);
        }
        let mut due = Vec::new();
        for open in self.open_pairs() {
            if free == 0 {
                break;
            }
            let Some(seats) = self.seats(open).filter(|_| !running.contains(&open)) else {
                continue;
            };
            let can_play = |&number: &Number| {
                busy[number.0 as usize] < plan.each && here(number) && !self.has_left(number)
            };
            if seats.iter().all(can_play) {
                seats.iter().for_each(|number| busy[number.0 as usize] += 1);
                free -= 1;
                due.push(open);
            }
        }
        due
    }

    /// Returns the entrants who keep others waiting, each with their first pair that is open and
    /// not being played.
    pub fn awaited(
        &self,
        running: &BTreeSet<DuePair>,
        here: &dyn Fn(Number) -> bool,
    ) -> BTreeMap<Number, DuePair> {
        let mut awaited = BTreeMap::new();
        if self.stage != Stage::Running || self.entrants.iter().all(|e| here(e.number)) {
            return awaited;
        }
        for due in self.open_pairs().filter(|due| !running.contains(due)) {
            for number in self.seats(due).into_iter().flatten() {
                if !here(number) {
                    awaited.entry(number).or_insert(due);
                }
            }
        }
        awaited
    }

    /// Iterates over the pairs that have not been played, in order.
    pub fn open_pairs(&self) -> impl Iterator<Item = DuePair> + '_ {
        let pairings = (0u32..).zip(&self.pairings).skip(self.first_open);
        pairings.flat_map(|(index, state)| {
            let open = (1..=state.pairs).filter(|pair| !state.played.contains_key(pair));
            open.map(move |pair| DuePair { pairing: index, pair })
        })
    }

    /// Returns the seats in the first game of a pair.
    pub fn seats(&self, due: DuePair) -> Option<[Number; 2]> {
        self.pairings.get(due.pairing as usize)?.pairing.seats(due.pair)
    }

    /// Returns the start of a pair.
    ///
    /// # Errors
    /// When its course has no start of its size.
    pub fn start(&self, due: DuePair) -> Result<Setup, Refusal> {
        let pairing = self.pairings.get(due.pairing as usize).map(|state| state.pairing);
        let (round, board) = pairing.map_or((1, 1), |pairing| (pairing.round, pairing.board));
        let plan = &self.opening.plan;
        let pair = due.pair.max(1);
        match &plan.starts {
            Some(list) => Ok(starts::listed(self.draw(), list, plan.pairs, (round, pair))),
            None => starts::draw(self.draw(), &plan.courses, plan.pairs, (round, board, pair)),
        }
    }
}
