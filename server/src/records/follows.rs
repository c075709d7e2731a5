//! Who follows whom. Only a player themselves ever sees whom they follow; nobody sees who follows
//! them.

use std::collections::{BTreeSet, HashMap};

use protocol::PlayerId;
use protocol::limits::MAX_FOLLOWED;

/// Who follows whom, both ways round: when an account is deleted, nobody follows it any longer.
#[derive(Debug, Default)]
pub(crate) struct Follows {
    followed: HashMap<PlayerId, BTreeSet<PlayerId>>,
    followers: HashMap<PlayerId, BTreeSet<PlayerId>>,
}

impl Follows {
    /// Makes a player follow `other`; returns false if they follow too many.
    pub(crate) fn follow(&mut self, player: PlayerId, other: PlayerId) -> bool {
        let followed = self.followed.entry(player).or_default();
        let room = followed.len() < MAX_FOLLOWED || followed.contains(&other);
        if room {
            followed.insert(other);
            self.followers.entry(other).or_default().insert(player);
        }
        room
    }

    /// Makes a player no longer follow `other`; returns whether they did.
    pub(crate) fn unfollow(&mut self, player: PlayerId, other: PlayerId) -> bool {
        let removed = remove(&mut self.followed, player, other);
        remove(&mut self.followers, other, player);
        removed
    }

    /// Returns the players whom a player follows.
    pub(crate) fn of(&self, player: PlayerId) -> Vec<PlayerId> {
        self.followed.get(&player).into_iter().flatten().copied().collect()
    }

    /// Whether a player follows another.
    pub(crate) fn has(&self, player: PlayerId, other: PlayerId) -> bool {
        self.followed.get(&player).is_some_and(|followed| followed.contains(&other))
    }

    /// Ends that a player follows anybody, and that anybody follows them.
    pub(crate) fn end_all(&mut self, player: PlayerId) {
        for other in self.followed.remove(&player).unwrap_or_default() {
            remove(&mut self.followers, other, player);
        }
        for other in self.followers.remove(&player).unwrap_or_default() {
            remove(&mut self.followed, other, player);
        }
    }
}

fn remove(map: &mut HashMap<PlayerId, BTreeSet<PlayerId>>, key: PlayerId, value: PlayerId) -> bool {
    let Some(set) = map.get_mut(&key) else { return false };
    let removed = set.remove(&value);
    if set.is_empty() {
        map.remove(&key);
    }
    removed
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn player(n: usize) -> PlayerId {
        PlayerId(Uuid::from_u128(n as u128))
    }

    #[test]
    fn a_player_follows_so_many_and_no_more_and_both_sides_are_forgotten() {
        let mut follows = Follows::default();
        assert!((1..=MAX_FOLLOWED).all(|n| follows.follow(player(0), player(n))));
        assert!(!follows.follow(player(0), player(MAX_FOLLOWED + 1)));
        assert!(follows.follow(player(0), player(1)), "again is not one more");
        assert!(follows.unfollow(player(0), player(1)));
        assert!(!follows.unfollow(player(0), player(1)));
        assert!(follows.follow(player(0), player(MAX_FOLLOWED + 1)), "there is room again");
        assert!(follows.follow(player(2), player(0)));
        follows.end_all(player(0));
        assert_eq!((follows.of(player(0)), follows.of(player(2))), (vec![], vec![]));
        assert!(follows.followers.is_empty() && follows.followed.is_empty());
    }
}
