//! Accounts and what opens them, after a restart.

use super::*;
use crate::records::accounts::Accounts;
use crate::records::people::PeopleQuery;
use crate::records::sessions::{Access, StoredSession};

#[tokio::test]
async fn what_has_become_of_accounts_and_their_secrets_survives_a_restart() {
    let folder = temporary_folder();
    let [ada, bob] = opening()
        .players
        .try_into()
        .map(|both: [_; 2]| both.map(Account::new))
        .expect("two players");
    let mut changed = ada.clone();
    changed.player.name = Name::try_from("Countess".to_owned()).expect("plain");
    changed.email = Some("ada@example.org".to_owned());
    let [kept_open, revoked] = [3, 4].map(|n| StoredSession {
        hash: SecretHash::new(&Secret::new([n; 32])),
        since: 1_000 + i64::from(n),
        agent: format!("browser {n}"),
    });
    let id = ada.player.id;
    let store = open_store(&folder);
    kept(&store, &[Entry::Registered(&ada), Entry::Registered(&bob)]).expect("kept");
    for session in [&kept_open, &revoked] {
        kept(&store, &[Entry::Granted { player: id, session }]).expect("kept");
    }
    kept(&store, &[Entry::AccountChanged(&changed), Entry::Revoked(&revoked.hash)]).expect("kept");
    drop(store);
    let store = open_store(&folder);
    let query = PeopleQuery::name(&ada.player.name).and_name(&changed.player.name);
    let query = query.and_secrets([&kept_open, &revoked].map(|session| session.hash));
    let found = store.people(query.and_players([bob.player.id])).await.expect("readable");
    let mut accounts = Accounts::default();
    accounts.load(found);
    assert_eq!(accounts.get(id), Some(&changed));
    assert_eq!(accounts.named(&changed.player.name), Some(&changed));
    assert_eq!(accounts.named(&ada.player.name), None);
    accounts.ensure_free(&ada.player.name, bob.player.id).expect_err("it stays theirs");
    assert_eq!(accounts.get(bob.player.id), Some(&bob), "nobody else changes");
    assert_eq!(accounts.access(&kept_open.hash), Some(Access::Open(id)));
    assert_eq!(accounts.access(&revoked.hash), Some(Access::Revoked(id)));
    assert!(accounts.sessions.by_account(id).map(|one| &one.agent).eq([&kept_open.agent]));
}
