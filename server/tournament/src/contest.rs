//! A tournament as it stands: its opening with all events so far applied. It
//! says what may happen next and never does it: whoever runs it keeps the event
//! first and applies it then, so that the kept events are always the truth.

use std::collections::{BTreeMap, BTreeSet};

use protocol::limits::MAX_EXTRA_PAIRS;
use protocol::{
    Decision, EntrantView, Format, Nonce, Number, Player, PlayerId, SprtView, Stage, Standing, Who,
};
use rules::{Refusal, Setup};

use super::event::{Event, Opening, Wave, Wrong};
use super::game_result::GameResult;
use super::pairing::{Duel, Pairing};
use super::seed::Seed;
use super::standings::{Unit, table};
use super::strength::PairCounts;
use super::{seeding, sprt, starts};

/// A tournament and all that has happened to it.
#[derive(Clone, Debug)]
pub struct Contest {
    opening: Opening,
    /// What all is drawn from, once the list of entrants is closed.
    draw: Option<Seed>,
    stage: Stage,
    entrants: Vec<EntrantView>,
    duels: Vec<Duel>,
    /// The first duel that is not over: those before it need no look.
    first_open: usize,
    /// The pairs in the order in which they ended.
    order: Vec<(usize, u32)>,
    /// All that has happened since the beginning, in order.
    log: Vec<Step>,
    elapsed_ms: u64,
    /// When the last wave of an arena came, and how long pairs of it have lasted, in
    /// the order in which they ended.
    last_wave_ms: u64,
    lengths_ms: Vec<u64>,
    /// Waves that entrants have been free in and have not played, by number.
    rests: BTreeMap<Number, u32>,
    test: Option<Test>,
    sprt: Option<Decision>,
    ended_at_ms: Option<u64>,
}

/// A sequential test as far as it has come.
#[derive(Clone, Debug)]
struct Test {
    counts: PairCounts,
    /// The pair that it waits for: the pairing's place and the pair's number.
    duel: usize,
    pair: u32,
    decision: Option<Decision>,
}

impl Default for Test {
    fn default() -> Test {
        Test { counts: PairCounts::default(), duel: 0, pair: 1, decision: None }
    }
}

/// Something that has happened since the beginning.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    Entered(Number),
    Left(Number),
    /// The pairings at these places.
    Paired(std::ops::Range<usize>, Option<Wave>),
    /// A pair: the pairing's place, the pair's number, and when it ended.
    Played(usize, u32, u64),
}

/// A pair that can be played now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Due {
    /// Which pairing, in the order of pairing.
    pub duel: u32,
    /// Which of its pairs, from 1.
    pub pair: u32,
}

impl Contest {
    /// A tournament that nobody has entered.
    pub fn new(opening: Opening) -> Contest {
        let test = opening.plan.sprt.map(|_| Test::default());
        Contest {
            opening,
            draw: None,
            stage: Stage::Open,
            entrants: Vec::new(),
            duels: Vec::new(),
            first_open: 0,
            order: Vec::new(),
            log: Vec::new(),
            elapsed_ms: 0,
            last_wave_ms: 0,
            lengths_ms: Vec::new(),
            rests: BTreeMap::new(),
            test,
            sprt: None,
            ended_at_ms: None,
        }
    }

    /// The tournament that was.
    ///
    /// # Errors
    /// When an event cannot have happened: what was kept is damaged.
    pub fn restore(opening: Opening, events: &[Event]) -> Result<Contest, Wrong> {
        let mut contest = Contest::new(opening);
        events.iter().try_for_each(|event| contest.apply(event))?;
        Ok(contest)
    }

    /// Lets something happen.
    ///
    /// # Errors
    /// When it cannot; nothing has changed then.
    pub fn apply(&mut self, event: &Event) -> Result<(), Wrong> {
        match event {
            Event::Entered { player, rating, nonce } => self.entered(player, *rating, *nonce),
            Event::Left { player } => self.left(*player),
            Event::Began => self.began(),
            Event::Paired { pairings, wave } => self.paired(pairings, wave.as_ref()),
            Event::Played { duel, pair, games, at_ms } => {
                self.played(Due { duel: *duel, pair: *pair }, games, *at_ms)
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
                    return Err(Wrong("it is over"));
                }
                self.stage = Stage::Cancelled;
                Ok(())
            }
        }
    }

    fn entered(
        &mut self,
        player: &Player,
        rating: Option<u32>,
        nonce: Option<Nonce>,
    ) -> Result<(), Wrong> {
        let late = self.stage == Stage::Running && self.opening.plan.format.admits_late();
        if !late {
            self.expect(Stage::Open)?;
        }
        if self.entrants.len() >= self.opening.plan.entrants as usize {
            return Err(Wrong("all places are taken"));
        }
        if self.entrant_of(player.id).is_some() {
            return Err(Wrong("you have entered already"));
        }
        let number = Number(self.entrants.len() as u32 + 1);
        if late {
            self.log.push(Step::Entered(number));
        }
        self.entrants.push(EntrantView {
            number,
            player: player.id,
            name: player.name.clone(),
            kind: player.kind,
            rating,
            nonce,
            entered: self.entrants.len() as u32 + 1,
            late,
            withdrawn: false,
        });
        Ok(())
    }

    fn left(&mut self, player: PlayerId) -> Result<(), Wrong> {
        let place = self.entrants.iter().position(|e| e.player == player && !e.withdrawn);
        let place = place.ok_or(Wrong("you have not entered"))?;
        match self.stage {
            // Who leaves before the beginning was never there.
            Stage::Open => {
                self.entrants.remove(place);
                self.number();
                self.entrants.iter_mut().for_each(|entrant| entrant.entered = entrant.number.0);
            }
            Stage::Running => {
                self.entrants[place].withdrawn = true;
                self.log.push(Step::Left(self.entrants[place].number));
            }
            Stage::Finished | Stage::Cancelled => return Err(Wrong("it is over")),
        }
        Ok(())
    }

    fn number(&mut self) {
        (1..).zip(&mut self.entrants).for_each(|(number, e)| e.number = Number(number));
    }

    fn began(&mut self) -> Result<(), Wrong> {
        self.expect(Stage::Open)?;
        if self.entrants.len() < 2 {
            return Err(Wrong("it takes two entrants"));
        }
        let ratings: Vec<Option<u32>> = self.entrants.iter().map(|e| e.rating).collect();
        let draw = self.opening.closed(&self.entrants);
        let mut order = seeding::order(&draw, &ratings);
        if let Format::Gauntlet { champions } = self.opening.plan.format {
            // Who is to meet all others is for the organizer to say, not for lots.
            order.sort_by_key(|&place| place >= champions as usize);
        }
        self.draw = Some(draw);
        self.entrants = order.into_iter().map(|place| self.entrants[place].clone()).collect();
        self.number();
        self.stage = Stage::Running;
        Ok(())
    }

    fn paired(&mut self, pairings: &[Pairing], wave: Option<&Wave>) -> Result<(), Wrong> {
        self.expect(Stage::Running)?;
        let known = |number: Number| (1..=self.entrants.len() as u32).contains(&number.0);
        let good = |p: &Pairing| {
            let second = p.second.is_none_or(|second| known(second) && second != p.first);
            known(p.first) && second && p.round > 0 && p.board > 0
        };
        if pairings.is_empty() || !pairings.iter().all(good) {
            return Err(Wrong("such a pairing cannot be"));
        }
        if let Some(wave) = wave {
            self.count_rests(pairings, &wave.absent);
            self.last_wave_ms = wave.at_ms;
            self.elapsed_ms = self.elapsed_ms.max(wave.at_ms);
        }
        let (pairs, before) = (self.opening.plan.pairs, self.duels.len());
        self.duels.extend(pairings.iter().map(|&pairing| {
            let mut duel = Duel::new(pairing, pairs);
            duel.began_ms = wave.map_or(0, |wave| wave.at_ms);
            duel
        }));
        self.log.push(Step::Paired(before..self.duels.len(), wave.cloned()));
        self.skip_finished();
        Ok(())
    }

    fn played(&mut self, due: Due, games: &[GameResult; 2], at_ms: u64) -> Result<(), Wrong> {
        self.expect(Stage::Running)?;
        let plan = &self.opening.plan;
        let most = plan.pairs.saturating_add(MAX_EXTRA_PAIRS);
        let place = due.duel as usize;
        let duel = self.duels.get_mut(place).ok_or(Wrong("there is no such pairing"))?;
        if !(1..=duel.pairs).contains(&due.pair) || duel.played.contains_key(&due.pair) {
            return Err(Wrong("there is no such pair to be played"));
        }
        let takes_part = |game: &GameResult| game.winner.is_none_or(|w| duel.pairing.has(w));
        if !games.iter().all(takes_part) {
            return Err(Wrong("somebody else cannot have won"));
        }
        duel.played.insert(due.pair, games.clone());
        let [a, b] = duel.points();
        let somebody_came = games.iter().any(|game| game.winner.is_some());
        let level = plan.format == Format::Knockout && a == b && somebody_came;
        if level && duel.is_over() && duel.pairs < most {
            duel.pairs += 1;
        }
        if duel.is_over() {
            let ended_ms = self.elapsed_ms.max(at_ms);
            self.lengths_ms.push(ended_ms.saturating_sub(duel.began_ms));
        }
        self.order.push((place, due.pair));
        self.elapsed_ms = self.elapsed_ms.max(at_ms);
        self.log.push(Step::Played(place, due.pair, self.elapsed_ms));
        self.skip_finished();
        self.go_on_testing();
        Ok(())
    }

    fn skip_finished(&mut self) {
        let open = self.duels[self.first_open..].iter().position(|duel| !duel.is_over());
        self.first_open = open.map_or(self.duels.len(), |open| self.first_open + open);
    }

    fn expect(&self, stage: Stage) -> Result<(), Wrong> {
        if self.stage == stage {
            return Ok(());
        }
        Err(Wrong(match self.stage {
            Stage::Open => "it has not begun",
            Stage::Running => "it has begun",
            Stage::Finished | Stage::Cancelled => "it is over",
        }))
    }

    /// The pairs that can be played now, in order, given those that are being
    /// played and who is there: within what the plan allows at the same time,
    /// altogether and for each entrant.
    pub fn due(&self, running: &BTreeSet<Due>, here: &dyn Fn(Number) -> bool) -> Vec<Due> {
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

    /// Entrants who keep others waiting, each with their first pair that is open and not
    /// being played.
    pub fn awaited(
        &self,
        running: &BTreeSet<Due>,
        here: &dyn Fn(Number) -> bool,
    ) -> BTreeMap<Number, Due> {
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

    /// The pairs that have not been played, in order.
    pub fn open_pairs(&self) -> impl Iterator<Item = Due> + '_ {
        let duels = (0u32..).zip(&self.duels).skip(self.first_open);
        duels.flat_map(|(index, duel)| {
            let open = (1..=duel.pairs).filter(|pair| !duel.played.contains_key(pair));
            open.map(move |pair| Due { duel: index, pair })
        })
    }

    /// Who sits where in the first game of a pair.
    pub fn seats(&self, due: Due) -> Option<[Number; 2]> {
        self.duels.get(due.duel as usize)?.pairing.seats(due.pair)
    }

    /// What a pair is played from.
    ///
    /// # Errors
    /// When its course has no start.
    pub fn start(&self, due: Due) -> Result<Setup, Refusal> {
        let pairing = self.duels.get(due.duel as usize).map(|duel| duel.pairing);
        let (round, board) = pairing.map_or((1, 1), |pairing| (pairing.round, pairing.board));
        let plan = &self.opening.plan;
        starts::draw(self.draw(), &plan.courses, plan.pairs, (round, board, due.pair.max(1)))
    }

    /// The table as it stands, the first first.
    pub fn standings(&self) -> Vec<Standing> {
        let unit = match self.opening.plan.format {
            Format::Arena { .. } if self.opening.plan.who == Who::People => Unit::Streak,
            format if format.counts_pairings() => Unit::Pairing,
            _ => Unit::Pair,
        };
        table(self.entrants.len() as u32, &self.duels, &self.order, unit)
    }

    /// How many rounds have been paired.
    pub fn rounds(&self) -> u32 {
        self.duels.last().map_or(0, |duel| duel.pairing.round)
    }

    /// What all is drawn from: the server's seed until the list is closed.
    pub(crate) fn draw(&self) -> &Seed {
        self.draw.as_ref().unwrap_or(&self.opening.seed)
    }

    /// All that has happened since the beginning, in order.
    pub(crate) fn log(&self) -> &[Step] {
        &self.log
    }

    /// What does not change.
    pub fn opening(&self) -> &Opening {
        &self.opening
    }

    /// How far it has come.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// Whether nothing more can happen.
    pub fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Finished | Stage::Cancelled)
    }

    /// Everybody who plays, by number.
    pub fn entrants(&self) -> &[EntrantView] {
        &self.entrants
    }

    /// The entrant of this number.
    pub fn entrant(&self, number: Number) -> Option<&EntrantView> {
        self.entrants.get((number.0 as usize).checked_sub(1)?)
    }

    /// The entrant that this player is.
    pub fn entrant_of(&self, player: PlayerId) -> Option<&EntrantView> {
        self.entrants.iter().find(|entrant| entrant.player == player)
    }

    /// Whether this entrant has withdrawn.
    pub fn has_left(&self, number: Number) -> bool {
        self.entrant(number).is_none_or(|entrant| entrant.withdrawn)
    }

    /// All pairings so far, in order.
    pub fn duels(&self) -> &[Duel] {
        &self.duels
    }

    /// The pairs in the order in which they ended: the pairing's index and the
    /// pair's number.
    pub fn order(&self) -> &[(usize, u32)] {
        &self.order
    }

    /// When the last pair ended, in milliseconds of the running server.
    pub fn elapsed_ms(&self) -> u64 {
        self.elapsed_ms
    }

    /// When the time of an arena that runs is up, in milliseconds after its beginning.
    pub fn ends_at_ms(&self) -> Option<u64> {
        match (self.stage, self.opening.plan.format) {
            (Stage::Running, Format::Arena { seconds }) => Some(u64::from(seconds) * 1_000),
            _ => None,
        }
    }

    /// What the sequential test has said, if it has ended the tournament.
    pub fn sprt(&self) -> Option<Decision> {
        self.sprt
    }

    /// When an arena ended, in milliseconds of the running server.
    pub(crate) fn ended_at_ms(&self) -> Option<u64> {
        self.ended_at_ms
    }

    /// How the sequential test stands, if there is one and it has begun.
    pub fn test(&self) -> Option<SprtView> {
        let sprt = self.opening.plan.sprt.filter(|_| self.stage != Stage::Open)?;
        let counts @ PairCounts { lost, shared, won } = self.test.as_ref()?.counts;
        let rounded = |value: f64| (value * 1e3).round() / 1e3;
        Some(SprtView {
            number: self.tested(),
            pairs: [won, shared, lost],
            ratio: rounded(counts.log_likelihood_ratio(sprt)),
            bounds: sprt::bounds(sprt).map(rounded),
            decision: self.sprt,
        })
    }
}

mod next;

#[cfg(test)]
mod arena_trials;
#[cfg(test)]
mod tests;
