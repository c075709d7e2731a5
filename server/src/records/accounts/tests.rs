use protocol::ErrorCode;

use super::*;
use crate::records::account::{guest, guest_name};

fn key(n: u8) -> SecretHash {
    SecretHash::new(&Secret::new([n; 32]))
}

fn session(n: u8) -> StoredSession {
    StoredSession { hash: key(n), since: 0, agent: String::new() }
}

fn account(n: u8, name: &str, owner: Option<PlayerId>) -> Account {
    let kind = if owner.is_some() { Kind::Bot } else { Kind::Person };
    let name = Name::try_from(name.to_owned()).expect("plain");
    let player =
        Player { id: guest(&Secret::new([n; 32])), name, kind, house: false, version: None };
    Account { owner, ..Account::new(player) }
}

fn add(accounts: &mut Accounts, account: Account) -> Result<(), ErrorCode> {
    accounts.ensure_new(&account).map_err(|refused| refused.code())?;
    accounts.add(account);
    Ok(())
}

#[test]
fn a_secret_makes_the_same_guest_each_time() {
    let [one, two] = [1, 2].map(|n| Secret::new([n; 32]));
    assert_eq!(guest(&one), guest(&one));
    assert_ne!(guest(&one), guest(&two));
    assert_ne!(guest(&one).0.as_bytes()[..], key(1).bytes()[..16], "it tells nothing of the key");
    assert!(guest_name(guest(&one)).as_str().starts_with("Guest "));
}

#[test]
fn what_opened_an_account_opens_it_until_its_password_changes_or_it_is_deleted() {
    let with = |password: Option<&str>, deleted| Account {
        password: password.map(str::to_owned),
        deleted,
        ..account(1, "Ada", None)
    };
    for password in [None, Some("old")] {
        let seen = with(password, false);
        let renamed = Account { renamed_at: Some(7), ..seen.clone() };
        assert!(seen.is_still_opened(&seen) && seen.is_still_opened(&renamed));
        assert!(!seen.is_still_opened(&with(Some("new"), false)));
        assert!(!seen.is_still_opened(&with(password, true)));
    }
}

#[test]
fn the_owner_of_a_bot_is_known() {
    let mut accounts = Accounts::default();
    let [ada, eve] = [(1, "Ada"), (2, "Eve")].map(|(n, name)| account(n, name, None));
    let bot = |n, name, owner: &Account| account(n, name, Some(owner.player.id));
    let all = [bot(3, "Turing", &ada), bot(4, "Church", &ada), bot(5, "Post", &eve), ada, eve];
    all.clone().into_iter().for_each(|one| add(&mut accounts, one).expect("free"));
    let [turing, church, post, ada, eve] = all.map(|account| account.player.id);
    let stranger = guest(&Secret::new([9; 32]));
    assert!(accounts.are_same_owner([turing, church]) && accounts.are_same_owner([ada, turing]));
    for others in [[turing, post], [ada, eve], [ada, post], [stranger, ada]] {
        assert!(!accounts.are_same_owner(others));
    }
}

#[test]
fn a_name_belongs_to_one_player() {
    let mut accounts = Accounts::default();
    let ada = account(1, "Ada L", None);
    add(&mut accounts, ada.clone()).expect("free");
    assert_eq!(add(&mut accounts, account(2, "aDA l", None)), Err(ErrorCode::NameTaken));
    assert_eq!(add(&mut accounts, account(2, "Ada I", None)), Err(ErrorCode::NameTaken));
    assert_eq!(add(&mut accounts, account(3, "Ada 1", None)), Err(ErrorCode::NameTaken));
    assert_eq!(add(&mut accounts, account(3, "Nimrod", None)), Err(ErrorCode::NameTaken));
    assert_eq!(add(&mut accounts, account(1, "Other", None)), Err(ErrorCode::Forbidden));
    let name = &ada.player.name;
    accounts.ensure_free(name, ada.player.id).expect("it is their own");
    accounts.ensure_free(name, guest(&Secret::new([2; 32]))).expect_err("it is not theirs");
    assert_eq!(accounts.named(name), Some(&ada));
}

#[test]
fn a_ban_has_its_time_and_reaches_bots() {
    let mut accounts = Accounts::default();
    let ada = account(1, "Ada", None);
    let bot = account(2, "Adabot", Some(ada.player.id));
    let [id, bot_id] = [ada.player.id, bot.player.id];
    [ada, bot].into_iter().for_each(|one| accounts.add(one));
    assert!(accounts.ban(id, Some(100)));
    assert!(accounts.is_banned(id, 99) && accounts.is_banned(bot_id, 99));
    assert!(!accounts.is_banned(id, 100) && !accounts.is_banned(bot_id, 100));
    assert_eq!(accounts.banned(99).collect::<Vec<_>>(), [(id, Some(100))]);
    assert_eq!(accounts.banned(100).count(), 0);
    assert!(accounts.ban(id, None) && accounts.is_banned(bot_id, i64::MAX));
    assert!(accounts.pardon(id) && !accounts.pardon(id) && !accounts.is_banned(id, 0));
}

#[test]
fn a_player_blocks_some_others_and_each_for_themselves() {
    let mut accounts = Accounts::default();
    let id = |n: u128| PlayerId(uuid::Uuid::from_u128(n));
    assert!(accounts.block(id(0), id(1)) && accounts.block(id(0), id(1)));
    assert!(accounts.blocks(id(0), id(1)) && !accounts.blocks(id(1), id(0)));
    (2..=MAX_BLOCKS as u128).for_each(|n| assert!(accounts.block(id(0), id(n))));
    assert!(!accounts.block(id(0), id(1_000)) && accounts.block(id(0), id(1)));
    assert!(accounts.unblock(id(0), id(1)) && !accounts.unblock(id(0), id(1)));
    assert_eq!(accounts.blocked_by(id(0)).count(), MAX_BLOCKS - 1);
}

#[test]
fn of_too_many_guests_the_first_blocks_nobody_any_more_unless_they_have_registered() {
    let mut accounts = Accounts::default();
    let ada = account(1, "Ada", None);
    let (registered, other) = (ada.player.id, guest(&Secret::new([2; 32])));
    let id = |n: usize| PlayerId(uuid::Uuid::from_u128(n as u128));
    assert!(accounts.block_as_guest(registered, other) && accounts.block_as_guest(id(1), other));
    add(&mut accounts, ada).expect("free");
    for n in 2..MAX_GUESTS_WHO_BLOCK {
        assert!(accounts.block_as_guest(id(n), other));
    }
    // A guest who blocks a second player is not counted twice.
    assert!(accounts.block_as_guest(id(1), registered) && accounts.blocks(id(1), other));
    for n in MAX_GUESTS_WHO_BLOCK..MAX_GUESTS_WHO_BLOCK + 2 {
        assert!(accounts.block_as_guest(id(n), other) && accounts.blocks(id(n), other));
    }
    assert!(accounts.blocks(registered, other) && accounts.blocks(id(2), other));
    assert!(!accounts.blocks(id(1), other) && !accounts.blocks(id(1), registered));
}

#[test]
fn who_blocks_a_player_blocks_their_bots() {
    let mut accounts = Accounts::default();
    let (ada, bob) = (account(1, "Ada", None), account(2, "Bob", None));
    let bot = account(3, "Bot", Some(bob.player.id));
    let [ada_id, bob_id, bot_id] = [&ada, &bob, &bot].map(|account| account.player.id);
    for account in [ada, bob, bot] {
        add(&mut accounts, account).expect("free");
    }
    assert!(accounts.block(ada_id, bob_id));
    assert!(accounts.blocks(ada_id, bot_id) && !accounts.blocks(bot_id, ada_id));
    assert_eq!(accounts.kept_off(ada_id).collect::<Vec<_>>(), [bob_id, bot_id]);
    assert_eq!(accounts.blocked_by(ada_id).collect::<Vec<_>>(), [bob_id]);
    assert!(accounts.unblock(ada_id, bob_id) && accounts.block(ada_id, bot_id));
    assert!(accounts.blocks(ada_id, bot_id) && !accounts.blocks(ada_id, bob_id));
}

#[test]
fn a_name_that_is_given_up_stays_its_players() {
    let mut accounts = Accounts::default();
    let ada = account(1, "Ada", None);
    let id = ada.player.id;
    add(&mut accounts, ada.clone()).expect("free");
    let renamed = account(1, "Grace", None);
    accounts.change(renamed.clone());
    let name = |text: &str| Name::try_from(text.to_owned()).expect("plain");
    assert_eq!(accounts.named(&name("Ada")), None);
    assert_eq!(accounts.named(&name("grace")), Some(&renamed));
    assert_eq!(add(&mut accounts, account(2, "ADA", None)), Err(ErrorCode::NameTaken));
    assert_eq!(add(&mut accounts, account(2, "Grace", None)), Err(ErrorCode::NameTaken));
    accounts.ensure_free(&name("Ada"), id).expect("whose it was may go back");
    accounts.change(renamed.erased());
    assert_eq!(accounts.named(&name("Grace")), None);
    assert_eq!(accounts.get(id).map(|gone| gone.password.clone()), Some(None));
    for taken in ["Ada", "Grace"] {
        assert_eq!(add(&mut accounts, account(2, taken, None)), Err(ErrorCode::NameTaken));
    }
}

#[test]
fn logins_and_bots_are_bounded_and_a_bot_has_one_key() {
    let mut accounts = Accounts::default();
    let ada = account(0, "Ada", None);
    let id = ada.player.id;
    accounts.add(ada);
    let most = MAX_LOGINS as u8;
    (0..most).for_each(|n| assert_eq!(accounts.grant(id, session(n)), []));
    assert_eq!(accounts.grant(id, session(most)), [key(0)]);
    let bot = account(200, "Bot", Some(id));
    let bot_id = bot.player.id;
    accounts.add(bot);
    assert_eq!(accounts.grant(bot_id, session(201)), []);
    assert_eq!(accounts.grant(bot_id, session(202)), [key(201)]);
    for n in 1..MAX_BOTS {
        let mut bot = account(0, &format!("bot {n}"), Some(id));
        bot.player.id = PlayerId(uuid::Uuid::from_u128(n as u128));
        add(&mut accounts, bot).expect("within the limit");
    }
    assert_eq!(add(&mut accounts, account(201, "one more", Some(id))), Err(ErrorCode::TooMany));
}

#[test]
fn who_is_not_needed_for_a_round_is_dropped_but_for_bots_and_what_concerns_others() {
    let mut accounts = Accounts::default();
    let mailed = Account {
        email: Some("ada@example.org".to_owned()),
        turn_mail: true,
        ..account(1, "Ada", None)
    };
    let bot = account(2, "Bot", Some(mailed.player.id));
    let [ada, bot_id] = [&mailed, &bot].map(|account| account.player.id);
    for (n, account) in [(1, mailed), (2, bot)] {
        let id = account.player.id;
        add(&mut accounts, account).expect("free");
        accounts.grant(id, session(n));
    }
    assert!(accounts.block(ada, bot_id) && accounts.follows.follow(ada, bot_id));
    let everything = PeopleQuery::secret(key(1)).and_players([ada, bot_id]);
    let everything = everything.and_name(&Name::try_from("Ada".to_owned()).expect("plain"));
    let drop_idle = |accounts: &mut Accounts| {
        let round = accounts.begin_round();
        accounts.drop_idle(round);
        assert_ne!(accounts.round(), round, "whoever has read in between reads again");
    };
    for _ in 0..3 {
        assert!(accounts.missing(&everything).is_empty(), "it is needed");
        drop_idle(&mut accounts);
    }
    let round = accounts.begin_round();
    assert!(accounts.missing(&PeopleQuery::from(ada)).is_empty());
    accounts.drop_idle(round);
    assert!(accounts.missing(&PeopleQuery::from(ada)).is_empty(), "needed since");
    drop_idle(&mut accounts);
    let bots = PeopleQuery::from(bot_id);
    assert_eq!(accounts.missing(&everything), bots, "nobody needed the bot");
    (0..2).for_each(|_| drop_idle(&mut accounts));
    assert_eq!(accounts.missing(&everything), everything);
    assert!(accounts.get(ada).is_none() && accounts.access(&key(1)).is_none());
    assert!(!accounts.follows.has(ada, bot_id));
    assert!(accounts.are_same_owner([ada, bot_id]) && accounts.bots_of(ada).count() == 1);
    assert!(accounts.is_mailed_turns(ada) && accounts.blocks(ada, bot_id));
}

/// Somebody else may have loaded and changed a player meanwhile.
#[test]
fn what_is_in_memory_is_newer_than_what_is_read() {
    let mut accounts = Accounts::default();
    let ada = account(1, "Ada", None);
    let id = ada.player.id;
    let read = |account: &Account| StoredPeople {
        people: vec![StoredPerson {
            account: account.clone(),
            sessions: vec![session(1)],
            followed: BTreeSet::from([guest(&Secret::new([9; 32]))]),
        }],
        secrets: vec![(key(1), id), (key(2), id)],
        looks: names::hashed_looks(&account.player.name).map(|look| (look, id)).to_vec(),
    };
    accounts.load(read(&ada));
    assert_eq!(accounts.access(&key(1)), Some(Access::Open(id)));
    assert_eq!(accounts.access(&key(2)), Some(Access::Revoked(id)), "none of the open ones");
    assert_eq!(accounts.named(&ada.player.name), Some(&ada));
    accounts.sessions.revoke(key(1));
    accounts.follows.end_all(id);
    let renamed = account(1, "Grace", None);
    accounts.change(renamed.clone());
    accounts.load(read(&ada));
    assert_eq!(accounts.get(id), Some(&renamed));
    assert_eq!(accounts.named(&ada.player.name), None);
    assert_eq!(accounts.access(&key(1)), Some(Access::Revoked(id)));
    assert!(accounts.follows.of(id).is_empty());
}
