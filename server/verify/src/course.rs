//! The course of a tournament, step by step: at each line, whether that is what had
//! to come next.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::Refuted;
use super::file::{Entrant, File, Format, Game, Left, Pairing, Ruling, Step, Wave};
use super::standings::share;
use super::strength::Test;
use super::swiss::{Boards, Free};
use super::{replay, schedule, swiss};

/// Pairs that a knockout goes on for while it is level.
const OVERTIME: u32 = 16;

/// A pairing with what has come of it so far.
pub(super) struct Meeting {
    pub(super) pairing: Pairing,
    /// How many pairs it takes.
    pairs: u32,
    /// The winners of both games of each pair, and whether it says something of strength.
    pub(super) played: BTreeMap<u32, ([Option<u32>; 2], bool)>,
    began_ms: u64,
}

/// How things stand between two lines.
pub(super) struct Course<'a> {
    pub(super) file: &'a File,
    pub(super) draw: &'a [u8; 32],
    /// All who have entered so far, by number, and what pairing must know of them.
    players: Vec<Free>,
    ids: HashSet<&'a str>,
    /// Who has left, and how many of their pairs may still have been under way.
    pub(super) left: HashMap<u32, u32>,
    pub(super) meetings: Vec<Meeting>,
    places: HashMap<(u32, u32), usize>,
    /// Meetings that are not over, by entrant and in all.
    busy: HashMap<u32, u32>,
    open: usize,
    rounds: u32,
    streaks: HashMap<u32, u32>,
    last_wave_ms: u64,
    now_ms: u64,
    lengths_ms: Vec<u64>,
    /// Pairings that the next lines must name.
    due: Vec<Pairing>,
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
            ruling: None,
            pairs: 0,
            test: Test::of(file),
        };
        file.there.iter().for_each(|entrant| course.add(entrant));
        course
    }

    fn add(&mut self, entrant: &'a Entrant) {
        self.ids.insert(&entrant.player);
        self.players.push(Free { number: entrant.number, ..Free::default() });
    }

    pub(super) fn run(&mut self) -> Result<(), Refuted> {
        for step in &self.file.steps {
            let (line, pairing) = match step {
                Step::Pairing(line, pairing) => (*line, Some(pairing)),
                Step::Entered(line, _)
                | Step::Left(line, _)
                | Step::Wave(line, _)
                | Step::Ruling(line, _)
                | Step::Pair(line, _) => (*line, None),
            };
            let refuted = |why: String| Refuted::new(line, why);
            if pairing.is_none() && !self.due.is_empty() {
                return Err(refuted("the round is not complete".to_owned()));
            }
            if self.ruling.is_some() && !matches!(step, Step::Pair(..)) {
                return Err(refuted("a ruling stands before its pair".to_owned()));
            }
            match step {
                Step::Entered(_, entrant) => self.enter(entrant),
                Step::Left(_, Left { number }) => self.leave(*number),
                Step::Wave(_, wave) => self.begin_wave(wave),
                Step::Pairing(_, pairing) => self.pair(*pairing),
                Step::Ruling(_, ruling) => {
                    self.ruling = Some(*ruling);
                    Ok(())
                }
                Step::Pair(_, place) => {
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
                "nobody comes late here",
            ),
            (entrant.late, "the list is closed, and they are not late"),
            (next <= plan.entrants, "all places were taken"),
            (
                entrant.number == next && entrant.entered == next,
                "who comes late has the next number",
            ),
            (!self.ids.contains(entrant.player.as_str()), "the same player is there twice"),
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

    /// What is known of everybody who has not left.
    fn free(&self) -> Vec<Free> {
        let here = self.players.iter().filter(|one| !self.left.contains_key(&one.number));
        here.cloned().collect()
    }

    fn begin_wave(&mut self, wave: &Wave) -> Result<(), String> {
        let Format::Arena { seconds } = self.file.head.plan.format else {
            return Err("only an arena has waves".to_owned());
        };
        let end = u64::from(seconds) * 1_000;
        if wave.at_ms >= end || wave.at_ms < self.now_ms {
            return Err("a wave beyond the time of the arena".to_owned());
        }
        let most = end / 20;
        let last = &self.lengths_ms[self.lengths_ms.len().saturating_sub(self.players.len())..];
        let wait =
            last.iter().max().map_or(most, |length| (2 * length).clamp(most.min(1_000), most));
        if self.open > 0 && wave.at_ms - self.last_wave_ms < wait {
            return Err("a wave before its time".to_owned());
        }
        let free: Vec<Free> =
            self.free().into_iter().filter(|one| !self.is_busy(one.number)).collect();
        let absent: HashSet<u32> = wave.absent.iter().copied().collect();
        let known = |number: &u32| free.iter().any(|one| one.number == *number);
        if absent.len() != wave.absent.len() || !wave.absent.iter().all(known) {
            return Err("whoever plays or has left is not absent".to_owned());
        }
        let here: Vec<Free> =
            free.into_iter().filter(|one| !absent.contains(&one.number)).collect();
        let numbers: Vec<u32> = here.iter().map(|one| one.number).collect();
        let boards = swiss::wave(self.draw, self.rounds + 1, here);
        let playing: HashSet<u32> =
            boards.iter().flat_map(|(a, b)| [Some(*a), *b]).flatten().collect();
        for number in numbers.into_iter().filter(|number| !playing.contains(number)) {
            self.players[number as usize - 1].rests += 1;
        }
        if boards.is_empty() {
            return Err("nobody could be paired".to_owned());
        }
        self.expect(vec![boards]);
        (self.last_wave_ms, self.now_ms) = (wave.at_ms, wave.at_ms);
        Ok(())
    }

    fn is_busy(&self, number: u32) -> bool {
        self.busy.get(&number).is_some_and(|meetings| *meetings > 0)
    }

    /// The next lines must be these rounds.
    fn expect(&mut self, rounds: Vec<Boards>) {
        let mut due = Vec::new();
        for (round, boards) in (self.rounds + 1..).zip(rounds) {
            for (board, (first, second)) in (1..).zip(boards) {
                due.push(Pairing { round, board, first, second });
            }
        }
        due.reverse();
        self.due = due;
    }

    /// What must be paired when nothing is left to be played.
    fn next_rounds(&self) -> Vec<Boards> {
        let n = self.players.len() as u32;
        let first = self.meetings.is_empty();
        match self.file.head.plan.format {
            Format::RoundRobin { cycles } if first => schedule::round_robin(n, cycles),
            Format::Gauntlet { champions } if first => schedule::gauntlet(n, champions),
            Format::Knockout if first => vec![schedule::bracket(n)],
            Format::Knockout => {
                let last = self.meetings.iter().filter(|m| m.pairing.round == self.rounds);
                let on: Vec<u32> = last.map(Meeting::goes_on).collect();
                let boards = on.chunks_exact(2).map(|two| (two[0], Some(two[1])));
                Some(boards.collect())
                    .filter(|boards: &Boards| !boards.is_empty())
                    .into_iter()
                    .collect()
            }
            Format::Swiss { rounds } if self.rounds < rounds => {
                let free = self.free();
                let enough = free.len() >= 2;
                enough.then(|| swiss::round(self.draw, self.rounds + 1, free)).into_iter().collect()
            }
            Format::RoundRobin { .. }
            | Format::Gauntlet { .. }
            | Format::Swiss { .. }
            | Format::Arena { .. } => Vec::new(),
        }
    }

    fn pair(&mut self, pairing: Pairing) -> Result<(), String> {
        if self.due.is_empty() {
            if self.open > 0 {
                return Err("the round before is still being played".to_owned());
            }
            self.expect(self.next_rounds());
        }
        let Some(due) = self.due.pop() else {
            return Err("nobody was to be paired any more".to_owned());
        };
        if due != pairing {
            let Pairing { round, board, first, second } = due;
            let second = second.map_or("nobody".to_owned(), |second| second.to_string());
            return Err(format!("round {round} board {board} is {first} against {second}"));
        }
        self.rounds = pairing.round;
        let began_ms = self.last_wave_ms;
        let pairs = if pairing.second.is_some() { self.file.head.plan.pairs } else { 0 };
        match pairing.second {
            None => {
                let one = self.player(pairing.first);
                (one.byes, one.score) = (one.byes + 1, one.score + 2);
                if matches!(self.file.head.plan.format, Format::Arena { .. }) {
                    return Err("an arena has no byes".to_owned());
                }
            }
            Some(second) => {
                for (me, other, began) in
                    [(pairing.first, second, true), (second, pairing.first, false)]
                {
                    let one = self.player(me);
                    one.met.push(other);
                    one.balance += if began { 1 } else { -1 };
                    one.began_last = Some(began);
                    *self.busy.entry(me).or_default() += 1;
                }
                self.open += 1;
            }
        }
        self.places.insert((pairing.round, pairing.board), self.meetings.len());
        self.meetings.push(Meeting { pairing, pairs, played: BTreeMap::new(), began_ms });
        Ok(())
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
        let who = [pairing.first, second];
        let ruling = Ruling { round: one.round, board: one.board, pair: one.pair };
        let ruled = match self.ruling.take() {
            None => false,
            Some(said) if said == ruling => true,
            Some(_) => return Err("the ruling is of another pair".to_owned()),
        };
        replay::check_pair(self, who, [one, two], ruled)?;
        self.check_leavers(who, one)?;
        self.count(place, [one, two])
    }

    /// Nobody plays after leaving, but for what was under way.
    fn check_leavers(&mut self, who: [u32; 2], one: &Game) -> Result<(), String> {
        let gone: Vec<u32> = who.into_iter().filter(|n| self.left.contains_key(n)).collect();
        if one.how == "left" {
            let winner = who.into_iter().find(|number| !gone.contains(number));
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
        let most = plan.pairs + OVERTIME;
        let meeting = &mut self.meetings[place];
        let who = [Some(meeting.pairing.first), meeting.pairing.second];
        if arena != games[0].at_ms.is_some() || games[0].at_ms != games[1].at_ms {
            return Err("in an arena, and only there, pairs have their time".to_owned());
        }
        let at_ms = games[0].at_ms.unwrap_or(0);
        if at_ms < self.now_ms {
            return Err("it ended before what stands before it".to_owned());
        }
        self.now_ms = at_ms;
        let winners = games.map(|game| game.winner);
        let tells = games.iter().all(|game| !matches!(game.how.as_str(), "no_show" | "left"));
        meeting.played.insert(games[0].pair, (winners, tells && winners != [None, None]));
        let somebody = winners != [None, None];
        let level = |meeting: &Meeting| {
            let [a, b] = meeting.won();
            a == b
        };
        if knockout && somebody && meeting.is_over() && level(meeting) && meeting.pairs < most {
            meeting.pairs += 1;
        }
        let over = meeting.is_over();
        let points = match (by_pairing, over) {
            (true, true) => meeting.points(),
            (true, false) => [0, 0],
            (false, _) => share(who.map(|by| winners.iter().filter(|w| **w == by).count() as u32)),
        };
        if over {
            self.lengths_ms.push(at_ms - meeting.began_ms);
            self.open -= 1;
        }
        let streaks = arena && plan.who.as_deref() == Some("people");
        for (number, points) in who.into_iter().flatten().zip(points) {
            let streak = self.streaks.entry(number).or_default();
            let counted = if streaks && points == 2 && *streak >= 2 { 4 } else { points };
            *streak = if points == 2 { *streak + 1 } else { 0 };
            self.player(number).score += counted;
            if over && let Some(busy) = self.busy.get_mut(&number) {
                *busy -= 1;
            }
        }
        self.pairs += 1;
        if let Some(test) = &mut self.test {
            test.go_on(&self.meetings);
        }
        Ok(())
    }

    /// Whether it could end there.
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

impl Meeting {
    pub(super) fn is_over(&self) -> bool {
        self.played.len() >= self.pairs as usize
    }

    /// Games won by the first and by the second.
    pub(super) fn won(&self) -> [u32; 2] {
        let winners = || self.played.values().flat_map(|(winners, _)| *winners).flatten();
        let won = |by: u32| winners().filter(|winner| *winner == by).count() as u32;
        [won(self.pairing.first), self.pairing.second.map_or(0, won)]
    }

    pub(super) fn points(&self) -> [u32; 2] {
        share(self.won())
    }

    /// The one who has won more games; where nobody has, the better number.
    fn goes_on(&self) -> u32 {
        let Pairing { first, second: Some(second), .. } = self.pairing else {
            return self.pairing.first;
        };
        match self.won() {
            [a, b] if a > b => first,
            [a, b] if a < b => second,
            _ => first.min(second),
        }
    }
}
