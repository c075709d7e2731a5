//! Sprague-Grundy values of parts (Sprague 1935, Grundy 1939), found only as far as needed:
//! whether a sum has a value is decided without the value of its largest part (Lemoine and
//! Viennot, "Nimbers are inevitable", 2012).

use crate::engine::game::SearchGame;
use crate::engine::parts::{Id, Parts};
use crate::engine::search::Search;
use crate::{Budget, Exhausted};

/// The most moves that are checked for one that leads to a cancelling sum: more than any board
/// has.
const MOST_MOVES: u64 = 20_000;

/// What is known about each part's value, indexed by part.
#[derive(Debug, Default)]
pub(crate) struct Nimbers(Vec<Value>);

#[derive(Clone, Copy, Debug)]
enum Value {
    /// All smaller numbers are values of options, so the value is at least this.
    AtLeast(u64),
    Is(u64),
}

/// A question about a part that is being answered.
struct NimberFrame {
    id: Id,
    /// The number that is tested; `u64::MAX` asks for the value, whatever it is.
    goal: u64,
    /// The option looked at next, to see whether it has the lowest value not yet excluded.
    option: usize,
    /// Whether questions are being asked. The first round over all options uses only what is
    /// known.
    asking: bool,
    /// Whether the round has met an option that needs a question.
    undecided: bool,
}

impl NimberFrame {
    fn new(id: Id, goal: u64) -> NimberFrame {
        NimberFrame { id, goal, option: 0, asking: false, undecided: false }
    }

    /// Goes back to the first option, for the next round.
    fn restart(&mut self, asking: bool) {
        *self = NimberFrame { asking, ..NimberFrame::new(self.id, self.goal) };
    }
}

impl Nimbers {
    fn get(&self, id: Id) -> Value {
        self.0.get(id as usize).copied().unwrap_or(Value::AtLeast(0))
    }

    fn set(&mut self, id: Id, value: Value) {
        let place = id as usize;
        if self.0.len() <= place {
            self.0.resize(place + 1, Value::AtLeast(0));
        }
        self.0[place] = value;
    }

    fn value(&self, id: Id) -> Option<u64> {
        match self.get(id) {
            Value::Is(value) => Some(value),
            Value::AtLeast(_) => None,
        }
    }

    /// Whether the part is known to have a larger value than this one.
    fn exceeds(&self, id: Id, goal: u64) -> bool {
        matches!(self.get(id), Value::AtLeast(low) if goal < low)
    }
}

/// What must be known before an option can be judged.
enum OpenOption {
    Nothing(bool),
    Question { id: Id, goal: u64 },
}

impl<G: SearchGame> Search<G> {
    /// Returns whether the sum of these parts, which are sorted, has the value `goal`.
    pub(crate) fn sum_is(
        &mut self,
        ids: &[Id],
        goal: u64,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Exhausted> {
        loop {
            match judge(&self.parts, &self.nimbers, ids, goal) {
                OpenOption::Nothing(is) => return Ok(is),
                OpenOption::Question { id, goal } => self.answer(id, goal, budget)?,
            }
        }
    }

    /// Returns whether a move leads to a sum that is known to be 0 without a search: all its
    /// parts cancel, apart from some of known value. The search would first find the values of
    /// all parts except the largest, which may be expensive if two large parts differ only by
    /// the opponent's last move.
    pub(crate) fn is_a_move_from_lost(&mut self, ids: &[Id], budget: &mut Budget<'_>) -> bool {
        let single = ids.len() < 2;
        if single || matches!(judge(&self.parts, &self.nimbers, ids, 0), OpenOption::Nothing(_)) {
            return false;
        }
        let moves = budget.within(MOST_MOVES, |budget| self.has_move_to_cancelled(ids, budget));
        moves.unwrap_or(false)
    }

    fn has_move_to_cancelled(
        &mut self,
        ids: &[Id],
        budget: &mut Budget<'_>,
    ) -> Result<bool, Exhausted> {
        let mut moved = ids.to_vec();
        moved.dedup();
        for id in moved {
            let at = ids.iter().position(|&other| other == id);
            let rest: Vec<Id> =
                at.map(|at| [&ids[..at], &ids[at + 1..]].concat()).unwrap_or_default();
            let mut index = 0;
            while let Some(option) = self.parts.option(id, index, budget)? {
                let mut sum = [&rest[..], self.parts.parts(&option)].concat();
                sum.sort_unstable();
                if matches!(judge(&self.parts, &self.nimbers, &sum, 0), OpenOption::Nothing(true)) {
                    return Ok(true);
                }
                index += 1;
            }
        }
        Ok(false)
    }

    /// The value of one part.
    pub(crate) fn value(&mut self, id: Id, budget: &mut Budget<'_>) -> Result<u64, Exhausted> {
        if let Some(value) = self.parts.known(id).nimber {
            return Ok(value);
        }
        self.answer(id, u64::MAX, budget)?;
        // The loop ended because the value is known.
        Ok(self.nimbers.value(id).unwrap_or(u64::MAX))
    }

    fn answer(&mut self, id: Id, goal: u64, budget: &mut Budget<'_>) -> Result<(), Exhausted> {
        let mut stack = vec![NimberFrame::new(id, goal)];
        while let Some(frame) = stack.last_mut() {
            let low = match self.nimbers.get(frame.id) {
                Value::AtLeast(low) if frame.goal >= low => low,
                Value::AtLeast(_) | Value::Is(_) => {
                    stack.pop();
                    continue;
                }
            };
            let Some(option) = self.parts.option(frame.id, frame.option, budget)? else {
                if frame.undecided && !frame.asking {
                    frame.restart(true);
                } else {
                    // No option has the lowest value not yet excluded, so the part has it.
                    self.nimbers.set(frame.id, Value::Is(low));
                }
                continue;
            };
            match judge(&self.parts, &self.nimbers, self.parts.parts(&option), low) {
                OpenOption::Nothing(false) => frame.option += 1,
                OpenOption::Nothing(true) => {
                    self.nimbers.set(frame.id, Value::AtLeast(low + 1));
                    frame.restart(false);
                }
                OpenOption::Question { id, goal } if frame.asking => {
                    stack.push(NimberFrame::new(id, goal))
                }
                OpenOption::Question { .. } => {
                    frame.undecided = true;
                    frame.option += 1;
                }
            }
        }
        Ok(())
    }
}

/// Decides whether the sum has the value `goal`, or says what to find out first: the values of
/// all parts except the largest, then one test of the largest.
///
/// Of equal parts only one counts, and only when their number is odd: in normal play equal
/// parts cancel.
fn judge<G: SearchGame>(parts: &Parts<G>, nimbers: &Nimbers, ids: &[Id], goal: u64) -> OpenOption {
    let odd =
        || ids.chunk_by(|a, b| a == b).filter(|equal| equal.len() % 2 == 1).map(|equal| equal[0]);
    let value = |id| nimbers.value(id).or_else(|| parts.known(id).nimber);
    let Some(largest) = odd().max_by_key(|&id| (parts.size(id), id)) else {
        return OpenOption::Nothing(goal == 0);
    };
    let mut rest = goal;
    for id in odd().filter(|&id| id != largest) {
        match value(id) {
            Some(value) => rest ^= value,
            None => return OpenOption::Question { id, goal: u64::MAX },
        }
    }
    match value(largest) {
        Some(value) => OpenOption::Nothing(value == rest),
        None if nimbers.exceeds(largest, rest) => OpenOption::Nothing(false),
        None => OpenOption::Question { id: largest, goal: rest },
    }
}
