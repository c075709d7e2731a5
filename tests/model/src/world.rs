//! One state of the model, and what must hold in it.

/// Servers; two are enough for each to be the other's successor, and its front.
pub(crate) const SERVERS: usize = 2;

/// Clients, one for each seat.
pub(crate) const CLIENTS: usize = 2;

/// The length of the game, in moves.
pub(crate) const PLIES: usize = 2;

/// A player may choose between this many moves.
pub(crate) const CHOICES: u8 = 2;

/// A server's life, by its number in the row of the lease.
pub(crate) type Life = u8;

/// Moves by ply.
pub(crate) type Moves = [Option<u8>; PLIES];

/// A state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct World {
    pub(crate) database: ModelDatabase,
    pub(crate) servers: [ModelServer; SERVERS],
    pub(crate) clients: [ModelClient; CLIENTS],
    /// A commit that still travels, although its server has lost the connection.
    pub(crate) orphan: Option<Commit>,
    /// What some server has acknowledged.
    pub(crate) acknowledged: Moves,
    /// How often something may still fail.
    pub(crate) failures: u8,
    pub(crate) broken: Option<Breach>,
}

/// What is durable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct ModelDatabase {
    pub(crate) holder: Option<Life>,
    pub(crate) lives: Life,
    /// The numbers of the journal's pages, as bits.
    pub(crate) pages: u8,
    pub(crate) moves: Moves,
}

/// A transaction that writes a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Commit {
    pub(crate) life: Life,
    pub(crate) page: u8,
    /// What is on the page.
    pub(crate) moves: Moves,
    pub(crate) stage: CommitStage,
}

/// What the database has made of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum CommitStage {
    Sent,
    /// It has passed the fence.
    Fenced,
    Made,
    Refused,
    /// The server has lost the connection, and does not know.
    Lost,
    /// It has a new one, and does not know yet.
    Reconnected,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct ModelServer {
    pub(crate) mode: Mode,
    pub(crate) life: Life,
    /// What it has decided, and how much of that it knows to be durable.
    pub(crate) moves: Moves,
    pub(crate) written: u8,
    /// The number of its next page.
    pub(crate) page: u8,
    pub(crate) commit: Option<Commit>,
    /// Whether an earlier attempt at this commit may have been made.
    pub(crate) in_doubt: bool,
    /// Whether it relies on the lease without asking.
    pub(crate) confirmed: bool,
    pub(crate) beat: Beat,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Mode {
    /// A front, which looks whether it can take the lease.
    #[default]
    Waiting,
    /// It has the lease, and reads what there is.
    Loading,
    Leading,
}

/// The answer to the last beat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Beat {
    #[default]
    None,
    /// It is on its way.
    Recent,
    /// It has been on its way for longer than a lease.
    Old,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct ModelClient {
    pub(crate) route: Option<ClientRoute>,
    /// Whether the table was seen over this connection.
    pub(crate) attached: bool,
    /// How many moves were seen.
    pub(crate) known: u8,
    /// A move that was asked for and not answered.
    pub(crate) asked: Option<(u8, u8)>,
    pub(crate) letter: Letter,
    /// A move that is still on its way, although its connection has ended: the leader's number, and
    /// the move.
    pub(crate) ghost: Option<(u8, (u8, u8))>,
}

/// Over which servers a client reaches the leader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ClientRoute {
    pub(crate) leader: u8,
    pub(crate) front: Option<u8>,
}

/// Where a request is, or its answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Letter {
    #[default]
    None,
    ToFront,
    ToLeader,
    /// The leader has decided, and answers once that is durable.
    Held,
    AnswerToFront,
    AnswerToClient,
    /// Somewhere it was dropped.
    Dropped,
}

/// What must not happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Breach {
    ZombieCommitted,
    TwoMoves,
    Gap,
    AcknowledgedTwice,
    ReadWentBack,
}

impl Breach {
    pub(crate) fn why(self) -> &'static str {
        match self {
            Breach::ZombieCommitted => "a server has committed without the lease",
            Breach::TwoMoves => "two moves at one ply are durable",
            Breach::Gap => "a move is durable, and the one before it is not",
            Breach::AcknowledgedTwice => "two moves at one ply were acknowledged",
            Breach::ReadWentBack => "an acknowledged move was not shown",
        }
    }
}

/// The number of moves.
pub(crate) fn length(moves: &Moves) -> u8 {
    moves.iter().take_while(|mv| mv.is_some()).count() as u8
}

impl World {
    /// Forgets what makes no difference any more: how many lives there have been, and the connections
    /// of those who have seen the end.
    pub(crate) fn forget(&mut self) {
        let mut used = 0_u32;
        self.each_life(|life| used |= 1 << *life);
        self.each_life(|life| *life = (used & ((1 << *life) - 1)).count_ones() as Life);
        self.database.lives = used.count_ones() as Life - 1;
        for client in &mut self.clients {
            if client.has_seen_the_end() {
                *client = ModelClient {
                    known: client.known,
                    ghost: client.ghost,
                    ..ModelClient::default()
                };
            }
        }
    }

    fn each_life(&mut self, mut see: impl FnMut(&mut Life)) {
        see(&mut 0);
        self.database.holder.iter_mut().for_each(&mut see);
        self.servers.iter_mut().for_each(|server| see(&mut server.life));
        let commits = self.servers.iter_mut().filter_map(|server| server.commit.as_mut());
        commits.chain(self.orphan.as_mut()).for_each(|commit| see(&mut commit.life));
    }

    /// Whether nothing is under way any more.
    pub(crate) fn is_quiet(&self) -> bool {
        let idle = |server: &ModelServer| server.commit.is_none();
        let late = self.clients.iter().any(|client| client.ghost.is_some());
        self.servers.iter().all(idle) && self.orphan.is_none() && !late
    }
}
