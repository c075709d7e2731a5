//! The addresses from which players were last connected, even if they have left since: two players
//! at one address are one for the ladder, and to disconnect as the one before playing as the other
//! changes nothing.

use std::collections::HashMap;

use protocol::PlayerId;

use crate::admission::ip_prefix::IpPrefix;

/// The maximum number of players whose addresses are remembered, besides those who are here.
const MAX_PLAYERS: usize = 50_000;

/// The addresses that are remembered for a player.
const ADDRESSES: usize = 4;

/// By player: their last addresses, the latest first.
#[derive(Debug, Default)]
pub(crate) struct SeenAddresses {
    players: HashMap<PlayerId, Vec<IpPrefix>>,
}

impl SeenAddresses {
    /// Records a connection. Of too many players only those who are here are remembered.
    pub(crate) fn note(
        &mut self,
        player: PlayerId,
        from: IpPrefix,
        is_here: impl Fn(&PlayerId) -> bool,
    ) {
        if self.players.len() >= MAX_PLAYERS {
            self.players.retain(|player, _| is_here(player));
        }
        let seen = self.players.entry(player).or_default();
        seen.retain(|known| *known != from);
        seen.insert(0, from);
        seen.truncate(ADDRESSES);
    }

    /// Whether any of some players and any of others were seen at one public address. Addresses of
    /// a private network are no evidence: a school plays behind one proxy.
    pub(crate) fn have_met(&self, some: &[PlayerId], others: &[PlayerId]) -> bool {
        let seen = |of: &[PlayerId]| -> Vec<IpPrefix> {
            let known = of.iter().filter_map(|player| self.players.get(player)).flatten();
            known.copied().filter(|from| from.is_public()).collect()
        };
        let others = seen(others);
        seen(some).iter().any(|from| others.contains(from))
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use uuid::Uuid;

    use super::*;

    fn id(n: u128) -> PlayerId {
        PlayerId(Uuid::from_u128(n))
    }

    fn at(a: u8, b: u8) -> IpPrefix {
        IpAddr::from([a, b, 113, 7]).into()
    }

    #[test]
    fn whoever_has_left_is_still_where_they_were() {
        let mut seen = SeenAddresses::default();
        let here = |player: &PlayerId| *player == id(1);
        // 3 owns the bot 1 and has left; 2 plays from where 3 was.
        seen.note(id(3), at(203, 0), here);
        seen.note(id(1), at(198, 51), here);
        seen.note(id(2), at(203, 0), here);
        assert!(!seen.have_met(&[id(1)], &[id(2)]));
        assert!(seen.have_met(&[id(1), id(3)], &[id(2)]));
        assert!(!seen.have_met(&[id(3)], &[id(4)]), "never seen");
        // A later address does not hide the earlier one, but only a few are remembered.
        seen.note(id(3), at(8, 8), here);
        assert!(seen.have_met(&[id(3)], &[id(2)]));
        (1..=ADDRESSES as u8).for_each(|n| seen.note(id(3), at(9, n), here));
        assert!(!seen.have_met(&[id(3)], &[id(2)]));
    }

    #[test]
    fn private_addresses_say_nothing() {
        let mut seen = SeenAddresses::default();
        (1..=2).for_each(|n| seen.note(id(n), at(10, 0), |_| true));
        assert!(!seen.have_met(&[id(1)], &[id(2)]));
    }

    #[test]
    fn those_who_are_here_are_remembered_longest() {
        let mut seen = SeenAddresses::default();
        seen.note(id(1), at(203, 0), |_| false);
        seen.note(id(2), at(203, 0), |_| false);
        for n in 0..MAX_PLAYERS as u128 {
            seen.note(id(10 + n), at(198, 51), |player| *player == id(1));
        }
        assert!(seen.players.len() <= MAX_PLAYERS && seen.players.contains_key(&id(1)));
        assert!(!seen.players.contains_key(&id(2)));
    }
}
