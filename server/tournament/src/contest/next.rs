//! The next event that follows automatically from the state of a tournament: the beginning, a round
//! or a wave, a pair lost by an entrant who has left, the end.

use std::collections::{BTreeMap, HashSet};

use protocol::limits::MAX_TOURNAMENT_PAIRS;
use protocol::{Begin, Format, Number, Stage, TournamentStanding};

use super::{Contest, DuePair};
use crate::event::{Event, Wave};
use crate::game_result::{GameResult, ResultReason};
use crate::pairing::{Pairing, PairingState};
use crate::{arena, berger, gauntlet, knockout, swiss};

impl Contest {
    /// Returns the event that is automatically due `elapsed_ms` after the beginning, if any: the
    /// beginning, a round, a pair lost by an entrant who has left, the end. `idle` tells who is
    /// present and not playing; it is called only for an arena and a Swiss tournament.
    pub fn next(&self, elapsed_ms: u64, idle: &dyn Fn(Number) -> bool) -> Option<Event> {
        match self.stage {
            Stage::Open => {
                let full = self.entrants.len() >= self.opening.plan.entrants as usize;
                (full && self.opening.plan.begin == Begin::Full).then_some(Event::Began)
            }
            Stage::Running => self.decided().or_else(|| self.given_up()).or_else(|| {
                let next = self.next_pairings(elapsed_ms, idle)?;
                let ends = matches!(next, Event::Finished { .. });
                (!ends || !self.waits_for_organizer(elapsed_ms)).then_some(next)
            }),
            Stage::Finished | Stage::Cancelled => None,
        }
    }

    /// Returns the result of the first pair that is lost because an entrant has left.
    pub(super) fn given_up(&self) -> Option<Event> {
        if !self.entrants.iter().any(|entrant| entrant.withdrawn) {
            return None;
        }
        let open = self.open_pairs().find(|due| {
            self.seats(*due).is_some_and(|seats| seats.iter().any(|&n| self.has_left(n)))
        })?;
        let here = |number: &Number| !self.has_left(*number);
        self.forfeit(open, &here, ResultReason::Left, self.elapsed_ms)
    }

    /// Returns the result of a pair lost by those who are not `here`.
    pub fn forfeit(
        &self,
        due: DuePair,
        here: &dyn Fn(&Number) -> bool,
        how: ResultReason,
        at_ms: u64,
    ) -> Option<Event> {
        let seats = self.seats(due)?;
        let mut came = seats.into_iter().filter(|number| here(number));
        let winner = came.next().filter(|_| came.next().is_none());
        let game = self.start(due).ok()?.to_string();
        let lost = GameResult::new(winner, how, game);
        let DuePair { pairing, pair } = due;
        Some(Event::Played { pairing, pair, games: Box::new([lost.clone(), lost]), at_ms })
    }

    fn decided(&self) -> Option<Event> {
        let sprt = Some(self.test.as_ref()?.decision?);
        Some(Event::Finished { sprt, at_ms: None })
    }

    pub(super) fn next_pairings(
        &self,
        elapsed_ms: u64,
        idle: &dyn Fn(Number) -> bool,
    ) -> Option<Event> {
        if let Format::Arena { seconds } = self.opening.plan.format {
            return self.next_in_arena(seconds, elapsed_ms, idle);
        }
        if self.first_open < self.pairings.len() {
            return None;
        }
        let n = self.entrants.len() as u32;
        let first = self.pairings.is_empty();
        let pairings = match self.opening.plan.format {
            Format::RoundRobin { cycles } if first => berger::schedule(n, cycles),
            Format::Gauntlet { champions } if first => gauntlet::schedule(n, champions),
            Format::Knockout if first => knockout::first_round(n),
            Format::Knockout => {
                let last = self.rounds();
                let pairings = self.pairings.iter().filter(|state| state.pairing.round == last);
                knockout::next_round(&pairings.collect::<Vec<_>>())
            }
            Format::Swiss { rounds } if self.rounds() < rounds => match self.next_return(idle) {
                Some(back) => return Some(back),
                None => self.swiss_round(),
            },
            Format::RoundRobin { .. }
            | Format::Gauntlet { .. }
            | Format::Swiss { .. }
            | Format::Arena { .. } => Vec::new(),
        };
        Some(match pairings.is_empty() {
            true => Event::Finished { sprt: None, at_ms: None },
            false => Event::Paired { pairings, wave: None },
        })
    }

    fn swiss_round(&self) -> Vec<Pairing> {
        let round = self.rounds() + 1;
        let field = self.swiss_field(round).into_iter();
        let players: Vec<swiss::SwissPlayer> = field.map(|line| self.swiss_player(line)).collect();
        if players.len() < 2 {
            return Vec::new();
        }
        swiss::pair(self.draw(), round, &players)
    }

    fn swiss_player(
        &self,
        TournamentStanding { number, score, .. }: TournamentStanding,
    ) -> swiss::SwissPlayer {
        let own = || self.pairings.iter().filter(move |state| state.pairing.has(number));
        let met = |state: &PairingState| state.pairing.opponent(number);
        let began =
            |state: &PairingState| state.pairing.second.map(|_| state.pairing.first == number);
        swiss::SwissPlayer {
            number,
            score,
            met: own().filter_map(met).collect(),
            balance: own().filter_map(began).map(|began| if began { 1 } else { -1 }).sum(),
            began: own().filter_map(began).next_back(),
            byes: own().filter(|state| state.pairing.second.is_none()).count() as u32,
        }
    }

    fn next_in_arena(
        &self,
        seconds: u32,
        elapsed_ms: u64,
        idle: &dyn Fn(Number) -> bool,
    ) -> Option<Event> {
        let full = self.order.len() as u64 >= MAX_TOURNAMENT_PAIRS;
        let busy = self.busy();
        if full || elapsed_ms >= u64::from(seconds) * 1_000 {
            let over = Event::Finished { sprt: None, at_ms: Some(elapsed_ms) };
            return busy.is_empty().then_some(over);
        }
        let wait = arena::longest_wait(seconds, self.entrants.len(), &self.lengths_ms);
        if !busy.is_empty() && elapsed_ms.saturating_sub(self.last_wave_ms) < wait {
            return None;
        }
        let free = |number: Number| !self.has_left(number) && !busy.contains(&number);
        let (here, absent): (Vec<Number>, Vec<Number>) =
            self.numbers().filter(|&number| free(number)).partition(|&number| idle(number));
        let round = self.rounds() + 1;
        let scores: BTreeMap<Number, u32> =
            self.standings().iter().map(|line| (line.number, line.score)).collect();
        let waiting = here.iter().map(|number| self.waiting(*number, scores[number]));
        let pairs = arena::pair(self.draw(), round, waiting.collect());
        let pairing =
            |(board, (first, second))| Pairing { round, board, first, second: Some(second) };
        let pairings: Vec<Pairing> = (1..).zip(pairs).map(pairing).collect();
        let wave = Some(Wave { at_ms: elapsed_ms, absent });
        (!pairings.is_empty()).then_some(Event::Paired { pairings, wave })
    }

    /// Returns when an arena's next wave comes even if pairs are still being played, in
    /// milliseconds after its beginning.
    pub fn next_wave_ms(&self) -> Option<u64> {
        match (self.stage, self.opening.plan.format) {
            (Stage::Running, Format::Arena { seconds }) => {
                let wait = arena::longest_wait(seconds, self.entrants.len(), &self.lengths_ms);
                Some(self.last_wave_ms + wait)
            }
            _ => None,
        }
    }

    /// Returns the entrants with a pair still to play.
    fn busy(&self) -> HashSet<Number> {
        let open = self.pairings[self.first_open..].iter().filter(|state| !state.is_over());
        open.flat_map(|state| state.pairing.entrants()).collect()
    }

    fn numbers(&self) -> impl Iterator<Item = Number> + '_ {
        self.entrants.iter().map(|entrant| entrant.number)
    }

    /// Counts a rest for entrants who were free and present and had no opponent.
    pub(super) fn count_rests(&mut self, pairings: &[Pairing], absent: &[Number]) {
        let mut busy = self.busy();
        busy.extend(absent);
        busy.extend(pairings.iter().flat_map(Pairing::entrants));
        let rest: Vec<Number> =
            self.numbers().filter(|n| !busy.contains(n) && !self.has_left(*n)).collect();
        for number in rest {
            *self.rests.entry(number).or_default() += 1;
        }
    }

    fn waiting(&self, number: Number, score: u32) -> arena::WaitingEntrant {
        let own = || self.pairings.iter().filter(move |state| state.pairing.has(number));
        arena::WaitingEntrant {
            number,
            score,
            met: own().filter_map(|state| state.pairing.opponent(number)).collect(),
            rests: self.rests.get(&number).copied().unwrap_or(0),
            balance: own().map(|state| if state.pairing.first == number { 1 } else { -1 }).sum(),
        }
    }
}
