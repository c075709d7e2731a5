//! Collects what can happen in a state.

use crate::fault::Fault;
use crate::search::Step;
use crate::world::World;

pub(crate) struct Steps<'a> {
    pub(crate) fault: Option<Fault>,
    pub(crate) from: &'a World,
    pub(crate) found: Vec<Step<World>>,
}

impl<'a> Steps<'a> {
    pub(crate) fn new(fault: Option<Fault>, from: &'a World) -> Steps<'a> {
        Steps { fault, from, found: Vec::new() }
    }

    pub(crate) fn has(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    /// Something that happens by itself sooner or later.
    pub(crate) fn step(&mut self, what: &'static str, whom: u8, change: impl FnOnce(&mut World)) {
        let mut to = *self.from;
        change(&mut to);
        to.forget();
        self.found.push(Step { what, whom, fails: false, to });
    }

    /// Something that happens only so often.
    pub(crate) fn failure(
        &mut self,
        what: &'static str,
        whom: u8,
        change: impl FnOnce(&mut World),
    ) {
        if self.from.failures > 0 {
            let mut to = *self.from;
            to.failures -= 1;
            change(&mut to);
            to.forget();
            self.found.push(Step { what, whom, fails: true, to });
        }
    }
}
