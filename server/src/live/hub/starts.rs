//! Starting games: a room is created, listed and opened; in a pair the second room follows the
//! first.

use std::sync::{Arc, MutexGuard};

use protocol::{PairId, Player, PlayerId, Salt, TableId};
use rand::RngExt;
use rules::MAX_NUMBER;

use super::Hub;
use super::presence::Presence;
use crate::game::table::Table;
use crate::identity::new_secret;
use crate::live::connection::Connections;
use crate::live::delivery::Delivery;
use crate::live::room::{Room, SecondGame};
use crate::matchmaking::lobby::Match;
use crate::records::game::Lot;
use crate::records::secret_hash::SecretHash;
use crate::store::Slot;
use crate::system;

/// A table's id and, for a pair, the pair's id and the id of its second table.
pub(super) type Ids = (TableId, Option<(PairId, TableId)>);

pub(super) fn new_ids(found: &Match) -> Ids {
    let pair = || (PairId(system::new_id()), TableId(system::new_id()));
    (TableId(system::new_id()), found.pair.then(pair))
}

fn draw_lot() -> Lot {
    let mut rng = system::rng();
    Lot { number: rng.random_range(0..=MAX_NUMBER), salt: Salt::new(rng.random()) }
}

impl Hub {
    /// Opens a table for players who have found each other or have been paired; in a pair the
    /// second table follows the first. Players who are not connected are waited for like any absent
    /// player. `delivery` is sent first.
    pub(crate) fn start(&self, slot: Slot, found: Match, delivery: Delivery<Room>) {
        let ids = new_ids(&found);
        self.start_as(slot, found, ids, delivery);
    }

    /// The same with ids that the caller provides. No table has them yet.
    pub(crate) fn start_as(
        &self,
        slot: Slot,
        mut found: Match,
        ids: Ids,
        delivery: Delivery<Room>,
    ) {
        self.flag_self_play(&mut found);
        let presence = self.presence();
        let connections =
            found.players.iter().map(|player| presence.connections(player.id).into()).collect();
        self.seat(presence, slot, found, connections, ids, delivery);
    }

    /// Marks in a rated match whether both players belong to one person, or play from one address.
    pub(super) fn flag_self_play(&self, found: &mut Match) {
        if !found.terms.rated {
            return;
        }
        let players = found.players.iter().map(|player| player.id);
        found.terms.people = players.clone().map(|id| self.identities.person_behind(id)).collect();
        found.terms.same_owner = self.identities.are_same_owner(players);
        found.terms.same_address = self.are_at_same_address(&found.players);
    }

    /// Whether two players, or the owners of bots, were last connected from one public address.
    fn are_at_same_address(&self, players: &[Player]) -> bool {
        let [one, other] = players else { return false };
        if one.house || other.house {
            return false;
        }
        let [one, other] = [one, other].map(|player| {
            [Some(player.id), self.identities.owner(player.id)].into_iter().flatten().collect()
        });
        let (one, other): (Vec<PlayerId>, Vec<PlayerId>) = (one, other);
        self.presence().were_at_one_address(&one, &other)
    }

    pub(super) fn seat(
        &self,
        mut presence: MutexGuard<'_, Presence>,
        slot: Slot,
        mut found: Match,
        connections: Vec<Connections<Room>>,
        (id, pair): Ids,
        delivery: Delivery<Room>,
    ) {
        let now = self.now();
        let connections: Vec<_> = connections.into_iter().map(|own| (own, new_secret())).collect();
        let hashes = connections.iter().map(|(_, secret)| SecretHash::new(secret)).collect();
        let offer = found.offer;
        found.terms.lot = found.terms.bid.then(draw_lot);
        let opening = found.opening(pair);
        let room = Arc::new(self.new_room(Table::new(id, opening, hashes, now), 0));
        // Whoever sees it listed can come to it.
        self.rooms.add(room.id(), Arc::clone(&room));
        presence.begin(room.line());
        drop(presence);
        self.begin_rated(&room);
        let after = room.open(slot, now, offer, connections, delivery);
        self.handle_follow_up(&room, after);
        self.lobby_changed.notify_one();
    }

    /// Lists the second game of a pair, which began when `first` ended. Seats players who had come
    /// back by then, but had not yet attached to the first game: they could not find it there.
    pub(super) fn start_second(&self, first: TableId, SecondGame { room, absent }: SecondGame) {
        let mut presence = self.presence();
        presence.begin(room.line());
        let back = |(seat, player, secret)| {
            presence.connections(player).iter().map(move |one| (Arc::clone(one), seat, secret))
        };
        let back: Vec<_> = absent.into_iter().flat_map(back).collect();
        drop(presence);
        self.begin_rated(&room);
        for (connection, seat, secret) in back {
            let after = room.seat_late(self.now(), &connection, first.0, (seat, secret));
            self.handle_follow_up(&room, after);
        }
        // The game may have ended before it was listed, and must then be removed here.
        if room.is_over() {
            self.rated().end(room.id(), room.other_of_pair());
            self.presence().end(room.id());
            self.game_ended.notify_one();
            self.to_review.notify_one();
        }
        let after = room.on_deadline(self.now());
        self.handle_follow_up(&room, after);
        self.lobby_changed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use protocol::{Kind, Secret};
    use uuid::Uuid;

    use super::*;
    use crate::records::game::Terms;
    use crate::session::tests::house::House;

    #[tokio::test]
    async fn players_from_one_address_are_marked_in_their_rated_games() {
        for (address, expected) in [([60, 1, 1, 1], true), ([60, 2, 1, 1], false)] {
            let house = House::open();
            let bot = async |address, n| {
                house.client_from(address, Secret::new([n; 32]), Kind::Bot).await
            };
            let (one, other) = (bot([60, 1, 1, 1], 1).await, bot(address, 2).await);
            let players = vec![one.connection().player.clone(), other.connection().player.clone()];
            let terms = |rated| Terms { rated, ..Default::default() };
            for rated in [true, false] {
                let mut found = Match {
                    offer: Uuid::nil(),
                    game: "nim 1,2".parse().expect("a game"),
                    clock: None,
                    pair: true,
                    terms: terms(rated),
                    players: players.clone(),
                };
                house.hub.flag_self_play(&mut found);
                assert_eq!(found.terms.same_address, rated && expected);
                assert!(!found.terms.same_owner);
            }
        }
    }
}
