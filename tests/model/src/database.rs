//! What the database does with commits, one after the other and whenever it likes.

use crate::fault::ModelFault;
use crate::step::PossibleSteps;
use crate::world::{Breach, Commit, CommitStage, ModelDatabase, SERVERS, World};

impl PossibleSteps<'_> {
    pub(crate) fn of_the_database(&mut self) {
        for number in 0..SERVERS {
            if let Some(commit) = self.from.servers[number].commit
                && let Some((what, next, database, broken)) = self.executed(commit)
            {
                self.step(what, number as u8, |world| {
                    world.servers[number].commit = Some(next);
                    world.wrote(database, broken);
                });
            }
        }
        if let Some(commit) = self.from.orphan {
            if let Some((what, next, database, broken)) = self.executed(commit) {
                self.step(what, u8::MAX, |world| {
                    let ended = matches!(next.stage, CommitStage::Made | CommitStage::Refused);
                    world.orphan = Some(next).filter(|_| !ended);
                    world.wrote(database, broken);
                });
            }
            self.step("an orphaned commit is rolled back", u8::MAX, |world| world.orphan = None);
        }
    }

    /// What a commit does next in the database, if it still has something to do there.
    fn executed(
        &self,
        commit: Commit,
    ) -> Option<(&'static str, Commit, ModelDatabase, Option<Breach>)> {
        let mut database = self.from.database;
        match commit.stage {
            CommitStage::Sent => {
                let held = database.holder == Some(commit.life);
                let stage = match held || self.has(ModelFault::FenceNotRead) {
                    true => CommitStage::Fenced,
                    false => CommitStage::Refused,
                };
                Some(("a commit comes to the fence", commit.on(stage), database, None))
            }
            // Numbers of pages are unique.
            CommitStage::Fenced if database.pages & 1 << commit.page != 0 => Some((
                "a commit's page is there already",
                commit.on(CommitStage::Refused),
                database,
                None,
            )),
            CommitStage::Fenced => {
                let broken = database.write(&commit);
                Some(("a commit is made", commit.on(CommitStage::Made), database, broken))
            }
            CommitStage::Made
            | CommitStage::Refused
            | CommitStage::Lost
            | CommitStage::Reconnected => None,
        }
    }
}

impl Commit {
    pub(crate) fn on(self, stage: CommitStage) -> Commit {
        Commit { stage, ..self }
    }
}

impl ModelDatabase {
    /// Writes a page; returns what must not happen, if it does.
    fn write(&mut self, commit: &Commit) -> Option<Breach> {
        let mut broken = (self.holder != Some(commit.life)).then_some(Breach::ZombieCommitted);
        self.pages |= 1 << commit.page;
        for (place, mv) in self.moves.iter_mut().zip(commit.moves) {
            if mv.is_some() && place.is_some() {
                broken = Some(Breach::TwoMoves);
            }
            *place = mv.or(*place);
        }
        let gap = self.moves.windows(2).any(|two| two[0].is_none() && two[1].is_some());
        if gap { Some(Breach::Gap) } else { broken }
    }

    /// Whether a commit keeps the row of the lease from being deleted.
    fn locked_by(&self, commit: Option<Commit>) -> bool {
        let locks = |commit: Commit| {
            commit.stage == CommitStage::Fenced && Some(commit.life) == self.holder
        };
        commit.is_some_and(locks)
    }
}

impl World {
    fn wrote(&mut self, database: ModelDatabase, broken: Option<Breach>) {
        self.database = database;
        self.broken = self.broken.or(broken);
    }

    /// Whether a commit that has begun keeps the lease from being taken.
    pub(crate) fn is_locked(&self) -> bool {
        let all = self.servers.iter().map(|server| server.commit).chain([self.orphan]);
        all.into_iter().any(|commit| self.database.locked_by(commit))
    }
}
