//! What is dropped from memory is read again as it was.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::*;

const NAMES: [&str; 8] = ["Ada", "Bob", "Eve", "Dan", "Fay", "Gus", "Hal", "Ida"];

/// One of two servers that are asked the same.
struct Side {
    identities: Identities,
    secrets: Vec<Secret>,
    players: Vec<Player>,
}

impl Side {
    fn new(store: Store) -> Side {
        let identities = Identities::new(Arc::new(store), None, Secret::new([1; 32]));
        let secrets = vec![Secret::new([2; 32]), Secret::new([3; 32])];
        Side { identities, secrets, players: Vec::new() }
    }

    fn proven(&mut self, proven: Result<Proven, RequestError>) -> String {
        match proven {
            Ok(Proven { player, secret, revoked }) => {
                let said = format!("{} {}", player.name, revoked.len());
                self.secrets.push(secret);
                self.players.push(player);
                said
            }
            Err(refused) => format!("{refused:?}"),
        }
    }

    /// Does one of many things; returns what a player would notice of it.
    async fn act(&mut self, chance: &mut StdRng) -> String {
        let what = chance.random_range(0..20);
        let [one, other] = [(); 2].map(|()| chance.random_range(0..usize::MAX));
        let new = name(NAMES[chance.random_range(0..NAMES.len())]);
        let secret = self.secrets[one % self.secrets.len()];
        if self.players.is_empty() || what == 0 {
            let admitted = self.identities.admit(new).await;
            return self.proven(admitted);
        }
        let player = self.players[one % self.players.len()].clone();
        let other = self.players[other % self.players.len()].id;
        let (identities, id) = (&self.identities, player.id);
        let on = chance.random_bool(0.6);
        match what {
            1 => format!("{:?}", identities.log_out(&secret).await.map(|ended| ended.len())),
            2 | 3 => format!("{:?}", who(identities.registered(Some(&secret)).await)),
            4 => format!("{:?}", who(identities.greet(&secret, Kind::Guest, Some(new)).await)),
            5 => format!("{:?}", who(identities.set_name(id, new).await)),
            6 | 7 => {
                let version = Version::try_from("1".to_owned()).expect("plain");
                let made = identities.make_bot(&player, new, version, String::new(), |_| false);
                let made = made.await;
                self.proven(made)
            }
            8 => {
                let closed = identities.delete(id).await;
                format!(
                    "{:?}",
                    closed.map(|closed| closed.iter().map(|one| one.1.len()).sum::<usize>())
                )
            }
            9 => format!("{:?}", identities.follow(id, other).await),
            10 => format!("{:?}", identities.unfollow(id, other).await),
            11 => {
                let followed = identities.followed_by(id).await.expect("readable");
                let follows = identities.follows(id, other).await.expect("readable");
                format!("{follows} {:?}", followed.iter().map(|one| &one.name).collect::<Vec<_>>())
            }
            12 => format!("{:?}", identities.set_block(id, other, on).await),
            13 => format!("{} {}", identities.kept_off(id).len(), identities.blocks(id, other)),
            14 => {
                let found = identities.named(&new).await.expect("readable");
                format!("{:?}", found.map(|found| self.players.iter().position(|p| p.id == found)))
            }
            15 => {
                let ids: Vec<PlayerId> = self.players.iter().map(|player| player.id).collect();
                let names = identities.names_of(&ids).await.expect("readable");
                let names = names.into_iter().flatten().map(without_ids);
                let found = identities.search("", 5).await.expect("readable").into_iter();
                let found = found.map(|account| account.player.name);
                format!("{:?} {:?}", names.collect::<Vec<_>>(), found.collect::<Vec<_>>())
            }
            16 => {
                let sessions = identities.sessions_of(id).await.expect("readable").len();
                format!("{sessions} {}", identities.bots_of(id).len())
            }
            17 => match identities.account(id).await.expect("readable") {
                Some(account) => {
                    let given = identities.give_secret(&account, String::new()).await;
                    self.proven(given)
                }
                None => "nobody".to_owned(),
            },
            18 => match on {
                true => format!("{:?}", identities.ban(id, None).await.map(|out| out.len())),
                false => {
                    format!("{:?} {}", identities.pardon(id).await, identities.is_banned(other))
                }
            },
            _ => {
                let set = identities.set_push(Some(&secret), on.then(subscription)).await;
                let own = identities.is_pushed_to(&secret).await.expect("readable");
                format!("{set:?} {own} {}", identities.pushes_of(id).len())
            }
        }
    }
}

fn who(found: Result<Player, RequestError>) -> Result<(Name, Kind), RequestError> {
    found.map(|player| (without_ids(player.name), player.kind))
}

/// The names of deleted accounts follow from their ids, which differ.
fn without_ids(text: Name) -> Name {
    match text.as_str().starts_with("Deleted") {
        true => name("Deleted"),
        false => text,
    }
}

/// One of the two forgets everybody now and then, or starts again.
#[tokio::test]
async fn nobody_notices_who_is_in_memory() {
    for seed in 0..6 {
        let folder = folder_in_memory();
        let [mut forgetful, mut other] =
            [Side::new(open_store(&folder)), Side::new(Store::discarding())];
        let mut chance = StdRng::seed_from_u64(seed);
        for step in 0..400 {
            let what: u64 = chance.random();
            let act = async |side: &mut Side| side.act(&mut StdRng::seed_from_u64(what)).await;
            let said = act(&mut forgetful).await;
            assert_eq!(said, act(&mut other).await, "step {step} of {seed}");
            match chance.random_range(0..40) {
                0..10 => {
                    forget(&forgetful.identities).await;
                    let people = forgetful.players.iter().filter(|one| one.kind == Kind::Person);
                    let query = PeopleQuery::default().and_players(people.map(|one| one.id));
                    let missing = forgetful.identities.accounts().missing(&query);
                    assert_eq!(missing, query, "nobody is in memory");
                }
                10 => {
                    forgetful.identities.store.flush().await.expect("stored");
                    drop(forgetful.identities);
                    let store = Arc::new(open_store(&folder));
                    forgetful.identities = Identities::new(store, None, Secret::new([1; 32]));
                    forgetful.identities.load().expect("readable");
                }
                _ => {}
            }
        }
    }
}
