//! What a server does: takes the lease, loads, commits, is in doubt, and ends.

use crate::fault::ModelFault;
use crate::step::PossibleSteps;
use crate::world::{
    Beat, Breach, Commit, CommitStage, Letter, Mode, ModelServer, PLIES, SERVERS, World, length,
};

impl PossibleSteps<'_> {
    pub(crate) fn of_a_server(&mut self, number: u8) {
        let server = self.from.servers[usize::from(number)];
        match server.mode {
            Mode::Waiting => self.take(number),
            Mode::Loading => self.load(number, server),
            Mode::Leading => self.lead(number, server),
        }
        self.failure("is killed", number, |world| world.end(number));
    }

    /// Takes the lease of a server that is gone, or, if it has waited for long enough, of one that is
    /// paused. The deletion of the row waits for whoever has locked it.
    fn take(&mut self, number: u8) {
        let holder = self.from.database.holder;
        if self.from.is_locked()
            && !self.has(ModelFault::NoKeyShare)
            && !self.has(ModelFault::FenceNotRead)
        {
            return;
        }
        let lives = |server: &ModelServer| {
            matches!(server.mode, Mode::Loading | Mode::Leading) && Some(server.life) == holder
        };
        match self.from.servers.iter().any(lives) {
            true => self.failure("takes the lease of one that is paused", number, |world| {
                world.take(number);
            }),
            false => self.step("takes the lease", number, |world| world.take(number)),
        }
        self.failure("takes the lease, and does not hear of it", number, |world| {
            world.take(number);
            world.end(number);
        });
    }

    fn load(&mut self, number: u8, server: ModelServer) {
        // Loading begins with a commit.
        match self.from.database.holder == Some(server.life) {
            true => self.step("loads", number, |world| {
                let database = world.database;
                let server = world.server(number);
                (server.mode, server.moves) = (Mode::Leading, database.moves);
                server.written = length(&database.moves);
                server.page = (u8::BITS - database.pages.leading_zeros()) as u8;
            }),
            false => self.step("finds its lease taken", number, |world| world.end(number)),
        }
    }

    fn lead(&mut self, number: u8, server: ModelServer) {
        let held = self.from.database.holder == Some(server.life);
        match (server.beat, held) {
            (Beat::None, true) if server.confirmed => {}
            (Beat::None, true) => self.step("beats", number, |world| {
                world.server(number).beat = Beat::Recent;
            }),
            (Beat::None, false) => {
                self.step("finds its lease taken", number, |world| world.end(number));
            }
            (beat @ (Beat::Recent | Beat::Old), _) => {
                let counts = beat == Beat::Recent || self.has(ModelFault::ConfirmedOnArrival);
                self.step("hears of its beat", number, |world| {
                    let server = world.server(number);
                    (server.beat, server.confirmed) = (Beat::None, counts);
                });
            }
        }
        match server.commit {
            None if length(&server.moves) > server.written => {
                self.step("commits", number, |world| world.commit(number));
            }
            // It does not fail, but it need not happen either.
            None => self.failure("commits what has happened at another table", number, |world| {
                world.commit(number);
            }),
            Some(commit) => self.await_commit(number, server, commit),
        }
    }

    fn await_commit(&mut self, number: u8, server: ModelServer, commit: Commit) {
        let held = self.from.database.holder == Some(server.life);
        match commit.stage {
            CommitStage::Sent | CommitStage::Fenced => {
                self.failure("loses its database", number, |world| world.lose(number));
                if self.from.orphan.is_none() {
                    self.failure("loses its database, but not its commit", number, |world| {
                        world.orphan = Some(commit);
                        world.lose(number);
                    });
                }
            }
            CommitStage::Made => {
                self.step("hears that its commit was made", number, |world| world.made(number));
                self.failure("loses its database", number, |world| world.lose(number));
            }
            CommitStage::Refused if server.in_doubt => self.look(number, commit, held),
            CommitStage::Refused => {
                self.step("hears that its commit has failed", number, |world| world.end(number));
            }
            CommitStage::Lost => self.reconnect(number, commit, held),
            CommitStage::Reconnected => self.look(number, commit, held),
        }
    }

    /// The first thing after a doubt is a beat.
    fn reconnect(&mut self, number: u8, commit: Commit, held: bool) {
        if self.has(ModelFault::DoubtTakenAsMade) {
            return self.step("believes that it was made", number, |world| world.made(number));
        }
        if !held {
            return self.step("finds its lease taken", number, |world| world.end(number));
        }
        if self.has(ModelFault::DoubtTakenAsLost) {
            let page = (u8::BITS - self.from.database.pages.leading_zeros()) as u8;
            return self.step("believes that it was lost", number, |world| {
                let again = commit.on(CommitStage::Sent);
                world.server(number).commit = Some(Commit { page, ..again });
            });
        }
        self.step("reconnects", number, |world| {
            world.server(number).commit = Some(commit.on(CommitStage::Reconnected));
        });
    }

    /// Looks whether its page is there, in a transaction that has passed the fence.
    fn look(&mut self, number: u8, commit: Commit, held: bool) {
        if !held && !self.has(ModelFault::DoubtUnfenced) {
            return self.step("finds its lease taken", number, |world| world.end(number));
        }
        if self.from.database.pages & 1 << commit.page != 0 {
            return self.step("finds its page", number, |world| world.made(number));
        }
        if commit.stage == CommitStage::Refused {
            return self.step("does not find its page", number, |world| world.end(number));
        }
        self.step("commits again", number, |world| {
            let server = world.server(number);
            server.in_doubt = true;
            server.commit = Some(commit.on(CommitStage::Sent));
        });
    }
}

impl World {
    pub(crate) fn server(&mut self, number: u8) -> &mut ModelServer {
        &mut self.servers[usize::from(number)]
    }

    fn take(&mut self, number: u8) {
        self.database.lives += 1;
        self.database.holder = Some(self.database.lives);
        let life = self.database.lives;
        *self.server(number) = ModelServer { mode: Mode::Loading, life, ..ModelServer::default() };
        // What was confirmed or asked before has by now become too old.
        for other in &mut self.servers {
            other.confirmed = false;
            if other.beat == Beat::Recent {
                other.beat = Beat::Old;
            }
        }
        // It is a front no more.
        self.end_routes(number);
    }

    /// A server ends, and with it whatever it knew; it is started again.
    fn end(&mut self, number: u8) {
        let ended = self.server(number).commit;
        *self.server(number) = ModelServer::default();
        let underway =
            |commit: &Commit| matches!(commit.stage, CommitStage::Sent | CommitStage::Fenced);
        self.orphan = self.orphan.or(ended.filter(underway));
        self.end_routes(number);
        self.clients.iter_mut().for_each(|client| {
            client.ghost.take_if(|(leader, _)| *leader == number);
        });
    }

    fn commit(&mut self, number: u8) {
        let server = self.server(number);
        let mut moves = server.moves;
        moves[..usize::from(server.written)].fill(None);
        let (life, page) = (server.life, server.page);
        server.commit = Some(Commit { life, page, moves, stage: CommitStage::Sent });
        server.in_doubt = false;
    }

    fn lose(&mut self, number: u8) {
        let server = self.server(number);
        server.commit = server.commit.map(|commit| commit.on(CommitStage::Lost));
    }

    /// A commit counts as made: whoever waits for it is told.
    fn made(&mut self, number: u8) {
        let server = self.server(number);
        let Some(commit) = server.commit.take() else { return };
        server.in_doubt = false;
        server.page = commit.page + 1;
        if let Some(last) = commit.moves.iter().rposition(Option::is_some) {
            server.written = server.written.max(last as u8 + 1);
        }
        self.answer(number);
    }

    /// Answers everybody whose move is durable, as far as the server knows.
    pub(crate) fn answer(&mut self, number: u8) {
        let server = *self.server(number);
        for client in &mut self.clients {
            let Some((ply, mv)) = client.asked else { continue };
            let waits = client.route.is_some_and(|route| route.leader == number);
            if waits && client.letter == Letter::Held && ply < server.written {
                let told = &mut self.acknowledged[usize::from(ply)];
                if told.is_some_and(|told| told != mv) {
                    self.broken = Some(Breach::AcknowledgedTwice);
                }
                *told = Some(mv);
                client.letter = match client.route.and_then(|route| route.front) {
                    Some(_) => Letter::AnswerToFront,
                    None => Letter::AnswerToClient,
                };
            }
        }
    }
}

const _: () = assert!(SERVERS > 1 && PLIES < u8::BITS as usize);
