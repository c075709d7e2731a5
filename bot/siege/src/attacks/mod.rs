//! The attacks: things outsiders have done to servers like this one, each for a given time.

mod accounts;
mod games;
mod network;
mod solving;
mod tournaments;

use std::future::Future;
use std::net::{IpAddr, Ipv4Addr};

use bot::ServerUrl;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};

use super::ledger::{Finding, Ledger};
use super::outsider::Outsider;

/// An attack by outsiders. The first ones are the rows of docs/reliability.md, in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Attack {
    /// Ask who wins the largest starts.
    Questions,
    /// Play the largest start and resign, so that it is reviewed.
    Reviews,
    /// Open as many tables as possible, for days, and request all of them.
    Tables,
    /// Play games with long starts, which the server stores.
    Disk,
    /// Create tournaments.
    Tournaments,
    /// Take names that look like others.
    Names,
    /// Ask for starts that are expensive to draw.
    Draws,
    /// Send many requests, read nothing, and disconnect.
    Vanishing,
    /// Send requests on nine connections, and log in from many addresses.
    Floods,
    /// Plant a secret that the victim then registers with.
    Cookies,
    /// Choose weak passwords, and guess others' passwords from many addresses.
    Passwords,
    /// Keep using a password that has been changed.
    Leaks,
    /// Send request heads byte by byte.
    Drips,
    /// Send malformed messages.
    Garbage,
    /// Request long answers and do not read them.
    Readers,
    /// Connect and disconnect rapidly.
    Churn,
    /// Begin messages and bodies of requests, and never end them.
    Unfinished,
}

impl Attack {
    /// All attacks.
    pub const ALL: [Attack; 17] = [
        Attack::Questions,
        Attack::Reviews,
        Attack::Tables,
        Attack::Disk,
        Attack::Tournaments,
        Attack::Names,
        Attack::Draws,
        Attack::Vanishing,
        Attack::Floods,
        Attack::Cookies,
        Attack::Passwords,
        Attack::Leaks,
        Attack::Drips,
        Attack::Garbage,
        Attack::Readers,
        Attack::Churn,
        Attack::Unfinished,
    ];

    /// Its name on the command line and in the table.
    pub fn name(self) -> &'static str {
        match self {
            Attack::Questions => "questions",
            Attack::Reviews => "reviews",
            Attack::Tables => "tables",
            Attack::Disk => "disk",
            Attack::Tournaments => "tournaments",
            Attack::Names => "names",
            Attack::Draws => "draws",
            Attack::Vanishing => "vanishing",
            Attack::Floods => "floods",
            Attack::Cookies => "cookies",
            Attack::Passwords => "passwords",
            Attack::Leaks => "leaks",
            Attack::Drips => "drips",
            Attack::Garbage => "garbage",
            Attack::Readers => "readers",
            Attack::Churn => "churn",
            Attack::Unfinished => "unfinished",
        }
    }

    /// The attack with this name.
    pub fn named(name: &str) -> Option<Attack> {
        Attack::ALL.into_iter().find(|attack| attack.name() == name)
    }

    /// Attacks a server until `until`, from its own loopback addresses.
    pub async fn run(self, server: ServerUrl, until: Instant) -> Finding {
        let net = Attack::ALL.iter().position(|&attack| attack == self).unwrap_or(0) as u8;
        let from = IpAddr::V4(Ipv4Addr::new(127, 66, net, 1));
        let outsider = Outsider { server, from, net, ledger: Ledger::default() };
        self.carry_out(&outsider, until).await;
        outsider.ledger.finding()
    }

    async fn carry_out(self, outsider: &Outsider, until: Instant) {
        match self {
            Attack::Questions => solving::questions(outsider, until).await,
            Attack::Reviews => solving::reviews(outsider, until).await,
            Attack::Tables => games::tables(outsider, until).await,
            Attack::Disk => games::disk(outsider, until).await,
            Attack::Tournaments => tournaments::create_many(outsider, until).await,
            Attack::Names => accounts::names(outsider).await,
            Attack::Draws => solving::draws(outsider, until).await,
            Attack::Vanishing => network::vanish(outsider, until).await,
            Attack::Floods => solving::floods(outsider, until).await,
            Attack::Cookies => accounts::cookies(outsider).await,
            Attack::Passwords => accounts::passwords(outsider).await,
            Attack::Leaks => accounts::leaks(outsider).await,
            Attack::Drips => network::drip(outsider, until).await,
            Attack::Garbage => network::garbage(outsider, until).await,
            Attack::Readers => network::readers(outsider, until).await,
            Attack::Churn => network::churn(outsider, until).await,
            Attack::Unfinished => network::unfinished(outsider, until).await,
        }
    }
}

/// Runs `work` repeatedly on `many` attackers until `until`.
async fn repeat<F, W>(many: u8, until: Instant, work: F)
where
    F: Fn(u8) -> W + Clone + Send + 'static,
    W: Future<Output = ()> + Send,
{
    let mut crowd = JoinSet::new();
    for number in 0..many {
        let work = work.clone();
        crowd.spawn(async move {
            while Instant::now() < until {
                work(number).await;
                tokio::time::sleep(PAUSE).await;
            }
        });
    }
    sleep_until(until).await;
    crowd.abort_all();
    while crowd.join_next().await.is_some() {}
}

/// The pause between two requests of one attacker: without it, a refused attacker would only
/// measure the speed of refusals.
const PAUSE: std::time::Duration = std::time::Duration::from_millis(2);
