use bot::{ClientEvent, ClientOptions};
use futures::FutureExt;
use protocol::Name;
use rand::SeedableRng;
use serde_json::json;
use uuid::Uuid;

use super::*;
use crate::testing::swarm;
use fake::{FakePeer, FakeServer, id, soon};

/// A client that is online, and the server's end of it.
async fn online() -> (Client, FakePeer, FakeServer) {
    let server = FakeServer::start().await;
    let name = Name::try_from("a".to_owned()).expect("a name");
    let mut client = Client::new(ClientOptions::new(server.url.clone(), name));
    let (event, (peer, _)) = tokio::join!(soon(client.next()), server.welcome(1, &[]));
    assert!(matches!(event, Ok(ClientEvent::Connected { .. })));
    (client, peer, server)
}

/// What the server hears next: the client sends while it waits for an event.
async fn heard(client: &mut Client, peer: &mut FakePeer) -> serde_json::Value {
    tokio::select! {
        message = peer.next() => message.expect("they are there"),
        event = client.next() => panic!("{event:?}"),
    }
}

fn seek_id() -> SeekId {
    SeekId(Uuid::from_u128(5))
}

#[tokio::test]
async fn an_offer_is_made_when_it_is_due_and_withdrawn_if_nobody_fetches_it() {
    let (mut client, mut peer, _server) = online().await;
    let [mut search, mut partner] = GameSearch::for_partners();
    let plan = Swarm { rated: true, ..swarm("misere nim 1,2") };
    let mut chance = StdRng::seed_from_u64(1);
    let begin = Instant::now();
    let later = begin + Duration::from_secs(1);
    search.rest_until(later);
    assert!(search.is_idle());
    let mut ask = |search: &mut GameSearch, now, more, client: &mut Client| {
        search.ask(now, more, &plan, &mut chance, client)
    };
    assert_eq!(ask(&mut search, begin, true, &mut client), Some(later));
    assert_eq!(ask(&mut search, later, false, &mut client), None, "the load ends");
    assert_eq!(ask(&mut partner, later, true, &mut client), None, "the other asks");
    assert_eq!(ask(&mut GameSearch::in_tournament(), later, true, &mut client), None);
    assert!(search.is_idle(), "nothing was asked");
    assert_eq!(ask(&mut search, later, true, &mut client), None);
    assert_eq!(search.offer, OfferState::Asked(later));
    assert!(!search.is_idle());
    let seek = heard(&mut client, &mut peer).await;
    assert_eq!((&seek["t"], &seek["private"]), (&json!("seek"), &json!(true)));
    assert_eq!((&seek["rated"], &seek["pair"]), (&json!(true), &json!(true)));
    assert_eq!(
        (&seek["game"]["ending"], &seek["game"]["variant"]),
        (&json!("misere"), &json!("nim"))
    );
    assert_eq!(seek["clock"], serde_json::to_value(plan.clock).expect("JSON"));
    assert_eq!(ask(&mut search, later, true, &mut client), None, "it is in flight");
    search.opened(seek_id());
    assert_eq!(soon(partner.invitation()).await, seek_id());
    let end = later + FETCH_TIMEOUT;
    assert_eq!(ask(&mut search, later, true, &mut client), Some(end));
    assert_eq!(ask(&mut search, end, true, &mut client), None);
    assert_eq!(search.offer, OfferState::Taken);
    let cancel = heard(&mut client, &mut peer).await;
    assert_eq!((&cancel["t"], &cancel["offer"]), (&json!("cancel"), &id(5)));
}

#[tokio::test]
async fn an_open_offer_is_withdrawn_at_once_when_the_load_ends() {
    let (mut client, mut peer, _server) = online().await;
    let mut search = GameSearch::quick();
    let mut chance = StdRng::seed_from_u64(1);
    let plan = Swarm { rated: true, ..swarm("misere octal(0.77) 4") };
    let now = Instant::now();
    assert_eq!(search.ask(now, true, &plan, &mut chance, &mut client), None);
    let quick = heard(&mut client, &mut peer).await;
    let pool = &quick["pool"];
    assert_eq!((&quick["t"], &pool["variant"]), (&json!("quick"), &json!("octal")));
    assert_eq!((&pool["ending"], &pool["rated"]), (&json!("misere"), &json!(true)));
    assert_eq!((&pool["pair"], &pool["clock"]["kind"]), (&json!(true), &json!("fischer")));
    search.opened(seek_id());
    assert_eq!(search.ask(now, true, &plan, &mut chance, &mut client), None, "it stays open");
    assert_eq!(search.offer, OfferState::Open(seek_id(), now));
    assert_eq!(search.ask(now, false, &plan, &mut chance, &mut client), None);
    assert_eq!(heard(&mut client, &mut peer).await["t"], "cancel");
    search.withdraw(&mut client);
    assert_eq!(search.offer, OfferState::Taken, "once");
}

#[tokio::test]
async fn without_a_connection_nothing_is_asked() {
    let server = FakeServer::start().await;
    let name = Name::try_from("a".to_owned()).expect("a name");
    let mut client = Client::new(ClientOptions::new(server.url.clone(), name));
    let mut search = GameSearch::quick();
    let now = Instant::now();
    let mut chance = StdRng::seed_from_u64(1);
    assert_eq!(search.ask(now, true, &swarm("nim 1"), &mut chance, &mut client), None);
    assert!(search.is_idle());
    search.accept(seek_id(), &mut client);
    assert!(search.is_idle());
    search.offer = OfferState::Open(seek_id(), now);
    search.withdraw(&mut client);
    assert_eq!(search.offer, OfferState::Open(seek_id(), now));
    let none = Swarm { games: Vec::new(), ..swarm("nim 1") };
    search.rest_until(now);
    assert_eq!(search.ask(now, true, &none, &mut chance, &mut client), None);
}

#[tokio::test]
async fn a_seat_is_waited_for_by_whoever_asked() {
    let now = Instant::now();
    let asked = OfferState::Asked(now);
    let open = OfferState::Open(seek_id(), now);
    let waited = |mut search: GameSearch, offer| {
        search.offer = offer;
        let since = search.seated();
        assert!(search.is_idle());
        since
    };
    let [invites, follows] = GameSearch::for_partners();
    assert_eq!(waited(invites, open), Some(now));
    assert_eq!(waited(follows, asked), None);
    assert_eq!(waited(GameSearch::quick(), asked), Some(now));
    assert_eq!(waited(GameSearch::quick(), OfferState::Taken), None);
    assert_eq!(waited(GameSearch::quick(), OfferState::Due(now)), None);
    assert_eq!(waited(GameSearch::in_tournament(), asked), None);
}

#[tokio::test]
async fn only_a_request_in_flight_becomes_an_offer() {
    let mut search = GameSearch::quick();
    search.await_seat();
    search.opened(seek_id());
    assert_eq!(search.offer, OfferState::Taken);
    assert_eq!(search.invitation().now_or_never(), None, "nobody is followed");
    let [invites, mut follows] = GameSearch::for_partners();
    assert_eq!(follows.invitation().now_or_never(), None);
    drop(invites);
    assert_eq!(follows.invitation().now_or_never(), None, "nobody invites any more");
}

#[tokio::test]
async fn an_invitation_is_accepted() {
    let (mut client, mut peer, _server) = online().await;
    let [_, mut search] = GameSearch::for_partners();
    search.accept(seek_id(), &mut client);
    assert!(matches!(search.offer, OfferState::Asked(_)));
    let accept = heard(&mut client, &mut peer).await;
    assert_eq!((&accept["t"], &accept["seek"]), (&json!("accept"), &id(5)));
}
