//! Half-point byes, entrants who do not appear, and those who are back.

use super::Course;
use crate::file::{Bye, Format};
use crate::swiss::{Boards, Free};

impl Course<'_> {
    pub(super) fn ask_bye(&mut self, bye: &Bye) -> Result<(), String> {
        let plan = &self.file.head.plan;
        let Format::Swiss { rounds } = plan.format else {
            return Err("only a Swiss tournament has half-point byes".to_owned());
        };
        let Bye { number, round } = *bye;
        if number == 0 || number as usize > self.players.len() || self.left.contains_key(&number) {
            return Err("nobody who is there has that number".to_owned());
        }
        if round <= self.rounds || round > rounds {
            return Err("the bye is for a round that is paired, or for none".to_owned());
        }
        let own = self.asked.iter().filter(|(other, _)| *other == number).count();
        if own >= plan.byes as usize || self.asked.contains(&(number, round)) {
            return Err("the plan admits no more byes".to_owned());
        }
        self.asked.push((number, round));
        Ok(())
    }

    pub(super) fn come_back(&mut self, number: u32) -> Result<(), String> {
        let gone = self.left.contains_key(&number) || !self.missing.remove(&number);
        let early = self.open > 0;
        match gone || early {
            true => Err("they were not missing when a round was to be paired".to_owned()),
            false => Ok(()),
        }
    }

    /// Returns those whom a Swiss round pairs: without byes and missing entrants, unless fewer than
    /// two would be left.
    pub(super) fn field(&self, round: u32) -> Vec<Free> {
        let all = self.free();
        let plays = |one: &&Free| {
            !self.missing.contains(&one.number) && !self.asked.contains(&(one.number, round))
        };
        let field: Vec<Free> = all.iter().filter(plays).cloned().collect();
        if field.len() < 2 { all } else { field }
    }

    /// Gives half a point to everybody whose bye is in this round, which pairs these.
    pub(super) fn take_byes(&mut self, round: u32, boards: &Boards) {
        let paired = |number: u32| boards.iter().any(|(a, b)| *a == number || *b == Some(number));
        let taken = |(number, asked): &(u32, u32)| {
            *asked == round && !self.left.contains_key(number) && !paired(*number)
        };
        let taken: Vec<u32> =
            self.asked.iter().filter(|bye| taken(bye)).map(|(number, _)| *number).collect();
        for number in taken {
            self.player(number).score += 1;
            self.half_byes.push(number);
        }
    }
}
