//! Corrections by the organizer, and the scores that follow from all results so far.

use super::{Course, OVERTIME};
use crate::file::{Correction, Format, Game};
use crate::points;

/// The longest reason of a correction, in characters.
const LONGEST_REASON: usize = 200;

impl Course<'_> {
    pub(super) fn correct(&mut self, correction: &Correction) -> Result<(), String> {
        let Correction { round, board, pair, game, winner, why } = correction;
        let plan = &self.file.head.plan;
        let knockout = matches!(plan.format, Format::Knockout);
        let place = *self.places.get(&(*round, *board)).ok_or("nobody is paired there")?;
        let rounds = self.rounds;
        let meeting = &mut self.meetings[place];
        let entrants = [Some(meeting.pairing.first), meeting.pairing.second];
        let length = why.chars().count();
        let checks = [
            (plan.sprt.is_none(), "a sequential test is not corrected"),
            (!knockout || *round == rounds, "the winner has met others since"),
            (winner.is_none() || entrants.contains(winner), "the winner does not sit there"),
            ((1..=LONGEST_REASON).contains(&length), "a correction has a reason"),
            ((1..=2).contains(game), "a pair has two games"),
        ];
        if let Some((_, why)) = checks.iter().find(|(holds, _)| !holds) {
            return Err((*why).to_owned());
        }
        let over = meeting.is_over();
        let (winners, _) =
            meeting.played.get_mut(pair).ok_or("what is not played is not corrected")?;
        let standing = &mut winners[*game as usize - 1];
        if standing == winner {
            return Err("the correction changes nothing".to_owned());
        }
        *standing = *winner;
        if knockout {
            meeting.extend(*pair, plan.pairs, plan.pairs + OVERTIME);
            self.reopen(place, over);
        }
        self.rescore();
        Ok(())
    }

    /// Counts a meeting of a knockout as open or over after a correction.
    fn reopen(&mut self, place: usize, was_over: bool) {
        let meeting = &self.meetings[place];
        let (over, pairing) = (meeting.is_over(), meeting.pairing);
        if over == was_over {
            return;
        }
        self.open = if over { self.open - 1 } else { self.open + 1 };
        for number in [Some(pairing.first), pairing.second].into_iter().flatten() {
            let busy = self.busy.entry(number).or_default();
            *busy = if over { busy.saturating_sub(1) } else { *busy + 1 };
        }
    }

    /// Adds the half-points of a pair or a pairing to an entrant's score.
    pub(super) fn score(&mut self, number: u32, points: u32, berserk: bool, streaks: bool) {
        let streak = self.streaks.entry(number).or_default();
        let twice = streaks && points == 2 && *streak >= 2;
        *streak = if points == 2 { *streak + 1 } else { 0 };
        let more = u32::from(streaks && points == 2 && berserk);
        self.player(number).score += if twice { 4 } else { points } + more;
    }

    /// Counts all scores anew.
    fn rescore(&mut self) {
        self.streaks.clear();
        self.players.iter_mut().for_each(|one| one.score = 2 * one.byes);
        for number in self.half_byes.clone() {
            self.player(number).score += 1;
        }
        let by_pairing =
            matches!(self.file.head.plan.format, Format::Swiss { .. } | Format::Knockout);
        let streaks = self.has_streaks();
        if by_pairing {
            for place in 0..self.meetings.len() {
                let meeting = &self.meetings[place];
                let (pairing, points) = (meeting.pairing, meeting.points());
                if let Some(second) = pairing.second.filter(|_| meeting.is_over()) {
                    self.score(pairing.first, points[0], false, false);
                    self.score(second, points[1], false, false);
                }
            }
            return;
        }
        for (place, pair, berserk) in self.order.clone() {
            let meeting = &self.meetings[place];
            let entrants = [Some(meeting.pairing.first), meeting.pairing.second];
            let winners = meeting.played.get(&pair).map_or([None, None], |(winners, _)| *winners);
            let points = points::pair(&winners, entrants);
            for ((number, points), berserk) in
                entrants.into_iter().flatten().zip(points).zip(berserk)
            {
                self.score(number, points, berserk, streaks);
            }
        }
    }

    pub(super) fn has_streaks(&self) -> bool {
        let plan = &self.file.head.plan;
        matches!(plan.format, Format::Arena { .. }) && plan.kinds.as_deref() == Some("people")
    }

    /// Returns who, in the order of the pairing, has played both games of a pair berserk.
    pub(super) fn berserk(
        &self,
        entrants: [Option<u32>; 2],
        [one, two]: [&Game; 2],
    ) -> Result<[bool; 2], String> {
        let plan = &self.file.head.plan;
        let any = [one, two].iter().any(|game| game.berserk != [false; 2]);
        let by_days = matches!(plan.clock, Some(crate::file::Clock::Days { .. }));
        if any && (!self.has_streaks() || plan.clock.is_none() || by_days) {
            return Err("nobody goes berserk here".to_owned());
        }
        if any && !(one.was_played() && two.was_played()) {
            return Err("nobody goes berserk without playing".to_owned());
        }
        // A second game that was not played has nobody at its seats.
        let absent = two.how == "aborted" && two.berserk == [false; 2];
        if one.berserk != [two.berserk[1], two.berserk[0]] && !absent {
            return Err("both games of a pair are berserk, or neither".to_owned());
        }
        let by_seat = points::berserk(one, two);
        let first = Some(one.seats[0]) == entrants[0];
        Ok(if first { by_seat } else { [by_seat[1], by_seat[0]] })
    }
}
