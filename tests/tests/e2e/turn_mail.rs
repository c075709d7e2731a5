//! Mails to players who are away when it is their turn in a game of days: only to an address that
//! has confirmed it, and to nobody who has ended them.

use protocol::limits::MAILS_TO_ADDRESS;
use serde_json::{Value, json};
use server::{Config, MailRelay};
use tests::mail_sink::{Mail, MailSink};
use tests::raw::{Http, request};
use tests::{Client, TestServer, nim};

use crate::identity::{PASSWORD, come};

const PAGE: &str = "https://nim.example.org";

async fn with_mail() -> (TestServer, Http, MailSink) {
    let sink = MailSink::open().await;
    let mail = MailRelay::new(&format!("smtp://{}", sink.at), "Nim <nim@example.org>", PAGE);
    let server = TestServer::with(Config { mail: mail.ok(), ..Config::default() }).await;
    let http = Http(server.at);
    (server, http, sink)
}

async fn register(http: &Http, name: &str) -> Value {
    let account = json!({"name": name, "password": PASSWORD});
    http.post("/api/register", None, &account).await.1
}

/// Sets an address.
async fn reached_at(http: &Http, player: &Value, email: &str) {
    let said = json!({"password": PASSWORD, "email": email});
    assert_eq!(http.post("/api/email", player["token"].as_str(), &said).await.0, 204);
}

async fn turn_mail(http: &Http, method: &str, player: &Value) -> (u16, Value) {
    http.ask(method, "/api/turn-mail", player["token"].as_str(), "").await
}

async fn is_on(http: &Http, player: &Value) -> bool {
    let me = http.ask("GET", "/api/me", player["token"].as_str(), "").await.1;
    me["turn_mail"].as_bool().unwrap_or_else(|| panic!("not said: {me}"))
}

async fn confirm(http: &Http, token: &str) -> u16 {
    http.post("/api/turn-mail/confirm", None, &json!({"token": token})).await.0
}

/// A mail as its reader sees it.
fn read(mail: &Mail) -> String {
    mail.text.replace("=\r\n", "").replace("=3D", "=").replace("\r\n", "\n")
}

/// Returns the token behind the link that has this before it.
fn token(text: &str, before: &str) -> String {
    let rest = text.split(before).nth(1).unwrap_or_else(|| panic!("no {before} in {text}"));
    rest.chars().take_while(|one| one.is_ascii_alphanumeric() || "-_".contains(*one)).collect()
}

/// A game of days between two players, of whom the first begins; returns its table.
async fn seat(first: &mut Client, second: &mut Client) -> Value {
    let seek = json!({"t": "seek", "cid": 1, "game": nim(&[3, 4, 5]), "seat": "first",
        "clock": {"kind": "days", "days": 1}});
    let seek = first.ask(seek).await["seek"].clone();
    second.ask(json!({"t": "accept", "cid": 2, "seek": seek})).await;
    second.hear_a("seated").await;
    first.hear_a("seated").await["state"]["table"].clone()
}

async fn mv(client: &mut Client, table: &Value, ply: u32, heap: u32) {
    let said = json!({"t": "move", "cid": 3, "table": table, "ply": ply, "move": [heap, 1]});
    let answer = client.ask(said).await;
    assert_eq!(answer["t"], "ok", "{answer}");
}

#[tokio::test]
async fn a_player_who_is_away_is_told_of_their_turn_until_they_end_it() {
    let (server, http, mut sink) = with_mail().await;
    let (ada, bob) = (register(&http, "Ada").await, register(&http, "Bob").await);
    for player in [&ada, &bob] {
        reached_at(&http, player, "ada@example.org").await;
    }
    assert_eq!(turn_mail(&http, "PUT", &ada).await.0, 204);
    let asked = read(&sink.next().await);
    assert!(!is_on(&http, &ada).await, "nobody subscribes anybody else");
    assert_eq!(confirm(&http, &token(&asked, "/account#mail=")).await, 204);
    assert!(is_on(&http, &ada).await && !is_on(&http, &bob).await);

    let (mut there, _) = come(&server.url(), Some(&ada["token"])).await;
    let (mut here, _) = come(&server.url(), Some(&bob["token"])).await;
    let seen = seat(&mut here, &mut there).await;
    let away = seat(&mut here, &mut there).await;
    mv(&mut here, &seen, 0, 2).await;
    there.leave().await;
    mv(&mut here, &away, 0, 2).await;
    let mail = sink.next().await;
    let (text, table) = (read(&mail), away.as_str().expect("an id"));
    assert_eq!(mail.to, "ada@example.org");
    assert!(text.contains("Subject: Nim: your turn against Bob\n"), "{text}");
    let told = format!("Bob has moved. It is your turn:\n{PAGE}/table/{table}\n");
    assert!(text.contains(&told), "the first, for the other table is seen: {text}");
    let stop = token(&text, "/account#stop-mail=");
    let header = format!("List-Unsubscribe: <{PAGE}/api/turn-mail/stop/{stop}>");
    let head = mail.text.replace("\r\n ", " ");
    assert!(head.contains(&header), "{head}");
    assert!(head.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"), "{head}");

    // As a program for mail does it, which has no account here.
    let path = format!("/api/turn-mail/stop/{stop}");
    let form = [("Content-Type", "application/x-www-form-urlencoded")];
    let one_click = request(http.0, "POST", &path, &form, "List-Unsubscribe=One-Click").await;
    assert_eq!(one_click.0, 204);
    assert!(!is_on(&http, &ada).await);
    let (mut there, _) = come(&server.url(), Some(&ada["token"])).await;
    there.ask(json!({"t": "attach", "cid": 4, "table": away})).await;
    mv(&mut there, &away, 1, 1).await;
    there.leave().await;
    mv(&mut here, &away, 2, 0).await;
    // Bob's own request comes after whatever that move has sent.
    assert_eq!(turn_mail(&http, "PUT", &bob).await.0, 204);
    let text = read(&sink.next().await);
    assert!(
        text.contains("Subject: Nim: mail when it is your turn\n"),
        "Ada is told no more: {text}"
    );
    assert!(!text.contains("Bob"), "nothing of the player's goes where nobody has asked: {text}");
    assert!(!sink.has_more());
}

#[tokio::test]
async fn only_whoever_reads_the_mail_turns_it_on_and_a_new_address_asks_again() {
    let (_server, http, mut sink) = with_mail().await;
    let ada = register(&http, "Ada").await;
    let (status, said) = turn_mail(&http, "PUT", &ada).await;
    assert_eq!((status, &said["cause"]["kind"]), (422, &json!("bad_email")), "none is set");
    reached_at(&http, &ada, "ada@example.org").await;
    for _ in 0..2 {
        assert_eq!(turn_mail(&http, "PUT", &ada).await.0, 204);
    }
    let link = token(&read(&sink.next().await), "/account#mail=");
    assert!(!sink.has_more(), "one mail, however often it is asked for");
    assert_eq!(confirm(&http, &"A".repeat(64)).await, 403);
    reached_at(&http, &ada, "eve@example.org").await;
    assert!(sink.next().await.text.contains("Subject: Nim: your address"));
    assert_eq!(confirm(&http, &link).await, 403, "it was for the former address");
    reached_at(&http, &ada, "ada@example.org").await;
    assert_eq!(confirm(&http, &link).await, 204);
    assert!(is_on(&http, &ada).await);
    reached_at(&http, &ada, "eve@example.org").await;
    assert!(!is_on(&http, &ada).await, "whoever has the new one has not asked for it");
    reached_at(&http, &ada, "ada@example.org").await;
    assert_eq!(confirm(&http, &link).await, 204);
    assert_eq!(turn_mail(&http, "DELETE", &ada).await.0, 204);
    assert_eq!(confirm(&http, &link).await, 403, "what has been ended takes another link");
    assert!(!is_on(&http, &ada).await);
}

/// Has a mail sent to Eve's own address, and returns how many came to others before.
async fn mails_before_eves(http: &Http, sink: &mut MailSink) -> usize {
    let eve = register(http, "Eve").await;
    reached_at(http, &eve, "eve@example.net").await;
    assert_eq!(turn_mail(http, "PUT", &eve).await.0, 204);
    let mut others = 0;
    while sink.next().await.to != "eve@example.net" {
        others += 1;
    }
    others
}

#[tokio::test]
async fn one_mailbox_gets_few_mails_whichever_accounts_name_it() {
    let (_server, http, mut sink) = with_mail().await;
    for (n, name) in ["Ada", "Bea", "Cleo"].into_iter().enumerate() {
        let player = register(&http, name).await;
        reached_at(&http, &player, &format!("Victim+{n}@Example.org")).await;
        assert_eq!(turn_mail(&http, "PUT", &player).await.0, 204);
        let (status, said) = http.post("/api/reset", None, &json!({"name": name})).await;
        assert_eq!((status, said), (204, Value::Null), "as if it were sent");
    }
    assert_eq!(mails_before_eves(&http, &mut sink).await, MAILS_TO_ADDRESS.0 as usize);
}

#[tokio::test]
async fn an_address_that_is_changed_to_and_fro_is_told_a_few_times() {
    let (_server, http, mut sink) = with_mail().await;
    let ada = register(&http, "Ada").await;
    for email in ["ada@example.org", "Ada@example.org"].into_iter().cycle().take(8) {
        reached_at(&http, &ada, email).await;
    }
    assert_eq!(mails_before_eves(&http, &mut sink).await, MAILS_TO_ADDRESS.0 as usize);
}

#[tokio::test]
async fn without_a_relay_no_mail_about_turns_is_promised() {
    let server = TestServer::open().await;
    let http = Http(server.at);
    let ada = register(&http, "Ada").await;
    let (status, said) = turn_mail(&http, "PUT", &ada).await;
    assert_eq!((status, &said["cause"]["kind"]), (403, &json!("no_mail")));
    assert_eq!(turn_mail(&http, "PUT", &Value::Null).await.0, 403, "guests have no address");
}
