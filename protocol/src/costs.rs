//! What expensive requests cost: the one table of who may ask for how much, quoted by docs/protocol.md.
//! Everything else a connection sends is paid for with its credits ([`crate::limits`]).
//!
//! Each request is charged to everybody behind it at once: the player, their address, and the two
//! networks around it. Whoever has spent their allowance is refused, and told when to try again.

use std::time::Duration;

/// A request that is charged for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ExpensiveRequest {
    /// A new connection. Charged to networks only.
    Connection,
    /// A request over HTTP: the page takes some hundred of them. Charged to networks only.
    Http,
    /// Registering, logging in, changing an account, reporting or blocking somebody: a password is
    /// hashed, or something is stored for good. Charged to networks only, because the player is
    /// not known yet.
    Attempt,
    /// Offering a game, or playing again.
    Game,
    /// Offering a game that may last for days: it needs an account.
    LongGame,
    /// Having a start drawn, or judged for a rated game.
    Start,
    /// Having a game analysed.
    Analysis,
    /// Creating a tournament: it needs an account.
    Tournament,
    /// A kilobyte of a start that is stored.
    Kilobyte,
}

/// What may be asked for: some at once after a pause, then one more after each interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// The number at once.
    pub at_once: u32,
    /// The interval.
    pub every: Duration,
}

impl ExpensiveRequest {
    /// All of them, in the order of the table.
    pub const ALL: &'static [ExpensiveRequest] = &[
        ExpensiveRequest::Connection,
        ExpensiveRequest::Http,
        ExpensiveRequest::Attempt,
        ExpensiveRequest::Game,
        ExpensiveRequest::LongGame,
        ExpensiveRequest::Start,
        ExpensiveRequest::Analysis,
        ExpensiveRequest::Tournament,
        ExpensiveRequest::Kilobyte,
    ];

    /// The allowance of one guest; everybody else has a multiple of it, [`Payer::share`].
    pub const fn allowance(self) -> Allowance {
        let (at_once, every_ms) = match self {
            ExpensiveRequest::Connection => (150, 80),
            ExpensiveRequest::Http => (2_500, 5),
            ExpensiveRequest::Attempt => (5, 24_000),
            ExpensiveRequest::Game => (2_048, 100),
            ExpensiveRequest::LongGame => (16, 300_000),
            ExpensiveRequest::Start => (250, 100),
            ExpensiveRequest::Analysis => (100, 500),
            ExpensiveRequest::Tournament => (5, 1_800_000),
            ExpensiveRequest::Kilobyte => (2_048, 250),
        };
        Allowance { at_once, every: Duration::from_millis(every_ms) }
    }
}

/// Somebody whom a request is charged to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Payer {
    /// A player without an account.
    Guest,
    /// A player with an account.
    Account,
    /// An IPv4 address, or an IPv6 /64: a household, or a school.
    Address,
    /// An IPv4 /24, or an IPv6 /48: what one customer commonly gets.
    Site,
    /// An IPv4 /16, or an IPv6 /32: what one provider commonly has.
    Provider,
}

impl Payer {
    /// All of them, in the order of the table.
    pub const ALL: &'static [Payer] =
        &[Payer::Guest, Payer::Account, Payer::Address, Payer::Site, Payer::Provider];

    /// How many guests' allowances they have.
    pub const fn share(self) -> u32 {
        match self {
            Payer::Guest => 1,
            Payer::Account => 2,
            Payer::Address => 4,
            Payer::Site => 16,
            Payer::Provider => 64,
        }
    }

    /// What they may ask for.
    pub const fn allowance(self, request: ExpensiveRequest) -> Allowance {
        let Allowance { at_once, every } = request.allowance();
        let every = Duration::from_nanos(every.as_nanos() as u64 / self.share() as u64);
        Allowance { at_once: at_once * self.share(), every }
    }
}
