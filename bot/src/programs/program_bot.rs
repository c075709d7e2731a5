//! Programs as bots: each plays one game at a time, and as many run as games
//! are played at the same time.

use std::sync::{Arc, Mutex, PoisonError};

use rules::Move;

use super::program::{Program, ProgramSpec};
use crate::bots::{Bot, BotError, View};

/// Programs of one kind that wait for their next game.
#[derive(Clone, Debug)]
pub struct Programs {
    spec: ProgramSpec,
    idle: Arc<Mutex<Vec<Program>>>,
}

/// A program at a table. It is started when its first move is due. One that has
/// failed is ended, and the next game finds a new one.
#[derive(Debug)]
pub struct ProgramBot {
    programs: Programs,
    program: Option<Program>,
}

impl Programs {
    /// None is running yet.
    pub fn new(spec: ProgramSpec) -> Programs {
        Programs { spec, idle: Arc::default() }
    }

    /// A bot for one game.
    pub fn bot(&self) -> ProgramBot {
        ProgramBot { programs: self.clone(), program: None }
    }

    fn take(&self, view: &View) -> Result<Program, BotError> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut program = idle.map_or_else(|| Program::start(&self.spec), Ok)?;
        program.new_game(view)?;
        Ok(program)
    }
}

impl Bot for ProgramBot {
    fn choose(&mut self, view: &View) -> Result<Move, BotError> {
        let mut program = match self.program.take() {
            Some(program) => program,
            None => self.programs.take(view)?,
        };
        let mv = program.choose(view)?;
        self.program = Some(program);
        Ok(mv)
    }
}

impl Drop for ProgramBot {
    fn drop(&mut self) {
        if let Some(program) = self.program.take() {
            self.programs.idle.lock().unwrap_or_else(PoisonError::into_inner).push(program);
        }
    }
}
