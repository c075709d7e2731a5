use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::json;
use tokio::net::TcpListener;
use tokio::sync::Barrier;

use super::*;
use fake::{FakeHttp, id, person, read, respond, secret, soon};

fn admin() -> Secret {
    Secret::new([0xad; 32])
}

fn account() -> String {
    json!({"player": person(4), "token": secret(6)}).to_string()
}

#[tokio::test]
async fn accounts_are_made_and_deleted_in_the_admins_name() {
    let server = FakeHttp::start(|what| match what {
        "POST /admin/accounts" => (201, account()),
        _ => (204, String::new()),
    })
    .await;
    let made = soon(make_accounts(&server.url, Some(admin()), 20)).await.expect("all are made");
    assert_eq!(made.len(), 20);
    assert_eq!((made[0].token, &made[0].player.id), (Secret::new([6; 32]), &made[9].player.id));
    soon(delete_accounts(&server.url, admin(), &made)).await.expect("all are deleted");
    let (posts, deletes): (Vec<_>, Vec<_>) =
        server.seen().into_iter().partition(|seen| seen.what == "POST /admin/accounts");
    let names: BTreeSet<String> =
        posts.iter().map(|post| post.body["name"].as_str().expect("a name").to_owned()).collect();
    assert_eq!((posts.len(), names.len()), (20, 20), "{names:?}");
    let load = names.first().and_then(|name| name.split('-').next()).expect("a name");
    assert!(load.len() == "swarm 123456".len() && names.contains(&format!("{load}-19")));
    assert!(names.iter().all(|name| name.starts_with(load)), "{names:?}");
    let path = format!("DELETE /admin/accounts/{}", id(4).as_str().expect("an id"));
    assert!(deletes.len() == 20 && deletes.iter().all(|seen| seen.what == path), "{deletes:?}");
    let bearer = format!("Authorization: Bearer {}\r\n", "ad".repeat(32));
    assert!(posts.iter().chain(&deletes).all(|seen| seen.head.contains(&bearer)));
}

#[tokio::test]
async fn refusals_are_passed_on() {
    let server = FakeHttp::start(|_| (403, String::new())).await;
    let made = soon(make_accounts(&server.url, Some(admin()), 1)).await;
    assert_eq!(made.expect_err("it is refused"), "HTTP 403");
    let accounts = vec![serde_json::from_str(&account()).expect("an account"); 20];
    let deleted = soon(delete_accounts(&server.url, admin(), &accounts)).await;
    assert_eq!(deleted, Err("HTTP 403".to_owned()));
    assert_eq!(delete_accounts(&server.url, admin(), &[]).await, Ok(()));
    let without = make_accounts(&server.url, None, 1).await.expect_err("nobody may");
    assert!(without.ends_with("NIM_ADMIN_TOKEN"), "{without}");
}

/// The server answers the first only when sixteen wait, and never has more.
#[tokio::test]
async fn so_many_requests_at_once_and_no_more() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let url: ServerUrl = listener.local_addr().expect("bound").into();
    let most = Arc::new(AtomicUsize::new(0));
    let seen = Arc::clone(&most);
    tokio::spawn(async move {
        let (full, waiting) = (Arc::new(Barrier::new(AT_ONCE)), Arc::new(AtomicUsize::new(0)));
        while let Ok((mut stream, _)) = listener.accept().await {
            let now = waiting.fetch_add(1, Ordering::Relaxed) + 1;
            seen.fetch_max(now, Ordering::Relaxed);
            let (full, waiting) = (Arc::clone(&full), Arc::clone(&waiting));
            tokio::spawn(async move {
                let request = read(&mut stream).await;
                full.wait().await;
                waiting.fetch_sub(1, Ordering::Relaxed);
                let body = if request.body.is_null() { String::new() } else { account() };
                respond(&mut stream, 200, &body).await;
            });
        }
    });
    let made = soon(make_accounts(&url, Some(admin()), 3 * AT_ONCE)).await.expect("all are made");
    assert_eq!(most.load(Ordering::Relaxed), AT_ONCE);
    soon(delete_accounts(&url, admin(), &made)).await.expect("all are deleted");
    assert_eq!(most.load(Ordering::Relaxed), AT_ONCE);
}
