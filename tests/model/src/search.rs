//! Breadth-first search through all states of a model.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt::Debug;
use std::hash::Hash;

/// The maximum number of states: with more, the model is too large to be searched in a test.
const MOST: usize = 20_000_000;

/// What can be searched.
pub trait Model {
    /// A state.
    type State: Copy + Debug + Eq + Hash;

    /// The state in which it begins.
    fn initial(&self) -> Self::State;

    /// Everything that can happen next.
    fn steps(&self, from: &Self::State) -> Vec<ModelStep<Self::State>>;

    /// Why this state must never be reached, if so.
    fn broken(&self, state: &Self::State) -> Option<&'static str>;

    /// Whether everything is done that there was to do.
    fn is_done(&self, state: &Self::State) -> bool;
}

/// One thing that can happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModelStep<S> {
    /// What happens, for people.
    pub what: &'static str,
    /// To whom.
    pub whom: u8,
    /// Whether it is a failure: everybody may hope that it does not happen.
    pub fails: bool,
    /// The state afterwards.
    pub to: S,
}

/// What a search without findings has seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explored {
    /// States.
    pub states: usize,
    /// PossibleSteps between them.
    pub steps: usize,
    /// The states in which everything is done.
    pub done: usize,
}

/// What a search has found, and a shortest way there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// Why it is wrong.
    pub why: &'static str,
    /// What happened.
    pub path: Vec<(&'static str, u8)>,
    /// The states that had been visited by then.
    pub states: usize,
}

/// Visits every state.
///
/// # Errors
/// When a state is broken; or when from some state, without further failures, things can no longer be
/// brought to an end.
pub fn explore<M: Model>(model: &M) -> Result<Explored, Counterexample> {
    let mut search = StateSearch::from(model.initial());
    let mut done = Vec::new();
    while let Some(&from) = search.states.get(search.expanded) {
        let number = search.expanded;
        if let Some(why) = model.broken(&from) {
            return Err(search.found(why, number));
        }
        if model.is_done(&from) {
            done.push(number as u32);
        }
        for step in model.steps(&from) {
            search.take(number, step);
        }
        search.expanded += 1;
        assert!(search.states.len() < MOST, "too many states");
    }
    let hopeful = search.lead_to(&done);
    match hopeful.iter().position(|hopeful| !hopeful) {
        Some(stuck) => Err(search.found("nobody can go on", stuck)),
        None => Ok(Explored { states: search.states.len(), steps: search.steps, done: done.len() }),
    }
}

/// States by number, in the order in which they were reached.
struct StateSearch<S> {
    states: Vec<S>,
    numbers: HashMap<S, u32>,
    /// From which state each was first reached, and by what.
    reached_by: Vec<(u32, &'static str, u8)>,
    /// The steps that are no failures, as pairs of states.
    hopeful_steps: Vec<(u32, u32)>,
    steps: usize,
    expanded: usize,
}

impl<S: Copy + Eq + Hash> StateSearch<S> {
    fn from(initial: S) -> StateSearch<S> {
        StateSearch {
            states: vec![initial],
            numbers: HashMap::from([(initial, 0)]),
            reached_by: vec![(0, "", 0)],
            hopeful_steps: Vec::new(),
            steps: 0,
            expanded: 0,
        }
    }

    fn take(&mut self, from: usize, step: ModelStep<S>) {
        let (from, next) = (from as u32, self.states.len() as u32);
        let to = match self.numbers.entry(step.to) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(place) => {
                place.insert(next);
                self.states.push(step.to);
                self.reached_by.push((from, step.what, step.whom));
                next
            }
        };
        self.steps += 1;
        if !step.fails && to != from {
            self.hopeful_steps.push((to, from));
        }
    }

    /// Returns for each state whether one of these can be reached from it without failures.
    fn lead_to(&mut self, goals: &[u32]) -> Vec<bool> {
        self.hopeful_steps.sort_unstable();
        let mut leads = vec![false; self.states.len()];
        let mut waiting = goals.to_vec();
        goals.iter().for_each(|&goal| leads[goal as usize] = true);
        while let Some(to) = waiting.pop() {
            let first = self.hopeful_steps.partition_point(|step| step.0 < to);
            for &(_, from) in self.hopeful_steps[first..].iter().take_while(|step| step.0 == to) {
                if !std::mem::replace(&mut leads[from as usize], true) {
                    waiting.push(from);
                }
            }
        }
        leads
    }

    fn found(&self, why: &'static str, state: usize) -> Counterexample {
        let mut path = Vec::new();
        let mut at = state;
        while at != 0 {
            let (from, what, whom) = self.reached_by[at];
            path.push((what, whom));
            at = from as usize;
        }
        path.reverse();
        Counterexample { why, path, states: self.states.len() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts up to a number, at each of which it can fail; some numbers are broken, and from some
    /// there is no way on.
    #[derive(Default)]
    struct Stairs {
        broken: Option<u8>,
        dead_end: Option<u8>,
    }

    impl Model for Stairs {
        type State = u8;

        fn initial(&self) -> u8 {
            0
        }

        fn steps(&self, &from: &u8) -> Vec<ModelStep<u8>> {
            let step = |what, fails, to| ModelStep { what, whom: 0, fails, to };
            match from {
                9 => Vec::new(),
                from if self.dead_end == Some(from) => vec![step("falls", true, 0)],
                from => vec![step("climbs", false, from + 1), step("waits", false, from)],
            }
        }

        fn broken(&self, state: &u8) -> Option<&'static str> {
            (self.broken == Some(*state)).then_some("broken")
        }

        fn is_done(&self, state: &u8) -> bool {
            *state == 9
        }
    }

    #[test]
    fn every_state_is_visited_and_leads_to_the_end() {
        let explored = explore(&Stairs::default());
        assert_eq!(explored, Ok(Explored { states: 10, steps: 18, done: 1 }));
    }

    #[test]
    fn broken_states_and_dead_ends_are_found_by_a_shortest_way() {
        let broken =
            explore(&Stairs { broken: Some(2), dead_end: None }).expect_err("it is broken");
        assert_eq!(broken.path, [("climbs", 0), ("climbs", 0)]);
        // That the end can be reached only by a failure does not count.
        let stuck = explore(&Stairs { broken: None, dead_end: Some(3) }).expect_err("it is stuck");
        assert_eq!((stuck.why, stuck.path.len()), ("nobody can go on", 0));
    }
}
