//! The message to the players of a new game. Its long part, the table, is the same for all players
//! and serialised once; each player's own part is put in front of it.

use protocol::{Secret, TableView};
use rules::Seat;
use serde::Serialize;
use uuid::Uuid;

use crate::net::frame::Frame;
use crate::net::scratch_buffer::{add_json, with_scratch_buffer};

/// A table at which players are seated.
pub(crate) struct Seated {
    offer: Uuid,
    /// The table's view, in JSON.
    view: Vec<u8>,
}

/// The first fields of `ServerMessage::Seated`: keep in step with it.
#[derive(Serialize)]
#[serde(tag = "t", rename = "seated")]
struct Own {
    offer: Uuid,
    seat: Seat,
    token: Secret,
}

impl Seated {
    /// Creates the message for this table, to which `offer` has led.
    pub(crate) fn at(offer: Uuid, view: &TableView) -> Seated {
        let view = with_scratch_buffer(|buffer| {
            add_json(buffer, view);
            buffer.to_vec()
        });
        Seated { offer, view }
    }

    /// Returns the message to the player on `seat`.
    pub(crate) fn frame(&self, seat: Seat, token: Secret) -> Frame {
        Frame::joined(&Own { offer: self.offer, seat, token }, &self.view)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use protocol::{Kind, Player, PlayerId, ServerMessage, TableId};

    use super::*;
    use crate::game::table::Table;
    use crate::records::game::{Opening, Terms};
    use crate::records::secret_hash::SecretHash;

    #[test]
    fn each_player_receives_the_seated_message_of_the_protocol() {
        let [offer, id] = [1, 2].map(Uuid::from_u128);
        let player = |n| {
            let name = format!("Ada \"{n}\"").try_into().expect("a name");
            Player {
                id: PlayerId(Uuid::from_u128(n)),
                name,
                kind: Kind::Person,
                house: false,
                version: None,
            }
        };
        let game = "nim 3,5,7".parse().expect("a game");
        let players = vec![player(3), player(4)];
        let opening = Opening { game, players, clock: None, terms: Terms::default() };
        let secrets = [5, 6].map(|n| Secret::new([n; 32]));
        let now = Instant::now();
        let table =
            Table::new(TableId(id), opening, secrets.iter().map(SecretHash::new).collect(), now);
        let view = table.view(0, now);
        let seated = Seated::at(offer, &view);
        for (seat, token) in [Seat(0), Seat(1)].into_iter().zip(secrets) {
            let frame = seated.frame(seat, token);
            let view = view.clone();
            let said = Frame::text(&ServerMessage::Seated { offer, seat, token, view });
            assert_eq!(frame.bytes(), said.bytes());
        }
    }
}
