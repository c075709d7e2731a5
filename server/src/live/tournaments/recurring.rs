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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::config::Config;
    use crate::session::tests::house::House;

    fn daily() -> Recurring {
        let text = r#"
            [[tournament]]
            every = "day"
            fill-to = 3
            plan = { name = "Daily", format = { kind = "round_robin" }, entrants = 4, courses = [{ variant = "nim", size = 6 }] }
        "#;
        Recurring::read(text).expect("a schedule").remove(0)
    }

    fn lines(house: &House) -> Vec<(String, Option<u64>)> {
        let all = house.hub.tournaments.lock();
        let line = |one: &std::sync::Arc<Ongoing>| {
            let line = one.summary();
            (line.name.to_string(), line.begins_at_ms)
        };
        all.values().map(line).collect()
    }

    #[tokio::test]
    async fn the_next_occurrence_is_created_once_and_found_again_after_a_restart() {
        let house = House::with(Config { recurring: vec![daily()], ..Config::default() });
        let at = daily().next_after(now_ms(house.hub.store()));
        let running = house.run();
        while lines(&house).is_empty() {
            tokio::task::yield_now().await;
        }
        drop(running);
        assert_eq!(lines(&house), [("Daily".to_owned(), Some(at))]);
        let mut house = house;
        for _ in 0..2 {
            house.hub.tournaments.create_next(&*house.hub, &daily()).await;
            house.hub.store().flush().await.expect("it works");
            assert_eq!(lines(&house).len(), 1, "it is there");
            tokio::task::yield_now().await;
            house = house.restarted();
        }
        let mut other = daily();
        other.plan.name = "Other".to_owned().try_into().expect("a name");
        house.hub.tournaments.create_next(&*house.hub, &other).await;
        assert_eq!(lines(&house).len(), 2, "of another name");
        let mut hourly = daily();
        hourly.at_minute = 7;
        house.hub.tournaments.create_next(&*house.hub, &hourly).await;
        assert_eq!(lines(&house).len(), 3, "at another time");
    }

    #[tokio::test]
    async fn house_bots_fill_the_places_beside_whoever_has_entered() {
        let house = House::open();
        let tournaments = &house.hub.tournaments;
        tournaments.create_next(&*house.hub, &daily()).await;
        let ongoing = tournaments.lock().values().next().expect("created").clone();
        let bots: Vec<_> = ANCHORS.iter().map(|anchor| house.house_bot(anchor.name)).collect();
        let named = |ongoing: &Ongoing| {
            let entries = ongoing.house_entries(&*house.hub);
            let one = |event: &Event| match event {
                Event::Entered { player, rating, .. } => (player.id, *rating),
                other => panic!("{other:?}"),
            };
            entries.iter().map(one).collect::<Vec<_>>()
        };
        assert_eq!(named(&ongoing), [], "nobody else has entered");
        let mut ada = house.client(1, Kind::Bot).await;
        ada.ask(json!({"t": "enter", "tournament": ongoing.id})).await;
        let expected = |anchor: &ladder::Anchor| (anchor.id(), Some(anchor.as_rating().rating));
        let two: Vec<_> = ANCHORS.iter().take(2).map(expected).collect();
        assert_eq!(named(&ongoing), two, "three in all");
        drop(bots);
        assert_eq!(named(&ongoing), [], "none is connected");
    }

    #[tokio::test]
    async fn nothing_is_filled_that_is_not_of_the_schedule() {
        let house = House::open();
        let founder = (
            protocol::PlayerId(uuid::Uuid::from_u128(9)),
            std::net::IpAddr::from([60, 1, 1, 1]).into(),
        );
        let plan = super::super::ongoing::full_house::plan();
        let tournaments = &house.hub.tournaments;
        let made = tournaments.create(&*house.hub, founder, plan, None).await.expect("created");
        let ongoing = tournaments.find(made.tournament).expect("open");
        let _bots: Vec<_> = ANCHORS.iter().map(|anchor| house.house_bot(anchor.name)).collect();
        let mut ada = house.client(1, Kind::Bot).await;
        ada.ask(json!({"t": "enter", "tournament": ongoing.id})).await;
        assert!(ongoing.house_entries(&*house.hub).is_empty());
    }
}
