//! Tournaments that recur: the next occurrence of each is created as soon as the last has begun, so
//! that players can enter it. Occurrences are found again after a restart by their name and the
//! time of their beginning.

use std::time::Duration;

use ladder::ANCHORS;
use protocol::{Begin, DeclaredProgram, Kind, Name, Version};
use tournament::{Event, Seed};
use tracing::warn;

use super::host::Host;
use super::ongoing::Ongoing;
use super::{Tournaments, now_ms};
use crate::config::schedule::Recurring;
use crate::identity::new_secret;

/// The interval between two looks at the schedule: the wall clock may jump, and a sleep does not
/// notice.
const RECURRENCE_CHECK_INTERVAL: Duration = Duration::from_secs(15);

impl Tournaments {
    /// Creates the next occurrence of everything that recurs, for as long as the server runs.
    pub(crate) async fn recur(&self, host: &impl Host) {
        if self.recurring.is_empty() {
            return std::future::pending().await;
        }
        loop {
            for recurring in &self.recurring {
                if !host.is_draining() {
                    self.create_next(host, recurring).await;
                }
            }
            tokio::time::sleep(RECURRENCE_CHECK_INTERVAL).await;
        }
    }

    async fn create_next(&self, host: &impl Host, recurring: &Recurring) {
        let now = now_ms(host.store());
        let at = recurring.next_after(now);
        let name = &recurring.plan.name;
        if self.lock().values().any(|ongoing| ongoing.occurs(name, at)) {
            return;
        }
        let seconds = u32::try_from((at - now) / 1_000).unwrap_or(u32::MAX);
        let plan = protocol::Plan { begin: Begin::In { seconds }, ..recurring.plan.clone() };
        let seed = Seed::new(*new_secret().bytes());
        let founder = super::Creator::Schedule { at, fill_to: recurring.fill_to };
        if let Err(refused) = self.found(host, founder, plan, (seed, false)).await {
            warn!(name = name.as_str(), %refused, "the next occurrence cannot be created yet");
        }
    }
}

impl Ongoing {
    /// Whether it is the occurrence of this name that begins at this time, in milliseconds since
    /// 1970.
    fn occurs(&self, name: &Name, at: u64) -> bool {
        let named = self.config.opening.plan.name == *name;
        named && self.config.fill_to.is_some() && self.config.begins_at == Some(at)
    }

    /// Returns the entries of house bots that fill the places up to the schedule's number, if
    /// anybody else has entered.
    pub(super) fn house_entries(&self, host: &impl Host) -> Vec<Event> {
        let Some(fill_to) = self.config.fill_to else { return Vec::new() };
        let entered = self.entered();
        let plan = &self.config.opening.plan;
        if entered.is_empty() || !plan.kinds.admits(Kind::Bot) {
            return Vec::new();
        }
        let most = (fill_to.min(plan.entrants) as usize).saturating_sub(entered.len());
        let bots = ANCHORS.iter().filter(|anchor| !entered.contains(&anchor.id()));
        let connected = bots.filter_map(|anchor| {
            let player = host.connections(anchor.id()).first()?.player.clone();
            let rating = Some(anchor.as_rating().rating);
            // House bots are part of the server.
            let version = Version::try_from(env!("CARGO_PKG_VERSION").to_owned()).ok();
            let program = Some(DeclaredProgram { version, ..DeclaredProgram::default() });
            let (nonce, key, former_name) = (None, None, None);
            Some(Event::Entered { player, rating, nonce, key, program, former_name })
        });
        connected.take(most).collect()
    }
}
