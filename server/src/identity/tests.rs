//! What changes while somebody's password is being checked; blocks, and who is notified.

mod idle;

use std::collections::BTreeSet;
use std::net::IpAddr;

use futures::future::join_all;
use protocol::Version;

use super::*;
use crate::records::push::tests::subscription;
use crate::store::folder::{folder_in_memory, open_store};

const OLD: &str = "seven wild horses at dawn";
const NEW: &str = "eight tame goats at dusk";

fn source() -> RequestSource {
    RequestSource { prefix: IpAddr::from([127, 0, 0, 1]).into(), agent: String::new() }
}

fn password(text: &str) -> Password {
    serde_json::from_value(text.into()).expect("a text")
}

fn name(text: &str) -> Name {
    Name::try_from(text.to_owned()).expect("plain")
}

fn cause<T: std::fmt::Debug>(answer: Result<T, RequestError>) -> Cause {
    answer.expect_err("it is refused").body().cause
}

/// The causes of those that were refused.
fn causes<T>(answers: Vec<Result<T, RequestError>>) -> Vec<Cause> {
    answers.into_iter().filter_map(|answer| Some(answer.err()?.body().cause)).collect()
}

/// Makes it forget everybody.
async fn forget(identities: &Identities) {
    // Each was needed in this round, and may have been in the one before.
    for _ in 0..3 {
        identities.drop_idle().await;
    }
}

/// Identities that store nothing, and Ada, whose account has a password.
async fn with_ada() -> (Identities, Proven) {
    let identities = Identities::new(Arc::new(Store::discarding()), None, new_secret());
    let ada = identities.register(source(), None, name("Ada"), password(OLD)).await;
    let ada = ada.expect("they are new");
    (identities, ada)
}

async fn change_password(identities: &Identities, secret: Secret) -> Result<Proven, RequestError> {
    let words = (password(OLD), password(NEW));
    identities.change_password(source(), Some(secret), words, Others::End).await
}

/// A thief who knows the old password logs in, and sets an address of their own, at that moment.
#[tokio::test]
async fn a_password_that_was_changed_while_it_was_checked_opens_nothing() {
    let (identities, ada) = with_ada().await;
    let seen = identities.account(ada.player.id).await.expect("readable").expect("it is there");
    let opened = identities.give_secret(&seen, String::new()).await.expect("it is still theirs");
    change_password(&identities, ada.secret).await.expect("it is theirs");
    identities.registered(Some(&opened.secret)).await.expect_err("everybody else is out");
    let refused = identities.give_secret(&seen, String::new()).await;
    assert_eq!(cause(refused), Cause::WrongCredentials);
    let still = |account: &Account| seen.is_still_opened(account);
    let refused = identities.delete_if(ada.player.id, still, Cause::WrongCredentials).await;
    assert_eq!(cause(refused), Cause::WrongCredentials);
    assert_eq!(
        identities.sessions_of(ada.player.id).await.expect("readable").len(),
        1,
        "their own"
    );
}

/// Otherwise a thief could keep the owner from it by changing something all the time.
#[tokio::test]
async fn a_password_changes_whatever_else_does_meanwhile() {
    let (identities, ada) = with_ada().await;
    let seen = identities.account(ada.player.id).await.expect("readable").expect("it is there");
    let email = || Some("thief@example.org".to_owned());
    let change = |account| Ok(Account { email: email(), ..account });
    let changed = identities.change(ada.player.id.into(), ada.player.id, change);
    changed.await.expect("it is there");
    let set = identities.set_password(source(), seen.clone(), password(NEW), |_| true).await;
    let theirs = set.expect("the password was still theirs");
    assert_eq!(
        identities.account(ada.player.id).await.expect("readable").expect("there").email,
        email()
    );
    identities.registered(Some(&theirs.secret)).await.expect("it is the new one");
    let again = identities.set_password(source(), seen, password(OLD), |_| true).await;
    assert_eq!(cause(again), Cause::WrongCredentials);
}

#[tokio::test]
async fn an_account_that_was_deleted_while_a_password_was_checked_stays_so() {
    let (identities, ada) = with_ada().await;
    let id = ada.player.id;
    let seen = identities.account(id).await.expect("readable").expect("it is there");
    let version = || Version::try_from("1".to_owned()).expect("plain");
    let make_bot = async |text: &str| {
        identities.make_bot(&ada.player, name(text), version(), String::new(), |_| false).await
    };
    let bot = make_bot("Turing").await.expect("their first");
    let closed = identities.delete(id).await.expect("it is there");
    assert_eq!(closed.len(), 2, "{closed:?}");
    for secret in [&ada.secret, &bot.secret] {
        identities.registered(Some(secret)).await.expect_err("it opens nothing");
        identities.greet(secret, Kind::Person, None).await.expect_err("it opens nothing");
    }
    assert_eq!(cause(identities.give_secret(&seen, String::new()).await), Cause::WrongCredentials);
    assert_eq!(cause(make_bot("Church").await), Cause::LoginRequired);
    assert_eq!(cause(identities.delete(id).await), Cause::LoginRequired, "once");
    // A session that an earlier release granted too late opens nothing either.
    let (secret, session) = identities.new_session(String::new());
    identities.accounts().grant(id, session);
    identities.registered(Some(&secret)).await.expect_err("nobody is there");
    identities.greet(&secret, Kind::Person, None).await.expect_err("nobody is there");
}

#[tokio::test]
async fn a_block_by_either_of_two_keeps_them_apart() {
    let (identities, ada) = with_ada().await;
    let eve = identities.register(source(), None, name("Eve"), password(OLD)).await;
    let eve = eve.expect("they are new").player.id;
    let (ada, guest) = (ada.player.id, PlayerId(uuid::Uuid::nil()));
    let names = identities.names_of(&[ada, eve, guest]).await.expect("readable");
    assert_eq!(names, [Some(name("Ada")), Some(name("Eve")), None]);
    identities.ensure_not_blocked(ada, eve).expect("nobody blocks anybody yet");
    identities.set_block(ada, eve, true).await.expect("it is the first");
    assert_eq!((identities.blocked_by(ada), identities.blocked_by(eve)), (vec![eve], Vec::new()));
    for (one, other) in [(ada, eve), (eve, ada)] {
        assert_eq!(cause(identities.ensure_not_blocked(one, other)), Cause::Blocked);
    }
    identities.ensure_not_blocked(ada, guest).expect("it is another");
    identities.set_block(ada, eve, false).await.expect("it is blocked");
    identities.ensure_not_blocked(eve, ada).expect("it is unblocked");
}

#[tokio::test]
async fn only_a_session_that_is_open_is_notified_or_not() {
    let (identities, ada) = with_ada().await;
    identities.set_push(Some(&ada.secret), None).await.expect("it is their session");
    let stranger = identities.set_push(Some(&new_secret()), None).await;
    assert_eq!(cause(stranger), Cause::LoginRequired);
    let browser = subscription();
    let is_on = async || {
        let own = identities.is_pushed_to(&ada.secret).await.expect("readable");
        (own, identities.pushes_of(ada.player.id))
    };
    assert_eq!(is_on().await, (false, vec![]));
    identities.set_push(Some(&ada.secret), Some(browser.clone())).await.expect("it is open");
    assert_eq!(is_on().await, (true, vec![(SecretHash::new(&ada.secret), browser)]));
    identities.set_push(Some(&ada.secret), None).await.expect("it is open");
    assert_eq!(is_on().await, (false, vec![]));
}

#[tokio::test]
async fn names_sessions_and_blocks_are_after_a_restart_what_they_were() {
    let folder = folder_in_memory();
    let stored = || Identities::new(Arc::new(open_store(&folder)), None, new_secret());
    let identities = stored();
    let ada = identities.register(source(), None, name("Ada"), password(OLD)).await.expect("new");
    let phone = identities.log_in(source(), &name("Ada"), password(OLD)).await.expect("theirs");
    let eve = identities.admit(name("Eve")).await.expect("it is free").player.id;
    identities.log_out(&ada.secret).await.expect("it is open");
    identities.rename(ada.player.id, name("Lovelace")).await.expect("the first time");
    identities.set_block(ada.player.id, eve, true).await.expect("kept");
    drop(identities);
    let identities = stored();
    identities.load().expect("readable");
    assert_eq!(cause(identities.registered(Some(&ada.secret)).await), Cause::LoginRequired);
    let again = identities.registered(Some(&phone.secret)).await.expect("it is open");
    assert_eq!((again.id, again.name), (ada.player.id, name("Lovelace")));
    assert_eq!(identities.blocked_by(ada.player.id), [eve]);
    assert_eq!(cause(identities.admit(name("Ada")).await), Cause::NameTaken, "it stays theirs");
}

/// Each waits for a look into the store before it decides.
#[tokio::test]
async fn of_what_is_asked_several_times_at_once_one_wins() {
    let folder = folder_in_memory();
    let identities = Identities::new(Arc::new(open_store(&folder)), None, new_secret());
    let ada = identities.admit(name("Ada")).await.expect("new").player;
    forget(&identities).await;
    let names = ["Bob", "Eve", "Dan", "Fay", "Gus"].map(name);
    let renamed = join_all(names.clone().map(|name| identities.rename(ada.id, name))).await;
    assert_eq!(causes(renamed), vec![Cause::RenamedTooSoon; names.len() - 1]);
    let version = || Version::try_from("1".to_owned()).expect("plain");
    let make = || identities.make_bot(&ada, name("Turing"), version(), String::new(), |_| false);
    let made = join_all((0..5).map(|_| make())).await;
    let bots: BTreeSet<PlayerId> =
        made.into_iter().map(|made| made.expect("it is theirs").player.id).collect();
    assert_eq!((bots.len(), identities.bots_of(ada.id).len()), (1, 1));
    let admitted = join_all((0..5).map(|_| identities.admit(name("Hal")))).await;
    assert_eq!(causes(admitted), vec![Cause::NameTaken; 4]);
}
