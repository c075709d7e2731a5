use std::net::IpAddr;

use uuid::Uuid;

use super::ongoing::full_house::{hub, plan};
use super::*;
use crate::store::folder::folder_in_memory;

#[tokio::test]
async fn nobody_has_more_tournaments_than_are_theirs_to_have() {
    let folder = folder_in_memory();
    let hub = hub(&folder);
    let found = async |founder: u128| {
        // Each from a network of its own.
        let from = IpAddr::from([60 + (founder % 100) as u8, 1, 1, 1]).into();
        hub.tournaments.create(&hub, (PlayerId(Uuid::from_u128(founder)), from), plan(), None).await
    };
    for _ in 0..MAX_TOURNAMENTS_PER_PLAYER {
        found(1).await.expect("there is room");
    }
    let max = MAX_TOURNAMENTS_PER_PLAYER;
    assert_eq!(found(1).await.err(), Some(Cause::TooManyTournaments { max }.into()));
    for founder in (2..).take(MAX_TOURNAMENTS - MAX_TOURNAMENTS_PER_PLAYER) {
        found(founder).await.expect("there is room");
    }
    let max = MAX_TOURNAMENTS;
    assert_eq!(found(1_000).await.err(), Some(Cause::TooManyTournaments { max }.into()));
}

#[tokio::test]
async fn what_begins_in_some_seconds_begins_then() {
    let folder = folder_in_memory();
    let hub = hub(&folder);
    let mut plan = plan();
    plan.begin = Begin::In { seconds: 90 };
    let founder = (PlayerId(Uuid::from_u128(1)), IpAddr::from([60, 1, 1, 1]).into());
    let now = || now_ms(hub.store());
    let before = now();
    let founded = hub.tournaments.create(&hub, founder, plan, None).await.expect("founded");
    let ongoing = hub.tournaments.find(founded.tournament).expect("it is open");
    let at = ongoing.summary().begins_at_ms.expect("a time");
    assert!((before + 90_000..=now() + 90_000).contains(&at), "{at} after {before}");
}

#[tokio::test]
async fn no_network_takes_all_places_for_tournaments() {
    let folder = folder_in_memory();
    let hub = hub(&folder);
    let found = async |founder: u128, from: [u8; 4]| {
        let founder = PlayerId(Uuid::from_u128(founder));
        let from = IpAddr::from(from).into();
        hub.tournaments.create(&hub, (founder, from), plan(), None).await
    };
    let refused = |max| Some(Cause::TooManyTournaments { max }.into());
    for founder in 0..MAX_TOURNAMENTS_PER_NETWORK as u128 {
        found(founder, [60, 1, 1, founder as u8]).await.expect("there is room");
    }
    let max = MAX_TOURNAMENTS_PER_NETWORK;
    assert_eq!(found(1_000, [60, 1, 1, 200]).await.err(), refused(max));
    for founder in (100..).take(MAX_TOURNAMENTS_PER_PROVIDER - MAX_TOURNAMENTS_PER_NETWORK) {
        found(founder, [60, 1, founder as u8, 1]).await.expect("there is room");
    }
    let max = MAX_TOURNAMENTS_PER_PROVIDER;
    assert_eq!(found(1_000, [60, 1, 90, 1]).await.err(), refused(max));
    found(1_000, [61, 1, 1, 1]).await.expect("elsewhere there is room");
}
