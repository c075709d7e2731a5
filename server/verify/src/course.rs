//! The course of a tournament, step by step: checks whether each line is what had to come next.

mod absences;
mod corrections;
mod rounds;

use std::collections::{HashMap, HashSet};

use super::Refuted;
use super::attestation::Extent;
use super::file::{Entrant, File, Format, Game, Left, Pairing, Ruling, Step};
use super::meeting::Meeting;
use super::points;
use super::replay::Replay;
use super::strength::Test;
use super::swiss::Free;

/// The number of pairs by which a level knockout pairing is extended.
const OVERTIME: u32 = 16;

/// The state of the tournament between two lines.
pub(super) struct Course<'a> {
    pub(super) file: &'a File,
    draw: &'a [u8; 32],
    /// All entrants so far, by number, with what pairing needs to know about them.
    players: Vec<Free>,
    ids: HashSet<&'a str>,
    /// Their keys, and their places in the order of entering.
    keys: Vec<Option<&'a str>>,
    entered: Vec<u32>,
    /// To what extent each game is signed, in the order of the file.
    pub(super) signed: Vec<Extent>,
    /// Entrants who have left, and how many of their pairs may still have been running.
    left: HashMap<u32, u32>,
    pub(super) meetings: Vec<Meeting>,
    places: HashMap<(u32, u32), usize>,
    /// The number of meetings that are not over, by entrant and in total.
    busy: HashMap<u32, u32>,
    open: usize,
    rounds: u32,
    streaks: HashMap<u32, u32>,
    last_wave_ms: u64,
    now_ms: u64,
    lengths_ms: Vec<u64>,
    /// Pairings that the next lines must contain.
    due: Vec<Pairing>,
    /// In a Swiss tournament: byes asked for, by entrant and round; the entrants who have taken
    /// them; and those who did not appear in their last pairing and have not returned.
    asked: Vec<(u32, u32)>,
    pub(super) half_byes: Vec<u32>,
    missing: HashSet<u32>,
    /// The pairs in the order in which they ended: the meeting, the pair, and who was berserk.
    order: Vec<(usize, u32, [bool; 2])>,
    ruling: Option<Ruling>,
    pairs: u64,
    test: Option<Test>,
}

impl<'a> Course<'a> {
    pub(super) fn begin(file: &'a File, draw: &'a [u8; 32]) -> Course<'a> {
        let mut course = Course {
            file,
            draw,
            players: Vec::new(),
            ids: HashSet::new(),
            keys: Vec::new(),
            entered: Vec::new(),
            signed: Vec::new(),
            left: HashMap::new(),
            meetings: Vec::new(),
            places: HashMap::new(),
            busy: HashMap::new(),
            open: 0,
            rounds: 0,
            streaks: HashMap::new(),
            last_wave_ms: 0,
            now_ms: 0,
            lengths_ms: Vec::new(),
            due: Vec::new(),
            asked: Vec::new(),
            half_byes: Vec::new(),
            missing: HashSet::new(),
            order: Vec::new(),
            ruling: None,
            pairs: 0,
            test: Test::from_file(file),
        };
        file.there.iter().for_each(|entrant| course.add(entrant));
        course
    }

    fn add(&mut self, entrant: &'a Entrant) {
        self.ids.insert(&entrant.player);
        self.keys.push(entrant.key.as_deref());
        self.entered.push(entrant.entered);
        self.players.push(Free { number: entrant.number, ..Free::default() });
    }

    pub(super) fn run(&mut self) -> Result<(), Refuted> {
        for (line, step) in &self.file.steps {
            let refuted = |why: String| Refuted::new(*line, why);
            if !matches!(step, Step::Pairing(_)) && !self.due.is_empty() {
                return Err(refuted("the round is not complete".to_owned()));
            }
            if self.ruling.is_some() && !matches!(step, Step::Pair(_)) {
                return Err(refuted("a ruling stands before its pair".to_owned()));
            }
            match step {
                Step::Entered(entrant) => self.enter(entrant),
                Step::Left(Left { number }) => self.leave(*number),
                Step::Bye(bye) => self.ask_bye(bye),
                Step::Returned(Left { number }) => self.come_back(*number),
                Step::Correction(correction) => self.correct(correction),
                Step::Wave(wave) => self.begin_wave(wave),
                Step::Pairing(pairing) => self.pair(*pairing),
                Step::Ruling(ruling) => {
                    self.ruling = Some(*ruling);
                    Ok(())
                }
                Step::Pair(place) => {
                    self.play(&self.file.games[*place], &self.file.games[*place + 1])
                }
            }
            .map_err(refuted)?;
        }
        self.finish().map_err(|why| Refuted::new(self.file.lines, why))
    }

    fn enter(&mut self, entrant: &'a Entrant) -> Result<(), String> {
        let plan = &self.file.head.plan;
        let next = self.players.len() as u32 + 1;
        let checks = [
            (
                matches!(plan.format, Format::Swiss { .. } | Format::Arena { .. }),
                "nobody may enter late here",
            ),
            (entrant.late, "the list is closed, and they are not late"),
            (next <= plan.entrants, "all places were taken"),
            (
                entrant.number == next && entrant.entered == next,
                "a late entrant has the next number",
            ),
            (!self.ids.contains(entrant.player.as_str()), "the same player has entered twice"),
        ];
        match checks.iter().find(|(holds, _)| !holds) {
            Some((_, why)) => Err((*why).to_owned()),
            None => {
                self.add(entrant);
                Ok(())
            }
        }
    }

    fn leave(&mut self, number: u32) -> Result<(), String> {
        if number == 0 || number as usize > self.players.len() {
            return Err("nobody has that number".to_owned());
        }
        match self.left.insert(number, self.file.head.plan.each) {
            None => Ok(()),
            Some(_) => Err("they have left before".to_owned()),
        }
    }

    fn player(&mut self, number: u32) -> &mut Free {
        &mut self.players[number as usize - 1]
    }

    fn play(&mut self, one: &Game, two: &Game) -> Result<(), String> {
        let place = self.places.get(&(one.round, one.board)).copied();
        let place = place.ok_or("nobody is paired there")?;
        let Meeting { pairing, pairs, played, .. } = &self.meetings[place];
        let second = pairing.second.ok_or("a bye is not played")?;
        if !(1..=*pairs).contains(&one.pair) {
            return Err(format!("the pairing has {pairs} pairs"));
        }
        if played.contains_key(&one.pair) {
            return Err("the pair is there twice".to_owned());
        }
        let entrants = [pairing.first, second];
        let ruling = Ruling { round: one.round, board: one.board, pair: one.pair };
        let ruled = match self.ruling.take() {
            None => false,
            Some(said) if said == ruling => true,
            Some(_) => return Err("the ruling is of another pair".to_owned()),
        };
        let keys = entrants.map(|number| self.keys[number as usize - 1]);
        let replay = Replay {
            file: self.file,
            draw: self.draw,
            left: &self.left,
            keys,
            entered: &self.entered,
            place,
        };
        self.signed.extend(replay.check_pair(entrants, [one, two], ruled)?);
        self.check_leavers(entrants, one)?;
        self.count(place, [one, two])
    }

    /// Checks that nobody plays after leaving, except in pairs that were running.
    fn check_leavers(&mut self, entrants: [u32; 2], one: &Game) -> Result<(), String> {
        let gone: Vec<u32> = entrants.into_iter().filter(|n| self.left.contains_key(n)).collect();
        if one.how == "left" {
            let winner = entrants.into_iter().find(|number| !gone.contains(number));
            let right = !gone.is_empty() && one.winner == winner;
            return if right { Ok(()) } else { Err("nobody has left".to_owned()) };
        }
        for number in gone {
            match self.left.get_mut(&number) {
                Some(under_way) if *under_way > 0 => *under_way -= 1,
                _ => return Err(format!("number {number} has left and plays on")),
            }
        }
        Ok(())
    }

    fn count(&mut self, place: usize, games: [&Game; 2]) -> Result<(), String> {
        let plan = &self.file.head.plan;
        let arena = matches!(plan.format, Format::Arena { .. });
        let by_pairing = matches!(plan.format, Format::Swiss { .. } | Format::Knockout);
        let knockout = matches!(plan.format, Format::Knockout);
        let swiss = matches!(plan.format, Format::Swiss { .. });
        let most = plan.pairs + OVERTIME;
        let meeting = &mut self.meetings[place];
        let entrants = [Some(meeting.pairing.first), meeting.pairing.second];
        if arena != games[0].at_ms.is_some() || games[0].at_ms != games[1].at_ms {
            return Err("in an arena, and only there, pairs have their time".to_owned());
        }
        let at_ms = games[0].at_ms.unwrap_or(0);
        if at_ms < self.now_ms {
            return Err("it ended before what stands before it".to_owned());
        }
        self.now_ms = at_ms;
        let winners = games.map(|game| game.winner);
        let tells = games.iter().all(|game| game.was_played());
        meeting.played.insert(games[0].pair, (winners, tells && winners != [None, None]));
        if knockout {
            meeting.extend(games[0].pair, plan.pairs, most);
        }
        for (came, number) in meeting.came.iter_mut().zip(entrants) {
            let comes = |game: &&Game| game.how != "no_show" || game.winner == number;
            *came |= number.is_some() && games.iter().any(comes);
        }
        let came = meeting.came;
        let over = meeting.is_over();
        let points = match (by_pairing, over) {
            (true, true) => meeting.points(),
            (true, false) => [0, 0],
            (false, _) => points::pair(&winners, entrants),
        };
        if over {
            self.lengths_ms.push(at_ms - meeting.began_ms);
            self.open -= 1;
        }
        let streaks = self.has_streaks();
        let berserk = self.berserk(entrants, games)?;
        self.order.push((place, games[0].pair, berserk));
        for (i, number) in entrants.into_iter().enumerate() {
            let Some(number) = number else { continue };
            self.score(number, points[i], berserk[i], streaks);
            if over {
                self.release(number, swiss.then_some(came[i]));
            }
        }
        self.pairs += 1;
        if let Some(test) = &mut self.test {
            test.go_on(&self.meetings);
        }
        Ok(())
    }

    /// Frees an entrant whose pairing is over; `came` says, in a Swiss, whether they came to it.
    fn release(&mut self, number: u32, came: Option<bool>) {
        match came {
            Some(true) => drop(self.missing.remove(&number)),
            Some(false) => drop(self.missing.insert(number)),
            None => {}
        }
        if let Some(busy) = self.busy.get_mut(&number) {
            *busy -= 1;
        }
    }

    /// Checks that the tournament could end there.
    fn finish(&self) -> Result<(), String> {
        let end = &self.file.end;
        if !self.due.is_empty() {
            return Err("the round is not complete".to_owned());
        }
        if end.cancelled {
            return Ok(());
        }
        if let Format::Arena { seconds } = self.file.head.plan.format {
            let time = end.at_ms.is_some_and(|at| at >= u64::from(seconds) * 1_000);
            return match self.open {
                0 if time || self.pairs >= 50_000 => Ok(()),
                0 => Err("the arena ended before its time".to_owned()),
                _ => Err("pairs of the arena are missing".to_owned()),
            };
        }
        if end.at_ms.is_some() {
            return Err("only an arena ends by time".to_owned());
        }
        match &self.test {
            Some(test) => test.finish(end.sprt.as_deref(), self.file.head.plan.running)?,
            None if end.sprt.is_some() => return Err("no test was planned".to_owned()),
            None => {}
        }
        if end.sprt.is_some() {
            return Ok(());
        }
        if let Some(open) = self.meetings.iter().find(|meeting| !meeting.is_over()) {
            let Pairing { round, board, .. } = open.pairing;
            let pairs = open.pairs;
            return Err(format!("round {round} board {board} takes {pairs} pairs"));
        }
        match self.next_rounds().is_empty() {
            true => Ok(()),
            false => Err("another round was to be played".to_owned()),
        }
    }
}
