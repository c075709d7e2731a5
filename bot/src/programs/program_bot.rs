//! Programs as bots: each plays one game at a time, so there is one process per concurrent game.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use protocol::Version;
use rules::Move;

use super::program::{Program, ProgramSpec};
use crate::bots::{Bot, BotError, View};

/// A pool of idle processes of one program.
#[derive(Clone, Debug)]
pub struct Programs {
    spec: ProgramSpec,
    idle: Arc<Mutex<Vec<Program>>>,
    /// The version of the first process: another version is another player.
    version: Arc<OnceLock<Option<Version>>>,
}

/// A program at a table. It starts when its first move is due. A program that fails is ended, and
/// the next game starts a new one.
#[derive(Debug)]
pub struct ProgramBot {
    programs: Programs,
    program: Option<Program>,
}

impl Programs {
    /// Creates a pool with no process running.
    pub fn new(spec: ProgramSpec) -> Programs {
        Programs { spec, idle: Arc::default(), version: Arc::default() }
    }

    /// Returns a bot for one game.
    pub fn bot(&self) -> ProgramBot {
        ProgramBot { programs: self.clone(), program: None }
    }

    fn start(&self) -> Result<Program, BotError> {
        let program = Program::start(&self.spec)?;
        let now = &program.introduction().version;
        match self.version.get_or_init(|| now.clone()) == now {
            true => Ok(program),
            false => Err(BotError::BadHello("another version than before".to_owned())),
        }
    }

    fn take(&self, view: &View) -> Result<Program, BotError> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut program = match idle {
            Some(program) => program,
            None => self.start()?,
        };
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
