//! Resets of lost passwords: secrets that work once, for a limited time. They are kept in memory
//! only: after a restart a new one must be requested. Pure; time is passed in.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use protocol::limits::{MAIL_COOLDOWN, RESET_LINK_LIFETIME};
use protocol::{PlayerId, Secret};

use crate::records::secret_hash::SecretHash;

/// The maximum number of open resets; beyond it further requests have to wait.
const MAX_RESETS: usize = 10_000;

/// At most one reset per player.
#[derive(Debug, Default)]
pub(crate) struct Resets(HashMap<PlayerId, PasswordReset>);

#[derive(Debug)]
struct PasswordReset {
    key: SecretHash,
    made: Instant,
}

impl Resets {
    /// Makes this secret reset the password of a player; earlier ones no longer do.
    ///
    /// # Errors
    /// How long to wait when too many are open.
    pub(crate) fn add(
        &mut self,
        player: PlayerId,
        secret: &Secret,
        now: Instant,
    ) -> Result<(), Duration> {
        if self.0.len() >= MAX_RESETS {
            self.0.retain(|_, reset| reset.is_good(now));
        }
        if self.0.len() >= MAX_RESETS && !self.0.contains_key(&player) {
            return Err(MAIL_COOLDOWN);
        }
        self.0.insert(player, PasswordReset { key: SecretHash::new(secret), made: now });
        Ok(())
    }

    /// Whether a player has asked for a reset a moment ago.
    pub(crate) fn is_recent(&self, player: PlayerId, now: Instant) -> bool {
        let made = self.0.get(&player).map(|reset| reset.made);
        made.is_some_and(|made| now.saturating_duration_since(made) < MAIL_COOLDOWN)
    }

    /// Returns the player whose password a secret resets, if it is still valid.
    pub(crate) fn whose(&self, secret: &Secret, now: Instant) -> Option<PlayerId> {
        let key = SecretHash::new(secret);
        let found = self.0.iter().find(|(_, reset)| reset.key == key);
        found.filter(|(_, reset)| reset.is_good(now)).map(|(player, _)| *player)
    }

    /// Forgets this player's reset.
    pub(crate) fn forget(&mut self, player: PlayerId) {
        self.0.remove(&player);
    }
}

impl PasswordReset {
    fn is_good(&self, now: Instant) -> bool {
        now.saturating_duration_since(self.made) < RESET_LINK_LIFETIME
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn a_reset_is_good_for_its_player_for_a_while_and_only_the_last() {
        let (mut resets, now) = (Resets::default(), Instant::now());
        let [ada, eve] = [1, 2].map(|n| PlayerId(Uuid::from_u128(n)));
        let [first, second] = [1, 2].map(|n| Secret::new([n; 32]));
        resets.add(ada, &first, now).expect("room");
        assert_eq!(resets.whose(&first, now), Some(ada));
        assert!(resets.is_recent(ada, now) && !resets.is_recent(eve, now));
        resets.add(ada, &second, now).expect("room");
        assert_eq!((resets.whose(&first, now), resets.whose(&second, now)), (None, Some(ada)));
        assert!(!resets.is_recent(ada, now + MAIL_COOLDOWN));
        assert_eq!(resets.whose(&second, now + RESET_LINK_LIFETIME), None);
        resets.forget(ada);
        assert_eq!(resets.whose(&second, now), None);
    }

    #[test]
    fn open_resets_are_bounded() {
        let (mut resets, now) = (Resets::default(), Instant::now());
        let add = |resets: &mut Resets, n: usize, now| {
            resets.add(PlayerId(Uuid::from_u128(n as u128)), &Secret::new([0; 32]), now)
        };
        (0..MAX_RESETS).for_each(|n| add(&mut resets, n, now).expect("room"));
        add(&mut resets, MAX_RESETS, now).expect_err("full");
        add(&mut resets, 0, now).expect("in the place of their own");
        add(&mut resets, MAX_RESETS, now + RESET_LINK_LIFETIME).expect("the others are over");
    }
}
