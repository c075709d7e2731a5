//! Reports of players, by whoever has room for one more, and their end by the operator.

use protocol::limits::MAX_OPEN_REPORTS;
use serde_json::json;

use super::*;

#[tokio::test]
async fn a_player_has_so_many_open_reports_until_the_operator_closes_one() {
    let site = Site::open();
    let (ada, _) = site.register("Ada").await;
    let (bob, eve) = site.register("Eve").await;
    let mut from = 0;
    let mut report = async |by: &Secret| {
        // Each from an address of its own, for attempts are counted by address.
        from += 1;
        let report = json!({"player": eve, "complaint": "name"});
        let answer = site.ask(from, by, (Method::POST, "/api/reports"), report).await;
        (answer.status, answer.body["cause"]["kind"].clone())
    };
    for _ in 0..MAX_OPEN_REPORTS {
        assert_eq!(report(&ada).await, (204, Value::Null));
    }
    assert_eq!(report(&ada).await, (429, json!("too_many_reports")));
    assert_eq!(report(&bob).await, (204, Value::Null), "others may");
    let listed = async |path| {
        let reports = site.ask(99, &admin(), (Method::GET, path), Value::Null).await.body;
        reports.as_array().map(Vec::len)
    };
    assert_eq!(listed("/admin/reports").await, Some(MAX_OPEN_REPORTS + 1));
    let close =
        async |by: &Secret, path| site.ask(99, by, (Method::POST, path), Value::Null).await.status;
    assert_eq!(close(&ada, "/admin/reports/1/close").await, 401);
    assert_eq!(close(&admin(), "/admin/reports/99/close").await, 404);
    assert_eq!(close(&admin(), "/admin/reports/1/close").await, 204);
    assert_eq!(close(&admin(), "/admin/reports/1/close").await, 404, "it is closed");
    assert_eq!(listed("/admin/reports").await, Some(MAX_OPEN_REPORTS));
    assert_eq!(listed("/admin/reports?all=true").await, Some(MAX_OPEN_REPORTS + 1));
    assert_eq!(report(&ada).await, (204, Value::Null));
}
