//! The rounds and waves: who has to be paired next, computed independently.

use std::collections::{BTreeMap, HashSet};

use super::Course;
use crate::file::{Format, Pairing, Wave};
use crate::meeting::Meeting;
use crate::schedule;
use crate::swiss::{self, Boards, Free};

impl Course<'_> {
    /// The entrants who have not left.
    pub(super) fn free(&self) -> Vec<Free> {
        let here = self.players.iter().filter(|one| !self.left.contains_key(&one.number));
        here.cloned().collect()
    }

    pub(super) fn begin_wave(&mut self, wave: &Wave) -> Result<(), String> {
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
            return Err("an entrant who plays or has left is not absent".to_owned());
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

    /// Requires the next lines to be these rounds.
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

    /// Returns the rounds that must be paired when nothing is left to play.
    pub(super) fn next_rounds(&self) -> Vec<Boards> {
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
                let free = self.field(self.rounds + 1);
                let enough = free.len() >= 2;
                enough.then(|| swiss::round(self.draw, self.rounds + 1, free)).into_iter().collect()
            }
            Format::RoundRobin { .. }
            | Format::Gauntlet { .. }
            | Format::Swiss { .. }
            | Format::Arena { .. } => Vec::new(),
        }
    }

    pub(super) fn pair(&mut self, pairing: Pairing) -> Result<(), String> {
        if self.due.is_empty() {
            if self.open > 0 {
                return Err("the round before is still being played".to_owned());
            }
            let rounds = self.next_rounds();
            if let (Format::Swiss { .. }, Some(boards)) =
                (self.file.head.plan.format, rounds.first())
            {
                self.take_byes(self.rounds + 1, boards);
            }
            self.expect(rounds);
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
        self.meetings.push(Meeting {
            pairing,
            pairs,
            played: BTreeMap::new(),
            began_ms,
            came: [false; 2],
        });
        Ok(())
    }
}
