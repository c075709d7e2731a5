//! Collects what can happen in a state.

use crate::fault::ModelFault;
use crate::search::ModelStep;
use crate::world::World;

pub(crate) struct PossibleSteps<'a> {
    pub(crate) fault: Option<ModelFault>,
    pub(crate) from: &'a World,
    pub(crate) found: Vec<ModelStep<World>>,
}

impl<'a> PossibleSteps<'a> {
    pub(crate) fn new(fault: Option<ModelFault>, from: &'a World) -> PossibleSteps<'a> {
        PossibleSteps { fault, from, found: Vec::new() }
    }

    pub(crate) fn has(&self, fault: ModelFault) -> bool {
        self.fault == Some(fault)
    }

    /// Something that happens by itself sooner or later.
    pub(crate) fn step(&mut self, what: &'static str, whom: u8, change: impl FnOnce(&mut World)) {
        let mut to = *self.from;
        change(&mut to);
        to.forget();
        self.found.push(ModelStep { what, whom, fails: false, to });
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
            self.found.push(ModelStep { what, whom, fails: true, to });
        }
    }
}
