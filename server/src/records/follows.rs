//! Who follows whom. Only a player themselves ever sees whom they follow; nobody sees who follows
//! them.

use std::collections::{BTreeSet, HashMap};

use protocol::PlayerId;
use protocol::limits::MAX_FOLLOWED;

/// The players whom each player in memory follows.
#[derive(Debug, Default)]
pub(crate) struct Follows(HashMap<PlayerId, BTreeSet<PlayerId>>);

impl Follows {
    /// Records whom a player follows.
    pub(crate) fn load(&mut self, player: PlayerId, followed: BTreeSet<PlayerId>) {
        if !followed.is_empty() {
            self.0.insert(player, followed);
        }
    }

    /// Drops what is known of all players but those whom `stays` selects.
    pub(crate) fn retain(&mut self, stays: impl Fn(&PlayerId) -> bool) {
        self.0.retain(|player, _| stays(player));
    }

    /// Makes a player follow `other`; returns false if they follow too many.
    pub(crate) fn follow(&mut self, player: PlayerId, other: PlayerId) -> bool {
        let followed = self.0.entry(player).or_default();
        let room = followed.len() < MAX_FOLLOWED || followed.contains(&other);
        if room {
            followed.insert(other);
        }
        room
    }

    /// Makes a player no longer follow `other`; returns whether they did.
    pub(crate) fn unfollow(&mut self, player: PlayerId, other: PlayerId) -> bool {
        let Some(followed) = self.0.get_mut(&player) else { return false };
        let removed = followed.remove(&other);
        if followed.is_empty() {
            self.0.remove(&player);
        }
        removed
    }

    /// Returns the players whom a player follows.
    pub(crate) fn of(&self, player: PlayerId) -> Vec<PlayerId> {
        self.0.get(&player).into_iter().flatten().copied().collect()
    }

    /// Whether a player follows another.
    pub(crate) fn has(&self, player: PlayerId, other: PlayerId) -> bool {
        self.0.get(&player).is_some_and(|followed| followed.contains(&other))
    }

    /// Ends that a player follows anybody, and that anybody follows them.
    pub(crate) fn end_all(&mut self, player: PlayerId) {
        self.0.remove(&player);
        self.0.retain(|_, followed| {
            followed.remove(&player);
            !followed.is_empty()
        });
    }
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
        assert!(follows.0.is_empty(), "nothing is left of them");
    }
}
