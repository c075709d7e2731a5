//! What is stored while the disk fills: first guests begin nothing new, then nobody does.

use super::*;
use crate::ops::disk_space::Fullness;
use serde_json::json;

/// The generator of the curve, which is a valid public key.
const KEY: &str =
    "BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU";

#[tokio::test]
async fn what_is_stored_needs_room_and_more_of_it_for_a_guest() {
    let site = Site::open();
    let (ada, eve) = (site.register("Ada").await.0, site.register("Eve").await.1);
    let guest = Secret::new([9; 32]);
    let plan = json!({
        "name": "Cup", "format": {"kind": "round_robin", "cycles": 1}, "entrants": 4,
        "courses": [{"variant": "nim"}],
    });
    let report = json!({"player": eve, "complaint": "name"});
    let requests = [
        ((Method::POST, "/api/reports".to_owned()), report),
        ((Method::PUT, format!("/api/following/{eve}")), Value::Null),
        ((Method::PUT, format!("/api/blocks/{eve}")), Value::Null),
        (
            (Method::PUT, "/api/push".to_owned()),
            json!({"endpoint": "https://push.example/1", "p256dh": KEY, "auth": "CQkJCQkJCQkJCQkJCQkJCQ"}),
        ),
        ((Method::POST, "/api/bots".to_owned()), json!({"name": "Turing", "version": "1"})),
        ((Method::POST, "/api/tournaments".to_owned()), json!({"plan": plan})),
        (
            (Method::POST, "/api/register".to_owned()),
            json!({"name": "Bea", "password": "seven wild horses at dawn"}),
        ),
    ];
    // Each from an address of its own, for attempts are counted by address.
    let mut from = 0;
    let mut answers = async |by: &Secret, fullness| {
        site.house.hub.store().space.note(fullness);
        let mut statuses = Vec::new();
        for ((method, path), body) in &requests {
            from += 1;
            let answer = site.ask(from, by, (method.clone(), path), body.clone()).await;
            statuses.push(answer.status);
        }
        statuses
    };
    assert_eq!(answers(&ada, Fullness::Full).await, [503; 7]);
    assert_eq!(answers(&guest, Fullness::NearlyFull).await, [503, 403, 503, 403, 403, 403, 503]);
    assert_eq!(answers(&guest, Fullness::Room).await, [403, 403, 204, 403, 403, 403, 201]);
    // They are registered; somebody new is refused.
    assert_eq!(answers(&ada, Fullness::NearlyFull).await, [204, 204, 204, 204, 201, 201, 503]);
}
